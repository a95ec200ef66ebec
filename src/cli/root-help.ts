import { commands } from "./index.js";

/**
 * Returns the text of `lading --help`, with one line per command, in groups. Printing this text does not require
 * loading any command.
 */
export function rootHelp(): string {
  const widest = (words: readonly string[]): number => Math.max(...words.map((word) => word.length));
  const groupWidth = widest(commands.map(({ group }) => group));
  const verbWidth = widest(commands.map(({ verb }) => verb));
  const lines = commands.map(({ group, verb, summary }, i) => {
    const heading = commands[i - 1]?.group === group ? "" : group;
    return `${heading.padEnd(groupWidth)}  ${verb.padEnd(verbWidth)}  ${summary}`;
  });
  return `lading <command> [options]
Converts exports of a freight forwarding system (FFS) into validated lists.

${lines.join("\n")}

\`lading help COMMAND\` shows options and examples.
Exit: 0 clean, 1 rejects or holds, 2 invalid use, 3 nothing published, 75 retry.
`;
}

import { commands } from "./index.js";

/**
 * Text of `lading` and `lading --help`, which is printed before anything else is loaded: one line per command, in
 * groups.
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

Converts exports of a freight forwarding system into validated lists.

${lines.join("\n")}

\`lading help <command>\` shows options and examples; --version shows the version.
Exit codes: 0 clean; 1 done, with rejected rows or held files; 2 invalid usage
or configuration; 3 nothing published; 75 try again; 130, 143 ended by a signal.
`;
}

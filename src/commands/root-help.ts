import { commands } from "./index.js";

/** The answer to `lading` and `lading --help`, given before anything else is loaded. */
export function rootHelp(): string {
  const width = Math.max(...commands.map((entry) => entry.verb.length), 8);
  const lines = commands.map((entry) => `  ${entry.verb.padEnd(width)}  ${entry.summary}`);
  return `lading <command> [options]

Turns the staff, charge-code and tax-code exports of a freight forwarding system
into one recommended format, as files or over HTTP.

Commands:
${lines.join("\n")}

Options:
  --help     Show help; \`lading <command> --help\` shows a command's own, with examples
  --version  Show the version

Exit codes: 0 clean; 1 done, with rejected rows or held deliveries; 2 wrong use or
configuration; 3 nothing could be published; 75 locked or the environment failed.
`;
}

import { commands } from "./index.js";

/** The answer to `lading` and `lading --help`, given before anything else is loaded. */
export function rootHelp(columns = 80): string {
  const width = Math.max(...commands.map((entry) => entry.verb.length), 8);
  const lines = commands.map(({ verb, summary }) => {
    const lead = " ".repeat(width + 4);
    return `  ${verb.padEnd(width)}  ${wrapped(summary, Math.max(20, columns - lead.length)).join(`\n${lead}`)}`;
  });
  return `lading <command> [options]

Turns the staff, charge-code and tax-code exports of a freight forwarding system
into one recommended format, as files or over HTTP.

Commands:
${lines.join("\n")}

Options:
  --help     Show help; \`lading help <command>\` shows a command's, with examples
  --version  Show the version; so does -v

Exit codes: 0 clean; 1 done, with rejected rows or held deliveries; 2 wrong use
or configuration; 3 nothing could be published; 75 locked or the environment
failed; 130 or 143 ended by Ctrl-C or SIGTERM.
`;
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

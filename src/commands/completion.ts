import { failure } from "../errors.js";
import { loadWorkspace } from "../workspace/load.js";
import { commandOptions, completionScript } from "./command-line.js";
import { defineCommand, type ExitCode, type Terminal } from "./command.js";
import { commands } from "./index.js";

interface CompletionArgs {
  readonly shell?: string | undefined;
}

const shells = ["bash", "zsh", "fish"] as const;

/** A script for a shell that completes commands, options, feeds, accounts and file names: it asks this program. */
export const completion = defineCommand<CompletionArgs>({
  usage: "completion [shell]",
  summary: "Print a script that completes commands and options in bash, zsh or fish",
  examples: [
    [
      "lading completion bash > ~/.local/share/bash-completion/completions/lading",
      "for bash, from the next shell on",
    ],
    ["lading completion zsh > ~/.zfunc/_lading", "for zsh, in a folder of its fpath"],
    ["lading completion fish > ~/.config/fish/completions/lading.fish", "for fish"],
  ],
  options: (yargs) =>
    yargs.positional("shell", {
      type: "string",
      describe: "bash, zsh or fish; that of $SHELL when omitted",
    }),
  run: printCompletion,
});

async function printCompletion({ shell }: CompletionArgs, terminal: Terminal): Promise<ExitCode> {
  const wanted = shell ?? terminal.env["SHELL"]?.split("/").at(-1) ?? "";
  const known = shells.find((name) => name === wanted);
  if (known === undefined) {
    throw failure("wrong_use", {
      reason: `Completion is there for ${shells.join(", ")}, not for ${JSON.stringify(wanted)}.`,
    });
  }
  terminal.stdout.write(known === "fish" ? fish : await completionScript(known));
  return 0;
}

/** yargs knows bash and zsh. */
const fish = `# fish completion of lading
function __lading_complete
  set -l words (commandline -opc)
  set -l word (commandline -ct)
  lading --get-yargs-completions $words "$word"
end
complete -c lading -a "(__lading_complete)"
`;

/**
 * What may stand in place of the last word; none where a file is wanted, which the shell completes.
 *
 * @param words the line so far, the program's name first
 */
export async function completions(words: readonly string[], cwd: string): Promise<readonly string[]> {
  const [, verb = "", ...others] = words;
  const word = others.at(-1);
  if (word === undefined)
    return [...commands.map((entry) => entry.verb), "--help", "--version"].filter(fits(verb));
  const entry = commands.find((each) => each.verb === verb);
  if (entry === undefined) return [];
  const command = await entry.load();
  const options = await commandOptions(command);
  const before = options.find(({ name, takesValue }) => takesValue && others.at(-2) === `--${name}`);
  if (before !== undefined) {
    const wanted = before.name === "account" ? await namesIn(cwd, "accounts") : before.choices;
    return wanted.filter(fits(word));
  }
  if (word.startsWith("-")) return options.map(({ name }) => `--${name}`).filter(fits(word));
  return /[<[]feeds?(?:\.\.)?[>\]]/.test(command.usage)
    ? (await namesIn(cwd, "feeds")).filter(fits(word))
    : [];
}

function fits(begun: string): (word: string) => boolean {
  return (word) => word.startsWith(begun);
}

/** Of the workspace around the folder; none where there is none, or one with mistakes. */
async function namesIn(cwd: string, what: "feeds" | "accounts"): Promise<readonly string[]> {
  try {
    const workspace = await loadWorkspace(cwd);
    return what === "feeds" ? workspace.feeds.map(({ name }) => name) : [...workspace.accounts.keys()];
  } catch {
    return [];
  }
}

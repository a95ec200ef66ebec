import type { Argv } from "yargs";
import { wrongUse } from "../errors.js";
import { loadWorkspace } from "../workspace/load.js";
import { commandOptions, commandPositionals } from "./command-line.js";
import type { DeclaredWord } from "./wrong-use.js";
import { defineCommand, type OptionsOf, type ExitCode, type Terminal } from "./command.js";
import { commands } from "./index.js";

const options = (yargs: Argv) =>
  yargs.positional("shell", {
    choices: shells,
    describe: "Shell. Default: the shell in $SHELL",
  });

type CompletionArgs = OptionsOf<typeof options>;

const shells = ["bash", "zsh", "fish"] as const;

/** Prints a shell script that completes commands, options, feeds, accounts and file names. */
export const completion = defineCommand({
  usage: "completion [shell]",
  examples: [
    [
      "lading completion bash > ~/.local/share/bash-completion/completions/lading",
      "install completion for bash, effective in new shells",
    ],
    ["lading completion zsh > ~/.zfunc/_lading", "install completion for zsh in a folder of its fpath"],
    ["lading completion fish > ~/.config/fish/completions/lading.fish", "for fish"],
  ],
  options,
  run: printCompletion,
});

async function printCompletion({ shell }: CompletionArgs, terminal: Terminal): Promise<ExitCode> {
  const requested = shell ?? terminal.env["SHELL"]?.split("/").at(-1) ?? "";
  const known = shells.find((name) => name === requested);
  if (known === undefined) {
    throw wrongUse(
      `${JSON.stringify(requested)} has no completion script. Choose one of ${shells.join(", ")}.`,
    );
  }
  terminal.stdout.write(scripts[known]);
  return 0;
}

/**
 * Each script passes the command line to the program and offers the words that the program prints. If the program
 * fails, the shell completes file names.
 */
const scripts = {
  bash: `# bash completion of lading
_lading() {
  local found
  COMPREPLY=()
  if found=$(lading --complete "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null); then
    [ -z "$found" ] || mapfile -t COMPREPLY <<<"$found"
  else
    compopt -o default
  fi
}
complete -F _lading lading
`,
  zsh: `#compdef lading
_lading() {
  local found
  if found=$(lading --complete "\${(@)words[1,CURRENT]}" 2>/dev/null); then
    [[ -z $found ]] || compadd -- "\${(@f)found}"
  else
    _files
  fi
}
if [[ "\${zsh_eval_context[-1]}" == loadautofunc ]]; then
  _lading "$@"
else
  compdef _lading lading
fi
`,
  fish: `# fish completion of lading
function __lading_complete
  set -l words (commandline -opc)
  set -l word (commandline -ct)
  set -l found (lading --complete $words "$word" 2>/dev/null)
  if test $status -eq 0
    for each in $found
      echo $each
    end
  else
    __fish_complete_path "$word"
  end
end
complete -c lading -f -a "(__lading_complete)"
`,
};

/**
 * Returns the possible completions at the cursor, or "file" if the shell should complete a file name. `words` contains
 * the words of the command line so far, including the program's name.
 */
export async function completions(
  words: readonly string[],
  cwd: string,
): Promise<readonly string[] | "file"> {
  // bash splits `--account=ex` into three words and completes the last one. zsh and fish keep it as one word and
  // expect a completion for the whole word.
  const split = words.filter((word) => word !== "=");
  if (words.at(-1) === "=") split.push("");
  const [, option, value] = /^(--[^=]+)=(.*)$/s.exec(split.at(-1) ?? "") ?? [];
  if (option === undefined || value === undefined) return candidatesFor(split, cwd);
  const found = await candidatesFor([...split.slice(0, -1), option, value], cwd);
  return found === "file" ? found : found.map((word) => `${option}=${word}`);
}

async function candidatesFor(words: readonly string[], cwd: string): Promise<readonly string[] | "file"> {
  const [, verb = "", ...others] = words;
  const word = others.at(-1);
  const verbs = commands.map((entry) => entry.verb);
  if (word === undefined) return [...verbs, "--help", "--version"].filter(fits(verb));
  if (verb === "help") return verbs.filter(fits(word));
  const entry = commands.find((each) => each.verb === verb);
  if (entry === undefined) return [];
  const command = await entry.load();
  const options = await commandOptions(command);
  const isValue = (at: number): boolean =>
    options.some(({ name, takesValue }) => takesValue && others[at - 1] === `--${name}`);
  const last = others.length - 1;
  if (!isValue(last) && word.startsWith("-")) {
    return options.map(({ name }) => `--${name}`).filter(fits(word));
  }
  const before = others.slice(0, last).filter((each, at) => !each.startsWith("-") && !isValue(at));
  const positionals = await commandPositionals(command);
  const place = isValue(last)
    ? options.find(({ name }) => others[last - 1] === `--${name}`)
    : (positionals[before.length] ?? positionals.at(-1));
  if (place === undefined) return [];
  const accepted = await acceptedValues(verb, place, cwd);
  const fitting = accepted.filter(fits(word));
  return fitting.length === 0 && files.has(place.name) ? "file" : fitting;
}

/** Names of options and positionals whose value may be a path. */
const files = new Set([
  ...["dir", "file", "files", "fit", "folder", "layout", "mapping", "metrics", "new", "old"],
  ...["out", "out-dir", "paths", "previous", "report", "save", "with"],
]);

function fits(start: string): (word: string) => boolean {
  return (word) => word.startsWith(start);
}

/** Returns the values to suggest for an option or positional. The result is empty for file names and free text. */
async function acceptedValues(
  verb: string,
  { name, choices }: DeclaredWord,
  cwd: string,
): Promise<readonly string[]> {
  if (choices.length > 0) return choices;
  if (name === "updated-at") return [new Date().toISOString()];
  const workspace = await loadWorkspace(cwd).catch(() => undefined);
  // Without a valid workspace in this folder, there are no names to complete.
  if (workspace === undefined) return [];
  if (name === "account" || (verb === "outbox" && name === "what")) return [...workspace.accounts.keys()];
  // The arguments `old` and `new` of `diff` are files or feeds.
  if (["feed", "feeds", "old", "new"].includes(name)) return workspace.feeds.map((feed) => feed.name);
  if (verb === "doctor" && name === "name") return (await import("./doctor.js")).examinedNames(workspace);
  return [];
}

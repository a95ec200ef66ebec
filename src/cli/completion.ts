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
    describe: "That of $SHELL when omitted",
  });

type CompletionArgs = OptionsOf<typeof options>;

const shells = ["bash", "zsh", "fish"] as const;

/** A script for a shell that completes commands, options, feeds, accounts and file names: it asks this program. */
export const completion = defineCommand({
  usage: "completion [shell]",
  examples: [
    [
      "lading completion bash > ~/.local/share/bash-completion/completions/lading",
      "for bash, from the next shell on",
    ],
    ["lading completion zsh > ~/.zfunc/_lading", "for zsh, in a folder of its fpath"],
    ["lading completion fish > ~/.config/fish/completions/lading.fish", "for fish"],
  ],
  options,
  run: printCompletion,
});

async function printCompletion({ shell }: CompletionArgs, terminal: Terminal): Promise<ExitCode> {
  const wanted = shell ?? terminal.env["SHELL"]?.split("/").at(-1) ?? "";
  const known = shells.find((name) => name === wanted);
  if (known === undefined) {
    throw wrongUse(`Completion is there for ${shells.join(", ")}, not for ${JSON.stringify(wanted)}.`);
  }
  terminal.stdout.write(scripts[known]);
  return 0;
}

/** Each asks the program with the line so far, and takes the words that it answers; where it fails, a file's name is wanted. */
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
 * What may stand in place of the last word, perhaps nothing; "file" where the shell completes the name of one.
 *
 * @param words the line so far, the program's name first
 */
export async function completions(
  words: readonly string[],
  cwd: string,
): Promise<readonly string[] | "file"> {
  // bash parts `--account=ex` into three words and completes the last; zsh and fish leave it whole, and want it whole.
  const parted = words.filter((word) => word !== "=");
  if (words.at(-1) === "=") parted.push("");
  const [, option, value] = /^(--[^=]+)=(.*)$/s.exec(parted.at(-1) ?? "") ?? [];
  if (option === undefined || value === undefined) return offeredFor(parted, cwd);
  const found = await offeredFor([...parted.slice(0, -1), option, value], cwd);
  return found === "file" ? found : found.map((word) => `${option}=${word}`);
}

async function offeredFor(words: readonly string[], cwd: string): Promise<readonly string[] | "file"> {
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
  const offered = await wanted(verb, place, cwd);
  const fitting = offered.filter(fits(word));
  return fitting.length === 0 && files.has(place.name) ? "file" : fitting;
}

/** Options and words without dashes that are, or may be, a file or a folder. */
const files = new Set([
  ...["dir", "file", "files", "fit", "folder", "layout", "mapping", "metrics", "new", "old"],
  ...["out", "out-dir", "paths", "previous", "report", "save", "with"],
]);

function fits(begun: string): (word: string) => boolean {
  return (word) => word.startsWith(begun);
}

/** The words that an option, or a word without dashes, takes; none where it is a file, or text of any kind. */
async function wanted(
  verb: string,
  { name, choices }: DeclaredWord,
  cwd: string,
): Promise<readonly string[]> {
  if (choices.length > 0) return choices;
  // Now, as it is written there.
  if (name === "updated-at") return [new Date().toISOString()];
  const workspace = await loadWorkspace(cwd).catch(() => undefined);
  // There is none around the folder, or one with diagnostics.
  if (workspace === undefined) return [];
  if (name === "account" || (verb === "outbox" && name === "what")) return [...workspace.accounts.keys()];
  // What `diff` compares, old and new, is a file or a feed.
  if (["feed", "feeds", "old", "new"].includes(name)) return workspace.feeds.map((feed) => feed.name);
  if (verb === "doctor" && name === "name") return (await import("./doctor.js")).examinedNames(workspace);
  return [];
}

import { failure } from "../errors.js";
import { commandOptions, type CommandOption } from "./command-line.js";
import { defineCommand, type ExitCode, type Terminal } from "./command.js";
import { commands } from "./index.js";

interface CompletionArgs {
  readonly shell?: string | undefined;
}

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

/** A script for a shell that completes commands, options and file names; it starts no process while somebody types. */
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

interface Verb {
  readonly verb: string;
  readonly summary: string;
  readonly options: readonly CommandOption[];
}

async function printCompletion({ shell }: CompletionArgs, terminal: Terminal): Promise<ExitCode> {
  const wanted = shell ?? terminal.env["SHELL"]?.split("/").at(-1) ?? "";
  const known = shells.find((name) => name === wanted);
  if (known === undefined) {
    throw failure("wrong_use", {
      reason: `Completion is there for ${shells.join(", ")}, not for ${JSON.stringify(wanted)}.`,
    });
  }
  const verbs: Verb[] = [];
  for (const { verb, summary, load } of commands) {
    const options = await commandOptions(await load());
    // A word that needs quoting is left to the person.
    const typed = options.map((option) => ({
      ...option,
      choices: option.choices.filter((choice) => /^[\w.-]+$/.test(choice)),
    }));
    verbs.push({ verb, summary, options: typed });
  }
  terminal.stdout.write(scripts[known](verbs));
  return 0;
}

const scripts: Readonly<Record<Shell, (verbs: readonly Verb[]) => string>> = { bash, zsh, fish };

function bash(verbs: readonly Verb[]): string {
  const names = verbs.map(({ verb }) => verb).join(" ");
  const cases = verbs.map(
    ({ verb, options }) => `    ${verb}) words="${options.map(({ name }) => `--${name}`).join(" ")}" ;;`,
  );
  const choices = verbs.flatMap(({ verb, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ name, choices }) =>
          `    ${verb}:--${name}) COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$word")); return ;;`,
      ),
  );
  return `# bash completion of lading
_lading() {
  local word="\${COMP_WORDS[COMP_CWORD]}" verb="\${COMP_WORDS[1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$word"))
    return
  fi
  case "$verb:\${COMP_WORDS[COMP_CWORD-1]}" in
${choices.join("\n")}
  esac
  case "$verb" in
${cases.join("\n")}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) compopt -o default ;;
  esac
}
complete -F _lading lading
`;
}

function zsh(verbs: readonly Verb[]): string {
  const lines = verbs.map(
    ({ verb, summary }) => `    ${quoted(`${verb}:${summary.replaceAll(":", "\\:")}`)}`,
  );
  const cases = verbs.map(({ verb, options }) => {
    const specs = options.map(({ name, takesValue, choices }) => {
      const value = choices.length > 0 ? `:value:(${choices.join(" ")})` : ":value:_files";
      return quoted(`--${name}${takesValue ? value : ""}`);
    });
    return `    ${verb}) _arguments ${[...specs, quoted("*:file:_files")].join(" ")} ;;`;
  });
  return `#compdef lading
_lading() {
  local -a verbs
  verbs=(
${lines.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
${cases.join("\n")}
  esac
}
compdef _lading lading
`;
}

function fish(verbs: readonly Verb[]): string {
  const names = verbs.map(({ verb }) => verb).join(" ");
  const first = verbs.map(
    ({ verb, summary }) =>
      `complete -c lading -n "not __fish_seen_subcommand_from ${names}" -f -a ${verb} -d ${quoted(summary)}`,
  );
  const options = verbs.flatMap(({ verb, options }) =>
    options.map(({ name, takesValue, choices }) => {
      const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(" "))}` : takesValue ? " -r" : "";
      return `complete -c lading -n "__fish_seen_subcommand_from ${verb}" -l ${name}${value}`;
    }),
  );
  return `# fish completion of lading\n${[...first, ...options].join("\n")}\n`;
}

/** Between single quotes, as all three shells read it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\\\''")}'`;
}

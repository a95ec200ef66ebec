import type { Argv } from "yargs";
import { meant } from "../nearest.js";
import type { Command, ExitCode, Terminal } from "./command.js";
import { wrappedText } from "./feeds/table.js";
import { commands } from "./index.js";
import { nextText } from "./next-text.js";

/** The one place that knows yargs: runs a command on its arguments, and tells its help and its options. */

/** yargs drops a lone `-` (standard input) among several names, so it travels under another name. */
const dash = "\u0000-";

class WrongUse extends Error {}

/** Runs a command; wrong use is reported on standard error, what the command throws goes on to the caller. */
export async function runCommand(
  command: Command,
  argv: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const verb = verbOf(command);
  const ownWords = argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv;
  if (ownWords.some((word) => word === "--help" || word === "-h")) {
    terminal.stdout.write(await commandHelp(command, terminal.stdout.columns ?? 80));
    return 0;
  }
  const options = await commandOptions(command);
  let outcome: ExitCode = 0;
  let usageError: string | undefined;
  const parser = await parserOf(command, widest, async (parsed, builder) => {
    usageError = withoutValue(argv, builder) ?? misgiven(parsed, builder, command.usage);
    if (usageError !== undefined) throw new WrongUse();
    outcome = await command.run(withDashes(parsed), terminal);
  });
  parser.fail((message, error) => {
    // yargs hands its own complaints over as messages, and what a command threw as the error.
    if (error !== undefined && error !== null && error.name !== "YError") throw error;
    const said = message ?? error?.message ?? "";
    usageError =
      unknown(said, argv, options, command) ??
      // A required option may be missing because it is misspelt. yargs would report it as missing.
      unknownOptions(ownWords, options, command) ??
      notEnough(said, command) ??
      notAmong(said, options) ??
      missing(said) ??
      said;
    throw new WrongUse();
  });
  try {
    await parser.parseAsync([verb, ...argv.map((word) => (word === "-" ? dash : word))]);
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    const next = nextText(`\`lading ${verb} --help\` shows the options and examples.`);
    const text = `lading ${verb}: ${usageError}\n${next}\n`;
    const columns = terminal.stderr.isTTY === true ? terminal.stderr.columns || 80 : Infinity;
    terminal.stderr.write(wrappedText(text, { columns }));
    return 2;
  }
  return outcome;
}

/** What `lading COMMAND --help` prints on a terminal of this many columns. */
export async function commandHelp(command: Command, columns: number): Promise<string> {
  const width = Math.min(widest, columns);
  const help = await optionsHelp(command, width);
  // yargs leaves no blank behind what just fits.
  const options = help.replace(
    /^(.*\S)(\[(?:string|number|boolean|array|choices|required)\b.*)$/gm,
    (_, text: string, type: string) => `${text}\n${type.padStart(width)}`,
  );
  // yargs would break them over several lines, and then they could not be pasted.
  const examples = command.examples
    .map(([line, what]) => {
      const said = wrappedText(`  # ${what}`, { columns }).split("\n");
      return `${said.map((each, i) => (i === 0 ? each : `  # ${each.trim()}`)).join("\n")}\n  ${line}\n`;
    })
    .join("\n");
  return `${options.trimEnd()}\n\nExamples:\n${wrappedText(examples, { columns })}`;
}

const widest = 100;

async function optionsHelp(command: Command, columns: number): Promise<string> {
  const parser = await parserOf(command, columns, async () => undefined);
  return new Promise((resolve, failed) => {
    void parser.parse([verbOf(command), "--help"], {}, (error, _parsed, output) =>
      error === undefined || error === null ? resolve(output) : failed(error),
    );
  });
}

export interface CommandOption {
  readonly name: string;
  readonly takesValue: boolean;
  /** What it takes, when only some words are allowed. */
  readonly choices: readonly string[];
}

/** The options of a command, in the order of its help. */
export async function commandOptions(command: Command): Promise<readonly CommandOption[]> {
  const { positional, options } = await wordsOf(command);
  return options.filter(({ name }) => !positional.includes(name));
}

/** What a command takes without dashes, in the order of its usage; of the last there may be several. */
export async function commandPositionals(command: Command): Promise<readonly CommandOption[]> {
  const { positional, options } = await wordsOf(command);
  return positional.flatMap((name) => options.filter((option) => option.name === name));
}

async function wordsOf(command: Command) {
  const { default: yargs } = await import("yargs");
  const builder = declared(command.options(yargs().version(false)));
  const { key, boolean, choices } = builder.getOptions();
  return {
    positional: builder.getGroups()["Positionals:"] ?? [],
    options: Object.keys(key).map((name) => ({
      name,
      takesValue: !boolean.includes(name),
      choices: choices[name] ?? [],
    })),
  };
}

async function parserOf(
  command: Command,
  columns: number,
  run: (parsed: Readonly<Record<string, unknown>>, builder: Argv) => Promise<void>,
): Promise<Argv> {
  const { default: yargs } = await import("yargs");
  const { summary = "" } = commands.find(({ verb }) => verb === verbOf(command)) ?? {};
  let known: Argv | undefined;
  return yargs()
    .scriptName("lading")
    .usage(`lading ${command.usage}\n\n${summary}`)
    .command(
      command.usage,
      summary,
      (builder) => {
        known = builder;
        declared(builder).getInternalMethods().getUsageInstance().cacheHelpMessage = () => undefined;
        return command.options(builder);
      },
      async (parsed) => {
        if (known !== undefined) await run(parsed, known);
      },
    )
    .strict()
    .version(false)
    .wrap(columns)
    .exitProcess(false)
    .showHelpOnFail(false);
}

function verbOf(command: Command): string {
  return command.usage.split(" ", 1)[0] ?? "";
}

/** What yargs found that the command does not know. */
function unknown(
  said: string,
  argv: readonly string[],
  options: readonly CommandOption[],
  { usage }: Command,
): string | undefined {
  const words = /^Unknown arguments?: (.+)$/.exec(said)?.[1]?.split(", ");
  return words === undefined ? undefined : reportUnknown(words, argv, options, usage);
}

/** What looks like an option and is none of the command's. */
function unknownOptions(
  argv: readonly string[],
  options: readonly CommandOption[],
  { usage }: Command,
): string | undefined {
  const names = options.flatMap(({ name, takesValue }) => (takesValue ? [name] : [name, `no-${name}`]));
  const words = argv
    .filter((word) => /^--?[a-z]/i.test(word))
    .map(optionName)
    .filter((name) => !names.includes(name));
  return words.length === 0 ? undefined : reportUnknown(words, argv, options, usage);
}

/** As it was typed, without its dashes and its value. */
function optionName(word: string): string {
  return word.replace(/^-+/, "").split("=", 1)[0] ?? "";
}

/** Of more than these the help is read. */
const mostListed = 6;

/** Options, each with the nearest that the command knows, or how it is written without one, or with all that it has; what stands there for no option is named as it is. */
function reportUnknown(
  words: readonly string[],
  argv: readonly string[],
  options: readonly CommandOption[],
  usage: string,
): string {
  const names = options.map(({ name }) => name);
  const places = [...usage.matchAll(/[[<](\w+)/g)].map(([, name = ""]) => name);
  const own = names.filter((name) => name !== "help").map((name) => `--${name}`);
  const others = own.length > mostListed || own.length === 0 ? "" : `; it has ${own.join(", ")}`;
  // yargs tells of an unknown option twice: as it is written, and as code would name it.
  const inCode = words
    .filter((word) => word.includes("-"))
    .map((word) => word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  const written = words.filter((word) => !inCode.includes(word));
  const suggestions = [...new Set(written)].map((word) => {
    const typed = argv.find((each) => optionName(each) === word) ?? word;
    if (!typed.startsWith("-")) return `${JSON.stringify(word)} is one word too many`;
    const near = meant(word, names);
    const option = typed.split("=", 1)[0] ?? typed;
    const said = `there is no option ${option}`;
    if (near !== undefined) return `${said}; did you mean --${near}?`;
    return meant(word, places) === undefined ? said + others : `${said}; it is written \`lading ${usage}\``;
  });
  return suggestions.join("; ");
}

function notEnough(said: string, { usage }: Command): string | undefined {
  const got = /^Not enough .*got (\d+)/.exec(said)?.[1];
  if (got === undefined) return undefined;
  const left = (usage.match(/<[^>]+>/g) ?? []).slice(Number(got));
  return `${left.join(" and ")} ${left.length > 1 ? "are" : "is"} missing; it is written \`lading ${usage}\``;
}

/** A word where only some are allowed, as yargs complains of it. */
function notAmong(said: string, options: readonly CommandOption[]): string | undefined {
  const [, name, given, choices] =
    /Argument: (\S+), Given: (.+), Choices: (.+)$/m.exec(said.replace(/^Invalid values:\n/, "")) ?? [];
  if (name === undefined || given === undefined || choices === undefined) return undefined;
  const words = choices.split(", ").map((word) => word.replaceAll('"', ""));
  const near = meant(given.replaceAll('"', ""), words);
  const isTyped = options.some((option) => option.name === name);
  const wanted = isTyped ? `--${name} takes ${words.join(", ")}, not` : `wanted is ${words.join(", ")}, not`;
  return `${wanted} ${given}${near === undefined ? "" : `; did you mean ${near}?`}`;
}

/** Options that have to be there. */
function missing(said: string): string | undefined {
  const names = /^Missing required arguments?: (.+)$/.exec(said)?.[1]?.split(", ");
  if (names === undefined) return undefined;
  return `${names.map((name) => `--${name}`).join(" and ")} ${names.length > 1 ? "are" : "is"} missing.`;
}

/** An option that takes a value and stands before another one, before nothing, or last. */
function withoutValue(argv: readonly string[], builder: Argv): string | undefined {
  const { key, boolean } = declared(builder).getOptions();
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  for (const [at, word] of argv.slice(0, end).entries()) {
    const [name = "", given = argv[at + 1]] = word.startsWith("--") ? word.slice(2).split("=") : [];
    if (!(name in key) || boolean.includes(name)) continue;
    const isNone = given === undefined || given === "" || (!word.includes("=") && given.startsWith("--"));
    if (isNone) return `--${name} takes a value, and none is given.`;
  }
  return undefined;
}

/** What yargs lets pass: an option that takes one value was given twice, or a number is none. */
function misgiven(
  parsed: Readonly<Record<string, unknown>>,
  builder: Argv,
  usage: string,
): string | undefined {
  const { key, array } = declared(builder).getOptions();
  for (const name of Object.keys(key)) {
    if (Array.isArray(parsed[name]) && !array.includes(name)) return `--${name} is given twice.`;
    if (Number.isNaN(parsed[name]))
      return `${usage.includes(`[${name}]`) ? name : `--${name}`} takes a number.`;
  }
  return undefined;
}

/**
 * The types of yargs leave out that it tells which options it knows, and that it renders the help of every command that
 * runs, to have it at hand: a twentieth of what a short command takes.
 */
interface Declared {
  getInternalMethods(): { getUsageInstance(): { cacheHelpMessage(): void } };
  getOptions(): {
    readonly key: Readonly<Record<string, unknown>>;
    readonly array: readonly string[];
    readonly boolean: readonly string[];
    readonly choices: Readonly<Record<string, readonly string[]>>;
  };
  getGroups(): Readonly<Record<string, readonly string[]>>;
}

function declared(builder: Argv): Declared {
  return builder as Argv & Declared;
}

function withDashes(parsed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const restored = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(restored) : value === dash ? "-" : value;
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, restored(value)]));
}

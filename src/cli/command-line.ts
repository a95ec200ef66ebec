import type { Argv } from "yargs";
import type { Command, ExitCode, Terminal } from "./command.js";
import { wrappedText } from "./feeds/table.js";
import { commands } from "./index.js";
import { nextText } from "./next-text.js";
import { wrongUseOf, type DeclaredWord } from "./wrong-use.js";

/**
 * This module runs commands with their arguments, and returns a command's help and options. Only this module loads
 * yargs.
 */

/** yargs drops a lone `-` (standard input) among several names, so it is replaced with a placeholder. */
const dash = "\u0000-";

/** Invalid usage is reported on standard error. Errors thrown by the command are rethrown. */
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
  const refused = (what: string): ExitCode => {
    const next = nextText(`\`lading ${verb} --help\` shows the options and examples.`);
    const columns = terminal.stderr.isTTY === true ? terminal.stderr.columns || 80 : Infinity;
    terminal.stderr.write(wrappedText(`lading ${verb}: ${what}\n${next}\n`, { columns }));
    return 2;
  };
  const wrong = await wrongUse(command, argv);
  if (wrong !== undefined) return refused(wrong);
  let outcome: ExitCode = 0;
  const parser = await parserOf(command, widest, async (parsed) => {
    outcome = await command.run(withDashes(parsed), terminal);
  });
  // yargs reports the errors that `wrongUse` does not find, such as options that conflict with each other.
  const usageError = new Error();
  parser.fail((message, error) => {
    if (error !== undefined && error !== null && error.name !== "YError") throw error;
    usageError.message = message ?? error?.message ?? "";
    throw usageError;
  });
  try {
    await parser.parseAsync([verb, ...argv.map((word) => (word === "-" ? dash : word))]);
  } catch (error) {
    if (error !== usageError) throw error;
    return refused(usageError.message);
  }
  return outcome;
}

/** Returns a description of what is wrong with a command's arguments, or undefined if they are valid. */
export async function wrongUse(command: Command, argv: readonly string[]): Promise<string | undefined> {
  return wrongUseOf(argv, await declaredArguments(command), command.usage);
}

/** Returns the text of `lading COMMAND --help`, wrapped to `columns` characters. */
export async function commandHelp(command: Command, columns: number): Promise<string> {
  const options = await optionsHelp(command, Math.min(widest, columns));
  // yargs would wrap the command lines in the examples, so that users could not copy and paste them.
  const examples = command.examples
    .map(([line, what]) => {
      const texts = wrappedText(`  # ${what}`, { columns }).split("\n");
      return `${texts.map((each, i) => (i === 0 ? each : `  # ${each.trim()}`)).join("\n")}\n  ${line}\n`;
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

/** Returns the options of a command, in the order in which the help text lists them. */
export async function commandOptions(command: Command): Promise<readonly DeclaredWord[]> {
  return (await declaredArguments(command)).filter(({ isPositional }) => !isPositional);
}

/**
 * Returns the positional arguments of a command in the order of its usage line. Only the last one can be repeatable.
 */
export async function commandPositionals(command: Command): Promise<readonly DeclaredWord[]> {
  return (await declaredArguments(command)).filter(({ isPositional }) => isPositional);
}

/** Returns the declared arguments: first the positionals in the order of the usage line, then the options. */
async function declaredArguments(command: Command): Promise<readonly DeclaredWord[]> {
  const { default: yargs } = await import("yargs");
  const builder = withUntyped(command.options(yargs().version(false)));
  const { key, boolean, array, number, choices } = builder.getOptions();
  const places = builder.getGroups()["Positionals:"] ?? [];
  const demanded = builder.getDemandedOptions();
  const words = Object.keys(key).map((name): DeclaredWord => ({
    name,
    isPositional: places.includes(name),
    takesValue: !boolean.includes(name),
    isRepeatable: array.includes(name) || command.usage.includes(`${name}..`),
    isNumber: number.includes(name),
    isRequired: name in demanded,
    choices: choices[name] ?? [],
  }));
  return [
    ...places.flatMap((name) => words.filter((word) => word.name === name)),
    ...words.filter(({ isPositional }) => !isPositional),
  ];
}

async function parserOf(
  command: Command,
  columns: number,
  run: (parsed: Readonly<Record<string, unknown>>) => Promise<void>,
): Promise<Argv> {
  const { default: yargs } = await import("yargs");
  const { summary = "" } = commands.find(({ verb }) => verb === verbOf(command)) ?? {};
  return (
    yargs()
      .scriptName("lading")
      .usage(`lading ${command.usage}\n\n${summary}`)
      .command(
        command.usage,
        summary,
        (builder) => {
          withUntyped(builder).getInternalMethods().getUsageInstance().cacheHelpMessage = () => undefined;
          return withValues(command.options(builder));
        },
        run,
      )
      // Each use of a repeatable option takes only one value, so that FILE in `--with LIST FILE` is a positional
      // argument.
      .parserConfiguration({ "greedy-arrays": false })
      .version(false)
      .wrap(columns)
      .exitProcess(false)
      .showHelpOnFail(false)
  );
}

function verbOf(command: Command): string {
  return command.usage.split(" ", 1)[0] ?? "";
}

/**
 * Adds the allowed values and the default of each option to its description, and whether the option is required or may
 * be repeated. yargs can list these facts, but it would also add the types.
 */
function withValues(builder: Argv): Argv {
  const untyped = withUntyped(builder);
  untyped.usageConfiguration({ "hide-types": true });
  const { array, boolean, choices, default: defaults } = untyped.getOptions();
  const places = untyped.getGroups()["Positionals:"] ?? [];
  const texts = untyped.getInternalMethods().getUsageInstance().getDescriptions();
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== "string") continue;
    const usual = boolean.includes(name) ? "" : defaults[name];
    const parts = [
      ...(choices[name] === undefined ? [] : [choices[name].join(", ")]),
      ...((typeof usual === "string" && usual !== "") || typeof usual === "number"
        ? [`default: ${usual}`]
        : []),
      ...(name in untyped.getDemandedOptions() && !places.includes(name) ? ["required"] : []),
      ...(array.includes(name) && !places.includes(name) ? ["may be repeated"] : []),
    ];
    if (parts.length > 0) builder.describe(name, `${text} (${parts.join("; ")})`);
  }
  return builder;
}

/**
 * Methods that are missing from yargs's type definitions. `cacheHelpMessage` renders the help for every command that
 * runs. Rendering accounts for 5% of a short command's run time, so the method is replaced with an empty function.
 */
interface UntypedYargs {
  getInternalMethods(): {
    getUsageInstance(): {
      cacheHelpMessage(): void;
      getDescriptions(): Readonly<Record<string, string | undefined>>;
    };
  };
  usageConfiguration(config: { readonly "hide-types": boolean }): void;
  getOptions(): {
    readonly key: Readonly<Record<string, unknown>>;
    readonly array: readonly string[];
    readonly boolean: readonly string[];
    readonly number: readonly string[];
    readonly choices: Readonly<Record<string, readonly string[]>>;
    readonly default: Readonly<Record<string, unknown>>;
  };
  getDemandedOptions(): Readonly<Record<string, unknown>>;
  getGroups(): Readonly<Record<string, readonly string[]>>;
}

function withUntyped(builder: Argv): UntypedYargs {
  return builder as Argv & UntypedYargs;
}

function withDashes(parsed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const restored = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(restored) : value === dash ? "-" : value;
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, restored(value)]));
}

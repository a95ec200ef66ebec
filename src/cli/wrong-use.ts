import { suggestWord } from "../nearest.js";

/** An argument that a command declares: an option or a positional. */
export interface DeclaredWord {
  readonly name: string;
  /** True if the value is given without an option name, such as FILE in `convert FILE`. */
  readonly isPositional: boolean;
  /** False for a flag. */
  readonly takesValue: boolean;
  readonly isRepeatable: boolean;
  readonly isNumber: boolean;
  readonly isRequired: boolean;
  /** Allowed values. Empty if any value is allowed. */
  readonly choices: readonly string[];
}

/** If a command has more options than this, the message does not list them. */
const mostListed = 6;

/**
 * Returns a description of the error, or undefined if there is none. Unknown options are reported first, because a
 * required option may seem to be missing only because its name is misspelled.
 */
export function wrongUseOf(
  argv: readonly string[],
  declared: readonly DeclaredWord[],
  usage: string,
): string | undefined {
  const { options, places, unknown } = parsed(argv, declared);
  if (unknown.length > 0) return unknown.map((word) => unknownText(word, declared, usage)).join("; ");
  for (const { word, values } of options) {
    if (values.includes(undefined)) return `--${word.name} requires a value.`;
  }
  const required = usage.match(/<[^>]+>/g) ?? [];
  const left = required.slice(places.length);
  if (left.length > 0) {
    return `${left.join(" and ")} ${left.length > 1 ? "are" : "is"} missing. Usage: \`lading ${usage}\``;
  }
  const positionals = declared.filter(({ isPositional }) => isPositional);
  const surplus = positionals.at(-1)?.isRepeatable === true ? [] : places.slice(positionals.length);
  if (surplus.length > 0) {
    return surplus.map((word) => `${JSON.stringify(word)} is an unexpected argument`).join("; ");
  }
  for (const { word, values } of options) {
    if (values.length > 1 && !word.isRepeatable) return `--${word.name} is specified twice.`;
  }
  const missing = declared.filter(
    ({ name, isRequired, isPositional }) =>
      isRequired && !isPositional && !options.some(({ word }) => word.name === name),
  );
  if (missing.length > 0) {
    const names = missing.map(({ name }) => `--${name}`);
    return `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} missing.`;
  }
  const given = [
    ...places.map((value, i) => ({ word: positionals[i] ?? positionals.at(-1), value })),
    ...options.flatMap(({ word, values }) => values.map((value) => ({ word, value: value ?? "" }))),
  ];
  for (const { word, value } of given) {
    const wrong = word === undefined || !word.takesValue ? undefined : wrongValue(word, value);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

interface ParsedArguments {
  /**
   * Options with their values. A flag has an empty value. The value is undefined if an option requires a value but has
   * none.
   */
  readonly options: readonly { readonly word: DeclaredWord; readonly values: (string | undefined)[] }[];
  readonly places: readonly string[];
  /** Unknown options, exactly as typed. */
  readonly unknown: readonly string[];
}

function parsed(argv: readonly string[], declared: readonly DeclaredWord[]): ParsedArguments {
  const options = new Map<string, { word: DeclaredWord; values: (string | undefined)[] }>();
  const places: string[] = [];
  const unknown: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const typed = argv[at] ?? "";
    if (typed === "--")
      return { options: [...options.values()], places: [...places, ...argv.slice(at + 1)], unknown };
    if (!/^--?[a-z]/i.test(typed)) {
      places.push(typed);
      continue;
    }
    const [, dashes = "", name = "", inline] = /^(--?)([^=]*)(?:=(.*))?$/s.exec(typed) ?? [];
    const isNamed = (word: DeclaredWord): boolean =>
      !word.isPositional && (word.name === name || (!word.takesValue && `no-${word.name}` === name));
    const word = dashes === "--" ? declared.find(isNamed) : undefined;
    if (word === undefined) {
      unknown.push(typed);
      continue;
    }
    const found = options.get(word.name) ?? { word, values: [] };
    options.set(word.name, found);
    if (!word.takesValue) {
      found.values.push(inline ?? "");
      continue;
    }
    const next = argv[at + 1];
    const isNext = inline === undefined && next !== undefined && !next.startsWith("--");
    if (isNext) at += 1;
    const value = isNext ? next : inline;
    found.values.push(value === "" ? undefined : value);
  }
  return { options: [...options.values()], places, unknown };
}

/** Suggests the nearest option or the usage, or lists the options if the command has only a few. */
function unknownText(typed: string, declared: readonly DeclaredWord[], usage: string): string {
  const option = typed.split("=", 1)[0] ?? typed;
  const name = option.replace(/^-+/, "");
  const names = declared.filter(({ isPositional }) => !isPositional).map((word) => word.name);
  const message = `there is no option ${option}`;
  const near = suggestWord(name, names);
  if (near !== undefined) return `${message}; did you mean --${near}?`;
  const places = declared.filter(({ isPositional }) => isPositional).map((word) => word.name);
  if (suggestWord(name, places) !== undefined) return `${message}; usage: \`lading ${usage}\``;
  const own = names.filter((each) => each !== "help").map((each) => `--${each}`);
  return own.length === 0 || own.length > mostListed ? message : `${message}; options: ${own.join(", ")}`;
}

function wrongValue(
  { name, isPositional, isNumber, choices }: DeclaredWord,
  value: string,
): string | undefined {
  const shown = isPositional ? name : `--${name}`;
  if (isNumber && (value.trim() === "" || Number.isNaN(Number(value)))) return `${shown} takes a number.`;
  if (choices.length === 0 || choices.includes(value)) return undefined;
  const near = suggestWord(value, choices);
  const words = new Intl.ListFormat("en-US", { type: "disjunction" }).format(choices);
  const expected = isPositional ? `expected ${words}` : `--${name} takes ${words}`;
  return `${expected}, not ${JSON.stringify(value)}${near === undefined ? "" : `; did you mean ${near}?`}`;
}

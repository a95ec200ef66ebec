/**
 * This module fills in the placeholders of messages such as "Column {column} is missing", and formats parts of
 * sentences.
 */

/** Names of the placeholders in a message, derived from its type. */
type Gaps<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Gaps<Rest> : never;

/**
 * Values for the placeholders, or an empty object for a message without placeholders. `nextStep` fills in the
 * commands.
 */
export type Filling<S extends string> = {
  readonly [Name in Exclude<Gaps<S>, `command${number}`>]: string | number;
};

/** A placeholder without a value remains visible, so that tests detect it. */
export function fill(sentence: string, filling: Readonly<Record<string, string | number>>): string {
  // Most hints have no placeholders, so returning the original string saves memory.
  if (!sentence.includes("{")) return sentence;
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = filling[name];
    return value === undefined ? gap : String(value);
  });
}

export interface NextStep {
  readonly next: string;
  readonly commands: readonly string[];
}

/** Replaces `{command1}` in the text with the first command in backticks, `{command2}` with the second, and so on. */
export function nextStep(text: string, ...commands: readonly string[]): NextStep {
  const quoted = commands.map((command, index) => [`command${index + 1}`, `\`${command}\``] as const);
  return { next: fill(text, Object.fromEntries(quoted)), commands };
}

/** Replaces control characters and invisible characters, which can hide or reverse text, with `\ufffd`. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd");
}

export function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Adds a period to the end of a sentence that a person wrote, unless the sentence already ends with punctuation. */
export function ended(text: string): string {
  return /[.!?…。！？]$/u.test(text.trimEnd()) ? text : `${text}.`;
}

/** Quotes a person's words at the end of a sentence, such as `“Wrong list.”`. */
export function quotedAtEnd(text: string): string {
  return `“${ended(text)}”`;
}

/** Lists the first names and the number of remaining names, such as `a, b and 3 more`. */
export function firstOf(names: readonly string[], most = 6): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(", ")} and ${more} more` : names.join(", ");
}

/** Lists the first ten names, such as `a, b, c and more`. */
export function namesOf(names: readonly string[]): string {
  return `${names.slice(0, 10).join(", ")}${names.length > 10 ? " and more" : ""}`;
}

/** Returns a count with its noun, such as `1 row` or `2 rows`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Formats a time in ISO 8601 UTC as `2026-11-30 12:50 UTC`. */
export function minuteOf(at: string): string {
  return `${at.slice(0, 16).replace("T", " ")} UTC`;
}

/** Formats the age of a time, such as `3 min ago`. */
export function age(at: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 1000));
  if (seconds < 120) return `${seconds} s ago`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min ago`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h ago` : `${Math.round(seconds / 86_400)} d ago`;
}

/** Quotes a word for a shell if necessary, for example a file name that contains a space. */
export function shellWord(word: string): string {
  return word === "-" || /^[\p{L}\p{N}_./:@%+=,][\p{L}\p{N}_./:@%+=,-]*$/u.test(word)
    ? word
    : `'${word.replaceAll("'", "'\\''")}'`;
}

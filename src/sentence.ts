/** Sentences with named gaps, such as "Column {column} is missing". Issues and errors are written with them. */

/** The names of the gaps of a sentence, read off its type. */
type Gaps<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Gaps<Rest> : never;

/** What fills the gaps of a sentence; a sentence without gaps takes an empty object. */
export type Filling<S extends string> = { readonly [Name in Gaps<S>]: string | number };

/** Puts the filling into the gaps. A gap without a filling stays visible, so that a test finds it. */
export function fill(sentence: string, filling: Readonly<Record<string, string | number>>): string {
  // Most hints have none: all who were given the same one hold the same text.
  if (!sentence.includes("{")) return sentence;
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => {
    const value = filling[name];
    return value === undefined ? gap : String(value);
  });
}

/** A text from outside as it is, but for signs that turn or hide text, or steer a terminal. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "\ufffd");
}

/** The first of many names, and how many more there are. */
export function firstOf(names: readonly string[], most = 6): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(", ")} and ${more} more` : names.join(", ");
}

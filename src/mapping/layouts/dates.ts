/** This module writes dates in formats that consist of years, months and days. Month names are in English. */

const months = "January February March April May June July August September October November December".split(
  " ",
);

const tokens: Readonly<Record<string, (year: string, month: number, day: number) => string>> = {
  yyyy: (year) => year,
  yy: (year) => year.slice(2),
  MMMM: (_, month) => months[month - 1] ?? "",
  MMM: (_, month) => (months[month - 1] ?? "").slice(0, 3),
  MM: (_, month) => String(month).padStart(2, "0"),
  M: (_, month) => String(month),
  dd: (_year, _month, day) => String(day).padStart(2, "0"),
  d: (_year, _month, day) => String(day),
};

const pieces = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^]/g;

export function writtenFormError(form: string): string | undefined {
  const words = [...form.matchAll(pieces)].flatMap(([piece, , letters]) =>
    letters === undefined ? [] : [piece],
  );
  const unknown = words.find((piece) => !Object.hasOwn(tokens, piece));
  if (unknown !== undefined)
    return `\`${unknown}\` is not part of a date format; allowed are ${Object.keys(tokens).join(" ")} 'text'`;
  const has = (letter: string): boolean => words.some((piece) => piece.startsWith(letter));
  if (!["y", "M", "d"].every(has)) return "it requires a year, a month and a day, such as dd.MM.yyyy";
  return undefined;
}

/**
 * Writes a date, or the date part of a time without converting its time zone. Returns undefined if the string is
 * neither a date nor a time.
 */
export function writeDay(text: string, form: string): string | undefined {
  const [, year = "", month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(text) ?? [];
  if (year === "") return undefined;
  return form.replace(pieces, (piece, quoted: string | undefined, letters: string | undefined) => {
    if (quoted !== undefined) return quoted === "" ? "'" : quoted.replaceAll("''", "'");
    return letters === undefined ? piece : (tokens[piece]?.(year, Number(month), Number(day)) ?? piece);
  });
}

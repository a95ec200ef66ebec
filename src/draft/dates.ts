import { part } from "./weights.js";

export interface DateFormat {
  /**
   * The format in the tokens that mappings use, such as `dd.MM.yyyy HH:mm`, or one of `iso`, `excel_serial`,
   * `epoch_millis` and `epoch_seconds`.
   */
  readonly format: string;
  /** Both possible formats, if no value shows whether the day or the month comes first. */
  readonly ambiguous?: readonly [string, string];
  readonly hasTime: boolean;
  readonly hasOffset: boolean;
}

interface Pattern {
  readonly regex: RegExp;
  readonly format: (sample: RegExpExecArray) => string;
}

const time =
  "(?:[T ]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?\\s*([AaPp]\\.?[Mm]\\.?)?\\s*(Z|UTC|[+-]\\d{2}:?\\d{2})?)?";

const width = (digits: string | undefined, letter: string) => letter.repeat(digits?.length === 1 ? 1 : 2);

const patterns: readonly Pattern[] = [
  {
    regex: new RegExp(`^((?:19|20|99)\\d{2})([-/.])(\\d{1,2})\\2(\\d{1,2})${time}$`),
    format: (m) => `yyyy${m[2]}${width(m[3], "M")}${m[2]}${width(m[4], "d")}`,
  },
  {
    // Hungarian dates end with a dot.
    regex: new RegExp(`^((?:19|20|99)\\d{2})\\.( ?)(\\d{1,2})\\.\\2(\\d{1,2})\\.${time}$`),
    format: (m) => `yyyy.${m[2] ?? ""}${width(m[3], "M")}.${m[2] ?? ""}${width(m[4], "d")}.`,
  },
  { regex: /^((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/, format: () => "yyyyMMdd" },
  {
    regex: new RegExp(`^(\\d{4})年(\\d{1,2})月(\\d{1,2})日${time}$`),
    format: (m) => `yyyy年${width(m[2], "M")}月${width(m[3], "d")}日`,
  },
  {
    regex: new RegExp(`^(\\d{1,2})[- .](\\p{L}{3,9})\\.?[- .,]+(\\d{4}|\\d{2})${time}$`, "u"),
    format: (m) => `${width(m[1], "d")}-MMM-${m[3]?.length === 2 ? "yy" : "yyyy"}`,
  },
];

const ordered = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${time}$`);

/**
 * Returns the format used by nearly all values, or undefined if the values are not dates. A day above 12 in any of
 * the values shows whether the day or the month comes first. If there is no such day, both possible formats are
 * returned. In dates with dots, the day always comes first.
 */
export function dateFormatOf(values: readonly string[]): DateFormat | undefined {
  const trimmed = values.map((value) => value.trim()).filter((value) => value !== "");
  if (trimmed.length === 0) return undefined;
  const needed = trimmed.length * part.nearlyAll;
  for (const { regex, format } of patterns) {
    const matches = trimmed.flatMap((value) => regex.exec(value) ?? []).length;
    if (matches === 0) continue;
    const found = trimmed.map((value) => regex.exec(value)).filter((match) => match !== null);
    if (found.length < needed) continue;
    const shortest = found.reduce((a, b) => (b[0].length < a[0].length ? b : a));
    return timed(format(shortest), found);
  }
  const found = trimmed.map((value) => ordered.exec(value)).filter((match) => match !== null);
  if (found.length >= needed) return dayOrMonthFirst(found);
  if (trimmed.every((value) => /^[2-6]\d{4}(?:\.\d+)?$/.test(value))) {
    return { format: "excel_serial", hasTime: false, hasOffset: false };
  }
  if (trimmed.every((value) => /^1[0-9]\d{11}$/.test(value))) {
    return { format: "epoch_millis", hasTime: true, hasOffset: true };
  }
  if (trimmed.every((value) => /^1[0-9]\d{8}$/.test(value))) {
    return { format: "epoch_seconds", hasTime: true, hasOffset: true };
  }
  return undefined;
}

function dayOrMonthFirst(found: readonly RegExpExecArray[]): DateFormat | undefined {
  const firsts = found.map((match) => Number(match[1]));
  const seconds = found.map((match) => Number(match[3]));
  const dayFirst = firsts.some((value) => value > 12);
  const monthFirst = seconds.some((value) => value > 12);
  if (dayFirst && monthFirst) return undefined;
  const shortest = found.reduce((a, b) => (b[0].length < a[0].length ? b : a));
  const sign = shortest[2] ?? "/";
  const year = shortest[4]?.length === 2 ? "yy" : "yyyy";
  const one = width(found.find((match) => match[1]?.length === 1)?.[1] ?? "00", "d");
  const two = width(found.find((match) => match[3]?.length === 1)?.[3] ?? "00", "d");
  const months = (letters: string) => letters.replace(/d/g, "M");
  const day = timed(`${one}${sign}${months(two)}${sign}${year}`, found);
  const month = timed(`${months(one)}${sign}${two}${sign}${year}`, found);
  if (dayFirst || sign === ".") return day;
  if (monthFirst) return month;
  return { ...day, ambiguous: [day.format, month.format] };
}

/** In every pattern that allows a time, the last six groups contain the time. */
function timed(format: string, found: readonly RegExpExecArray[]): DateFormat {
  const match = found.find((candidate) => /:\d/.test(candidate[0]));
  if (match === undefined) return { format, hasTime: false, hasOffset: false };
  const [hour, , second, fraction, half, offset] = match.slice(-6);
  if (match[0].includes("T")) return { format: "iso", hasTime: true, hasOffset: offset !== undefined };
  const hours = half === undefined ? width(hour, "H") : width(hour, "h");
  let text = `${format} ${hours}:mm`;
  if (second !== undefined) text += ":ss";
  if (fraction !== undefined) text += "." + "S".repeat(Math.min(fraction.length, 3));
  if (half !== undefined) text += " a";
  if (offset !== undefined) text += "XXX";
  return { format: text, hasTime: true, hasOffset: offset !== undefined };
}

/** True for an end date that means "never". */
export function isFarFuture(value: string): boolean {
  return /9999|2999|2099|31[./-]12[./-]99$/.test(value);
}

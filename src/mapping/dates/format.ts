import { foldMonthName, monthNames, type MonthNames } from "./month-names.js";

/**
 * This module parses dates in a given format. The whole string must match. No library is used, because libraries
 * disagree on dates such as `15/01/24` and depend on the machine's time zone.
 */

/**
 * A parsed date or time. A value without an offset is a local time. Converting a local time to a timestamp requires a
 * time zone.
 */
export interface Moment {
  /** Milliseconds since 1970, with local time treated as UTC. */
  readonly wall: number;
  /** Minutes east of UTC, if the date contains an offset. */
  readonly offset: number | undefined;
}

/**
 * Returns `unclear` for a month name that has different meanings in different languages, and undefined if the text
 * does not match the format or the date does not exist.
 */
export type DateReader = (text: string) => Moment | "unclear" | undefined;

export interface DateForm {
  readonly read: DateReader;
  /** True if the format has hours. Otherwise the time is 00:00. */
  readonly hasTime: boolean;
  readonly hasOffset: boolean;
}

type Part = "year" | "month" | "day" | "hour" | "minute" | "second" | "fraction" | "half" | "name" | "offset";

interface Token {
  readonly pattern: string;
  readonly part: Part;
}

const tokens: Readonly<Record<string, Token>> = {
  yyyy: { pattern: "(\\d{4})", part: "year" },
  yy: { pattern: "(\\d{2})", part: "year" },
  MMMM: { pattern: "([\\p{L}.]+)", part: "name" },
  MMM: { pattern: "([\\p{L}.]+)", part: "name" },
  MM: { pattern: "(\\d{2})", part: "month" },
  M: { pattern: "(\\d{1,2})", part: "month" },
  dd: { pattern: "(\\d{2})", part: "day" },
  d: { pattern: "(\\d{1,2})", part: "day" },
  HH: { pattern: "(\\d{2})", part: "hour" },
  H: { pattern: "(\\d{1,2})", part: "hour" },
  hh: { pattern: "(\\d{2})", part: "hour" },
  h: { pattern: "(\\d{1,2})", part: "hour" },
  mm: { pattern: "(\\d{2})", part: "minute" },
  ss: { pattern: "(\\d{2})", part: "second" },
  a: { pattern: "([AaPp]\\.?[Mm]\\.?)", part: "half" },
  XXX: { pattern: "(Z|[+-]\\d{2}(?::?\\d{2})?)", part: "offset" },
};

const dateTokens = "yyyy yy yy(1950) MMMM MMM MM M dd d HH H hh h mm ss SSS a XXX 'text'";

/** First of the 100 years that two-digit years cover. A format can specify a different year, as in `yy(1950)`. */
const firstOfTwoDigitYears = 1969;

/**
 * Compiles a format such as `dd.MM.yyyy HH:mm`. `language` is the language of the month names. If the language is
 * omitted, all languages are tried, and names with different meanings are treated as unclear. Throws `SyntaxError`
 * with a message for users.
 */
export function compileDateForm(form: string, language?: string): DateForm {
  const parts: Part[] = [];
  let twelve = false;
  let pattern = "";
  let firstYear = firstOfTwoDigitYears;
  for (const [piece, quoted, first, letters] of form.matchAll(
    /'((?:[^']|'')*)'|yy\((\d{4})\)|([A-Za-z])\3*|\s+|[^]/g,
  )) {
    if (quoted !== undefined) {
      pattern += literal(quoted === "" ? "'" : quoted.replaceAll("''", "'"));
    } else if (letters === undefined && first === undefined) {
      pattern += /^\s+$/.test(piece) ? "[\\s\\u00a0\\u202f]+" : literal(piece);
    } else {
      const name = first === undefined ? piece : "yy";
      if (first !== undefined) firstYear = Number(first);
      const token = /^S{1,9}$/.test(name)
        ? { pattern: `(\\d{${name.length}})`, part: "fraction" as const }
        : tokens[name];
      if (token === undefined || (!Object.hasOwn(tokens, name) && !name.startsWith("S"))) {
        throw new SyntaxError(`\`${piece}\` is not part of a date format; allowed are ${dateTokens}`);
      }
      const part = token.part;
      if (parts.includes(part)) throw new SyntaxError(`it has two tokens for the ${part}`);
      if (piece === "hh" || piece === "h") twelve = true;
      parts.push(part);
      pattern += token.pattern;
    }
  }
  const has = (part: Part): boolean => parts.includes(part);
  if (!has("year") || !(has("month") || has("name")) || !has("day")) {
    throw new SyntaxError(`it requires a year, a month and a day, such as dd.MM.yyyy`);
  }
  if (has("month") && has("name")) throw new SyntaxError("it has two tokens for the month");
  if (twelve !== has("half"))
    throw new SyntaxError("`hh` and `a` (AM, PM) must be used together; otherwise, write HH");
  const expression = new RegExp(`^${pattern}$`, "u");
  const names = has("name") ? monthNames(language) : undefined;
  return {
    read: (text) => {
      const match = expression.exec(text);
      return match === null ? undefined : momentOf(match, parts, names, firstYear);
    },
    hasTime: has("hour"),
    hasOffset: has("offset"),
  };
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function momentOf(
  match: RegExpExecArray,
  parts: readonly Part[],
  names: MonthNames | undefined,
  firstYear: number,
): Moment | "unclear" | undefined {
  let year = 0;
  let month = 0;
  let day = 0;
  let hour = 0;
  let minute = 0;
  let second = 0;
  let milliseconds = 0;
  let half: string | undefined;
  let offset: number | undefined;
  for (let i = 0; i < parts.length; i++) {
    const text = match[i + 1] ?? "";
    switch (parts[i]) {
      case "year":
        year = Number(text);
        if (text.length === 2) year = firstYear + ((((year - firstYear) % 100) + 100) % 100);
        break;
      case "month":
        month = Number(text);
        break;
      case "name": {
        const named = names?.get(foldMonthName(text));
        if (named === 0) return "unclear";
        if (named === undefined) return undefined;
        month = named;
        break;
      }
      case "day":
        day = Number(text);
        break;
      case "hour":
        hour = Number(text);
        break;
      case "minute":
        minute = Number(text);
        break;
      case "second":
        second = Number(text);
        break;
      case "fraction":
        milliseconds = Number(text.slice(0, 3).padEnd(3, "0"));
        break;
      case "half":
        half = text.charAt(0).toLowerCase();
        break;
      case "offset":
        offset = offsetMinutes(text);
        break;
      case undefined:
        break;
    }
  }
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half === "p" ? 12 : 0);
  }
  const wall = wallTime(year, month, day, hour, minute, second, milliseconds);
  if (wall === undefined || (offset !== undefined && Math.abs(offset) > 18 * 60)) return undefined;
  return { wall, offset };
}

/** Returns the offset in minutes for text such as `Z`, `+01:00`, `+0100` or `+01`. */
function offsetMinutes(text: string): number {
  if (text === "Z" || text === "z") return 0;
  const digits = text.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4) || "0");
  return text.startsWith("-") ? -minutes : minutes;
}

/**
 * Returns the local time in milliseconds since 1970, treated as UTC. Returns undefined if the date or time does not
 * exist. Years before 1000 are rejected as placeholders.
 */
function wallTime(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  milliseconds: number,
): number | undefined {
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month))
    return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Parses an ISO 8601 date, with or without a time and an offset. Seconds and up to nine decimals are optional. */
export function readIso(text: string): Moment | undefined {
  const match = iso.exec(text);
  if (match === null) return undefined;
  const number = (i: number): number => Number(match[i] ?? "0");
  const milliseconds = Number((match[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const wall = wallTime(number(1), number(2), number(3), number(4), number(5), number(6), milliseconds);
  const offset = match[8] === undefined ? undefined : offsetMinutes(match[8]);
  if (wall === undefined || (offset !== undefined && Math.abs(offset) > 18 * 60)) return undefined;
  return { wall, offset };
}

const secondsPerDay = 86_400;

/**
 * Parses a spreadsheet's serial date, such as `45382.5`. With the epoch 1900, day 0 and day 60 (February 29, 1900)
 * are rejected, because these dates never existed.
 */
export function readSerial(text: string, epoch: 1900 | 1904): Moment | undefined {
  const match = /^(\d{1,7})(?:[.,](\d{1,15}))?$/.exec(text);
  if (match === null) return undefined;
  const days = Number(match[1]);
  if (days > 2_958_465 || (epoch === 1900 && (days === 60 || days === 0))) return undefined;
  const zero = epoch === 1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const milliseconds = Math.round(Number(`0.${match[2] ?? "0"}`) * secondsPerDay * 1000);
  const wall = zero + days * secondsPerDay * 1000 + milliseconds;
  return wall > Date.UTC(9999, 11, 31, 23, 59, 59, 999) ? undefined : { wall, offset: undefined };
}

/**
 * Parses a number of seconds or milliseconds since 1970 in UTC. Returns undefined if the text is not such a number or
 * the time is out of range.
 */
export function readEpoch(text: string, unit: "seconds" | "milliseconds"): Moment | undefined {
  const match = /^(-?\d{1,15})(?:\.(\d{1,9}))?$/.exec(text);
  if (match === null) return undefined;
  const whole = Number(match[1]);
  const wall =
    unit === "milliseconds"
      ? whole
      : whole * 1000 +
        (whole < 0 || text.startsWith("-") ? -1 : 1) * Number((match[2] ?? "").slice(0, 3).padEnd(3, "0"));
  return Math.abs(wall) > Date.UTC(9999, 11, 31, 23, 59, 59, 999) ? undefined : { wall, offset: 0 };
}

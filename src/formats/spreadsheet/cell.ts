import type { CellIssueCode } from "../grid.js";

/** A cell as the library returns it, with its number format in `z`. */
export interface WorkbookCell {
  /** The type of the cell: `s` string, `n` number, `b` boolean, `e` error, `z` empty. */
  readonly t: string;
  readonly v?: unknown;
  readonly z?: unknown;
  readonly f?: string;
}

export interface CellText {
  readonly text: string;
  readonly issue?: CellIssueCode;
}

export interface CellContext {
  /**
   * True if days are counted from 1904, as in workbooks from old Macintosh programs. False if days are counted from
   * 1900.
   */
  readonly date1904: boolean;
  readonly text: (value: unknown) => CellText;
  readonly isDateFormat: (format: string) => boolean;
}

const errorTexts: Readonly<Record<number, string>> = {
  0x00: "#NULL!",
  0x07: "#DIV/0!",
  0x0f: "#VALUE!",
  0x17: "#REF!",
  0x1d: "#NAME?",
  0x24: "#NUM!",
  0x2a: "#N/A",
  0x2b: "#GETTING_DATA",
};

const blank: CellText = { text: "" };

export const withoutValue: CellText = { text: "", issue: "formula_without_value" };

/**
 * Returns a function that converts cells and caches the meaning of number formats. If `isUncalculated` is true, the
 * cell's formula was never calculated, so a result of 0 or an empty string is reported as missing.
 */
export function cellReader(context: CellContext): (cell: WorkbookCell, isUncalculated: boolean) => CellText {
  const kinds = new Map<string, FormatKind>();
  return (cell, isUncalculated) => {
    switch (cell.t) {
      case "s": {
        const found = context.text(cell.v);
        return isUncalculated && found.text === "" ? withoutValue : found;
      }
      case "b":
        return { text: cell.v === true ? "TRUE" : "FALSE" };
      case "e":
        return { text: errorTexts[cell.v as number] ?? "#ERROR!", issue: "error_cell" };
      case "n": {
        const value = cell.v;
        if (typeof value !== "number" || !Number.isFinite(value)) return { text: "", issue: "error_cell" };
        if (value === 0 && isUncalculated) return { text: "0", issue: "formula_without_value" };
        const format = typeof cell.z === "string" ? cell.z : "General";
        const { text: section } = sectionOf(format, value);
        let kind = kinds.get(section);
        if (kind === undefined) {
          kind = formatKind(section, context.isDateFormat);
          kinds.set(section, kind);
        }
        return numberText(value, format, kind, context.date1904);
      }
      case "z":
        return cell.f === undefined ? blank : withoutValue;
      default:
        return { text: "", issue: "error_cell" };
    }
  };
}

/** Converts a boolean that is written as `1`, `0`, `true` or `false`, in any case. An empty string stays empty. */
export function booleanText(written: string): CellText {
  switch (written.trim().toLowerCase()) {
    case "1":
    case "true":
      return { text: "TRUE" };
    case "0":
    case "false":
      return { text: "FALSE" };
    case "":
      return blank;
    default:
      return { text: written, issue: "not_a_boolean" };
  }
}

/** Words that represent 1 and 0 in number formats and formula results of spreadsheet programs. */
const booleanWords: Readonly<Record<string, readonly string[]>> = {
  1: "TRUE WAHR VRAI VERO VERDADERO VERDADEIRO WAAR PRAWDA SAND SANT TOSI ИСТИНА".split(" "),
  0: "FALSE FALSCH FAUX FALSO ONWAAR FAŁSZ FALSK FALSKT EPÄTOSI ЛОЖЬ".split(" "),
};

/**
 * Returns the text of a boolean if the workbook displays the number as a boolean, and undefined otherwise. For
 * example, LibreOffice saves TRUE() as 1 with the text TRUE.
 */
export function shownBoolean(value: number, shown: string): CellText | undefined {
  return booleanWords[value]?.includes(shown.trim().toUpperCase()) === true
    ? booleanText(String(value))
    : undefined;
}

/** Checks an ISO 8601 date or time, without changing the text. */
export function isoText(written: string): CellText {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(written) ?? [];
  if (year !== undefined && !isCalendarDay(Number(year), Number(month), Number(day)))
    return { text: written, issue: "impossible_date" };
  const isIso = /^(?:\d{4}-\d\d-\d\d)?(?:(?:^|T)\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[-+]\d\d:\d\d)?)?$/.test(
    written,
  );
  return isIso ? { text: written } : { text: written, issue: "impossible_date" };
}

/** True if a date exists. Also true for February 29, 1900, which Excel treats as a valid date. */
function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year === 1900 && month === 2 && day === 29) return true;
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

type FormatKind = "plain" | "percent" | "date" | "time" | "date and time" | "duration";

/**
 * Returns the section of a number format that applies to a value, based on its condition or sign, together with the
 * section's index.
 */
export function sectionOf(format: string, value: number): { readonly text: string; readonly at: number } {
  if (!format.includes(";")) return { text: format, at: 0 };
  const all = format.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])+|(?<=^|;)(?=;|$)/gsu) ?? [];
  // The last section may apply only to text.
  const sections = all.filter((section, i) => i === 0 || section.trim() !== "@");
  const conditions = sections.map((section) => /\[([<>=]{1,2})(-?[\d.]+)\]/.exec(section));
  const bySign = value < 0 && sections.length > 1 ? 1 : value === 0 && sections.length > 2 ? 2 : 0;
  const met = conditions.findIndex((found) => found !== null && isMet(value, found[1]!, Number(found[2])));
  const isConditional = conditions.some((found) => found !== null);
  const at = met >= 0 ? met : isConditional ? Math.max(0, conditions.indexOf(null)) : bySign;
  return { text: sections[at] ?? "", at };
}

function isMet(value: number, comparison: string, limit: number): boolean {
  if (value === limit) return comparison.includes("=");
  return comparison.includes(value < limit ? "<" : ">");
}

/** Matches the default number format. Some programs write its German name, or another case. */
const general = /^(?:general|standard)$/i;

/**
 * Returns the kind of value that a section of a number format displays. Colors, conditions, literal text and fillers
 * are ignored.
 */
export function formatKind(format: string, isDateFormat: (format: string) => boolean): FormatKind {
  const bare = format.replace(/"[^"]*"|\\.|[_*]./g, "");
  // A section in the default format displays no date.
  if (/general|standard/i.test(bare.replace(/\[[^\]]*\]/g, "")))
    return bare.includes("%") ? "percent" : "plain";
  const [section = ""] = bare.split(";");
  // `aaa` is the day of the week.
  if (isDateFormat(bare) || /a{3}/i.test(section.replace(/\[[^\]]*\]/g, ""))) {
    if (/\[(?:h+|m+|s+)\]/i.test(section)) return "duration";
    const tokens = section.replace(/\[[^\]]*\]/g, "").toLowerCase();
    const time = /[hs]|am\/pm|a\/p/.test(tokens);
    const date = /[ydegb]|a{3}/.test(tokens.replace(/am\/pm|a\/p/g, "")) || (tokens.includes("m") && !time);
    return date ? (time ? "date and time" : "date") : "time";
  }
  return section.replace(/\[[^\]]*\]|\*./g, "").includes("%") ? "percent" : "plain";
}

/** Formats a number according to its number format. `kind` is the kind of value that the format displays. */
export function numberText(value: number, format: string, kind: FormatKind, date1904: boolean): CellText {
  switch (kind) {
    case "plain":
      return inFormat(plainNumber(value), value, format);
    case "percent":
      return withDecimals({ text: percent(value) });
    case "duration":
      return { text: durationText(value) };
    case "date":
    case "time":
    case "date and time": {
      const text = instant(value, kind, date1904);
      return text === undefined ? { text: decimal(value), issue: "impossible_date" } : { text };
    }
  }
}

/** Tokens of a number format: quoted or escaped text, fillers, conditions, digit placeholders. */
const formatTokens = /"([^"]*)"|\\(.)|[_*].|\[[^\]]*\]|([0#])|(.)/gsu;

/**
 * Applies a number format that contains text. Returns the displayed code if the format has several zeros for digits
 * (`00000`) or has letters or digits directly before the placeholders (`"V"0`). Otherwise, returns the number and
 * reports text that contains letters or digits.
 */
export function inFormat(read: CellText, value: number, format: string): CellText {
  if (general.test(format) || (read.issue !== undefined && read.issue !== "number")) return read;
  const { text: section, at } = sectionOf(format, value);
  const isTrue = shownBoolean(value, section.replace(/"/g, ""));
  if (isTrue !== undefined) return isTrue;
  const tokens = [...plainPlaces(section).matchAll(formatTokens)];
  const places = tokens.filter(([, , , place]) => place !== undefined).length;
  const digits = String(Math.abs(value));
  let shown = value < 0 && at === 0 ? "-" : "";
  let lead: string | undefined;
  let literal = "";
  let place = 0;
  let zeros = 0;
  let isWhole = Number.isSafeInteger(value) && places > 0;
  for (const [token, quoted, escaped, digit, other] of tokens) {
    const text = quoted ?? escaped ?? "";
    literal += text;
    if (digit !== undefined) {
      lead ??= literal;
      if (digit === "0") zeros++;
      // The last placeholder displays the last digit, and the first placeholder displays all remaining digits.
      const from = digits.length - (places - place++);
      const own = place === 1 ? digits.slice(0, Math.max(0, from + 1)) : (digits[from] ?? "");
      shown += own === "" && digit === "0" ? "0" : own;
    } else if (other !== undefined) {
      if (!/[-+/ ():]/.test(other)) isWhole = false;
      // Number formats have no letters outside quotes except in exponents, dates and placeholders.
      if (/(?!e)\p{L}/iu.test(other)) literal += other;
      shown += other;
    } else if (/^\[[<>=]/.test(token)) isWhole = false;
    else shown += text;
  }
  if (isWhole && (zeros > 1 || /[\p{L}\p{N}]\S*$/u.test(lead ?? ""))) return { text: shown };
  if (/[\p{L}\p{N}%‰]/u.test(literal)) return { ...read, issue: "text_in_format" };
  return /[0#]E[-+][0#]/i.test(section) ? { ...read, issue: "scientific_format" } : read;
}

/** Replaces `General` outside quotes with a placeholder. */
function plainPlaces(section: string): string {
  return section.replace(/"[^"]*"|general|standard/gi, (part) => (part.startsWith('"') ? part : "0"));
}

function plainNumber(value: number): CellText {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return { text: decimal(value), issue: "inexact_number" };
  }
  return withDecimals({ text: decimal(value) });
}

/** Marks a number with decimals, so that no mapping mistakes its decimal point for a thousands separator. */
export function withDecimals(read: CellText): CellText {
  return read.issue === undefined && read.text.includes(".") ? { ...read, issue: "number" } : read;
}

/**
 * Formats a number as a person would write it. Safe integers are exact, and other numbers have the 15 digits that
 * spreadsheets use, so that 0.30000000000000004 becomes 0.3. An exponent is never used.
 */
function decimal(value: number): string {
  if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value);
  const text = String(value);
  return withoutExponent(text.length <= 16 ? text : String(Number(value.toPrecision(15))));
}

/** Converts a number that the file stores as text. Integers are returned unchanged. */
export function writtenNumber(text: string): CellText {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) return { text, issue: "not_a_number" };
  if (/^-?(?:0|[1-9]\d*)$/.test(text)) {
    return Number.isSafeInteger(value) ? { text } : { text, issue: "inexact_number" };
  }
  return plainNumber(value);
}

/** Formats a fraction as a percentage. For example, 0.19 becomes 19%. */
export function percent(value: number): string {
  return `${shifted(decimal(value), 2)}%`;
}

function withoutExponent(text: string): string {
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  return shifted(`${sign}${whole}.${fraction || "0"}`, Number(exponent));
}

/**
 * Moves the decimal point in the text of a number, to avoid rounding errors. A positive number of places moves it to
 * the right.
 */
function shifted(text: string, places: number): string {
  const sign = text.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = text.slice(sign.length).split(".");
  const point = whole.length + places;
  const digits = (whole + fraction).padEnd(point, "0");
  const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits;
  const at = Math.max(point, 1);
  const left = padded.slice(0, at).replace(/^0+(?=\d)/, "");
  const right = padded.slice(at).replace(/0+$/, "");
  return sign + left + (right === "" ? "" : `.${right}`);
}

/** Parses a positive integer of up to `digits` digits. Returns undefined for any other string. */
export function countIn(text: string | undefined, digits: number): number | undefined {
  return text !== undefined && /^[1-9]\d*$/.test(text) && text.length <= digits ? Number(text) : undefined;
}

const dayLength = 86_400_000;

/** Converts an Excel date serial to ISO 8601. Returns undefined if the serial is not a valid date. */
function instant(
  serial: number,
  kind: "date" | "time" | "date and time",
  date1904: boolean,
): string | undefined {
  const day = Math.floor(Math.round(serial * dayLength) / dayLength);
  if (day < 0) return undefined;
  if (!date1904 && ((day === 0 && kind !== "time") || day === 60)) return undefined;
  // In the 1900 date system, day 60 is February 29, which did not exist.
  const dayZero = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  return momentText(serial, kind, dayZero);
}

/**
 * Converts a number of days since `dayZero` to ISO 8601, with milliseconds unless they are zero. Returns undefined
 * unless the year has four digits.
 */
export function momentText(
  serial: number,
  kind: "date" | "time" | "date and time",
  dayZero: number,
): string | undefined {
  const total = Math.round(serial * dayLength);
  const moment = new Date(dayZero + total);
  if (Number.isNaN(moment.getTime()) || !/^\d{4}-/.test(moment.toISOString())) return undefined;
  const [date = "", rest = ""] = moment.toISOString().split("T");
  const clock = rest.replace(/(?:\.000)?Z$/, "");
  if (kind === "time" && total >= 0 && total < dayLength) return clock;
  return kind === "date" && clock === "00:00:00" ? date : `${date}T${clock}`;
}

/** Returns the hours, minutes, seconds and any milliseconds. The hours may exceed 24. */
export function durationText(days: number): string {
  const total = Math.round(Math.abs(days) * dayLength);
  const sign = days < 0 && total > 0 ? "-" : "";
  const clock = new Date(total % 3_600_000).toISOString().slice(14, 23).replace(".000", "");
  return `${sign}${Math.floor(total / 3_600_000)}:${clock}`;
}

import type { CellIssueCode } from "../grid.js";

/** What a cell of a workbook becomes as text. */

/** A cell as the library gives it, with its number format in `z`. */
export interface WorkbookCell {
  /** `s` text, `n` number, `b` boolean, `e` error, `z` nothing. */
  readonly t: string;
  readonly v?: unknown;
  readonly z?: unknown;
  /** Formula. */
  readonly f?: string;
}

export interface CellText {
  readonly text: string;
  /** What is wrong with the cell. */
  readonly issue?: CellIssueCode;
}

/** Facts of the workbook that its cells depend on. */
export interface CellContext {
  /** Day 0 of its dates: 1904 in workbooks that old Macintosh programs made, else 1900. */
  readonly date1904: boolean;
  /** What a text cell says. */
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

const withoutValue: CellText = { text: "", issue: "formula_without_value" };

/**
 * A reader of cells; it remembers what each number format means.
 *
 * @returns a function that takes a cell, and whether its formula was never calculated: its 0 or blank is then no value
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

/** A boolean as a file writes it: digits or words, in any case. A blank is none, and says nothing. */
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

/** The words of spreadsheet programs for 1 and 0, where their format or the result of a formula shows them. */
const booleanWords: Readonly<Record<string, readonly string[]>> = {
  1: [
    "TRUE",
    "WAHR",
    "VRAI",
    "VERO",
    "VERDADERO",
    "VERDADEIRO",
    "WAAR",
    "PRAWDA",
    "SAND",
    "SANT",
    "TOSI",
    "ИСТИНА",
  ],
  0: ["FALSE", "FALSCH", "FAUX", "FALSO", "ONWAAR", "FAŁSZ", "FALSK", "FALSKT", "EPÄTOSI", "ЛОЖЬ"],
};

/** The boolean that a number is, if a workbook shows it as one: LibreOffice saves TRUE() as 1, with TRUE beside it. */
export function shownBoolean(value: number, shown: string): CellText | undefined {
  return booleanWords[value]?.includes(shown.trim().toUpperCase()) === true
    ? booleanText(String(value))
    : undefined;
}

/** A date or a time of day that a file writes by ISO 8601. */
export function isoText(written: string): CellText {
  const isIso = /^(?:\d{4}-\d\d-\d\d)?(?:(?:^|T)\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[-+]\d\d:\d\d)?)?$/.test(
    written,
  );
  return isIso ? { text: written } : { text: written, issue: "impossible_date" };
}

type FormatKind = "plain" | "percent" | "date" | "time" | "date and time" | "duration";

/** The section of a number format that shows a value, by the conditions of the sections or by its sign, and which one it is. */
export function sectionOf(format: string, value: number): { readonly text: string; readonly at: number } {
  if (!format.includes(";")) return { text: format, at: 0 };
  const all = format.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])+|(?<=^|;)(?=;|$)/gsu) ?? [];
  // The last one may be that of texts.
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

/** What a section of a number format says of the value. Colours, conditions, literal text and fillers do not count. */
export function formatKind(format: string, isDateFormat: (format: string) => boolean): FormatKind {
  if (format === "General") return "plain";
  const [section = ""] = format.replace(/"[^"]*"|\\.|_./g, "").split(";");
  if (isDateFormat(format)) {
    if (/\[(?:h+|m+|s+)\]/i.test(section)) return "duration";
    const tokens = section.replace(/\[[^\]]*\]/g, "").toLowerCase();
    const time = /[hs]|am\/pm|a\/p/.test(tokens);
    const date = /[ydegb]/.test(tokens.replace(/am\/pm|a\/p/g, "")) || (tokens.includes("m") && !time);
    return date ? (time ? "date and time" : "date") : "time";
  }
  return section.replace(/\[[^\]]*\]|\*./g, "").includes("%") ? "percent" : "plain";
}

/** A number as its format shows it. */
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

/** Of a number format: literal text in quotes or behind a backslash, fillers, conditions and the like, places of digits. */
const formatTokens = /"([^"]*)"|\\(.)|[_*].|\[[^\]]*\]|([0#])|(.)/gsu;

/**
 * A number whose format holds text: as it is shown where that makes a code of it, with zeros for digits (`00000`) or with letters
 * right before them (`"V"0`). Else the number, and where the text has letters or digits that is told.
 */
export function inFormat(read: CellText, value: number, format: string): CellText {
  if (format === "General" || (read.issue !== undefined && read.issue !== "number")) return read;
  const { text: section, at } = sectionOf(format, value);
  const isTrue = shownBoolean(value, section.replace(/"/g, ""));
  if (isTrue !== undefined) return isTrue;
  const tokens = [...section.replace("General", "0").matchAll(formatTokens)];
  const places = tokens.filter(([, , , place]) => place !== undefined).length;
  const digits = String(Math.abs(value));
  let shown = value < 0 && at === 0 ? "-" : "";
  let lead: string | undefined;
  let said = "";
  let place = 0;
  let zeros = 0;
  let isWhole = Number.isSafeInteger(value) && places > 0;
  for (const [token, quoted, escaped, digit, other] of tokens) {
    const text = quoted ?? escaped ?? "";
    said += text;
    if (digit !== undefined) {
      lead ??= said;
      if (digit === "0") zeros++;
      // The last place has the last digit, the first one all that are left.
      const from = digits.length - (places - place++);
      const own = place === 1 ? digits.slice(0, Math.max(0, from + 1)) : (digits[from] ?? "");
      shown += own === "" && digit === "0" ? "0" : own;
    } else if (other !== undefined) {
      if (!/[-+/ ():]/.test(other)) isWhole = false;
      shown += other;
    } else if (/^\[[<>=]/.test(token)) isWhole = false;
    else shown += text;
  }
  if (isWhole && (zeros > 1 || /[\p{L}\p{N}]\S*$/u.test(lead ?? ""))) return { text: shown };
  if (/[\p{L}\p{N}%‰]/u.test(said)) return { ...read, issue: "text_in_format" };
  return /[0#]E[-+][0#]/i.test(section) ? { ...read, issue: "scientific_format" } : read;
}

function plainNumber(value: number): CellText {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return { text: decimal(value), issue: "inexact_number" };
  }
  return withDecimals({ text: decimal(value) });
}

/** A number of the file. One with decimals is marked, so that no mapping takes its point for a sign between thousands. */
export function withDecimals(read: CellText): CellText {
  return read.issue === undefined && read.text.includes(".") ? { ...read, issue: "number" } : read;
}

/**
 * A number as a person would write it: whole numbers exactly, others with the 15 digits that spreadsheets keep, so that
 * 0.30000000000000004 is 0.3. Never with an exponent.
 */
function decimal(value: number): string {
  if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value);
  const text = String(value);
  return withoutExponent(text.length <= 16 ? text : String(Number(value.toPrecision(15))));
}

/** The same for a number that the file holds as text: whole numbers stay as they are written. */
export function writtenNumber(text: string): CellText {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) return { text, issue: "not_a_number" };
  if (/^-?(?:0|[1-9]\d*)$/.test(text)) {
    return Number.isSafeInteger(value) ? { text } : { text, issue: "inexact_number" };
  }
  return plainNumber(value);
}

/** A share as a person reads it: 0.19 is 19%. */
export function percent(value: number): string {
  return `${shifted(decimal(value), 2)}%`;
}

function withoutExponent(text: string): string {
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  return shifted(`${sign}${whole}.${fraction || "0"}`, Number(exponent));
}

/** Moves the decimal point to the right (or left), exactly, on the text. */
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

const dayLength = 86_400_000;

/** A date serial of Excel as ISO 8601 text; undefined when it is no date. */
function instant(
  serial: number,
  kind: "date" | "time" | "date and time",
  date1904: boolean,
): string | undefined {
  const day = Math.floor(Math.round(serial * dayLength) / dayLength);
  if (day < 0) return undefined;
  if (!date1904 && ((day === 0 && kind !== "time") || day === 60)) return undefined;
  // The day numbers of 1900 count a 29 February that never was, as number 60.
  const dayZero = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30);
  return momentText(serial, kind, dayZero);
}

/** A count of days since `dayZero` as ISO 8601 text, to the second or, if the count has them, milliseconds; undefined for years that have no four digits. */
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

/** Hours, minutes, seconds and, where the cell holds them, milliseconds; the hours above 24 too. */
export function durationText(days: number): string {
  const total = Math.round(Math.abs(days) * dayLength);
  const sign = days < 0 && total > 0 ? "-" : "";
  const clock = new Date(total % 3_600_000).toISOString().slice(14, 23).replace(".000", "");
  return `${sign}${Math.floor(total / 3_600_000)}:${clock}`;
}

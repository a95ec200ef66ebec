import type { Issue } from "../../model/issues.js";
import { damageIssue, mostShown, type DamagedValue } from "../damage.js";
import { longestCell } from "../limits.js";
import { isFilled } from "../plain-row.js";

/** Counts, for each column, the cells that may have been damaged by a spreadsheet or by incorrect decoding. */

type DamageCode =
  | "damaged_number"
  | "damaged_date"
  | "lost_zeros"
  | "rounded_number"
  | "mojibake"
  | "letters_in_utf7"
  | "control_characters";

/** Values of one kind that may originally have been codes. */
interface Values {
  count: number;
  first: DamagedValue[];
}

/** Plain data, because the pieces of a file may be counted in different processes. */
export interface ColumnCounts {
  isFilled: boolean;
  /** Number of cells that may be words or codes, which includes full dates. */
  codes: number;
  mixedCodes: number;
  exponents: Values;
  /** Number of cells with an exponent of at least `roundedFrom`. */
  large: number;
  days: Values;
  /** The first day of a month, such as 1 in `1-Mar`. */
  firstDay?: number | undefined;
  /** True if another day of a month differs from the first one. */
  hasSeveralDays: boolean;
  fullDays: Values;
  /**
   * Number of cells that contain only digits, by length. Cells of several digits that start with zero are counted in
   * `zeroLed`, all others in `plain`.
   */
  readonly zeroLed: Map<number, number>;
  readonly plain: Map<number, number>;
  /** The first line with each kind of damage. `lost_zeros` is only possible damage. */
  firstLine: Partial<Record<Exclude<DamageCode, "damaged_number" | "damaged_date">, number>>;
}

export function noCounts(): ColumnCounts {
  return {
    isFilled: false,
    codes: 0,
    mixedCodes: 0,
    exponents: { count: 0, first: [] },
    large: 0,
    days: { count: 0, first: [] },
    hasSeveralDays: false,
    fullDays: { count: 0, first: [] },
    zeroLed: new Map<number, number>(),
    plain: new Map<number, number>(),
    firstLine: {},
  };
}

export function addColumn(before: ColumnCounts, after: ColumnCounts): ColumnCounts {
  return {
    isFilled: before.isFilled || after.isFilled,
    codes: before.codes + after.codes,
    mixedCodes: before.mixedCodes + after.mixedCodes,
    exponents: addValues(before.exponents, after.exponents),
    large: before.large + after.large,
    days: addValues(before.days, after.days),
    firstDay: before.firstDay ?? after.firstDay,
    hasSeveralDays:
      before.hasSeveralDays ||
      after.hasSeveralDays ||
      (before.firstDay ?? after.firstDay) !== (after.firstDay ?? before.firstDay),
    fullDays: addValues(before.fullDays, after.fullDays),
    zeroLed: addLengths(before.zeroLed, after.zeroLed),
    plain: addLengths(before.plain, after.plain),
    firstLine: { ...after.firstLine, ...before.firstLine },
  };
}

function addValues(before: Values, after: Values): Values {
  return { count: before.count + after.count, first: [...before.first, ...after.first].slice(0, mostShown) };
}

function countValue(values: Values, value: string, line: number): void {
  values.count++;
  if (values.first.length < mostShown) values.first.push({ value, line });
}

function addLengths(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): Map<number, number> {
  const both = new Map(before);
  for (const [length, count] of after) both.set(length, (both.get(length) ?? 0) + count);
  return both;
}

const digits = /^\d+$/;
const exponent = /^\d(?:[.,]\d+)?E\+(\d{1,3})$/;
/** Lowest exponent at which spreadsheets round a number that is displayed with an exponent. */
const roundedFrom = 11;
/** Month abbreviations that spreadsheets use but `Intl` does not produce. */
const otherMonths =
  "mrz|mär|jän|mrt|sept|févr|janv|avr|juil|ene|dic|gen|giu|lug|set|ott|fev|abr|ago|out|dez|" +
  "geg|kov|birž|liep|rugp|rugs|lapkr|gruod|thg \\d{1,2}";
const monthLanguages =
  "en de fr es it pt nl pl cs sk hu ro bg hr sl sr da nb sv fi et lv lt el tr ru uk be he ar fa ca is th".split(
    " ",
  );

let day: RegExp | undefined;

/**
 * Returns a pattern for a day and month, or a month and year, as spreadsheets display them: `1-Mar`, `01. Mrz`,
 * `1-mars`, `Mar-01`, `3月1日`.
 */
function dayPattern(): RegExp {
  if (day !== undefined) return day;
  const names = monthLanguages.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, {
      month: "short",
      timeZone: "UTC",
      calendar: "gregory",
    });
    return Array.from({ length: 12 }, (_, month) =>
      format.format(Date.UTC(2026, month)).replace(/[.\u05f3]$/, ""),
    );
  });
  const months = [...new Set(names)]
    .filter((name) => /^[\p{L}\p{M}.]{3,}$/u.test(name))
    .map((name) => name.replaceAll(".", "\\."))
    .join("|");
  const month = `${otherMonths}|${months}`;
  return (day = new RegExp(
    `^(?:\\d{1,2}(?:[-/]|\\. ?)(${month})\\.?|(${month})(?:[-/]|\\. ?)\\d{2}|\\d{1,2}月\\d{1,2}日|\\d{1,2}월 ?\\d{1,2}일)$`,
    "iu",
  ));
}

/**
 * Matches a full date as spreadsheets display it. ISO dates are not considered damage, because spreadsheets display
 * converted codes in a different form.
 */
const fullDay = /^(?:[0-3]?\d([./-])[0-3]?\d\1[12]\d{3}|[0-3]?\d-\p{L}{3,4}\.?-\d{2,4})(?: 00:00(?::00)?)?$/u;
const isoDay = /^[12]\d{3}-[01]\d-[0-3]\d/;
/** Every string that `twiceDecoded` matches contains at least one of these characters. */
const mojibakeSigns = ["\u00c2", "\u00c3", "\u00e2", "\u221a", "\u251c", "\u0420", "\u0421"];
/** Matches UTF-8 that was decoded as windows-1252, MacRoman, IBM850 or windows-1251. */
const twiceDecoded = new RegExp(
  [
    /[\u00c2\u00c3][\u0080-\u00bf\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]|\u00e2\u20ac[\u2122\u0153\u009d\u02dc\u201c\u201d]/,
    /\u221a[\u00a0-\u25ff]/,
    /\u251c[\u00a0-\u25ff]/,
    /(?:[\u0420\u0421][\u0401-\u040f\u0451-\u045f\u0490\u0491\u00a0-\u00bb\u2018-\u203a\u20ac\u2116\u2122]){2}/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** Matches Latin, Greek and Cyrillic letters in UTF-7, such as `+APw-`, which are encoded as base64 of UTF-16. */
const inUtf7 = /\+([AB][A-Za-z0-9+/]{2,80})-/g;

/** Quickly tests a chunk for text that was decoded incorrectly, so that not every cell has to be tested. */
export function mayHoldMojibake(text: string): boolean {
  return (
    mojibakeSigns.some((sign) => text.includes(sign)) ||
    (text.includes("+") && /\+[AB]/.test(text)) ||
    controls.test(text)
  );
}

/**
 * Matches DEL, C1 control characters, which are quotes and letters in other character sets, and ESC, which starts the
 * shift sequences of ISO-2022. NEL is excluded, because NEL is a line break.
 */
const controls = /[\u001b\u007f-\u0084\u0086-\u009f]/;

/**
 * True if a cell contains valid UTF-7, with 16 bits per character, zero padding, and a letter as the first character.
 */
function holdsUtf7(cell: string): boolean {
  return [...cell.matchAll(inUtf7)].some(([, coded = ""]) => {
    const bytes = Buffer.from(coded, "base64");
    const signs = (coded.length * 6) >> 4;
    const text = Buffer.from(bytes.subarray(0, signs * 2))
      .swap16()
      .toString("utf16le");
    const again = Buffer.from(text, "utf16le").swap16().toString("base64").replace(/=+$/, "");
    return again === coded && /^[\u00c0-\u024f\u0370-\u052f]/.test(text) && /^\p{L}/u.test(text);
  });
}

export function countDamage(
  column: ColumnCounts,
  cell: string,
  line: number,
  mayHoldMojibake: boolean,
): void {
  const first = cell.charCodeAt(0);
  column.isFilled ||= isFilled(cell);
  // By default, no field reads cells longer than `longestCell`, because such cells may be embedded documents.
  if (cell.length > longestCell) return;
  if (first >= 48 && first <= 57) {
    if (digits.test(cell)) {
      const counts = first === 48 && cell.length > 1 ? column.zeroLed : column.plain;
      counts.set(cell.length, (counts.get(cell.length) ?? 0) + 1);
      if (counts === column.plain) column.firstLine.lost_zeros ??= line;
      // Numbers with leading zeros are padded codes and cannot have been rounded.
      if (first !== 48 && cell.length >= 16 && cell.endsWith("0")) column.firstLine.rounded_number ??= line;
      return;
    }
    const power = exponent.exec(cell)?.[1];
    if (power !== undefined) {
      countValue(column.exponents, cell, line);
      if (Number(power) >= roundedFrom) column.large++;
      return;
    }
  }
  if (cell.length <= 20 && cell.length >= 4 && mayBeDay.test(cell)) {
    if (isDay(cell)) {
      countValue(column.days, cell, line);
      countDay(column, cell);
      return;
    }
    if (isoDay.test(cell)) {
      column.codes++;
      return;
    }
    if (fullDay.test(cell)) {
      countValue(column.fullDays, cell, line);
      column.codes++;
      return;
    }
  }
  if (cell.length <= 40) column.codes++;
  if (cell.length <= 20 && isMixed(cell)) column.mixedCodes++;
  if (!mayHoldMojibake) return;
  if (twiceDecoded.test(cell)) column.firstLine.mojibake ??= line;
  if (controls.test(cell)) column.firstLine.control_characters ??= line;
  if (cell.includes("+") && holdsUtf7(cell)) column.firstLine.letters_in_utf7 ??= line;
}

/** Records the day of a day and month, such as `1-Mar` or `3月1日`. A number above 31 is a year, as in `99-Mar`. */
function countDay(column: ColumnCounts, cell: string): void {
  const day = Number(/^\d+(?!\d*[月월])|\d+(?=[日일]$)/.exec(cell)?.[0] ?? NaN);
  if (!(day <= 31)) return;
  column.firstDay ??= day;
  column.hasSeveralDays ||= day !== column.firstDay;
}

/** Quickly tests whether a cell has a separator in the same position as a date. */
const mayBeDay = /^\d(?:|.|...)[ ./\u6708\uc6d4-]|^\D.*[ ./\u6708\uc6d4-]..$/s;

/** Months in uppercase letters after a day. Other names, such as `SET` and `OUT`, may be words. */
const uppercaseMonths = /^\d{1,2}\W+(?:JAN|FEB|MAR|MRZ|MÄR|APR|MAY|MAI|JUN|JUL|AUG|SEP|OCT|OKT|NOV|DEC|DEZ)$/;

/** True for a day and month, or a month and year. Excludes codes in uppercase letters, such as `SEP-21`. */
function isDay(cell: string): boolean {
  const found = /\p{L}/u.test(cell) ? dayPattern().exec(cell) : null;
  if (found === null) return false;
  const month = found[1] ?? found[2] ?? "";
  const isUppercase = month === month.toUpperCase() && month !== month.toLowerCase();
  return !isUppercase || uppercaseMonths.test(cell);
}

/** True for a cell that contains both letters and digits, like most codes, but no space and no `@`. */
function isMixed(cell: string): boolean {
  let [letters, digits] = [0, 0];
  for (let i = 0; i < cell.length; i++) {
    const code = cell.charCodeAt(i);
    if (code === 32 || code === 64) return false;
    if (code >= 48 && code <= 57) digits++;
    else if (code >= 65) letters++;
  }
  return letters > 0 && digits > 0;
}

/** Returns the issue for codes that became dates, such as `1-Mar`. */
export function dateIssue({ days, fullDays }: ColumnCounts, label: string): Issue {
  return damageIssue("damaged_date", label, [...days.first, ...fullDays.first], days.count + fullDays.count);
}

export function damageOf(column: ColumnCounts): DamageCode[] {
  const { codes, mixedCodes, exponents, days, fullDays, firstLine } = column;
  const found: DamageCode[] = [];
  const others = codes + sum(column.plain) + sum(column.zeroLed);
  // In a short list, up to half of the codes may be damaged, so half of the column is the threshold. Large numbers
  // with an exponent are always rounded.
  if (exponents.count > 0 && (exponents.count <= others || column.large > 0)) found.push("damaged_number");
  // A column of months and years may contain periods, such as `26-Mar` and `26-Apr`, and a column with only one day may
  // contain the ends of fiscal years, such as `31-Dec`.
  const areDays = days.count > 0 && (column.hasSeveralDays || days.count <= others * 2);
  if (areDays || (fullDays.count > 0 && fullDays.count <= mixedCodes)) found.push("damaged_date");
  if (column.zeroLed.size === 1) {
    const length = [...column.zeroLed.keys()][0]!;
    const led = column.zeroLed.get(length)!;
    const same = column.plain.get(length) ?? 0;
    const shorter = [...column.plain]
      .filter(([size]) => size < length)
      .reduce((all, [, count]) => all + count, 0);
    if (shorter > 0 && led + same >= shorter && led >= 2) found.push("lost_zeros");
  }
  const certain = ["rounded_number", "mojibake", "letters_in_utf7", "control_characters"] as const;
  return [...found, ...certain.filter((code) => firstLine[code] !== undefined)];
}

function sum(counts: ReadonlyMap<number, number>): number {
  let all = 0;
  for (const count of counts.values()) all += count;
  return all;
}

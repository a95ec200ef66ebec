import { filledCount } from "../plain-row.js";
import { damageIssue, mostShown, type DamagedValue } from "../damage.js";
import { usualByColumn, withDoubts, type UsualByColumn } from "../disagreement.js";
import { cellKind, isTyped } from "../cell-kind.js";
import { type Issue, issue } from "../../model/issues.js";
import { longestCell } from "../limits.js";
import type { Row } from "../row.js";
import { commentSign, isProse } from "../header/comments.js";
import { holdsHeadingWord } from "../header/words.js";
import type { TableShape } from "./repair.js";

/** Checks rows as they are read, for problems that are reported but never repaired. */
export class BodyWatch {
  private blankLines = 0;
  private firstBlank = 0;
  private afterBlank = false;
  private movedHeader = 0;
  private previous: readonly string[] = [];
  private readonly folded: string;
  /** The case-folded headings and their lengths. Comparing lengths first quickly rules out most cells. */
  private readonly names: ReadonlySet<string>;
  private readonly lengths: readonly boolean[];
  private readonly columns: ColumnCounts[];
  private readonly usual: UsualByColumn;

  private readonly headings: readonly string[] | null;
  private readonly shape: TableShape;

  constructor(headings: readonly string[] | null, shape: TableShape) {
    this.headings = headings;
    this.shape = shape;
    this.folded = headings === null ? "" : folded(headings);
    this.names = new Set(headings?.filter(isFilled).map((heading) => heading.toLowerCase()));
    const lengths: boolean[] = [];
    for (const name of this.names) lengths[name.length] = true;
    this.lengths = lengths;
    this.usual = usualByColumn(shape.usual ?? []);
    this.columns = Array.from({ length: Math.max(shape.width, shape.rowWidth) }, () => ({
      isFilled: false,
      codes: 0,
      exponents: 0,
      large: 0,
      days: 0,
      fullDays: 0,
      mixedCodes: 0,
      zeroLed: new Map<number, number>(),
      plain: new Map<number, number>(),
      rounded: 0,
      mojibake: 0,
      utf7: 0,
      controls: 0,
      firstLine: {},
      exponentsSeen: [],
      daysSeen: [],
      fullDaysSeen: [],
    }));
  }

  blank(line: number): void {
    if (this.blankLines++ === 0) this.firstBlank = line;
    this.afterBlank = true;
  }

  /** Records that empty rows, such as those in sheets, were skipped. A second table may follow the gap. */
  gap(): void {
    this.afterBlank = true;
  }

  /** True if the next row follows an empty line. */
  get isAfterBlank(): boolean {
    return this.afterBlank;
  }

  /** @param atEnd lines of trailing rows that contain only delimiters. These rows are skipped like empty lines. */
  counts(atEnd: readonly number[] = []): BodyCounts {
    const [first = 0] = [this.firstBlank, ...atEnd].filter((line) => line > 0).toSorted((a, b) => a - b);
    return {
      blankLines: this.blankLines + atEnd.length,
      firstBlank: first,
      movedHeader: this.movedHeader,
      columns: this.columns,
    };
  }

  /** Returns the row, with an issue added if the row does not look like the others. */
  look(row: Row, mayHoldMojibake = true): Row {
    const afterBlank = this.afterBlank;
    this.afterBlank = false;
    const { cells, line } = row;
    const width = Math.min(cells.length, this.columns.length);
    for (let i = 0; i < width; i++) {
      const cell = cells[i]!;
      if (cell === "") continue;
      if (this.shape.dateColumns?.has(i) === true) this.columns[i]!.isFilled ||= isFilled(cell);
      else countDamage(this.columns[i]!, cell, line, mayHoldMojibake);
    }
    const found = this.strange(row, afterBlank);
    this.previous = cells;
    const looked = found === undefined ? row : { ...row, issues: [...(row.issues ?? []), found] };
    return withDoubts(looked, this.usual, this.headings);
  }

  private repeatsHeadings(cells: readonly string[]): boolean {
    const [cell, heading] = [cells[0] ?? "", this.headings?.[0] ?? ""];
    // Most rows differ from the headings in their first cell.
    return (
      cell.length === heading.length &&
      (cell === heading || cell.toLowerCase() === heading.toLowerCase()) &&
      folded(cells) === this.folded
    );
  }

  /** True if every cell is a heading, the order is different, and at least half of the headings occur. */
  private movesHeadings(cells: readonly string[]): boolean {
    if (this.lengths[(cells[0] ?? "").length] !== true || this.names.size < 2) return false;
    const found = cells.filter(isFilled).map((cell) => cell.toLowerCase());
    return (
      found.length >= 2 &&
      found.length * 2 >= this.names.size &&
      found.every((cell) => this.names.has(cell)) &&
      new Set(found).size === found.length &&
      cells.some(
        (cell, index) =>
          isFilled(cell) && cell.toLowerCase() !== (this.headings?.[index] ?? "").toLowerCase(),
      )
    );
  }

  private strange(row: Row, afterBlank: boolean): Issue | undefined {
    const { line, cells } = row;
    if (this.folded !== "" && this.repeatsHeadings(cells)) {
      return issue("repeated_header", { line }, {});
    }
    if (this.movedHeader === 0 && this.movesHeadings(cells)) this.movedHeader = line;
    const first = isFilled(cells[0] ?? "") ? cells[0]! : (cells.find(isFilled) ?? "");
    if (mayBeTotal(first) && total.test(first)) {
      const filled = filledCount(cells);
      // If the first column contains dates or numbers, the row is a total. In other columns, the label may be a
      // company name.
      const isOverValues = this.shape.kinds[0] !== undefined && first === cells[0];
      if (filled * 2 <= this.shape.width || filled <= 2 || grandTotal.test(first) || isOverValues)
        return issue("footer_row", { line }, {});
    }
    if (isRuler(first, cells)) return issue("ruler_row", { line }, {});
    const sign =
      this.shape.blanksLead || !isProse(cells) ? undefined : commentSign.exec(cells[0]!)?.[0].trim();
    if (sign !== undefined) return issue("comment_row", { line }, { sign });
    const { commentsAbove } = this.shape;
    if (commentsAbove !== undefined && cells[0]!.trimStart().startsWith(commentsAbove))
      return issue("row_like_comment", { line }, { sign: commentsAbove });
    if ((afterBlank && filledCount(cells) >= 2 && this.headerLike(cells)) || this.isNested(cells)) {
      return issue("second_table", { line }, {});
    }
    return undefined;
  }

  /**
   * True if the cells are headings for indented details below a record. Such headings are distinct words, and at
   * least three of them are also headings of the table.
   */
  private isNested(cells: readonly string[]): boolean {
    if (isFilled(cells[0] ?? "") || !isFilled(this.headings?.[0] ?? "")) return false;
    const names = cells.filter(isFilled).map((cell) => cell.toLowerCase());
    const known = names.filter((name) => this.lengths[name.length] === true && this.names.has(name));
    return (
      known.length >= 3 &&
      new Set(names).size === names.length &&
      names.every((name) => !isTyped(cellKind(name)))
    );
  }

  /**
   * True if the row is a repeated header. Either it has distinct words above columns of numbers or dates, or every
   * cell contains a known header word.
   */
  private headerLike(cells: readonly string[]): boolean {
    const filled = cells.filter(isFilled);
    if (new Set(filled).size < filled.length) return false;
    if (filled.length >= this.shape.width && filled.every(holdsHeadingWord)) return true;
    let words = 0;
    for (const [index, usual] of this.shape.kinds.entries()) {
      const kind = usual ?? cellKind(this.previous[index] ?? "");
      if (!isTyped(kind)) continue;
      const found = cellKind(cells[index] ?? "");
      if (found === kind) return false;
      if (found === "word" || found === "text") words++;
    }
    return words >= 2;
  }
}

/** Joins headings for comparison. Ignores case, because the header of a second file may differ in case. */
function folded(headings: readonly string[]): string {
  return headings.join("\u0000").toLowerCase();
}

/** Counts for the rows of a whole body or of one piece. Plain data. */
export interface BodyCounts {
  readonly blankLines: number;
  /** Line of the first empty row, or 0. */
  readonly firstBlank: number;
  /** Line of the first row that has the headings in a different order, or 0. */
  readonly movedHeader: number;
  readonly columns: readonly Readonly<ColumnCounts>[];
}

/** Combines the counts of two consecutive pieces. */
export function addCounts(before: BodyCounts, after: BodyCounts): BodyCounts {
  return {
    blankLines: before.blankLines + after.blankLines,
    firstBlank: before.firstBlank || after.firstBlank,
    movedHeader: before.movedHeader || after.movedHeader,
    columns: before.columns.map((column, i) => addColumn(column, after.columns[i]!)),
  };
}

function addColumn(before: ColumnCounts, after: ColumnCounts): ColumnCounts {
  return {
    isFilled: before.isFilled || after.isFilled,
    codes: before.codes + after.codes,
    exponents: before.exponents + after.exponents,
    large: before.large + after.large,
    days: before.days + after.days,
    fullDays: before.fullDays + after.fullDays,
    mixedCodes: before.mixedCodes + after.mixedCodes,
    zeroLed: addLengths(before.zeroLed, after.zeroLed),
    plain: addLengths(before.plain, after.plain),
    rounded: before.rounded + after.rounded,
    mojibake: before.mojibake + after.mojibake,
    utf7: before.utf7 + after.utf7,
    controls: before.controls + after.controls,
    firstLine: { ...after.firstLine, ...before.firstLine },
    exponentsSeen: firstDamaged(before.exponentsSeen, after.exponentsSeen),
    daysSeen: firstDamaged(before.daysSeen, after.daysSeen),
    fullDaysSeen: firstDamaged(before.fullDaysSeen, after.fullDaysSeen),
  };
}

function firstDamaged(before: readonly DamagedValue[], after: readonly DamagedValue[]): DamagedValue[] {
  return [...before, ...after].slice(0, mostShown);
}

function addLengths(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): Map<number, number> {
  const both = new Map(before);
  for (const [length, count] of after) both.set(length, (both.get(length) ?? 0) + count);
  return both;
}

/** Returns the issues of whole columns, once all rows have been read. */
export function watchIssues(
  { blankLines, firstBlank, movedHeader, columns }: BodyCounts,
  headings: readonly string[] | null,
): Issue[] {
  const found: Issue[] = [];
  if (movedHeader > 0) found.push(issue("moved_header", { line: movedHeader }, {}));
  if (blankLines > 0) {
    found.push(issue("blank_lines", { line: firstBlank }, { count: blankLines, line: firstBlank }));
  }
  const blank = columns.flatMap((column, index) =>
    column.isFilled || headings === null || (headings[index] ?? "").trim() !== "" ? [] : [`#${index + 1}`],
  );
  if (blank.length > 0) found.push(issue("blank_columns", {}, { positions: blank.join(", ") }));
  columns.forEach((column, index) => {
    const name = headings?.[index]?.trim() ?? "";
    const label = name === "" ? `#${index + 1}` : name;
    for (const code of damageOf(column)) {
      const { days, daysSeen, fullDays, fullDaysSeen, exponents, exponentsSeen } = column;
      if (code === "damaged_date")
        found.push(damageIssue(code, label, [...daysSeen, ...fullDaysSeen], days + fullDays));
      else if (code === "damaged_number") found.push(damageIssue(code, label, exponentsSeen, exponents));
      else found.push(issue(code, { line: column.firstLine[code], column: label }, { column: label }));
    }
  });
  return found;
}

const total =
  /^\s*(?:grand\s+total|sub-?total|total|totals|sum|summe|gesamt|gesamtsumme|gesamtergebnis|eindtotaal|somme|totale|razem|suma|итого|всего|合计|总计|合計|計)(?:\b|\s|:|$|[^\p{L}])|(?:小计|合计|总计|小計|合計|総計)\s*$/iu;

/** Labels that pivot tables and similar reports use for rows of totals. */
const grandTotal =
  /^\s*(?:grand total|gesamtergebnis|total g[ée]n[ée]ral|totale complessivo|eindtotaal|suma końcowa|総計|总计)\s*$/iu;

/** True if the row contains only horizontal lines drawn with characters, such as `---`. */
function isRuler(first: string, cells: readonly string[]): boolean {
  const sign = first.trimStart().charCodeAt(0);
  if (sign !== 45 && sign !== 61 && sign !== 95 && sign !== 43 && sign !== 124 && sign !== 58) return false;
  const text = cells.join("");
  return /[-=_]{3}/.test(text) && /^[-=_+|: ]+$/.test(text);
}

function isFilled(cell: string): boolean {
  return cell !== "" && cell.trim() !== "";
}

/** Quickly tests whether the label of a total may start with this character. Always true for non-ASCII characters. */
function mayBeTotal(text: string): boolean {
  const first = text.charCodeAt(0);
  return first > 127 || first <= 32 || totalLetters.has(first);
}

const totalLetters: ReadonlySet<number> = new Set([..."gGsStTrReE"].map((letter) => letter.charCodeAt(0)));

type DamageCode =
  | "damaged_number"
  | "damaged_date"
  | "lost_zeros"
  | "rounded_number"
  | "mojibake"
  | "letters_in_utf7"
  | "control_characters";

interface ColumnCounts {
  /** True if at least one cell in the column is not empty. */
  isFilled: boolean;
  /** Number of cells that contain words or codes instead of numbers or dates. */
  codes: number;
  exponents: number;
  /** Number of cells with an exponent of at least `roundedFrom`. */
  large: number;
  days: number;
  /** Number of full dates, and number of single words that contain letters and digits. */
  fullDays: number;
  mixedCodes: number;
  /** Number of cells that contain only digits, by length. Cells with a leading zero are counted separately. */
  readonly zeroLed: Map<number, number>;
  readonly plain: Map<number, number>;
  rounded: number;
  mojibake: number;
  /** Number of cells with UTF-7 letters, which are written in plain ASCII. */
  utf7: number;
  /** Number of cells with ESC or a C1 control character. */
  controls: number;
  firstLine: Partial<Record<Exclude<DamageCode, "damaged_number" | "damaged_date">, number>>;
  /** The first values that may originally have been codes. */
  exponentsSeen: DamagedValue[];
  daysSeen: DamagedValue[];
  fullDaysSeen: DamagedValue[];
}

const exponent = /^\d(?:[.,]\d+)?E\+(\d{1,3})$/;
/** If a number has at least this many digits, spreadsheets display it with an exponent and round it. */
const roundedFrom = 11;
/** Abbreviations of months that spreadsheets use but `Intl` does not produce. */
const otherMonths = "mrz|mär|jän|mrt|sept|févr|janv|avr|juil|ene|dic|gen|giu|lug|set|ott|fev|abr|ago|out|dez";
const monthLanguages =
  "en de fr es it pt nl pl cs sk hu ro bg hr sl sr da nb sv fi et lv lt el tr ru uk be he ar fa ca".split(
    " ",
  );

let day: RegExp | undefined;

/**
 * Returns a pattern for a day and month, or a month and year, as spreadsheets display them: `1-Mar`, `01. Mrz`,
 * `1-mars`, `Mar-01`, `3月1日`. The pattern is built on first use.
 */
function dayPattern(): RegExp {
  if (day !== undefined) return day;
  const names = monthLanguages.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, {
      month: "short",
      timeZone: "UTC",
      calendar: "gregory",
    });
    return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month)).replace(/\.$/, ""));
  });
  const months = [...new Set(names)].filter((name) => /^\p{L}{3,}$/u.test(name)).join("|");
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
/** Every string that was decoded twice contains at least one of these characters. */
const mojibakeSigns = ["\u00c2", "\u00c3", "\u00e2", "\u221a", "\u251c", "\u0420"];
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

/** Matches Latin, Greek and Cyrillic letters in UTF-7, such as `+APw-`, which are base64 of UTF-16. */
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
 * Matches ESC, which starts the shift sequences of ISO-2022, and C1 control characters, which are quotes and letters
 * in other character sets. NEL is excluded, because it is a line break.
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

function countDamage(column: ColumnCounts, cell: string, line: number, mayHoldMojibake: boolean): void {
  const first = cell.charCodeAt(0);
  column.isFilled ||= isFilled(cell);
  // No field reads a cell of this length, which may be an embedded document.
  if (cell.length > longestCell) return;
  if (first >= 48 && first <= 57) {
    if (isDigits(cell)) {
      const counts = first === 48 && cell.length > 1 ? column.zeroLed : column.plain;
      counts.set(cell.length, (counts.get(cell.length) ?? 0) + 1);
      if (counts === column.plain) column.firstLine.lost_zeros ??= line;
      // Numbers with leading zeros are padded codes and cannot have been rounded.
      if (first !== 48 && cell.length >= 16 && cell.endsWith("0")) {
        column.rounded++;
        column.firstLine.rounded_number ??= line;
      }
      return;
    }
    const power = exponent.exec(cell)?.[1];
    if (power !== undefined) {
      column.exponents++;
      if (Number(power) >= roundedFrom) column.large++;
      if (column.exponentsSeen.length < mostShown) column.exponentsSeen.push({ value: cell, line });
      return;
    }
  }
  if (cell.length <= 20 && cell.length >= 4 && mayBeDay(cell, first)) {
    if (isDay(cell)) {
      column.days++;
      if (column.daysSeen.length < mostShown) column.daysSeen.push({ value: cell, line });
      return;
    }
    if (isoDay.test(cell)) {
      column.codes++;
      return;
    }
    if (fullDay.test(cell)) {
      column.fullDays++;
      if (column.fullDaysSeen.length < mostShown) column.fullDaysSeen.push({ value: cell, line });
      column.codes++;
      return;
    }
  }
  if (cell.length <= 40) column.codes++;
  if (cell.length <= 20 && isMixed(cell)) column.mixedCodes++;
  if (mayHoldMojibake && twiceDecoded.test(cell)) {
    column.mojibake++;
    column.firstLine.mojibake ??= line;
  }
  if (mayHoldMojibake && controls.test(cell)) {
    column.controls++;
    column.firstLine.control_characters ??= line;
  }
  if (mayHoldMojibake && cell.includes("+") && holdsUtf7(cell)) {
    column.utf7++;
    column.firstLine.letters_in_utf7 ??= line;
  }
}

/** Quickly tests whether a separator is in the same position as in a date. Used for every cell. */
function mayBeDay(cell: string, first: number): boolean {
  return first >= 48 && first <= 57
    ? isSeparator(cell, 1) || isSeparator(cell, 2) || isSeparator(cell, 4)
    : isSeparator(cell, cell.length - 3);
}

function isSeparator(cell: string, at: number): boolean {
  const code = cell.charCodeAt(at);
  return code === 32 || (code >= 45 && code <= 47) || code === 0x6708 || code === 0xc6d4;
}

/** True for a date that consists of a day and month. Excludes codes in uppercase letters, such as `SEP-21`. */
function isDay(cell: string): boolean {
  const found = /\p{L}/u.test(cell) ? dayPattern().exec(cell) : null;
  if (found === null) return false;
  const month = found[1] ?? found[2] ?? "";
  return month !== month.toUpperCase() || month.toUpperCase() === month.toLowerCase();
}

/** True for a single word of letters and digits, which is how codes look. */
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

function isDigits(cell: string): boolean {
  for (let i = 0; i < cell.length; i++) {
    const code = cell.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

function damageOf(column: ColumnCounts): DamageCode[] {
  const found: DamageCode[] = [];
  const digits = sum(column.plain) + sum(column.zeroLed);
  // In a short list, up to half of the codes may be damaged, so half of the column is the threshold. Large numbers
  // with an exponent are always rounded.
  if (column.exponents > 0 && (column.exponents <= column.codes + digits || column.large > 0))
    found.push("damaged_number");
  const areDays = column.days > 0 && column.days <= (column.codes + digits) * 2;
  if (areDays || (column.fullDays > 0 && column.fullDays <= column.mixedCodes)) found.push("damaged_date");
  if (column.zeroLed.size === 1) {
    const length = [...column.zeroLed.keys()][0]!;
    const led = column.zeroLed.get(length)!;
    const same = column.plain.get(length) ?? 0;
    const shorter = [...column.plain]
      .filter(([size]) => size < length)
      .reduce((all, [, count]) => all + count, 0);
    if (shorter > 0 && led + same > shorter && led >= 2) found.push("lost_zeros");
  }
  if (column.rounded > 0) found.push("rounded_number");
  if (column.mojibake > 0) found.push("mojibake");
  if (column.utf7 > 0) found.push("letters_in_utf7");
  if (column.controls > 0) found.push("control_characters");
  return found;
}

function sum(counts: ReadonlyMap<number, number>): number {
  let all = 0;
  for (const count of counts.values()) all += count;
  return all;
}

import { issue, type Issue, type IssueCode } from "../model/issues.js";
import { cellKind } from "./cell-kind.js";
import { cellsInWords, damageIssue, mostShown, type DamagedValue } from "./damage.js";
import { columnName } from "./heading.js";
import type { Row } from "./row.js";

/**
 * Codes that describe how a number is written. `number` marks a number whose decimal point must not be mistaken for a
 * thousands separator. `text_in_format` is reported once per column. `scientific_format` is reported only for a column
 * of codes, as `damaged_number`.
 */
export type NumberCode = "number" | "scientific_format" | "text_in_format";

export function isNumberCode(code: string): code is NumberCode {
  return code === "number" || code === "scientific_format" || code === "text_in_format";
}

/**
 * The meaning of the numbers, dates, percentages or codes in a column, and the issues with any cells that contradict
 * this meaning. Cells are read unchanged. An ambiguous cell is reported as an issue with its row. If a spreadsheet
 * changed codes to dates or numbers, the codes cannot be restored, so an issue is reported for the column.
 */
export interface ColumnMeaning {
  /** The usual kind of cell in the column. Cells of a different kind are questionable. */
  readonly usual?: Usual | undefined;
  readonly issues: readonly ColumnIssue[];
}

interface ColumnIssue {
  readonly code: ColumnCode;
  readonly values: readonly DamagedValue[];
  readonly count: number;
}

/** In a column of `rates`, plain numbers above 1 show that 1 means 1%, but a number below 1 is still questionable. */
export type Usual = "percentages" | "rates" | "shares" | "dates" | "dates as text";

type ColumnCode = Extract<IssueCode, "mixed_percent" | "damaged_date" | "damaged_number">;

interface CellsOfRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Known issues with individual cells. Cells with an error are ignored when kinds are counted. */
  readonly cellIssues?: readonly { readonly index: number; readonly code: string }[];
}

/** Minimum number of values in a column for concluding that dates among numbers were originally codes. */
const few = 5;

/**
 * `rows` contains the first rows of the table, or all rows. `isWorkbook` is true if ISO dates are cells with a date
 * format, which a spreadsheet may have created from codes. In a text file, ISO dates are always intentional.
 */
export function columnMeanings(
  rows: readonly CellsOfRow[],
  width: number,
  isWorkbook: boolean,
): readonly ColumnMeaning[] {
  return Array.from({ length: width }, (_, index) => {
    const seen = countKinds(rows, index);
    const issues: ColumnIssue[] = [];
    const report: Report = (code, ...kinds) => {
      const values = kinds.flatMap((kind) => seen.first.get(kind) ?? []).sort((a, b) => a.line - b.line);
      issues.push({ code, values: values.slice(0, mostShown), count: count(seen, ...kinds) });
    };
    const usual = percentages(seen, report) ?? (isWorkbook ? dates(seen, report) : undefined);
    if (isWorkbook && seen.codeNumbers.length > 0 && areCodesBeside(seen, plain(seen)))
      issues.push({ code: "damaged_number", values: seen.codeNumbers, count: seen.codeNumbers.length });
    return { usual, issues };
  });
}

export function meaningIssues(
  meanings: readonly ColumnMeaning[],
  headings: readonly string[] | null,
): readonly Issue[] {
  return meanings.flatMap(({ issues }, index) => {
    const column = columnName(headings, index);
    return issues.map(({ code, values, count: all }) =>
      code === "mixed_percent"
        ? issue(code, { line: values[0]?.line, column }, { column, values: cellsInWords(values, all) })
        : damageIssue(code, column, values, all),
    );
  });
}

export type UsualByColumn = readonly (readonly [number, Usual])[];

/** Returns the columns that may contain doubtful cells. Most tables have none. */
export function usualByColumn(usual: readonly (Usual | undefined)[]): UsualByColumn {
  return usual.flatMap((each, index) => (each === undefined ? [] : [[index, each] as const]));
}

/** Adds an issue to the row for each doubtful cell that has no other issue. */
export function withDoubts(row: Row, usual: UsualByColumn, headings: readonly string[] | null): Row {
  const { line, cells, issues = [] } = row;
  const doubts = usual.flatMap(([index, each]) => {
    const value = cells[index]?.trim() ?? "";
    const found = value === "" ? undefined : disagreement(value, each);
    const column = columnName(headings, index);
    const isReported = issues.some((other) => other.column === column);
    return found === undefined || isReported ? [] : [issue("value_in_doubt", { line, column, value }, found)];
  });
  return doubts.length === 0 ? row : { ...row, issues: [...issues, ...doubts] };
}

/**
 * Describes the conflict if a cell differs in kind from most cells in its column. Percentages and other numbers are
 * quoted. Dates are not, because they may be personal.
 */
function disagreement(
  cell: string,
  usual: Usual,
): { readonly found: string; readonly others: string } | undefined {
  const kind = kindOf(cell);
  switch (usual) {
    case "percentages":
    case "rates":
      return kind === "share" || (kind === "one" && usual === "percentages")
        ? {
            found: quoted(cell),
            others: "have a percent sign. It is not clear whether this number is a percentage or a fraction",
          }
        : undefined;
    case "shares":
      return cell.endsWith("%") && kind === "percent"
        ? { found: quoted(cell), others: "have no percent sign" }
        : undefined;
    case "dates":
      if (kind === "number" || kind === "share" || kind === "one")
        return { found: "a number", others: "contain dates" };
      return kind === "date as text" ? { found: "a date as text", others: "contain dates" } : undefined;
    case "dates as text":
      return kind === "date" ? { found: "a date", others: "contain dates as text" } : undefined;
  }
}

function quoted(cell: string): string {
  return cell.length > 12 ? "a number" : cell;
}

/** `share`: less than 1. */
type Kind =
  | "percent"
  | "share"
  | "one"
  | "number"
  | "zero"
  | "date"
  | "date as text"
  | "time"
  | "code"
  | "other";

type Report = (code: ColumnCode, ...kinds: readonly Kind[]) => void;

interface KindCounts {
  filled: number;
  readonly counts: Map<Kind, number>;
  /** The first `mostShown` cells of each kind. */
  readonly first: Map<Kind, DamagedValue[]>;
  /** Distinct codes, up to 1,000. */
  readonly codes: Set<string>;
  /** Number of codes that contain both letters and digits. */
  mixedCodes: number;
  /** Number of whole numbers greater than 1. */
  wholes: number;
  /** Numbers that may have been codes, such as 503E9. */
  readonly codeNumbers: DamagedValue[];
  /** True if a date has a day above 12, which shows that day and month were not swapped. */
  hasLateDay: boolean;
  /**
   * True if a date that is still text has a day above 12. A spreadsheet that swaps day and month cannot convert such
   * a date.
   */
  hasLatePart: boolean;
}

function countKinds(rows: readonly CellsOfRow[], index: number): KindCounts {
  const seen: KindCounts = {
    filled: 0,
    counts: new Map(),
    first: new Map(),
    codes: new Set(),
    mixedCodes: 0,
    wholes: 0,
    codeNumbers: [],
    hasLateDay: false,
    hasLatePart: false,
  };
  for (const { line, cells, cellIssues } of rows) {
    const cell = cells[index]?.trim() ?? "";
    const known = cellIssues?.find((found) => found.index === index)?.code;
    if (cell === "" || (known !== undefined && !isNumberCode(known))) continue;
    seen.filled += 1;
    const kind = kindOf(cell);
    const before = seen.counts.get(kind) ?? 0;
    seen.counts.set(kind, before + 1);
    if (before === 0) seen.first.set(kind, [{ value: cell, line }]);
    else if (before < mostShown) seen.first.get(kind)!.push({ value: cell, line });
    if (kind === "number" && /^\d+$/.test(cell)) seen.wholes += 1;
    if (kind === "code") {
      if (seen.codes.size < 1_000) seen.codes.add(cell);
      if (/\d/.test(cell) && /\p{L}/u.test(cell)) seen.mixedCodes += 1;
    } else if (kind === "number" && (known === "scientific_format" || /^\d+0{6}$/.test(cell)))
      seen.codeNumbers.push({ value: cell, line });
    else if (kind === "date") seen.hasLateDay ||= Number(cell.slice(8, 10)) > 12;
    else if (kind === "date as text")
      seen.hasLatePart ||= /^(?:1[3-9]|[23]\d)\D|^\d+\D(?:1[3-9]|[23]\d)\D/.test(cell);
  }
  return seen;
}

function kindOf(cell: string): Kind {
  const first = cell.charCodeAt(0);
  if ((first >= 48 && first <= 57) || (first >= 44 && first <= 46)) {
    if (/^-?(?:\d+(?:[.,]\d+)?|[.,]\d+)$/.test(cell)) {
      // A number with a leading zero is a code.
      if (/^-?0\d/.test(cell)) return "code";
      const size = Math.abs(Number(cell.replace(",", ".")));
      return size === 0 ? "zero" : size < 1 ? "share" : size === 1 ? "one" : "number";
    }
    if (/^-?(?:\d+(?:[.,]\d+)?|[.,]\d+)\s?%$/.test(cell)) return "percent";
    if (/^\d{4}-\d\d-\d\d(?:[T ]|$)/.test(cell)) return "date";
    // Cells with the format of a time or duration have seconds. A time without seconds is text.
    if (/^-?\d+:\d\d:\d\d(?:\.\d+)?$/.test(cell)) return "time";
    if (/^\d{1,2}:\d\d$/.test(cell)) return "other";
  }
  if (cell.length > 20) return "other";
  if (/^(?:\d|\p{L}{3,9}\.? \d)/u.test(cell) && cellKind(cell) === "date") return "date as text";
  return /\s/.test(cell) ? "other" : "code";
}

function count({ counts }: KindCounts, ...kinds: readonly Kind[]): number {
  return kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
}

const plain = (seen: KindCounts): number => count(seen, "share", "one", "number", "zero");

/**
 * True if at most one non-empty cell, or at most 10% of the non-empty cells, is of an unexpected kind. `cells` is the
 * number of cells of the expected kinds. In a column with many kinds of cells, differences are normal.
 */
function areNearlyAll({ filled }: KindCounts, cells: number): boolean {
  return filled - cells <= Math.max(1, filled / 10);
}

function areBoth(seen: KindCounts, some: number, others: number): boolean {
  return some > 0 && others > 0 && areNearlyAll(seen, some + others);
}

/**
 * True if a column contains codes besides `others` dates or numbers that may have been codes. Most cells must be codes
 * that differ from row to row, unlike words such as `open`. In short lists, it is sufficient that a third of the cells
 * are codes that contain both letters and digits.
 */
function areCodesBeside(seen: KindCounts, others: number): boolean {
  const codes = count(seen, "code");
  const differ = seen.codes.size > 2 && seen.codes.size * 4 > Math.min(codes, 1_000) * 3;
  const areCodes = (differ && codes > others) || seen.mixedCodes * 2 >= others;
  return areCodes && areBoth(seen, codes, others);
}

/**
 * Checks a column of percentages. The value 0.07 means 7% if percentages are stored as fractions, but 0.07% next to
 * values with a percent sign. If most plain numbers are above 1, they are percentages, and 1 means 1%.
 */
function percentages(seen: KindCounts, report: Report): Usual | undefined {
  const [percents, shares, numbers] = [
    count(seen, "percent"),
    count(seen, "share", "one"),
    count(seen, "number"),
  ];
  if (!areNearlyAll(seen, percents + plain(seen))) return undefined;
  if (percents === 0) return shares > numbers ? "shares" : undefined;
  if (numbers > 0) report("mixed_percent", numbers + shares > percents ? "percent" : "number");
  if (numbers > shares) return "rates";
  return shares > percents ? "shares" : "percentages";
}

/** Checks a column of dates. Times are damage only among codes, because people may enter times in several ways. */
function dates(seen: KindCounts, report: Report): Usual | undefined {
  const all = count(seen, "date");
  const moments = count(seen, "date", "time");
  if (areBoth(seen, all, count(seen, "date as text"))) {
    // A spreadsheet that swaps day and month converts 03/04 to a date but leaves 17/03 as text.
    return seen.hasLatePart && !seen.hasLateDay ? "dates as text" : "dates";
  }
  const numbers = count(seen, "share", "one", "number");
  if (areBoth(seen, all, numbers)) {
    if (numbers > all && (seen.filled >= few || seen.wholes === numbers)) report("damaged_date", "date");
    if (numbers <= all || seen.filled < few) return "dates";
  } else if (moments > 0 && areCodesBeside(seen, moments)) report("damaged_date", "date", "time");
  return undefined;
}

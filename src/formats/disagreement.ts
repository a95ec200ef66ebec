import { issue, type Issue, type IssueCode } from "../model/issues.js";
import { cellKind } from "./cell-kind.js";
import { damageIssue, mostSeen, type SeenValue } from "./damage.js";
import type { Row } from "./row.js";

/** `number` has decimals. The others are reported once for their column, `scientific_format` only if it is a column of codes. */
export type NumberCode = "number" | "scientific_format" | "text_in_format";

/** Whether a code says how a number is written, and nothing is wrong with the cell itself. */
export function isNumberCode(code: string): code is NumberCode {
  return code === "number" || code === "scientific_format" || code === "text_in_format";
}

/**
 * Columns whose cells disagree about what a number, a date, a percentage or a code means. Each cell is read as it is. A cell that nobody
 * can interpret for certain is in doubt, and its row says so. A code that a spreadsheet turned into a date or a number is gone for good,
 * and its column says so.
 */
export interface ColumnMeaning {
  /** What the cells of the column are, if one that disagrees is in doubt. */
  readonly usual?: Usual | undefined;
  readonly issues: readonly ColumnIssue[];
}

interface ColumnIssue {
  readonly code: ColumnCode;
  readonly values: readonly SeenValue[];
  readonly count: number;
}

export type Usual = "percentages" | "shares" | "dates" | "dates as text";

type ColumnCode = Extract<IssueCode, "mixed_percent" | "damaged_date" | "damaged_number">;

interface CellsOfRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** What is known of single cells. A cell with an error has no kind. */
  readonly cellIssues?: readonly { readonly index: number; readonly code: string }[];
}

/** Fewer values are no column of ids or codes. */
const few = 5;

/**
 * Returns what each column means.
 *
 * @param rows the rows of the table, or the first of them
 * @param isWorkbook whether ISO dates are cells with a date format, as a spreadsheet makes them of codes. In a text file they are meant
 */
export function columnMeanings(
  rows: readonly CellsOfRow[],
  width: number,
  isWorkbook: boolean,
): readonly ColumnMeaning[] {
  return Array.from({ length: width }, (_, index) => {
    const seen = countKinds(rows, index);
    const issues: ColumnIssue[] = [];
    const report = (code: ColumnCode, kind: Kind): void => {
      issues.push({ code, values: seen.first.get(kind) ?? [], count: count(seen, kind) });
    };
    const usual = percentages(seen, report) ?? (isWorkbook ? dates(seen, report) : undefined);
    if (isWorkbook && seen.codeNumbers.length > 0 && areCodesBeside(seen, plain(seen)))
      issues.push({ code: "damaged_number", values: seen.codeNumbers, count: seen.codeNumbers.length });
    return { usual, issues };
  });
}

/** The issues of whole columns. */
export function meaningIssues(
  meanings: readonly ColumnMeaning[],
  headings: readonly string[] | null,
): readonly Issue[] {
  return meanings.flatMap(({ issues }, index) => {
    const column = headings?.[index] || `#${index + 1}`;
    return issues.map(({ code, values, count: all }) =>
      code === "mixed_percent"
        ? issue(code, { line: values[0]?.line, column }, { column })
        : damageIssue(code, column, values, all),
    );
  });
}

export type UsualByColumn = readonly (readonly [number, Usual])[];

/** The columns in which a cell may be in doubt. Most tables have none. */
export function usualByColumn(usual: readonly (Usual | undefined)[]): UsualByColumn {
  return usual.flatMap((each, index) => (each === undefined ? [] : [[index, each] as const]));
}

/** The row, with an issue for each cell in doubt. */
export function withDoubts(row: Row, usual: UsualByColumn, headings: readonly string[] | null): Row {
  if (usual.length === 0) return row;
  const { line, cells, issues = [] } = row;
  const doubts = usual.flatMap(([index, each]) => {
    const value = cells[index]?.trim() ?? "";
    const found = value === "" ? undefined : disagreement(value, each);
    const column = headings?.[index] || `#${index + 1}`;
    // What else is wrong with the cell was reported.
    const isReported = issues.some((other) => other.column === column);
    return found === undefined || isReported ? [] : [issue("value_in_doubt", { line, column, value }, found)];
  });
  return doubts.length === 0 ? row : { ...row, issues: [...issues, ...doubts] };
}

/** Says what is wrong if a cell disagrees with what its column usually is. */
function disagreement(
  cell: string,
  usual: Usual,
): { readonly found: string; readonly others: string } | undefined {
  switch (usual) {
    case "percentages":
      return kindOf(cell) === "share" ? { found: "a plain number", others: "percentages" } : undefined;
    case "shares":
      return cell.endsWith("%") && kindOf(cell) === "percent"
        ? { found: "a percentage", others: "plain numbers" }
        : undefined;
    case "dates": {
      const kind = kindOf(cell);
      if (kind === "number" || kind === "share") return { found: "a number", others: "dates" };
      return kind === "date as text" ? { found: "a date as text", others: "dates" } : undefined;
    }
    case "dates as text":
      return kindOf(cell) === "date" ? { found: "a date", others: "dates as text" } : undefined;
  }
}

type Kind = "percent" | "share" | "number" | "zero" | "date" | "date as text" | "code" | "other";

interface Seen {
  filled: number;
  readonly counts: Map<Kind, number>;
  /** The first cells of each kind. */
  readonly first: Map<Kind, SeenValue[]>;
  /** Different codes, as many as matter. */
  readonly codes: Set<string>;
  /** Codes with letters and digits. */
  mixedCodes: number;
  /** Numbers that may have been codes such as 503E9. */
  readonly codeNumbers: SeenValue[];
  /** Whether a date has a day above 12, so that its day and month cannot be exchanged. */
  hasLateDay: boolean;
  /** Whether a date that stayed text has a part above 12, so that a spreadsheet may not have understood it. */
  hasLatePart: boolean;
}

function countKinds(rows: readonly CellsOfRow[], index: number): Seen {
  const seen: Seen = {
    filled: 0,
    counts: new Map(),
    first: new Map(),
    codes: new Set(),
    mixedCodes: 0,
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
    else if (before < mostSeen) seen.first.get(kind)!.push({ value: cell, line });
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
      // A leading zero makes a code of digits.
      if (/^-?0\d/.test(cell)) return "code";
      const size = Math.abs(Number(cell.replace(",", ".")));
      return size === 0 ? "zero" : size <= 1 ? "share" : "number";
    }
    if (/^-?(?:\d+(?:[.,]\d+)?|[.,]\d+)\s?%$/.test(cell)) return "percent";
    if (/^\d{4}-\d\d-\d\d(?:[T ]|$)/.test(cell)) return "date";
  }
  if (cell.length > 20) return "other";
  if (/^(?:\d|\p{L}{3,9}\.? \d)/u.test(cell) && cellKind(cell) === "date") return "date as text";
  return /\s/.test(cell) ? "other" : "code";
}

function count({ counts }: Seen, ...kinds: readonly Kind[]): number {
  return kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
}

const plain = (seen: Seen): number => count(seen, "share", "number", "zero");

/** Whether hardly any cell is of another kind. A column of values of many kinds disagrees about nothing. */
function areNearlyAll({ filled }: Seen, cells: number): boolean {
  return filled - cells <= Math.max(1, filled / 10);
}

function areBoth(seen: Seen, some: number, others: number): boolean {
  return some > 0 && others > 0 && areNearlyAll(seen, some + others);
}

/**
 * Whether most cells are codes. Codes differ from row to row; words in place of a value, such as `open`, do not. In a short list a third
 * may be codes with letters and digits, which are no words.
 */
function areCodesBeside(seen: Seen, others: number): boolean {
  const codes = count(seen, "code");
  const differ = seen.codes.size > 2 && seen.codes.size * 4 > Math.min(codes, 1_000) * 3;
  const areCodes = (differ && codes > others) || seen.mixedCodes * 2 >= others;
  return areCodes && areBoth(seen, codes, others);
}

/** 0.07 means 7% among percentages that were written as plain numbers, and 0.07% in a column of percentages. */
function percentages(seen: Seen, report: (code: ColumnCode, kind: Kind) => void): Usual | undefined {
  const [percents, shares, numbers] = [count(seen, "percent"), count(seen, "share"), count(seen, "number")];
  if (!areNearlyAll(seen, percents + plain(seen))) return undefined;
  if (percents === 0) return shares > numbers ? "shares" : undefined;
  if (numbers > 0) report("mixed_percent", numbers > percents ? "percent" : "number");
  return shares > percents ? "shares" : "percentages";
}

function dates(seen: Seen, report: (code: ColumnCode, kind: Kind) => void): Usual | undefined {
  const all = count(seen, "date");
  if (areBoth(seen, all, count(seen, "date as text"))) {
    // A spreadsheet that takes the day for the month makes dates of 03/04 and leaves 17/03 as text.
    return seen.hasLatePart && !seen.hasLateDay ? "dates as text" : "dates";
  }
  const numbers = count(seen, "share", "number");
  if (areBoth(seen, all, numbers)) {
    if (numbers <= all || seen.filled < few) return "dates";
    report("damaged_date", "date");
  } else if (all > 0 && areCodesBeside(seen, all)) report("damaged_date", "date");
  return undefined;
}

import { cellKind } from "./cell-kind.js";
import type { GridRow } from "./grid.js";

/**
 * Columns whose cells disagree about what they are: percentages and plain numbers, dates and other dates, codes that a spreadsheet
 * turned into dates or numbers. Each was read as it is; nobody can know what was meant.
 */
export interface MixedColumns {
  /** Cells that are unlike most of their column, by row. */
  readonly cells: ReadonlyMap<GridRow, readonly { readonly index: number; readonly code: CellDoubt }[]>;
  /** Columns, each with its first line. */
  readonly columns: readonly { readonly index: number; readonly line: number; readonly code: ColumnDoubt }[];
}

/** Fewer values are no column of codes or numbers. */
const few = 5;

type CellDoubt = "percent_in_doubt" | "date_in_doubt";
type ColumnDoubt = "damaged_date" | "damaged_number" | "mixed_percent";

type Kind = "percent" | "share" | "number" | "zero" | "date" | "other date" | "code" | "other";

export function mixedColumns(body: readonly GridRow[], width: number): MixedColumns {
  const cells = new Map<GridRow, { index: number; code: CellDoubt }[]>();
  const columns: { index: number; line: number; code: ColumnDoubt }[] = [];
  const doubt = (rows: readonly GridRow[], index: number, code: CellDoubt): void => {
    for (const row of rows) cells.set(row, [...(cells.get(row) ?? []), { index, code }]);
  };
  for (let index = 0; index < width; index++) {
    const of = rowsByKind(body, index);
    const rows = (...kinds: readonly Kind[]): readonly GridRow[] =>
      kinds.flatMap((kind) => of.get(kind) ?? []);
    const filled = body.filter((row) => (row.cells[index] ?? "") !== "").length;
    // A column of values of many kinds, as beside keys, disagrees about nothing.
    const areAll = (some: readonly GridRow[], others: readonly GridRow[]): boolean =>
      some.length > 0 &&
      others.length > 0 &&
      filled - some.length - others.length <= Math.max(1, filled / 10);

    const [percents, shares, numbers] = [rows("percent"), rows("share"), rows("share", "number", "zero")];
    if (areAll(percents, numbers)) {
      // A share of 0.07 means 7%, or 0.07% in a column of percentages.
      if (shares.length > 0 && shares.length <= percents.length) doubt(shares, index, "percent_in_doubt");
      if (percents.length <= shares.length) doubt(percents, index, "percent_in_doubt");
      const [first] = rows("number");
      if (first !== undefined) columns.push({ index, line: first.line, code: "mixed_percent" });
    }

    const [dates, otherDates, codes] = [rows("date"), rows("other date"), codesAmong(rows("code"), index)];
    const ofOtherKind = areAll(dates, codes) ? codes : areAll(dates, numbers) ? rows("share", "number") : [];
    const [firstDate] = dates;
    if (firstDate !== undefined && ofOtherKind.length > dates.length && filled >= few)
      columns.push({ index, line: firstDate.line, code: "damaged_date" });
    else if (ofOtherKind !== codes && ofOtherKind.length <= dates.length)
      doubt(ofOtherKind, index, "date_in_doubt");
    // Dates that stayed text are those that a spreadsheet could not read: it may have taken the day of the others for the month.
    if (areAll(dates, otherDates)) {
      if (otherDates.length <= dates.length) doubt(otherDates, index, "date_in_doubt");
      if (dates.length <= otherDates.length) doubt(dates, index, "date_in_doubt");
    }
    const scientific = numbers.find((row) => isScientific(row, index));
    if (scientific !== undefined && codes.length > numbers.length && codes.length * 2 > filled)
      columns.push({ index, line: scientific.line, code: "damaged_number" });
  }
  return { cells, columns };
}

function rowsByKind(body: readonly GridRow[], index: number): ReadonlyMap<Kind, readonly GridRow[]> {
  const rows = new Map<Kind, GridRow[]>();
  for (const row of body) {
    const kind = kindOf(row.cells[index] ?? "");
    const same = rows.get(kind);
    if (same === undefined) rows.set(kind, [row]);
    else same.push(row);
  }
  return rows;
}

function kindOf(cell: string): Kind {
  if (cell === "") return "other";
  if (/^-?\d+(?:\.\d+)?$/.test(cell)) {
    const size = Math.abs(Number(cell));
    // A leading zero makes a code of digits.
    return /^-?0\d/.test(cell) ? "code" : size === 0 ? "zero" : size <= 1 ? "share" : "number";
  }
  if (/^-?\d+(?:[.,]\d+)?\s?%$/.test(cell)) return "percent";
  if (/^\d{4}-\d\d-\d\d(?:T|$)/.test(cell)) return "date";
  if (cell.length <= 20 && /\d/.test(cell) && cellKind(cell) === "date") return "other date";
  return cell.length <= 20 && !/\s/.test(cell.trim()) ? "code" : "other";
}

/** Codes differ from row to row, and words such as `open` in place of a date do not. */
function codesAmong(rows: readonly GridRow[], index: number): readonly GridRow[] {
  const different = new Set(rows.map((row) => row.cells[index]));
  return different.size > 2 && different.size * 4 > rows.length * 3 ? rows : [];
}

/** Whether a number looks as a code such as 503E9 does once a spreadsheet has read it: by its format, or by its zeros. */
function isScientific({ cells, cellIssues = [] }: GridRow, index: number): boolean {
  return (
    cellIssues.some((found) => found.index === index && found.code === "scientific_format") ||
    /^\d+0{6}$/.test(cells[index] ?? "")
  );
}

import { type CellKind, isTyped } from "./cell-kind.js";
import type { Usual } from "./disagreement.js";
import { columnShapes, leadingBlanks } from "./header/columns.js";
import { isFilled, type PlainRow } from "./plain-row.js";
import type { Dialect } from "./text/split-row.js";
import { isTotalLabel } from "./totals.js";

/** This module describes the usual rows of a table, to which other rows are compared. */

export interface TableShape {
  readonly dialect: Dialect;
  readonly width: number;
  /**
   * The most common number of cells per row, which is larger than `width` if the rows end with a delimiter but the
   * header does not.
   */
  readonly rowWidth: number;
  /** For each column, the kind of nearly all cells, if headings are never of this kind. */
  readonly kinds: readonly (CellKind | undefined)[];
  /**
   * For each column, the usual kind of cell. Undefined for columns in which other kinds of cells are not suspicious.
   */
  readonly usual?: readonly (Usual | undefined)[];
  /** Columns in which every date is genuine, rather than a code that a spreadsheet converted to a date. */
  readonly dateColumns?: ReadonlySet<number> | undefined;
  /**
   * True if cells sometimes start with a space. If cells normally do not start with a space, a cell with a leading
   * space suggests a different delimiter.
   */
  readonly blanksLead: boolean;
  /**
   * True if quotes are treated as text because no quoted cells were detected, rather than because of the
   * configuration. If so, a quote at the start of a cell is reported.
   */
  readonly quoteInDoubt: boolean;
  /** True for an unusual dialect. Each row read with an unusual dialect is checked for lost characters. */
  readonly isUnusual: boolean;
  /** The character that starts the comments above the table. A row that starts with this character is reported. */
  readonly commentsAbove?: string | undefined;
  /**
   * For each column, whether all, some or none of the cells have a value. Only rows of the correct width are counted.
   */
  readonly filled: readonly ("all" | "some" | "none")[];
  /** Indexes of the columns in which every record has a value. Rows labeled as totals are not records. */
  readonly required: readonly number[];
  /**
   * Index of the first trailing column that has no heading and is mostly empty, or the width if there is no such
   * column.
   */
  readonly unnamedFrom: number;
  /**
   * In a table without a header, a cell beyond `unnamedFrom` counts as extra only if joining two other cells explains
   * it.
   */
  readonly isHeadless?: boolean;
}

/** In a table with fewer records, a blank cell is not evidence that a row is a total. */
const leastRecords = 3;

export function tableShape(
  dialect: Dialect,
  width: number,
  body: readonly PlainRow[],
  rowWidth = width,
  quoteInDoubt = false,
  isUnusual = false,
): TableShape {
  const columns = columnShapes(body, rowWidth).slice(0, width);
  const kinds = columns.map((column) =>
    column.filled >= 3 && column.share >= 0.9 && isTyped(column.kind) ? column.kind : undefined,
  );
  const counted = body.filter(({ cells }) => cells.length === rowWidth).slice(0, 300);
  const filled = columns.map((column) =>
    column.filled === 0 ? "none" : column.filled < counted.length ? "some" : "all",
  );
  const records = counted.filter(({ cells }) => !isTotalLabel(cells.find(isFilled) ?? ""));
  const isRequired = (column: number): boolean => records.every(({ cells }) => isFilled(cells[column]!));
  const required = records.length < leastRecords ? [] : [...columns.keys()].filter(isRequired);
  // Rows in which every cell starts with a space are excluded, because the result is used to detect such rows.
  const usual = body.filter((row) => !allLed(row.cells));
  const blanksLead = usual.length < body.length * 0.7 || leadingBlanks(usual, width) > 0.05;
  return {
    dialect,
    width,
    rowWidth,
    kinds,
    blanksLead,
    quoteInDoubt,
    isUnusual,
    filled,
    required,
    unnamedFrom: width,
  };
}

/** True if at least two cells after the first one are not empty and all of these cells start with a space. */
function allLed(cells: readonly string[]): boolean {
  const others = cells.slice(1).filter((cell) => cell !== "");
  return others.length >= 2 && others.every((cell) => cell.startsWith(" "));
}

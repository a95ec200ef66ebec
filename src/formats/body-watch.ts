import { areNamed } from "./header/words.js";
import { filledCount, isFilled } from "./plain-row.js";
import { damageIssue } from "./damage.js";
import {
  addColumn,
  type ColumnCounts,
  countDamage,
  damageOf,
  dateIssue,
  noCounts,
} from "./text/column-damage.js";
import { usualByColumn, withDoubts, type UsualByColumn } from "./disagreement.js";
import { cellKind, isTyped } from "./cell-kind.js";
import { type Issue, issue } from "../model/issues.js";
import type { Row } from "./row.js";
import { commentSign, isProse } from "./header/comments.js";
import { holdsHeadingWord } from "./header/words.js";
import type { TableShape } from "./table-shape.js";
import { isGrandTotal, isTotalLabel, startsLikeTotal } from "./totals.js";

/** Checks rows as they are read for problems that are reported but never repaired. */
export class BodyWatch {
  private blankLines = 0;
  private firstBlank = 0;
  private afterBlank = false;
  private movedHeader = 0;
  private previous: readonly string[] = [];
  private readonly folded: string;
  private readonly foldedHeadings: readonly string[];
  /** The case-folded headings. */
  private readonly names: ReadonlySet<string>;
  private readonly columns: ColumnCounts[];
  private readonly usual: UsualByColumn;

  private readonly headings: readonly string[] | null;
  private readonly shape: TableShape;

  constructor(headings: readonly string[] | null, shape: TableShape) {
    this.headings = headings;
    this.shape = shape;
    this.folded = headings === null ? "" : folded(headings);
    this.foldedHeadings = headings?.map(foldedCell) ?? [];
    this.names = new Set(headings?.filter(isFilled).map((heading) => heading.toLowerCase()));
    this.usual = usualByColumn(shape.usual ?? []);
    this.columns = Array.from({ length: Math.max(shape.width, shape.rowWidth) }, noCounts);
  }

  /** Records skipped empty lines, starting at `line`. A second table may follow. */
  blank(line: number, count = 1): void {
    if (this.blankLines === 0) this.firstBlank = line;
    this.blankLines += count;
    this.afterBlank = true;
  }

  /** Records a gap that is not reported. A second table may follow. */
  gap(): void {
    this.afterBlank = true;
  }

  /** True if the next row follows an empty line. */
  get isAfterBlank(): boolean {
    return this.afterBlank;
  }

  /**
   * `atEnd` contains the line numbers of trailing rows that contain only delimiters. These rows are skipped like empty
   * lines.
   */
  counts(atEnd: readonly number[] = []): BodyCounts {
    const [first = 0] = [this.firstBlank, ...atEnd].filter((line) => line > 0).toSorted((a, b) => a - b);
    return {
      blankLines: this.blankLines + atEnd.length,
      firstBlank: first,
      movedHeader: this.movedHeader,
      columns: this.columns,
    };
  }

  /** Returns the row, with an issue added if the row does not look like the other rows. */
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
    return this.usual.length === 0 ? looked : withDoubts(looked, this.usual, this.headings);
  }

  private repeatsHeadings(cells: readonly string[]): boolean {
    const isFirstBlank = this.foldedHeadings[0] === "" && !isFilled(cells[0] ?? "");
    // Most rows already differ from the headings in their first cell.
    return (isFirstBlank || this.repeatsHeading(cells, 0)) && folded(cells) === this.folded;
  }

  /**
   * True if at least half of the cells repeat the heading of their own column, and no cell is a number or date. The row
   * is then the header of another file, in which some columns have different headings. A checked cell of a checkbox
   * column may also repeat its heading. The first cell must therefore repeat its heading or be a common column name.
   */
  private resemblesHeadings(cells: readonly string[]): boolean {
    const first = cells.findIndex(isFilled);
    // In most rows, neither of the first two cells repeats its heading.
    const isHeading =
      this.repeatsHeading(cells, first) ||
      (this.repeatsHeading(cells, first + 1) && areNamed([cells[first] ?? ""]));
    if (!isHeading) return false;
    const same = cells.filter((_, at) => this.repeatsHeading(cells, at)).length;
    return same >= 2 && same * 2 >= filledCount(cells) && !cells.some((cell) => isTyped(cellKind(cell)));
  }

  /** True if a cell is the heading of its column. Compares the first characters first, because folding is slower. */
  private repeatsHeading(cells: readonly string[], at: number): boolean {
    const heading = this.foldedHeadings[at] ?? "";
    const cell = cells[at] ?? "";
    if (heading === "" || cell.length < heading.length) return false;
    const first = cell.charCodeAt(0);
    const mayRepeat = first <= 32 || first > 127 || (first | 32) === (heading.charCodeAt(0) | 32);
    return mayRepeat && foldedCell(cell) === heading;
  }

  /** True if every non-empty cell is a heading, the order is different, and at least half of the headings occur. */
  private movesHeadings(cells: readonly string[]): boolean {
    // In most rows, the first cell is not a heading.
    if (!this.names.has((cells[0] ?? "").toLowerCase())) return false;
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
    if (startsLikeTotal(first) && this.isTotal(cells, first)) return issue("footer_row", { line }, {});
    if (isRuler(first, cells)) return issue("ruler_row", { line }, {});
    const sign = commentSign.exec(cells[0]!)?.[0].trim();
    if (sign !== undefined && !this.shape.blanksLead && isProse(cells))
      return issue("comment_row", { line }, { sign });
    const { commentsAbove } = this.shape;
    if (commentsAbove !== undefined && cells[0]!.trimStart().startsWith(commentsAbove))
      return issue("row_like_comment", { line }, { sign: commentsAbove });
    if (
      (afterBlank && filledCount(cells) >= 2 && this.headerLike(cells)) ||
      this.resemblesHeadings(cells) ||
      (first !== cells[0] && this.isNested(cells))
    ) {
      return issue("second_table", { line }, {});
    }
    return undefined;
  }

  /**
   * True if a row whose first value starts like a total is not a record. The value may also be part of a company name,
   * or the code of a charge.
   */
  private isTotal(cells: readonly string[], first: string): boolean {
    const { width, kinds, required } = this.shape;
    const filled = filledCount(cells);
    if (filled * 2 <= width || filled <= 2 || isGrandTotal(first)) return true;
    // In a first column of dates or numbers, the label marks a total.
    if (kinds[0] !== undefined && first === cells[0]) return true;
    const isSummed = kinds.some(
      (kind, at) => (kind === "number" || kind === "money") && isFilled(cells[at] ?? ""),
    );
    return isSummed && isTotalLabel(first) && required.some((column) => !isFilled(cells[column] ?? ""));
  }

  /**
   * True if the cells of an indented row are headings for details below a record. Such headings are distinct words,
   * and at least three of them are also table headings.
   */
  private isNested(cells: readonly string[]): boolean {
    if (!isFilled(this.headings?.[0] ?? "")) return false;
    const names = cells.filter(isFilled).map((cell) => cell.toLowerCase());
    const known = names.filter((name) => this.names.has(name));
    return (
      known.length >= 3 &&
      new Set(names).size === names.length &&
      names.every((name) => !isTyped(cellKind(name)))
    );
  }

  /**
   * True if the row looks like the header of a second table. Such a header has distinct words above columns of
   * numbers or dates, or a known header word in every cell.
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

/**
 * Joins headings for comparison. Ignores case and surrounding spaces, because a file may consist of several files
 * whose headers differ in these respects.
 */
function folded(headings: readonly string[]): string {
  return headings.map(foldedCell).join("\u0000");
}

function foldedCell(cell: string): string {
  return cell.trim().toLowerCase();
}

/** Counts for the rows in a whole body or in a single piece. Plain data. */
export interface BodyCounts {
  readonly blankLines: number;
  /** Line of the first empty row, or 0 if there is none. */
  readonly firstBlank: number;
  /** Line of the first row that has the headings in a different order, or 0 if there is none. */
  readonly movedHeader: number;
  readonly columns: readonly Readonly<ColumnCounts>[];
}

export function addCounts(before: BodyCounts, after: BodyCounts): BodyCounts {
  return {
    blankLines: before.blankLines + after.blankLines,
    firstBlank: before.firstBlank || after.firstBlank,
    movedHeader: before.movedHeader || after.movedHeader,
    columns: before.columns.map((column, i) => addColumn(column, after.columns[i]!)),
  };
}

/** Returns the issues that are known only after all rows have been read. */
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
      const { exponents } = column;
      if (code === "damaged_date") found.push(dateIssue(column, label));
      else if (code === "damaged_number")
        found.push(damageIssue(code, label, exponents.first, exponents.count));
      else found.push(issue(code, { line: column.firstLine[code], column: label }, { column: label }));
    }
  });
  return found;
}

/** True if the row contains only horizontal lines drawn with characters, such as `---`. */
function isRuler(first: string, cells: readonly string[]): boolean {
  const sign = first.trimStart().charCodeAt(0);
  if (sign !== 45 && sign !== 61 && sign !== 95 && sign !== 43 && sign !== 124 && sign !== 58) return false;
  const text = cells.join("");
  return /[-=_]{3}/.test(text) && /^[-=_+|: ]+$/.test(text);
}

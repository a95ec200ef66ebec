import { issue, type Issue } from "../../model/issues.js";
import type { ByteSource, Format, Table } from "../format.js";
import { cellKind, isTyped } from "../cell-kind.js";
import { fittingCandidates } from "../fit.js";
import type { Limits } from "../limits.js";
import { gridTable, type CellIssue, type GridRow } from "../grid.js";
import { hiddenReasons, hidingProperties } from "./html-hidden.js";
import { countIn } from "../spreadsheet/cell.js";
import { cellValue, isDateFormat } from "./html-values.js";
import type { MarkupVisitor } from "./markup.js";
import type { PageStyles } from "./page-styles.js";
import { isForScreens } from "./style-sheet.js";
import { filledCount } from "../plain-row.js";
import type { ReadOptions } from "../read-options.js";
import { refusing } from "../no-table.js";
import { notFound, overLimit, unreadable } from "../refused.js";
import { asciiHead, wholeText } from "../text/whole-text.js";
import { counted } from "../../sentence.js";

/** Some older systems give HTML pages the extension `.xls`. Cells contain the text that a browser would show. */
export const htmlFormat: Format = {
  name: "html",
  summary: "Tables in an HTML page, which old systems save as .xls",
  recognizes: (head) => isHtml(asciiHead(head, 4096)),
  read: (source, options, limits) => refusing("html", () => readHtml(source, options, limits)),
};

/** True if `head` starts like an HTML page or fragment. Other XML documents start with different elements. */
export function isHtml(head: string): boolean {
  if (!/^\s*<(?:!doctype|!--|\?xml|[a-z])/i.test(head)) return false;
  if (/<!doctype html\b|<html\b/i.test(head)) return true;
  const [first, second] = [...head.matchAll(/<([a-z][\w:.-]*)/gi)].map(([, name = ""]) => name.toLowerCase());
  const isPiece = (name: string | undefined): boolean => name === undefined || fragmentElements.has(name);
  return isPiece(first) && isPiece(second) && /<(?:head|body|meta|table)\b/i.test(head);
}

/** Elements that can be first on a page without `<html>`. */
const fragmentElements = new Set(
  "head body meta title style link script table caption colgroup thead tbody tr th td div p span center font form a br hr h1 h2 h3 h4 b".split(
    " ",
  ),
);

async function readHtml(source: ByteSource, options: ReadOptions, limits: Limits): Promise<Table> {
  const {
    text,
    encoding,
    issues: found,
  } = await wholeText(source, options.encoding, limits, await declaredCharset(source));
  // Imported on demand, because few files are HTML.
  const [{ walkMarkup }, { PageStyles }] = await Promise.all([
    import("./markup.js"),
    import("./page-styles.js"),
  ]);
  const walk = (visitor: MarkupVisitor): void => walkMarkup(text, visitor);
  const properties = new Set([...hidingProperties, numberFormat]);
  const isQuirks = !/<!doctype\b/i.test(text.slice(0, 4096));
  const styles = new PageStyles(/<style\b/i.test(text) ? styleSheets(walk) : [], properties, isQuirks);
  const { tables, isTextBeside } = tablesOf(walk, styles, limits);
  const { table, number, several, why } = chosenTable(tables, options);
  const issues: Issue[] = [...found];
  if (several > 1) issues.push(issue("table_guessed", {}, { count: several, taken: number }));
  if (table.merged > 0) issues.push(issue("merged_cells", {}, { count: table.merged }));
  if (table.fields !== undefined)
    issues.push(issue("fields_in_cells", { line: table.fields.line }, { count: table.fields.count }));
  const hidden = table.hidden === 0 ? "" : ` Hidden text in ${counted(table.hidden, "cell")} is skipped.`;
  const beside = isTextBeside || tables.length > 1 ? " Everything else on the page is skipped." : "";
  const evidence = [
    encoding.evidence,
    `Read table ${number} of ${tables.length} on the page${why}.${beside}${hidden}`,
  ];
  const { charset, certainty } = encoding;
  return gridTable(
    table.rows,
    {
      format: "html",
      encoding: charset,
      encodingCertainty: certainty,
      ...(tables.length > 1 && { table: number }),
      evidence,
    },
    options,
    limits,
    issues,
    { dateColumns: table.dateColumns, marked: table.headerLines },
  );
}

/** The property in which Excel writes the number format of a cell. */
const numberFormat = "mso-number-format";

/** Returns the style sheets on a page that apply on screens. Browsers do not apply those in `noscript` and `template`. */
function styleSheets(walk: (visitor: MarkupVisitor) => void): readonly string[] {
  const sheets: string[] = [];
  let inert = 0;
  let css: string | undefined;
  walk({
    open(name, { media = "" }) {
      if (name === "noscript" || name === "template") inert += 1;
      else if (name === "style" && inert === 0 && isForScreens(media)) css = "";
    },
    text(piece) {
      if (css !== undefined) css += piece;
    },
    close(name) {
      if (name === "noscript" || name === "template") inert -= 1;
      else if (name === "style" && css !== undefined) {
        sheets.push(css);
        css = undefined;
      }
    },
  });
  return sheets;
}

/** Returns the character set from `<meta charset>` or the XML declaration, or undefined if neither specifies one. */
async function declaredCharset(source: ByteSource): Promise<string | undefined> {
  for await (const chunk of source.stream()) {
    const head = asciiHead(chunk, 4096);
    return /<(?:meta|\?xml)\b[^>]*\b(?:charset|encoding)\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1];
  }
  return undefined;
}

interface HtmlTable {
  readonly rows: readonly GridRow[];
  /** Line numbers of the rows at the top that consist only of `th` cells. Titles in a single cell are excluded. */
  readonly headerLines: readonly number[];
  /** Number of cells that span several rows or columns. */
  readonly merged: number;
  /** Number of cells with text that a browser hides. */
  readonly hidden: number;
  /** Number of cells that contain a form field or an image instead of text, and the row of the first such cell. */
  readonly fields: { readonly count: number; readonly line: number } | undefined;
  /**
   * Columns in which all cells except the headings have a date format, so that none of the dates was converted from a
   * code.
   */
  readonly dateColumns: ReadonlySet<number>;
}

function chosenTable(
  tables: readonly HtmlTable[],
  { table: pinned, required = [] }: ReadOptions,
): {
  readonly table: HtmlTable;
  readonly number: number;
  readonly several: number;
  /** The reason for the choice, as the end of a sentence. */
  readonly why: string;
} {
  if (tables.length === 0) throw unreadable("it is HTML or XML without a table");
  if (pinned !== undefined) {
    const table = tables[Number(pinned) - 1];
    if (table === undefined)
      throw notFound(`there is no table ${pinned}; the page has ${counted(tables.length, "table")}`, "table");
    return { table, number: Number(pinned), several: 1, why: ", as the mapping specifies" };
  }
  const fitting = fittingCandidates(tables, required);
  const among = fitting.length > 0 ? fitting : tables;
  const table = among.reduce((best, other) => (other.rows.length > best.rows.length ? other : best));
  const several =
    fitting.length > 0
      ? fitting.length
      : tables.filter(({ rows }) => rows.length > 2 && rows.some(({ cells }) => cells.length > 1)).length;
  const isMapped = fitting.length === 1;
  const why = isMapped
    ? ", because this table fits the headings of the mapping best"
    : ", because this table has the most rows";
  return { table, number: tables.indexOf(table) + 1, several, why: tables.length > 1 ? why : "" };
}

/**
 * Returns all tables on the page, in the order of their start tags, and whether the page contains text outside the
 * tables. Text in a nested table belongs only to the nested table.
 */
function tablesOf(
  walk: (visitor: MarkupVisitor) => void,
  styles: PageStyles,
  limits: Limits,
): { readonly tables: readonly HtmlTable[]; readonly isTextBeside: boolean } {
  let isTextBeside = false;
  const tables: TableBuilder[] = [];
  const open: TableBuilder[] = [];
  /** The reasons why each open element is hidden, and the reasons that are possible. 0 means visible. */
  const unseen: number[] = [];
  const maybeUnseen: number[] = [];
  let excel = "x";
  let cut = false;
  walk({
    open(name, attributes) {
      const { style, possible } = styles.open(name, attributes);
      const [around = 0, maybeAround = 0] = [unseen.at(-1), maybeUnseen.at(-1)];
      const reasons = hiddenReasons(name, attributes, style, around);
      const isSame = possible === style && maybeAround === around;
      unseen.push(reasons);
      maybeUnseen.push(isSame ? reasons : hiddenReasons(name, attributes, possible, maybeAround));
      if (name === "html") excel = prefixOfExcel(attributes) ?? excel;
      if (name === "table") {
        const table = new TableBuilder(limits, excel);
        tables.push(table);
        open.push(table);
      } else if (name === "tr") open.at(-1)?.startRow();
      else if (name === "td" || name === "th")
        open.at(-1)?.startCell(name, attributes, isDateFormat(style.get(numberFormat), attributes["sdnum"]));
      else if (breaks.has(name)) open.at(-1)?.text("\n");
      else if (fields.has(name) && attributes["type"] !== "hidden") open.at(-1)?.field(name);
    },
    text(piece) {
      const table = open.at(-1);
      const isUnseen = (unseen.at(-1) ?? 0) !== 0;
      if (isUnseen !== ((maybeUnseen.at(-1) ?? 0) !== 0) && /\S/.test(piece)) table?.doubtText();
      if (isUnseen) {
        if (/\S/.test(piece)) table?.hideText();
        return;
      }
      if (table?.isInCell === true) table.text(piece.replace(/[ \t\r\n\f]+/g, " "));
      else isTextBeside ||= /[\p{L}\p{N}]/u.test(piece);
    },
    close(name, implied) {
      unseen.pop();
      maybeUnseen.pop();
      styles.close();
      if (name === "td" || name === "th") open.at(-1)?.endCell();
      else if (name === "tr") open.at(-1)?.endRow();
      else if (name === "table") {
        open.pop();
        cut ||= implied;
      } else if (breaks.has(name) && name !== "br") open.at(-1)?.text("\n");
    },
  });
  if (cut)
    throw unreadable(
      "a table has no end tag, because the tag is missing or misplaced or the file is truncated",
    );
  return { tables: tables.map((table) => table.table()), isTextBeside };
}

const breaks = new Set(["br", "p", "div", "li"]);

/** Elements that display something other than text. */
const fields = new Set(["input", "select", "img", "svg", "canvas", "object"]);

/** Returns the prefix that an element defines for Excel's attributes, or undefined. A page may define any prefix. */
function prefixOfExcel(attributes: Readonly<Record<string, string>>): string | undefined {
  const names = Object.keys(attributes).filter(
    (name) => attributes[name] === "urn:schemas-microsoft-com:office:excel",
  );
  return names.find((name) => name.startsWith("xmlns:"))?.slice("xmlns:".length);
}

interface OpenCell {
  text: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly isDate: boolean;
  readonly columns: number;
  readonly rows: number;
  field?: string;
  hidesText?: boolean;
  /** True if it is unknown whether a browser shows part of the text. */
  isInDoubt?: boolean;
}

class TableBuilder {
  readonly #limits: Limits;
  readonly #rows: GridRow[] = [];
  readonly #headerLines: number[] = [];
  /**
   * True if there are other header rows farther down. Such rows are titles of row groups, so the first header row may
   * also be a title.
   */
  #isOfTitles = false;
  /** The text of each header line. */
  readonly #headers = new Set<string>();
  /** The largest number of non-empty cells in a row that is not a header row. */
  #mostFilled = 0;
  #line = 0;
  #inRow = false;
  #merged = 0;
  #mergedAbove = 0;
  #cells: string[] = [];
  #column = 0;
  #kinds = new Set<string>();
  /** For each column, the number of remaining rows covered by a cell from a row above. */
  #covered = new Map<number, number>();
  #cellIssues: CellIssue[] = [];
  #cell: OpenCell | undefined;
  #fields = 0;
  #firstField = 0;
  #hidden = 0;

  /** For each column, the number of non-empty cells and the number of cells with a date format. */
  readonly #filled = new Map<number, number>();
  readonly #dates = new Map<number, number>();

  readonly #excel: string;

  constructor(limits: Limits, excel: string) {
    this.#limits = limits;
    this.#excel = excel;
  }

  startRow(): void {
    this.endRow();
    this.#inRow = true;
    this.#line += 1;
    this.#cells = [];
    this.#cellIssues = [];
    this.#column = 0;
    this.#mergedAbove = this.#merged;
    this.#kinds = new Set();
  }

  startCell(kind: string, attributes: Readonly<Record<string, string>>, isDate: boolean): void {
    this.endCell();
    if (!this.#inRow) this.startRow();
    this.#kinds.add(kind);
    const [columns = 1, rows = 1] = [attributes["colspan"], attributes["rowspan"]].map((text) =>
      countIn(text, 5),
    );
    this.#cell = { text: "", attributes, isDate, columns, rows };
  }

  get isInCell(): boolean {
    return this.#cell !== undefined;
  }

  field(name: string): void {
    if (this.#cell !== undefined) this.#cell.field = name;
  }

  text(piece: string): void {
    if (this.#cell !== undefined) this.#cell.text += piece;
  }

  hideText(): void {
    if (this.#cell !== undefined) this.#cell.hidesText = true;
  }

  doubtText(): void {
    if (this.#cell !== undefined) this.#cell.isInDoubt = true;
  }

  endCell(): void {
    const cell = this.#cell;
    if (cell === undefined) return;
    this.#cell = undefined;
    while ((this.#covered.get(this.#column) ?? 0) > 0) this.#column += 1;
    if (cell.hidesText === true) this.#hidden += 1;
    const { text, issue: found } = cellValue(cell.attributes, this.#excel, shown(cell.text), cell.isDate);
    if (found !== undefined) this.#cellIssues.push({ index: this.#column, code: found });
    if (cell.isInDoubt === true) this.#cellIssues.push({ index: this.#column, code: "text_may_be_hidden" });
    // The text of a drop-down list consists of all its options, instead of the selected one.
    if (cell.field === "select" || (cell.field !== undefined && text === "")) {
      if (this.#fields++ === 0) this.#firstField = this.#line;
    }
    if (this.#column + (text === "" ? 0 : 1) > this.#limits.columns || cell.columns > this.#limits.columns) {
      throw overLimit("columns", this.#column + cell.columns, this.#limits.columns);
    }
    if (text !== "") {
      while (this.#cells.length < this.#column) this.#cells.push("");
      this.#cells.push(text);
      countUp(this.#filled, this.#column);
      if (cell.isDate) countUp(this.#dates, this.#column);
    }
    if (cell.columns * cell.rows > 1) this.#merged += 1;
    for (let i = 0; i < cell.columns; i += 1) {
      // The count includes the current row, which is subtracted when the row ends.
      if (cell.rows > 1) this.#covered.set(this.#column + i, cell.rows);
    }
    this.#column += cell.columns;
  }

  endRow(): void {
    if (!this.#inRow) return;
    this.endCell();
    this.#inRow = false;
    for (const [column, rows] of this.#covered) {
      if (rows <= 1) this.#covered.delete(column);
      else this.#covered.set(column, rows - 1);
    }
    if (this.#cells.length > 0) {
      if (this.#rows.length >= this.#limits.rows)
        throw overLimit("rows", this.#rows.length + 1, this.#limits.rows);
      const filled = filledCount(this.#cells);
      // Below a header line, a row with a single heading belongs to the header, because the heading names the column
      // of row labels. A heading that spans several columns is a title.
      const isOfOne = this.#headerLines.length > 0 && this.#column > 1 && this.#merged === this.#mergedAbove;
      if ((filled > 1 || isOfOne) && this.#kinds.has("th") && !this.#kinds.has("td")) {
        if (this.#mayBeHeader(filled)) {
          this.#headerLines.push(this.#line);
          this.#headers.add(this.#cells.join("\n"));
        } else if (filled > 1 && !this.#isOfTitles) this.#isOfTitles = !this.#repeatsHeader(this.#cells);
      }
      if (this.#headerLines.at(-1) !== this.#line) this.#mostFilled = Math.max(this.#mostFilled, filled);
      this.#rows.push({ line: this.#line, cells: this.#cells, cellIssues: this.#cellIssues });
    }
  }

  /** True at the top of the table, and below other rows if the current row looks like headings and is as wide. */
  #mayBeHeader(filled: number): boolean {
    if (this.#rows.length === this.#headerLines.length) return true;
    if (this.#headerLines.length > 0) return false;
    // Unlike headings, a row of totals has empty cells or contains values.
    const isTotal = filled < this.#mostFilled || this.#cells.some((cell) => isTyped(cellKind(cell)));
    return this.#mostFilled < 2 || !isTotal;
  }

  table(): HtmlTable {
    this.endRow();
    const fields = this.#fields === 0 ? undefined : { count: this.#fields, line: this.#firstField };
    const headerLines = this.#isOfTitles ? [] : this.#headerLines;
    // Headings have no date format. If a program converted only some codes to dates, the remaining codes have no date
    // format either.
    const isOfDates = (column: number): boolean =>
      (this.#dates.get(column) ?? 0) >= (this.#filled.get(column) ?? 0) - Math.max(1, headerLines.length);
    const dateColumns = new Set([...this.#dates.keys()].filter(isOfDates));
    return { rows: this.#rows, headerLines, merged: this.#merged, hidden: this.#hidden, fields, dateColumns };
  }

  /** Long tables repeat their header on every page. */
  #repeatsHeader(cells: readonly string[]): boolean {
    return this.#headers.has(cells.join("\n"));
  }
}

function countUp(counts: Map<number, number>, column: number): void {
  counts.set(column, (counts.get(column) ?? 0) + 1);
}

/**
 * Returns text as a browser displays it. Consecutive spaces become one, and spaces around line breaks are removed. A
 * cell that contains only spaces becomes empty, even if they are no-break spaces.
 */
function shown(text: string): string {
  return text
    .replace(/ {2,}/g, " ")
    .replace(/ ?\n[ \n]*/g, "\n")
    .replace(/^[ \n]+|[ \n]+$/g, "")
    .replace(/^\s+$/, "");
}

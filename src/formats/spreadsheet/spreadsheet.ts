import type { OnDropped } from "../xml/walk.js";
import { nearest } from "../../nearest.js";
import { firstOf } from "../../sentence.js";
import { issue, type Issue } from "../../model/issues.js";
import { allBytes } from "../bytes.js";
import type { ByteSource, Format, Table } from "../format.js";
import type { Limits } from "../limits.js";
import { fittingCandidates } from "../fit.js";
import { gridTable, type GridRow } from "../grid.js";
import { filledCount, isFilled } from "../plain-row.js";
import { foldHeading } from "../fold-heading.js";
import type { ReadOptions } from "../read-options.js";
import { refusing } from "../no-table.js";
import { notFound, overLimit, unreadable, unsupported } from "../refused.js";
import { headLength } from "../head.js";
import { asciiHead, wholeText } from "../text/whole-text.js";
import { oldSheets, packageSheets } from "./excel-sheets.js";
import type { Sheet } from "./sheet-builder.js";
import { matchesWildcard } from "../wildcard.js";
import { openZip } from "../archive/zip.js";

/**
 * Reads workbooks in the formats .xlsx, .xlsm, .xlsb, .xls, .ods and Excel 2003 XML. docs/mapping.md describes how
 * cells are converted.
 */
export const spreadsheet: Format = {
  name: "spreadsheet",
  summary: "Workbooks of Excel and LibreOffice: .xlsx, .xlsm, .xlsb, .xls, .ods, Excel 2003 XML",
  recognizes: (head) => isZip(head) || isCompoundFile(head) || isXmlWorkbook(head),
  read: (source, options, limits) =>
    refusing("spreadsheet", async () => {
      const issues: Issue[] = [];
      return choose(await sheetsOf(source, options, limits, issues), options, limits, issues);
    }),
};

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04;
}

function isCompoundFile(head: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, index) => head[index] === byte);
}

function isXmlWorkbook(head: Uint8Array): boolean {
  const text = asciiHead(head, 4096);
  return (
    /^\s*<(?:\?xml|\w*:?Workbook\b)/.test(text) && /<(?:\w+:)?Workbook\b[^>]*office:spreadsheet/.test(text)
  );
}

/**
 * Maximum size in bytes of an .xls workbook. Workbooks in this format are not compressed, so this limit also
 * restricts the time and memory required to read them.
 */
const oldWorkbookBytes = 128 * 1024 * 1024;

async function sheetsOf(
  source: ByteSource,
  options: ReadOptions,
  limits: Limits,
  issues: Issue[],
): Promise<readonly Sheet[]> {
  const dropped = droppedCharacters(options, issues);
  const bytes = await allBytes(source, limits);
  if (isXmlWorkbook(bytes.subarray(0, headLength))) {
    const declared = /^[^>]*\bencoding=["']([\w-]+)["']/.exec(asciiHead(bytes, 256))?.[1];
    // The markup parser is loaded only for markup files, because most commands do not need it.
    const { xmlSheets } = await import("./xml-2003.js");
    return xmlSheets((await wholeText(source, undefined, limits, declared)).text, limits, dropped);
  }
  if (isCompoundFile(bytes)) {
    if (bytes.length > oldWorkbookBytes)
      throw overLimit("size of an .xls workbook in bytes", bytes.length, oldWorkbookBytes);
    return oldSheets(bytes, limits);
  }
  if (!isZip(bytes)) throw unreadable("it is not a workbook");
  const members = await openZip(bytes, limits);
  const names = new Set(members.map((member) => member.name));
  if (names.has("content.xml")) {
    const { openDocumentSheets } = await import("./open-document.js");
    return openDocumentSheets(members, limits, dropped);
  }
  if (!names.has("[Content_Types].xml")) throw unreadable("it is an archive, not a workbook");
  if (names.has("word/document.xml")) throw unsupported("a Word document");
  if (names.has("ppt/presentation.xml")) throw unsupported("a presentation");
  return packageSheets(members, limits);
}

/**
 * Returns a function that reports the first character that XML does not allow, if the mapping accepts dropping such
 * characters.
 */
function droppedCharacters({ accept }: ReadOptions, issues: Issue[]): OnDropped | undefined {
  if (accept?.includes("control_character") !== true) return undefined;
  return (dropped) => issues.push(issue("control_character", { line: dropped.line }, dropped));
}

function choose(sheets: readonly Sheet[], options: ReadOptions, limits: Limits, issues: Issue[]): Table {
  const { sheet, evidence, guessed } = chosenSheet(sheets, options);
  if (guessed !== undefined) {
    const names = guessed.map((other) => other.name).join(", ");
    const filling = { count: guessed.length, names, taken: sheet.name };
    issues.push(issue("sheet_guessed", { sheet: sheet.name }, filling));
  }
  const rows = options.range === undefined ? sheet.rows : within(sheet.rows, options.range);
  if (rows.length === 0) throw unreadable(`the sheet ${sheet.name} is empty`);
  const shown = sheets.filter(({ hidden }) => !hidden).map(({ name }) => name);
  const known = { format: "spreadsheet", sheet: sheet.name, sheets: shown, evidence } as const;
  return gridTable(rows, known, options, limits, issues, { merged: sheet.merged });
}

interface Choice {
  readonly sheet: Sheet;
  readonly evidence: readonly string[];
  /** The candidates from which Lading guessed this sheet. Undefined if the choice was unambiguous. */
  readonly guessed?: readonly Sheet[];
}

function chosenSheet(sheets: readonly Sheet[], options: ReadOptions): Choice {
  const names = sheets.map((sheet) => sheet.name).join(", ");
  const hidden = sheets.filter((sheet) => sheet.hidden).map((sheet) => sheet.name);
  const notes = hidden.length === 0 ? [] : [`Hidden sheets: ${hidden.join(", ")}.`];
  const { sheet: pinned } = options;
  if (pinned !== undefined) {
    const found = pinnedSheets(sheets, pinned);
    const [sheet] = found;
    if (sheet === undefined) {
      const all = sheets.map(({ name }) => name);
      const meant = typeof pinned === "string" ? nearest(pinned, all) : undefined;
      const only = all.length === 1 ? all[0] : undefined;
      throw notFound(
        `there is no sheet ${describe(pinned)}; its sheets are ${names}`,
        "sheet",
        meant ?? only,
      );
    }
    if (found.length > 1) {
      throw notFound(`several sheets match: ${found.map((one) => one.name).join(", ")}`, "sheet");
    }
    return { sheet, evidence: [`The mapping specifies the sheet ${sheet.name}.`, ...notes] };
  }
  const filled = sheets.filter((sheet) => !sheet.hidden && sheet.rows.length > 0);
  if (filled.length === 0)
    throw unreadable(`all visible sheets of the workbook are empty; its sheets are ${names}`);
  const wanted =
    typeof options.header === "object" && "contains" in options.header ? options.header.contains : undefined;
  const mapped =
    wanted === undefined
      ? fittingCandidates(filled, options.required ?? [])
      : filled.filter((sheet) => holdsHeadings(sheet, wanted));
  if (wanted !== undefined && mapped.length === 0) {
    throw notFound(`no sheet has the headings ${wanted.join(", ")}; its sheets are ${names}`, "header");
  }
  const likely = mapped.length > 0 ? mapped : filled.filter(looksLikeTable);
  const among = likely.length > 0 ? likely : filled;
  const sheet = among.reduce((best, other) => (other.rows.length > best.rows.length ? other : best));
  if (among.length === 1) {
    const why =
      filled.length === 1
        ? "the only one with cells"
        : mapped.length === 0
          ? "the only one with a table"
          : "the one with headings that fit the mapping";
    return { sheet, evidence: [`The sheet ${sheet.name} is ${why}.`, ...notes] };
  }
  return {
    sheet,
    evidence: [mostRows(sheet, among), ...notes],
    guessed: among,
  };
}

function mostRows(sheet: Sheet, among: readonly Sheet[]): string {
  const others = among
    .filter((other) => other !== sheet)
    .map(({ name, rows }) => `${name} has ${rows.length}`);
  return `Of the sheets that may contain the table, ${sheet.name} has the most rows (${sheet.rows.length}). ${firstOf(others)}.`;
}

/** Describes the configured sheet. The description follows the words "no sheet". */
function describe(pinned: NonNullable<ReadOptions["sheet"]>): string {
  if (typeof pinned === "string") return JSON.stringify(pinned);
  return "number" in pinned
    ? `number ${pinned.number}`
    : `with a name like ${JSON.stringify(pinned.matches)}`;
}

function pinnedSheets(sheets: readonly Sheet[], pinned: NonNullable<ReadOptions["sheet"]>): readonly Sheet[] {
  if (typeof pinned === "string") {
    const exact = sheets.filter((sheet) => sheet.name === pinned);
    const fold = (name: string): string => name.trim().toLowerCase();
    return exact.length > 0 ? exact : sheets.filter((sheet) => fold(sheet.name) === fold(pinned));
  }
  if ("number" in pinned) return sheets.slice(Number(pinned.number) - 1, Number(pinned.number));
  return sheets.filter((sheet) => matchesWildcard(pinned.matches, sheet.name));
}

/** True if at least two rows have at least two non-empty cells each, unlike in most cover sheets and notes. */
function looksLikeTable(sheet: Sheet): boolean {
  return sheet.rows.filter(({ cells }) => filledCount(cells) > 1).length > 1;
}

function holdsHeadings(sheet: Sheet, headings: readonly string[]): boolean {
  const wanted = headings.map(foldHeading);
  return sheet.rows.some((row) => {
    const cells = new Set(row.cells.map(foldHeading));
    return wanted.every((heading) => cells.has(heading));
  });
}

/** Returns the rows of a sheet within a range such as `A3:H200` or `A3:H`. */
function within(rows: readonly GridRow[], range: string): readonly GridRow[] {
  const match = /^([A-Z]+)(\d+):([A-Z]+)(\d*)$/.exec(range);
  if (match === null) throw unreadable("the cell range is not valid");
  const [, left = "", top = "", right = "", bottom = ""] = match;
  const from = columnIndex(left);
  const to = columnIndex(right);
  const last = bottom === "" ? Infinity : Number(bottom);
  return rows
    .filter((row) => row.line >= Number(top) && row.line <= last)
    .map(({ line, cells, cellIssues }) => ({
      line,
      cells: cells.slice(from, to + 1),
      cellIssues: cellIssues
        .filter(({ index }) => index >= from && index <= to)
        .map(({ index, code }) => ({ index: index - from, code })),
    }))
    .filter(({ cells, cellIssues }) => cells.some(isFilled) || cellIssues.length > 0);
}

function columnIndex(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

import type { Limits } from "../limits.js";
import { Refused, unreadable, withPassword } from "../refused.js";
import type { ZipMember } from "../archive/zip.js";
import { builtInFormats } from "./built-in-formats.js";
import { booleanText, cellReader, type WorkbookCell } from "./cell.js";
import { oldWorkbookLibrary, workbookLibrary, type WorkbookLibrary } from "./library.js";
import { checkOldWorkbook } from "./old-workbook.js";
import { checkPackage, ofBetaVersion } from "./package-parts.js";
import type { PackageTexts } from "./package-texts.js";
import { SheetBuilder, type Sheet } from "./sheet-builder.js";

/**
 * This module reads the sheets of .xlsx, .xlsm, .xlsb and .xls files with the `xlsx` library. Files are checked before
 * the library reads them, and the cells of packages are counted, because the library silently skips content that it
 * does not recognize.
 */

type Workbook = ReturnType<WorkbookLibrary["read"]>;

/**
 * Options for the library. The library returns numbers as numbers, and dates as serial numbers with a format, so that
 * both are converted exactly once.
 */
const reading = {
  type: "buffer",
  dense: true,
  nodim: true,
  cellDates: false,
  cellText: false,
  cellNF: true,
  cellHTML: false,
} as const;

/** Throws `Refused` if the package is damaged or if a limit is exceeded. */
export async function packageSheets(
  members: readonly ZipMember[],
  limits: Limits,
): Promise<readonly Sheet[]> {
  const checked = await checkPackage(members);
  const library = await workbookLibrary();
  const isXml = !checked.binary;
  const workbook = naming(() =>
    library.read(checked.archive, { ...reading, sheetStubs: isXml, cellFormula: isXml }),
  );
  const shared = (workbook as { Strings?: readonly unknown[] }).Strings?.length ?? 0;
  if (!checked.binary && shared < checked.sharedTexts) {
    throw unreadable("the shared strings of the workbook are damaged");
  }
  const isUncalculated = checked.uncalculated ? columnsWithoutResults(workbook) : () => false;
  const sheets = sheetsOf(library, workbook, { ...checked, isUncalculated }, limits);
  const found = sheets.reduce((sum, { cells, filled }) => sum + (checked.binary ? filled : cells), 0);
  if (found !== checked.cells) {
    throw unreadable(`the workbook contains ${checked.cells} cells, but ${found} were read`);
  }
  return sheets;
}

/** Throws `Refused` if the workbook is damaged or protected, or if a limit is exceeded. */
export async function oldSheets(bytes: Buffer, limits: Limits): Promise<readonly Sheet[]> {
  const library = await oldWorkbookLibrary();
  const checked = checkOldWorkbook(recordsOf(bytes, library.CFB as CompoundFile));
  const formats = library.SSF as { load(code: string, number: number): void };
  for (const [number, code] of builtInFormats) formats.load(code, number);
  const workbook = naming(() => library.read(bytes, reading));
  checked.withoutText.forEach((places, index) => {
    const sheet = workbook.Sheets[workbook.SheetNames[index] ?? ""];
    if (sheet === undefined) return;
    const rows = (sheet["!data"] ??= []);
    for (const { row, column } of places) (rows[row] ??= [])[column] ??= { t: "z", f: "" };
  });
  return sheetsOf(library, workbook, checked, limits);
}

/**
 * Returns the check for a workbook in which the program that opens the file must calculate the formulas. If any
 * formula in a column has a result, the zeros in that column are also results.
 */
function columnsWithoutResults({ SheetNames, Sheets }: Workbook): FormulaCheck {
  const withResults = SheetNames.map((name) => {
    const found = new Set<number>();
    for (const row of Sheets[name]?.["!data"] ?? [])
      row?.forEach(({ f, t, v }, column) => {
        if (f !== undefined && t !== "z" && v !== 0 && v !== "") found.add(column);
      });
    return found;
  });
  return (sheet, _row, column, { f }) => f !== undefined && withResults[sheet]?.has(column) !== true;
}

/** Returns true if a formula was never calculated. Used only for values that are 0 or empty. */
type FormulaCheck = (sheet: number, row: number, column: number, cell: WorkbookCell) => boolean;

function recordsOf(bytes: Buffer, container: CompoundFile): Buffer {
  const stream = naming(() => {
    const file = container.read(bytes, { type: "buffer" });
    if (container.find(file, "EncryptedPackage") !== null) throw withPassword();
    return container.find(file, "Workbook") ?? container.find(file, "Book");
  });
  if (stream === null) throw unreadable("it is a compound file without a workbook");
  const content = Buffer.from(stream.content);
  if (content.length < stream.size) throw unreadable("the workbook is truncated");
  return content;
}

interface CompoundFile {
  read(bytes: Buffer, options: { type: "buffer" }): object;
  find(file: object, name: string): { readonly content: Uint8Array; readonly size: number } | null;
}

/** This reason is also used for valid files with rare content, such as Excel 97 formulas that refer to labels. */
const ofUnknownKind =
  "the workbook is damaged or has unsupported content; open it in Excel and save it as .xlsx";

/** Replaces the library's internal errors with a clear message. */
function naming<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) throw error;
    const message = error instanceof Error ? error.message : "";
    if (/password|encrypt/i.test(message)) throw withPassword();
    throw unreadable(/find workbook/i.test(message) ? ofBetaVersion : ofUnknownKind);
  }
}

function sheetsOf(
  library: WorkbookLibrary,
  workbook: Workbook,
  known: {
    readonly isUncalculated: FormulaCheck;
    readonly wrongBoolean?: (sheet: number, row: number, column: number) => number | undefined;
    readonly binary?: boolean;
    readonly texts?: PackageTexts;
  },
  limits: Limits,
): readonly (Sheet & { readonly cells: number; readonly filled: number })[] {
  const formats = library.SSF as { is_date(format: string): boolean };
  const toText = cellReader({
    date1904: workbook.Workbook?.WBProps?.date1904 === true,
    text: (value) =>
      known.texts === undefined || known.binary === true
        ? { text: typeof value === "string" ? value : "" }
        : known.texts.text(value),
    isDateFormat: (format) => formats.is_date(format),
  });
  return workbook.SheetNames.map((name, index) => {
    const sheet = workbook.Sheets[name];
    if (sheet === undefined)
      throw unreadable(`the sheet ${name} is damaged or missing, although the workbook lists it`);
    // The library returns such names if the sheet list was written by a beta version of Excel 2007.
    if (/[\u0000-\u001f]/.test(name)) throw unreadable(ofBetaVersion);
    // The number of rows is limited only in the sheet that is read.
    const builder = new SheetBuilder(name, { ...limits, rows: Infinity });
    let cells = 0;
    let filled = 0;
    const isOfCells = sheet["!type"] === undefined || sheet["!type"] === "sheet";
    // Rows and cells are sparse arrays, so `forEach` visits only the existing elements.
    (isOfCells ? (sheet["!data"] ?? []) : []).forEach((row, at) => {
      builder.startRow(at + 1);
      row.forEach((cell, column) => {
        cells += 1;
        if (cell.t !== "z") filled += 1;
        const wrong = known.wrongBoolean?.(index, at, column);
        builder.moveTo(column);
        builder.cell(
          wrong === undefined
            ? toText(cell, known.isUncalculated(index, at, column, cell))
            : booleanText(String(wrong)),
        );
      });
      builder.endRow();
    });
    return {
      ...builder.sheet(),
      hidden: (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0,
      merged: (sheet["!merges"] ?? []).map(({ e }) => e.r + 1),
      cells,
      filled,
    };
  });
}

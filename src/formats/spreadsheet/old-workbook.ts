import { unreadable, withPassword } from "../refused.js";

/**
 * This module walks through all records of an .xls workbook, because the library reads truncated files without an
 * error. A record ([MS-XLS] 2.1.4) consists of its type (2 bytes), its length (2 bytes) and its data.
 */

const beginning = 0x0809;
const end = 0x000a;
const boundSheet = 0x0085;
const password = 0x002f;
const formula = 0x0006;
const formulaText = 0x0207;
const recalculation = 0x01c1;
const booleanOrError = 0x0205;
const writer = 0x005c;

/**
 * Checks a workbook. Finds formulas that were never calculated and booleans that are neither 0 nor 1. Throws
 * `Refused` if the workbook is truncated or protected.
 */
export function checkOldWorkbook(stream: Uint8Array): {
  /** For each sheet, the cells with text formulas whose text is not in the file. The library omits these cells. */
  readonly withoutText: readonly (readonly CellPlace[])[];
  readonly isUncalculated: (sheet: number, row: number, column: number) => boolean;
  readonly wrongBoolean: (sheet: number, row: number, column: number) => number | undefined;
} {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const sheets: number[] = [];
  let isByExcel = false;
  let isByOthers = false;
  walk(view, 0, (type, at, size) => {
    if (type === boundSheet && size >= 4) sheets.push(view.getUint32(at, true));
    // Excel writes the version number of its calculation engine. The number 0 requests a calculation.
    if (type === recalculation && size >= 8) isByExcel = view.getUint32(at + 4, true) !== 0;
    if (type === writer && size >= 7) isByOthers ||= asciiAt(view, at + 3, 4) === "Calc";
  });
  const isTrusted = isByExcel && !isByOthers;
  const found = sheets.map((start) => cellsOf(view, start));
  const uncalculated = found.map(({ formulas }) => uncalculatedOf(formulas, isTrusted));
  return {
    withoutText: found.map(({ formulas }) =>
      formulas.flatMap(({ hasText, place }) => (hasText ? [] : [cellAt(place)])),
    ),
    isUncalculated: (sheet, row, column) => uncalculated[sheet]?.has(placeOf(row, column)) === true,
    wrongBoolean: (sheet, row, column) => found[sheet]?.wrongBooleans.get(placeOf(row, column)),
  };
}

/**
 * Returns the formulas that were never calculated: formulas with an empty result that are marked for calculation and,
 * unless Excel wrote the file, formulas in columns in which all results are 0 or empty. LibreOffice saves 0 for
 * uncalculated text formulas, and older programs save 0 for all formulas.
 */
function uncalculatedOf(formulas: readonly Formula[], isTrusted: boolean): ReadonlySet<number> {
  const withResults = new Set(formulas.filter(({ isEmpty }) => !isEmpty).map(({ place }) => place % columns));
  const isUncalculated = ({ place, isEmpty, isDue }: Formula): boolean =>
    isEmpty && (isDue || !(isTrusted || withResults.has(place % columns)));
  return new Set(formulas.filter(isUncalculated).map(({ place }) => place));
}

interface Formula {
  readonly place: number;
  /** True if the value is 0 or an empty string. */
  readonly isEmpty: boolean;
  /** True if the program that opens the file must calculate the value. */
  readonly isDue: boolean;
  /** False if the value is a string that is not in the file. */
  readonly hasText: boolean;
}

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Number of columns in a sheet of an .xls workbook. */
const columns = 256;

const placeOf = (row: number, column: number): number => row * columns + column;

/** Returns the place of the cell whose record contains its row and column at `at`. */
const placeAt = (view: DataView, at: number): number =>
  placeOf(view.getUint16(at, true), view.getUint16(at + 2, true));

const cellAt = (place: number): CellPlace => ({ row: Math.floor(place / columns), column: place % columns });

/**
 * Returns the formulas of a sheet, and booleans that are neither 0 nor 1, because the library reads them as FALSE.
 * In Excel 5 and later, a formula record contains the row, column, format, value (8 bytes) and options. A string value
 * is in a separate record before the next formula. A boolean record contains the row, column, format, value and error
 * flag.
 */
function cellsOf(
  view: DataView,
  start: number,
): { readonly formulas: readonly Formula[]; readonly wrongBooleans: ReadonlyMap<number, number> } {
  const formulas: Formula[] = [];
  const wrongBooleans = new Map<number, number>();
  const isOlder = view.getUint16(0, true) !== 0x0809;
  walk(view, start, (type, at, size) => {
    const last = formulas.at(-1);
    if (type === formulaText && last?.hasText === false) {
      formulas[formulas.length - 1] = {
        ...last,
        hasText: true,
        isEmpty: size < 2 || view.getUint16(at, true) === 0,
      };
    }
    if (type === booleanOrError && size >= 8 && view.getUint8(at + 7) === 0) {
      const value = view.getUint8(at + 6);
      if (value > 1) wrongBooleans.set(placeAt(view, at), value);
    }
    if (isOlder || type !== formula || size < 16) return;
    // A value that is not a number starts with its kind and ends with 0xffff. Kind 0 is a string, kind 1 is a boolean,
    // and kind 3 is an empty string.
    const kind = view.getUint16(at + 12, true) === 0xffff ? view.getUint8(at + 6) : undefined;
    const value = view.getUint8(at + 8);
    if (kind === 1 && value > 1) wrongBooleans.set(placeAt(view, at), value);
    formulas.push({
      place: placeAt(view, at),
      isEmpty: kind === undefined ? view.getFloat64(at + 6, true) === 0 : kind === 3,
      isDue: (view.getUint16(at + 14, true) & 2) !== 0,
      hasText: kind !== 0,
    });
  });
  return { formulas, wrongBooleans };
}

function asciiAt(view: DataView, at: number, length: number): string {
  return Buffer.from(view.buffer, view.byteOffset + at, length).toString("latin1");
}

/** Walks through one substream up to its end record. */
function walk(view: DataView, start: number, visit: (type: number, at: number, size: number) => void): void {
  let at = start;
  let depth = 0;
  for (;;) {
    if (at + 4 > view.byteLength) throw unreadable("the workbook is truncated");
    const type = view.getUint16(at, true);
    const size = view.getUint16(at + 2, true);
    if (at + 4 + size > view.byteLength) throw unreadable("the workbook is truncated");
    if (at === start && type !== beginning) throw unreadable("a sheet of the workbook is damaged");
    if (type === beginning) depth += 1;
    else if (type === end) depth -= 1;
    else if (type === password) throw withPassword();
    else visit(type, at + 4, size);
    if (depth === 0) return;
    at += 4 + size;
  }
}

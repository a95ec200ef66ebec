import { unreadable } from "../refused.js";

/**
 * The record stream of an .xls workbook, walked from end to end: the library reads what there is of a cut file and says
 * nothing. Layout: [MS-XLS] 2.1.4, a record is type (2 bytes), length (2 bytes), data.
 */

const beginnings = new Set([0x0809, 0x0409, 0x0209, 0x0009]);
const end = 0x000a;
const boundSheet = 0x0085;
const password = 0x002f;

/**
 * Whether a file is the bare records of a workbook, as Excel 2 to 4 wrote them, without a compound file around. It begins
 * with the record that begins a sheet or a workbook: type, length (4 to 16), version, and what it is.
 */
export function isBareWorkbook(head: Uint8Array): boolean {
  if (head.length < 8) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const size = view.getUint16(2, true);
  const kinds = [0x0005, 0x0010, 0x0040, 0x0100];
  return (
    beginnings.has(view.getUint16(0, true)) &&
    size >= 4 &&
    size <= 16 &&
    kinds.includes(view.getUint16(6, true))
  );
}

/** Throws `Refused` when the workbook is cut short or protected. */
export function checkOldWorkbook(stream: Uint8Array): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const sheets = walk(view, 0);
  for (const start of sheets) walk(view, start);
}

/** Walks one substream to its end record; answers with where the sheets begin that it lists. */
function walk(view: DataView, start: number): readonly number[] {
  const sheets: number[] = [];
  let at = start;
  let depth = 0;
  for (;;) {
    if (at + 4 > view.byteLength) throw unreadable("the workbook is cut short");
    const type = view.getUint16(at, true);
    const size = view.getUint16(at + 2, true);
    if (at + 4 + size > view.byteLength) throw unreadable("the workbook is cut short");
    if (at === start && !beginnings.has(type)) throw unreadable("a sheet of the workbook is damaged");
    if (beginnings.has(type)) depth += 1;
    else if (type === end) depth -= 1;
    else if (type === password) throw unreadable("it is protected by a password");
    else if (type === boundSheet && size >= 4) sheets.push(view.getUint32(at + 4, true));
    if (depth === 0) return sheets;
    at += 4 + size;
  }
}

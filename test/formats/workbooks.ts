import * as XLSX from "xlsx";
import { defaultZipLimits, openZip } from "../../src/formats/archive/zip.js";
import { writeZip, type Member } from "./zip-writer.js";

/** Workbooks for tests. */
export type Cell = XLSX.CellObject | string | number | null;
export type BookType = "xlsx" | "xlsm" | "xlsb" | "biff2" | "biff3" | "biff4" | "biff8" | "ods";

export function book(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  type: BookType = "xlsx",
  change?: (workbook: XLSX.WorkBook) => void,
): Buffer {
  const workbook = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  }
  change?.(workbook);
  return XLSX.write(workbook, {
    type: "buffer",
    bookType: type as XLSX.BookType,
    bookSST: true,
    cellStyles: true,
  }) as Buffer;
}

/** A workbook whose parts are changed after writing. `change` returns the new text of a part. */
export async function altered(
  workbook: Buffer,
  change: (name: string, text: string) => string | Omit<Member, "name"> | undefined,
): Promise<Buffer> {
  const members: Member[] = [];
  for (const member of await openZip(workbook, defaultZipLimits)) {
    const data = await member.read();
    const changed = change(member.name, data.toString("utf8"));
    if (changed === undefined) members.push({ name: member.name, data });
    else if (typeof changed === "string")
      members.push({ name: member.name, data: Buffer.from(changed, "utf8") });
    else members.push({ name: member.name, ...changed });
  }
  return writeZip(members);
}

/** A workbook of one sheet with cells as XML: `<row r="1">...</row>`. */
export async function bookOfXml(sheetData: string, around = { before: "", after: "" }): Promise<Buffer> {
  return altered(book({ Sheet1: [["x"]] }), (name, text) =>
    name === "xl/worksheets/sheet1.xml"
      ? `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${around.before}<sheetData>${sheetData}</sheetData>${around.after}</worksheet>`
      : text,
  );
}

/** Rows of inline texts as XML. */
export function xmlRows(rows: readonly (readonly string[])[], from = 1): string {
  return rows
    .map(
      (cells, index) =>
        `<row r="${from + index}">${cells
          .map(
            (cell, column) =>
              `<c r="${letter(column)}${from + index}" t="inlineStr"><is><t>${cell}</t></is></c>`,
          )
          .join("")}</row>`,
    )
    .join("");
}

function letter(column: number): string {
  return String.fromCharCode(65 + column);
}

/** The record stream of an .xls workbook. */
export function recordsOf(workbook: Buffer): Buffer {
  const container = XLSX.CFB as {
    read(bytes: Buffer, options: { type: "buffer" }): object;
    find(file: object, name: string): { readonly content: Uint8Array };
  };
  return Buffer.from(container.find(container.read(workbook, { type: "buffer" }), "Workbook").content);
}

/**
 * An .xls workbook of one sheet in which the cells of a column below the heading are replaced with records, such as
 * formulas, which the library cannot write.
 */
export function withCells(workbook: Buffer, column: number, records: readonly Buffer[]): Buffer {
  const stream = recordsOf(workbook);
  const pieces: Buffer[] = [];
  for (let at = 0; at + 4 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) {
    const record = stream.subarray(at, at + 4 + stream.readUInt16LE(at + 2));
    const isText = record.readUInt16LE(0) === 0xfd || record.readUInt16LE(0) === 0x204;
    const row = isText && record.readUInt16LE(6) === column ? record.readUInt16LE(4) : 0;
    pieces.push(row === 0 ? record : (records[row - 1] ?? record));
  }
  return compoundFile("/Workbook", Buffer.concat(pieces));
}

/** A formula of an .xls workbook with the 8 bytes of its value. The formula itself is the text "x". */
export function formulaRecord(row: number, column: number, value: readonly number[]): Buffer {
  const parsed = [4, 0, 0x17, 1, 0, 0x78];
  const fixed = Buffer.alloc(6);
  fixed.writeUInt16LE(row, 0);
  fixed.writeUInt16LE(column, 2);
  return biffRecord(0x06, Buffer.from([...fixed, ...value, 0, 0, 0, 0, 0, 0, ...parsed]));
}

/** The text of the formula before it. */
export function textRecord(text: string): Buffer {
  return biffRecord(0x207, Buffer.from([text.length, 0, 0, ...Buffer.from(text, "latin1")]));
}

/** The record between a shared formula and its text. */
export const sharedFormula = biffRecord(0x4bc, Buffer.from([3, 0, 3, 0, 2, 2, 0, 1, 4, 0, 0x17, 1, 0, 0x78]));

function biffRecord(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

/** Bytes as a compound file without a workbook, like other old Office files. */
export function compoundFile(stream: string, content: Buffer): Buffer {
  const container = XLSX.CFB as {
    utils: { cfb_new(): object; cfb_add(file: object, name: string, content: Buffer): void };
    write(file: object, options: { type: "buffer" }): Buffer;
  };
  const file = container.utils.cfb_new();
  container.utils.cfb_add(file, stream, content);
  return container.write(file, { type: "buffer" });
}

/**
 * A workbook whose cells have number formats 27 to 36 by number only, in `z`. The library writes no codes for
 * these.
 */
export function bookWithFormatNumbers(rows: readonly (readonly Cell[])[], type: BookType): Buffer {
  const codeOf = (number: number): string => `0.0"${number}"`;
  const coded = rows.map((row) =>
    row.map((cell) =>
      typeof cell === "object" && typeof cell?.z === "number" ? { ...cell, z: codeOf(cell.z) } : cell,
    ),
  );
  return book({ S: coded }, type, (workbook) => {
    const numbers = Array.from({ length: 10 }, (_, i) => 27 + i);
    const table = (XLSX.SSF as { get_table(): object }).get_table();
    Object.assign(workbook, { SSF: { ...table, ...Object.fromEntries(numbers.map((n) => [n, codeOf(n)])) } });
  });
}

/**
 * A workbook with one value per row below a heading, each with a number format by its number. `formats` are
 * those of the file.
 */
export async function bookOfFormats(
  cells: readonly (readonly [format: number, value: number])[],
  formats = "",
): Promise<Buffer> {
  const rows = cells.map(
    ([, value], i) =>
      `<row r="${i + 2}"><c r="A${i + 2}"><v>${i}</v></c><c r="B${i + 2}" s="${i}"><v>${value}</v></c></row>`,
  );
  const styles = cells.map(([format]) => `<xf numFmtId="${format}" applyNumberFormat="1"/>`).join("");
  return altered(await bookOfXml(xmlRows([["Code", "From"]]) + rows.join("")), (name) =>
    name === "xl/styles.xml"
      ? `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${formats}<cellXfs count="${cells.length}">${styles}</cellXfs></styleSheet>`
      : undefined,
  );
}

/**
 * This module recognizes types of files that Lading does not read, so that the message can explain what the partner
 * must change.
 */

/** Returns the kind of a file that Lading does not read, such as "a PDF document", or undefined for other files. */
export function otherKind(head: Uint8Array): string | undefined {
  const signature = signatures.find(([, bytes]) => bytes.every((byte, i) => head[i] === byte));
  if (signature !== undefined) return signature[0];
  if (isDbase(head)) return "a dBase or FoxPro table (.dbf)";
  if (isExcel4(head)) return "a workbook of Excel 2, 3 or 4";
  const text = Buffer.from(head.subarray(0, 4096)).toString("latin1");
  if (isSylk(text)) return "a SYLK file (.slk)";
  if (isWebArchive(text)) return "a web archive (.mht)";
  if (/^TABLE\s*\r?\n0,1\s*\r?\n/.test(text)) return "a DIF file (.dif)";
  return undefined;
}

const signatures: readonly (readonly [string, readonly number[]])[] = [
  ["a PDF document", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["a PNG picture", [0x89, 0x50, 0x4e, 0x47]],
  ["a JPEG picture", [0xff, 0xd8, 0xff]],
  ["a GIF picture", [0x47, 0x49, 0x46, 0x38]],
  ["a RAR archive", [0x52, 0x61, 0x72, 0x21]],
  ["a 7-Zip archive", [0x37, 0x7a, 0xbc, 0xaf]],
  ["a bzip2 archive", [0x42, 0x5a, 0x68]],
  ["an xz archive", [0xfd, 0x37, 0x7a, 0x58]],
  ["a program", [0x7f, 0x45, 0x4c, 0x46]],
  ["an SQLite database", [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20]],
  ["an Access database", [0x00, 0x01, 0x00, 0x00, 0x53, 0x74, 0x61, 0x6e, 0x64, 0x61, 0x72, 0x64, 0x20]],
  ["a Parquet file", [0x50, 0x41, 0x52, 0x31]],
  ["a Lotus 1-2-3 or Quattro Pro worksheet", [0x00, 0x00, 0x02, 0x00]],
  ["a Lotus 1-2-3 worksheet", [0x00, 0x00, 0x1a, 0x00]],
];

/**
 * True for a dBase table. The file starts with a version and a date, followed by the length of the header, which is
 * 32 bytes plus 32 per column.
 */
function isDbase(head: Uint8Array): boolean {
  if (head.length < 65) return false;
  const versions = [
    0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8b, 0x8c, 0x8e, 0xcb, 0xf5, 0xfb,
  ];
  const [version = 0, , month = 0, day = 0] = head;
  const length = (head[8] ?? 0) + 256 * (head[9] ?? 0);
  // A column is described by a name of up to 11 characters, followed by a one-letter type.
  const column = Buffer.from(head.subarray(32, 44)).toString("latin1");
  return (
    versions.includes(version) &&
    month <= 12 &&
    day <= 31 &&
    length >= 65 &&
    /^[A-Z_][\w\0]{10}[A-Z+@]$/i.test(column)
  );
}

/**
 * True for a file written by Excel 2 to 4, in which the records are not inside a compound file. The first record is
 * `BOF`, with type, length, version and kind of sheet.
 */
function isExcel4(head: Uint8Array): boolean {
  const types = ["0900", "0902", "0904"];
  const kinds = ["0500", "1000", "4000", "0001"];
  const hex = (from: number): string => Buffer.from(head.subarray(from, from + 2)).toString("hex");
  return types.includes(hex(0)) && /^0[4-9a-f]00|1000/.test(hex(2)) && kinds.includes(hex(6));
}

/**
 * True for SYLK. A SYLK file starts with `ID;P`, which may also be a CSV header. In SYLK, each line consists of one
 * or two letters, a semicolon and fields.
 */
function isSylk(text: string): boolean {
  if (!text.startsWith("ID;P")) return false;
  const lines = text.split(/\r?\n|\r/).slice(1, -1);
  const isRecord = (line: string): boolean => /^(?:[BCFOPW]|N[NUE]);[A-Z]|^E?$/.test(line);
  return lines.every(isRecord) && lines.some((line) => /^(?:C;.*\bK|P;[PEF])/.test(line));
}

/** True for a page that Excel or a browser saved as a single file. Such a file starts with email headers. */
function isWebArchive(text: string): boolean {
  return (
    /^(?:MIME-Version|From|Subject|Date|Content-Type):/i.test(text) &&
    /^MIME-Version: *1\.0/im.test(text) &&
    /^Content-Type: *multipart\/related;/im.test(text)
  );
}

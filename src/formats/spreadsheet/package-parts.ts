import { unreadable } from "../refused.js";
import { storedArchive, type StoredPart } from "../archive/pack.js";
import type { ZipMember } from "../archive/zip.js";
import { builtInFormats } from "./built-in-formats.js";
import { PackageTexts } from "./package-texts.js";

/**
 * Selects the parts of an Office package that are passed to the library. Only verified parts that are needed to read
 * cells are passed. Of each sheet, only the cells and merged ranges are kept, because the library trusts the stated
 * dimension, links, column styles and extensions. If a sheet is damaged, the library reads 0 rows without an error,
 * so this module counts the cells, and the caller compares the counts.
 */
export interface CheckedPackage extends Readonly<PackageContent> {
  /** An uncompressed archive of the verified parts. */
  readonly archive: Buffer;
}

interface PackageContent {
  /** Number of cells in all sheets. For a binary package, only non-empty cells are counted. */
  cells: number;
  sharedTexts: number;
  /**
   * True if the program that wrote the file did not calculate its formulas, so the program that opens the file must
   * calculate them.
   */
  uncalculated: boolean;
  binary: boolean;
  /**
   * The strings of the cells. The library returns a number in place of each string. The strings of a binary package
   * are read by the library itself.
   */
  readonly texts: PackageTexts;
}

/** Reason for refusing a package whose sheet list differs from those that Excel has written since 2007. */
export const ofBetaVersion =
  "its list of sheets is damaged or has the format of a beta version of Excel 2007; open it in Excel and save it as .xlsx";

/**
 * Parts without cells. Some of these parts are large, some are misread by the library, and some were added by macOS
 * when it created the archive.
 */
const ignoredParts =
  /^(?:docProps|customXml|__MACOSX|xl\/(?:media|embeddings|externalLinks|printerSettings|theme|ctrlProps|activeX|pivot\w*|slicer\w*|tables|queryTables))\/|(?:^|\/)(?:calcChain|vbaProject|vbaProjectSignature|(?:threaded)?comments?\d*)\.|\/(?:threadedComments|comments)\/|\.(?:vml|png|jpe?g|emf|wmf|gif)$/i;

export async function checkPackage(members: readonly ZipMember[]): Promise<CheckedPackage> {
  const parts: StoredPart[] = [];
  const texts = new PackageTexts();
  const found: PackageContent = { cells: 0, sharedTexts: 0, uncalculated: false, binary: false, texts };
  for (const member of members) {
    if (ignoredParts.test(member.name)) continue;
    const data = await member.read();
    if (/\.(?:xml|rels)$/i.test(member.name)) {
      parts.push({ name: member.name, data: checkXml(data, found) });
    } else if (/\.bin$/i.test(member.name)) {
      if (isBinarySheet(data)) found.cells += countBinaryCells(data);
      if (/^xl\/workbook\.bin$/i.test(member.name)) {
        found.binary = true;
        // The sheet list starts with record 131.
        if (data[0] !== 0x83 || data[1] !== 0x01) throw unreadable(ofBetaVersion);
      }
      const isStyles = /^xl\/styles\.bin$/i.test(member.name);
      parts.push({ name: member.name, data: isStyles ? [binaryFormats(), data] : [data] });
    }
  }
  return { archive: storedArchive(parts), ...found };
}

/** Verifies that a part is complete, counts its content, and returns the sections that are passed to the library. */
function checkXml(part: Buffer, found: PackageContent): readonly Buffer[] {
  const bytes = asUtf8(part);
  if (bytes.length === 0) return [bytes];
  if (bytes.includes("<!DOCTYPE") || bytes.includes("<!ENTITY")) {
    throw unreadable(
      "the workbook declares its own XML entities, but spreadsheet programs never declare any",
    );
  }
  const head = bytes
    .subarray(0, 4096)
    .toString("latin1")
    .replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->/g, "");
  const root = /<(?:([\w.-]+):)?([\w.-]+)[\s/>]/.exec(head);
  if (root === null) throw unreadable("a part of the workbook is not XML");
  const [, space, name = ""] = root;
  const prefix = space === undefined ? "" : `${space}:`;
  const data = withOnePrefix(bytes, prefix);
  const tail = data.subarray(-4096).toString("latin1");
  const closed = tail.replace(/(?:<!--(?:(?!-->)[\s\S])*-->|\s)+$/, "").endsWith(`</${prefix}${name}>`);
  const empty = data.length <= 4096 && /^[^<]*<[^<>]*\/>\s*$/.test(head);
  if (!closed && !empty) throw unreadable("a part of the workbook ends before its end tag");
  if (name === "worksheet") return checkSheet(data, prefix, found);
  if (name === "sst") {
    const shared = found.texts.sharedTexts(data, prefix);
    found.sharedTexts += shared.count;
    return [shared.data];
  }
  if (name === "styleSheet") return withBuiltInFormats(data, prefix);
  if (name === "workbook") found.uncalculated = isUncalculated(data.toString("latin1"));
  return [data];
}

/** Converts a part to UTF-8. XML may be UTF-16 with a byte order mark. */
function asUtf8(part: Buffer): Buffer {
  const isLittle = part[0] === 0xff && part[1] === 0xfe;
  if (!isLittle && !(part[0] === 0xfe && part[1] === 0xff)) return part;
  if (part.length % 2 === 1) throw unreadable("a part of the workbook ends in the middle of a character");
  const units = isLittle ? part.subarray(2) : Buffer.from(part.subarray(2)).swap16();
  return Buffer.from(units.toString("utf16le").replace(/^<\?xml[^>]*\?>/, ""));
}

/**
 * Replaces all prefixes of the namespace of workbooks with the prefix of the root element, because cells and strings are
 * found by their names with this prefix.
 */
function withOnePrefix(data: Buffer, prefix: string): Buffer {
  const namespace = "spreadsheetml/2006/main";
  const strict = "ooxml/spreadsheetml/main";
  const isRepeated = (uri: string): boolean => data.includes(uri, data.indexOf(uri) + 1);
  if (!isRepeated(namespace) && !isRepeated(strict)) return data;
  const text = data.toString("latin1");
  const declaration = new RegExp(
    `\\sxmlns(?::([\\w.-]+))?\\s*=\\s*["'][^"'<>]*(?:${namespace}|${strict})["']`,
    "g",
  );
  const declared = [...text.matchAll(declaration)].map(([, name]) => (name === undefined ? "" : `${name}:`));
  const others = new Set(declared.filter((each) => each !== prefix && data.includes(`<${each}`)));
  if (others.size === 0) return data;
  const renamed = text.replace(
    /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|(<\/?)([\w.-]+:)?(?=[\w.-])/g,
    (whole, start?: string, written?: string) =>
      start !== undefined && others.has(written ?? "") ? `${start}${prefix}` : whole,
  );
  return Buffer.from(renamed, "latin1");
}

function checkSheet(data: Buffer, prefix: string, found: PackageContent): readonly Buffer[] {
  const open = data.indexOf(`<${prefix}sheetData`);
  if (open < 0) throw unreadable("a sheet of the workbook has no section for cells");
  const openEnd = data.indexOf(">", open);
  if (data[openEnd - 1] === slash)
    return [data.subarray(0, openEnd + 1), Buffer.from(`</${prefix}worksheet>`)];
  const close = data.indexOf(`</${prefix}sheetData`, openEnd);
  if (close < 0) throw unreadable("a sheet of the workbook ends before its end tag");
  const cells = data.subarray(open, close);
  found.cells += countTags(cells, `${prefix}c`);
  const start = data.indexOf(`<${prefix}worksheet`);
  const startEnd = data.indexOf(">", start);
  const after = Buffer.from(`</${prefix}sheetData>`);
  const end = Buffer.from(`</${prefix}worksheet>`);
  const numbered = found.texts.cellTexts(cells, prefix);
  return [data.subarray(0, startEnd + 1), numbered, after, mergedRanges(data.subarray(close), prefix), end];
}

function isUncalculated(workbook: string): boolean {
  const settings = /<(?:[\w.-]+:)?calcPr\b([^>]*)>/.exec(workbook)?.[1] ?? "";
  return /\b(?:fullCalcOnLoad\s*=\s*["'](?:1|true)|calcCompleted\s*=\s*["'](?:0|false))["']/.test(settings);
}

/** Adds built-in number formats that the library does not know. Formats defined in the file take precedence. */
function withBuiltInFormats(data: Buffer, prefix: string): readonly Buffer[] {
  const formats = [...builtInFormats]
    .map(([id, code]) => `<${prefix}numFmt numFmtId="${id}" formatCode="${code.replace("<", "&lt;")}"/>`)
    .join("");
  const text = data.toString("latin1");
  const own = new RegExp(`<${prefix}numFmts(?:\\s[^<>]*)?>`).exec(text);
  if (own !== null && !own[0].endsWith("/>")) {
    const at = own.index + own[0].length;
    return [data.subarray(0, at), Buffer.from(formats), data.subarray(at)];
  }
  const root = new RegExp(`<${prefix}styleSheet(?:\\s[^<>]*)?>`).exec(text);
  if (root === null || root[0].endsWith("/>")) return [data];
  const at = root.index + root[0].length;
  const rest = own === null ? data.subarray(at) : Buffer.from(text.slice(at).replace(own[0], ""), "latin1");
  return [data.subarray(0, at), Buffer.from(`<${prefix}numFmts>${formats}</${prefix}numFmts>`), rest];
}

/**
 * Returns the built-in number formats as records of a binary package. A record contains the format number, the length
 * of the code, and the code in UTF-16.
 */
function binaryFormats(): Buffer {
  const records = [...builtInFormats].map(([id, code]) => {
    const record = Buffer.alloc(8 + 2 * code.length);
    record[0] = 0x2c;
    record[1] = 6 + 2 * code.length;
    record.writeUInt16LE(id, 2);
    record.writeUInt32LE(code.length, 4);
    record.write(code, 8, "utf16le");
    return record;
  });
  return Buffer.concat(records);
}

function mergedRanges(after: Buffer, prefix: string): Buffer {
  const from = after.indexOf(`<${prefix}mergeCells`);
  const endTag = `</${prefix}mergeCells>`;
  const to = after.indexOf(endTag, from);
  return from < 0 || to < 0 ? Buffer.alloc(0) : after.subarray(from, to + endTag.length);
}

const lessThan = 0x3c;
const slash = 0x2f;

function countTags(data: Buffer, tag: string): number {
  const name = Buffer.from(tag, "latin1");
  const last = data.length - name.length - 1;
  const first = name[0];
  let count = 0;
  for (let at = data.indexOf(lessThan); at >= 0 && at < last; at = data.indexOf(lessThan, at + 1)) {
    if (data[at + 1] !== first) continue;
    let i = 1;
    while (i < name.length && data[at + 1 + i] === name[i]) i += 1;
    if (i < name.length) continue;
    const next = data[at + 1 + i] as number;
    // A space, line break, `/` or `>` ends the name.
    if (next <= 0x20 || next === slash || next === 0x3e) count += 1;
  }
  return count;
}

const binaryEndOfSheet = 0x0082;

/**
 * True for a sheet part, which starts with record 129. The index parts that Excel adds start with a different record.
 */
function isBinarySheet(data: Buffer): boolean {
  return data[0] === 0x81 && data[1] === 0x01;
}

/**
 * Types of records for non-empty cells: values, formulas, their short forms, and rich text. An empty cell has type 1
 * or 12.
 */
const binaryCells = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 62]);

/** Counts the non-empty cells of a binary sheet up to its end record. */
function countBinaryCells(data: Buffer): number {
  let at = 0;
  let cells = 0;
  let type = -1;
  while (at < data.length) {
    type = data[at++] as number;
    if (type >= 0x80) type = (type & 0x7f) | (((data[at++] ?? 0) & 0x7f) << 7);
    let size = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = data[at++];
      if (byte === undefined) throw unreadable("a sheet of the workbook is truncated");
      size |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    at += size;
    if (at > data.length) throw unreadable("a sheet of the workbook is truncated");
    if (binaryCells.has(type)) cells += 1;
  }
  if (type !== binaryEndOfSheet) throw unreadable("a sheet of the workbook ends before its end record");
  return cells;
}

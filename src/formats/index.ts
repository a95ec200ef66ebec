import { issue, type Issue } from "../model/issues.js";
import { membersOf, type Unpacked, unpack } from "./archive/archive.js";
import { type ColumnCounts, countDamage, damageOf, dateIssue, noCounts } from "./text/column-damage.js";
import { delimited } from "./text/delimited.js";
import { messageInMarkup, senderMessage } from "./text/sender-message.js";
import { fixedWidth } from "./text/fixed-width.js";
import {
  columnMeanings,
  meaningIssues,
  usualByColumn,
  withDoubts,
  type UsualByColumn,
} from "./disagreement.js";
import type { ByteSource, EncodingProof, Format, Table } from "./format.js";
import type { Limits } from "./limits.js";
import { foldHeading } from "./fold-heading.js";
import { columnName, columnPosition } from "./heading.js";
import { readHead } from "./head.js";
import { htmlFormat } from "./xml/html.js";
import { jsonFormat } from "./json/json.js";
import { membersAsTable } from "./archive/members.js";
import { noTable, refusing } from "./no-table.js";
import type { ReadOptions } from "./read-options.js";
import type { Row } from "./row.js";
import { otherKind } from "./other-kinds.js";
import { overLimit, unreadable, unsupported } from "./refused.js";
import { storableRows, storableText } from "./storable-rows.js";
import { spreadsheet } from "./spreadsheet/spreadsheet.js";
import { xml } from "./xml/xml.js";

/**
 * The formats in the order in which they are tried. Delimited text accepts every file that no other format
 * recognizes.
 */
export const formats: readonly Format[] = [spreadsheet, jsonFormat, xml, htmlFormat, fixedWidth, delimited];

/**
 * Returns true for workbooks and archives, whose content may be a thousand times as large as the file. Such files are
 * read in a process that can be killed, even for manual commands. `head` contains at least the first 4 KiB of the file,
 * or the whole file if the file is shorter.
 */
export function isContainer(head: Uint8Array): boolean {
  const gzip = head[0] === 0x1f && head[1] === 0x8b;
  return gzip || spreadsheet.recognizes(head);
}

/**
 * Opens the table in a file, in the configured or detected format. Unpacks a `.gz` or `.zip` file if necessary.
 * Problems in the file are reported as issues with the table and never thrown as exceptions.
 */
export async function openTable(
  source: ByteSource,
  options: ReadOptions,
  limits: Limits,
  proof?: EncodingProof,
): Promise<Table> {
  return refusing("delimited", async () => {
    if (source.size > limits.bytes) throw overLimit("bytes", source.size, limits.bytes);
    if (options.members !== undefined) {
      const { members: wanted, ...others } = options;
      const members = await membersOf(source, wanted, limits);
      const open = (file: ByteSource): Promise<Table> => openTable(file, others, limits);
      if (members !== undefined) return membersAsTable(members, open, options.required);
    }
    const unpacked = await unpack(source, options.member, limits);
    const table = await refusing("delimited", () => unpackedTable(unpacked.source, options, limits, proof));
    return asUnpacked(table, unpacked);
  });
}

/** Maximum size in bytes of a page that is read as an error message instead of a table. */
const largestMessage = 16 * 1024;

async function unpackedTable(
  source: ByteSource,
  options: ReadOptions,
  limits: Limits,
  proof?: EncodingProof,
): Promise<Table> {
  const head = await readHead(source);
  if (head.length === 0) return noTable("delimited", issue("empty_file", {}, {}));
  if (options.encoding === undefined && isEbcdic(head)) throw unreadable(ebcdic);
  const format = chooseFormat(head, options);
  if (format === undefined) {
    const kind = otherKind(head);
    throw kind === undefined ? unreadable("its format is unknown") : unsupported(kind);
  }
  const table = await refusing(format.name, () => format.read(source, options, limits, proof));
  const message = source.size <= largestMessage ? messageInstead(table, head, format, options) : undefined;
  if (message !== undefined) return noTable(format.name, message);
  // The reader for delimited text cleans its rows itself, possibly in other threads.
  const whole = format.name === "delimited" ? table : sound(table);
  // Readers for all formats except these three have already examined the columns.
  const isUnknown = format.name === "xml" || format.name === "json" || format.name === "fixed-width";
  return isUnknown ? withMeanings(whole) : whole;
}

/** Matches the first element of an HTML page or of a page fragment. */
const htmlStart =
  /^\ufeff?\s*<(?:!doctype|!--|html|head|body|title|center|div|p|pre|h[1-6]|b|br|font|strong)(?![\w-])/i;

/**
 * Returns an issue if the sender's system wrote a message in place of a table. The reader for delimited text finds
 * messages itself.
 */
function messageInstead(
  table: Table,
  head: Uint8Array,
  { name }: Format,
  options: ReadOptions,
): Issue | undefined {
  const text = head.toString();
  const isPage = /^\ufeff?\s*</.test(text);
  const isRefused = table.issues.some(({ code }) => code === "unreadable_file" || code === "rows_not_found");
  if (isPage) {
    const isOther = name !== "html" && name !== "xml" && htmlStart.test(text);
    const wanted = (options.wanted ?? []).filter((column) => columnPosition(column) === undefined);
    const headings = new Set(table.headings?.map(foldHeading));
    const isUnwanted =
      name === "html" && wanted.length > 0 && !wanted.some((one) => headings.has(foldHeading(one)));
    return isRefused || isOther || isUnwanted ? messageInMarkup(text) : undefined;
  }
  const isInColumns = name === "fixed-width" && !/\S {2,}\S/.test(text);
  return (isRefused && name !== "delimited") || isInColumns
    ? senderMessage(text, options.wanted, true)
    : undefined;
}

/**
 * Adds issues about whole columns and doubtful cells, based on the first batch of rows. Used for formats such as
 * JSON that do not examine their columns.
 */
function withMeanings(table: Table): Table {
  const { headings } = table;
  let found: readonly Issue[] = [];
  const counts: ColumnCounts[] = [];
  async function* rows(): AsyncGenerator<readonly Row[]> {
    let usual: UsualByColumn | undefined;
    for await (const batch of table.rows) {
      for (const { cells, line } of batch)
        cells.forEach((cell, i) => {
          if (cell !== "") countDamage((counts[i] ??= noCounts()), cell, line, false);
        });
      if (usual === undefined) {
        const meanings = columnMeanings(batch, headings?.length ?? batch[0]?.cells.length ?? 0, false);
        usual = usualByColumn(meanings.map((each) => each.usual));
        found = meaningIssues(meanings, headings);
      }
      const known = usual;
      yield known.length === 0 ? batch : batch.map((row) => withDoubts(row, known, headings));
    }
  }
  return {
    ...table,
    rows: rows(),
    get issues() {
      const isKnown = ({ code, column }: Issue) =>
        table.issues.some((known) => known.code === code && known.column === column);
      return [
        ...table.issues,
        ...[...found, ...dateIssues(counts, headings)].filter((each) => !isKnown(each)),
      ];
    },
  };
}

/** Returns an issue for each column in which codes became dates, such as `1-Mar`. */
function dateIssues(counts: readonly ColumnCounts[], headings: readonly string[] | null): readonly Issue[] {
  return counts.flatMap((column, i) =>
    damageOf(column).includes("damaged_date") ? [dateIssue(column, columnName(headings, i))] : [],
  );
}

function sound(table: Table): Table {
  const { rows, headings } = table;
  return { ...table, headings: headings?.map(storableText) ?? null, rows: storableRows(rows) };
}

function asUnpacked(table: Table, { member, evidence }: Unpacked): Table {
  if (evidence.length === 0) return table;
  const detected = { ...table.detected, evidence: [...evidence, ...table.detected.evidence] };
  return {
    ...table,
    detected: member === undefined ? detected : { ...detected, member },
    get issues() {
      return table.issues;
    },
  };
}

function chooseFormat(head: Uint8Array, options: ReadOptions): Format | undefined {
  if (options.format !== undefined) return formats.find(({ name }) => name === options.format);
  if (options.columns !== undefined) return fixedWidth;
  return otherKind(head) === undefined ? formats.find((format) => format.recognizes(head)) : undefined;
}

const ebcdic =
  "it is in EBCDIC, a character set of mainframes that Lading does not read; request the file in UTF-8";

/** The bytes of letters, digits, spaces and line breaks in EBCDIC, and of digits, spaces and line breaks in ASCII. */
const ebcdicText =
  /[\x40\x4b\x60\x6b\x5e\x4f\x7f\x05\x0d\x15\x25\x81-\x89\x91-\x99\xa2-\xa9\xc1-\xc9\xd1-\xd9\xe2-\xe9\xf0-\xf9]/g;
const asciiText = /[\x09\x0a\x20-\x24\x26-\x3f]/g;

/** True if nearly all bytes are EBCDIC text and hardly any byte is a digit, space or line break in ASCII. */
function isEbcdic(head: Uint8Array): boolean {
  const text = Buffer.from(head.subarray(0, 16 * 1024)).toString("latin1");
  const count = (signs: RegExp): number => text.match(signs)?.length ?? 0;
  return text.length >= 32 && count(ebcdicText) > text.length * 0.85 && count(asciiText) < text.length * 0.02;
}

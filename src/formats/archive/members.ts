import { issue, type Issue } from "../../model/issues.js";
import { sourceInMemory } from "../bytes.js";
import type { ByteSource, Table } from "../format.js";
import { foldHeading } from "../fold-heading.js";
import { noTable } from "../no-table.js";
import type { Row } from "../row.js";
import type { ZipMember } from "./zip.js";

/**
 * This module reads the files in an archive as one table. For example, each file may be a message with one record. Each
 * file has its own header. An unreadable file becomes a row without cells, so that only this row is rejected. Line
 * numbers continue from one file to the next, and `placeOf` maps them back.
 */

/**
 * `open` opens a member in that member's format. If a file has none of the `required` headings, although another file
 * has, its rows get an error.
 */
export async function membersAsTable(
  members: readonly ZipMember[],
  open: (source: ByteSource) => Promise<Table>,
  required: readonly string[] = [],
): Promise<Table> {
  const files: WholeFile[] = [];
  for (const member of members) {
    const { name } = member;
    const source = sourceInMemory(name.split("/").at(-1) ?? name, await member.read());
    files.push(await wholeFile(name, await open(source)));
  }
  const first = files.find(({ error }) => error === undefined);
  if (first === undefined) return noTable("delimited", ...files.flatMap(({ issues }) => issues));
  const { detected } = first.table;
  const columns = first.table.headings === null ? undefined : new Columns();
  const wanted = new Set(required.map(foldHeading));
  const isWanted = (heading: string): boolean => wanted.has(foldHeading(heading));
  const known = new Set(files.flatMap(({ table }) => table.headings?.filter(isWanted) ?? []));
  const rows: Row[] = [];
  const places: { readonly file: string; readonly before: number }[] = [];
  let before = 0;
  for (const { name, table, rows: own, ...file } of files) {
    const error = file.error ?? misfit(name, table, columns);
    places.push({ file: name, before });
    const placed = columns?.placesOf(table.headings ?? []);
    if (error !== undefined) rows.push({ line: before + 1, cells: [], issues: [error] });
    else {
      const lacking = table.headings?.some(isWanted) === false ? missing(known) : [];
      const found = lacking.length === 0 ? own : own.map((row) => withMore(row, lacking));
      for (const row of found) rows.push({ ...shifted(row, before, placed), file: places.length });
    }
    before = Math.max(before + 1, rows.at(-1)?.line ?? 0);
  }
  return {
    detected: { ...detected, evidence: [`${files.length} files form one table.`, ...detected.evidence] },
    headings: columns?.headings ?? null,
    issues: files.flatMap(({ error, issues }) => (error === undefined ? issues : [])),
    rows: inOneBatch(rows),
    placeOf(line) {
      const place = places.findLast((each) => each.before < line);
      return place && { file: place.file, line: line - place.before };
    },
  };
}

export function isUnread({ cells, issues = [] }: Row): boolean {
  return cells.length === 0 && issues.some(({ severity }) => severity === "error");
}

/** An error message also starts with the file name, because the message may be shown without its position. */
export function ofFileNamed(found: Issue, file: string): Issue {
  if (found.file !== undefined) return found;
  const message = found.severity === "error" ? `${file}: ${found.message}` : found.message;
  return { ...found, file, message };
}

interface WholeFile {
  readonly name: string;
  readonly table: Table;
  readonly rows: readonly Row[];
  readonly issues: readonly Issue[];
  readonly error: Issue | undefined;
}

/** Reads the whole file before returning, because a file is accepted or rejected as a whole. */
async function wholeFile(name: string, table: Table): Promise<WholeFile> {
  const rows: Row[] = [];
  for await (const batch of table.rows) rows.push(...batch);
  const issues = table.issues.map((found) => ofFileNamed(found, name));
  return { name, table, rows, issues, error: issues.find(({ severity }) => severity === "error") };
}

function misfit(name: string, { headings }: Table, columns: Columns | undefined): Issue | undefined {
  const reason = "only some of the files have a header";
  return (headings === null) === (columns === undefined)
    ? undefined
    : ofFileNamed(issue("unreadable_file", {}, { reason }), name);
}

function withMore(row: Row, more: readonly Issue[]): Row {
  return { ...row, issues: [...(row.issues ?? []), ...more] };
}

function missing(headings: ReadonlySet<string>): readonly Issue[] {
  return [...headings].map((column) =>
    issue("missing_column", { column }, { column, nearest: "", found: "" }),
  );
}

function shifted(
  { line, cells, numbers, issues }: Row,
  before: number,
  placed: readonly number[] | undefined,
): Row {
  const ordered: string[] = [];
  for (const [at, cell] of cells.entries()) ordered[placed?.[at] ?? at] = cell;
  return {
    line: before + line,
    cells: Array.from(ordered, (cell) => cell ?? ""),
    ...(numbers && { numbers: numbers.map((at) => placed?.[at] ?? at) }),
    ...(issues && { issues: issues.map((found) => ({ ...found, line: before + (found.line ?? line) })) }),
  };
}

/** The headings of all files. If a heading is repeated within a file, each occurrence has its own column. */
class Columns {
  readonly headings: string[] = [];
  readonly #places = new Map<string, number>();

  placesOf(headings: readonly string[]): readonly number[] {
    const occurrences = new Map<string, number>();
    return headings.map((heading) => {
      const nth = (occurrences.get(heading) ?? 0) + 1;
      occurrences.set(heading, nth);
      const key = `${nth} ${heading}`;
      const known = this.#places.get(key);
      if (known !== undefined) return known;
      this.#places.set(key, this.headings.length);
      return this.headings.push(heading) - 1;
    });
  }
}

async function* inOneBatch(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

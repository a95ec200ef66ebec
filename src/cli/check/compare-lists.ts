import { CsvError, parse } from "csv-parse/sync";
import type { RecordType } from "../../model/record-type.js";

/**
 * This module compares a list with the expected list, record by record, and describes the differences in plain text.
 */

type Line = ReadonlyMap<string, string>;

const mostLines = 20;

/**
 * For personal data, only the fact that a value differs is shown. `expected` is the content of the file next to the
 * sample, or undefined if there is no such file. `found` is the current list as CSV (RFC 4180).
 */
export function compareLists(expected: string | undefined, found: string, type: RecordType): string[] {
  if (expected === found) return [];
  if (expected === undefined) return ["the expected list does not exist yet"];
  const before = read(expected);
  if ("wrong" in before) return [before.wrong];
  const after = recordsOf(found);
  const lines: string[] = [];
  const columns = [before.columns, after.columns].map((names) => names.join(","));
  if (columns[0] !== columns[1]) lines.push(`columns: expected ${columns[0]}, found ${columns[1]}`);
  for (const [id, record] of before.records) {
    const now = after.records.get(id);
    if (now === undefined) lines.push(`${id}: expected, but not in the list`);
    else lines.push(...changes(id, record, now, type));
  }
  for (const id of after.records.keys()) {
    if (!before.records.has(id)) lines.push(`${id}: in the list, but not expected`);
  }
  if (lines.length === 0) return ["the records are equal, but their order, quoting or line endings differ"];
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), `... and ${lines.length - mostLines} more`];
}

function changes(id: string, before: Line, after: Line, type: RecordType): string[] {
  const changed = [...after.keys()].filter(
    (name) => before.has(name) && before.get(name) !== after.get(name),
  );
  return changed.map((name) =>
    isPersonal(name, type)
      ? `${id}: ${name} differs from the expected value`
      : `${id}: ${name} is ${shown(after.get(name))}, expected ${shown(before.get(name))}`,
  );
}

/** If a record type contains personal data, only the values of flags and times may be shown. */
function isPersonal(name: string, { personal, fields }: RecordType): boolean {
  return personal && !["flag", "timestamp"].includes(fields[name]?.kind ?? "");
}

function shown(value: string | undefined): string {
  return value === undefined || value === "" ? "blank" : JSON.stringify(value);
}

/** Parses the expected list, which may be invalid CSV after manual changes. */
function read(expected: string): ReturnType<typeof recordsOf> | { readonly wrong: string } {
  try {
    return recordsOf(expected);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { wrong: `the expected list cannot be read as CSV: ${error.message}` };
  }
}

function recordsOf(text: string): {
  readonly columns: readonly string[];
  readonly records: ReadonlyMap<string, Line>;
} {
  const [columns = [], ...rows] = parse(text, { bom: true });
  const records = new Map<string, Line>();
  for (const row of rows) {
    const record = new Map(columns.map((name, i) => [name, row[i] ?? ""]));
    records.set(record.get("external_id") ?? "", record);
  }
  return { columns, records };
}

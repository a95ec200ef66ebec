import { createHash } from "node:crypto";
import type { Row } from "../formats/row.js";
import { nearestHeading } from "../formats/heading.js";
import { issue, type Issue } from "../issues.js";
import type { Field } from "../records/fields.js";
import type { RecordType } from "../records/record-type.js";
import { readIso } from "./dates/format.js";
import { toTimestamp } from "./dates/dates.js";
import { Fault } from "./fault.js";
import type { BoundMapping, CompiledMapping } from "./mapping.js";

/**
 * The mapping of a file that is in the recommended format already: each column is its field, exactly as it stands.
 * Nothing is trimmed, so that converting again changes nothing. Only a time with another precision or offset, and a flag
 * in capitals, is brought into its one form; a blank cell is null. There is no mapping to correct, so hints name none.
 */
export function recommendedMapping(type: RecordType): CompiledMapping {
  return {
    recordType: type,
    read: {},
    duplicates: { keep: "none" },
    missing: "deactivate",
    missingAfter: 1,
    changedIds: undefined,
    operationColumn: undefined,
    refersTo: new Set(Object.values(type.fields).flatMap((field) => field.target ?? [])),
    usesToday: false,
    continues: false,
    looksBack: false,
    hash: createHash("sha256").update(`recommended format: ${type.name}`).digest("hex"),
    bind: (headings) => bind(type, headings),
  };
}

/** A name as the encodings of lists write it, apart from a byte order mark and blanks around it. */
function plain(heading: string): string {
  return heading.replace(/^\ufeff/, "").trim();
}

/** What a field may be called: JSON shows a reference as an object, whose id stands one level deeper. */
function headingsOf(name: string, field: Field): readonly string[] {
  return field.kind === "reference" ? [name, `${name}.external_id`] : [name];
}

function bind(type: RecordType, headings: readonly string[] | null): BoundMapping {
  const names = (headings ?? []).map(plain);
  const issues: Issue[] = [];
  const columns: { name: string; heading: string; field: Field; index: number }[] = [];
  for (const name of type.columns) {
    const field = type.fields[name] as Field;
    const found = headingsOf(name, field).filter((heading) => names.includes(heading));
    for (const heading of found) {
      const index = names.indexOf(heading);
      if (names.lastIndexOf(heading) === index) {
        columns.push({ name, heading, field, index });
      } else {
        const positions = names.flatMap((each, i) => (each === heading ? [`#${i + 1}`] : [])).join(", ");
        issues.push(issue("ambiguous_column", { column: heading }, { column: heading, positions }));
      }
    }
    // Accounts without tax may leave the reference out; optional columns are there or not.
    if (found.length === 0 && field.required === "always") {
      const isFirst = !issues.some((each) => each.code === "missing_column");
      const seen = isFirst ? ` Headings found: ${headings === null ? "none" : names.join(", ")}.` : "";
      const filling = { column: name, found: seen, nearest: nearestHeading(name, names) };
      const hint = `Write the heading exactly as ${name}, or name the mapping of the export.`;
      issues.push({ ...issue("missing_column", { column: name }, filling), hint });
    }
  }
  return {
    issues,
    fills: [...new Set(columns.map((column) => column.name))],
    reads: columns.map(({ heading, index }) => ({ heading, index })).sort((a, b) => a.index - b.index),
    columnOf: (field) => columns.find((column) => column.name === field)?.heading,
    trace: (row) =>
      columns.map(({ name, index }) => ({
        field: name,
        steps: [{ word: "column", column: name, value: row.cells[index] ?? null }],
      })),
    apply: (row) => {
      const values: Record<string, string | boolean | null> = {};
      const found: Issue[] = [];
      for (const { name, field, index } of columns) {
        const text = row.cells[index] ?? "";
        values[name] ??= text === "" ? null : valueOf(text, name, field, row, found);
      }
      return { kind: "draft", draft: { values }, issues: found };
    },
  };
}

function valueOf(
  text: string,
  name: string,
  field: Field,
  row: Row,
  issues: Issue[],
): string | boolean | null {
  const position = { line: row.line, column: name, field: name, value: text };
  switch (field.kind) {
    case "flag":
      // Spreadsheets save them in capitals.
      if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
      issues.push({ ...issue("not_a_flag", position, { field: name }), hint: "Write true or false." });
      return null;
    case "timestamp": {
      const moment = readIso(text);
      const time = moment === undefined ? undefined : toTimestamp(moment, undefined);
      if (typeof time === "string") return time;
      if (time instanceof Fault && time.code === "zone_needed") {
        const hint = "Write the offset behind the time, such as 2026-03-01T09:15:00+01:00.";
        issues.push({ ...issue("zone_needed", position, { field: name }), hint });
      } else {
        const format = "2026-03-01T08:15:00.000Z";
        issues.push({
          ...issue("invalid_date", position, { field: name, format }),
          hint: "Correct the cell.",
        });
      }
      return null;
    }
    case "id":
    case "text":
    case "email":
    case "choice":
    case "reference":
    case "decimal":
    case "date":
    case "country":
    case "region":
    case "integer":
      return text;
  }
}

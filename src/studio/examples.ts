import { foldHeading } from "../formats/fold-heading.js";
import type { CompiledMapping } from "../mapping/mapping.js";
import type { ParsedMapping } from "../mapping/parse.js";
import { companyColumns } from "../mapping/run-examples.js";
import type { RecordType } from "../records/record-type.js";
import type { EvaluationInMemory } from "../engine.js";
import { readSource } from "./form.js";
import type { PlainYaml } from "./messages.js";
import type { SampleTable } from "./sample-table.js";

/**
 * Examples for a mapping, taken from the rows of the sample: one of each kind of outcome. A mapping is kept and shared,
 * so names and addresses of people are replaced; what stays is what the mapping decides by.
 */

const people = [
  { name: "Sample", email: "sample.one@example.com" },
  { name: "Specimen", email: "sample.two@example.com" },
  { name: "Example", email: "sample.three@example.com" },
];

const mostExamples = 3;

export interface ExamplesJob {
  readonly decided: EvaluationInMemory;
  readonly parsed: ParsedMapping;
  readonly mapping: CompiledMapping;
  /** The same in other time zones: an example says what holds in all of them, for accounts of several may use the mapping. */
  readonly elsewhere: readonly CompiledMapping[];
  /** The day of the examples, where the mapping depends on it. */
  readonly today: string;
  readonly table: SampleTable;
  readonly type: RecordType;
  readonly fields: { readonly [field: string]: PlainYaml };
}

export function examplesOf(job: ExamplesJob): readonly PlainYaml[] {
  const { decided, parsed, mapping, elsewhere, today, table, type, fields } = job;
  const ofCompany = new Set(companyColumns(parsed.mapping).map(foldHeading));
  const examples: PlainYaml[] = [];
  const byLine = new Map(table.rows.map((row) => [row.line, row]));
  for (const { line, record } of chosen(decided)) {
    const row = byLine.get(line);
    if (row === undefined) continue;
    const cells = type.personal ? maskedCells(row.cells, table, fields, examples.length) : row.cells;
    const bound = mapping.bind(table.headings, row);
    const outcome = bound.apply({ line, cells });
    if (outcome.kind !== "draft" || outcome.issues.some((found) => found.severity === "error")) continue;
    const others = elsewhere.map((each) => each.bind(table.headings, row).apply({ line, cells }));
    const holds = (field: string, value: unknown): boolean =>
      others.every((other) => other.kind === "draft" && other.draft.values[field] === value);
    const shown = Object.entries(outcome.draft.values).filter(
      ([field, value]) =>
        value !== null && field !== "tax_code" && record[field] !== undefined && holds(field, value),
    );
    examples.push({
      ...(mapping.usesToday ? { today } : {}),
      row: Object.fromEntries(
        bound.reads
          .map(({ heading, index }) => [heading, cells[index] ?? ""] as const)
          .filter(([heading, cell]) => cell !== "" && !ofCompany.has(foldHeading(heading))),
      ),
      record: Object.fromEntries(shown.map(([field, value]) => [field, String(value)])),
    });
  }
  return examples;
}

/** Accepted rows that differ in what the lists decide by: the first of each status and charge type. */
function chosen(decided: EvaluationInMemory): readonly EvaluationInMemory["accepted"][number][] {
  const kinds = new Map<string, EvaluationInMemory["accepted"][number]>();
  for (const row of decided.accepted) {
    const kind = JSON.stringify([
      row.record["is_active"],
      row.record["charge_type"],
      row.record["direction"],
    ]);
    if (!kinds.has(kind)) kinds.set(kind, row);
    if (kinds.size >= mostExamples) break;
  }
  return [...kinds.values()].sort((a, b) => a.line - b.line);
}

function maskedCells(
  cells: readonly string[],
  table: SampleTable,
  fields: { readonly [field: string]: PlainYaml },
  which: number,
): readonly string[] {
  const masked = [...cells];
  const person = people[which % people.length] ?? { name: "Sample", email: "sample@example.com" };
  for (const [field, text] of [
    ["name", person.name],
    ["email_address", person.email],
  ] as const) {
    for (const [i, column] of readSource(fields[field]).columns.entries()) {
      const index = table.indexOf(column);
      if (index >= 0 && (cells[index] ?? "") !== "") {
        masked[index] = field === "name" && i > 0 ? `${text} ${"ABCDE".charAt(i)}.` : text;
      }
    }
  }
  return masked;
}

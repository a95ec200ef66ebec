import { foldHeading } from "../../formats/fold-heading.js";
import type { Row } from "../../formats/row.js";
import type { CompiledMapping } from "../../mapping/mapping.js";
import { parseMapping, type ParsedMapping } from "../../mapping/parse.js";
import { companyColumns, runExamples, standInAccount } from "../../mapping/run-examples.js";
import { todayIn } from "../../model/account.js";
import type { AnyRecord, RecordType } from "../../model/record-type.js";
import type { EvaluationInMemory } from "../../convert/engine.js";
import { isFamilyNameFirst } from "../../draft/evidence/staff.js";
import { yamlMapOf, type Plain, type YamlMap } from "../../mapping/yaml-document.js";
import { readSource } from "./form.js";
import { withEdits } from "./mapping-text.js";
import { recordView, type WholeOutcome } from "./outcome.js";
import type { SampleTable } from "./sample-table.js";
import { compileDraft, tablesOf } from "../../workspace/unfinished.js";
import type { Trial } from "./trial.js";

/**
 * This module creates up to three examples for a mapping from the sample, each with a different kind of result.
 * Mappings are stored and shared, so people's names and email addresses are replaced. Values on which the mapping
 * depends are kept.
 */

const people = [
  { name: "Sample", email: "sample.one@example.com" },
  { name: "Specimen", email: "sample.two@example.com" },
  { name: "Example", email: "sample.three@example.com" },
];

const mostExamples = 3;

/** Maximum number of rows in an example. Larger records are not used. */
const mostRows = 12;

/** Two inhabited time zones with the largest difference, 25 hours. */
const farZones = ["Pacific/Kiritimati", "Pacific/Niue"];

interface Job extends WholeOutcome {
  readonly parsed: ParsedMapping;
  /**
   * The mapping compiled for other time zones. An example must be correct in all zones, because accounts in several
   * zones may use the mapping.
   */
  readonly elsewhere: readonly CompiledMapping[];
  /** Date for the examples, if the mapping depends on the current date. */
  readonly today: string;
  readonly table: SampleTable;
  readonly type: RecordType;
  readonly fields: YamlMap;
}

/**
 * Returns examples that pass for this account and for a stand-in account. If the mapping uses the current date, each
 * example contains the date for which it is correct.
 */
export async function examplesFor(trial: Trial, whole: WholeOutcome): Promise<readonly Plain[]> {
  const { text, type, table, account, root } = trial;
  const result = parseMapping(text, "draft");
  if (type === undefined || "diagnostics" in result) return [];
  const elsewhere: CompiledMapping[] = [];
  for (const zone of farZones) {
    const made = await compileDraft(text, { ...trial, account: { ...account, zone } });
    if (!("diagnostics" in made)) elsewhere.push(made.mapping);
  }
  const { parsed } = result;
  const today = todayIn(account.zone, new Date());
  const tables = await tablesOf(trial, parsed);
  const fields = yamlMapOf(root["fields"]) ?? {};
  const made = examplesOf({ ...whole, parsed, elsewhere, today, table, type, fields });
  return made.filter((example) => {
    const written = withEdits(text, [{ path: ["examples"], value: [example] }]);
    const again = parseMapping(written ?? text, "draft");
    if ("diagnostics" in again) return false;
    return [account, standInAccount(again.parsed)].every(
      (each) => runExamples(again.parsed, { account: each, tables, today }).diagnostics.length === 0,
    );
  });
}

function examplesOf(job: Job): readonly Plain[] {
  const { evaluated, parsed, mapping, elsewhere, today, table, rowsOf, type, fields } = job;
  const ofCompany = new Set(companyColumns(parsed.mapping).map(foldHeading));
  const examples: Plain[] = [];
  const rules = [...(parsed.mapping.only ?? []), ...(parsed.mapping.skip ?? [])].map(({ column }) => column);
  for (const { line, record } of chosen(evaluated)) {
    const rows = rowsOf(line).map((row) => {
      if (!type.personal) return row;
      const traces = mapping.bind(table.headings, row, undefined, table.fileOf).trace(row);
      const columnsOf = (name: string): readonly string[] => {
        const { columns } = readSource(fields[name]);
        const steps = traces.find(({ field }) => field === name)?.steps ?? [];
        return columns.length > 0 ? columns : steps.flatMap(({ column }) => column ?? []);
      };
      return { line: row.line, cells: maskedCells(row.cells, table, columnsOf, examples.length) };
    });
    const [row] = rows;
    if (row === undefined || rows.length > mostRows) continue;
    const bound = mapping.bind(table.headings, row, undefined, table.fileOf);
    const outcome = bound.apply(row);
    if (outcome.kind !== "draft" || outcome.issues.some((found) => found.severity === "error")) continue;
    const others = elsewhere.map((each) =>
      each.bind(table.headings, row, undefined, table.fileOf).apply(row),
    );
    // For personal records, names and email addresses are masked. All columns that the fields and rules do not use
    // are omitted, because they may contain other personal data.
    const traced = bound.trace(row).flatMap(({ steps }) => steps.flatMap(({ column }) => column ?? []));
    const isShown = (heading: string): boolean =>
      !ofCompany.has(foldHeading(heading)) &&
      (!type.personal || [...traced, ...rules].some((each) => foldHeading(each) === foldHeading(heading)));
    const shownCells = (shownRow: Row): Plain =>
      Object.fromEntries(
        bound.reads
          .map(({ heading, index }) => [heading, bound.cellsOf(shownRow)[index] ?? ""] as const)
          .filter(([heading, cell]) => cell !== "" && isShown(heading)),
      );
    const holds = (field: string, value: unknown): boolean =>
      others.every((other) => other.kind === "draft" && other.draft.values[field] === value);
    const shown = Object.entries(outcome.draft.values).filter(
      ([field, value]) =>
        value !== null && field !== "tax_code" && record[field] !== undefined && holds(field, value),
    );
    const example: Plain = {
      ...(mapping.usesToday ? { today } : {}),
      ...(rows.length === 1 ? { row: shownCells(row) } : { rows: rows.map(shownCells) }),
      record: {
        ...Object.fromEntries(shown.map(([field, value]) => [field, String(value)])),
        ...(type.personal ? {} : listsOf(record)),
      },
    };
    // If a name also occurs in a different column, it is not replaced there, so the example is dropped.
    if (!type.personal || !showsPerson(example, record)) examples.push(example);
  }
  return examples;
}

/**
 * Returns the lists in a record, without private fields. Tax codes are omitted because they differ between accounts.
 * Lists that are too long to show completely are also omitted.
 */
function listsOf(record: AnyRecord): Record<string, Plain> {
  return Object.fromEntries(
    Object.entries(recordView(record).lists).flatMap(([name, { elements, left }]) =>
      elements.length === 0 || left > 0
        ? []
        : [
            [
              name,
              elements.map((element): Plain => {
                const filled = Object.entries(element).filter(
                  ([field, value]) => value !== "" && field !== "tax_code" && !field.startsWith("private"),
                );
                return element[""] ?? Object.fromEntries(filled);
              }),
            ] as const,
          ],
    ),
  );
}

/** Selects up to `mostExamples` accepted rows with different combinations of status, charge type and direction. */
function chosen(evaluated: EvaluationInMemory): readonly EvaluationInMemory["accepted"][number][] {
  const kinds = new Map<string, EvaluationInMemory["accepted"][number]>();
  for (const row of evaluated.accepted) {
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

/** True if the example contains the person's email address, or a word of the person's name. */
function showsPerson(example: Plain, record: AnyRecord): boolean {
  const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu) ?? [];
  const shown = JSON.stringify(example);
  const words = new Set(wordsOf(shown));
  const { name, email_address: address } = record;
  return (
    (typeof address === "string" && shown.toLowerCase().includes(address.toLowerCase())) ||
    (typeof name === "string" && wordsOf(name).some((word) => words.has(word)))
  );
}

function maskedCells(
  cells: readonly string[],
  table: SampleTable,
  columnsOf: (field: string) => readonly string[],
  which: number,
): readonly string[] {
  const masked = [...cells];
  const person = people[which % people.length] ?? { name: "Sample", email: "sample@example.com" };
  for (const [field, text] of [
    ["name", person.name],
    ["email_address", person.email],
  ] as const) {
    for (const [i, column] of [...new Set(columnsOf(field))].entries()) {
      const index = table.indexOf(column);
      const cell = cells[index] ?? "";
      if (cell === "") continue;
      masked[index] =
        field === "name" && isFamilyNameFirst(cell)
          ? `${text}, Person`
          : field === "name" && i > 0
            ? `${text} ${"ABCDE".charAt(i)}.`
            : text;
    }
  }
  return masked;
}

import type { Argv } from "yargs";
import type { EvaluationInMemory } from "../convert/engine.js";
import type { RejectedRow } from "../convert/evaluation.js";
import type { Issue } from "../model/issues.js";
import { flatValue } from "../formats/output/csv.js";
import { formatDiagnostics, openAnswer } from "../mapping/diagnostics.js";
import type { FieldTrace } from "../mapping/mapping.js";
import { isAboutOpenValue } from "../mapping/partial.js";
import { balanceText } from "../model/within.js";
import type { AnyRecord, ObjectValue, Value } from "../model/record-type.js";
import {
  defineCommand,
  type OptionsOf,
  type ExitCode,
  type Terminal,
  flagOption,
  requiredText,
  textOption,
} from "./command.js";
import { inputOptions } from "./convert-inputs.js";
import type { Unfinished } from "./draft-export.js";
import { wrappedText } from "./feeds/table.js";
import { visible } from "../sentence.js";
import { lookFor } from "./look.js";
import { issueLines } from "./issue-lines.js";
import { nextText } from "./next-text.js";
import {
  elementsOf,
  evaluateExport,
  otherRowsHidden,
  rowsOfRecord,
  tracedRows,
  type OneExport,
  type TracedElement,
  type TracedRow,
} from "./one-export.js";

const options = (yargs: Argv) =>
  inputOptions(yargs.positional("file", requiredText("The export; - for standard input")))
    .option("rows", { type: "number", default: 3, describe: "Number of accepted rows to show" })
    .option("id", textOption("Show only the rows with this external_id, with all operations"))
    .option("json", flagOption("Print the rows as JSON"));

type Options = OptionsOf<typeof options>;

/** Shows source cells next to output values, even for an unfinished draft. Writes nothing. */
export const preview = defineCommand({
  usage: "preview <file>",
  examples: [
    [
      "lading preview staff.csv --mapping mappings/acme/staff.yaml",
      "the first rows and one row for each kind of problem",
    ],
    ["lading preview staff.csv --mapping staff.yaml --rows 20", "more rows"],
    ["lading preview staff.csv --mapping staff.yaml --id E00017", "one record, step by step"],
  ],
  options,
  run,
});

interface SelectedRow {
  readonly line: number;
  /** `open`: every error in the row is about a value with an open question in the draft. */
  readonly state: "accepted" | "rejected" | "open" | "skipped" | "merged";
  readonly rule?: string;
  /** Number of other rows with the same issues. */
  readonly alike: number;
  readonly issues: readonly Issue[];
}

interface PreviewRow extends SelectedRow {
  readonly fields: readonly ShownField[];
  readonly elements: readonly TracedElement[];
  /** Set only if a single record is shown. */
  readonly record?: AnyRecord | null;
}

interface ShownField {
  readonly field: string;
  readonly from: readonly { readonly column: string; readonly cell: string | null }[];
  /** Set if the draft still has an open question about the field. */
  readonly isOpen?: true;
  /** Set if the value is the sum of an amount over the record's elements. */
  readonly isSum?: true;
  /** Null if the value is blank or has an issue. */
  readonly becomes: string | null;
  readonly issues: readonly string[];
  /** Every operation with its result. Set only if a single record is shown. */
  readonly steps?: FieldTrace["steps"];
}

/** Maximum number of problem types shown. */
const mostKinds = 20;

/** Maximum number of elements shown for each list in a record. With `--id`, all elements are shown. */
const mostElements = 3;

async function run(options: Options, terminal: Terminal): Promise<ExitCode> {
  const found = await evaluateExport(options.file, options, terminal);
  const { evaluated } = found;
  if (evaluated.refused !== undefined) {
    terminal.stderr.write(`${found.source.name}: the file cannot be read. No row was processed.\n`);
    terminal.stderr.write(issueLines(evaluated, found.type));
    return 3;
  }
  if (found.mapping.gathers) terminal.stderr.write(otherRowsHidden);
  const isOneRecord = options.id !== undefined;
  const shown =
    options.id !== undefined
      ? await rowsWithId(found, options.id)
      : await show(found, choose(found, Math.max(0, options.rows)));
  if (options.json) {
    const open = found.unfinished && { open: found.unfinished.open };
    const counts = countsOf(found);
    terminal.stdout.write(`${JSON.stringify({ counts, ...open, rows: shown }, null, 2)}\n`);
  } else {
    const width = terminal.stdout.columns ?? 110;
    terminal.stdout.write(
      wrappedText(
        shown.map((row) => `${rowText(row, width, isOneRecord ? Infinity : mostElements)}\n`).join(""),
        lookFor(terminal),
      ),
    );
  }
  if (!isOneRecord) terminal.stderr.write(wrappedText(summary(found), lookFor(terminal)));
  if (found.unfinished !== undefined) {
    terminal.stderr.write(questionsText(found.unfinished, options.mapping ?? ""));
    return 1;
  }
  if (isOneRecord) return shown.some(({ state }) => state === "rejected") ? 1 : 0;
  if (evaluated.counts.accepted === 0) return 3;
  return evaluated.counts.rejected > 0 ? 1 : 0;
}

/** Rows that are rejected only because the draft has no answer for a value are counted as open. */
function countsOf(found: OneExport): EvaluationInMemory["counts"] & { readonly open?: number } {
  const { counts, rejected } = found.evaluated;
  if (found.unfinished === undefined) return counts;
  const open = rejected.filter((row) => isOpenRow(row, found)).length;
  return { ...counts, rejected: counts.rejected - open, open };
}

/** States of rows that are not accepted, by line. */
function statesOf(found: OneExport): ReadonlyMap<number, "open" | "rejected"> {
  return new Map(
    found.evaluated.rejected.map((row) => [row.line, isOpenRow(row, found) ? "open" : "rejected"]),
  );
}

function isOpenRow({ issues }: RejectedRow, { unfinished }: OneExport): boolean {
  if (unfinished === undefined) return false;
  return issues.every((each) => each.severity !== "error" || isAboutOpenValue(each, unfinished.asked));
}

function questionsText({ questions, diagnostics }: Unfinished, mapping: string): string {
  const others = [...diagnostics.values()].flat();
  const [mark, file] = [`\`${openAnswer}\``, visible(mapping)];
  return [
    questions.length === 1
      ? "The mapping has an open question. Until it is answered, the file cannot be converted:"
      : `The mapping has ${questions.length} open questions. Until they are answered, the file cannot be converted:`,
    formatDiagnostics(questions),
    ...others.map(({ message }) => `Also correct: ${visible(message)}`),
    nextText(`Replace each ${mark} in ${file}. Then run \`lading preview\` again.`, ""),
    "",
  ].join("\n");
}

/** Returns the first accepted rows and the first row with each kind of problem, in file order. */
function choose(found: OneExport, rows: number): readonly SelectedRow[] {
  const { evaluated } = found;
  const byLine = new Map<number, Issue[]>();
  for (const found of evaluated.issues) {
    if (found.line !== undefined) byLine.set(found.line, [...(byLine.get(found.line) ?? []), found]);
  }
  const states = statesOf(found);
  const chosen = new Map<number, SelectedRow>();
  for (const { line } of evaluated.accepted.slice(0, rows)) {
    chosen.set(line, { line, state: "accepted", alike: 0, issues: byLine.get(line) ?? [] });
  }
  const kinds = new Map<string, number[]>();
  for (const [line, issues] of byLine) {
    const found = issues.filter((found) => found.severity !== "note");
    if (found.length === 0) continue;
    const kind = found
      .map((found) => `${found.code} ${found.field ?? ""}`)
      .sort()
      .join("; ");
    kinds.set(kind, [...(kinds.get(kind) ?? []), line]);
  }
  for (const lines of [...kinds.values()].slice(0, mostKinds)) {
    const line = lines[0] ?? 0;
    const state = states.get(line) ?? "accepted";
    chosen.set(line, { line, state, alike: lines.length - 1, issues: byLine.get(line) ?? [] });
  }
  return [...chosen.values()].sort((a, b) => a.line - b.line);
}

/** Reads the export again to get the cells of the selected rows. */
async function show(found: OneExport, chosen: readonly SelectedRow[]): Promise<readonly PreviewRow[]> {
  const left = new Map(chosen.map((each) => [each.line, each]));
  const shown: (readonly [SelectedRow, TracedRow])[] = [];
  for await (const row of tracedRows(found)) {
    // Rows between the last selected row and the next record may contain elements of the selected record.
    if (left.size === 0 && row.outcome.kind === "draft") break;
    const each = left.get(row.line);
    if (each === undefined) continue;
    shown.push([each, row.trace()]);
    left.delete(row.line);
  }
  return shown.map(([each, row]) => ({
    ...each,
    fields: fieldsOf(row, each, found),
    elements: elementsOf(row),
  }));
}

/** Returns every row of one record with all operations, including rows that a rule skips. */
async function rowsWithId(found: OneExport, id: string): Promise<readonly PreviewRow[]> {
  const { accepted, issues } = found.evaluated;
  const states = statesOf(found);
  return (await rowsOfRecord(found, id)).map((row): PreviewRow => {
    const elements = elementsOf(row);
    const lines = new Set([row.line, ...elements.map(({ line }) => line)]);
    const record = accepted.find(({ line }) => line === row.line)?.record ?? null;
    const chosen: SelectedRow = {
      line: row.line,
      ...(row.outcome.kind === "skipped"
        ? { state: "skipped", rule: row.outcome.rule }
        : { state: record !== null ? "accepted" : (states.get(row.line) ?? "merged") }),
      alike: 0,
      issues: issues.filter(({ line }) => line !== undefined && lines.has(line)),
    };
    const fields = fieldsOf(row, chosen, found).map((field) => ({
      ...field,
      steps: row.fields.find((each) => each.field === field.field)?.steps ?? [],
    }));
    return { ...chosen, fields, elements, record };
  });
}

function fieldsOf(
  row: TracedRow,
  { issues, line }: SelectedRow,
  { evaluated, unfinished }: OneExport,
): ShownField[] {
  const open = unfinished?.open ?? [];
  const record = evaluated.accepted.find((each) => each.line === line)?.record;
  const draft = row.outcome.kind === "draft" ? row.outcome.draft.values : {};
  const answered = row.fields.filter(({ field }) => !open.includes(field));
  const shown = answered.map(({ field, steps }): ShownField => {
    const codes = issues
      .filter((found) => found.field === field && found.severity !== "note")
      .map(({ code }) => code);
    const value = record?.[field] ?? partOf(record, field) ?? draft[field] ?? null;
    return {
      field,
      from: sourcesOf(steps),
      ...(steps.length === 0 ? { isSum: true as const } : {}),
      becomes: value === null || value === "" ? null : flatValue(value),
      issues: codes,
    };
  });
  return [
    ...shown,
    ...open.map((field) => ({ field, from: [], isOpen: true as const, becomes: null, issues: [] })),
  ];
}

/** Returns a part of an amount in a record, such as `local_amount.total`. */
function partOf(record: AnyRecord | undefined, field: string): Value | undefined {
  const [amount = "", part = ""] = field.split(".");
  const whole = record?.[amount];
  return typeof whole === "object" && whole !== null && !Array.isArray(whole)
    ? (whole as ObjectValue)[part]
    : undefined;
}

function sourcesOf(steps: FieldTrace["steps"]): ShownField["from"] {
  const columns = steps.filter((step) => step.word === "column");
  return columns.map(({ column, value }) => ({
    column: column ?? "",
    cell: value === null ? null : String(value),
  }));
}

function rowText(row: PreviewRow, width: number, most: number): string {
  const alike =
    row.alike === 0
      ? ""
      : `, and ${row.alike} more ${row.alike === 1 ? "row" : "rows"} with the same problem`;
  const lines = inColumns(
    row.fields.map((field) => [field.field, fromText(field), resultText(field)]),
    width,
  ).flatMap((line, i) => [line, ...stepLines(row.fields[i]?.steps ?? [])]);
  const issues = row.issues.map((found) => `  ${found.severity}: ${found.message} Next: ${found.hint}`);
  const elements = elementLines(row.elements, width, most);
  const rule = row.rule === undefined ? "" : ` by the rule "${row.rule}"`;
  return [`line ${row.line}: ${row.state}${rule}${alike}`, ...lines, ...elements, ...issues, ""]
    .map(visible)
    .join("\n");
}

/** Formats a field's operations. The result is empty for a field that only copies a column. */
function stepLines(steps: FieldTrace["steps"]): readonly string[] {
  if (steps.length < 2) return [];
  const words = steps.map(({ word, column }) => (column === undefined ? word : `${word} ${column}`));
  const width = Math.max(...words.map((word) => word.length));
  return steps.map(({ value, issue }, i) => {
    const result = value === null ? "(blank)" : JSON.stringify(value);
    return `      ${(words[i] ?? "").padEnd(width)}  ${issue === undefined ? result : `!! ${issue}`}`;
  });
}

function elementLines(elements: readonly TracedElement[], width: number, most: number): readonly string[] {
  const lists = new Map<string, TracedElement[]>();
  for (const each of elements) lists.set(each.list, [...(lists.get(each.list) ?? []), each]);
  return [...lists].flatMap(([list, all]) => {
    const more = all.length - most;
    return [
      ...all.slice(0, most).flatMap(({ line, values, columns }) => [
        `  ${list}, line ${line}:`,
        ...inColumns(
          Object.entries(values).map(([name, value]) => [name, columns[name] ?? "(constant)", String(value)]),
          width - 2,
        ).map((text) => `  ${text}`),
      ]),
      ...(more > 0 ? [`  ... and ${more} more of ${list}`] : []),
    ];
  });
}

function inColumns(
  cells: readonly (readonly [name: string, from: string, becomes: string])[],
  width: number,
): readonly string[] {
  const widest = (at: 0 | 1 | 2) => Math.max(0, ...cells.map((each) => each[at].length));
  const first = widest(0);
  // If the source cell and the result do not both fit, the source cell is shortened, because the result is more
  // important.
  const longest = Math.min(widest(1), Math.max(20, width - first - widest(2) - "      ->  ".length));
  return cells.map(
    ([name, from, becomes]) =>
      `  ${name.padEnd(first)}  ${shorten(from, longest).padEnd(longest)}  ->  ${becomes}`,
  );
}

function fromText({ from, isSum, becomes }: ShownField): string {
  if (isSum === true) return "(sum of elements)";
  if (from.length === 0) return becomes === null ? "" : "(constant)";
  return from
    .map(({ column, cell }) => `${column} ${cell === null ? "(blank)" : JSON.stringify(cell)}`)
    .join(" + ");
}

function resultText({ becomes, issues, isOpen }: ShownField): string {
  if (isOpen === true) return "(open question)";
  const value = becomes ?? (issues.length > 0 ? "" : "(blank)");
  return issues.length === 0
    ? value
    : `${value === "" ? "" : `${value}  `}!! ${[...new Set(issues)].join(", ")}`;
}

function shorten(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 3)}...`;
}

function summary(found: OneExport): string {
  const { source, evaluated } = found;
  const { read, accepted, rejected, open, skipped, merged } = countsOf(found);
  const rules = [...evaluated.skipped].map(([rule, count]) => `${count} by "${rule}"`).join(", ");
  const lines = [
    `${source.name}: ${read} rows read, ${accepted} accepted, ${rejected} rejected, ${open === undefined ? "" : `${open} open, `}${skipped} skipped${rules === "" ? "" : ` (${rules})`}, ${merged} merged.`,
    ...(evaluated.counts.within ?? []).map((balance) => `  ${balanceText(balance)}`),
    ...evaluated.detected.evidence.map((each) => `  ${each}`),
    ...evaluated.issues
      .filter(({ code }) => code === "blank_columns" || code === "blank_lines")
      .map(({ message }) => `  ${message}`),
  ];
  return `${lines.join("\n")}\n`;
}

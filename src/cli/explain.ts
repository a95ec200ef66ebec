import type { Argv } from "yargs";
import type { EvaluationInMemory } from "../convert/engine.js";
import { failure } from "../errors.js";
import type { Issue } from "../model/issues.js";
import type { TraceStep } from "../mapping/mapping.js";
import { nearest } from "../nearest.js";
import type { AnyRecord } from "../model/record-type.js";
import {
  defineCommand,
  type OptionsOf,
  type ExitCode,
  type Terminal,
  flagOption,
  neededText,
} from "./command.js";
import { visible } from "../sentence.js";
import { inputOptions } from "./convert-inputs.js";
import { issueLines } from "./issue-lines.js";
import {
  elementsOf,
  evaluateExport,
  otherRowsHidden,
  tracedRows,
  type OneExport,
  type TracedElement,
  type TracedRow,
} from "./one-export.js";
import { nextText } from "./next-text.js";

const options = (yargs: Argv) =>
  inputOptions(
    yargs
      .positional("id", neededText("external_id of the record"))
      .positional("file", neededText("The export")),
  ).option("json", flagOption("The same as JSON"));

type Options = OptionsOf<typeof options>;

/** The way of one record: file, line, cells, each operation, each issue, the result. */
export const explain = defineCommand({
  usage: "explain <id> <file>",
  examples: [
    ["lading explain E00017 staff.csv --mapping mappings/acme/staff.yaml", "where this record comes from"],
  ],
  options,
  run,
});

type State = "accepted" | "rejected" | "skipped" | "folded";

interface Explained {
  readonly file: string;
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly fields: readonly { readonly field: string; readonly steps: readonly TraceStep[] }[];
  readonly state: State;
  /** The rule that left the row out. */
  readonly rule?: string;
  readonly issues: readonly Issue[];
  readonly elements: readonly TracedElement[];
  readonly record: AnyRecord | null;
}

async function run(options: Options, terminal: Terminal): Promise<ExitCode> {
  const found = await evaluateExport(options.file, options, terminal);
  const { evaluated } = found;
  if (evaluated.refused !== undefined) {
    terminal.stderr.write(`${found.source.name}: the file is refused, so it has no records.\n`);
    terminal.stderr.write(issueLines(evaluated, found.type));
    return 3;
  }
  const { rows, ids } = await rowsOf(found, options.id);
  if (rows.length === 0) {
    const near = nearest(options.id, ids);
    throw failure("no_such_record", {
      id: options.id,
      file: found.source.name,
      near: near === undefined ? "" : ` The nearest is ${near}.`,
    });
  }
  const explained = rows.map((row) => explainRow(row, found));
  if (found.mapping.gathers) terminal.stderr.write(otherRowsHidden);
  if (options.json) terminal.stdout.write(`${JSON.stringify(explained, null, 2)}\n`);
  else terminal.stdout.write(explained.map((each) => `${asText(options.id, each)}\n`).join(""));
  return 0;
}

/** The rows that come to the id, those that a rule leaves out included. */
async function rowsOf(
  found: OneExport,
  id: string,
): Promise<{ readonly rows: readonly TracedRow[]; readonly ids: ReadonlySet<string> }> {
  const rows: TracedRow[] = [];
  const ids = new Set<string>();
  /** A record of which more rows may follow: its header, and with it its id, may be one of them. */
  let open: TracedRow | undefined;
  const settle = (): void => {
    const own = open?.outcome.kind === "draft" ? open.outcome.draft.values["external_id"] : undefined;
    if (typeof own === "string") ids.add(own);
    if (open !== undefined && own === id) rows.push(open);
    open = undefined;
  };
  for await (const row of tracedRows(found)) {
    const { outcome } = row;
    if (outcome.kind === "draft") {
      settle();
      const own = outcome.draft.values["external_id"];
      if (found.mapping.continues || own === id) open = row.trace();
      else if (typeof own === "string") ids.add(own);
    } else if (outcome.kind === "skipped") {
      const traced = row.trace();
      const own = traced.fields.find(({ field }) => field === "external_id")?.steps.at(-1)?.value;
      if (own === id) rows.push(traced);
    }
  }
  settle();
  return { rows, ids };
}

function explainRow(row: TracedRow, { source, evaluated }: OneExport): Explained {
  const { state, record } = fate(row, evaluated);
  const elements = elementsOf(row);
  const lines = new Set([row.line, ...elements.map(({ line }) => line)]);
  return {
    file: source.name,
    line: row.line,
    cells: Object.fromEntries(row.cells),
    fields: row.fields,
    state,
    ...(row.outcome.kind === "skipped" ? { rule: row.outcome.rule } : {}),
    issues: evaluated.issues.filter(({ line }) => line !== undefined && lines.has(line)),
    elements,
    record,
  };
}

function fate(
  row: TracedRow,
  evaluated: EvaluationInMemory,
): { readonly state: State; readonly record: AnyRecord | null } {
  if (row.outcome.kind === "skipped") return { state: "skipped", record: null };
  const accepted = evaluated.accepted.find((each) => each.line === row.line);
  if (accepted !== undefined) return { state: "accepted", record: accepted.record };
  const isRejected = evaluated.rejected.some((each) => each.line === row.line);
  return { state: isRejected ? "rejected" : "folded", record: null };
}

function asText(id: string, explained: Explained): string {
  const lines = [`${id}: ${explained.file}, line ${explained.line}`, ""];
  const headings = Object.entries(explained.cells);
  const wide = Math.max(0, ...headings.map(([heading]) => heading.length));
  lines.push("What stands there, in the columns that the mapping reads:");
  for (const [heading, cell] of headings)
    lines.push(`  ${heading.padEnd(wide)}  ${cell === "" ? "(blank)" : JSON.stringify(cell)}`);
  lines.push("", "What becomes of it:");
  for (const { field, steps } of explained.fields) {
    lines.push(`  ${field}`);
    const words = steps.map(({ word, column }) => (column === undefined ? word : `${word} ${column}`));
    const width = Math.max(0, ...words.map((word) => word.length));
    for (const [i, step] of steps.entries())
      lines.push(`    ${(words[i] ?? "").padEnd(width)}  ${result(step)}`);
  }
  for (const { list, line, values, columns } of explained.elements) {
    lines.push("", `An element of ${list}, line ${line}:`);
    const width = Math.max(0, ...Object.keys(values).map((name) => name.length));
    for (const [name, value] of Object.entries(values)) {
      const from = columns[name] === undefined ? "" : `  from ${columns[name]}`;
      lines.push(`  ${name.padEnd(width)}  ${JSON.stringify(value)}${from}`);
    }
  }
  lines.push("");
  for (const found of explained.issues) {
    lines.push(`${found.severity}: ${found.message} (${found.code})`, nextText(found.hint, "  "));
  }
  lines.push(`Result: ${resultText(explained)}`);
  return `${lines.join("\n").split("\n").map(visible).join("\n")}\n`;
}

function result({ value, issue }: TraceStep): string {
  if (issue !== undefined) return `!! ${issue}`;
  return value === null ? "(blank)" : JSON.stringify(value);
}

function resultText({ state, rule, record }: Explained): string {
  switch (state) {
    case "accepted":
      return `accepted\n${JSON.stringify(record, null, 2)}`;
    case "rejected":
      return "rejected, for the errors above";
    case "skipped":
      return `left out by the rule "${rule ?? ""}"`;
    case "folded":
      return "folded: another row of the same id counts";
  }
}

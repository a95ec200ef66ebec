import { inFileOrder } from "../../convert/accepted-rows.js";
import { evaluateInMemory, type EvaluationInMemory } from "../../convert/engine.js";
import { numberedRow, rowNumberColumn, withRowNumbers } from "../../convert/row-numbers.js";
import { flatValue } from "../../formats/output/csv.js";
import type { Table } from "../../formats/format.js";
import type { Row } from "../../formats/row.js";
import type { Issue } from "../../model/issues.js";
import { futureTime } from "../../feeds/lists/reconcile.js";
import { ruleInWords } from "../../mapping/conditions.js";
import type { CompiledMapping } from "../../mapping/mapping.js";
import { isAboutOpenValue } from "../../mapping/partial.js";
import type { Lookups } from "../../model/lookups.js";
import type { Account } from "../../model/account.js";
import type { AnyRecord, ObjectValue, Value } from "../../model/record-type.js";
import { evaluateFile, type NamedFile } from "../../system/readers/evaluate-file.js";
import type {
  IssueGroup,
  OutcomeView,
  RecordView,
  RowState,
  RowsView,
  RowView,
  SampleView,
} from "./messages.js";
import type { RowFilter } from "./requests.js";
import { feedRejects, type FeedRejects } from "./feed-rejects.js";
import { fixesOf, plainIssue } from "./fixes.js";
import { RequestRefused } from "./request-refused.js";
import { endOf, type SampleTable } from "./sample-table.js";

/** This module evaluates a mapping on a sample with the production engine and returns the result of each row. */

export interface SampleOutcome {
  readonly view: OutcomeView;
  /**
   * Set if the evaluation used no placeholders. Results with placeholders for open questions are intended only for
   * display.
   */
  readonly whole: WholeOutcome | undefined;
  rows(filter: RowFilter, from: number, count: number): Omit<RowsView, "revision">;
}

export interface WholeOutcome {
  /** The result for the rows in memory. */
  readonly evaluated: EvaluationInMemory;
  /**
   * Returns the result for all rows. Evaluates the file again if it has more rows than fit in memory. Throws
   * `RequestRefused` if the file is refused as a whole.
   */
  readonly ofAllRows: () => Promise<EvaluationInMemory>;
  readonly mapping: CompiledMapping;
  /**
   * Time of the evaluation, which is used as `updated_at` for records without that value. All formats of the list
   * contain the same time.
   */
  readonly evaluatedAt: Date;
  /** Returns all rows of the record to which a row belongs. */
  readonly rowsOf: (line: number) => readonly Row[];
}

export interface OutcomeJob {
  readonly source: NamedFile;
  readonly table: SampleTable;
  readonly mapping: CompiledMapping;
  readonly account: Account;
  readonly lookups: Lookups;
  readonly revision: number;
  /** Fields with open questions. These fields contain placeholders, so their issues are not reported. */
  readonly open: readonly string[];
  /** Fields with unanswered values. Rows with an unanswered value are neither accepted nor rejected. */
  readonly asked: ReadonlySet<string>;
}

/**
 * Evaluates a mapping. Rows are evaluated after every answer, so this function uses the rows in memory instead of
 * `evaluateFile`, which would open the file again.
 */
export async function outcomeOf(job: OutcomeJob): Promise<SampleOutcome> {
  const { source, mapping, account, lookups, revision, open, asked } = job;
  const table = open.includes("external_id") ? numbered(job.table) : job.table;
  const now = new Date();
  const evaluation = { source, mapping, account, lookups, table: () => table.again() };
  const evaluated = await evaluateInMemory({ ...evaluation, mode: "lenient" });
  let running: Promise<EvaluationInMemory> | undefined;
  // Downloads that are requested at the same time share one evaluation.
  const ofWholeFile = (): Promise<EvaluationInMemory> =>
    (running ??= evaluateFile({ source, mapping, account, lookups, mode: "lenient" })
      .then(inFileOrder)
      .finally(() => (running = undefined)));
  const ofAllRows = async (): Promise<EvaluationInMemory> => {
    const all = table.isWhole ? evaluated : await ofWholeFile();
    if (all.refused === undefined) return all;
    const { message, hint } = all.refused;
    throw new RequestRefused({ message, hint });
  };
  if (evaluated.refused !== undefined) {
    const { message, hint } = evaluated.refused;
    const issues = groups(evaluated.issues, new Map(), evaluated, job);
    const whole = { evaluated, ofAllRows, mapping, evaluatedAt: now, rowsOf: () => [] };
    return { ...blockedOutcome(job.table, revision, `${message} ${hint}`, issues), whole };
  }
  const inFeed = await feedRejects(evaluation, evaluated);
  const rowIndexes = new Map(table.rows.map((row, rowIndex) => [row.line, rowIndex] as const));
  const issues = new Map<number, Issue[]>();
  const keep = (found: Issue): void => {
    if (found.line === undefined) return;
    const list = issues.get(found.line);
    if (list === undefined) issues.set(found.line, [found]);
    else if (!list.includes(found)) list.push(found);
  };
  // A feed reports times in the future when it compares the records with the current list. There is no current list
  // here.
  const early = open.includes("updated_at")
    ? []
    : evaluated.accepted.flatMap((row) => futureTime(row, now) ?? []);
  for (const found of [...evaluated.issues, ...early]) keep(found);
  const rowStates = statesOf(table, mapping);
  const { begins, states, parts } = rowStates;
  const records = new Map<number, AnyRecord>();
  const isAnswered = ([field]: readonly [string, unknown]): boolean => !open.includes(field);
  // No row is complete while a field that every record needs is open. `updated_at` is an exception, because it has a
  // default.
  const { fields } = mapping.recordType;
  const isIncomplete = open.some((name) => name !== "updated_at" && fields[name]?.required === "always");
  /** Returns the position of the first row of the record to which a line belongs. */
  const firstOf = (line: number): number | undefined => {
    const rowIndex = rowIndexes.get(line);
    return rowIndex === undefined ? undefined : begins[rowIndex];
  };
  const decide = (line: number, state: RowState): void => {
    const first = firstOf(line);
    if (first !== undefined) states[first] = state;
  };
  for (const { line, record } of evaluated.accepted) {
    const first = firstOf(line);
    if (first === undefined) continue;
    const answered = () => Object.fromEntries(Object.entries(record).filter(isAnswered)) as AnyRecord;
    records.set(first, open.length === 0 ? record : answered());
    states[first] = isIncomplete ? "asked" : "accepted";
  }
  for (const { line } of evaluated.deleted) decide(line, "accepted");
  let asking = 0;
  for (const { line, issues: found } of evaluated.rejected) {
    const isAsked = found.every((each) => each.severity !== "error" || isAboutOpenValue(each, asked));
    if (isAsked) asking += 1;
    decide(line, isAsked ? "asked" : "rejected");
    for (const each of found) keep(each);
  }
  const isRejected = (line: number, field: string): boolean =>
    issues.get(line)?.some((each) => each.field === field && isFaultOfField(each, asked)) === true;
  const onlyInFeed = new Set(
    [...inFeed.lines].flatMap((line) => {
      const first = firstOf(line);
      return first !== undefined && states[first] === "accepted" ? [first] : [];
    }),
  );
  const rejected = evaluated.rejected.length - asking;
  const accepted = isIncomplete ? 0 : evaluated.counts.accepted;
  const waiting = asking + evaluated.counts.accepted - accepted;
  const rowsOf = (line: number): readonly Row[] => {
    const first = firstOf(line);
    const own = first === undefined ? [] : (parts.get(first) ?? [first]);
    return own.flatMap((rowIndex) => job.table.rows[rowIndex] ?? []);
  };
  return {
    view: {
      revision,
      blocked: undefined,
      open,
      questions: [],
      counts: { ...evaluated.counts, accepted, rejected, waiting },
      inFeed: { rejected: onlyInFeed.size, refused: inFeed.refused && plainIssue(inFeed.refused).message },
      isGrouped: parts.size > 0,
      unread: unreadColumns(job.table, evaluated.reads),
      rules: [...evaluated.skipped].map(([rule, count]) => ({ rule: ruleInWords(rule), count })),
      issues: groups([...evaluated.issues, ...early], rowIndexes, evaluated, job, inFeed),
      rejectedBy: rejectedByField(evaluated.rejected, asked),
      samples: Object.fromEntries(
        Object.entries(samplesOf(table, mapping, records, isRejected)).filter(isAnswered),
      ),
      emptyLists: [],
    },
    whole: open.length === 0 ? { evaluated, ofAllRows, mapping, evaluatedAt: now, rowsOf } : undefined,
    rows: rowReader(
      job.table,
      rowStates,
      issues,
      records,
      duplicatesIn(table, mapping, evaluated, rowIndexes),
      onlyInFeed,
    ),
  };
}

type FindDuplicate = (rowIndex: number) => RowView["duplicateOf"];

/** Returns a function that finds the row that a merged row duplicates. */
function duplicatesIn(
  table: SampleTable,
  mapping: CompiledMapping,
  { accepted }: EvaluationInMemory,
  rowIndexes: ReadonlyMap<number, number>,
): FindDuplicate {
  let lines: ReadonlyMap<string, number> | undefined;
  return (rowIndex) => {
    const row = table.rows[rowIndex];
    const outcome = row && mapping.bind(table.headings, table.rows[0], undefined, table.fileOf).apply(row);
    const id =
      outcome === undefined || outcome.kind === "skipped" ? undefined : outcome.draft?.values["external_id"];
    lines ??= new Map(accepted.map(({ line, record }) => [String(record["external_id"]), line]));
    const line = id === undefined ? undefined : lines.get(String(id));
    const other = line === undefined ? undefined : table.rows[rowIndexes.get(line) ?? -1];
    if (row === undefined || line === undefined || other === undefined || other === row) return undefined;
    const columns = table.columns.filter((_, i) => (row.cells[i] ?? "") !== (other.cells[i] ?? ""));
    return { line, columns };
  };
}

/** Returns the result for a mapping that cannot be evaluated. The rows are unchanged and have no state. */
export function blockedOutcome(
  table: SampleTable,
  revision: number,
  blocked: string,
  issues: readonly IssueGroup[] = [],
): SampleOutcome {
  const counts = { read: 0, accepted: 0, rejected: 0, waiting: 0, skipped: 0, merged: 0 };
  const none = {
    inFeed: { rejected: 0, refused: undefined },
    open: [],
    questions: [],
    isGrouped: false,
    unread: [],
    rules: [],
    rejectedBy: {},
    samples: {},
    emptyLists: [],
  };
  return {
    view: { revision, blocked, issues, counts, ...none },
    whole: undefined,
    rows: rowReader(table, noStates(), new Map(), new Map(), () => undefined, new Set()),
  };
}

/** Columns with values that the mapping does not read. */
function unreadColumns(table: SampleTable, reads: readonly string[]): readonly string[] {
  const read = new Set(reads.map((heading) => table.indexOf(heading)));
  return table.columns.filter((_, index) => !read.has(index) && table.valuesOf(index).values.length > 0);
}

/** True if the value of a field is the reason for rejecting its row. */
function isFaultOfField(found: Issue, asked: OutcomeJob["asked"]): boolean {
  // Rows with the same ID contradict each other, but each ID is valid.
  return found.severity === "error" && found.code !== "duplicate_id" && !isAboutOpenValue(found, asked);
}

function rejectedByField(
  rejected: EvaluationInMemory["rejected"],
  asked: OutcomeJob["asked"],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { issues } of rejected) {
    const faults = issues.filter((each) => isFaultOfField(each, asked));
    for (const field of new Set(faults.flatMap((each) => each.field ?? [])))
      counts[field] = (counts[field] ?? 0) + 1;
  }
  return counts;
}

/** Name of the row number column added by `numbered`. */
export function rowNumberOf(table: SampleTable): string {
  return rowNumberColumn(widthOf(table));
}

function widthOf(table: SampleTable): number {
  return Math.max(table.columns.length, table.headings?.length ?? 0);
}

function numbered(table: SampleTable): SampleTable {
  const width = widthOf(table);
  const again = (): Table => withRowNumbers(table.again(), width);
  const { headings } = again();
  return { ...table, headings, rows: table.rows.map((row) => numberedRow(row, width)), again };
}

/** State of each row. All rows of a record share the state of the record's first row. */
interface RowStates {
  /** Position of the first row of the record that contains each row, by the row's position. */
  readonly begins: number[];
  /** State of each row that begins a record, by the row's position. */
  readonly states: RowState[];
  /** The rule that skipped each skipped row, by the row's position. */
  readonly rules: Map<number, string>;
  /** For records with several rows, the positions of all their rows, by the position of the first row. */
  readonly parts: Map<number, number[]>;
}

/** State of each row according to the mapping alone. The engine's result is applied afterwards. */
function statesOf(table: SampleTable, mapping: CompiledMapping): RowStates {
  const found = noStates();
  const bound = mapping.bind(table.headings, table.rows[0], undefined, table.fileOf);
  const end = endOf(table.rows, mapping.read.stop_at);
  let first: number | undefined;
  for (const [rowIndex, row] of table.rows.entries()) {
    const outcome = rowIndex < end ? bound.apply(row) : ({ kind: "skipped", rule: "stop_at" } as const);
    // A row that is neither a record nor rejected is merged into another row.
    found.states[rowIndex] = outcome.kind === "skipped" ? "skipped" : "merged";
    found.begins[rowIndex] = rowIndex;
    if (outcome.kind === "skipped") found.rules.set(rowIndex, outcome.rule);
    else if (outcome.kind !== "merged" || first === undefined) first = rowIndex;
    else {
      found.begins[rowIndex] = first;
      const known = found.parts.get(first);
      if (known === undefined) found.parts.set(first, [first, rowIndex]);
      else known.push(rowIndex);
    }
  }
  return found;
}

function noStates(): RowStates {
  return { begins: [], states: [], rules: new Map(), parts: new Map() };
}

/** Issues whose values have fixes of their own. */
const fixedValues: ReadonlySet<string> = new Set(["unknown_country", "invalid_number"]);

function groups(
  issues: readonly Issue[],
  rowIndexes: ReadonlyMap<number, number>,
  { accepted, rejected }: Pick<EvaluationInMemory, "accepted" | "rejected">,
  { table, mapping, asked }: OutcomeJob,
  inFeed?: FeedRejects,
): readonly IssueGroup[] {
  const found = new Map<string, { first: Issue; count: number; values: Set<string>; rowIndexes: number[] }>();
  for (const each of issues) {
    const key = [each.code, each.field ?? "", each.column ?? ""].join("\n");
    const group = found.get(key) ?? { first: each, count: 0, values: new Set(), rowIndexes: [] };
    found.set(key, group);
    group.count += 1;
    const isNamed =
      each.code === "unknown_reference" || fixedValues.has(each.code) || isAboutOpenValue(each, asked);
    if (each.value !== undefined && isNamed) group.values.add(each.value);
    const rowIndex = each.line === undefined ? undefined : rowIndexes.get(each.line);
    if (rowIndex !== undefined && group.rowIndexes.length < 200) group.rowIndexes.push(rowIndex);
  }
  const looksLikeRecord = likeRecords(accepted, table, mapping);
  const rank = { error: 1, warning: 2, note: 3 };
  const rankOf = ({ isQuestion: first, severity }: IssueGroup): number => (first ? 0 : rank[severity]);
  const all = [...found.values()].map(({ first, count, values, rowIndexes: where }): IssueGroup => ({
    code: first.code,
    severity: first.severity,
    field: first.field,
    column: first.column,
    ...plainIssue(first),
    count,
    values: fixedValues.has(first.code) ? [] : [...values].map(shortened),
    rowIndexes: where,
    isQuestion: isAboutOpenValue(first, asked),
    isRejectedInFeed:
      inFeed?.isCause(first) === true &&
      (inFeed.refused !== undefined || where.some((at) => inFeed.lines.has(table.rows[at]?.line ?? 0))),
    fixes: fixesOf(first, table, mapping.read.accept ?? [], mapping.recordType, {
      count,
      rowIndexes: where,
      values: [...values],
      records: first.code === "missing_value" ? where.filter(looksLikeRecord) : [],
      hasOneActive: first.code === "duplicate_id" && hasOneActive(rejected),
    }),
  }));
  return combined(all).sort((a, b) => rankOf(a) - rankOf(b) || b.count - a.count);
}

/** True if exactly one of the rows with the same ID is active, for at least one ID. */
function hasOneActive(rejected: EvaluationInMemory["rejected"]): boolean {
  const counts = new Map<string | undefined, number>();
  for (const { id, isActive, issues } of rejected)
    if (issues.some(({ code }) => code === "duplicate_id"))
      counts.set(id, (counts.get(id) ?? 0) + Number(isActive === true));
  return [...counts.values()].includes(1);
}

/**
 * Combines issues that have the same severity and concern the same rows, if the same fixes apply to these rows. For
 * example, a row with a total has many blank cells. If several fields use the same cell, their identical issues are
 * also combined.
 */
function combined(all: readonly IssueGroup[]): IssueGroup[] {
  const found = new Map<string, IssueGroup>();
  for (const [i, group] of all.entries()) {
    const ofRows = group.fixes.filter(({ command }) => "rowIndex" in command);
    const ofCell =
      group.isQuestion || group.column === undefined ? i : [group.column, group.message, group.fixes];
    const key = JSON.stringify([group.severity, group.rowIndexes, ofRows.length === 0 ? ofCell : ofRows]);
    const first = found.get(key);
    if (first === undefined) found.set(key, group);
    else if (ofRows.length === 0) continue;
    else {
      const sentences = `${first.message} ${group.message}`.split(/(?<=\.) /);
      const message = sentences.filter((each, at) => sentences.lastIndexOf(each) === at).join(" ");
      found.set(key, { ...first, message, fixes: ofRows });
    }
  }
  return [...found.values()];
}

/**
 * Returns a function that checks whether a row looks like the accepted records: its ID and another required field
 * have the same patterns as in an accepted record. In a row with a total, the ID is usually a word or the name is a
 * number.
 */
function likeRecords(
  accepted: readonly { readonly record: AnyRecord }[],
  table: SampleTable,
  mapping: CompiledMapping,
): (rowIndex: number) => boolean {
  const names = Object.entries(mapping.recordType.fields).flatMap(([name, { kind, required }]) =>
    kind === "text" && required === "always" && name !== "external_id" ? [name] : [],
  );
  const known = new Set(
    accepted
      .slice(0, rowsForSamples)
      .flatMap(({ record }) => ["external_id", ...names].map((name) => `${name} ${patternOf(record[name])}`)),
  );
  const bound = mapping.bind(table.headings, table.rows[0], undefined, table.fileOf);
  return (rowIndex) => {
    const row = table.rows[rowIndex];
    const outcome = row === undefined ? undefined : bound.apply(row);
    if (outcome?.kind !== "draft") return false;
    const isKnown = (name: string): boolean => known.has(`${name} ${patternOf(outcome.draft.values[name])}`);
    return isKnown("external_id") && names.some(isKnown);
  };
}

/** Pattern of a value, for example "a-0" for "E-0012". */
function patternOf(value: Value | undefined): string {
  return (value === undefined || value === null ? "" : flatValue(value))
    .replaceAll(/\p{L}+/gu, "a")
    .replaceAll(/\d+/g, "0");
}

const rowsForSamples = 2_000;
const samplesPerField = 4;

/** Distinct sample cells of each field with their results. */
function samplesOf(
  table: SampleTable,
  mapping: CompiledMapping,
  records: ReadonlyMap<number, AnyRecord>,
  isRejected: (line: number, field: string) => boolean,
): Record<string, readonly SampleView[]> {
  const bound = mapping.bind(table.headings, table.rows[0], undefined, table.fileOf);
  const found: Record<string, Map<string, SampleView>> = {};
  const end = endOf(table.rows, mapping.read.stop_at);
  const keep = (field: string, sample: SampleView): void => {
    const samples = (found[field] ??= new Map<string, SampleView>());
    if (samples.size < samplesPerField) samples.set(sample.from, sample);
  };
  for (const [rowIndex, row] of table.rows.slice(0, Math.min(end, rowsForSamples)).entries()) {
    const outcome = bound.apply(row);
    if (outcome.kind === "skipped") continue;
    for (const [list, elements] of Object.entries(outcome.draft?.lists ?? {})) {
      for (const { number, values, issues } of elements.filter(({ line }) => line === row.line)) {
        for (const [name, value] of Object.entries(values)) {
          const path = name === "value" ? list : `${list}.${name}`;
          const columns = bound.columnOf(path, number)?.split(", ") ?? [];
          const from = columns.map((column) => row.cells[table.indexOf(column)] ?? "").join(" + ");
          const isWrong = issues.some(({ field }) => field === path);
          keep(`${list}.${name}`, { from, to: value === null ? "" : String(value), isWrong });
        }
      }
    }
    if (outcome.kind !== "draft") continue;
    const record = records.get(rowIndex);
    for (const { field, steps } of bound.trace(row)) {
      // If several parts are extracted from a cell, the cell is listed only once.
      const cells = new Map(
        steps.flatMap(({ word, column, value }) => (word === "column" ? [[column, value ?? ""]] : [])),
      );
      const from = [...cells.values()].map(String).join(" + ");
      const value = record?.[field] ?? outcome.draft.values[field] ?? null;
      const isWrong = steps.some((step) => step.issue !== undefined) || isRejected(row.line, field);
      keep(field, { from, to: value === null ? "" : flatValue(value), isWrong });
    }
  }
  return Object.fromEntries(Object.entries(found).map(([field, samples]) => [field, [...samples.values()]]));
}

function rowReader(
  table: SampleTable,
  { begins, states, rules, parts }: RowStates,
  issues: ReadonlyMap<number, readonly Issue[]>,
  records: ReadonlyMap<number, AnyRecord>,
  duplicateOf: FindDuplicate,
  onlyInFeed: ReadonlySet<number>,
): SampleOutcome["rows"] {
  const filtered = new Map<RowFilter, readonly number[]>();

  const stateAt = (rowIndex: number): RowState => states[begins[rowIndex] ?? rowIndex] ?? "unknown";

  function placesOf(filter: RowFilter): readonly number[] {
    const known = filtered.get(filter);
    if (known !== undefined) return known;
    const rowIndexes = table.rows.flatMap(({ line }, rowIndex) => {
      const fits = filter === "issues" ? issues.has(line) : stateAt(rowIndex) === filter;
      return fits ? [rowIndex] : [];
    });
    filtered.set(filter, rowIndexes);
    return rowIndexes;
  }

  function cellsAt(rowIndex: number): Pick<RowView, "line" | "cells"> {
    const { line = 0, cells = [] } = table.rows[rowIndex] ?? {};
    return { line, cells: cells.map(shortened) };
  }

  /** If several fields use the same cell, the same sentence about the cell is shown only once. */
  function issuesAt(line: number): RowView["issues"] {
    const found = (issues.get(line) ?? []).map((each) => ({
      severity: each.severity,
      column: each.column,
      field: each.field,
      message: plainIssue(each).message,
    }));
    return [...new Map(found.map((each) => [`${each.column ?? ""}\n${each.message}`, each])).values()];
  }

  function rowView(rowIndex: number): RowView {
    const { line, cells } = cellsAt(rowIndex);
    const first = begins[rowIndex] ?? rowIndex;
    const rule = rules.get(rowIndex);
    const record = records.get(first);
    const others = parts.get(first) ?? [];
    return {
      rowIndex,
      line,
      cells,
      state: stateAt(rowIndex),
      isRejectedInFeed: onlyInFeed.has(first),
      rule: rule === undefined ? undefined : ruleInWords(rule),
      issues: issuesAt(line),
      record: record === undefined ? undefined : recordView(record),
      duplicateOf: first === rowIndex && stateAt(rowIndex) === "merged" ? duplicateOf(rowIndex) : undefined,
      others: others.slice(0, mostRows).map(cellsAt),
      left: Math.max(0, others.length - mostRows),
    };
  }

  return (filter, from, count) => {
    const rowIndexes = filter === "all" ? undefined : placesOf(filter);
    const total = rowIndexes?.length ?? table.rows.length;
    const length = Math.max(0, Math.min(count, total - from));
    const rows = Array.from({ length }, (_, i) => rowView(rowIndexes?.[from + i] ?? from + i));
    return { total, from, rows };
  };
}

/** Maximum number of rows per record, and of elements per list, on the screen. */
const mostRows = 50;

export function recordView(record: AnyRecord): RecordView {
  const fields: Record<string, string> = {};
  const lists: Record<string, RecordView["lists"][string]> = {};
  for (const [name, value] of Object.entries(record)) {
    if (!Array.isArray(value)) Object.assign(fields, flatFields(name, value));
    else {
      const elements = (value as readonly Value[]).slice(0, mostRows).map(elementView);
      lists[name] = { elements, left: Math.max(0, value.length - mostRows) };
    }
  }
  return { fields, lists };
}

function elementView(element: Value): Record<string, string> {
  if (!isObject(element)) return { "": flatValue(element) };
  const parts = Object.entries(element).map(([name, value]) => Object.entries(flatFields(name, value)));
  return Object.fromEntries(parts.flat());
}

/** Returns a field by its name, or the parts of an amount by their names. */
function flatFields(name: string, value: Value | undefined): Record<string, string> {
  if (!isObject(value))
    return { [name]: value === null || value === undefined ? "" : shortened(flatValue(value)) };
  return Object.fromEntries(
    Object.entries(value).map(([part, of]) => [`${name}.${part}`, shortened(flatValue(of))]),
  );
}

function isObject(value: Value | undefined): value is ObjectValue {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !isReference(value as ObjectValue)
  );
}

function isReference(value: ObjectValue): boolean {
  return Object.keys(value).join() === "external_id";
}

const longestCell = 200;

function shortened(cell: string): string {
  return cell.length <= longestCell ? cell : `${cell.slice(0, longestCell - 1)}…`;
}

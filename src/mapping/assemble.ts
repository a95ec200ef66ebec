import { createHash } from "node:crypto";
import { foldHeading } from "../formats/fold-heading.js";
import { columnPosition, nearestHeading } from "../formats/heading.js";
import type { Row } from "../formats/row.js";
import { issue, type Issue } from "../issues.js";
import { privateText, singleFields, type Field } from "../records/fields.js";
import { cleanCell, foldValue, type Cell } from "./cells.js";
import { adder } from "./add-up.js";
import { changedIds } from "./notes.js";
import type { ColumnFinder } from "./column-finder.js";
import { conditionsOf, planRule, usesToday, type Rule, type Test } from "./conditions.js";
import { dateReader } from "./dates/dates.js";
import { ValueIssue, valueIssue } from "./value-issue.js";
import {
  listSources,
  missingOf,
  partWords,
  type Condition,
  type Group,
  type Mapping,
  type WrittenSource,
  type SourceMap,
} from "./grammar.js";
import {
  bindList,
  headingsOf,
  numberedShapes,
  planList,
  withNumber,
  type ListPlan,
  type BoundList,
  type KeyColumn,
} from "./lists.js";
import type {
  BoundMapping,
  CompiledMapping,
  Draft,
  DraftElement,
  Duplicates,
  MappingContext,
  RowOutcome,
  RowOperation,
  TraceStep,
} from "./mapping.js";
import { sortDiagnostics, type Diagnostic } from "./diagnostics.js";
import { operation } from "./operations/index.js";
import { gatherer, keyIn } from "./groups.js";
import { fillParameters } from "./parameters.js";
import type { Cursor } from "./cursor.js";
import { planField, type Plan } from "./sources.js";
import { listed } from "./text.js";
import { bindTotals, planTotals, type TotalsPlan } from "./totals.js";
import { recordType } from "../records/index.js";
import type { RecordType } from "../records/record-type.js";
import { Tally } from "../records/within.js";
import type { Path, Plain, YamlDocument } from "./yaml-document.js";

export type CompileResult =
  | { readonly compiled: CompiledMapping }
  | { readonly diagnostics: readonly Diagnostic[] };

/**
 * Makes functions of the words of a mapping that keeps the grammar (`compile.ts` checks it).
 *
 * @param written parameters are still as written
 * @param filled the same with the account's values
 * @returns the compiled mapping, or every mistake: no zone, a missing or contradictory table
 */
export function assemble(
  type: RecordType,
  written: YamlDocument<Plain>,
  filled: Plain,
  context: MappingContext,
): CompileResult {
  const mapping = filled as unknown as Mapping;
  const asWritten = written.value as unknown as Mapping;
  const { account } = context;

  const diagnostics: Diagnostic[] = [];
  const operationContext = {
    zone: mapping.zone ?? account.zone,
    today: context.today,
    taxMode: account.taxMode,
    hasTaxCodes: account.hasTaxCodes,
    lookups: context.lookups,
    tables: context.tables,
  };
  const idPrefix = mapping.id_prefix ?? "";
  const fields: PlannedField[] = [];
  const complain = (path: Path, message: string): void => {
    diagnostics.push(written.mistake(path, message, { at: "key" }));
  };
  for (const [name, field] of Object.entries(singleFields(type.fields))) {
    const source = mapping.fields[name];
    if (source === undefined) continue;
    fields.push({ name, plan: planField(source, name, field, operationContext, idPrefix, complain) });
  }
  for (const [name, source] of Object.entries(mapping.private ?? {})) {
    const plan = planField(source, name, privateText, operationContext, "", complain, ["private", name]);
    fields.push({ name: `private.${name}`, plan });
  }
  const ruleOf = (each: Condition): Rule =>
    planRule("only", each, undefined, operationContext.today, operationContext.zone);
  const lists = [...listSources(mapping)].map(([name, source, path]) =>
    planList(
      name,
      type.fields[name] as Field,
      source,
      path,
      operationContext,
      idPrefix,
      ruleOf,
      complain,
      keyColumns(mapping.group?.by),
    ),
  );
  const totals =
    mapping.totals && planTotals(mapping.totals, ruleOf(mapping.totals.row), operationContext, complain);
  if (diagnostics.length > 0) return { diagnostics: sortDiagnostics(diagnostics) };

  const rules = (list: "only" | "skip"): Rule[] =>
    (mapping[list] ?? []).map((each, i) =>
      planRule(list, each, asWritten[list]?.[i], operationContext.today, operationContext.zone),
    );
  const duplicates = duplicatesOf(mapping);
  const { group } = mapping;
  const plans: Plans = {
    fields,
    lists,
    totals,
    only: rules("only"),
    skip: rules("skip"),
    newest: newestOf(duplicates, mapping),
    group: group && {
      by: keyColumns(group.by),
      under: group.under && ruleOf(group.under),
      header: group.header && ruleOf(group.header),
      isScattered: group.scattered !== undefined || mapping.tables !== undefined,
    },
    mapping,
  };
  const compiled: CompiledMapping = {
    recordType: type,
    read: { ...mapping.read, wanted: wantedHeadings(fields, lists) },
    duplicates,
    missing: mapping.missing ?? missingOf(type),
    missingAfter: Number(mapping.missing_after ?? "1"),
    gathers: group?.scattered !== undefined || mapping.tables !== undefined,
    tables: new Map(
      Object.entries(mapping.tables ?? {}).map(([name, reading]) => {
        const wanted = lists
          .filter(({ from }) => from?.table === name)
          .flatMap((list) => [...headingsOf(list), ...(list.from?.key ?? [])]);
        return [name, { ...reading, wanted: wanted.filter(isHeading) }];
      }),
    ),
    optionalLists: lists
      .filter(({ from }) => from !== undefined && mapping.tables?.[from.table]?.optional === "true")
      .map(({ list }) => list),
    mergesElements: mapping.children === "merge",
    changedIds: changedIds(mapping),
    operationColumn: mapping.operation?.column,
    refersTo: refersTo(type, mapping),
    usesToday: dependsOnToday(mapping),
    continues: mapping.continuation?.append !== undefined || group !== undefined,
    looksBack: [mapping.continuation, mapping.carry_down, group, mapping.totals].some(
      (each) => each !== undefined,
    ),
    hash: hashOf(filled, context),
    bind: (headings, firstRow, others) => bind(plans, headings, firstRow, others),
  };
  return { compiled };
}

/**
 * Makes a mapping that was compiled for this account before, in another process or thread.
 *
 * @param written the value of its document
 */
export function assembleAgain(written: Plain, context: MappingContext): CompiledMapping {
  const document: YamlDocument<Plain> = {
    fileName: "",
    value: written,
    mistake: (path, message) => {
      throw new Error(`${message} at ${path.join(".")}`);
    },
  };
  const type = recordType((written as unknown as { readonly record: string }).record);
  const filled = fillParameters(document, context.account).document.value;
  const made = type === undefined ? undefined : assemble(type, document, filled, context);
  if (made === undefined || "diagnostics" in made) throw new Error("a mapping that was not compiled before");
  return made.compiled;
}

/** The headings that the fields read; positions such as `#3` tell nothing of a sheet. */
function wantedHeadings(fields: readonly PlannedField[], lists: readonly ListPlan[]): readonly string[] {
  const ofFirst = lists.filter(({ from }) => from === undefined);
  const headings = [...fields.flatMap(({ plan }) => plan.headings), ...ofFirst.flatMap(headingsOf)];
  return [...new Set(headings)].filter(isHeading);
}

function isHeading(heading: string): boolean {
  return !/^#\d+$/.test(heading);
}

interface PlannedField {
  readonly name: string;
  readonly plan: Plan;
}

/** Every source of a value, with its field; the fields of elements as `list.field`. */
function* allSources(mapping: Mapping): Generator<readonly [field: string, source: WrittenSource]> {
  for (const [name, source] of Object.entries(mapping.fields)) if (source !== undefined) yield [name, source];
  for (const [name, source] of Object.entries(mapping.private ?? {})) yield [`private.${name}`, source];
  for (const [list, { fields = {}, value, private: own = {} }] of listSources(mapping)) {
    if (value !== undefined) yield [`${list}.value`, value];
    for (const [name, source] of Object.entries(fields))
      if (source !== undefined) yield [`${list}.${name}`, source];
    for (const [name, source] of Object.entries(own)) yield [`${list}.private.${name}`, source];
  }
}

interface Plans {
  readonly fields: readonly PlannedField[];
  readonly lists: readonly ListPlan[];
  readonly totals: TotalsPlan | undefined;
  readonly only: readonly Rule[];
  readonly skip: readonly Rule[];
  readonly newest: Newest | undefined;
  readonly group: GroupPlan | undefined;
  readonly mapping: Mapping;
}

/** The parts of a key. */
function keyColumns(by: Group["by"]): readonly KeyColumn[] {
  if (by === undefined) return [];
  if (typeof by === "object" && !Array.isArray(by)) return [by.first];
  return listed(by).map((column) => [column]);
}

/** How rows become one record: by key, or below a row that begins it. */
interface GroupPlan {
  readonly by: readonly KeyColumn[];
  readonly under: Rule | undefined;
  readonly header: Rule | undefined;
  readonly isScattered: boolean;
}

function duplicatesOf(mapping: Mapping): Duplicates {
  const written = mapping.duplicates ?? "reject";
  if (written === "reject") return { keep: "none" };
  if (written === "prefer active") return { keep: "active" };
  const column = typeof written === "string" ? written.slice("prefer newest ".length).trim() : written.newest;
  return { keep: "newest", column };
}

/** Where the age of a row comes from: a field that the mapping fills, or a column. */
type Newest =
  | { readonly field: string }
  | { readonly column: string; age(text: string): string | ValueIssue };

function newestOf(duplicates: Duplicates, mapping: Mapping): Newest | undefined {
  if (duplicates.keep !== "newest") return undefined;
  const { column } = duplicates;
  if (mapping.fields[column] !== undefined) return { field: column };
  const written = mapping.duplicates;
  const stated = typeof written === "object" && written.date !== undefined ? listed(written.date) : undefined;
  const dated =
    stated === undefined ? datesOfColumn(column, mapping) : { forms: stated, language: undefined };
  const forms = dated?.forms ?? ["iso"];
  const read = dateReader(forms, dated?.language);
  const unreadable = valueIssue("unreadable_age", { column, format: forms.join(" or ") });
  return {
    column,
    age: (text) => {
      if (dated === undefined && /^\d{1,20}$/.test(text)) return text.padStart(20, "0");
      const moment = read(text);
      if (moment instanceof ValueIssue) return unreadable;
      return new Date(moment.wall - (moment.offset ?? 0) * 60_000).toISOString();
    },
  };
}

interface WrittenDates {
  readonly forms: readonly string[];
  readonly language: string | undefined;
}

/** How the dates of a column are written, as a field that is made of the column says; `updated_at` speaks first. */
function datesOfColumn(column: string, mapping: Mapping): WrittenDates | undefined {
  const { updated_at: first, ...others } = mapping.fields;
  for (const source of [first, ...Object.values(others)]) {
    const found = source === undefined ? undefined : datesIn(source, foldHeading(column), undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @param around what a source around this one says of the dates of its parts */
function datesIn(
  source: WrittenSource,
  column: string,
  around: WrittenDates | undefined,
): WrittenDates | undefined {
  if (typeof source === "string") return foldHeading(source) === column ? around : undefined;
  if (Array.isArray(source)) return firstOf(source as readonly WrittenSource[], column, around);
  const map = source as SourceMap & { readonly date?: string | string[]; readonly language?: string };
  const here = map.date === undefined ? around : { forms: listed(map.date), language: map.language };
  if (map.column !== undefined) return datesIn(map.column, column, here);
  return firstOf(map.first ?? [], column, here);
}

function firstOf(
  sources: readonly WrittenSource[],
  column: string,
  around: WrittenDates | undefined,
): WrittenDates | undefined {
  for (const source of sources) {
    const found = datesIn(source, column, around);
    if (found !== undefined) return found;
  }
  return undefined;
}

function refersTo(type: RecordType, mapping: Mapping): ReadonlySet<string> {
  const targets = new Set<string>();
  for (const [name, source] of allSources(mapping)) {
    const target = fieldAt(type, name)?.target;
    if (target !== undefined) targets.add(target);
    for (const [word, value] of wordsOf(source)) {
      if (word === "lookup" && typeof value === "string") targets.add(value.split(".")[0] ?? "");
    }
  }
  return targets;
}

/** The field of `field` or `list.field`. */
function fieldAt({ fields }: RecordType, path: string): Field | undefined {
  const [list = "", ...part] = path.split(".");
  return fields[list]?.kind === "list" ? fields[list].fields?.[part.join(".")] : fields[path];
}

function dependsOnToday(mapping: Mapping): boolean {
  const ofLists = [...listSources(mapping)].flatMap(([, { rows }]) => conditionsOf(rows));
  const conditions: readonly Condition[] = [...(mapping.only ?? []), ...(mapping.skip ?? []), ...ofLists];
  if (conditions.some(usesToday)) return true;
  return [...allSources(mapping)].some(([, source]) =>
    [...wordsOf(source)].some(([word]) => operation(word)?.usesToday === true),
  );
}

/** Every word that is written behind a field, however deep, with what stands after it. */
function* wordsOf(source: WrittenSource | undefined): Generator<readonly [string, unknown]> {
  if (source === undefined || typeof source === "string") return;
  if (Array.isArray(source)) {
    for (const item of source as readonly WrittenSource[]) yield* wordsOf(item);
    return;
  }
  for (const [word, value] of Object.entries(source)) {
    yield [word, value];
    if (partWords.some((each) => each === word)) yield* wordsOf(value as readonly WrittenSource[]);
  }
}

/** sha256 of all that decides about records: the mapping for this account without its talk, its tables, the account. */
function hashOf(value: Plain, context: MappingContext): string {
  const {
    description: _description,
    examples: _examples,
    ...rest
  } = value as { readonly [key: string]: Plain };
  const { zone, taxMode, hasTaxCodes } = context.account;
  const tables = [...context.tables].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([rest, tables, zone ?? null, taxMode, hasTaxCodes]))
    .digest("hex");
}

// -- one file --

function bind(
  plans: Plans,
  headings: readonly string[] | null,
  firstRow: Row | undefined,
  others: ReadonlyMap<string, readonly string[] | null> = new Map(),
): BoundMapping {
  const { mapping } = plans;
  const columns = new Columns(headings, firstRow?.cells.length ?? 0);
  const otherColumns = new Map([...others].map(([name, of]) => [name, new Columns(of, 0)]));
  /** The columns of the table of the row at hand. */
  let at = columns;
  let table: string | undefined;
  const blanks = mapping.read?.blanks === undefined ? undefined : new Set(mapping.read.blanks);
  const index = (heading: string): number => columns.index(heading);
  const finder = finderOf(columns, columns);

  const fields = plans.fields.map(({ name, plan }) => ({ name, plan, get: plan.bind(finder, blanks) }));
  const unfilled: Record<string, Cell> = Object.fromEntries(fields.map(({ name }) => [name, null]));
  const bindRule = (rule: Rule): BoundRule => ({ rule, test: rule.bind(index(rule.heading), blanks) });
  const only = plans.only.map(bindRule);
  const skip = plans.skip.map(bindRule);
  const carryDown = mapping.carry_down?.map(index);
  const continues = mapping.continuation === undefined ? undefined : index(mapping.continuation.blank);
  const appended = (mapping.continuation?.append ?? []).flatMap((name) => {
    const field = fields.find((each) => each.name === name);
    return field === undefined ? [] : [field];
  });
  const separator = mapping.continuation?.separator ?? " ";
  const rowOperation =
    mapping.operation === undefined ? undefined : bindOperation(mapping.operation, index, blanks);
  const newest = plans.newest === undefined ? undefined : bindNewest(plans.newest, index, blanks);

  const [read, leftOutOf, repeated] = [new Tally(), new Tally(), new Tally()];
  const lists = bindLists(plans, columns, otherColumns, blanks, read, repeated);

  const cursor: Cursor = { cells: [], column: -1, notes: [] };
  const carried: string[] = [];
  /** What the last row that was not a continuation came to. */
  let last: RowOutcome | undefined;

  const by = plans.group?.by.map((of) => of.map(index)) ?? [];
  const keys = new Map(
    plans.lists.flatMap(({ from }) => {
      const of = from && otherColumns.get(from.table);
      return of === undefined
        ? []
        : [[from?.table, from?.key.map((heading) => [of.index(heading)]) ?? []] as const];
    }),
  );
  const keyOf = ({ of, cells }: Row) => keyIn(cells, of === undefined ? by : (keys.get(of) ?? []), blanks);
  const totals = plans.totals && bindTotals(plans.totals, finder, blanks);
  const counted = { rows: 0, records: 0 };
  const gather =
    plans.group &&
    gatherer({
      keyOf,
      under: plans.group.under && bindRule(plans.group.under).test,
      header: plans.group.header && bindRule(plans.group.header).test,
      lists,
      cursor,
      settle,
      fieldsOf,
      operationOf: (line, issues) => {
        const done = rowOperation?.(cursor);
        if (!(done instanceof ValueIssue)) return done;
        issues.push(issueOf(done, line, "operation"));
        return undefined;
      },
      columnOf,
      onRepeated: (list, elements) => repeated.addElements(list, elements),
    });

  function apply(row: Row): RowOutcome {
    table = row.of;
    at = table === undefined ? columns : (otherColumns.get(table) ?? columns);
    cursor.cells = row.cells;
    if (row.of === undefined && totals?.take(cursor, row.line) === true)
      return { kind: "skipped", rule: "totals" };
    if (totals !== undefined && !isBlank(row)) counted.rows += 1;
    if (row.of !== undefined && gather !== undefined) {
      return isBlank(row) ? { kind: "skipped", rule: "blank row" } : gather(row, []);
    }
    cursor.cells = carryDown === undefined ? row.cells : carry(row.cells, carryDown, carried);
    if (continues !== undefined && last !== undefined && cleanCell(row.cells[continues], blanks) === null) {
      return proceed(row, last);
    }
    last = outcomeOf(row);
    if (last.kind === "draft") counted.records += 1;
    return last;
  }

  /** What a rule leaves out; else undefined, and in `issues` the rules that could not be decided. */
  function leftOut(row: Row, issues: Issue[]): RowOutcome | undefined {
    for (const { rule, test } of only) {
      const holds = test(cursor);
      if (holds instanceof ValueIssue) issues.push(issueOf(holds, row.line, rule.heading));
      else if (!holds) return skipped(rule);
    }
    for (const { rule, test } of skip) {
      const holds = test(cursor);
      if (holds instanceof ValueIssue) issues.push(issueOf(holds, row.line, rule.heading));
      else if (holds) return skipped(rule);
    }
    return undefined;
  }

  function isBlank(row: Row): boolean {
    return row.cells.every((cell) => cleanCell(cell, blanks) === null);
  }

  function outcomeOf(row: Row): RowOutcome {
    const issues: Issue[] = [];
    const left = leftOut(row, issues);
    if (left !== undefined) {
      countLeftOut(row.line);
      return left;
    }
    if (gather !== undefined) {
      if (isBlank(row)) return { kind: "skipped", rule: "blank row" };
      const carriedInto = carryDown === undefined ? {} : { cells: cursor.cells };
      const outcome = gather(row, issues);
      if (outcome.kind !== "draft") return outcome;
      return { ...outcome, ...carriedInto, ...ageOf(outcome.draft.values, row.line, issues) };
    }
    const values = fieldsOf(row.line, issues);
    if (values["external_id"] === null && isBlank(row)) return { kind: "skipped", rule: "blank row" };
    const draft: Draft = lists.length === 0 ? { values } : { values, lists: elementsOf(row.line) };
    if (rowOperation === undefined && newest === undefined && carryDown === undefined) {
      return { kind: "draft", draft, issues };
    }
    const carriedInto = carryDown === undefined ? {} : { cells: cursor.cells };
    const done = rowOperation?.(cursor);
    if (done instanceof ValueIssue) issues.push(issueOf(done, row.line, "operation"));
    return {
      kind: "draft",
      draft,
      issues,
      ...carriedInto,
      ...(typeof done === "string" ? { operation: done } : {}),
      ...ageOf(values, row.line, issues),
    };
  }

  /** A row that cannot say its age is the oldest of its id, and mostly the only one: no reason to reject it. */
  function ageOf(values: Record<string, Cell>, line: number, issues: Issue[]): { newest?: string } {
    const age = newest?.(cursor, values);
    if (age instanceof ValueIssue) issues.push(issueOf(age, line, "duplicates"));
    return age === undefined ? {} : { newest: age instanceof ValueIssue ? "" : age };
  }

  function fieldsOf(line: number, issues: Issue[]): Record<string, Cell> {
    // A copy of what has all fields is made in one go.
    const values: Record<string, Cell> = { ...unfilled };
    for (const { name, get } of fields) {
      cursor.column = -1;
      const cell = get(cursor);
      // Most cells come to a value and nothing is to be said of them.
      const isEventful = cell instanceof ValueIssue || cursor.notes.length > 0;
      values[name] = isEventful ? settle(cell, line, name, issues) : cell;
    }
    return values;
  }

  /** What a row holds that a rule leaves out. Of a record of several rows it holds no more than elements. */
  function countLeftOut(line: number): void {
    for (const { list, isOfRows, take } of lists) {
      if (gather !== undefined && !isOfRows) continue;
      const found: DraftElement[] = [];
      take(cursor, line, settle, found);
      leftOutOf.addElements(list, found);
    }
  }

  /** The elements that the row at hand holds. */
  function elementsOf(line: number): Record<string, DraftElement[]> {
    const found: Record<string, DraftElement[]> = {};
    for (const { list, take } of lists) take(cursor, line, settle, (found[list] ??= []));
    return found;
  }

  /** A row that continues the one before it. */
  function proceed(row: Row, before: RowOutcome): RowOutcome {
    if (before.kind !== "draft") return before;
    if (appended.length === 0) return { kind: "folded" };
    const issues: Issue[] = [];
    const values = { ...before.draft.values };
    for (const { name, get } of appended) {
      cursor.column = -1;
      const more = settle(get(cursor), row.line, name, issues);
      const so = values[name];
      if (more !== null)
        values[name] = so === null || so === undefined ? more : String(so) + separator + String(more);
    }
    last = { ...before, draft: { ...before.draft, values } };
    return { kind: "folded", draft: last.draft, issues };
  }

  /** The value of a field, or null with an issue; notes become issues too. */
  function settle(cell: Cell | ValueIssue, line: number, field: string, issues: Issue[]): Cell {
    if (cursor.notes.length > 0) {
      for (const note of cursor.notes) issues.push(issueOf(note, line, field));
      cursor.notes = [];
    }
    if (!(cell instanceof ValueIssue)) return cell;
    issues.push(issueOf(cell, line, field));
    return null;
  }

  function issueOf(found: ValueIssue, line: number, field: string): Issue {
    const position = {
      file: table,
      line,
      column: cursor.column < 0 ? undefined : at.label(cursor.column),
      field,
      value: cursor.cells[cursor.column],
    };
    return issue(found.code, position, { field, ...found.filling } as never);
  }

  function skipped(rule: Rule): RowOutcome {
    const company = rule.byCompany ? cleanCell(cursor.cells[cursor.column], blanks) : null;
    return company === null
      ? { kind: "skipped", rule: rule.name }
      : { kind: "skipped", rule: rule.name, company };
  }

  function columnOf(name: string, number?: number): string | undefined {
    const inLists = plans.lists.flatMap((list) => list.fields.filter(({ path }) => path === name));
    const headings = [...fields.filter((field) => field.name === name), ...inLists].flatMap(
      ({ plan }) => plan.headings,
    );
    if (headings.length === 0) return undefined;
    const labels = headings.map((heading) => {
      const written = number === undefined ? heading : withNumber(heading, number);
      return columns.has(written) ? columns.label(index(written)) : written;
    });
    return [...new Set(labels)].join(", ");
  }

  return {
    get issues() {
      return [columns, ...otherColumns.values()].flatMap(({ issues }) => issues);
    },
    fills: filledBy(plans, others),
    reads: columns.reads(),
    columnOf,
    ...(plans.group?.isScattered === true ? { keyOf } : {}),
    apply,
    misses: (read) => totals?.compare(counted, read) ?? [],
    within: () => ({ read: read.take(), skipped: leftOutOf.take(), folded: repeated.take() }),
    trace(row) {
      cursor.cells = carryDown === undefined ? row.cells : carry(row.cells, carryDown, carried);
      const traces = fields.map(({ name, get }) => {
        const steps: TraceStep[] = [];
        cursor.trace = steps;
        get(cursor);
        return { field: name, steps };
      });
      cursor.trace = undefined;
      cursor.notes = [];
      return traces;
    },
  };
}

/** The columns of a list that the mapping fills, a part of an amount for the whole. */
function filledBy(
  { fields, lists, mapping }: Plans,
  others: ReadonlyMap<string, readonly string[] | null>,
): readonly string[] {
  // Lists of an optional table that is missing stay unknown. Where only the first table is read, the lists of the
  // others are still named.
  const said = lists.filter(
    ({ from }) =>
      from === undefined || mapping.tables?.[from.table]?.optional !== "true" || others.has(from.table),
  );
  const names = [...fields.map(({ name }) => name.split(".")[0] ?? ""), ...said.map(({ list }) => list)];
  return [...new Set(names)];
}

/** Binds the lists; the columns that the fields of the record read are known by then. */
function bindLists(
  plans: Plans,
  columns: Columns,
  otherColumns: ReadonlyMap<string, Columns>,
  blanks: ReadonlySet<string> | undefined,
  read: Tally,
  folded: Tally,
): readonly BoundList[] {
  const ofRecord = new Set(columns.reads().map(({ index }) => index));
  const unread = new Map<ListPlan, readonly number[]>();
  const bound = plans.lists.flatMap((plan): BoundList | readonly [] => {
    const from = plan.from?.table;
    const of = from === undefined ? columns : otherColumns.get(from);
    // Only the first table is read, so lists of other tables have no elements.
    if (of === undefined) return [];
    const isOwn = (index: number): boolean => from === undefined && ofRecord.has(index);
    const take = bindList(plan, finderOf(of, columns), blanks, isOwn);
    const addUp = plan.addsUp ? adder(plan.list, folded) : undefined;
    return {
      list: plan.list,
      from,
      isOfRows: plan.numbers === undefined && plan.split === undefined,
      take: (cursor, line, settle, into) => {
        const before = into.length;
        const isTaken = take(cursor, line, settle, into);
        const lost = unread.get(plan)?.find((index) => cleanCell(cursor.cells[index], blanks) !== null);
        if (lost !== undefined) {
          const issues: Issue[] = [];
          cursor.column = lost;
          settle(valueIssue("unread_elements", { list: plan.list }), line, plan.list, issues);
          into.push({ line, number: 1, values: {}, issues });
        }
        for (let at = before; at < into.length; at++) {
          if (from !== undefined) into[at] = { ...into[at]!, of: from };
          read.addElement(plan.list, into[at]!);
        }
        addUp?.(into, before);
        return isTaken;
      },
    };
  });
  // What one list leaves another one may read: all of them have asked for their columns by now.
  for (const plan of plans.lists) {
    const of = plan.from === undefined ? columns : otherColumns.get(plan.from.table);
    if (plan.numbers !== undefined) unread.set(plan, of?.unreadLike(numberedShapes(plan)) ?? []);
  }
  return bound;
}

function finderOf(of: Columns, first: Columns): ColumnFinder {
  return {
    index: (heading) => of.index(heading),
    has: (heading) => of.has(heading),
    ofHeader: (heading) => first.index(heading),
    headings: of.headings,
    width: of.width,
  };
}

interface BoundRule {
  readonly rule: Rule;
  readonly test: Test;
}

/** The cells of a row, with blank ones of these columns taken from above. */
function carry(cells: readonly string[], columns: readonly number[], carried: string[]): readonly string[] {
  const filled = [...cells];
  for (const column of columns) {
    const cell = cells[column] ?? "";
    if (cleanCell(cell, undefined) === null) filled[column] = carried[column] ?? "";
    else carried[column] = cell;
  }
  return filled;
}

function bindOperation(
  written: NonNullable<Mapping["operation"]>,
  index: (heading: string) => number,
  blanks: ReadonlySet<string> | undefined,
): (cursor: Cursor) => RowOperation | ValueIssue {
  const column = index(written.column);
  const values = new Map(
    Object.entries(written.values).map(([value, meaning]) => [foldValue(value), meaning]),
  );
  const unknown = valueIssue("unknown_operation", {});
  return (cursor) => {
    cursor.column = column;
    const text = cleanCell(cursor.cells[column], blanks);
    return (text === null ? written.blank : values.get(foldValue(text))) ?? unknown;
  };
}

function bindNewest(
  newest: Newest,
  index: (heading: string) => number,
  blanks: ReadonlySet<string> | undefined,
): (cursor: Cursor, values: Readonly<Record<string, Cell>>) => string | ValueIssue {
  if ("field" in newest) return (_cursor, values) => String(values[newest.field] ?? "");
  const column = index(newest.column);
  return (cursor) => {
    cursor.column = column;
    const text = cleanCell(cursor.cells[column], blanks);
    return text === null ? "" : newest.age(text);
  };
}

/** Finds columns by heading or position, and remembers which were asked for. */
class Columns {
  readonly issues: Issue[] = [];
  readonly #headings: readonly string[] | null;
  readonly #width: number;
  /** Columns by folded heading. */
  readonly #folded = new Map<string, number[]>();
  /** What each heading that was asked for came to. */
  readonly #asked = new Map<string, number>();

  constructor(headings: readonly string[] | null, width: number) {
    this.#headings = headings;
    this.#width = headings?.length ?? width;
    for (const [i, heading] of (headings ?? []).entries()) {
      const folded = foldHeading(heading);
      const same = this.#folded.get(folded);
      if (same === undefined) this.#folded.set(folded, [i]);
      else same.push(i);
    }
  }

  /** The column of a heading or position; -1 with an issue when there is none or more than one. */
  index(heading: string): number {
    let index = this.#asked.get(heading);
    if (index === undefined) {
      index = this.#find(heading);
      this.#asked.set(heading, index);
    }
    return index;
  }

  /** Columns whose folded heading has one of these shapes, and that nothing asked for. */
  unreadLike(shapes: readonly RegExp[]): readonly number[] {
    const read = new Set(this.#asked.values());
    return [...this.#folded]
      .filter(([folded]) => shapes.some((shape) => shape.test(folded)))
      .flatMap(([, indexes]) => indexes.filter((index) => !read.has(index)));
  }

  get headings(): readonly string[] {
    return this.#headings ?? [];
  }

  get width(): number {
    return this.#width;
  }

  has(heading: string): boolean {
    const position = columnPosition(heading);
    return position === undefined ? this.#folded.has(foldHeading(heading)) : position < this.#width;
  }

  /** The heading of a column as it stands in the file, or its position. */
  label(index: number): string {
    const heading = this.#headings?.[index]?.trim() ?? "";
    return heading === "" ? `#${index + 1}` : heading;
  }

  /** The columns that were asked for, in file order. */
  reads(): readonly { readonly heading: string; readonly index: number }[] {
    const indexes = [...new Set(this.#asked.values())].filter((index) => index >= 0);
    return indexes.sort((a, b) => a - b).map((index) => ({ heading: this.#nameToFind(index), index }));
  }

  /** What the mapping calls a column: its heading, or the position where that is how it asks for it. */
  #nameToFind(index: number): string {
    const names = [...this.#asked].filter(([, found]) => found === index).map(([name]) => name.trim());
    const [name] = names;
    return name !== undefined && names.every((each) => columnPosition(each) !== undefined)
      ? name
      : this.label(index);
  }

  #find(heading: string): number {
    const position = columnPosition(heading);
    if (position !== undefined) {
      // A rejects file holds other columns than the export: there a position is the heading of its column.
      const written = this.#folded.get(foldHeading(heading));
      if (written?.length === 1 && written[0] !== undefined) return written[0];
      // Without a header and without rows nothing is known about the width.
      if (position < this.#width || (this.#headings === null && this.#width === 0)) return position;
      return this.#missing(heading);
    }
    const folded = foldHeading(heading);
    const found = folded === "" ? [] : (this.#folded.get(folded) ?? []);
    const [only] = found;
    if (only === undefined) return this.#missing(heading);
    if (found.length === 1) return only;
    const exact = found.filter((index) => this.#headings?.[index]?.trim() === heading.trim());
    if (exact.length === 1 && exact[0] !== undefined) return exact[0];
    const positions = found.map((index) => `#${index + 1}`).join(", ");
    this.issues.push(issue("ambiguous_column", { column: heading }, { column: heading, positions }));
    return -1;
  }

  #missing(heading: string): number {
    const headings =
      this.#headings?.join(", ") ?? `none; the file has ${this.#width} columns without headings`;
    // Once is enough: a mapping for another file misses all of its columns.
    const isFirst = !this.issues.some((each) => each.code === "missing_column");
    const found = isFirst ? ` Headings found: ${headings}.` : "";
    const position = { column: heading };
    const filling = { column: heading, found, nearest: nearestHeading(heading, this.#headings ?? []) };
    this.issues.push(issue("missing_column", position, filling));
    return -1;
  }
}

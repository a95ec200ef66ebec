import { createHash } from "node:crypto";
import { foldHeading } from "../formats/fold-heading.js";
import { columnPosition } from "../formats/heading.js";
import { privateText, singleFields, type Field } from "../model/fields.js";
import { changedIds } from "./notes.js";
import { conditionsOf, planRule, usesToday, type Rule } from "./conditions.js";
import { dateReader } from "./dates/dates.js";
import { ValueIssue, valueIssue } from "./value-issue.js";
import {
  fileMark,
  listSources,
  missingOf,
  partsOf,
  type Condition,
  type Group,
  type Mapping,
  type WrittenSource,
  type SourceMap,
} from "./grammar.js";
import { headingsOf, planList, type ListPlan, type KeyColumn } from "./lists.js";
import type { CompiledMapping, MappingContext, MappingOrigin } from "./mapping.js";
import type { Lookups } from "../model/lookups.js";
import type { Duplicates } from "../model/rules/duplicates.js";
import { sortDiagnostics, type Diagnostic } from "./diagnostics.js";
import { operation } from "./operations/index.js";
import { fillParameters } from "./parameters.js";
import { optionalColumns } from "./optional-columns.js";
import { recommendedMapping } from "./recommended.js";
import { planField } from "./sources.js";
import { listed } from "./text.js";
import { planTotals, type TotalsPlan } from "./totals.js";
import { recordType } from "../model/record-types/index.js";
import type { RecordType } from "../model/record-type.js";
import type { Plain, ReportDiagnostic, YamlDocument } from "./yaml-document.js";
import { bindPlans, type Newest, type PlannedField, type Plans } from "./bind.js";

export type CompileResult =
  | { readonly compiled: CompiledMapping }
  | { readonly diagnostics: readonly Diagnostic[] };

/**
 * Compiles a mapping that `compile.ts` has checked against the grammar. `written` is the mapping with its parameters
 * as written, and `filled` is the mapping with the account's values in place of the parameters. Returns the compiled
 * mapping, or all diagnostics, such as a missing zone or a lookup file that is missing or contradictory.
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
  const report: ReportDiagnostic = (path, message, asks) => {
    diagnostics.push(written.diagnostic(path, message, { at: "key", asks }));
  };
  for (const [name, field] of Object.entries(singleFields(type.fields))) {
    const source = mapping.fields[name];
    if (source === undefined) continue;
    fields.push({ name, plan: planField(source, name, field, operationContext, idPrefix, report) });
  }
  for (const [name, source] of Object.entries(mapping.private ?? {})) {
    const plan = planField(source, name, privateText, operationContext, "", report, ["private", name]);
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
      report,
      keyColumns(mapping.group?.by),
    ),
  );
  const totals =
    mapping.totals &&
    planTotals(mapping.totals, mapping.totals.row && ruleOf(mapping.totals.row), operationContext, report);
  const read = [
    ...wantedHeadings(fields, lists),
    ...[...(mapping.only ?? []), ...(mapping.skip ?? [])].map(({ column }) => column),
    ...keyColumns(mapping.group?.by).flat(),
    ...(mapping.carry_down ?? []),
    ...[mapping.operation?.column, mapping.continuation?.blank].filter((column) => column !== undefined),
  ];
  for (const [at, named] of (mapping.optional ?? []).entries()) {
    if (read.some(optionalColumns([named]))) continue;
    const message = `this mapping does not use the column ${JSON.stringify(named)}`;
    diagnostics.push(written.diagnostic(["optional", at], message, {}));
  }
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
  const needed = neededColumns(plans);
  const columnsOf = (table: string | undefined, wanted: readonly string[]) => {
    const columns = needed.get(table) ?? [];
    const isPosition = (column: string): boolean => columnPosition(column) !== undefined;
    return {
      wanted: [...new Set([...wanted, ...columns.filter(isPosition)])],
      required: columns.filter((column) => !isPosition(column)),
    };
  };
  const compiled: CompiledMapping = {
    recordType: type,
    read: {
      ...mapping.read,
      ...columnsOf(undefined, [...wantedHeadings(fields, lists), ...ofDocument(mapping, totals)]),
      ...(group?.by !== undefined && {
        keys: (plans.group?.by.flat() ?? []).filter((heading) => heading !== fileMark),
      }),
    },
    duplicates,
    missing: mapping.missing ?? missingOf(type),
    missingAfter: Number(mapping.missing_after ?? "1"),
    gathers: group?.scattered !== undefined || mapping.tables !== undefined,
    tables: new Map(
      Object.entries(mapping.tables ?? {}).map(([name, reading]) => {
        const wanted = lists
          .filter(({ from }) => from?.table === name)
          .flatMap((list) => [...headingsOf(list), ...(list.from?.key ?? [])]);
        return [name, { ...reading, ...columnsOf(name, wanted) }];
      }),
    ),
    optionalLists: lists
      .filter(({ from }) => from !== undefined && mapping.tables?.[from.table]?.optional === "true")
      .map(({ list }) => list),
    mayLack: optionalColumns(mapping.optional),
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
    origin: {
      written: written.value,
      context: { account, today: context.today, tables: context.tables },
    },
    bind: (headings, firstRow, others, fileOf) => bindPlans(plans, headings, firstRow, others, fileOf),
  };
  return { compiled };
}

/** Compiles a mapping again in a different process or thread. */
export function compileAgain(origin: MappingOrigin, lookups: Lookups): CompiledMapping {
  if ("recommended" in origin) {
    const type = recordType(origin.recommended);
    if (type === undefined) throw new Error("a record type that does not exist");
    return recommendedMapping(type);
  }
  const { written, context } = origin;
  const document: YamlDocument<Plain> = {
    fileName: "",
    value: written,
    diagnostic: (path, message) => {
      throw new Error(`${message} at ${path.join(".")}`);
    },
  };
  const type = recordType((written as unknown as { readonly record: string }).record);
  const filled = fillParameters(document, context.account).document.value;
  const made = type === undefined ? undefined : assemble(type, document, filled, { ...context, lookups });
  if (made === undefined || "diagnostics" in made) throw new Error("a mapping that was not compiled before");
  return made.compiled;
}

/** Returns the headings and positions that fields and lists read from the first table. */
function wantedHeadings(fields: readonly PlannedField[], lists: readonly ListPlan[]): readonly string[] {
  const ofFirst = lists.filter(({ from }) => from === undefined);
  const headings = [...fields.flatMap(({ plan }) => plan.headings), ...ofFirst.flatMap(headingsOf)];
  return headings.filter((heading) => heading !== fileMark);
}

/**
 * Returns the headings and positions that a file must have to be accepted, by table. The key is undefined for the first
 * table. To find these columns, the mapping is bound to tables without headings, which reports them as missing.
 */
function neededColumns(plans: Plans): ReadonlyMap<string | undefined, readonly string[]> {
  const others = new Map(Object.keys(plans.mapping.tables ?? {}).map((name) => [name, []]));
  const found = new Map<string | undefined, string[]>();
  for (const { file, column } of bindPlans(plans, [], undefined, others).issues) {
    if (column === undefined) continue;
    found.set(file, [...(found.get(file) ?? []), column]);
  }
  return found;
}

/**
 * Returns the paths of values outside the rows of a JSON document, such as `$.company`, that rules and totals use.
 * The reader extracts only these values.
 */
function ofDocument({ only = [], skip = [] }: Mapping, totals: TotalsPlan | undefined): readonly string[] {
  const ofRules = [...only, ...skip].map(({ column }) => column);
  const ofTotals = totals?.stated.flatMap(({ plan }) => plan.headings) ?? [];
  return [...ofRules, ...ofTotals].filter((column) => column.startsWith("$."));
}

/** Yields all sources and the names of their fields. Element fields have the form `list.field`. */
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

function keyColumns(by: Group["by"]): readonly KeyColumn[] {
  if (by === undefined) return [];
  if (typeof by === "object" && !Array.isArray(by)) return [by.first];
  return listed(by).map((column) => [column]);
}

function duplicatesOf(mapping: Mapping): Duplicates {
  const written = mapping.duplicates ?? "reject";
  if (written === "reject") return { keep: "none" };
  if (written === "prefer active") return { keep: "active" };
  const column = typeof written === "string" ? written.slice("prefer newest ".length).trim() : written.newest;
  return { keep: "newest", column };
}

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

/**
 * Returns the date format of a field that reads the column, or undefined if no such field has a format. `updated_at`
 * is checked first.
 */
function datesOfColumn(column: string, mapping: Mapping): WrittenDates | undefined {
  const { updated_at: first, ...others } = mapping.fields;
  for (const source of [first, ...Object.values(others)]) {
    const found = source === undefined ? undefined : datesIn(source, foldHeading(column), undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `outer` is the date format of the enclosing source. */
function datesIn(
  source: WrittenSource,
  column: string,
  outer: WrittenDates | undefined,
): WrittenDates | undefined {
  if (typeof source === "string") return foldHeading(source) === column ? outer : undefined;
  if (Array.isArray(source)) return firstOf(source as readonly WrittenSource[], column, outer);
  const map = source as SourceMap & { readonly date?: string | string[]; readonly language?: string };
  const here = map.date === undefined ? outer : { forms: listed(map.date), language: map.language };
  if (map.column !== undefined) return datesIn(map.column, column, here);
  return firstOf(map.first ?? [], column, here);
}

function firstOf(
  sources: readonly WrittenSource[],
  column: string,
  outer: WrittenDates | undefined,
): WrittenDates | undefined {
  for (const source of sources) {
    const found = datesIn(source, column, outer);
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

/** Finds a field by `field` or `list.field`. */
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

/** Yields all keywords in a source and their values, at any depth. */
function* wordsOf(source: WrittenSource | undefined): Generator<readonly [string, unknown]> {
  if (source === undefined || typeof source === "string") return;
  if (Array.isArray(source)) {
    for (const item of source as readonly WrittenSource[]) yield* wordsOf(item);
    return;
  }
  yield* Object.entries(source);
  for (const part of partsOf(source as SourceMap)) yield* wordsOf(part);
}

/**
 * Returns the sha256 of everything that affects records: the mapping, the rows of its lookup files, and the account's
 * time zone, tax settings and currency. The mapping is hashed with its parameters filled in, but without its
 * description and examples.
 */
function hashOf(value: Plain, context: MappingContext): string {
  const {
    description: _description,
    examples: _examples,
    ...rest
  } = value as { readonly [key: string]: Plain };
  const { zone, taxMode, hasTaxCodes, currency } = context.account;
  const tables = [...context.tables].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([rest, tables, zone ?? null, taxMode, hasTaxCodes, currency]))
    .digest("hex");
}

import { foldHeading } from "../formats/fold-heading.js";
import type { Issue } from "../model/issues.js";
import { privateText, singleFields, type Field } from "../model/fields.js";
import { cleanCell, trim, type Cell } from "./cells.js";
import { conditionsOf, type Rule, type Test } from "./conditions.js";
import { numbered, type ColumnFinder } from "./column-finder.js";
import type { ValueIssue } from "./value-issue.js";
import {
  anyMark,
  innerMark,
  keyMark,
  nameMark,
  numberMark,
  partMark,
  type Condition,
  type ListSource,
} from "./grammar.js";
import type { DraftElement } from "../model/draft.js";
import type { OperationContext } from "./operations/operation.js";
import type { Cursor } from "./cursor.js";
import { planField, type Getter, type Plan } from "./sources.js";
import type { Path, ReportDiagnostic } from "./yaml-document.js";

/**
 * This module creates list elements from numbered columns, parts of a cell, or rows. An element exists if at least one
 * of its cells is filled, not counting cells that the record or other elements also use.
 */

/** A source of elements that has not been bound to columns yet. */
export interface ListPlan {
  readonly list: string;
  /** Number range of `columns`. If `to` is undefined, the columns in the file determine the last number. */
  readonly numbers: { readonly from: number; readonly to: number | undefined } | undefined;
  readonly keys: "all" | readonly string[] | undefined;
  /** True if elements with the same ID are added up. */
  readonly addsUp: boolean;
  readonly split: { readonly heading: string; readonly at: string } | undefined;
  /** The table that contains the rows, and its key columns. Undefined for the first table. */
  readonly from: { readonly table: string; readonly key: readonly string[] } | undefined;
  /** The conditions of `rows`. */
  readonly rules: readonly Rule[];
  /** `path` is the name of the field in issues. */
  readonly fields: readonly { readonly name: string; readonly path: string; readonly plan: Plan }[];
}

export function planList(
  list: string,
  field: Field,
  written: ListSource,
  path: Path,
  context: Omit<OperationContext, "field">,
  idPrefix: string,
  ruleOf: (condition: Condition) => Rule,
  report: ReportDiagnostic,
  by: readonly KeyColumn[],
): ListPlan {
  const isPlain = field.plain === true;
  const sources = isPlain
    ? { value: written.value ?? (written.split === undefined ? undefined : partMark) }
    : (written.fields ?? {});
  const fields = Object.entries(singleFields(field.fields ?? {})).flatMap(([name, each]) => {
    const source = sources[name];
    if (source === undefined) return [];
    const at = isPlain ? [...path, "value"] : [...path, "fields", name];
    const plan = planField(source, name, each, context, idPrefix, report, at);
    return [{ name, path: isPlain ? list : `${list}.${name}`, plan }];
  });
  for (const [name, source] of Object.entries(written.private ?? {})) {
    const at = [...path, "private", name];
    const plan = planField(source, name, privateText, context, "", report, at);
    fields.push({ name: `private.${name}`, path: `${list}.private.${name}`, plan });
  }
  const [from, to] = written.columns?.split("..") ?? [];
  return {
    list,
    numbers: from === undefined ? undefined : { from: Number(from), to: to ? Number(to) : undefined },
    keys: written.keys,
    addsUp: written.same_id === "sum",
    split: written.split === undefined ? undefined : { heading: written.split, at: written.at ?? ";" },
    from:
      written.from === undefined ? undefined : { table: written.from, key: keyOf(written.match ?? {}, by) },
    rules: conditionsOf(written.rows).map(ruleOf),
    fields,
  };
}

/** A part of a key. If the part has several columns, the first non-blank column is used. */
export type KeyColumn = readonly string[];

/** Returns the key columns of a different table, in the order of the columns in `group.by`. */
function keyOf(match: Readonly<Record<string, string>>, by: readonly KeyColumn[]): readonly string[] {
  return by.map(
    (columns) => Object.keys(match).find((each) => columns.includes(match[each] ?? "")) ?? columns[0] ?? "",
  );
}

/** Headings that a list reads, as written in the mapping. */
export function headingsOf({ split, rules, fields }: ListPlan): readonly string[] {
  const marks = new Set([partMark, nameMark]);
  const ofFields = fields.flatMap(({ plan }) => plan.headings).filter((heading) => !marks.has(heading));
  return [
    ...(split === undefined ? [] : [split.heading]),
    ...rules.map(({ heading }) => heading),
    ...ofFields,
  ];
}

/** Returns the value of a field. If there is no valid value, adds issues and returns null. */
export type Settle = (cell: Cell | ValueIssue, line: number, field: string, issues: Issue[]) => Cell;

export interface BoundList {
  readonly list: string;
  /** The table that contains the rows. Undefined for the first table. */
  readonly from: string | undefined;
  /**
   * True if each row of a record can add elements. Numbered columns and parts of a cell are read only from the header
   * row.
   */
  readonly isOfRows: boolean;
  readonly take: TakeElements;
}

/** Adds the elements of a row. Returns false if `rows` excludes the row. */
export type TakeElements = (cursor: Cursor, line: number, settle: Settle, into: DraftElement[]) => boolean;

/** `ofRecord` returns true if the record itself also uses the column with this index. */
export function bindList(
  plan: ListPlan,
  columns: ColumnFinder,
  blanks: ReadonlySet<string> | undefined,
  ofRecord: (index: number) => boolean,
): TakeElements {
  const { split } = plan;
  if (split !== undefined) return bindSplit(plan, split, columns, blanks);
  const bound = setsOf(plan, columns).map((set) => bindSet(plan, set, columns, blanks, ofRecord));
  const tests = plan.rules.map((rule) => ({ rule, test: rule.bind(columns.index(rule.heading), blanks) }));

  return (cursor, line, settle, into) => {
    if (!allHold(tests, cursor, line, plan.list, settle, into)) return false;
    for (const { set, own, getters } of bound) {
      const isFilled = own.some((at) => cleanCell(cursor.cells[at], blanks) !== null);
      const isOfRow = own.length === 0 && set.n === undefined && set.key === undefined;
      if (!isFilled && !isOfRow) continue;
      const row = cursor.cells;
      if (set.key !== undefined)
        cursor.cells = Array.from({ length: columns.width + 1 }, (_, i) => row[i] ?? set.key ?? "");
      into.push(element(getters, cursor, line, set.n ?? 1, settle));
      cursor.cells = row;
    }
    return true;
  };
}

/**
 * Returns false if a condition is not met. If a condition cannot be evaluated, adds an element that contains the
 * issue.
 */
function allHold(
  tests: readonly { readonly rule: Rule; readonly test: Test }[],
  cursor: Cursor,
  line: number,
  list: string,
  settle: Settle,
  into: DraftElement[],
): boolean {
  for (const { test } of tests) {
    const holds = test(cursor);
    if (holds === false) return false;
    if (holds === true) continue;
    const issues: Issue[] = [];
    settle(holds, line, list, issues);
    into.push({ line, number: 1, values: {}, issues });
  }
  return true;
}

interface BoundField {
  readonly name: string;
  readonly path: string;
  readonly get: Getter;
}

function element(
  getters: readonly BoundField[],
  cursor: Cursor,
  line: number,
  number: number,
  settle: Settle,
  home?: { readonly part: number; readonly column: number },
): DraftElement {
  const values: Record<string, Cell> = {};
  const issues: Issue[] = [];
  for (const { name, path, get } of getters) {
    cursor.column = -1;
    const cell = get(cursor);
    // The part of a split cell has no column in the file, so its issues refer to the column of the cell.
    if (home !== undefined && cursor.column === home.part) cursor.column = home.column;
    values[name] = settle(cell, line, path, issues);
  }
  return { line, number, values, issues };
}

/** Values of the heading placeholders for one set of columns. */
interface ColumnSet {
  readonly n?: number;
  readonly m?: number;
  readonly key?: string;
  /** True if the set's columns may be missing from the file. In JSON and XML, repeated parts may be incomplete. */
  readonly mayLack: boolean;
}

/** Returns the column sets for a list. If each row is an element, the result is a single set without placeholders. */
function setsOf(plan: ListPlan, columns: ColumnFinder): readonly ColumnSet[] {
  const headings = plan.fields.flatMap((field) => field.plan.headings);
  if (plan.keys !== undefined)
    return namesIn(plan.keys, headings, columns).map((key) => ({ key, mayLack: plan.keys === "all" }));
  if (plan.numbers === undefined) return [{ mayLack: false }];
  const { from, to } = plan.numbers;
  const inner = headings.filter((each) => each.includes(innerMark));
  return numbersIn(headings, from, to, columns).flatMap((n): readonly ColumnSet[] => {
    const set = { n, mayLack: to === undefined && n !== from };
    if (inner.length === 0) return [set];
    const sets: ColumnSet[] = [];
    const isThere = (m: number): boolean =>
      inner.some((each) => columnOf(each, { n, m, mayLack: true }, columns) >= 0);
    for (let m = from; m === from || isThere(m); m++)
      sets.push({ ...set, m, mayLack: set.mayLack || m !== from });
    return sets;
  });
}

/**
 * Returns the numbers for which there are column sets. If the range has no last number, the columns in the file
 * determine the last number.
 */
function numbersIn(
  headings: readonly string[],
  from: number,
  to: number | undefined,
  columns: ColumnFinder,
): readonly number[] {
  if (to !== undefined) return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  const numbered = headings.filter((each) => each.includes(numberMark));
  const isThere = (n: number): boolean =>
    numbered.some((each) => columnOf(each, { n, m: from, mayLack: true }, columns) >= 0);
  const found = [from];
  for (let n = from + 1; isThere(n); n++) found.push(n);
  return found;
}

/**
 * Returns the given names or, for `all`, the names that `{key}` matches in the headings, in file order. In the
 * headings of nested values, a name ends at a period.
 */
function namesIn(
  keys: "all" | readonly string[],
  headings: readonly string[],
  columns: ColumnFinder,
): readonly string[] {
  if (keys !== "all") return keys;
  const shapes = headings
    .filter((each) => each.includes(keyMark))
    .map((each) => new RegExp(`^${each.trim().split(keyMark).map(escaped).join("([^.]+)")}$`, "iu"));
  const names = columns.headings.flatMap((heading) =>
    shapes.flatMap((shape) => shape.exec(heading.trim())?.[1] ?? []),
  );
  return [...new Set(names)];
}

function bindSet(
  { fields }: ListPlan,
  set: ColumnSet,
  columns: ColumnFinder,
  blanks: ReadonlySet<string> | undefined,
  ofRecord: (index: number) => boolean,
) {
  const read = new Set<number>();
  const mark = set.key !== undefined ? keyMark : set.m !== undefined ? innerMark : numberMark;
  const index = (heading: string): number => {
    if (set.key !== undefined && heading === nameMark) return columns.width;
    const at = columnOf(heading, set, columns);
    // In numbered columns, a heading without the placeholder is the same in every set, so its column does not show
    // whether an element exists.
    const isOwn = set.n === undefined && set.key === undefined ? !ofRecord(at) : heading.includes(mark);
    if (at >= 0 && isOwn) read.add(at);
    return at;
  };
  const finder: ColumnFinder = {
    ...columns,
    index,
    has: (heading) => columnOf(heading, { ...set, mayLack: true }, columns) >= 0,
  };
  const getters = fields.map(({ name, path, plan }) => ({ name, path, get: plan.bind(finder, blanks) }));
  return { set, own: [...read], getters };
}

/** Returns the column index of a heading in a set, or -1. */
function columnOf(heading: string, { n, m, key, mayLack }: ColumnSet, columns: ColumnFinder): number {
  const isMarked = [numberMark, innerMark, keyMark].some((mark) => heading.includes(mark));
  if (!isMarked) return columns.index(heading);
  let written = [heading.replaceAll(keyMark, key ?? keyMark)];
  for (const [mark, number] of [
    [numberMark, n],
    [innerMark, m],
  ] as const)
    if (number !== undefined) written = written.flatMap((each) => numbered(each, mark, number));
  const found = written.find((each) => columns.has(each)) ?? (mayLack ? undefined : written[0]);
  return found === undefined ? -1 : columns.index(found);
}

/**
 * Returns patterns that find columns with numbers outside the range that the mapping reads. The patterns match a
 * list's folded headings with any number. In JSON and XML, any step of a path may have a number, even if the mapping
 * has no number in that step.
 */
export function numberedShapes({ fields }: ListPlan): readonly RegExp[] {
  const headings = fields.flatMap(({ plan }) => plan.headings).filter((each) => each.includes(numberMark));
  const marks: readonly string[] = [numberMark, innerMark, anyMark];
  return headings.map((heading) => {
    // Folding would remove the asterisk of `{*}`.
    const steps = heading.split(".").map((step) => (marks.includes(step) ? step : foldHeading(step)));
    const named = steps.filter((step) => !marks.includes(step));
    const between = steps.length === 1 ? "" : "(?:\\.\\d{1,4})*";
    const shapes = named.map(
      (step) =>
        step
          .split(/\{[nm*]\}/u)
          .map(escaped)
          .join("\\d{1,4}") + between,
    );
    return new RegExp(`^${shapes.join("\\.")}$`, "u");
  });
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}

function bindSplit(
  { fields, rules, list }: ListPlan,
  { heading, at }: NonNullable<ListPlan["split"]>,
  columns: ColumnFinder,
  blanks: ReadonlySet<string> | undefined,
): TakeElements {
  const column = columns.index(heading);
  const part = columns.width;
  const finder: ColumnFinder = {
    ...columns,
    index: (each) => (each === partMark ? part : columns.index(each)),
  };
  const getters = fields.map(({ name, path, plan }) => ({ name, path, get: plan.bind(finder, blanks) }));
  const tests = rules.map((rule) => ({ rule, test: rule.bind(columns.index(rule.heading), blanks) }));
  return (cursor, line, settle, into) => {
    if (!allHold(tests, cursor, line, list, settle, into)) return false;
    const cell = cleanCell(cursor.cells[column], blanks);
    if (cell === null) return true;
    const { cells: row, numbers } = cursor;
    const cells = Array.from({ length: part + 1 }, (_, i) => row[i] ?? "");
    if (numbers?.includes(column) === true) cursor.numbers = [...numbers, part];
    let number = 0;
    for (const text of cell.split(at)) {
      if (trim(text) === "") continue;
      cells[part] = text;
      cursor.cells = cells;
      into.push(element(getters, cursor, line, ++number, settle, { part, column }));
    }
    cursor.cells = row;
    cursor.numbers = numbers;
    return true;
  };
}

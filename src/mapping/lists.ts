import type { Issue } from "../issues.js";
import { singleFields, type Field } from "../records/fields.js";
import { cleanCell, trim, type Cell } from "./cells.js";
import { conditionsOf, type Rule, type Test } from "./conditions.js";
import type { Fault } from "./fault.js";
import { numberMark, partMark, type Condition, type ListSource } from "./grammar.js";
import type { DraftElement } from "./mapping.js";
import type { Bench } from "./operations/operation.js";
import type { Cursor } from "./cursor.js";
import { planField, type Complain, type Getter, type Plan } from "./sources.js";
import type { Path } from "./yaml-document.js";

/**
 * The elements of lists: out of numbered columns, out of the parts of a cell, out of rows. An element is there when a cell
 * of its own is filled: those that the record is made of as well do not count.
 */

/** A source of elements that does not know the columns of a file yet. */
export interface ListPlan {
  readonly list: string;
  /** The numbers of `columns`; to: undefined, as many as the file has. */
  readonly numbers: { readonly from: number; readonly to: number | undefined } | undefined;
  readonly split: { readonly heading: string; readonly at: string } | undefined;
  /** The table whose rows they are, and its columns of the key; undefined: the first table. */
  readonly from: { readonly table: string; readonly key: readonly string[] } | undefined;
  /** The conditions of `rows`. */
  readonly rules: readonly Rule[];
  /** `path`: how issues call the field. */
  readonly fields: readonly { readonly name: string; readonly path: string; readonly plan: Plan }[];
}

/** Compiles what stands under a list. */
export function planList(
  list: string,
  field: Field,
  written: ListSource,
  path: Path,
  bench: Omit<Bench, "field">,
  idPrefix: string,
  ruleOf: (condition: Condition) => Rule,
  complain: Complain,
  by: readonly string[],
): ListPlan {
  const isPlain = field.plain === true;
  const sources = isPlain
    ? { value: written.value ?? (written.split === undefined ? undefined : partMark) }
    : (written.fields ?? {});
  const fields = Object.entries(singleFields(field.fields ?? {})).flatMap(([name, each]) => {
    const source = sources[name];
    if (source === undefined) return [];
    const at = isPlain ? [...path, "value"] : [...path, "fields", name];
    const plan = planField(source, name, each, bench, idPrefix, complain, at);
    return [{ name, path: isPlain ? list : `${list}.${name}`, plan }];
  });
  const [from, to] = written.columns?.split("..") ?? [];
  return {
    list,
    numbers: from === undefined ? undefined : { from: Number(from), to: to ? Number(to) : undefined },
    split: written.split === undefined ? undefined : { heading: written.split, at: written.at ?? ";" },
    from:
      written.from === undefined ? undefined : { table: written.from, key: keyOf(written.match ?? {}, by) },
    rules: conditionsOf(written.rows).map(ruleOf),
    fields,
  };
}

/** The columns of another table that are the key, in the order of the key. */
function keyOf(match: Readonly<Record<string, string>>, by: readonly string[]): readonly string[] {
  return by.map((column) => Object.keys(match).find((each) => match[each] === column) ?? column);
}

/** The headings that a list is made of, as the mapping writes them. */
export function headingsOf({ split, rules, fields }: ListPlan): readonly string[] {
  const ofFields = fields.flatMap(({ plan }) => plan.headings).filter((heading) => heading !== partMark);
  return [
    ...(split === undefined ? [] : [split.heading]),
    ...rules.map(({ heading }) => heading),
    ...ofFields,
  ];
}

/** What finds columns in a file. */
export interface ColumnFinder {
  /** -1 for a heading that the file lacks, which is reported apart. */
  index(heading: string): number;
  has(heading: string): boolean;
  readonly width: number;
}

/** Makes the value of a field, or null with issues. */
export type Settle = (cell: Cell | Fault, line: number, field: string, issues: Issue[]) => Cell;

/** A source of elements that knows the columns of a file. */
export interface BoundList {
  readonly list: string;
  /** The table whose rows they are; undefined: the first. */
  readonly from: string | undefined;
  /** Whether rows are elements, and not columns or the parts of a cell. */
  readonly isOfRows: boolean;
  readonly take: TakeElements;
}

/** Adds the elements that a row holds; false where `rows` leaves the row out. */
export type TakeElements = (cursor: Cursor, line: number, settle: Settle, into: DraftElement[]) => boolean;

/**
 * @param ofRecord whether the record is made of a column as well
 */
export function bindList(
  plan: ListPlan,
  columns: ColumnFinder,
  blanks: ReadonlySet<string> | undefined,
  ofRecord: (index: number) => boolean,
): TakeElements {
  const { split, numbers } = plan;
  if (split !== undefined) return bindSplit(plan, split, columns, blanks);
  const sets = numbers === undefined ? [undefined] : numbersIn(plan, numbers, columns);
  const bound = sets.map((number) => bindSet(plan, number, columns, blanks, ofRecord));
  const tests = plan.rules.map((rule) => ({ rule, test: rule.bind(columns.index(rule.heading), blanks) }));

  return (cursor, line, settle, into) => {
    if (!allHold(tests, cursor, line, plan.list, settle, into)) return false;
    for (const { number, own, getters } of bound) {
      const isThere = own.length === 0 || own.some((at) => cleanCell(cursor.cells[at], blanks) !== null);
      if (isThere) into.push(element(getters, cursor, line, number, settle));
    }
    return true;
  };
}

/** A condition that cannot be decided makes an element that says so. */
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
    // A part is told of as the cell that it is cut from.
    if (home !== undefined && cursor.column === home.part) cursor.column = home.column;
    values[name] = settle(cell, line, path, issues);
  }
  return { line, number, values, issues };
}

/** The numbers of the sets of columns; without a last one, those of which the file has any column. */
function numbersIn(
  { fields }: ListPlan,
  { from, to }: NonNullable<ListPlan["numbers"]>,
  columns: ColumnFinder,
): readonly number[] {
  if (to !== undefined) return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  const numbered = fields.flatMap(({ plan }) => plan.headings).filter((each) => each.includes(numberMark));
  const found = [from];
  for (let n = from + 1; numbered.some((heading) => columns.has(withNumber(heading, n))); n++) found.push(n);
  return found;
}

function bindSet(
  { fields, numbers }: ListPlan,
  number: number | undefined,
  columns: ColumnFinder,
  blanks: ReadonlySet<string> | undefined,
  ofRecord: (index: number) => boolean,
) {
  const read = new Set<number>();
  const isOpenEnded = numbers?.to === undefined && number !== numbers?.from;
  const find = (heading: string): number => {
    const index = columnOf(heading, number, isOpenEnded, columns);
    // Of numbered columns those without a number are in every set.
    if (index >= 0 && (number === undefined ? !ofRecord(index) : heading.includes(numberMark)))
      read.add(index);
    return index;
  };
  const getters = fields.map(({ name, path, plan }) => ({ name, path, get: plan.bind(find, blanks) }));
  return { number: number ?? 1, own: [...read], getters };
}

/** @param mayLack whether the file need not have the column: what repeats in JSON and XML is not always complete */
function columnOf(
  heading: string,
  number: number | undefined,
  mayLack: boolean,
  columns: ColumnFinder,
): number {
  if (number === undefined || !heading.includes(numberMark)) return columns.index(heading);
  const written = withNumber(heading, number);
  if (columns.has(written)) return columns.index(written);
  // XML gives no number to the first of several elements.
  const first = heading.replaceAll(`.${numberMark}`, "");
  if (number === 1 && first !== heading && columns.has(first)) return columns.index(first);
  return mayLack ? -1 : columns.index(written);
}

export function withNumber(heading: string, number: number): string {
  return heading.replaceAll(numberMark, String(number));
}

function bindSplit(
  { fields, rules, list }: ListPlan,
  { heading, at }: NonNullable<ListPlan["split"]>,
  columns: ColumnFinder,
  blanks: ReadonlySet<string> | undefined,
): TakeElements {
  const column = columns.index(heading);
  const part = columns.width;
  const find = (each: string): number => (each === partMark ? part : columns.index(each));
  const getters = fields.map(({ name, path, plan }) => ({ name, path, get: plan.bind(find, blanks) }));
  const tests = rules.map((rule) => ({ rule, test: rule.bind(columns.index(rule.heading), blanks) }));
  return (cursor, line, settle, into) => {
    if (!allHold(tests, cursor, line, list, settle, into)) return false;
    const cell = cleanCell(cursor.cells[column], blanks);
    if (cell === null) return true;
    const row = cursor.cells;
    const cells = Array.from({ length: part + 1 }, (_, i) => row[i] ?? "");
    let number = 0;
    for (const text of cell.split(at)) {
      if (trim(text) === "") continue;
      cells[part] = text;
      cursor.cells = cells;
      into.push(element(getters, cursor, line, ++number, settle, { part, column }));
    }
    cursor.cells = row;
    return true;
  };
}

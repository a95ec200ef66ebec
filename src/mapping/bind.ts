import { longestCell } from "../formats/limits.js";
import { columnPosition } from "../formats/heading.js";
import type { Row } from "../formats/row.js";
import { issue, type Issue } from "../model/issues.js";
import { cleanCell, foldValue, type Cell } from "./cells.js";
import { adder } from "./add-up.js";
import type { Rule, Test } from "./conditions.js";
import { ValueIssue, valueIssue } from "./value-issue.js";
import { numberMark, partMark, type Mapping } from "./grammar.js";
import { bindList, numberedShapes, type ListPlan, type BoundList, type KeyColumn } from "./lists.js";
import type { BoundMapping, RowOutcome, TraceStep } from "./mapping.js";
import type { Draft, DraftElement, RowOperation } from "../model/draft.js";
import { elementSum, withElementSums } from "./element-sums.js";
import { gatherer, keyIn } from "./groups.js";
import type { Cursor } from "./cursor.js";
import type { Plan } from "./sources.js";
import { bindTotals, type TotalsPlan } from "./totals.js";
import { isDamagedKey } from "../model/damaged-key.js";
import { Tally } from "../model/within.js";
import { numbered } from "./column-finder.js";
import { Columns, finderOf } from "./columns.js";
import { optionalColumns } from "./optional-columns.js";

export interface PlannedField {
  readonly name: string;
  readonly plan: Plan;
}

export interface Plans {
  readonly fields: readonly PlannedField[];
  readonly lists: readonly ListPlan[];
  readonly totals: TotalsPlan | undefined;
  readonly only: readonly Rule[];
  readonly skip: readonly Rule[];
  readonly newest: Newest | undefined;
  readonly group: GroupPlan | undefined;
  readonly mapping: Mapping;
}

/** How rows form one record, either by a common key or by a row that begins the record. */
export interface GroupPlan {
  readonly by: readonly KeyColumn[];
  readonly under: Rule | undefined;
  readonly header: Rule | undefined;
  readonly isScattered: boolean;
}

/** The source of a row's age, which is either a mapped field or a column. */
export type Newest =
  | { readonly field: string }
  | { readonly column: string; age(text: string): string | ValueIssue };

export const repeatedHeader = "repeated header";

/** Rows must be applied in file order. */
export function bindPlans(
  plans: Plans,
  headings: readonly string[] | null,
  firstRow: Row | undefined,
  others: ReadonlyMap<string, readonly string[] | null> = new Map(),
  fileOf: (line: number) => string = () => "",
): BoundMapping {
  const { mapping } = plans;
  const mayLack = optionalColumns(mapping.optional);
  const columnsOf = (of: readonly string[] | null, width: number, types: string | undefined) =>
    new Columns(of, width, mayLack, widestPosition(mapping), types !== undefined);
  const columns = columnsOf(headings, firstRow?.cells.length ?? 0, mapping.read?.types);
  const otherColumns = new Map(
    [...others].map(([name, of]) => [name, columnsOf(of, 0, mapping.tables?.[name]?.types)]),
  );
  /** Columns of the table to which the current row belongs. */
  let at = columns;
  let table: string | undefined;
  const blanks = mapping.read?.blanks === undefined ? undefined : new Set(mapping.read.blanks);
  const longest = Number(mapping.read?.longest_cell ?? longestCell);
  const index = (heading: string): number => columns.index(heading);
  const finder = finderOf(columns, columns);

  const fields = plans.fields.map(({ name, plan }) => ({ name, plan, get: plan.bind(finder, blanks) }));
  const unfilled: Record<string, Cell> = Object.fromEntries(fields.map(({ name }) => [name, null]));
  const testOf = (rule: Rule): Test => rule.bind(index(rule.heading), blanks);
  /** A row is skipped if the test of a rule has a result other than `isWanted`. */
  const rules = [
    ...plans.only.map((rule) => ({ rule, test: testOf(rule), isWanted: true })),
    ...plans.skip.map((rule) => ({ rule, test: testOf(rule), isWanted: false })),
  ];
  const carryDown = mapping.carry_down?.map(index).filter((column) => column >= 0);
  const continues = mapping.continuation === undefined ? undefined : index(mapping.continuation.blank);
  const appended = (mapping.continuation?.append ?? []).flatMap((name) => {
    const field = fields.find((each) => each.name === name);
    return field === undefined ? [] : [field];
  });
  const separator = mapping.continuation?.separator ?? " ";
  const rowOperation =
    mapping.operation === undefined ? undefined : bindOperation(mapping.operation, index, blanks);
  const newest = plans.newest === undefined ? undefined : bindNewest(plans.newest, index, blanks);

  const [read, skippedTally, repeated] = [new Tally(), new Tally(), new Tally()];
  const lists = bindLists(plans, columns, otherColumns, blanks, read, repeated);

  const cursor: Cursor = { cells: [], column: -1, notes: [] };
  const carried: string[] = [];
  const carriedNumbers = new Set<number>();
  /** Outcome of the last row that was not a continuation. */
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
  const keyColumnsOf = (of: string | undefined) => (of === undefined ? by : (keys.get(of) ?? []));
  const keyOf = (row: Row) => keyIn(cellsOf(row), keyColumnsOf(row.of), blanks);
  const totals = plans.totals && bindTotals(plans.totals, finder, blanks);
  const counted = { rows: 0, records: 0 };
  const gather =
    plans.group &&
    gatherer({
      keyOf,
      damagedColumnOf: (row) => {
        const [columnsOf, cells] = [keyColumnsOf(row.of).flat(), cellsOf(row)];
        const damaged = columnsOf.find((column) => isDamagedKey(cleanCell(cells[column], blanks) ?? ""));
        return damaged === undefined ? undefined : at.label(damaged);
      },
      under: plans.group.under && testOf(plans.group.under),
      header: plans.group.header && testOf(plans.group.header),
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

  /** Returns the cells of a row, including the file name if the mapping uses it. */
  function cellsOf({ of, line, cells }: Row): readonly string[] {
    const { fileIndex } = columns;
    if (fileIndex === undefined || of !== undefined) return cells;
    const named = Array.from({ length: fileIndex }, (_, at) => cells[at] ?? "");
    return [...named, fileOf(line)];
  }

  /** A cell that is too long is treated as blank and causes an issue that rejects the record. */
  function apply(row: Row): RowOutcome {
    if (!row.cells.some((cell) => cell.length > longest)) return applyRow(row);
    const of = row.of === undefined ? columns : (otherColumns.get(row.of) ?? columns);
    const long = of
      .reads()
      .flatMap(({ index }) => ((row.cells[index]?.length ?? 0) > longest ? [index] : []));
    if (long.length === 0) return applyRow(row);
    const cells = row.cells.map((cell, column) => (long.includes(column) ? "" : cell));
    const outcome = applyRow({ ...row, cells });
    if (outcome.kind === "skipped") return outcome;
    const issues = long.map((column) => {
      const position = { file: row.of, line: row.line, column: of.label(column) };
      return issue("cell_too_long", position, { found: row.cells[column]!.length, allowed: longest });
    });
    return outcome.kind === "draft"
      ? { ...outcome, cells: outcome.cells ?? cells, issues: [...outcome.issues, ...issues] }
      : { ...outcome, issues: [...(outcome.issues ?? []), ...issues] };
  }

  function applyRow(row: Row): RowOutcome {
    if (row.issues?.some(({ code }) => code === "repeated_header") === true)
      return { kind: "skipped", rule: repeatedHeader };
    table = row.of;
    at = table === undefined ? columns : (otherColumns.get(table) ?? columns);
    cursor.cells = cellsOf(row);
    cursor.numbers = row.numbers;
    if (row.of === undefined && totals?.take(cursor, row.line) === true)
      return { kind: "skipped", rule: "totals" };
    if (totals !== undefined && !isBlank(row)) counted.rows += 1;
    if (row.of !== undefined && gather !== undefined) {
      return isBlank(row) ? { kind: "skipped", rule: "blank row" } : gather(row, []);
    }
    if (carryDown !== undefined) {
      cursor.numbers = carryNumbers(row, carryDown, carriedNumbers);
      cursor.cells = carry(cursor.cells, carryDown, carried);
    }
    if (
      continues !== undefined &&
      last !== undefined &&
      cleanCell(cellsOf(row)[continues], blanks) === null
    ) {
      return proceed(row, last);
    }
    last = outcomeOf(row);
    if (last.kind === "draft") counted.records += 1;
    return last;
  }

  /** Returns the outcome if a rule skips the row. If a rule cannot be evaluated, an issue is added to `issues`. */
  function leftOut(row: Row, issues: Issue[]): RowOutcome | undefined {
    for (const { rule, test, isWanted } of rules) {
      const holds = test(cursor);
      if (holds instanceof ValueIssue) issues.push(issueOf(holds, row.line, rule.heading));
      else if (holds !== isWanted) return skipped(rule);
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
      countSkipped(row.line);
      return left;
    }
    if (gather !== undefined) {
      if (isBlank(row)) return { kind: "skipped", rule: "blank row" };
      const carriedInto = isRowUnchanged ? {} : { cells: cursor.cells };
      const outcome = gather(row, issues);
      if (outcome.kind !== "draft") return outcome;
      return { ...outcome, ...carriedInto, ...ageOf(outcome.draft.values, row.line, issues) };
    }
    const values = fieldsOf(row.line, issues);
    if (values["external_id"] === null && isBlank(row)) return { kind: "skipped", rule: "blank row" };
    const draft: Draft = lists.length === 0 ? { values } : { values, lists: elementsOf(row.line) };
    if (rowOperation === undefined && newest === undefined && isRowUnchanged) {
      return { kind: "draft", draft, issues };
    }
    const carriedInto = isRowUnchanged ? {} : { cells: cursor.cells };
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

  /**
   * A row with an unreadable age is treated as the oldest row with its ID. The row is not rejected, because the age is
   * irrelevant for the many IDs that occur only once.
   */
  function ageOf(values: Record<string, Cell>, line: number, issues: Issue[]): { newest?: string } {
    const age = newest?.(cursor, values);
    if (age instanceof ValueIssue) issues.push(issueOf(age, line, "duplicates"));
    return age === undefined ? {} : { newest: age instanceof ValueIssue ? "" : age };
  }

  function fieldsOf(line: number, issues: Issue[]): Record<string, Cell> {
    // Copying an object that has all properties is faster than adding the properties individually.
    const values: Record<string, Cell> = { ...unfilled };
    for (const { name, get } of fields) {
      cursor.column = -1;
      const cell = get(cursor);
      // Most cells have a value and no issue, so `settle` is called only if it is needed.
      const hasIssue = cell instanceof ValueIssue || cursor.notes.length > 0;
      values[name] = hasIssue ? settle(cell, line, name, issues) : cell;
    }
    return values;
  }

  /**
   * Counts the elements and sums the amounts in a skipped row. If the mapping groups rows, lists that belong to the
   * header row are excluded.
   */
  function countSkipped(line: number): void {
    for (const { list, from, isOfRows, take } of lists) {
      if (from !== undefined || (gather !== undefined && !isOfRows)) continue;
      const found: DraftElement[] = [];
      take(cursor, line, settle, found);
      skippedTally.addElements(list, found);
    }
  }

  function elementsOf(line: number): Record<string, DraftElement[]> {
    const found: Record<string, DraftElement[]> = {};
    for (const { list, take } of lists) take(cursor, line, settle, (found[list] ??= []));
    return found;
  }

  function proceed(row: Row, before: RowOutcome): RowOutcome {
    if (before.kind !== "draft") return before;
    if (appended.length === 0) return { kind: "merged" };
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
    return { kind: "merged", draft: last.draft, issues };
  }

  /** If there is no valid value, adds an issue and returns null. Notes are added as issues too. */
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

  const isRowUnchanged = carryDown === undefined && columns.fileIndex === undefined;
  const sums = plans.fields.flatMap(({ name, plan }) =>
    plan.sumOf === undefined ? [] : [elementSum(name, plan.sumOf)],
  );
  let keyColumns: ReadonlySet<string> | undefined;

  /**
   * Returns the labels of the columns that contain IDs, references, codes or the key that connects the rows of a
   * record.
   */
  function keyColumnsOfFile(): ReadonlySet<string> {
    const sources = [...plans.fields, ...plans.lists.flatMap((list) => list.fields)];
    const headings = sources.flatMap(({ plan }) => (plan.isKey === true ? plan.headings : []));
    const keyed = [...headings, ...(plans.group?.by.flat() ?? [])];
    return new Set(
      [columns, ...otherColumns.values()].flatMap((of) =>
        keyed.filter((heading) => of.has(heading)).map((heading) => of.label(of.index(heading))),
      ),
    );
  }

  function columnOf(name: string, number?: number): string | undefined {
    const inLists = plans.lists.flatMap(({ fields, split }) =>
      fields
        .filter(({ path }) => path === name)
        .flatMap(({ plan }) => plan.headings)
        .map((heading) => (heading === partMark && split !== undefined ? split.heading : heading)),
    );
    const own = fields.filter((field) => field.name === name).flatMap(({ plan }) => plan.headings);
    const headings = [...own, ...inLists];
    if (headings.length === 0) return undefined;
    const labels = headings.map((heading) => {
      const written = number === undefined ? [heading] : numbered(heading, numberMark, number);
      const found = written.find((each) => columns.has(each));
      return found === undefined ? written[0] : columns.label(index(found));
    });
    return [...new Set(labels)].join(", ");
  }

  return {
    get issues() {
      const ofOthers = [...otherColumns].flatMap(([file, { issues }]) =>
        issues.map((found) => ({ ...found, file })),
      );
      return [...columns.issues, ...ofOthers];
    },
    fills: filledBy(plans, others),
    reads: columns.reads(),
    columnOf,
    isKeyColumn: (label) => (keyColumns ??= keyColumnsOfFile()).has(label),
    ...(plans.group?.isScattered === true ? { keyOf } : {}),
    cellsOf,
    apply,
    ...(sums.length === 0 ? {} : { complete: (draft, line) => withElementSums(sums, draft, line) }),
    misses: (read) => totals?.compare(counted, read) ?? [],
    within: () => ({ read: read.take(), skipped: skippedTally.take(), merged: repeated.take() }),
    trace(row) {
      cursor.numbers = carryDown === undefined ? row.numbers : carryNumbers(row, carryDown, carriedNumbers);
      cursor.cells = carryDown === undefined ? cellsOf(row) : carry(cellsOf(row), carryDown, carried);
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

/** Returns the highest position that a mapping uses, such as 3 for `"#3"`. */
function widestPosition(part: unknown): number {
  if (typeof part === "string") return (columnPosition(part) ?? -1) + 1;
  return typeof part === "object" && part !== null
    ? Object.values(part).reduce<number>((widest, each) => Math.max(widest, widestPosition(each)), 0)
    : 0;
}

/**
 * Returns the fields and lists of the record that the mapping fills. An amount is included as a whole if the mapping
 * fills any part of it.
 */
function filledBy(
  { fields, lists, mapping }: Plans,
  others: ReadonlyMap<string, readonly string[] | null>,
): readonly string[] {
  // Lists from a missing optional table are unknown, so they are excluded. Lists from other tables are always
  // included, even if only the first table is read.
  const known = lists.filter(
    ({ from }) =>
      from === undefined || mapping.tables?.[from.table]?.optional !== "true" || others.has(from.table),
  );
  const names = [...fields.map(({ name }) => name.split(".")[0] ?? ""), ...known.map(({ list }) => list)];
  return [...new Set(names)];
}

/**
 * Call this function after the fields of the record are bound, because the columns that these fields read do not count
 * as cells of an element.
 */
function bindLists(
  plans: Plans,
  columns: Columns,
  otherColumns: ReadonlyMap<string, Columns>,
  blanks: ReadonlySet<string> | undefined,
  read: Tally,
  merged: Tally,
): readonly BoundList[] {
  const ofRecord = new Set(columns.reads().map(({ index }) => index));
  const unread = new Map<ListPlan, readonly number[]>();
  const bound = plans.lists.flatMap((plan): BoundList | readonly [] => {
    const from = plan.from?.table;
    const of = from === undefined ? columns : otherColumns.get(from);
    // The table was not read, so its lists have no elements.
    if (of === undefined) return [];
    const take = bindList(plan, finderOf(of, columns), blanks, (index) => {
      return (
        from === undefined && (ofRecord.has(index) || isOutsideRows(columns.label(index), plans.mapping))
      );
    });
    const addUp = plan.addsUp ? adder(plan.list, merged) : undefined;
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
  // Checks for unread numbered columns last, because a later list may read them.
  for (const plan of plans.lists) {
    const of = plan.from === undefined ? columns : otherColumns.get(plan.from.table);
    if (plan.numbers !== undefined) unread.set(plan, of?.unreadLike(numberedShapes(plan)) ?? []);
  }
  return bound;
}

/** True for a value outside the rows of a JSON or XML document. Several rows share such a value. */
function isOutsideRows(heading: string, { read }: Mapping): boolean {
  const [path = ""] = [read?.records ?? ""].flat();
  const [outer = "", ...inner] = path.split(".");
  // The path and the heading may contain the outermost element with or without its prefix.
  const plain = (text: string): string => text.replace(/^[^.:]*:/, "");
  return heading.startsWith("$.") || (inner.length > 0 && plain(heading).startsWith(`${plain(outer)}.`));
}

/** Fills blank cells in `columns` with the last value above them. */
function carry(cells: readonly string[], columns: readonly number[], carried: string[]): readonly string[] {
  const filled = [...cells];
  for (const column of columns) {
    const cell = cells[column] ?? "";
    if (cleanCell(cell, undefined) === null) filled[column] = carried[column] ?? "";
    else carried[column] = cell;
  }
  return filled;
}

/** Returns the indexes of cells that the file stores as numbers, including cells that were carried down. */
function carryNumbers(
  { cells, numbers = [] }: Row,
  columns: readonly number[],
  carried: Set<number>,
): number[] {
  const found = [...numbers];
  for (const column of columns) {
    if (cleanCell(cells[column], undefined) === null) {
      if (carried.has(column)) found.push(column);
    } else if (numbers.includes(column)) carried.add(column);
    else carried.delete(column);
  }
  return found;
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

import type { Row } from "../formats/row.js";
import { issue, type Issue } from "../model/issues.js";
import { cleanCell, type Cell } from "./cells.js";
import type { Test } from "./conditions.js";
import type { BoundList, Settle } from "./lists.js";
import type { RowOutcome } from "./mapping.js";
import type { Draft, DraftElement, RowOperation } from "../model/draft.js";
import type { Cursor } from "./cursor.js";

/**
 * Rows that are one record: those that follow each other with one key, or those below a row that begins a record. Rows of
 * one key that do not follow each other make two records of one id, which is reported (`duplicate_id`), or were brought together
 * before (`scattered`): nothing is gathered in memory here.
 */

export interface Grouping {
  /** The key in a row; undefined: it is blank, or there is none, and `under` says where a record begins. */
  keyOf(row: Row): string | undefined;
  /** The column of the key that holds a number such as 2.39E+11, if there is one. */
  damagedColumnOf(row: Row): string | undefined;
  readonly under: Test | undefined;
  /** Which row holds the fields; undefined: each does, and they must agree. */
  readonly header: Test | undefined;
  readonly lists: readonly BoundList[];
  readonly cursor: Cursor;
  readonly settle: Settle;
  /** The values of the fields in the row at hand. */
  fieldsOf(line: number, issues: Issue[]): Record<string, Cell>;
  /** The operation of the current row; undefined where the mapping has no operation column. */
  operationOf(line: number, issues: Issue[]): RowOperation | undefined;
  /** Told of the elements of a header that says them once more. */
  onRepeated(list: string, elements: readonly DraftElement[]): void;
  /** Where a field comes from. */
  columnOf(field: string): string | undefined;
}

/** The record that the rows so far have come to. */
interface Open {
  readonly key: string | undefined;
  readonly file: number | undefined;
  /** The cells of its header row, once it was there. */
  header?: readonly string[];
  headerNumbers?: readonly number[] | undefined;
  readonly draft: {
    values: Record<string, Cell>;
    lists: Record<string, DraftElement[]>;
    isHeadless: boolean;
    operation?: RowOperation;
  };
  /** Fields that the record was already reported for. */
  readonly reported: Set<string>;
  /** By source, the elements that the header gave. */
  readonly ofHeader: Map<BoundList, readonly DraftElement[]>;
}

/** What stands in the columns of the key, of several for one part in the first that is filled; undefined when all of them are blank. */
export function keyIn(
  cells: readonly string[],
  by: readonly (readonly number[])[],
  blanks: ReadonlySet<string> | undefined,
): string | undefined {
  const parts = by.map((columns) => {
    for (const column of columns) {
      const part = cleanCell(cells[column], blanks);
      if (part !== null) return part;
    }
    return null;
  });
  return parts.every((part) => part === null) ? undefined : parts.map((part) => part ?? "").join("\u0001");
}

/** Compiles the gathering of rows, given in file order, those that rules leave out excepted. */
export function gatherer(grouping: Grouping): (row: Row, issues: Issue[]) => RowOutcome {
  const { under, header, lists, cursor, settle } = grouping;
  let open: Open | undefined;

  return function gather(row, issues) {
    const key = grouping.keyOf(row);
    const starts =
      under === undefined ? key !== undefined && key !== open?.key : isTrue(under(cursor), row, issues);
    const isFirst = open === undefined || starts || row.file !== open.file;
    const at = open === undefined || isFirst ? begun(key, row.file) : open;
    open = at;
    const damaged = isFirst ? grouping.damagedColumnOf(row) : undefined;
    if (damaged !== undefined) {
      const position = { file: row.of, line: row.line, column: damaged };
      issues.push(issue("damaged_key", position, { field: damaged }));
    }
    const isHeader =
      row.of !== undefined
        ? false
        : under !== undefined
          ? starts
          : header === undefined
            ? at.key !== undefined
            : isTrue(header(cursor), row, issues);
    if (isHeader) {
      takeHeader(at, row, issues);
      if (at.header === undefined) at.headerNumbers = cursor.numbers;
      at.header ??= cursor.cells;
    }
    cursor.header = at.header;
    cursor.headerNumbers = at.headerNumbers;
    const isPlaced = takeElements(at, row, isHeader, issues);
    if (!isHeader && !isPlaced && !at.draft.isHeadless)
      issues.push(issue("unplaced_row", { file: row.of, line: row.line }, {}));
    const draft: Draft = at.draft;
    return isFirst ? { kind: "draft", draft, issues } : { kind: "merged", draft, issues };
  };

  function isTrue(holds: ReturnType<Test>, row: Row, issues: Issue[]): boolean {
    if (typeof holds === "boolean") return holds;
    settle(holds, row.line, "group", issues);
    return false;
  }

  function begun(key: string | undefined, file: number | undefined): Open {
    return {
      key,
      file,
      draft: { values: {}, lists: {}, isHeadless: true },
      reported: new Set(),
      ofHeader: new Map(),
    };
  }

  function takeHeader({ draft, reported }: Open, row: Row, issues: Issue[]): void {
    if (!draft.isHeadless && header !== undefined)
      issues.push(issue("second_header", { line: row.line }, {}));
    const found: Issue[] = [];
    const values = grouping.fieldsOf(row.line, found);
    const operation = grouping.operationOf(row.line, found);
    if (draft.operation === undefined) Object.assign(draft, operation === undefined ? {} : { operation });
    else if (operation !== undefined && operation !== draft.operation && !reported.has("operation"))
      disagree("operation", row, reported, issues);
    // What is wrong with a field is wrong with it in every row of the record.
    issues.push(...found.filter(({ field = "" }) => draft.isHeadless || !reported.has(field)));
    for (const { field = "" } of found) reported.add(field);
    const isFirst = draft.isHeadless;
    draft.isHeadless = false;
    for (const [name, value] of Object.entries(values)) {
      const before = draft.values[name] ?? null;
      if (isFirst || before === null) draft.values[name] = value;
      else if (value === null || value === before) continue;
      // The record changed when any of its rows did.
      else if (name === "updated_at") draft.values[name] = value > before ? value : before;
      else if (!reported.has(name)) disagree(name, row, reported, issues);
    }
  }

  function disagree(name: string, row: Row, reported: Set<string>, issues: Issue[]): void {
    reported.add(name);
    const position = { line: row.line, column: grouping.columnOf(name), field: name };
    issues.push(issue("header_disagrees", position, { field: name }));
  }

  /** @returns whether the row is one that a list takes */
  function takeElements(
    { draft, reported, ofHeader }: Open,
    row: Row,
    isHeader: boolean,
    issues: Issue[],
  ): boolean {
    let isPlaced = false;
    for (const source of lists) {
      if (source.from !== row.of) continue;
      const all = (draft.lists[source.list] ??= []);
      if (source.isOfRows) {
        isPlaced = source.take(cursor, row.line, settle, all) || isPlaced;
        continue;
      }
      // Columns and cells of the record itself: they are its header's, and repeat with it.
      if (!isHeader) continue;
      const found: DraftElement[] = [];
      source.take(cursor, row.line, settle, found);
      const before = ofHeader.get(source) ?? [];
      if (before.length === 0) {
        ofHeader.set(source, found);
        all.push(...found);
      } else {
        grouping.onRepeated(source.list, found);
        if (found.length > 0 && contents(found) !== contents(before) && !reported.has(source.list))
          disagree(source.list, row, reported, issues);
      }
    }
    return isPlaced;
  }
}

function contents(elements: readonly DraftElement[]): string {
  return JSON.stringify(elements.map(({ number, values }) => [number, values]));
}

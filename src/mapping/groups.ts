import type { Row } from "../formats/row.js";
import { issue, type Issue } from "../model/issues.js";
import { cleanCell, type Cell } from "./cells.js";
import type { Test } from "./conditions.js";
import type { BoundList, Settle } from "./lists.js";
import type { RowOutcome } from "./mapping.js";
import type { Draft, DraftElement, RowOperation } from "../model/draft.js";
import type { Cursor } from "./cursor.js";

/**
 * This module combines rows into records. A record consists of consecutive rows with the same key, or of a row that
 * begins a record and the rows below it. Rows with the same key that are not consecutive form separate records with the
 * same ID, which is reported (`duplicate_id`). With `scattered`, the rows have already been grouped. The rows are
 * processed as they are read, without collecting them in memory.
 */

export interface Grouping {
  /** Returns the key of a row, or undefined if the key is blank or `under` determines where a record begins. */
  keyOf(row: Row): string | undefined;
  /** Returns the label of a key column that contains a damaged number such as 2.39E+11, or undefined. */
  damagedColumnOf(row: Row): string | undefined;
  readonly under: Test | undefined;
  /**
   * Selects the row that contains the record's fields. If undefined, every row contains the fields. Nonblank values
   * of a field must be equal in all rows, except for `updated_at`.
   */
  readonly header: Test | undefined;
  readonly lists: readonly BoundList[];
  readonly cursor: Cursor;
  readonly settle: Settle;
  fieldsOf(line: number, issues: Issue[]): Record<string, Cell>;
  /** Returns the operation of the current row, or undefined if the mapping has no operation column. */
  operationOf(line: number, issues: Issue[]): RowOperation | undefined;
  /** Called with the elements of a repeated header row. */
  onRepeated(list: string, elements: readonly DraftElement[]): void;
  columnOf(field: string): string | undefined;
}

/** The record that is being built from rows. */
interface OpenRecord {
  readonly key: string | undefined;
  readonly file: number | undefined;
  /** Cells of the header row. Undefined until the header row has been read. */
  header?: readonly string[];
  headerNumbers?: readonly number[] | undefined;
  readonly draft: {
    values: Record<string, Cell>;
    lists: Record<string, DraftElement[]>;
    isHeadless: boolean;
    operation?: RowOperation;
  };
  /** Fields for which the record already has an issue. */
  readonly reported: Set<string>;
  readonly ofHeader: Map<BoundList, readonly DraftElement[]>;
}

/**
 * If a part of the key has several columns, the first one that is not blank is used. Returns undefined if all parts
 * are blank.
 */
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

/**
 * Returns a function that adds rows to records. Pass the rows to this function in file order, excluding skipped rows.
 */
export function gatherer(grouping: Grouping): (row: Row, issues: Issue[]) => RowOutcome {
  const { under, header, lists, cursor, settle } = grouping;
  let open: OpenRecord | undefined;

  return function gather(row, issues) {
    const key = grouping.keyOf(row);
    const starts =
      under === undefined ? key !== undefined && key !== open?.key : isTrue(under(cursor), row, issues);
    const isFirst = open === undefined || starts || row.file !== open.file;
    const at = open === undefined || isFirst ? newRecord(key, row.file) : open;
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

  function newRecord(key: string | undefined, file: number | undefined): OpenRecord {
    return {
      key,
      file,
      draft: { values: {}, lists: {}, isHeadless: true },
      reported: new Set(),
      ofHeader: new Map(),
    };
  }

  function takeHeader({ draft, reported }: OpenRecord, row: Row, issues: Issue[]): void {
    if (!draft.isHeadless && header !== undefined)
      issues.push(issue("second_header", { line: row.line }, {}));
    const found: Issue[] = [];
    const values = grouping.fieldsOf(row.line, found);
    const operation = grouping.operationOf(row.line, found);
    if (draft.operation === undefined) Object.assign(draft, operation === undefined ? {} : { operation });
    else if (operation !== undefined && operation !== draft.operation && !reported.has("operation"))
      disagree("operation", row, reported, issues);
    // A problem with a field is reported only once per record.
    issues.push(...found.filter(({ field = "" }) => draft.isHeadless || !reported.has(field)));
    for (const { field = "" } of found) reported.add(field);
    const isFirst = draft.isHeadless;
    draft.isHeadless = false;
    for (const [name, value] of Object.entries(values)) {
      const before = draft.values[name] ?? null;
      if (isFirst || before === null) draft.values[name] = value;
      else if (value === null || value === before) continue;
      // A record has changed if any of its rows has changed, so the latest time is used.
      else if (name === "updated_at") draft.values[name] = value > before ? value : before;
      else if (!reported.has(name)) disagree(name, row, reported, issues);
    }
  }

  function disagree(name: string, row: Row, reported: Set<string>, issues: Issue[]): void {
    reported.add(name);
    const position = { line: row.line, column: grouping.columnOf(name), field: name };
    issues.push(issue("header_disagrees", position, { field: name }));
  }

  /** Returns true if the row is an element of a list. */
  function takeElements(
    { draft, reported, ofHeader }: OpenRecord,
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
      // Numbered columns and split cells belong to the header row, so a repeated header row repeats their elements.
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

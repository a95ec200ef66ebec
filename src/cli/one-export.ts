import { endOfTable, pastEnd } from "../convert/rows.js";
import { inFileOrder } from "../convert/accepted-rows.js";
import { fileOfRow } from "../formats/file-of-row.js";
import { isUnread } from "../formats/archive/members.js";
import { failure } from "../errors.js";
import type { Row } from "../formats/row.js";
import { evaluateFile, openTableSafely } from "../system/readers/evaluate-file.js";
import { lookupsIn } from "../mapping/list-index.js";
import type { BoundMapping, FieldTrace, RowOutcome } from "../mapping/mapping.js";
import { todayIn } from "../model/account.js";
import { nearest } from "../nearest.js";
import type { Terminal } from "./command.js";
import { draftOf, evaluateDraft, type DraftExport, type Unfinished } from "./draft-export.js";
import { inputFile } from "./input-file.js";
import { accountOf, chosenMapping, referredLists, type InputOptions } from "./convert-inputs.js";

/**
 * This module evaluates one export in the same way as a conversion, for commands that show how the records were
 * produced.
 */

export interface OneExport extends Omit<DraftExport, "unfinished"> {
  /** Set if the mapping has open questions. */
  readonly unfinished?: Unfinished;
}

/**
 * If the mapping is a draft whose only errors are open questions, the rest of the mapping is evaluated. Throws the
 * errors that a conversion reports before it writes, such as `file_not_found`, `wrong_mapping` or
 * `missing_reference_list`.
 */
export async function evaluateExport(
  file: string,
  options: InputOptions,
  terminal: Terminal,
): Promise<OneExport> {
  const source = await inputFile(file, terminal);
  const account = await accountOf(options, terminal);
  const draft = await draftOf(options.mapping, account, terminal);
  const answered = draft && (await evaluateDraft(draft, source, account, options, terminal));
  if (answered !== undefined) return answered;
  const chosen = await chosenMapping(options, source, account, terminal);
  const lists = await referredLists(options, chosen, account, terminal);
  const today = todayIn(account.zone, new Date());
  const lookups = lookupsIn(lists);
  const mapping = chosen.compile({ account, lookups, today });
  const job = { source, mapping, lookups, account, mode: "lenient" } as const;
  const evaluated = await inFileOrder(await evaluateFile(job, terminal.signal));
  return { source, type: chosen.type, mapping, evaluated };
}

export interface TracedRow {
  readonly line: number;
  /** Original cells that the mapping reads, by heading. */
  readonly cells: readonly (readonly [heading: string, cell: string])[];
  readonly outcome: RowOutcome;
  readonly fields: readonly FieldTrace[];
  /** Returns the heading of the column from which a list field was read. Undefined for a constant. */
  columnOf(field: string, number: number): string | undefined;
}

export interface TracedElement {
  readonly list: string;
  readonly line: number;
  readonly values: Readonly<Record<string, string | boolean>>;
  /** Headings of the columns, by field. Constants have none. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Returns the elements in a record's lists. Call this function only after all rows of the record have been read. */
export function elementsOf({ outcome, ...row }: TracedRow): readonly TracedElement[] {
  const lists = outcome.kind === "draft" ? (outcome.draft.lists ?? {}) : {};
  return Object.entries(lists).flatMap(([list, elements]) =>
    elements.map(({ line, number, values }) => {
      const filled = Object.entries(values).filter(
        (entry): entry is [string, string | boolean] => entry[1] !== null,
      );
      const columns = filled.flatMap(([name]) => {
        const heading = row.columnOf(name === "value" ? list : `${list}.${name}`, number);
        return heading === undefined ? [] : [[name, heading] as const];
      });
      return { list, line, values: Object.fromEntries(filled), columns: Object.fromEntries(columns) };
    }),
  );
}

/**
 * Note for mappings that merge several rows into one record. Such rows may be missing, because only one table is read
 * again, row by row.
 */
export const otherRowsHidden =
  "The preview omits rows from other tables and non-adjacent rows of a record.\n";

/** Reads an export again, row by row in file order. Traces are created on demand. */
export async function* tracedRows({
  source,
  mapping,
  unfinished,
}: OneExport): AsyncGenerator<{ readonly line: number; readonly outcome: RowOutcome; trace(): TracedRow }> {
  const table = unfinished?.again() ?? (await openTableSafely(source, mapping.read));
  const isPastEnd = endOfTable(mapping.read.stop_at);
  let bound: BoundMapping | undefined;
  for await (const batch of table.rows) {
    bound ??= mapping.bind(table.headings, batch[0], undefined, fileOfRow(source.name, table));
    for (const row of batch) {
      const outcome = isPastEnd(row) || isUnread(row) ? pastEnd : bound.apply(row);
      yield { line: row.line, outcome, trace: () => traced(row, outcome, bound as BoundMapping) };
    }
  }
}

/** Returns the rows that produce a record with this ID, including rows that a rule skips. Throws `no_such_record`. */
export async function rowsOfRecord(found: OneExport, id: string): Promise<readonly TracedRow[]> {
  const rows: TracedRow[] = [];
  const ids = new Set<string>();
  /** A record to which later rows may belong. A later row may be the record's header row, which contains the ID. */
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
  if (rows.length > 0) return rows;
  const near = nearest(id, ids);
  const hint = near === undefined ? "" : ` The nearest is ${near}.`;
  throw failure("no_such_record", { id, file: found.source.name, near: hint });
}

function traced(row: Row, outcome: RowOutcome, bound: BoundMapping): TracedRow {
  return {
    line: row.line,
    cells: bound.reads.map(({ heading, index }) => [heading, bound.cellsOf(row)[index] ?? ""] as const),
    outcome,
    fields: bound.trace(row),
    columnOf: (field, number) => bound.columnOf(field, number),
  };
}

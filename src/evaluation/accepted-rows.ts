import { storedLines, type StoredLine } from "../encode/stored-line.js";
import { compareBytes } from "../records/order.js";
import type { AnyRecord } from "../records/record-type.js";
import type { AcceptedRow, Evaluation, EvaluationInMemory, OrderedRows } from "./evaluation.js";
import type { Stored } from "./spill.js";

/** The accepted rows of a file, in memory or put away. */

/** A row whose record is a line of JSON. */
export class StoredRow implements AcceptedRow {
  readonly line: number;
  readonly stored: StoredLine;

  constructor(line: number, stored: StoredLine) {
    this.line = line;
    this.stored = stored;
  }

  get record(): AnyRecord {
    return this.stored.record;
  }
}

/** The id of a row, without parsing it. */
export function idOf(row: AcceptedRow): string {
  return row.stored?.id ?? row.record.external_id;
}

export function inOrder(rows: readonly AcceptedRow[]): OrderedRows {
  const ordered = [...rows].sort((a, b) => compareBytes(a.record.external_id, b.record.external_id));
  return {
    count: ordered.length,
    async *batches() {
      if (ordered.length > 0) yield ordered;
    },
  };
}

/** What `decide` of engine.ts made, with its records in the order of a list. */
export function asEvaluation(decided: EvaluationInMemory): Evaluation {
  return { ...decided, accepted: inOrder(decided.accepted) };
}

/** Rows that wait as lines of JSON, with the numbers of the lines where they stood in the file. */
export interface StoredRows {
  readonly stored: Stored;
  readonly lines: Uint32Array;
}

/** @param runs each in order, and after the one before it */
export function fromStore(runs: readonly StoredRows[]): OrderedRows {
  return {
    count: runs.reduce((sum, { lines }) => sum + lines.length, 0),
    async *batches() {
      for (const { stored, lines } of runs) {
        const records = storedLines(await stored.read(0, stored.size));
        yield records.map((line, i) => new StoredRow(lines[i] ?? 0, line));
      }
    },
  };
}

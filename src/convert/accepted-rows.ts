import { storedLines, type StoredLine } from "../formats/output/stored-line.js";
import type { Issue } from "../model/issues.js";
import { compareBytes } from "../model/order.js";
import type { AnyRecord } from "../model/record-type.js";
import type { AcceptedRow, AcceptedRows, Evaluation, EvaluationInMemory, OrderedRows } from "./evaluation.js";
import type { StoredRows } from "./runs.js";

/** A row that parses its record only when the record is needed. */
export class StoredRow implements AcceptedRow {
  readonly line: number;
  readonly stored: StoredLine;
  /** The value in the `prefer newest` column, if the mapping uses such a column. */
  readonly newest: string | undefined;

  constructor(line: number, stored: StoredLine, newest?: string) {
    this.line = line;
    this.stored = stored;
    this.newest = newest;
  }

  get record(): AnyRecord {
    return this.stored.record;
  }
}

/** Returns the ID of a row without parsing its record. */
export function idOf(row: AcceptedRow): string {
  return row.stored?.id ?? row.record.external_id;
}

/** Combines runs, which must be in ID order and have ID ranges that do not overlap. */
export function acceptedRows(runs: readonly StoredRows[]): AcceptedRows {
  return {
    runs,
    count: runs.reduce((sum, { lines }) => sum + lines.length, 0),
    async *batches() {
      for (const { stored, lines } of runs) {
        const records = storedLines(await stored.read(0, stored.size));
        yield records.map((line, i) => new StoredRow(lines[i] ?? 0, line));
      }
    },
  };
}

export function refusedEvaluation(
  refused: Issue,
  {
    detected,
    headings,
    issues,
    issueCounts,
  }: Pick<Evaluation, "detected" | "headings" | "issues" | "issueCounts">,
): Evaluation {
  return {
    detected,
    columns: [],
    headings,
    reads: [],
    accepted: acceptedRows([]),
    deleted: [],
    rejected: [],
    skipped: new Map(),
    otherCompanies: new Map(),
    counts: { read: 0, accepted: 0, rejected: 0, skipped: 0, merged: 0 },
    refused,
    issues,
    issueCounts,
  };
}

/** Sorts rows in memory by ID, which is the order that reconciliation expects. */
export function inOrder(rows: readonly AcceptedRow[]): OrderedRows {
  const ordered = [...rows].sort((a, b) => compareBytes(a.record.external_id, b.record.external_id));
  return {
    count: ordered.length,
    async *batches() {
      if (ordered.length > 0) yield ordered;
    },
  };
}

export async function inFileOrder(evaluation: Evaluation): Promise<EvaluationInMemory> {
  const accepted: AcceptedRow[] = [];
  for await (const batch of evaluation.accepted.batches()) {
    for (const { line, record } of batch) accepted.push({ line, record });
  }
  accepted.sort((a, b) => a.line - b.line);
  return { ...evaluation, accepted };
}

import type { EvaluationInMemory, RejectedRow, RowCounts } from "./evaluation/evaluation.js";
import { IssueLog, isError, sum } from "./evaluation/issue-log.js";
import {
  asJudged,
  continued,
  endOfTable,
  readingOf,
  rejectedRow,
  RowEvaluator,
  type EvaluatedRows,
  type DraftRow,
  type RowsJob,
} from "./evaluation/rows.js";
import { failure } from "./errors.js";
import type { ByteSource, Table } from "./formats/format.js";
import { defaultLimits, type Limits } from "./formats/limits.js";
import type { Row } from "./formats/row.js";
import { openTable } from "./formats/index.js";
import { issue, type Issue } from "./issues.js";
import type { BoundMapping, Draft } from "./mapping/mapping.js";
import { columnsOf } from "./records/record-type.js";
import { resolveDuplicates, type Candidate } from "./validate/duplicates.js";

/**
 * START HERE: one file to records and issues.
 *
 *     bytes -> read (formats/) -> rows -> map (mapping/) -> drafts -> validate (validate/) -> records and issues
 */

export type {
  AcceptedRow,
  DeletedRow,
  Evaluation,
  EvaluationInMemory,
  RejectedRow,
  RowCounts,
} from "./evaluation/evaluation.js";

export interface Job extends RowsJob {
  readonly source: ByteSource;
  readonly limits?: Partial<Limits>;
  readonly onProgress?: (rows: number) => void;
  /**
   * Opens the table of `source` when it was read already with the mapping's own options; else it is read here. Undefined:
   * it cannot be opened again without reading.
   */
  readonly table?: () => Table | undefined;
}

/** Decides one file: every row becomes a record, or is rejected, skipped by a rule or folded into another, with its reason. */
export async function evaluateInMemory(job: Job): Promise<EvaluationInMemory> {
  const table = await tableOf(job);
  const findings = new IssueLog(job.source.name, table.detected.sheet);
  const unread = refusedUnread(job, table, findings);
  if (unread !== undefined) return unread;

  const batches = table.rows[Symbol.asyncIterator]();
  let batch = await batches.next();
  const opened = bindTable(job, table, batch.done ? undefined : batch.value[0], findings);
  if ("refused" in opened) {
    await batches.return?.();
    return opened;
  }
  const rows = new RowEvaluator(job, opened.bound, opened.columns, findings);
  for (; !batch.done; batch = await batches.next()) {
    rows.take(batch.value);
    job.onProgress?.(rows.read);
  }
  rows.end();

  const damaged = refusedRead(job, opened, rows.read);
  if (damaged !== undefined) return damaged;
  const resolved = resolveDuplicates(rows.candidates, job.mapping.duplicates);
  const accepted = resolved.kept.map(({ line, record }) => ({ line, record }));
  return { ...(await conclude(job, opened, rows, resolved)), accepted };
}

/** A file whose columns are known: what its rows are decided with. */
export interface Opened {
  readonly table: Table;
  readonly bound: BoundMapping;
  readonly columns: readonly string[];
  readonly findings: IssueLog;
}

/** The refusal of a file that cannot be read, before its rows are looked at. */
export function refusedUnread(job: Job, table: Table, findings: IssueLog): EvaluationInMemory | undefined {
  const early = ofFile(job, table);
  const unreadable = early.find(isError) ?? encodingRefusal(job, table);
  if (unreadable === undefined) return undefined;
  findings.add(early.includes(unreadable) ? early : [unreadable, ...early]);
  return refusedFile(unreadable, table, findings);
}

/** Finds the columns that the mapping reads, or refuses a file that lacks them. */
export function bindTable(
  job: Job,
  table: Table,
  firstRow: Row | undefined,
  findings: IssueLog,
): Opened | EvaluationInMemory {
  const bound = job.mapping.bind(table.headings, firstRow);
  findings.add(bound.issues);
  const misfit = bound.issues.find(isError);
  if (misfit !== undefined) {
    findings.add(ofFile(job, table));
    return refusedFile(misfit, table, findings);
  }
  return { table, bound, columns: columnsOf(job.mapping.recordType, bound.fills), findings };
}

/** The refusal of a file that showed damage only while its rows were read. */
export function refusedRead(
  job: Job,
  { table, findings }: Opened,
  read: number,
): EvaluationInMemory | undefined {
  const late = ofFile(job, table);
  findings.add(late);
  const damaged = late.find(isError);
  if (damaged !== undefined) return refusedFile(damaged, table, findings);
  if (read === 0) findings.add([issue("no_rows", {}, {})]);
  return undefined;
}

/** All but the accepted rows, once duplicates are resolved; refuses to return when the rows do not add up. */
export async function conclude(
  job: Job,
  opened: Opened,
  rows: EvaluatedRows,
  resolved: {
    readonly kept: { readonly length: number };
    readonly folded: { readonly length: number };
    readonly contradicting: readonly (readonly Candidate[])[];
  },
): Promise<Omit<EvaluationInMemory, "accepted">> {
  const { table, bound, columns, findings } = opened;
  const { read, deleted, skipped, otherCompanies } = rows;
  const rejected = [...rows.rejected];
  if (resolved.contradicting.length > 0) {
    rejected.push(...(await contradictions(job, opened, resolved.contradicting)));
    rejected.sort((a, b) => a.line - b.line);
  }
  const counts: RowCounts = {
    read,
    accepted: resolved.kept.length + deleted.length,
    rejected: rejected.length,
    skipped: sum(skipped.values()),
    folded: rows.folded + resolved.folded.length,
  };
  const accounted = counts.accepted + counts.rejected + counts.skipped + counts.folded;
  if (accounted !== read) throw failure("not_conserved", { read, accounted });
  return {
    detected: table.detected,
    columns,
    headings: table.headings ?? [],
    reads: bound.reads.map(({ heading }) => heading),
    deleted,
    rejected,
    skipped,
    otherCompanies,
    counts,
    refused: undefined,
    ...findings.result(),
  };
}

function ofFile(job: Job, table: Table): readonly Issue[] {
  return table.issues.map((found) => asJudged(job, found));
}

async function tableOf(job: Job): Promise<Table> {
  return job.table?.() ?? openTable(job.source, readingOf(job), limitsOf(job));
}

export function limitsOf(job: Job): Limits {
  return { ...defaultLimits, ...job.limits };
}

/** The file as a whole is refused: nothing of it is accepted. */
function refusedFile(refused: Issue, table: Table, findings: IssueLog): EvaluationInMemory {
  return {
    detected: table.detected,
    columns: [],
    headings: table.headings ?? [],
    reads: [],
    accepted: [],
    deleted: [],
    rejected: [],
    skipped: new Map(),
    otherCompanies: new Map(),
    counts: { read: 0, accepted: 0, rejected: 0, skipped: 0, folded: 0 },
    refused,
    ...findings.result(),
  };
}

/** The rows that contradict each other, as rejected rows. Their cells are read again: keeping all cells would cost more. */
async function contradictions(
  job: Job,
  { bound, findings }: Opened,
  groups: readonly (readonly Candidate[])[],
): Promise<RejectedRow[]> {
  const groupOf = new Map(
    groups.flatMap((group) => group.map((candidate) => [candidate.line, group] as const)),
  );
  const rejected: RejectedRow[] = [];
  for await (const draft of draftsAgain(job, await tableOf(job), (line) => groupOf.has(line))) {
    const { line } = draft.row;
    const group = groupOf.get(line) ?? [];
    const record = group.find((candidate) => candidate.line === line)?.record;
    if (record === undefined) continue;
    const position = {
      line,
      column: bound.columnOf("external_id"),
      field: "external_id",
      value: record.external_id,
    };
    const lines = group.map((candidate) => candidate.line).join(", ");
    const issues = findings.add([issue("duplicate_id", position, { lines })]);
    rejected.push(rejectedRow(draft, bound, record as Draft["values"], issues));
  }
  return rejected;
}

/** Reads a file again for some of its rows, with the rows that continue them. */
async function* draftsAgain(
  job: Job,
  table: Table,
  isWanted: (line: number) => boolean,
): AsyncGenerator<DraftRow> {
  let bound: BoundMapping | undefined;
  let open: DraftRow | undefined;
  const isPastEnd = endOfTable(readingOf(job).stop_at);
  for await (const batch of table.rows) {
    for (const row of batch) {
      bound ??= job.mapping.bind(table.headings, row);
      // Only where rows look back do those that are not wanted count.
      if (!job.mapping.looksBack && !isWanted(row.line)) continue;
      if (isPastEnd(row)) break;
      const outcome = bound.apply(row);
      if (outcome.kind === "folded") {
        if (open !== undefined && outcome.draft !== undefined) open = continued(open, row, outcome.draft);
        continue;
      }
      if (open !== undefined) yield open;
      open = outcome.kind === "draft" && isWanted(row.line) ? { row, outcome } : undefined;
    }
  }
  if (open !== undefined) yield open;
}

/** In a feed nobody looks at the result, so a character set that is only likely is not good enough. */
function encodingRefusal(job: Job, table: Table): Issue | undefined {
  if (job.care === "lenient" || table.detected.encodingCertainty !== "suggested") return undefined;
  return issue("encoding_unsure", {}, { encoding: table.detected.encoding ?? "unknown" });
}

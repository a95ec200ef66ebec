import { acceptedRows, refusedEvaluation } from "../../convert/accepted-rows.js";
import type { Evaluation, Job, RejectedRow } from "../../convert/engine.js";
import { SharedIssues, sum } from "../../convert/issue-log.js";
import type { StoredRows } from "../../convert/runs.js";
import { memorySpill } from "../../convert/spill.js";
import { taskOf } from "../../convert/task.js";
import { errorKinds, LadingError } from "../../errors.js";
import { issue, type Issue } from "../../model/issues.js";
import { holdsExactly, unbalanced } from "../../model/within.js";
import { withListFiles } from "../list-files.js";
import { BrokenFrames } from "./frames.js";
import type { Summary } from "./job.js";
import { defaultReaderLimits, type Reader, type ReaderEnd, type ReaderLimits } from "./reader.js";
import { readerPool, type ReaderPool } from "./reader-pool.js";
import { RecordCheck } from "./record-check.js";

export interface InReader {
  /** The reader pool of a run. If the pool is omitted, a reader is started for this file. */
  readonly readers?: ReaderPool | undefined;
  /** True if the reader may read other files afterward. Default: false. */
  readonly isReusable?: boolean;
  readonly limits?: Partial<ReaderLimits>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Evaluates a file in a reader, which is a process that can be killed. If evaluation fails in a reader that has read
 * other files, it is repeated in a new reader, because an earlier file may be the cause. If the reader was killed or
 * crashed, the file is refused. Throws the abort reason if `signal` is aborted, or `reader_ended` if the reader was
 * stopped from outside.
 */
export async function evaluateInReader(job: Job, path: string, options: InReader = {}): Promise<Evaluation> {
  const readers = options.readers ?? readerPool();
  const tryOnce = (isFresh: boolean): Promise<Evaluation | undefined> =>
    readers.withReader(isFresh, async (reader) => {
      const isFirst = reader.answered === 0;
      const evaluation = await evaluateBy(reader, job, path, options).catch((error: unknown) => {
        if (isFirst || !(error instanceof LadingError && error.code === "reader_ended")) throw error;
        return undefined;
      });
      const isStopped = evaluation?.refused?.code === "reader_stopped";
      const result = isStopped && !isFirst ? undefined : evaluation;
      return { result, isReusable: options.isReusable === true && result !== undefined && !isStopped };
    });
  try {
    return (await tryOnce(false)) ?? ((await tryOnce(true)) as Evaluation);
  } finally {
    if (options.readers === undefined) await readers.end();
  }
}

async function evaluateBy(reader: Reader, job: Job, path: string, options: InReader): Promise<Evaluation> {
  const { name, size } = job.source;
  const spill = job.spill ?? memorySpill();
  const check = new RecordCheck(job.mapping.recordType);
  const runs: StoredRows[] = [];
  const rejected: RejectedRow[] = [];
  const shared = new SharedIssues();
  const issues: Issue[] = [];
  let summary: Summary | undefined;
  const end = await withListFiles(job.lookups, (lists) =>
    reader.read({
      name,
      path,
      size,
      task: taskOf(job, lists),
      limits: { ...defaultReaderLimits, ...options.limits },
      signal: options.signal,
      onItem(kind, item) {
        if (kind === "rejected") {
          const row = item as RejectedRow;
          rejected.push({ ...row, id: row.id, isActive: row.isActive, issues: shared.of(row.issues) });
        } else if (kind === "issue") issues.push(item as Issue);
        else summary = item as Summary;
      },
      async onBytes(_kind, count, bytes) {
        const lines = lineNumbers(bytes, Number(count));
        const records = bytes.subarray(lines.byteLength);
        check.check(records, lines.length);
        runs.push({ stored: await spill.append(records), lines });
      },
    }),
  );
  if (end.state !== "done") return stoppedEvaluation(stoppedIssue(end, name));
  if (summary === undefined || !isBalanced(summary, runs, rejected, check)) {
    return stoppedEvaluation(stoppedIssue({ state: "crashed", detail: "the response is incomplete" }, name));
  }
  return {
    ...summary,
    refused: summary.refused,
    accepted: acceptedRows(runs),
    rejected,
    issues,
    skipped: new Map(summary.skipped),
    otherCompanies: new Map(summary.otherCompanies),
    issueCounts: new Map(summary.issueCounts),
  };
}

function lineNumbers(bytes: Buffer, count: number): Uint32Array {
  if (!Number.isSafeInteger(count) || count < 0 || count * 4 > bytes.length)
    throw new BrokenFrames("a number of records that differs from the stated number");
  // The bytes are copied, because they may not be aligned.
  return new Uint32Array(new Uint8Array(bytes.subarray(0, count * 4)).buffer);
}

/** True if the counts match the rows (`docs/semantics.md` section 3, Conservation). A refused file must have no rows. */
function isBalanced(
  { counts, deleted, skipped, refused }: Summary,
  runs: readonly StoredRows[],
  rejected: readonly RejectedRow[],
  records: RecordCheck,
): boolean {
  const accepted = sum(runs.map(({ lines }) => lines.length)) + deleted.length;
  if (refused !== undefined) return accepted + rejected.length === 0;
  const numbers = [...skipped.map(([, rows]) => rows), counts.merged];
  return (
    numbers.every((rows) => Number.isSafeInteger(rows) && rows >= 0) &&
    counts.accepted === accepted &&
    counts.rejected === rejected.length &&
    counts.skipped === sum(skipped.map(([, rows]) => rows)) &&
    counts.read === counts.accepted + counts.rejected + counts.skipped + counts.merged &&
    unbalanced(counts.within ?? []) === undefined &&
    holdsExactly(counts.within ?? [], records.within())
  );
}

export function stoppedIssue(end: Exclude<ReaderEnd, { state: "done" }>, file: string): Issue {
  return issue("reader_stopped", { file }, { reason: reasonOf(end) });
}

function reasonOf(end: Exclude<ReaderEnd, { state: "done" }>): string {
  // The reader's message may contain arbitrary text, so only a known error code is shown.
  if (end.state === "failed")
    return Object.hasOwn(errorKinds, end.code) ? `reading failed with ${end.code}` : "reading failed";
  if (end.state === "crashed")
    return (end.detail.split("\n")[0] ?? "").trim() || "the reading process crashed";
  const megabytes = Math.round(end.limit / (1024 * 1024));
  switch (end.reason) {
    case "memory":
      return `reading required more than ${megabytes} MB of memory`;
    case "time":
      return `reading took longer than ${Math.round(end.limit / 1000)} seconds`;
    case "output":
      return `the file produced more than ${megabytes} MB of records`;
  }
}

export function stoppedEvaluation(found: Issue): Evaluation {
  return refusedEvaluation(found, {
    detected: { format: "spreadsheet", headerRows: [], preambleLines: 0, evidence: [] },
    headings: [],
    issues: [found],
    issueCounts: new Map([[found.code, 1]]),
  });
}

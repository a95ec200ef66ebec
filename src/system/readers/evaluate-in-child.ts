import { acceptedRows } from "../../convert/accepted-rows.js";
import { SharedIssues, sum } from "../../convert/issue-log.js";
import type { StoredRows } from "../../convert/runs.js";
import { jobOf, taskOf, type TaskParts } from "../../convert/task.js";
import {
  issueIn,
  lineNumbersIn,
  noAnswer,
  once,
  rejectedRowIn,
  restIn,
  type EvaluationRest,
} from "./child-answer.js";
import type { Recalled } from "./evaluate-in-child-job.js";
import type { Evaluation, RejectedRow } from "../../convert/engine.js";
import { errorKinds, LadingError } from "../../errors.js";
import type { Issue } from "../../model/issues.js";
import { memorySpill, type Spill } from "../../convert/spill.js";
import { RecordCheck } from "./record-check.js";
import { defaultReaderLimits, type Reader, type ReaderEnd, type ReaderLimits } from "./reader.js";
import { readerPool, type ReaderPool } from "./reader-pool.js";
import { stoppedIssue } from "./stopped.js";
import { holdsExactly, unbalanced } from "../../model/within.js";
import { entryModule } from "../package-paths.js";
import type { ByteSource } from "../../formats/format.js";
import { isContainerFile } from "./container-file.js";

/** What `evaluate` of engine.ts does, in a child process that can be killed. */

export interface ChildEvaluation extends TaskParts {
  /** Its name is a label for issues. */
  readonly file: ByteSource & { readonly path: string };
  /** The readers of a run; when omitted, one is started for this file. */
  readonly readers?: ReaderPool | undefined;
  readonly readerLimits?: Partial<ReaderLimits>;
  readonly signal?: AbortSignal | undefined;
  /** Where the records wait; in memory when omitted. */
  readonly spill?: Spill;
}

export type ChildEvaluated =
  | { readonly state: "evaluated"; readonly evaluation: Evaluation }
  /** Killed over a limit, or crashed. After two tries the delivery is QUARANTINED. */
  | { readonly state: "stopped"; readonly end: ReaderEnd; readonly issue: Issue };

/** The readers of a run. */
export function evaluationReaders(): ReaderPool {
  return readerPool(entryModule("system/readers/evaluate-in-child-job").href);
}

/**
 * Evaluates a file in a reader. A file that fails in a reader that has read others is tried again in a fresh one: the others
 * may be the cause.
 *
 * @throws the reason of `signal` when it is aborted
 */
export async function evaluateInChild(given: ChildEvaluation): Promise<ChildEvaluated> {
  const readers = given.readers ?? evaluationReaders();
  try {
    // The libraries that read workbooks and archives are the largest surface, so their readers end with the file.
    const isReusable = !(await isContainerFile(given.file));
    const tryOnce = async (isFresh: boolean): Promise<ChildEvaluated | "again"> => {
      return readers.withReader<ChildEvaluated | "again">(isFresh, async (reader) => {
        const isFirst = reader.answered === 0;
        try {
          const result = await evaluateIn(reader, given);
          if (result.state === "stopped" && !isFirst) return { result: "again", isReusable: false };
          return { result, isReusable: isReusable && result.state === "evaluated" };
        } catch (error) {
          const isEnded = error instanceof LadingError && error.code === "reader_ended";
          if (!isEnded || isFirst) throw error;
          return { result: "again", isReusable: false };
        }
      });
    };
    const first = await tryOnce(false);
    return first === "again" ? ((await tryOnce(true)) as ChildEvaluated) : first;
  } finally {
    if (given.readers === undefined) await readers.end();
  }
}

async function evaluateIn(reader: Reader, given: ChildEvaluation): Promise<ChildEvaluated> {
  const { name, path, size } = given.file;
  const spill = given.spill ?? memorySpill();
  let runs: StoredRows[] = [];
  const { recordType } = given.compiled ?? jobOf(taskOf(given)).mapping;
  const newCheck = (): RecordCheck => new RecordCheck(recordType);
  let records = newCheck();
  const rejected: RejectedRow[] = [];
  const shared = new SharedIssues();
  const issues: Issue[] = [];
  let rest: EvaluationRest | undefined;
  const end = await reader.read({
    name,
    path,
    size,
    task: taskOf(given),
    limits: { ...defaultReaderLimits, ...given.readerLimits },
    signal: given.signal,
    onItem(kind, item) {
      if (kind === "rejected") {
        const row = rejectedRowIn(item);
        rejected.push({ ...row, issues: shared.of(row.issues) });
      } else if (kind === "issues") issues.push(issueIn(item));
      else if (kind === ("recalled" satisfies Recalled)) {
        runs = [];
        records = newCheck();
      } else if (kind === "rest") rest = once(rest, restIn(item));
      else throw noAnswer();
    },
    async onBytes(_kind, about, bytes) {
      const lines = lineNumbersIn(about);
      records.check(bytes, lines.length);
      runs.push({ stored: await spill.append(bytes), lines });
    },
  });
  if (end.state !== "done" || rest === undefined || !addsUp(rest, runs, rejected, records)) {
    const stopped = end.state === "done" ? crashed("the answer is not whole") : asCrash(end);
    return { state: "stopped", end: stopped, issue: stoppedIssue(stopped, name) };
  }
  return {
    state: "evaluated",
    evaluation: {
      ...rest,
      refused: rest.refused,
      accepted: acceptedRows(runs),
      rejected,
      issues,
      skipped: new Map(rest.skipped),
      otherCompanies: new Map(rest.otherCompanies),
      issueCounts: new Map(rest.issueCounts),
    },
  };
}

function crashed(detail: string): Extract<ReaderEnd, { state: "crashed" }> {
  return { state: "crashed", detail };
}

/** A failure is told by its name alone, and only by one that there is. */
function asCrash(
  end: Exclude<ReaderEnd, { state: "done" }>,
): Extract<ReaderEnd, { state: "killed" | "crashed" }> {
  if (end.state !== "failed") return end;
  return crashed(Object.hasOwn(errorKinds, end.code) ? `it failed with ${end.code}` : "it failed");
}

/** Whether the answer counts what it holds (`docs/semantics.md` section 3, Conservation). Of a refused file nothing is counted. */
function addsUp(
  { counts, deleted, skipped, refused }: EvaluationRest,
  runs: readonly StoredRows[],
  rejected: readonly RejectedRow[],
  records: RecordCheck,
): boolean {
  const accepted = sum(runs.map(({ lines }) => lines.length)) + deleted.length;
  if (refused !== undefined) return accepted + rejected.length === 0;
  return (
    counts.accepted === accepted &&
    counts.rejected === rejected.length &&
    counts.skipped === sum(skipped.map(([, rows]) => rows)) &&
    counts.read === counts.accepted + counts.rejected + counts.skipped + counts.merged &&
    unbalanced(counts.within ?? []) === undefined &&
    holdsExactly(counts.within ?? [], records.within())
  );
}

/** A reader that was stopped came to nothing: the issue says why. */
export function stoppedEvaluation(issue: Issue): Evaluation {
  return {
    detected: { format: "spreadsheet", headerRows: [], preambleLines: 0, evidence: [] },
    columns: [],
    headings: [],
    reads: [],
    accepted: acceptedRows([]),
    rejected: [],
    deleted: [],
    skipped: new Map(),
    otherCompanies: new Map(),
    counts: { read: 0, accepted: 0, rejected: 0, skipped: 0, merged: 0 },
    refused: issue,
    issues: [issue],
    issueCounts: new Map([[issue.code, 1]]),
  };
}

import type { Encoder } from "../encode/encoder.js";
import { evaluateInMemory, type EvaluationInMemory, type Job } from "../engine.js";
import type { Issue } from "../issues.js";
import { asEvaluation, fromStore } from "../evaluation/accepted-rows.js";
import { bytesOf, emptyList, listOfRecords, recordsOf } from "../lists/list.js";
import { reconcile, type Reconciled, type ReconcileSettings } from "../lists/reconcile.js";
import { untouched } from "../lists/restamp.js";
import { writeFileWhole } from "../outputs/write-file.js";
import type { AnyRecord, RecordType } from "../records/record-type.js";
import { evaluateOnThreads } from "../runtime/evaluate-on-threads.js";
import type { EvaluationTask } from "../evaluation/task.js";
import { asRuns, type StoredRun } from "../evaluation/merge.js";
import { spillsBeside, spillsInMemory, type Spills } from "../runtime/output-spill.js";

/** The list that a file makes, ready to be written: from records in memory, or from what several threads encoded. */
export interface ConvertedList {
  readonly decided: Omit<EvaluationInMemory, "accepted">;
  /** What became of the accepted rows when they were compared with the earlier list. */
  readonly result: Pick<Reconciled, "accepted" | "carried" | "keptInactive" | "stale" | "issues">;
  /** How many records the list has. */
  readonly count: number;
  /** The list, encoded. */
  pieces(): AsyncIterable<string | Uint8Array>;
  /** Writes the list to the file that it is for. */
  write(): Promise<void>;
  /** Takes away what was put aside. */
  discard(): Promise<void>;
}

/** What the list is for. */
export interface ListTarget {
  readonly type: RecordType;
  readonly encode: Encoder;
  /** The file to write; undefined: standard output. */
  readonly out: string | undefined;
  readonly settings: ReconcileSettings;
}

/** The list against an earlier one. */
export async function listOf(
  decided: EvaluationInMemory,
  previous: readonly AnyRecord[],
  { type, encode, out, settings }: ListTarget,
): Promise<ConvertedList> {
  const earlier = await listOfRecords(previous);
  const result = await reconcile(earlier, asEvaluation(decided), settings, new Date());
  const { columns } = decided;
  const { list } = result;
  const pieces = async function* (): AsyncGenerator<string | Uint8Array> {
    if (encode.encodeLines !== undefined) yield* encode.encodeLines(columns, list.records());
    else yield* encode.encode({ type, columns, records: await recordsOf(list) });
  };
  return {
    decided,
    result,
    count: list.count,
    pieces,
    write: () => writeTo(out, pieces()),
    discard: async () => undefined,
  };
}

/**
 * The list of a file that is compared with no earlier one, decided by several threads where that is worth it.
 *
 * @param task what `job` was made of, for the threads
 */
export async function listInThreads(
  job: Job,
  task: EvaluationTask,
  target: ListTarget,
): Promise<ConvertedList> {
  const { encode, out, settings } = target;
  if (encode.encodeLines === undefined) return listOf(await evaluateInMemory(job), [], target);
  const spills = out === undefined ? spillsInMemory() : spillsBeside(out);
  try {
    const done = await evaluateOnThreads(job, task, { spill: () => spills.open() });
    const { decided } = done;
    const decidedRuns =
      done.records === undefined
        ? await asRuns(done.decided.accepted, decided.columns, await spills.open())
        : done.records.runs;
    const { runs, issues } = await stamped(decidedRuns, settings, spills);
    const records = runs.reduce((sum, { lines }) => sum + lines.length, 0);
    const pieces = (): AsyncIterable<string | Uint8Array> =>
      encode.encodeLines?.(decided.columns, bytesIn(runs)) ?? bytesIn(runs);
    return {
      decided,
      result: {
        ...untouched(emptyList),
        accepted: records,
        issues,
      },
      count: records,
      pieces,
      async write() {
        const isAdopted = encode.name === "ndjson" && (await spills.adopt(runs.map((run) => run.stored)));
        if (!isAdopted) await writeTo(out, pieces());
      },
      discard: () => spills.discard(),
    };
  } catch (error) {
    await spills.discard();
    throw error;
  }
}

/** Records without a time, or with one that cannot be true yet, as reconciling settles them; most need nothing. */
async function stamped(
  runs: readonly StoredRun[],
  settings: ReconcileSettings,
  spills: Spills,
): Promise<{ readonly runs: readonly StoredRun[]; readonly issues: readonly Issue[] }> {
  const now = new Date();
  const isSettled = ({ times }: StoredRun): boolean => !times.isMissing && times.latest <= now.toISOString();
  if (runs.every(isSettled)) return { runs, issues: [] };
  const issues: Issue[] = [];
  const settled: StoredRun[] = [];
  const spill = await spills.open();
  for (const run of runs) {
    const result = await reconcile(emptyList, { accepted: fromStore([run]), rejected: [] }, settings, now);
    issues.push(...result.issues);
    const pieces: Uint8Array[] = [];
    for await (const piece of result.list.records()) pieces.push(piece);
    settled.push({ ...run, stored: await spill.append(Buffer.concat(pieces)) });
  }
  return { runs: settled, issues };
}

function bytesIn(runs: readonly StoredRun[]): AsyncIterable<Uint8Array> {
  return bytesOf(runs.map(({ stored }) => stored));
}

async function writeTo(out: string | undefined, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  if (out !== undefined) await writeFileWhole(out, pieces);
}

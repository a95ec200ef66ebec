import type { Encoder } from "../encode/encoder.js";
import { decide, type Decided, type Job } from "../engine.js";
import type { Issue } from "../issues.js";
import { emptyList, listOfRecords } from "../lists/list.js";
import { reconcile, type Reconciled, type ReconcileSettings } from "../lists/reconcile.js";
import { writeFileWhole } from "../outputs/write-file.js";
import type { AnyRecord, RecordType } from "../records/record-type.js";
import { decideInThreads, type RecordRuns } from "../threads/decide-in-threads.js";
import type { DecisionTask } from "../deciding/task.js";
import { recordsOf, type StoredRun } from "../threads/merge.js";
import { spillsBeside, spillsInMemory, type Spills } from "../threads/spill.js";

/** The list that a file makes, ready to be written: from records in memory, or from what several threads encoded. */
export interface ConvertedList {
  readonly decided: Omit<Decided, "accepted">;
  /** What became of the accepted rows when they were compared with the earlier list. */
  readonly result: Pick<Reconciled, "accepted" | "carried" | "keptInactive" | "stale" | "issues"> &
    // Known where it was compared in memory.
    { readonly [part in "changes"]?: Reconciled[part] | undefined };
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
export function listOf(decided: Decided, previous: readonly AnyRecord[], target: ListTarget): ConvertedList {
  const result = reconcile(listOfRecords(previous), decided, target.settings, new Date());
  const records = result.list.entries.map((entry) => entry.record);
  const pieces = (): AsyncIterable<string | Uint8Array> =>
    target.encode.encode({ type: target.type, columns: decided.columns, records });
  return {
    decided,
    result,
    count: records.length,
    pieces,
    write: () => writeTo(target.out, pieces()),
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
  task: DecisionTask,
  target: ListTarget,
): Promise<ConvertedList> {
  const { encode, out, settings } = target;
  if (encode.encodeLines === undefined) return listOf(await decide(job), [], target);
  const spills = out === undefined ? spillsInMemory() : spillsBeside(out);
  try {
    const { decided, records } = await decideInThreads(job, task, { spill: () => spills.open() });
    if (records === undefined) return listOf(decided, [], target);
    const { runs, issues } = await stamped(records, settings, spills);
    const pieces = (): AsyncIterable<string | Uint8Array> =>
      encode.encodeLines?.(decided.columns, bytesOf(runs)) ?? bytesOf(runs);
    return {
      decided,
      result: {
        ...reconcile(emptyList, nothing, settings, new Date()),
        accepted: records.count,
        issues,
        changes: undefined,
      },
      count: records.count,
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

const nothing = { accepted: [], rejected: [] };

/** Records without a time, or with one that cannot be true yet, as reconciling settles them; most need nothing. */
async function stamped(
  { runs }: RecordRuns,
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
    const records = await recordsOf(run);
    const accepted = records.map((json, i) => ({
      line: run.lines[i] ?? 0,
      record: JSON.parse(json) as AnyRecord,
    }));
    const result = reconcile(emptyList, { accepted, rejected: [] }, settings, now);
    issues.push(...result.issues);
    const text = result.list.entries.map(({ record }) => `${JSON.stringify(record)}\n`).join("");
    settled.push({ ...run, stored: await spill.append(new TextEncoder().encode(text)) });
  }
  return { runs: settled, issues };
}

async function* bytesOf(runs: readonly StoredRun[]): AsyncGenerator<Uint8Array> {
  for (const { stored } of runs) yield await stored.read(0, stored.size);
}

async function writeTo(out: string | undefined, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  if (out !== undefined) await writeFileWhole(out, pieces);
}

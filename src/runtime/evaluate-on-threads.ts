import { availableParallelism } from "node:os";
import type { EvaluationInMemory, DeletedRow, RejectedRow } from "../evaluation/evaluation.js";
import { count, IssueLog } from "../evaluation/issue-log.js";
import type { EvaluatedRows } from "../evaluation/rows.js";
import type { EvaluationTask } from "../evaluation/task.js";
import {
  bindTable,
  conclude,
  evaluateInMemory,
  limitsOf,
  refusedRead,
  refusedUnread,
  type Job,
  type Opened,
} from "../engine.js";
import { addTally, bodyIssues, type Body, type BodyTally } from "../formats/body.js";
import type { EncodingProof, Table } from "../formats/format.js";
import { readHead } from "../formats/head.js";
import { isContainer, openTable } from "../formats/index.js";
import { chunkEvaluator, type EvaluatedPart } from "../evaluation/part.js";
import { Buffers, chunksOf, NoPlaceToCut, type Chunk } from "../evaluation/chunks.js";
import { threadPool, type ThreadPool } from "./thread-pool.js";
import { mergeRuns, type StoredRun } from "../evaluation/merge.js";
import { worthThreads } from "./start-thread.js";
import type { Spill } from "../evaluation/spill.js";

/**
 * What `decide` of engine.ts does, by several threads: for large files of delimited text.
 *
 *     bytes -> chunks (chunks.ts) -> each thread: read, map, validate, encode (chunk-decider.ts) -> runs of records
 *       -> put away as they come (spill.ts) -> one ordered list, duplicates resolved (merge.ts)
 *
 * The threads run the same reader, mapping and rules; what differs is that no record stays in memory as an object. A file
 * that cannot be read in pieces for certain is read from top to bottom by `decide`. docs/performance.md tells more.
 */

/** The records of a decided file, in order of the list, as JSON. */
export interface RecordRuns {
  readonly runs: readonly StoredRun[];
  readonly count: number;
}

export type EvaluatedOnThreads =
  /** From top to bottom, in this thread. */
  | { readonly decided: EvaluationInMemory; readonly records: undefined }
  | { readonly decided: Omit<EvaluationInMemory, "accepted">; readonly records: RecordRuns };

export interface ThreadOptions {
  /** Where records wait; asked again when they have to be merged. */
  readonly spill: () => Promise<Spill>;
  /**
   * Told of each run in the order of the file, as soon as those before it are there; the next wait until it is done. Runs
   * that `records` of the outcome does not hold were told of in vain.
   */
  readonly onRun?: (run: StoredRun) => Promise<void>;
  /** Files of fewer bytes are not worth the start of threads. */
  readonly least?: number;
  /** One thread for so many bytes. */
  readonly share?: number;
  readonly chunkSize?: number;
  /** Starts the threads. */
  readonly pool?: (task: EvaluationTask) => ThreadPool;
}

const chunkSize = 1024 * 1024;
const mostThreads = 4;

/**
 * Decides a file, by several threads where that is safe and worth it; the outcome is the same.
 *
 * @param task what `job` was made of, for the threads
 */
export async function evaluateOnThreads(
  job: Job,
  task: EvaluationTask,
  options: ThreadOptions,
): Promise<EvaluatedOnThreads> {
  if (job.source.size < (options.least ?? worthThreads) || !isRowByRow(job)) {
    return { decided: await evaluateInMemory(job), records: undefined };
  }
  const startCrew = (): ThreadPool =>
    options.pool?.(task) ?? threadPool(threadsFor(job.source.size, options), task);
  // Threads start while it is found out what is in the file, unless that may well be nothing for them.
  let started = isContainer(await readHead(job.source)) ? undefined : startCrew();
  const open = (proof: EncodingProof): Promise<Table> =>
    openTable(job.source, job.read ?? job.mapping.read, limitsOf(job), proof);
  const inPieces = async (table: Table): Promise<EvaluatedOnThreads | undefined> => {
    if (table.pieces === undefined || !isCuttable(table.pieces.body)) return undefined;
    const pool = started ?? startCrew();
    started = undefined;
    try {
      return await decidePieces(job, table, table.pieces, pool, options);
    } finally {
      // Nobody has to wait until they are gone.
      void pool.end();
    }
  };
  try {
    let table = await open("while decoding");
    let done = await inPieces(table);
    if (done === undefined && table.detected.format === "delimited") {
      // Perhaps because it is no UTF-8 after all.
      const presumed = table.detected.encoding;
      table = await open("before");
      if (table.detected.encoding !== presumed) done = await inPieces(table);
    }
    return done ?? { decided: await evaluateInMemory({ ...job, table: once(table) }), records: undefined };
  } finally {
    void started?.end();
  }
}

/** What is read once only: whoever asks again has to open it again. */
function once(table: Table): () => Table | undefined {
  let left: Table | undefined = table;
  return () => {
    const first = left;
    left = undefined;
    return first;
  };
}

/** Whether what a row comes to depends on that row alone. */
function isRowByRow({ mapping, read }: Job): boolean {
  return (
    !mapping.looksBack && (read ?? mapping.read).stop_at === undefined && mapping.duplicates.keep !== "newest"
  );
}

/** Whether line feeds can be found in the bytes of the text. */
function isCuttable({ charset, headings }: Body): boolean {
  return headings !== null && /^(?:utf-8|windows-125\d|iso-8859-\d+)$/.test(charset);
}

/** @returns undefined when a chunk turns out not to be readable by itself, or the file is refused before all of it was decoded */
async function decidePieces(
  job: Job,
  table: Table,
  { source, body }: NonNullable<Table["pieces"]>,
  pool: ThreadPool,
  options: ThreadOptions,
): Promise<EvaluatedOnThreads | undefined> {
  const findings = new IssueLog(job.source.name, table.detected.sheet);
  if (refusedUnread(job, table, findings) !== undefined) return undefined;
  const opened = bindTable(job, table, undefined, findings);
  if ("refused" in opened) return undefined;

  const order = { name: job.source.name, sheet: table.detected.sheet, body };
  pool.begin(order, chunkEvaluator(job, order));
  const buffers = new Buffers();
  const rows = new Gathered(findings, await options.spill(), buffers);
  try {
    const isEven = await inOrder(
      chunksOf(source, body, options.chunkSize ?? chunkSize, buffers),
      pool,
      async (chunk) => {
        const run = await rows.take(chunk);
        if (run !== undefined) await options.onRun?.(run);
        job.onProgress?.(rows.read);
        return rows.read <= body.limits.rows;
      },
    );
    if (!isEven) return undefined;
  } catch (error) {
    if (error instanceof NoPlaceToCut) return undefined;
    throw error;
  }

  const issues = rows.tally === undefined ? [] : bodyIssues(rows.tally, body.headings);
  const whole: Opened = { ...opened, table: { ...table, issues: [...table.issues, ...issues] } };
  const damaged = refusedRead(job, whole, rows.read);
  if (damaged !== undefined) return { decided: damaged, records: undefined };
  const merged = await mergeRuns(rows.runs, job.mapping.duplicates, options.spill);
  const { count: kept, folded, contradicting } = merged;
  const decided = await conclude(job, whole, rows, {
    kept: { length: kept },
    folded: { length: folded },
    contradicting,
  });
  return { decided, records: merged };
}

function threadsFor(bytes: number, { share = worthThreads / 2 }: ThreadOptions): number {
  const worthIt = Math.ceil(bytes / share);
  return Math.max(1, Math.min(availableParallelism(), mostThreads, worthIt));
}

/**
 * Hands chunks to the pool, and takes the answers in the order of the file.
 *
 * @param take false: no more is wanted
 * @returns false when a chunk was uneven, or no more was wanted
 */
async function inOrder(
  chunks: AsyncIterable<Chunk>,
  pool: ThreadPool,
  take: (chunk: EvaluatedPart) => Promise<boolean>,
): Promise<boolean> {
  /** For each chunk whether it and all before it were taken. */
  const underWay: Promise<boolean>[] = [];
  let before = Promise.resolve(true);
  let isGivenUp = false;
  try {
    for await (const chunk of readAhead(chunks)) {
      const answer = pool.evaluate(chunk);
      // Whoever waits for it hears of a failure; until then it is nobody's.
      answer.catch(() => undefined);
      const taken = before.then(async (isWanted) => {
        if (!isWanted || isGivenUp) return false;
        const decided = await answer;
        return !isGivenUp && !("isUneven" in decided) && take(decided);
      });
      taken.catch(() => undefined);
      underWay.push(taken);
      before = taken;
      if (underWay.length >= pool.most && !(await underWay.shift())) return false;
    }
    return await before;
  } finally {
    // When this ends, however it does, nothing is taken any more.
    isGivenUp = true;
    await before.catch(() => undefined);
  }
}

/** The same items, each of which is got while whoever asked for the one before it works on that. */
async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  let coming = source.next();
  try {
    for (let item = await coming; item.done !== true; item = await coming) {
      coming = source.next();
      // Whoever waits for it hears of a failure; until then it is nobody's.
      coming.catch(() => undefined);
      yield item.value;
    }
  } finally {
    await source.return?.();
  }
}

/** What chunks came to, in the order of the file. */
class Gathered implements EvaluatedRows {
  readonly runs: StoredRun[] = [];
  readonly deleted: DeletedRow[] = [];
  readonly rejected: RejectedRow[] = [];
  readonly skipped = new Map<string, number>();
  readonly otherCompanies = new Map<string, number>();
  read = 0;
  folded = 0;
  tally: BodyTally | undefined;
  readonly #findings: IssueLog;
  readonly #spill: Spill;
  readonly #buffers: Buffers;

  constructor(findings: IssueLog, spill: Spill, buffers: Buffers) {
    this.#findings = findings;
    this.#spill = spill;
    this.#buffers = buffers;
  }

  /** @returns the records that the chunk has, put away */
  async take(chunk: EvaluatedPart): Promise<StoredRun | undefined> {
    this.#findings.merge(chunk.found);
    for (const row of chunk.deleted) this.deleted.push(row);
    for (const row of chunk.rejected) this.rejected.push(row);
    for (const [rule, rows] of chunk.skipped) count(this.skipped, rule, rows);
    for (const [company, rows] of chunk.otherCompanies) count(this.otherCompanies, company, rows);
    this.read += chunk.read;
    this.folded += chunk.folded;
    this.tally = this.tally === undefined ? chunk.tally : addTally(this.tally, chunk.tally);
    if (chunk.run === undefined) return undefined;
    const { bytes, ...others } = chunk.run;
    const run: StoredRun = {
      ...others,
      stored: await this.#spill.append(this.#spill.takesCopies === true ? bytes : new Uint8Array(bytes)),
    };
    this.runs.push(run);
    this.#buffers.give(bytes);
    return run;
  }
}

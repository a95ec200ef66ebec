import type { DeletedRow, RejectedRow } from "../deciding/decided.js";
import { Findings } from "../deciding/findings.js";
import { RowDecider } from "../deciding/rows.js";
import { jobOf, type DecisionTask } from "../deciding/task.js";
import { BodyReader, TooManyRows, type Body, type BodyTally } from "../formats/body.js";
import { decoder, InvalidBytes } from "../formats/charset.js";
import { TooLarge } from "../formats/splitter.js";
import type { Issue, IssueCode } from "../issues.js";
import { compareBytes } from "../lists/order.js";
import { columnsOf } from "../records/record-type.js";
import type { Candidate } from "../validate/duplicates.js";
import type { Chunk } from "./chunks.js";

/** One piece of a file, decided: by the same reader, mapping and rules as a whole file is. */

/** What a thread needs to know before it gets its first chunk. Plain data. */
export interface ThreadOrder {
  readonly task: DecisionTask;
  /** File name, a label for issues. */
  readonly name: string;
  readonly sheet: string | undefined;
  readonly body: Body;
}

/** Times of records that reconciling must look at. */
export interface Times {
  readonly latest: string;
  /** Whether a record has none. */
  readonly isMissing: boolean;
}

export function timesOf(times: readonly string[]): Times {
  let latest = "";
  let isMissing = false;
  for (const time of times) {
    if (time > latest) latest = time;
    else if (time === "") isMissing = true;
  }
  return { latest, isMissing };
}

/** The records of a chunk, ordered by id, those of one id by line. */
export interface Run {
  /** One JSON record a line, as `encode/ndjson.ts` writes it. */
  readonly bytes: Uint8Array;
  /** Line of the file of each record. */
  readonly lines: Uint32Array;
  readonly first: string;
  readonly last: string;
  /** Whether an id stands in it more than once. */
  readonly repeats: boolean;
  readonly times: Times;
}

export interface DecidedChunk {
  readonly index: number;
  /** Undefined when no record was accepted. */
  readonly run: Run | undefined;
  readonly deleted: readonly DeletedRow[];
  readonly rejected: readonly RejectedRow[];
  readonly skipped: ReadonlyMap<string, number>;
  readonly otherCompanies: ReadonlyMap<string, number>;
  readonly read: number;
  readonly folded: number;
  readonly found: { readonly issues: readonly Issue[]; readonly issueCounts: ReadonlyMap<IssueCode, number> };
  readonly tally: BodyTally;
}

/** A chunk that cannot be read by itself: the file is read from top to bottom instead. */
export interface UnevenChunk {
  readonly index: number;
  readonly isUneven: true;
}

export function chunkDecider({ task, name, sheet, body }: ThreadOrder) {
  const job = jobOf(task);
  const bound = job.mapping.bind(body.headings, undefined);
  const columns = columnsOf(job.mapping.recordType, bound.fills);

  return function decideChunk(chunk: Chunk): DecidedChunk | UnevenChunk {
    const { index } = chunk;
    const uneven: UnevenChunk = { index, isUneven: true };
    const findings = new Findings(name, sheet);
    const rows = new RowDecider(job, bound, columns, findings);
    const reader = new BodyReader(body, chunk.firstLine);
    try {
      const text = textOf(chunk, body);
      if (text !== "") rows.take(reader.push(text));
      if (chunk.isLast) rows.take(reader.finish());
      else if (!reader.isSettled) return uneven;
    } catch (error) {
      if (error instanceof InvalidBytes || error instanceof TooLarge || error instanceof TooManyRows)
        return uneven;
      throw error;
    }
    const tally = reader.tally();
    if (!chunk.isLast && tally.lines !== chunk.nextLine) return uneven;
    const { candidates, deleted, rejected, skipped, otherCompanies, read, folded } = rows;
    const run = candidates.length === 0 ? undefined : runOf(candidates);
    const found = findings.result();
    return { index, run, deleted, rejected, skipped, otherCompanies, read, folded, found, tally };
  };
}

function textOf(chunk: Chunk, { charset, mark }: Body): string {
  const characters = decoder(charset);
  const bytes = chunk.index === 0 ? chunk.bytes.subarray(mark) : chunk.bytes;
  return characters.write(bytes) + characters.end();
}

function runOf(candidates: Candidate[]): Run {
  let isAscending = true;
  let repeats = false;
  for (let i = 1; i < candidates.length && isAscending; i++) {
    isAscending = compareIds(candidates[i - 1]!, candidates[i]!) < 0;
  }
  if (!isAscending) {
    // The order is stable: rows of one id stay as they stand in the file.
    candidates.sort(compareIds);
    for (let i = 1; i < candidates.length && !repeats; i++) {
      repeats = candidates[i - 1]!.record.external_id === candidates[i]!.record.external_id;
    }
  }
  const lines = new Uint32Array(candidates.length);
  let text = "";
  for (const [i, { line, record }] of candidates.entries()) {
    lines[i] = line;
    text += `${JSON.stringify(record)}\n`;
  }
  return {
    bytes: new TextEncoder().encode(text),
    lines,
    first: candidates[0]!.record.external_id,
    last: candidates[candidates.length - 1]!.record.external_id,
    repeats,
    times: timesOf(candidates.map(({ record }) => record.updated_at)),
  };
}

function compareIds(a: Candidate, b: Candidate): number {
  return compareBytes(a.record.external_id, b.record.external_id);
}

import type { DeletedRow, RejectedRow } from "./evaluation.js";
import { IssueLog } from "./issue-log.js";
import { RowEvaluator, type RowsJob } from "./rows.js";
import { JsonLineBytes } from "../encode/json-line-bytes.js";
import { BodyReader, TooManyRows, type Body, type BodyTally } from "../formats/body.js";
import type { Row } from "../formats/row.js";
import { decoder, InvalidBytes } from "../formats/charset.js";
import { TooLarge } from "../formats/splitter.js";
import type { Issue, IssueCode } from "../issues.js";
import { compareBytes } from "../records/order.js";
import { columnsOf } from "../records/record-type.js";
import type { Candidate } from "../validate/duplicates.js";
import { whole, type Chunk } from "./chunks.js";
import { recordsIn } from "./record-bytes.js";

/** One piece of a file, decided: by the same reader, mapping and rules as a whole file is. */

/** What a chunk is decided with, besides the job. Plain data. */
export interface ChunkOrder {
  /** File name, a label for issues. */
  readonly name: string;
  readonly sheet: string | undefined;
  readonly body: Body;
}

export type EvaluateChunk = (chunk: Chunk) => EvaluatedPart | UnevenChunk;

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

export interface EvaluatedPart {
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

export function chunkEvaluator(job: RowsJob, { name, sheet, body }: ChunkOrder): EvaluateChunk {
  const bound = job.mapping.bind(body.headings, undefined);
  const columns = columnsOf(job.mapping.recordType, bound.fills);
  /** Where the next run is written: the chunk before it is of no more use. */
  let room: Uint8Array | undefined;

  return (chunk) => {
    const { index } = chunk;
    const uneven: UnevenChunk = { index, isUneven: true };
    const findings = new IssueLog(name, sheet);
    const rows = new RowEvaluator(job, bound, columns, findings);
    const reader = new BodyReader(body, chunk.firstLine);
    const run = new RunWriter(columns, room ?? new Uint8Array(chunk.bytes.length));
    const take = (read: readonly Row[]): void => {
      rows.take(read);
      run.add(rows.candidates.splice(0));
    };
    try {
      for (const text of textsOf(chunk, body)) take(reader.push(text));
      if (chunk.isLast) take(reader.finish());
      else if (!reader.isSettled) return uneven;
    } catch (error) {
      if (error instanceof InvalidBytes || error instanceof TooLarge || error instanceof TooManyRows)
        return uneven;
      throw error;
    }
    const tally = reader.tally();
    if (!chunk.isLast && tally.lines !== chunk.nextLine) return uneven;
    const { deleted, rejected, skipped, otherCompanies, read, folded } = rows;
    const found = findings.result();
    const made = run.end();
    if (made !== undefined) room = whole(chunk.bytes);
    return { index, run: made, deleted, rejected, skipped, otherCompanies, read, folded, found, tally };
  };
}

/** How many bytes are decoded at once: what is made of them is gone before it grows old. */
const pieceSize = 32 * 1024;

function* textsOf(chunk: Chunk, { charset, mark }: Body): Generator<string> {
  const characters = decoder(charset);
  for (let at = chunk.index === 0 ? mark : 0; at < chunk.bytes.length; at += pieceSize) {
    const text = characters.write(chunk.bytes.subarray(at, at + pieceSize));
    if (text !== "") yield text;
  }
  const rest = characters.end();
  if (rest !== "") yield rest;
}

/** Encodes records as they come, and orders them at the end where they are not ordered already. */
class RunWriter {
  readonly #json: JsonLineBytes;
  readonly #lines: number[] = [];
  #first = "";
  #last = "";
  #isAscending = true;
  #latest = "";
  #isMissing = false;

  constructor(columns: readonly string[], room: Uint8Array) {
    this.#json = new JsonLineBytes(columns, room);
  }

  add(candidates: readonly Candidate[]): void {
    for (const { line, record } of candidates) {
      const { external_id: id, updated_at: time } = record;
      if (this.#lines.length === 0) this.#first = id;
      else if (this.#isAscending) this.#isAscending = compareBytes(this.#last, id) < 0;
      this.#last = id;
      this.#lines.push(line);
      if (time > this.#latest) this.#latest = time;
      else if (time === "") this.#isMissing = true;
      this.#json.add(record);
    }
  }

  /** @returns undefined when there was no record */
  end(): Run | undefined {
    if (this.#lines.length === 0) return undefined;
    const bytes = this.#json.end();
    const times = { latest: this.#latest, isMissing: this.#isMissing };
    const [first, last] = [this.#first, this.#last];
    if (this.#isAscending) {
      return { bytes, lines: Uint32Array.from(this.#lines), first, last, repeats: false, times };
    }
    const records = recordsIn(bytes);
    // The sort is stable: rows of one id stay as they stand in the file.
    const order = [...records.keys()].sort((a, b) => compareBytes(records[a]!.id, records[b]!.id));
    const ordered = order.map((place) => records[place]!);
    const sorted = Buffer.allocUnsafeSlow(bytes.length);
    let at = 0;
    for (const record of ordered) at += record.bytes.copy(sorted, at);
    return {
      bytes: sorted,
      lines: Uint32Array.from(order, (place) => this.#lines[place]!),
      first: ordered[0]!.id,
      last: ordered[ordered.length - 1]!.id,
      repeats: ordered.some(({ id }, i) => i > 0 && ordered[i - 1]!.id === id),
      times,
    };
  }
}

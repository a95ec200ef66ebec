import { BodyReader, TooManyRows, type Body, type BodyTally } from "../formats/text/body.js";
import { decoder, InvalidBytes } from "../formats/text/charset.js";
import type { Row } from "../formats/row.js";
import { TooLarge } from "../formats/text/splitter.js";
import { columnsOf } from "../model/record-type.js";
import { wholeBuffer, type Chunk } from "./chunks.js";
import { RowEvaluator, type BoundRows, type EvaluatedRows, type RowsJob } from "./rows.js";
import { RunWriter, type SortedRun } from "./runs.js";

/** What some rows of a file came to, one after the other: plain data, so that it can travel between threads. */
export interface Part extends EvaluatedRows {
  /** Undefined when no record was accepted. */
  readonly run: SortedRun | undefined;
}

/** Bytes of records in a part, about. */
const partSize = 1024 * 1024;

/** Evaluates rows in file order, and gives what they came to part by part. */
class PartWriter {
  readonly #rows: RowEvaluator;
  readonly #newRun: (buffer: Uint8Array) => RunWriter;
  #run: RunWriter;

  /** @param buffer where the run is written; when it is too small, a larger one takes its place */
  constructor(job: RowsJob, bound: BoundRows, buffer: Uint8Array) {
    this.#rows = new RowEvaluator(job, bound);
    this.#newRun = (written) => new RunWriter(bound.columns, written, job.stamp);
    this.#run = this.#newRun(buffer);
  }

  take(rows: readonly Row[]): void {
    this.#rows.take(rows);
    this.#run.add(this.#rows.records());
  }

  get isFull(): boolean {
    return this.#run.size >= partSize;
  }

  /** Gives what came of the rows so far. The next part is written over it. */
  part(): Part {
    const run = this.#run.end();
    if (run !== undefined) this.#run = this.#newRun(wholeBuffer(run.bytes));
    return { run, ...this.#rows.others() };
  }

  /** No more rows: gives the rest. */
  end(): Part {
    this.#rows.end();
    this.#run.add(this.#rows.records());
    return this.part();
  }
}

/** The parts of a table that is read from top to bottom. Each is taken before the next is asked for. */
export async function* partsOf(
  job: RowsJob,
  bound: BoundRows,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Part> {
  const writer = new PartWriter(job, bound, new Uint8Array(64 * 1024));
  for await (const batch of batches) {
    writer.take(batch);
    if (writer.isFull) yield writer.part();
  }
  yield writer.end();
}

/** What a chunk is evaluated with, besides the job. Plain data. */
export interface ChunkOrder {
  /** File name, a label for issues. */
  readonly name: string;
  readonly sheet: string | undefined;
  readonly body: Body;
}

/** What a chunk came to; undefined when it cannot be read by itself: the file is read from top to bottom instead. */
export type ChunkResult = { readonly part: Part; readonly tally: BodyTally } | undefined;

export type EvaluateChunk = (chunk: Chunk) => ChunkResult;

/** Evaluates chunks of a text, one at a time: by the same reader, mapping and rules as rows from top to bottom. */
export function chunkEvaluator(job: RowsJob, { name, sheet, body }: ChunkOrder): EvaluateChunk {
  const bound = job.mapping.bind(body.headings, undefined);
  const columns = columnsOf(job.mapping.recordType, bound.fills);
  /** Where the next run is written: the chunk before it is of no more use. */
  let buffer: Uint8Array | undefined;

  return (chunk) => {
    const reader = new BodyReader(body, chunk.firstLine);
    const writer = new PartWriter(
      job,
      { bound, columns, name, sheet },
      buffer ?? new Uint8Array(chunk.bytes.length),
    );
    try {
      for (const text of textsOf(chunk, body)) writer.take(reader.push(text));
      if (chunk.isLast) writer.take(reader.finish());
      else if (!reader.isSettled) return undefined;
    } catch (error) {
      if (error instanceof InvalidBytes || error instanceof TooLarge || error instanceof TooManyRows)
        return undefined;
      throw error;
    }
    const tally = reader.tally();
    if (!chunk.isLast && tally.lines !== chunk.nextLine) return undefined;
    const part = writer.end();
    if (part.run !== undefined) buffer = wholeBuffer(chunk.bytes);
    return { part, tally };
  };
}

/** How many bytes are decoded at once: few enough that what is made of them is collected as young objects. */
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

import { BodyReader, type Body, type BodyTally } from "../formats/text/body.js";
import { decoder, InvalidBytes } from "../formats/text/charset.js";
import { Refused } from "../formats/refused.js";
import type { Row } from "../formats/row.js";
import { columnsOf } from "../model/record-type.js";
import { wholeBuffer, type Chunk } from "./chunks.js";
import { RowEvaluator, type BoundRows, type Part, type RowsJob } from "./rows.js";

/**
 * Evaluates a table from top to bottom and yields its results in parts. The caller must finish using each part before
 * requesting the next one.
 */
export async function* partsOf(
  job: RowsJob,
  bound: BoundRows,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Part> {
  const rows = new RowEvaluator(job, bound, new Uint8Array(64 * 1024));
  for await (const batch of batches) {
    rows.take(batch);
    if (rows.isFull) yield rows.part();
  }
  yield rows.end();
}

/**
 * The data shared by all chunks of a file, in addition to the job. Contains only plain data, so that it can be sent
 * to other threads.
 */
export interface ChunkOrder {
  /** File name for issues. */
  readonly name: string;
  readonly sheet: string | undefined;
  /**
   * File name for fields that the mapping takes from the file name. For an archive, the name of the file in the
   * archive.
   */
  readonly file: string;
  readonly body: Body;
}

/**
 * The result of a chunk. Undefined if the chunk cannot be read separately, in which case the file must be read from
 * top to bottom.
 */
export type ChunkResult = { readonly part: Part; readonly tally: BodyTally } | undefined;

export type EvaluateChunk = (chunk: Chunk) => ChunkResult;

/**
 * Evaluates the chunks of a text file one at a time. The reader, mapping and rules are the same as when a file is read
 * from top to bottom.
 */
export function chunkEvaluator(job: RowsJob, { name, file, sheet, body }: ChunkOrder): EvaluateChunk {
  const bound = job.mapping.bind(body.headings, undefined, undefined, () => file);
  const columns = columnsOf(job.mapping.recordType, bound.fills);
  /** Memory for the next run: the buffer of an earlier chunk. */
  let buffer: Uint8Array | undefined;

  return (chunk) => {
    const reader = new BodyReader(body, chunk.firstLine);
    const memory = buffer ?? new Uint8Array(chunk.bytes.length);
    const rows = new RowEvaluator(job, { bound, columns, name, sheet }, memory);
    try {
      for (const text of textsOf(chunk, body)) rows.take(reader.push(text));
      if (chunk.isLast) rows.take(reader.finish());
      else if (!reader.isSettled) return undefined;
    } catch (error) {
      if (error instanceof InvalidBytes || error instanceof Refused) return undefined;
      throw error;
    }
    const tally = reader.tally();
    if (!chunk.isLast && tally.lines !== chunk.nextLine) return undefined;
    const part = rows.end();
    if (part.run !== undefined) buffer = wholeBuffer(chunk.bytes);
    return { part, tally };
  };
}

/**
 * Number of bytes that are decoded in one step. The number is small, so that the resulting strings are
 * garbage-collected while they are young.
 */
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

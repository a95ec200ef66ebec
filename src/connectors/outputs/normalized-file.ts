import { encoder } from "../../formats/output/index.js";
import type { RecordType } from "../../model/record-type.js";

/** The current list of a feed, to be written somewhere. */
export interface ListToWrite {
  /** Columns in order. */
  readonly columns: readonly string[];
  /** The records from the first, as lines of JSON; may be called more than once. */
  records(this: void): AsyncIterable<Uint8Array>;
}

/** The platform's own name for a flat file, without its ending. */
export function stampedName({ plural }: RecordType, stamp: number): string {
  return `${plural}-${stamp}`;
}

/** A list in one of the formats that lists are written in; undefined for an unknown one. */
export async function normalizedFile(
  type: RecordType,
  { columns, records }: ListToWrite,
  format: string,
): Promise<Buffer | undefined> {
  const found = encoder(format);
  if (found === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of found.encode({ type, columns, lines: records() }))
    chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

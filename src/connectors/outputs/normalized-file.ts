import { outputFormat } from "../../formats/output/index.js";
import type { RecordType } from "../../model/record-type.js";

/** The current list of a feed, ready to be written to an output. */
export interface ListToWrite {
  readonly columns: readonly string[];
  /** Returns all records as JSON, one record per line. This function can be called more than once. */
  records(this: void): AsyncIterable<Uint8Array>;
}

/** Returns the file name that the platform expects for a flat file, without the extension. */
export function stampedName({ plural }: RecordType, stamp: number): string {
  return `${plural}-${stamp}`;
}

/** Returns undefined for an unknown format. */
export async function normalizedFile(
  type: RecordType,
  { columns, records }: ListToWrite,
  format: string,
): Promise<Buffer | undefined> {
  const found = outputFormat(format);
  if (found === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of found.encode({ type, columns, lines: records() }))
    chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

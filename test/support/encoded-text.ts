import { linesOfRecords } from "../../src/formats/output/chunks.js";
import type { Encoder } from "../../src/formats/output/encoder.js";
import type { AnyRecord, RecordType } from "../../src/model/record-type.js";

/** The whole file that an encoder makes of records, as text. */
export async function encodedText(
  encoder: Encoder,
  type: RecordType,
  columns: readonly string[],
  records: readonly AnyRecord[],
): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of encoder.encode({ type, columns, lines: linesOfRecords(records) }))
    chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

import { linesOfRecords } from "../../src/formats/output/chunks.js";
import type { OutputFormat } from "../../src/formats/output/output-format.js";
import type { AnyRecord, RecordType } from "../../src/model/record-type.js";

/** The complete file of an output format for these records, as text. */
export async function encodedText(
  format: OutputFormat,
  type: RecordType,
  columns: readonly string[],
  records: readonly AnyRecord[],
): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of format.encode({ type, columns, lines: linesOfRecords(records) }))
    chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

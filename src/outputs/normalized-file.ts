import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { encoder } from "../encode/index.js";
import type { Current } from "../lists/current.js";
import type { AnyRecord, RecordType } from "../records/record-type.js";

/** The publication's own file, or for a format that it does not hold, its records encoded; undefined for an unknown one. */
export async function normalizedFile(
  type: RecordType,
  current: Current,
  format: string,
): Promise<Buffer | undefined> {
  const name = `list.${format}`;
  if (name in current.manifest.files) return readFile(join(current.folder, name));
  const records = (await readFile(join(current.folder, "list.ndjson"), "utf8"))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as AnyRecord);
  const { columns } = current.manifest;
  const chunks: Buffer[] = [];
  const encoded = encoder(format)?.encode({ type, columns, records });
  if (encoded === undefined) return undefined;
  for await (const chunk of encoded) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

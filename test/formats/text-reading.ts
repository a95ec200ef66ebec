import type { ByteSource, Detected } from "../../src/formats/format.js";
import { defaultLimits, type Limits } from "../../src/formats/limits.js";
import type { Row } from "../../src/formats/row.js";
import { openTable } from "../../src/formats/index.js";
import type { ReadOptions } from "../../src/formats/read-options.js";
import type { Issue } from "../../src/model/issues.js";

/** A table that was read completely. */
export interface ReadTable {
  readonly detected: Detected;
  readonly headings: readonly string[] | null;
  readonly rows: readonly Row[];
  /** Issues of the file, then those of its rows. */
  readonly issues: readonly Issue[];
  readonly codes: readonly string[];
}

/** Bytes as a source that returns them in pieces. */
export function bytesSource(bytes: Uint8Array, piece = bytes.length || 1): ByteSource {
  return {
    name: "test.csv",
    size: bytes.length,
    async *stream() {
      for (let i = 0; i < bytes.length; i += piece) yield bytes.subarray(i, i + piece);
    },
  };
}

export async function readBytes(
  bytes: Uint8Array,
  options: ReadOptions = {},
  limits: Partial<Limits> = {},
  piece?: number,
): Promise<ReadTable> {
  const table = await openTable(bytesSource(bytes, piece), options, { ...defaultLimits, ...limits });
  const rows: Row[] = [];
  for await (const batch of table.rows) rows.push(...batch);
  const issues = [...table.issues, ...rows.flatMap((row) => row.issues ?? [])];
  const { detected, headings } = table;
  return { detected, headings, rows, issues, codes: issues.map((found) => found.code) };
}

export async function readText(
  text: string,
  options: ReadOptions = {},
  limits: Partial<Limits> = {},
): Promise<ReadTable> {
  return readBytes(Buffer.from(text), options, limits);
}

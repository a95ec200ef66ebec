import type { ReadOptions } from "./read-options.js";
import type { ByteSource, Format, Limits, Table } from "./format.js";
import { issue } from "../issues.js";

/** The formats; the first that recognizes a file's content reads it. */
export const formats: readonly Format[] = [];

/** Opens the table of a file: by `options.format` where the mapping says it, else by what the content shows. */
export async function openTable(source: ByteSource, options: ReadOptions, limits: Limits): Promise<Table> {
  const format = formats.find(({ name }) => name === options.format);
  if (format !== undefined) return format.read(source, options, limits);
  return {
    detected: { format: "delimited", headerRows: [], preambleLines: 0, evidence: [] },
    headings: null,
    rows: nothing(),
    issues: [issue("unreadable_file", { file: source.name }, { reason: "its format is not known" })],
  };
}

async function* nothing(): AsyncGenerator<never> {}

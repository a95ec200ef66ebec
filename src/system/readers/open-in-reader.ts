import { stat } from "node:fs/promises";
import type { Table } from "../../formats/format.js";
import { defaultLimits, type Limits } from "../../formats/limits.js";
import type { Row } from "../../formats/row.js";
import { noTable } from "../../formats/no-table.js";
import type { ReadOptions } from "../../formats/read-options.js";
import type { Issue } from "../../model/issues.js";
import { stoppedIssue } from "./evaluate-in-reader.js";
import type { TableTask } from "./job.js";
import { defaultReaderLimits, Reader, type ReaderLimits } from "./reader.js";

export interface TableReading {
  readonly path: string;
  /** Label for issues. */
  readonly name: string;
  readonly options: ReadOptions;
  readonly limits?: Partial<Limits>;
  readonly readerLimits?: Partial<ReaderLimits>;
  readonly signal?: AbortSignal;
}

/**
 * Like `openTable` in formats/, but runs in a process that can be killed. When the promise resolves, all rows are in
 * memory.
 */
export async function openTableInReader(reading: TableReading): Promise<Table> {
  const { path, name, options, readerLimits, signal } = reading;
  const { size } = await stat(path);
  const reader = new Reader();
  let opened: Pick<Table, "detected" | "headings"> | undefined;
  const rows: Row[] = [];
  const issues: Issue[] = [];
  try {
    const end = await reader.read({
      name,
      path,
      size,
      task: { options, limits: { ...defaultLimits, ...reading.limits } } satisfies TableTask,
      limits: { ...defaultReaderLimits, ...readerLimits },
      signal,
      onItem(kind, item) {
        if (kind === "row") rows.push(item as Row);
        else if (kind === "issue") issues.push(item as Issue);
        else opened = item as Pick<Table, "detected" | "headings">;
      },
    });
    if (end.state !== "done" || opened === undefined) {
      const detail = end.state === "failed" ? end.message : "the response is incomplete";
      const isKnown = end.state === "killed" || end.state === "crashed";
      const stopped = isKnown ? end : { state: "crashed" as const, detail };
      return noTable(opened?.detected ?? "spreadsheet", stoppedIssue(stopped, name));
    }
    return { ...opened, rows: inBatches(rows), issues };
  } finally {
    await reader.end();
  }
}

const batch = 1_000;

async function* inBatches(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += batch) yield rows.slice(at, at + batch);
}

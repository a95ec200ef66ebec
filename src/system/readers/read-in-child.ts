import { stat } from "node:fs/promises";
import type { Table } from "../../formats/format.js";
import { defaultLimits, type Limits } from "../../formats/limits.js";
import type { Row } from "../../formats/row.js";
import { noTable } from "../../formats/no-table.js";
import type { ReadOptions } from "../../formats/read-options.js";
import type { Issue } from "../../model/issues.js";
import { issueIn, noAnswer, once, rowIn, tableIn } from "./child-answer.js";
import { defaultReaderLimits, Reader, type ReaderEnd, type ReaderLimits } from "./reader.js";
import { stoppedIssue } from "./stopped.js";
import type { ReadTask } from "./read-in-child-job.js";
import { entryModule } from "../package-paths.js";

export interface ChildReading {
  readonly path: string;
  /** Label for issues. */
  readonly name: string;
  readonly options: ReadOptions;
  readonly limits?: Partial<Limits>;
  readonly readerLimits?: Partial<ReaderLimits>;
  readonly signal?: AbortSignal;
}

type Opened = Pick<Table, "detected" | "headings">;

/** What `openTable` of formats/ does, in a child process that can be killed. The rows are all there when it resolves. */
export async function openTableInChild(reading: ChildReading): Promise<Table> {
  const { path, name, options, readerLimits, signal } = reading;
  const { size } = await stat(path);
  const reader = new Reader(entryModule("system/readers/read-in-child-job").href);
  let opened: Opened | undefined;
  const rows: Row[] = [];
  const issues: Issue[] = [];
  try {
    const end = await reader.read({
      name,
      path,
      size,
      task: { options, limits: { ...defaultLimits, ...reading.limits } } satisfies ReadTask,
      limits: { ...defaultReaderLimits, ...readerLimits },
      signal,
      onItem(kind, item) {
        if (kind === "row") rows.push(rowIn(item));
        else if (kind === "issue") issues.push(issueIn(item));
        else if (kind === "table") opened = once(opened, tableIn(item));
        else throw noAnswer();
      },
    });
    if (end.state !== "done" || opened === undefined) {
      const stopped = end.state === "killed" ? end : { state: "crashed" as const, detail: detailOf(end) };
      return noTable(opened?.detected ?? "spreadsheet", stoppedIssue(stopped, name));
    }
    const { detected, headings } = opened;
    return { detected, headings, rows: inBatches(rows), issues };
  } finally {
    await reader.end();
  }
}

function detailOf(end: ReaderEnd): string {
  if (end.state === "crashed") return end.detail;
  return end.state === "failed" ? end.message : "the answer is not whole";
}

const batch = 1_000;

async function* inBatches(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += batch) yield rows.slice(at, at + batch);
}

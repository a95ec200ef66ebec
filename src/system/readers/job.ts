import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialize } from "node:v8";
import type { Evaluation } from "../../convert/engine.js";
import { memorySpill } from "../../convert/spill.js";
import { jobOf, type Task } from "../../convert/task.js";
import type { ByteSource } from "../../formats/format.js";
import { openTable } from "../../formats/index.js";
import type { Limits } from "../../formats/limits.js";
import type { ReadOptions } from "../../formats/read-options.js";
import { compileAgain } from "../../mapping/assemble.js";
import type { CompiledMapping } from "../../mapping/mapping.js";
import type { Issue } from "../../model/issues.js";
import { lookupsInFiles, type FileLookups } from "../list-files.js";
import { scratchSpill } from "../scratch.js";
import { evaluateHere } from "./evaluate-here.js";

/** The job of a reader: evaluates a file, or only reads its table. */

/** The `run` export of a module that runs in a reader. */
export type ReaderJob = (task: unknown, source: ByteSource, answer: Answer) => Promise<void>;

/** Sends the results of a job, in order. */
export interface Answer {
  /** Resolves when the parent is ready for more items. */
  send(kind: string, item: unknown): Promise<void> | void;
  /** Sends raw bytes with a description. The bytes are not parsed. */
  sendBytes(kind: string, about: unknown, bytes: readonly Uint8Array[]): Promise<void> | void;
}

export interface TableTask {
  readonly options: ReadOptions;
  readonly limits: Limits;
}

/** The parts of an evaluation that are sent after its rows and issues. */
export type Summary = Omit<
  Evaluation,
  "accepted" | "rejected" | "issues" | "skipped" | "otherCompanies" | "issueCounts"
> & {
  readonly skipped: readonly (readonly [string, number])[];
  readonly otherCompanies: readonly (readonly [string, number])[];
  readonly issueCounts: readonly (readonly [Issue["code"], number])[];
};

export const run: ReaderJob = (task, source, answer) =>
  "options" in (task as Task | TableTask)
    ? sendTable(task as TableTask, source, answer)
    : sendEvaluation(task as Task, source, answer);

async function sendTable({ options, limits }: TableTask, source: ByteSource, answer: Answer): Promise<void> {
  const table = await openTable(source, options, limits);
  await answer.send("table", { detected: table.detected, headings: table.headings });
  for await (const batch of table.rows) await sendAll(answer, "row", batch);
  await sendAll(answer, "issue", table.issues);
}

/**
 * Bytes per thread. A reader uses fewer threads, because the parent also needs a processor core to compare records
 * with a list.
 */
const bytesPerThread = 16 * 1024 * 1024;

async function sendEvaluation(task: Task, source: ByteSource, answer: Answer): Promise<void> {
  const { mapping, lookups } = await compiledFor(task);
  const scratch = scratchSpill(async () => join(tmpdir(), `lading-${randomUUID()}`));
  const memory = memorySpill();
  // If the scratch file cannot be written, the records are kept in memory.
  const spill = { append: (bytes: Uint8Array) => scratch.append(bytes).catch(() => memory.append(bytes)) };
  try {
    const evaluation = await evaluateHere(
      { ...jobOf(task, lookups, mapping), source, spill },
      bytesPerThread,
    );
    const { accepted, rejected, issues, skipped, otherCompanies, issueCounts, ...others } = evaluation;
    for (const { stored, lines } of accepted.runs) {
      const lineNumbers = new Uint8Array(lines.buffer, lines.byteOffset, lines.byteLength);
      await answer.sendBytes("records", lines.length, [lineNumbers, await stored.read(0, stored.size)]);
    }
    await sendAll(answer, "rejected", rejected);
    await sendAll(answer, "issue", issues);
    const summary: Summary = {
      ...others,
      skipped: [...skipped],
      otherCompanies: [...otherCompanies],
      issueCounts: [...issueCounts],
    };
    await answer.send("summary", summary);
  } finally {
    await scratch.close();
  }
}

async function sendAll(answer: Answer, kind: string, items: readonly unknown[]): Promise<void> {
  for (const item of items) {
    const drained = answer.send(kind, item);
    if (drained !== undefined) await drained;
  }
}

interface Compiled {
  readonly mapping: CompiledMapping;
  readonly lookups: FileLookups;
}

/**
 * The compiled mapping for the previous file. Compiling the mapping for each file would make a feed of many small files
 * take a third longer.
 */
let before: (Compiled & { readonly key: Buffer }) | undefined;

async function compiledFor(task: Task): Promise<Compiled> {
  const key = serialize([task.mapping, task.lists]);
  if (before?.key.equals(key) === true) return before;
  before?.lookups.close();
  before = undefined;
  const lookups = await lookupsInFiles(task.lists);
  before = { key, lookups, mapping: compileAgain(task.mapping, lookups) };
  return before;
}

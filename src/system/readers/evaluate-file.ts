import { rmSync } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Evaluation } from "../../convert/engine.js";
import type { Spill } from "../../convert/spill.js";
import { jobOf, taskOf, type TaskParts } from "../../convert/task.js";
import { failure, type LadingError } from "../../errors.js";
import { onLeaving } from "../leaving.js";
import type { Issue } from "../../model/issues.js";
import type { ByteSource, Table } from "../../formats/format.js";
import { defaultLimits } from "../../formats/limits.js";
import { openTable } from "../../formats/index.js";
import type { ReadOptions } from "../../formats/read-options.js";
import { evaluateHere } from "./evaluate-here.js";
import { isContainerFile } from "./container-file.js";
import { evaluateInChild, stoppedEvaluation, type ChildEvaluation } from "./evaluate-in-child.js";
import type { ReaderPool } from "./reader-pool.js";
import { openTableInChild } from "./read-in-child.js";

/**
 * Where files are read and evaluated (`docs/semantics.md` sections 6 and 7). A workbook or an archive can be a thousand times
 * larger than it looks, so it is read in a process that can be killed; text that somebody names is read here, under the limits.
 */

/** A file on disk, or, without a path, bytes held in memory such as those of standard input. */
export type NamedFile = ByteSource & { readonly path?: string };

/** What `openTable` of formats/ does, in a process that can be killed for a workbook or an archive. */
export async function openTableSafely(
  source: NamedFile,
  options: ReadOptions,
  signal?: AbortSignal,
): Promise<Table> {
  if (!(await isContainerFile(source))) return openTable(source, options, defaultLimits);
  const { name } = source;
  const stop = signal === undefined ? {} : { signal };
  return withPath(source, (path) => openTableInChild({ path, name, options, ...stop }));
}

export interface FileEvaluation extends TaskParts {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (rows: number) => void;
  /** Where the records wait; in memory when omitted. */
  readonly spill?: Spill;
  /** The readers of a run; when omitted, a file that needs a reader gets one of its own. */
  readonly readers?: ReaderPool;
}

/**
 * Evaluates a file, and is the one place that says where: what a feed takes in, and any workbook or archive, in a process
 * that can be killed; text that somebody names, here. In either process the threads are those of a large text. A reader
 * that was stopped refuses the file.
 *
 * @throws the reason of `signal` when it is aborted
 */
export async function evaluateFile(file: NamedFile, given: FileEvaluation): Promise<Evaluation> {
  const { signal, onProgress, spill, readers, ...parts } = given;
  if (parts.mode === "strict" || (await isContainerFile(file))) {
    const there = { ...parts, signal, readers, ...(spill === undefined ? {} : { spill }) };
    return withPath(file, (path) => inChild({ ...there, file: { ...file, path } }));
  }
  const task = taskOf(parts);
  const around = {
    source: file,
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(spill === undefined ? {} : { spill }),
  };
  return evaluateHere({ ...jobOf(task, parts.compiled), ...around }, () => task);
}

async function inChild(evaluation: ChildEvaluation): Promise<Evaluation> {
  const answer = await evaluateInChild(evaluation);
  return answer.state === "evaluated" ? answer.evaluation : stoppedEvaluation(answer.issue);
}

/** The error of a command that cannot go on without the file, in the words of the issue. */
export function refusedFile(name: string, { message, hint }: Issue): LadingError {
  return failure("file_refused", { file: name, reason: message, next: hint });
}

/** Bytes without a path are written where only this user reads them, for as long as a child needs them. */
async function withPath<T>(source: NamedFile, use: (path: string) => Promise<T>): Promise<T> {
  if (source.path !== undefined) return use(source.path);
  const folder = await mkdtemp(join(tmpdir(), "lading-"));
  const forget = onLeaving(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const path = join(folder, "input");
    const file = await open(path, "wx", 0o600);
    try {
      for await (const chunk of source.stream()) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
    forget();
  }
}

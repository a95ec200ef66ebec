import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Evaluation, Job } from "../../convert/engine.js";
import { failure, type LadingError } from "../../errors.js";
import type { ByteSource, Table } from "../../formats/format.js";
import { readHead } from "../../formats/head.js";
import { isContainer, openTable } from "../../formats/index.js";
import { defaultLimits } from "../../formats/limits.js";
import type { ReadOptions } from "../../formats/read-options.js";
import type { Issue } from "../../model/issues.js";
import { withTemporaryFolder } from "../temporary-folder.js";
import { evaluateHere } from "./evaluate-here.js";
import { evaluateInReader } from "./evaluate-in-reader.js";
import { openTableInReader } from "./open-in-reader.js";
import type { ReaderPool } from "./reader-pool.js";

/**
 * Where files are read and evaluated (`docs/semantics.md` sections 6 and 7). A workbook or an archive can be a thousand times
 * larger than it looks, so it is read in a process that can be killed. Text that somebody names is read here, under the limits.
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
  return withPath(source, (path) => openTableInReader({ path, name, options, ...stop }));
}

/**
 * Evaluates a file. What a feed takes in, and any workbook or archive, is evaluated in a reader. A reader that had to be
 * stopped refuses the file.
 *
 * @param readers those of a run; when omitted, text is evaluated in this process, and any other file in a reader of its own
 * @throws the reason of `signal` when it is aborted
 */
export async function evaluateFile(
  job: Job & { readonly source: NamedFile },
  signal?: AbortSignal,
  readers?: ReaderPool,
): Promise<Evaluation> {
  const isContained = await isContainerFile(job.source);
  if (readers === undefined && !isContained) return evaluateHere(job);
  const isReusable = !isContained;
  return withPath(job.source, (path) => evaluateInReader(job, path, { signal, readers, isReusable }));
}

/**
 * Whether a file is a workbook or an archive. A file above the size limit is refused by its size alone, and never written to
 * disk for a reader.
 */
async function isContainerFile(source: ByteSource): Promise<boolean> {
  return source.size <= defaultLimits.bytes && isContainer(await readHead(source));
}

/** The error of a command that cannot go on without the file, in the words of the issue. */
export function refusedFile(name: string, { message, hint }: Issue): LadingError {
  return failure("file_refused", { file: name, reason: message, next: hint });
}

/** Bytes without a path are written where only this user reads them, for as long as a reader needs them. */
async function withPath<T>(source: NamedFile, use: (path: string) => Promise<T>): Promise<T> {
  if (source.path !== undefined) return use(source.path);
  return withTemporaryFolder(async (folder) => {
    const path = join(folder, "input");
    const file = await open(path, "wx", 0o600);
    try {
      for await (const chunk of source.stream()) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
    return use(path);
  });
}

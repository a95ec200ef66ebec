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
 * This module determines which process evaluates a file (`docs/semantics.md` sections 6 and 7). A workbook or an
 * archive can expand a thousandfold, so it is read in a process that can be killed. Text files from the command line
 * are read in this process, within the limits.
 */

/** A file on disk or in memory. A file in memory, such as standard input, has no path. */
export type NamedFile = ByteSource & { readonly path?: string };

/** Like `openTable` in formats/, but reads workbooks and archives in a process that can be killed. */
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
 * With `readers`, the reader pool of a run, every file is evaluated in a reader. Without a pool, workbooks and archives
 * are evaluated in a new reader and other files in this process. If the reader has to be stopped, the file is refused.
 * Throws the abort reason if `signal` is aborted.
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
 * True for a workbook or an archive. Returns false for files above the size limit, which are refused and never have
 * to be written to disk for a reader.
 */
async function isContainerFile(source: ByteSource): Promise<boolean> {
  return source.size <= defaultLimits.bytes && isContainer(await readHead(source));
}

/** Creates the error for a command that cannot continue without the file. */
export function refusedFile(name: string, { message, hint }: Issue): LadingError {
  return failure("file_refused", { file: name, reason: message, next: hint });
}

/** If the source has no path, its bytes are written to a temporary file that only the current user can read. */
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

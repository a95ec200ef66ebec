import { rmSync } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TaskParts } from "../evaluation/task.js";
import type { EvaluationInMemory } from "../engine.js";
import { failure, type LadingError } from "../errors.js";
import { onLeaving } from "../leaving.js";
import type { Issue } from "../issues.js";
import type { ByteSource, Table } from "../formats/format.js";
import { defaultLimits } from "../formats/limits.js";
import { readHead } from "../formats/head.js";
import { isContainer, openTable } from "../formats/index.js";
import type { ReadOptions } from "../formats/read-options.js";
import type { AcceptedRow, Evaluation } from "../evaluation/evaluation.js";
import { evaluateInChild, stoppedEvaluation } from "./evaluate-in-child.js";
import { openTableInChild } from "./read-in-child.js";

/**
 * Files that somebody names on the command line (`docs/semantics.md` section 6). A workbook or an archive can be a thousand
 * times larger than it looks, so it is read in a process that can be killed; text is read here, under the limits.
 */

/** A file on disk, or, without a path, bytes held in memory such as those of standard input. */
export type NamedFile = ByteSource & { readonly path?: string };

/** What `openTable` of formats/ does, aside for a workbook or an archive. */
export async function openTableSafely(
  source: NamedFile,
  options: ReadOptions,
  signal?: AbortSignal,
): Promise<Table> {
  if (!(await isReadAside(source))) return openTable(source, options, defaultLimits);
  const { name } = source;
  const stop = signal === undefined ? {} : { signal };
  return withPath(source, (path) => openTableInChild({ path, name, options, ...stop }));
}

/**
 * Decides a workbook or an archive aside. A reader that was stopped refuses the file.
 *
 * @returns undefined for text: the caller decides it here
 * @throws wrong_mapping and other errors of the engine, as `decide` of engine.ts
 */
export async function decideAside(
  source: NamedFile,
  task: Omit<TaskParts, "care">,
  signal?: AbortSignal,
): Promise<EvaluationInMemory | undefined> {
  if (!(await isReadAside(source))) return undefined;
  return withPath(source, async (path) => {
    const file = await open(path);
    try {
      const stop = signal === undefined ? {} : { signal };
      const answer = await evaluateInChild({
        ...task,
        ...stop,
        care: "lenient",
        name: source.name,
        input: file.fd,
      });
      return inFileOrder(answer.state === "decided" ? answer.decided : stoppedEvaluation(answer.issue));
    } finally {
      await file.close();
    }
  });
}

/** A file that somebody looks at: its records in memory, in the order of the file. */
async function inFileOrder(decided: Evaluation): Promise<EvaluationInMemory> {
  const accepted: AcceptedRow[] = [];
  for await (const batch of decided.accepted.batches()) {
    accepted.push(...batch.map(({ line, record }) => ({ line, record })));
  }
  accepted.sort((a, b) => a.line - b.line);
  return { ...decided, accepted };
}

/** The error of a command that cannot go on without the file, in the words of the issue. */
export function refusedFile(name: string, { message, hint }: Issue): LadingError {
  return failure("file_refused", { file: name, reason: message, next: hint });
}

/** What is larger than a file may be is refused by its size alone, and is not kept anywhere for a child. */
async function isReadAside(source: NamedFile): Promise<boolean> {
  return source.size <= defaultLimits.bytes && isContainer(await readHead(source));
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

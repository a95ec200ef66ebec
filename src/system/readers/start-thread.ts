import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { beginThread } from "../package-paths.js";

/**
 * This module starts evaluation threads early, because loading a thread takes as long as loading the command that needs
 * it.
 */

/** Minimum size of a file that several threads evaluate, in bytes. */
export const largeFile = 6 * 1024 * 1024;

let early: Worker | undefined;

/**
 * Starts a thread before the command is loaded, if the arguments include a large file. The thread ends with the
 * process.
 */
export function startEarly(argv: readonly string[]): void {
  const isLarge = argv.some((word, i) => {
    const isWritten = argv[i - 1] === "--out";
    const found = isWritten || word.startsWith("-") ? undefined : statSync(word, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size >= largeFile;
  });
  if (!isLarge || availableParallelism() < 2) return;
  const worker = newThread();
  // If this thread fails, the caller that needs a thread starts a new one and receives any error.
  worker.once("error", () => (early = undefined));
  worker.unref();
  early = worker;
}

/** The first message to the thread must be a `Task`. */
export function startThread(): Worker {
  const worker = early ?? newThread();
  early = undefined;
  worker.ref();
  return worker;
}

const newThread = (): Worker => beginThread("system/readers/thread");

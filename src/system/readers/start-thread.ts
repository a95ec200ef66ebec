import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { beginThread } from "../package-paths.js";

/** Begins a thread that evaluates chunks: in good time, for it takes as long to load as the command that needs it. */

/** Files of so many bytes and more are worth the start of threads. */
export const worthThreads = 6 * 1024 * 1024;

let early: Worker | undefined;

/** Begins one before its command is loaded, when a large file is named. It ends with the process, needed or not. */
export function startEarly(argv: readonly string[]): void {
  const isLarge = argv.some((word, i) => {
    const isWritten = argv[i - 1] === "--out";
    const found = isWritten || word.startsWith("-") ? undefined : statSync(word, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size >= worthThreads;
  });
  if (!isLarge || availableParallelism() < 2) return;
  const worker = newThread();
  // If this thread fails, the caller that needs one starts another and gets its error.
  worker.once("error", () => (early = undefined));
  worker.unref();
  early = worker;
}

/** A thread whose first message is a `Task`: the one that began early, else a new one. */
export function startThread(): Worker {
  const worker = early ?? newThread();
  early = undefined;
  worker.ref();
  return worker;
}

const newThread = (): Worker => beginThread("system/readers/thread");

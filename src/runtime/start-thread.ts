import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { entryModule, isSource } from "../places.js";

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
  // Whoever needs a thread after this one failed begins another, and is told why.
  worker.once("error", () => (early = undefined));
  worker.unref();
  early = worker;
}

/** A thread whose first message is an `EvaluationTask`: the one that began early, else a new one. */
export function startThread(): Worker {
  const worker = early ?? newThread();
  early = undefined;
  worker.ref();
  return worker;
}

function newThread(): Worker {
  const entry = entryModule("runtime/thread");
  if (!isSource) return new Worker(entry);
  // From source, as tests and development do, TypeScript is read through the loader that the program itself is run with.
  const tsx = new URL("./esm/api/index.mjs", pathToFileURL(createRequire(import.meta.url).resolve("tsx")))
    .href;
  const script = `import("${tsx}").then(({ register }) => { register(); return import("${entry.href}"); })`;
  return new Worker(script, { eval: true });
}

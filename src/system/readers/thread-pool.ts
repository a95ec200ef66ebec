import type { Worker } from "node:worker_threads";
import type { ChunkPool } from "../../convert/engine.js";
import type { Chunk } from "../../convert/chunks.js";
import type { ChunkOrder, ChunkResult } from "../../convert/part.js";
import type { Task } from "../../convert/task.js";
import { startThread } from "./start-thread.js";
import type { Ready, ThreadAnswer } from "./thread.js";

/** Threads that evaluate chunks. The threads load and compile the mapping as soon as they are created. */
export interface ThreadPool extends ChunkPool {
  end(): void;
}

/** Maximum number of chunks assigned to a thread, so that the thread has its next chunk ready. */
const ahead = 2;

/**
 * Maximum number of chunks per thread whose results have not been returned yet. Finished chunks may have to wait for
 * an earlier chunk. A thread's first chunk takes several times as long as its later chunks.
 */
const waiting = 8;

/**
 * `threads` is the number of threads, including the current thread, which evaluates chunks while the other threads are
 * busy or loading.
 */
export function threadPool(threads: number, task: Task, chunkSize = 1024 * 1024): ThreadPool {
  const start = (): OtherThread[] =>
    Array.from({ length: threads - 1 }, () => new OtherThread(startThread(), task));
  let others = start();
  let isUsed = false;
  const end = (): void => {
    for (const other of others) other.end();
    others = [];
  };
  return {
    chunkSize,
    async *evaluate(order, here, chunks) {
      // A second call must not use threads that are still busy with the first.
      if (isUsed) others = start();
      isUsed = true;
      for (const other of others) other.begin(order);
      try {
        yield* inOrder(chunks, threads * waiting, (chunk) => {
          const [idlest] = others.filter((other) => other.isFree).sort((a, b) => a.waiting - b.waiting);
          return idlest === undefined ? here(chunk) : idlest.evaluate(chunk);
        });
      } finally {
        end();
      }
    },
    end,
  };
}

/** Yields the results of chunks in order, while several chunks are evaluated at the same time. */
async function* inOrder(
  chunks: AsyncIterable<Chunk>,
  most: number,
  evaluate: (chunk: Chunk) => Promise<ChunkResult> | ChunkResult,
): AsyncGenerator<ChunkResult> {
  const pending: { readonly result: Promise<ChunkResult>; isDone: boolean }[] = [];
  for await (const chunk of readAhead(chunks)) {
    const result = Promise.resolve(evaluate(chunk));
    const one = { result, isDone: false };
    // The caller that awaits the promise receives the error. Until then, a handler is necessary, because Node would
    // otherwise terminate the process.
    void result.then(
      () => (one.isDone = true),
      () => (one.isDone = true),
    );
    pending.push(one);
    while (pending[0]?.isDone === true || pending.length >= most) yield await pending.shift()!.result;
  }
  for (const { result } of pending) yield await result;
}

/** Yields the same items, but fetches the next item while the consumer processes the current one. */
async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  let upcoming = source.next();
  try {
    for (let item = await upcoming; item.done !== true; item = await upcoming) {
      upcoming = source.next();
      // The caller that awaits the promise receives the error. Until then, a handler is necessary, because Node would
      // otherwise terminate the process.
      upcoming.catch(() => undefined);
      yield item.value;
    }
  } finally {
    await source.return?.();
  }
}

class OtherThread {
  readonly #worker: Worker;
  readonly #open = new Map<number, PromiseWithResolve>();
  #isReady = false;
  #failed: Error | undefined;

  constructor(worker: Worker, task: Task) {
    this.#worker = worker;
    worker.postMessage(task);
    worker.on("message", (answer: Ready | ThreadAnswer) => {
      if (answer === "ready") {
        this.#isReady = true;
        return;
      }
      this.#open.get(answer.index)?.resolve(answer.result);
      this.#open.delete(answer.index);
    });
    worker.on("error", (error: Error) => {
      this.#failed = error;
      for (const { reject } of this.#open.values()) reject(error);
    });
  }

  begin(order: ChunkOrder): void {
    this.#worker.postMessage(order);
  }

  get waiting(): number {
    return this.#open.size;
  }

  /**
   * True if the thread can accept a chunk now. A failed thread also accepts chunks, so that each of these chunks
   * reports the failure.
   */
  get isFree(): boolean {
    return this.#failed !== undefined || (this.#isReady && this.waiting < ahead);
  }

  evaluate(chunk: Chunk): Promise<ChunkResult> {
    return new Promise((resolve, reject) => {
      if (this.#failed !== undefined) {
        reject(this.#failed);
        return;
      }
      this.#open.set(chunk.index, { resolve, reject });
      this.#worker.postMessage(chunk, [chunk.bytes.buffer as ArrayBuffer]);
    });
  }

  /** Stops the thread without waiting. */
  end(): void {
    void this.#worker.terminate();
  }
}

interface PromiseWithResolve {
  readonly resolve: (result: ChunkResult) => void;
  readonly reject: (error: unknown) => void;
}

import type { Worker } from "node:worker_threads";
import type { ChunkPool } from "../../convert/engine.js";
import type { Chunk } from "../../convert/chunks.js";
import type { ChunkOrder, ChunkResult } from "../../convert/part.js";
import type { Task } from "../../convert/task.js";
import { startThread } from "./start-thread.js";
import type { Ready, ThreadAnswer } from "./thread.js";

/** Threads that evaluate chunks. They load, and compile the mapping, from the moment on at which they are made. */
export interface ThreadPool extends ChunkPool {
  end(): void;
}

/** Each thread gets its next chunk while it still works on one, so that it never waits. */
const ahead = 2;

/** How many chunks may wait for one before them that a slower thread has: for its first chunk one takes several times as long. */
const waiting = 8;

/** @param threads how many, this one included: it evaluates whatever comes when the others have enough to do, or still load */
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
      // A second time they would still be at chunks of the first.
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

/** The results of chunks in their order, of which several are under way at once. */
async function* inOrder(
  chunks: AsyncIterable<Chunk>,
  most: number,
  evaluate: (chunk: Chunk) => Promise<ChunkResult> | ChunkResult,
): AsyncGenerator<ChunkResult> {
  const underWay: { readonly result: Promise<ChunkResult>; isDone: boolean }[] = [];
  for await (const chunk of readAhead(chunks)) {
    const result = Promise.resolve(evaluate(chunk));
    const one = { result, isDone: false };
    // A failure reaches whoever awaits it; without a handler until then, Node would end the process.
    void result.then(
      () => (one.isDone = true),
      () => (one.isDone = true),
    );
    underWay.push(one);
    while (underWay[0]?.isDone === true || underWay.length >= most) yield await underWay.shift()!.result;
  }
  for (const { result } of underWay) yield await result;
}

/** The same items; the next one is fetched while the consumer works on the one before. */
async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const source = items[Symbol.asyncIterator]();
  let coming = source.next();
  try {
    for (let item = await coming; item.done !== true; item = await coming) {
      coming = source.next();
      // A failure reaches whoever awaits it; without a handler until then, Node would end the process.
      coming.catch(() => undefined);
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

  /** Whether it takes a chunk now. One that failed does: it is there that the failure is reported. */
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

  /** Nobody has to wait until it is gone. */
  end(): void {
    void this.#worker.terminate();
  }
}

interface PromiseWithResolve {
  readonly resolve: (result: ChunkResult) => void;
  readonly reject: (error: unknown) => void;
}

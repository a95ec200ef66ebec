import type { Worker } from "node:worker_threads";
import type { ChunkOrder, EvaluateChunk, EvaluatedPart, UnevenChunk } from "../evaluation/part.js";
import type { EvaluationTask } from "../evaluation/task.js";
import type { Chunk } from "../evaluation/chunks.js";
import { startThread } from "./start-thread.js";
import type { Ready } from "./thread.js";

/** Threads that decide chunks: this one, and others beside it. */
export interface ThreadPool {
  /**
   * Tells the others what is in the file; since they were made they have been starting, and compiling the mapping.
   *
   * @param here decides a chunk in this thread
   */
  begin(order: ChunkOrder, here: EvaluateChunk): void;
  /** How many chunks may be under way at once: decided here, they wait for one that a slower thread has. */
  readonly most: number;
  evaluate(chunk: Chunk): Promise<EvaluatedPart | UnevenChunk>;
  end(): Promise<void>;
}

/** Each thread gets its next chunk while it still works on one, so that it never waits. */
const ahead = 2;

/** A thread takes several times as long for its first chunk as for the others. */
const waiting = 8;

/**
 * A pool of so many threads. This thread is one of them: it begins while the others still load, and decides whatever comes
 * when they have enough to do.
 *
 * @throws what a thread threw, from `decide`
 */
export function threadPool(threads: number, task: EvaluationTask): ThreadPool {
  const others = Array.from({ length: threads - 1 }, () => new OtherThread(startThread(), task));
  let decideHere: EvaluateChunk | undefined;
  return {
    begin(order, here) {
      decideHere = here;
      for (const other of others) other.begin(order);
    },
    most: threads * waiting,
    async evaluate(chunk) {
      const [idlest] = others.filter((other) => other.isFree).sort((a, b) => a.waiting - b.waiting);
      if (idlest !== undefined) return idlest.evaluate(chunk);
      if (decideHere === undefined) throw new Error("a chunk before the order");
      return decideHere(chunk);
    },
    async end() {
      await Promise.all(others.map((other) => other.end()));
    },
  };
}

class OtherThread {
  readonly #worker: Worker;
  readonly #open = new Map<number, PromiseWithResolve>();
  #isReady = false;
  #failed: Error | undefined;

  constructor(worker: Worker, task: EvaluationTask) {
    this.#worker = worker;
    worker.postMessage(task);
    worker.on("message", (answer: Ready | EvaluatedPart | UnevenChunk) => {
      if (answer === "ready") {
        this.#isReady = true;
        return;
      }
      this.#open.get(answer.index)?.resolve(answer);
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

  /** Whether it takes a chunk now. One that failed does: it is there that the failure is told. */
  get isFree(): boolean {
    return this.#failed !== undefined || (this.#isReady && this.waiting < ahead);
  }

  evaluate(chunk: Chunk): Promise<EvaluatedPart | UnevenChunk> {
    return new Promise((resolve, reject) => {
      if (this.#failed !== undefined) {
        reject(this.#failed);
        return;
      }
      this.#open.set(chunk.index, { resolve, reject });
      this.#worker.postMessage(chunk, [chunk.bytes.buffer as ArrayBuffer]);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

interface PromiseWithResolve {
  readonly resolve: (answer: EvaluatedPart | UnevenChunk) => void;
  readonly reject: (error: unknown) => void;
}

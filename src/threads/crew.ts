import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { DecidedChunk, ThreadOrder, UnevenChunk } from "./chunk-decider.js";
import type { Chunk } from "./chunks.js";
import { entryModule, isSource } from "../places.js";

/** Threads that decide chunks. */
export interface Crew {
  /** Tells the threads what they decide; they have been starting since they were made. */
  begin(order: ThreadOrder): void;
  /** How many chunks it is worth to have under way at once. */
  readonly most: number;
  decide(chunk: Chunk): Promise<DecidedChunk | UnevenChunk>;
  end(): Promise<void>;
}

/** Each thread gets its next chunk while it still works on one, so that it never waits. */
const ahead = 2;

/** @throws what a thread threw, from `decide` */
export function threadCrew(threads: number): Crew {
  const members = Array.from({ length: threads }, () => new Member(startThread()));
  return {
    begin(order) {
      for (const member of members) member.begin(order);
    },
    most: threads * ahead,
    decide(chunk) {
      const [idlest] = [...members].sort((a, b) => a.waiting - b.waiting);
      if (idlest === undefined) throw new RangeError("a crew of no threads");
      return idlest.decide(chunk);
    },
    async end() {
      await Promise.all(members.map((member) => member.end()));
    },
  };
}

class Member {
  readonly #worker: Worker;
  readonly #open = new Map<number, PromiseWithResolve>();
  #failed: Error | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on("message", (answer: DecidedChunk | UnevenChunk) => {
      this.#open.get(answer.index)?.resolve(answer);
      this.#open.delete(answer.index);
    });
    worker.on("error", (error: Error) => {
      this.#failed = error;
      for (const { reject } of this.#open.values()) reject(error);
    });
  }

  begin(order: ThreadOrder): void {
    this.#worker.postMessage(order);
  }

  get waiting(): number {
    return this.#open.size;
  }

  decide(chunk: Chunk): Promise<DecidedChunk | UnevenChunk> {
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
  readonly resolve: (answer: DecidedChunk | UnevenChunk) => void;
  readonly reject: (error: unknown) => void;
}

function startThread(): Worker {
  const entry = entryModule("threads/thread");
  if (!isSource) return new Worker(entry);
  // From source, as tests and development do, TypeScript is read through the loader that the program itself is run with.
  const tsx = new URL("./esm/api/index.mjs", pathToFileURL(createRequire(import.meta.url).resolve("tsx")))
    .href;
  const script = `import("${tsx}").then(({ register }) => { register(); return import("${entry.href}"); })`;
  return new Worker(script, { eval: true });
}

import { EventEmitter } from "node:events";
import type { Worker } from "node:worker_threads";
import { openDatabase, type OpenDatabase } from "../../src/store/sqlite-database.js";
import { patience } from "../../src/store/sqlite-patience.js";
import type { StatementRequest } from "../../src/store/sqlite.js";

/**
 * The store's SQLite connection without its thread, because starting a thread takes longer than most tests.
 * It answers like `src/store/sqlite-thread.ts`. While another connection writes, it does not block: that
 * connection may belong to the same test.
 */
export class SqliteHere extends EventEmitter {
  readonly #requests: (StatementRequest | "close")[] = [];
  readonly #open: () => OpenDatabase;
  #database: OpenDatabase | undefined;
  #isScheduled = false;
  #hasEnded = false;
  #waitingSince: number | undefined;

  constructor(path: string, isReadOnly: boolean) {
    super();
    this.#open = () => openDatabase(path, isReadOnly, 0);
    this.#later();
  }

  asWorker(): Worker {
    return this as unknown as Worker;
  }

  ref(): void {}
  unref(): void {}

  postMessage(request: StatementRequest | "close"): void {
    this.#requests.push(request);
    this.#later();
  }

  #later(delay = 0): void {
    if (this.#isScheduled || this.#hasEnded) return;
    this.#isScheduled = true;
    const work = (): void => {
      this.#isScheduled = false;
      this.#work();
    };
    if (delay === 0) setImmediate(work);
    else setTimeout(work, delay);
  }

  #work(): void {
    try {
      this.#database ??= this.#open();
    } catch (error) {
      if (this.#isBusy((error as { readonly errcode?: number }).errcode)) return this.#later(5);
      // A thread reports an error once and ends.
      this.#hasEnded = true;
      this.emit("error", error);
      return void this.emit("exit", 1);
    }
    const request = this.#requests[0];
    if (request === undefined) return;
    if (request === "close") {
      // SQLite completes the file only when the statements are collected, and a test may read it before that.
      this.#database.answer({ id: 0, sql: "pragma wal_checkpoint(truncate)", parameters: [] });
      this.#database.close();
      return void this.emit("exit", 0);
    }
    const answer = this.#database.answer(request);
    if ("message" in answer && this.#isBusy(answer.errcode)) return this.#later(5);
    this.#waitingSince = undefined;
    this.#requests.shift();
    // As received from a thread.
    this.emit("message", structuredClone(answer));
    if (this.#requests.length > 0) this.#later();
  }

  /** True if another connection writes, until it has been writing for too long. */
  #isBusy(errcode: number | undefined): boolean {
    if (errcode === undefined || (errcode & 0xff) !== 5) return false;
    this.#waitingSince ??= performance.now();
    return performance.now() - this.#waitingSince < patience;
  }
}

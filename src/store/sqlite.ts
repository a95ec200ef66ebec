import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type SqlDialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
} from "./kysely.js";
import type { Worker } from "node:worker_threads";
import { failure, storageFailure } from "../errors.js";
import { beginThread } from "../package-paths.js";

/** SQLite behind Kysely: one connection, in a thread of its own, taken by turns. */

export interface StatementRequest {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly (string | number | bigint | Uint8Array | null)[];
}

export type StatementAnswer =
  | { readonly id: number; readonly rows: readonly unknown[]; readonly changed: number }
  | { readonly id: number; readonly message: string; readonly errcode: number | undefined };

/** @param isReadOnly where nothing can be written */
export function sqliteDialect(path: string, isReadOnly = false): SqlDialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ThreadDriver(path, isReadOnly),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  };
}

/** Here whoever writes is alone from the beginning of its transaction, so no row is locked for it. */
class Compiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== "ForUpdate") super.visitSelectModifier(node);
  }
}

class ThreadDriver implements Driver {
  readonly #path: string;
  readonly #isReadOnly: boolean;
  #connection: ThreadConnection | undefined;
  /** Settles when the last holder of the connection has returned it. */
  #free: Promise<void> = Promise.resolve();
  #giveBack: () => void = () => {};

  constructor(path: string, isReadOnly: boolean) {
    this.#path = path;
    this.#isReadOnly = isReadOnly;
  }

  async init(): Promise<void> {
    this.#connection = new ThreadConnection(this.#path, this.#isReadOnly);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    let giveBack = (): void => {};
    this.#free = new Promise((resolve) => (giveBack = resolve));
    await before;
    this.#giveBack = giveBack;
    if (this.#connection === undefined) throw new Error("the store is closed");
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#giveBack();
  }

  /** At once for writing: two that begin to read and then write would refuse each other. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // On a full disk SQLite may have rolled back already.
    await connection.executeQuery(CompiledQuery.raw("rollback")).catch(() => {});
  }

  async destroy(): Promise<void> {
    await this.#connection?.close();
    this.#connection = undefined;
  }
}

interface Waiting {
  readonly resolve: (result: QueryResult<never>) => void;
  readonly reject: (error: Error) => void;
}

class ThreadConnection implements DatabaseConnection {
  readonly #path: string;
  readonly #thread: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #asked = 0;
  #lost: Error | undefined;

  constructor(path: string, isReadOnly: boolean) {
    this.#path = path;
    this.#thread = beginThread("store/sqlite-thread", { path, isReadOnly });
    this.#thread.unref();
    this.#thread.on("message", (answer: StatementAnswer) => this.#take(answer));
    this.#ended = new Promise((resolve) => this.#thread.once("exit", () => resolve()));
    this.#thread.once("error", (error: Error & { readonly errcode?: number }) =>
      this.#lose(this.#error(error.message, error.errcode)),
    );
    this.#thread.once("exit", () => this.#lose(this.#error("its thread has ended", undefined)));
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    const id = ++this.#asked;
    // While somebody waits for an answer the process goes on; else the thread keeps nobody.
    this.#thread.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const values = parameters as StatementRequest["parameters"];
      this.#thread.postMessage({ id, sql, parameters: values } satisfies StatementRequest);
    });
  }

  /** What is long is read by pages. */
  streamQuery(): AsyncIterableIterator<never> {
    throw new Error("the store is not read as a stream");
  }

  async close(): Promise<void> {
    this.#thread.ref();
    this.#thread.postMessage("close");
    await this.#ended;
  }

  #take(answer: StatementAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#thread.unref();
    if ("message" in answer) waiting?.reject(this.#error(answer.message, answer.errcode));
    else {
      const rows = answer.rows as never[];
      waiting?.resolve({ rows, numAffectedRows: BigInt(answer.changed) });
    }
  }

  #lose(error: Error): void {
    this.#lost ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#lost);
    this.#waiting.clear();
  }

  #error(message: string, errcode: number | undefined): Error {
    const path = this.#path;
    // The lower byte is the kind, the rest says more of it (SQLite, result codes).
    switch ((errcode ?? 0) & 0xff) {
      case 5:
      case 6:
        return failure("storage_failed", { path, reason: "another process writes for too long" });
      case 8:
      case 14:
        return failure("no_permission", { path });
      case 13:
        return storageFailure(path, "ENOSPC");
      case 10:
        return storageFailure(path, errcode === noRoomForIndex ? "ENOSPC" : "EIO");
      case 11:
      case 26:
        return failure("store_damaged", { path, reason: message });
      default:
        return new Error(`${message} (${path})`);
    }
  }
}

/** `SQLITE_IOERR_SHMSIZE`: the first file that SQLite makes when it opens a database found no room. */
const noRoomForIndex = 4874;

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
import { readFileSync, statSync } from "node:fs";
import { patience } from "./sqlite-patience.js";
import { failure, storageFailure } from "../errors.js";
import { DatabaseSync, type StatementSyncInstance } from "../system/sqlite-library.js";
import { beginThread } from "../system/package-paths.js";

/**
 * This module connects Kysely to SQLite. There is a single connection, which runs in its own thread and is used by one
 * caller at a time.
 */

export interface StatementRequest {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly (string | number | bigint | Uint8Array | null)[];
}

export type StatementAnswer =
  | { readonly id: number; readonly rows: readonly unknown[]; readonly changed: number }
  | { readonly id: number; readonly message: string; readonly errcode: number | undefined };

/** `isReadOnly` is true if the folder or the file is write-protected. */
export function sqliteDialect(path: string, isReadOnly = false): SqlDialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => threadDriver(path, isReadOnly),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  };
}

/** SQLite allows only one write transaction at a time, so `for update` is omitted. */
class Compiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== "ForUpdate") super.visitSelectModifier(node);
  }
}

/**
 * Reads SQLite's `data_version`, which changes with each commit on another connection. Reading takes microseconds on
 * the calling thread and never waits. The file is opened on the first call and kept open.
 *
 * The result is kept until `process.nextTick`. No other request can arrive in the meantime, so a request that needs
 * both credentials and a list usually reads the version only once.
 */
export function watchVersion(path: string): {
  /** Returns undefined if SQLite does not respond immediately. */
  read(): number | undefined;
  close(): void;
} {
  let database: InstanceType<typeof DatabaseSync> | undefined;
  let query: StatementSyncInstance | undefined;
  let kept: { readonly version: number | undefined } | undefined;
  const ask = (): number | undefined => {
    try {
      database ??= new DatabaseSync(path, { readOnly: true, timeout: 0 });
      const asked = (query ??= database.prepare("pragma data_version"));
      const { data_version: version } = asked.get() as { readonly data_version: number };
      return version;
    } catch {
      // The next query in the thread reports the error.
      return undefined;
    }
  };
  return {
    read() {
      if (kept === undefined) {
        kept = { version: ask() };
        process.nextTick(() => (kept = undefined));
      }
      return kept.version;
    },
    close() {
      query = undefined;
      database?.close();
      database = undefined;
    },
  };
}

function threadDriver(path: string, isReadOnly: boolean): Driver {
  let connection: ThreadConnection | undefined;
  /** Settles when the previous user has returned the connection. */
  let free: Promise<void> = Promise.resolve();
  let giveBack = (): void => {};
  const runRaw = async (words: string, to: DatabaseConnection): Promise<void> => {
    await to.executeQuery(CompiledQuery.raw(words));
  };
  return {
    async init() {
      connection = threadConnection(path, isReadOnly);
    },
    async acquireConnection() {
      const before = free;
      let giveOwnBack = (): void => {};
      free = new Promise((resolve) => (giveOwnBack = resolve));
      await before;
      giveBack = giveOwnBack;
      if (connection === undefined) throw new Error("the store is closed");
      return connection;
    },
    releaseConnection: async () => giveBack(),
    // Every transaction starts as a write transaction, because two transactions that read before writing would block
    // each other.
    beginTransaction: (on) => runRaw("begin immediate", on),
    commitTransaction: (on) => runRaw("commit", on),
    // On a full disk, SQLite may already have rolled back the transaction.
    rollbackTransaction: (on) => runRaw("rollback", on).catch(() => {}),
    async destroy() {
      await connection?.close();
      connection = undefined;
    },
  };
}

interface ThreadConnection extends DatabaseConnection {
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (result: QueryResult<never>) => void;
  readonly reject: (error: Error) => void;
}

function threadConnection(path: string, isReadOnly: boolean): ThreadConnection {
  const thread = beginThread("store/sqlite-thread", { path, isReadOnly });
  const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let lost: Error | undefined;
  const lose = (message: string, errcode?: number): void => {
    lost ??= errorOf(path, message, errcode);
    for (const { reject } of waiting.values()) reject(lost);
    waiting.clear();
  };
  thread.unref();
  thread.once("error", ({ message, errcode }: Error & { readonly errcode?: number }) =>
    lose(message, errcode),
  );
  thread.once("exit", () => lose("its thread has ended"));
  thread.on("message", (answer: StatementAnswer) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) thread.unref();
    if ("message" in answer) asker?.reject(errorOf(path, answer.message, answer.errcode));
    else asker?.resolve({ rows: answer.rows as never[], numAffectedRows: BigInt(answer.changed) });
  });
  return {
    executeQuery({ sql, parameters }) {
      if (lost !== undefined) return Promise.reject(lost);
      const id = ++asked;
      // A pending query keeps the process alive. An idle thread does not.
      thread.ref();
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        const values = parameters as StatementRequest["parameters"];
        thread.postMessage({ id, sql, parameters: values } satisfies StatementRequest);
      });
    },
    streamQuery() {
      throw new Error("streaming reads are not supported. Read long results page by page");
    },
    async close() {
      thread.ref();
      thread.postMessage("close");
      await ended;
    },
  };
}

function errorOf(path: string, message: string, errcode: number | undefined): Error {
  // The lowest byte of SQLite's result code is the primary code.
  switch ((errcode ?? 0) & 0xff) {
    case 5:
    case 6:
      return failure("store_busy", { path, seconds: patience / 1_000, holder: holderOf(path) });
    case 8:
    case 14:
      return failure("no_permission", { path });
    case 13:
      return storageFailure(path, "ENOSPC");
    case 10:
      return storageFailure(path, errcode === sharedMemoryTooSmall ? "ENOSPC" : "EIO");
    case 11:
    case 26:
      return failure("store_damaged", { path, reason: message });
    default:
      return new Error(`${message} (${path})`);
  }
}

/** Returns a description of the processes that lock a database's files, or "" if Linux does not show them. */
function holderOf(path: string): string {
  try {
    const inodes = ["", "-wal", "-shm"].flatMap(
      (ending) => statSync(`${path}${ending}`, { throwIfNoEntry: false })?.ino ?? [],
    );
    const pids = new Set<string>();
    for (const line of readFileSync("/proc/locks", "utf8").split("\n")) {
      const [, pid, inode] = /^\d+: \S+ +\S+ +WRITE (\d+) \S+:(\d+) /.exec(line) ?? [];
      if (pid !== undefined && Number(pid) !== process.pid && inodes.includes(Number(inode))) pids.add(pid);
    }
    const named = [...pids].map(
      (pid) => `${readFileSync(`/proc/${pid}/comm`, "utf8").trim()}, process ${pid}`,
    );
    return named.length === 0 ? "" : ` (${named.join("; ")})`;
  } catch {
    return "";
  }
}

/**
 * `SQLITE_IOERR_SHMSIZE`, which means that there is no space for the first file that SQLite creates when it opens a
 * database.
 */
const sharedMemoryTooSmall = 4874;

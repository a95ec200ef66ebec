import { DatabaseSync, type StatementSyncInstance } from "../system/sqlite-library.js";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { patience } from "./sqlite-patience.js";
import type { StatementAnswer, StatementRequest } from "./sqlite.js";

/** The thread with the SQLite connection. Its waits block no other thread. */

const { path, isReadOnly } = workerData as { readonly path: string; readonly isReadOnly: boolean };
const port = parentPort;
if (port === null) throw new Error("not a thread");

// In a read-only folder without a write-ahead log, SQLite must be told that it needs no other files.
const isStill = isReadOnly && !existsSync(`${path}-wal`);
const database = new DatabaseSync(isStill ? `${pathToFileURL(path).href}?immutable=1` : path, {
  timeout: patience,
  readOnly: isReadOnly,
});
// FULL: commits survive a power cut. secure_delete: deleted data is overwritten, because it may be personal.
if (!isReadOnly)
  database.exec(
    "pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on; pragma secure_delete=on; pragma journal_size_limit=67108864",
  );

const prepared = new Map<string, StatementSyncInstance>();

function statement(sql: string): StatementSyncInstance {
  const known = prepared.get(sql);
  if (known !== undefined) return known;
  const made = database.prepare(sql);
  if (prepared.size >= 200) prepared.clear();
  prepared.set(sql, made);
  return made;
}

port.on("message", (question: StatementRequest | "close") => {
  if (question === "close") {
    database.close();
    port.close();
    return;
  }
  const { id, sql, parameters } = question;
  try {
    const asked = statement(sql);
    if (asked.columns().length > 0) {
      port.postMessage({ id, rows: asked.all(...parameters), changed: 0 } satisfies StatementAnswer);
    } else {
      const { changes } = asked.run(...parameters);
      port.postMessage({ id, rows: [], changed: changes } satisfies StatementAnswer);
    }
  } catch (error) {
    const { message, errcode } = error as Error & { readonly errcode?: number };
    port.postMessage({ id, message, errcode } satisfies StatementAnswer);
  }
});

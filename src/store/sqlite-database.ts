import { DatabaseSync, type StatementSyncInstance } from "../system/sqlite-library.js";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { foldText } from "./fold-text.js";
import type { StatementAnswer, StatementRequest } from "./sqlite.js";

export interface OpenDatabase {
  answer(request: StatementRequest): StatementAnswer;
  close(): void;
}

/**
 * `wait` is the number of milliseconds that a statement waits for another writer. The calling thread is blocked during
 * this time.
 */
export function openDatabase(path: string, isReadOnly: boolean, wait: number): OpenDatabase {
  // In a read-only folder without a write-ahead log, SQLite must open the file as immutable, because it cannot create
  // any other files.
  const isStill = isReadOnly && !existsSync(`${path}-wal`);
  const database = new DatabaseSync(isStill ? `${pathToFileURL(path).href}?immutable=1` : path, {
    timeout: wait,
    readOnly: isReadOnly,
  });
  // With `FULL`, commits survive a power failure. With `secure_delete`, deleted data is overwritten, because the data
  // may be personal.
  if (!isReadOnly)
    database.exec(
      "pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on; pragma secure_delete=on; pragma journal_size_limit=67108864",
    );

  database.function("fold_text", { deterministic: true }, (text: string | number | null) =>
    text === null ? null : foldText(String(text)),
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

  return {
    answer({ id, sql, parameters }) {
      try {
        const asked = statement(sql);
        if (asked.columns().length > 0) return { id, rows: asked.all(...parameters), changed: 0 };
        const { changes } = asked.run(...parameters);
        return { id, rows: [], changed: changes };
      } catch (error) {
        const { message, errcode } = error as Error & { readonly errcode?: number };
        return { id, message, errcode };
      }
    },
    close: () => database.close(),
  };
}

import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "./sqlite-database.js";
import { patience } from "./sqlite-patience.js";
import type { StatementRequest } from "./sqlite.js";

/** The thread with the SQLite connection. While this thread waits, no other thread is blocked. */

const { path, isReadOnly } = workerData as { readonly path: string; readonly isReadOnly: boolean };
const port = parentPort;
if (port === null) throw new Error("not a thread");
const database = openDatabase(path, isReadOnly, patience);

port.on("message", (question: StatementRequest | "close") => {
  if (question === "close") {
    database.close();
    port.close();
    return;
  }
  port.postMessage(database.answer(question));
});

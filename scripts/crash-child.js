/**
 * Runs `lading run` (or the command line that follows), and strikes before or after the n-th call to the file system or to
 * the store: CRASH_AT, CRASH_WHEN, and CRASH_SIGNAL (SIGKILL, or SIGSTOP to stand still there). Every call of
 * node:fs/promises that touches the workspace is counted, whoever makes it, so that no seam can hide one; of what is asked
 * of the store, the begin and the end of each transaction, and each write outside of one. CRASH_LOG gets them, a line of
 * JSON each.
 */
import { appendFileSync, promises as fs } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";
import { Worker } from "node:worker_threads";

const at = Number(process.env.CRASH_AT ?? "0");
const when = process.env.CRASH_WHEN ?? "before";
const signal = process.env.CRASH_SIGNAL ?? "SIGKILL";
const log = process.env.CRASH_LOG;
let count = 0;

const open = fs.open;
for (const name of ["rename", "link"]) {
  const call = fs[name];
  fs[name] = (from, to, ...rest) =>
    counted({ call: name, path: String(from), to: String(to) }, () => call(from, to, ...rest));
}
for (const name of ["unlink", "mkdir", "rm", "readdir", "readFile", "lstat", "stat"]) {
  const call = fs[name];
  fs[name] = (path, ...rest) => counted({ call: name, path: String(path) }, () => call(path, ...rest));
}
fs.open = async (path, flags, ...rest) => {
  const writes = flags === "a" || (typeof flags === "number" && (flags & 3) !== 0);
  const facts = { call: writes ? "create" : "open", path: String(path) };
  const handle = await counted(facts, () => open(path, flags, ...rest));
  return watched(handle, String(path));
};
syncBuiltinESMExports();

/** By connection: the tables that the transaction under way has written to. */
const written = new Map();
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...rest) {
  const facts = typeof message?.sql === "string" ? asked(this, message.sql) : undefined;
  if (facts === undefined) return post.call(this, message, ...rest);
  const strike = begin();
  const answered = (answer) => {
    if (answer.id !== message.id) return;
    this.off("message", answered);
    strike.after({ ...facts, done: !("message" in answer) });
  };
  this.prependListener("message", answered);
  post.call(this, message, ...rest);
};

/** A statement for PostgreSQL, as it goes over the wire: a letter, four bytes of length, a name where it is parsed, the text. */
const send = Socket.prototype.write;
Socket.prototype.write = function (bytes, ...rest) {
  const kind = Buffer.isBuffer(bytes) ? String.fromCharCode(bytes[0] ?? 0) : "";
  const text = kind === "Q" ? 5 : kind === "P" ? bytes.indexOf(0, 5) + 1 : -1;
  const facts = text < 0 ? undefined : asked(this, bytes.toString("utf8", text, bytes.indexOf(0, text)));
  if (facts === undefined) return send.call(this, bytes, ...rest);
  const strike = begin();
  this.prependOnceListener("data", () => strike.after({ ...facts, done: true }));
  return send.call(this, bytes, ...rest);
};

/** What a statement is counted as; undefined when it is not. */
function asked(connection, sql) {
  const [verb] = sql.toLowerCase().split(/[ ;]/);
  const tables = written.get(connection);
  const table = /^(?:insert into|update|delete from) "?(\w+)/.exec(sql)?.[1];
  if (verb === "begin" || verb === "start") {
    written.set(connection, new Set());
    return { call: "begin", path: "store" };
  }
  if (verb === "commit" || verb === "rollback") {
    written.delete(connection);
    return { call: verb, path: "store", to: [...(tables ?? [])].join(" ") };
  }
  if (table === undefined) return undefined;
  if (tables === undefined) return { call: "statement", path: "store", to: table };
  tables.add(table);
  return undefined;
}

const given = process.argv.slice(2);
process.argv.splice(2, process.argv.length, ...(given.length > 0 ? given : ["run"]));
await import(new URL("../dist/cli.js", import.meta.url).href);

/** A handle each of whose calls is counted. */
function watched(handle, path) {
  for (const [name, call] of Object.entries({
    writeFile: "write",
    sync: "fsync",
    truncate: "truncate",
    close: "close",
    read: "read",
  })) {
    const work = handle[name].bind(handle);
    handle[name] = (...args) => counted({ call, path }, () => work(...args));
  }
  return handle;
}

/** Only what belongs to the workspace counts: loading the program does not. */
async function counted(facts, work) {
  if (!facts.path.startsWith(process.cwd())) return work();
  const strike = begin();
  let done = false;
  try {
    const result = await work();
    done = true;
    return result;
  } finally {
    strike.after({ ...facts, done });
  }
}

/** Counts a call, and strikes before it when it is the one. */
function begin() {
  count += 1;
  const n = count;
  if (n === at && when === "before") process.kill(process.pid, signal);
  return {
    after(facts) {
      if (log !== undefined) appendFileSync(log, `${JSON.stringify({ n, ...facts })}\n`);
      if (n === at && when === "after") process.kill(process.pid, signal);
    },
  };
}

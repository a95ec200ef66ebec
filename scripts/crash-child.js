/**
 * Runs `lading run` (or the command line that follows), and sends itself a signal before or after the n-th call
 * to the file system or the store. CRASH_AT is the number of the call, CRASH_WHEN is `before` or `after`, and
 * CRASH_SIGNAL is SIGKILL, or SIGSTOP to suspend the process there.
 *
 * Every call of node:fs/promises that touches the workspace is counted, regardless of its caller. In the store,
 * the start and the end of each transaction are counted, and each write outside of a transaction. The calls are
 * written to the file CRASH_LOG, as one line of JSON each.
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

/** Tables that the current transaction has written to, by connection. */
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

/**
 * A statement for PostgreSQL on the wire consists of a letter, four bytes of length, a name if it is parsed, and the
 * text.
 */
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

/** Returns the call that a statement counts as, or undefined if it does not count. */
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

/** Returns a handle whose calls are counted. */
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

/** Counts calls in the workspace only, so that loading the program does not count. */
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

/** Counts a call, and sends the signal before it if its number is CRASH_AT. */
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

/**
 * Runs `lading run` (or the command line that follows), and strikes before or after the n-th call to the file system:
 * CRASH_AT, CRASH_WHEN, and CRASH_SIGNAL (SIGKILL, or SIGSTOP to stand still there). Every call of node:fs/promises that
 * touches the workspace is counted, whoever makes it, so that no seam can hide one; `npm run proof:crash` holds the calls
 * against strace. CRASH_LOG gets them, a line of JSON each, with the bytes that were written.
 */
import { appendFileSync, promises as fs } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

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

const given = process.argv.slice(2);
process.argv.splice(2, process.argv.length, ...(given.length > 0 ? given : ["run"]));
await import(new URL("../dist/cli.js", import.meta.url).href);

/** A handle each of whose calls is counted. */
function watched(handle, path) {
  const facts = {
    writeFile: (bytes) => ({ call: "write", path, bytes: log && Buffer.from(bytes).toString("base64") }),
    sync: () => ({ call: "fsync", path }),
    truncate: (length) => ({ call: "truncate", path, length }),
    close: () => ({ call: "close", path }),
    read: () => ({ call: "read", path }),
  };
  for (const [name, of] of Object.entries(facts)) {
    const call = handle[name].bind(handle);
    handle[name] = (...args) => counted(of(...args), () => call(...args));
  }
  return handle;
}

/** Only what belongs to the workspace counts: loading the program does not. */
async function counted(facts, work) {
  if (!facts.path.startsWith(process.cwd())) return work();
  count += 1;
  const me = count;
  const strikes = me === at;
  if (strikes && when === "before") process.kill(process.pid, signal);
  let done = false;
  try {
    const result = await work();
    done = true;
    return result;
  } finally {
    if (log !== undefined) appendFileSync(log, `${JSON.stringify({ n: me, done, ...facts })}\n`);
    if (strikes && when === "after") process.kill(process.pid, signal);
  }
}

/**
 * Runs `lading run`, and ends by SIGKILL before or after the n-th call to the file system (CRASH_AT, CRASH_WHEN). Every
 * call of node:fs/promises is counted, whoever makes it, so that no seam can hide one. CRASH_LOG gets the calls.
 */
import { appendFileSync, promises as fs } from "node:fs";

const at = Number(process.env.CRASH_AT ?? "0");
const when = process.env.CRASH_WHEN ?? "before";
const log = process.env.CRASH_LOG;
let count = 0;

const watched = ["open", "rename", "link", "unlink", "mkdir", "rm", "readdir", "readFile", "lstat", "stat"];
for (const name of watched) fs[name] = counted(name, fs[name]);

const probe = await fs.open(process.execPath, "r");
const handle = Object.getPrototypeOf(probe);
await probe.close();
for (const name of ["writeFile", "sync", "truncate", "close", "read"]) {
  handle[name] = counted(`handle.${name}`, handle[name]);
}
count = 0;

process.argv.splice(2, process.argv.length, "run");
await import(new URL("../dist/cli.js", import.meta.url).href);

function counted(name, original) {
  return async function (...args) {
    const path = String(args[0] ?? "");
    // Only what belongs to the workspace counts: loading the program does not.
    const mine = name.startsWith("handle.") || path.includes(process.cwd());
    if (!mine) return original.apply(this, args);
    count += 1;
    const me = count;
    if (log !== undefined) appendFileSync(log, `${name} ${name.startsWith("handle.") ? "" : path}\n`);
    if (me === at && when === "before") process.kill(process.pid, "SIGKILL");
    const result = await original.apply(this, args);
    if (me === at && when === "after") process.kill(process.pid, "SIGKILL");
    return result;
  };
}

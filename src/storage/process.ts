import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** What tells a process from every other one, here and elsewhere, now and later. */
export interface ProcessIdentity {
  readonly host: string;
  readonly boot: string;
  readonly pid: number;
  /** Start time of the process in clock ticks since boot; tells a process from a later one with the same number. */
  readonly started: string;
}

/** Whether an owner provably does not run any more. */
export function isGone(owner: ProcessIdentity): boolean {
  const here = thisProcess();
  if (owner.host !== here.host) return false;
  if (owner.boot !== here.boot) return true;
  return startOf(owner.pid) !== owner.started;
}

let self: ProcessIdentity | undefined;

/** Identity of this process, as leases and drafts name it; found out once, for it stays. */
export function thisProcess(): ProcessIdentity {
  self ??= { host: hostname(), boot: bootId(), pid: process.pid, started: startOf(process.pid) ?? "" };
  return self;
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

/** Field 22 of /proc/PID/stat; undefined when there is no such process, or only its remains. */
function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the name in brackets and may hold blanks and brackets itself.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";

/** What tells a process from every other one, here and elsewhere, now and later. */
export const processSchema = z.strictObject({
  host: z.string(),
  boot: z.string(),
  /** The numbers of processes mean something only in here: each container has a namespace of its own. */
  namespace: z.string(),
  pid: z.number().int(),
  /** Start time of the process in clock ticks since boot; tells a process from a later one with the same number. */
  started: z.string(),
});
type ProcessIdentity = z.infer<typeof processSchema>;

/**
 * Whether an owner provably does not run any more.
 *
 * @param isOwnPlace whether only this machine has ever left its mark there, so that another boot was an earlier one
 */
export function isGone(owner: ProcessIdentity, isOwnPlace = true): boolean {
  const here = thisProcess();
  // Another machine may have the same name, but not the same boot.
  if (owner.boot !== here.boot) return isOwnPlace && owner.host === here.host;
  return owner.namespace === here.namespace && startOf(owner.pid) !== owner.started;
}

let self: ProcessIdentity | undefined;

/** Identity of this process, as leases and drafts name it; found out once, for it stays. */
export function thisProcess(): ProcessIdentity {
  self ??= {
    host: hostname(),
    boot: bootId(),
    namespace: readlinkSync("/proc/self/ns/pid").replace(/\D/g, ""),
    pid: process.pid,
    started: startOf(process.pid) ?? "",
  };
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

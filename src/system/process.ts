import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";

/** Identifies a process uniquely, across machines and reboots. */
export const processSchema = z.strictObject({
  host: z.string(),
  boot: z.string(),
  /** Process IDs are meaningful only within a namespace, and each container has its own namespace. */
  namespace: z.string(),
  pid: z.number().int(),
  /**
   * Start time in clock ticks since boot. This time distinguishes the process from a later process with the same ID.
   */
  started: z.string(),
});
type ProcessIdentity = z.infer<typeof processSchema>;

/**
 * True if a process has definitely exited. `isOwnPlace` is true if only this machine uses the store or folder, so that
 * a different boot ID means an earlier boot.
 */
export function isGone(owner: ProcessIdentity, isOwnPlace = true): boolean {
  const here = thisProcess();
  // Another machine may have the same host name but not the same boot ID.
  if (owner.boot !== here.boot) return isOwnPlace && owner.host === here.host;
  return owner.namespace === here.namespace && startOf(owner.pid) !== owner.started;
}

let self: ProcessIdentity | undefined;

/** Identity of this process, for leases and the names of temporary files. */
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

/** Returns field 22 of /proc/PID/stat, or undefined if the process does not exist or is a zombie. */
function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

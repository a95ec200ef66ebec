import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";

/** The cores that the process was given; undefined until they are first asked for. */
let given: readonly number[] | undefined;
/** Whether it has left the first of them, or has at least tried to. */
let leaves = false;

/**
 * A large import must not keep those waiting who ask a server for a list, so this process and those that it begins take what
 * they leave: where the processor is free it is as fast as ever. Where a system grants no priorities nothing happens.
 *
 * @param leavesCore whether one core is left to the server altogether, on Linux, where there are two and more: a scheduler may
 * let who wakes wait for its next tick, 4 ms long on many systems, whatever the priorities. After that, `false` takes it back.
 */
export function giveWay({ leavesCore }: { readonly leavesCore: boolean }): void {
  lower(process.pid);
  if (process.platform !== "linux") return;
  // On Linux a priority is a thread's own, and only threads that begin later inherit it.
  for (const thread of threadsOfProcess()) lower(thread);
  leaveFirstCore(leavesCore);
}

function lower(id: number): void {
  try {
    setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // As fast as anything else, then.
  }
}

function threadsOfProcess(): readonly number[] {
  try {
    return readdirSync("/proc/self/task").map(Number);
  } catch {
    return [];
  }
}

/** Node cannot bind a process to cores; `taskset` can, which hardly a Linux is without. */
function leaveFirstCore(leave: boolean): void {
  if (leave === leaves) return;
  // Before it is done: a `taskset` that fails or hangs may have bound some threads, and is not asked for the same again.
  leaves = leave;
  try {
    given ??= coresOfProcess();
    if (given.length < 2) return;
    const words = ["-apc", (leave ? given.slice(1) : given).join(","), String(process.pid)];
    const env = { PATH: process.env["PATH"] };
    execFileSync("taskset", words, { env, stdio: "ignore", timeout: 1000, killSignal: "SIGKILL" });
  } catch {
    // On the cores that it has, then.
  }
}

/** Those that it may run on, which a container or a unit of systemd may have made fewer than the machine has. */
function coresOfProcess(): readonly number[] {
  const [, list = ""] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return list.split(",").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

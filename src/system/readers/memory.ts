import { readdirSync, readFileSync } from "node:fs";

const pageSize = 4096;

/**
 * Resident memory of a process and all that it started, in bytes; undefined where the system does not tell (only Linux
 * has /proc). A process that has just ended counts as 0.
 */
export function residentBytes(pid: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  let total = 0;
  const waiting = [pid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    try {
      total += Number(readFileSync(`/proc/${next}/statm`, "latin1").split(" ")[1]) * pageSize;
      for (const thread of readdirSync(`/proc/${next}/task`)) {
        const started = readFileSync(`/proc/${next}/task/${thread}/children`, "latin1").trim();
        if (started !== "") waiting.push(...started.split(" ").map(Number));
      }
    } catch {
      // It ended between two looks.
    }
  }
  return total;
}

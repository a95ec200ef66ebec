import { availableParallelism } from "node:os";
import { evaluate, type Evaluation, type Job } from "../../convert/engine.js";
import { isRowByRow } from "../../convert/rows.js";
import { taskOf } from "../../convert/task.js";
import { readHead } from "../../formats/head.js";
import { isContainer } from "../../formats/index.js";
import { withListFiles } from "../list-files.js";
import { largeFile } from "./start-thread.js";
import { threadPool } from "./thread-pool.js";

const mostThreads = 4;

/**
 * Evaluates a file in this process. A large text file is evaluated by several threads if the result of each row depends
 * only on that row. `share` is the number of bytes per thread.
 */
export async function evaluateHere(job: Job, share = largeFile / 2): Promise<Evaluation> {
  if (job.mapping.gathers) {
    // SQLite is loaded only if it is needed.
    const { gatherRows } = await import("../gather-rows.js");
    return evaluate({ ...job, gather: gatherRows });
  }
  const { size } = job.source;
  const isLarge = size >= largeFile && isRowByRow(job) && !isContainer(await readHead(job.source));
  if (!isLarge) return evaluate(job);
  const threads = Math.min(availableParallelism(), mostThreads, Math.ceil(size / share));
  return withListFiles(job.lookups, async (lists) => {
    const pool = threadPool(Math.max(1, threads), taskOf(job, lists));
    try {
      return await evaluate({ ...job, pool });
    } finally {
      pool.end();
    }
  });
}

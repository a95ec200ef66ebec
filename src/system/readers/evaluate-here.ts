import { availableParallelism } from "node:os";
import { evaluate, type Evaluation, type Job } from "../../convert/engine.js";
import { isRowByRow } from "../../convert/rows.js";
import { taskOf } from "../../convert/task.js";
import { readHead } from "../../formats/head.js";
import { isContainer } from "../../formats/index.js";
import { withListFiles } from "../list-files.js";
import { worthThreads } from "./start-thread.js";
import { threadPool } from "./thread-pool.js";

const mostThreads = 4;

/**
 * Evaluates a file in this process, on several threads if it is large enough. They load while the beginning of the file is read.
 *
 * @param share one thread for so many bytes
 */
export async function evaluateHere(job: Job, share = worthThreads / 2): Promise<Evaluation> {
  if (job.mapping.gathers) {
    // Only then a database is loaded.
    const { gatherRows } = await import("../gather-rows.js");
    return evaluate({ ...job, gather: gatherRows });
  }
  const { size } = job.source;
  const isLarge = size >= worthThreads && isRowByRow(job) && !isContainer(await readHead(job.source));
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

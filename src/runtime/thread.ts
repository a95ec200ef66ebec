import { parentPort } from "node:worker_threads";
import type { RowsJob } from "../evaluation/rows.js";
import { jobOf, type EvaluationTask } from "../evaluation/task.js";
import {
  chunkEvaluator,
  type ChunkOrder,
  type EvaluateChunk,
  type EvaluatedPart,
  type UnevenChunk,
} from "../evaluation/part.js";
import type { Chunk } from "../evaluation/chunks.js";

/** One thread: gets its task, says that it is ready, then gets its order and chunks, and answers each with what it came to. */

/** What a thread says when it can take chunks. */
export type Ready = "ready";

let job: RowsJob | undefined;
let decideChunk: EvaluateChunk | undefined;

parentPort?.on("message", (message: EvaluationTask | ChunkOrder | Chunk) => {
  if ("mapping" in message) {
    job = jobOf(message);
    parentPort?.postMessage("ready" satisfies Ready);
    return;
  }
  if ("body" in message) {
    if (job === undefined) throw new Error("an order before the task");
    decideChunk = chunkEvaluator(job, message);
    return;
  }
  if (decideChunk === undefined) throw new Error("a chunk before the order");
  const answer = decideChunk(message);
  parentPort?.postMessage(answer, buffersOf(answer));
});

/** What is handed over instead of copied. */
function buffersOf(answer: EvaluatedPart | UnevenChunk): ArrayBuffer[] {
  if ("isUneven" in answer || answer.run === undefined) return [];
  return [answer.run.bytes.buffer as ArrayBuffer, answer.run.lines.buffer as ArrayBuffer];
}

import { parentPort } from "node:worker_threads";
import type { RowsJob } from "../deciding/rows.js";
import { jobOf, type DecisionTask } from "../deciding/task.js";
import {
  chunkDecider,
  type ChunkOrder,
  type DecideChunk,
  type DecidedChunk,
  type UnevenChunk,
} from "./chunk-decider.js";
import type { Chunk } from "./chunks.js";

/** One thread: gets its task, says that it is ready, then gets its order and chunks, and answers each with what it came to. */

/** What a thread says when it can take chunks. */
export type Ready = "ready";

let job: RowsJob | undefined;
let decideChunk: DecideChunk | undefined;

parentPort?.on("message", (message: DecisionTask | ChunkOrder | Chunk) => {
  if ("mapping" in message) {
    job = jobOf(message);
    parentPort?.postMessage("ready" satisfies Ready);
    return;
  }
  if ("body" in message) {
    if (job === undefined) throw new Error("an order before the task");
    decideChunk = chunkDecider(job, message);
    return;
  }
  if (decideChunk === undefined) throw new Error("a chunk before the order");
  const answer = decideChunk(message);
  parentPort?.postMessage(answer, buffersOf(answer));
});

/** What is handed over instead of copied. */
function buffersOf(answer: DecidedChunk | UnevenChunk): ArrayBuffer[] {
  if ("isUneven" in answer || answer.run === undefined) return [];
  return [answer.run.bytes.buffer as ArrayBuffer, answer.run.lines.buffer as ArrayBuffer];
}

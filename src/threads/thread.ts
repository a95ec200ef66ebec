import { parentPort } from "node:worker_threads";
import { jobOf } from "../deciding/task.js";
import {
  chunkDecider,
  type DecideChunk,
  type DecidedChunk,
  type ThreadOrder,
  type UnevenChunk,
} from "./chunk-decider.js";
import type { Chunk } from "./chunks.js";

/** One thread: gets its order, says that it is ready, then gets chunks, and answers each with what it came to. */

/** What a thread says when it can take chunks. */
export type Ready = "ready";

let decideChunk: DecideChunk | undefined;

parentPort?.on("message", (message: ThreadOrder | Chunk) => {
  if ("task" in message) {
    decideChunk = chunkDecider(jobOf(message.task), message);
    parentPort?.postMessage("ready" satisfies Ready);
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

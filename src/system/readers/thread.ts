import { on } from "node:events";
import { parentPort } from "node:worker_threads";
import type { Chunk } from "../../convert/chunks.js";
import { chunkEvaluator, type ChunkOrder, type ChunkResult, type EvaluateChunk } from "../../convert/part.js";
import type { RowsJob } from "../../convert/rows.js";
import { jobOf, type Task } from "../../convert/task.js";
import { lookupsInFiles } from "../list-files.js";

/**
 * An evaluation thread. The thread receives its task and reports that it is ready. For each order, it then receives
 * chunks and returns a result for each chunk.
 */

/** Message sent when the thread can accept chunks. */
export type Ready = "ready";

export interface ThreadAnswer {
  readonly index: number;
  readonly result: ChunkResult;
}

let job: RowsJob | undefined;
let evaluateChunk: EvaluateChunk | undefined;

if (parentPort !== null) {
  for await (const [message] of on(parentPort, "message") as AsyncIterable<[Task | ChunkOrder | Chunk]>) {
    if ("mapping" in message) {
      job = jobOf(message, await lookupsInFiles(message.lists));
      parentPort.postMessage("ready" satisfies Ready);
    } else if ("body" in message) {
      if (job === undefined) throw new Error("an order arrived before the task");
      evaluateChunk = chunkEvaluator(job, message);
    } else {
      if (evaluateChunk === undefined) throw new Error("a chunk arrived before the order");
      const result = evaluateChunk(message);
      parentPort.postMessage({ index: message.index, result } satisfies ThreadAnswer, buffersOf(result));
    }
  }
}

/** Returns the buffers that are transferred instead of copied. */
function buffersOf(result: ChunkResult): ArrayBuffer[] {
  const run = result?.part.run;
  return run === undefined ? [] : [run.bytes.buffer as ArrayBuffer, run.lines.buffer as ArrayBuffer];
}

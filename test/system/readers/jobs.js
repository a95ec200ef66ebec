import { writeSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * Jobs for tests of the child process. They do what hostile files may cause a reader to do. They are JavaScript,
 * because the built child process loads them.
 *
 * @type {import("../../../src/system/readers/job.js").ReaderJob}
 */
export const run = async (task, source, answer) => {
  const { what, frame } = task;
  switch (what) {
    case "read": {
      for (let round = 0; round < 2; round += 1) {
        for await (const chunk of source.stream())
          await answer.send("chunk", Buffer.from(chunk).toString("latin1"));
      }
      await answer.send("name", source.name);
      return;
    }
    case "environment":
      await answer.send("environment", process.env);
      return;
    case "many":
      for (let i = 0; i < 100_000; i += 1) await answer.send(i % 1000 === 0 ? "hundred" : "one", { i });
      return;
    case "buffers":
      return keepBuffers();
    case "hang":
      return hang();
    case "work":
      return workAtLowPriority();
    case "flood":
      return flood(answer);
    case "vanish":
      await answer.send("one", 1);
      return process.exit(0);
    case "killed":
      process.kill(process.pid, "SIGKILL");
      return;
    case "throw":
      throw new TypeError("the cell of Jane Doe");
    case "fail": {
      const { LadingError } = await import("../../../dist/index.js");
      throw new LadingError("locked", "message", "hint");
    }
    case "nonsense":
      writeSync(3, encodeFrame(frame));
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      return;
    case "stop":
      process.kill(process.pid, "SIGSTOP");
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      return;
    case "twice":
      writeSync(3, Buffer.concat([encodeFrame(["end"]), encodeFrame(["end"])]));
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      return;
    case "garbage":
      writeSync(3, Buffer.from([255, 255, 255, 255]));
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      return;
  }
};

/** Encodes a frame in the same way as the child process. */
function encodeFrame(frame) {
  const json = Buffer.from(JSON.stringify(frame));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([length, json]);
}

/** Ends after 600 MB, in case nothing stops it. */
async function keepBuffers() {
  const kept = [];
  while (kept.length < 75) {
    kept.push(Buffer.alloc(8 * 1024 * 1024, kept.length));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Uses the processor for one and a half seconds at a low priority. */
function workAtLowPriority() {
  setPriority(10);
  const start = process.cpuUsage();
  while (process.cpuUsage(start).user < 1.5e6) Math.sqrt(2);
}

function hang() {
  for (;;) Math.sqrt(2);
}

async function flood(answer) {
  for (;;) await answer.send("noise", "x".repeat(10_000));
}

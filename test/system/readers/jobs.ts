import { writeSync } from "node:fs";
import { setPriority } from "node:os";
import { failure } from "../../../src/errors.js";
import { encodeFrame } from "../../../src/system/readers/frames.js";
import type { Answer, ReaderJob } from "../../../src/system/readers/job.js";

/** Jobs for tests of the child process: what hostile files make a reader do. */
export const run: ReaderJob = async (task, source, answer) => {
  const { what } = task as { what: string };
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
    case "fail":
      throw failure("locked", { feed: "a/staff", pid: 1, host: "h" });
    case "nonsense":
      writeSync(3, encodeFrame((task as { frame?: unknown }).frame));
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

/** Ends after 600 MB, in case nothing stops it. */
async function keepBuffers(): Promise<void> {
  const kept: Buffer[] = [];
  while (kept.length < 75) {
    kept.push(Buffer.alloc(8 * 1024 * 1024, kept.length));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Uses the processor for one and a half seconds at a low priority. */
function workAtLowPriority(): void {
  setPriority(10);
  const start = process.cpuUsage();
  while (process.cpuUsage(start).user < 1.5e6) Math.sqrt(2);
}

function hang(): never {
  for (;;) Math.sqrt(2);
}

async function flood(answer: Answer): Promise<never> {
  for (;;) await answer.send("noise", "x".repeat(10_000));
}

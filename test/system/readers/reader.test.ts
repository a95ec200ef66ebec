import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { BrokenFrames, longestFrame } from "../../../src/system/readers/frames.js";
import {
  defaultReaderLimits,
  Reader,
  type ReaderEnd,
  type ReaderLimits,
} from "../../../src/system/readers/reader.js";

const isLong = process.env["LADING_PROOF"] === "long";
const folder = mkdtempSync(join(tmpdir(), "lading-child-"));
const path = join(folder, "in.csv");
beforeAll(() => writeFileSync(path, "Code;Name\nA;é\n"));
afterAll(() => rmSync(folder, { recursive: true }));

const newReader = (memory?: number): Reader => new Reader(new URL("./jobs.js", import.meta.url).href, memory);

interface Ran {
  readonly end: ReaderEnd;
  readonly items: readonly (readonly [string, unknown])[];
}

async function ran(
  what: string,
  limits: Partial<ReaderLimits> = {},
  signal?: AbortSignal,
  frame?: unknown,
  reader = newReader(limits.memory),
): Promise<Ran> {
  const items: [string, unknown][] = [];
  try {
    const end = await reader.read({
      name: "in.csv",
      path,
      size: statSync(path).size,
      task: { what, frame },
      limits: { ...defaultReaderLimits, ...limits },
      signal,
      onItem: (kind, item) => void items.push([kind, item]),
    });
    return { end, items };
  } finally {
    await reader.end();
  }
}

it("reads the file as often as necessary, and reports its name", async () => {
  const { end, items } = await ran("read");
  expect(end).toEqual({ state: "done" });
  const text = Buffer.from("Code;Name\nA;é\n").toString("latin1");
  expect(items).toEqual([
    ["chunk", text],
    ["chunk", text],
    ["name", "in.csv"],
  ]);
});

it("gets only the folder of temporary files from the environment", async () => {
  const before = process.env["TMPDIR"];
  onTestFinished(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  });
  process.env["TMPDIR"] = "/var/tmp";
  const { items } = await ran("environment");
  expect(items).toEqual([["environment", { TMPDIR: "/var/tmp" }]]);
});

it("returns every item in order", async () => {
  const { end, items } = await ran("many");
  expect(end).toEqual({ state: "done" });
  expect(items.length).toBe(100_000);
  expect(items.every(([, item], index) => (item as { i: number }).i === index)).toBe(true);
});

it("is killed if it exceeds its memory, including buffers outside the heap", async () => {
  const memory = 256 * 1024 * 1024;
  expect((await ran("buffers", { memory })).end).toEqual({
    state: "killed",
    reason: "memory",
    limit: memory,
  });
});

it("has more time for a larger file, by its actual size and not by the child's statement", async () => {
  const { size } = statSync(path);
  const perByte = 20;
  const limit = 900 + size * perByte;
  const { end } = await ran("hang", { time: 900, timePerMegabyte: perByte * 1024 * 1024 });
  expect(end).toEqual({ state: "killed", reason: "time", limit });
});

it("is killed if it exceeds its time, even in a loop that never yields", async () => {
  expect((await ran("hang", { time: 1_500 })).end).toEqual({ state: "killed", reason: "time", limit: 1_500 });
});

// Runs only in `proof:readers`, because it keeps all processors busy.
it.runIf(isLong && process.platform === "linux")("has its full time on a busy machine", async () => {
  const reader = newReader();
  onTestFinished(async () => void (await reader.end()));
  const file = { name: "in.csv", path, size: 0, onItem: () => {} };
  // Excludes the start of the process, which uses several threads.
  await reader.read({ ...file, task: { what: "read" }, limits: defaultReaderLimits });
  const busy = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  onTestFinished(() => busy.forEach((other) => other.kill("SIGKILL")));
  const limits = { ...defaultReaderLimits, time: 4_000 };
  expect(await reader.read({ ...file, task: { what: "work" }, limits })).toEqual({ state: "done" });
});

it("is killed if its answer is too large", async () => {
  expect((await ran("flood", { output: 100_000 })).end).toMatchObject({ state: "killed", reason: "output" });
});

it("counts as crashed if its answer is incomplete, for any exit code", async () => {
  expect((await ran("vanish")).end).toEqual({
    state: "crashed",
    detail: "the reading process ended early (exit code 0)",
  });
  expect((await ran("killed")).end).toMatchObject({
    state: "crashed",
    detail: expect.stringContaining("SIGKILL") as string,
  });
  expect((await ran("garbage")).end).toMatchObject({
    state: "crashed",
    detail: expect.stringContaining("frame") as string,
  });
});

it("reports where it crashed without the cell's value", async () => {
  const { end } = await ran("throw");
  expect(end).toMatchObject({
    state: "crashed",
    detail: expect.stringMatching(/^TypeError\n\s+at .*jobs\.js/) as string,
  });
  expect(JSON.stringify(end)).not.toContain("Jane");
});

it("passes on a known failure", async () => {
  expect((await ran("fail")).end).toMatchObject({ state: "failed", code: "locked" });
});

it("ends when it is asked to", async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error("stop")), 300);
  await expect(ran("hang", {}, stop.signal)).rejects.toThrow("stop");
});

it("is not started for an order that is too large for a frame", async () => {
  const order = "x".repeat(longestFrame);
  await expect(ran("read", {}, undefined, order)).rejects.toThrow(BrokenFrames);
});

it.runIf(process.platform === "linux")(
  "reports a process that was stopped from outside, without blaming the file",
  async () => {
    const reader = newReader();
    const stopped = ran("stop", {}, undefined, undefined, reader);
    await expect(stopped).rejects.toMatchObject({
      code: "reader_ended",
      message: expect.stringContaining("SIGSTOP") as string,
    });
    expect(reader.isAlive).toBe(false);
  },
);

it("reads one file after the other", async () => {
  const reader = newReader();
  onTestFinished(async () => void (await reader.end()));
  const read = async (text: string): Promise<unknown> => {
    const other = join(folder, `${text}.csv`);
    writeFileSync(other, text);
    const items: unknown[] = [];
    const limits = defaultReaderLimits;
    const task = { name: text, path: other, size: text.length, task: { what: "read" }, limits };
    const end = await reader.read({ ...task, onItem: (_, item) => void items.push(item) });
    return [end.state, ...items];
  };
  for (const text of ["one", "two", "three"]) expect(await read(text)).toEqual(["done", text, text, text]);
  expect(reader.answered).toBe(3);
});

it("takes nothing after an answer for the answer to the next task", async () => {
  expect((await ran("twice")).end).toEqual({
    state: "crashed",
    detail: "the reader sent more than one response",
  });
});

it("reports that no process could be started", async () => {
  const { execPath } = process;
  try {
    process.execPath = join(folder, "no-program");
    await expect(ran("read")).rejects.toThrow(/could not be started: .*ENOENT/);
  } finally {
    process.execPath = execPath;
  }
});

it.each([5, ["items", "x", null], ["bytes", "records", []]])(
  "treats a child that sends %j instead of a frame as crashed",
  async (frame) => {
    expect((await ran("nonsense", {}, undefined, frame)).end).toEqual({
      state: "crashed",
      detail: "the reader sent an invalid frame",
    });
  },
);

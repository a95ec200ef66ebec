/** @module-tag long */

import { DatabaseSync } from "@photostructure/sqlite";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtCli } from "../support/build.js";
import { races, randomKills } from "../support/kill-rounds.js";
import { recordedCalls, transactionOn, type RecordedCall } from "../support/recorded-calls.js";
import {
  copyScene,
  crashChild,
  deliver,
  finalState,
  leftBehind,
  listOf,
  people,
  prepareScene,
  publications,
  runProgram,
} from "../support/scene.js";
import { runHere, Workdir } from "../support/workdir.js";

/**
 * Real processes that are killed at any time, run in pairs, are suspended and resumed, are terminated, or lack
 * file descriptors or rights.
 */

const isLong = process.env["LADING_PROOF"] === "long";
const rounds = Number(process.env["LADING_ROUNDS"] ?? (isLong ? 200 : 2));

let work: string;
let template: string;
let calls: readonly RecordedCall[];
let goal: string;
let before: string;
/** Milliseconds of an uninterrupted run on this machine. Random kills are spread over this time. */
let took: number;

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "lading-processes-"));
  template = join(work, "template");
  prepareScene(template);
  before = listOf(template);
  const calm = copyScene(template, join(work, "calm"));
  const started = performance.now();
  runProgram(calm, { CRASH_LOG: join(work, "calls.log") });
  took = performance.now() - started;
  calls = recordedCalls(join(work, "calls.log"), calm);
  goal = finalState(calm);
});
afterAll(() => rmSync(work, { recursive: true }));

const callOf = (what: RegExp) => {
  const found = calls.find((call) => what.test(call.what));
  if (found === undefined) throw new Error(`no call ${what}`);
  return found.n;
};

/** Progress and problems so far, for long forms. */
const tell = (round: number, killed: number, wrong: readonly string[]) => {
  if (round % 50 === 0) console.log(`${round} rounds, ${killed} killed, ${wrong.length} wrong`);
};

test("kill -9 at random times loses, truncates and duplicates nothing", async () => {
  const random = Math.random;
  const started = performance.now();
  const done = await randomKills(rounds, random, took, tell);
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(
    `random kills: ${done.rounds} rounds, ${done.killed} runs killed, ${done.wrong.length} wrong, ${seconds} s`,
  );
  expect(done.wrong).toEqual([]);
}, 7_200_000);

test("two runs at once create one publication each time", async () => {
  const started = performance.now();
  const done = await races(rounds, tell);
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`two at once: ${done.rounds} rounds, ${done.wrong.length} wrong, ${seconds} s`);
  expect(done.wrong).toEqual([]);
}, 7_200_000);

/** Starts a run that suspends itself before a call, and waits for that. */
async function stalled(folder: string, at: number) {
  const running = spawn(process.execPath, [crashChild], {
    cwd: folder,
    env: { PATH: process.env["PATH"], CRASH_AT: String(at), CRASH_WHEN: "before", CRASH_SIGNAL: "SIGSTOP" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [running.stdout, running.stderr])
    stream.on("data", (chunk) => (text += String(chunk)));
  const ended = new Promise<number | null>((resolve) => running.on("exit", (code) => resolve(code)));
  const isStopped = () => / T /.test(readFileSync(`/proc/${running.pid}/stat`, "utf8").replace(/\(.*\)/, ""));
  while (!isStopped()) await new Promise((resolve) => setTimeout(resolve, 20));
  return {
    pid: running.pid ?? 0,
    wake: async () => {
      running.kill("SIGCONT");
      return { code: await ended, text };
    },
  };
}

async function lading(folder: string, ...args: readonly string[]) {
  const { code, stdout, stderr } = await runHere(args, {
    cwd: folder,
    env: { PATH: process.env["PATH"], NO_COLOR: "1" },
  });
  return { code, text: stdout + stderr };
}

test("a suspended holder keeps its lease and finishes when it resumes, while another run reports that it is in progress", async () => {
  const folder = copyScene(template, join(work, "stopped"));
  // The list is published, but the file is not removed yet.
  const holder = await stalled(folder, callOf(/^rename inbox/));
  const published = listOf(folder);
  expect(published).not.toBe(before);
  const other = await lading(folder, "run");
  expect([other.code, other.text]).toEqual([0, expect.stringContaining("in progress elsewhere")]);
  expect(publications(folder)).toEqual([1, 2]);
  expect((await holder.wake()).code).toBe(0);
  expect(finalState(folder)).toBe(goal);
});

/**
 * Suspends a run before it publishes, lets its lease expire, runs again, and resumes the first one.
 *
 * @returns the output of the first one; undefined if it was suspended inside a transaction
 */
async function fencedOff(folder: string): Promise<string | undefined> {
  const holder = await stalled(folder, transactionOn("publications", calls).begin.n);
  const database = new DatabaseSync(join(folder, "data/lading.db"));
  try {
    database.exec("update leases set deadline = 0");
  } catch {
    await holder.wake();
    return undefined;
  } finally {
    database.close();
  }
  expect((await lading(folder, "run")).code).toBe(0);
  const list = listOf(folder);
  expect(list).not.toBe(before);
  expect(publications(folder)).toEqual([1, 2]);
  // The other process did the work, so nothing failed.
  const woken = await holder.wake();
  expect(woken.code, woken.text).toBe(0);
  expect(publications(folder)).toEqual([1, 2]);
  expect(listOf(folder)).toBe(list);
  expect((await lading(folder, "run")).code).toBe(0);
  expect(finalState(folder)).toBe(goal);
  return woken.text;
}

test("a suspended holder with an expired lease is fenced off and publishes nothing when it resumes", async () => {
  // On a busy machine, calls occur in another order, and the run may stop elsewhere.
  let text: string | undefined;
  for (let attempt = 1; attempt <= 8 && !text?.includes("Another process took over"); attempt++) {
    text = await fencedOff(copyScene(template, join(work, `fenced-${attempt}`)));
  }
  expect(text).toContain("Another process took over");
});

test.each(["arrivals", "publications"])(
  "SIGTERM in the transaction on %s ends the run cleanly, and the next run reaches the same state",
  (table) => {
    const folder = copyScene(template, join(work, "term"));
    const at = String(transactionOn(table, calls).begin.n);
    const ended = runProgram(folder, { CRASH_AT: at, CRASH_WHEN: "after", CRASH_SIGNAL: "SIGTERM" });
    expect(ended).toEqual({ status: 143, signal: null });
    expect(leftBehind(folder).filter((name) => name.startsWith("the lease"))).toEqual([]);
    runProgram(folder);
    expect(finalState(folder)).toBe(goal);
  },
);

test("SIGTERM ends the daemon with exit code 0 at any moment, and nothing is lost", async () => {
  const dir = await Workdir.make();
  try {
    copyScene(template, dir.path);
    const daemon = dir.start(["watch"]);
    await daemon.waitFor("PUBLISHED");
    deliver(dir.path, people(10, "2026-03-01T00:00:00.000Z"));
    const { code } = await daemon.stop("SIGTERM");
    expect(code).toBe(0);
    expect((await lading(dir.path, "run")).code).toBe(0);
    expect(listOf(dir.path)).toContain("Name 2026-03-01");
    expect(leftBehind(dir.path)).toEqual([]);
  } finally {
    await dir.remove();
  }
});

const isRoot = process.getuid?.() === 0;

test("a read-only data folder or store ends the run with exit code 75, loses nothing, and work continues afterward", () => {
  const folder = copyScene(template, join(work, "read-only"));
  const nobody = 65_534;
  chmodSync(work, 0o755);
  if (isRoot) for (const path of [folder, ...everything(folder)]) chownSync(path, nobody, nobody);
  const folders = ["data", ...everything(join(folder, "data"))].map((path) =>
    join(folder, path.replace(folder, "")),
  );
  for (const path of folders) if (isFolder(path)) chmodSync(path, 0o555);
  const asNobody = (...args: readonly string[]) =>
    spawnSync(process.execPath, [builtCli(), ...args], {
      cwd: folder,
      env: { PATH: process.env["PATH"], NO_COLOR: "1" },
      encoding: "utf8",
      ...(isRoot ? { uid: nobody, gid: nobody } : {}),
    });
  const refused = asNobody("run");
  expect(refused.status).toBe(75);
  expect(refused.stderr + refused.stdout).toMatch(/cannot be written: permission denied/);
  expect(listOf(folder)).toBe(before);
  // Commands that only read need no write permission.
  const shown = asNobody("status");
  expect(shown.stderr).toBe("");
  expect(shown.stdout).toMatch(/^acme\/staff /m);
  for (const path of folders) if (isFolder(path)) chmodSync(path, 0o755);
  // The same if only the file is read-only.
  const file = join(folder, "data/lading.db");
  chmodSync(file, 0o400);
  expect(asNobody("run").status).toBe(75);
  expect(asNobody("status")).toMatchObject({ status: shown.status, stderr: "" });
  chmodSync(file, 0o600);
  expect(asNobody("run").status).toBe(0);
  expect(finalState(folder)).toBe(goal);
});

function everything(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
}

function isFolder(path: string): boolean {
  return readdirSync(join(path, ".."), { withFileTypes: true }).some(
    (entry) => entry.isDirectory() && path.endsWith(`/${entry.name}`),
  );
}

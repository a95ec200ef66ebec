import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCurrent } from "../../src/lists/current.js";
import { allKept, allLost, allZeros, partly, PowerModel, type Fate } from "../support/power-loss.js";
import { recordedCalls } from "../support/recorded-calls.js";
import { deliver, emptyScene, engine, listOf, people, runProgram } from "../support/scene.js";
import { world } from "../support/world.js";

/**
 * A power cut at every sync of a publication, and of the recovery after it. The calls of a real run are recorded; at each
 * boundary the folder is made again as a power cut could have left it, with what was not synced lost, kept, kept without
 * its bytes, or there in part. Readers must see the old or the new list, whole; the next run must come to the new one.
 */

const isLong = process.env["LADING_PROOF"] === "long";
/** Every boundary in the long form (`npm run proof:power`), each so-manieth in the short one. */
const stride = isLong ? 1 : 17;
const partialFates = isLong ? 12 : 1;

let work: string;
let made = 0;
const tally = { boundaries: 0, states: 0, lost: 0, torn: 0, double: 0, other: 0 };
const wrong: string[] = [];

/** What readers see before and after a publication, and what was delivered until then. */
interface Scene {
  readonly before: string | undefined;
  readonly after: string;
  readonly delivered: readonly string[];
}

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "lading-power-"));
});
afterAll(() => rm(work, { recursive: true }));

test("a power cut at each sync, of a publication and of its recovery: nothing lost, torn or double", async () => {
  const [first, second] = [people(8, "2026-01-01T00:00:00.000Z"), people(9, "2026-02-01T00:00:00.000Z")];
  const empty = join(work, "empty");
  emptyScene(empty);
  deliver(empty, first);
  const template = await copyOf(empty);
  runProgram(template);
  deliver(template, second);
  const calm = await copyOf(template);
  runProgram(calm);
  const [one, two] = [listOf(template), listOf(calm)];
  expect(one).not.toBe(two);

  await sweep(empty, { before: undefined, after: one, delivered: [first] }, []);
  const scene = { before: one, after: two, delivered: [first, second] };
  const cuts = await sweep(template, scene, isLong ? [0.3, 0.6, 0.85, 0.95] : [0.85]);
  // What such a cut leaves is what a recovery begins with; it is cut again.
  for (const cut of cuts) await sweep(cut, scene, []);
  console.log(`power cuts: ${JSON.stringify(tally)}`);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(tally.boundaries).toBeGreaterThan(isLong ? 100 : 5);
}, 3_600_000);

async function copyOf(folder: string): Promise<string> {
  const copy = join(work, `copy-${made++}`);
  await cp(folder, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

/**
 * Records a run in a folder and judges what power cuts during it would leave.
 *
 * @param keepAt shares of the run at which a state is kept, for a further sweep
 * @returns folders with these states
 */
async function sweep(folder: string, scene: Scene, keepAt: readonly number[]): Promise<string[]> {
  const model = new PowerModel(folder);
  const log = join(work, `${made++}.log`);
  runProgram(folder, { CRASH_LOG: log });
  const calls = recordedCalls(log);
  const syncs = calls.filter(({ call }) => call === "fsync").length;
  const keep = new Set(keepAt.map((share) => Math.floor(share * syncs)));
  const kept: string[] = [];
  const number = String(scene.delivered.length);
  // A recovery may begin when the publication is durable already.
  let isNew = model.has(`data/accounts/acme/staff/pub/${number}`);
  let boundary = made % stride;
  for (const [index, call] of [...calls, undefined].entries()) {
    if (call === undefined || call.call === "fsync") {
      boundary += 1;
      const where = `before call ${index + 1} (${call?.call ?? "end"} ${call?.path ?? ""})`;
      if (boundary % stride === 0 || call === undefined) await judge(model, scene, isNew, where);
      if (keep.has(boundary)) kept.push(await state(model, partly(randomOf(boundary))));
    }
    if (call === undefined) break;
    model.apply(call);
    // From here on no power cut may take the publication back.
    const isPublished = call.call === "fsync" && call.path.endsWith("/pub");
    isNew ||= isPublished && model.has(`data/accounts/acme/staff/pub/${number}`);
  }
  return kept;
}

async function judge(model: PowerModel, scene: Scene, isNew: boolean, where: string): Promise<void> {
  tally.boundaries += 1;
  const fates: [string, Fate][] = [
    ["lost", allLost],
    ["kept", allKept],
    ["zeros", allZeros],
  ];
  for (let n = 1; n <= partialFates; n++) {
    fates.push([`part ${n}`, partly(randomOf(tally.boundaries * 100 + n))]);
  }
  for (const [name, fate] of fates) {
    tally.states += 1;
    const folder = await state(model, fate);
    const fault = await faultOf(folder, scene, isNew);
    if (fault !== undefined) {
      tally[fault.kind] += 1;
      wrong.push(`${fault.kind} ${where}, ${name}: ${fault.what}`);
    }
    await rm(folder, { recursive: true });
  }
}

async function state(model: PowerModel, fate: Fate): Promise<string> {
  const folder = join(work, `state-${made++}`);
  await mkdir(folder);
  model.writeTo(folder, fate);
  return folder;
}

interface Fault {
  readonly kind: "lost" | "torn" | "double" | "other";
  readonly what: string;
}

async function faultOf(folder: string, scene: Scene, isNew: boolean): Promise<Fault | undefined> {
  const current = await readCurrent(join(folder, "data/accounts/acme/staff"));
  const seen = current && (await readFile(join(current.folder, "list.json"), "utf8"));
  if (seen !== scene.before && seen !== scene.after) {
    return { kind: "torn", what: `readers see ${seen?.slice(0, 80)}` };
  }
  if (current?.degraded !== undefined) return { kind: "torn", what: current.degraded };
  if (isNew && seen !== scene.after) return { kind: "lost", what: "an acknowledged publication is gone" };

  const w = await world(await readFile(join(folder, "lading.yaml"), "utf8"), folder, "here");
  w.clock.set(new Date().toISOString());
  const setup = { ...w.setup, engine };
  try {
    await w.pass(setup);
    await w.pass(setup);
  } catch (error) {
    return { kind: "other", what: String(error) };
  }
  const numbers = await w.names("data/accounts/acme/staff/pub");
  if (numbers.length > scene.delivered.length) {
    return { kind: "double", what: `publications ${numbers.join(", ")}` };
  }
  if (listOf(folder) !== scene.after) return { kind: "lost", what: "the delivery was not published" };
  const archive = await w.names("data/accounts/acme/staff/archive");
  const filed = await Promise.all(
    archive.map((name) => w.read(`data/accounts/acme/staff/archive/${name}/staff.csv`)),
  );
  if (JSON.stringify(filed.map(hash).sort()) !== JSON.stringify(scene.delivered.map(hash).sort())) {
    return { kind: "lost", what: `the archive holds ${filed.map((text) => text.length).join(", ")} bytes` };
  }
  const left = [await w.names("inbox"), await w.names("data/spool"), await w.names("data/tmp")].flat();
  if (left.length > 0) return { kind: "other", what: `left behind: ${left.join(", ")}` };
  return undefined;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A small generator with a seed, so that a failing state can be made again. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

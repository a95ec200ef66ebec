import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomKills } from "../../test/support/kill-rounds.js";
import { postgresPrograms, startCluster } from "../../test/support/postgres.js";
import { recordedCalls } from "../../test/support/recorded-calls.js";
import { naming, person, prepareForgetting, prepareRetention } from "../../test/support/removal-scene.js";
import {
  copyScene,
  finalState,
  listOf,
  prepareScene,
  publications,
  runProgram,
} from "../../test/support/scene.js";

/**
 * `npm run proof:crash [-- publication | recovery [1-4] | forget | retention | random [KILLS]] [-- --quick]
 * [-- --postgres]`: sends SIGKILL before and after every file system and store call of a publication, of the
 * recovery after it, of `lading forget`, and of a run that deletes old data, and at random moments, three
 * times per delivery. Each round must leave the complete old or new list, and the next run must reach the
 * same final state as an uninterrupted one.
 */

const quick = process.argv.includes("--quick");
const [only, onlyPart] = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const started = performance.now();
const work = mkdtempSync(join(tmpdir(), "lading-crash-"));

let publication: Scene | undefined;
const tally = { rounds: 0, kills: 0, lost: 0, torn: 0, double: 0, other: 0 };
const proofs = {
  publication: killPublication,
  recovery: killRecoveries,
  forget: killForgetting,
  retention: killRetention,
  random: killAtRandom,
};
if (only !== undefined && !(only in proofs)) throw new Error(`no proof ${only}`);
const cluster = process.argv.includes("--postgres") ? startCluster(postgresPrograms() ?? "") : undefined;
for (const [name, proof] of Object.entries(proofs)) if (only === undefined || only === name) await proof();
cluster?.stop();
rmSync(work, { recursive: true, force: true });
const seconds = Math.round((performance.now() - started) / 1000);
console.log(JSON.stringify({ ...tally, seconds }));
process.exitCode = tally.lost + tally.torn + tally.double + tally.other === 0 ? 0 : 1;

interface Scene {
  readonly template: string;
  /** The calls of an uninterrupted run. */
  readonly calls: readonly string[];
  /** The list before, the list after, and the final state that a disturbed run must reach. */
  readonly before: string;
  readonly after: string;
  readonly goal: string;
}

/** Prepares a workspace and runs the tested command once without a disturbance. */
function sceneOf(
  name: string,
  prepare: (folder: string, database?: string) => void,
  words: readonly string[],
): Scene {
  const template = join(work, name);
  prepare(template, cluster?.database());
  const calm = copyScene(template, join(work, `${name}-calm`));
  const logFile = join(work, `${name}.log`);
  runProgram(calm, { CRASH_LOG: logFile }, words);
  const goal = finalState(calm);
  runProgram(calm);
  if (finalState(calm) !== goal) throw new Error("a second uninterrupted run changed something");
  const calls = recordedCalls(logFile, calm).map(({ what }) => what);
  return { template, calls, before: listOf(template), after: listOf(calm), goal };
}

/** Prepared once, because the log would otherwise contain the calls of both steps. */
function publicationScene(): Scene {
  return (publication ??= sceneOf("publication", prepareScene, ["run"]));
}

function killPublication(): void {
  const scene = publicationScene();
  eachKill("publication", scene, ["run"], (folder, what) => judgeAndFinish(scene, folder, what));
}

/** Kills the command before and after each call, and checks the result. */
function eachKill(
  name: string,
  { template, calls }: Scene,
  words: readonly string[],
  judge: (folder: string, what: string) => void,
): void {
  for (let at = 1; at <= calls.length; at += quick ? 9 : 1) {
    for (const when of ["before", "after"]) {
      const folder = copyScene(template, join(work, "round"));
      kill(folder, at, when, words);
      tally.rounds += 1;
      if (tally.rounds % 10 === 0) console.error(JSON.stringify(tally));
      judge(folder, `killed ${when} call ${at} of the ${name} (${calls[at - 1]})`);
    }
  }
  console.log(`${name}: ${calls.length} calls, killed before and after ${quick ? "each 9th" : "each"}`);
}

/** After a kill at a critical moment, kills the recovering run before and after each of its calls. */
function killRecoveries(): void {
  const scene = publicationScene();
  const telling = [
    /^rename .*data\/blobs\//,
    /^commit .*arrivals/,
    /^commit .*publications/,
    /^rename .*inbox/,
  ];
  const moments = telling.map((pattern) => scene.calls.findIndex((call) => pattern.test(call)) + 1);
  for (const [index, moment] of moments.entries()) {
    if (quick ? index > 0 : (onlyPart ?? String(index + 1)) !== String(index + 1)) continue;
    const death = scene.calls[moment - 1];
    let at = 1;
    for (let isKilled = true; isKilled; at += quick ? 20 : 1) {
      for (const when of ["before", "after"]) {
        // Killed again each time, because a copy of the workspace has different files under the same names.
        const folder = copyScene(scene.template, join(work, "round"));
        if (!kill(folder, moment, "after")) throw new Error(`no death after call ${moment}`);
        isKilled = kill(folder, at, when);
        tally.rounds += 1;
        if (tally.rounds % 10 === 0) console.error(JSON.stringify(tally));
        judgeAndFinish(scene, folder, `killed after ${death}, then ${when} call ${at} of the recovery`);
      }
    }
    console.log(`recovery from a death after ${death}: ${at - 1} calls`);
  }
}

/** A forgotten person never returns to the list, and after a repeated removal nothing contains the person. */
function killForgetting(): void {
  const words = ["forget", person.id, "--reason", "asked for"];
  const scene = sceneOf("forget", prepareForgetting, words);
  eachKill("removal of a person", scene, words, (folder, what) => {
    const seen = listOf(folder);
    if (seen !== scene.before && seen !== scene.after) wrong("torn", what);
    runProgram(folder);
    if (listOf(folder) !== seen) wrong("other", `${what}: the next run changed the list`);
    runProgram(folder, {}, words);
    const left = naming(folder);
    if (left.length > 0) wrong("lost", `${what}: she is still named in ${left.join(", ")}`);
    expectState(finalState(folder), scene, what);
  });
}

function killRetention(): void {
  const scene = sceneOf("retention", prepareRetention, ["run"]);
  if (scene.before !== scene.after) throw new Error("retention changed the list");
  eachKill("run that removes what is too old", scene, ["run"], (folder, what) => {
    if (listOf(folder) !== scene.before) wrong("torn", what);
    runProgram(folder);
    expectState(finalState(folder), scene, what);
  });
}

async function killAtRandom(): Promise<void> {
  const kills = quick ? 30 : Number(only === "random" ? (onlyPart ?? 2_000) : 2_000);
  const folder = join(work, "timed");
  prepareScene(folder, cluster?.database());
  const began = performance.now();
  runProgram(folder);
  const took = performance.now() - began;
  const database = cluster?.database();
  const settings = { killsEach: 3, ...(database !== undefined && { database }) };
  const done = await randomKills(
    Math.ceil(kills / 3),
    Math.random,
    took,
    (round, killed, found) => {
      if (round % 10 === 0) console.error(JSON.stringify({ round, killed, wrong: found.length }));
    },
    settings,
  );
  tally.rounds += done.rounds;
  tally.kills += done.killed;
  for (const what of done.wrong) wrong(what.includes("torn") ? "torn" : "other", what);
  console.log(`at random: ${done.killed} runs killed while ${done.rounds} deliveries came`);
}

function wrong(kind: "lost" | "torn" | "double" | "other", what: string): void {
  tally[kind] += 1;
  console.log(`${kind}: ${what}`);
}

function expectState(state: string, { goal }: Scene, what: string): void {
  if (state !== goal) wrong("other", `${what}:\n${withoutList(state)}\nexpected\n${withoutList(goal)}`);
}

/**
 * @returns true if the run was killed
 */
function kill(folder: string, at: number, when: string, words: readonly string[] = ["run"]): boolean {
  const { signal } = runProgram(folder, { CRASH_AT: String(at), CRASH_WHEN: when }, words);
  if (signal === "SIGKILL") tally.kills += 1;
  return signal === "SIGKILL";
}

function judgeAndFinish({ before, after, goal }: Scene, folder: string, what: string): void {
  const seen = listOf(folder);
  if (seen !== before && seen !== after) wrong("torn", what);
  runProgram(folder);
  const state = finalState(folder);
  if (state === goal) return;
  const kind = publications(folder).length > 2 ? "double" : listOf(folder) === before ? "lost" : "other";
  wrong(kind, `${what}:\n${withoutList(state)}\nexpected\n${withoutList(goal)}`);
}

function withoutList(state: string): string {
  return JSON.stringify({ ...(JSON.parse(state) as object), list: undefined });
}

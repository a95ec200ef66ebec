import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordedCalls } from "../../test/support/recorded-calls.js";
import {
  copyScene,
  finalState,
  listOf,
  prepareScene,
  publications,
  runProgram,
} from "../../test/support/scene.js";

/**
 * `npm run proof:crash [-- publication | recovery [1-4]] [-- --quick]`: kill -9 before and after every file-system call of a
 * publication, and of the recovery after it. Each round must leave the old or the new list, whole, and the next run must
 * come to the same final state as an undisturbed one. That no call is missed is what test/proofs/strace.test.ts shows.
 */

const quick = process.argv.includes("--quick");
const [only, onlyMoment] = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const started = performance.now();
const work = mkdtempSync(join(tmpdir(), "lading-crash-"));

const template = join(work, "template");
prepareScene(template);
const before = listOf(template);

const calm = copyScene(template, join(work, "calm"));
const logFile = join(work, "calls.log");
runProgram(calm, { CRASH_LOG: logFile });
const calls = recordedCalls(logFile);
const after = listOf(calm);
const goal = finalState(calm);
runProgram(calm);
if (finalState(calm) !== goal) throw new Error("a second undisturbed run changed something");

const tally = { rounds: 0, kills: 0, lost: 0, torn: 0, double: 0, other: 0 };
if (only !== "recovery") killPublication();
if (only !== "publication") killRecoveries();
rmSync(work, { recursive: true, force: true });
const seconds = Math.round((performance.now() - started) / 1000);
console.log(JSON.stringify({ ...tally, seconds }));
process.exitCode = tally.lost + tally.torn + tally.double + tally.other === 0 ? 0 : 1;

function killPublication(): void {
  for (let at = 1; at <= calls.length; at += quick ? 9 : 1) {
    for (const when of ["before", "after"]) {
      const folder = copyScene(template, join(work, "round"));
      kill(folder, at, when);
      judgeAndFinish(folder, `killed ${when} call ${at} of the publication (${told(at)})`);
    }
  }
  console.log(`publication: ${calls.length} calls, killed before and after ${quick ? "each 9th" : "each"}`);
}

/** For deaths at telling moments, die again before and after each call of the run that recovers. */
function killRecoveries(): void {
  const telling = [/^rename .*\/archive\//, /^rename .*\/pub\//, /^fsync .*\/pub$/, /^rename .*inbox/];
  const moments = telling.map((pattern) => calls.findIndex((_, index) => pattern.test(told(index + 1))) + 1);
  for (const [index, moment] of moments.entries()) {
    if (quick ? index > 0 : (onlyMoment ?? String(index + 1)) !== String(index + 1)) continue;
    let at = 1;
    for (let isKilled = true; isKilled; at += quick ? 20 : 1) {
      for (const when of ["before", "after"]) {
        // Died afresh each time: a copy of a dead workspace has other files under the same names.
        const folder = copyScene(template, join(work, "round"));
        if (!kill(folder, moment, "after")) throw new Error(`no death after call ${moment}`);
        isKilled = kill(folder, at, when);
        judgeAndFinish(folder, `killed after ${told(moment)}, then ${when} call ${at} of the recovery`);
      }
    }
    console.log(`recovery from a death after ${told(moment)}: ${at - 1} calls`);
  }
}

/** @returns whether the run really died there */
function kill(folder: string, at: number, when: string): boolean {
  const { signal } = runProgram(folder, { CRASH_AT: String(at), CRASH_WHEN: when });
  if (signal === "SIGKILL") tally.kills += 1;
  return signal === "SIGKILL";
}

function judgeAndFinish(folder: string, what: string): void {
  tally.rounds += 1;
  if (tally.rounds % 50 === 0) console.error(JSON.stringify(tally));
  const seen = listOf(folder);
  if (seen !== before && seen !== after) {
    tally.torn += 1;
    console.log(`torn: ${what}`);
  }
  runProgram(folder);
  const state = finalState(folder);
  if (state === goal) return;
  if (publications(folder).length > 2) tally.double += 1;
  else if (listOf(folder) === before) tally.lost += 1;
  else tally.other += 1;
  console.log(`${what}:\n${withoutList(state)}\nexpected\n${withoutList(goal)}`);
}

function withoutList(state: string): string {
  return JSON.stringify({ ...(JSON.parse(state) as object), list: undefined });
}

function told(at: number): string {
  const found = calls[at - 1];
  const words = [found?.call, found?.path, found?.to].filter((word) => word !== undefined);
  return words.join(" ").replaceAll(`${join(work, "calm")}/`, "");
}

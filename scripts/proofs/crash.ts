import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { copyScene, finalState, listOf, prepareScene, publications, runNode } from "./scene.js";

/**
 * `npm run proof:crash [-- --quick]`: kill -9 before and after every file-system call of a publication, and of the
 * recovery after it. Each round must leave the old or the new list, whole, and the next run must come to the same final
 * state as an undisturbed one.
 */

const quick = process.argv.includes("--quick");
const child = resolve("scripts/crash-child.js");
const work = mkdtempSync(join(tmpdir(), "lading-crash-"));
const run = (folder: string, env: Readonly<Record<string, string>> = {}) => runNode(child, folder, env);

const template = join(work, "template");
prepareScene(template, run);
const before = listOf(template);

const calm = copyScene(template, join(work, "calm"));
const logFile = join(work, "calls.log");
run(calm, { CRASH_LOG: logFile });
const calls = readFileSync(logFile, "utf8").trim().split("\n");
const after = listOf(calm);
const goal = finalState(calm);
run(calm);
if (finalState(calm) !== goal) throw new Error("a second undisturbed run changed something");

const tally = { rounds: 0, lost: 0, torn: 0, double: 0, other: 0 };
for (let at = 1; at <= calls.length; at += quick ? 9 : 1) {
  for (const when of ["before", "after"] as const) crashAt(at, when);
}
console.log(`publication: ${calls.length} calls, killed before and after ${quick ? "some" : "each"}`);

// Recovery: for deaths at telling moments, die again at each call of the run that recovers.
const telling = [/^rename .*archive/, /^rename .*\/pub\//, /^handle\.sync/, /^rename .*inbox/];
const moments = telling.flatMap((pattern) => {
  const index = calls.findLastIndex((call) => pattern.test(call));
  return index < 0 ? [] : [index + 1];
});
for (const at of quick ? moments.slice(0, 1) : moments) {
  for (let again = 1; again <= calls.length; again += quick ? 20 : 1) crashAt(at, "after", again);
}
console.log(`recovery: after ${moments.length} deaths, killed again at each call`);
console.log(JSON.stringify({ ...tally, calls: calls.length, "strace/harness": countsByStrace() }));
rmSync(work, { recursive: true, force: true });
process.exitCode = tally.lost + tally.torn + tally.double + tally.other === 0 ? 0 : 1;

function crashAt(at: number, when: "before" | "after", again?: number): void {
  tally.rounds += 1;
  const folder = copyScene(template, join(work, "round"));
  run(folder, { CRASH_AT: String(at), CRASH_WHEN: when });
  judgeReader(folder, at);
  if (again !== undefined) {
    run(folder, { CRASH_AT: String(again), CRASH_WHEN: "after" });
    judgeReader(folder, at);
  }
  run(folder);
  const state = finalState(folder);
  if (state === goal) return;
  if (publications(folder).length > 2) tally.double += 1;
  else if (listOf(folder) === before) tally.lost += 1;
  else tally.other += 1;
  console.log(
    `after kill ${when} call ${at} (${calls[at - 1]}), again ${again}:\n${state}\nexpected\n${goal}`,
  );
}

function judgeReader(folder: string, at: number): void {
  const list = listOf(folder);
  if (list === before || list === after) return;
  tally.torn += 1;
  console.log(`torn after call ${at} (${calls[at - 1]})`);
}

/** The same run under strace, so that the harness cannot have missed a call that changes something. */
function countsByStrace(): object | string {
  const folder = copyScene(template, join(work, "strace"));
  const trace = join(work, "trace.log");
  const names = "rename,renameat,renameat2,link,linkat,mkdir,mkdirat,fsync,fdatasync";
  const args = ["-f", "-o", trace, "-e", `trace=${names}`, process.execPath, child, "run"];
  const traced = spawnSync("strace", args, { cwd: folder, stdio: "ignore" });
  if (traced.status !== 0) return "strace is not here";
  const lines = readFileSync(trace, "utf8").split("\n");
  const seen = (pattern: RegExp) =>
    lines.filter((line) => pattern.test(line) && !line.includes("resumed")).length;
  const counted = (pattern: RegExp) => calls.filter((call) => pattern.test(call)).length;
  return {
    rename: `${seen(/ rename/)}/${counted(/^rename /)}`,
    link: `${seen(/ link/)}/${counted(/^link /)}`,
    mkdir: `${seen(/ mkdir/)}/${counted(/^mkdir /)}`,
    fsync: `${seen(/ f(?:data)?sync/)}/${counted(/^handle\.sync/)}`,
  };
}

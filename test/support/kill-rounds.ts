import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtCli } from "./build.js";
import { deliver, emptyScene, filed, leftBehind, listOf, people, publications, runProgram } from "./scene.js";

/** Rounds in which real processes work on one workspace: killed at a random time, or two at once. */

export interface Rounds {
  readonly rounds: number;
  /** Runs that were killed before their end. */
  readonly killed: number;
  /** Problems as text. Empty if there were none. */
  readonly wrong: readonly string[];
}

/**
 * In each round, a new delivery arrives, `lading run` is killed after a random time, as often as stated, and
 * is then run to its end. The delivery must be published exactly once, complete, and archived. No temporary
 * data may remain.
 *
 * @param longest milliseconds until the latest kill: about the duration of a run
 */
export async function randomKills(
  rounds: number,
  random: () => number,
  longest: number,
  onRound: (round: number, killed: number, wrong: readonly string[]) => void = () => undefined,
  { database, killsEach = 1 }: KillSettings = {},
): Promise<Rounds> {
  return inOneScene(rounds, onRound, database, async (folder) => {
    const before = currentList(folder);
    const seen = new Set<string | undefined>();
    const wrong: string[] = [];
    let killed = 0;
    for (let kill = 0; kill < killsEach; kill++) {
      const { code, signal } = await runs(folder, random() * longest);
      if (signal === "SIGKILL") killed += 1;
      else if (code !== 0) wrong.push(`the run ended with ${code}`);
      seen.add(currentList(folder));
    }
    const last = runProgram(folder);
    if (last.status !== 0) wrong.push(`the run after it ended with ${last.status}`);
    const after = currentList(folder);
    if ([...seen].some((list) => list !== before && list !== after))
      wrong.push("torn: readers saw neither list");
    return { killed, wrong };
  });
}

interface KillSettings {
  /** URL of an empty PostgreSQL database. Default: SQLite. */
  readonly database?: string;
  /** Number of runs that are killed for each delivery. */
  readonly killsEach?: number;
}

/**
 * In each round, a new delivery arrives, and two runs start at once. Neither fails, because one leaves to the
 * other what it works on.
 */
export async function races(
  rounds: number,
  onRound: (round: number, killed: number, wrong: readonly string[]) => void = () => undefined,
  database?: string,
): Promise<Rounds> {
  return inOneScene(rounds, onRound, database, async (folder) => {
    const both = await Promise.all([runs(folder), runs(folder)]);
    const codes = both.map(({ code }) => code);
    const isWell = codes.every((code) => code === 0);
    return { killed: 0, wrong: isWell ? [] : [`two runs at once ended with ${codes.join(" and ")}`] };
  });
}

async function inOneScene(
  rounds: number,
  onRound: (round: number, killed: number, wrong: readonly string[]) => void,
  database: string | undefined,
  play: (folder: string) => Promise<{ readonly killed: number; readonly wrong: readonly string[] }>,
): Promise<Rounds> {
  builtCli();
  const folder = mkdtempSync(join(tmpdir(), "lading-rounds-"));
  const wrong: string[] = [];
  let killed = 0;
  try {
    emptyScene(folder, database);
    for (let round = 1; round <= rounds; round++) {
      const text = people(8, new Date(Date.UTC(2026, 0, 1) + round * 60_000).toISOString());
      deliver(folder, text);
      const modified = new Date(Date.UTC(2026, 0, 1) + round * 60_000);
      utimesSync(join(folder, "inbox/staff.csv"), modified, modified);
      const before = currentList(folder);
      const played = await play(folder);
      killed += played.killed;
      const found = [...played.wrong, ...judge(folder, round, modified.toISOString(), before, text)];
      wrong.push(...found.map((what) => `round ${round}: ${what}`));
      onRound(round, killed, wrong);
    }
    return { rounds, killed, wrong };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function judge(
  folder: string,
  round: number,
  marker: string,
  before: string | undefined,
  text: string,
): readonly string[] {
  const wrong: string[] = [];
  const numbers = publications(folder);
  // Old publications may be removed, but the numbers continue.
  if (numbers.at(-1) !== round) wrong.push(`publication ${numbers.at(-1)} instead of ${round}`);
  const list = currentList(folder) ?? "";
  if (list === before || !list.includes(`Name ${marker}`)) wrong.push("the list is not the delivered one");
  if (!filed(folder).includes(text)) wrong.push("the delivery is not filed");
  const left = leftBehind(folder);
  if (left.length > 0) wrong.push(`left behind: ${left.join(", ")}`);
  return wrong;
}

function currentList(folder: string): string | undefined {
  return publications(folder).length === 0 ? undefined : listOf(folder);
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** `lading run`, killed after a while if it has not ended by then. */
function runs(folder: string, killAfter?: number): Promise<Exit> {
  const running = spawn(process.execPath, [builtCli(), "run"], {
    cwd: folder,
    env: { PATH: process.env["PATH"] },
    stdio: "ignore",
  });
  const timer = killAfter === undefined ? undefined : setTimeout(() => running.kill("SIGKILL"), killAfter);
  return new Promise((resolve) => {
    running.on("exit", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal });
    });
  });
}

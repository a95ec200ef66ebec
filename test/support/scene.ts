import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { builtCli, projectRoot } from "./build.js";

/** A workspace with one publication and a second delivery in the inbox, for the proofs that use real processes. */

const feedFolder = "data/accounts/acme/staff";

export function prepareScene(folder: string): void {
  emptyScene(folder);
  deliver(folder, people(8, "2026-01-01T00:00:00.000Z"));
  runProgram(folder);
  deliver(folder, people(9, "2026-02-01T00:00:00.000Z"));
}

/** A workspace to which nothing was delivered yet. */
export function emptyScene(folder: string): void {
  mkdirSync(join(folder, "inbox"), { recursive: true });
  writeFileSync(
    join(folder, "lading.yaml"),
    `lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds: { acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish } }
`,
  );
}

/** Times are supplied, so that two runs at different times come to the same bytes. */
export function people(count: number, time: string): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const [at, name] = i === 0 ? [time, `Name ${time}`] : ["2026-01-01T00:00:00.000Z", `Name ${i}`];
    return `${i + 1},${at},${name},p${i}@example.com,true\r\n`;
  });
  return `external_id,updated_at,name,email_address,is_active\r\n${rows.join("")}`;
}

export function deliver(folder: string, text: string): void {
  writeFileSync(join(folder, "inbox", "staff.csv"), text);
}

export function copyScene(template: string, folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  cpSync(template, folder, { recursive: true, preserveTimestamps: true });
  const waiting = join(folder, "inbox/staff.csv");
  if (existsSync(waiting)) utimesSync(waiting, new Date("2026-02-01"), new Date("2026-02-01"));
  return folder;
}

/** Runs `lading run`, or another command, to its end or to where it is struck: see `scripts/crash-child.js`. */
export function runProgram(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  words: readonly string[] = ["run"],
): Ended {
  builtCli();
  const { status, signal } = spawnSync(process.execPath, [crashChild, ...words], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
    stdio: "ignore",
  });
  return { status, signal };
}

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

export const crashChild = join(projectRoot, "scripts", "crash-child.js");

/** What the program calls its version: decisions are made again when it changes. */
export const engine = (
  JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as { version: string }
).version;

export function publications(folder: string): string[] {
  return namesIn(join(folder, feedFolder, "pub")).sort((a, b) => Number(a) - Number(b));
}

/** What a reader would see: the list of the highest number. */
export function listOf(folder: string): string {
  const highest = publications(folder).at(-1) ?? "";
  return readFileSync(join(folder, feedFolder, "pub", highest, "list.json"), "utf8");
}

/** Everything that must be the same after a disturbed and an undisturbed run. */
export function finalState(folder: string): string {
  const feed = join(folder, feedFolder);
  const archive = namesIn(join(feed, "archive")).map((name) => [
    name.slice(-12),
    namesIn(join(feed, "archive", name)),
    readFileSync(join(feed, "archive", name, "staff.csv"), "utf8").length,
  ]);
  // Their names begin with the time to the second, so two of one second may come in any order.
  archive.sort((a, b) => String(a[0]).localeCompare(String(b[0])));
  return JSON.stringify({
    list: listOf(folder),
    publications: publications(folder),
    archive,
    feed: namesIn(feed),
    inbox: namesIn(join(folder, "inbox")),
    spool: namesIn(join(folder, "data/spool")),
    tmp: namesIn(join(folder, "data/tmp")),
  });
}

/** The bytes of every delivery that is archived. */
export function filed(folder: string): string[] {
  const archive = join(folder, feedFolder, "archive");
  return namesIn(archive).map((name) => readFileSync(join(archive, name, "staff.csv"), "utf8"));
}

/** What a run must not leave: files in the inbox, the spool and `tmp/`, locks. */
export function leftBehind(folder: string): string[] {
  const places = ["inbox", "data/spool", "data/tmp"].flatMap((place) => namesIn(join(folder, place)));
  return [...places, ...namesIn(join(folder, feedFolder)).filter((name) => name.startsWith("lock"))];
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}

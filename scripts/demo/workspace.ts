import { randomBytes } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { openStore } from "../../src/store/store.js";
import { prepareCycle } from "./circle.js";

/**
 * The workspace of the demonstration: accounts and feeds from templates/demo, mappings and exports from the
 * samples.
 */

const partners = ["nordlicht", "harbourline", "transalpes", "bluewater"];

export function hasWorkspace(demo: string): boolean {
  return existsSync(join(demo, "lading.yaml"));
}

/** Marks a folder as the demonstration's. */
const mark = ".npm-start";

/** Everything that the demonstration creates there. */
const made = [
  "bin",
  "data",
  "ffs",
  "inbox",
  "lading.yaml",
  "layouts",
  "mappings",
  "running.json",
  "secrets",
  "tokens.json",
];

/** True if the path is not a folder, or contains something other than a demonstration. */
export function isForeign(demo: string): boolean {
  const found = statSync(demo, { throwIfNoEntry: false });
  if (found?.isDirectory() === false) return true;
  return found !== undefined && !existsSync(join(demo, mark)) && readdirSync(demo).length > 0;
}

/** Removes a demonstration, but nothing that others put beside it. */
export function removeWorkspace(demo: string): void {
  for (const name of made) rmSync(join(demo, name), { recursive: true, force: true });
}

const databaseUrl = "LADING_DATABASE_URL";

/** True if the database in `LADING_DATABASE_URL` contains a store, whose owner is unknown. */
export async function isDatabaseTaken(
  demo: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const database = env[databaseUrl];
  if (database === undefined) return false;
  const store = await openStore({ data: join(demo, "data"), database });
  try {
    const feed = await store.db.selectFrom("feeds").select("id").limit(1).executeTakeFirst();
    const token = await store.db.selectFrom("credentials").select("id").limit(1).executeTakeFirst();
    return feed !== undefined || token !== undefined;
  } finally {
    await store.close();
  }
}

/**
 * @param env with `LADING_DATABASE_URL`, the state is stored there, as with several machines
 */
export function makeWorkspace(
  project: string,
  demo: string,
  env: Readonly<Record<string, string | undefined>>,
): void {
  makeFolder(demo);
  writeFileSync(join(demo, mark), "");
  for (const partner of partners) {
    cpSync(join(project, "mappings", partner), join(demo, "mappings", partner), { recursive: true });
    const inbox = join(demo, "inbox", partner);
    mkdirSync(inbox, { recursive: true });
    const samples = join(project, "samples", partner);
    for (const name of readdirSync(samples)) {
      // A different form of the same jobs, for a delta. The demonstration has no feed for them.
      if (/^job-(?:changes|export)\./.test(name)) continue;
      if (!name.endsWith(".expected.csv")) cpSync(join(samples, name), join(inbox, name));
    }
  }
  cpSync(join(project, "mappings", "simulated"), join(demo, "mappings", "simulated"), { recursive: true });
  cpSync(join(project, "layouts", "simulated"), join(demo, "layouts", "simulated"), { recursive: true });
  prepareCycle(demo, randomBytes(24).toString("base64url"));
  // Written last, to mark the workspace as complete. An interrupted creation is repeated.
  const settings = readFileSync(join(project, "templates", "demo", "lading.yaml"), "utf8");
  const database = env[databaseUrl] === undefined ? "" : `\ndatabase: env:${databaseUrl}\n`;
  writeFileSync(join(demo, "lading.yaml"), settings + database);
}

/** Creates folders one by one: with `recursive`, Node retries endlessly in places such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** The program under its name, in a folder for the PATH. The checkout may have moved in the meantime. */
export function linkProgram(project: string, demo: string): void {
  mkdirSync(join(demo, "bin"), { recursive: true });
  rmSync(join(demo, "bin", "lading"), { force: true });
  symlinkSync(join(project, "dist", "cli.js"), join(demo, "bin", "lading"));
}

/** Files that a partner may send. Each differs from the earlier files. */
export const exports = {
  changed: {
    sample: "samples/nordlicht/mitarbeiter.csv",
    inbox: "inbox/nordlicht",
    feed: "nordlicht-de/staff",
    name: "mitarbeiter",
    /** A colleague is renamed, and the row has a new modification time. */
    edit: (text: string, now: Date) =>
      text
        .replace("Vogel;Petra;", `Vogel;Petra-${secondNames[now.getSeconds() % secondNames.length]};`)
        .replace("03.02.2026 09:15", germanTime(now)),
  },
  broken: {
    sample: "samples/broken/staff.csv",
    inbox: "inbox/harbourline",
    feed: "harbourline-gb/staff",
    name: "staff",
    /** The file ends in the middle of a row, as after a full disk. */
    edit: (text: string, now: Date) => text.replace("grace.whitfield@", `grace.whitfield+${stampOf(now)}@`),
  },
  /** The file before the broken one is sent again. */
  whole: {
    sample: "samples/harbourline/staff.csv",
    inbox: "inbox/harbourline",
    feed: "harbourline-gb/staff",
    name: "staff",
    edit: (text: string) => text,
  },
} as const;

export type Kind = keyof typeof exports;

const secondNames = ["Anna", "Berta", "Clara", "Dora", "Emma", "Frieda", "Greta"];

/**
 * Puts an export into its inbox as partners should: under a temporary name first. @returns its path in the
 * workspace
 */
export function drop(project: string, demo: string, kind: Kind, now: Date): string {
  const { sample, inbox, name, edit } = exports[kind];
  const text = readFileSync(join(project, sample), "latin1");
  const file = `${name}-${stampOf(now)}.csv`;
  writeFileSync(join(demo, inbox, `.${file}.tmp`), Buffer.from(edit(text, now), "latin1"));
  renameSync(join(demo, inbox, `.${file}.tmp`), join(demo, inbox, file));
  return join(inbox, file);
}

/** `20261122-191530` plus milliseconds. */
function stampOf(now: Date): string {
  return now
    .toISOString()
    .replaceAll(/[-:.Z]/g, "")
    .replace("T", "-");
}

function germanTime(now: Date): string {
  const [date = "", time = ""] = now.toISOString().split("T");
  return `${date.split("-").reverse().join(".")} ${time.slice(0, 5)}`;
}

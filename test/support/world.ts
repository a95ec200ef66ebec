import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { realSetup } from "../../src/deliveries/real-setup.js";
import type { Setup } from "../../src/deliveries/setup.js";
import { newLister } from "../../src/deliveries/listings.js";
import { evaluate } from "../../src/engine.js";
import type { Clock } from "../../src/storage/clock.js";
import { readCurrent } from "../../src/lists/current.js";
import { realDisk, type Disk } from "../../src/storage/disk.js";
import { feedState } from "../../src/lists/feed-state.js";
import { readJournal } from "../../src/lists/journal.js";
import { silentLog } from "../../src/log.js";
import { runPass, type DeliveryOutcome, type FeedOutcome } from "../../src/pipeline.js";
import type { AnyRecord } from "../../src/records/record-type.js";
import { deliveryDocuments } from "../../src/reports/delivery-documents.js";
import { loadWorkspace } from "../../src/workspace/load.js";

/** A workspace in a temporary folder with a clock that tests set, on which the real pipeline runs. */

export const staffFeed = `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish }
`;

export interface TestClock extends Clock {
  set(iso: string): void;
  /** Moves both clocks. */
  advance(milliseconds: number): void;
}

export function testClock(start = "2026-03-02T08:00:00.000Z"): TestClock {
  let now = Date.parse(start);
  let monotonic = 0;
  return {
    now: () => new Date(now),
    monotonic: () => monotonic,
    async sleep(milliseconds) {
      now += milliseconds;
      monotonic += milliseconds;
    },
    set: (iso) => {
      now = Date.parse(iso);
    },
    advance: (milliseconds) => {
      now += milliseconds;
      monotonic += milliseconds;
    },
  };
}

export interface World {
  readonly folder: string;
  readonly clock: TestClock;
  readonly setup: Setup;
  /** The setup with another disk, for faults. */
  on(disk: Disk): Setup;
  /** Puts a file into the inbox; a modification time makes it older or newer. */
  drop(name: string, text: string | Uint8Array, modified?: string): Promise<void>;
  write(path: string, text: string): Promise<void>;
  read(path: string): Promise<string>;
  /** Names in a folder; empty when there is none. */
  names(path: string): Promise<string[]>;
  /** Reads lading.yaml again, as a new process would. */
  reload(yaml?: string): Promise<void>;
  /** One pass over what lies there; what happened to each delivery. */
  pass(setup?: Setup): Promise<DeliveryOutcome[]>;
  passFeeds(setup?: Setup): Promise<readonly FeedOutcome[]>;
  list(feed?: string): Promise<readonly AnyRecord[]>;
  number(feed?: string): Promise<number>;
  state(feed?: string): Promise<ReturnType<typeof feedState>>;
}

const evaluatingHere: Pick<Setup, "expect" | "evaluate"> = {
  expect: async () => async () => {},
  evaluate: (job) => evaluate(job),
};

/**
 * @param at an existing folder, which the caller removes
 * @param reader `here`: deliveries are read in this process instead of one of their own, for proofs of thousands of passes
 */
export async function world(
  yaml: string = staffFeed,
  at?: string,
  reader: "aside" | "here" = "aside",
): Promise<World> {
  const folder = at ?? (await mkdtemp(join(tmpdir(), "lading-world-")));
  if (at === undefined) onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clock = testClock();
  await mkdir(join(folder, "inbox"), { recursive: true });
  await writeFile(join(folder, "lading.yaml"), yaml);
  let setup = await load();
  const folderOf = (feed: string) => join(folder, "data", "accounts", feed);

  async function load(): Promise<Setup> {
    const workspace = await loadWorkspace(folder);
    const real = realSetup(workspace, { env: {}, log: silentLog, engine: "test", papers: deliveryDocuments });
    return {
      ...real,
      clock,
      ...(reader === "here" ? evaluatingHere : {}),
    };
  }

  const built: World = {
    folder,
    clock,
    get setup() {
      return setup;
    },
    on: (disk) => ({ ...setup, disk }),
    async drop(name, text, modified) {
      const path = join(folder, "inbox", name);
      await writeFile(path, text);
      if (modified !== undefined) await utimes(path, new Date(modified), new Date(modified));
    },
    async write(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    read: (path) => readFile(join(folder, path), "utf8"),
    async names(path) {
      try {
        return (await readdir(join(folder, path))).sort();
      } catch {
        return [];
      }
    },
    async reload(text) {
      if (text !== undefined) await writeFile(join(folder, "lading.yaml"), text);
      setup = await load();
    },
    async pass(other) {
      const outcomes = await built.passFeeds(other);
      const failed = outcomes.find(({ error }) => error !== undefined);
      if (failed?.error !== undefined) throw failed.error;
      return outcomes.flatMap(({ deliveries }) => deliveries);
    },
    async passFeeds(other = setup) {
      const signal = new AbortController().signal;
      const lister = newLister(other, other.workspace.feeds);
      return runPass(other, other.workspace.feeds, await lister.list(signal), signal);
    },
    async list(feed = "acme/staff") {
      const current = await readCurrent(folderOf(feed));
      if (current === undefined) return [];
      return JSON.parse(await readFile(join(current.folder, "list.json"), "utf8")) as AnyRecord[];
    },
    async number(feed = "acme/staff") {
      return (await readCurrent(folderOf(feed)))?.manifest.number ?? 0;
    },
    async state(feed = "acme/staff") {
      return feedState((await readJournal(realDisk, folderOf(feed))).entries);
    },
  };
  return built;
}

/** A staff file in the recommended format: `id`, or `id:name`, or `id:name:active`, or with `@time` at the end. */
export function staff(...people: readonly string[]): string {
  const rows = people.map((person) => {
    const [who = "", time = ""] = person.split("@");
    const [id = "", name = `Name ${id}`, active = "true"] = who.split(":");
    return `${id},${time},${name},p${id}@example.com,${active}\r\n`;
  });
  return `external_id,updated_at,name,email_address,is_active\r\n${rows.join("")}`;
}

/** `1..20` as ids. */
export function ids(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(3, "0"));
}

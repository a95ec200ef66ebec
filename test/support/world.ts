import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { realSetup } from "../../src/feeds/deliveries/real-setup.js";
import type { Setup } from "../../src/feeds/deliveries/setup.js";
import { newLister } from "../../src/feeds/deliveries/listings.js";
import type { Clock } from "../../src/system/clock.js";
import { readDocument } from "../../src/feeds/lists/documents.js";
import { deliveriesOf, readLog, readState } from "../../src/feeds/lists/feed-log.js";
import type { FeedState } from "../../src/feeds/lists/feed-state.js";
import { recordsOf } from "../../src/feeds/lists/list.js";
import type { Entry } from "../../src/feeds/lists/log.js";
import { currentList, publicationNumbers, readCurrent } from "../../src/feeds/lists/publications.js";
import type { Disk } from "../../src/system/disk.js";
import { folderBlobs } from "../../src/store/blobs.js";
import type { Store } from "../../src/store/store.js";
import { openStoreOf } from "../../src/workspace/open-store.js";
import { silentLog } from "../../src/log.js";
import { runPass, type DeliveryOutcome, type FeedOutcome } from "../../src/feeds/pipeline.js";
import type { AnyRecord } from "../../src/model/record-type.js";
import { deliveryDocuments } from "../../src/feeds/reports/delivery-documents.js";
import { loadWorkspace } from "../../src/workspace/load.js";

/** A workspace in a temporary folder with a clock that tests set, for the real pipeline. */

export const staffFeed = `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish }
`;

export interface TestClock extends Clock {
  set(iso: string): void;
  /** Advances both clocks. */
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
  readonly store: Store;
  /** The setup with another disk, for faults. */
  on(disk: Disk): Setup;
  /** Puts a file into the inbox. A modification time makes it older or newer. */
  drop(name: string, text: string | Uint8Array, modified?: string): Promise<void>;
  write(path: string, text: string): Promise<void>;
  read(path: string): Promise<string>;
  /** Names in a folder. Empty if there is no folder. */
  names(path: string): Promise<string[]>;
  /** Reads lading.yaml again, as a new process would. */
  reload(yaml?: string): Promise<void>;
  /** Runs one pass over the present files. Returns the result of each delivery. */
  pass(setup?: Setup): Promise<DeliveryOutcome[]>;
  passFeeds(setup?: Setup): Promise<readonly FeedOutcome[]>;
  /**
   * Simulates the passage of weeks at once. Retention removes data in the next pass, because after a clock jump
   * the clock must run for half a day.
   */
  leap(days: number): Promise<void>;
  list(feed?: string): Promise<readonly AnyRecord[]>;
  number(feed?: string): Promise<number>;
  /** With all deliveries. */
  state(feed?: string): Promise<FeedState>;
  log(feed?: string): Promise<readonly Entry[]>;
  /** A document of the last delivery. Empty if there is none. */
  document(name: string, feed?: string): Promise<string>;
  /** Numbers of the publications that can be restored, oldest first. */
  numbers(feed?: string): Promise<readonly number[]>;
}

/**
 * @param at an existing folder, which the caller removes
 * @param reader `aside`: deliveries are read in a separate process, as in production, for tests of that; the
 * results are the same
 */
export async function world(
  yaml: string = staffFeed,
  at?: string,
  reader: "aside" | "here" = "here",
  env: Readonly<Record<string, string>> = {},
): Promise<World> {
  const folder = at ?? (await mkdtemp(join(tmpdir(), "lading-world-")));
  const clock = testClock();
  await mkdir(join(folder, "inbox"), { recursive: true });
  await writeFile(join(folder, "lading.yaml"), yaml);
  const store = await openStoreOf(await loadWorkspace(folder), env);
  if (at === undefined) {
    onTestFinished(async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    });
  }
  let setup = await load();

  async function load(): Promise<Setup> {
    const workspace = await loadWorkspace(folder);
    const around = {
      env: { LADING_TEST_READER: reader },
      log: silentLog,
      engine: "test",
      store,
      documents: deliveryDocuments,
    };
    return { ...realSetup(workspace, around), clock };
  }

  const built: World = {
    folder,
    clock,
    get setup() {
      return setup;
    },
    store,
    on: (disk) => {
      const { data } = setup.workspace;
      const blobs = folderBlobs(disk, join(data, "blobs"), join(data, "tmp"));
      return { ...setup, disk, store: { ...store, blobs } };
    },
    async leap(days) {
      clock.advance((days - 1) * 86_400_000);
      await built.passFeeds();
      clock.advance(86_400_000);
    },
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
      const current = await readCurrent(store.db, feed);
      return current === undefined ? [] : recordsOf(await currentList(store, current.publication));
    },
    async number(feed = "acme/staff") {
      return (await readCurrent(store.db, feed))?.publication.number ?? 0;
    },
    async state(feed = "acme/staff") {
      const all = [...(await deliveriesOf(store.db, feed))].sort((a, b) => a.firstOrder - b.firstOrder);
      return {
        ...(await readState(store.db, feed)),
        deliveries: new Map(all.map((each) => [each.sha256, each])),
      };
    },
    log: (feed = "acme/staff") => readLog(store.db, feed),
    async document(name, feed = "acme/staff") {
      const last = (await deliveriesOf(store.db, feed)).at(-1);
      return readDocument(store.db, feed, last?.sha256 ?? "", name);
    },
    numbers: async (feed = "acme/staff") => (await publicationNumbers(store.db, feed)).toReversed(),
  };
  return built;
}

/**
 * A staff file in the recommended format: `id`, or `id:name`, or `id:name:active`, or with `@time` at the
 * end.
 */
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

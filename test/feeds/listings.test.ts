import { expect, test } from "vitest";
import type { Queries } from "../../src/store/store.js";
import type { Setup } from "../../src/feeds/deliveries/setup.js";
import { newLister } from "../../src/feeds/deliveries/listings.js";
import { namePattern } from "../../src/connectors/sources/patterns.js";
import type { SourceFile, Source } from "../../src/connectors/sources/source.js";
import type { Feed } from "../../src/workspace/workspace.js";

/** How often sources are listed, and that they do not wait for each other. */

const signal = new AbortController().signal;

interface Counted extends Source {
  listed: number;
  files: SourceFile[];
}

function sourceOf(name: string, changes: Partial<Source>): Counted {
  const source: Counted = {
    name,
    settleFor: 60_000,
    listed: 0,
    files: [],
    async list() {
      source.listed++;
      return { files: source.files, ignored: [] };
    },
    async *fetch() {},
    settle: async () => "done",
    close: async () => {},
    ...changes,
  };
  return source;
}

/** An empty store that counts its queries. */
function nothingIn(store: { asked: number }): Queries {
  const query: object = new Proxy(
    {
      async execute() {
        store.asked++;
        return [];
      },
    },
    { get: (own, name): unknown => Reflect.get(own, name) ?? (() => query) },
  );
  return query as Queries;
}

/** The parts of setup and feeds that listing sources needs. */
function listerWith(...sources: Source[]) {
  const clock = { at: 0 };
  const store = { asked: 0 };
  const pattern = namePattern("staff.csv");
  const feed = {
    name: "acme-us/staff",
    sources: sources.map(({ name }) => name),
    patterns: "error" in pattern ? [] : [pattern],
    parts: [],
    settle: { mode: "settle", for: undefined },
  } as unknown as Feed;
  const setup = {
    clock: { monotonic: () => clock.at },
    store: { db: nothingIn(store) },
    workspace: { feeds: [feed], sources: new Map() },
    source: async (name: string) => sources.find((source) => source.name === name),
  } as unknown as Setup;
  return { clock, feed, store, lister: newLister(setup, [feed]) };
}

test("does not list a source more often than its own interval, and lists other sources on every request", async () => {
  const remote = sourceOf("remote", { pollEvery: 300_000 });
  const local = sourceOf("local", {});
  const { clock, lister } = listerWith(remote, local);
  for (clock.at = 0; clock.at < 600_000; clock.at += 10_000) await lister.list(signal);
  expect(remote.listed).toBe(2);
  expect(local.listed).toBe(60);
});

test("lists a source as often as necessary while a file is arriving", async () => {
  const remote = sourceOf("remote", { pollEvery: 300_000 });
  const { clock, feed, lister } = listerWith(remote);
  remote.files.push({ name: "staff.csv", size: 10, modified: 1, identity: "" });
  let wholeAt: number | undefined;
  for (clock.at = 0; clock.at < 200_000 && wholeAt === undefined; clock.at += 1_000) {
    const listings = await lister.list(signal);
    if (listings.of(feed).length > 0) wholeAt = clock.at;
    else expect(listings.pollAgainIn).toBeLessThanOrEqual(60_000);
  }
  expect(wholeAt).toBeGreaterThanOrEqual(60_000);
  expect(wholeAt).toBeLessThanOrEqual(64_000);
  expect(remote.listed).toBeLessThanOrEqual(5);
});

test("a failing source is not listed again before its next try", async () => {
  const remote = sourceOf("remote", { pollEvery: 300_000 });
  remote.list = async () => {
    remote.listed++;
    throw new Error("gone");
  };
  const { clock, lister } = listerWith(remote);
  for (clock.at = 0; clock.at < 300_000; clock.at += 1_000) {
    const { sources: places } = await lister.list(signal);
    expect(places.get("remote")?.failed?.code).toBe("source_unavailable");
  }
  expect(remote.listed).toBe(1);
});

test("a forced listing ignores the interval", async () => {
  const remote = sourceOf("remote", { pollEvery: 300_000 });
  const { lister } = listerWith(remote);
  await lister.list(signal);
  await lister.list(signal, true);
  expect(remote.listed).toBe(2);
});

test("a slow source does not delay others", async () => {
  let release = (): void => undefined;
  const slow = sourceOf("slow", {});
  slow.list = () => new Promise((resolve) => (release = () => resolve({ files: [], ignored: [] })));
  const quick = sourceOf("quick", {});
  const { lister } = listerWith(slow, quick);
  const looking = lister.list(signal);
  await expect.poll(() => quick.listed).toBe(1);
  release();
  await looking;
});

test("received files are looked up once, if a present file may have been received", async () => {
  const local = sourceOf("local", {});
  const { clock, store, lister } = listerWith(local);
  for (; clock.at < 3_000; clock.at += 1_000) await lister.list(signal);
  expect(store.asked).toBe(0);
  local.files.push({ name: "staff.csv", size: 10, modified: 1, identity: "" });
  for (; clock.at < 6_000; clock.at += 1_000) await lister.list(signal);
  expect(store.asked).toBe(1);
});

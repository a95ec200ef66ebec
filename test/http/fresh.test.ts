import { expect, onTestFinished, test, vi } from "vitest";
import { failure, storeFailure } from "../../src/errors.js";
import { silentLog } from "../../src/log.js";
import { fresh } from "../../src/http/fresh.js";
import { followFeeds } from "../../src/http/publications.js";
import { openStore } from "../../src/store/store.js";
import { databases, postgresPrograms, startCluster } from "../support/postgres.js";
import { workdir } from "../support/workdir.js";
import { publish } from "./publish.js";
import { staff } from "./serving.js";

/** Tests when lists are read again. */

test("reads a damaged list once until something changes, and asks an unavailable store again", async () => {
  let stamp = "1";
  let reads = 0;
  let error: Error | undefined;
  const reasons: string[] = [];
  const list = fresh(
    async () => stamp,
    async () => {
      reads += 1;
      if (error !== undefined) throw error;
      return `list ${stamp}`;
    },
    1_000_000,
    (reason) => reasons.push(reason),
  );
  const fromStore = (value: string) => ({ value, isLost: false });
  const kept = (value: string) => ({ value, isLost: true });
  expect(await list.get()).toEqual(fromStore("list 1"));
  stamp = "2";
  error = failure("store_damaged", { path: "acme/staff", reason: "another hash" });
  for (let i = 0; i < 3; i++) expect(await list.get()).toEqual(kept("list 1"));
  expect(reads).toBe(2);
  expect(reasons).toHaveLength(1);
  stamp = "3";
  error = storeFailure("away");
  for (let i = 0; i < 3; i++) expect(await list.get()).toEqual(kept("list 1"));
  expect(reads).toBe(5);
  error = undefined;
  expect(await list.get()).toEqual(fromStore("list 3"));
});

const programs = postgresPrograms();

test.skipIf(programs === undefined)(
  "waits for a hanging database once, and then sends cached lists until it responds",
  async () => {
    const cluster = startCluster(programs ?? "");
    onTestFinished(() => cluster.stop());
    const store = await openStore({ data: "/nowhere", database: cluster.database() });
    onTestFinished(() => store.close());
    await publish(store, "acme/staff", 1, staff);
    const list = followFeeds(store.db, 1_000_000, silentLog).take(["acme/staff"])("acme/staff");
    const readList = async () => {
      const { value, isLost } = await list.get();
      return { number: value?.current.publication.number, isLost };
    };
    expect(await readList()).toEqual({ number: 1, isLost: false });

    const thaw = cluster.freeze();
    onTestFinished(thaw);
    const begun = performance.now();
    const first = readList();
    // They arrive during a pending query.
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const each of await Promise.all([first, readList(), readList()]))
      expect(each).toEqual({ number: 1, isLost: true });
    const waited = performance.now() - begun;
    for (let i = 0; i < 20; i++) expect(await readList()).toEqual({ number: 1, isLost: true });
    // If each of them waited, they would take twenty times as long.
    expect((performance.now() - begun - waited) / waited).toBeLessThan(5);
    thaw();
    await publish(store, "acme/staff", 2, staff);
    await expect.poll(readList).toMatchObject({ number: 2, isLost: false });
  },
);

test.each(databases)("keeps only the requested list current with %s", async (_, database) => {
  const { path } = await workdir();
  const store = await openStore({ data: path, database: database() });
  onTestFinished(() => store.close());
  for (const feed of ["acme/staff", "acme/tax-code"]) await publish(store, feed, 1, staff);
  const feeds = followFeeds(store.db, 1_000_000, silentLog);
  const follow = feeds.take(["acme/staff", "acme/tax-code"]);
  const list = follow("acme/staff");
  await list.get();
  await publish(store, "acme/staff", 2, staff);
  const row = await store.db
    .selectFrom("feeds")
    .select("entries")
    .where("name", "=", "acme/staff")
    .executeTakeFirstOrThrow();
  const now = `2 ${row.entries}`;
  expect(list.isStill(now)).toBe(false);
  await feeds.keepUp();
  expect(list.isStill(now)).toBe(true);
  expect(follow("acme/tax-code").isRead()).toBe(false);
});

test("SQLite is queried only after a commit, and then before the next response", async () => {
  const { path } = await workdir();
  const [own, other] = [await openStore({ data: path }), await openStore({ data: path })];
  onTestFinished(() => own.close());
  onTestFinished(() => other.close());
  await publish(other, "acme/staff", 1, staff);
  let queries = 0;
  const number = fresh(
    async () => {
      queries += 1;
      const { number } = await own.db
        .selectFrom("feeds")
        .select("number")
        .where("name", "=", "acme/staff")
        .executeTakeFirstOrThrow();
      return String(number);
    },
    async () => `list ${queries}`,
    1_000_000,
    () => {},
    own.version,
  );
  for (let i = 0; i < 10; i++) expect(await number.get()).toEqual({ value: "list 1", isLost: false });
  expect(queries).toBe(1);
  for (let round = 2; round < 20; round++) {
    await publish(other, "acme/staff", round, staff);
    const results = await Promise.all([number.get(), number.get(), number.get()]);
    for (const { value } of results) expect(value).toBe(`list ${queries}`);
    expect(number.isStill(String(round))).toBe(true);
  }
  // A commit to another table costs one query, without reading the list.
  const before = queries;
  const { value } = await number.get();
  await other.db.updateTable("feeds").set({ entries: 7 }).where("name", "=", "none").execute();
  expect(await number.get()).toEqual({ value, isLost: false });
  expect(queries).toBeLessThanOrEqual(before + 1);
});

test("the time without a store counts from its last response, not from the first request", async () => {
  let isAway = false;
  const list = fresh(
    async () => {
      if (isAway) throw storeFailure("away");
      return "1";
    },
    async () => "list",
    200,
    () => {},
  );
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  await list.get();
  vi.advanceTimersByTime(300);
  expect(list.isStill("1")).toBe(true);
  isAway = true;
  expect(await list.get()).toEqual({ value: "list", isLost: true });
  vi.advanceTimersByTime(300);
  await expect(list.get()).rejects.toMatchObject({ code: "store_unreachable" });
});

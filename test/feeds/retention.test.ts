import { expect, test } from "vitest";
import { deliveriesOf } from "../../src/feeds/lists/feed-log.js";
import { openFeed } from "../../src/feeds/deliveries/open-feed.js";
import { noteReplay } from "../../src/feeds/decisions/replay.js";
import { resume } from "../../src/feeds/decisions/resume.js";
import { rollback } from "../../src/feeds/decisions/rollback.js";
import type { DeliveryState } from "../../src/feeds/lists/feed-state.js";
import { realDisk } from "../../src/system/disk.js";
import type { Feed } from "../../src/workspace/workspace.js";
import { changesOf } from "../../src/feeds/lists/publications.js";
import { faultyStore } from "../support/faulty-store.js";
import { runHere } from "../support/workdir.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

/** More runs: `npm run proof:removal`. */
const isLong = process.env["LADING_PROOF"] === "long";

const archived = async (w: World): Promise<number> =>
  (await deliveriesOf(w.store.db, "acme/staff", { withBytes: true })).length;

test("removes versions and delivered bytes of staff older than 30 days regardless of their number, but keeps current ones", async () => {
  const w = await world();
  for (const day of ["2026-03-01", "2026-03-20", "2026-04-05"]) {
    w.clock.set(`${day}T08:00:00.000Z`);
    await w.drop("staff.csv", staff(`1:Name of ${day}`), `${day}T00:00:00Z`);
    await w.pass();
  }
  await w.pass();
  expect(await w.numbers()).toEqual([2, 3]);
  expect(await archived(w)).toBe(2);
  await w.leap(87);
  await w.pass();
  expect(await w.numbers()).toEqual([3]);
  expect(await archived(w)).toBe(1);
  expect(await w.list()).toMatchObject([{ name: "Name of 2026-04-05" }]);
});

test("passes under a clock that is a year ahead remove nothing, unless the clock keeps running", async () => {
  const w = await world();
  for (const day of ["2026-03-10", "2026-03-11", "2026-03-12"]) {
    w.clock.set(`${day}T08:00:00.000Z`);
    await w.drop("staff.csv", staff(`1:Name of ${day}`), `${day}T00:00:00Z`);
    await w.pass();
  }
  w.clock.set("2027-03-12T20:00:00.000Z");
  await w.pass();
  await w.pass();
  expect(await w.numbers()).toEqual([1, 2, 3]);
  expect(await archived(w)).toBe(3);
  w.clock.set("2026-03-13T08:00:00.000Z");
  await w.pass();
  w.clock.set("2027-03-13T07:00:00.000Z");
  await w.pass();
  expect(await w.numbers()).toEqual([1, 2, 3]);
  w.clock.set("2027-03-13T19:00:00.000Z");
  await w.pass();
  expect(await w.numbers()).toEqual([3]);
});

/** Three versions, the first two of them too old. */
async function aged(): Promise<World> {
  const w = await world();
  for (const day of ["2026-03-10", "2026-03-20", "2026-04-05"]) {
    w.clock.set(`${day}T08:00:00.000Z`);
    await w.drop("staff.csv", staff(`1:Name of ${day}`), `${day}T00:00:00Z`);
    await w.pass();
  }
  await w.leap(87);
  return w;
}

async function kept(w: World): Promise<object> {
  const blobs: string[] = [];
  for await (const { sha256 } of w.store.blobs.list()) blobs.push(sha256);
  return {
    list: await w.list(),
    numbers: await w.numbers(),
    archived: await archived(w),
    blobs,
    changes: await changesOf(w.store.db, "acme/staff", "1"),
    tmp: await w.names("data/tmp"),
  };
}

test("serves the list after an interruption in any transaction, and removes the rest in the next pass", async () => {
  const calm = await aged();
  const counted = faultyStore(calm.store);
  await calm.pass({ ...calm.setup, store: counted.store });
  const goal = await kept(calm);
  expect(goal).toMatchObject({ numbers: [3], archived: 1, tmp: [] });
  expect(counted.count()).toBeGreaterThan(2);
  const points = Array.from({ length: counted.count() }, (_, index) => index + 1).flatMap((at) =>
    (["before", "within", "after"] as const).map((when) => ({ at, when })),
  );
  // Each transaction is interrupted once in the short form, at changing points.
  for (const [index, { at, when }] of points.entries()) {
    if (isLong || index % 3 === at % 3) {
      const w = await aged();
      const { store } = faultyStore(w.store, { at, when, lasting: true });
      await w.passFeeds({ ...w.setup, store }).catch(() => undefined);
      await w.store.db.updateTable("leases").set({ owner: "", deadline: 0 }).execute();
      expect(await w.list()).toMatchObject([{ name: "Name of 2026-04-05" }]);
      await w.pass();
      expect(await kept(w), `${when} transaction ${at}`).toEqual(goal);
    }
  }
});

/** A night of spring 2026, counted from 1, with its own file. */
async function night(w: World, day: number): Promise<void> {
  const at = new Date(Date.UTC(2026, 2, day, 8));
  w.clock.set(at.toISOString());
  await w.drop("staff.csv", staff(`1:Name of ${day}`, "2"), at.toISOString());
  await w.pass();
}

async function rowsOf(w: World): Promise<Record<string, number>> {
  const tables = ["log", "deliveries", "earlier", "arrivals", "publications", "changes"] as const;
  const counts: Record<string, number> = {};
  for (const table of tables)
    counts[table] = (await w.store.db.selectFrom(table).select("feed").execute()).length;
  return counts;
}

const tenDays = staffFeed.replace(
  "\nsources:",
  "\nretention: { history: { for: 10 d }, staff: { for: 5 d } }\nsources:",
);

test("removes old history except for people's decisions, and still recognizes repeated bytes", async () => {
  const w = await world(tenDays);
  await night(w, 1);
  await night(w, 2);
  const [feed] = w.setup.workspace.feeds as [Feed];
  await rollback({ setup: w.setup, feed, name: "Ada" }, { to: 1, reason: "the wrong list" });
  await resume({ setup: w.setup, feed, name: "Ada" }, "");
  for (let day = 3; day <= 22; day++) await night(w, day);
  const later = await rowsOf(w);
  for (let day = 23; day <= 32; day++) await night(w, day);
  const now = await rowsOf(w);
  // The number may differ by a night or two, because history is removed several days at a time.
  for (const table of ["log", "deliveries", "arrivals", "publications", "changes"]) {
    expect(Math.abs((now[table] ?? 0) - (later[table] ?? 0)) / (later[table] ?? 0), table).toBeLessThan(0.25);
  }
  expect((now["deliveries"] ?? 0) + (now["earlier"] ?? 0)).toBe(32);
  const log = await w.log();
  expect(log.slice(0, 2).map(({ state }) => state)).toEqual(["ROLLED_BACK", "RESUMED"]);
  expect(log.slice(2).every(({ at }) => at > "2026-03-20")).toBe(true);
  const history = await runHere(["history", "acme/staff"], { cwd: w.folder, env: {} });
  expect(history.stdout).toMatch(/ ROLLED_BACK .*the wrong list/);
  expect(history.stdout).toMatch(/\nDecisions before 2026-03-2\dT08:00:00.000Z have been deleted, except /);
  const record = await runHere(["history", "acme/staff", "--record", "1"], { cwd: w.folder, env: {} });
  expect(record.stdout).toMatch(/\nChanges before 2026-03-2\dT08:00:00.000Z have been deleted.\n$/);

  // The file of the second night again: its row is gone, but the file still counts as old.
  await w.drop("staff.csv", staff("1:Name of 2", "2"), "2026-03-02T08:00:00Z");
  expect(await w.pass()).toMatchObject([
    { status: "HELD", reason: expect.stringContaining("2026-03-02") as string },
  ]);
  expect(await w.number()).toBe(33);
});

test("a held delivery is reported with its reason at any age", async () => {
  const w = await world(tenDays);
  await w.drop("staff.csv", staff(...ids(1, 9)), "2026-03-01T06:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff("7"), "2026-03-02T06:00:00Z");
  expect(await w.pass()).toMatchObject([{ status: "HELD" }]);
  await w.leap(180);
  await w.pass();
  expect((await w.log()).map(({ state }) => state)).toContain("HELD");
  expect([...(await w.state()).deliveries.values()].map(({ status }) => status)).toContain("HELD");
});

test("a refused delivery keeps its reason at any age, but not its other steps", async () => {
  const w = await world(tenDays);
  await w.drop("staff.csv", staff(...ids(1, 9)), "2026-03-01T06:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff("7:Ann:perhaps"), "2026-03-02T06:00:00Z");
  expect(await w.pass()).toMatchObject([{ status: "REJECTED" }]);
  await w.leap(180);
  await w.pass();
  const [, refused] = await deliveriesOf(w.store.db, "acme/staff");
  expect(refused).toMatchObject({
    status: "REJECTED",
    reason: expect.stringMatching(/^None of the 1 rows/) as string,
  });
  expect(await archived(w)).toBe(1);
  const steps = (await w.log()).filter((entry) => "delivery" in entry && entry.delivery === refused?.sha256);
  expect(steps.map(({ state }) => state)).toEqual(["REJECTED"]);
});

test("a file that stays at its source is not received again after its delivery was removed from history", async () => {
  const w = await world(tenDays.replace("folder: inbox }", "folder: inbox, after: none }"));
  for (let day = 1; day <= 20; day++) {
    const at = new Date(Date.UTC(2026, 2, day, 8));
    w.clock.set(at.toISOString());
    await w.drop(`staff-${day}.csv`, staff(`1:Name of ${day}`, "2"), at.toISOString());
    await w.pass();
  }
  expect((await rowsOf(w))["earlier"]).toBeGreaterThan(5);
  expect(await w.number()).toBe(20);
  const last = (await w.log()).at(-1);
  w.clock.advance(60_000);
  expect(await w.pass()).toEqual([]);
  expect((await w.log()).at(-1)).toEqual(last);
});

test("a delivery that is being removed is no longer decided, so nothing of it remains", async () => {
  const w = await world(staffFeed.replace('"staff*.csv"', '"staff*.csv", mapping: staff.yaml'));
  const mapping = (name: string) => `lading: 1
record: staff
fields: { external_id: external_id, name: ${name}, email_address: email_address, is_active: is_active }
`;
  await w.write("staff.yaml", mapping("full_name"));
  await w.reload();
  await w.drop("staff.csv", staff("1:Zoe Quist:maybe", "2"), "2026-03-01T00:00:00Z");
  expect(await w.pass()).toMatchObject([{ status: "REJECTED" }]);
  await w.leap(40);
  // The process ends before the blob is removed.
  const kept = w.on({ ...realDisk, unlink: () => Promise.reject(new Error("ended")) });
  await w.passFeeds(kept);
  expect((await w.store.db.selectFrom("deliveries").select("bytes").execute())[0]?.bytes).toBe("leaving");
  await w.write("staff.yaml", mapping("name"));
  await w.reload();
  const [feed] = w.setup.workspace.feeds as [Feed];
  const open = await openFeed(w.setup, feed);
  const [delivery] = [...open.state().deliveries.values()] as [DeliveryState];
  await expect(noteReplay(open, delivery, "", "Ada")).rejects.toMatchObject({ code: "bytes_gone" });
  await open.close();
  await w.pass();
  expect(await w.numbers()).toEqual([]);
  expect(await w.store.db.selectFrom("documents").select("name").execute()).toEqual([]);
  expect(await w.store.blobs.get(delivery.sha256)).toBeUndefined();
});

import { expect, test } from "vitest";
import { deliveriesOf } from "../../src/lists/feed-log.js";
import { changesOf } from "../../src/lists/publications.js";
import { faultyStore } from "../support/faulty-store.js";
import { staff, world, type World } from "../support/world.js";

const archived = async (w: World): Promise<number> =>
  (await deliveriesOf(w.store.db, "acme/staff", { withBytes: true })).length;

test("staff: publications and delivered bytes older than 30 days go, whatever their number; the current ones stay", async () => {
  const w = await world();
  for (const day of ["2026-03-01", "2026-03-20", "2026-04-05"]) {
    w.clock.set(`${day}T08:00:00.000Z`);
    await w.drop("staff.csv", staff(`1:Name of ${day}`), `${day}T00:00:00Z`);
    await w.pass();
  }
  await w.pass();
  expect(await w.numbers()).toEqual([2, 3]);
  expect(await archived(w)).toBe(2);
  w.clock.set("2026-07-01T08:00:00.000Z");
  await w.pass();
  expect(await w.numbers()).toEqual([3]);
  expect(await archived(w)).toBe(1);
  expect(await w.list()).toMatchObject([{ name: "Name of 2026-04-05" }]);
});

/** Three publications, of which the first two are too old. */
async function aged(): Promise<World> {
  const w = await world();
  for (const day of ["2026-03-10", "2026-03-20", "2026-04-05"]) {
    w.clock.set(`${day}T08:00:00.000Z`);
    await w.drop("staff.csv", staff(`1:Name of ${day}`), `${day}T00:00:00Z`);
    await w.pass();
  }
  w.clock.set("2026-07-01T08:00:00.000Z");
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

test("stopped at any transaction, the list is served, and the next pass removes what is left", async () => {
  const calm = await aged();
  const counted = faultyStore(calm.store);
  await calm.pass({ ...calm.setup, store: counted.store });
  const goal = await kept(calm);
  expect(goal).toMatchObject({ numbers: [3], archived: 1, tmp: [] });
  expect(counted.count()).toBeGreaterThan(2);
  for (let at = 1; at <= counted.count(); at++) {
    for (const when of ["before", "within", "after"] as const) {
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

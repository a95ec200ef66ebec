import { expect, test } from "vitest";
import { logWholeSince, readLog } from "../../../src/feeds/lists/feed-log.js";
import { ids, staff, world } from "../../support/world.js";

test("the log of a feed is read by number of entries, delivery and step, and states since when it is complete", async () => {
  const w = await world();
  await w.drop("staff-1.csv", staff(...ids(1, 5)));
  await w.pass();
  await w.drop("staff-2.csv", staff(...ids(1, 6)));
  await w.pass();
  const { db } = w.store;
  const log = await readLog(db, "acme/staff");
  expect(await readLog(db, "acme/staff", { most: 2 })).toEqual(log.slice(-2));
  const published = log.filter(({ state }) => state === "PUBLISHED");
  expect(published).toHaveLength(2);
  expect(await readLog(db, "acme/staff", { states: ["PUBLISHED"] })).toEqual(published);
  const [{ delivery }] = published as unknown as readonly [{ readonly delivery: string }];
  const own = log.filter((entry) => "delivery" in entry && entry.delivery === delivery);
  expect(await readLog(db, "acme/staff", { delivery: delivery.slice(0, 12) })).toEqual(own);

  expect(await logWholeSince(db, "acme/staff")).toBeNull();
  await db.deleteFrom("log").where("n", "=", 2).execute();
  expect(await logWholeSince(db, "acme/staff")).toBe(log[2]?.at);
  expect(await logWholeSince(db, "acme/org")).toBeNull();
});

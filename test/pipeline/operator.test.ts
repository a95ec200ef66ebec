import { expect, test } from "vitest";
import { openFeed } from "../../src/deliveries/open-feed.js";
import { heldDelivery, noteRelease, resume, rollBack, weighAgain } from "../../src/deliveries/operator.js";
import { decideWaiting, type DeliveryOutcome } from "../../src/pipeline.js";
import { ids, staff, world, type World } from "../support/world.js";

async function release(w: World): Promise<DeliveryOutcome[]> {
  const feed = w.setup.workspace.feeds[0];
  if (feed === undefined) throw new Error("no feed");
  const open = await openFeed(w.setup, feed);
  const outcomes: DeliveryOutcome[] = [];
  try {
    const delivery = heldDelivery(open, undefined);
    const weighed = await weighAgain(open, delivery);
    if (weighed.verdict === "held") await noteRelease(open, delivery, weighed, "confirmed");
    await decideWaiting(open, new AbortController().signal, (outcome) => outcomes.push(outcome));
  } finally {
    await open.close();
  }
  return outcomes;
}

test("a released delivery is published once; the next one like it is held again", async () => {
  const w = await world();
  await w.drop("staff.csv", staff(...ids(1, 30)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 15)), "2026-03-02T00:00:00Z");
  await w.pass();
  expect(await w.number()).toBe(1);
  expect((await release(w)).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  expect((await w.list()).filter((record) => record["is_active"] === true)).toHaveLength(15);
  expect(await w.names("data/accounts/acme/staff/held")).toEqual([]);
  expect(await w.pass()).toEqual([]);
  await w.drop("staff.csv", staff(...ids(1, 7)), "2026-03-03T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
});

test("nothing to release is said, and names the feed", async () => {
  const w = await world();
  await expect(release(w)).rejects.toMatchObject({ code: "nothing_held", recovery: "fix" });
});

test("a rollback publishes the old content under a new number, with times that never go back, and pins", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1:Ann", "2"), "2026-03-01T00:00:00Z");
  await w.pass();
  w.clock.advance(60_000);
  await w.drop("staff.csv", staff("1:Anne", "2", "3"), "2026-03-02T00:00:00Z");
  await w.pass();
  const wrong = await w.list();
  w.clock.advance(-30_000);
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  expect(await rollBack(w.setup, feed, undefined, "wrong file")).toEqual({ number: 3, to: 1 });
  const back = await w.list();
  expect(back.map((record) => record["name"])).toEqual(["Ann", "Name 2"]);
  expect(String(back[0]?.updated_at) > String(wrong[0]?.updated_at)).toBe(true);
  expect(back[1]?.updated_at).toBe(wrong[1]?.updated_at);

  await w.drop("staff.csv", staff("1:Anna", "2", "3"), "2026-03-03T00:00:00Z");
  expect(await w.pass()).toEqual([]);
  expect(await w.number()).toBe(3);
  expect(await w.names("inbox")).toEqual(["staff.csv"]);

  await resume(w.setup, feed);
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  const list = await w.list();
  expect(list.map((record) => record["name"])).toEqual(["Anna", "Name 2", "Name 3"]);
  // The record that the rollback took away comes back with a newer time than it ever had.
  expect(String(list[2]?.updated_at) > String(wrong[2]?.updated_at)).toBe(true);
});

test("after resume without a new file, the last delivery is decided again", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1:Ann"), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff("1:Anne"), "2026-03-02T00:00:00Z");
  await w.pass();
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  await rollBack(w.setup, feed, 1, "a try");
  await resume(w.setup, feed);
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  expect(await w.list()).toMatchObject([{ name: "Anne" }]);
});

test("a rollback to a number that does not exist is refused", async () => {
  const w = await world();
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  await expect(rollBack(w.setup, feed, 7, "x")).rejects.toMatchObject({ code: "no_such_publication" });
});

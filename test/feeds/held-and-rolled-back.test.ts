import { describe, expect, test } from "vitest";
import { openFeed } from "../../src/feeds/deliveries/open-feed.js";
import { rejectHeld } from "../../src/feeds/decisions/reject.js";
import { evaluateAgain, heldDelivery, noteRelease, releaseHeld } from "../../src/feeds/decisions/release.js";
import { replay } from "../../src/feeds/decisions/replay.js";
import { resume } from "../../src/feeds/decisions/resume.js";
import { rollback } from "../../src/feeds/decisions/rollback.js";
import { decideWaiting, type DeliveryOutcome } from "../../src/feeds/pipeline.js";
import { databases } from "../support/postgres.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

async function release(w: World): Promise<DeliveryOutcome[]> {
  const feed = w.setup.workspace.feeds[0];
  if (feed === undefined) throw new Error("no feed");
  const open = await openFeed(w.setup, feed);
  const outcomes: DeliveryOutcome[] = [];
  try {
    const delivery = heldDelivery(open, undefined);
    const evaluation = await evaluateAgain(open, delivery);
    if (evaluation.verdict === "held") await noteRelease(open, delivery, evaluation, "confirmed", "Ada");
    await decideWaiting(open, new AbortController().signal, (outcome) => outcomes.push(outcome));
  } finally {
    await open.close();
  }
  return outcomes;
}

async function reject(w: World): Promise<void> {
  const feed = w.setup.workspace.feeds[0];
  if (feed === undefined) throw new Error("no feed");
  const open = await openFeed(w.setup, feed);
  try {
    await rejectHeld(open, heldDelivery(open, undefined), "wrong", "Ada");
  } finally {
    await open.close();
  }
}

test("publishes a released delivery once, and holds the next similar delivery again", async () => {
  const w = await world();
  await w.drop("staff.csv", staff(...ids(1, 30)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 15)), "2026-03-02T00:00:00Z");
  await w.pass();
  expect(await w.number()).toBe(1);
  expect((await release(w)).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  expect((await w.list()).filter((record) => record["is_active"] === true)).toHaveLength(15);
  expect(await w.pass()).toEqual([]);
  await w.drop("staff.csv", staff(...ids(1, 7)), "2026-03-03T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
});

test("a release behind which other files of changes wait reports its own version", async () => {
  const w = await world(staffFeed.replace('"staff*.csv"', '"staff_{sequence}.csv", delivery: delta'));
  await w.drop("staff_1.csv", staff(...ids(1, 30)));
  await w.pass();
  await w.drop("staff_2.csv", staff(...ids(1, 30)).replaceAll("@", "@new."));
  await w.drop("staff_3.csv", staff("031"));
  expect((await w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const person = { setup: w.setup, feed, name: "Ada" };
  const waiting = [...(await w.state()).deliveries.values()].find(({ status }) => status === "RECEIVED");
  expect(await replay(person, { deliveries: [waiting?.sha256 ?? ""], reason: "a try" })).toMatchObject({
    outcomes: [],
    sentence:
      "staff_3.csv: not processed yet. The file is waiting for a decision on an earlier file that is held.",
  });
  const order = { delivery: undefined, changeSet: undefined, reason: "confirmed" };
  expect(await releaseHeld(person, order)).toMatchObject({
    publication: 2,
    sentence: "Published as version 2.",
  });
  expect(await w.number()).toBe(3);
});

test("changes are measured against what was delivered, not against a list with many inactive records", async () => {
  const w = await world();
  await w.drop("staff.csv", staff(...ids(1, 100)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 30)), "2026-03-02T00:00:00Z");
  await w.pass();
  await release(w);
  const renamed = staff(...ids(1, 30)).replaceAll("@", "@new.");
  await w.drop("staff.csv", renamed, "2026-03-03T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
});

test("a different number of lines above the table is held, even if the list is the same, until a person releases it", async () => {
  const w = await world();
  const drop = async (titles: string, day: number) => {
    await w.drop("staff.csv", titles + staff(...ids(1, 30)), `2026-03-0${day}T00:00:00Z`);
    return (await w.pass()).map(({ status }) => status);
  };
  expect(await drop("", 1)).toEqual(["PUBLISHED"]);
  expect(await drop("Staff of Acme\n", 2)).toEqual(["HELD"]);
  expect((await release(w)).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  expect(await drop("Staff of Acme, Ulm\n", 3)).toEqual(["UNCHANGED"]);
  expect(await drop("Staff of Acme\nUlm\n", 4)).toEqual(["HELD"]);
});

test("records who released a delivery, when and from which guards, and publishes exactly the changes that were shown", async () => {
  const w = await world(staffFeed.replace("first: publish", "first: publish, mapping: staff.yaml"));
  const mapping = (name: string) =>
    `lading: 1\nrecord: staff\nfields: { external_id: external_id, name: ${name}, email_address: email_address, is_active: is_active }\n`;
  await w.write("staff.yaml", mapping("name"));
  await w.drop("staff.csv", staff(...ids(1, 30)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff("001:Anne", ...ids(2, 15)), "2026-03-02T00:00:00Z");
  await w.pass();
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const open = await openFeed(w.setup, feed);
  const delivery = heldDelivery(open, undefined);
  const evaluation = await evaluateAgain(open, delivery);
  if (evaluation.verdict !== "held") throw new Error("not held");
  await noteRelease(open, delivery, evaluation, "half of them left", "Ada");
  expect((await w.log()).at(-1)).toMatchObject({
    state: "RELEASED",
    at: w.clock.now().toISOString(),
    by: "Ada",
    reason: "half of them left",
    differences: { added: 0, changed: 1, revived: 0, deactivated: 15, removed: 0 },
    guards: [
      { guard: "rows_below", found: 15, compared_with: 30, minimum: 24 },
      { guard: "ids_gone", found: 15, compared_with: 30, maximum: 6 },
      { guard: "changes", found: 16, compared_with: 30, maximum: 15 },
    ],
  });
  await open.close();
  // Before a pass processes it, the mapping changes the result of the same file.
  await w.write("staff.yaml", mapping("{ constant: Nobody }"));
  expect((await w.pass()).map(({ status }) => status)).toEqual(["HELD", "HELD"]);
  expect((await w.list())[0]).toMatchObject({ name: "Name 001" });
  await w.write("staff.yaml", mapping("name"));
  expect((await w.pass()).map(({ status }) => status)).toContain("PUBLISHED");
  expect((await w.list())[0]).toMatchObject({ name: "Anne" });
});

test("publishes a released delivery after a crash if the list changed while it was held, and logs the hold only once", async () => {
  const w = await world();
  await w.drop("staff.csv", staff(...ids(1, 30)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 15)), "2026-03-03T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff("001:Anne", ...ids(2, 30)), "2026-03-02T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  const open = await openFeed(w.setup, w.setup.workspace.feeds[0]!);
  const delivery = heldDelivery(open, undefined);
  const evaluation = await evaluateAgain(open, delivery);
  if (evaluation.verdict !== "held") throw new Error("not held");
  expect(evaluation.changeSet).not.toBe(delivery.changeSet);
  await noteRelease(open, delivery, evaluation, "half of them left", "Ada");
  await open.close();
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  const steps = (await w.log()).filter((entry) => "delivery" in entry && entry.delivery === delivery.sha256);
  expect(steps.map(({ state }) => state)).toEqual([
    "RECEIVED",
    "READ",
    "VALIDATED",
    "HELD",
    "RELEASED",
    "READ",
    "VALIDATED",
    "PUBLISHED",
    "ACKED",
  ]);
});

test("reports with the name of the feed that there is nothing to release", async () => {
  const w = await world();
  await expect(release(w)).rejects.toMatchObject({ code: "nothing_held", recovery: "fix" });
});

test("a rollback publishes the old content under a new number, with times that never go back, and pauses", async () => {
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
  expect(
    (await rollback({ setup: w.setup, feed, name: "Ada" }, { to: undefined, reason: "wrong file" })).restored,
  ).toEqual({ number: 3, to: 1 });
  const back = await w.list();
  expect(back.map((record) => record["name"])).toEqual(["Ann", "Name 2"]);
  expect(String(back[0]?.updated_at) > String(wrong[0]?.updated_at)).toBe(true);
  expect(back[1]?.updated_at).toBe(wrong[1]?.updated_at);

  await w.drop("staff.csv", staff("1:Anna", "2", "3"), "2026-03-03T00:00:00Z");
  expect(await w.pass()).toEqual([]);
  expect(await w.number()).toBe(3);
  expect(await w.names("inbox")).toEqual(["staff.csv"]);

  await resume({ setup: w.setup, feed, name: "Ada" }, "");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  const list = await w.list();
  expect(list.map((record) => record["name"])).toEqual(["Anna", "Name 2", "Name 3"]);
  // The record that the rollback removed returns with a newer time than ever.
  expect(String(list[2]?.updated_at) > String(wrong[2]?.updated_at)).toBe(true);
});

test("a second rollback without a number goes further back, not to the bad version", async () => {
  const w = await world();
  for (const [day, name] of ["Ann", "Anne", "Anna", "Wrong"].entries()) {
    await w.drop("staff.csv", staff(`1:${name}`), `2026-03-0${day + 1}T00:00:00Z`);
    await w.pass();
  }
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  expect(
    (await rollback({ setup: w.setup, feed, name: "Ada" }, { to: undefined, reason: "wrong" })).restored,
  ).toEqual({ number: 5, to: 3 });
  expect(
    (await rollback({ setup: w.setup, feed, name: "Ada" }, { to: undefined, reason: "that, too" })).restored,
  ).toEqual({ number: 6, to: 2 });
  expect(await w.list()).toMatchObject([{ name: "Anne" }]);
  expect(
    (await rollback({ setup: w.setup, feed, name: "Ada" }, { to: 5, reason: "it was right" })).restored,
  ).toEqual({ number: 7, to: 5 });
  expect(
    (await rollback({ setup: w.setup, feed, name: "Ada" }, { to: undefined, reason: "it was not" })).restored,
  ).toEqual({ number: 8, to: 2 });
  await rollback({ setup: w.setup, feed, name: "Ada" }, { to: undefined, reason: "the first" });
  await expect(
    rollback({ setup: w.setup, feed, name: "Ada" }, { to: undefined, reason: "before" }),
  ).rejects.toMatchObject({
    code: "no_such_publication",
  });
});

/** Two published files. The second list is rolled back, and the feed is resumed. */
async function rolledBackAndResumed() {
  const w = await world();
  await w.drop("staff.csv", staff("1:Ann"), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff("1:Wrong"), "2026-03-02T00:00:00Z");
  await w.pass();
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  await rollback({ setup: w.setup, feed, name: "Ada" }, { to: 1, reason: "wrong file" });
  await resume({ setup: w.setup, feed, name: "Ada" }, "");
  const statuses = async () => (await w.pass()).map(({ status }) => status);
  return { w, feed, statuses };
}

test("holds the file whose list was rolled back after resume until a person approves it", async () => {
  const { w, statuses } = await rolledBackAndResumed();
  expect(await statuses()).toEqual(["HELD"]);
  expect(await statuses()).toEqual([]);
  expect(await w.list()).toMatchObject([{ name: "Ann" }]);
  expect((await release(w)).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  expect(await w.list()).toMatchObject([{ name: "Wrong" }]);
});

test("a rejected file whose list was rolled back is never published again, and a correct file replaces it", async () => {
  const { w, statuses } = await rolledBackAndResumed();
  await w.pass();
  await reject(w);
  expect(await statuses()).toEqual([]);
  await w.drop("staff.csv", staff("1:Wrong"), "2026-03-03T00:00:00Z");
  expect(await statuses()).toEqual(["HELD"]);
  await w.drop("staff.csv", staff("1:Anna"), "2026-03-04T00:00:00Z");
  expect(await statuses()).toEqual(["PUBLISHED", "SUPERSEDED"]);
  expect(await w.list()).toMatchObject([{ name: "Anna" }]);
});

test("a newer file that is refused does not bring back the list that was rolled back", async () => {
  const { w, statuses } = await rolledBackAndResumed();
  await w.drop("staff.csv", staff(), "2026-03-04T00:00:00Z");
  expect(await statuses()).toEqual(["REJECTED", "HELD"]);
  expect(await w.list()).toMatchObject([{ name: "Ann" }]);
});

describe.each(databases)("a file whose list was rolled back, on %s", (engine, newDatabase) => {
  /** Publishes files day by day. Returns the statuses of each pass. */
  async function feedOf(...names: readonly string[]) {
    const url = newDatabase();
    const yaml = engine === "PostgreSQL" ? `${staffFeed}database: env:LADING_DATABASE_URL\n` : staffFeed;
    const w = await world(yaml, undefined, "here", url === undefined ? {} : { LADING_DATABASE_URL: url });
    const [feed] = w.setup.workspace.feeds;
    if (feed === undefined) throw new Error("no feed");
    let day = 0;
    const deliver = async (text: string) => {
      day += 1;
      await w.drop("staff.csv", text, new Date(Date.UTC(2026, 2, day)).toISOString());
      return (await w.pass()).map(({ status }) => status);
    };
    for (const name of names) expect(await deliver(staff(`1:${name}`))).toEqual(["PUBLISHED"]);
    const back = async (to: number) => {
      await rollback({ setup: w.setup, feed, name: "Ada" }, { to, reason: "wrong file" });
      await resume({ setup: w.setup, feed, name: "Ada" }, "");
    };
    const guards = async () =>
      [...(await w.state()).deliveries.values()].flatMap((one) =>
        one.status === "HELD" ? one.guards.map(({ guard }) => guard) : [],
      );
    return { w, deliver, back, guards };
  }

  test("is held again with a newer time, even after a correct file, until a person approves it", async () => {
    const { w, deliver, back, guards } = await feedOf("Ann", "Wrong");
    await back(1);
    expect(await deliver(staff("1:Anna"))).toContain("PUBLISHED");
    expect(await deliver(staff("1:Anne"))).toEqual(["PUBLISHED"]);
    for (let again = 0; again < 2; again += 1) {
      expect(await deliver(staff("1:Wrong"))).toEqual(["HELD"]);
      expect(await guards()).toEqual(["rolled_back"]);
      expect(await w.list()).toMatchObject([{ name: "Anne" }]);
    }
    expect((await release(w)).map(({ status }) => status)).toEqual(["PUBLISHED"]);
    expect(await deliver(staff("1:Anna"))).toEqual(["PUBLISHED"]);
    expect(await deliver(staff("1:Wrong"))).toEqual(["PUBLISHED"]);
  });

  test("is held if it only confirmed that list", async () => {
    const { deliver, back, guards } = await feedOf("Ann", "Wrong");
    const same = staff("1:Wrong").replace("Wrong", '"Wrong"');
    expect(await deliver(same)).toEqual(["UNCHANGED"]);
    await back(1);
    expect(await deliver(staff("1:Anna"))).toContain("PUBLISHED");
    expect(await deliver(same)).toEqual(["HELD"]);
    expect(await guards()).toEqual(["rolled_back"]);
  });

  test("is not held after a person restored its list, nor are the files before it", async () => {
    const { deliver, back } = await feedOf("Ann", "Anna", "Wrong");
    await back(2);
    expect(await deliver(staff("1:Anne"))).toContain("PUBLISHED");
    expect(await deliver(staff("1:Ann"))).toEqual(["PUBLISHED"]);
    expect(await deliver(staff("1:Anna"))).toEqual(["PUBLISHED"]);
    await back(3);
    expect(await deliver(staff("1:Peter"))).toContain("PUBLISHED");
    expect(await deliver(staff("1:Wrong"))).toEqual(["PUBLISHED"]);
    expect(await deliver(staff("1:Anna"))).toEqual(["HELD"]);
  });
});

test("holds a released delivery again after a rollback and resume, because it may be the reason for the rollback", async () => {
  const w = await world();
  await w.drop("staff.csv", staff(...ids(1, 30)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 15)), "2026-03-02T00:00:00Z");
  await w.pass();
  expect((await release(w)).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const active = async () => (await w.list()).filter((record) => record["is_active"] === true).length;

  await rollback({ setup: w.setup, feed, name: "Ada" }, { to: 1, reason: "it was wrong after all" });
  await resume({ setup: w.setup, feed, name: "Ada" }, "");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
  expect(await active()).toBe(30);
  expect((await release(w)).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  expect(await active()).toBe(15);
});

test("a rollback to a number that does not exist is refused", async () => {
  const w = await world();
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  await expect(rollback({ setup: w.setup, feed, name: "Ada" }, { to: 7, reason: "x" })).rejects.toMatchObject(
    { code: "no_such_publication" },
  );
  await expect(
    rollback({ setup: w.setup, feed, name: "Ada" }, { to: undefined, reason: "x" }),
  ).rejects.toMatchObject({ code: "wrong_use", message: expect.stringContaining("no list yet") as string });
});

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { forgetRecord } from "../../src/deliveries/forget.js";
import { openFeed } from "../../src/deliveries/open-feed.js";
import { rollBack } from "../../src/deliveries/operator.js";
import { realDisk } from "../../src/storage/disk.js";
import { buryDead, dyingInRemoval, faultyDisk, writes } from "../support/faulty-disk.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

function feedOf(w: World) {
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  return feed;
}

/** Files below `data/` that hold the text. */
function holding(w: World, text: string): string[] {
  try {
    return execFileSync("grep", ["-rlaF", text, join(w.folder, "data")], { encoding: "utf8" })
      .trim()
      .split("\n");
  } catch {
    return [];
  }
}

/** Three publications; Zoe is in the first two deliveries, the third is without her. */
async function withZoe(): Promise<World> {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff(...ids(1, 9), "ZQ7:Zoe Quist"), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 10), "ZQ7:Zoe Q. Quist"), "2026-03-02T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 11)), "2026-03-03T00:00:00Z");
  await w.pass();
  return w;
}

test("nothing below data/ names the person any more, and the list goes on without her", async () => {
  const w = await withZoe();
  expect(holding(w, "ZQ7").length).toBeGreaterThan(5);
  const done = await forgetRecord(w.setup, feedOf(w), "ZQ7", "asked for");
  expect(done).toMatchObject({ number: 4, publications: [3, 2, 1], left: [] });
  expect(done.deliveries).toHaveLength(2);
  expect(holding(w, "ZQ7")).toEqual([]);
  expect(holding(w, "Quist")).toEqual([]);
  expect(await w.list()).toHaveLength(11);
  // Later deliveries are decided as ever.
  await w.drop("staff.csv", staff(...ids(1, 12)), "2026-03-04T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  expect(await forgetRecord(w.setup, feedOf(w), "ZQ7", "")).toMatchObject({
    number: undefined,
    publications: [],
  });
});

test("the delivery that the list was made from goes, too, and nothing brings the person back from it", async () => {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff(...ids(1, 9), "ZQ7:Zoe Quist"), "2026-03-01T00:00:00Z");
  await w.pass();
  await forgetRecord(w.setup, feedOf(w), "ZQ7", "asked for");
  await w.reload(staffFeed.replace("country: DE", "country: FR"));
  expect(await w.pass()).toEqual([]);
  expect(holding(w, "ZQ7")).toEqual([]);
  expect(await w.list()).toHaveLength(9);
});

test("a held delivery that names her is left, and told", async () => {
  const w = await withZoe();
  await w.drop("staff.csv", staff("1", "ZQ7:Zoe Quist"), "2026-03-05T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
  const { left } = await forgetRecord(w.setup, feedOf(w), "ZQ7", "");
  expect(left).toHaveLength(1);
  expect(left[0]).toMatch(/names it and is not finished/);
  expect(holding(w, "Quist").every((path) => path.includes("/held/"))).toBe(true);
});

test("publications that never named her stay", async () => {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff(...ids(1, 9)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 9), "ZQ7"), "2026-03-02T00:00:00Z");
  await w.pass();
  await forgetRecord(w.setup, feedOf(w), "ZQ7", "");
  expect(await w.names("data/accounts/acme/staff/pub")).toEqual(["1", "3"]);
  await rollBack(w.setup, feedOf(w), 1, "still there");
  expect(await w.list()).toHaveLength(9);
});

/** Every point in the long form (`npm run proof:removal`), each so-manieth in the short one. */
const stride = process.env["LADING_PROOF"] === "long" ? 1 : 35;

test("stopped at any write and done again, it ends in the same state", { timeout: 600_000 }, async () => {
  const counting = faultyDisk(realDisk);
  const first = await withZoe();
  await forgetRecord(first.on(counting.disk), feedOf(first), "ZQ7", "");
  const steps = counting.calls.filter(writes).length;
  for (let point = 1; point <= 2 * steps; point += stride) {
    const when = point % 2 === 1 ? "before" : "after";
    const at = Math.ceil(point / 2);
    const w = await withZoe();
    const strike = (call: string): never => {
      throw Object.assign(new Error(call), { code: "EIO" });
    };
    const { disk } = faultyDisk(realDisk, { at, when, strike, lasting: true, counts: writes });
    await expect(forgetRecord(w.on(disk), feedOf(w), "ZQ7", "")).rejects.toThrow();
    await realDisk.remove(join(feedOf(w).folder, "lock"));
    expect((await w.list()).length).toBeGreaterThanOrEqual(11);
    await (await openFeed(w.setup, feedOf(w))).close();
    await forgetRecord(w.setup, feedOf(w), "ZQ7", "");
    await w.pass();
    expect(holding(w, "ZQ7")).toEqual([]);
    expect(await w.list()).toHaveLength(11);
  }
});

test("dead in the middle of a removal and done again, it leaves nothing", { timeout: 600_000 }, async () => {
  let died = true;
  for (let at = 1; died; at += 1) {
    for (const kept of stride === 1 ? [0, 1, 2, 3, 4, 5, 6, 7, 8] : [at]) {
      const w = await withZoe();
      const dying = dyingInRemoval(realDisk, at, kept);
      await forgetRecord(w.on(dying.disk), feedOf(w), "ZQ7", "").catch(() => undefined);
      died = dying.died();
      await buryDead(w.folder);
      await forgetRecord(w.setup, feedOf(w), "ZQ7", "");
      expect(holding(w, "ZQ7"), `at ${at}, kept ${kept}`).toEqual([]);
      expect(await w.list()).toHaveLength(11);
    }
  }
});

test("a report that shows her goes, the page before the facts that lead to it", async () => {
  const w = await world(`${staffFeed}reports: { staff_values: true }\n`, undefined, "here");
  await w.drop("staff.csv", staff(...ids(1, 9), "ZQ7:Zoe Quist"), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.write("data/runs/one.json", '["Zoe Quist"]');
  await w.write("data/runs/one.html", "<p>Zoe Quist</p>");
  for (let at = 1; (await w.names("data/runs")).length > 0; at += 1) {
    expect(at).toBeLessThan(100);
    const strike = (call: string): never => {
      throw Object.assign(new Error(call), { code: "EIO" });
    };
    const { disk } = faultyDisk(realDisk, { at, when: "before", strike, lasting: true, counts: writes });
    await forgetRecord(w.on(disk), feedOf(w), "ZQ7", "").catch(() => undefined);
    await buryDead(w.folder);
    expect(await w.names("data/runs")).not.toEqual(["one.html"]);
  }
  await forgetRecord(w.setup, feedOf(w), "ZQ7", "");
  expect(holding(w, "Quist")).toEqual([]);
});

import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readMarks } from "../../src/feeds/deliveries/idle.js";
import type { Setup } from "../../src/feeds/deliveries/setup.js";
import { staff, staffFeed, world, type World } from "../support/world.js";

/** The number of queries of a pass. */
async function queriesOf(w: World): Promise<number> {
  let asked = 0;
  const db = w.store.db.withPlugin({
    transformQuery({ node }) {
      asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const setup: Setup = { ...w.setup, store: { ...w.store, db } };
  expect(await w.pass(setup)).toEqual([]);
  return asked;
}

const two = `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin }, bell: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox, after: none } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish, mapping: mappings/staff.yaml }
  bell/staff: { source: inbox, files: "bell*.csv", settle: final_name, first: publish }
retention: { archive: { at_least: 1, for: 30 d } }
`;

const mapping = `
lading: 1
record: staff
fields:
  external_id: external_id
  name: name
  email_address: email_address
  is_active: { column: is_active, values: { "true": true, "false": false } }
`;

async function twoFeeds(): Promise<World> {
  const w = await world();
  await w.write("mappings/staff.yaml", mapping);
  await w.reload(two);
  await w.drop("staff.csv", staff("1", "2"), "2026-03-01T00:00:00Z");
  await w.drop("bell.csv", staff("1"), "2026-03-01T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED", "PUBLISHED"]);
  await w.pass();
  return w;
}

// One more query: whether the files that are still at the source were already received.
test("a pass over feeds without work is one query", async () => {
  const w = await twoFeeds();
  expect(await queriesOf(w)).toBe(2);
  await w.drop("bell-2.csv", staff("1", "2"), "2026-03-02T00:00:00Z");
  expect((await w.pass()).map(({ feed, status }) => [feed, status])).toEqual([["bell/staff", "PUBLISHED"]]);
  await w.pass();
  expect(await queriesOf(w)).toBe(2);
});

test("a feed that never had a file does not add queries", async () => {
  const w = await world(staffFeed);
  await w.pass();
  await w.pass();
  expect(await queriesOf(w)).toBe(1);
  await w.drop("staff.csv", staff("1"), "2026-03-01T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
});

// A mapping can be at the top of the workspace, beside the data folder, which every pass writes to.
test("changes in a folder beside a mapping do not cause more queries", async () => {
  const w = await twoFeeds();
  await w.write("mappings/data/first.txt", "1");
  await w.pass();
  expect(await queriesOf(w)).toBe(2);
  await w.write("mappings/data/second.txt", "2");
  expect(await queriesOf(w)).toBe(2);
});

// A daemon has a round for each group of feeds that share an account or source. A thousand rounds must not
// read a thousand feeds each.
test("a pass over one feed reads only the markers of its account", async () => {
  const w = await twoFeeds();
  const [acme] = w.setup.workspace.feeds;
  if (acme === undefined) throw new Error("no feed");
  const { numbers, marks } = await readMarks(w.setup, [acme]);
  expect([[...numbers.keys()], [...marks.keys()]]).toEqual([["acme/staff"], ["acme/staff"]]);
});

test("a changed mapping, setting or program causes a full pass", async () => {
  const w = await twoFeeds();
  await w.write("mappings/staff.yaml", mapping.replace("name: name", "name: { column: name, case: upper }"));
  await utimes(join(w.folder, "mappings/staff.yaml"), new Date(), new Date());
  expect((await w.pass()).map(({ feed }) => feed)).toEqual(["acme/staff"]);
  await w.pass();
  expect(await queriesOf(w)).toBeGreaterThan(1);
  await w.reload(two.replace("bell: { country: DE", "bell: { country: AT"));
  expect((await w.pass()).map(({ feed }) => feed)).toEqual(["bell/staff"]);
  expect((await w.pass({ ...w.setup, engine: "next" })).map(({ feed }) => feed)).toContain("bell/staff");
});

test("a person's decision causes a full pass", async () => {
  const w = await world(staffFeed);
  await w.drop("staff.csv", staff("1", "2"), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.pass();
  expect(await queriesOf(w)).toBe(1);
  const { noteReplay } = await import("../../src/feeds/decisions/replay.js");
  const { rollback } = await import("../../src/feeds/decisions/rollback.js");
  const { openFeed } = await import("../../src/feeds/deliveries/open-feed.js");
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const open = await openFeed(w.setup, feed);
  const [delivery] = open.state().deliveries.values();
  if (delivery !== undefined) await noteReplay(open, delivery, "again", "Ada");
  await open.close();
  expect((await w.pass()).map(({ status }) => status)).toEqual(["UNCHANGED"]);
  await w.drop("staff-2.csv", staff("1"), "2026-03-02T00:00:00Z");
  await w.pass();
  await rollback({ setup: w.setup, feed, name: "Ada" }, { to: 1, reason: "wrong" });
  // Every pass reports a paused feed.
  await w.pass();
  expect(await queriesOf(w)).toBeGreaterThan(1);
});

test("old data is removed in time, even if nothing else happens", async () => {
  const w = await twoFeeds();
  await w.drop("bell-2.csv", staff("1", "2"), "2026-03-02T00:00:00Z");
  await w.pass();
  await w.pass();
  expect(await queriesOf(w)).toBe(2);
  const kept = async () =>
    (await w.store.db.selectFrom("deliveries").select("sha256").where("bytes", "=", "kept").execute()).length;
  expect(await kept()).toBe(3);
  await w.leap(31);
  await w.pass();
  expect(await kept()).toBe(2);
});

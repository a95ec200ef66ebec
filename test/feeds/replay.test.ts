import { expect, test } from "vitest";
import { openFeed } from "../../src/feeds/deliveries/open-feed.js";
import { noteReplay, toReplay } from "../../src/feeds/decisions/replay.js";
import { newLister } from "../../src/feeds/deliveries/listings.js";
import { decideWaiting, runPass, type DeliveryOutcome } from "../../src/feeds/pipeline.js";
import type { Feed } from "../../src/workspace/workspace.js";
import { ids, staff, world, type World } from "../support/world.js";

const yaml = `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "*.csv", mapping: staff.yaml, settle: final_name, first: publish }
`;

const mapping = (name: string) => `lading: 1
record: staff
fields:
  external_id: external_id
  name: ${name}
  email_address: email_address
  is_active: { constant: true }
`;

async function replay(w: World, ...beginnings: string[]): Promise<DeliveryOutcome[]> {
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const open = await openFeed(w.setup, feed);
  const outcomes: DeliveryOutcome[] = [];
  try {
    for (const delivery of await toReplay(open, beginnings)) await noteReplay(open, delivery, "a try", "Ada");
    await decideWaiting(open, new AbortController().signal, (outcome) => outcomes.push(outcome));
  } finally {
    await open.close();
  }
  return outcomes;
}

async function mapped(): Promise<World> {
  const w = await world(yaml);
  await w.write("staff.yaml", mapping("name"));
  return w;
}

test("leaves the last delivery unchanged if nothing changed, and holds it if a changed mapping would change records", async () => {
  const w = await mapped();
  await w.drop("staff.csv", staff(...ids(1, 5)), "2026-03-01T00:00:00Z");
  await w.pass();
  expect((await replay(w)).map(({ status }) => status)).toEqual(["UNCHANGED"]);
  await w.write("staff.yaml", mapping("email_address"));
  expect((await replay(w)).map(({ status }) => status)).toEqual(["HELD"]);
  expect(await w.number()).toBe(1);
});

test("a rejected delivery is published once the mapping is fixed, without a new arrival", async () => {
  const w = await mapped();
  await w.write("staff.yaml", mapping("Nome"));
  await w.drop("staff.csv", staff(...ids(1, 5)), "2026-03-01T00:00:00Z");
  const [rejected] = await w.pass();
  expect(rejected?.status).toBe("REJECTED");
  await w.write("staff.yaml", mapping("name"));
  const again = await replay(w, rejected?.delivery.slice(0, 12) ?? "");
  expect(again.map(({ status }) => status)).toEqual(["PUBLISHED"]);
});

test("an older delivery is held instead of superseded, because it would replace a newer list", async () => {
  const w = await mapped();
  await w.drop("old.csv", staff(...ids(1, 5)), "2026-03-01T00:00:00Z");
  const [old] = await w.pass();
  await w.drop("new.csv", staff(...ids(1, 6)), "2026-03-02T00:00:00Z");
  await w.pass();
  const again = await replay(w, old?.delivery ?? "");
  expect(again).toHaveLength(1);
  expect(again[0]).toMatchObject({ status: "HELD", evaluation: { guards: [{ guard: "replay" }] } });
  expect(await w.number()).toBe(2);
  expect(await w.pass()).toEqual([]);
  await w.drop("newer.csv", staff(...ids(1, 7)), "2026-03-03T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED", "SUPERSEDED"]);
});

test("refuses an unknown delivery, a delivery whose bytes are gone, and a paused feed", async () => {
  const w = await mapped();
  await expect(replay(w)).rejects.toMatchObject({ code: "nothing_taken" });
  await w.drop("staff.csv", staff("1"), "2026-03-01T00:00:00Z");
  await w.pass();
  await expect(replay(w, "zz")).rejects.toMatchObject({ code: "no_such_delivery" });
  await w.setup.disk.remove(`${w.folder}/data/blobs`);
  await expect(replay(w)).rejects.toMatchObject({ code: "bytes_gone" });
});

test("an old superseded file stays held, however often it is sent again", async () => {
  const w = await world();
  await w.drop("staff-old.csv", staff("1:Old"), "2026-03-01T00:00:00Z");
  await w.drop("staff-new.csv", staff("1:New"), "2026-03-02T00:00:00Z");
  const { signal } = new AbortController();
  const { feeds } = w.setup.workspace;
  const seen = await newLister(w.setup, feeds).list(signal);
  // The newer one is received first.
  const newestFirst = (feed: Feed) => [...seen.of(feed)].sort((a, b) => b.file.modified - a.file.modified);
  await runPass(w.setup, feeds, { ...seen, of: newestFirst }, signal);
  for (const day of [3, 4, 5]) {
    w.clock.advance(86_400_000);
    await w.drop(`staff-again-${day}.csv`, staff("1:Old"), "2026-03-01T00:00:00Z");
    expect((await w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
  }
  expect(await w.list()).toMatchObject([{ name: "New" }]);
});

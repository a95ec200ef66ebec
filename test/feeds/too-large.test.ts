import { stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noteReplay } from "../../src/feeds/decisions/replay.js";
import { openFeed } from "../../src/feeds/deliveries/open-feed.js";
import { planWaiting, type PlannedDelivery } from "../../src/feeds/deliveries/plan-waiting.js";
import { newLister } from "../../src/feeds/deliveries/listings.js";
import type { Setup } from "../../src/feeds/deliveries/setup.js";
import { examineStore } from "../../src/store/examine.js";
import { workspaceStatus } from "../../src/feeds/health/workspace-status.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

/**
 * A file over the limit is rejected by its size alone. It is a rejected delivery, and its bytes are not
 * copied.
 */

const signal = new AbortController().signal;
const size = 300 * 1024 * 1024;

/** A sparse file of this size. */
async function dropLarge(w: World, name: string): Promise<void> {
  await w.drop(name, "");
  await truncate(join(w.folder, "inbox", name), size);
}

async function blobs(w: World): Promise<number> {
  const found: string[] = [];
  for await (const { sha256 } of w.store.blobs.list()) found.push(sha256);
  return found.length;
}

const statuses = async (w: World, setup?: Setup) =>
  (await w.pass(setup)).map(({ feed, file, status }) => `${feed} ${file} ${status}`);

test("rejects a file over the limit unread, keeps it at its source, and accepts the next file", async () => {
  const w = await world(staffFeed);
  await dropLarge(w, "staff-1.csv");
  await w.drop("staff-2.csv", staff(...ids(1, 3)));

  const open = await openFeed(w.setup, w.setup.workspace.feeds[0]!);
  const listings = await newLister(w.setup, w.setup.workspace.feeds).list(signal);
  const planned: PlannedDelivery[] = [];
  for await (const one of planWaiting(open, listings.of(open.feed), signal)) planned.push(one);
  await open.close();
  expect(
    planned.map(({ delivery, refused, evaluation }) => [delivery.arrival.name, refused, evaluation?.verdict]),
  ).toEqual([
    ["staff-1.csv", expect.stringContaining("Maximum: 268435456.") as string, undefined],
    ["staff-2.csv", undefined, "publish"],
  ]);

  expect(await statuses(w)).toEqual(["acme/staff staff-1.csv REJECTED", "acme/staff staff-2.csv PUBLISHED"]);
  expect(await blobs(w)).toBe(1);
  expect(await w.names("data/tmp")).toEqual([]);
  expect(await w.names("inbox")).toEqual(["staff-1.csv"]);
  expect((await stat(join(w.folder, "inbox/staff-1.csv"))).size).toBe(size);
  const refused = [...(await w.state()).deliveries.values()].find(({ isUnread }) => isUnread === true);
  expect(refused).toMatchObject({
    status: "REJECTED",
    arrival: { name: "staff-1.csv", size },
    reason: expect.stringMatching(
      /^The file is 314572800 bytes long\. .* rejected without being read/,
    ) as string,
    unacknowledged: [],
  });
  // Nothing is missing, because nothing was stored, and there is nothing to process again.
  expect(await examineStore(w.store)).toContain("undamaged");
  const again = await openFeed(w.setup, w.setup.workspace.feeds[0]!);
  await expect(noteReplay(again, refused!, "", "Ada")).rejects.toMatchObject({ code: "bytes_gone" });
  await again.close();
  for (let pass = 1; pass <= 2; pass++) {
    await w.reload();
    expect(await statuses(w)).toEqual([]);
  }
  await w.drop("staff-3.csv", staff(...ids(1, 4)));
  expect(await statuses(w)).toEqual(["acme/staff staff-3.csv PUBLISHED"]);
});

test("status shows that the last file was rejected", async () => {
  const w = await world(staffFeed);
  await w.drop("staff-1.csv", staff(...ids(1, 3)), "2026-03-01T00:00:00Z");
  await w.pass();
  await dropLarge(w, "staff-2.csv");
  await w.pass();
  const { feeds } = await workspaceStatus(w.setup.workspace, w.store, () => w.clock.now()).read();
  expect(feeds[0]).toMatchObject({ health: "rejected", publication: { records: 3 } });
});

test("a source that moves its files moves it once the last claiming feed has rejected it", async () => {
  const yaml = `lading: 1
accounts: { acme: { country: US }, other: { country: US } }
sources: { inbox: { folder: inbox, after: { move: done } } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish, shared: true }
  other/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish, shared: true }
`;
  const w = await world(yaml);
  await dropLarge(w, "staff.csv");
  expect(await statuses(w)).toEqual(["acme/staff staff.csv REJECTED", "other/staff staff.csv REJECTED"]);
  expect(await w.names("inbox")).toEqual([]);
  const [moved = ""] = await w.names("done");
  expect((await stat(join(w.folder, "done", moved))).size).toBe(size);
});

test("a source may have a lower limit, and raise it later", async () => {
  const w = await world(staffFeed);
  let largest = 10;
  const limited: Setup = {
    ...w.setup,
    source: async (name) => ({ ...(await w.setup.source(name)), largest }),
  };
  await w.drop("staff.csv", staff(...ids(1, 3)));
  expect(await statuses(w, limited)).toEqual(["acme/staff staff.csv REJECTED"]);
  expect(await statuses(w, limited)).toEqual([]);
  largest = 10_000;
  expect(await statuses(w, limited)).toEqual(["acme/staff staff.csv PUBLISHED"]);
  expect(await w.names("inbox")).toEqual([]);
});

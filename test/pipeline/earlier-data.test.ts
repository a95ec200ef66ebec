import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { adoptData } from "../../src/deliveries/adopt.js";
import { migrateData } from "../../src/deliveries/migrate.js";
import { readJournal } from "../../src/lists/journal.js";
import { realDisk } from "../../src/storage/disk.js";
import { world, type World } from "../support/world.js";

/**
 * Data folders that earlier programs wrote, one per version of the layout: two publications, and two deliveries that are
 * held. They are kept as they are; what is read from them must stay the same.
 */

const feedFolder = "data/accounts/acme/staff";

async function earlier(version: number): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "lading-earlier-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const fixture = `test/fixtures/data-version-${version}`;
  await cp(fixture, folder, { recursive: true });
  const w = await world(await readFile(join(fixture, "lading.yaml"), "utf8"), folder, "here");
  w.clock.set("2026-11-22T06:00:00.000Z");
  return w;
}

test("data of version 1 is read as the program of then meant it", async () => {
  const w = await earlier(1);
  expect(await migrateData(realDisk, w.setup.workspace.data)).toMatchObject({ from: 1 });
  expect(await w.number()).toBe(2);
  expect(await w.list()).toEqual(JSON.parse(await w.read(`${feedFolder}/pub/2/served.json`)));
  expect(await w.list()).toHaveLength(9);
  const { damaged, torn } = await readJournal(realDisk, join(w.folder, feedFolder));
  expect([damaged, torn]).toEqual([[], false]);
  const statuses = [...(await w.state()).deliveries.values()].map(({ status }) => status);
  expect(statuses).toEqual(["PUBLISHED", "PUBLISHED", "HELD", "HELD"]);
});

test("and goes on: the same bytes are no news, others are published under the next number", async () => {
  const w = await earlier(1);
  const archive = await w.names(`${feedFolder}/archive`);
  const last = await w.read(`${feedFolder}/archive/${archive[1] ?? ""}/staff.csv`);
  const list = await w.list();
  await w.drop("staff.csv", last, "2026-11-22T01:00:00Z");
  await w.pass();
  expect(await w.number()).toBe(2);
  await w.drop("staff.csv", last.replace("Name 3", "Nadja"), "2026-11-22T02:00:00Z");
  await w.pass();
  expect(await w.number()).toBe(3);
  const next = await w.list();
  expect(next[2]).toMatchObject({ name: "Nadja", updated_at: "2026-11-22T06:00:00.000Z" });
  expect(next.filter((_, n) => n !== 2)).toEqual(list.filter((_, n) => n !== 2));
});

test("a copy without its empty folders works as well", async () => {
  const w = await earlier(1);
  expect(await w.names("data")).toEqual(["accounts", "version"]);
  await adoptData(w.setup, "restored");
  expect((await w.pass()).map(({ status }) => status)).not.toContain("FAILED");
  expect(await w.number()).toBe(3);
});

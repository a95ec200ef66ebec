import { cp, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { adoptData } from "../../src/deliveries/adopt.js";
import { realDisk } from "../../src/storage/disk.js";
import { takeLock } from "../../src/storage/lock.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

const owner = (host: string) =>
  JSON.stringify({ id: randomUUID(), host, boot: "another boot", pid: 1, started: "1" });

const lockPath = (w: World) => join(w.folder, "data/accounts/acme/staff/lock");

test("what another host left is dropped, its lists go on as they are", async () => {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff("1", "2"));
  await w.pass();
  const list = await w.list();
  await writeFile(lockPath(w), owner("old-host"));
  await w.write("data/tmp/receiving~old-host~boot~1~1~abcdef", "half a file");
  await w.drop("staff.csv", staff("1", "2", "3"), "2026-03-02T00:00:00Z");
  const [locked] = await w.passFeeds();
  expect(locked?.error).toMatchObject({ code: "locked" });
  expect(locked?.error?.hint).toContain("If old-host was replaced by this machine: `lading adopt`");

  expect(await adoptData(w.setup, undefined)).toEqual([
    { feed: "acme/staff", hosts: ["old-host"], number: undefined },
  ]);
  expect(await w.list()).toEqual(list);
  expect(await w.names("data/tmp")).toEqual([]);
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
});

test("a lock of this host is never dropped", async () => {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff("1"));
  await w.pass();
  const lock = await takeLock(realDisk, join(w.folder, "data/accounts/acme/staff"), "acme/staff");
  expect(await adoptData(w.setup, undefined)).toEqual([{ feed: "acme/staff", hosts: [], number: undefined }]);
  expect(await lock.isHeld()).toBe(true);
  await expect(adoptData(w.setup, "restored")).rejects.toMatchObject({ code: "locked" });
  await lock.release();
  expect(hostname()).not.toBe("old-host");
});

test("a restored list gets times that are newer than any that was served, once", async () => {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff("1:Ann", "2", "3"), "2026-03-01T00:00:00Z");
  await w.pass();
  await cp(join(w.folder, "data"), join(w.folder, "backup"), { recursive: true });
  const saved = await w.list();

  w.clock.advance(3_600_000);
  await w.drop("staff.csv", staff("1:Anne", "2", "3"), "2026-03-02T00:00:00Z");
  await w.pass();
  const lost = await w.list();
  await rm(join(w.folder, "data"), { recursive: true });
  await cp(join(w.folder, "backup"), join(w.folder, "data"), { recursive: true });

  w.clock.advance(3_600_000);
  expect(await adoptData(w.setup, "disk failed")).toEqual([{ feed: "acme/staff", hosts: [], number: 2 }]);
  const back = await w.list();
  const without = (records: typeof back) => records.map((record) => ({ ...record, updated_at: "" }));
  expect(without(back)).toEqual(without(saved));
  for (const record of lost) {
    const now = back.find(({ external_id }) => external_id === record.external_id);
    expect(String(now?.updated_at) > record.updated_at).toBe(true);
  }

  // The lost delivery comes again and is published; records that it does not change keep their new time.
  await w.drop("staff.csv", staff("1:Anne", "2", "3"), "2026-03-02T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  const next = await w.list();
  expect(next.map(({ name }) => name)).toEqual(["Anne", "Name 2", "Name 3"]);
  expect(next[1]).toEqual(back[1]);
  expect(String(next[0]?.updated_at) > String(back[0]?.updated_at)).toBe(true);
});

test("a record that a lost publication removed, and one that was removed before, never come back with an older time", async () => {
  const feed = staffFeed.replace("first: publish", "first: publish, missing: remove");
  const w = await world(feed, undefined, "here");
  await w.drop("staff.csv", staff(...ids(1, 12)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 11)), "2026-03-01T01:00:00Z");
  await w.pass();
  w.clock.advance(60_000);
  await adoptData(w.setup, "disk failed");
  const restored = w.clock.now().toISOString();
  await w.drop("staff.csv", staff(...ids(1, 12)), "2026-03-01T02:00:00Z");
  await w.pass();
  const times = (await w.list()).map(({ updated_at }) => updated_at);
  expect(times).toHaveLength(12);
  expect(times.every((time) => time >= restored)).toBe(true);
});

test("a journal that is ahead of its publications is believed no more than they are", async () => {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff("1:Ann"), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff("1:Anne"), "2026-03-02T00:00:00Z");
  await w.pass();
  // Copied while it was being written: the journal tells of publication 2, which the copy does not hold.
  await rm(join(w.folder, "data/accounts/acme/staff/pub/2"), { recursive: true });
  await adoptData(w.setup, "restored");
  expect((await w.list())[0]?.["name"]).toBe("Ann");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  expect((await w.list())[0]?.["name"]).toBe("Anne");
});

test("a feed without a list has nothing to restamp", async () => {
  const w = await world(staffFeed, undefined, "here");
  expect(await adoptData(w.setup, "restored")).toEqual([
    { feed: "acme/staff", hosts: [], number: undefined },
  ]);
});

import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCurrent } from "../../src/lists/current.js";
import { realDisk } from "../../src/storage/disk.js";
import { thisProcess } from "../../src/storage/lock.js";
import { ids, staff, staffFeed, world } from "../support/world.js";

/** Damaged state: named, never served, nothing deleted. */

async function twoPublications() {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff("1:Ann"), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff("1:Anne"), "2026-03-02T00:00:00Z");
  await w.pass();
  const feed = join(w.folder, "data/accounts/acme/staff");
  return { w, feed, pub: join(feed, "pub/2") };
}

test.each([
  "manifest.json",
  "list.json",
  "list.ndjson",
  "list.csv",
  "served.json",
  "served.json.gz",
  "notes.ndjson",
])("a flipped bit anywhere in %s: the publication before is served, degraded and loud", async (name) => {
  const { feed, pub } = await twoPublications();
  const bytes = await readFile(join(pub, name));
  for (let at = 0; at < bytes.length; at += Math.max(1, Math.floor(bytes.length / 10))) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 0x01;
    await writeFile(join(pub, name), damaged);
    const current = await readCurrent(feed);
    expect(current?.manifest.number, `byte ${at}`).toBe(1);
    expect(current?.degraded).toMatch(/Publication 2 is not served/);
  }
  await writeFile(join(pub, name), bytes);
  const healed = await readCurrent(feed);
  expect(healed?.manifest.number).toBe(2);
  expect(healed?.degraded).toBeUndefined();
});

test("after damage the next delivery is published above it, and nothing is deleted", async () => {
  const { w, pub } = await twoPublications();
  await writeFile(join(pub, "list.csv"), "x");
  await w.drop("staff.csv", staff("1:Anna"), "2026-03-03T00:00:00Z");
  await w.pass();
  expect(await w.number()).toBe(3);
  expect(await w.list()).toMatchObject([{ name: "Anna" }]);
  expect(await w.names("data/accounts/acme/staff/pub")).toEqual(["1", "2", "3"]);
});

test("data of another version is refused before anything is touched", async () => {
  const w = await world(staffFeed, undefined, "here");
  await w.write("data/version", "2\n");
  await w.drop("staff.csv", staff("1"));
  await expect(w.pass()).rejects.toMatchObject({ code: "newer_version", recovery: "fix" });
  expect(await w.names("data")).toEqual(["version"]);
  expect(await w.names("inbox")).toEqual(["staff.csv"]);
});

test("a foreign file among the publications is not served and not deleted", async () => {
  const { w, feed } = await twoPublications();
  await w.write("data/accounts/acme/staff/pub/notes.txt", "mine");
  await w.write("data/accounts/acme/staff/pub/007/manifest.json", "{}");
  expect((await readCurrent(feed))?.manifest.number).toBe(2);
  await w.pass();
  expect(await w.names("data/accounts/acme/staff/pub")).toEqual(["007", "1", "2", "notes.txt"]);
});

test("a lost journal loses no publication and publishes nothing twice", async () => {
  const { w, feed } = await twoPublications();
  await rm(join(feed, "journal"));
  const list = await w.list();
  await w.drop("staff.csv", staff("1:Anne"), "2026-03-02T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["UNCHANGED"]);
  expect(await w.list()).toEqual(list);
  expect(await w.number()).toBe(2);
});

test("a lock left by another boot does not stop the feed; a live one does, and nothing is lost", async () => {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff(...ids(1, 3)));
  const owner = { id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301", ...thisProcess() };
  const path = "data/accounts/acme/staff/lock";
  await w.write(path, JSON.stringify(owner));
  const [locked] = await w.passFeeds();
  expect(locked?.error).toMatchObject({ code: "locked" });
  expect(await w.names("inbox")).toEqual(["staff.csv"]);
  await w.write(path, JSON.stringify({ ...owner, boot: "another" }));
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
});

test("a holder that was fenced off while it stood still publishes nothing", async () => {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff("1"));
  const lock = join(w.folder, "data/accounts/acme/staff/lock");
  let fenced = false;
  const disk = {
    ...realDisk,
    async syncFolder(path: string) {
      await realDisk.syncFolder(path);
      if (fenced || !path.includes("~pub-1")) return;
      fenced = true;
      await rm(lock);
      await w.pass();
    },
  };
  const [outcome] = await w.passFeeds(w.on(disk));
  expect(outcome?.error).toMatchObject({ recovery: "retry" });
  expect(await w.names("data/accounts/acme/staff/pub")).toEqual(["1"]);
  expect(await w.pass()).toEqual([]);
});

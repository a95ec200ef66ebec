import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unknownNames } from "../../src/deliveries/unknown-files.js";
import { workspaceStatus } from "../../src/server/workspace-status.js";
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

test("without a new file the lost list is made again from the archived one, and told; then the same bytes are no news", async () => {
  const { w, pub } = await twoPublications();
  const lost = await w.list();
  await writeFile(join(pub, "list.csv"), "x");
  expect(await w.list()).toMatchObject([{ name: "Ann" }]);
  w.clock.advance(60_000);
  const [again] = await w.pass();
  expect(again).toMatchObject({ status: "PUBLISHED", number: 3 });
  expect(again?.reason).toBe("Publication 2 does not verify any more, so it is published anew.");
  expect(await w.list()).toMatchObject([{ name: "Anne" }]);
  expect(String((await w.list())[0]?.updated_at) > String(lost[0]?.updated_at)).toBe(true);
  expect(await w.names("data/accounts/acme/staff/pub")).toEqual(["1", "2", "3"]);
  expect(await w.pass()).toEqual([]);
  await w.drop("staff.csv", staff("1:Anne"), "2026-03-03T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["UNCHANGED"]);
});

test("changes of lost publications are applied again in their order, before those that come after them", async () => {
  const delta = staffFeed.replace('"staff*.csv"', '"staff_{sequence}.csv", delivery: delta');
  const w = await world(delta, undefined, "here");
  for (const [index, who] of ["1:First", "2:Second", "1:Third"].entries()) {
    await w.drop(`staff_${index + 1}.csv`, staff(who));
    await w.pass();
  }
  for (const number of [2, 3])
    await rm(join(w.folder, `data/accounts/acme/staff/pub/${number}/manifest.json`));
  await w.drop("staff_4.csv", staff("4:Fourth"));
  const outcomes = await w.pass();
  expect(outcomes.map(({ file, status, number }) => `${file} ${status} ${number}`)).toEqual([
    "staff_2.csv PUBLISHED 4",
    "staff_3.csv PUBLISHED 5",
    "staff_4.csv PUBLISHED 6",
  ]);
  expect((await w.list()).map((record) => record["name"])).toEqual(["Third", "Second", "Fourth"]);
});

test("a correction whose publication is lost is made again", async () => {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff(...ids(1, 9), "ann:Ann:perhaps"), "2026-03-01T00:00:00Z");
  await w.pass();
  const [filed = ""] = await w.names("data/accounts/acme/staff/archive");
  const rejects = await w.read(`data/accounts/acme/staff/archive/${filed}/staff.csv.rejects.csv`);
  await w.drop("staff.csv.rejects.csv", rejects.replace("perhaps", "true"), "2026-03-02T00:00:00Z");
  await w.pass();
  expect(await w.number()).toBe(2);
  await rm(join(w.folder, "data/accounts/acme/staff/pub/2"), { recursive: true });
  expect(await w.list()).toHaveLength(9);
  await w.pass();
  expect((await w.list()).map(({ external_id: id }) => id)).toContain("ann");
  expect(await w.pass()).toEqual([]);
});

test("a lost list whose file trips a rail by now is held, once, and the one below it stays served", async () => {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff(...ids(1, 9)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 20)), "2026-03-02T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 40)), "2026-03-03T00:00:00Z");
  await w.pass();
  for (const number of [2, 3]) await rm(join(w.folder, `data/accounts/acme/staff/pub/${number}/list.json`));
  const [held] = await w.pass();
  expect(held).toMatchObject({ status: "HELD" });
  expect(held?.reason).toMatch(/40 rows against 9 of the last delivery/);
  expect(await w.pass()).toEqual([]);
  expect(await w.number()).toBe(1);
});

test("when none of its publications verifies, a feed is degraded, not unpublished, and its last file makes the list again", async () => {
  const { w, feed } = await twoPublications();
  for (const number of [1, 2]) await rm(join(feed, `pub/${number}/manifest.json`));
  const { feeds } = await workspaceStatus(w.setup.workspace).read();
  expect(feeds[0]).toMatchObject({ health: "degraded" });
  expect(feeds[0]?.reason).toMatch(
    /^Publication 2 is not .*Publication 1 is not .* no other one to serve\.$/,
  );
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  expect(await w.list()).toMatchObject([{ name: "Anne" }]);
});

test("data of another version is refused before anything is touched", async () => {
  const w = await world(staffFeed, undefined, "here");
  await w.write("data/version", "2\n");
  await w.drop("staff.csv", staff("1"));
  await expect(w.pass()).rejects.toMatchObject({ code: "newer_version", recovery: "fix" });
  expect(await w.names("data")).toEqual(["version"]);
  expect(await w.names("inbox")).toEqual(["staff.csv"]);
});

test("what no feed of the workspace uses is named, wherever it lies, and left", async () => {
  const { w } = await twoPublications();
  for (const path of ["notes.txt", "accounts/gone/staff/journal", "accounts/acme/job/journal"]) {
    await w.write(`data/${path}`, "x");
  }
  for (const path of ["notes.txt", "pub/notes.txt"]) await w.write(`data/accounts/acme/staff/${path}`, "x");
  expect(await unknownNames(realDisk, w.setup.workspace)).toEqual([
    "notes.txt",
    "accounts/acme/job",
    "accounts/gone",
    "accounts/acme/staff/notes.txt",
    "accounts/acme/staff/pub/notes.txt",
  ]);
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

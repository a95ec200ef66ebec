import { copyFile, mkdir, stat, truncate, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { readEntry, recordInvoice } from "../../src/outbox/entries.js";
import { openStore } from "../../src/store/store.js";
import { invoice } from "../outbox/scene.js";
import { databases } from "../support/postgres.js";
import { workdir, type Workdir } from "../support/workdir.js";
import { staff, staffFeed } from "../support/world.js";

const [sqlite, postgres] = databases.map(([, newDatabase]) => newDatabase);

describe.each(databases)("a backup on %s", (engine, newDatabase) => {
  const variation = engine === "PostgreSQL" ? { tags: ["long"] } : {};

  test("restores the lists with newer numbers and times, the tokens and the history, and keeps the present data", async () => {
    const { dir, lading, env } = await imported(newDatabase());
    const store = await openStore({ data: dir.at("data"), database: env["LADING_DATABASE_URL"] });
    const posted = invoice("A-1");
    await recordInvoice(store, posted);
    await store.close();
    const made = await lading("token", "create", "--account", "acme");
    expect(made).toMatchObject({ code: 0 });
    const doctor = async () => (await lading("doctor")).stdout;
    expect(await doctor()).toContain("none yet; `lading backup` creates one");
    expect(await lading("backup", "monday.db")).toMatchObject({ code: 0 });
    expect(await doctor()).toMatch(/last `lading backup` \d+ s ago/);
    expect(((await stat(dir.at("monday.db"))).mode & 0o777).toString(8)).toBe("600");
    expect(await lading("backup", "monday.db")).toMatchObject({ code: 2 });
    const before = await listed(lading);

    await dir.write({ "inbox/staff-2.csv": staff("1", "2:Two", "3") });
    expect(await lading("run")).toMatchObject({ code: 0 });
    // A token that was revoked since stays revoked.
    const id = /^(\w{12})\b/m.exec((await lading("token", "list")).stdout)?.[1] ?? "";
    expect(await lading("token", "revoke", id)).toMatchObject({ code: 0 });
    const restored = await lading("restore", "monday.db", "--reason", "a test");
    expect(restored).toMatchObject({ code: 0 });
    expect(await doctor()).toContain("last `lading backup`");
    expect(restored.stdout).toContain("version 3");
    // The invoice may have been sent or withdrawn since the backup was made.
    expect(restored.stdout).toContain("1 invoice in the outbox is in doubt");
    const again = await openStore({ data: dir.at("data"), database: env["LADING_DATABASE_URL"] });
    expect(await readEntry(again.db, posted.id)).toMatchObject({ state: "IN_DOUBT" });
    await again.close();
    const after = await listed(lading);
    expect(after.map(withoutTime)).toEqual(before.map(withoutTime));
    for (const [at, record] of after.entries()) {
      expect(String(record["updated_at"]) > String(before[at]?.["updated_at"])).toBe(true);
    }
    expect((await lading("token", "list")).stdout).toMatch(/revoked +acme/);
    expect((await lading("history", "acme/staff")).stdout).toContain("a test");

    const kept = (await dir.files()).find((name) => name.startsWith("data.before-")) ?? "";
    expect(await lading("restore", kept)).toMatchObject({ code: 0 });
    expect((await listed(lading)).map(({ external_id: id, name }) => [id, name])).toContainEqual([
      "2",
      "Two",
    ]);
    expect((await dir.files()).filter((name) => name.includes("restoring"))).toEqual([]);
    await dir.write({ "inbox/staff-3.csv": staff("1", "2:Two", "3", "4") });
    expect(await lading("run")).toMatchObject({ code: 0 });
    expect(await listed(lading)).toHaveLength(4);
  });

  test("reports a damaged delivered file and backs up the rest", variation, async () => {
    const { dir, lading } = await imported(newDatabase());
    const blob = (await dir.files("data/blobs"))[0] ?? "";
    await writeFile(dir.at(blob), "other bytes");
    const made = await lading("backup", "monday.db");
    // On PostgreSQL the file is a copy, and the database has the original.
    const isOnlyCopy = newDatabase() === undefined;
    expect(made.code).toBe(isOnlyCopy ? 75 : 0);
    expect(made.stderr.includes("has changed since it was received")).toBe(isOnlyCopy);
    expect(await lading("restore", "monday.db")).toMatchObject({ code: 0 });
    expect(await listed(lading)).toHaveLength(2);
  });

  test("restores into a store created after a loss, under unused version numbers", variation, async () => {
    const lost = await imported(newDatabase());
    await lost.lading("backup", "monday.db");
    const { dir, lading } = await workspace(newDatabase());
    // As happens when a service restarts.
    expect(await lading("run")).toMatchObject({ code: 0 });
    await copyFile(lost.dir.at("monday.db"), dir.at("monday.db"));
    const restored = await lading("restore", "monday.db");
    expect(restored.stdout).toContain("version 1002");
    expect(await listed(lading)).toHaveLength(2);
  });

  test(
    "leaves either the old or the restored data, no matter when the restore is killed",
    variation,
    async () => {
      const { dir, lading, env } = await imported(newDatabase());
      await lading("backup", "monday.db");
      const begun = performance.now();
      expect(await dir.process(["restore", "monday.db"], { env })).toMatchObject({ code: 0 });
      const whole = performance.now() - begun;
      await dir.write({ "inbox/staff-2.csv": staff("1", "2", "3") });
      await lading("run");
      const lengths = new Set<number>();
      for (const part of [0.3, 0.5, 0.7, 0.9]) {
        const running = dir.start(["restore", "monday.db"], { env });
        await new Promise((resume) => setTimeout(resume, part * whole));
        await running.stop("SIGKILL");
        lengths.add((await listed(lading)).length);
        expect((await lading("doctor", "--json")).stdout).not.toContain("store_damaged");
      }
      for (const length of lengths) expect([2, 3]).toContain(length);
      expect(await lading("restore", "monday.db")).toMatchObject({ code: 0 });
      expect(await listed(lading)).toHaveLength(2);
    },
  );
});

test.skipIf(postgres === undefined)("restores a backup of SQLite on PostgreSQL and vice versa", async () => {
  const small = await imported(sqlite?.());
  await small.lading("backup", "monday.db");
  const large = await imported(postgres?.());
  await large.dir.write({ "monday.db": await small.dir.bytes("monday.db") });
  expect(await large.lading("restore", "monday.db")).toMatchObject({ code: 0 });
  expect((await large.lading("doctor")).stdout).toContain("last `lading backup`");
  await large.dir.write({ "inbox/staff-2.csv": staff("1", "2", "3") });
  expect(await large.lading("run")).toMatchObject({ code: 0 });
  expect(await large.lading("backup", "tuesday.db")).toMatchObject({ code: 0 });
  await small.dir.write({ "tuesday.db": await large.dir.bytes("tuesday.db") });
  expect(await small.lading("restore", "tuesday.db")).toMatchObject({ code: 0 });
  expect(await listed(small.lading)).toHaveLength(3);
});

test("changes nothing when the file is not a backup, and does not back up an empty store", async () => {
  const { dir, lading } = await imported(sqlite?.());
  await lading("backup", "monday.db");
  await dir.write({ "empty.db": "", "text.db": "SQLite? No." });
  for (const name of ["empty.db", "text.db", "gone.db"]) {
    expect(await lading("restore", name)).toMatchObject({ code: 2 });
  }
  await truncate(dir.at("monday.db"), 20_000);
  expect(await lading("restore", "monday.db")).toMatchObject({ code: 2 });
  expect(await listed(lading)).toHaveLength(2);
  expect((await dir.files()).filter((name) => name.startsWith("data."))).toEqual([]);
  const bare = await workdir({ "lading.yaml": staffFeed });
  const nothing = await bare.lading(["backup", "a.db"]);
  expect(nothing.code).toBe(2);
  expect(nothing.stderr).toContain("nothing to back up yet");
});

test("moves a damaged store out of the way and uses numbers far beyond those that it may have reported", async () => {
  const { dir, lading } = await imported(sqlite?.());
  await lading("backup", "monday.db");
  await dir.write({ "data/lading.db": "x".repeat(100_000) });
  const restored = await lading("restore", "monday.db");
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.stdout).toMatch(/version 1002 /);
  expect((await dir.files()).some((name) => /^data\.before-\w+\/lading\.db$/.test(name))).toBe(true);
});

type Lading = (...args: readonly string[]) => ReturnType<Workdir["lading"]>;

/** A workspace with two imported people. */
async function workspace(database: string | undefined, files: Readonly<Record<string, string>> = {}) {
  const env: Record<string, string> = database === undefined ? {} : { LADING_DATABASE_URL: database };
  const yaml = database !== undefined ? `database: env:LADING_DATABASE_URL\n${staffFeed}` : staffFeed;
  const dir = await workdir({ "lading.yaml": yaml, ...files });
  await mkdir(dir.at("inbox"), { recursive: true });
  const lading: Lading = (...args) => dir.lading(args, { env });
  return { dir, lading, env };
}

async function imported(database: string | undefined) {
  const made = await workspace(database, { "inbox/staff-1.csv": staff("1", "2") });
  expect(await made.lading("run")).toMatchObject({ code: 0 });
  return made;
}

async function listed(lading: Lading): Promise<readonly Record<string, string>[]> {
  return JSON.parse((await lading("list", "acme/staff", "--to", "json")).stdout) as Record<string, string>[];
}

function withoutTime({ updated_at: _, ...rest }: Record<string, string>) {
  return rest;
}

import { Readable } from "node:stream";
import { mkdir, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emit } from "../../src/feeds/deliveries/emit.js";
import { raiseTokens } from "../../src/feeds/deliveries/restore.js";
import type { Setup } from "../../src/feeds/deliveries/setup.js";
import { strayBlobs, sweepBlobs } from "../../src/feeds/deliveries/unknown-files.js";
import { writeFact } from "../../src/store/facts.js";
import { joinWorkers, readWorkers } from "../../src/feeds/deliveries/workers.js";
import { takeLease } from "../../src/store/leases.js";
import { newDatabase, postgresPrograms } from "../support/postgres.js";
import { workdir, type Running } from "../support/workdir.js";
import { staff, staffFeed, world, type World } from "../support/world.js";

describe.skipIf(postgresPrograms() === undefined)("several machines on one database", () => {
  async function shared(yaml = staffFeed): Promise<World> {
    const text = `database: env:LADING_DATABASE_URL\n${yaml}`;
    return world(text, undefined, "here", { LADING_DATABASE_URL: newDatabase() });
  }

  const as = (setup: Setup, worker: string): Setup => ({ ...setup, worker });

  test("a worker with a new workspace activates it, and one with an older workspace pauses until a person decides", async () => {
    const w = await shared();
    const old = as(w.setup, "old");
    const first = await joinWorkers(old, false);
    await first.check();
    const yaml = staffFeed.replace("DE", "US");
    await w.reload(`database: env:LADING_DATABASE_URL\n${yaml}`);
    w.clock.advance(60_000);
    const second = await joinWorkers(as(w.setup, "new"), false);
    await second.check();
    expect((await readWorkers(w.store)).workers).toMatchObject([
      { worker: "new", paused: false },
      { worker: "old", paused: true },
    ]);

    await w.reload(`database: env:LADING_DATABASE_URL\n${staffFeed}`);
    w.clock.advance(60_000);
    await expect(first.check()).rejects.toMatchObject({ code: "superseded", recovery: "fix" });
    const back = await joinWorkers(as(w.setup, "third"), true);
    await back.check();
    await first.check();
    await Promise.all([first.leave(), second.leave(), back.leave()]);
    expect((await readWorkers(w.store)).workers).toEqual([]);
  });

  test("a worker follows changes of its files in both directions, and two workers never alternate", async () => {
    const w = await shared();
    const here = as(w.setup, "here");
    const [R1, R2, half] = [
      { revision: "R1" },
      { revision: "R2", after: "R1" },
      { revision: "half", after: "R1" },
    ];
    const superseded = { code: "superseded" };
    const [a1, b1] = [await joinWorkers(here, false, R1), await joinWorkers(here, false, R1)];
    const a2 = await joinWorkers(here, false, R2);
    await expect(b1.check()).rejects.toMatchObject(superseded);
    // Files are copied one by one, so there was an intermediate workspace that nobody knew.
    const b2 = await joinWorkers(here, false, half);
    await b2.check();
    await expect(a2.check()).rejects.toMatchObject(superseded);
    const b3 = await joinWorkers(here, false, { revision: "R2", after: "half" });
    await Promise.all([b3.check(), a2.check()]);
    // A person activates the old workspace on one machine. The other one is then behind, and does not resume
    // automatically.
    const a3 = await joinWorkers(here, false, { revision: "R1", after: "R2" });
    for (let i = 0; i < 2; i++) {
      await a3.check();
      await expect(b3.check()).rejects.toMatchObject(superseded);
    }
    const late = await joinWorkers(here, false, { revision: "R2" });
    await expect(late.check()).rejects.toMatchObject(superseded);
    await Promise.all([a1, a2, a3, b1, b2, b3, late].map((worker) => worker.leave()));
  });

  test("pauses the daemon that is behind until it has the new files, and then resumes it automatically", async () => {
    const yaml = staffFeed.replace("lading: 1", "lading: 1\ndatabase: env:LADING_DATABASE_URL");
    const env = { LADING_DATABASE_URL: newDatabase() };
    const [one, two] = [await workdir({ "lading.yaml": yaml }), await workdir({ "lading.yaml": yaml })];
    await Promise.all([one, two].map((dir) => mkdir(dir.at("inbox"))));
    const [first, second] = [one, two].map((dir) => dir.start(["watch"], { env })) as [Running, Running];
    await Promise.all([first, second].map((each) => each.waitFor('"event":"watching"')));
    const changed = yaml.replace("DE,", "AT,");
    await one.write({ "lading.yaml": changed });
    await first.waitFor(/"event":"workspace_changed"[^]*"event":"watching"/);
    await two.write({ "inbox/staff.csv": staff("1") });
    await second.waitFor('"event":"worker_paused"');
    expect((await one.lading(["status", "--json"], { env })).stdout).toMatch(/"paused":\s*true/);
    for (const words of [["plan"], ["release", "acme/staff", "--reason", "all is well"]]) {
      const refused = await two.lading(words, { env });
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain("is out of date");
    }
    await two.write({ "lading.yaml": changed });
    await second.waitFor(/"event":"worker_paused"[^]*"event":"watching"[^]*"state":"PUBLISHED"/);
    expect(second.output().match(/PUBLISHED/g)).toHaveLength(1);
    for (const each of [first, second]) expect(await each.stop()).toMatchObject({ code: 0 });
  });

  test("a worker is recognized again after a backup was restored while it was running", async () => {
    const w = await shared();
    const worker = await joinWorkers(as(w.setup, "here"), false);
    const seen = async () => (await readWorkers(w.store)).workers.map((each) => each.worker);
    for (const put of [
      () => raiseTokens(w.store, undefined),
      () => w.store.db.deleteFrom("leases").execute(),
    ]) {
      await put();
      expect(await seen()).toEqual([]);
      await worker.check();
      expect(await seen()).toEqual(["here"]);
    }
    await worker.leave();
    expect(await seen()).toEqual([]);
  });

  test("sources and outputs of other workers are left to them", async () => {
    const w = await shared(
      `${staffFeed.replace("folder: inbox", "folder: inbox, workers: here")}outputs: { lists: { folder: out, workers: there } }\n`,
    );
    await w.drop("staff.csv", staff("1"), "2026-03-01T00:00:00Z");
    const [here, there] = [as(w.setup, "here"), as(w.setup, "there")];
    expect(await w.pass(there)).toEqual([]);
    expect((await w.pass(here)).map(({ status }) => status)).toEqual(["PUBLISHED"]);
    expect(await emit(here, new AbortController().signal)).toEqual([]);
    expect(await w.names("out")).toEqual([]);
    expect(await emit(there, new AbortController().signal)).toEqual([]);
    expect(await w.names("out")).toEqual(["acme"]);
  });

  test("only one of two machines writes an output at a time", async () => {
    const w = await shared(`${staffFeed}outputs: { lists: { folder: out } }\n`);
    await w.drop("staff.csv", staff("1"), "2026-03-01T00:00:00Z");
    await w.pass();
    const lease = await takeLease(w.store, "output lists acme/staff");
    const failed = await emit(w.setup, new AbortController().signal);
    expect(failed).toMatchObject([{ code: "locked" }]);
    await lease.release();
    expect(await emit(w.setup, new AbortController().signal)).toEqual([]);
    expect(await w.read("out/acme/staff.csv")).toContain("Name 1");
  });

  test("a list that changes while another list of the account is decided causes a second decision", async () => {
    const w = await shared();
    await w.drop("staff.csv", staff("1"), "2026-03-01T00:00:00Z");
    let isFirst = true;
    const disturbed: Setup = {
      ...w.setup,
      async evaluate(...job) {
        if (isFirst) {
          const row = { name: "acme/tax-code", entries: 0, number: 7 };
          await w.store.db.insertInto("feeds").values(row).execute();
        }
        isFirst = false;
        return w.setup.evaluate(...job);
      },
    };
    expect((await w.pass(disturbed)).map(({ status }) => status)).toEqual(["PUBLISHED"]);
    expect(isFirst).toBe(false);
  });

  test("a list that keeps changing leaves the feed to the next pass", async () => {
    const w = await shared();
    await w.drop("staff.csv", staff("1"), "2026-03-01T00:00:00Z");
    let number = 6;
    const disturbed: Setup = {
      ...w.setup,
      async evaluate(...job) {
        number += 1;
        const row = { name: "acme/tax-code", entries: 0, number };
        await w.store.db.deleteFrom("feeds").where("name", "=", row.name).execute();
        await w.store.db.insertInto("feeds").values(row).execute();
        return w.setup.evaluate(...job);
      },
    };
    expect((await w.passFeeds(disturbed)).map(({ error }) => error?.code)).toEqual(["list_moved"]);
    expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  });

  test("a lost response to a commit is not a failure", async () => {
    const w = await shared();
    await w.drop("staff.csv", staff("1"), "2026-03-01T00:00:00Z");
    const { store } = w.setup;
    let lost = 0;
    const losing: Setup = {
      ...w.setup,
      store: {
        ...store,
        async transaction(work) {
          const result = await store.transaction(work);
          const { storeFailure } = await import("../../src/errors.js");
          lost += 1;
          if (lost > 1) throw storeFailure("the answer was lost");
          return result;
        },
      },
    };
    const [outcome] = await w.passFeeds(losing);
    expect(outcome).toMatchObject({ error: undefined, deliveries: [{ status: "PUBLISHED", number: 1 }] });
    expect(lost).toBeGreaterThan(2);
    expect((await w.log()).filter(({ state }) => state === "PUBLISHED")).toHaveLength(1);
  });

  test("reports bytes in the database without a delivery, and removes them a week after they arrived or after a restore", async () => {
    const w = await shared();
    const { store, clock } = w;
    await w.drop("staff.csv", staff("1"), "2026-03-01T00:00:00Z");
    await w.pass();
    const { sha256 } = await store.blobs.put(
      Readable.from([Buffer.from("left by a process that was killed")]),
    );
    const week = 7 * 86_400_000;
    const names = async () =>
      (await store.db.selectFrom("blobs").select("sha256").distinct().execute()).map((row) => row.sha256);
    // By the test's clock, all of them arrived a week and a day ago.
    await store.db
      .updateTable("blobs")
      .set({ at: clock.now().getTime() - week - 86_400_000 })
      .execute();
    expect(await strayBlobs(w.setup, clock.now())).toEqual([sha256]);
    await writeFact(store.db, "restored", clock.now().getTime());
    await sweepBlobs(w.setup);
    expect(await names()).toHaveLength(2);
    clock.advance(week + 1);
    await sweepBlobs(w.setup);
    expect(await names()).toEqual([...(await w.state()).deliveries.keys()]);
    expect(await strayBlobs(w.setup, clock.now())).toEqual([]);
  });

  test("copies of delivered files that the database no longer has are removed from every machine", async () => {
    const w = await shared();
    await w.drop("staff.csv", staff("1"), "2026-03-01T00:00:00Z");
    await w.pass();
    const [only] = (await w.state()).deliveries.keys();
    const sha256 = only ?? "";
    const copy = join(w.folder, "data", "blobs", sha256.slice(0, 2), sha256);
    const old = new Date(w.clock.now().getTime() - 2 * 3_600_000);
    await utimes(copy, old, old);
    await sweepBlobs(w.setup);
    expect((await stat(copy)).size).toBeGreaterThan(0);
    // Another machine removed it.
    await w.store.db.updateTable("deliveries").set({ bytes: "gone" }).execute();
    w.clock.advance(2 * 3_600_000);
    await sweepBlobs(w.setup);
    await expect(stat(copy)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

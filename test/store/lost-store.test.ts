import { rm } from "node:fs/promises";
import { sql } from "../../src/store/kysely.js";
import { describe, expect, test } from "vitest";
import { ensureFeed } from "../../src/feeds/lists/feed-log.js";
import { openStore } from "../../src/store/store.js";
import { newDatabase, postgresPrograms } from "../support/postgres.js";
import { workdir, type Workdir } from "../support/workdir.js";

/** A database that was deleted or emptied while delivered files remain is never taken for a new store. */

const programs = postgresPrograms();

interface Scene {
  readonly dir: Workdir;
  readonly database: string | undefined;
  readonly lading: (...args: string[]) => ReturnType<Workdir["lading"]>;
}

async function scene(engine: string): Promise<Scene> {
  const database = engine === "SQLite" ? undefined : newDatabase();
  const dir = await workdir({
    "inbox/staff.csv":
      "external_id,updated_at,name,email_address,is_active\n1,2026-01-01T00:00:00Z,A,a@example.com,true\n",
    "lading.yaml": `lading: 1
${database === undefined ? "" : "database: env:DB\n"}accounts: { acme: { country: DE } }
sources: { inbox: { folder: inbox } }
feeds: { acme/staff: { source: inbox, files: staff.csv, settle: final_name, first: publish } }
`,
  });
  const lading = (...args: string[]) => dir.lading(args, { env: { DB: database } });
  expect((await lading("run")).stdout).toMatch(/PUBLISHED/);
  expect((await lading("backup", "backup.db")).code).toBe(0);
  return { dir, database, lading };
}

type Loss = (scene: Scene) => Promise<unknown>;

/** Runs SQL for each table, regardless of references to it. */
const eachTable =
  (statement: string, left: readonly string[] = []): Loss =>
  async ({ dir, database }) => {
    const store = await openStore({ data: dir.at("data"), database });
    if (database === undefined) await sql`pragma foreign_keys = off`.execute(store.db);
    const ending = database === undefined ? "" : " cascade";
    for (const { name } of await store.db.introspection.getTables())
      if (!left.includes(name)) await sql.raw(`${statement} ${name}${ending}`).execute(store.db);
    await store.close();
  };

const deleted: Loss = async ({ dir }) => {
  for (const ending of ["", "-wal", "-shm"]) await rm(dir.at(`data/lading.db${ending}`), { force: true });
};

/** A new file, because a connection of this process may still be open on the old one. */
const emptied: Loss = async (scene) => {
  await deleted(scene);
  await scene.dir.write({ "data/lading.db": "" });
};

type LossOf = readonly [engine: string, how: string, options: { readonly tags?: string[] }, loss: Loss];
const variation = { tags: ["long"] };
const losses: readonly LossOf[] = [
  ["SQLite", "deleted", {}, deleted],
  ["SQLite", "deleted except for its log", {}, ({ dir }) => rm(dir.at("data/lading.db"))],
  ["SQLite", "empty", {}, emptied],
  ["SQLite", "without tables", variation, eachTable("drop table")],
  ["SQLite", "without rows", variation, eachTable("delete from")],
  ["SQLite", "without rows except for its version", {}, eachTable("delete from", ["store"])],
];
const losses2: readonly LossOf[] = [
  ["PostgreSQL", "without tables", {}, eachTable("drop table")],
  ["PostgreSQL", "without rows", variation, eachTable("truncate")],
  ["PostgreSQL", "without rows except for its version", {}, eachTable("truncate", ["store"])],
];

describe.each([...losses, ...(programs === undefined ? [] : losses2)])(
  "a lost store on %s that is %s",
  (engine, _, options, loss) => {
    test("prevents any start until a backup is restored", options, async () => {
      const here = await scene(engine);
      await loss(here);
      for (const command of [["run"], ["status"], ["watch"], ["backup", "b.db"]]) {
        const { code, stderr } = await here.lading(...command);
        expect([command[0], code]).toEqual([command[0], 2]);
        expect(stderr).toMatch(/The store .* is empty or missing, but 1 delivered file remains in /);
        expect(stderr).toMatch(/Next:[^]*lading restore FILE/);
      }
      expect((await here.lading("doctor")).stdout).toMatch(/failed +store: The store .* is empty or missing/);
      expect((await here.lading("restore", "backup.db")).stdout).toMatch(/acme\/staff: version/);
      expect((await here.lading("status")).stdout).toMatch(/^acme\/staff +good/m);
    });
  },
);

test("a server does not start without its store", async () => {
  const here = await scene("SQLite");
  await deleted(here);
  const served = await here.dir.process(["serve", "--port", "0"]);
  expect(served).toMatchObject({ code: 2, stderr: expect.stringMatching(/is empty or missing/) as string });
});

test("an interrupted restore leaves no new store", async () => {
  const here = await scene("SQLite");
  await deleted(here);
  const store = await openStore({ data: here.dir.at("data"), isRestored: true });
  await ensureFeed(store.db, "acme/staff");
  await store.close();
  expect((await here.lading("run")).stderr).toMatch(/a restore into this store was interrupted/);
  expect((await here.lading("restore", "backup.db")).code).toBe(0);
  expect((await here.lading("run")).code).toBe(0);
});

test("a new store is created if the data folder was moved away", async () => {
  const here = await scene("SQLite");
  await rm(here.dir.at("data"), { recursive: true });
  expect((await here.lading("status")).code).not.toBe(2);
  expect((await here.lading("run")).code).toBe(0);
});

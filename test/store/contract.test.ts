import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createCredential, revokeCredential } from "../../src/store/credentials/store.js";
import { readCredentials } from "../../src/store/credentials/credentials.js";
import { resume } from "../../src/feeds/decisions/resume.js";
import { rollback } from "../../src/feeds/decisions/rollback.js";
import { sweepBlobs, unknownNames } from "../../src/feeds/deliveries/unknown-files.js";
import { noteUnprocessed } from "../../src/feeds/deliveries/unprocessed-files.js";
import { readDocument } from "../../src/feeds/lists/documents.js";
import { deliveriesOf, ensureFeed, readLog, readState } from "../../src/feeds/lists/feed-log.js";
import { newFolding } from "../../src/feeds/lists/moves.js";
import { transition } from "../../src/feeds/lists/transition.js";
import { recordsOf } from "../../src/feeds/lists/list.js";
import {
  changesOf,
  currentList,
  listOf,
  publicationNumbers,
  readBodies,
  readCurrent,
  readPublication,
} from "../../src/feeds/lists/publications.js";
import { backUp, openBackup, putBack } from "../../src/store/backup.js";
import { raiseHorizon } from "../../src/store/horizons.js";
import { takeLease } from "../../src/store/leases.js";
import { readFact, writeFact } from "../../src/store/facts.js";
import { sql } from "../../src/store/kysely.js";
import { realDisk } from "../../src/system/disk.js";
import { isNetworkMount } from "../../src/store/network-folder.js";
import { examineStore } from "../../src/store/examine.js";
import {
  clearHost,
  readHostState,
  readHostStates,
  writeHostState,
} from "../../src/connectors/sftp/host-state.js";
import { firstVersion } from "../../src/store/schema.js";
import { openStore, type Queries, type Store } from "../../src/store/store.js";
import type { Feed } from "../../src/workspace/workspace.js";
import {
  databases,
  hasPooler,
  postgresPrograms,
  rowsIn,
  startCluster,
  type Cluster,
} from "../support/postgres.js";
import { workdir } from "../support/workdir.js";
import { staff, staffFeed, world, type World } from "../support/world.js";

/** Tests what both databases must do in the same way. */

const programs = postgresPrograms();

describe.each(databases)("a store on %s", (engine, newDatabase) => {
  const isPostgres = engine === "PostgreSQL";
  let database: string | undefined;
  let data: string;

  beforeEach(async () => {
    database = newDatabase();
    data = await mkdtemp(join(tmpdir(), "lading-store-"));
    onTestFinished(() => rm(data, { recursive: true, force: true }));
  });

  async function openTestStore(): Promise<Store> {
    const store = await openStore({ data, database });
    onTestFinished(() => store.close());
    return store;
  }

  /** A workspace whose state is in the store. */
  async function worldHere(): Promise<World> {
    return worldOf(staffFeed);
  }

  function worldOf(yaml: string): Promise<World> {
    const whole = isPostgres ? `database: env:LADING_DATABASE_URL\n${yaml}` : yaml;
    return world(whole, undefined, "here", database === undefined ? {} : { LADING_DATABASE_URL: database });
  }

  test("makes a version of a record visible from one whole second on, later than all earlier versions and responses", async () => {
    const w = await worldOf(staffFeed.replaceAll("staff", "org"));
    const store = { ...w.store, now: async () => w.clock.now().getTime() };
    const pass = () => w.pass({ ...w.setup, store });
    const seen = async () =>
      (
        await store.db
          .selectFrom("records")
          .innerJoin("stamps", (join) =>
            join.onRef("stamps.feed", "=", "records.feed").onRef("stamps.number", "=", "records.number"),
          )
          .select(["id", "second"])
          .orderBy("id")
          .execute()
      ).map(({ id, second }) => [id, new Date(second * 1000).toISOString()]);
    const file = (name: string, time = "2020-01-01") =>
      `external_id,updated_at,name,code,is_active,is_creditor,is_debtor,country,days_to_pay\r\n` +
      `A,${time}T00:00:00.000Z,${name},A,true,true,false,GB,30\r\n` +
      `B,2030-01-01T00:00:00.000Z,Bee,B,true,true,false,GB,\r\n`;
    const drop = async (name: string, time: string) => {
      await w.drop(`org-${time}.csv`, file(name, time), `${time}T00:00:00Z`);
      expect(await pass()).toMatchObject([{ status: "PUBLISHED" }]);
    };
    const second = (iso: string) => Date.parse(iso) / 1000;
    w.clock.set("2026-03-02T08:00:00.700Z");
    await drop("Ann", "2020-01-01");
    const first = "2026-03-02T08:00:00.000Z";
    expect(await seen()).toEqual([
      ["A", first],
      ["B", first],
    ]);
    // In the same second, after a window that was answered, after one that ends too far ahead, and with the
    // clock set back.
    await drop("Anne", "2020-01-02");
    expect(await seen()).toContainEqual(["A", "2026-03-02T08:00:01.000Z"]);
    await raiseHorizon(store, "acme", second("2026-03-02T08:05:01Z"));
    await drop("Anna", "2020-01-03");
    expect(await seen()).toContainEqual(["A", "2026-03-02T08:05:02.000Z"]);
    expect(await raiseHorizon(store, "acme", second("2099-01-01T00:00:00Z"))).toMatchObject({
      horizon: second("2026-03-02T08:05:02Z"),
      now: second("2026-03-02T08:00:00Z"),
    });
    w.clock.set("2026-03-02T07:30:00Z");
    await raiseHorizon(store, "acme", second("2026-03-02T08:10:00Z"));
    await drop("Ann", "2020-01-04");
    expect(await seen()).toEqual([
      ["A", "2026-03-02T08:10:01.000Z"],
      ["B", first],
    ]);
  });

  test("a rollback keeps referenced records as inactive, and fails if the references change in the meantime", async () => {
    const w = await worldOf(`
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/charge-code: { source: inbox, files: "charge*.csv", settle: final_name, first: publish }
  acme/tax-code: { source: inbox, files: "tax*.csv", settle: final_name, first: publish, missing: remove }
`);
    const taxes = (...codes: readonly string[]) =>
      w.drop(
        "tax.csv",
        `external_id,updated_at,code,description,is_active\n${codes.map((c) => `${c},,${c},VAT,true\n`).join("")}`,
      );
    const charges = (tax: string) =>
      w.drop(
        "charge.csv",
        `external_id,updated_at,code,description,charge_type,tax_code,is_active\nAFR,,AFR,Air,other,${tax},true\n`,
      );
    await taxes("S1");
    await charges("S1");
    await w.pass();
    await taxes("S1", "S2", "S3");
    await w.pass();
    const feed = w.setup.workspace.feeds.find(({ name }) => name === "acme/tax-code") as Feed;
    // A delivery of charge codes is published after the rollback has read the references, and before its own
    // commit.
    let steps = 0;
    const transaction: Store["transaction"] = async (work) => {
      if (++steps === 2) {
        await charges("S2");
        await w.passFeeds();
      }
      return w.store.transaction(work);
    };
    const slow = { ...w.setup, store: { ...w.store, transaction } };
    await expect(
      rollback({ setup: slow, feed, name: "Ada" }, { to: 1, reason: "wrong" }),
    ).rejects.toMatchObject({ code: "list_moved" });
    expect(await w.list("acme/charge-code")).toMatchObject([{ tax_code: { external_id: "S2" } }]);
    expect(
      (await rollback({ setup: w.setup, feed, name: "Ada" }, { to: 1, reason: "wrong" })).restored,
    ).toEqual({ number: 3, to: 1, kept_inactive: 1 });
    expect(await w.list("acme/tax-code")).toMatchObject([
      { code: "S1", is_active: true },
      { code: "S2", is_active: false },
    ]);
    // Nothing refers to S1 any more, so it is removed. The records that referred to it do not change.
    await resume({ setup: w.setup, feed, name: "Ada" }, "");
    await taxes("S2");
    await w.pass();
    expect(await w.list("acme/tax-code")).toMatchObject([{ code: "S2", is_active: true }]);
    const charge = w.setup.workspace.feeds.find(({ name }) => name === "acme/charge-code") as Feed;
    expect(
      (await rollback({ setup: w.setup, feed: charge, name: "Ada" }, { to: 1, reason: "wrong" })).restored,
    ).toEqual({ number: 3, to: 1, not_back: 1 });
    expect(await w.list("acme/charge-code")).toMatchObject([{ tax_code: { external_id: "S2" } }]);
  });

  test("a delivered file that is removed during a restore exists afterward", async () => {
    const w = await worldHere();
    await w.drop("staff.csv", staff("1", "2"));
    const sha256 = (await w.pass())[0]?.delivery ?? "";
    const file = join(w.folder, "monday.db");
    await backUp(w.store, file);
    const backup = await openBackup(file, join(w.folder, "restoring"));
    onTestFinished(() => backup.close());
    let isSwept = false;
    const transaction: Store["transaction"] = async (work) => {
      if (!isSwept) await w.store.blobs.delete(sha256);
      isSwept = true;
      return w.store.transaction(work);
    };
    await putBack(backup, { ...w.store, transaction }, file);
    const path = (await w.store.blobs.get(sha256)) ?? "";
    expect(await readFile(path, "utf8")).toBe(staff("1", "2"));
  });

  test("a paused host is paused for every process, until a login succeeds or a key is pinned", async () => {
    const [here, there] = [await openTestStore(), await openTestStore()];
    const login = { host: "SFTP.acme.example", port: 22, user: "lading" };
    const at = new Date().toISOString();
    const last_error = { at, code: "sftp_login_failed", message: "refused", hint: "look", commands: [] };
    const fresh = await readHostState(here.db, login);
    expect(fresh).toEqual({ ...login, failures: 0 });
    await writeHostState(here.db, { ...fresh, failures: 1, last_error, next_try: at });
    const seen = await readHostState(there.db, { ...login, host: "sftp.acme.example" });
    expect(seen).toMatchObject({ failures: 1, last_error, next_try: at });
    await writeHostState(there.db, { ...fresh, user: "other", failures: 2, last_error });
    expect((await readHostStates(here.db)).map(({ user }) => user)).toEqual(["lading", "other"]);
    await clearHost(there.db, "sftp.acme.example", 22);
    expect((await readHostStates(here.db)).map(({ failures }) => failures)).toEqual([0, 0]);
  });

  test("two processes that open the store at once create it once", async () => {
    const [one, other] = await Promise.all([openStore({ data, database }), openStore({ data, database })]);
    await writeFact(one.db, "x", { a: 1 });
    expect(await readFact(other.db, "x")).toEqual({ a: 1 });
    await Promise.all([one.close(), other.close()]);
  });

  test("a store with the previous layout is refused with a message, and does not change", async () => {
    const store = await openTestStore();
    await store.db
      .updateTable("store")
      .set({ version: firstVersion - 1 })
      .execute();
    await expect(openStore({ data, database })).rejects.toMatchObject({ code: "earlier_data" });
    expect(await store.db.selectFrom("store").select("version").execute()).toEqual([
      { version: firstVersion - 1 },
    ]);
  });

  test("the copy of a store from before a migration is kept for a week", async () => {
    const w = await worldHere();
    await w.write("data/lading.db.version-13", "a copy");
    await w.write("data/console-name", "Ada");
    expect(await unknownNames(w.setup)).toEqual([]);
    await sweepBlobs(w.setup);
    const copies = async () => (await w.names("data")).filter((name) => name.includes("version"));
    expect(await copies()).toHaveLength(1);
    w.clock.set(new Date(Date.now() + 8 * 86_400_000).toISOString());
    await sweepBlobs(w.setup);
    expect(await copies()).toEqual([]);
  });

  test("a failed transaction leaves nothing, and a successful transaction leaves everything", async () => {
    const store = await openTestStore();
    const failing = store.transaction(async (tx) => {
      await writeFact(tx, "x", 1);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await readFact(store.db, "x")).toBeUndefined();
    await store.transaction((tx) => writeFact(tx, "x", 2));
    expect(await readFact(store.db, "x")).toBe(2);
  });

  test("gives a lease one owner, and fences off a process that lost its lease without releasing it", async () => {
    const [store, other] = [await openTestStore(), await openTestStore()];
    const lease = await takeLease(store, "acme/staff");
    await expect(takeLease(other, "acme/staff")).rejects.toMatchObject({ code: "locked" });
    await store.transaction((tx) => lease.check(tx));
    // Simulates the passage of time.
    await store.db.updateTable("leases").set({ deadline: 0 }).execute();
    const next = await takeLease(other, "acme/staff");
    await expect(store.transaction((tx) => lease.check(tx))).rejects.toMatchObject({ code: "lease_lost" });
    await lease.release();
    await other.transaction((tx) => next.check(tx));
    await next.release();
    await (await takeLease(store, "acme/staff")).release();
  });

  test("gives a new lease to only one of several processes that take it at once", async () => {
    const stores = [await openTestStore(), await openTestStore()];
    const taken = await Promise.allSettled(
      [0, 1, 0, 1, 0, 1].map((which) => takeLease(stores[which] as Store, "output lists acme/staff")),
    );
    const fulfilled = taken.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(fulfilled).toHaveLength(1);
    for (const one of taken) {
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "locked" });
    }
    await fulfilled[0]?.release();
  });

  test("more feeds than connections receive files at once, some with the same bytes", async () => {
    const names = [...Array(24).keys()].map((each) => `a${each}`);
    const yaml = `lading: 1
accounts: { ${names.map((name) => `${name}: { country: DE, zone: Europe/Berlin }`).join(", ")} }
sources: { ${names.map((name) => `${name}: { folder: inbox/${name} }`).join(", ")} }
feeds:
${names.map((name) => `  ${name}/staff: { source: ${name}, files: "*.csv", settle: final_name, first: publish }`).join("\n")}
`;
    const env: Record<string, string> = database === undefined ? {} : { LADING_DATABASE_URL: database };
    const head = isPostgres ? "database: env:LADING_DATABASE_URL\n" : "";
    const w = await world(`${head}${yaml}`, undefined, "here", env);
    for (const name of names) await w.write(`inbox/${name}/staff.csv`, staff("1", "2"));
    const outcomes = await w.passFeeds();
    expect(outcomes.flatMap(({ error }) => error ?? [])).toEqual([]);
    expect(outcomes.flatMap(({ deliveries }) => deliveries.map(({ status }) => status))).toEqual(
      names.map(() => "PUBLISHED"),
    );
  });

  test("several workers record the unprocessed files of a source at once, and one of the lists is stored", async () => {
    const store = await openTestStore();
    const clock = { now: () => new Date() };
    const lists = [3, 300, 30, 0].map((length) =>
      Array.from({ length }, (_, index) => `${length}-${index}.csv`),
    );
    const stored = async () =>
      (await store.db.selectFrom("unprocessed_files").select("name").orderBy("place").execute()).map(
        ({ name }) => name,
      );
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        lists.map((names) =>
          noteUnprocessed(
            { store, clock },
            "inbox",
            "ignored",
            names.map((name) => ({ name, reason: "it is a link" })),
          ),
        ),
      );
      expect(lists).toContainEqual(await stored());
    }
  });

  test("the log and its result are written together", async () => {
    const store = await openTestStore();
    const { id } = await ensureFeed(store.db, "acme/staff");
    const delivery = "a".repeat(64);
    const arrival = { source: "inbox", name: "staff.csv", size: 1, modified: 1, identity: "" };
    const at = "2026-03-01T00:00:00.000Z";
    const folding = newFolding();
    await store.transaction((tx) =>
      transition(tx, { feed: id, checkLease: async () => undefined }, folding, [
        { n: 1, at, state: "RECEIVED", delivery, arrival, part: "", sequence: "" },
        { n: 2, at, state: "REJECTED", delivery, codes: ["empty_file"], reason: "Nothing in it." },
      ]),
    );
    expect((await readLog(store.db, "acme/staff")).map(({ state }) => state)).toEqual([
      "RECEIVED",
      "REJECTED",
    ]);
    expect((await readState(store.db, "acme/staff")).deliveries.get(delivery)).toMatchObject({
      status: "REJECTED",
      arrival,
      unacknowledged: [arrival],
    });
    expect(await deliveriesOf(store.db, "acme/staff", { beginning: "aaa" })).toHaveLength(1);
  });

  test("rejects a row with NUL or half a surrogate pair as an issue, and loses no later row", async () => {
    const w = await worldHere();
    const person = (id: string, name: string) =>
      `{"external_id":"${id}","name":"${name}","email_address":"a@x.example","is_active":true,"updated_at":"2026-01-01T00:00:00Z"}`;
    const rows = [
      person("4", "Ann"),
      person("5\\u0000", "B\\u0000ob"),
      person("6", "Z\\ud800oe"),
      person("7", "Eve"),
    ];
    for (let id = 10; id < 60; id++) rows.push(person(`8${id}`, "Ida"));
    await w.drop("staff.csv", `[${rows.join(",\n")}]`, "2026-03-01T00:00:00Z");
    expect(await w.pass()).toMatchObject([{ status: "PUBLISHED" }]);
    const list = await w.list();
    expect(list).toHaveLength(52);
    expect(list.slice(0, 2)).toMatchObject([{ external_id: "4" }, { external_id: "7" }]);
    const [delivery] = await deliveriesOf(w.store.db, "acme/staff", {});
    const rejects = await readDocument(
      w.store.db,
      "acme/staff",
      delivery?.sha256 ?? "",
      "staff.csv.rejects.csv",
    );
    expect(rejects).toContain("Bob");
    expect(rejects).toContain("Z\ufffdoe");
    expect(rejects).not.toContain("\0");
  });

  test("supports publications through the whole pipeline, including changes, older versions and served lists", async () => {
    const w = await worldHere();
    const { store } = w;
    const lists: (readonly object[])[] = [];
    // Characters that byte order sorts differently than a dictionary.
    const nights = [
      ["Z", "a", "é", "\u{1F600}", "10", "9"],
      ["Z:Zoe", "a", "é", "\u{1F600}", "10", "9", "b:B:perhaps"],
      ["Z:Zoe", "a", "é", "10", "9", "c"],
    ];
    for (const [index, people] of nights.entries()) {
      w.clock.advance(60_000);
      await w.drop("staff.csv", fileOf(people), `2026-03-0${index + 1}T00:00:00Z`);
      expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
      lists.push(await w.list());
    }
    expect(lists[0]?.map((record) => (record as { external_id: string }).external_id)).toEqual([
      "10",
      "9",
      "Z",
      "a",
      "é",
      "\u{1F600}",
    ]);
    expect(await publicationNumbers(store.db, "acme/staff")).toEqual([3, 2, 1]);
    for (const number of [1, 2, 3]) {
      const publication = await readPublication(store.db, "acme/staff", number);
      if (publication === undefined) throw new Error("gone");
      expect(await recordsOf(await listOf(store, publication))).toEqual(lists[number - 1]);
    }
    const current = await readCurrent(store.db, "acme/staff");
    if (current === undefined) throw new Error("nothing");
    expect(await recordsOf(await currentList(store, current.publication))).toEqual(lists[2]);
    const body = await (await readBodies(store.db, current.publication))?.("identity");
    expect(JSON.parse(String(body))).toEqual(lists[2]);
    expect(await changesOf(store.db, "acme/staff", "Z")).toMatchObject([
      { number: 1, kind: "added", after: { name: "Name Z" } },
      { number: 2, kind: "changed", fields: ["name"], before: { name: "Name Z" }, after: { name: "Zoe" } },
    ]);
    const second = (await deliveriesOf(store.db, "acme/staff"))[1]?.sha256 ?? "";
    const rejects = await readDocument(store.db, "acme/staff", second, "staff.csv.rejects.csv");
    expect(rejects).toContain("perhaps");
    const path = await store.blobs.get(second);
    expect(path && (await readFile(path, "utf8"))).toBe(fileOf(nights[1] ?? []));
    await rm(join(w.folder, "data", "blobs"), { recursive: true });
    const again = await store.blobs.get(second);
    // If machines share the store, the bytes are in it.
    expect(again !== undefined).toBe(isPostgres);
    await store.blobs.delete(second);
    expect(await store.blobs.get(second)).toBeUndefined();
  });

  test("a list that is published while it is read is an error, never a mixture", async () => {
    const w = await worldHere();
    await w.drop("staff.csv", staff("1", "2"), "2026-03-01T00:00:00Z");
    await w.pass();
    const current = await readCurrent(w.store.db, "acme/staff");
    if (current === undefined) throw new Error("nothing");
    const list = await currentList(w.store, current.publication);
    const served = await readBodies(w.store.db, current.publication);
    await w.drop("staff.csv", staff("1", "2:Two"), "2026-03-02T00:00:00Z");
    await w.pass();
    await expect(recordsOf(list)).rejects.toMatchObject({ code: "list_moved", recovery: "retry" });
    expect(await readBodies(w.store.db, current.publication)).toBeUndefined();
    // The served version was read before, so any encoding is served.
    expect(String(await served?.("identity"))).not.toContain("Two");
    expect(gunzipSync((await served?.("gzip")) ?? "")).toEqual(await served?.("identity"));
  });

  test("limits one owner to two active credentials if two processes create them at once", async () => {
    const [store, other] = [await openTestStore(), await openTestStore()];
    const now = new Date("2026-03-01T00:00:00Z");
    const wanted = { kind: "token", account: "acme", name: "default" } as const;
    const made = await Promise.allSettled(
      [store, other, store, other].map((one) => createCredential(one, wanted, now)),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const [first] = await readCredentials(store.db);
    await revokeCredential(other, "token", first?.id ?? "", now);
    expect(
      (await readCredentials(store.db)).filter(({ revoked_at }) => revoked_at !== undefined),
    ).toHaveLength(1);
  });
});

describe.skipIf(programs === undefined)("the program on PostgreSQL", () => {
  let cluster: Cluster;
  beforeAll(() => {
    if (programs !== undefined) cluster = startCluster(programs);
  });
  afterAll(() => cluster.stop());

  test("imports, serves and creates tokens, and shows the database's URL in no message", async () => {
    const env = { LADING_DATABASE_URL: cluster.database() };
    const dir = await workdir({
      "lading.yaml": `database: env:LADING_DATABASE_URL\n${staffFeed}`,
      "inbox/staff.csv": staff("1", "2"),
    });
    expect(await dir.lading(["run"], { env })).toMatchObject({ code: 0 });
    const made = await dir.lading(["token", "create", "--account", "acme"], { env });
    expect(made.code).toBe(0);
    const token = /[\w-]{30,}/.exec(made.stdout)?.[0] ?? "";
    const server = dir.start(["serve", "--port", "0", "--operators-port", "0"], { env });
    const url = /http:\/\/[^ "]+/.exec(await server.waitFor(/"?url"?|http:\/\//))?.[0] ?? "";
    const response = await fetch(new URL("/staff", url), { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    expect(await response.json()).toHaveLength(2);
    await server.stop();
    expect(await dir.lading(["run"], { env: {} })).toMatchObject({ code: 2 });
    for (const [url, message] of [
      ["mysql://me:hidden@db/x", "not a URL that starts with postgresql://"],
      ["postgresql://me:hidden/@db/x", "it is not a valid URL. In its user and password, write %2F"],
      ["postgresql://me:hidden@db/x?sslrootcert=/none.pem", "no such file or directory, open '/none.pem'"],
    ]) {
      const wrong = await dir.lading(["run"], { env: { LADING_DATABASE_URL: url } });
      expect(wrong.code).toBe(2);
      expect(wrong.stderr).toContain(message);
      expect(wrong.stderr).not.toContain("hidden");
    }
    const away = "postgresql://me:hidden@127.0.0.1:9/x";
    const unreachable = await dir.lading(["status"], { env: { LADING_DATABASE_URL: away } });
    expect(unreachable).toMatchObject({ code: 75 });
    expect(unreachable.stderr).toContain("The database did not respond");
    expect(unreachable.stderr).not.toContain("hidden");
  });

  test.each(["by itself", ...(hasPooler ? ["through a pooler of transactions"] : [])])(
    "works %s without session state, and ends a hanging transaction",
    async (how) => {
      const url = cluster.database();
      const env = { LADING_DATABASE_URL: how === "by itself" ? url : await cluster.pooled(url) };
      const dir = await workdir({
        "lading.yaml": `database: env:LADING_DATABASE_URL\n${staffFeed}`,
        "inbox/staff.csv": staff("1", "2"),
      });
      expect(await dir.lading(["run"], { env })).toMatchObject({ code: 0 });
      expect(await dir.lading(["backup", "a.db"], { env })).toMatchObject({ code: 0 });
      const store = await openStore({ data: dir.at("data"), database: env.LADING_DATABASE_URL });
      onTestFinished(() => store.close());
      const limit = async (db: Queries): Promise<string> => {
        const name = "idle_in_transaction_session_timeout";
        const { rows } = await sql<{ limit: string }>`select current_setting(${name}) as limit`.execute(db);
        return rows[0]?.limit ?? "";
      };
      expect(await store.transaction(limit)).toBe("30s");
      const isolated = store.db.transaction().setIsolationLevel("repeatable read");
      expect(await isolated.execute(limit)).toBe("30s");
      expect(await limit(store.db)).toBe("0");
    },
  );

  test("a read-only database is reported, and loses nothing", async () => {
    const env = { LADING_DATABASE_URL: cluster.database() };
    const dir = await workdir({
      "lading.yaml": `database: env:LADING_DATABASE_URL\n${staffFeed}`,
      "inbox/staff-1.csv": staff("1"),
    });
    expect(await dir.lading(["run"], { env })).toMatchObject({ code: 0 });
    await dir.write({ "inbox/staff-2.csv": staff("1", "2") });
    const still = `${env.LADING_DATABASE_URL}&options=${encodeURIComponent("-c default_transaction_read_only=on")}`;
    const refused = await dir.lading(["run"], { env: { LADING_DATABASE_URL: still } });
    expect(refused.code).toBe(75);
    expect(refused.stderr + refused.stdout).toContain("The database is read-only: cannot execute");
    expect(refused.stderr + refused.stdout).toContain("Specify the host that accepts writes");
    expect(await dir.lading(["status"], { env: { LADING_DATABASE_URL: still } })).toMatchObject({
      stderr: "",
    });
    const examined = await dir.lading(["doctor"], { env: { LADING_DATABASE_URL: still } });
    expect(examined.code).toBe(75);
    expect(examined.stdout).toContain("The database is read-only");
    expect(await dir.lading(["run"], { env })).toMatchObject({ code: 0 });
  });

  test("a user without the right to create tables gets an error that names the missing right", async () => {
    const owned = cluster.database();
    const client = new pg.Client(owned);
    await client.connect();
    await client.query("create role guest login; revoke create on schema public from public");
    await client.end();
    const dir = await workdir({ "lading.yaml": `database: env:LADING_DATABASE_URL\n${staffFeed}` });
    const env = { LADING_DATABASE_URL: owned.replace("lading@", "guest@") };
    const refused = await dir.lading(["run"], { env });
    expect(refused.code).toBe(75);
    expect(refused.stderr).toContain("does not allow this user to create or change Lading's tables");
    expect(refused.stderr).toContain("GRANT CREATE, USAGE ON SCHEMA public");
  });

  test(
    "a daemon that lost its lease while it was suspended reports it, and continues",
    { tags: ["long"] },
    async () => {
      const env = { LADING_DATABASE_URL: cluster.database() };
      const many = Array.from({ length: 10_000 }, (_, id) => String(id + 1));
      const dir = await workdir({
        "lading.yaml": `database: env:LADING_DATABASE_URL\n${staffFeed}`,
        "inbox/staff-1.csv": staff(...many),
      });
      const daemon = dir.start(["watch"], { env });
      const client = new pg.Client(env.LADING_DATABASE_URL);
      await client.connect();
      onTestFinished(() => client.end());
      const takeOver = async () => {
        const taken = await client
          .query(
            "update leases set token = token + 1, owner = '', deadline = 0 where name = 'acme/staff' and owner <> ''",
          )
          .catch(() => ({ rowCount: 0 }));
        return taken.rowCount;
      };
      await expect.poll(takeOver, { interval: 20 }).toBe(1);
      const output = await daemon.waitFor('"event":"lease_lost"', 60_000);
      expect(output).toContain("Another process took over acme/staff while this process was suspended");
      await daemon.waitFor("PUBLISHED", 60_000);
      expect(await daemon.stop()).toMatchObject({ code: 0 });
    },
  );

  test("a database crash is reported, ends no process, and work continues when the database is back", async () => {
    const yaml = `database: env:LADING_DATABASE_URL\n${staffFeed}`;
    const w = await world(yaml, undefined, "here", { LADING_DATABASE_URL: cluster.database() });
    await w.drop("staff.csv", staff("1"), "2026-03-01T00:00:00Z");
    await w.pass();
    await w.drop("staff.csv", staff("1", "2"), "2026-03-02T00:00:00Z");
    cluster.crash();
    const [during] = await w.passFeeds();
    expect(during?.error).toMatchObject({ code: "store_unreachable", recovery: "retry" });
    cluster.start();
    expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
    expect(await w.list()).toHaveLength(2);
  });

  test("a daemon survives a crash of its database, and continues", { tags: ["long"] }, async () => {
    const env = { LADING_DATABASE_URL: cluster.database() };
    const dir = await workdir({
      "lading.yaml": `database: env:LADING_DATABASE_URL\n${staffFeed}`,
      "inbox/staff.csv": staff("1"),
    });
    const daemon = dir.start(["watch"], { env });
    await daemon.waitFor("PUBLISHED");
    cluster.crash();
    await dir.write({ "inbox/staff-2.csv": staff("1", "2") });
    await daemon.waitFor(/"event":"(?:pass|feed)_failed"/);
    cluster.start();
    await daemon.waitFor('"publication":2', 60_000);
    expect(await daemon.stop()).toMatchObject({ code: 0 });
  });

  test("a server that starts without its database waits for it", { tags: ["long"] }, async () => {
    const env = { LADING_DATABASE_URL: cluster.database() };
    const dir = await workdir({ "lading.yaml": `database: env:LADING_DATABASE_URL\n${staffFeed}` });
    const serve = () => dir.start(["serve", "--port", "0", "--operators-port", "0"], { env });
    cluster.crash();
    const [server, stopped] = [serve(), serve()];
    await stopped.waitFor("The database did not respond");
    expect(await stopped.stop()).toMatchObject({ code: 0 });
    expect(await server.waitFor("The database did not respond")).toContain(
      '"next":"Check that it is running at the host and port in its URL, and that this machine and this user can reach it. This process then continues"',
    );
    cluster.start();
    await server.waitFor(/"lists":"http/, 60_000);
    expect(await server.stop()).toMatchObject({ code: 0 });
  });

  test(
    "a server without its database applies changes of other processes from a second ago, even without a request since then",
    { tags: ["long"] },
    async () => {
      const env = { LADING_DATABASE_URL: cluster.database() };
      const dir = await workdir({
        "lading.yaml": `database: env:LADING_DATABASE_URL\n${staffFeed}`,
        "inbox/staff-1.csv": staff("1"),
      });
      await dir.lading(["run"], { env });
      const tokens: string[] = [];
      for (let i = 0; i < 2; i++) {
        const { stdout } = await dir.lading(["token", "create", "--account", "acme"], { env });
        tokens.push(stdout.trim());
      }
      const server = dir.start(["serve", "--port", "0", "--operators-port", "0"], { env });
      const url = `${/"lists":"(http[^"]+)"/.exec(await server.waitFor(/"lists":"http[^"]+"/))?.[1]}/staff`;
      const fetchStaff = (token = "") => fetch(url, { headers: { authorization: `Bearer ${token}` } });
      for (const token of tokens)
        expect((await fetchStaff(token)).headers.get("lading-publication")).toBe("1");
      const [revoked = "", kept = ""] = tokens;
      await dir.lading(["token", "revoke", revoked.split("_")[1] ?? ""], { env });
      await dir.write({ "inbox/staff-2.csv": staff("1", "2") });
      await dir.lading(["run"], { env });
      // Only the server is still connected. It polls for changes, and one complete round is enough.
      const rounds = new Set<string>();
      const lastQueryStart =
        "select max(query_start)::text as at from pg_stat_activity where application_name = 'lading'";
      while (rounds.size < 5) {
        const [last] = rowsIn<{ readonly at: string | null }>(env.LADING_DATABASE_URL, lastQueryStart);
        if (typeof last?.at === "string") rounds.add(last.at);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      cluster.crash();
      expect((await fetchStaff(revoked)).status).toBe(401);
      const { headers } = await fetchStaff(kept);
      expect([headers.get("lading-publication"), headers.get("lading-stale")]).toEqual(["2", "true"]);
      cluster.start();
      await server.stop();
    },
  );

  test("a server ends although its database hangs", { tags: ["long"] }, async () => {
    const env = { LADING_DATABASE_URL: cluster.database() };
    const dir = await workdir({ "lading.yaml": `database: env:LADING_DATABASE_URL\n${staffFeed}` });
    const server = dir.start(["serve", "--port", "0", "--operators-port", "0"], { env });
    const output = await server.waitFor(/"lists":"http[^"]+"/);
    const thaw = cluster.freeze();
    onTestFinished(thaw);
    const url = `${/"lists":"(http[^"]+)"/.exec(output)?.[1]}/staff`;
    const request = fetch(url, { headers: { authorization: "Bearer x" } }).catch(() => undefined);
    expect(await server.stop("SIGTERM", 60_000)).toMatchObject({ code: 0 });
    await request;
  });

  test("a standby takes the place of its primary, with all committed data", { tags: ["long"] }, async () => {
    const primary = startCluster(programs ?? "");
    const { standby, database } = primary.withStandby();
    onTestFinished(() => {
      standby.stop();
      primary.start();
      primary.stop();
    });
    const env = { LADING_DATABASE_URL: database };
    const dir = await workdir({
      "lading.yaml": `database: env:LADING_DATABASE_URL\n${staffFeed}`,
      "inbox/staff-1.csv": staff("1"),
    });
    const daemon = dir.start(["watch"], { env });
    await daemon.waitFor('"publication":1');
    await dir.write({ "inbox/staff-2.csv": staff("1", "2") });
    await daemon.waitFor('"publication":2');
    // Acknowledged data is on both. New data waits while neither answers.
    primary.crash();
    await dir.write({ "inbox/staff-3.csv": staff("1", "2", "3") });
    await daemon.waitFor(/"event":"(?:pass|feed)_failed"/);
    standby.promote();
    await daemon.waitFor('"publication":3', 60_000);
    expect(await daemon.stop()).toMatchObject({ code: 0 });
    for (const number of [1, 2, 3]) {
      const list = await dir.lading(["list", "acme/staff", String(number)], { env });
      expect(list.stdout.trim().split(/\r?\n/)).toHaveLength(1 + number);
    }
  });

  test(
    "a daemon that starts without its database waits for it, and a run ends",
    { tags: ["long"] },
    async () => {
      const env = { LADING_DATABASE_URL: cluster.database() };
      const dir = await workdir({
        "lading.yaml": `database: env:LADING_DATABASE_URL\n${staffFeed}`,
        "inbox/staff.csv": staff("1"),
      });
      cluster.crash();
      const [daemon, stopped] = [dir.start(["watch"], { env }), dir.start(["watch"], { env })];
      await stopped.waitFor("The database did not respond");
      expect(await stopped.stop()).toMatchObject({ code: 0 });
      expect(await dir.lading(["run"], { env })).toMatchObject({ code: 75 });
      await daemon.waitFor("The database did not respond");
      cluster.start();
      await daemon.waitFor("PUBLISHED", 60_000);
      expect(await daemon.stop()).toMatchObject({ code: 0 });
    },
  );

  test("a run that may wait survives a short outage of the database", { tags: ["long"] }, async () => {
    const [, name, folder = ""] = /@\/(\w+)\?host=(.+)$/.exec(cluster.database()) ?? [];
    const socket = join(decodeURIComponent(folder), ".s.PGSQL.5432");
    let connections = 0;
    const between = createServer((client) => {
      connections += 1;
      if (connections === 1) return void client.destroy();
      const database = connect(socket);
      for (const end of [client, database]) end.on("error", () => {});
      client.pipe(database).pipe(client);
    }).listen(0, "127.0.0.1");
    await once(between, "listening");
    onTestFinished(() => void between.close());
    const { port } = between.address() as AddressInfo;
    const env = { LADING_DATABASE_URL: `postgresql://lading@127.0.0.1:${port}/${name}` };
    const dir = await workdir({
      "lading.yaml": `database: env:LADING_DATABASE_URL\n${staffFeed}`,
      "inbox/staff.csv": staff("1"),
    });
    expect(await dir.lading(["run", "--retry-for", "5 min"], { env })).toMatchObject({ code: 0 });
    expect(connections).toBeGreaterThan(1);
  });

  test("doctor finds a setting that may lose committed data in a power cut", async () => {
    const store = await openStore({ data: "/nowhere", database: cluster.database() });
    onTestFinished(() => store.close());
    // The test clusters do not need to survive one.
    await expect(examineStore(store)).rejects.toMatchObject({ code: "unsafe_database" });
  });
});

test("a delivered file that has changed since it was received is found when all are read", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1"), "2026-03-01T00:00:00Z");
  await w.pass();
  expect(await examineStore(w.store, true)).toMatch(/, 1 delivered files read and unchanged$/);
  const [sha256 = ""] = (await w.state()).deliveries.keys();
  await writeFile((await w.store.blobs.get(sha256)) ?? "", staff("2"));
  expect(await examineStore(w.store)).toMatch(/SQLite, undamaged$/);
  const examining = examineStore(w.store, true);
  await expect(examining).rejects.toMatchObject({
    code: "store_damaged",
    message: expect.stringContaining(sha256.slice(0, 12)) as string,
  });
});

/** As `staff` writes it, with a valid address for any id. */
function fileOf(people: readonly string[]): string {
  return staff(...people).replaceAll(/p([^,]*)@/g, (_, id: string) => `p${Buffer.from(id).toString("hex")}@`);
}

test("a data folder that this user cannot open is reported as missing rights", async () => {
  const denied = Object.assign(new Error("permission denied"), { code: "EACCES" });
  const disk = { ...realDisk, stat: () => Promise.reject(denied) };
  const opening = openStore({ data: "/somebody/data" }, disk);
  await expect(opening).rejects.toMatchObject({ code: "no_permission", recovery: "retry" });
});

test.each([
  ["/mnt/far/data", true],
  ["/mnt/far", true],
  ["/mnt/far/disk/data", false],
  ["/mnt/far away/data", true],
  ["/mnt/farther/data", false],
])(
  "finds by the type of the nearest mount of a FUSE file system whether %s is on another machine",
  (path, isFar) => {
    const mounts = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:50 / /mnt/far rw,nosuid shared:2 - fuse.sshfs me@far:/x rw
41 40 8:2 / /mnt/far/disk rw - fuse.ntfs-3g /dev/sdb1 rw
42 22 0:51 / /mnt/far\\040away rw - fuse.sshfs me@far:/y rw
`;
    expect(isNetworkMount(mounts, path)).toBe(isFar);
  },
);

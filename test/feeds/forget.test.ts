import { DatabaseSync } from "@photostructure/sqlite";
import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emit } from "../../src/feeds/deliveries/emit.js";
import { keepRun } from "../../src/feeds/reports/runs.js";
import { withFeed } from "../../src/feeds/deliveries/open-feed.js";
import { forgetRecord, previewForget } from "../../src/feeds/deliveries/forget.js";
import { rollback } from "../../src/feeds/decisions/rollback.js";
import { realDisk } from "../../src/system/disk.js";
import { readPublication } from "../../src/feeds/lists/publications.js";
import { versionsPage } from "../../src/console/api/versions.js";
import { faultyStore } from "../support/faulty-store.js";
import { faultyDisk, writes } from "../support/faulty-disk.js";
import { runHere } from "../support/workdir.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

function feedOf(w: World) {
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  return feed;
}

/** Files below `data/` that contain the text. */
function holding(w: World, text: string): string[] {
  try {
    return execFileSync("grep", ["-rlaF", text, join(w.folder, "data")], { encoding: "utf8" })
      .trim()
      .split("\n");
  } catch {
    return [];
  }
}

/** Three versions. Zoe is in the first two deliveries but not in the third. */
async function withZoe(): Promise<World> {
  const w = await world(staffFeed);
  await w.drop("staff.csv", staff(...ids(1, 9), "ZQ7:Zoe Quist"), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 10), "ZQ7:Zoe Q. Quist"), "2026-03-02T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 11)), "2026-03-03T00:00:00Z");
  await w.pass();
  return w;
}

test("nothing below data/ contains the person, and the list continues without her", async () => {
  const w = await withZoe();
  expect(holding(w, "ZQ7").length).toBeGreaterThan(2);
  const done = await forgetRecord(w.setup, feedOf(w), "ZQ7", "asked for");
  expect(done).toMatchObject({ number: 4, publications: [3, 2, 1], left: [] });
  expect(done.deliveries).toHaveLength(2);
  expect(holding(w, "ZQ7")).toEqual([]);
  expect(holding(w, "Quist")).toEqual([]);
  expect(await w.list()).toHaveLength(11);
  // Later deliveries are decided as before.
  await w.drop("staff.csv", staff(...ids(1, 12)), "2026-03-04T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  expect(await forgetRecord(w.setup, feedOf(w), "ZQ7", "")).toMatchObject({
    number: undefined,
    publications: [],
  });
});

test("a preview lists what would be removed and changes nothing", async () => {
  const w = await withZoe();
  await w.drop("staff.csv", staff("1", "ZQ7:Zoe Quist"), "2026-03-05T00:00:00Z");
  await w.pass();
  const before = await w.log();
  const preview = await previewForget(w.setup, feedOf(w), "ZQ7", 60_000);
  expect(preview).toMatchObject({
    record: { name: "Zoe Q. Quist", is_active: false },
    isInList: true,
    publications: [3, 2, 1],
    changes: 3,
    reports: 0,
    unsearched: 0,
  });
  expect(preview.files.map(({ delivery, state }) => [delivery.receivedAt.slice(0, 10), state])).toEqual([
    ["2026-03-02", "open"],
    ["2026-03-02", "deletable"],
    ["2026-03-02", "deletable"],
  ]);
  expect(await w.log()).toEqual(before);
  const done = await forgetRecord(w.setup, feedOf(w), "ZQ7", "asked for");
  expect(done).toMatchObject({ publications: preview.publications, changes: 3, reports: 0 });
  expect(done.deliveries).toHaveLength(2);
  expect(done.left).toHaveLength(1);
  // At least one file is searched, however little time there is.
  w.clock.monotonic = () => performance.now();
  const hurried = await previewForget(w.setup, feedOf(w), "ZQ7", 0);
  expect(hurried).toMatchObject({ isInList: false, publications: [], unsearched: 1 });
  expect(hurried.files).toMatchObject([{ state: "open" }]);
});

test("removes the delivery behind the current list, and nothing restores the person from it", async () => {
  const w = await world(staffFeed);
  await w.drop("staff.csv", staff(...ids(1, 9), "ZQ7:Zoe Quist"), "2026-03-01T00:00:00Z");
  await w.pass();
  await forgetRecord(w.setup, feedOf(w), "ZQ7", "asked for");
  await w.reload(staffFeed.replace("country: DE", "country: FR"));
  expect(await w.pass()).toEqual([]);
  expect(holding(w, "ZQ7")).toEqual([]);
  expect(await w.list()).toHaveLength(9);
});

test("a held delivery that contains her is kept and reported", async () => {
  const w = await withZoe();
  await w.drop("staff.csv", staff("1", "ZQ7:Zoe Quist"), "2026-03-05T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
  const { left } = await forgetRecord(w.setup, feedOf(w), "ZQ7", "");
  expect(left).toHaveLength(1);
  expect(left[0]).toMatch(/contains the record and has not been fully processed/);
  // Its bytes, and the report of its guards.
  expect(holding(w, "Zoe Quist").every((path) => path.includes("/blobs/"))).toBe(true);
});

test("a file that other feeds received is removed there too, even if their lists never contained her", async () => {
  const names = ["acme", "blue", "cargo"];
  const feed = (name: string) =>
    `  ${name}/staff: { source: inbox, files: "all*.csv", mapping: house.yaml, settle: final_name, first: publish, shared: true }\n`;
  const w = await world(staffFeed);
  await w.write(
    "house.yaml",
    `lading: 1
record: staff
only: [{ column: House, equals: "\${account.company}" }]
fields:
  external_id: { join: [House, No], separator: "-" }
  name: Name
  email_address: Mail
  is_active: { constant: true }
`,
  );
  await w.reload(`lading: 1
accounts: { ${names.map((name) => `${name}: { country: US, parameters: { company: ${name} } }`).join(", ")} }
sources: { inbox: { folder: inbox } }
feeds:
${names.map(feed).join("")}`);
  const rows = (...numbers: readonly number[]) =>
    names
      .flatMap((name) => numbers.map((n) => `${name};${n};${name} ${n};${name}${n}@example.com\n`))
      .join("");
  const pass = async (file: string, text: string, at: string) => {
    await w.drop(file, `House;No;Name;Mail\n${text}`, at);
    return (await w.pass()).map(({ status }) => status);
  };
  const published = ["PUBLISHED", "PUBLISHED", "PUBLISHED"];
  expect(await pass("all-1.csv", rows(1, 2, 3), "2026-03-01T00:00:00Z")).toEqual(published);
  expect(await forgetRecord(w.setup, feedOf(w), "acme-2", "asked for")).toMatchObject({ left: [] });
  expect(holding(w, "acme2@example.com")).toEqual([]);
  expect(await w.list("blue/staff")).toHaveLength(3);
  // The next file is decided as before.
  expect(await pass("all-2.csv", rows(1, 3, 4), "2026-03-02T00:00:00Z")).toEqual(published);

  // An unfinished delivery of another feed is kept and reported each time, until it is finished.
  const held = await withFeed(w.setup, feedOf(w), async () =>
    forgetRecord(w.setup, w.setup.workspace.feeds[1] ?? feedOf(w), "blue-4", "asked for"),
  );
  expect(held.left).toEqual([
    expect.stringMatching(/^A stored file of acme\/staff contains the record\. .* Repeat the removal\.$/),
  ]);
  expect(holding(w, "blue4@example.com")).not.toEqual([]);
  const again = await forgetRecord(w.setup, w.setup.workspace.feeds[1] ?? feedOf(w), "blue-4", "asked for");
  expect(again.left).toEqual([]);
  expect(holding(w, "blue4@example.com")).toEqual([]);
});

test("marks only the versions that contained her", async () => {
  const w = await world(staffFeed);
  await w.drop("staff.csv", staff(...ids(1, 9)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 9), "ZQ7"), "2026-03-02T00:00:00Z");
  await w.pass();
  await forgetRecord(w.setup, feedOf(w), "ZQ7", "");
  expect(await w.numbers()).toEqual([1, 2, 3]);
  expect((await readPublication(w.store.db, "acme/staff", 1))?.forgotten).toBeUndefined();
  expect((await readPublication(w.store.db, "acme/staff", 2))?.forgotten).toBe(true);
  // The counts no longer include her, so that they match the changes and the records that are still stored.
  const { rows } = await versionsPage(w.store.db, "acme/staff", 0);
  expect(rows.map(({ number, records, added }) => [number, records, added])).toEqual([
    [3, 9, 0],
    [2, 9, 0],
    [1, 9, 9],
  ]);
  await rollback({ setup: w.setup, feed: feedOf(w), name: "Ada" }, { to: 1, reason: "still there" });
  expect(await w.list()).toHaveLength(9);
});

test("leaves the counts of versions that retention removed", async () => {
  const w = await world(staffFeed);
  await w.drop("staff.csv", staff(...ids(1, 9)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 9), "ZQ7"), "2026-03-02T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 10), "ZQ7"), "2026-03-03T00:00:00Z");
  await w.pass();
  await w.store.db.updateTable("publications").set({ delivered: "" }).where("number", "<", 3).execute();
  await forgetRecord(w.setup, feedOf(w), "ZQ7", "");
  const facts = await w.store.db
    .selectFrom("publications")
    .select(["records", "facts"])
    .orderBy("number")
    .execute();
  const counts = facts.map(({ records, facts: text }) => [
    records,
    (JSON.parse(text) as { counts: { added: number } }).counts.added,
  ]);
  expect(counts).toEqual([
    [9, 9],
    [10, 1],
    [10, 1],
    [10, 0],
  ]);
});

/** Every step in the long form (`npm run proof:removal`), every nth step in the short one. */
const stride = process.env["LADING_PROOF"] === "long" ? 1 : 5;

test(
  "ends in the same state after an interruption at any transaction or write and a repetition",
  { timeout: 600_000 },
  async () => {
    const first = await withZoe();
    const counting = faultyDisk(realDisk);
    const counted = faultyStore(first.on(counting.disk).store);
    await forgetRecord({ ...first.setup, store: counted.store }, feedOf(first), "ZQ7", "");
    const writing = counting.calls.filter(writes).length;
    const points = [
      ...["before", "within", "after"].flatMap((when) =>
        Array.from({ length: counted.count() }, (_, index) => ({
          when,
          at: index + 1,
          on: "store" as const,
        })),
      ),
      ...Array.from({ length: writing }, (_, index) => ({
        when: "before",
        at: index + 1,
        on: "disk" as const,
      })),
    ];
    expect(points.length).toBeGreaterThan(8);
    for (const { when, at, on } of points.filter((_, index) => index % stride === 0)) {
      const w = await withZoe();
      const strike = (call: string): never => {
        throw Object.assign(new Error(call), { code: "EIO" });
      };
      const struck =
        on === "disk"
          ? w.on(faultyDisk(realDisk, { at, when: "before", strike, lasting: true, counts: writes }).disk)
          : { ...w.setup, store: faultyStore(w.store, { at, when: when as "before", lasting: true }).store };
      await expect(forgetRecord(struck, feedOf(w), "ZQ7", "")).rejects.toThrow();
      expect((await w.list()).length).toBeGreaterThanOrEqual(11);
      await expireLease(w);
      await forgetRecord(w.setup, feedOf(w), "ZQ7", "");
      await w.pass();
      expect(holding(w, "ZQ7"), `${when} ${on} ${at}`).toEqual([]);
      expect(await w.list()).toHaveLength(11);
    }
  },
);

/** As if the process with the lease had crashed. */
async function expireLease({ store }: World): Promise<void> {
  await store.db.updateTable("leases").set({ owner: "", deadline: 0 }).execute();
}

test("removes a report that contains her and keeps other reports", async () => {
  const w = await world(`${staffFeed}reports: { staff_values: true }\n`);
  const lists = [["ZQ7:Zoe Quist"], ["ZQ7:Zoe Quist-Lee"], ["ZQ7:Zoe Quist-Lee", "another"]];
  for (const [index, more] of lists.entries()) {
    await w.drop(`staff-${index}.csv`, staff(...ids(1, 9), ...more), `2026-03-0${index + 1}T00:00:00Z`);
    await keepRun(w.setup, await w.passFeeds(), w.clock.now());
    w.clock.advance(60_000);
  }
  const shown = async () =>
    (await w.store.db.selectFrom("runs").select("report").execute()).map(({ report }) => report);
  expect((await shown()).map((report) => report.includes("Zoe Quist"))).toEqual([true, true, false]);
  expect(await forgetRecord(w.setup, feedOf(w), "ZQ7", "")).toMatchObject({ reports: 2, left: [] });
  expect((await shown()).map((report) => report.includes("another"))).toEqual([true]);
  expect(holding(w, "Quist")).toEqual([]);
});

test("reports that a list that contained her is now without her when it is compared or rolled back to", async () => {
  const w = await world(staffFeed);
  for (const [day, extra] of [
    [1, ["ZQ7:Zoe Quist"]],
    [2, ["ZQ7:Zoe Quist", "10"]],
  ] as const) {
    await w.drop("staff.csv", staff(...ids(1, 9), ...extra), `2026-03-0${day}T00:00:00Z`);
    await w.pass();
  }
  await forgetRecord(w.setup, feedOf(w), "ZQ7", "asked for");
  const run = (...args: string[]) => runHere(args, { cwd: w.folder, env: {} });
  const compared = await run("diff", "acme/staff@1", "acme/staff@3");
  expect(compared.stderr).toContain(
    "Version 1 of acme/staff no longer includes the records that `lading forget` has removed from it.\n",
  );
  expect(compared.stderr).not.toContain("Version 3");
  const back = await run("rollback", "acme/staff", "1", "--reason", "x");
  expect(back.stdout).toContain(
    "has the content of version 1, except for people who have been removed since then.",
  );
});

test("an output that cannot be written still contains her, and this is reported", async () => {
  const w = await world(`${staffFeed}outputs: { files: { folder: out } }\n`);
  await w.drop("staff.csv", staff(...ids(1, 9), "ZQ7:Zoe Quist"), "2026-03-01T00:00:00Z");
  await w.pass();
  const forget = () => runHere(["forget", "ZQ7"], { cwd: w.folder, env: {} });
  await emit(w.setup, new AbortController().signal);
  await rm(join(w.folder, "out/acme"), { recursive: true });
  await w.write("out/acme", "in the way");
  const failed = await forget();
  expect(failed.code).toBe(75);
  expect(failed.stdout).toMatch(
    /version 2 is published without the record.*\n {2}Not deleted: The output files still contains the earlier list\. /,
  );
  await rm(join(w.folder, "out/acme"));
  const done = await forget();
  expect(done.code).toBe(0);
  expect(done.stdout).toMatch(/^acme\/staff: .* A final search found no remaining data\.\n/);
  // Copies outside of Lading's control are listed.
  expect(done.stdout).toMatch(
    /Not deleted: .*, backups, and copies .* A PostgreSQL server keeps deleted data/s,
  );
});

test("reports that the database's log still contains her while another process reads the database", async () => {
  const w = await withZoe();
  const reader = new DatabaseSync(join(w.folder, "data/lading.db"), { readOnly: true });
  reader.exec("begin");
  reader.prepare("select * from feeds").all();
  const first = await forgetRecord(w.setup, feedOf(w), "ZQ7", "");
  expect(first.left).toEqual([
    expect.stringMatching(/own log .* because another process is reading the database\. Stop that process/),
  ]);
  reader.exec("commit");
  reader.close();
  expect((await forgetRecord(w.setup, feedOf(w), "ZQ7", "")).left).toEqual([]);
  expect(holding(w, "ZQ7")).toEqual([]);
});

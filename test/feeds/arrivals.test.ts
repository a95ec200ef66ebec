import { link, mkdir, mkdtemp, rename, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { labelOf } from "../../src/feeds/lists/documents.js";
import { deliveriesOf } from "../../src/feeds/lists/feed-log.js";
import { newLister } from "../../src/feeds/deliveries/listings.js";
import type { Setup } from "../../src/feeds/deliveries/setup.js";
import { newObserver } from "../../src/connectors/sources/arrivals.js";
import { folderSource } from "../../src/connectors/sources/folder.js";
import type { SourceFile } from "../../src/connectors/sources/source.js";
import { ids, staff, staffFeed, world } from "../support/world.js";

/** Faults of deliveries: an incomplete file is never read, and only plain files are taken. */

const signal = new AbortController().signal;
const settle = (span: number) => () => ({ mode: "settle", for: span }) as const;
const file = (size: number, modified = 1, identity = "x") => ({
  files: [{ name: "a.csv", size, modified, identity }],
  ignored: [],
});

test("a growing file is complete only after three equal observations over the settle time", () => {
  const observer = newObserver();
  for (let at = 0; at < 20_000; at += 1_500) {
    expect(observer.observe(file(at + 1, at), at, settle(10_000)).whole).toEqual([]);
  }
  expect(observer.observe(file(20_000), 20_000, settle(10_000)).whole).toEqual([]);
  expect(observer.observe(file(20_000), 25_000, settle(10_000)).whole).toEqual([]);
  expect(observer.observe(file(20_000), 29_999, settle(10_000)).whole).toEqual([]);
  expect(observer.observe(file(20_000), 30_000, settle(10_000)).whole).toHaveLength(1);
});

test("does not accept a file after two observations, an empty file, or a rewritten file of the same size", () => {
  const observer = newObserver();
  observer.observe(file(5), 0, settle(1_000));
  expect(observer.observe(file(5), 5_000, settle(1_000)).whole).toEqual([]);
  expect(observer.observe(file(5, 1, "rewritten"), 6_000, settle(1_000)).whole).toEqual([]);
  const empty = newObserver();
  for (const at of [0, 5_000, 10_000, 20_000]) {
    expect(empty.observe(file(0), at, settle(1_000)).whole).toEqual([]);
  }
});

test("requires the done file of a complete file if one is configured", () => {
  const observer = newObserver();
  const done = () => ({ mode: "done_file", doneFile: "{name}.done" }) as const;
  const only = ({ name }: SourceFile) => (name === "a.csv" ? done() : undefined);
  for (const at of [0, 60_000, 120_000]) expect(observer.observe(file(9), at, only).whole).toEqual([]);
  const both = { files: [...file(9).files, { ...file(0).files[0]!, name: "a.csv.done" }], ignored: [] };
  const seen = observer.observe(both, 130_000, only);
  expect(seen.whole.map((one) => one.file.name)).toEqual(["a.csv"]);
  expect(seen.unclaimed).toEqual([]);
});

test("a growing file is published once, when it is complete", async () => {
  const w = await world(staffFeed.replace("settle: final_name", "settle: { for: 10 s }"));
  const lister = newLister(w.setup, w.setup.workspace.feeds);
  const { runPass } = await import("../../src/feeds/pipeline.js");
  const look = async () => {
    const outcomes = await runPass(w.setup, w.setup.workspace.feeds, await lister.list(signal), signal);
    return outcomes.flatMap(({ deliveries }) => deliveries.map(({ status }) => status));
  };
  for (let rows = 1; rows <= 5; rows++) {
    await w.drop("staff.csv", staff(...ids(1, rows)), `2026-03-01T00:00:0${rows}Z`);
    expect(await look()).toEqual([]);
    w.clock.advance(5_000);
  }
  expect(await look()).toEqual([]);
  w.clock.advance(5_000);
  expect(await look()).toEqual(["PUBLISHED"]);
  expect(await w.list()).toHaveLength(5);
});

test("links, pipes, folders and temporary names are ignored without hanging", async () => {
  const w = await world();
  await w.write("secret.csv", staff("9"));
  await symlink(join(w.folder, "secret.csv"), join(w.folder, "inbox/staff-link.csv"));
  await link(join(w.folder, "secret.csv"), join(w.folder, "inbox/staff-hard.csv"));
  await mkdir(join(w.folder, "inbox/staff-folder.csv"));
  spawnSync("mkfifo", [join(w.folder, "inbox/staff-pipe.csv")]);
  for (const name of ["~$staff.xlsx", ".staff.csv.swp", "staff.csv.filepart", "staff.part", "staff.tmp"]) {
    await w.drop(name, staff("8"));
  }
  const lister = newLister(w.setup, w.setup.workspace.feeds);
  const place = (await lister.list(signal)).sources.get("inbox");
  expect(place?.ignored.map(({ name }) => name).sort()).toEqual([
    ".staff.csv.swp",
    "staff-folder.csv",
    "staff-hard.csv",
    "staff-link.csv",
    "staff-pipe.csv",
    "staff.csv.filepart",
    "staff.part",
    "staff.tmp",
    "~$staff.xlsx",
  ]);
  expect(await w.pass()).toEqual([]);
  expect(await w.list()).toEqual([]);
});

test("treats hostile names only as labels and stores files under their hash and a safe name", async () => {
  const w = await world(staffFeed.replace("staff*.csv", "*.csv"));
  const names = [
    "a..%2f..%2fetc.csv",
    "line\nbreak.csv",
    "-rf.csv",
    "\u202etxt.csv",
    `${"x".repeat(251)}.csv`,
  ];
  for (const [index, name] of names.entries()) {
    await w.drop(name, staff(`${index}`, "1", "2", "3"), `2026-03-01T00:0${index}:00Z`);
  }
  await writeFile(
    Buffer.concat([Buffer.from(join(w.folder, "inbox/")), Buffer.from([0xff, 0xfe]), Buffer.from(".csv")]),
    staff("a", "1", "2", "3"),
  );
  await w.pass();
  expect(await w.names("inbox")).toEqual([]);
  const deliveries = await deliveriesOf(w.store.db, "acme/staff");
  expect(deliveries.length).toBeGreaterThan(names.length);
  for (const { sha256, arrival } of deliveries) {
    expect(await w.names(`data/blobs/${sha256.slice(0, 2)}`)).toContain(sha256);
    expect(labelOf(arrival.name)).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}._ -]*$/u);
    expect(labelOf(arrival.name).length).toBeLessThan(100);
  }
  expect(await w.names("data")).toEqual(["blobs", "lading.db", "lading.db-shm", "lading.db-wal", "tmp"]);
});

async function inbox() {
  const folder = await mkdtemp(join(tmpdir(), "lading-inbox-"));
  const source = folderSource("inbox", { folder: "." }, folder);
  const path = join(folder, "a.csv");
  await writeFile(path, "0123456789".repeat(60_000));
  await utimes(path, new Date("2026-03-01"), new Date("2026-03-01"));
  const [seen] = (await source.list(signal)).files;
  if (seen === undefined) throw new Error("not seen");
  return { folder, source, path, seen };
}

async function readAfterFirstChunk(
  { source, seen }: Awaited<ReturnType<typeof inbox>>,
  act: () => Promise<void>,
): Promise<number> {
  let bytes = 0;
  let first = true;
  for await (const chunk of source.fetch(seen, signal)) {
    bytes += chunk.length;
    if (first) await act();
    first = false;
  }
  return bytes;
}

test.each([
  [
    "another file renamed over it",
    async (path: string) => {
      await writeFile(`${path}.new`, "x".repeat(600_000));
      await rename(`${path}.new`, path);
    },
  ],
  ["a truncation", (path: string) => truncate(path, 300_000)],
  [
    "a rewrite of the same size with its time set back",
    async (path: string) => {
      await writeFile(path, "9876543210".repeat(60_000));
      await utimes(path, new Date("2026-03-01"), new Date("2026-03-01"));
    },
  ],
  ["its removal", (path: string) => rm(path)],
])("notices %s while a file is read", async (_, act) => {
  const at = await inbox();
  await expect(readAfterFirstChunk(at, () => act(at.path))).rejects.toMatchObject({
    code: "arrival_changed",
  });
  await rm(at.folder, { recursive: true });
});

test("a new file under the same name is not removed together with the old one", async () => {
  const { folder, source, path, seen } = await inbox();
  await rm(path);
  await writeFile(path, "new");
  expect(await source.settle(seen, "published", signal)).toBe("changed");
  expect((await source.list(signal)).files.map(({ size }) => size)).toEqual([3]);
  await rm(folder, { recursive: true });
});

test("a file that disappears after it was seen is dropped without an error", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1"));
  const listings = await newLister(w.setup, w.setup.workspace.feeds).list(signal);
  await rm(join(w.folder, "inbox/staff.csv"));
  const { runPass } = await import("../../src/feeds/pipeline.js");
  const [outcome] = await runPass(w.setup, w.setup.workspace.feeds, listings, signal);
  expect(outcome).toMatchObject({ deliveries: [], error: undefined });
  expect(await w.names("data/tmp")).toEqual([]);
});

test("reports a missing inbox as an error and finds its files once it is created again", async () => {
  const w = await world();
  await rm(join(w.folder, "inbox"), { recursive: true });
  const [outcome] = await w.passFeeds();
  expect(outcome?.error).toMatchObject({ code: "source_unavailable" });
  await mkdir(join(w.folder, "inbox"));
  await w.drop("staff.csv", staff("1"));
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
});

test("a file that several feeds claim is fetched once, and each of them decides it", async () => {
  const names = ["a", "b", "c"];
  const w = await world(`lading: 1
accounts: { ${names.map((name) => `${name}: { country: US }`).join(", ")} }
sources: { inbox: { folder: inbox } }
feeds:
${names.map((name) => `  ${name}/staff: { source: inbox, files: "*.csv", settle: final_name, first: publish, shared: true }\n`).join("")}`);
  let fetched = 0;
  const counting: Setup = {
    ...w.setup,
    async source(name) {
      const real = await w.setup.source(name);
      return {
        ...real,
        fetch(file, signal) {
          fetched += 1;
          return real.fetch(file, signal);
        },
      };
    },
  };
  await w.drop("staff.csv", staff("1", "2"));
  expect((await w.pass(counting)).map(({ status }) => status)).toEqual([
    "PUBLISHED",
    "PUBLISHED",
    "PUBLISHED",
  ]);
  expect([fetched, await w.names("inbox")]).toEqual([1, []]);
  for (const name of names) expect(await w.list(`${name}/staff`)).toHaveLength(2);
  // The same name again is a new arrival.
  await w.drop("staff.csv", staff("1", "2", "3"));
  await w.pass(counting);
  expect([fetched, (await w.list("c/staff")).length]).toEqual([2, 3]);
});

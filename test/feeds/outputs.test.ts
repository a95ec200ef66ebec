import { rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emit } from "../../src/feeds/deliveries/emit.js";
import { staff, staffFeed, world, type World } from "../support/world.js";

/**
 * Output files are written after a pass if the list is new or the files were changed, and otherwise not
 * opened.
 */

const yaml = `${staffFeed}outputs: { files: { folder: out, formats: [csv, json] } }\n`;

/** Whether the list's records were read. */
async function emitted(w: World): Promise<boolean> {
  let isRead = false;
  const { db } = w.store;
  const watching = new Proxy(db, {
    get(own, name) {
      const value: unknown = Reflect.get(own, name);
      if (typeof value !== "function") return value;
      return (...words: readonly unknown[]): unknown => {
        isRead ||= name === "selectFrom" && words[0] === "records";
        return Reflect.apply(value, own, words);
      };
    },
  });
  const failures = await emit(
    { ...w.setup, store: { ...w.store, db: watching } },
    new AbortController().signal,
  );
  expect(failures).toEqual([]);
  return isRead;
}

test("reads and writes a list when it is new, when a file was touched or removed, or when the output changed", async () => {
  const w = await world(yaml);
  await w.drop("staff.csv", staff("1", "2"), "2026-03-01T00:00:00Z");
  await w.pass();
  const path = `${w.folder}/out/acme/staff.csv`;
  expect(await emitted(w)).toBe(true);
  const whole = await w.read("out/acme/staff.csv");
  expect(await emitted(w)).toBe(false);

  await rm(path);
  expect(await emitted(w)).toBe(true);
  expect(await w.read("out/acme/staff.csv")).toBe(whole);
  const { atime, mtime } = await stat(path);
  await writeFile(path, whole.replace("1", "9"));
  await utimes(path, atime, new Date(mtime.getTime() + 5_000));
  expect(await emitted(w)).toBe(true);
  expect(await w.read("out/acme/staff.csv")).toBe(whole);

  await w.drop("staff.csv", staff("1", "2", "3"), "2026-03-02T00:00:00Z");
  await w.pass();
  expect(await emitted(w)).toBe(true);
  expect(await emitted(w)).toBe(false);
  await w.reload(yaml.replace("[csv, json]", "[csv, json, ndjson]"));
  expect(await emitted(w)).toBe(true);
  expect((await w.read("out/acme/staff.ndjson")).trim().split("\n")).toHaveLength(3);
});

test.runIf(process.platform === "linux")(
  "`mode` sets the rights of files and their folders, regardless of the umask",
  async () => {
    const umask = process.umask(0o077);
    try {
      const rights = async (name: string) => ((await stat(join(w.folder, name))).mode & 0o777).toString(8);
      const withMode = (mode: string) => yaml.replace("folder: out", `folder: out, mode: "${mode}"`);
      const w = await world(yaml);
      await w.drop("staff.csv", staff("1", "2"), "2026-03-01T00:00:00Z");
      await w.pass();
      await emit(w.setup, new AbortController().signal);
      expect([await rights("out"), await rights("out/acme/staff.csv")]).toEqual(["700", "600"]);
      // Existing files get them, too.
      for (const [mode, file, folder] of [
        ["0640", "640", "750"],
        ["0644", "644", "755"],
        ["0664", "664", "775"],
        ["0600", "600", "775"],
      ] as const) {
        await w.reload(withMode(mode));
        await emit(w.setup, new AbortController().signal);
        expect(await rights("out/acme/staff.csv")).toBe(file);
        expect([await rights("out"), await rights("out/acme")]).toEqual([folder, folder]);
      }
      await w.drop("staff.csv", staff("1", "2", "3"), "2026-03-02T00:00:00Z");
      await w.reload(withMode("0644"));
      await w.pass();
      await emit(w.setup, new AbortController().signal);
      expect(await rights("out/acme/staff.json")).toBe("644");
      // Folders above the output's own, which had to be created.
      await w.reload(withMode("0644").replace("folder: out", "folder: for/ffs/lists"));
      await emit(w.setup, new AbortController().signal);
      expect([await rights("for"), await rights("for/ffs"), await rights("for/ffs/lists")]).toEqual([
        "755",
        "755",
        "755",
      ]);
    } finally {
      process.umask(umask);
    }
  },
);

test("writes each version to a separate file with the platform's names, and does not write it again after its removal", async () => {
  const w = await world(yaml.replace("formats: [csv, json]", "names: platform"));
  const names = () => w.names("out/acme");
  await w.drop("staff.csv", staff("1", "2"), "2026-03-01T00:00:00Z");
  await w.pass();
  expect(await emitted(w)).toBe(true);
  const first = `staff-${Date.parse("2026-03-02T08:00:00Z") / 1_000}.csv`;
  expect(await names()).toEqual([first]);
  await rm(`${w.folder}/out/acme/${first}`);
  expect(await emitted(w)).toBe(false);
  expect(await names()).toEqual([]);

  w.clock.advance(60_000);
  await w.drop("staff.csv", staff("1", "2", "3"), "2026-03-02T00:00:00Z");
  await w.pass();
  expect(await emitted(w)).toBe(true);
  expect(await names()).toEqual([`staff-${Date.parse("2026-03-02T08:01:00Z") / 1_000}.csv`]);
});

test("versions of the same second have different names, so that none replaces another", async () => {
  const w = await world(yaml.replace("formats: [csv, json]", "names: platform"));
  for (const last of ["2", "3", "4"]) {
    await w.drop("staff.csv", staff("1", last), `2026-03-0${last}T00:00:00Z`);
    await w.pass();
    expect(await emitted(w)).toBe(true);
  }
  const second = Date.parse("2026-03-02T08:00:00Z") / 1_000;
  expect(await w.names("out/acme")).toEqual([0, 1, 2].map((more) => `staff-${second + more}.csv`));
});

test("processes files with the platform's names, newest first, once they have their final name", async () => {
  const w = await world(staffFeed.replace('files: "staff*.csv", settle: final_name', "files: platform"));
  await w.drop("staff-1767225600.csv.part", staff("9"));
  await w.drop("staff-1767225700.csv", staff("1", "2", "3"), "2026-03-01T00:00:00Z");
  await w.drop("Staff-1767225800.csv", staff("1", "2", "4"), "2026-02-01T00:00:00Z");
  await w.drop("staff-new.csv", staff("8"));
  expect((await w.pass()).map(({ file, status }) => `${status} ${file}`)).toEqual([
    "PUBLISHED Staff-1767225800.csv",
    "SUPERSEDED staff-1767225700.csv",
  ]);
  expect((await w.names("inbox")).filter((name) => name.includes("staff-"))).toEqual([
    "staff-1767225600.csv.part",
    "staff-new.csv",
  ]);
});

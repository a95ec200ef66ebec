import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrateData } from "../../src/deliveries/migrate.js";
import { layoutVersion, type Migration } from "../../src/deliveries/migrations.js";
import { realDisk, type Disk } from "../../src/storage/disk.js";
import { ensureFolder, exists, namesIn, replaceFile, writeNew } from "../../src/storage/durable.js";
import { takeLock } from "../../src/storage/lock.js";
import { faultyDisk, writes } from "../support/faulty-disk.js";
import { staff, staffFeed, world, type World } from "../support/world.js";

/** A layout that does not exist: every feed says in a file what it is, and says it in capitals from the next version on. */
const steps: readonly Migration[] = [
  {
    what: "every feed has its name in a file",
    async run(disk: Disk, data: string) {
      const accounts = join(data, "accounts");
      for (const account of await namesIn(disk, accounts)) {
        for (const type of await namesIn(disk, join(accounts, account))) {
          const path = join(accounts, account, type, "name");
          if (!(await exists(disk, path))) await replaceFile(disk, path, `${account}/${type}`);
        }
      }
    },
  },
  {
    what: "names in capitals",
    async run(disk: Disk, data: string) {
      const path = join(data, "accounts/acme/staff/name");
      await replaceFile(disk, path, (await disk.readFile(path)).toString("utf8").toUpperCase());
    },
  },
];

async function filled(): Promise<World> {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff("1", "2"));
  await w.pass();
  return w;
}

/** Every file below a folder with its contents; what belongs to a moment is left out. */
async function contents(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.slice(folder.length)] = (await readFile(path)).toString("latin1");
  }
  return found;
}

test("there is nothing to do in a folder of this version, nor where there is none", async () => {
  const w = await filled();
  const data = w.setup.workspace.data;
  const before = await contents(data);
  expect(await migrateData(realDisk, data)).toEqual({
    from: layoutVersion,
    to: layoutVersion,
    steps: [],
    copy: undefined,
  });
  expect(await contents(data)).toEqual(before);
  expect(await migrateData(realDisk, join(w.folder, "nowhere"))).toMatchObject({
    from: undefined,
    steps: [],
  });
});

test("an older folder is copied whole, then changed step by step", async () => {
  const w = await filled();
  const data = w.setup.workspace.data;
  const before = await contents(data);
  const copy = `${data}.version-1`;
  const whats = steps.map(({ what }) => what);
  expect(await migrateData(realDisk, data, steps)).toEqual({ from: 1, to: 3, steps: whats, copy });
  expect(await contents(copy)).toEqual(before);
  expect(await w.read("data/version")).toBe("3\n");
  expect(await w.read("data/accounts/acme/staff/name")).toBe("ACME/STAFF");
  expect(await w.list()).toHaveLength(2);
  expect(await w.names("data/accounts/acme/staff")).not.toContain("lock");
  // The program of before does not touch what it does not know.
  await expect(w.pass()).rejects.toMatchObject({ code: "newer_version" });
});

test.each(["4", "x", "1.5", ""])("a version that no step starts from is refused: %j", async (version) => {
  const w = await filled();
  await w.write("data/version", `${version}\n`);
  await expect(migrateData(realDisk, w.setup.workspace.data, steps)).rejects.toMatchObject({
    code: "newer_version",
  });
  expect(await w.names(".")).not.toContain("data.version-1");
});

test("a feed that is being worked on is left alone", async () => {
  const w = await filled();
  const [feed] = w.setup.workspace.feeds;
  const lock = await takeLock(realDisk, feed?.folder ?? "", "acme/staff");
  await expect(migrateData(realDisk, w.setup.workspace.data, steps)).rejects.toMatchObject({
    code: "locked",
  });
  await lock.release();
  expect(await w.names(".")).not.toContain("data.version-1");
});

test("interrupted at any call, it is finished by running it again", async () => {
  const root = await filled();
  const data = join(root.folder, "m", "data");
  await ensureFolder(realDisk, join(data, "accounts/acme/staff/pub/1"));
  await writeNew(realDisk, join(data, "version"), ["1\n"]);
  await writeNew(realDisk, join(data, "accounts/acme/staff/pub/1/list.json"), ["[]"]);
  const template = await contents(data);
  let struck = 0;
  for (let at = 1; ; at++) {
    await realDisk.remove(join(root.folder, "m"));
    for (const [path, text] of Object.entries(template)) {
      await ensureFolder(realDisk, join(data, path, ".."));
      await writeNew(realDisk, join(data, path), [Buffer.from(text, "latin1")]);
    }
    const strike = (): never => {
      struck += 1;
      throw new Error("struck");
    };
    const { disk } = faultyDisk(realDisk, { at, when: "before", strike, counts: writes });
    const was = struck;
    await migrateData(disk, data, steps).catch(() => undefined);
    if (struck === was) break;
    await realDisk.remove(join(data, "accounts/acme/staff/lock"));
    await migrateData(realDisk, data, steps);
    expect((await contents(data))["/version"]).toBe("3\n");
    expect((await contents(data))["/accounts/acme/staff/name"]).toBe("ACME/STAFF");
    // Struck before the copy was whole, it is made again; struck later, it is the folder as it was before the first attempt.
    if ((await namesIn(realDisk, join(root.folder, "m"))).includes("data.version-1")) {
      expect(await contents(`${data}.version-1`)).toEqual(template);
    }
  }
  expect(struck).toBeGreaterThan(20);
});

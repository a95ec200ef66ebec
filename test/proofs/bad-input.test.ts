import { DatabaseSync } from "@photostructure/sqlite";
import { readFile, rm, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { deliver, emptyScene, listOf, people, prepareScene, publications } from "../support/scene.js";
import { Workdir } from "../support/workdir.js";

/** Wrong workspaces and modified data folders are reported, and nothing is changed. */

async function inScene(make: (folder: string) => void, use: (dir: Workdir) => Promise<void>): Promise<void> {
  const dir = await Workdir.make();
  try {
    make(dir.path);
    await use(dir);
  } finally {
    await dir.remove();
  }
}

test("a wrong workspace is rejected as a whole, with line and column, before any change", () =>
  inScene(emptyScene, async (dir) => {
    deliver(dir.path, people(3, "2026-01-01T00:00:00.000Z"));
    const right = await dir.read("lading.yaml");
    await dir.write({ "lading.yaml": `${right}outputs: { files: { folder: out, format: [csv] } }\n` });
    const ran = await dir.lading(["run"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/lading\.yaml:5:\d+/);
    expect(await dir.files()).toEqual(["inbox/staff.csv", "lading.yaml"]);
  }));

test("unknown files are reported or ignored, and nothing is deleted", () =>
  inScene(prepareScene, async (dir) => {
    await dir.write({ "data/readme.txt": "mine", "data/blobs/notes.txt": "mine" });
    const status = await dir.lading(["status"]);
    expect(status.stdout).toContain('"readme.txt"');
    const before = await dir.files("data/blobs");
    expect((await dir.lading(["run"])).code).toBe(0);
    expect(listOf(dir.path)).toContain("Name 2026-02-01");
    expect((await dir.files("data/blobs")).filter((name) => before.includes(name))).toEqual(before);
    expect(await dir.read("data/readme.txt")).toBe("mine");
  }));

test("a damaged store is reported by all commands that need it, and not changed", () =>
  inScene(prepareScene, async (dir) => {
    const file = dir.at("data/lading.db");
    const database = new DatabaseSync(file);
    database.exec("pragma wal_checkpoint(truncate); pragma journal_mode=delete");
    database.close();
    const damaged = (await readFile(file)).fill(0x58, 0, 100);
    await writeFile(file, damaged);
    for (const command of ["run", "status"]) {
      const ran = await dir.lading([command]);
      expect(ran.code, command).toBe(75);
      expect(ran.stdout + ran.stderr).toMatch(/The store \S*lading\.db is damaged/);
    }
    expect(await readFile(file)).toEqual(damaged);
    expect(await dir.files("inbox")).toEqual(["inbox/staff.csv"]);
  }));

test("the missing bytes of a delivery are reported, and the list is still served", () =>
  inScene(prepareScene, async (dir) => {
    const list = listOf(dir.path);
    const [blob = ""] = (await dir.files("data/blobs")).map((name) => dir.at(name));
    await rm(blob);
    const doctor = await dir.lading(["doctor"]);
    expect(doctor.stdout).toMatch(/the files of 1 delivery are missing/);
    expect(doctor.code).not.toBe(0);
    const status = await dir.lading(["status"]);
    expect(status.stdout).toMatch(
      /^\ndatabase: stored file missing\n {2}The stored file of delivery [0-9a-f]{12} is missing/,
    );
    expect(status.code).toBe(1);
    expect(listOf(dir.path)).toBe(list);
    expect((await dir.lading(["run"])).code).toBe(0);
    expect(publications(dir.path)).toEqual([1, 2]);
  }));

import { execFileSync } from "node:child_process";
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeFileWhole } from "../../src/system/write-file.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lading-write-"));
});

afterEach(() => rm(folder, { recursive: true }));

test("follows a link, writes its target and keeps the link", async () => {
  const file = join(folder, "list.csv");
  await writeFile(file, "old\n");
  const link = join(folder, "link.csv");
  await symlink("list.csv", link);
  await writeFileWhole(link, ["new\n"]);
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await readFile(file, "utf8")).toBe("new\n");
});

test("refuses a pipe and a folder without replacing them", async () => {
  const pipe = join(folder, "pipe.csv");
  execFileSync("mkfifo", [pipe]);
  for (const path of [pipe, folder]) {
    await expect(writeFileWhole(path, ["new\n"])).rejects.toMatchObject({ code: "not_a_file" });
  }
  expect((await lstat(pipe)).isFIFO()).toBe(true);
  expect(await readdir(folder)).toEqual(["pipe.csv"]);
});

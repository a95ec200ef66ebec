import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderSource } from "../../../src/connectors/sources/folder.js";
import { sourceContract } from "../../contracts/source.js";

sourceContract("folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lading-folder-"));
  const at = (name: string): string => join(folder, name);
  return {
    taking: folderSource("taking", { folder: "." }, folder),
    leaving: folderSource("leaving", { folder: ".", after: "none" }, folder),
    async put(name, bytes, modified) {
      writeFileSync(at(name), bytes);
      utimesSync(at(name), modified, modified);
    },
    drop: async (name) => rmSync(at(name)),
    read: async (name) => (existsSync(at(name)) ? readFileSync(at(name)) : undefined),
    link: async (name, target) => symlinkSync(target, at(name)),
    close: async () => rmSync(folder, { recursive: true }),
  };
});

test("keeps both files of one name that are moved in the same second", async () => {
  const root = mkdtempSync(join(tmpdir(), "lading-folder-"));
  const { signal } = new AbortController();
  const texts = ["one", "two", "three"];
  for (const text of texts) {
    mkdirSync(join(root, text));
    writeFileSync(join(root, text, "staff.csv"), text);
    const source = folderSource(text, { folder: text, after: { move: "done" } }, root);
    for (const file of (await source.list(signal)).files) await source.settle(file, "published", signal);
  }
  const there = readdirSync(join(root, "done")).map((name) => readFileSync(join(root, "done", name), "utf8"));
  expect(there.sort()).toEqual(texts.toSorted());
  rmSync(root, { recursive: true });
});

const isRoot = process.getuid?.() === 0;

test("reports a missing read permission as such instead of as a write error", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lading-folder-"));
  const source = folderSource("inbox", { folder: "." }, folder);
  const asNobody = async (work: () => Promise<unknown>): Promise<unknown> => {
    // A user with all rights, as in a container, can read it as well.
    if (isRoot) process.seteuid?.(65_534);
    try {
      return await work().catch((error: unknown) => error);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  };
  try {
    writeFileSync(join(folder, "staff.csv"), "x", { mode: 0o000 });
    chmodSync(folder, 0o755);
    const { signal } = new AbortController();
    const [file] = (await source.list(signal)).files;
    if (file === undefined) throw new Error("no file");
    expect(await asNobody(() => source.fetch(file, signal)[Symbol.asyncIterator]().next())).toMatchObject({
      code: "arrival_not_readable",
      message: "The file staff.csv from the source inbox cannot be read: no permission.",
    });
    chmodSync(folder, 0o000);
    expect(await asNobody(() => source.list(signal))).toMatchObject({
      message: "The files at the source inbox cannot be listed: no permission.",
    });
  } finally {
    chmodSync(folder, 0o755);
    rmSync(folder, { recursive: true });
  }
});

test("follows links if the source is configured so, without changing their targets in after-actions", async () => {
  const { signal } = new AbortController();
  for (const after of ["archive", { move: "done" }, "none"] as const) {
    const root = mkdtempSync(join(tmpdir(), "lading-folder-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    mkdirSync(join(root, "inbox"));
    mkdirSync(join(root, "elsewhere"));
    writeFileSync(join(root, "elsewhere", "staff.csv"), "linked");
    symlinkSync("../elsewhere/staff.csv", join(root, "inbox", "soft.csv"));
    linkSync(join(root, "elsewhere", "staff.csv"), join(root, "inbox", "hard.csv"));
    symlinkSync("../elsewhere/gone.csv", join(root, "inbox", "dangling.csv"));
    symlinkSync("../elsewhere", join(root, "inbox", "folder.csv"));
    symlinkSync("loop.csv", join(root, "inbox", "loop.csv"));
    const strict = await folderSource("x", { folder: "inbox" }, root).list(signal);
    expect(strict.files).toEqual([]);
    expect(strict.ignored).toHaveLength(5);
    const source = folderSource("x", { folder: "inbox", after, follow_links: true }, root);
    const { files, ignored } = await source.list(signal);
    expect(files.map(({ name }) => name).toSorted()).toEqual(["hard.csv", "soft.csv"]);
    expect(ignored.map(({ name, isUsual }) => `${name} ${isUsual ?? false}`).toSorted()).toEqual([
      "dangling.csv false",
      "folder.csv true",
      "loop.csv false",
    ]);
    expect(ignored.find(({ name }) => name === "loop.csv")?.reason).toBe(
      "it is a link that does not point to a file",
    );
    for (const { name } of files) {
      // A rename changes the change time of a file with two names, so each name is received as it is listed then.
      const file = (await source.list(signal)).files.find((each) => each.name === name);
      if (file === undefined) throw new Error(`${name} is gone`);
      const pieces: Buffer[] = [];
      for await (const piece of source.fetch(file, signal)) pieces.push(Buffer.from(piece));
      expect(Buffer.concat(pieces).toString()).toBe("linked");
      expect(await source.settle(file, "published", signal)).toBe(after === "none" ? "left" : "done");
    }
    expect(readFileSync(join(root, "elsewhere", "staff.csv"), "utf8")).toBe("linked");
    const left = readdirSync(join(root, "inbox")).filter((name) => /soft|hard|aside/.test(name));
    expect(left.toSorted()).toEqual(after === "none" ? ["hard.csv", "soft.csv"] : []);
    if (after === "archive" || after === "none") continue;
    const kept = readdirSync(join(root, "done"));
    expect(kept.map((name) => readFileSync(join(root, "done", name), "utf8"))).toEqual(["linked", "linked"]);
  }
});

test("restores the name of a file with a temporary name if files now stay, and shows the file until then", async () => {
  const root = mkdtempSync(join(tmpdir(), "lading-folder-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const { signal } = new AbortController();
  writeFileSync(join(root, "staff.csv"), "one");
  writeFileSync(join(root, "done"), "no folder");
  const moving = folderSource("x", { folder: ".", after: { move: "done" } }, root);
  const file = (await moving.list(signal)).files.find(({ name }) => name === "staff.csv");
  if (file === undefined) throw new Error("no file");
  // A file that cannot be moved is not changed.
  await expect(moving.settle(file, "published", signal)).rejects.toMatchObject({
    code: "arrival_not_moved",
    message: expect.stringMatching(/cannot be moved to .*\/done: it is not a folder\.$/) as string,
  });
  expect(readdirSync(root).toSorted()).toEqual(["done", "staff.csv"]);
  const key = createHash("sha256").update(`${file.name}\n${file.identity}`).digest("hex").slice(0, 24);
  renameSync(join(root, "staff.csv"), join(root, `.lading-aside-${key}`));
  const staying = folderSource("x", { folder: ".", after: "none" }, root);
  const shown = (await staying.list(signal)).ignored.find(({ name }) => name.includes("aside"));
  expect(shown?.reason).toMatch(/could neither archive nor put back/);
  expect(shown?.isUsual).toBeUndefined();
  expect(await staying.settle(file, "published", signal)).toBe("left");
  expect(readFileSync(join(root, "staff.csv"), "utf8")).toBe("one");
  // After a crash between the two steps of restoring a name, the file has both names.
  linkSync(join(root, "staff.csv"), join(root, `.lading-aside-${key}`));
  expect(await staying.settle(file, "published", signal)).toBe("left");
  expect(readdirSync(root).toSorted()).toEqual(["done", "staff.csv"]);
});

test.skipIf(!existsSync("/dev/shm"))(
  "keeps content and time when moving to a different file system",
  async () => {
    const root = mkdtempSync(join(tmpdir(), "lading-folder-"));
    const target = mkdtempSync("/dev/shm/lading-folder-");
    onTestFinished(() => [root, target].forEach((path) => rmSync(path, { recursive: true })));
    const { signal } = new AbortController();
    writeFileSync(join(root, "staff.csv"), "one");
    utimesSync(join(root, "staff.csv"), 1_700_000_000, 1_700_000_000);
    const source = folderSource("x", { folder: ".", after: { move: target } }, root);
    const [file] = (await source.list(signal)).files;
    if (file === undefined) throw new Error("no file");
    expect(await source.settle(file, "published", signal)).toBe("done");
    const [kept = ""] = readdirSync(target);
    expect(readFileSync(join(target, kept), "utf8")).toBe("one");
    expect(statSync(join(target, kept)).mtimeMs).toBe(1_700_000_000_000);
    expect(readdirSync(root)).toEqual([]);
  },
);

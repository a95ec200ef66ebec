import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
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

test("two files of one name that are moved in the same second are both there afterwards", async () => {
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

test("what this user may not read is reported as that, and not as what cannot be written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lading-folder-"));
  const source = folderSource("inbox", { folder: "." }, folder);
  const asNobody = async (work: () => Promise<unknown>): Promise<unknown> => {
    // Whoever may do anything, as in a container, may read it, too.
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
      message: "The file staff.csv of the source inbox cannot be opened: no permission.",
    });
    chmodSync(folder, 0o000);
    expect(await asNobody(() => source.list(signal))).toMatchObject({
      message: "The source inbox cannot be listed: no permission.",
    });
  } finally {
    chmodSync(folder, 0o755);
    rmSync(folder, { recursive: true });
  }
});

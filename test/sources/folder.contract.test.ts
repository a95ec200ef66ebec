import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderSource } from "../../src/sources/folder.js";
import { sourceContract } from "../contracts/source.js";

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

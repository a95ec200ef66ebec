import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { appear } from "../../src/lists/publish.js";
import { realDisk } from "../../src/storage/disk.js";

/** The one rename that makes a list the one that is served. */

let feed: string;
beforeEach(async () => {
  feed = await mkdtemp(join(tmpdir(), "lading-publish-"));
});
afterEach(() => rm(feed, { recursive: true, force: true }));

async function staged(text: string): Promise<string> {
  const folder = join(feed, `staged-${text}`);
  await mkdir(folder);
  await writeFile(join(folder, "list.ndjson"), text);
  return folder;
}

test("a number that was taken meanwhile stays whose it is", async () => {
  expect(await appear(realDisk, await staged("ours"), feed, 1)).toBe(true);
  const theirs = await staged("theirs");
  expect(await appear(realDisk, theirs, feed, 1)).toBe(false);
  expect(await readFile(join(feed, "pub/1/list.ndjson"), "utf8")).toBe("ours");
  expect(await readFile(join(theirs, "list.ndjson"), "utf8")).toBe("theirs");
  expect(await appear(realDisk, theirs, feed, 2)).toBe(true);
});

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { realDisk } from "../../src/storage/disk.js";
import { openJournal, parseJournal, readJournal, type NewEntry } from "../../src/lists/journal.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lading-journal-"));
});
afterEach(() => rm(folder, { recursive: true }));

const now = () => new Date("2026-03-01T00:00:00.000Z");
const entry = (number: number): NewEntry => ({ state: "PUBLISHED", delivery: "a".repeat(64), number });

async function written(count: number): Promise<Buffer> {
  const journal = await openJournal(realDisk, folder, now);
  for (let n = 1; n <= count; n++) await journal.add(entry(n), "durable");
  await journal.close();
  return readFile(join(folder, "journal"));
}

test("cut at every byte: whole entries stay, the torn tail goes, and writing goes on", async () => {
  const bytes = await written(3);
  for (let end = 0; end < bytes.length; end++) {
    await writeFile(join(folder, "journal"), bytes.subarray(0, end));
    const journal = await openJournal(realDisk, folder, now);
    await journal.add(entry(9), "durable");
    await journal.close();
    const read = await readJournal(realDisk, folder);
    expect(read).toMatchObject({ torn: false, damaged: [] });
    expect(read.entries.length).toBe(bytes.subarray(0, end).toString().split("\n").length);
    expect(read.entries.map(({ n }) => n)).toEqual(read.entries.map((_, index) => index + 1));
  }
});

test("every flipped byte is found: the entry is skipped, and named when it is not the last", async () => {
  const bytes = await written(3);
  for (let at = 0; at < bytes.length; at++) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 0x04;
    const read = parseJournal(damaged);
    expect(read.entries.length, `byte ${at}`).toBeLessThan(3);
    expect(read.damaged.length > 0 || read.torn, `byte ${at}`).toBe(true);
    for (const found of read.entries) expect(found).toMatchObject({ delivery: "a".repeat(64) });
  }
});

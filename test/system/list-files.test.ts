import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { lookupsIn } from "../../src/mapping/list-index.js";
import { lookupsInFiles, withListFiles, writeListFile } from "../../src/system/list-files.js";

/** Searches in index files give the same results as in memory. */

const folder = mkdtempSync(join(tmpdir(), "lading-lists-"));
afterAll(() => rmSync(folder, { recursive: true }));

const entry = (external_id: string, code: string | null, is_active = true) => ({
  external_id,
  updated_at: "2026-01-01T00:00:00.000Z",
  code,
  description: "not looked up",
  is_active,
});
const lists = new Map([
  [
    "tax-code",
    [entry("1", "S1"), entry("2", "S1", false), entry("3", null), entry("\u{1f600}", 'a"b\u0000c')],
  ],
  ["charge-code", []],
]);

it("finds the same records in files as in memory", async () => {
  const inMemory = lookupsIn(lists);
  await withListFiles(inMemory, async (files) => {
    const inFiles = await lookupsInFiles(files);
    for (const target of ["tax-code", "charge-code", "org"]) {
      for (const field of ["external_id", "code", "name"]) {
        for (const value of ["1", "2", "S1", "s1", "S1 ", "", "\u{1f600}", 'a"b\u0000c', "null"]) {
          // Queried twice, because answers are cached.
          for (let again = 0; again < 2; again++)
            expect(inFiles.find(target, field, value)).toEqual(inMemory.find(target, field, value));
        }
      }
    }
    inFiles.close();
  });
});

it("reports a file that cannot be written like any other", async () => {
  const path = join(folder, "none", "index");
  await expect(writeListFile(path, [])).rejects.toMatchObject({ code: "storage_failed" });
});

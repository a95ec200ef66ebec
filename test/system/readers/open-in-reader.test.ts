import { isContainer } from "../../../src/formats/index.js";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { defaultLimits } from "../../../src/formats/limits.js";
import { openTable } from "../../../src/formats/index.js";
import { openTableInReader, type TableReading } from "../../../src/system/readers/open-in-reader.js";
import { refusal, sourceOf, wholeTable, type WholeTable } from "../../formats/reading.js";
import { book } from "../../formats/workbooks.js";

const folder = mkdtempSync(join(tmpdir(), "lading-read-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "in");

async function inReader(bytes: Buffer, changes: Partial<TableReading> = {}): Promise<WholeTable> {
  writeFileSync(path, bytes);
  return wholeTable(await openTableInReader({ path, name: "in", options: {}, ...changes }));
}

it("reads the same in a child as in this process", async () => {
  const bytes = book({
    Codes: [
      ["Code", "Rate"],
      ["A", 1],
      ["B", { t: "e", v: 7 }],
    ],
    Taxes: [
      ["x", "y"],
      ["1", "2"],
    ],
  });
  const here = await wholeTable(await openTable(sourceOf(bytes, "in"), {}, defaultLimits));
  expect(await inReader(bytes)).toEqual(here);
  expect(here.issues).toMatchObject([{ code: "sheet_guessed" }]);
});

it("reports why a file is rejected, or why its reader was stopped", async () => {
  expect(refusal(await inReader(gzipSync(Buffer.from("a,b\n1,2\n")).subarray(0, 20)))).toContain("truncated");
  expect(refusal(await inReader(book({ S: [["a"]] }), { readerLimits: { time: 10 } }))).toContain(
    "took longer than 0 seconds",
  );
});

it("is used for workbooks and archives", () => {
  expect(isContainer(book({ S: [["a"]] }))).toBe(true);
  expect(isContainer(book({ S: [["a"]] }, "biff8"))).toBe(true);
  expect(isContainer(gzipSync("a"))).toBe(true);
  expect(isContainer(Buffer.from("a,b\n1,2\n"))).toBe(false);
});

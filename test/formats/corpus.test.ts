import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { expectedOf, type IndexEntry } from "../corpus/index-entry.js";
import { projectRoot } from "../support/build.js";
import { readBytes } from "./text-reading.js";

const folder = join(projectRoot, "test/corpus/files");
const index = JSON.parse(readFileSync(join(projectRoot, "test/corpus/index.json"), "utf8")) as IndexEntry[];

interface Expected {
  readonly headings: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
}

describe("every file of the corpus is read as a careful person reads it", () => {
  test.each(index.map((entry) => [entry.file, entry] as const))("%s", async (file, entry) => {
    const expected = JSON.parse(readFileSync(join(folder, expectedOf(file)), "utf8")) as Expected;
    const found = await readBytes(readFileSync(join(folder, file)), entry.options);
    expect(found.headings).toEqual(expected.headings);
    expect(found.rows.map((row) => row.cells)).toEqual(expected.rows);
    if (entry.charset !== null) {
      // What the index says of the bytes is true.
      const text = iconv.decode(readFileSync(join(folder, file)), entry.charset);
      for (const heading of expected.headings ?? [])
        for (const word of heading.split(/\s/)) expect(text).toContain(word);
    }
  });
});

describe("the corpus is what its index says", () => {
  const names = (of: (entry: IndexEntry) => string | null): Set<string> =>
    new Set(index.map(of).filter((name) => name !== null));

  test("the index names all files and no others", () => {
    const files = index.flatMap(({ file }) => [file, expectedOf(file)]);
    expect(new Set(files).size).toBe(files.length);
    expect(readdirSync(folder).sort()).toEqual([...files].sort());
  });

  test("12 character sets and languages and more", () => {
    expect(names(({ charset }) => charset).size).toBeGreaterThanOrEqual(12);
    expect(names(({ language }) => language).size).toBeGreaterThanOrEqual(12);
  });

  test("every kind of format and of wrapping", () => {
    expect([...names(({ kind }) => kind)].sort()).toEqual(
      [
        "language",
        "fixed width",
        "JSON array",
        "NDJSON",
        "HTML table",
        "Excel 2003 XML",
        "gz",
        "zip",
        "zip, named member",
        "workbook xlsx",
        "workbook xlsm",
        "workbook xlsb",
        "workbook biff8",
        "workbook ods",
        "workbook, preamble",
        "workbook, content decides",
        "workbook, hidden sheet",
        "workbook, sheet by number",
        "workbook, sheet by pattern",
        "workbook, range",
        "workbook, false dimension",
        "workbook, merged cells",
        "workbook, days from 1900",
        "workbook, days from 1904",
        "workbook, error cells",
      ].sort(),
    );
  });
});

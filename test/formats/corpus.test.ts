import { readdirSync } from "node:fs";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { corpusFiles, corpusFolder, frozenBytes } from "../corpus/corpus-files.js";
import { languages } from "../corpus/languages.js";
import { readBytes } from "./text-reading.js";

describe("a file of the corpus", () => {
  test.each(corpusFiles.map((entry) => [entry.file, entry] as const))(
    "is read as a careful person reads it: %s",
    async (_, entry) => {
      const bytes = frozenBytes(entry);
      const found = await readBytes(bytes, entry.options);
      expect(found.headings).toEqual(entry.headings);
      expect(found.rows.map((row) => row.cells)).toEqual(entry.rows);
      if (entry.charset !== undefined) {
        // The bytes use the stated character set.
        const text = iconv.decode(bytes, entry.charset);
        for (const heading of entry.headings)
          for (const word of heading.split(/\s/)) expect(text).toContain(word);
      }
    },
  );
});

describe("the corpus of files", () => {
  test("is tested with every file in the folder and no other", () => {
    const files = corpusFiles.map(({ file }) => file);
    expect(new Set(files).size).toBe(files.length);
    expect(readdirSync(corpusFolder).sort()).toEqual([...files].sort());
  });

  test("has 12 or more character sets and languages", () => {
    expect(new Set(languages.flatMap(({ charsets }) => charsets)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(languages.map(({ language }) => language)).size).toBeGreaterThanOrEqual(12);
  });

  test("has every format and every wrapping", () => {
    expect([...new Set(corpusFiles.map(({ kind }) => kind))].sort()).toEqual(
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

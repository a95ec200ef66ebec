import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../support/build.js";
import { readBytes } from "./text-reading.js";

const folder = join(projectRoot, "test/corpus/files");
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".csv"))
  .map((name) => name.slice(0, -4));

interface Expected {
  readonly headings: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
}

describe("every file of the corpus is read as a careful person reads it", () => {
  test("there are enough of them", () => {
    expect(names.length).toBeGreaterThanOrEqual(150);
  });

  test.each(names)("%s", async (name) => {
    const expected = JSON.parse(readFileSync(join(folder, `${name}.expected.json`), "utf8")) as Expected;
    const found = await readBytes(readFileSync(join(folder, `${name}.csv`)));
    expect(found.headings).toEqual(expected.headings);
    expect(found.rows.map((row) => row.cells)).toEqual(expected.rows);
  });
});

const shared = join(projectRoot, "../shared/corpus");

describe.skipIf(!existsSync(shared))("real files", () => {
  interface Entry {
    readonly file: string;
    readonly facts: {
      readonly data_rows: number;
      readonly columns: number;
      readonly headings: readonly string[];
    };
  }
  const truth = existsSync(shared)
    ? (JSON.parse(readFileSync(join(shared, "truth.json"), "utf8")) as { entries: Entry[] }).entries
    : [];

  test.each(truth.map((entry) => [entry.file, entry] as const))("%s", async (file, { facts }) => {
    const found = await readBytes(readFileSync(join(shared, file)));
    expect(found.headings).toEqual(facts.headings);
    expect(found.rows).toHaveLength(facts.data_rows);
    expect(new Set(found.rows.map((row) => row.cells.length))).toEqual(new Set([facts.columns]));
  });
});

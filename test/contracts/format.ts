import { describe, expect, it } from "vitest";
import type { Format } from "../../src/formats/format.js";
import { defaultLimits } from "../../src/formats/limits.js";
import type { ReadOptions } from "../../src/formats/read-options.js";
import { readAll, sourceOf, wholeTable } from "../formats/reading.js";

/**
 * Requirements for every format: unchanged text, ordered rows with true numbers, reported limits, and no
 * silent empty result.
 */

export const contractTable = {
  headings: ["Code", "Name", "Rate"],
  rows: [
    ["00123", "Müller, Ü.", "19,00"],
    ["1E10", "03/04", "0.10"],
    ["-10", "=1+1", "x"],
  ],
} as const;

/**
 * @param make returns the bytes of a table in this format
 * @param options how a mapping describes it, if the format requires that
 */
export function formatContract(
  format: Format,
  make: (
    headings: readonly string[],
    rows: readonly (readonly string[])[],
  ) => Promise<Uint8Array> | Uint8Array,
  options: ReadOptions = {},
): void {
  const { headings, rows } = contractTable;
  const sample = async () => make(headings, rows);

  describe(`${format.name} under the contract of every format`, () => {
    it("returns headings and cells unchanged", async () => {
      const table = await readAll(format, await sample(), options);
      expect(table.issues.filter((found) => found.severity === "error")).toEqual([]);
      expect(table.headings).toEqual(headings);
      expect(table.cells).toEqual(rows);
    });

    it("numbers the rows in ascending order", async () => {
      const lines = (await readAll(format, await sample(), options)).rows.map((row) => row.line);
      expect(lines.every((line) => Number.isInteger(line) && line > 0)).toBe(true);
      expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
    });

    it("reports what it detected", async () => {
      const { detected } = await readAll(format, await sample(), options);
      expect(detected.format).toBe(format.name);
      expect(detected.evidence.every((sentence) => sentence.length > 0)).toBe(true);
    });

    it("gives the same result for pieces of any size", async () => {
      const bytes = await sample();
      for (const piece of [1, 7, 1024]) {
        const table = await wholeTable(
          await format.read(sourceOf(bytes, "file", piece), options, defaultLimits),
        );
        expect(table.cells).toEqual(rows);
      }
    });

    it("reports the limit that a file exceeds, and returns no rows beyond it", async () => {
      const table = await readAll(format, await sample(), options, { rows: 2 });
      expect(table.issues.map((found) => found.code)).toContain("limit_exceeded");
      expect(table.rows.length).toBeLessThanOrEqual(2);
    });

    it("never returns a wrong row of a truncated file silently", async () => {
      const bytes = await sample();
      for (const share of [0.3, 0.5, 0.7, 0.9]) {
        const cut = await readAll(format, bytes.subarray(0, Math.floor(bytes.length * share)), options);
        for (const [index, row] of cut.rows.entries()) {
          const isReported = cut.issues.length > 0 || (row.issues ?? []).length > 0;
          if (!isReported) expect(row.cells).toEqual(rows[index]);
        }
      }
    });
  });
}

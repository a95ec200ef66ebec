import { describe, expect, test } from "vitest";
import { openTable } from "../../src/formats/index.js";
import { defaultLimits } from "../../src/formats/limits.js";
import { sourceOf } from "./reading.js";
import { book } from "./workbooks.js";

/** One search with one score finds the header. The best three candidates are explained, in the same way for all formats. */

const table = [
  ["Exported by Sam", "", ""],
  ["code", "name", "rate"],
  ["A1", "Air freight", "12.50"],
  ["A2", "Bunker", "3.00"],
  ["A3", "Documents", "7.25"],
];

async function evidence(bytes: Uint8Array | string): Promise<readonly string[]> {
  return (await openTable(sourceOf(bytes), {}, defaultLimits)).detected.evidence;
}

describe("the best three candidates for the header", () => {
  const rows = table.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);

  test.each([
    ["text", table.map((cells) => cells.join(",")).join("\n")],
    ["a workbook", book({ S: table })],
    ["HTML", `<html><body><table>${rows.join("")}</table></body></html>`],
  ])("are explained in %s", async (_, bytes) => {
    const found = await evidence(bytes);
    expect(found).toContain(
      "The header is on line 2: it has known header names; it has words above numbers, dates or similar values.",
    );
    expect(found.filter((sentence) => sentence.startsWith("Second best: "))).toHaveLength(1);
    expect(found.filter((sentence) => sentence.startsWith("Third best: "))).toHaveLength(1);
  });
});

test("are explained for a table without a header", async () => {
  const found = await evidence("A1,Air,12.50\nA2,Sea,3.00\nA3,Air,7.25\n");
  expect(found).toContain(
    "The table has no header: line 1 has words that occur again in the rows below; line 1 contains values, such as numbers or dates.",
  );
});

test("a full row with `#` before its first heading is the header below comments", async () => {
  const countries = [
    "#\n# Country codes\n#\n#code\tname of country\nAD\tAndorra",
    "AE\tUnited Arab Emirates\nAG\tAntigua & Barbuda\nAI\tAnguilla\nAL\tAlbania\n",
  ];
  const { headings } = await openTable(sourceOf(countries.join("\n")), {}, defaultLimits);
  expect(headings).toEqual(["#code", "name of country"]);
});

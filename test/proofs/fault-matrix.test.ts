import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutations } from "../../scripts/mutations.js";

/** The table of the fault matrix in `docs/reliability.md` names, for every row, tests that exist and fail without its defence. */

const rows = new Map<number, readonly { readonly file: string; readonly title: string }[]>();
for (const line of readFileSync("docs/reliability.md", "utf8").split("\n")) {
  const [, number, cell = ""] = /^\| (\d+) +\|[^|]*\|(.*)\|$/.exec(line) ?? [];
  // The table of figures below the matrix has rows of the same numbers.
  if (number === undefined || rows.has(Number(number))) continue;
  const named = [...cell.matchAll(/`(test\/[^`]+)` "([^"]+)"/g)];
  rows.set(
    Number(number),
    named.map(([, file = "", title = ""]) => ({ file, title })),
  );
}

const numbers = Array.from({ length: 60 }, (_, index) => index + 1);

test.each(numbers)("row %i has its tests and its mutation", (row) => {
  const named = rows.get(row) ?? [];
  expect(named).not.toEqual([]);
  for (const { file, title } of named) {
    // Line by line: a file about quotes has odd ones.
    const titles = readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line) => [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)])
      .map(([, text = ""]) => text);
    expect(
      titles.some((text) => text.includes(title)),
      `${file} has "${title}"`,
    ).toBe(true);
  }
  const proven = mutations.filter((mutation) => mutation.row === row).flatMap(({ tests }) => tests);
  expect(proven).not.toEqual([]);
  for (const file of proven) expect(named.map((one) => one.file)).toContain(file);
});

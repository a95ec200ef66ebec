import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The pages are easy to read: their sentences are short on average. */

const longestAverage = 18;

const pages = [
  ...readdirSync(".").filter((name) => name.endsWith(".md")),
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Numbers of words of the sentences outside of code blocks, tables, headings and comments. */
function sentenceLengths(page: string): number[] {
  const prose = page
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/^ *```.*?^ *```$/gms, "\n")
    .replaceAll(/^ *(?:\||#).*$/gm, "\n")
    .replaceAll(/^ *(?:[-*]|\d+\.) /gm, "\n\n")
    .replaceAll(/`[^`]*`/g, "code")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  const sentences = prose.split(/\n\s*\n|(?<=[.!?]["”*_)]*)\s+/);
  return sentences
    .map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length)
    .filter((words) => words > 0);
}

const averageOf = (lengths: readonly number[]) =>
  lengths.reduce((sum, each) => sum + each, 0) / Math.max(lengths.length, 1);

describe(`sentence lengths of at most ${longestAverage} words on average`, () => {
  it.each(pages)("are kept in %s", (page) => {
    expect(averageOf(sentenceLengths(readFileSync(page, "utf8")))).toBeLessThanOrEqual(longestAverage);
  });
});

it("counts the words of each sentence, list item and paragraph", () => {
  const page = [
    "# A title is not counted",
    "",
    "Two words. Now `three or more` words!",
    "",
    "- an item: of five words",
    "- See [the guide](guide.md).",
    "",
    "| a | table |",
    "```sh",
    "lading run",
    "```",
    "<!-- hidden. -->",
  ].join("\n");
  expect(sentenceLengths(page)).toEqual([2, 3, 5, 3]);
});

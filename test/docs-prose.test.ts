import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The pages are easy to read: their sentences are short on average, and no sentence in a table is long. */

const longestAverage = 18;
const longestInTable = 25;

const pages = [
  ...readdirSync(".").filter((name) => name.endsWith(".md")),
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** The page without code blocks and comments. Links are replaced by their text. */
function textOf(page: string): string {
  return page
    .replaceAll(/<!--.*?-->/gs, "")
    .replaceAll(/^ *```.*?^ *```$/gms, "\n")
    .replaceAll(/`[^`]*`/g, "code")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

const sentencesIn = (prose: string) => prose.split(/\n\s*\n|(?<=[.!?]["”*_)]*)\s+/);

const wordsIn = (sentence: string) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;

/** Numbers of words of the sentences outside of code blocks, tables, headings and comments. */
function sentenceLengths(page: string): number[] {
  const prose = textOf(page)
    .replaceAll(/^ *(?:\||#).*$/gm, "\n")
    .replaceAll(/^ *(?:[-*]|\d+\.) /gm, "\n\n");
  return sentencesIn(prose)
    .map(wordsIn)
    .filter((words) => words > 0);
}

/** The sentences in the cells of tables. A cell without a period is one sentence. */
function sentencesInTables(page: string): string[] {
  const rows = textOf(page).match(/^ *\|.*$/gm) ?? [];
  return rows.flatMap((row) => row.split(/(?<!\\)\|/).flatMap((cell) => sentencesIn(cell.trim())));
}

const averageOf = (lengths: readonly number[]) =>
  lengths.reduce((sum, each) => sum + each, 0) / Math.max(lengths.length, 1);

describe(`sentence lengths of at most ${longestAverage} words on average`, () => {
  it.each(pages)("are kept in %s", (page) => {
    expect(averageOf(sentenceLengths(readFileSync(page, "utf8")))).toBeLessThanOrEqual(longestAverage);
  });
});

describe(`sentences of at most ${longestInTable} words in tables`, () => {
  it.each(pages)("are kept in %s", (page) => {
    const sentences = sentencesInTables(readFileSync(page, "utf8"));
    expect(sentences.filter((sentence) => wordsIn(sentence) > longestInTable)).toEqual([]);
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
  expect(sentencesInTables("| a | One, two. Three `a | b`, four. |").map(wordsIn)).toEqual([0, 1, 2, 3, 0]);
});

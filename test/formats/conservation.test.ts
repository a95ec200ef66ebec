import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { keepsSigns } from "../../src/formats/text/signs.js";
import { cleanTables } from "../corpus/clean-tables.js";
import { type CorpusFile, corpusFiles, frozenBytes } from "../corpus/corpus-files.js";
import { damageKinds } from "../corpus/damage.js";
import { readBytes, type ReadTable, readText } from "./text-reading.js";
import { signBalance } from "./sign-balance.js";

/**
 * Characters are conserved: each letter and digit of a file is in a heading, in a cell, or in a line that is
 * reported as left out.
 */

const balanced = { lost: "", made: "" };

describe("the count of letters and digits", () => {
  test("includes letters and digits, but not quotes, delimiters and spaces", () => {
    expect(keepsSigns('1,"a ""b"" c",é', ["1", 'a "b" c', "é"])).toBe(true);
    expect(keepsSigns("ab", ["b", "a"])).toBe(false);
    expect(keepsSigns("1,a,b", ["1", "a"])).toBe(false);
    expect(keepsSigns("1,a", ["1", "a", "0"])).toBe(false);
    expect(signBalance(["1,a,b", "c"], ["a", "1", "d"])).toEqual({ lost: "bc", made: "d" });
    expect(signBalance(["ab,c"], ["c", "b", "a"])).toEqual(balanced);
  });
});

/** Returns the text without the line that names its delimiter. */
function withoutHint(text: string): string {
  return text.replace(/^"?sep=."?[,;\t]*(?=\r|\n)/i, "");
}

/** The table's content: its headings, its cells, and the lines that are reported as left out. */
function contentOf(text: string, { headings, rows, detected }: ReadTable): readonly string[] {
  const { lineEnd = "", leftOut = [], evidence } = detected;
  const isReturnText = evidence.some((sentence) =>
    sentence.startsWith("A CR without an LF is part of the text"),
  );
  const lines = text.split(
    /[\r\n]/.test(lineEnd) || lineEnd === "mixed" ? (isReturnText ? /\r?\n/ : /\r\n|\n|\r/) : lineEnd,
  );
  const named = leftOut.flatMap((part) => part.lines.map((line) => lines[line - 1]!));
  return [...(headings ?? []), ...rows.flatMap(({ cells }) => cells), ...named];
}

describe("the letters and digits of damaged text", () => {
  test.each(damageKinds.map((kind) => [kind.name, kind] as const))(
    "are neither lost nor invented after %s",
    async (_, kind) => {
      let compared = 0;
      const made = cleanTables.slice(0, 2).flatMap((table) => [...kind.make(table)]);
      for (const { bytes, variant } of made) {
        const text = Buffer.from(bytes).toString("utf8");
        // Other character sets are below. Titles over groups of headings are repeated over each.
        if (/[\ufffd\u0000]/.test(text) || variant === "group titles") continue;
        const found = await readBytes(bytes);
        if (found.issues.some(({ severity }) => severity === "error")) continue;
        expect(signBalance([withoutHint(text)], contentOf(text, found)), variant).toEqual(balanced);
        compared++;
      }
      expect(compared > 0 || made.length === 0 || ["nothing", "NUL characters"].includes(kind.name)).toBe(
        true,
      );
    },
  );

  const files = damageKinds
    .flatMap((kind) =>
      cleanTables.flatMap((table) => [...kind.make({ ...table, rows: table.rows.slice(0, 9) })]),
    )
    .filter(({ bytes, variant }) => variant !== "group titles" && !Buffer.from(bytes).includes(0));

  test("are neither lost nor invented if the text is damaged again", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(..."\",\n;A 'x|7")), { maxLength: 6 }),
        async (file, changes) => {
          const signs = [...Buffer.from(file.bytes).toString("utf8")];
          for (const [at, sign] of changes) signs[at % signs.length] = sign;
          const text = signs.join("");
          if (text.includes("\ufffd")) return;
          const found = await readText(text);
          if (found.issues.some(({ severity }) => severity === "error")) return;
          // Titles that damage creates are repeated over several headings.
          if (found.detected.headerRows.length > 1) return;
          expect(signBalance([withoutHint(text)], contentOf(text, found))).toEqual(balanced);
        },
      ),
      // The same files in every test run. The long form uses different files.
      process.env["LADING_PROOF"] === "long" ? { numRuns: 400 } : { numRuns: 60, seed: 20_261_122 },
    );
  });
});

/** Values of a document as JSON reads them. Numbers are kept as written. */
function leaves(value: unknown): string[] {
  if (value !== null && typeof value === "object") return Object.values(value).flatMap(leaves);
  return value === null ? [] : [JSON.stringify(value)];
}

/** Content of a corpus file, read in an independent way. Undefined for formats with their own tests. */
function textsOf(bytes: Buffer, { file, kind, charset, options }: CorpusFile): string[] | undefined {
  const text = iconv.decode(bytes, charset ?? (file.includes("latin1") ? "windows-1252" : "utf-8"));
  if (kind === "language") return [text];
  // Its columns are named in the mapping, which also states where the headings are.
  if (kind === "fixed width") return text.split("\n").slice(Number(options?.header ?? 0));
  if (kind === "JSON array") {
    const value = JSON.parse(text) as unknown;
    return leaves(Array.isArray(value) ? value : Object.values(value as object).filter(Array.isArray));
  }
  if (kind === "NDJSON")
    return text
      .trim()
      .split("\n")
      .flatMap((line) => leaves(JSON.parse(line)));
  if (kind === "HTML table") {
    const table = /<table[^>]*>(.*?)<\/table>/is.exec(text)![1]!;
    return [table.replace(/<[^>]*>/g, " ").replace(/&[a-z]+;/g, " ")];
  }
  return undefined;
}

describe("the letters and digits of the corpus", () => {
  const texts = corpusFiles.flatMap((entry) => {
    const bytes = frozenBytes(entry);
    const content = textsOf(bytes, entry);
    return content === undefined ? [] : [{ entry, bytes, content }];
  });

  test("include text, fixed width, JSON and pages", () => {
    expect(new Set(texts.map(({ entry }) => entry.kind)).size).toBe(5);
  });

  test.each(texts.map((found) => [found.entry.file, found] as const))(
    "are neither lost nor invented in %s",
    async (_, { entry, bytes, content }) => {
      const found = await readBytes(bytes, entry.options);
      const cells = found.rows.flatMap((row) => row.cells);
      // Names of fixed-width columns are in the mapping. Those of JSON are keys.
      const isNamed = ["language", "HTML table"].includes(entry.kind) || entry.file === "rows.json";
      expect(signBalance(content, isNamed ? [...(found.headings ?? []), ...cells] : cells)).toEqual(balanced);
    },
  );
});

describe("skipped parts of a file", () => {
  const columns = [
    { name: "code", from: "1" },
    { name: "name", from: "6", to: "12" },
  ];

  test("are reported if they are text outside of fixed columns and above their headings", async () => {
    const text = "Report of May\n\ncode name\nA1   Freight EUR\nA2   Bunker\nA3   Toll    USD\n";
    const found = await readText(text, { columns, header: "3" });
    expect(found.rows.map((row) => row.cells)).toEqual([
      ["A1", "Freight"],
      ["A2", "Bunker"],
      ["A3", "Toll"],
    ]);
    expect(found.issues).toMatchObject([{ code: "text_outside_columns", severity: "note", line: 4 }]);
    expect(found.issues[0]!.message).toContain("2 lines");
    expect(found.detected.leftOut).toEqual([{ kind: "preamble", count: 1, lines: [1] }]);
  });

  test("are reported if they are values beside the list of a JSON document", async () => {
    const found = await readText('{"page":1,"links":{"next":"/2"},"tags":["a"],"items":[{"code":"A1"}]}');
    expect(found.rows.map((row) => row.cells)).toEqual([["A1"]]);
    expect(found.detected.evidence.join(" ")).toContain(
      "Skipped values outside the list: page, links.next, tags. A mapping can use them, for example as `$.page`.",
    );
  });

  test("are reported if they are text beside the table of a page", async () => {
    const page = (text: string): string =>
      `<html><body>${text}<table><tr><th>code</th></tr><tr><td>A1</td></tr></table></body></html>`;
    const evidenceOf = async (text: string): Promise<string> =>
      (await readText(page(text))).detected.evidence.join(" ");
    expect(await evidenceOf("<p>Report of May</p>")).toContain("Everything else on the page is skipped.");
    expect(await evidenceOf(" ")).not.toContain("left out");
  });
});

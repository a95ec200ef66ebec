import { spawnSync } from "node:child_process";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeRows } from "../corpus/write-table.js";
import { readText } from "./text-reading.js";

/** Files of common writers are read exactly, wherever a special character occurs first. */

interface Job {
  readonly delimiter: string;
  readonly end: string;
  readonly quoting: string;
  readonly rows: readonly (readonly string[])[];
}

const headings = ["code", "name", "note", "city", "mail", "rate", "day"];
const plain = ["Ann", "Bob Roe", "Zoë", "C-17", "12", "3.50", "2024-05-01", "a@x.example", "", "*"];
const odd = [
  ...["it's", "'x'", "''", '5" pipe', 'say "hi"', '"', "a, b", "a;b", "a|b", "tab\there", "two\nlines"],
  ...["1,2\n3,4", "\\", "C:\\dir\\", "# 1", "//", "%", "~", "=1+1", "漢字", " led", "end "],
];

/** `npm run proof:formats` writes more. */
const share = process.env["LADING_PROOF"] === "long" ? 4 : 1;

/** Rows of plain words, more than detection reads, and rows with special characters below them. */
function jobs(count: number): readonly Job[] {
  const job = fc
    .record({
      width: fc.integer({ min: 2, max: headings.length }),
      delimiter: fc.constantFrom(",", ";", "\t", "|"),
      end: fc.constantFrom("\n", "\r\n"),
      quoting: fc.constantFrom("QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE"),
      // Detection first reads 64 K and 128 K characters. The largest files have about 400 K.
      above: fc.constantFrom(0, 0, 40, 1_500, 4_000, 12_000),
      words: fc.array(fc.constantFrom(...plain), { minLength: 31, maxLength: 31 }),
      last: fc.array(fc.array(fc.constantFrom(...plain, ...odd), { minLength: 6, maxLength: 6 }), {
        minLength: 4,
        maxLength: 8,
      }),
    })
    .map(({ width, above, words, last, ...how }): Job => {
      const upper = Array.from({ length: above }, (_, i) =>
        Array.from({ length: width }, (_, j) => (j === 0 ? `C${i}` : words[(i * (j + 2) + j) % 31]!)),
      );
      // Without quotes, only rows that need none are well-formed.
      const bare = (cell: string): string =>
        how.quoting === "QUOTE_NONE" ? cell.replace(/[",;|\t\n\\]/g, ".") : cell;
      const lower = last.map((cells, i) => [`D${i}`, ...cells.slice(0, width - 1).map(bare)]);
      return { ...how, rows: [headings.slice(0, width), ...upper, ...lower] };
    });
  return fc.sample(job, count);
}

async function expectExact(text: string, { delimiter }: Job): Promise<void> {
  const expected: string[][] = parse(text, { delimiter });
  const found = await readText(text);
  expect([found.headings, ...found.rows.map((row) => row.cells)]).toEqual(expected);
  expect(found.detected.leftOut).toBeUndefined();
  // Lines of a cell that are divided like rows may be reported.
  const issues = found.issues.filter(({ code, severity }) => severity !== "note" && code !== "rows_in_cell");
  expect(issues).toEqual([]);
}

const python = `
import csv, io, json, sys
for line in sys.stdin:
    job = json.loads(line)
    out = io.StringIO(newline="")
    how = getattr(csv, job["quoting"])
    csv.writer(out, delimiter=job["delimiter"], quoting=how, escapechar="\\\\", lineterminator=job["end"]).writerows(job["rows"])
    print(json.dumps(out.getvalue()))
`;

describe("a well-formed file", () => {
  test("is read as csv-parse reads it if Lading's writer wrote it", async () => {
    for (const job of jobs(10 * share)) {
      const text = writeRows(job.rows, {
        delimiter: job.delimiter,
        quote: '"',
        quoted: job.quoting === "QUOTE_ALL" ? "all" : "where needed",
        escape: "double",
        lineEnd: job.end,
        finalLineEnd: true,
      });
      await expectExact(text, job);
    }
  });

  test("is read as csv-parse reads it if csv-stringify wrote it", async () => {
    for (const { rows, delimiter, end, quoting } of jobs(10 * share)) {
      const text = stringify(
        // With CRLF line ends, it does not quote LF within cells, which RFC 4180 does not permit.
        rows.map((cells) => cells.map((cell) => (end === "\n" ? cell : cell.replaceAll("\n", " ")))),
        {
          delimiter,
          record_delimiter: end,
          quoted: quoting === "QUOTE_ALL",
          quoted_empty: quoting === "QUOTE_NONNUMERIC",
          quoted_match: quoting === "QUOTE_NONNUMERIC" ? /[a-z]/i : null,
        },
      );
      await expectExact(text, { rows, delimiter, end, quoting });
    }
  });

  test.skipIf(spawnSync("python3", ["--version"]).status !== 0)(
    "is read as csv-parse reads it if Python wrote it",
    async () => {
      const all = jobs(15 * share);
      const { stdout } = spawnSync("python3", ["-c", python], {
        input: all.map((job) => JSON.stringify(job)).join("\n"),
        encoding: "utf8",
        maxBuffer: 1 << 30,
      });
      const texts = stdout.trim().split("\n");
      expect(texts).toHaveLength(all.length);
      for (const [i, job] of all.entries()) await expectExact(JSON.parse(texts[i]!) as string, job);
    },
  );
});

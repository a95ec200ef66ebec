import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Dialect, SplitRow } from "../../src/formats/text/split-row.js";
import { Splitter } from "../../src/formats/text/splitter.js";
import { writeRows } from "../corpus/write-table.js";

const comma: Dialect = { delimiter: ",", quote: '"', escape: "double", loneReturn: true };
const roomy = { record: 4_000_000 };

function split(
  text: string,
  dialect = comma,
  width = 0,
  piece = text.length || 1,
  limits = roomy,
): SplitRow[] {
  const splitter = new Splitter(dialect, width, limits);
  const rows: SplitRow[] = [];
  for (let i = 0; i < text.length; i += piece) rows.push(...splitter.push(text.slice(i, i + piece)));
  return [...rows, ...splitter.finish()];
}

function cellsOf(text: string, dialect = comma, width = 0): string[][] {
  return split(text, dialect, width).map((row) => row.cells);
}

const delimiter = fc.constantFrom(",", ";", "\t", "|", ", ", "^");
const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
const cell = fc.string({
  unit: fc.constantFrom("a", "b", "Ö", "1", " ", ",", ";", '"', "\n", "\t", "'", "\\", "漢"),
  maxLength: 8,
});
const messy = fc.string({
  unit: fc.constantFrom("a", "b", "1", " ", ",", ",", ";", '"', '"', "\n", "\r", "\\", "'"),
  maxLength: 60,
});

describe("the splitter on well-formed input", () => {
  test("the splitter agrees with csv-parse", () => {
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
      );
    fc.assert(
      fc.property(table, delimiter, lineEnd, fc.boolean(), fc.boolean(), (rows, sign, end, all, final) => {
        const text = writeRows(rows, {
          delimiter: sign,
          quote: '"',
          quoted: all ? "all" : "where needed",
          escape: "double",
          lineEnd: end,
          finalLineEnd: final,
        });
        // csv-parse does not count an empty last line without a line end as a row.
        fc.pre(text !== "" && !/(?:^|[\r\n])$/.test(final ? "x" : text));
        const expected = parse(text, { delimiter: sign, record_delimiter: end, relax_column_count: true });
        const width = rows[0]!.length;
        // A cell whose every line could be a row cannot be distinguished from an unclosed quote.
        const rowLike = (line: string): boolean => line.split(sign).length >= width;
        const ambiguous = rows.some((row) => {
          const lines = row.join(sign).split("\n");
          return lines.length > 1 && lines.every(rowLike);
        });
        fc.pre(!ambiguous);
        expect(cellsOf(text, { ...comma, delimiter: sign }, width)).toEqual(expected);
      }),
      { numRuns: 1500 },
    );
  });
});

describe("any input to the splitter", () => {
  test("the size of the pieces does not matter", () => {
    fc.assert(
      fc.property(
        messy,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 4 }),
        (text, piece, width) => {
          expect(split(text, comma, width, piece)).toEqual(split(text, comma, width));
        },
      ),
      { numRuns: 3000 },
    );
  });

  test("no letter or digit is lost, added or moved", () => {
    const dialects = fc.record({
      delimiter: fc.constantFrom(",", ";", "", ", "),
      quote: fc.constantFrom('"', "'", ""),
      escape: fc.constantFrom("double" as const, "backslash" as const),
      loneReturn: fc.boolean(),
    });
    const letters = (text: string): string => text.replace(/[^a-z0-9]/g, "");
    fc.assert(
      fc.property(messy, dialects, fc.integer({ min: 0, max: 4 }), (text, dialect, width) => {
        const found = cellsOf(text, dialect, width).flat().join("");
        expect(letters(found)).toBe(letters(text));
      }),
      { numRuns: 3000 },
    );
  });

  test("rows carry the true line numbers", () => {
    fc.assert(
      fc.property(messy, (text) => {
        const lines = text.split(/\r\n|\n|\r/);
        for (const row of split(text, comma, 3)) {
          const begin = (row.cells[0] ?? "").replace(/[^ab1]/g, "").slice(0, 1);
          if (begin !== "") expect(lines[row.line - 1]).toBeDefined();
        }
        const starts = split(text, comma, 3).map((row) => row.line);
        expect([...starts].sort((a, b) => a - b)).toEqual(starts);
      }),
    );
  });
});

describe("quotes", () => {
  test("a quote closes a cell only before a delimiter or a line end", () => {
    expect(cellsOf('"a "b" c",d\n')).toEqual([['a "b" c', "d"]]);
  });

  test("an unclosed quote does not affect the rows after it", () => {
    expect(cellsOf('a,b\n"c,d\ne,f\ng,h\n', comma, 2)).toEqual([
      ["a", "b"],
      ['"c', "d"],
      ["e", "f"],
      ["g", "h"],
    ]);
  });

  test("an unclosed quote does not affect quoted rows after it", () => {
    const rows = split('"a","b"\n"c,"d"\n"e","f"\n', comma, 2);
    expect(rows.map((row) => row.cells)).toEqual([
      ["a", "b"],
      ["c", "d"],
      ["e", "f"],
    ]);
    expect(rows[1]!.repairs).toEqual(["unclosed_quote"]);
  });

  test("a cell of several lines is one cell, and the next row has its true line number", () => {
    const rows = split('1,"a\nb\r\nc",x\n2,d,y\n', comma, 3);
    expect(rows.map((row) => [row.line, ...row.cells])).toEqual([
      [1, "1", "a\nb\r\nc", "x"],
      [4, "2", "d", "y"],
    ]);
  });

  test("a file full of unclosed quotes is split in one pass", () => {
    const rows = split('"a,b\n'.repeat(50_000), comma, 2, 65_536);
    expect(rows).toHaveLength(50_000);
  });

  test("CR, LF and CRLF end lines in one file", () => {
    expect(cellsOf("a\nb\r\nc\rd").flat()).toEqual(["a", "b", "c", "d"]);
  });

  test("a row beyond the limit is refused with its line", () => {
    expect(() => split(`a\n${"x".repeat(500)}`, comma, 1, 10, { record: 100 })).toThrow(
      expect.objectContaining({
        issue: expect.objectContaining({ code: "limit_exceeded", line: 2 }) as unknown,
      }),
    );
  });
});

test("the width decides among readings only if quotes or backslashes permit several", () => {
  const escape = fc.constantFrom<Dialect["escape"]>("double", "^");
  fc.assert(
    fc.property(
      messy,
      delimiter,
      escape,
      fc.boolean(),
      fc.nat(5),
      (text, sign, escaped, loneReturn, width) => {
        const dialect: Dialect = { delimiter: sign, quote: "", escape: escaped, loneReturn };
        expect(split(text, dialect, width)).toEqual(split(text, dialect, 0));
      },
    ),
  );
});

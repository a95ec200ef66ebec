import { describe, expect, test } from "vitest";
import { openTable } from "../../src/formats/index.js";
import { defaultLimits } from "../../src/formats/limits.js";
import type { ReadOptions } from "../../src/formats/read-options.js";
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

describe("the header, without candidates that are much less likely", () => {
  const rows = table.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);

  test.each([
    ["text", table.map((cells) => cells.join(",")).join("\n")],
    ["a workbook", book({ S: table })],
    ["HTML", `<html><body><table>${rows.join("")}</table></body></html>`],
  ])("is explained in %s", async (_, bytes) => {
    const found = await evidence(bytes);
    expect(found).toContain(
      "The header is on line 2 (score 5.0): it has common column names; it has words above numbers, dates or similar values.",
    );
    expect(found.filter((sentence) => sentence.startsWith("Second best"))).toEqual([]);
  });

  test("is explained beside a candidate with a close score", async () => {
    const found = await evidence("Total,114,114\nName,Gnumeric,Excel\n1,ash,oak\n1,elm,fir\n");
    expect(found.filter((sentence) => sentence.startsWith("Second best"))).toEqual([
      "Second best, with a close score (0.2): the header is on line 1. Less likely: the line above line 2 contains other kinds of values than the rows; it contains values, such as numbers or dates.",
    ]);
  });
});

test("are explained for a table without a header", async () => {
  const found = await evidence("A1,Air,12.50\nA2,Sea,3.00\nA3,Air,7.25\n");
  expect(found).toContain(
    "The table has no header (score 0.0): line 1 has words that occur again in the rows below; line 1 contains values, such as numbers or dates.",
  );
});

test("a delimiter that is only a part of a longer one is not a candidate", async () => {
  const found = await evidence("a, b\n1, 2\n3, 4\n5, 6\n");
  expect(found).toContain("The delimiter is a comma and a space: all 4 rows have 2 cells.");
  expect(found.filter((sentence) => sentence.includes("a comma,"))).toEqual([]);
});

test("a full row with `#` before its first heading is the header below comments", async () => {
  const countries = [
    "#\n# Country codes\n#\n#code\tname of country\nAD\tAndorra",
    "AE\tUnited Arab Emirates\nAG\tAntigua & Barbuda\nAI\tAnguilla\nAL\tAlbania\n",
  ];
  const { headings } = await openTable(sourceOf(countries.join("\n")), {}, defaultLimits);
  expect(headings).toEqual(["#code", "name of country"]);
});

test("a doubt names the second-best line and its first cells, but no cells if a mapping reads the file", async () => {
  const text = "Total,114,114\nName,Gnumeric,Excel\n1,ash,oak\n1,elm,fir\n";
  const doubt = async (options: ReadOptions): Promise<string | undefined> =>
    (await openTable(sourceOf(text), options, defaultLimits)).issues.find(({ code }) =>
      code.endsWith("in_doubt"),
    )?.message;
  const message = (cells: string): string =>
    `The line was read as the header, but the header may be on line 1${cells}: the line above line 2 looks like a row.`;
  expect(await doubt({})).toBe(message(" (Total, 114, 114)"));
  expect(await doubt({ wanted: ["Other"] })).toBe(message(""));
});

describe("text columns show which line is the header", () => {
  const doubts = async (lines: readonly string[]): Promise<readonly string[]> => {
    const { headings, issues } = await openTable(sourceOf(lines.join("\n")), {}, defaultLimits);
    expect(headings).toEqual(lines[0]!.split(";"));
    return issues.map(({ code }) => code).filter((code) => code.endsWith("in_doubt"));
  };
  const kinds = ["Ops", "Sea", "Air"];
  const rows = (columns: number): string[] =>
    ["Ann", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou"].map((name, row) =>
      [name, ...Array.from({ length: columns - 1 }, (_, i) => kinds[(row + i) % 3]!)].join(";"),
    );

  test("if values repeat in them, and the words of the line are new", async () => {
    const short = "Vn Nn Abt Bo Ort Rg Kst Vg Ur Fa Sp St An Er Gr Hw Kt Li Mo Zi".split(" ").join(";");
    expect(await doubts([short, ...rows(20)])).toEqual([]);
    // The line above a list without repeated values may be a row.
    expect(await doubts(["Kai;Fox", "Ann;Roe", "Bo;Lee", "Cyd;Poe", "Dee;Ash", "Eve;Elm"])).toEqual([
      "headings_in_doubt",
    ]);
  });

  test("if all values are codes of another form", async () => {
    const codes = ["AFR;FRT;K100", "THC;ORG;K20", "DOC;CUS;K3", "BAF;SUR;K44", "ISP;ORG;K5", "AMS;SEC;K61"];
    expect(await doubts(["Kuerzel;Arten;Konto", ...codes, "VGM;WGT;K7"])).toEqual([]);
  });
});

describe("a report block that is as wide as the table", () => {
  const report = "Report;Date;User;Company";
  const stated = "Charge codes;01.03.2026;JDOE;010";
  const header = "Code;Description;Group;Rate";
  const rows = [
    "AFRT;Air freight;FRT;1.50",
    "OFRT;Ocean freight;FRT;2.50",
    "THC;Terminal handling;DST;3.00",
    "DOC;Documents;DST;4.00",
  ];
  const textRows = rows.map((row) => row.replace(/[\d.]+$/, "open"));

  test.each([
    ["has values", [report, stated, "Page;1;of;1", header, ...rows], 4],
    ["repeats its headings", [report, report, report, header, ...rows], 4],
    ["is above columns of words", [report, stated, header, ...textRows], 3],
    ["is one line", [report, header, ...rows], 2],
    ["is longer than the table", [report, ...Array<string>(5).fill("a;b;c;d"), header, ...rows], 7],
    ["has no headings of its own", ["Charge codes;March;JDOE;Acme", stated, header, ...rows], 3],
  ])("is reported if it %s", async (_, lines, line) => {
    const { detected, issues } = await openTable(sourceOf(`${lines.join("\n")}\n`), {}, defaultLimits);
    const messages = issues.map(({ message }) => message).join(" ");
    const isSkipped = detected.headerRows.length === 1 && detected.headerRows[0] === line;
    expect(messages).toMatch(
      isSkipped
        ? /Lines above the table were skipped/
        : new RegExp(`the header may (?:be|end) on line ${line} \\(`),
    );
  });

  test("is not suspected above a repeated header or above ordinary rows", async () => {
    for (const lines of [
      [header, ...rows, header, ...rows],
      [header, ...textRows],
      ["name;type;description;comment", "id;integer;Primary key;required", "city;text;Name of the city;none"],
    ]) {
      const { issues } = await openTable(sourceOf(`${lines.join("\n")}\n`), {}, defaultLimits);
      expect(issues.filter(({ code }) => code.endsWith("in_doubt"))).toEqual([]);
    }
  });
});

describe("a parameter block above the table that looks like a table", () => {
  const header = ["Code", "Description", "Group", "Rate"];
  const list = [
    ["AFRT", "Air freight", "FRT", "1.50"],
    ["OFRT", "Ocean freight", "FRT", "2.50"],
    ["THC", "Terminal handling", "DST", "3.00"],
    ["DOC", "Documents", "DST", "4.00"],
    ["CUS", "Customs", "DST", "5.00"],
    ["INS", "Insurance", "FRT", "6.00"],
  ];
  const open = list.map((cells) => [...cells.slice(0, 3), "open"]);
  const times = (count: number, row: (i: number) => string[]): string[][] =>
    Array.from({ length: count }, (_, i) => row(i));
  const report = ["Report", "Date", "User", "Company"];
  const parameters = ["Parameter", "Value", "Unit", "Comment"];
  const run = (i: number): string[] => [`Run ${i}`, `0${(i % 9) + 1}.03.2026`, "JDOE", `0${i}0`];
  const same = (): string[] => ["Charges", "01.03.2026", "JDOE", "010"];
  const value = (i: number): string[] => [`P${i}`, String(i * 3), "EUR", "none"];
  const words = (i: number): string[] => [`Param ${"abcdefghijkl"[i]}`, "yes", "EUR", "none"];
  const limit = (i: number): string[] => [`Limit ${i}`, String(i), String(i * 10), "1"];
  const blocks: readonly (readonly [string, string[][], string[][]])[] = [
    ["12 equal rows", [report, ...times(12, same), header], list],
    ["12 equal rows above words", [report, ...times(12, same), header], open],
    ["12 different rows above words", [report, ...times(12, run), header], open],
    ["20 rows", [parameters, ...times(20, value), header], list],
    ["20 rows above words", [parameters, ...times(20, value), header], open],
    ["12 rows of words", [parameters, ...times(12, words), header], open],
    ["30 rows of numbers", [["Parameter", "Min", "Max", "Step"], ...times(30, limit), header], list],
    ["40 rows", [report, ...times(40, run), header], list],
    ["250 rows", [report, ...times(250, run), header], list],
    ["12 rows without a header", [...times(12, value), header], list],
    ["12 equal rows without a header", [...times(12, same), header], open],
    ["more columns", [[...parameters, "More"], ...times(12, (i) => [...value(i), "x"]), header], list],
  ];
  const page = (rows: string[][]): string =>
    `<html><body><table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table></body></html>`;
  const formats: readonly (readonly [string, (rows: string[][]) => Uint8Array | string])[] = [
    ["text", (rows) => rows.map((cells) => cells.join(";")).join("\n")],
    ["a workbook", (rows) => book({ S: rows })],
    ["HTML", page],
  ];
  const cases = blocks.flatMap(([name, above, body]) =>
    formats.map(([format, write]) => [name, format, write([...above, ...body])] as const),
  );

  test.each(cases)("is reported without a mapping: %s, in %s", async (_, __, bytes) => {
    const { issues, rows } = await openTable(sourceOf(bytes), {}, defaultLimits);
    const codes = new Set<string>(issues.map(({ code }) => code));
    for await (const batch of rows)
      for (const row of batch) row.issues?.forEach(({ code }) => codes.add(code));
    // In text, rows with fewer cells than the block are damaged rows.
    expect(codes.has("headings_in_doubt") || codes.has("row_too_short")).toBe(true);
  });

  test.each(cases)(
    "is skipped if the mapping requires headings of the table: %s, in %s",
    async (_, __, bytes) => {
      const required = ["Code", "Description", "Group"];
      const table = await openTable(sourceOf(bytes), { required, wanted: header }, defaultLimits);
      expect(table.headings?.slice(0, 4)).toEqual(header);
      expect(table.issues.filter(({ code }) => code.endsWith("in_doubt"))).toEqual([]);
    },
  );

  test("is not suspected in a table that happens to have a row of words", async () => {
    const rows = [
      ["Code", "Name", "Qty", "Rate"],
      ...times(9, (i) => [`K${i}`, `name ${i}`, String(i + 1), `${i}.50`]),
      ["Free", "as agreed", "open", "later"],
      ...times(9, (i) => [`L${i}`, `name ${i}`, String(i + 1), `${i}.50`]),
    ];
    for (const [, write] of formats) {
      const { issues } = await openTable(sourceOf(write(rows)), {}, defaultLimits);
      expect(issues.filter(({ code }) => code.endsWith("in_doubt"))).toEqual([]);
    }
  });

  test("is explained", async () => {
    const text = blocks[3]![1].concat(blocks[3]![2]).map((cells) => cells.join(";"));
    const { issues } = await openTable(sourceOf(text.join("\n")), {}, defaultLimits);
    expect(issues.find(({ code }) => code === "headings_in_doubt")?.message).toBe(
      "The line was read as the header, but the header may be on line 22 (Code, Description, Group, Rate): the columns above line 22 contain other kinds of values than the columns below it.",
    );
  });
});

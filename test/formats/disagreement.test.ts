import { describe, expect, it } from "vitest";
import { account } from "../../src/model/account.js";
import { spreadsheet } from "../../src/formats/spreadsheet/spreadsheet.js";
import { compiledFor, evaluatedBy } from "../mapping/evaluating.js";
import { readAll } from "./reading.js";
import { readText } from "./text-reading.js";
import { altered, book, type BookType, type Cell } from "./workbooks.js";

/** Columns with cells of different types. */

const percent = (v: number): Cell => ({ t: "n", v, z: "0%" });
const day = (v: number): Cell => ({ t: "n", v, z: "dd/mm/yyyy" });
const moment = (v: number): Cell => ({ t: "n", v, z: "dd/mm/yyyy hh:mm" });
const time = (v: number): Cell => ({ t: "n", v, z: "hh:mm:ss" });
const scientific = (v: number): Cell => ({ t: "n", v, z: "0.00E+00" });

async function read(cells: readonly Cell[], type: BookType = "xlsx") {
  const rows = cells.map((cell, i) => [`Row ${i}`, cell]);
  const table = await readAll(spreadsheet, book({ S: [["Name", "Value"], ...rows] }, type));
  return [
    ...table.rows.flatMap(({ line, issues = [] }) => issues.map(({ code }) => `${line} ${code}`)),
    ...table.issues.map(({ code, line }) => `${code} ${line}`),
  ];
}

describe.each(["xlsx", "xlsb", "biff8", "ods"] as const)("columns of .%s with different types", (type) => {
  it.each<[readonly Cell[], readonly string[]]>([
    [
      [percent(0.19), 0.07, percent(0.055), 0, 25],
      ["3 value_in_doubt", "mixed_percent 6"],
    ],
    [[0.19, 0.07, percent(0.055)], ["4 value_in_doubt"]],
    [[0.19, percent(0.055)], ["2 value_in_doubt"]],
    [[percent(0.19), 1, percent(0.055)], ["3 value_in_doubt"]],
    [[percent(0.19), 19, 7], ["mixed_percent 2"]],
    // Most plain numbers are above 1, so 1 means 1%.
    [[21, 9, 1, 6, "8%"], ["mixed_percent 6"]],
    [
      [21, 9, 0.07, 1, 6, percent(0.08)],
      ["4 value_in_doubt", "mixed_percent 7"],
    ],
    [
      [1, 1, 1, 1, 5, percent(1), percent(0.5)],
      ["7 value_in_doubt", "8 value_in_doubt", "mixed_percent 7"],
    ],
    [
      [percent(0.19), 1, 25],
      ["3 value_in_doubt", "mixed_percent 2"],
    ],
  ])("report uncertain percentages: %j", async (cells, found) => {
    expect(await read(cells, type)).toEqual(found);
  });

  it.each<[readonly Cell[], readonly string[]]>([
    [[day(46098), day(46099), 46100], ["4 value_in_doubt"]],
    [[day(46098), day(46099), "17/03/2026"], ["4 value_in_doubt"]],
    [[day(46098), moment(46099.5), "3 April 2026", day(46120)], ["4 value_in_doubt"]],
    // 3 April and 4 May may be 4 March and 5 April, because 17/03 was left as text.
    [
      [day(46115), day(46146), "17/03/2026", "31.12.2026"],
      ["2 value_in_doubt", "3 value_in_doubt"],
    ],
    [[1001, 1002, day(45000), 1004, 1005], ["damaged_date 4"]],
    [
      [101, 102, day(45000)],
      ["2 value_in_doubt", "3 value_in_doubt", "damaged_date 4"],
    ],
  ])("report uncertain dates: %j", async (cells, found) => {
    expect(await read(cells, type)).toEqual(found);
  });

  it.each<[readonly Cell[], readonly string[]]>([
    [["CH1", "CH2", day(46082), "CH4", "AFRT"], ["damaged_date 4"]],
    [[day(46082), day(46285), "A1", "A2"], ["damaged_date 2"]],
    [["A1", { t: "n", v: 0.4375, z: "h:mm" }, "B2"], ["damaged_date 3"]],
    [["A1", time(0.4375), day(46082), "B2", "C3"], ["damaged_date 3"]],
    [["CH1", "CH2", 503e9, "CH4"], ["damaged_number 4"]],
    // The library cannot write a scientific format into .ods.
    ...(type === "ods"
      ? []
      : [[["CH1", "CH2", scientific(1000), "CH4"], ["damaged_number 4"]] satisfies [Cell[], string[]]]),
  ])("report uncertain codes: %j", async (cells, found) => {
    expect(await read(cells, type)).toEqual(found);
  });
});

it.each<[string, readonly Cell[]]>([
  ["percentages alone", [percent(0.19), percent(0.07), percent(1), ""]],
  ["numbers alone", [0.19, 7, 1, 0, 100000]],
  ["percentages and blank cells", [percent(0.19), 0, percent(0.07), "n/a"]],
  ["dates, some of them with a time", [day(46098), moment(46098.5), "", null, moment(46099.25)]],
  ["dates as text in the format of real dates", [day(46098), "2026-03-17"]],
  ["dates and words in place of dates", [day(46098), "open", "open", "n/a", "unlimited"]],
  ["codes of digits and letters", ["A1", 100, 200, "B7", "00012"]],
  ["times as a person wrote them", ["08:30", "9:15", "10:45", "11:00", time(0.5), time(14 / 24)]],
  ["hours, and a time among them", [8, 12, 14, time(0.4375)]],
  ["durations", [9, 26, -5, 120, -7, -30].map((hours): Cell => ({ t: "n", v: hours / 24, z: "[h]:mm:ss" }))],
  ["times, and an hour among them", [time(0.4375), time(0.5), time(0.6), 9]],
  ["scientific numbers", [scientific(1e12), scientific(5e-7), 3]],
  ["values of many kinds, as beside keys", [day(46098), 19, "Acme", percent(0.07), "A1", 0.5, "x y", "B2"]],
])("reports nothing for %s", async (_, cells) => {
  expect(await read(cells)).toEqual([]);
});

it.each([
  ["mostly ones", ["1", "1", "1", "1", "5", "50%"], "`50%` on line 7"],
  ["a tie", ["19%", "25"], "`25` on line 3"],
])("names the cells to check in a column with percentages and numbers: %s", async (_, cells, expected) => {
  const { issues } = await readText(`Name;Value\n${cells.map((cell, i) => `N${i};${cell}\n`).join("")}`);
  expect(issues.find(({ code }) => code === "mixed_percent")?.message).toBe(
    `Column Value contains both percentages and plain numbers. Cells to check: ${expected}. In a column of percentages, 19 and 19% are both read as 19.`,
  );
});

describe("text columns with different types", () => {
  const found = async (cells: readonly string[]) => {
    const { issues } = await readText(`Name;Value\n${cells.map((cell, i) => `N${i};${cell}\n`).join("")}`);
    return issues.map(({ code, line }) => `${line} ${code}`);
  };

  it.each([
    [
      ["19%", "0.07", "5.5%", "0", "25"],
      ["6 mixed_percent", "3 value_in_doubt"],
    ],
    [["19 %", "0,07", "5,5 %"], ["3 value_in_doubt"]],
    [["0.19", "7%", "0.055"], ["3 value_in_doubt"]],
    [["19%", "7%"], []],
    [["19", "7", "0.5"], []],
    [["2026-03-17", "A1", "B-7", "2024-05-01"], []],
    [["2026-03-17T12:00:00Z", "2026-03-18 00:00:00", "A1", "B-7"], []],
  ])("report uncertain values: %j", async (cells, expected) => {
    expect(await found(cells)).toEqual(expected);
  });

  it("report uncertain values far below the first rows", async () => {
    const rates = Array.from({ length: 20_000 }, (_, i) => (i === 19_000 ? "0.07" : `${i % 30}%`));
    expect(await found(rates)).toEqual(["19002 value_in_doubt"]);
  });
});

it.each([
  ["JSON", JSON.stringify(["19%", 0.07, "5.5%"].map((Rate, i) => ({ Code: `V${i}`, Rate })))],
  [
    "XML",
    `<r>${["19%", "0.07", "5%"].map((rate) => `<i><Code>V</Code><Rate>${rate}</Rate></i>`).join("")}</r>`,
  ],
  [
    "HTML",
    `<table>${["Rate", "19%", "0.07", "5%"].map((rate) => `<tr><td>V</td><td>${rate}</td></tr>`).join("")}</table>`,
  ],
])("%s also has uncertain values", async (_, text) => {
  expect((await readText(text)).codes.filter((code) => code === "value_in_doubt")).toHaveLength(1);
});

it("fixed-width text also has uncertain values", async () => {
  const columns = [
    { name: "Code", from: "1", to: "6" },
    { name: "Rate", from: "7" },
  ];
  const text = "V1    19%\nV2    0.07\nV3    5%\n";
  expect((await readText(text, { format: "fixed-width", columns })).codes).toEqual(["value_in_doubt"]);
});

it("an invalid boolean cell has one error, in the words of the spreadsheet", async () => {
  const of = account("de", { country: "DE", zone: "UTC", tax_mode: "non_tax" });
  const mapping =
    "lading: 1\nrecord: charge-code\nfields: { external_id: Code, code: Code, description: Code, charge_type: { constant: other }, " +
    'is_active: { column: Active, values: { "TRUE": true, "FALSE": false } } }\n';
  const file = await altered(
    book({
      S: [
        ["Code", "Active"],
        ["A", { t: "b", v: true }],
        ["B", { t: "b", v: false }],
      ],
    }),
    (name, text) => (name.endsWith("sheet1.xml") ? text.replace(/(t="b"><v>)0/, "$1yes") : undefined),
  );
  const done = await evaluatedBy(compiledFor(mapping, of), of, file);
  expect(done.accepted.map(({ record }) => record.external_id)).toEqual(["A"]);
  expect(done.issues.map(({ code, line }) => [code, line])).toEqual([["not_a_boolean", 3]]);
});

it("a boolean of an .xls workbook that is neither 0 nor 1 is an issue", async () => {
  const file = book(
    { S: [["Code", "Active"], ...[true, false, true].map((v): Cell[] => ["A", { t: "b", v }])] },
    "biff8",
  );
  const at = file.indexOf(Buffer.from([5, 2, 8, 0, 3, 0, 1, 0]));
  expect(at).toBeGreaterThan(0);
  file[at + 10] = 2;
  const { rows } = await readAll(spreadsheet, file);
  expect(rows.map(({ cells }) => cells[1])).toEqual(["TRUE", "FALSE", "2"]);
  expect(rows.flatMap(({ issues = [] }) => issues.map(({ code, line }) => [code, line]))).toEqual([
    ["not_a_boolean", 4],
  ]);
});

describe("an uncertain row", () => {
  const of = account("de", { country: "DE", zone: "UTC", tax_mode: "tax" });
  const mapping = (read: string): string =>
    `lading: 1\nrecord: tax-code\n${read}fields: { external_id: Code, code: Code, description: Code, ` +
    'rate: { column: Rate, decimal: { sign: ".", scale: percent } }, is_active: { constant: true } }\n';
  const file = book({
    S: [
      ["Code", "Rate", "Note"],
      ["V19", percent(0.19), percent(0.1)],
      ["V07", 0.07, 0.1],
      ["V05", percent(0.055), percent(0.1)],
      ["V00", percent(0), percent(0.1)],
    ],
  });

  it("is rejected in a feed, once for its cell and only if a field reads it", async () => {
    const done = await evaluatedBy(compiledFor(mapping(""), of), of, file);
    expect(done.accepted.map(({ record }) => record.external_id)).toEqual(["V19", "V05", "V00"]);
    expect(done.issues.map(({ code, line, column, severity }) => [code, line, column, severity])).toEqual([
      ["value_in_doubt", 3, "Rate", "error"],
    ]);
    expect(done.issues[0]?.message).toBe(
      "This cell contains 0.07, but other cells in its column have a percent sign. It is not clear whether this number is a percentage or a fraction.",
    );
    expect(done.issues[0]?.clerk).toBe(
      "This cell contains 0.07, but other cells in its column have a percent sign. It is not clear whether this number is a percentage or a fraction. Use one format for the whole column.",
    );
  });

  it("is accepted if the mapping permits it", async () => {
    const done = await evaluatedBy(
      compiledFor(mapping("read: { accept: [value_in_doubt] }\n"), of),
      of,
      file,
    );
    expect(done.accepted).toHaveLength(4);
  });

  it("has only the issue of the field if its value is also wrong", async () => {
    const codes =
      "lading: 1\nrecord: tax-code\nfields: { external_id: Code, code: Code, description: Code, " +
      'rate: { constant: "7" }, is_active: { column: Until, active_until: yyyy-MM-dd } }\n';
    const until = book({
      S: [
        ["Code", "Until"],
        ["A", day(46098)],
        ["B", day(46099)],
        ["C", 46100],
      ],
    });
    const done = await evaluatedBy(compiledFor(codes, of), of, until);
    expect(done.issues.filter(({ line }) => line === 4)).toHaveLength(1);
    expect(done.issues.find(({ line }) => line === 4)).toMatchObject({
      field: "is_active",
      severity: "error",
    });
  });
});

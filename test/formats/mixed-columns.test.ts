import { describe, expect, it } from "vitest";
import { spreadsheet } from "../../src/formats/spreadsheet/spreadsheet.js";
import { readAll } from "./reading.js";
import { book, type BookType, type Cell } from "./workbooks.js";

/** Columns whose cells disagree about what they are. */

const percent = (v: number): Cell => ({ t: "n", v, z: "0%" });
const day = (v: number): Cell => ({ t: "n", v, z: "dd/mm/yyyy" });
const scientific = (v: number): Cell => ({ t: "n", v, z: "0.00E+00" });

async function read(cells: readonly Cell[], type: BookType = "xlsx") {
  const rows = cells.map((cell, i) => [`Row ${i}`, cell]);
  const table = await readAll(spreadsheet, book({ S: [["Name", "Value"], ...rows] }, type));
  return {
    cells: table.rows.flatMap(({ line, issues = [] }) => issues.map(({ code }) => `${line} ${code}`)),
    columns: table.issues.map(({ code, line }) => `${code} ${line}`),
  };
}

describe.each(["xlsx", "xlsb", "biff8", "ods"] as const)("columns of .%s that disagree", (type) => {
  it("about percentages", async () => {
    expect(await read([percent(0.19), 0.07, percent(0.055), 0, 25], type)).toEqual({
      cells: ["3 percent_in_doubt"],
      columns: ["mixed_percent 6"],
    });
    expect((await read([0.19, 0.07, percent(0.055)], type)).cells).toEqual(["4 percent_in_doubt"]);
    expect((await read([0.19, percent(0.055)], type)).cells).toEqual([
      "2 percent_in_doubt",
      "3 percent_in_doubt",
    ]);
    expect((await read([percent(0.19), 1, percent(0.055)], type)).cells).toEqual(["3 percent_in_doubt"]);
    expect(await read([percent(0.19), 19, 7], type)).toEqual({ cells: [], columns: ["mixed_percent 3"] });
  });

  it("about dates", async () => {
    expect((await read([day(46098), day(46099), 46100], type)).cells).toEqual(["4 date_in_doubt"]);
    expect((await read([day(46098), day(46099), "17/03/2026"], type)).cells).toEqual(["4 date_in_doubt"]);
    expect((await read([day(46098), "17/03/2026", "31.12.2026"], type)).cells).toEqual(["2 date_in_doubt"]);
    expect((await read([1001, 1002, day(45000), 1004, 1005], type)).columns).toEqual(["damaged_date 4"]);
  });

  it("about codes", async () => {
    expect((await read(["CH1", "CH2", day(46082), "CH4", "AFRT"], type)).columns).toEqual(["damaged_date 4"]);
    expect((await read(["CH1", "CH2", scientific(1000), "CH4"], type)).columns).toEqual(["damaged_number 4"]);
    expect((await read(["CH1", "CH2", 503e9, "CH4"], type)).columns).toEqual(["damaged_number 4"]);
  });
});

it.each([
  ["percentages alone", [percent(0.19), percent(0.07), percent(1), ""]],
  ["numbers alone", [0.19, 7, 1, 0, 100000]],
  ["dates, some of them with a time", [day(46098), day(46098.5), "", null]],
  ["dates as text in the form of real ones", [day(46098), "2026-03-17"]],
  ["dates and words in their place", [day(46098), "open", "open", "n/a", "unlimited"]],
  ["codes of digits and letters", ["A1", 100, 200, "B7", "00012"]],
  ["scientific numbers", [scientific(1e12), scientific(5e-7), 3]],
])("says nothing of %s", async (_, cells) => {
  expect(await read(cells as readonly Cell[])).toEqual({ cells: [], columns: [] });
});

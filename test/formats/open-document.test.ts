import { describe, expect, it } from "vitest";
import { spreadsheet } from "../../src/formats/spreadsheet/spreadsheet.js";
import { readAll, refusal } from "./reading.js";
import { altered, book } from "./workbooks.js";
import { writeZip } from "./zip-writer.js";

const names =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"';

function document(tables: string, styles = ""): Buffer {
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${names}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
  return writeZip([
    { name: "mimetype", data: Buffer.from("application/vnd.oasis.opendocument.spreadsheet"), stored: true },
    { name: "content.xml", data: Buffer.from(content) },
    { name: "META-INF/manifest.xml", data: Buffer.from("<manifest/>") },
  ]);
}

const text = (value: string, more = ""): string =>
  `<table:table-cell office:value-type="string"${more}><text:p>${value}</text:p></table:table-cell>`;
const row = (...cells: string[]): string => `<table:table-row>${cells.join("")}</table:table-row>`;
const sheet = (rows: string, name = "S"): string => `<table:table table:name="${name}">${rows}</table:table>`;

describe("OpenDocument", () => {
  it("reads what SheetJS and LibreOffice write", async () => {
    const table = await readAll(
      spreadsheet,
      book(
        {
          S: [
            ["Code", "Rate"],
            ["A & B", 19],
            ["Ünï", 0.1],
          ],
        },
        "ods",
      ),
    );
    expect(table.issues).toEqual([]);
    expect(table.cells).toEqual([
      ["A & B", "19"],
      ["Ünï", "0.1"],
    ]);
  });

  it("takes exact values, and what a person sees where that is the truth", async () => {
    const cells: [string, string][] = [
      [
        '<table:table-cell office:value-type="float" office:value="123"><text:p>00123</text:p></table:table-cell>',
        "00123",
      ],
      [
        '<table:table-cell office:value-type="float" office:value="12"><text:p>V12</text:p></table:table-cell>',
        "V12",
      ],
      [
        '<table:table-cell office:value-type="float" office:value="123"><text:p>00-123</text:p></table:table-cell>',
        "00-123",
      ],
      [
        '<table:table-cell office:value-type="float" office:value="120000"><text:p>1.2E+05</text:p></table:table-cell>',
        "120000",
      ],
      [
        '<table:table-cell office:value-type="float" office:value="1234.5"><text:p>1.234,50</text:p></table:table-cell>',
        "1234.5",
      ],
      [
        '<table:table-cell office:value-type="percentage" office:value="0.19"><text:p>19%</text:p></table:table-cell>',
        "19%",
      ],
      [
        '<table:table-cell office:value-type="date" office:date-value="2024-03-31"><text:p>31.03.24</text:p></table:table-cell>',
        "2024-03-31",
      ],
      [
        '<table:table-cell office:value-type="date" office:date-value="2024-03-31T23:59:59.000000000"><text:p>x</text:p></table:table-cell>',
        "2024-03-31T23:59:59",
      ],
      [
        '<table:table-cell office:value-type="time" office:time-value="PT12H30M05S"><text:p>12:30</text:p></table:table-cell>',
        "12:30:05",
      ],
      [
        '<table:table-cell office:value-type="time" office:time-value="PT2H45M56S"><text:p>02:45:56.100</text:p></table:table-cell>',
        "02:45:56.1",
      ],
      [
        '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p></table:table-cell>',
        "TRUE",
      ],
      [
        '<table:table-cell office:value-type="string"><text:p>a<text:s text:c="2"/>b<text:tab/>c</text:p><text:p>d</text:p></table:table-cell>',
        "a  b\tc\nd",
      ],
      [
        '<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>cell</text:p></table:table-cell>',
        "cell",
      ],
      [text("1E10"), "1E10"],
    ];
    const table = await readAll(
      spreadsheet,
      document(
        sheet(row(text("What"), text("Value")) + cells.map(([cell]) => row(text("x"), cell)).join("")),
      ),
    );
    expect(table.cells.map((found) => found[1])).toEqual(cells.map(([, value]) => value));
    expect(table.rows.every((found) => found.issues === undefined)).toBe(true);
    expect(table.issues).toEqual([]);
  });

  it("refuses a time of day with days that are not shown, as Excel writes those of 1904", async () => {
    const time =
      '<table:table-cell office:value-type="time" office:time-value="PT35089H2M3S"><text:p>01:02:03</text:p></table:table-cell>';
    const shown = time.replace("<text:p>01", "<text:p>35089");
    const rows = row(text("Who"), text("Time")) + row(text("A"), time) + row(text("B"), shown);
    const table = await readAll(spreadsheet, document(sheet(rows)));
    expect(table.rows.map(({ issues = [] }) => issues.map(({ code }) => code))).toEqual([
      ["impossible_date"],
      [],
    ]);
  });

  it("leaves cells of blanks and line breaks as they stand", async () => {
    const broken =
      '<table:table-cell office:value-type="string"><text:p></text:p><text:p></text:p></table:table-cell>';
    const rows = row(text("A"), text("B")) + row(text("x"), broken) + row(text("y"), text("z")) + row(broken);
    const table = await readAll(spreadsheet, document(sheet(rows)));
    expect(table.cells).toEqual([
      ["x", "\n"],
      ["y", "z"],
    ]);
  });

  it("tells text of number formats that is not read", async () => {
    const number = (value: string, shown: string): string =>
      `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`;
    const mass = number("12", "12 kg");
    const rows = row(text("Code"), text("Mass")) + row(text("A"), mass) + row(text("B"), mass);
    const table = await readAll(spreadsheet, document(sheet(rows)));
    expect(table.cells).toEqual([
      ["A", "12"],
      ["B", "12"],
    ]);
    expect(table.issues).toMatchObject([{ code: "text_in_format", line: 2, column: "Mass" }]);
    const told = async (value: string, shown: string): Promise<readonly unknown[]> =>
      (
        await readAll(
          spreadsheet,
          document(sheet(row(text("Code"), text("On")) + row(text("A"), number(value, shown)))),
        )
      ).issues.filter(({ code }) => code === "text_in_format");
    for (const date of ["2021-01-01", "01.01.2021", "1/1/21", "01/01/2021 12:00", "12:30"])
      expect(await told("44197", date), date).toHaveLength(1);
    for (const same of ["44197", "44,197.00", "44.197,00", "-44197", "1.044.197"])
      expect(await told("44197", same), same).toHaveLength(0);
  });

  it("repeats cells and rows, and keeps true row numbers", async () => {
    const blank = '<table:table-cell table:number-columns-repeated="16384"/>';
    const table = await readAll(
      spreadsheet,
      document(
        sheet(
          row(text("A"), text("B")) +
            `<table:table-row table:number-rows-repeated="3">${blank}</table:table-row>` +
            `<table:table-row table:number-rows-repeated="2">${text("x", ' table:number-columns-repeated="2"')}</table:table-row>` +
            row(text("y"), text("z")) +
            `<table:table-row table:number-rows-repeated="1048570">${blank}</table:table-row>`,
        ),
      ),
      { header: "1" },
    );
    expect(table.rows.map((found) => [found.line, ...found.cells])).toEqual([
      [5, "x", "x"],
      [6, "x", "x"],
      [7, "y", "z"],
    ]);
  });

  it("reports errors and formulas without a value", async () => {
    const table = await readAll(
      spreadsheet,
      document(
        sheet(
          row(text("A"), text("B")) +
            row(
              text("x"),
              '<table:table-cell table:formula="of:=1/0" office:value-type="string" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>',
            ) +
            row(text("x"), '<table:table-cell table:formula="of:=1+1"/>'),
        ),
      ),
    );
    expect(table.rows.map((found) => found.issues?.map((one) => one.code))).toEqual([
      ["error_cell"],
      ["formula_without_value"],
    ]);
  });

  it("leaves hidden sheets alone", async () => {
    const hidden =
      '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const rows = row(text("Code"), text("Name")) + row(text("x"), text("y"));
    const table = await readAll(
      spreadsheet,
      document(
        `<table:table table:name="Old" table:style-name="ta2">${rows}${rows}</table:table>${sheet(rows, "New")}`,
        hidden,
      ),
    );
    expect(table.detected.sheet).toBe("New");
    expect(table.issues).toEqual([]);
  });

  it("refuses bombs, cuts and locks", async () => {
    const bomb = (rows: number, columns: number): Buffer =>
      document(
        sheet(
          `<table:table-row table:number-rows-repeated="${rows}">${text("x", ` table:number-columns-repeated="${columns}"`)}</table:table-row>`,
        ),
      );
    expect(refusal(await readAll(spreadsheet, bomb(900_000_000, 1)))).toContain("rows");
    expect(refusal(await readAll(spreadsheet, bomb(1, 900_000_000)))).toContain("columns");
    const good = book({ S: [["A"], ["x"], ["y"]] }, "ods");
    const cut = await altered(good, (name, content) =>
      name === "content.xml" ? content.slice(0, content.indexOf("</table:table>")) : content,
    );
    expect(refusal(await readAll(spreadsheet, cut))).toContain("it is not well-formed XML");
    const locked = await altered(good, (name, content) =>
      name === "META-INF/manifest.xml"
        ? content.replace("<manifest:file-entry", "<manifest:encryption-data/><manifest:file-entry")
        : content,
    );
    expect(refusal(await readAll(spreadsheet, locked))).toContain("password");
  });
});

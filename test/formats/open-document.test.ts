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
  it("reads files that SheetJS and LibreOffice write", async () => {
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

  it("reads exact values, and displayed values where these are correct", async () => {
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

  it("refuses a time of day with hidden days, as Excel writes those of 1904", async () => {
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

  it("keeps cells of spaces and line breaks", async () => {
    const broken =
      '<table:table-cell office:value-type="string"><text:p></text:p><text:p></text:p></table:table-cell>';
    const rows = row(text("A"), text("B")) + row(text("x"), broken) + row(text("y"), text("z")) + row(broken);
    const table = await readAll(spreadsheet, document(sheet(rows)));
    expect(table.cells).toEqual([
      ["x", "\n"],
      ["y", "z"],
    ]);
  });

  it("reports text of number formats that is not read", async () => {
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
    const issuesOf = async (value: string, shown: string): Promise<readonly unknown[]> =>
      (
        await readAll(
          spreadsheet,
          document(sheet(row(text("Code"), text("On")) + row(text("A"), number(value, shown)))),
        )
      ).issues.filter(({ code }) => code === "text_in_format");
    for (const date of ["2021-01-01", "01.01.2021", "1/1/21", "01/01/2021 12:00", "12:30"])
      expect(await issuesOf("44197", date), date).toHaveLength(1);
    for (const same of ["44197", "44,197.00", "44.197,00", "-44197", "1.044.197"])
      expect(await issuesOf("44197", same), same).toHaveLength(0);
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

  it("ignores hidden sheets", async () => {
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

  it("refuses bombs, truncated and encrypted files", async () => {
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

describe("styles of OpenDocument", () => {
  const names = 'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"';
  const styles = (kind: string, more = ""): string =>
    `<number:${kind}-style ${names} style:name="N1"${more}><number:year/></number:${kind}-style>` +
    '<style:style style:name="parent" style:family="table-cell" style:data-style-name="N1"/>' +
    '<style:style style:name="own" style:family="table-cell" style:parent-style-name="parent"/>';
  const number = (value: string, more = ' table:style-name="own"'): string =>
    `<table:table-cell office:value-type="float" office:value="${value}"${more}><text:p>${value}</text:p></table:table-cell>`;
  const read = async (cells: readonly string[], kind: string, around = "", more = "") => {
    const rows = cells.map((cell) => row(text("x"), cell)).join("");
    return (
      await readAll(
        spreadsheet,
        document(sheet(around + row(text("A"), text("B")) + rows), styles(kind, more)),
      )
    ).rows.map((found) => found.issues?.[0]?.code ?? found.cells[1]);
  };

  it("determine the meaning of a number, regardless of the type of its cell", async () => {
    expect(
      await read([number("46098"), number("46098.5"), number("2958465"), number("2958466")], "date"),
    ).toEqual(["2026-03-17", "2026-03-17T12:00:00", "9999-12-31", "impossible_date"]);
    expect(
      await read([number("46098"), number("1")], "date", '<table:null-date table:date-value="1904-01-01"/>'),
    ).toEqual(["2030-03-18", "1904-01-02"]);
    const others = ["currency", "percentage"].map((type) => number("46098").replace('"float"', `"${type}"`));
    expect(await read(others, "date")).toEqual(["2026-03-17", "2026-03-17"]);
    expect(await read([number("0.5")], "time")).toEqual(["12:00:00"]);
    expect(await read([number("1.5")], "time", "", ' number:truncate-on-overflow="false"')).toEqual([
      "36:00:00",
    ]);
    expect(await read([number("0.19")], "percentage")).toEqual(["19%"]);
    expect(await read([number("1"), number("7")], "boolean")).toEqual(["TRUE", "7"]);
    expect(await read([number("5")], "number")).toEqual(["5"]);
  });

  it("apply to cells of a row or a column that has a style", async () => {
    const column =
      '<table:table-column/><table:table-column table:number-columns-repeated="2" table:default-cell-style-name="own"/>';
    expect(await read([number("46098", "")], "date", column)).toEqual(["2026-03-17"]);
    expect(await read([number("46098", ' table:style-name="other"')], "date", column)).toEqual(["46098"]);
    const styled = `<table:table-row table:default-cell-style-name="own">${text("x")}${number("46098", "")}</table:table-row>`;
    const table = await readAll(
      spreadsheet,
      document(sheet(row(text("A"), text("B")) + styled), styles("date")),
    );
    expect(table.cells).toEqual([["x", "2026-03-17"]]);
  });

  it("reads booleans in words, and reports other values, years above 9999 and formulas without a value", async () => {
    const cell = (attributes: string): string => `<table:table-cell ${attributes}/>`;
    expect(
      await read(
        [
          cell('office:value-type="boolean" office:boolean-value="TRUE"'),
          cell('office:value-type="boolean" office:boolean-value="0"'),
          cell('office:value-type="boolean" office:boolean-value="yes"'),
          cell('office:value-type="date" office:date-value="10004-01-01"'),
          cell('office:value-type="date" office:date-value="2026-02-30"'),
          cell('office:value-type="float" office:value="5,5"'),
          cell('office:value-type="float" office:value="" table:formula="of:=1+1"'),
        ],
        "number",
      ),
    ).toEqual([
      ...["TRUE", "FALSE", "not_a_boolean", "impossible_date", "impossible_date", "not_a_number"],
      "formula_without_value",
    ]);
  });

  it.each([
    ["TRUE", "1", "TRUE"],
    ["FALSCH", "0", "FALSE"],
    ["TRUE", "2", "2"],
    ["1", "1", "1"],
  ])("reads a number that is displayed as %s as %s", async (shown, value, text) => {
    const cell = `<table:table-cell table:formula="of:=TRUE()" office:value-type="float" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`;
    expect(await read([cell], "number")).toEqual([text]);
  });

  it("recognizes namespaces by their URI, regardless of their prefixes", async () => {
    const content = `<o:document-content xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:t="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:other">
      <o:body><o:spreadsheet><t:table t:name="S"><t:table-row><t:table-cell o:value-type="string"><p>A</p></t:table-cell><table:table-cell/><t:table-cell o:value-type="string"><p>B</p></t:table-cell></t:table-row>
      <t:table-row><t:table-cell o:value-type="float" o:value="1"><p>1</p></t:table-cell><t:table-cell o:value-type="string"><p>x</p></t:table-cell></t:table-row></t:table></o:spreadsheet></o:body></o:document-content>`;
    const table = await readAll(spreadsheet, writeZip([{ name: "content.xml", data: Buffer.from(content) }]));
    expect(table.cells).toEqual([["1", "x"]]);
  });
});

import { describe, expect, it } from "vitest";
import { spreadsheet } from "../../src/formats/spreadsheet/spreadsheet.js";
import { readAll, refusal } from "./reading.js";

function workbook(sheets: string, styles = "", encoding = "UTF-8"): string {
  return `<?xml version="1.0" encoding="${encoding}"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Styles>${styles}</Styles>${sheets}</Workbook>`;
}

const sheet = (rows: string, name = "S", after = ""): string =>
  `<Worksheet ss:Name="${name}"><Table>${rows}</Table>${after}</Worksheet>`;
const text = (value: string): string => `<Cell><Data ss:Type="String">${value}</Data></Cell>`;
const row = (...cells: string[]): string => `<Row>${cells.join("")}</Row>`;

describe("Excel 2003 XML", () => {
  it("reads cells by their stated type", async () => {
    const style = (id: string, format: string): string =>
      `<Style ss:ID="${id}"><NumberFormat ss:Format="${format}"/></Style>`;
    const cells: [string, string][] = [
      ['<Cell><Data ss:Type="Number">1.1000000000000001</Data></Cell>', "1.1"],
      ['<Cell><Data ss:Type="Number">1.0E10</Data></Cell>', "10000000000"],
      ['<Cell ss:StyleID="zeros"><Data ss:Type="Number">123</Data></Cell>', "00123"],
      ['<Cell ss:StyleID="van"><Data ss:Type="Number">12</Data></Cell>', "V12"],
      ['<Cell ss:StyleID="office"><Data ss:Type="Number">7</Data></Cell>', "FRT-007"],
      ['<Cell ss:StyleID="percent"><Data ss:Type="Number">0.19</Data></Cell>', "19%"],
      ['<Cell ss:StyleID="day"><Data ss:Type="DateTime">2024-03-31T00:00:00.000</Data></Cell>', "2024-03-31"],
      [
        '<Cell ss:StyleID="time"><Data ss:Type="DateTime">2024-03-31T00:00:00.000</Data></Cell>',
        "2024-03-31T00:00:00",
      ],
      [
        '<Cell ss:StyleID="day"><Data ss:Type="DateTime">2024-03-31T23:59:59.000</Data></Cell>',
        "2024-03-31T23:59:59",
      ],
      ['<Cell><Data ss:Type="DateTime">2024-03-31T00:00:00.000</Data></Cell>', "2024-03-31"],
      ['<Cell><Data ss:Type="DateTime">2024-03-31T08:00:00.000</Data></Cell>', "2024-03-31T08:00:00"],
      ['<Cell><Data ss:Type="Boolean">1</Data></Cell>', "TRUE"],
      [text("00123"), "00123"],
      [text("A &amp; B&#10;C"), "A & B\nC"],
      [
        '<Cell><ss:Data ss:Type="String"><B>bold</B> rest</ss:Data><Comment><ss:Data>note</ss:Data></Comment></Cell>',
        "bold rest",
      ],
    ];
    const table = await readAll(
      spreadsheet,
      workbook(
        sheet(row(text("What"), text("Value")) + cells.map(([cell]) => row(text("x"), cell)).join("")),
        style("zeros", "00000") +
          style("van", "&quot;V&quot;0") +
          style("office", "&quot;FRT-&quot;000") +
          style("percent", "Percent") +
          style("day", "Short Date") +
          style("time", "General Date"),
      ),
    );
    expect(table.detected).toMatchObject({ format: "spreadsheet", sheet: "S" });
    expect(table.cells.map((found) => found[1])).toEqual(cells.map(([, value]) => value));
    expect(table.rows.every((found) => found.issues === undefined)).toBe(true);
  });

  it("uses the number format of the row, the column, the parent style or the default if a cell has none", async () => {
    const zeros = (id: string): string =>
      `<Style ss:ID="${id}"><NumberFormat ss:Format="000"/></Style><Style ss:ID="child" ss:Parent="${id}"/>`;
    const cell = (attributes = ""): string => `<Cell${attributes}><Data ss:Type="Number">7</Data></Cell>`;
    const head = row(text("Code"), text("No"));
    const plain = head + row(text("A"), cell()) + row(text("B"), cell());
    const bodies: [string, string][] = [
      ["z", head + row(text("A"), cell(' ss:StyleID="child"'))],
      ["z", plain.replaceAll("<Row>", '<Row ss:StyleID="z">')],
      ["z", `<Column/><Column ss:StyleID="z"/>${plain}`],
      ["Default", plain],
    ];
    for (const [id, rows] of bodies)
      expect((await readAll(spreadsheet, workbook(sheet(rows), zeros(id)))).cells[0]).toEqual(["A", "007"]);
  });

  it("counts repeated rows", async () => {
    const rows = row(text("A"), text("B")) + '<Row ss:Span="2"/>' + row(text("x"), text("y"));
    const table = await readAll(spreadsheet, workbook(sheet(rows)), { header: "1" });
    expect(table.rows.map(({ line }) => line)).toEqual([5]);
  });

  it("reports text of number formats that is not read", async () => {
    const styles = '<Style ss:ID="flag"><NumberFormat ss:Format="Yes/No"/></Style>';
    const flag = '<Cell ss:StyleID="flag"><Data ss:Type="Number">1</Data></Cell>';
    const rows = row(text("Code"), text("On")) + row(text("A"), flag) + row(text("B"), flag);
    const table = await readAll(spreadsheet, workbook(sheet(rows), styles));
    expect(table.cells[0]).toEqual(["A", "1"]);
    expect(table.issues).toMatchObject([{ code: "text_in_format", line: 2, column: "On" }]);
  });

  it("counts hours of durations over a day", async () => {
    const cell = (value: string, id = "hours"): string =>
      `<Cell ss:StyleID="${id}"><Data ss:Type="DateTime">${value}</Data></Cell>`;
    const cells = [
      cell("1899-12-31T09:58:45.000"),
      cell("1900-01-01T12:00:00.000"),
      cell("1900-02-28T00:00:00.000"),
      cell("1900-02-29T01:00:00.000"),
      cell("1900-03-01T00:30:15.000"),
    ];
    const styles = '<Style ss:ID="hours"><NumberFormat ss:Format="[h]:mm:ss"/></Style>';
    const rows = row(text("A"), text("B")) + cells.map((one) => row(text("x"), one)).join("");
    const table = await readAll(spreadsheet, workbook(sheet(rows), styles));
    expect(table.cells.map((found) => found[1])).toEqual([
      "9:58:45",
      "36:00:00",
      "1416:00:00",
      "1441:00:00",
      "1464:30:15",
    ]);
    const macintosh = await readAll(
      spreadsheet,
      workbook(
        `<ExcelWorkbook><Date1904/></ExcelWorkbook>${sheet(row(text("A"), text("B")) + row(text("x"), cell("1904-01-02T12:00:00.000")))}`,
        styles,
      ),
    );
    expect(macintosh.cells[0]?.[1]).toBe("36:00:00");
  });

  it("reads numbers with a date or time format as such", async () => {
    const styles = [
      "yyyy\\-mm\\-dd",
      "dd.mm.yyyy;@",
      "[$-407]d\\. mmmm yyyy",
      "Short Date",
      "m/d/yy h:mm",
      "Short Time",
      "[h]:mm",
    ];
    const plain = ["Standard", "Fixed", "Scientific", "[Red]0.00", "0&quot; days&quot;", "#,##0\\ \\d"];
    const all = [...styles, ...plain];
    const rows = all.map((_, i) =>
      row(text("x"), `<Cell ss:StyleID="s${i}"><Data ss:Type="Number">44197.5</Data></Cell>`),
    );
    const table = await readAll(
      spreadsheet,
      workbook(
        sheet(row(text("A"), text("B")) + rows.join("")),
        all.map((format, i) => `<Style ss:ID="s${i}"><NumberFormat ss:Format="${format}"/></Style>`).join(""),
      ),
    );
    expect(table.cells.map((found) => found[1])).toEqual([
      ...Array.from({ length: 6 }, () => "2021-01-01T12:00:00"),
      "1060740:00:00",
      ...plain.map(() => "44197.5"),
    ]);
  });

  it("places rows and cells by their index", async () => {
    const table = await readAll(
      spreadsheet,
      workbook(
        sheet(
          row(text("Code"), text("B"), text("C")) +
            `<Row ss:Index="5">${text("x")}<Cell ss:Index="3"><Data ss:Type="String">z</Data></Cell></Row>` +
            row('<Cell ss:MergeAcross="1"><Data ss:Type="String">m</Data></Cell>', text("n")),
        ),
      ),
    );
    expect(table.rows.map((found) => [found.line, ...found.cells])).toEqual([
      [5, "x", "", "z"],
      [6, "m", "", "n"],
    ]);
    expect(table.issues).toMatchObject([{ code: "merged_cells" }]);
  });

  it("reports errors, formulas without a value and invalid numbers", async () => {
    const table = await readAll(
      spreadsheet,
      workbook(
        sheet(
          row(text("A"), text("B")) +
            row(text("x"), '<Cell ss:Formula="=1/0"><Data ss:Type="Error">#DIV/0!</Data></Cell>') +
            row(text("x"), '<Cell ss:Formula="=1+1"/>') +
            row(text("x"), '<Cell><Data ss:Type="Number">abc</Data></Cell>') +
            row(text("x"), '<Cell><Data ss:Type="Number">12345678901234567890</Data></Cell>'),
        ),
      ),
    );
    expect(table.rows.map((found) => found.issues?.[0]?.code)).toEqual([
      "error_cell",
      "formula_without_value",
      "not_a_number",
      "inexact_number",
    ]);
  });

  it("reads booleans in digits and words, and reports other values", async () => {
    const cells: readonly (readonly [string, string, string?])[] = [
      ["1", "TRUE"],
      ["true", "TRUE"],
      ["TRUE", "TRUE"],
      [" True ", "TRUE"],
      ["0", "FALSE"],
      ["false", "FALSE"],
      ["", ""],
      ["yes", "yes", "not_a_boolean"],
    ];
    const rows = cells.map(([data]) => row(text("x"), `<Cell><Data ss:Type="Boolean">${data}</Data></Cell>`));
    const table = await readAll(spreadsheet, workbook(sheet(row(text("A"), text("B")) + rows.join(""))));
    expect(table.rows.map((found) => [found.cells[1], found.issues?.[0]?.code])).toEqual(
      cells.map(([, read, code]) => [read, code]),
    );
  });

  it("reports formulas with an empty value, and dates above the year 9999", async () => {
    const cells = [
      '<Cell ss:Formula="=1+1"><Data ss:Type="Number"></Data></Cell>',
      '<Cell ss:Formula="=1=1"><Data ss:Type="Boolean"/></Cell>',
      '<Cell><Data ss:Type="DateTime">10004-01-01T00:00:00.000</Data></Cell>',
      '<Cell><Data ss:Type="DateTime">+010004-01-01</Data></Cell>',
    ];
    const rows = cells.map((cell) => row(text("x"), cell));
    const table = await readAll(spreadsheet, workbook(sheet(row(text("A"), text("B")) + rows.join(""))));
    expect(table.rows.map((found) => found.issues?.[0]?.code)).toEqual([
      "formula_without_value",
      "formula_without_value",
      "impossible_date",
      "impossible_date",
    ]);
  });

  it("recognizes namespaces by their URI, regardless of their prefixes", async () => {
    const written = `<?xml version="1.0"?><q:Workbook xmlns:q="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:other">
      <q:Styles><q:Style q:ID="p"><q:NumberFormat q:Format="Percent" ss:Format="0"/></q:Style></q:Styles>
      <q:Worksheet q:Name="S"><q:Table><q:Row><q:Cell><q:Data q:Type="String">A</q:Data></q:Cell><q:Cell><q:Data q:Type="String">B</q:Data></q:Cell></q:Row>
      <q:Row><q:Cell q:StyleID="p" ss:StyleID="x"><q:Data q:Type="Number">0.19</q:Data></q:Cell><ss:Cell/><q:Cell><q:Data q:Type="String">b</q:Data></q:Cell></q:Row></q:Table></q:Worksheet></q:Workbook>`;
    expect((await readAll(spreadsheet, written)).cells).toEqual([["19%", "b"]]);
  });

  it("reads the character set that the file states, and ignores hidden sheets", async () => {
    const rows = row(text("Name"), text("Code")) + row(text("Müller"), text("1"));
    const hidden = "<WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions>";
    const bytes = Buffer.from(
      workbook(sheet(rows, "Old", hidden) + sheet(rows, "New"), "", "ISO-8859-1"),
      "latin1",
    );
    const table = await readAll(spreadsheet, bytes);
    expect(table.detected.sheet).toBe("New");
    expect(table.cells).toEqual([["Müller", "1"]]);
  });

  it("refuses every truncation that loses a row, and custom entities", async () => {
    const whole = workbook(sheet(row(text("A"), text("B")) + row(text("x"), text("y"))));
    for (let end = whole.indexOf("<Styles"); end < whole.length - 1; end += 1) {
      expect(refusal(await readAll(spreadsheet, whole.slice(0, end)))).toContain("it is not well-formed XML");
    }
    const bomb = whole
      .replace("<Workbook", '<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;">]><Workbook')
      .replace(">x<", ">&b;<");
    expect(refusal(await readAll(spreadsheet, bomb))).toContain("document type");
  });

  it("refuses files that Excel would not open either, such as an HTML entity, a bare & or spaces before the declaration", async () => {
    const whole = workbook(sheet(row(text("A"), text("B")) + row(text("x"), text("y"))));
    for (const broken of [whole.replace(">x<", ">&Tau;<"), whole.replace(">x<", ">R & D<"), `\n${whole}`])
      expect(refusal(await readAll(spreadsheet, broken))).toContain("it is not well-formed XML, on line");
  });

  it("refuses rows beyond the limit", async () => {
    const many = `<Row ss:Index="9000000">${text("x")}</Row>`;
    const table = await readAll(spreadsheet, workbook(sheet(row(text("A")) + many)));
    expect(table.rows.map((found) => found.line)).toEqual([9_000_000]);
    const wide = '<Row><Cell ss:Index="5000"><Data ss:Type="String">x</Data></Cell></Row>';
    expect(refusal(await readAll(spreadsheet, workbook(sheet(wide))))).toContain("columns");
  });
});

import { describe, expect, it } from "vitest";
import { htmlFormat } from "../../src/formats/xml/html.js";
import { spreadsheet } from "../../src/formats/spreadsheet/spreadsheet.js";
import { readAll } from "./reading.js";
import { readText, type ReadTable } from "./text-reading.js";
import { book } from "./workbooks.js";

/** Files whose delimiter, sheet, table or header is only clear from the headings that a mapping requires. */

const required = ["Code", "Name"];

function cells({ rows }: ReadTable): readonly (readonly string[])[] {
  return rows.map((row) => row.cells);
}

describe("the header row of a text file", () => {
  it("is the row with all required headings, below a row that looks more like a header", async () => {
    const text = "Company,Country,Currency\nACME,DE,EUR\nCode,Name,Active\nA1,one,yes\nB2,two,no\n";
    expect((await readText(text)).headings).toEqual(["Company", "Country", "Currency"]);
    const found = await readText(text, { required });
    expect(found.headings).toEqual(["Code", "Name", "Active"]);
    expect(cells(found)).toEqual([
      ["A1", "one", "yes"],
      ["B2", "two", "no"],
    ]);
    expect(found.codes).toEqual(["lines_left_out"]);
    expect(found.detected.evidence).toContain(
      "The header is on line 3, which has all headings that the mapping requires.",
    );
    expect(found.detected.evidence).toContain(
      "Without the mapping: The header is on line 1 (score 3.4): it has common column names.",
    );
  });

  it("is found where it looks like the rows below it", async () => {
    const text = "Kenn;Name;Art\nNord;Ost;West\nOst;Nord;Kenn\n";
    const found = await readText(text, { required: ["Kenn", "Name", "Art"] });
    expect(found.headings).toEqual(["Kenn", "Name", "Art"]);
    expect(cells(found)).toHaveLength(2);
  });

  it("is not joined with a first row of words over numbers", async () => {
    const rows = Array.from({ length: 9 }, (_, i) => `K${i},name ${i},${i + 1},${i * 2}\n`).join("");
    const text = `Code,Name,Qty,Rate\nfree,as agreed,open,open\n${rows}`;
    const found = await readText(text, { required });
    expect(found.headings).toEqual(["Code", "Name", "Qty", "Rate"]);
    expect(cells(found)[0]).toEqual(["free", "as agreed", "open", "open"]);
  });

  it("may have several lines, if they have the headings only when joined", async () => {
    const text = "Item,,Price\nCode,Name,Net\nA1,one,5\nB2,two,6\nC3,three,7\n";
    const { headings } = await readText(text);
    const found = await readText(text, { required: [headings?.[0] ?? "", headings?.[2] ?? ""] });
    expect(found.headings).toEqual(headings);
    expect(found.codes).toEqual([]);
  });

  it("is below more lines than the table has rows", async () => {
    const notes = Array.from({ length: 12 }, (_, i) => `Note ${i};see contract ${i}\n`).join("");
    const found = await readText(`${notes}\nCode;Name;Active\nA1;one;yes\nB2;two;no\n`, { required });
    expect(found.headings).toEqual(["Code", "Name", "Active"]);
    expect(cells(found)).toEqual([
      ["A1", "one", "yes"],
      ["B2", "two", "no"],
    ]);
  });

  it("is not repeated by a page break, but two different ones are an error that shows both", async () => {
    const paged = await readText("Code,Name\nA1,one\nCode,Name\nB2,two\n", { required });
    expect(paged.codes).toEqual(["repeated_header"]);
    const two = await readText("Code,Name\nA1,one\n\nCode,Name,Rate\nB2,two,5\n", { required });
    expect(two.rows).toEqual([]);
    expect(two.issues.at(-1)).toMatchObject({
      code: "several_headers",
      message:
        "Several lines could be the header, because each has all required headings: line 1 (Code, Name); line 4 (Code, Name, Rate). Line 4 is more likely: line 1 has words that occur again in the rows below.",
      hint: "Choose one setting under `read` in the mapping: `header: 1` or `header: 4`.",
    });
    const chosen = await readText("Code,Name\nA1,one\n\nCode,Name,Rate\nB2,two,5\n", {
      required,
      header: "4",
    });
    expect(cells(chosen)).toEqual([["B2", "two", "5"]]);
  });

  it("is a different header if it has a blank column at a different place", async () => {
    const { rows, codes } = await readText(",Code,Name\n1,A1,one\n\nCode,Name,\nB2,two,2\n", { required });
    expect(rows).toEqual([]);
    expect(codes).toContain("moved_header");
  });

  it("does not refuse the file if it is repeated without the last heading", async () => {
    const { issues } = await readText("Code,Name,Kind\nA1,one,x\nCode,Name,\nB2,two,y\n", {});
    expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("refuses the file if the same headings occur in a different order, on any line and with any header setting", async () => {
    const many = Array.from({ length: 300 }, (_, i) => `A${i},name ${i},x\n`).join("");
    const moved = `Code,Name,Kind\n${many}Name,Code,Kind\ntwo,B2,x\n`;
    for (const options of [{ required }, { required, header: "1" }, { header: "1" }, {}]) {
      const { issues } = await readText(moved, options);
      expect(issues.find(({ severity }) => severity === "error")).toMatchObject({
        code: "moved_header",
        line: 302,
        message: expect.stringMatching(
          /^The row repeats the table's headings in a different order/,
        ) as string,
      });
    }
  });

  it("is not in doubt because a value equals the only required heading", async () => {
    const found = await readText("Id,Active\n1,Active\n2,Inactive\n3,Active\n", { required: ["Active"] });
    expect(found.headings).toEqual(["Id", "Active"]);
    expect(cells(found)).toHaveLength(3);
  });

  it("is in doubt if a line below has more of the mapping's headings than a block with the only required heading", async () => {
    const block = ["Code,Value,Unit", ...Array.from({ length: 12 }, (_, i) => `P${i},${i * 3},EUR`)];
    const text = [...block, "Code,Name,Kind", "A1,one,x", "B2,two,y"].join("\n");
    const options = { required: ["Code"], wanted: ["Code", "Name", "Kind"] };
    const found = await readText(text, options);
    expect(found.rows).toEqual([]);
    expect(found.issues).toMatchObject([
      { code: "several_headers", hint: expect.stringMatching(/`header: 1` or `header: 14`/) as string },
    ]);
  });

  it.each([13, 150, 400])(
    "is below a parameter block of %s rows that looks like the table",
    async (count) => {
      const block = Array.from({ length: count }, (_, i) => `Limit ${i},${i},${i * 10}`).join("\n");
      const found = await readText(`Parameter,Min,Max\n${block}\nCode,Name,Rate\nA1,one,5\nB2,two,6\n`, {
        required,
      });
      expect(found.headings).toEqual(["Code", "Name", "Rate"]);
      expect(cells(found)).toEqual([
        ["A1", "one", "5"],
        ["B2", "two", "6"],
      ]);
    },
  );

  it("is the closest row if none has all headings", async () => {
    const text = "Company,Country,Currency\nACME,DE,EUR\nCode,Description,Active\nA1,one,yes\nB2,two,no\n";
    expect((await readText(text, { required: ["Code", "Name", "Active"] })).headings).toEqual([
      "Code",
      "Description",
      "Active",
    ]);
  });
});

describe("the delimiter", () => {
  const rows = "A1;one, two, three;x\nB2;four, five, six;y\nC3;seven, eight, nine;z\n";

  it("is the one that divides a line into the required headings", async () => {
    const text = `Code;Name, long, short;Kind\n${rows}`;
    const found = await readText(text, { required: ["Code", "Kind"] });
    expect(found.headings).toEqual(["Code", "Name, long, short", "Kind"]);
    expect(cells(found)[0]).toEqual(["A1", "one, two, three", "x"]);
  });

  it("is found for a table with hardly any rows", async () => {
    const found = await readText("Code;Name, Town\nA1;Ann, Bonn\n", { required: ["Code", "Name, Town"] });
    expect(cells(found)).toEqual([["A1", "Ann, Bonn"]]);
  });

  it("is not taken from a header that is divided unlike its rows", async () => {
    const found = await readText("Code,Name,Kind\nA1;one;x\nB2;two;y\nC3;three;z\n", { required });
    expect(found.detected.delimiter).toBe(";");
    expect(cells(found)[0]).toEqual(["A1", "one", "x"]);
  });

  it.each(["Label", "Label, long"])(
    "is not taken from a title that names the headings above a table with a renamed heading: %s",
    async (label) => {
      const found = await readText(`Code,Name\nCode;${label};Kind\n${rows}`, { required });
      expect([found.detected.delimiter, found.headings]).toEqual([";", ["Code", label, "Kind"]]);
      expect(found.detected.evidence.join(" ")).toContain("lacks headings that the mapping requires");
    },
  );

  it("must be stated if two fit different lines", async () => {
    const text = `Code,Name\nA1,one\nB2,two\n\nCode;Name;Kind\n${rows}`;
    const found = await readText(text, { required });
    expect(found.rows).toEqual([]);
    expect(found.detected.evidence.join(" ")).toContain("Second best delimiter: a comma");
    expect(found.issues).toMatchObject([
      {
        code: "several_headers",
        message:
          "Several lines could be the header, because each has all required headings: line 1 (Code, Name), with a comma between cells; line 5 (Code, Name, Kind), with a semicolon between cells. The rows fit a semicolon best.",
        hint: 'Choose one setting under `read` in the mapping: `delimiter: ","` or `delimiter: ";"`.',
      },
    ]);
  });
});

describe("a workbook", () => {
  const other = [
    ["Region", "Rate"],
    ["N", 1],
    ["S", 2],
    ["E", 3],
    ["W", 4],
  ];

  it("is read from the sheet and the row with the required headings", async () => {
    const list = [
      ["Period", "2026"],
      ["Currency", "EUR"],
      ["Code", "Name", "Active"],
      ["A1", "one", "yes"],
    ];
    const table = await readAll(spreadsheet, book({ Rates: other, List: list }), { required });
    expect(table.detected.sheet).toBe("List");
    expect(table.headings).toEqual(["Code", "Name", "Active"]);
    expect(table.cells).toEqual([["A1", "one", "yes"]]);
    expect(table.issues.map(({ code }) => code)).toEqual(["lines_left_out"]);
  });

  it("is read from the closest sheet if none has all headings", async () => {
    const list = [
      ["Code", "Description"],
      ["A1", "one"],
    ];
    const table = await readAll(spreadsheet, book({ Rates: other, List: list }), { required });
    expect([table.detected.sheet, table.headings]).toEqual(["List", ["Code", "Description"]]);
  });

  it("is a guess that a feed refuses if two of its sheets have the headings", async () => {
    const list = [
      ["Code", "Name"],
      ["A1", "one"],
    ];
    const bytes = book({ Old: list, List: [...list, ["B2", "two"]] });
    expect((await readAll(spreadsheet, bytes, { required })).issues).toMatchObject([
      { code: "sheet_guessed" },
    ]);
  });
});

describe("a web page", () => {
  const row = (cells: readonly string[], tag = "td"): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  const menu = `<table>${["N", "S", "E", "W"].map((text) => row([text, "go", "to"])).join("")}</table>`;

  it("is read from the table with the required headings", async () => {
    const list = `<table>${row(["Code", "Name"], "th")}${row(["A1", "one"])}</table>`;
    const table = await readAll(htmlFormat, `<html><body>${menu}${list}</body></html>`, { required });
    expect(table.cells).toEqual([["A1", "one"]]);
    expect(table.issues).toEqual([]);
    const two = await readAll(htmlFormat, `<html><body>${list}${list}</body></html>`, { required });
    expect(two.issues).toMatchObject([{ code: "table_guessed" }]);
  });

  it("is read from the row with the required headings below a marked title row", async () => {
    const list = `<table>${row(["Staff", "2026"], "th")}${row(["Code", "Name"])}${row(["A1", "one"])}</table>`;
    const table = await readAll(htmlFormat, `<html><body>${list}</body></html>`, { required });
    expect(table.headings).toEqual(["Code", "Name"]);
    expect(table.cells).toEqual([["A1", "one"]]);
  });
});

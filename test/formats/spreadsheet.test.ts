import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type * as XLSX from "xlsx";
import { otherKind } from "../../src/formats/other-kinds.js";
import { formatKind, inFormat } from "../../src/formats/spreadsheet/cell.js";
import { spreadsheet } from "../../src/formats/spreadsheet/spreadsheet.js";
import { defaultZipLimits, openZip } from "../../src/formats/archive/zip.js";
import { isAcceptedByName } from "../../src/model/issues.js";
import { readAll, refusal } from "./reading.js";
import {
  altered,
  book,
  bookOfFormats,
  bookOfXml,
  bookWithFormatNumbers,
  formulaRecord,
  sharedFormula,
  textRecord,
  withCells,
  xmlRows,
  type Cell,
} from "./workbooks.js";
import { writeZip } from "./zip-writer.js";

it("uses the reviewed library, byte for byte", () => {
  const file = createRequire(import.meta.url).resolve("xlsx/dist/xlsx.full.min.js");
  const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
  expect(hash).toBe("cc015130aa8521e7f088f88898eba949ccdcbfb38df0bd129b44b7273c3a6f41");
});

const codes = [
  ["Code", "Description", "Rate"],
  ["AFRT", "Air freight", 19],
  ["DOC", "Documents & más", 0.1],
];

describe("workbooks of every kind", () => {
  for (const type of ["xlsx", "xlsm", "xlsb", "biff8"] as const) {
    it(`reads .${type}`, async () => {
      const table = await readAll(spreadsheet, book({ Codes: codes }, type));
      expect(table.issues).toEqual([]);
      expect(table.headings).toEqual(["Code", "Description", "Rate"]);
      expect(table.cells).toEqual([
        ["AFRT", "Air freight", "19"],
        ["DOC", "Documents & más", "0.1"],
      ]);
      expect(table.rows.map((row) => row.line)).toEqual([2, 3]);
      expect(table.detected).toMatchObject({
        format: "spreadsheet",
        sheet: "Codes",
        headerRows: [1],
        preambleLines: 0,
      });
    });

    it(`reads the values of cells in .${type}`, async () => {
      const cells: [XLSX.CellObject, string][] = [
        [{ t: "n", v: 123, z: "00000" }, "00123"],
        [{ t: "n", v: 7, z: '"FRT-"000' }, "FRT-007"],
        [{ t: "n", v: 12, z: '"V"0' }, "V12"],
        [{ t: "n", v: 12, z: "\\V0" }, "V12"],
        [{ t: "n", v: 12, z: '"V"General' }, "V12"],
        [{ t: "n", v: 12, z: '"A-"#"/b"' }, "A-12/b"],
        [{ t: "n", v: 12345, z: "00-000" }, "12-345"],
        [{ t: "n", v: 7, z: "#00" }, "07"],
        [{ t: "n", v: -7, z: '"V"0;"W"0' }, "W7"],
        [{ t: "n", v: 12.5, z: "00000" }, "12.5"],
        [{ t: "n", v: 0, z: '#,##0;-#,##0;"-"' }, "0"],
        [{ t: "n", v: 12, z: '_-* #,##0.00\\ "€"_-' }, "12"],
        [{ t: "n", v: 0.19, z: "0%" }, "19%"],
        [{ t: "n", v: 0.195, z: "0%" }, "19.5%"],
        [{ t: "n", v: 0.07, z: "0.00%" }, "7%"],
        [{ t: "n", v: 45382, z: "m/d/yy" }, "2024-03-31"],
        [{ t: "n", v: 45382.99998842593, z: "dd/mm/yyyy hh:mm:ss" }, "2024-03-31T23:59:59"],
        [{ t: "n", v: 45382, z: "yyyy-mm-dd hh:mm" }, "2024-03-31T00:00:00"],
        [{ t: "n", v: 1, z: "yyyy-mm-dd" }, "1900-01-01"],
        [{ t: "n", v: 61, z: "yyyy-mm-dd" }, "1900-03-01"],
        [{ t: "n", v: 0.5, z: "h:mm" }, "12:00:00"],
        [{ t: "n", v: 1.5, z: "[h]:mm" }, "36:00:00"],
        [{ t: "n", v: 3.14159, z: "[h]:mm:ss.000" }, "75:23:53.376"],
        [{ t: "n", v: 1.5, z: "[=0]?;[<4.16][hh]:mm:ss;[hh]:mm" }, "36:00:00"],
        [{ t: "n", v: 5.5, z: "[=0]?;[<4.16][hh]:mm:ss;[hh]:mm" }, "132:00:00"],
        [{ t: "n", v: 0, z: "[=0]?;[<4.16][hh]:mm:ss;[hh]:mm" }, "0"],
        [{ t: "n", v: 45382, z: '[=0]"";dd/mm/yyyy' }, "2024-03-31"],
        [{ t: "n", v: 0.19, z: '[=0]"-";0%' }, "19%"],
        [{ t: "n", v: 45382, z: "dd/mm/yyyy;@" }, "2024-03-31"],
        [{ t: "n", v: 1234.5, z: "#,##0.00 [$€-407]" }, "1234.5"],
        [{ t: "n", v: 19.6, z: "0" }, "19.6"],
        [{ t: "n", v: 0.1 + 0.2 }, "0.3"],
        [{ t: "n", v: 1234567890123456 }, "1234567890123456"],
        [{ t: "n", v: 1e-7 }, "0.0000001"],
        [{ t: "b", v: true }, "TRUE"],
        [{ t: "s", v: "1E10" }, "1E10"],
        [{ t: "s", v: " 00123\u00a0" }, " 00123\u00a0"],
        [{ t: "s", v: "two\nlines <&>" }, "two\nlines <&>"],
      ];
      const table = await readAll(
        spreadsheet,
        book({ S: [["What", "Value"], ...cells.map(([cell], index) => [`row ${index}`, cell])] }, type),
      );
      expect(table.rows.every((row) => row.issues === undefined)).toBe(true);
      expect(table.cells.map((row) => row[1])).toEqual(cells.map(([, text]) => text));
    });

    it(`counts days from 1904 in .${type} if the workbook states it`, async () => {
      const table = await readAll(
        spreadsheet,
        book(
          {
            S: [
              ["Code", "From"],
              ["A", { t: "n", v: 43920, z: "yyyy-mm-dd" }],
            ],
          },
          type,
          (workbook) => {
            workbook.Workbook = { WBProps: { date1904: true } };
          },
        ),
      );
      expect(table.cells).toEqual([["A", "2024-03-31"]]);
    });

    it(`reports error cells of .${type} with their text`, async () => {
      const table = await readAll(
        spreadsheet,
        book(
          {
            S: [
              ["Code", "Rate"],
              ["A", { t: "e", v: 0x2a }],
              ["B", { t: "e", v: 0x07 }],
            ],
          },
          type,
        ),
      );
      expect(table.cells).toEqual([
        ["A", "#N/A"],
        ["B", "#DIV/0!"],
      ]);
      expect(table.rows[0]?.issues).toMatchObject([
        { code: "error_cell", severity: "error", line: 2, column: "Rate", value: "#N/A" },
      ]);
    });
  }

  it.each(["xlsx", "xlsb", "biff8"] as const)(
    "reports text of number formats that is not read in .%s",
    async (type) => {
      const cell = (v: number, z: string): Cell => ({ t: "n", v, z });
      const rows = [
        [
          "A",
          cell(12, '0 "kg"'),
          cell(12.5, '"V"0'),
          cell(1, '"Yes";;"No"'),
          cell(5, '0"%"'),
          cell(5, '[>9]"V"0;0'),
          cell(45352, "ДД.ММ.ГГГГ"),
        ],
        [
          "B",
          cell(13, '0 "kg"'),
          cell(12, '"V"0'),
          cell(0, '"Yes";;"No"'),
          cell(7, '0"%"'),
          cell(12, '[>9]"V"0;0'),
          cell(2, "General"),
        ],
      ];
      const table = await readAll(
        spreadsheet,
        book({ S: [["Code", "Mass", "Van", "On", "Rate", "Lot", "Until"], ...rows] }, type),
      );
      expect(table.cells).toEqual([
        ["A", "12", "12.5", "1", "5", "5", "45352"],
        ["B", "13", "V12", "0", "7", "12", "2"],
      ]);
      expect(table.issues.map(({ code, line, column }) => [code, line, column])).toEqual(
        ["Mass", "Van", "On", "Rate", "Until", "Lot"].map((column) => [
          "text_in_format",
          column === "Lot" ? 3 : 2,
          column,
        ]),
      );
    },
  );

  it.each(["GENERAL", "general", "Standard", "STANDARD", "[Red]Standard", "Standard;-Standard"])(
    "reads the format %s like `General`",
    (format) => {
      expect(formatKind(format, () => true)).toBe("plain");
      expect(inFormat({ text: "12" }, 12, format)).toEqual({ text: "12" });
      expect(inFormat({ text: "12" }, 12, `"V"${format}`)).toEqual({ text: "V12" });
      expect(inFormat({ text: "12" }, 12, `"${format}"0`)).toEqual({ text: `${format}12` });
    },
  );

  it("flags numbers that a spreadsheet cannot keep", async () => {
    const table = await readAll(
      spreadsheet,
      await bookOfXml(`${xmlRows([["Id"]])}<row r="2"><c r="A2"><v>1234567890123456789</v></c></row>`),
    );
    expect(table.cells).toEqual([["1234567890123460000"]]);
    expect(table.rows[0]?.issues).toMatchObject([{ code: "inexact_number", line: 2, column: "Id" }]);
  });

  it("flags dates that do not exist, such as 29 February 1900", async () => {
    const date = { t: "n", z: "yyyy-mm-dd" } as const;
    const table = await readAll(
      spreadsheet,
      book({
        S: [
          ["Code", "From"],
          ["A", { ...date, v: 60 }],
          ["B", { ...date, v: 3_000_000 }],
        ],
      }),
    );
    expect(table.cells.map((row) => row[1])).toEqual(["60", "3000000"]);
    expect(table.rows.map((row) => row.issues?.[0]?.code)).toEqual(["impossible_date", "impossible_date"]);
  });

  it("distinguishes formulas without a value from blank cells", async () => {
    const row = (n: number, cell: string): string =>
      `<row r="${n}"><c r="A${n}" t="inlineStr"><is><t>a</t></is></c>${cell}</row>`;
    const table = await readAll(
      spreadsheet,
      await bookOfXml(
        xmlRows([["Code", "Rate"]]) +
          row(2, '<c r="B2"><f>1+1</f><v>2</v></c>') +
          row(3, '<c r="B3"><f>1+1</f></c>') +
          row(4, '<c r="B4"><f>1+1</f><v></v></c>') +
          row(5, '<c r="B5" s="0"/>') +
          row(6, '<c r="B6" t="str"><f>""</f><v></v></c>'),
      ),
    );
    expect(table.cells.map((cells) => cells[1])).toEqual(["2", "", "", "", ""]);
    expect(table.rows.map((found) => found.issues?.map((one) => one.code))).toEqual([
      undefined,
      ["formula_without_value"],
      ["formula_without_value"],
      undefined,
      undefined,
    ]);
  });

  it("distrusts a formula's 0 if the workbook was never calculated", async () => {
    const sheet = `${xmlRows([["Code", "Rate"]])}<row r="2"><c r="A2"><v>5</v></c><c r="B2"><f>A2*2</f><v>0</v></c></row>`;
    const calculated = await bookOfXml(sheet);
    const uncalculated = await altered(calculated, (name, text) =>
      name === "xl/workbook.xml"
        ? text.replace("</workbook>", '<calcPr fullCalcOnLoad="1"/></workbook>')
        : text,
    );
    expect((await readAll(spreadsheet, calculated)).rows[0]?.issues).toBeUndefined();
    expect((await readAll(spreadsheet, uncalculated)).rows[0]?.issues).toMatchObject([
      { code: "formula_without_value", column: "Rate" },
    ]);
  });

  it("trusts a formula's 0 if other formulas of the column have results", async () => {
    const cell = (at: string, value: number) =>
      `<row r="${at}"><c r="A${at}"><v>5</v></c><c r="B${at}"><f>A${at}*2</f><v>${value}</v></c></row>`;
    const sheet = `${xmlRows([["Code", "Rate"]])}${cell("2", 10)}${cell("3", 0)}`;
    const uncalculated = await altered(await bookOfXml(sheet), (name, text) =>
      name === "xl/workbook.xml"
        ? text.replace("</workbook>", '<calcPr fullCalcOnLoad="1"/></workbook>')
        : text,
    );
    const table = await readAll(spreadsheet, uncalculated);
    expect(table.cells).toEqual([
      ["5", "10"],
      ["5", "0"],
    ]);
    expect(table.rows.map(({ issues }) => issues)).toEqual([undefined, undefined]);
  });

  it("keeps the 0 of a formula that may not have been calculated, if the mapping accepts it", async () => {
    const bytes = readFileSync(new URL("files/xlwt-zero.xls", import.meta.url));
    const { headings, cells, rows } = await readAll(spreadsheet, bytes);
    expect(cells[0]?.[headings?.indexOf("Total") ?? -1]).toBe("0");
    expect(rows[0]?.issues).toMatchObject([{ code: "formula_without_value" }]);
    expect(isAcceptedByName("formula_without_value")).toBe(true);
  });

  it("reads 1 and 0 that a format shows as booleans", async () => {
    const cells = [
      [{ t: "n", v: 1, z: '"TRUE";"TRUE";"FALSE"' }],
      [{ t: "n", v: 0, z: '"WAHR";"WAHR";"FALSCH"' }],
      [{ t: "n", v: 2, z: '"TRUE";"TRUE";"FALSE"' }],
    ] as Cell[][];
    const table = await readAll(spreadsheet, book({ S: [["Active"], ...cells] }));
    expect(table.cells).toEqual([["TRUE"], ["FALSE"], ["2"]]);
  });

  it("reads part names of a package in any case and with backslashes", async () => {
    const members = await openZip(
      book({
        S: [
          ["Code", "Name"],
          ["A", "x"],
          ["B", "y"],
        ],
      }),
      defaultZipLimits,
    );
    const parts = await Promise.all(
      members.map(async (member) => ({ name: member.name, data: await member.read() })),
    );
    const odd = writeZip(
      parts.map(({ name, data }) => ({ name: name.toLowerCase().replaceAll("/", "\\"), data })),
    );
    expect((await readAll(spreadsheet, odd)).cells).toEqual([
      ["A", "x"],
      ["B", "y"],
    ]);
  });

  it("reports keys with values that may have no headings", async () => {
    const keys = [
      ["Plain", "Only letters"],
      ["Date", "1964-03-23"],
      ["Integer", 12345],
      ["Float", 1.29],
      ["Double", 4.5],
    ];
    const found = await readAll(spreadsheet, book({ S: keys }));
    expect(found.issues.map(({ code }) => code)).toEqual(["headings_in_doubt"]);
  });

  it("reports a second table below a blank row, and a row of words below headings over numbers", async () => {
    const below = Array.from({ length: 20 }, (_, i) => [`2016-12-${i + 10}`, `Item ${i}`, 45 + i]);
    const second = await readAll(
      spreadsheet,
      book({ S: [["Jhon", "27-06-1986", 375], [], [], ["Date", "Description", "Amount"], ...below] }),
    );
    expect(second.rows.flatMap(({ line, issues = [] }) => issues.map(({ code }) => [line, code]))).toEqual([
      [4, "second_table"],
    ]);
    const few = await readAll(
      spreadsheet,
      book({ S: [["Jhon", "27-06-1986", 375], [], ["Date", "Description", "Amount"], ...below.slice(0, 4)] }),
    );
    expect(few.rows[1]?.issues).toMatchObject([{ code: "second_table", line: 3 }]);
    const rates = [
      [6000, 0.11, 0.1],
      [15000, 0.26, 0.2],
      [20000, 0.32, 0.3],
    ];
    const stacked = [
      ["INCOME", "SINGLE", "2004"],
      ...rates,
      [],
      ["INCOME", "MARRIED, 2 CHILDREN"],
      ["EUR", "1997", "1998"],
      ...rates,
    ];
    const tables = await readAll(spreadsheet, book({ S: stacked }));
    expect(tables.rows[3]?.issues).toMatchObject([{ code: "second_table", line: 6 }]);
    const pivot = [
      ["Row Labels", "A", "B"],
      ["Andy", 1, 2],
      ["Bruce", 3, 4],
      ["Grand Total", 4, 6],
    ];
    const totals = await readAll(spreadsheet, book({ S: pivot }));
    expect(totals.rows[2]?.issues).toMatchObject([{ code: "footer_row", line: 4 }]);
    const rest = [[], ["hello", "General", "hello"], [], ["收入小计", "", "支出小计"]];
    const numbers = Array.from({ length: 5 }, (_, i) => [i, "General", i / 8]);
    const one = await readAll(spreadsheet, book({ S: [["Result", "Format", "Value"], ...numbers, ...rest] }));
    expect(one.rows.flatMap(({ issues = [] }) => issues.map(({ code }) => code))).toEqual(["footer_row"]);
    const filings = [
      [200504, 167943, 132890, 562],
      [200505, 152495, 119316, 509],
      [200506, 147197, 112463, 497],
      [200507, 141002, 110731, 480],
    ];
    const twoLines = await readAll(
      spreadsheet,
      book({ S: [["YEAR AND", "TOTAL", "CHAP.", "CHAP."], ["MONTH", "FILINGS", 7, 11], ...filings] }),
    );
    expect(twoLines.issues.map(({ code }) => code)).toContain("headings_in_doubt");
    const known = await readAll(
      spreadsheet,
      book({ S: [["Month", "All"], ...filings.map((row) => row.slice(0, 2))] }),
    );
    expect(known.issues).toEqual([]);
  });

  it("reports the headings of details that are nested below a record", async () => {
    const nested = [
      ["Invoice", "Vendor", "Weight", "Amount", "Currency"],
      ["R-1", "Acme", 12.5, 100, "EUR"],
      ["", "Line", "Invoice", "Amount", "Currency"],
      ["", 1, "R-1", 60, "EUR"],
      ["", 2, "R-1", 40, "EUR"],
      ["R-2", "Bolt", 3, 70, "EUR"],
    ];
    const found = await readAll(spreadsheet, book({ S: nested }));
    expect(found.rows.flatMap(({ line, issues = [] }) => issues.map(({ code }) => [line, code]))).toEqual([
      [3, "second_table"],
    ]);
  });

  it("does not take keys with values above the headings for group titles", async () => {
    const headings = ["代码", "项目名称", "金额", "代码", "项目名称", "金额"];
    const rows = [
      ["01", "利息收入", 12.5, "07", "利息支出", 7],
      ["02", "手续费收入", 3, "08", "手续费支出", 1.25],
      ["03", "其他收入", 8, "09", "其他支出", 2],
    ];
    for (const keys of [
      ["编制单位: ", "", "", "机构代号: ", "", "制表日期:"],
      ["编制单位：上海", "", "", "编制日期：2017-06-30", "", "单位：元"],
    ]) {
      const table = await readAll(spreadsheet, book({ S: [keys, headings, ...rows] }));
      expect(table.headings).toEqual(headings);
      expect(table.detected.leftOut).toEqual([{ kind: "preamble", count: 1, lines: [1] }]);
      expect(table.issues.map(({ code }) => code)).toContain("lines_left_out");
    }
    const aside = await readAll(
      spreadsheet,
      book({
        S: [
          ["", "Sheet Comment:", "Simple tests", ""],
          [],
          ["", "Formula", "Expected Result", "Comment"],
          ["", 48, 48, "Double factorial of 6"],
          ["", 105, 105, "Double factorial of 7"],
          ["", 384, 384, "Double factorial of 8"],
        ],
      }),
    );
    expect(aside.headings).toEqual(["", "Formula", "Expected Result", "Comment"]);
    expect(aside.issues.map(({ code }) => code)).toContain("lines_left_out");
    const wider = await readAll(
      spreadsheet,
      book({
        S: [
          ["", "Sheet Comment:", "Simple tests", "", "", "", ""],
          [],
          ["", "Formula", "Expected Result", "Comment", "", "", ""],
          ...[48, 105, 384].map((value) => ["", value, value, "Factorial", "", "", "note"]),
        ],
      }),
    );
    expect(wider.headings?.slice(1, 4)).toEqual(["Formula", "Expected Result", "Comment"]);
    expect(wider.issues.map(({ code }) => code)).toContain("lines_left_out");
  });

  it("ignores the stated dimension", async () => {
    const rows = xmlRows([["Code"], ["A"], ["B"]]);
    for (const ref of ["A1:A2", "A1:XFD1048576"]) {
      const table = await readAll(
        spreadsheet,
        await bookOfXml(rows, { before: `<dimension ref="${ref}"/>`, after: "" }),
      );
      expect(table.cells).toEqual([["A"], ["B"]]);
    }
  });

  it("keeps all parts of formatted text", async () => {
    const bold = "<rPr><b/></rPr>";
    const texts: [string, string][] = [
      [
        `<t>plain </t><r>${bold}<t>and bold</t></r><r><t xml:space="preserve"> and more</t></r>`,
        "plain and bold and more",
      ],
      [
        `<r>${bold}<t>A</t></r><r><t>1</t></r><rPh sb="0" eb="1"><t>reading</t></rPh><phoneticPr fontId="1"/>`,
        "A1",
      ],
      ["<t>&#x1f61c; &#128540; &#xD83D;&#xDE1C; &amp;lt; &quot;</t>", '😜 😜 😜 &lt; "'],
      ["<t><![CDATA[1 < 2 & 3]]> done</t>", "1 < 2 & 3 done"],
      ["<t>one_x000D_\ntwo_x005F_x0041_</t>", "one\ntwo_x0041_"],
      ["<t/><r><t>run</t></r>", "run"],
      ['<t xml:space="preserve">  naïve 𝒳 </t>', "  naïve 𝒳 "],
    ];
    const inline = await bookOfXml(
      `<row r="1"><c r="A1" t="inlineStr"><is><t>What</t></is></c><c r="B1" t='inlineStr'><is><t>Text</t></is></c></row>${texts
        .map(
          ([xml], at) =>
            `<row r="${at + 2}"><c r="A${at + 2}"><v>${at}</v></c><c r="B${at + 2}" s="0" t="inlineStr"><is>${xml}</is></c></row>`,
        )
        .join("")}`,
    );
    const expected = texts.map(([, text], at) => [String(at), text]);
    expect((await readAll(spreadsheet, inline)).cells).toEqual(expected);

    const rows = texts.map((_, at) => [at, `text ${at}`]);
    const shared = await altered(book({ S: [["What", "Text"], ...rows] }), (name, xml) =>
      name === "xl/sharedStrings.xml"
        ? xml.replace(/<t>text (\d+)<\/t>/g, (_, at: string) => texts[Number(at)]?.[0] ?? "")
        : undefined,
    );
    expect((await readAll(spreadsheet, shared)).cells).toEqual(expected);
  });

  it("keeps the text of a formula", async () => {
    const workbook = await bookOfXml(
      xmlRows([["What", "Text"]]) +
        '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="str"><f>A1&amp;"x"</f><v>&#x1f61c; &lt;7&gt;</v></c></row>' +
        '<row r="3"><c r="A3"><v>2</v></c><c r="B3" t="str"><f>""</f><v></v></c></row>',
    );
    expect((await readAll(spreadsheet, workbook)).cells).toEqual([
      ["1", "😜 <7>"],
      ["2", ""],
    ]);
  });

  it("refuses texts that are not UTF-8", async () => {
    const workbook = await altered(book({ S: codes }), (name, xml) =>
      name === "xl/sharedStrings.xml"
        ? { data: Buffer.from(xml.replace("más", "m\u00e1s"), "latin1") }
        : undefined,
    );
    expect(refusal(await readAll(spreadsheet, workbook))).toContain("not UTF-8");
  });

  it("reads .xlsb with the indexes that Excel writes beside its sheets", async () => {
    const members = (await openZip(book({ Codes: codes }, "xlsb"), defaultZipLimits)).map(async (entry) => ({
      name: entry.name,
      data: await entry.read(),
    }));
    // [MS-XLSB] 2.1.7.4: records 42 and 43, and no end of a sheet.
    const index = Buffer.from("2a1800000000000000000000000000000000000000000000000000002b00", "hex");
    const excel = writeZip([
      ...(await Promise.all(members)),
      { name: "xl/worksheets/binaryIndex1.bin", data: index },
    ]);
    expect((await readAll(spreadsheet, excel)).cells).toEqual([
      ["AFRT", "Air freight", "19"],
      ["DOC", "Documents & más", "0.1"],
    ]);
  });

  it("ignores files that macOS adds to a repacked workbook", async () => {
    const entries = await openZip(book({ Codes: codes }), defaultZipLimits);
    const members = entries.map(async (entry) => ({ name: entry.name, data: await entry.read() }));
    const fork = Buffer.from("0005160700020000", "hex");
    const packed = writeZip([
      ...(await Promise.all(members)),
      { name: "__MACOSX/xl/worksheets/._sheet1.xml", data: fork },
    ]);
    expect((await readAll(spreadsheet, packed)).cells).toHaveLength(2);
  });

  it("refuses a list of sheets that cannot be read, as beta versions wrote it", async () => {
    const members = await Promise.all(
      (await openZip(book({ Codes: codes }, "xlsb"), defaultZipLimits)).map(async (member) => ({
        name: member.name,
        data: Buffer.from(await member.read()),
      })),
    );
    const isList = (name: string): boolean => name === "xl/workbook.bin";
    const list = members.find(({ name }) => isList(name))!.data;
    const badName = Buffer.from(list);
    badName[list.indexOf(Buffer.from("Codes", "utf16le"))] = 1;
    const otherRecords = Buffer.concat([Buffer.from([0x10, 0x00]), list.subarray(2)]);
    for (const data of [badName, otherRecords]) {
      const bytes = writeZip(members.map((member) => (isList(member.name) ? { ...member, data } : member)));
      expect(refusal(await readAll(spreadsheet, bytes))).toContain("a beta version");
    }
  });

  it.each(["biff2", "biff3", "biff4"] as const)("names a workbook of Excel 2 to 4 as such (%s)", (type) => {
    const bytes = book({ Codes: codes }, type);
    expect(spreadsheet.recognizes(bytes)).toBe(false);
    expect(otherKind(bytes)).toBe("a workbook of Excel 2, 3 or 4");
  });

  it("numbers shared texts correctly after an empty one", async () => {
    const workbook = await altered(book({ S: [["Code"], ["first"], ["second"]] }), (name, text) =>
      name === "xl/sharedStrings.xml" ? text.replace("<si><t>first</t></si>", "<si/>") : text,
    );
    expect((await readAll(spreadsheet, workbook)).cells).toEqual([["second"]]);
  });

  it("keeps true row numbers across blank rows, titles and hidden rows", async () => {
    const rows = (text: string, from: number): string => xmlRows([[text, "x"]], from);
    const table = await readAll(
      spreadsheet,
      await bookOfXml(
        xmlRows([["Charge codes of Acme"]]) +
          xmlRows([["Code", "Name"]], 4) +
          rows("A", 5) +
          rows("B", 9).replace("<row ", '<row hidden="1" '),
      ),
    );
    expect(table.headings).toEqual(["Code", "Name"]);
    expect(table.rows.map((row) => row.line)).toEqual([5, 9]);
    expect(table.detected).toMatchObject({ headerRows: [4], preambleLines: 3 });
    expect(table.issues).toMatchObject([{ code: "lines_left_out" }, { code: "blank_lines", line: 6 }]);
    expect(table.issues[1]?.message).toContain("between rows: 3.");
  });

  it.each(["xlsx", "xlsb", "biff8"] as const)(
    "keeps cells of spaces and line breaks, in .%s",
    async (type) => {
      const rows = [
        ["a", "  ", "x", "\n"],
        ["b", "y", "\u00a0", "z"],
      ];
      const table = await readAll(
        spreadsheet,
        book({ S: [["A", "B", "C", "D"], ...rows, [" ", "\n"]] }, type),
      );
      expect(table.cells).toEqual(rows);
    },
  );

  it("reports text in cells that are marked as numbers, and reads no part of it", async () => {
    const sheet = (cell: string): Promise<Buffer> =>
      bookOfXml(
        `${xmlRows([["Code", "Rate"]])}<row r="2"><c r="A2" t="inlineStr"><is><t>A</t></is></c>${cell}</row>`,
      );
    const read = async (cell: string) => (await readAll(spreadsheet, await sheet(cell))).rows[0]!;
    for (const [content, text] of [
      ["<v>5,5</v>", "5,5"],
      ["<v>5 5</v>", "5 5"],
      ["<v>n/a &amp; more</v>", "n/a & more"],
      ["<v xml:space='preserve'>12x</v>", "12x"],
      ["<f>A1</f><v>1.5.2</v>", "1.5.2"],
      ["<is><t>7</t></is>", "7"],
    ] as const) {
      for (const type of ["", ' t="n"', " s='0' t='n'"]) {
        const row = await read(`<c r="B2"${type}>${content}</c>`);
        expect(row.cells).toEqual(["A", text]);
        expect(row.issues).toMatchObject([{ code: "not_a_number", line: 2, column: "Rate" }]);
      }
    }
    expect((await read('<c r="B2" t="inlineStr"><v>7</v></c>')).cells).toEqual(["A", "7"]);
    expect((await read('<c r="B2"><v> -1.50E+2 </v></c>')).cells).toEqual(["A", "-150"]);
    expect((await read('<c r="B2"><f>A1</f><v>2</v></c>')).cells).toEqual(["A", "2"]);
  });

  it("reads booleans in digits and words, and reports other values", async () => {
    const cells: readonly (readonly [string, string, string?])[] = [
      ["<v>1</v>", "TRUE"],
      ["<v>TRUE</v>", "TRUE"],
      ["<v>True</v>", "TRUE"],
      ["<v> true\n</v>", "TRUE"],
      ["<v>0</v>", "FALSE"],
      ["<v>FALSE </v>", "FALSE"],
      ["<f>1=1</f><v>TRUE</v>", "TRUE"],
      ["<v></v>", ""],
      ["<f>1=1</f><v></v>", "", "formula_without_value"],
      ["<v>yes</v>", "yes", "not_a_boolean"],
      ["<v>2</v>", "2", "not_a_boolean"],
      ["<v>-1</v>", "-1", "not_a_boolean"],
      ["<is><t>TRUE</t></is>", "TRUE"],
      ["<v></v><is><t>false</t></is>", "FALSE"],
      ["<v/><is><r><t>TR</t></r><r><t>UE</t></r></is>", "TRUE"],
      ["<is><t>left</t></is>", "left", "not_a_boolean"],
      ["<f>1=1</f><is><t>true</t></is>", "TRUE"],
    ];
    const table = await readAll(
      spreadsheet,
      await bookOfXml(
        xmlRows([["Code", "Active"]]) +
          cells
            .map(
              ([cell], i) =>
                `<row r="${i + 2}"><c r="A${i + 2}"><v>${i}</v></c><c r="B${i + 2}" t="b">${cell}</c></row>`,
            )
            .join(""),
      ),
    );
    expect(table.rows.map(({ cells: [, text], issues }) => [text, issues?.[0]?.code])).toEqual(
      cells.map(([, text, code]) => [text, code]),
    );
  });

  it.each(["xlwt", "xlwt-zero", "writeexcel", "libreoffice", "gnumeric"])(
    "finds formulas that %s never calculated",
    async (writer) => {
      const bytes = readFileSync(new URL(`files/${writer}.xls`, import.meta.url));
      const table = await readAll(spreadsheet, bytes);
      const without = table.rows[0]?.issues?.map(({ code, column }) => `${code} ${column}`) ?? [];
      const expected: Record<string, readonly string[]> = {
        xlwt: ["Total", "Str", "Bool", "Err", "Date"],
        "xlwt-zero": ["Total"],
        writeexcel: ["Total", "Str"],
        libreoffice: ["Join", "Left"],
        gnumeric: ["Zero"],
      };
      expect(without).toEqual(expected[writer]!.map((column) => `formula_without_value ${column}`));
    },
  );

  it("reports a text formula of .xls without a result, and reads an empty string as a value", async () => {
    const rows = [["Code", "Total", "Name"], ...Array.from({ length: 4 }, (_, i) => [`A${i}`, i + 1, "x"])];
    const cell = (row: number, kind: number) => formulaRecord(row, 2, [kind, 0, 0, 0, 0, 0, 0xff, 0xff]);
    const records = [
      cell(1, 0), // never calculated
      Buffer.concat([cell(2, 0), textRecord("Vogel")]),
      Buffer.concat([cell(3, 0), sharedFormula, textRecord("Kern")]),
      cell(4, 3), // an empty string
    ];
    const table = await readAll(spreadsheet, withCells(book({ S: rows }, "biff8"), 2, records));
    expect(table.rows.map(({ cells: [, , name], issues }) => [name ?? "", issues?.[0]?.code])).toEqual([
      ["", "formula_without_value"],
      ["Vogel", undefined],
      ["Kern", undefined],
      ["", undefined],
    ]);
  });

  it("reports the result of an .xls formula that is neither true nor false", async () => {
    const rows = [["Code", "Active"], ...["A", "B", "C"].map((code) => [code, "x"])];
    const records = [1, 0, 2].map((value, i) => formulaRecord(i + 1, 1, [1, 0, value, 0, 0, 0, 0xff, 0xff]));
    const table = await readAll(spreadsheet, withCells(book({ S: rows }, "biff8"), 1, records));
    expect(table.rows.map(({ cells: [, active], issues }) => [active, issues?.[0]?.code])).toEqual([
      ["TRUE", undefined],
      ["FALSE", undefined],
      ["2", "not_a_boolean"],
    ]);
  });

  it("reads the day of the week as a date, and ignores the filler of a number format", async () => {
    const cells = [
      [{ t: "n", v: 46098, z: "aaa" }],
      [{ t: "n", v: 46098, z: "*d0" }],
      [{ t: "n", v: 46098, z: "_y0" }],
    ] as Cell[][];
    const read = await Promise.all(cells.map((cell) => readAll(spreadsheet, book({ S: [["From"], cell] }))));
    expect(read.map((table) => table.cells[0]?.[0])).toEqual(["2026-03-17", "46098", "46098"]);
  });

  const formatNumbers: readonly (readonly [format: number, value: number, text: string])[] = [
    ...[27, 28, 29, 30, 31, 34, 36].map((id) => [id, 46098, "2026-03-17"] as const),
    [31, 46098.5, "2026-03-17T12:00:00"],
    [32, 0.5, "12:00:00"],
    [33, 0.25, "06:00:00"],
    [35, 0.5, "12:00:00"],
  ];

  it.each(["xlsb", "biff8"] as const)("reads formats 27 to 36 of .%s as dates and times", async (type) => {
    const rows = formatNumbers.map(([z, v], i) => [`A${i}`, { t: "n", v, z }] as Cell[]);
    const table = await readAll(spreadsheet, bookWithFormatNumbers([["Code", "From"], ...rows], type));
    expect(table.cells.map(([, text]) => text)).toEqual(formatNumbers.map(([, , text]) => text));
  });

  it("reads built-in formats of Chinese, Japanese, Korean and Thai as dates and times", async () => {
    const cells = [
      ...formatNumbers,
      ...[50, 51, 52, 53, 54, 55, 56, 57, 58, 71, 81].map((id) => [id, 46098, "2026-03-17"] as const),
      [56, 0.5, "12:00:00"],
      [67, 0.19, "19%"],
      [79, 1.5, "36:00:00"],
    ] as const;
    const table = await readAll(spreadsheet, await bookOfFormats(cells.map(([id, value]) => [id, value])));
    expect(table.cells.map(([, text]) => text)).toEqual(cells.map(([, , text]) => text));
    expect(table.rows.flatMap(({ issues }) => issues ?? [])).toEqual([]);
  });

  it("prefers a number format of the file to a built-in one", async () => {
    for (const [formats, read] of [
      ['<numFmts count="1"><numFmt numFmtId="58" formatCode="0.00"/></numFmts>', "46098"],
      ['<numFmts count="1"><numFmt numFmtId="164" formatCode="0.00"/></numFmts>', "2026-03-17"],
      ["<numFmts/>", "2026-03-17"],
      ["", "2026-03-17"],
    ] as const)
      expect((await readAll(spreadsheet, await bookOfFormats([[58, 46098]], formats))).cells).toEqual([
        ["0", read],
      ]);
  });

  it.each(["xlsx", "xlsb", "biff8"] as const)("reads no dates of .%s above the year 9999", async (type) => {
    const rows = [2_957_003, 2_957_004, 2_958_465, 1e9, 1e300].map(
      (v, i) => [`A${i}`, { t: "n", v, z: "yyyy-mm-dd" }] as Cell[],
    );
    const read = async (date1904: boolean) => {
      const bytes = book({ S: [["Code", "From"], ...rows] }, type, (workbook) => {
        workbook.Workbook = { WBProps: { date1904 } };
      });
      return (await readAll(spreadsheet, bytes)).rows.map(
        ({ cells, issues }) => issues?.[0]?.code ?? cells[1],
      );
    };
    const none = "impossible_date";
    expect(await read(true)).toEqual(["9999-12-31", none, none, none, none]);
    expect(await read(false)).toEqual(["9995-12-30", "9995-12-31", "9999-12-31", none, none]);
  });

  it("returns any text unchanged, in every kind of workbook", async () => {
    const text = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
      .filter(
        (value) =>
          value.trim() !== "" && !/[\u0000-\u001f\ud800-\udfff\ufffe\uffff]|_x[0-9a-f]{4}_/i.test(value),
      );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }),
        fc.constantFrom("xlsx" as const, "xlsb" as const, "biff8" as const),
        async (rows, type) => {
          const table = await readAll(spreadsheet, book({ S: [["Left", "Right"], ...rows] }, type), {
            header: "1",
          });
          expect(table.cells).toEqual(rows);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("returns any whole number and amount unchanged", async () => {
    const amount = fc
      .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }))
      .map(([whole, cents]) =>
        `${whole === 0 ? 1 : whole}.${String(cents).padStart(2, "0")}`.replace(/\.?0+$/, (zeros) =>
          zeros.startsWith(".") ? "" : zeros.replace(/0+$/, ""),
        ),
      );
    await fc.assert(
      fc.asyncProperty(
        fc.maxSafeInteger().map(String),
        amount.filter((text) => String(Number(text)) === text),
        async (whole, part) => {
          const table = await readAll(
            spreadsheet,
            await bookOfXml(
              `${xmlRows([["Whole", "Part"]])}<row r="2"><c r="A2"><v>${whole}</v></c><c r="B2"><v>${part}</v></c></row>`,
            ),
          );
          expect(table.cells).toEqual([[whole, part]]);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("the choice of the sheet", () => {
  const taxes: Cell[][] = [
    ["Tax", "Rate"],
    ["S1", 20],
    ["S2", 10],
    ["S3", 5],
  ];

  it("uses the only sheet with a table", async () => {
    const table = await readAll(spreadsheet, book({ Cover: [["Acme"], ["Confidential"]], Codes: codes }));
    expect(table.detected.sheet).toBe("Codes");
    expect(table.issues).toEqual([]);
  });

  it("reports a guess among several", async () => {
    const table = await readAll(spreadsheet, book({ Codes: codes, Taxes: taxes }));
    expect(table.detected.sheet).toBe("Taxes");
    expect(table.issues).toMatchObject([{ code: "sheet_guessed", severity: "warning" }]);
    expect(table.detected.evidence).toContain(
      "Of the sheets that may contain the table, Taxes has the most rows (4). Codes has 3.",
    );
  });

  it("uses the sheet that is named or numbered, or that matches a pattern", async () => {
    const bytes = book({ Codes: codes, Taxes: taxes });
    for (const sheet of ["Taxes", " taxes ", { number: "2" }, { matches: "T*s" }]) {
      const table = await readAll(spreadsheet, bytes, { sheet });
      expect(table.detected.sheet).toBe("Taxes");
      expect(table.issues).toEqual([]);
    }
    for (const sheet of ["Nope", { number: "3" }, { matches: "*x" }]) {
      expect(refusal(await readAll(spreadsheet, bytes, { sheet }))).toContain("its sheets are Codes, Taxes");
    }
    expect(refusal(await readAll(spreadsheet, bytes, { sheet: { matches: "*" } }))).toContain(
      "several sheets",
    );
  });

  it("uses the only sheet with the headings of the mapping", async () => {
    const bytes = book({ Codes: codes, Taxes: taxes });
    const table = await readAll(spreadsheet, bytes, { header: { contains: ["rate", "code"] } });
    expect(table.detected.sheet).toBe("Codes");
    expect(table.issues).toEqual([]);
    expect(refusal(await readAll(spreadsheet, bytes, { header: { contains: ["Nope"] } }))).toContain("Nope");
  });

  it("ignores hidden sheets unless they are named", async () => {
    const bytes = book({ Codes: codes, Old: taxes }, "xlsx", (workbook) => {
      workbook.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 2 }] };
    });
    const table = await readAll(spreadsheet, bytes);
    expect(table.detected.sheet).toBe("Codes");
    expect(table.detected.evidence.join(" ")).toContain("Hidden sheets: Old");
    expect((await readAll(spreadsheet, bytes, { sheet: "Old" })).cells).toHaveLength(3);
  });

  it("reads a range, with the true row numbers", async () => {
    const rows = [
      ["note"],
      [null, "Code", "Name"],
      [null, "A", "a", "aside"],
      [null, "B", "b"],
      [null, "Total", "2"],
    ];
    const bytes = book({ S: rows });
    const table = await readAll(spreadsheet, bytes, { range: "B2:C4" });
    expect(table.headings).toEqual(["Code", "Name"]);
    expect(table.cells).toEqual([
      ["A", "a"],
      ["B", "b"],
    ]);
    expect(table.rows.map((row) => row.line)).toEqual([3, 4]);
    expect((await readAll(spreadsheet, bytes, { range: "B2:C" })).cells).toHaveLength(3);
    expect(refusal(await readAll(spreadsheet, bytes, { range: "F1:G" }))).toContain("is empty");
  });

  it("asks nothing if only headings are merged", async () => {
    const rows = [
      ["Employee", null, "Manager", null],
      ["Code", "Name", "Code", "Name"],
      ["E1", "Ada Lind", "E2", "Bo Lee"],
      ["E2", "Bo Lee", "E3", "Cy Fox"],
    ];
    const merges = (ranges: XLSX.Range[]) => (workbook: XLSX.WorkBook) => {
      (workbook.Sheets["S"] as XLSX.WorkSheet)["!merges"] = ranges;
    };
    const across = (row: number, from: number): XLSX.Range => ({
      s: { r: row, c: from },
      e: { r: row, c: from + 1 },
    });
    for (const kind of ["xlsx", "ods"] as const) {
      const headings = await readAll(
        spreadsheet,
        book({ S: rows }, kind, merges([across(0, 0), across(0, 2)])),
        { header: { rows: ["1", "2"] } },
      );
      expect(headings.headings).toEqual(["Employee Code", "Employee Name", "Manager Code", "Manager Name"]);
      expect(headings.issues).toEqual([]);
      const body = await readAll(spreadsheet, book({ S: rows }, kind, merges([across(0, 0), across(2, 2)])), {
        header: { rows: ["1", "2"] },
      });
      expect(body.issues).toMatchObject([{ code: "merged_cells" }]);
    }
  });

  it("reports merged cells, and leaves the covered ones blank", async () => {
    const table = await readAll(
      spreadsheet,
      book(
        {
          S: [
            ["Group", "Code"],
            ["FRT", "A"],
            [null, "B"],
          ],
        },
        "xlsx",
        (workbook) => {
          (workbook.Sheets["S"] as XLSX.WorkSheet)["!merges"] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }];
        },
      ),
    );
    expect(table.cells).toEqual([
      ["FRT", "A"],
      ["", "B"],
    ]);
    expect(table.issues).toMatchObject([{ code: "merged_cells", severity: "note" }]);
  });
});

describe("variants of the parts of an Office package", () => {
  it("reads dates that are written as dates, and text around comments and instructions", async () => {
    const row = (n: number, value: string): string =>
      `<row r="${n}"><c r="A${n}" t="inlineStr"><is><t>C${n}</t></is></c>${value}</row>`;
    const table = await readAll(
      spreadsheet,
      await bookOfXml(
        xmlRows([["code", "value"]]) +
          row(2, '<c r="B2" t="d"><v>2026-11-01</v></c>') +
          row(3, '<c r="B3" t="d"><v>2026-11-01T00:00:00</v></c>') +
          row(4, '<c r="B4" t="d"><v>2026-11-01T10:30:00</v></c>') +
          row(5, '<c r="B5" t="inlineStr"><is><t>A<?pi x?>B<!-- no -->C</t></is></c>'),
      ),
    );
    const values = table.cells.map((cells) => cells[1]);
    expect(values).toEqual(["2026-11-01", "2026-11-01", "2026-11-01T10:30:00", "ABC"]);
  });

  it.each([
    ["", "x:"],
    ["x:", ""],
    ["x:", "y:"],
  ])(
    "reads cells and shared strings whose elements have the prefix %j or %j for the same namespace",
    async (own, other) => {
      const uri = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
      const declared = [own, other]
        .map((prefix) => `xmlns${prefix === "" ? "" : `:${prefix.slice(0, -1)}`}="${uri}"`)
        .join(" ");
      const withPrefix = (prefix: string, text: string) => text.replace(/<(\/?)(?=\w)/g, `<$1${prefix}`);
      const part = (root: string, content: string) => `<${own}${root} ${declared}>${content}</${own}${root}>`;
      const mixed = (first: string, second: string) => withPrefix(own, first) + withPrefix(other, second);
      const row = (n: number, cells: string) => `<${own}row r="${n}">${cells}</${own}row>`;
      const sheet = part(
        "worksheet",
        `<${own}sheetData>` +
          row(1, mixed('<c r="A1" t="s"><v>0</v></c>', '<c r="B1" t="s"><v>1</v></c>')) +
          row(2, mixed('<c r="A2" t="inlineStr"><is><t>C1</t></is></c>', '<c r="B2"><v>5</v></c>')) +
          row(3, mixed('<c r="A3"><v>7</v></c>', '<c r="B3" t="inlineStr"><is><t>TEXT</t></is></c>')) +
          `</${own}sheetData>`,
      );
      const texts = part("sst", mixed("<si><t>code</t></si>", "<si><t>0</t></si>"));
      const bytes = await altered(book({ Sheet1: [["a"]] }), (name) =>
        name === "xl/worksheets/sheet1.xml"
          ? sheet.replace("TEXT", "<![CDATA[<b>]]>")
          : name === "xl/sharedStrings.xml"
            ? texts
            : undefined,
      );
      const table = await readAll(spreadsheet, bytes, { header: "1" });
      expect(refusal(table)).toBe("");
      expect(table.headings).toEqual(["code", "0"]);
      expect(table.cells).toEqual([
        ["C1", "5"],
        ["7", "<b>"],
      ]);
    },
  );

  it.each([
    ["little", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["big", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
  ] as const)("reads a part in UTF-16, %s endian", async (_, encoded) => {
    const rows = [
      ["code", "name"],
      ["C1", "Müller"],
    ];
    const changed = await altered(await bookOfXml(xmlRows(rows)), (name, text) =>
      name === "xl/worksheets/sheet1.xml" ? { data: encoded(text.replace("UTF-8", "UTF-16")) } : undefined,
    );
    const table = await readAll(spreadsheet, changed);
    expect([table.headings, ...table.cells]).toEqual(rows);
  });
});

import { describe, expect, it } from "vitest";
import { spreadsheet } from "../../src/formats/spreadsheet/spreadsheet.js";
import { xml } from "../../src/formats/xml/xml.js";
import { defaultLimits } from "../../src/formats/limits.js";
import { isAcceptedByName } from "../../src/model/issues.js";
import { readAll, sourceOf, wholeTable } from "./reading.js";
import { bookOfXml, xmlRows } from "./workbooks.js";

/** Characters that XML does not allow. */

const accepting = { accept: ["control_character"] };
const file = (name: string) =>
  `<List>\n<Row><Id>1</Id>\n<Name>${name}</Name></Row>\n<Row><Id>2</Id><Name>b</Name></Row></List>`;

it.each([
  ["&#4; Primary", "U+0004", " Primary"],
  ["a&#x1F;b", "U+001F", "ab"],
  ["a&#00;b", "U+0000", "ab"],
  ["a\u0001b", "U+0001", "ab"],
  ["<![CDATA[a\u0002b]]>", "U+0002", "ab"],
  ["a&#xFFFE;b", "U+FFFE", "ab"],
  ["a&#xD800;b", "U+D800", "ab"],
])("%j is refused with its line and character, or dropped", async (name, character, read) => {
  const [found] = (await readAll(xml, file(name))).issues;
  expect(found).toMatchObject({
    code: "control_character",
    severity: "error",
    message: `Line 3 contains the control character ${character}, which XML does not allow.`,
  });
  expect(found?.hint).toContain("`control_character` to `read.accept`");
  for (const piece of [1, 3, 65_536]) {
    const table = await wholeTable(
      await xml.read(sourceOf(file(name), "file", piece), accepting, defaultLimits),
    );
    expect(table.cells).toEqual([
      ["1", read],
      ["2", "b"],
    ]);
    expect(table.issues).toMatchObject([{ code: "control_character", severity: "warning", line: 3 }]);
  }
});

it.each([
  "&#9;a",
  "a&#10;b",
  "&#228;",
  "&#x1F600;",
  "<![CDATA[&#4;]]>",
  "x<!-- &#4; -->",
  "&amp;#4;",
  "a-->b",
  "a-b--",
])("%j is read unchanged", async (name) => {
  const parsed = {
    "&#9;a": "\ta",
    "a&#10;b": "a\nb",
    "&#228;": "ä",
    "&#x1F600;": "😀",
    "<![CDATA[&#4;]]>": "&#4;",
    "x<!-- &#4; -->": "x",
    "&amp;#4;": "&#4;",
  };
  for (const piece of [1, 2, 65_536]) {
    const table = await wholeTable(await xml.read(sourceOf(file(name), "file", piece), {}, defaultLimits));
    expect(table.cells[0]?.[1]).toBe((parsed as Record<string, string>)[name] ?? name);
  }
});

it("drops control characters from Excel 2003 XML as well", async () => {
  const workbook = `<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet><Table><Row><Cell><Data>A</Data></Cell><Cell><Data>B</Data></Cell></Row>
<Row><Cell><Data>a&#4;b</Data></Cell><Cell><Data>c</Data></Cell></Row></Table></Worksheet></Workbook>`;
  expect((await readAll(spreadsheet, workbook)).issues).toMatchObject([
    { code: "control_character", severity: "error", line: 2 },
  ]);
  expect((await readAll(spreadsheet, workbook, accepting)).cells).toEqual([["ab", "c"]]);
});

describe("a control character in a cell of a workbook", () => {
  const sheet = (name: string) =>
    xmlRows([["Id", "Name"]]) +
    `<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="inlineStr"><is><t>${name}</t></is></c></row>`;

  it.each(["a_x0004_b", "a&#4;b", "a_x001F__x000B_b"])("%s rejects its row, or is dropped", async (name) => {
    const bytes = await bookOfXml(sheet(name));
    const refused = await readAll(spreadsheet, bytes);
    expect(refused.rows[0]?.issues).toMatchObject([{ code: "control_character", line: 2, column: "Name" }]);
    expect(isAcceptedByName("control_character")).toBe(true);
    const dropped = await readAll(spreadsheet, bytes, accepting);
    expect(dropped.cells).toEqual([["1", "ab"]]);
    expect(dropped.rows[0]?.issues).toMatchObject([{ code: "control_character", severity: "warning" }]);
  });

  it("is not reported if it is a tab or a line break", async () => {
    const { cells, rows } = await readAll(spreadsheet, await bookOfXml(sheet("a_x0009_b_x000D_&#10;c")));
    expect([cells, rows[0]?.issues]).toEqual([[["1", "a\tb\nc"]], undefined]);
  });

  const old = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table>
<Row><Cell><Data ss:Type="String">Id</Data></Cell><Cell><Data ss:Type="String">Name</Data></Cell></Row>
<Row><Cell><Data ss:Type="String">1</Data></Cell><Cell><Data ss:Type="String">a&#4;b</Data></Cell></Row></Table></Worksheet></Workbook>`;

  it("is reported when it is dropped from Excel 2003 XML", async () => {
    const table = await readAll(spreadsheet, old, accepting);
    expect(table.cells).toEqual([["1", "ab"]]);
    expect(table.issues).toMatchObject([{ code: "control_character", severity: "warning", line: 3 }]);
  });
});

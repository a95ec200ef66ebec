import { gzipSync } from "node:zlib";
import type * as XLSX from "xlsx";
import { altered, book, type BookType, type Cell } from "../formats/workbooks.js";
import { writeZip } from "../formats/zip-writer.js";
import type { CorpusFile } from "./corpus-files.js";

/**
 * Small files that are not delimited text, or wrapped delimited text, each with the table that a careful
 * person sees.
 */

const headings = ["Code", "Bezeichnung", "Satz"];
const rows = [
  ["00123", "Fracht & Zoll", "19"],
  ["1E10", 'said "no", <twice>', "7.5"],
  ["03/04", "Größe", "0"],
];

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const csv = [headings, ...rows].map((row) => `${row.map(quoted).join(";")}\r\n`).join("");

const objects = rows.map((row) => Object.fromEntries(row.map((cell, i) => [headings[i]!, cell] as const)));

function page(charset: string): string {
  const line = (tag: string, row: readonly string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>\r\n`;
  return (
    `<html><head><meta http-equiv="Content-Type" content="text/html; charset=${charset}"></head><body>` +
    `<table border=1>${line("th", headings)}${rows.map((row) => line("td", row)).join("")}</table></body></html>`
  );
}

function excel2003(): string {
  const line = (row: readonly string[]): string =>
    `<Row>${row.map((cell) => `<Cell><Data ss:Type="String">${escaped(cell)}</Data></Cell>`).join("")}</Row>`;
  return (
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n' +
    '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">' +
    `<Worksheet ss:Name="Codes"><Table>${[headings, ...rows].map(line).join("")}</Table></Worksheet></Workbook>`
  );
}

/**
 * The table as cells of a workbook: the rate as a number, the rest as text. `00123` is a number with a format
 * if the kind of workbook permits it.
 */
function cellsFor(type: BookType): readonly (readonly Cell[])[] {
  const first: Cell = type === "ods" ? "00123" : { t: "n", v: 123, z: "00000" };
  return [headings, [first, "Fracht & Zoll", 19], ["1E10", 'said "no", <twice>', 7.5], ["03/04", "Größe", 0]];
}

/** A file with the table above. */
function codes(
  file: string,
  kind: string,
  write: CorpusFile["write"],
  options?: CorpusFile["options"],
): CorpusFile {
  return { file, kind, write, headings, rows, ...(options === undefined ? {} : { options }) };
}

const hide = (index: number) => (made: XLSX.WorkBook) => {
  const sheets = made.SheetNames.map((name, i) => ({
    name,
    Hidden: i === index ? (1 as const) : (0 as const),
  }));
  made.Workbook = { Sheets: sheets };
};

const dated = (serial: number): readonly (readonly Cell[])[] => [
  ["Code", "From"],
  ["A", { t: "n", v: serial, z: "dd.mm.yyyy" }],
  ["B", { t: "n", v: serial + 1, z: "dd.mm.yyyy" }],
];

const days = {
  headings: ["Code", "From"],
  rows: [
    ["A", "2024-03-31"],
    ["B", "2024-04-01"],
  ],
};

const merged = {
  headings: ["Group", "Code"],
  rows: [
    ["A", "1"],
    ["", "2"],
    ["B", "3"],
  ],
};

const types: readonly (readonly [BookType, string])[] = [
  ["xlsx", "xlsx"],
  ["xlsm", "xlsm"],
  ["xlsb", "xlsb"],
  ["biff8", "xls"],
  ["ods", "ods"],
];

const cells = cellsFor("xlsx");
const above: readonly (readonly Cell[])[] = [["Charge codes of Acme"], ["Printed 2024-03-31"], []];
const text = Buffer.from(csv);
const fixed = [headings, ...rows]
  .map((row) => `${row[0]!.padEnd(8)}${row[1]!.padEnd(24)}${row[2]!.padStart(6)}\r\n`)
  .join("");
const columns = [
  { name: "Code", from: "1", to: "8" },
  { name: "Bezeichnung", from: "9", to: "32" },
  { name: "Satz", from: "33" },
];

const textFiles: readonly CorpusFile[] = [
  codes("fixed-width.txt", "fixed width", () => Buffer.from(fixed), { columns, header: "1" }),
  codes("fixed-width-latin1.txt", "fixed width", () => Buffer.from(fixed, "latin1"), {
    columns,
    header: "1",
    encoding: "windows-1252",
  }),
  codes("array.json", "JSON array", () => Buffer.from(JSON.stringify(objects, null, 2))),
  codes("array-in-document.json", "JSON array", () =>
    Buffer.from(JSON.stringify({ meta: 1, items: objects })),
  ),
  codes("rows.json", "JSON array", () => Buffer.from(JSON.stringify([headings, ...rows]))),
  codes("lines.ndjson", "NDJSON", () =>
    Buffer.from(objects.map((each) => `${JSON.stringify(each)}\n`).join("")),
  ),
  codes("page.xls", "HTML table", () => Buffer.from(page("utf-8"))),
  codes("page-latin1.xls", "HTML table", () => Buffer.from(page("windows-1252"), "latin1")),
  codes("excel-2003.xls", "Excel 2003 XML", () => Buffer.from(excel2003())),
];

const wrappedFiles: readonly CorpusFile[] = [
  codes("codes.csv.gz", "gz", () => gzipSync(text)),
  codes("workbook.xlsx.gz", "gz", () => gzipSync(book({ Codes: cells }))),
  codes("codes.zip", "zip", () => writeZip([{ name: "out/codes.csv", data: text }])),
  codes(
    "several.zip",
    "zip, named member",
    () =>
      writeZip([
        { name: "readme.txt", data: Buffer.from("see codes\n") },
        { name: "codes-2024.csv", data: text },
      ]),
    { member: "codes*.csv" },
  ),
];

const workbooks: readonly CorpusFile[] = [
  ...types.map(([type, ending]) =>
    codes(`workbook-${type}.${ending}`, `workbook ${type}`, () => book({ Codes: cellsFor(type) }, type)),
  ),
  ...types.map(([type, ending]) =>
    codes(`preamble-${type}.${ending}`, "workbook, preamble", () =>
      book({ Codes: [...above, ...cellsFor(type)] }, type),
    ),
  ),
  codes("named-wrongly.txt", "workbook, content decides", () => book({ Codes: cells })),
  codes("text-named.xlsx", "workbook, content decides", () => text),
  codes(
    "hidden.xlsx",
    "workbook, hidden sheet",
    () => book({ Old: [["x"]], Codes: cells }, "xlsx", hide(0)),
    { sheet: "Codes" },
  ),
  codes("number.xls", "workbook, sheet by number", () => book({ Old: [["x"]], Codes: cells }, "biff8"), {
    sheet: { number: "2" },
  }),
  codes(
    "pattern.ods",
    "workbook, sheet by pattern",
    () => book({ Old: [["x"]], Codes: cellsFor("ods") }, "ods"),
    { sheet: { matches: "Code*" } },
  ),
  codes(
    "range.xlsx",
    "workbook, range",
    () => book({ Codes: [["note"], ...cells.map((row) => ["", ...row, "", "aside"]), ["", "Total"]] }),
    { range: "B2:D5" },
  ),
  codes("dimension.xlsx", "workbook, false dimension", () =>
    altered(book({ Codes: cells }), (name, part) =>
      name === "xl/worksheets/sheet1.xml"
        ? part.replace(/<dimension ref="[^"]*"/, '<dimension ref="A1:A2"')
        : part,
    ),
  ),
  {
    file: "merged.xlsx",
    kind: "workbook, merged cells",
    ...merged,
    write: () =>
      book({ Codes: [merged.headings, ...merged.rows] }, "xlsx", (made) => {
        made.Sheets["Codes"]!["!merges"] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }];
      }),
  },
  { file: "1900.xlsx", kind: "workbook, days from 1900", ...days, write: () => book({ S: dated(45382) }) },
  ...types
    .filter(([type]) => type !== "ods")
    .map(([type, ending]) => ({
      file: `1904-${type}.${ending}`,
      kind: "workbook, days from 1904",
      ...days,
      write: () =>
        book({ S: dated(43920) }, type, (made) => {
          made.Workbook = { WBProps: { date1904: true } };
        }),
    })),
  {
    file: "errors.xlsx",
    kind: "workbook, error cells",
    headings: ["Code", "Rate"],
    rows: [
      ["A", "#N/A"],
      ["B", "7"],
    ],
    write: () =>
      book({
        S: [
          ["Code", "Rate"],
          ["A", { t: "e", v: 0x2a }],
          ["B", { t: "n", v: 7 }],
        ],
      }),
  },
];

export const otherFiles = [...textFiles, ...wrappedFiles, ...workbooks];

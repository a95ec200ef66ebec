import { expect, it } from "vitest";
import { formats } from "../../src/formats/index.js";
import type { Format } from "../../src/formats/format.js";
import { formatContract } from "../contracts/format.js";
import { book } from "./workbooks.js";

type Maker = Parameters<typeof formatContract>[1];

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const escaped = (cell: string) => cell.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const makers: Record<Format["name"], Maker> = {
  delimited: (headings, rows) =>
    Buffer.from([headings, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("")),
  "fixed-width": (headings, rows) =>
    Buffer.from(
      [headings, ...rows].map((row) => `${row.map((cell) => cell.padEnd(12)).join("")}\n`).join(""),
    ),
  spreadsheet: (headings, rows) => book({ Sheet: [headings, ...rows].map((row) => [...row]) }),
  json: (headings, rows) =>
    Buffer.from(
      JSON.stringify(
        rows.map((row) => Object.fromEntries(row.map((cell, i) => [headings[i] ?? "", cell] as const))),
      ),
    ),
  xml: (headings, rows) => {
    const cells = (row: readonly string[]) =>
      row.map((cell, i) => `<${headings[i] ?? ""}>${escaped(cell)}</${headings[i] ?? ""}>`).join("");
    return Buffer.from(`<Table>\n${rows.map((row) => `<Row>${cells(row)}</Row>\n`).join("")}</Table>`);
  },
  html: (headings, rows) => {
    const line = (tag: string, row: readonly string[]) =>
      `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
    return Buffer.from(
      `<html><meta charset="utf-8"><table>${line("th", headings)}${rows.map((row) => line("td", row)).join("")}</table></html>`,
    );
  },
};

const options = {
  "fixed-width": {
    columns: [
      { name: "Code", from: "1", to: "12" },
      { name: "Name", from: "13", to: "24" },
      { name: "Rate", from: "25", to: "36" },
    ],
    header: "1",
  },
};

for (const format of formats) {
  formatContract(format, makers[format.name], format.name === "fixed-width" ? options["fixed-width"] : {});
}

it("the contract runs on every format", () => {
  expect(formats.map(({ name }) => name).sort()).toEqual(Object.keys(makers).sort());
});

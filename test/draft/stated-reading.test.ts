import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { draftMapping } from "../../src/draft/draft.js";
import { guessMapping } from "../../src/draft/guess.js";
import { book } from "../formats/workbooks.js";
import { readBytes } from "../formats/text-reading.js";

/** What a draft states under `read`, so that later files are read in the same way. */

const list = [
  ["Code", "Name", "Active"],
  ["A1", "Müller freight", "yes"],
  ["B2", "Other charge", "no"],
  ["C3", "Third charge", "yes"],
];

function text(delimiter: string): string {
  return list.map((row) => `${row.join(delimiter)}\n`).join("");
}

async function statedIn(bytes: Uint8Array): Promise<readonly string[]> {
  const { detected, headings, rows } = await readBytes(bytes);
  const guess = guessMapping(
    { name: "x", headings, rows: rows.map(({ cells }) => cells) },
    { record: "charge-code" },
  );
  const draft = draftMapping(guess, { name: "x", schema: "schema.json", detected });
  const block = /\nread:\n((?: {2}.*\n)+)/.exec(draft)?.[1] ?? "";
  return block.split("\n").filter((line) => line !== "" && !line.includes("#"));
}

describe("the reading options in a draft", () => {
  it.each([",", ";", "\t"])("state the delimiter %j", async (delimiter) => {
    expect(await statedIn(Buffer.from(text(delimiter)))).toEqual([
      `  delimiter: ${JSON.stringify(delimiter)}`,
    ]);
  });

  it("state a character set that the bytes do not prove, quotation marks, and a header below other lines", async () => {
    const quoted = text(";").replace(/[^;\n]+/g, (cell) => `'${cell}'`);
    const bytes = iconv.encode(`Charges of November\n\n${quoted}`, "windows-1252");
    expect(await statedIn(bytes)).toEqual([
      "  encoding: windows-1252",
      '  delimiter: ";"',
      `  quote: "'"`,
      "  header: 3",
    ]);
  });

  it("state the namespaces whose prefixes are in the headings or in the path of the rows", async () => {
    const rows = (row: string, code: string) =>
      list
        .slice(1)
        .map(
          ([id, name, active]) =>
            `<${row} xml:lang="en"><${code}>${id}</${code}><Name>${name}</Name><On>${active}</On></${row}>`,
        )
        .join("");
    const start = '<r xmlns:a="urn:a" xmlns:b="urn:b" xmlns:unused="urn:c">';
    const stated = (text: string) => statedIn(Buffer.from(`${start}${text}</r>`));
    expect(await stated(rows("Row", "Code"))).toEqual(["  records: r.Row"]);
    expect(await stated(rows("a:Row", "a:Code"))).toEqual(["  records: r.Row"]);
    expect(await stated(rows("Row", "a:Code"))).toEqual(["  records: r.Row", '  namespaces: { a: "urn:a" }']);
    expect(await stated(`<b:Row/>${rows("a:Row", "a:Code")}`)).toEqual([
      '  records: "r.a:Row"',
      '  namespaces: { b: "urn:b", a: "urn:a" }',
    ]);
  });

  it("state no namespace that also occurs in headings without a prefix, because a prefix would change these headings", async () => {
    const rows = list.slice(1).map(([id, name]) => `<y:Row q:id="${id}"><Name>${name}</Name></y:Row>`);
    const text = `<r xmlns="urn:x" xmlns:q="urn:x" xmlns:y="urn:y">${rows.join("")}</r>`;
    expect(await statedIn(Buffer.from(text))).toEqual(["  records: r.Row"]);
    const { headings } = await readBytes(Buffer.from(text), { records: "r.Row" });
    expect(headings).toEqual(["@q:id", "Name"]);
  });

  it("state the sheet and the table if there are several", async () => {
    expect(await statedIn(book({ "Export 2026-03-01": list }))).toEqual([]);
    expect(await statedIn(book({ Charges: list, Notes: [["draft"]] }))).toEqual(["  sheet: Charges"]);
    const rows = list.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("");
    const table = `<table>${rows}</table>`;
    expect(await statedIn(Buffer.from(`<html><body>${table}</body></html>`))).toEqual([]);
    const two = `<html><body><table><tr><td>menu</td></tr></table>${table}</body></html>`;
    expect(await statedIn(Buffer.from(two))).toEqual(["  table: 2"]);
  });
});

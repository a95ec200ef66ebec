import { describe, expect, it } from "vitest";
import { openTable } from "../../src/formats/index.js";
import { defaultLimits } from "../../src/formats/limits.js";
import { spreadsheet } from "../../src/formats/spreadsheet/spreadsheet.js";
import { readAll, refusal, sourceOf, wholeTable } from "./reading.js";
import { altered, book, bookOfXml, compoundFile, recordsOf, xmlRows } from "./workbooks.js";
import { writeZip } from "./zip-writer.js";

/** Every damaged or hostile workbook is refused with a reason. None is read as zero rows without an error. */
const codes = [["Code", "Name"], ...Array.from({ length: 30 }, (_, i) => [`C${i}`, `Name ${i}`])];
const good = book({ Codes: codes });
const sheetPart = "xl/worksheets/sheet1.xml";

async function reasonFor(bytes: Buffer): Promise<string> {
  return refusal(await readAll(spreadsheet, bytes));
}

describe("damaged workbooks", () => {
  it("refuses a wrong checksum", async () => {
    for (const part of [sheetPart, "xl/sharedStrings.xml", "xl/workbook.xml"]) {
      const bytes = await altered(good, (name, text) =>
        name === part ? { data: Buffer.from(text), statedCrc: 42 } : undefined,
      );
      expect(await reasonFor(bytes)).toContain("wrong checksum");
    }
  });

  it("refuses a sheet that ends before its end tag", async () => {
    for (const end of ["</worksheet>", "</sheetData>", "</row>"]) {
      const bytes = await altered(good, (name, text) =>
        name === sheetPart ? text.slice(0, text.lastIndexOf(end)) : undefined,
      );
      expect(await reasonFor(bytes)).toContain("ends before its end tag");
    }
  });

  it("refuses truncated or too few shared texts", async () => {
    const cut = await altered(good, (name, text) =>
      name === "xl/sharedStrings.xml" ? text.slice(0, text.length >> 1) : undefined,
    );
    expect(await reasonFor(cut)).toContain("ends before its end tag");
    const few = await altered(good, (name, text) =>
      name === "xl/sharedStrings.xml"
        ? text.replace(/<si><t>Name 7<\/t><\/si>.*<\/sst>/s, "</sst>")
        : undefined,
    );
    expect(await reasonFor(few)).toContain("damaged");
  });

  it("refuses cells that the library cannot place", async () => {
    const doubled = await bookOfXml(xmlRows([["Code"], ["A"]]) + xmlRows([["B"]], 2));
    expect(await reasonFor(doubled)).toContain("the workbook contains 3 cells, but 2 were read");
  });

  it("refuses a truncation at any point, in every kind of workbook", async () => {
    for (const type of ["xlsx", "xlsb", "biff8", "ods"] as const) {
      const bytes = book({ Codes: codes }, type);
      const step = Math.max(1, Math.floor(bytes.length / 150));
      for (let end = 8; end < bytes.length; end += step) {
        const table = await readAll(spreadsheet, bytes.subarray(0, end));
        // The end of an .xls has no cells, so this truncation loses nothing.
        if (type === "biff8" && refusal(table) === "") expect(table.cells).toEqual(codes.slice(1));
        else expect(refusal(table), `${type} cut at ${end} of ${bytes.length}`).not.toBe("");
      }
    }
  });

  it("refuses an .xls whose records end early within a complete container", async () => {
    const records = recordsOf(book({ Codes: codes }, "biff8"));
    for (
      let end = 4 + records.readUInt16LE(2);
      end < records.length;
      end += 4 + records.readUInt16LE(end + 2)
    ) {
      const bytes = compoundFile("/Workbook", records.subarray(0, end));
      expect(await reasonFor(bytes), `records cut at ${end} of ${records.length}`).toContain("truncated");
    }
    expect(await reasonFor(compoundFile("/Workbook", records))).toBe("");
  });

  it("reads a workbook with a flipped byte correctly, or refuses it", async () => {
    const truth = JSON.stringify((await readAll(spreadsheet, good)).cells);
    for (let at = 0; at < good.length; at += 97) {
      const bytes = Buffer.from(good);
      bytes[at] = (bytes[at] ?? 0) ^ 0x20;
      const table = await readAll(spreadsheet, bytes);
      if (refusal(table) === "") expect(JSON.stringify(table.cells)).toBe(truth);
    }
  });
});

describe("hostile workbooks", () => {
  it("refuses a bomb before it is unpacked", async () => {
    const bomb = await altered(good, (name, text) =>
      name === sheetPart
        ? { data: Buffer.from(text.replace("</sheetData>", `${" ".repeat(40_000_000)}</sheetData>`)) }
        : undefined,
    );
    expect(bomb.length).toBeLessThan(200_000);
    expect(await reasonFor(bomb)).toContain("compression ratio");
  });

  it("refuses a part that is longer or shorter than stated", async () => {
    const lie = (statedSize: number): Promise<Buffer> =>
      altered(good, (name, text) =>
        name === sheetPart ? { data: Buffer.from(text), statedSize } : undefined,
      );
    expect(await reasonFor(await lie(1_000))).toContain("longer than its stated size");
    expect(await reasonFor(await lie(1_000_000))).toContain("does not have its stated size");
    expect(await reasonFor(await lie(2 ** 31))).toContain("unpacked size in bytes");
  });

  it("refuses a million entries because of their number", async () => {
    const parts = Array.from({ length: 2_000 }, (_, i) => ({
      name: `xl/x${i}.xml`,
      data: Buffer.from("<a/>"),
    }));
    expect(await reasonFor(writeZip(parts))).toContain("files in the archive");
  });

  it("refuses entities, and names that point outside", async () => {
    const bytes = await altered(good, (name, text) =>
      name === sheetPart
        ? text.replace("<worksheet", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet')
        : undefined,
    );
    expect(await reasonFor(bytes)).toContain("its own XML entities");
    const unheld = await altered(good, (name, text) =>
      name === "xl/workbook.xml"
        ? text.replace("</sheets>", '<sheet name="Module" sheetId="9" r:id=""/></sheets>')
        : undefined,
    );
    expect(await reasonFor(unheld)).toContain("the sheet Module is damaged or missing");
    const named = writeZip([{ name: "../../[Content_Types].xml", data: Buffer.from("<a/>") }]);
    expect(await reasonFor(named)).toContain("points outside");
  });

  it("refuses encrypted files, and files that are not workbooks", async () => {
    expect(
      await reasonFor(
        writeZip([{ name: "[Content_Types].xml", data: Buffer.from("<a/>"), encrypted: true }]),
      ),
    ).toContain("password");
    const locked = await readAll(spreadsheet, compoundFile("/EncryptedPackage", Buffer.alloc(5_000, 1)));
    expect(locked.issues).toMatchObject([
      { code: "password_protected", hint: "Request the file without a password." },
    ]);
    expect(await reasonFor(compoundFile("/WordDocument", Buffer.alloc(5_000, 1)))).toContain(
      "without a workbook",
    );
    const letter = writeZip([
      { name: "[Content_Types].xml", data: Buffer.from("<Types/>") },
      { name: "word/document.xml", data: Buffer.from("<d/>") },
    ]);
    expect(await reasonFor(letter)).toContain("a Word document");
  });

  it("refuses a cell far outside, and a row beyond the limit", async () => {
    const far = `<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`;
    expect(await reasonFor(await bookOfXml(xmlRows([["Code"], ["A"]]) + far))).toContain("columns: 16384");
    const low = `<row r="1048576"><c r="A1048576"><v>1</v></c></row>`;
    const table = await readAll(spreadsheet, await bookOfXml(xmlRows([["Code"], ["A"]]) + low), {
      header: "1",
    });
    expect(table.rows.map((row) => row.line)).toEqual([2, 1_048_576]);
    const many = await bookOfXml(xmlRows(Array.from({ length: 50 }, () => ["x"])));
    expect(refusal(await readAll(spreadsheet, many, {}, { rows: 20 }))).toContain("rows");
  });

  it("does not follow references that a sheet contains beside its cells", async () => {
    const wide = 'ref="A1:XFD1048576"';
    const bytes = await bookOfXml(xmlRows([["Code"], ["A"]]), {
      before: '<cols><col min="1" max="999999999" width="9"/></cols>',
      after: `<hyperlinks><hyperlink ${wide} location="x"/></hyperlinks><autoFilter ${wide}/>`,
    });
    expect((await readAll(spreadsheet, bytes)).cells).toEqual([["A"]]);
  });

  it("uses the content, regardless of the file name", async () => {
    const text = await openTable(sourceOf("Code;Name\nA;a\nB;b\n", "codes.xlsx"), {}, defaultLimits);
    expect((await wholeTable(text)).detected.format).toBe("delimited");
    const workbook = await openTable(sourceOf(good, "codes.csv"), {}, defaultLimits);
    expect((await wholeTable(workbook)).detected.format).toBe("spreadsheet");
    const page = await openTable(
      sourceOf(
        "<table><tr><th>Code</th><th>N</th></tr><tr><td>00123</td><td>1</td></tr></table>",
        "codes.xls",
      ),
      {},
      defaultLimits,
    );
    expect((await wholeTable(page)).cells).toEqual([["00123", "1"]]);
  });

  it("never returns zero rows without a message", async () => {
    for (const sheets of [{ S: [] }, { S: [["Code", "Name"]] }, { S: [[null, null], [null]] }]) {
      const table = await readAll(spreadsheet, book(sheets), { header: "1" });
      expect(refusal(table)).not.toBe("");
    }
  });
});

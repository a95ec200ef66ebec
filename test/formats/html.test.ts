import { describe, expect, it } from "vitest";
import { htmlFormat } from "../../src/formats/xml/html.js";
import { readAll, refusal } from "./reading.js";

const page = (body: string, head = ""): string =>
  `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`;

describe("an HTML page", () => {
  it("reads a table as a browser shows it, and keeps text as text", async () => {
    const table = await readAll(
      htmlFormat,
      page(`<style>td { color: red }</style><table border=1>
        <tr><th>Code</th><th>Name &amp; more</th><th>Rate</th></tr>
        <tr><td>00123</td><td>  Caf&eacute;
           au <b>lait</b></td><td>1E10</td></tr>
        <tr><td>A&lt;B</td><td>one<br>two</td><td>&nbsp;</td></tr>
      </table>`),
    );
    expect(table.headings).toEqual(["Code", "Name & more", "Rate"]);
    expect(table.cells).toEqual([
      ["00123", "Café au lait", "1E10"],
      ["A<B", "one\ntwo", ""],
    ]);
    expect(table.rows.map((row) => row.line)).toEqual([2, 3]);
    expect(table.issues).toEqual([]);
  });

  it("reports form fields and pictures in place of text, and text of the table outside its cells", async () => {
    const head = "<tr><th>Code</th><th>Name</th></tr>";
    const codes = async (rows: string): Promise<unknown> => {
      const { issues } = await readAll(
        htmlFormat,
        page(`<table>${head}${rows}<tr><td>B</td><td>b</td></tr></table>`),
      );
      return issues.map(({ code, line }) => [code, line]);
    };
    for (const shown of ['<input value="a">', "<select><option>a<option>b</select>", '<img alt="yes" src=x>'])
      expect(await codes(`<tr><td>A</td><td>${shown}</td></tr>`)).toEqual([["fields_in_cells", 2]]);
    expect(await codes("<tr><td>A<img src=x></td><td>a<input type=hidden value=1></td></tr>")).toEqual([]);
    const stray = await readAll(htmlFormat, page(`<table>${head}<tr><td>A</td>stray<td>a</td></tr></table>`));
    expect(stray.detected.evidence.join(" ")).toContain("Everything else on the page is skipped.");
  });

  it("reports cells beyond the headings", async () => {
    const table = await readAll(
      htmlFormat,
      page("<table><tr><th>Code</th><th>Name</th></tr><tr><td>A</td><td>x</td><td>a</td></tr></table>"),
    );
    expect(table.issues).toMatchObject([{ code: "cells_beyond_headings", severity: "warning", line: 2 }]);
  });

  it("reports the row with an extra cell if all rows end with a blank cell", async () => {
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
    const rows = [
      row("Code", "Name", "Rate", ""),
      row("V19", "x", "19", ""),
      row("V05", "y", "5", "5", ""),
      row("V07", "z", "7", ""),
    ];
    const table = await readAll(htmlFormat, page(`<table>${rows.join("")}</table>`));
    expect(table.rows.map(({ issues = [] }) => issues.map(({ code }) => code))).toEqual([
      [],
      ["row_too_long"],
      [],
    ]);
    expect(table.issues).toEqual([]);
  });

  it("reads markup without end tags for cells and rows", async () => {
    const table = await readAll(
      htmlFormat,
      "<TABLE><TR><TH>Code<TH>Name<TR><TD>A<TD>a<TR><TD>B<TD>b</TABLE>",
    );
    expect(table.headings).toEqual(["Code", "Name"]);
    expect(table.cells).toEqual([
      ["A", "a"],
      ["B", "b"],
    ]);
  });

  it("places cells beside those that span rows and columns", async () => {
    const table = await readAll(
      htmlFormat,
      page(`<table><tr><th>Group</th><th>Code</th><th>Name</th><th>X</th></tr>
        <tr><td rowspan=2>FRT</td><td>A</td><td colspan=2>wide</td></tr>
        <tr><td>B</td><td>b</td><td>y</td></tr>
        <tr><td>ORG</td><td>C</td><td>c</td><td>z</td></tr></table>`),
    );
    expect(table.cells).toEqual([
      ["FRT", "A", "wide", ""],
      ["", "B", "b", "y"],
      ["ORG", "C", "c", "z"],
    ]);
    expect(table.issues).toMatchObject([{ code: "merged_cells" }]);
  });

  it("reads the table with the most rows or the named one, and reports a guess", async () => {
    const small = "<table><tr><td>menu</td></tr></table>";
    const codes =
      "<table><tr><th>Code</th><th>Name</th></tr><tr><td>A</td><td>a</td></tr><tr><td>B</td><td>b</td></tr></table>";
    const table = await readAll(
      htmlFormat,
      page(`<table><tr><td>${small}</td><td>${codes}</td></tr></table>`),
    );
    expect(table.headings).toEqual(["Code", "Name"]);
    expect(table.issues).toEqual([]);
    const two = page(codes + codes.replace("A", "Z"));
    expect((await readAll(htmlFormat, two)).issues).toMatchObject([{ code: "table_guessed" }]);
    const named = await readAll(htmlFormat, two, { table: "2" });
    expect(named.issues).toEqual([]);
    expect(named.cells[0]).toEqual(["Z", "a"]);
    expect(refusal(await readAll(htmlFormat, two, { table: "3" }))).toContain("has 2 tables");
  });

  it("reads a label above the row titles as a heading, and row titles as no headings", async () => {
    const head = "<tr><th></th><th>A</th><th>B</th></tr>";
    const body = "<tr><th>x</th><td>1</td><td>2</td></tr>";
    const named = await readAll(
      htmlFormat,
      page(`<table>${head}<tr><th>id</th><th></th><th></th></tr>${body}</table>`),
    );
    expect(named.headings).toEqual(["id", "A", "B"]);
    expect(named.cells).toEqual([["x", "1", "2"]]);
    const titled = await readAll(
      htmlFormat,
      page(`<table>${head}<tr><th colspan=3>Europe</th></tr>${body}</table>`),
    );
    expect(titled.headings).toEqual(["", "A", "B"]);
  });

  it("does not take a row of `th` as certain headings if more of them are further below", async () => {
    const team = (code: string, name: string): string =>
      `<tr><th>${code}</th><th>${name}</th></tr><tr><td></td><td>mail ${name}, see page ${code}</td></tr>`;
    const teams = [team("af", "Afrikaans"), team("ar", "Arabic"), team("az", "Azerbaijani")].join("");
    const table = await readAll(htmlFormat, page(`<table>${teams}</table>`));
    expect([table.headings, table.issues.map(({ code }) => code)]).not.toEqual([["af", "Afrikaans"], []]);
    const head = "<tr><th>Code</th><th>Name</th></tr>";
    const row = "<tr><td>A</td><td>a</td></tr>";
    const paged = await readAll(htmlFormat, page(`<table>${head}${row}${head}${row}</table>`));
    expect(paged.headings).toEqual(["Code", "Name"]);
  });

  it("joins header rows, and leaves out a title above them", async () => {
    const table = await readAll(
      htmlFormat,
      page(`<table><tr><th colspan=3>Charge codes</th></tr>
        <tr><th></th><th colspan=2>Rate</th></tr>
        <tr><th>Code</th><th>Sea</th><th>Air</th></tr>
        <tr><td>A</td><td>1</td><td>2</td></tr></table>`),
      {},
    );
    expect(table.headings).toEqual(["Code", "Sea", "Air"]);
    expect(table.cells).toEqual([["A", "1", "2"]]);
  });

  describe("a row of `th` that may be a title", () => {
    const rowOf = (kind: string, cells: readonly string[]): string =>
      `<tr>${cells.map((cell) => `<${kind}>${cell}</${kind}>`).join("")}</tr>`;
    const names = ["Code", "Name", "Email", "Phone", "Active"];
    const rows = [
      rowOf("td", ["1", "Ann", "ann@example.com", "+44", "Y"]),
      rowOf("td", ["2", "Bob", "bob@example.com", "+45", "Y"]),
      rowOf("td", ["3", "Cy", "cy@example.com", "+46", "N"]),
    ].join("");
    const read = async (head: string): Promise<[readonly string[] | null, string[]]> => {
      const { headings, issues } = await readAll(htmlFormat, page(`<table>${head}${rows}</table>`));
      return [headings, issues.filter(({ severity }) => severity !== "note").map(({ code }) => code)];
    };

    it("is skipped and reported if it is a note", async () => {
      const skipped: unknown = expect.arrayContaining(["lines_left_out"]);
      const spanned = "<tr><th colspan=3>Staff list</th><th colspan=2>1 March 2026</th></tr>";
      expect(await read(spanned + rowOf("th", names))).toEqual([names, skipped]);
      expect(await read(spanned + rowOf("td", names))).toEqual([names, skipped]);
      const keys = "<tr><th>Report:</th><th colspan=4>Staff list</th></tr>";
      expect(await read(keys + rowOf("th", names))).toEqual([names, skipped]);
    });

    it("is reported if it may belong to the headings below", async () => {
      const full = ["Staff list", "Harbourline", "March", "User JDOE", "Page 1"];
      const joined = names.map((name, i) => `${full[i]} ${name}`);
      expect(await read(rowOf("th", full) + rowOf("th", names))).toEqual([joined, ["headings_in_doubt"]]);
      const gap = ["Report", "Staff list", "", "Date", "2026-03-01"];
      const skipped = ["lines_left_out", "headings_in_doubt"];
      expect(await read(rowOf("th", gap) + rowOf("th", names))).toEqual([names, skipped]);
    });

    const spanned = (kind: string, titles: readonly string[]): string =>
      `<tr>${titles.map((title) => `<${kind} colspan=${title.length > 8 ? 3 : 2}>${title}</${kind}>`).join("")}</tr>`;

    it.each([
      ["td", "td"],
      ["th", "th"],
      ["th", "td"],
    ])("is in doubt in two rows with `colspan`: titles in %s, headings in %s", async (kind, of) => {
      for (const titles of [
        [
          ["Staff of Acme", "March"],
          ["Printed by JDOE", "Page"],
        ],
        [
          ["Staff of Acme", "01.03.26"],
          ["Acme GmbH", "Page 1"],
        ],
        [["Staff of Acme"], ["Printed by JDOE", "Page"]],
      ]) {
        const head = titles.map((each) => spanned(kind, each)).join("") + rowOf(of, names);
        const [headings, codes] = await read(head);
        expect(headings?.join("|") === names.join("|") || codes.includes("headings_in_doubt")).toBe(true);
        expect(codes).not.toContain("cells_beyond_headings");
        const found = await readAll(htmlFormat, page(`<table>${head}${rows}</table>`), { required: names });
        expect([found.headings, found.cells.length]).toEqual([names, 3]);
      }
    });

    it.each(["td", "th"])(
      "is not the header above headings in `td`, even if it spans columns: %s",
      async (kind) => {
        const [headings, codes] = await read(
          `<tr><${kind}>Key</${kind}><${kind} colspan=3>Person</${kind}><${kind}>Use</${kind}></tr>${rowOf("td", names)}`,
        );
        expect(headings).toEqual(["Key Code", "Person Name", "Person Email", "Person Phone", "Use Active"]);
        expect(codes).not.toContain("cells_beyond_headings");
      },
    );

    it("is not suspected if the headings below are incomplete without it", async () => {
      const groups =
        "<tr><th rowspan=2>Code</th><th colspan=2>Person</th><th colspan=2>Use</th></tr>" +
        rowOf("th", ["Name", "Email", "Phone", "Active"]);
      expect(await read(groups)).toEqual([
        ["Code", "Person Name", "Person Email", "Use Phone", "Use Active"],
        [],
      ]);
      const units = rowOf("th", ["A", "B", "C", "D", "E"]) + rowOf("th", ["kg", "kg", "m", "m", "m"]);
      expect(await read(units)).toEqual([["A kg", "B kg", "C m", "D m", "E m"], []]);
    });

    it("is an ordinary row if it is a total below other rows", async () => {
      const total = rowOf("th", ["Total", "", "", "", "3"]);
      const { headings, cells } = await readAll(
        htmlFormat,
        page(`<table>${rowOf("td", names)}${rows}${total}${rows}</table>`),
      );
      expect(headings).toEqual(names);
      expect(cells).toHaveLength(7);
    });

    it("is the header if it is as wide as the rows of `td` above it, and these rows are reported", async () => {
      const codes = [
        ["Luft", "Fracht"],
        ["See", "Seefracht"],
        ["Bahn", "Schiene"],
      ];
      const body = codes.map((cells) => rowOf("td", cells)).join("");
      const above = rowOf("td", ["Kunde", "Nordlicht"]) + rowOf("th", ["Kuerzel", "Arten"]);
      const table = await readAll(htmlFormat, page(`<table>${above}${body}</table>`));
      expect([table.headings, table.cells]).toEqual([["Kuerzel", "Arten"], codes]);
      expect(table.issues.map(({ code }) => code)).toContain("lines_left_out");
    });

    it("is empty if it contains only spaces, and is not counted as a line of the header", async () => {
      const blank = rowOf("th", ["&nbsp; &nbsp;", "&#x3000;", "&nbsp;", "", ""]);
      expect(await read(rowOf("th", names) + blank)).toEqual([names, []]);
      const units = rowOf("th", ["", "", "", "", "(Y/N)"]);
      const joined = [...names.slice(0, 4), "Active (Y/N)"];
      expect(await read(rowOf("th", names) + blank + units)).toEqual([joined, []]);
    });
  });

  it("reads the character set that the page states", async () => {
    const text = page(
      "<table><tr><th>Name</th><th>Code</th></tr><tr><td>Müller – Łódź</td><td>1</td></tr></table>",
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1250">',
    );
    const { default: iconv } = await import("iconv-lite");
    const table = await readAll(htmlFormat, iconv.encode(text, "windows-1250"));
    expect(table.cells).toEqual([["Müller – Łódź", "1"]]);
    expect(table.detected).toMatchObject({ encoding: "windows-1250", encodingCertainty: "certain" });
  });

  it("recognizes markup and ignores plain text", () => {
    for (const text of [
      "<html>",
      " \n<!DOCTYPE HTML PUBLIC",
      "<table>",
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">',
      "<!-- x --><table>",
    ]) {
      expect(htmlFormat.recognizes(Buffer.from(text)), text).toBe(true);
    }
    for (const text of [
      "a,<table>",
      "<5 kg;3\n",
      "<none>;x\n",
      "name\n<html>",
      '<?xml version="1.0"?><a/>',
    ]) {
      expect(htmlFormat.recognizes(Buffer.from(text)), text).toBe(false);
    }
  });

  it("refuses pages without a table, and truncated ones", async () => {
    expect(refusal(await readAll(htmlFormat, page("<p>Please log in</p>")))).toContain("without a table");
    expect(refusal(await readAll(htmlFormat, '<?xml version="1.0"?><data><row/></data>'))).toContain(
      "without a table",
    );
    const whole =
      "<table><tr><th>Code</th><th>Name</th></tr><tr><td>A</td><td>a</td></tr><tr><td>B</td><td>b</td></tr></table>";
    for (let end = 7; end < whole.length - 1; end += 1) {
      expect(refusal(await readAll(htmlFormat, whole.slice(0, end))), whole.slice(0, end)).not.toBe("");
    }
  });

  it("applies the limits", async () => {
    const wide = '<table><tr><td colspan="99999">x</td></tr></table>';
    expect(refusal(await readAll(htmlFormat, wide))).toContain("columns");
    const long = `<table>${"<tr><td>x</td></tr>".repeat(20)}</table>`;
    expect(refusal(await readAll(htmlFormat, long, {}, { rows: 10 }))).toContain("rows");
    const deep = `${"<table><tr><td>".repeat(2_000)}x${"</td></tr></table>".repeat(2_000)}`;
    expect((await readAll(htmlFormat, deep)).issues).not.toEqual([]);
  });
});

describe("exact values beside the text", () => {
  const read = async (
    cells: readonly string[],
    attributes = 'xmlns:x="urn:schemas-microsoft-com:office:excel"',
  ) => {
    const rows = cells.map((cell) => `<tr><td>A</td>${cell}</tr>`).join("");
    const table = await readAll(
      htmlFormat,
      `<html ${attributes}><body><table><tr><td>Code</td><td>Rate</td></tr>${rows}</table></body></html>`,
    );
    return {
      texts: table.cells.map(([, text]) => text),
      codes: [...table.issues, ...table.rows.flatMap(({ issues }) => issues ?? [])].map(({ code }) => code),
    };
  };

  it("are read instead of rounded numbers", async () => {
    const cells: readonly (readonly [string, string])[] = [
      ['<td x:num="0.196">20%</td>', "19.6%"],
      ['<td x:num="0.07">7 %</td>', "7%"],
      ['<td x:num="1234.5678">1.234,57</td>', "1234.5678"],
      ['<td x:num="-5">-5,00</td>', "-5"],
      ['<td x:num="-1234.567">(1,234.57)</td>', "-1234.567"],
      ['<td x:num="1234567.891">1 234 567,89 €</td>', "1234567.891"],
      ['<td x:num="0.30000000000000004">0.3</td>', "0.3"],
      ['<td x:num="503000000000">5.03E+11</td>', "503000000000"],
      ['<td sdval="0.196" sdnum="1033;0;0%"><font>20%</font></td>', "19.6%"],
      ['<td sdval="19.6" sdnum="1033;0;0"><font>20</font></td>', "19.6"],
      ['<td x:num="0.004">0</td>', "0.004"],
      ['<td x:num="1234.5678">&nbsp;$&nbsp;&nbsp;&nbsp; 1,234.57 </td>', "1234.5678"],
      ['<td x:num="-1234.5678">&nbsp;$ (1,234.57)</td>', "-1234.5678"],
      ['<td x:num="0">&nbsp;$ &nbsp; -&nbsp; </td>', "0"],
      ['<td x:num="0"> - kr</td>', "0"],
      ['<td x:num="1234.5678" style="mso-number-format:Fixed">1234.57</td>', "1234.5678"],
      ['<td x:num="1234.5678" style="mso-number-format:Standard">1,234.57</td>', "1234.5678"],
      ['<td sdval="1234.5678">R$ 1.234,57</td>', "1234.5678"],
      ['<td sdval="-1234.5678">-R$ 1.234,57</td>', "-1234.5678"],
      ['<td sdval="1234.555">Fr. 1\'234.56</td>', "1234.555"],
    ];
    for (const [cell, text] of cells) expect(await read([cell]), cell).toEqual({ texts: [text], codes: [] });
  });

  it("are ignored beside codes, dates and words", async () => {
    const cells: readonly (readonly [string, string])[] = [
      ['<td x:num="124">00124</td>', "00124"],
      ['<td x:num="46098">17.03.2026</td>', "17.03.2026"],
      ['<td sdval="46098" sdnum="1033;0;DD/MM/YYYY">18/03/2030</td>', "18/03/2030"],
      ['<td x:num="0.5">12:00</td>', "12:00"],
      ['<td x:num="12">V12</td>', "V12"],
      ["<td x:num=45382 style='mso-number-format:yyyymmdd'>20240331</td>", "20240331"],
      ["<td sdval=45382 sdnum='1033;0;YYYYMMDD'>20240331</td>", "20240331"],
      ["<td sdval=45382 sdnum='1031;1031;TT.MM.JJ'>31.03.24</td>", "31.03.24"],
      ["<td sdval=0.5 sdnum='1031;0;HH.MM'>12.00</td>", "12.00"],
      ["<td x:num=0.3958 style='mso-number-format:\"h\\.mm\"'>9.30</td>", "9.30"],
      ['<td x:num="46098">17 Mar</td>', "17 Mar"],
      ["<td x:num>1234,50</td>", "1234,50"],
      ["<td x:str>20%</td>", "20%"],
      ['<td x:num="abc">20%</td>', "20%"],
      ['<td x:bool="TRUE">WAHR</td>', "TRUE"],
    ];
    expect((await read(cells.map(([cell]) => cell))).texts).toEqual(cells.map(([, text]) => text));
  });

  it("are read instead of numbers with a unit, and reported", async () => {
    for (const [cell, text, code] of [
      ['<td x:num="12.5">12.5 kg</td>', "12.5", "text_in_format"],
      ['<td x:num="12.4567">12,46 m³</td>', "12.4567", "text_in_format"],
      ["<td sdval=1234.5 sdnum='1033;0;#,##0 \"EUR/t\"'>1,235 EUR/t</td>", "1234.5", "text_in_format"],
      ['<td x:num="12500">12.5 k</td>', "12.5 k", "not_a_number"],
    ] as const)
      expect(await read([cell]), cell).toEqual({ texts: [text], codes: [code] });
  });

  it("are recognized by the namespace of their prefix, and reported if the text is not their rounded form", async () => {
    const { texts } = await read(
      ['<td e:num="0.196" x:num="0.5">20%</td>'],
      'xmlns:e="urn:schemas-microsoft-com:office:excel" xmlns:x="urn:other"',
    );
    expect(texts).toEqual(["19.6%"]);
    expect(await read(['<td x:num="1234567">1.2</td>'])).toEqual({
      texts: ["1234567"],
      codes: ["text_in_format"],
    });
    expect((await read(['<td x:err="#N/A">#N/A</td>'])).codes).toEqual(["error_cell"]);
    // Excel shows number signs if a value is wider than its column. The format of the value is unknown.
    expect((await read(['<td x:num="12345.678">#####</td>'])).codes).toEqual(["error_cell"]);
    // The percent sign is text of the number format.
    expect(await read([`<td sdval="7" sdnum='1033;0;0"%"'>7%</td>`])).toEqual({
      texts: ["7"],
      codes: ["text_in_format"],
    });
  });
});

describe("hidden text", () => {
  it("is counted in the explanation", async () => {
    const hidden = "<td><span hidden>0317</span>17.03.2026</td>";
    const table = `<table><tr><th>Code</th><th>From</th></tr><tr><td>A</td>${hidden}</tr><tr><td>B</td>${hidden}</tr></table>`;
    const { detected } = await readAll(htmlFormat, page(table));
    expect(detected.evidence.join(" ")).toContain("Hidden text in 2 cells is skipped.");
  });

  const read = async (cell: string, head = "") =>
    (
      await readAll(
        htmlFormat,
        page(
          `<table><tr><th>Code</th><th>From</th></tr><tr><td>A</td>${cell}</tr><tr><td>B</td><td>x</td></tr></table>`,
          head,
        ),
      )
    ).cells[0]?.[1];

  it.each([
    ['<td><span style="display:none">20260317</span>17.03.2026</td>'],
    ['<td><span style="color:red; DISPLAY : none !important">20260317</span>17.03.2026</td>'],
    ['<td><div style="visibility: hidden">20260317</div>17.03.2026</td>'],
    ["<td><span hidden>20260317</span>17.03.2026</td>"],
    ['<td><span class="sr-only">sorted</span>17.03.2026</td>'],
    ["<td>17.03.2026<template>20260317</template><noscript>no</noscript></td>"],
    ['<td><span style="display:none"><b>2026</b><br>0317</span>17.03.2026</td>'],
    ['<td><span style="display:none">2026<b style="display:inline">0317</b></span>17.03.2026</td>'],
    ['<td>17.03.2026<p style="mso-hide:all">x</p></td>'],
    ['<td><span style="display:none;display:inline">17.03.</span>2026</td>'],
    ['<td>17.03.2026<span style="display:none!important;display:inline">20260317</span></td>'],
    ['<td><span style="font-size:0">20260317</span>17.03.2026</td>'],
    ['<td><span style="opacity:0">20260317</span>17.03.2026</td>'],
    ['<td><span style="position:absolute;left:-9999px">20260317</span>17.03.2026</td>'],
    ['<td><span style="position:absolute; clip: rect(1px, 1px, 1px, 1px)">20260317</span>17.03.2026</td>'],
    ["<td><details><summary>17.03.2026</summary>paid twice</details></td>"],
    ["<td>17.03.2026<dialog>note</dialog><div popover>phone</div></td>"],
    ["<td>17.03.2026<progress>80%</progress><meter>8</meter></td>"],
    ['<td><span class="d-none d-md-inline">17.03.2026</span><span class="d-md-none">17.3.</span></td>'],
    ['<td><span class="lg:inline md:hidden">17.03.2026</span><span class="sr-only">17.3.</span></td>'],
    ['<td><span class="invisible md:visible">17.03.2026</span></td>'],
    ['<td><span class="hidden md:inline">17.03.2026</span><span class="md:hidden">17.3.</span></td>'],
  ])("is not read: %s", async (cell) => {
    expect(await read(cell)).toBe("17.03.2026");
  });

  it("is detected by the rules of the page", async () => {
    const cell = '<td><span class="k sort">20260317</span>17.03.2026</td>';
    for (const css of [
      ".sort{display:none}",
      "<!-- /* keys */ td { color: red } span.sort, .other { display : none } -->",
      ".sort { display: block } .sort { display: none }",
      "@media print { .sort { display: block } } .k { visibility: hidden }",
      "table td > .sort { display: none }",
    ])
      expect(await read(cell, `<style>${css}</style>`)).toBe("17.03.2026");
    for (const css of [
      "@media print { .sort { display: none } }",
      ".other { display: none }",
      ".menu .sort { display: none }",
      ".sort { color: red }",
    ])
      expect(await read(cell, `<style>${css}</style>`)).toBe("2026031717.03.2026");
    expect(
      await read('<td><span class="hide">17.03.</span>2026</td>', "<style>.hide { display: inline }</style>"),
    ).toBe("17.03.2026");
    expect(
      await read(
        '<td><span class="sort" style="display:inline">17.03.</span>2026</td>',
        "<style>.sort{display:none}</style>",
      ),
    ).toBe("17.03.2026");
  });

  it.each([
    [
      '<td><span style="visibility:hidden">2026<b style="visibility:visible">17.03.2026</b>0317</span></td>',
      "",
    ],
    [
      '<td><div style="visibility:hidden"><i><b class="v">17.03.2026</b></i></div></td>',
      "<style>.v{visibility:visible}</style>",
    ],
    ['<td><div style="font-size:0">x<span style="font-size:10pt">17.03.2026</span></div></td>', ""],
    [
      '<td><div class="k">x<span style="font-size:small">17.03.2026</span></div></td>',
      "<style>.k{font-size:0px}</style>",
    ],
  ])("is read if it is shown again: %s", async (cell, head) => {
    expect(await read(cell, head)).toBe("17.03.2026");
  });

  it.each([
    '<td><span style="display:none">0317<b style="visibility:visible;display:block">2026</b></span>x</td>',
    '<td><span style="visibility:hidden">0317<b style="display:block">2026</b></span>x</td>',
    '<td><span style="font-size:0">0317<b style="font-size:100%">2026</b></span>x</td>',
  ])("stays hidden: %s", async (cell) => {
    expect(await read(cell)).toBe("x");
  });

  it.each([
    "td .key { display: none }",
    "tr td span.key { display: none }",
    "table > tbody > tr > td > span { display: none }",
    "html body > table .key { display: none }",
    "[data-sort] { display: none }",
    'span[data-sort="20260317"], b { display: none }',
    "#k1.key { display: none }",
    "td #k1 { display: none }",
    '[id^="k"] { display: none }',
    ".key { display: none !important } #k1 { display: inline }",
    "#k1 { display: none } .key { display: inline }",
    ".key { display: inline } td .key { display: none }",
    "@media screen { .key { display: none } }",
    "@media print { .key { display: inline } } .key { display: none",
    ".x { content: '}' } .key { display: none }",
    "/* don't { */ .key { display: none }",
    ".key { display: inline-block; width: 0; height: 0; overflow: hidden }",
    ".key { float: left; overflow: hidden } td > .key { max-width: 0px }",
    ".key { font: 0/0 a }",
    ".key { display: block; text-indent: -9999px }",
    ".key { position: absolute; clip-path: inset(50%) }",
    "TD .key { display: none }",
    "[ID] { display: none }",
    "@media screen, print { .key { display: none } }",
    ".key { display: none /* x",
    ".key { display: none; &:hover { color: red } }",
    ".x { color: red; } ; } .key { display: none } span { display: none }",
    ".key { font-size: 12pt } td .key { font: 0/0 a }",
    "@media screen and (min-width: 768px) { .key { display: none } }",
    "@supports (display: grid) { .key { display: none } }",
    ".key { position: absolute; right: -9999px }",
    ".key { display: inline-block; transform: scale(0) }",
    "@media (width >= 48rem) { .key { display: none } }",
    "span:first-child { display: none }",
    "td > :nth-child(1):not(.shown) { display: none }",
    "span:nth-child(2n+1) { display: none }",
    "span:first-of-type { display: none }",
    "tr:nth-child(2) .key { display: none }",
    "th ~ td .key, tr + tr > td:nth-child(even) span { display: none }",
    "td + td .key { display: none }",
    "td:nth-of-type(n+2) .key { display: none }",
    ":root .key:not(:hover) { display: none }",
    ":is(b, .key) { display: none }",
    ":where(#k1) { display: none }",
    "@layer base { .key { display: none } }",
    "@layer a, b; @layer b { .key { display: none } } @layer a { td .key { display: inline } }",
    "@layer a { .key { display: none !important } } #k1 { display: inline !important }",
    "@layer a { @layer b { td .key { display: inline } } .key { display: none } }",
    "@layer a.b { td .key { display: inline } } @layer a { .key { display: none } }",
    ".key { color: transparent }",
    ".key { color: transparent; text-shadow: none; background-clip: border-box }",
    ".key { -webkit-text-fill-color: transparent }",
    ".key { color: rgba(0, 0, 0, 0) }",
    ".key { color: rgb(0 0 0 / 0%) }",
    ".key { color: #ffffff00 }",
  ])("is detected by the selectors of the page: %s", async (css) => {
    const cell = '<td><span class="key" id="k1" data-sort="20260317">20260317</span>17.03.2026</td>';
    expect(await read(cell, `<style>${css}</style>`)).toBe("17.03.2026");
  });

  it.each([
    "tr > .key { display: none }",
    "th .key { display: none }",
    "td b .key { display: none }",
    "span.key.other { display: none }",
    "[data-sort=x] { display: none }",
    ".key:hover, .key:nth-child(2) { display: none }",
    "b + .key, b ~ .key { display: none }",
    "span:nth-child(2), td:first-child .key, .key:not(span) { display: none }",
    "tr:nth-child(1) td .key { display: none }",
    ":is(b, i).key { display: none }",
    ".key::before { display: none }",
    "#k1 { display: inline } :where(#k1.key) { display: none }",
    "@layer a { #k1 { display: none } @layer b; } .key { display: inline }",
    ".key { color: rgb(0, 0, 0) }",
    ".key { color: #000 }",
    ".key { color: transparent } td .key { color: black }",
    ".key { color: transparent; background: linear-gradient(red, blue); background-clip: text }",
    ".key { color: transparent; -webkit-background-clip: text }",
    ".key { color: transparent; -webkit-text-fill-color: #333 }",
    ".key { color: transparent; text-shadow: 0 0 0 #333 }",
    "@media print { td .key { display: none } }",
    "@media screen and (max-width: 600px) { .key { display: none } }",
    ".key { overflow: hidden; width: 0 }",
    ".key { display: inline-block; width: 0 }",
    ".key { display: inline-block; width: 0; min-width: 3em; overflow: hidden }",
    ".key { display: inline-block; overflow: hidden; width: 0 } span.key { width: auto }",
    ".key { display: none } td .key { display: inline }",
    ".key { display: none } #k1 { display: inline }",
    ".key { left: -9999px }",
    ".key { font: 700 10pt/12pt Arial }",
    "[__proto__], [constructor] { display: none }",
    ".a { color: red }; .key { display: none }",
    ".x { font-family: 'Arial; }\n.key { display: none }",
    "> .key { display: none }",
    "td > { display: none }",
    ".key, [a!=b] { display: none }",
    ".key { font-size: 0 } td .key { font: 10pt Arial }",
    "@media (min-width: 1600px) { .key { display: none } }",
    "@supports not (display: grid) { .key { display: none } }",
    "@supports (-ms-ime-align: auto) { .key { display: none } }",
    "@layer base { td .key { display: none } } .key { display: inline }",
    ".key { display: inline-block; transform: scale(0.5) }",
    ".key { transform: scale(0) }",
    ".key { position: absolute; left: 50%; margin-left: -150px }",
    ".key { position: relative; right: -100px }",
    "#k1 { display: inline } [id=k1] { display: none }",
    ".KEY { display: none }",
    ".key { display: block; height: 0; overflow: hidden; padding-bottom: 20px }",
    ".key { display: table-cell; width: 0; overflow: hidden }",
    ".key { display: inline-block; height: 0%; overflow: hidden }",
    ".key { clip: rect(0, 0, 0, 0) }",
    ".key { position: absolute; clip: rect(0px, 200px, 50px, 0px) }",
    ".key { clip-path: circle(0.5em) }",
    ".key { text-indent: -9999px }",
    "..key { display: none }",
  ])("is shown: %s", async (css) => {
    const cell = '<td><span class="key" id="k1" data-sort="20260317">2026</span>0317</td>';
    expect(await read(cell, `<style>${css}</style>`)).toBe("20260317");
  });

  it.each([
    ["span:last-child { display: none }", true],
    [".key:has(+ b) { display: none }", true],
    [".key:not(:last-child) { display: none }", true],
    [".key { display: none } .key:only-child { display: inline }", true],
    ["td:last-child .key { visibility: hidden }", true],
    ["span:nth-child(x), .key { display: none }", true],
    ["b:unknown, .key { display: none }", true],
    [".other:last-child { display: none }", false],
    [".key:last-child { color: red; padding: 1px }", false],
    ["td:last-child { display: none }", false],
    [".key:hover { display: none }", false],
  ])("is in doubt if a rule cannot be applied: %s", async (css, isInDoubt) => {
    const cell = '<td><span class="key">20260317</span>17.03.2026</td>';
    const table = `<table><tr><th>Code</th><th>From</th></tr><tr><td>A</td>${cell}</tr></table>`;
    const { rows } = await readAll(htmlFormat, page(table, `<style>${css}</style>`));
    const codes = rows.flatMap(({ issues = [] }) => issues.map(({ code, column }) => [code, column]));
    expect(codes).toEqual(isInDoubt ? [["text_may_be_hidden", "From"]] : []);
  });

  const textOf = async (html: string) => (await readAll(htmlFormat, html)).cells[0]?.[0];
  const rows = "<tr><th>Code</th><th>From</th></tr><tr><td><i>K</i>V</td><td>x</td></tr>";
  const path = "<style>table > tbody > tr > td > i { display: none }</style>";

  it.each([
    ["a style sheet below the table", `<table>${rows}</table>${path}`],
    [
      "a page without tags for the head and the body",
      `<style>html > body i { display: none }</style><table>${rows}</table>`,
    ],
    [
      "a head without an end tag",
      `<html><head><style>body i { display: none }</style><table>${rows}</table></html>`,
    ],
    ["a form in a table", `${path}<table><form>${rows}</form></table>`],
    ["a column group without an end tag", `${path}<table><colgroup><col><tbody>${rows}</table>`],
    [
      "quirks mode",
      `<style>.KEY { display: none }</style><table>${rows.replace("<i>", "<i class=key>")}</table>`,
    ],
    [
      "an attribute with the name of a property of all objects",
      `<style>[constructor] { display: none }</style><table>${rows.replace("<i>", "<i constructor=x>")}</table>`,
    ],
  ])("is not read with %s", async (_, html) => {
    expect(await textOf(html)).toBe("V");
  });

  it.each([
    ["print", '<style media="print">i { display: none }</style>'],
    ["noscript", "<noscript><style>i { display: none }</style></noscript>"],
    ["template", "<template><style>i { display: none }</style></template>"],
  ])("is shown if the style sheet does not apply: %s", async (_, sheet) => {
    expect(await textOf(`<!DOCTYPE html>${sheet}<table>${rows}</table>`)).toBe("KV");
  });

  it.each([
    ["many style sheets", `${"<b>".repeat(20_000)}${"<style></style>".repeat(20_000)}`],
    [
      "deep elements",
      `<style>${Array.from({ length: 5000 }, (_, n) => `.a${n} x{top:0}`).join("")}</style>${Array.from({ length: 5000 }, (_, n) => `<b class=a${n}>`).join("")}`,
    ],
    [
      "long selectors",
      `<style>${"b ".repeat(100_000)}{top:0} ${":not(".repeat(100_000)}</style>${"<b>".repeat(20_000)}`,
    ],
    [
      "long values",
      `<style>.a{mso-number-format:"${"[".repeat(1_000_000)}"}</style>${"<b class=a></b>".repeat(100_000)}`,
    ],
    [
      "many layers",
      `<style>${"@layer{".repeat(50_000)}</style><style>@layer ${"a.".repeat(100_000)}b{}</style>`,
    ],
    ["many spaces", `<p style="top:x${" ".repeat(1_000_000)}y">`],
    ["a long string", `<style>x{top:"${"\\a".repeat(3_000_000)}"}</style>`],
    [
      "open quotes, comments and braces",
      `<style>${'"'.repeat(100_001)}${"/*".repeat(100_000)}</style><style>${"@media all{".repeat(50_000)}${";".repeat(500_000)}</style>`,
    ],
  ])("is searched for quickly in a hostile page: %s", async (_, html) => {
    const read = await readAll(htmlFormat, `<table>${rows}</table>${html}`, { table: "1" });
    expect(read.cells[0]?.[0]).toBe("KV");
  });

  it("is not searched for in a page with too many rules for its elements", async () => {
    const sheet = `<style>${Array.from({ length: 20_000 }, (_, n) => `td.a${n % 7} b i${n}, td[a="${n}"] {top:0}`).join("")}</style>`;
    const cells = `<tr>${"<td></td>".repeat(200)}</tr>`.repeat(50);
    const table = await readAll(htmlFormat, `${sheet}<table>${rows}${cells}</table>`);
    expect(refusal(table)).toContain("its style sheets have too many rules");
  });

  it("is not searched for in a page with many rules for long attributes", async () => {
    const sheet = `<style>${Array.from({ length: 300 }, (_, n) => `[a~=x${n}] {top:0}`).join("")}</style>`;
    const pageOf = (words: number) => `${sheet}<b a="${"w ".repeat(words)}"></b><table>${rows}</table>`;
    expect(await textOf(pageOf(100))).toBe("KV");
    const table = await readAll(htmlFormat, pageOf(150_000));
    expect(refusal(table)).toContain("its style sheets have too many rules");
  });

  it("is read in hidden rows and columns, as in a workbook", async () => {
    expect(await read('<td style="display:none">x</td>')).toBe("x");
  });
});

describe("dates of a column with a date format", () => {
  const pageOf = (cells: readonly string[], style: string): string =>
    `<html><head><style>.d{mso-number-format:"d\\-mmm"}</style></head><body><table><tr><td>Code</td><td>From</td></tr>${cells
      .map((cell, i) => `<tr><td>C${i}</td><td${style}>${cell}</td></tr>`)
      .join("")}</table></body></html>`;
  const codesOf = async (page: string) => (await readAll(htmlFormat, page)).issues.map(({ code }) => code);
  const cells = ["1-Mar", "open", "2-Mar", "open"];

  it.each([
    ' class="d"',
    ` style='mso-number-format:"Short Date"'`,
    ` style='mso-number-format:"dd\\-mmm\\-yy";'`,
    ` class="D"`,
  ])("do not count as codes with the style: %s", async (style) => {
    expect(await codesOf(pageOf(cells, style))).toEqual([]);
  });

  it("count as codes if the column has no date format or only the dates have it", async () => {
    expect(await codesOf(pageOf(cells, ` style='mso-number-format:"\\@"'`))).toEqual(["damaged_date"]);
    const some = pageOf(cells, "").replaceAll(/<td>(\d-Mar)/g, '<td class="d">$1');
    expect(await codesOf(some)).toEqual(["damaged_date"]);
  });
});

import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { cleanTables } from "../corpus/clean-tables.js";
import { damageKinds } from "../corpus/damage.js";
import { readBytes, readText } from "./text-reading.js";

describe("a heading with an unclosed quote", () => {
  test.each([
    ["at the end of a file without quotes", 'A,B,C,"D\n1,2,3,4\n5,6,7,8\n', ["A", "B", "C", '"D']],
    ["at the beginning", '"A,B,C,D\n1,2,3,4\n5,6,7,8\n', ['"A', "B", "C", "D"]],
    ["among quoted rows", 'A,"B,C,D\n1,2,3,4\n5,6,7,8\n"x","y","z",4\n', ["A", '"B', "C", "D"]],
  ])("%s is reported, and affects no row", async (_, text, headings) => {
    const found = await readText(text);
    expect(found.headings).toEqual(headings);
    expect(found.codes).toEqual(["unclosed_quote"]);
    expect(found.rows.slice(0, 2).map((row) => row.cells)).toEqual([
      ["1", "2", "3", "4"],
      ["5", "6", "7", "8"],
    ]);
  });

  test("is text if the mapping states that cells are not quoted", async () => {
    const found = await readText('A,"B,C\n1,2,3\n5,6,7\n', { quote: "none" });
    expect(found.codes).toEqual([]);
  });

  test("closed quotes and doubled quotes within quotes are no problem", async () => {
    expect((await readText('"a","b","""c"\n1,2,3\n4,5,6\n')).codes).toEqual([]);
    expect((await readText('"A","B ""x""",C\n1,2,3\n5,6,7\n')).codes).toEqual([]);
  });
});

test("a row after a great many blank rows is read, although no sample of the file contains it", async () => {
  const bytes = Buffer.from(`Id;Name\n${";\n".repeat(150_000)}1;Ann\n`);
  const found = await readBytes(bytes, {}, {}, 65_536);
  expect([found.codes, found.headings]).toEqual([[], ["Id", "Name"]]);
  expect(found.rows).toHaveLength(150_001);
  expect(found.rows.at(-1)).toMatchObject({ line: 150_002, cells: ["1", "Ann"] });
});

describe("refused files", () => {
  test.each([
    ["nothing", ""],
    ["a mark only", "\ufeff"],
    ["blank lines only", "\n\n  \r\n"],
  ])("treats %s as an empty file instead of zero rows", async (_, text) => {
    expect((await readText(text)).codes).toEqual(["empty_file"]);
  });

  test("a header without rows is reported", async () => {
    const found = await readText("id,name\n");
    expect(found.headings).toEqual(["id", "name"]);
    expect(found.codes).toEqual(["no_rows"]);
  });

  test.each([
    ["noise", Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 31) % 97))],
    ["an incompletely written file", Buffer.concat([Buffer.from("a,b\n1,2\n"), Buffer.alloc(5000)])],
  ])("%s is not readable", async (_, bytes) => {
    expect((await readBytes(bytes)).codes).toEqual(["unreadable_file"]);
  });

  test.each([
    ["a PDF document", Buffer.from("%PDF-1.7\n1 0 obj")],
    ["a PNG picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])],
    ["a dBase or FoxPro table (.dbf)", dbase(0x03)],
    ["a dBase or FoxPro table (.dbf)", dbase(0x30)],
    ["a dBase or FoxPro table (.dbf)", dbase(0x83)],
    ["a Lotus 1-2-3 or Quattro Pro worksheet", Buffer.from([0, 0, 2, 0, 6, 4, 6, 0, 8, 0, 0, 0, 0, 0])],
    ["a Lotus 1-2-3 worksheet", Buffer.from([0, 0, 0x1a, 0, 0, 0x10, 4, 0, 0, 0, 0, 0])],
    [
      "a SYLK file (.slk)",
      Buffer.from('ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"Code"\r\nC;X2;K"Name"\r\nE\r\n'),
    ],
    ["a SYLK file (.slk)", Buffer.from('ID;PSCALC3\nB;Y2;X2\nC;X1;Y1;K"Code"\nC;X1;Y2;K5\nE\n')],
    [
      "a web archive (.mht)",
      Buffer.from(
        'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n<table></table>\r\n--x--\r\n',
      ),
    ],
    ["a DIF file (.dif)", Buffer.from('TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,2\r\n""\r\n')],
  ])("%s is reported as such", async (kind, bytes) => {
    const [found] = (await readBytes(bytes)).issues;
    expect(found).toMatchObject({ code: "unsupported_format", hint: "Request the export as .xlsx or CSV." });
    expect(found?.message).toContain(kind);
  });

  test.each([
    ["ID;Prename;Name\n1;Ada;Lovelace\n2;Alan;Turing\n", ["ID", "Prename", "Name"]],
    ["ID;P;C\nC;P1;5\nF;P2;6\nC;P3;7\n", ["ID", "P", "C"]],
    ["TABLE,NAME\n0,1\n1,2\n", ["TABLE", "NAME"]],
  ])("a table that starts like SYLK or DIF is read: %j", async (text, headings) => {
    expect((await readText(text)).headings).toEqual(headings);
  });

  test("EBCDIC is reported as such", async () => {
    // "AB,C1 " in code page 37, repeated.
    const bytes = Buffer.from(Array.from({ length: 60 }, () => [0xc1, 0xc2, 0x6b, 0xc3, 0xf1, 0x40]).flat());
    for (const options of [{}, { columns: [{ name: "a", from: "1" }] }])
      expect((await readBytes(bytes, options)).issues[0]!.message).toContain("EBCDIC");
  });

  test("invalid bytes stop the file, with the line", async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `${i},Müller,Größe,süß\n`).join("");
    const bytes = Buffer.concat([
      Buffer.from(`id,a,b,c\n${rows}`),
      Buffer.from([0x78, 0xff, 0x2c, 0x79, 0x0a]),
    ]);
    const found = await readBytes(bytes, {}, {}, 1000);
    const stop = found.issues.find((issue) => issue.code === "invalid_bytes");
    expect(stop?.line).toBe(20_002);
  });

  test("a pinned character set is used", async () => {
    const bytes = Buffer.from([...Buffer.from("id,name\n1,M"), 0xfc, ...Buffer.from("ller\n")]);
    expect((await readBytes(bytes, { encoding: "utf-8" })).codes).toContain("invalid_bytes");
    const latin = await readBytes(bytes, { encoding: "windows-1252" });
    expect(latin.rows[0]!.cells).toEqual(["1", "Müller"]);
    expect(latin.codes).toEqual([]);
    expect((await readBytes(bytes, { encoding: "klingon" })).codes).toEqual(["unknown_encoding"]);
  });

  test("a stated single-byte character set is an error for valid UTF-8 with letters beyond ASCII", async () => {
    const text = `id,name\n${Array.from({ length: 400 }, (_, i) => `${i},Miller\n`).join("")}`;
    for (const encoding of ["windows-1252", "shift_jis"]) {
      const found = await readBytes(Buffer.from(`${text}401,Müller\n`), { encoding }, {}, 7);
      expect(found.issues.find(({ severity }) => severity === "error")?.code).toBe("encoding_refuted");
      expect((await readBytes(Buffer.from(text), { encoding })).codes).toEqual([]);
    }
    const marked = Buffer.from(`\ufeff${text}401,Müller\n`, "utf16le");
    const wide = await readBytes(marked, { encoding: "windows-1252" });
    expect(wide.issues.some(({ severity }) => severity === "error")).toBe(true);
    expect((await readBytes(Buffer.from(`${text}401,Müller\n`), { encoding: "utf-8" })).codes).toEqual([]);
  });

  test("windows-1252 keeps its characters between 0x80 and 0x9F", async () => {
    const text = "id,note\n1,price in € – “net” … Š\n";
    const found = await readBytes(iconv.encode(text, "windows-1252"), { encoding: "windows-1252" });
    expect(found.rows[0]!.cells[1]).toBe("price in € – “net” … Š");
  });

  test.each([
    ["rows", { rows: 3 }, "a,b\n1,2\n3,4\n5,6\n7,8\n"],
    ["columns", { columns: 2 }, "a,b,c\n1,2,3\n"],
    ["lines", { record: 50 }, `a,b\n1,${"x".repeat(60)}\n`],
    ["bytes", { bytes: 5 }, "a,b\n1,2\n"],
  ])("%s over their limit are reported", async (_, limits, text) => {
    expect((await readText(text, {}, limits)).codes).toContain("limit_exceeded");
  });

  test.each([
    ["blank lines", 900, (i: number) => `${i},x\n\n  \n\n`],
    ["cells of several lines", 900, (i: number) => `${i},"x\ny\nz"\n`],
    ["exactly as many rows as allowed", 1000, (i: number) => `${i},x\n`],
  ])("lines that are not rows do not count: %s", async (_, rows, line) => {
    const text = `a,b\n${Array.from({ length: rows }, (_, i) => line(i)).join("")}`;
    const found = await readText(text, {}, { rows: 1000 });
    expect(found.rows).toHaveLength(rows);
    expect(found.codes).not.toContain("limit_exceeded");
  });
});

describe("repairs of a row", () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ["row_too_short", "a,b,c\n1,2,3\n4,5\n6,7,8\n", 3],
    ["comment_row", "a,b,c\n1,2,3\n# old\n6,7,8\n", 3],
    ["comment_row", "a,b,c\n1,2,3\n# old, and, gone\n6,7,8\n9,7,8\n", 3],
    ["row_too_long", "a,b,c\n1,2,3\n4,5,6,7\n6,7,8\n", 3],
    ["other_delimiter", "a,b,c\n1,2,3\n4;5;6\n6,7,8\n", 3],
    ["printed_quotes", "a,b,c\n1,“x”,3\n4,“y, y”,6\n6,“z”,8\n", 2],
    ["other_quote", `"a","b","c"\n"1","x","3"\n'4','it''s','6'\n"6","z","8"\n`, 3],
    ["row_quoted_whole", 'a,b,c\n1,"x,x",3\n"4,""y,y"",6"\n6,"z,z",8\n', 3],
    ["row_quoted_whole", 'a,b,c\n1,x,3\n"4,y,6"\n6,z,8\n', 3],
    ["rows_quoted_whole", '"a,b,c"\n"1,""x,y"",3"\n"4,y,6"\n', 1],
    ["unclosed_quote", 'a,b,c\n1,"x",3\n4,"y,6\n6,"z",8\n', 3],
    ["stray_quote", 'a,b,c\n1,"x",3\n4,"y "z" y",6\n6,"z",8\n', 3],
    ["stray_quote", 'a,b,c\n1,"x, x",3\n4,"Acme" Sp. z o.o.,6\n6,"z",8\n', 3],
    ["stray_quote", 'a,b,c\n1,"x,1",3\n4,"y",1",6\n6,"z,1",8\n', 3],
    ["other_quote", `a,b,c\n1,"x,1",3\n4,'y,1',6\n6,"z,1",8\n`, 3],
    ["nul_bytes", "a,b,c\n1,x,3\n4,y\u0000y,6\n6,z,8\n", 3],
    ["trailing_delimiters", "a,b,c\n1,x,3\n4,y,6,,\n6,z,8\n", 3],
    ["footer_row", "a,b,c\n1,x,3\n4,y,6\nTotal,,9\n", 4],
    ["repeated_header", "a,b,c\n1,x,3\na,b,c\n6,z,8\n", 3],
    ["lost_characters", "a,b,c\n1,x,3\n4,y\ufffd,6\n6,z,8\n", 3],
  ];
  test.each(cases)("are reported as issues of the row: %s", async (code, text, line) => {
    const found = await readText(text);
    expect(found.issues.filter((issue) => issue.code === code).map((issue) => issue.line)).toEqual([line]);
  });

  test.each([
    ["a footer", [], "Total,,18.5,EUR", ["footer_row"]],
    ["a footer with a colon", [], "Summe:,,18.5,EUR", ["footer_row"]],
    ["a footer below another total", ["Subtotal,,9,EUR"], "Total,,18.5,EUR", ["footer_row", "footer_row"]],
    ["a footer below a Japanese one", ["小計,,7.5,EUR"], "合計,,7.5,EUR", ["footer_row", "footer_row"]],
    [
      "a footer below a French one",
      ["Total,,7.5,EUR"],
      "Total général,,7.5,EUR",
      ["footer_row", "footer_row"],
    ],
    ["a record if all its cells are filled", [], "Total,All charges,18.5,EUR", []],
    ["a record if other records have the same blank cell", ["A4,,1.5,EUR"], "Total,,18.5,EUR", []],
    ["a record if the label is part of a name", [], "Total Freight,,18.5,EUR", []],
  ])("a row labeled as a total is %s", async (_, more, last, codes) => {
    const records = ["A1,Air,1.5,EUR", "A2,Sea,2.5,EUR", "A3,Road,3.5,EUR"];
    const found = await readText(["Code,Name,Amount,Currency", ...records, ...more, last, ""].join("\n"));
    expect(found.codes).toEqual(codes);
  });

  test.each([
    [
      "Code,Name,City,Country,VAT",
      (i: number) => `A${i},Org ${i},Kiel,DE,DE${i}`,
      "TOTAL,TotalEnergies SE,Courbevoie,FR,",
    ],
    ["Name,City,Country,VAT", (i: number) => `Org ${i},Kiel,DE,DE${i}`, "Total,Courbevoie,FR,"],
  ])("a row labeled as a total is a record if it contains no amount: %s", async (header, record, last) => {
    const records = [1, 2, 3].map(record);
    const found = await readText([header, ...records, last, ""].join("\n"));
    expect(found.codes).toEqual([]);
  });

  test.each([
    ["one row", 'a,b,c\n1,"x,x",3\n"4,""y, """"y"""""",6"\n6,"z,z",8\n', '4|y, "y"|6', 1],
    ["every row", '"a,b,c"\n"1,""x,y"",3"\n"4,""y, """"y"""""",6"\n"6,z,8"\n', '4|y, "y"|6', 1],
    ["the other quote", `"a","b","c"\n"1","x","3"\n'4','it''s, "y"','6'\n`, `4|it's, "y"|6`, 1],
  ])("restore the intended reading of a wrongly quoted cell: %s", async (_, text, cells, index) => {
    const found = await readText(text);
    expect(found.headings).toEqual(["a", "b", "c"]);
    expect(found.rows[index]!.cells.join("|")).toBe(cells);
    expect(found.issues).toHaveLength(1);
  });

  test("a cell that contains delimiters is only split if that is certain", async () => {
    const short = await readText('town,name\n"Kiel, Nord","Ann"\n"Doe, John"\n"Bremen","Bob"\n');
    expect(short.codes).toEqual(["row_too_short"]);
    expect(short.rows[1]!.cells).toEqual(["Doe, John", ""]);
    const names = await readText('"Name"\n"Doe,John"\n"Roe,Ann"\n');
    expect(names.rows.map((row) => row.cells)).toEqual([["Doe,John"], ["Roe,Ann"]]);
    expect(names.codes).not.toContain("rows_quoted_whole");
  });

  test("cells are only moved if the types of the columns permit one way", async () => {
    const rows = Array.from({ length: 8 }, (_, i) => `E${i}@x.example,Name ${i},2020-01-0${i + 1},${i}.5`);
    const text = ["mail,name,day,rate", ...rows, "e9@x.example,Doe, John,2021-01-01,7.5", ""].join("\n");
    const found = await readText(text);
    expect(found.rows.at(-1)!.cells).toEqual(["e9@x.example", "Doe, John", "2021-01-01", "7.5"]);
    expect(found.codes).toEqual(["row_realigned"]);
  });

  test("cells are not moved if they would then match fewer columns", async () => {
    const rows = Array.from(
      { length: 8 },
      (_, i) => `2020-01-0${i + 1},10${i}0,20${i}0,${i},Fee,1.${i},,,10`,
    );
    const found = await readText([...rows, "2020-01-09,...,1010,4,Total,186.55", ""].join("\n"));
    expect(found.rows.at(-1)!.cells.slice(0, 6)).toEqual([
      "2020-01-09",
      "...",
      "1010",
      "4",
      "Total",
      "186.55",
    ]);
    expect(found.codes).toEqual(["row_too_short"]);
  });

  test("columns without a heading that are blank in every row are reported", async () => {
    const blank = async (text: string) =>
      (await readText(text)).issues.find(({ code }) => code === "blank_columns")?.message;
    expect(await blank("id,,name,\n1,,Ann,\n2, ,Bob,\n")).toContain(": #2, #4.");
    expect(await blank("id,unit,name\n1,,Ann,\n2,,Bob,\n3,,Cy,\n")).toContain(": #4.");
    expect(await blank("id,,name\n1,,Ann\n2,x,Bob\n")).toBeUndefined();
  });

  test("a first row of words is not a second header line in a file that a program wrote", async () => {
    const text =
      "external_id,updated_at,name,email_address\né,,Bob,nowhere\n1,2027-01-01T00:00:00Z,Ann,p@x.example\n2,2026-02-01T00:00:00Z,Eve,q@x.example\n";
    const found = await readText(text);
    expect(found.headings).toEqual(["external_id", "updated_at", "name", "email_address"]);
    expect(found.rows).toHaveLength(3);
  });

  test("a single opening quote is reported if the table has no quotes, unless the mapping states them", async () => {
    const text = 'id,name,town\n1,Ann,Ulm\n2,"Bob,Bonn\n3,Eve,Kiel\n4,6" nails,Jena\n';
    const found = await readText(text);
    expect(found.rows.map((row) => row.cells[1])).toEqual(["Ann", '"Bob', "Eve", '6" nails']);
    expect(found.issues.map((issue) => [issue.code, issue.line])).toEqual([["unclosed_quote", 3]]);
    expect((await readText(text, { quote: "none" })).codes).toEqual([]);
  });

  test("names like `Roe, Ann` without quotes are one cell if no other cell starts with a space", async () => {
    const read = async (head: string, row: (name: string) => string) => {
      const names = ["Ann Roe", "Bo Lee", "Roe, Cy", "Di Fox", "Ed Gray", "Poe, Flo", "Gil Ray", "Hal Orr"];
      return readText([head, ...names.map(row), ""].join("\n"));
    };
    const last = await read("id,mail,name", (name) => `1,a@x.example,${name}`);
    expect(last.rows[2]!.cells).toEqual(["1", "a@x.example", "Roe, Cy"]);
    const inner = await read("id,name,team,mail", (name) => `1,${name},Ops,a@x.example`);
    expect(inner.rows[5]!.cells).toEqual(["1", "Poe, Flo", "Ops", "a@x.example"]);
    expect([...last.codes, ...inner.codes]).toEqual(Array(4).fill("row_realigned"));
    // Without the space, or if other cells have one too, it may be any of the cells.
    expect(
      (await read("id,mail,name", (name) => `1,a@x.example,${name.replace(", ", ",")}`)).codes,
    ).toContain("row_too_long");
    const spaced = await read("id,mail,team,name", (name) => `1,a@x.example, Ops,${name}`);
    expect(spaced.codes).toContain("row_too_long");
  });

  test("blank cells at the end never hide that an extra delimiter moved the others", async () => {
    const rows = Array.from(
      { length: 8 },
      (_, i) => `E${i}@x.example,Name ${i},2020-01-0${i + 1},${i}.5,note`,
    );
    const read = async (last: string) => readText(["mail,name,day,rate,note", ...rows, last, ""].join("\n"));
    const moved = await read("e9@x.example,,Doe,2021-01-01,7.5,");
    expect(moved.rows.at(-1)!.cells).toEqual(["e9@x.example", "Doe", "2021-01-01", "7.5", ""]);
    expect(moved.codes).toEqual(["row_realigned"]);
    expect((await read("e9@x.example,Doe,2021-01-01,oops,7.5,")).codes).toEqual(["row_too_long"]);
    expect((await read("e9@x.example,Doe,2021-01-01,7.5,,")).codes).toEqual(["trailing_delimiters"]);
  });
});

test.each([
  ["options", ["--verbose", "--out-dir", "--list of names", "--json"]],
  [
    "sentences with dashes",
    ["He came -- late.", "She left -- early -- and sang.", "They stayed.", "We know -- not."],
  ],
])("a list of %s has one column", async (_, lines) => {
  const found = await readText(`${lines.join("\n")}\n`);
  expect(found.detected.delimiter).toBe("");
});

test("a header line above half a million blank lines is read quickly", async () => {
  expect((await readText(`a,b\n${"\n".repeat(500_000)}`)).codes).toEqual(["blank_lines", "no_rows"]);
});

test("a long run of spaces in a heading is scanned once", async () => {
  const found = await readText(`id,"a${" ".repeat(250_000)}b"\n1,"x"\n`);
  expect(found.codes).toEqual(["unusual_dialect", "limit_exceeded"]);
});

test.each(['"a,', 'a,"b c" d,', '"a","b,'])(
  "a repeated line of %j without a closing quote is read once",
  async (unit) => {
    const found = await readText(`id,name\n1,Ann\n2,Bob\n${unit.repeat(100_000)}\n3,Cid\n`);
    expect(found.rows.map((row) => row.cells[0])).toContain("3");
  },
);

test("unclosed quotes never merge all rows of a file", async () => {
  const found = await readText("(1, 'Ann', 'Paris'),\n(2, 'Bob', 'Rome, IT'),\n(3, 'Cid', NULL)\n");
  expect(found.rows.map((row) => row.line)).toEqual([2, 3]);
});

describe("unusual line ends", () => {
  const signs = ["\u001e", "\u2028", "\u2029", "\u0085", "\u000b", "\u000c"];

  test.each(signs)("%j ends lines if CR and LF do not, and that is reported", async (sign) => {
    const found = await readText(["a,b", "1,x", '2,"y, z"', "3,u", ""].join(sign));
    expect(found.headings).toEqual(["a", "b"]);
    expect(found.rows.map((row) => row.cells)).toEqual([
      ["1", "x"],
      ["2", "y, z"],
      ["3", "u"],
    ]);
    expect(found.rows.map((row) => row.line)).toEqual([2, 3, 4]);
    expect(found.codes).toEqual(["unusual_line_end"]);
    expect(found.detected.lineEnd).toBe(sign);
  });

  test.each(signs)("%j is text if LF ends the lines", async (sign) => {
    const found = await readText(`a,b\n1,x${sign}y\n2,z\n`);
    expect(found.rows.map((row) => row.cells)).toEqual([
      ["1", `x${sign}y`],
      ["2", "z"],
    ]);
    expect(found.codes).toEqual([]);
  });

  test.each(signs)("%j within quotes is unchanged", async (sign) => {
    const found = await readText(["a,b", `1,"x${sign}y"`, "2,z", "3,u", "4,v", ""].join(sign));
    expect(found.rows[0]?.cells).toEqual(["1", `x${sign}y`]);
  });

  test("two words stay one line", async () => {
    const found = await readText("words\u2028more");
    expect(found.headings).toEqual(["words\u2028more"]);
  });
});

describe("traces of earlier damage", () => {
  const column = (cells: readonly string[]): string =>
    `id,x\n${cells.map((cell, i) => `${i},${cell}\n`).join("")}`;
  test.each([
    ["damaged_number", ["A1B", "5.03E+02", "C3D", "D4E"]],
    ["damaged_date", ["A1B", "1-Mar", "C3D", "D4E"]],
    ["lost_zeros", ["00123", "01234", "45", "12345", "00001"]],
    ["lost_zeros", ["0012", "13", "0014", "15"]],
    ["rounded_number", ["1234567890123450000", "12", "13"]],
    ["mojibake", ["MÃ¼ller", "Smith", "Doe"]],
    ["mojibake", ["M√ºller", "Smith", "Doe"]],
    ["mojibake", ["M├╝ller", "Smith", "Doe"]],
    ["mojibake", ["РњРѕСЃРєРІР°", "Smith", "Doe"]],
    ["control_characters", ["Smith", "\u001b$BEl5~\u001b(B", "Doe"]],
    ["control_characters", ["Smith", "O\u0092Hara", "Doe"]],
    ["letters_in_utf7", ["Smith", "M+APw-ller", "Doe"]],
    ["letters_in_utf7", ["Smith", "+BBIENQRABDA-", "Doe"]],
  ])("are warned about and never repaired: %s", async (code, cells) => {
    const found = await readText(column(cells));
    expect(found.codes).toContain(code);
    expect(found.rows.map((row) => row.cells[1])).toEqual(cells);
  });

  test.each([
    ["plain numbers", ["1", "20", "300"]],
    ["codes", ["A1", "B2", "C3"]],
    ["all in exponents", ["1.5E+02", "2.5E+03", "3.5E+04"]],
    ["names", ["Müller", "Ångström", "Ça"]],
    ["Cyrillic names", ["Рік", "Сєров", "Москва", "Ростов"]],
    ["plus signs", ["A+ABC-D", "+49-40-1", "C+Lag-"]],
  ])("%s are not damage", async (_, cells) => {
    expect((await readText(column(cells))).codes).toEqual([]);
  });
});

describe("settings in the mapping", () => {
  test("choose the header by line, by contents, or none", async () => {
    const text = "report,of,things\nid,name,x\n1,a,5\n2,b,6\n";
    expect((await readText(text, { header: "2" })).headings).toEqual(["id", "name", "x"]);
    expect((await readText(text, { header: { contains: ["NAME", "id"] } })).headings).toEqual([
      "id",
      "name",
      "x",
    ]);
    expect((await readText(text, { header: "none" })).rows).toHaveLength(4);
    expect((await readText(text, { header: { contains: ["nope"] } })).codes).toEqual(["header_not_found"]);
  });

  test("choose delimiter and quote", async () => {
    const found = await readText("a;b\n1;'x'\n2;'y'\n", { delimiter: ";", quote: "none" });
    expect(found.rows.map((row) => row.cells)).toEqual([
      ["1", "'x'"],
      ["2", "'y'"],
    ]);
  });

  test("choose columns by position", async () => {
    const columns = [
      { name: "id", from: "1", to: "4" },
      { name: "name", from: "5" },
    ];
    const found = await readText("0001Müller \n0002Łuk\n12\n", { columns });
    expect(found.headings).toEqual(["id", "name"]);
    expect(found.rows.map((row) => row.cells)).toEqual([
      ["0001", "Müller"],
      ["0002", "Łuk"],
      ["12", ""],
    ]);
    expect(found.codes).toEqual(["row_too_short"]);
  });
});

describe("fuzzing", () => {
  const files = damageKinds.flatMap((kind) =>
    cleanTables.slice(0, 2).flatMap((table) => [...kind.make({ ...table, rows: table.rows.slice(0, 9) })]),
  );

  test("any bytes produce rows or an error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const found = await readBytes(bytes);
        expect(found.rows.length > 0 || found.issues.some((issue) => issue.severity === "error")).toBe(true);
        expect(JSON.stringify(found.rows.map((row) => row.cells))).not.toContain("\u0000");
      }),
      { numRuns: 400 },
    );
  });

  test("quotes that leave only spaces in every reading are not an internal error", async () => {
    const found = await readBytes(Buffer.from('" "'), {}, {}, 1);
    expect(found.rows.length > 0 || found.issues.some((issue) => issue.severity === "error")).toBe(true);
  });

  test("a damaged file that is damaged again never loses a line silently", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(0x22, 0x2c, 0x0a, 0x0d, 0x3b, 0x41, 0x20)), {
          maxLength: 5,
        }),
        fc.integer({ min: 1, max: 500 }),
        async (file, changes, piece) => {
          const bytes = Uint8Array.from(file.bytes);
          if (bytes.length === 0) return;
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
          const found = await readBytes(bytes, {}, {}, bytes.length > 20_000 ? bytes.length : piece);
          expect(found.rows.length > 0 || found.issues.some((issue) => issue.severity === "error")).toBe(
            true,
          );
          const lines = found.rows.map((row) => row.line);
          expect([...lines].sort((a, b) => a - b)).toEqual(lines);
          expect(new Set(lines).size).toBe(lines.length);
        },
      ),
      { numRuns: 250 },
    );
  });
});

test.each(["@", "^", "#", "~", "%", "$"])("quotes within cells after %s are read", async (sign) => {
  const cell = `pipe ${sign}"blue${sign}", 4 ${sign}" wide`;
  const found = await readText(`id,text,n\n1,"${cell}",5\n2,"${cell}",6\n3,plain,7\n`);
  expect(found.rows.map((row) => row.cells[1])).toEqual([
    'pipe "blue", 4 " wide',
    'pipe "blue", 4 " wide',
    "plain",
  ]);
  expect(found.codes).toEqual([]);
});

test.each([
  ["in quotes from the beginning", 'P,"pipe, blue",x\n', '"a, b"'],
  ["in quotes below the beginning", "P,pipe,x\n", '"a, b"'],
  ["in no quotes", "P,pipe,x\n", "a"],
])(
  "reads quotes after a backslash in plain cells, as Python writes them, if others are %s",
  async (_, row, other) => {
    const rows = String.raw`1,5\" hose,${other}
2,say \"hi\",
3,C:\\dir,${other}
4,\",
`;
    for (const above of [0, 9_000]) {
      const found = await readText(`id,text,more\n${row.repeat(above)}${rows}`);
      expect(found.rows.slice(above).map(({ cells }) => cells[1])).toEqual([
        '5" hose',
        'say "hi"',
        "C:\\dir",
        '"',
      ]);
      expect(found.codes).toEqual(["escape_taken"]);
    }
  },
);

test.each([0, 9_000])(
  "reads quotes after a backslash below a line above the table, with %d rows between",
  async (above) => {
    const rows = String.raw`1,5\" hose,a
2,say \"hi\",b
3,"Valve, small",c
`;
    const found = await readText(`Exported by FFS\nid,text,more\n${"P,pipe,x\n".repeat(above)}${rows}`);
    expect(found.rows.slice(above).map(({ cells }) => cells[1])).toEqual([
      '5" hose',
      'say "hi"',
      "Valve, small",
    ]);
    expect(found.codes).toEqual(["escape_taken", "lines_left_out"]);
  },
);

test("a row that starts like the comments above the table is reported", async () => {
  const found = await readText("# made by hand\nid,name\n1,Ann\n#2,Bob\n3,Eve\n");
  expect(found.rows.map(({ cells }) => cells[0])).toEqual(["1", "#2", "3"]);
  expect(found.codes).toEqual(["comments_left_out", "row_like_comment"]);
});

test("zero-padded numbers do not count as rounded", async () => {
  const found = await readText("id,number\nA,0000000000095900\nB,0000000000095910\n");
  expect(found.codes).toEqual([]);
});

test("a path without escapes keeps its backslashes despite escapes elsewhere, and both are reported", async () => {
  const rows = Array.from({ length: 30 }, (_, i) => String.raw`\\srv${i}\data,Ann,plain`);
  const found = await readText(
    `share,owner,note\n${rows.join("\n")}\n\\\\srv99\\data,Bob,say \\"x\\" twice\n`,
  );
  expect([found.rows[0]?.cells[0], found.rows.at(-1)?.cells]).toEqual([
    "\\\\srv0\\data",
    ["\\\\srv99\\data", "Bob", 'say "x" twice'],
  ]);
  expect(found.codes).toEqual(["escape_taken"]);
});

test("the one cell without an opening quote in an otherwise quoted row is reported", async () => {
  const found = await readText('"id","iban","name"\n"1","DE1","Ann"\n2","DE2","Bob"\n"3","DE3","Eve"\n');
  expect([found.rows[1]?.cells[0], found.codes]).toEqual(['2"', ["stray_quote"]]);
});

test("blank lines above the rows are reported", async () => {
  const { detected } = await readText("\nid,name\n\n103,Bar\n104,Baz\n");
  expect(detected.evidence).toContain("Skipped empty lines above the rows: 1, 3.");
});

test("rows of delimiters only are blank rows between others, and are left out after the last one", async () => {
  const found = await readText("a,b\n1,2\n,\n3,4\n,\n,\n");
  expect(found.rows.map(({ line }) => line)).toEqual([2, 3, 4]);
  expect(found.issues).toMatchObject([{ code: "blank_lines", line: 5 }]);
  expect(found.issues[0]?.message).toContain("between rows: 2.");
});

test("backslashes before delimiters do not escape quotes, and others are read as in RFC 4180", async () => {
  const rows = String.raw`1,5\" hose,a
2,6\" hose,b
3,"Valve, small",c
`;
  const found = await readText(
    `id,text,more\n${String.raw`P,C:\out\,x`}\n${"P,pipe,x\n".repeat(9_000)}${rows}`,
  );
  expect(found.rows.at(-1)?.cells).toEqual(["3", "Valve, small", "c"]);
});

test("question marks in quotes do not indicate escapes", async () => {
  const found = await readText('id,text\n1,"Who said "no"?"\n2,"Why?"\n3,"Where?"\n');
  expect(found.rows.map((row) => row.cells[1])).toEqual(['Who said "no"?', "Why?", "Where?"]);
});

/** The beginning of a dBase table with one column. */
function dbase(version: number): Buffer {
  const header = Buffer.alloc(65);
  header.set([version, 126, 3, 17, 2, 0, 0, 0, 65, 0, 9, 0]);
  header.write("CODE\0\0\0\0\0\0\0C", 32, "latin1");
  header[64] = 0x0d;
  return Buffer.concat([header, Buffer.from(" AFRT     DOC     \x1a", "latin1")]);
}

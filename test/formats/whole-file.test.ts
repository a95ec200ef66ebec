import { findHeader } from "../../src/formats/header/header.js";
import { describe, expect, test } from "vitest";
import { readBytes, readText } from "./text-reading.js";

/** The dialect that the beginning of a file shows is checked against the whole file. */

/** Plain rows, more than detection reads. */
const many = Array.from({ length: 8_000 }, (_, i) => `C${i},Name of ${i},note ${i}`).join("\n");

async function lastCells(text: string): Promise<{ cells: readonly string[]; codes: readonly string[] }> {
  const found = await readText(text);
  return { cells: found.rows.at(-1)!.cells, codes: found.codes };
}

describe("a quote that first occurs far below the beginning", () => {
  test.each([
    ["around a delimiter", '1,"x, y",z', ["1", "x, y", "z"]],
    ["around doubled quotes", '1,"Robert ""Bob"" Roe",z', ["1", 'Robert "Bob" Roe', "z"]],
    ["around a line end", '1,"x\ny",z', ["1", "x\ny", "z"]],
    ["at the beginning of a line", '"1",x,z', ["1", "x", "z"]],
    ["around a single character", '1,"x",""', ["1", "x", ""]],
    ["below inches", '0,5" pipe,x\n1,"6"" pipe, blue",z', ["1", '6" pipe, blue', "z"]],
  ])("is a quote if it is %s", async (_, row, cells) => {
    for (const delimiter of [",", ";", "\t", "|"]) {
      const text = `code,name,note\n${many}\n${row}\n`.replaceAll(",", delimiter);
      const found = await lastCells(text);
      expect(found).toEqual({ cells: cells.map((cell) => cell.replaceAll(",", delimiter)), codes: [] });
    }
  });

  test("is text if it encloses only some words of a cell, and its row is reported", async () => {
    const found = await lastCells(`code,name,note\n${many}\n1,"Acme" Sp. z o.o.,z\n`);
    expect(found.cells).toEqual(["1", '"Acme" Sp. z o.o.', "z"]);
    expect(found.codes).toHaveLength(1);
  });

  test("is read in any character set", async () => {
    for (const charset of ["utf16le", "latin1"] as const) {
      const bytes = Buffer.from(`code,name,note\n${many}\n1,"Zoë, x",z\n`, charset);
      const encoding = charset === "latin1" ? "windows-1252" : "utf-16le";
      const found = await readBytes(bytes, { encoding }, {}, 1_000);
      expect(found.rows.at(-1)!.cells).toEqual(["1", "Zoë, x", "z"]);
    }
  });
});

describe("records with irregular quotes", () => {
  test.each([
    ["words in quotes", 'A,x,P\nB,x,"Acme" Sp. z o.o.\nC,x,"Beta" & "Gamma"\nD,y,"Eps, Ltd"'],
    ["words in quotes amid the row", 'A,P,x\nB,"Acme" Sp. z o.o.,x\nC,"Beta" & "Gamma",y\nD,"Eps, Ltd",y'],
    ["a quote that opens and one that closes", 'A,"hi" x,4\nB,"ab"c"d",5\nC,"ok",6\nD,x,7'],
    ["speech", 'A,"Well", he said,x\nB,"No",x\nC,"So" and "so",x\nD,"ok",y'],
    ["several lines", 'A,"a" b,x\nB,"c" d,x\nC,"e" f,x\nD,"ok",y'],
  ])("are never merged: %s", async (_, rows) => {
    const found = await readText(`code,name,type\n${rows}\n`);
    expect(found.rows.map((row) => row.cells[0])).toEqual(["A", "B", "C", "D"]);
    expect(found.codes.length).toBeGreaterThan(0);
  });

  test("keep words in quotes with their quotes", async () => {
    const found = await readText('a,b,c\n1,x,"Beta" & "Gamma"\n2,"Chu"_"Chi",y\n3,z,"u, v"\n4,z,w\n');
    expect(found.rows.map((row) => row.cells.join("|")).slice(0, 2)).toEqual([
      '1|x|"Beta" & "Gamma"',
      '2|"Chu"_"Chi"|y',
    ]);
  });
});

test.each([
  ['# "t_number","t_lat","t_lon"\n1,2.5,3.5\n2,3.5,4.5\n', '# "t_number"'],
  ['no. "x","a","b"\n1,2.5,3.5\n2,3.5,4.5\n', 'no. "x"'],
])("keeps a pair of quotes within a heading if the others are quoted: %j", async (text, heading) => {
  expect((await readText(text)).headings?.[0]).toBe(heading);
});

test.each(["*", "~", "%", "#", "$", "/", "`", "^", "@", "´", "|", "''"])(
  "%s is the value of a cell, not its quote",
  async (sign) => {
    const rows = Array.from({ length: 12 }, (_, i) => [`C${i}`, sign, sign, sign, `${i}.5`, "VAT"]);
    for (const delimiter of [",", ";", "\t"]) {
      const lines = [["Country", "State", "Code", "City", "Rate", "Name"], ...rows];
      const found = await readText(`${lines.map((cells) => cells.join(delimiter)).join("\n")}\n`);
      expect(found.rows.map((row) => row.cells)).toEqual(rows);
      expect(found.codes).toEqual([]);
    }
  },
);

test.each([["1, I;\n2, II;\n3, III;\n4, IV;\n", ["1", "I;"]]])(
  "a character at the end of lines is not a delimiter: %j",
  async (text, cells) => {
    expect((await readText(text, { header: "none" })).rows[0]!.cells.map((cell) => cell.trim())).toEqual(
      cells,
    );
  },
);

describe("the first line of a file", () => {
  test.each([
    [
      "an incomplete row",
      "EMP001,Smith\nEMP002,Jones,Ops,j@x.example\nEMP003,Lee,Fin,l@x.example\n",
      null,
      "EMP001",
    ],
    ["incomplete headings", "code,name\nA1,Freight,EUR,12.50\nA2,Bunker,EUR,3.50\n", "code", "A1"],
    ["a row after headings", "code;name;type\nA1;Freight\nA2;Bunker;x\nA3;Docs;y\n", "code", "A1"],
    ["numbers", "1,2\n3,4,5,6\n7,8,9,10\n", null, "1"],
  ])("is never lost: %s", async (_, text, heading, first) => {
    for (const delimiter of [",", "\t", "|"]) {
      const found = await readText(text.replaceAll(/[,;]/g, delimiter));
      expect(found.headings?.[0] ?? null).toBe(heading);
      expect(found.rows[0]!.cells[0]).toBe(first);
      expect(found.detected.leftOut).toBeUndefined();
    }
  });
});

describe("skipped lines", () => {
  const table = "id,mail\n0,a@x.example\n1,b@x.example\n2,c@x.example\n";

  test.each([
    ["# staff export\n# 12 rows\n", "comment", [1, 2]],
    ["# staff # export\n# a # b # c\n", "comment", [1, 2]],
    ["// one, two\n// three\n", "comment", [1, 2]],
    ["-- made by, hand\n", "comment", [1]],
    ["% made by; hand\n\n", "comment", [1]],
    [Array.from({ length: 40 }, (_, i) => `# note ${i}\n`).join(""), "comment", undefined],
    ["Export of everything\n\n", "preamble", [1]],
  ])("are reported above a table: %j", async (above, kind, lines) => {
    const found = await readText(above + table);
    expect(found.headings).toEqual(["id", "mail"]);
    expect(found.rows).toHaveLength(3);
    const [left, ...more] = found.detected.leftOut ?? [];
    expect(more).toEqual([]);
    expect(left?.kind).toBe(kind);
    expect(left?.count).toBe(above.split("\n").filter((line) => line !== "").length);
    if (lines !== undefined) expect(left?.lines).toEqual(lines);
    expect(found.detected.evidence.at(-1)).toContain("Skipped");
  });

  test.each(["#,Name,Rate\n1,Zoe,1.5\n2,Ann,2.5\n", "#id,Name,Rate\n1,Zoe,1.5\n2,Ann,2.5\n"])(
    "do not include headings after a comment character: %j",
    async (text) => {
      const found = await readText(text);
      expect(found.headings).toEqual(text.split("\n")[0]!.split(","));
      expect(found.detected.leftOut).toBeUndefined();
    },
  );
});

describe("a line as wide as the table after an unusual comment character", () => {
  const staff = "E1,Zoe,z@x.example\nE2,Ann,a@x.example\nE3,Bo,b@x.example\n";
  const codes = "A1,Air freight,12.50\nA2,Docs,3.00\nA3,Bunker,7.25\n";
  const teams = "AB,Zoe,Ops\nCD,Ann,Sales\nEF,Bo,Ops\n";

  test.each([
    ["; Staff list,Acme,2026\n", "id,name,mail\n", staff],
    ["* exported by Sam,on Monday,for Acme\n", "code,name,rate\n", codes],
    ["' made by hand,do not edit,thanks\n", "code,name,rate\n", codes],
    ["@ acme,staff,all\n@ page,one,of two\n", "id,name,mail\n", staff],
    ["%made by SAP,client 100,EN\n", "code,name,rate\n", codes],
    ["! do not edit,ask Zoe,first\n", "id,name,team\n", teams],
    ["-- select id,name,rate from codes\n", "code,name,rate\n", codes],
    ["// source,acme,nightly\n", "id,name,mail\n", staff],
    ["rem Staff,all,2026\n", "id,name,mail\n", staff],
    ["; Acme;Staff;2026\n", "id;name;mail\n", staff.replaceAll(",", ";")],
  ])("%j is left out above headings, and reported", async (above, header, body) => {
    const found = await readText(above + header + body);
    expect(found.headings).toEqual(header.trim().split(/[,;]/));
    expect(found.rows).toHaveLength(3);
    expect(found.detected.leftOut?.[0]?.lines).toEqual(above.match(/\n/g)!.map((_, i) => i + 1));
  });

  test.each([
    ["*Code,Name,Team\n", teams, "it starts like a comment, and no later line does"],
    ["// source,acme,nightly\n", codes, "it starts like a comment, and no later line does"],
    ["'it is,what it is,Acme's list\n", codes, "it starts like a comment, and no later line does"],
    ["# Staff list,Acme,2026\n", staff, "line 1 starts like a comment, and no later line does"],
    ["* 12,5,2026\n", "1,2,3\n4,5,6\n7,8,9\n", "line 1 starts like a comment, and no later line does"],
  ])("%j is read and reported if it may be a row or a comment", async (above, body, why) => {
    const found = await readText(above + body);
    const read = [
      ...(found.headings === null ? [] : [found.headings]),
      ...found.rows.map((row) => row.cells),
    ];
    expect(read.map((cells) => cells.join(","))).toEqual((above + body).trim().split("\n"));
    expect(found.codes).toEqual([found.headings === null ? "first_row_in_doubt" : "headings_in_doubt"]);
    expect(found.issues[0]?.message).toContain(why);
    expect((await readText(above + body, { header: "1" })).codes).toEqual([]);
  });

  test("is in doubt above a row with names of columns", async () => {
    const found = await readText(`! code,name,rate\nAB,code of Zoe,status\n${codes}`);
    expect(found.codes).toEqual(["lines_left_out", "headings_in_doubt"]);
    expect(found.issues[1]?.message).toContain("the header may be on line 1 (! code, name, rate)");
  });

  test.each([
    ["@type,name,rate\n", "@a,Zoe,1.5\n@b,Ann,2.5\n"],
    ["*Code,*Name,Rate\n", codes],
    ["# code,name,group\n", teams],
    ["*Code,Name,Rate\n", codes],
    ["%id,name,rate\n", codes],
    ["-- id,name,mail\n", staff],
    ["-- code,who,group\n", codes],
  ])(
    "%j is the headings if the character is also elsewhere, or before names of the columns",
    async (header, body) => {
      const found = await readText(header + body);
      expect(found.headings).toEqual(header.trim().split(","));
      expect(found.codes).toEqual([]);
    },
  );
});

test("numbers separated by a space are not dates but two cells, and are reported", async () => {
  const rows = Array.from({ length: 400 }, (_, i) => `${(20 + i / 50).toFixed(2)} ${31 + ((i * 37) % 29)}`);
  const found = await readText(`${rows.join("\n")}\n`);
  expect(found.rows[1]!.cells).toEqual(["20.02", "39"]);
  expect(found.codes).toEqual(["unusual_dialect"]);
});

test("two tabs between cells are refused if one or more of them only align the columns", async () => {
  const aligned = (cell: string, width: number): string =>
    cell + "\t".repeat(Math.max(1, Math.ceil((width - cell.length) / 8)));
  const rows = (names: string): string[] =>
    names
      .split(" ")
      .map(
        (name, i) =>
          `${aligned(name, 16)}${aligned(name, 16)}${aligned(`${name}.*`, 24)}${i % 3 ? 32 : 64}\t${i % 4 ? "big" : "little"}\n`,
      );
  const short = rows(
    "alpha amd64 arc armeb arm arm64 avr32 hppa loong64 i386 ia64 m32r m68k mips mipsel mipsr6 mips64 mips64el or1k powerpc ppc64el riscv64 s390 s390x sh3 sh4 sparc tilegx",
  );
  const long = rows("aarch64_be mips64r6el mipsn32r6el powerpcspe armeb-eabihf");
  expect((await readText([...short, ...long].join(""))).codes).toEqual(["unreadable_file"]);
});

describe("a delimiter that first occurs far below the beginning", () => {
  const codes = Array.from({ length: 15_000 }, (_, i) => `CODE${i}`).join("\n");
  const wide = Array.from({ length: 15_000 }, (_, i) => `D${i},Name ${i},x${i}`).join("\n");

  test.each([",", ";", "\t", "|"])("divides the rows if it divides the headings: %j", async (delimiter) => {
    const found = await readText(`code,name,note\n${codes}\n${wide}\n`.replaceAll(",", delimiter));
    expect(found.headings).toEqual(["code", "name", "note"]);
    expect(found.rows).toHaveLength(30_000);
    expect(found.rows[0]!.cells).toEqual(["CODE0", "", ""]);
    expect(found.rows.at(-1)!.cells).toEqual(["D14999", "Name 14999", "x14999"]);
    expect(found.codes).toEqual(Array(15_000).fill("row_too_short"));
  });

  test("is reported with its line if the first lines have one cell", async () => {
    const found = await readText(`code\n${codes}\n${wide}\n`);
    expect(found.rows).toHaveLength(30_000);
    expect(found.issues.map(({ code, line }) => ({ code, line }))).toEqual([
      { code: "unexpected_delimiter", line: 15_002 },
    ]);
  });

  test("is reported in the first line if every line has it, in any number", async () => {
    const groups = [6, 2, 3, 12, 1, 8, 4, 10, 5, 9, 7, 2, 14, 3, 1, 11, 6, 13, 4, 8];
    const segments = groups.map((count, i) => {
      const parts = Array.from({ length: count }, (_, k) => `0${k}0;C${i}${k};C;1;`);
      return `${String.fromCharCode(65 + i)}AX;SEGMENT ${"OF A NAME ".repeat(i % 4)};${parts.join("")}`;
    });
    const found = await readText(`${segments.join("\n")}\n`);
    expect(found.issues).toContainEqual(
      expect.objectContaining({ code: "unexpected_delimiter", line: 1, severity: "warning" }),
    );
  });

  test("is reported if it is a space between numbers, and no line is divided like the others", async () => {
    const rows = (line: (i: number) => string) => Array.from({ length: 60 }, (_, i) => line(i)).join("\n");
    const ragged = rows((i) => Array.from({ length: 3 + ((i * 7) % 23) }, (_, k) => `${i + k}.5`).join(" "));
    expect((await readText(`Larch plot\n60\n${ragged}\n`)).codes).toContain("unexpected_delimiter");
    const spaced = ragged.replaceAll(/((?:.*\n){2})/g, "$1\n");
    expect((await readText(`60\n${spaced}\n`)).codes).toContain("unexpected_delimiter");
    const times = await readText(`${rows((i) => `2026-03-01 10:${10 + (i % 50)}`)}\n`);
    expect(times.codes).toEqual([]);
  });

  test("is reported if it is in one or two lines", async () => {
    const found = await readText(`code\n${codes}\nD1;x\n${codes}\n`);
    expect(found.rows).toHaveLength(30_001);
    expect(found.issues.map(({ code, line, severity }) => ({ code, line, severity }))).toEqual([
      { code: "unexpected_delimiter", line: 15_002, severity: "warning" },
    ]);
  });

  test("is text in sentences, in quotes, and if the lines above have it", async () => {
    for (const row of ["Doe, John; or Jane;", '"x,y"', "end;"]) {
      expect((await readText(`code\n${codes}\n${row}\n`)).codes).toEqual([]);
    }
    const some = Array.from({ length: 20_000 }, (_, i) => (i % 50 === 0 ? `A${i};B` : `A${i}`)).join("\n");
    expect((await readText(`code\n${some}\n`)).codes).toEqual([]);
  });
});

test.each([":", "^", "~", " ", "#", "@@", "%%", "=="])(
  "%j between cells is reported until it is pinned",
  async (delimiter) => {
    const rows = Array.from({ length: 30 }, (_, i) => [`C${i}`, `Name${i}`, `${i}.5`, "EUR"]);
    const text = `${[["code", "name", "rate", "currency"], ...rows].map((cells) => cells.join(delimiter)).join("\n")}\n`;
    const found = await readText(text);
    expect(found.rows.map((row) => row.cells)).toEqual(rows);
    expect(found.codes).toEqual(["unusual_dialect"]);
    expect((await readText(text, { delimiter })).codes).toEqual([]);
  },
);

test.each([", ", "; ", " | ", " , "])(
  "the spaces of %j between cells are reported until the delimiter is pinned",
  async (delimiter) => {
    const rows = Array.from({ length: 12 }, (_, i) => [`C${i}`, `Name ${i}`, `${i}.5`]);
    const text = `${[["code", "name", "rate"], ...rows].map((cells) => cells.join(delimiter)).join("\n")}\n`;
    const found = await readText(text);
    expect(found.rows.map((row) => row.cells)).toEqual(rows);
    expect(found.codes).toEqual(["blank_beside_delimiter"]);
    expect((await readText(text, { delimiter })).codes).toEqual([]);
    const kept = await readText(text, { delimiter: delimiter.trim() });
    expect(kept.rows[0]!.cells.map((cell) => cell.trim())).toEqual(rows[0]);
    expect(kept.rows[0]!.cells).not.toEqual(rows[0]);
  },
);

test.each([
  ["\t|\t", []],
  ["\t\t", ["unusual_dialect"]],
])("tabs that are part of the delimiter %j are not part of the cells", async (delimiter, codes) => {
  const rows = Array.from({ length: 12 }, (_, i) => [`C${i}`, `Name ${i}`, `${i}.5`]);
  const text = `${[["code", "name", "rate"], ...rows].map((cells) => cells.join(delimiter)).join("\n")}\n`;
  const found = await readText(text);
  expect([found.headings, ...found.rows.map((row) => row.cells)]).toEqual([
    ["code", "name", "rate"],
    ...rows,
  ]);
  expect(found.codes).toEqual(codes);
  expect((await readText(text, { delimiter })).codes).toEqual([]);
});

test("vertical bars between tabs are reported if a row has a different number of cells", async () => {
  const rows = Array.from({ length: 30 }, (_, i) => [`C${i}`, `Name ${i}`, `${i}.5`]);
  const lines = [["code", "name", "rate"], ...rows, ["C30", "Name 30"]].map((cells) => cells.join("\t|\t"));
  expect((await readText([...lines, ""].join("\n"))).codes).toContain("unusual_dialect");
});

describe("the explanation", () => {
  test.each([
    [3_000, 'Cells are quoted with " (first: line 3002).'],
    [9_000, 'Further down, cells are quoted with ".'],
  ])("names the line of the first quoted cell, if it is in the sample: %d rows", async (count, sentence) => {
    const rows = Array.from({ length: count }, (_, i) => `A${i},Name of the charge ${i}`);
    const text = ["Code,Name", ...rows, 'B1,"Kiel, Nord"', ""].join("\n");
    const { detected } = await readBytes(Buffer.from(text), {}, {}, 4096);
    expect(detected.evidence).toContain(sentence);
  });

  test("says that a table is below notes with more lines", async () => {
    const notes = ["Acct:;123", "Date:;1 May", "User:;X", "Foo;1", "Bar;2", "Baz;3"];
    const rows = Array.from({ length: 3 }, (_, i) => `A${i};Name ${i};1;2;3`);
    const { detected } = await readText([...notes, "Code;Name;A;B;C", ...rows, ""].join("\n"));
    expect(detected.evidence).toContain(
      "The last 4 rows are the table, because each has 5 cells. The rows above them have fewer cells and are notes.",
    );
  });
});

test("a comma between cells in vertical bars is not a part of the delimiter", async () => {
  const rows = Array.from({ length: 12 }, (_, i) => [`${i}`, `${i}4.639`, `-${i}.2`]);
  const lines = [["x", "y", "z"], ...rows].map((cells) => cells.map((cell) => `|${cell}|`).join(","));
  const found = await readText([...lines, ""].join("\n"));
  expect([found.headings, ...found.rows.map((row) => row.cells)]).toEqual([["x", "y", "z"], ...rows]);
});

test("spaces after most delimiters are reported if a few delimiters have none", async () => {
  const rows = Array.from({ length: 6 }, (_, i) => `A${i}, Name ${i}, ${i}.5`);
  const text = ["Code, Name, Amount", ...rows, "A7,Name 7,7.5", ""].join("\n");
  const found = await readText(text);
  expect(found.codes).toEqual(["leading_spaces"]);
  expect((await readText(text, { wanted: ["Code"] })).codes).toEqual([]);
  expect((await readText(text.replace("Code, Name, ", "Code,Name,"))).codes).toEqual([]);
});

test.each([
  ["Rates 1,5 of May", ", "],
  ["Report;May", ";;"],
])("a title with a part of the delimiter does not divide the table: %s", async (title, delimiter) => {
  const rows = Array.from({ length: 6 }, (_, i) => [`A${i}`, `Name ${i}`, `${i}.5`]);
  const table = [["Code", "Name", "Amount"], ...rows].map((cells) => cells.join(delimiter));
  const found = await readText([title, ...table, ""].join("\n"));
  expect(found.rows.map((row) => row.cells)).toEqual(rows);
});

test.each([
  [
    "Rates 1,5 of May\nCode\tCountry\tName\tAmount\nA1\tDE\tKiel Nord\t1,5\nA2\tPL\tDoe - Jane\t2,25\n",
    ["Code", "Country", "Name", "Amount"],
  ],
  ["Stand 1,5\nCode;Rate;Name\nA;1,5;x\nB;2,5;y\n", ["Code", "Rate", "Name"]],
  [
    `Konto;4711\nCity, Name, Country\n${"Kiel, Nord, DE\nGdynia, Port, PL\n".repeat(6)}`,
    ["City", "Name", "Country"],
  ],
  ["Acme,Inc\nCountry | Valid from\nDE | 2026-03-11\nGB | 2026-03-12\n", ["Country", "Valid from"]],
  [
    `Company|Acme\nNotes; Valid from; City\n${"Hull; 2026-03-11; Kiel\nKeel; 2026-03-12; Ulm\n".repeat(6)}`,
    ["Notes", "Valid from", "City"],
  ],
  [
    "Report of May\nAmount, Code, Country, Valid from, City\n1,25, A1, DE, 2026-03-11, St. Pauli\n2,25, A2, DE, 2026-03-12, Kiel\n",
    ["Amount", "Code", "Country", "Valid from", "City"],
  ],
  [
    "Acme,Inc\nCountry;Name;Amount;Valid from;Notes\nGB;Kiel Nord;1,5;2026-03-11;x\nDE;Ulm;2,25;2026-03-12;y\n",
    ["Country", "Name", "Amount", "Valid from", "Notes"],
  ],
])(
  "a title with another delimiter or a decimal comma does not change the delimiter: %j",
  async (text, headings) => {
    const found = await readText(text);
    expect(found.headings).toEqual(headings);
    expect(found.rows.map((row) => row.cells.length)).toEqual(found.rows.map(() => headings.length));
    expect(found.detected.headerRows).toEqual([2]);
  },
);

test("a required heading below a title with a decimal comma is found", async () => {
  const text = "Stand 1,5\nCode;Rate;Name\nA;1,5;x\nB;2,5;y\n";
  const found = await readText(text, { wanted: ["Code", "Rate"], required: ["Code", "Rate"] });
  expect(found.rows.map((row) => row.cells)).toEqual([
    ["A", "1,5", "x"],
    ["B", "2,5", "y"],
  ]);
});

test("a delimiter that divides only the title above a single column is not reported", async () => {
  const text = "Tax codes, 2026\nCode\nA1\nA2\nA3\nA4\n";
  const found = await readText(text, { wanted: ["Code"] });
  expect([found.headings, ...found.rows.map((row) => row.cells)]).toEqual([
    ["Code"],
    ["A1"],
    ["A2"],
    ["A3"],
    ["A4"],
  ]);
  expect(found.codes).toEqual(["lines_left_out"]);
});

test("headings without spaces show that spaces are part of the cells", async () => {
  const rows = Array.from({ length: 700 }, (_, i) => [` base`, ` ${i}`, `   ${i}.25`]);
  const found = await readText(
    `${[[" scenario", "idx", "trend"], ...rows].map((cells) => cells.join(",")).join("\n")}\n`,
  );
  expect([found.headings, ...found.rows.map((row) => row.cells)]).toEqual([
    [" scenario", "idx", "trend"],
    ...rows,
  ]);
  expect(found.codes).toEqual([]);
});

describe("a character that is rarely a delimiter or a quote", () => {
  test("is not the delimiter if all cells that contain it are quoted", async () => {
    const names = ["Alpha", "Beta", "Gamma", "Delta", "Eta", "Iota"];
    const rows = names.map((name, i) => [name, `&#${913 + i};`, `&#x${(913 + i).toString(16)};`]);
    const text = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(" ")).join("\n");
    const found = await readText(`        "decimal" "hex"\n${text}\n`);
    expect(found.detected.delimiter).toBe(" ");
    expect(found.rows.map((row) => row.cells)).toEqual(rows);
    expect(found.codes).toEqual(["unusual_dialect", "headings_in_doubt", "headings_too_few"]);
  });

  const titled = Array.from({ length: 20 }, (_, i) => [
    `E${i}`,
    `${i}.5`,
    "",
    `{title, "Book ${i}", year ${i}}`,
  ]);

  test.each(["|", "~", "*", "`"])("%s is a quote if it encloses only cells that need one", async (quote) => {
    const lines = titled.map((cells) =>
      cells.map((cell) => (cell.includes(",") ? quote + cell + quote : cell)).join(","),
    );
    const found = await readText(`${lines.join("\n")}\n`);
    expect(found.rows.map((row) => row.cells)).toEqual(titled);
    expect(found.codes).toEqual(["unusual_dialect"]);
  });

  test.each(["*", "~", "/"])("%s is not a quote if it is a value by itself", async (sign) => {
    const rows = Array.from({ length: 20 }, (_, i) => [`C${i}`, sign, `b${i}`, sign, "c"]);
    const found = await readText(`${rows.map((cells) => cells.join(",")).join("\n")}\n`, { header: "none" });
    expect(found.rows.map((row) => row.cells)).toEqual(rows);
  });

  const beginning = (write: (i: number) => string): string =>
    Array.from({ length: 4_000 }, (_, i) => `${write(i)}\n`).join("");

  test.each([
    ["#", beginning((i) => `C${i}#Name ${i}#${i}`), "Call Tom, Dick\n"],
    [" ", beginning((i) => `C${i} Name${i} ${i}`), "one two three four five\n"],
  ])("%j between cells only at the beginning is refused with a line", async (delimiter, above, below) => {
    const text = above + below.repeat(400);
    const found = await readText(text);
    expect(found.rows).toEqual([]);
    expect(found.issues).toMatchObject([{ code: "unreadable_file", severity: "error", line: 4_001 }]);
    expect(found.issues[0]!.message).toContain("Use a comma, a semicolon or a tab as the delimiter");
    expect((await readText(text, { delimiter, quote: "none" })).rows.length).toBeGreaterThan(4_000);
  });

  test("a quote at the beginning that is a value below is refused", async () => {
    const above = beginning((i) => `*C${i}*,*Name ${i}*,*a*,*b*`);
    const found = await readText(above + "GB,*,*,VAT,*,*\n".repeat(400));
    expect(found.rows).toEqual([]);
    expect(found.issues.map(({ code }) => code)).toEqual(["unreadable_file"]);
  });
});

test("a special character of regular expressions works between quoted cells", async () => {
  const found = await readText("code--name\n'a-1'--'b'\n'c-2'--'d'\n'e-3'--'f'\n");
  expect(found.rows.map((row) => row.cells)).toEqual([
    ["a-1", "b"],
    ["c-2", "d"],
    ["e-3", "f"],
  ]);
});

test("one cell in ' with a doubled one inside is quoted", async () => {
  const found = await readText("code,name\nA1,Ann\nA2,'O''Brien'\nA3,Bob\n");
  expect(found.rows.map((row) => row.cells)).toEqual([
    ["A1", "Ann"],
    ["A2", "O'Brien"],
    ["A3", "Bob"],
  ]);
});

test.each([
  ['E2,Carla,",u2@x', 'E3,Dirk,",u3@x'],
  ['E2,"Big Bob,Sea,u2@x', "E3,Dirk,Sea,u3@x", 'E4,Roe 19",Sea,u4@x'],
  ['E2,"Bob,Sea,u2@x', 'E3,Roe",Sea,u3@x'],
])("a cell whose every line could be a row is read as in RFC 4180, and reported: %s", async (...lines) => {
  const text = `no,name,dept,mail\nE0,Ann,Sea,u0@x\nE1,Ben,Air,u1@x\n${lines.join("\n")}\nE9,Zoe,Sea,u9@x\n`;
  const found = await readText(text);
  expect(found.codes.filter((code) => code !== "rows_in_cell")).toEqual([]);
  expect(found.issues).toMatchObject([{ code: "rows_in_cell", line: 4 }]);
  expect(found.rows.map((row) => row.line)).toEqual([2, 3, 4, 4 + lines.length]);
});

describe("lines above the table", () => {
  test("are comments in words that do not affect the dialect if others further below have the same character", async () => {
    const comments =
      "# Comment 1\na,b,c,e,f\n# Very Long\n# Comment 2\ng,h,i,j,k\n# Very Long\n\n# Comment 3\nl,m,n,o,p\n";
    expect((await readText(comments)).detected.delimiter).toBe(",");
    const kept = await readText(
      "# Code,Name,On\nFR,Lyon,no\nIT,Rome,no\n# AE,Ajman,yes\n# DE,Ulm,no\nES,Vigo,no\n",
    );
    expect(kept.rows.map(({ cells }) => cells[0])).toContain("# DE");
  });

  const rows = Array.from({ length: 9 }, (_, i) => [
    `E0${i}`,
    `Ann ${i}`,
    `u${i}@x.example`,
    "Sea",
    "Active",
  ]);
  const read = async (...above: readonly (readonly string[])[]) =>
    readText(`${[...above, ...rows].map((cells) => cells.join(",")).join("\n")}\n`);

  test("are a row if they contain only a key, even with several short keys", async () => {
    const one = await read(["E90"]);
    expect(one.rows).toHaveLength(10);
    expect(one.codes).toEqual(["row_too_short"]);
    const two = await read(["E90", "Uwe"], ["E91", "Ina", "i@x.example"]);
    expect(two.rows.map((row) => row.cells[0])).toEqual(["E90", "E91", ...rows.map(([key]) => key)]);
    expect(two.codes).toEqual(["row_too_short", "row_too_short"]);
  });

  test("are a row if they have more cells", async () => {
    const found = await read(["E90", "Uwe", "u@x.example", "Sea", "Left", "extra", "7"]);
    expect(found.rows).toHaveLength(10);
    expect(found.codes).toEqual(["row_too_long"]);
  });

  test("are the headings if they contain words over rows of fewer cells", async () => {
    const found = await readText("Code,Description,Type\nFRT,Freight\nTHC,Terminal\nDOC,Doc\n");
    expect(found.headings).toEqual(["Code", "Description", "Type"]);
    expect(found.rows).toHaveLength(3);
  });

  test("are reported if they are neither rows nor headings", async () => {
    const found = await read(["Report of May"], [], ["no", "name", "mail", "dept", "state"]);
    expect(found.issues).toMatchObject([{ code: "lines_left_out", severity: "warning" }]);
    expect(found.issues[0]!.message).toContain("were skipped: line 1.");
  });

  test("are reported one by one if there are several", async () => {
    const rows = "1,a,5\n2,b,6\n3,c,7\n4,d,8\n";
    const found = await readText(`"Export\n\nof May"\ncode,name,rate\n${rows}`);
    expect(found.detected.leftOut).toEqual([{ kind: "preamble", count: 3, lines: [1, 2, 3] }]);
    expect(found.detected.headerRows).toEqual([4]);
  });

  test("are one line if CR is text in it, and --explain reports it", async () => {
    const rows = "1;a\rb;5\r\n2;b\rc;6\r\n3;c\rd;7\r\n4;d\re;8\r\n";
    const found = await readText(`Export\rof May\r\n\r\ncode;name;rate\r\n${rows}`);
    expect(found.detected).toMatchObject({ lineEnd: "\r\n", headerRows: [3], leftOut: [{ lines: [1] }] });
    expect(found.detected.evidence.join(" ")).toContain("A CR without an LF is part of the text");
  });

  test("do not choose the delimiter of the sentences below if damaged by a CR", async () => {
    const rows = Array.from({ length: 8 }, (_, i) => `Ann ${i}@@Ghent@@We ocean, we fuel; and that ${i}.`);
    const found = await readText(`name@@city\r@motto\r\n${rows.join("\r\n")}\r\n`);
    expect(found.detected.delimiter).toBe("@@");
  });

  test.each([
    ["after the last column", "Code,Name,Rate\nC1,Tax 1,1,5\nC2,Tax 2,2,5\nC3,Tax 3,3,5\n", 3],
    ["above the first column, which counts the rows", "Code,Rate\n1,C1,5\n2,C2,6\n3,C3,7\n", 0],
    ["after the last column if a heading counts the rows", "ID,Name,Rate\n1,A,19,5\n2,B,7,0\n3,C,0,5\n", 3],
    ["after the last column in rows of several widths", "Word,Name\n1,A,x,y\n2,B,x\n3,C,y\n4,D,x\n5,E\n", 2],
  ])(
    "are reported if they have fewer headings than the rows have cells, with none %s",
    async (_, text, blank) => {
      const found = await readText(text);
      expect(found.headings?.indexOf("")).toBe(blank);
      expect(found.issues).toContainEqual(expect.objectContaining({ code: "headings_too_few", line: 1 }));
    },
  );

  test("are left out if they contain keys that end in a colon, even without a blank line", async () => {
    const found = await readText(
      "Account: ,A-7,,,\nBalance: ,63.86,,,\nDate,Text,Debit,Credit,Balance\n" +
        "2009-11-04,Debit,18.75,,902.74\n2009-11-06,Debit,819.48,,83.26\n2009-11-09,Cheque,17.04,,66.22\n",
    );
    expect(found.headings).toEqual(["Date", "Text", "Debit", "Credit", "Balance"]);
    expect(found.issues).toContainEqual(expect.objectContaining({ code: "lines_left_out" }));
  });

  test("are reported if a comment above is divided like the rows and may be a line of them", async () => {
    const rows = "A\t82.09\t\t71.08\t\t71.04\nC\t121.16\t\t103.14\t\t103.01\nD\t133.1\t\t115.09\t\t115.03\n";
    const upper = "#       Mass    \tPeptide\t\tMonoisotopic\n#\t\t\tMass\t\tMass\n";
    const found = await readText(`# Mass data, of acids, by name\n#\n${upper}${rows}`);
    expect(found.rows).toHaveLength(3);
    const issue = found.issues.find(({ code }) => code === "lines_left_out");
    expect(issue?.message).toMatch(/line 3\b/);
    const plain = await readText("# made by A, B, C and D\n# 2,3\nCode,Name,Rate\nA,Alpha,1\nB,Beta,2\n");
    expect(plain.codes).toEqual(["comments_left_out"]);
  });

  test("are the headings if they only have an extra delimiter at the end", async () => {
    const found = await readText('"Visitors"\n"Search engine","Number",\n"Acme","15,437"\n"Beta","2,372"\n');
    expect(found.headings).toEqual(["Search engine", "Number"]);
  });
});

describe("a delimiter followed by a space", () => {
  test("is the character alone if it also follows the last cell", async () => {
    const rows = ["'A'", "'E'", "'!'", "'?'"].map((last, i) => `Data, -${i}, ${i}.5, ${last},\n`);
    const found = await readText(`Kind, Bias, Freq, OK?,\n${rows.join("")}`);
    expect(found.detected.delimiter).toBe(",");
    expect(found.rows[0]!.cells[3]).toBe(" 'A'");
  });
});

describe("a first line of words over words", () => {
  const list = "FRT;Freight\nTHC;Terminal handling\nDOC;Documents\nBAF;Bunker\n";

  test("is reported if nothing shows that it is the headings", async () => {
    const found = await readText(list);
    expect(found.headings).toEqual(["FRT", "Freight"]);
    expect(found.issues).toMatchObject([{ code: "headings_in_doubt", severity: "warning", line: 1 }]);
  });

  test.each([
    ["AFRT;Air freight rate", list],
    ["Painters;The Data of de Piles", "Pairs;Scatterplots\nPetrol;Refinery\nPhones;Calls from Belgium\n"],
    [
      "address;Address in RAM of a variable",
      "alloc;Over-allocation\nany;Any duplicated rows of it\ncut;Cuts\n",
    ],
    ["rem made by an old user", "a#@b\nc#@d\ne#@f\n"],
  ])("is reported if header words are within longer text: %s", async (first, rows) => {
    const found = await readText(`${first}\n${rows}`);
    expect(found.headings).not.toBeNull();
    expect(found.issues).toContainEqual(expect.objectContaining({ code: "headings_in_doubt", line: 1 }));
  });

  test.each([
    [
      "is followed by repeated words",
      "number,as text,notes\nblah,blah,as text\n7,8,x\n8,9,y\n9,10,z\n10,11,a\n",
    ],
    ["counts the columns above their names", "Column1,Column2\nId,Sum\n1,5\n2,6\n3,7\n"],
    [
      "is followed by words that are not headings",
      ",A,B,C\n,col,we,should\nx,1,2,3\ny,2,3,4\nz,3,4,5\nq,4,5,6\n",
    ],
    [
      "contains a time above groups",
      "Exported 12/16/2008 10:30,,,Points,,\nUser,Last,First,a,b,c\nx,X,Y,1,2,3\ny,Y,Z,2,3,4\n",
    ],
    [
      "is below a title and contains a value of a table beside it",
      ",,,,Names,Rate type\nName,Code,Value,Note,Albert,1\nA,3,3,x,Charles,0\nB,4,4,y,Ed,-1\nC,5,5,z,Greg,2\n",
    ],
    ["is above the name of the rows", ",foo,bar\nilvl,,\na,1,2\nb,2,3\nc,3,4\n"],
  ])("is reported if it %s", async (_, text) => {
    const found = await readText(text);
    expect(found.headings).not.toBeNull();
    expect(found.codes).toContain("headings_in_doubt");
  });

  test.each([
    ["alpha2,English\naa,Afar\nab,Abkhazian\nen,English\nfr,French\n", "first_row_in_doubt"],
    ["charge,4711,123,9000\nAFRT,yes,no,no\nBFRT,no,no,yes\n", "first_row_in_doubt"],
    ["A,B,C,D\na,b,c,d\ne,f,g,h\ni,j,k,l\n", "first_row_in_doubt"],
    [
      "time,40,50,60,70\nYAL1C,0.1,0.2,0.1,0.3\nYAL2C,0.2,0.1,0.4,0.2\nYAL3C,0.3,0.1,0.2,0.2\n",
      "first_row_in_doubt",
    ],
    ["E7;Ann Lee;Head of Data;Ghent\nE8;Bob Roe;Clerk;Delft\nE9;Cat Poe;Clerk;Ulm\n", "first_row_in_doubt"],
    [
      "key,section,001,002,003,004\nid,,u1,u1,u1,u1\nno,Main,A,B,C,D\nsum,Main,u,v,w,x\n",
      "first_row_in_doubt",
    ],
    ["Ann,Roe,10,20,30,40\nBob,Lee,70,20,10,50\nCat,Poe,20,60,30,10\n", undefined],
    [",18,15,24\n18,0,4.1,3.6\n15,4.1,0,2.2\n24,3.6,2.2,0\n", "first_row_in_doubt"],
    ["AFRT,Air freight\nSFRT,Sea freight\nTFRT,Air freight\nRFRT,Guard freight\n", undefined],
    ["item_0,note_0\nitem_1,note_1\nitem_2,note_2\nitem_3,note_3\n", undefined],
  ])(
    "is a row if it occurs again or continues a sequence, and is reported if another cell differs: %s",
    async (text, code) => {
      const found = await readText(text);
      expect(found.headings).toBeNull();
      expect(found.codes).toEqual(code === undefined ? [] : [code]);
    },
  );

  test.each([
    ["one column has no heading", "Code,,Rate\nA,x,1\nB,y,2\nC,z,3\n"],
    ["the columns without a heading have few values", `Code,Rate,,\n${"A,1,,\n".repeat(20)}A,1,see,note\n`],
    ["titles are over groups", "Code,Sea,,Air,\n,Min,Max,Min,Max\nA,1,2,3,4\nB,2,3,4,5\nC,3,4,5,6\n"],
    ["some cells of the first row are blank", "Code,Rate,Count\nA,,\nB,1,2\nC,,3\nD,4,5\n"],
  ])("is not reported if %s", async (_, text) => {
    expect((await readText(text)).codes).not.toContain("headings_in_doubt");
  });

  const codes =
    "AFRT,Air freight,FRT,Active,V20,V20\nDUTY,Duty outlay,CUS,Inactive,Z0,Z0\nDOC,Documents,ORG,Active,V20,V5\n";

  test("is joined with the full header line below its titles, and not with a record", async () => {
    const found = await readText(
      `Charge,,Accounting,,Tax,\nCode,Description,Group,Status,Sale,Purchase\n${codes}`,
    );
    const joined = ["Charge Code", "Charge Description", "Accounting Group", "Accounting Status"];
    expect(found.headings).toEqual([...joined, "Tax Sale", "Tax Purchase"]);
    expect([found.rows.length, found.codes]).toEqual([3, []]);
    expect((await readText(`Charge,,Accounting,,Tax,\n${codes}`)).rows).toHaveLength(3);
  });

  test.each([
    [
      "FRT;Freight\nTHC;Terminal\nDOC;Documents\n",
      "it may be a row: there is little evidence that it is the header",
    ],
    [
      ",foo,bar\nilvl,,\na,1,2\nb,2,3\nc,3,4\n",
      "the header may end on line 2 (ilvl): the header on lines 1 and 2 names only the first columns",
    ],
    [
      "Column1,Column2\nId,Sum\n1,5\n2,6\n3,7\n",
      "the header may be on lines 1 and 2 (Column1, Column2): the header on lines 1 and 2 has words above numbers",
    ],
    [
      "Total,114,114\n1,Gnumeric,Excel\n1,ash,oak\n1,elm,fir\n",
      "it may be a row: it contains values, such as numbers",
    ],
  ])("is reported with one reason: %j", async (text, why) => {
    const [issue] = (await readText(text)).issues.filter(({ code }) => code === "headings_in_doubt");
    expect(issue?.message).toContain(`The line was read as the header, but ${why}`);
    expect(issue?.message).not.toMatch(/; or|, or it/);
  });

  test("is reported if it contains no letters", () => {
    const rows = ["3,,1,,", "0.36", "6.17", "0.77", "0.78"].map((cell, i) => ({
      line: i + 1,
      cells: [cell],
    }));
    expect(findHeader(rows, 1, undefined)).toMatchObject({
      headings: ["3,,1,,"],
      inDoubt: { other: "it may be a row", why: "it contains values, such as numbers or dates" },
    });
  });

  test("is left out and reported if it is above a header and contains the row and column counts", async () => {
    const found = await readText("10,2\nid,z\n1,0.5\n2,0.7\n3,0.9\n");
    expect(found.headings).toEqual(["id", "z"]);
    expect(found.codes).toEqual(["lines_left_out"]);
  });

  test("is left out and reported if a blank line separates it from the header", async () => {
    const rows = "First Entry,43,73\nSecond Entry,77,117\nThird Entry,51,76\n";
    const found = await readText(`Name,Formatted Excel,\n\nName,Z Value,Total\n${rows}`);
    expect(found.headings).toEqual(["Name", "Z Value", "Total"]);
    expect(found.codes).toContain("lines_left_out");
  });

  test("is reported if a line of words below it is over a single row", async () => {
    const found = await readText(
      "name,species,death,weight\n(at birth),(kind),(about),(in grams)\nAda,duck,2007-01-01,0.9\n",
    );
    expect(found.issues).toContainEqual(expect.objectContaining({ code: "headings_in_doubt", line: 1 }));
    const [only] = (await readText("name,death,weight\nAda,2007-01-01,0.9\n")).codes;
    expect(only).toBeUndefined();
  });

  test("is reported if it has numbers beside a word over numbers", async () => {
    const found = await readText("Total,114,114\n1,Gnumeric,Excel\n1,ash,oak\n1,elm,fir\n");
    expect(found.issues).toContainEqual(expect.objectContaining({ code: "headings_in_doubt", line: 1 }));
  });

  test("is reported if a hexadecimal number is over such numbers", async () => {
    const rows = Array.from({ length: 9 }, (_, i) => `${i}, 0x${(i * 7919 + 4096).toString(16)}`).join("\n");
    const found = await readText(`seed, 0xdeadbeaf\n${rows}\n`);
    expect(found.issues).toContainEqual(expect.objectContaining({ code: "first_row_in_doubt", line: 1 }));
  });

  test("is reported if the columns are numbered, and is not a row", async () => {
    const rows = "S. alpinus,2,0,3,2\nS. ianus,2,2,3,4\nS. pictus,3,2,1,0\n";
    const found = await readText(`species,1,2,3,4\n${rows}`);
    expect(found.headings).toEqual(["species", "1", "2", "3", "4"]);
    expect(found.issues).toContainEqual(expect.objectContaining({ code: "headings_in_doubt", line: 1 }));
    expect((await readText(`,0,1,2,3\n${rows}`)).headings).toEqual(["", "0", "1", "2", "3"]);
    expect((await readText(`S. minutus,2,3,4,5\n${rows}`)).headings).toBeNull();
  });

  test("is not reported if it has header words, is over numbers, or is named in the mapping", async () => {
    expect((await readText("Land;Steuersatz\nBE;Satz A\nDE;Satz B\n")).codes).toEqual([]);
    expect((await readText("Kind;Art;Kunde Name;Kunde Ort\nA;b;Ann;Ulm\nC;d;Bob;Hof\n")).codes).toEqual([]);
    expect((await readText("firstName;LastName\nAnn;Lee\nBob;Roe\n")).codes).toEqual([]);
    expect((await readText(`Code;Text\n${list}`)).codes).toEqual([]);
    expect((await readText("Saldo;Satz\nA;5\nB;6\nC;7\n")).codes).toEqual([]);
    expect((await readText(list, { header: "1" })).codes).toEqual([]);
    expect((await readText(`Kenn;Art\n${list}`, { wanted: ["art"] })).codes).toEqual([]);
  });

  test.each([
    ["above the headings", "id;name;email;active\n"],
    ["above rows without headings", ""],
  ])("is reported if it may be a comment that starts with the delimiter, %s", async (_, headings) => {
    const rows = "1;Ann Lee;ann@x.example;yes\n2;Bob Roe;bob@x.example;yes\n3;Cat Poe;cat@x.example;no\n";
    const found = await readText(`;Acme;Staff;2026\n${headings}${rows}`);
    expect(found.codes).toContain("headings_in_doubt");
    const grouped = await readText(`;Person;;Work\nid;name;email;active\n${rows}`);
    expect(grouped.headings?.[2]).toBe("Person email");
    expect(grouped.codes).toEqual([]);
  });

  test("is reported if it contains numbers over numbers, such as a count of rows and columns", async () => {
    const rows = Array.from({ length: 12 }, (_, i) => `${i}.5,${i + 1}.25,${i % 3},0.${i},${i % 2}\n`);
    const found = await readText(`12,4,oak,ash,elm\n${rows.join("")}`);
    expect(found.issues).toMatchObject([{ code: "headings_in_doubt", severity: "warning", line: 1 }]);
    expect((await readText(`place,2019,2020,2021,2022\n${rows.join("")}`)).codes).toEqual([]);
  });

  test("is reported if it contains a date or a number over words, as in a form with a key in each row", async () => {
    const form = "Date,01/01/2000\nPayee,John Doe\nCategory,Food or rent\nState,open\n";
    const found = await readText(form);
    expect(found.issues).toMatchObject([{ code: "first_row_in_doubt", severity: "warning", line: 1 }]);
    expect(
      (await readText(form.replaceAll(",", ";"), { wanted: ["Date"], required: ["Date"] })).codes,
    ).toEqual([]);
    expect((await readText("Code,Name,01/01/2000\nA,ash,6\nB,elm,8\nC,oak,3\n")).codes).toEqual([]);
  });

  test("is reported as a row if it has a number over words, which may be a count of the rows", async () => {
    for (const text of ["3,0,0\n1,Agen,44.1\n2,Albi,43.9\n3,Caen,49.2\n", "3\nAnn Roe\nBob Lee\nCat Poe\n"]) {
      const found = await readText(text);
      expect(found.headings).toBeNull();
      expect(found.issues).toMatchObject([{ code: "first_row_in_doubt", line: 1 }]);
    }
    expect((await readText("0.5,1,2\nNaN,1,3\nNaN,2,2\nNaN,4,1\n")).codes).toEqual([]);
    expect((await readText("1,A2,4\n2,B,5\n3,C,6\n4,D,7\n")).codes).toEqual([]);
  });

  test("is reported if one header word is next to text with a number, as in a value", async () => {
    const rows = "init;text\nfinal;none\nlast;iso8859\n";
    const found = await readText(`name;iso2022\n${rows}`);
    expect(found.issues).toMatchObject([{ code: "headings_in_doubt", line: 1 }]);
    for (const head of ["name;row2", "name;iso2022 code", "name;2024"])
      expect((await readText(`${head}\n${rows}`)).codes).toEqual([]);
  });

  test.each(["Sum;2024-01-01;2024-02-01", "Hour;08:00;09:00"])(
    "is reported as a row if its dates or times are over other values, as in a pivot table: %s",
    async (first) => {
      const found = await readText(`${first}\nIn;100;200\nOut;50;60\nRest;50;140\n`);
      expect(found.headings).toBeNull();
      expect(found.issues).toMatchObject([{ code: "first_row_in_doubt", severity: "warning", line: 1 }]);
      expect((await readText(`${first}\n${first.replace(/^\w+/, "Too")}\nZ${first}\n`)).codes).toEqual([]);
    },
  );

  test("is divided like the rows if they lack the last cell and a space divides its words", async () => {
    const found = await readText("data valuta;importo;note\n16/08/2022;70\n08/08/2022;20\n02/08/2022;2\n");
    expect(found.headings).toEqual(["data valuta", "importo", "note"]);
    expect(new Set(found.codes)).toEqual(new Set(["row_too_short"]));
  });

  test("is reported if the first column contains header names, as in a transposed table", async () => {
    const found = await readText("Name,Ann Roe,Bob Lee\nCity,Berlin,Hof\nPhone,Work,Home\n");
    const [issue] = found.issues;
    expect(issue).toMatchObject({ code: "headings_in_doubt", line: 1 });
    expect(issue?.message).toContain("the first column contains column names");
    const spanish = await readText("Nombre,Juan\nCiudad,Madrid\nTeléfono,casa\nCorreo,no\n");
    expect(spanish.codes).toEqual(["headings_in_doubt"]);
    expect((await readText("Name,City\nTitle,Berlin\nPhone,Hof\n")).codes).toEqual([]);
    expect((await readText("Name,Kenn\nAnn,Berlin\nBob,Hof\n")).codes).toEqual([]);
  });

  test("is reported if it is part of a note over several cells above the headings", async () => {
    const note = "Please read,,,,first\nthis,whole,list,,of people\nor,ask,,,Zoe\n";
    const rows = "Zoe,Ops,31,2001-02-03,yes\nAnn,Sales,47,1999-12-01,no\nBo,Ops,22,2010-05-06,yes\n";
    const found = await readText(`${note}Name,Team,Age,Start date,Active\n${rows}`);
    expect(found.headings?.[0]).toBe("Name");
    expect(found.rows).toHaveLength(3);
    expect(found.codes).toEqual(["lines_left_out"]);
    const groups = ",Person,,,Work\nName,Team,Age,Start date,Active\n";
    expect((await readText(groups + rows)).headings?.[1]).toBe("Person Team");
  });

  test("is the headings if it is repeated as a whole, page by page", async () => {
    const found = await readText(`Kenn;Art\n${list}Kenn;Art\n${list.toLowerCase()}`);
    expect(found.headings).toEqual(["Kenn", "Art"]);
    expect(found.codes).toEqual(["headings_in_doubt", "repeated_header"]);
  });
});

test("a byte order mark within a file is not text", async () => {
  const table = "\ufeffcode,rate\nA1,5\nA2,7.5\n";
  const found = await readText(table + table);
  expect(found.headings).toEqual(["code", "rate"]);
  expect(found.rows.map((row) => row.cells[0])).toEqual(["A1", "A2", "code", "A1", "A2"]);
  expect(found.codes).toEqual(["repeated_header"]);
});

test("rulers between rows are reported, and a script is not a table", async () => {
  const found = await readText("| code | name |\n|------|------|\n| A1   | Ann  |\n| A2   | Ben  |\n");
  expect(found.codes).toContain("ruler_row");
  expect((await readText("INSERT INTO tax VALUES ('V0','Tax 0',0);\n")).codes).toEqual(["unreadable_file"]);
});

describe("commas within numbers that another character divides", () => {
  test.each([
    [
      "1,1000000000000001;0,10000000000000001\n2,2000000000000002;0,20000000000000002\n3,3;0,3\n",
      ["3,3", "0,3"],
    ],
    ["1,5;2,25;A\n-3,75;4;B\n1.250,5;6,5;C\n", ["1.250,5", "6,5", "C"]],
    ["1,5\t2,25\n3,5\t4,75\n5,5\t6,25\n", ["5,5", "6,25"]],
    ["1,5|2,25\n3,5|4,75\n5,5|6,25\n", ["5,5", "6,25"]],
    ["Ulm 1,5 2,25\nHof 3,5 4,75\nBonn 5,5 6,25\n", ["Bonn", "5,5", "6,25"]],
  ])("are decimal commas: %j", async (text, cells) => {
    expect((await readText(text)).rows.at(-1)!.cells).toEqual(cells);
  });

  test("are not decimal commas if a comma divides the heading or words", async () => {
    const found = await readText("code,sizes,note\n1,5;6,x\n2,7;8,y\n");
    expect(found.rows.at(-1)!.cells).toEqual(["2", "7;8", "y"]);
  });
});

import { describe, expect, test } from "vitest";
import { defaultLimits } from "../../src/formats/limits.js";
import { BodyReader } from "../../src/formats/text/body.js";
import { messageInMarkup, reportsFailure } from "../../src/formats/text/sender-message.js";
import { account } from "../../src/model/account.js";
import { compiledFor, evaluatedBy } from "../mapping/evaluating.js";
import { readBytes, readText } from "./text-reading.js";
import { writeZip } from "./zip-writer.js";

/** Failures of other tools with exports, reproduced with small files. */

const zipOf = (files: Readonly<Record<string, Buffer>>): Buffer =>
  writeZip(Object.entries(files).map(([name, data]) => ({ name, data })));

const of = account("de", { country: "DE", zone: "UTC", tax_mode: "non_tax" });
const fields =
  "fields: { external_id: Code, code: Code, description: Name, charge_type: { constant: other }, is_active: { constant: true } }\n";
const mapping = (read = ""): string => `lading: 1\nrecord: charge-code\n${read}${fields}`;

async function listOf(file: string | Uint8Array, read = "") {
  const done = await evaluatedBy(compiledFor(mapping(read), of), of, file);
  return {
    ids: done.accepted.map(({ record }) => record.external_id),
    rejected: done.rejected.map(({ line, issues }) => `${line} ${issues[0]?.code ?? ""}`),
    refused: done.refused,
    codes: done.issues.map(({ code }) => code),
    issues: done.issues,
  };
}

describe("a row with an extra cell if every row ends with a delimiter", () => {
  const cases: readonly (readonly [name: string, text: string, line: number])[] = [
    ["numbers", "Code,Name,Rate,\nV19,Standard,19,\nV07,Reduced,7,\nV05,Special,5,5,\nV00,Zero,0,\n", 4],
    ["words", "Code,Name,Group,\nA1,Air,FRT,\nA2,Sea,road,DST,\nA3,Doc,ORG,\nA4,Thc,DST,\n", 3],
    ["semicolons", "Code;Name;Rate;\nV19;Standard;19;\nV05;Special;5;5;\nV07;Reduced;7;\n", 3],
    ["no headings", "V19\tStandard\t19\t\nV07\tReduced\t7\t\nV05\tSpecial\t5\t5\t\nV00\tZero\t0\t\n", 3],
    ["two delimiters", "Code|Name|Group||\nA1|Air|FRT||\nA2|Sea|road|DST||\nA3|Doc|ORG||\n", 3],
    [
      "a blank column with a heading",
      "Code,Name,Group,Note,\nA1,Air,FRT,,\nA2,Sea,road,DST,,\nA3,x,O,,\n",
      3,
    ],
    ["quotes", '"Code","Name","Group",\n"A1","Air","F",\n"A2","Sea","road","D",\n"A3","Doc","O",\n', 3],
    ["no delimiter after the row", "Code,Name,Rate,\nA,x,19,\nB,y,7,\nC,z,5,5\nD,v,0,\n", 4],
    [
      "a last column that may be blank",
      "Code,Name,Group\nA1,Air,FRT\nA2,Sea,road,\nA3,Doc,\nA4,Thc,DST\n",
      3,
    ],
  ];
  test.each(cases)("is reported with its line for %s", async (_, text, line) => {
    const { rows } = await readText(text);
    const found = rows.filter(({ issues = [] }) => issues.some(({ code }) => code === "row_too_long"));
    expect(found.map((row) => row.line)).toEqual([line]);
  });

  test.each([3, 19])(
    "is not confused with the only value in a column of a table without headings, below %i rows",
    async (rows) => {
      const list = Array.from({ length: rows }, (_, i) => `V${i};Rate ${i};${i};\n`).join("");
      const options = { header: "none" as const, wanted: ["#1", "#2", "#3"] };
      const { rows: found } = await readText(`${list}VX;Special;5;5\n`, options);
      expect(found.filter(({ issues = [] }) => issues.length > 0)).toMatchObject([
        { line: rows + 1, issues: [{ code: "row_too_long" }] },
      ]);
      // A note that no field reads, in one row or in some, or a column that a field reads.
      expect((await readText(`${list}VX;Special;5;new\n`, options)).codes).toEqual([]);
      expect((await readText(`${list}VX;A;5;5\nVY;B;6;6\n`, options)).codes).toEqual([]);
      const wanted = ["#1", "#4"];
      expect((await readText(`${list}VX;Special;5;5\n`, { ...options, wanted })).codes).toEqual([]);
    },
  );

  test("is reported in each row, even if most rows have one", async () => {
    const decimals = "Code,Name,Rate,\nV19,Standard,19,5,\nV07,Reduced,7,5,\nV05,Special,5,5,\nV00,Zero,0,\n";
    for (const [text, lines] of [
      [decimals, [2, 3, 4]],
      ["Code,Name,Rate,\nV19,Standard,19,\nV05,Special,5,5,\n", [3]],
    ] as const) {
      const { rows } = await readText(text);
      const found = rows.filter(({ issues = [] }) => issues.some(({ code }) => code === "row_too_long"));
      expect(found.map(({ line }) => line)).toEqual(lines);
    }
    const named = await readText("Code,Name,\nA,x,1\nB,y,2\nC,z,\n");
    expect(named.rows.flatMap(({ issues = [] }) => issues)).toEqual([]);
  });

  test("is not accepted as a record in a feed", async () => {
    const { ids, rejected } = await listOf(
      "Code,Name,Group,\nA1,Air,FRT,\nA2,Sea,road,DST,\nA3,Doc,ORG,\nA4,Thc,DST,\n",
    );
    expect([ids, rejected]).toEqual([["A1", "A3", "A4"], ["3 row_too_long"]]);
  });

  test("does not include delimiters after a complete row", async () => {
    const found = await readText(
      "Code,Name,Rate\nV19,Standard,19\nV07,Reduced,7\nV05,Special,5,,\nV00,Zero,0\n",
    );
    expect(found.codes).toEqual(["trailing_delimiters"]);
    expect(found.rows[2]!.cells).toEqual(["V05", "Special", "5"]);
    // Two unquoted delimiters would have left two cells blank, and Group is never blank.
    const two = await readText(
      "Code,Name,Group,Note\nA1,Air,FRT,\nA2,Sea,DST,x,,\nA3,Doc,ORG,\nA4,Thc,DST,y\n",
    );
    expect(two.codes).toEqual(["trailing_delimiters"]);
  });
});

describe("a byte order mark within a file", () => {
  const mark = "\ufeff";
  test.each([
    [
      "commas",
      `${mark}"Code","Name"\n"A1","Air"\n${mark}"Code","Name"\n"B1","Sea, x"\n${mark}"C1","Road, y"\n`,
    ],
    [
      "semicolons",
      `${mark}"Code";"Name"\r\n"A1";"Air"\r\n${mark}"Code";"Name"\r\n"B1";"Sea; x"\r\n${mark}"C1";"R; y"\r\n`,
    ],
    [
      "single quotes",
      `${mark}'Code';'Name'\n'A1';'Air'\n${mark}'Code';'Name'\n'B1';'Sea; x'\n${mark}'C1';'R; y'\n`,
    ],
    [
      "twice at the beginning",
      `${mark}${mark}"Code","Name"\n"A1","Air"\n"Code","Name"\n"B1","Sea, x"\n"C1",x\n`,
    ],
    ["headings in another case", `${mark}Code,Name\nA1,Air\n${mark}CODE,NAME\nB1,Sea\nC1,Doc\n`],
    ["within a row", `Code,Name\nA1,${mark}"Air, x"\nCode,Name\n${mark}B1,Sea\nC${mark}1,Doc\n`],
  ])("is not text and does not turn the headings after it into a record: %s", async (_, text) => {
    for (const bytes of [Buffer.from(text), Buffer.from(text, "utf16le")]) {
      const { ids, codes } = await listOf(bytes, "read: { header: '1' }\n");
      expect(ids).toEqual(["A1", "B1", "C1"]);
      expect(codes).toContain("repeated_header");
    }
  });

  test.each([
    ["alone", "\u00ef\u00bb\u00bf"],
    ["after another one", "\ufeff\u00ef\u00bb\u00bf"],
    ["before another one", "\u00ef\u00bb\u00bf\ufeff"],
  ])("is not text if it was encoded twice: %s", async (_, marks) => {
    for (const text of [
      '"Code","Name"\n"A1","Air, x"\n',
      '[{"Code":"A1","Name":"Air"}]',
      "Code\tName\nA1\tAir\n",
    ]) {
      const { ids, codes } = await listOf(marks + text);
      expect([ids, codes], text).toEqual([["A1"], []]);
    }
    expect((await listOf(`${marks}"Code","Name"\n"A1","x"\n`, "read: { encoding: utf-8 }\n")).ids).toEqual([
      "A1",
    ]);
  });

  test.each([1, 2, 3, 5, 65_536])(
    "is not text in another character set, in pieces of %i bytes",
    async (piece) => {
      const bytes = Buffer.concat([
        Buffer.from("Code;Name\nA1;B\u00fcro\n", "latin1"),
        Buffer.from(`${mark}"Code";"Name"\n"B1";"Sea; x"\n`),
      ]);
      const found = await readBytes(bytes, { encoding: "windows-1252" }, {}, piece);
      expect(found.rows.map(({ cells }) => cells)).toEqual([
        ["A1", "B\u00fcro"],
        ["Code", "Name"],
        ["B1", "Sea; x"],
      ]);
      expect(found.codes).toContain("repeated_header");
    },
  );

  test("is refused if the bytes after it are swapped", async () => {
    const part = Buffer.from(`${mark}Code,Name\nA1,Air\n`, "utf16le");
    const { refused } = await listOf(Buffer.concat([part, Buffer.from(part).swap16()]));
    expect(refused).toMatchObject({ code: "invalid_bytes", line: 3 });
  });

  test("is not text far below the beginning either", async () => {
    const rows = Array.from({ length: 9_000 }, (_, i) => `A${i},Air freight\n`).join("");
    const found = await readText(`Code,Name\n${rows}${mark}"B1","Sea, x"\n`);
    expect(found.rows.at(-1)!.cells).toEqual(["B1", "Sea, x"]);
  });
});

test("a character that marks the end of a file is not a row", async () => {
  for (const text of [
    "Code,Name\nA1,Air\n\u001a",
    "Code;Name\r\nA1;Air\r\nA2;Sea\r\n\u001a",
    "A1\tAir\nA2\tSea\n\u001a",
  ])
    expect((await readText(text)).rows.at(-1)!.cells).not.toContain("\u001a");
  expect((await listOf("Code,Name\nA1,Air\n\u001a")).codes).toEqual(["blank_lines"]);
  // The chunks of a file may end before or after the character.
  const dialect = { delimiter: ",", quote: "", escape: "double", loneReturn: true } as const;
  const ofWidth = { width: 2, rowWidth: 2, unnamedFrom: 2, kinds: [], filled: [] };
  const shape = {
    ...ofWidth,
    dialect,
    blanksLead: false,
    quoteInDoubt: false,
    isUnusual: false,
    required: [],
  };
  const read = { charset: "utf-8", mark: 0, headings: null, headerRows: [], bodyFrom: 1, rowWidth: 2 };
  for (const [chunks, isOpen] of [
    [["A1,Air\n", "\u001a"], false],
    [["A1,Air", "\u001a"], true],
    [["\u001a"], false],
  ] as const) {
    const reader = new BodyReader({ ...read, shape, limits: defaultLimits });
    for (const chunk of chunks) reader.push(chunk);
    reader.finish();
    expect(reader.tally().isOpen, chunks.join("|")).toBe(isOpen);
  }
});

describe("a header within a table", () => {
  test.each([
    ["spaces", " Code , Name "],
    ["a no-break space", "Code\u00a0,NAME"],
    ["spaces and uppercase letters", "CODE ,NAME"],
  ])("is not read as a record if it differs in %s", async (_, line) => {
    const { ids, codes } = await listOf(`Code,Name\nA1,Air\n${line}\nB1,Sea\n`, "read: { header: '1' }\n");
    expect([ids, codes]).toEqual([["A1", "B1"], ["repeated_header"]]);
  });

  test("is rejected if some of its headings are different", async () => {
    const text = "Code,Name,Group\nA1,Air,F\nCode,Description,Group\nB1,Sea,F\n";
    const { ids, rejected } = await listOf(text);
    expect([ids, rejected]).toEqual([["A1", "B1"], ["3 second_table"]]);
    const other = await listOf(text.replace("Code,Description", "Key,Name"));
    expect(other.rejected).toEqual(["3 second_table"]);
    expect((await readText("Code,Name,Group\nA1,Air,F\nCode,Sea,F\nB1,Sea,F\n")).codes).toEqual([]);
  });

  test("is not assumed for checkbox columns whose cells repeat their heading", async () => {
    const boxes = "Code,Air,Sea,Road\nC1,Air,Sea,\nC2,,Sea,Road\nC3,Air,Sea,Road\n";
    for (const text of [boxes, "Air,Sea,Rate\nAir,Sea,5\nAir,,7\n,Sea,9\n"])
      expect((await readText(text, { header: "1" })).codes).not.toContain("second_table");
  });

  test("may have one delimiter less than the rows above", async () => {
    const { ids, codes } = await listOf("Code,Name,\nA1,Air,\nCode,Name\nB1,Sea\n");
    expect([ids, codes]).toEqual([
      ["A1", "B1"],
      ["repeated_header", "blank_columns"],
    ]);
  });
});

describe("one page of several", () => {
  const rows = [
    { Code: "A1", Name: "Air" },
    { Code: "A2", Name: "Sea" },
  ];
  test.each([
    ["@odata.nextLink", { value: rows, "@odata.nextLink": "https://x.example/?$skip=2" }],
    ["d.__next", { d: { results: rows, __next: "https://x.example" } }],
    ["next", { count: 9, next: "https://x.example", previous: null, results: rows }],
    ["hasMore", { items: rows, hasMore: true }],
    ["links.next.href", { items: rows, links: { next: { href: "/2" } } }],
    ["meta.last_page", { data: rows, meta: { current_page: 1, last_page: 4 } }],
    ["last", { content: rows, last: false }],
    ["totalSize", { totalSize: 2000, records: rows }],
    ["data.list.pageInfo.hasNextPage", { data: { list: { nodes: rows, pageInfo: { hasNextPage: true } } } }],
    ["links.prev", { value: rows, links: { prev: "/1" } }],
    ["continuationToken", { rows, continuationToken: "abc" }],
    ["LastEvaluatedKey.id", { Items: rows, Count: 2, LastEvaluatedKey: { id: "x" } }],
    ["hits.total.value", { took: 3, hits: { total: { value: 900, relation: "eq" }, hits: rows } }],
    ["moreAvailable", { rows, moreAvailable: true }],
    ["remaining", { rows, remaining: 120 }],
    ["endOfRecords", { endOfRecords: false, results: rows }],
    ["total", { total: 57, data: rows }],
    ["count", { company: "ACME", count: 57, data: rows }],
    ["meta.total", { meta: { total: "57" }, data: rows }],
    ["totalCount", { rows, totalCount: 57 }],
    ["total_count", { total_count: 57, rows }],
    ["@odata.count", { "@odata.count": 57, value: rows }],
    ["totalResults", { totalResults: 57, rows }],
    [
      "links.next",
      {
        items: rows,
        links: [
          { rel: "self", href: "/1" },
          { rel: "next", href: "/2" },
        ],
      },
    ],
    ["page_context.has_more_page", { rows, page_context: { page: 1, has_more_page: true } }],
    ["next.$ref", { items: rows, next: { $ref: "https://x.example/?page=2" } }],
    ["headers.Link", { headers: { Link: '<https://x.example/?page=2>; rel="next"' }, body: rows }],
    ["offset", { records: rows, offset: "itr23sEjsdfEr3282" }],
    ["pages.last", { data: rows, pages: { current: 1, last: 4 } }],
    ["page", { page: "1 of 4", rows }],
    ["result.length", { jsonrpc: "2.0", result: { length: 57, records: rows } }],
    ["moreElements", { results: rows, moreElements: true }],
    ["resumptionToken", { records: rows, resumptionToken: "abc" }],
    ["X-Total-Count", { "X-Total-Count": "57", rows }],
    ["gesamt", { gesamt: 57, zeilen: rows }],
    ["anzahl", { anzahl: 57, zeilen: rows }],
    ["seiten", { seiten: 3, zeilen: rows }],
    ["paging.last", { paging: { first: 1, last: 7 }, data: rows }],
    ["response.numFound", { response: { numFound: 57, start: 0, docs: rows } }],
  ])("is refused in a feed, and %s is reported", async (key, document) => {
    const { refused } = await listOf(JSON.stringify(document));
    expect(refused).toMatchObject({ code: "more_pages" });
    expect(refused?.message).toContain(`: \`${key}\` `);
    const accepted = await listOf(JSON.stringify(document), "read: { accept: [more_pages] }\n");
    expect(accepted.ids).toEqual(["A1", "A2"]);
  });

  test("is reported with its number of rows", async () => {
    const { refused } = await listOf(JSON.stringify({ items: rows, total: 250, offset: 0, limit: 100 }));
    expect(refused?.message).toBe(
      "The file is one of several pages: `total` is 250, but the file contains 2 rows.",
    );
  });

  test.each([
    ["a link below the rows", [...rows, { "@odata.nextLink": "https://a/x?$skip=2" }]],
    ["a cursor below the rows", [...rows, { has_more: true, next_cursor: "b2Zm" }]],
    ["a total above the rows", [{ total: 250 }, ...rows]],
    ["links in an object", [...rows, { meta: { next: "/items?page=2" } }]],
    ["a link in the last row", [rows[0], { ...rows[1], "@odata.nextLink": "https://a/x?$skip=2" }]],
  ])("is recognized in NDJSON: %s", async (_, lines) => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    expect((await listOf(text)).refused).toMatchObject({ code: "more_pages" });
    const { ids, rejected } = await listOf(text, "read: { accept: [more_pages] }\n");
    expect([ids, rejected]).toEqual([["A1", "A2"], []]);
  });

  test.each(["link", "links", "length", "anzahl"])(
    "is not assumed for records of NDJSON that contain only `%s`",
    async (key) => {
      const text = [1, 2].map((value) => `${JSON.stringify({ [key]: `https://a/${value}` })}\n`).join("");
      const { rows: found } = await readText(text);
      expect(found.map(({ cells }) => cells)).toEqual([["https://a/1"], ["https://a/2"]]);
    },
  );

  test("is not the last page of NDJSON", async () => {
    const text = [...rows, { next: null, has_more: false }]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join("");
    const { ids, rejected, issues } = await listOf(text);
    expect([ids, rejected, issues]).toEqual([["A1", "A2"], [], []]);
  });

  test.each([
    ["c@odata.nextLink", { c: [{ z: 1 }], "c@odata.nextLink": "https://a/x" }],
    ["c.__next", { c: { results: [{ z: 1 }], __next: "https://a/x" } }],
    ["c.has_more", { c: { object: "list", data: [{ z: 1 }], has_more: true } }],
    ["c.next", { c: { items: [{ z: 1 }], next: "/x?page=2" } }],
  ])("is recognized for a list within a record by %s", async (key, more) => {
    const { refused } = await listOf(JSON.stringify([rows[0], { ...rows[1], ...more }]));
    expect(refused).toMatchObject({ code: "more_pages", line: 2, column: key });
  });

  test("is not detected for a list within a record from values of a workflow", async () => {
    const plain = { approval: { next: "J. Smith", steps: [{ z: 1 }] }, pages: 3, next: "A3", more: "true" };
    expect((await listOf(JSON.stringify(rows.map((row) => ({ ...row, ...plain }))))).ids).toEqual([
      "A1",
      "A2",
    ]);
  });

  test("is read together with the other pages if a file contains several", async () => {
    const text = rows.map((row) => `${JSON.stringify({ value: [row] })}\n`).join("");
    expect((await listOf(text, "read: { records: value }\n")).ids).toEqual(["A1", "A2"]);
  });

  test("is recognized in XML", async () => {
    const items = "<i><Code>A1</Code><Name>Air</Name></i><i><Code>A2</Code><Name>Sea</Name></i>";
    for (const text of [
      `<r more="true">${items}</r>`,
      `<r><totalPages>3</totalPages><l>${items}</l></r>`,
      `<r><link rel="next" href="/2"/><l>${items}</l></r>`,
      `<TaxCodes count="57">${items}</TaxCodes>`,
      `<r><Header><Total>57</Total></Header>${items}</r>`,
    ])
      expect((await listOf(text, "")).refused, text).toMatchObject({ code: "more_pages" });
  });

  test("is not detected in a complete list", async () => {
    const whole = {
      total: 2,
      page: 1,
      limit: 100,
      items: rows,
      next_run: "2026-01-01",
      hasMore: false,
      next: "",
      offset: "0",
      link: '<https://x.example/?page=1>; rel="first"',
      pages: { current: 1, last: 1 },
      length: 2,
    };
    expect((await listOf(JSON.stringify(whole))).ids).toEqual(["A1", "A2"]);
    const xml =
      "<r total='2'><Truck length='9'/><Box Anzahl='40'/><i><Code>A1</Code><Name>x</Name><Next>Y</Next></i><i><Code>A2</Code><Name>y</Name><Next>Z</Next></i></r>";
    expect((await listOf(xml)).ids).toEqual(["A1", "A2"]);
  });

  test.each([
    ["an invoice", { documentNumber: "R1", total: 119, lines: rows }],
    ["amounts", { company: "ACME", currency: "EUR", total: 119, lines: rows }],
    ["an invoice in an envelope", { sent: "2026-03-01", invoice: { id: "R1", total: 119, lines: rows } }],
    ["errors", { errors: { count: 5 }, data: rows }],
    ["a container", { container: "MSKU1", length: 1200, width: 240, height: 260, packages: rows }],
    ["dimensions in a header", { header: { length: 120 }, packages: rows }],
    ["dimensions in an object", { info: { length: 12 }, packages: rows }],
    ["dimensions in `data`", { data: { length: 1200, höhe: 260, packages: rows } }],
    ["a German invoice", { rechnungsnummer: "R1", gesamt: 1190, waehrung: "EUR", positionen: rows }],
    ["German amounts", { gesamt: 1190, währung: "EUR", positionen: rows }],
    ["a German invoice in an envelope", { rechnung: { id: "R1", gesamt: 1190, positionen: rows } }],
    ["a German shipment", { sendungsnummer: "S1", anzahl: 48, positionen: rows }],
    ["a German order", { auftrag: "A1", anzahl: 48, positionen: rows }],
    ["a shipment with parts", { shipmentId: "S1", partCount: 4, packages: rows }],
    ["a document with pages", { dokument: "D", seiten: 2, positionen: rows }],
    ["rows numbered from first to last", { paging: { first: 1, last: 2, total: 2 }, data: rows }],
    ["a time zone", { offset: "UTC1", data: rows }],
    ["an amount with decimals", { total: "1190.00", data: rows }],
  ])("is not detected from the total of %s", async (_, document) => {
    expect((await listOf(JSON.stringify(document))).ids).toEqual(["A1", "A2"]);
  });

  test.each([
    ["<Invoice><No>R1</No><Total>119</Total>", "</Invoice>"],
    ["<r><Currency>EUR</Currency><Total>119</Total>", "</r>"],
  ])("is not detected from the total of a document in XML: %s", async (start, end) => {
    const items = "<i><Code>A1</Code><Name>Air</Name></i><i><Code>A2</Code><Name>Sea</Name></i>";
    expect((await listOf(start + items + end)).ids).toEqual(["A1", "A2"]);
  });
});

describe("a missing part of the file that `read` names", () => {
  const items = "<Person><Code>A1</Code></Person><Person><Code>A2</Code></Person>";
  const row = { Code: "A1", Name: "Air" };
  test.each([
    [
      "an XML element",
      `<Export><Staff>${items}</Staff></Export>`,
      "records: Export.People",
      "The rows were not found in the file: there is no element Export.People; repeated elements: Export.Staff.Person.",
      "Set `records: Export.Staff.Person` under `read` in the mapping (`--records` with `lading read`).",
    ],
    [
      "a JSON list",
      JSON.stringify({ data: { people: [row, row] } }),
      "records: data.staff",
      "The rows were not found in the file: it does not contain data.staff; lists: data.people.",
      "Set `records: data.people` under `read` in the mapping (`--records` with `lading read`).",
    ],
    [
      "one of two JSON lists",
      JSON.stringify({ a: [row], b: [row] }),
      "records: c",
      "The rows were not found in the file: it does not contain c; lists: a, b.",
      "Set `records` under `read` in the mapping (`--records` with `lading read`).",
    ],
    [
      "a value instead of a list",
      JSON.stringify({ total: 1, rows: [row] }),
      "records: total",
      "The rows were not found in the file: total is not a list; lists: rows.",
      "Set `records: rows` under `read` in the mapping (`--records` with `lading read`).",
    ],
    [
      "a table of a page",
      "<html><body><table><tr><td>Code</td></tr></table></body></html>",
      "table: 2",
      "The rows were not found in the file: there is no table 2; the page has 1 table.",
      "Set `table` under `read` in the mapping.",
    ],
    [
      "a file in an archive",
      zipOf({ "staff.csv": Buffer.from("Code\nA1\n") }),
      'member: "people*"',
      "The rows were not found in the file: the archive contains no file named people*; files: staff.csv.",
      "Set `member: staff.csv` under `read` in the mapping (`--member` with `lading read`).",
    ],
  ])("is reported with the key to set: %s", async (_, file, read, message, next) => {
    const { refused } = await listOf(file, `read: { ${read} }\n`);
    expect(refused).toMatchObject({ code: "rows_not_found", message });
    expect(refused?.hint).toBe(
      `${next} If the export has changed, you can also request it in its previous form.`,
    );
  });
});

describe("damage by spreadsheets", () => {
  test.each([
    ["English", ["CH1", "1-Mar", "CH2"]],
    ["half of a short list", ["1-Mar", "2-Mar", "A1", "A2"]],
    ["German", ["CH1", "01. Mrz", "CH2", "20. Sep", "CH3"]],
    ["French", ["CH1", "1-mars", "CH2", "janv-05"]],
    ["Spanish", ["CH1", "01-ene", "CH2"]],
    ["Japanese", ["CH1", "3月1日", "CH2"]],
    ["Russian", ["CH1", "01.мар", "CH2"]],
    ["Turkish", ["CH1", "1.Oca", "CH2"]],
    ["Greek", ["CH1", "1-Μαρ", "CH2"]],
    ["Hebrew", ["CH1", "01-מרץ", "CH2"]],
    ["Hebrew with an abbreviation", ["CH1", "01-ינו", "CH2"]],
    ["Thai", ["CH1", "1-มี.ค.", "CH2"]],
    ["Icelandic", ["CH1", "1-maí", "CH2"]],
    ["uppercase letters", ["CH1", "01-MÄR", "CH2"]],
    ["Hungarian", ["CH1", "márc.01", "CH2"]],
    ["month and year", ["CH1", "Mar-01", "CH2"]],
    ["whole dates", ["CH1", "01.03.2026", "B-7"]],
    ["most of a short list", ["1-Mar", "2-Mar", "3-Mar", "A1"]],
    ["the whole list", ["1-Mar", "2-Mar", "3-Mar"]],
    ["the whole list in Japanese", ["3月1日", "3月2日"]],
  ])("is a date among codes: %s", async (_, cells) => {
    const body = cells.map((cell, i) => `${cell};Name ${i}\n`).join("");
    expect((await readText(`Code;Name\n${body}`)).codes).toContain("damaged_date");
    expect((await readText(body, { header: "none" })).codes).toContain("damaged_date");
    const json = JSON.stringify(cells.map((cell, i) => ({ Code: cell, Name: `Name ${i}` })));
    const lists = JSON.stringify([["Code", "Name"], ...cells.map((cell, i) => [cell, `Name ${i}`])]);
    const xml = `<R>${cells.map((cell, i) => `<I><Code>${cell}</Code><Name>Name ${i}</Name></I>`).join("")}</R>`;
    for (const text of [json, lists, xml])
      expect((await readText(text)).codes.filter((code) => code === "damaged_date")).toHaveLength(1);
  });

  test.each([
    [["SEP-21", "DEC-22", "JAN-23"]],
    [["open", "01.03.2026", "open", "31.12.2026"]],
    [["A1", "2024-05-01", "C-17"]],
    [["1 Set", "2 Set", "3 Box"]],
    [["10-SET", "20-OUT", "CH1"]],
    [["31-Dec", "31-Dec", "31-Dec"]],
    [["26-Mar", "26-Apr", "26-May"]],
    [["98-Mar", "99-Apr"]],
    [["12月31日", "3月31日"]],
  ])("intended codes and dates are not damage: %s", async (cells) => {
    const body = cells.map((cell, i) => `${cell};Name ${i}\n`).join("");
    expect((await readText(`Code;Name\n${body}`)).codes).not.toContain("damaged_date");
  });

  test("shows the first values with their lines", async () => {
    const codes = ["CH1", "1-Mar", "CH2", "2-Mar", "CH3", "3-Mar", "4-Mar"];
    const { issues } = await listOf(`Code,Name\n${codes.map((code) => `${code},x\n`).join("")}`);
    expect(issues.find(({ code }) => code === "damaged_date")).toMatchObject({
      line: 3,
      message:
        "Column Code contains dates or times where codes are expected: `1-Mar` on line 3, `2-Mar` on line 5, `3-Mar` on line 7 and 1 more. A spreadsheet probably converted codes to dates.",
    });
  });

  const damagedCodes = "Code;Name;Note\nCH1;Air;A1\n1-Mar;Sea;B2\nCH2;Road;C3\n";
  const damagedNotes = "Code;Name;Note\nCH1;Air;A1\nCH3;Sea;1-Mar\nCH2;Road;C3\n";

  test("is refused in a feed if it turned ids into dates, unless the mapping accepts them", async () => {
    expect((await listOf(damagedCodes)).refused).toMatchObject({ code: "damaged_date", column: "Code" });
    const accepted = await listOf(damagedCodes, "read: { accept: [damaged_date] }\n");
    expect(accepted.ids).toEqual(["CH1", "1-Mar", "CH2"]);
    expect(accepted.codes).toEqual(["damaged_date"]);
    const part = mapping().replace("external_id: Code", "external_id: { join: [Name, Code] }");
    expect((await evaluatedBy(compiledFor(part, of), of, damagedCodes)).refused?.code).toBe("damaged_date");
  });

  test("is a warning if it turned values of another column into dates", async () => {
    expect(await listOf(damagedNotes)).toMatchObject({ refused: undefined, codes: ["damaged_date"] });
  });

  test.each([
    "2.39239E+11",
    "2,39E+11",
    "2E+11",
    "2.39239e+11",
    "2.39239E11",
    "239.2E+9",
    "-2.4E+11",
    "1.5E-7",
    "'2.4E+11",
  ])("is not suspected in %s", async (key) => {
    const { ids, rejected } = await listOf(`Code;Name\n${key};Air\n${key};Sea\n1E10;Doc\n`);
    expect(ids).toEqual(["1E10"]);
    expect(rejected).toEqual(["2 damaged_key", "3 damaged_key"]);
  });

  test("is found in the key of a group, once for each record", async () => {
    const grouped =
      "lading: 1\nrecord: job\ngroup: { by: Batch, scattered: true }\nfields: { external_id: Job }\n" +
      "lists: { accruals: { rows: all, fields: { external_id: Seq, creditor: { constant: V }, charge_code: { constant: F }, tax_code: { constant: S }, " +
      'local_amount.currency: { constant: EUR }, local_amount.pre_tax: { column: Net, decimal: { sign: "." } }, local_amount.tax: { constant: "0" }, local_amount.total: { column: Net, decimal: { sign: "." } }, ' +
      'overseas_amount.currency: { constant: EUR }, overseas_amount.pre_tax: { column: Net, decimal: { sign: "." } }, overseas_amount.total: { column: Net, decimal: { sign: "." } } } } }\n';
    const file = "Batch,Job,Seq,Net\n2.39239E+11,J1,1,5\n7,J2,1,5\n2.39239E+11,J1,2,5\n";
    const done = await evaluatedBy(compiledFor(grouped, of), of, file);
    expect(done.accepted.map(({ record }) => record.external_id)).toEqual(["J2"]);
    expect(done.issues.filter(({ code }) => code === "damaged_key")).toMatchObject([
      { line: 2, column: "Batch" },
    ]);
  });

  test("is found in a part of a joined id and after a prefix", async () => {
    const joined = mapping().replace(
      "external_id: Code",
      'external_id: { join: [Name, Code], separator: "-" }',
    );
    for (const written of [joined, mapping("id_prefix: X-\n")]) {
      const done = await evaluatedBy(compiledFor(written, of), of, "Code,Name\n2.39239E+11,DE\n77,DE\n");
      expect(done.accepted.map(({ line }) => line)).toEqual([3]);
      expect(done.issues.map(({ code, line }) => `${line} ${code}`)).toContain("2 damaged_key");
    }
  });

  test("is found by a lookup", async () => {
    const looked = mapping().replace("Name,", "{ column: Name, lookup: { file: g.csv, key: K, value: V } },");
    const tables = new Map([
      [
        "g.csv",
        {
          headings: ["K", "V"],
          rows: [
            ["2.4E+11", "x"],
            ["9", "y"],
          ],
        },
      ],
    ]);
    const done = await evaluatedBy(compiledFor(looked, of, { tables }), of, "Code,Name\nA,2.4E+11\nB,9\n");
    expect(done.accepted.map(({ record }) => record.external_id)).toEqual(["B"]);
    expect(done.issues.map(({ code, line }) => `${line} ${code}`)).toContain("2 damaged_key");
  });
});

describe("a cell that is too long for a field", () => {
  const document = Buffer.alloc(300_000, "JVBERi0xLjQK+A/").toString();
  const long: readonly (readonly [string, string])[] = [
    ["delimited", `Code,Name,Doc\nA1,Air,${document}\nA2,Sea,${document}\n`],
    ["at the beginning of the rows", `Doc;Code;Name\n${document};A1;Air\n${document};A2;Sea\n`],
    [
      "JSON",
      JSON.stringify([
        { Code: "A1", Name: "Air", Doc: document },
        { Code: "A2", Name: "Sea", Doc: document },
      ]),
    ],
    ["NDJSON", `{"Code":"A1","Name":"Air","Doc":"${document}"}\n{"Code":"A2","Name":"Sea"}\n`],
    [
      "XML",
      `<r><i><Code>A1</Code><Name>Air</Name><Doc>${document}</Doc></i><i><Code>A2</Code><Name>Sea</Name></i></r>`,
    ],
  ];
  const inLines = document.replaceAll(/(.{76})/g, "$1\n");
  test.each([
    ["commas", `Code,Name,Doc\nA1,Air,"${inLines}"\nA2,Sea,"${inLines}"\n`],
    ["first", `Doc;Code;Name\r\n"${inLines}";A1;Air\r\n"${inLines}";A2;Sea\r\n`],
    ["a short one", `Code,Name,Doc\nA1,Air,"${inLines.slice(0, 8_000)}"\nA2,Sea,\n`],
  ])("may have many lines: %s", async (_, text) => {
    expect((await listOf(text)).ids).toEqual(["A1", "A2"]);
  });

  test.each(long)("is harmless if no field reads it: %s", async (_, text) => {
    expect((await listOf(text)).ids).toEqual(["A1", "A2"]);
  });

  test("may have several lines if the mapping states how the file is written", async () => {
    const lines = document.replace(/(.{76})/g, "$1\r\n");
    const text = `"Code";"Name";"Doc"\n"A1";"Air";"x"\n"A2";"Sea";"${lines}"\n`;
    const read = `read: { delimiter: ";", quote: '"', header: "1" }\n`;
    expect((await listOf(text, read)).ids).toEqual(["A1", "A2"]);
  });

  test("rejects only its row if a field reads it, unless the mapping allows its length", async () => {
    const text = `Code,Name\nA1,Air\nA2,${"x".repeat(70_000)}\nA3,Sea\n`;
    const found = await listOf(text);
    expect([found.ids, found.rejected]).toEqual([["A1", "A3"], ["3 cell_too_long"]]);
    expect(found.codes).toEqual(["cell_too_long"]);
    const allowed = await listOf(text, "read: { longest_cell: '80000' }\n");
    expect(allowed.codes).not.toContain("cell_too_long");
  });
});

describe("a file that contains only a message of the sender", () => {
  test.each([
    "Login failed: session expired, please sign in again.\n",
    "ORA-00942: table or view does not exist; error 12\r\n\r\n",
    '\ufeff"Error: permission denied"\n',
    "Erreur : la session a expiré\nVeuillez vous reconnecter\n",
    "401 session expired",
    '{"error":{"code":401,"message":"session expired"}}',
    '{"odata.error":{"code":"1","message":{"value":"session expired"}}}',
    '{"success":false,"reason":"session expired"}',
    '<?xml version="1.0"?>\n<error><code>403</code><message>permission denied</message></error>',
    "<html><head><style>p { color: red }</style></head><body><h1>session expired</h1><p>Please log in.</p></body></html>",
    'Traceback (most recent call last):\n  File "export.py", line 3, in <module>\nTableError: staff does not exist\n',
  ])("is refused with the message: %s", async (text) => {
    for (const bytes of [Buffer.from(text), zipOf({ "list.csv": Buffer.from(text) })]) {
      const { refused } = await listOf(bytes);
      expect(refused?.code).toBe("sender_message");
      expect(refused?.message).toMatch(
        /Login failed|does not exist|permission denied|expiré|session expired/,
      );
    }
  });

  test("is not reported as a table whose cells are separated by spaces", async () => {
    for (const text of [
      "Too many requests",
      "Database is locked",
      "SP2-0640: Not connected",
      "Ошибка: доступ запрещён",
    ])
      expect((await listOf(text)).refused).toMatchObject({
        code: "sender_message",
        message: expect.stringContaining(text) as string,
      });
    expect((await listOf("Please wait a moment")).refused?.code).toBe("sender_message");
    for (const text of ["Code Name Rate\n", "Code;Name\n"])
      expect((await listOf(text)).refused?.code).not.toBe("sender_message");
  });

  const trace = (lines: number): string =>
    Array.from({ length: lines }, (_, i) => `\tat com.acme.Export.run${i}(Export.java:${i + 40})\n`).join("");
  test.each([
    ["a Java exception", `java.sql.SQLException: Connection refused\n${trace(1)}`],
    [
      "a long Java stack trace",
      `Exception in thread "main" x.Y: no access\n${trace(40)}Caused by: z\n\t... 3 more\n`,
    ],
    [
      "a PHP warning",
      "\nWarning: mysqli_connect(): (HY000/2002): Connection refused in /x.php on line 12\n\n",
    ],
    [
      "PHP errors",
      "PHP Warning:  fopen(a, r): no access in /x.php on line 3\nPHP Fatal error:  Uncaught Error: y\nStack trace:\n#0 {main}\n  thrown in /x.php on line 4\n",
    ],
    [
      "PHP with markup",
      "<br />\n<b>Warning</b>:  mysqli(): Connection refused in <b>/x.php</b> on line <b>12</b><br />\n",
    ],
    [
      "SQL*Plus",
      "SELECT id, name FROM staff\n                     *\nERROR at line 1:\nORA-00942: table or view does not exist\n\n",
    ],
    ["an Oracle error between blank lines", "\n\nORA-00942: table or view does not exist\n\n\n"],
    ["SQL Server", "Msg 208, Level 16, State 1, Server X, Line 1\nInvalid object name 'dbo.staff'.\n"],
    [
      "Python",
      'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    run()\n  File "b.py", line 9, in run\n    raise E()\nb.E: no such table\nValueError: no access\n',
    ],
    [
      "a proxy",
      "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><center><h1>502 Bad Gateway</h1></center><hr></body></html>",
    ],
    [
      "a login page",
      "<!DOCTYPE html><html><body><form><h1>Please sign in</h1><input name=u></form></body></html>",
    ],
    [
      "a page of a Java server",
      `<html><body><h1>HTTP Status 500 – Internal Server Error</h1><pre>x.Y: z\n${trace(60)}</pre></body></html>`,
    ],
    [
      "a page with its text in a table",
      "<html><body><table><tr><td>Server Error in Application</td></tr><tr><td>Access is denied.</td></tr></table></body></html>",
    ],
    ["German", "Zugriff auf die Datenbank verweigert\nBitte wenden Sie sich an die IT\n"],
  ])("is refused with the message if it has several lines: %s", async (_, text) => {
    for (const read of ["", "read: { format: delimited }\n", "read: { format: spreadsheet }\n"]) {
      const { refused } = await listOf(text, read);
      expect(refused?.code, read).toBe("sender_message");
      expect(refused?.message).toMatch(
        /refused|no access|does not exist|Invalid object|Bad Gateway|sign in|Internal Server|denied|verweigert/,
      );
    }
  });

  test("is refused with the message if the mapping expects JSON or columns by position", async () => {
    const columns = "{ columns: [{ name: Code, from: '1' }, { name: Name, from: '11' }] }";
    for (const read of [`read: ${columns}\n`, "read: { format: json }\n"]) {
      const { refused } = await listOf("ORA-00942: table or view does not exist\n\n", read);
      expect([refused?.code, refused?.message]).toEqual([
        "sender_message",
        expect.stringContaining("ORA-00942: table or view does not exist"),
      ]);
    }
  });

  test("is not assumed if the message is above or below rows of a table", async () => {
    for (const text of [
      "Kind;What;How\nError: a b;x y;z\nError: c d;u v;w\nError: e f;s t;r\n",
      "Warning: no access in x\nCode;Name;Rate\nA1;Air freight;1\nA2;Sea freight;2\n",
      "Code;Name;Rate\nA1;Air freight;1\nA2;Sea freight;2\nORA-01555: snapshot too old\n",
    ])
      expect((await readText(text)).codes).not.toContain("sender_message");
  });

  test("is refused with the message even if a word of it contains a heading of the mapping", async () => {
    const { refused } = await listOf("ORA-01017: invalid username/password; logon denied\n");
    expect([refused?.code, refused?.message]).toEqual([
      "sender_message",
      expect.stringContaining("ORA-01017: invalid username/password; logon denied"),
    ]);
  });

  test.each(["_error", "odata_error", "token_expired", "my_sql_exception", "SqlException", "gerät_error"])(
    "is recognized by a name of several words: %s",
    (name) => {
      expect(reportsFailure(`{"message":"${name}"}`)).toBe(true);
    },
  );

  test("is searched for in linear time", () => {
    for (const part of ["_", "a_", "error_", " _"]) {
      const start = performance.now();
      messageInMarkup(`<p>${part.repeat(100_000)}`);
      reportsFailure(part.repeat(100_000));
      expect(performance.now() - start, part).toBeLessThan(2_000);
    }
  });

  test("is refused without showing an address in the message", async () => {
    const { refused } = await listOf("Login failed for user ann@acme.test\n");
    expect(refused?.message).toContain("Login failed for user …");
  });

  test("is not assumed for headings or a row alone", async () => {
    expect((await readText("Code;Name;Error code\n")).codes).toEqual(["no_rows"]);
    expect((await readText("A1;Air freight;FRT\n", { header: "none" })).codes).not.toContain(
      "sender_message",
    );
    expect((await listOf("Error code, Code, Name\n")).codes).not.toContain("sender_message");
    for (const headings of ["Code,Name,Expired on\n", "Tax code;Name;Invalid from\n"])
      expect((await readText(headings)).codes).toEqual(["no_rows"]);
  });

  test("is refused if the line begins with a failure, although it contains delimiters", async () => {
    for (const text of [
      "ERROR;Query failed: timeout expired\n",
      "ERROR: could not connect (host=db,user=x)\nERROR: giving up (host=db,user=x)\n",
      "ERROR: connection failed (host=db,port=1521,sid=ORCL)\n",
    ])
      for (const options of [{}, { header: "none", delimiter: ";" }] as const)
        expect((await readText(text, options)).codes).toContain("sender_message");
  });

  test("is not assumed for a short table in which cells contain words such as refused or invalid", async () => {
    for (const text of [
      "Tax Code,Description,Rate\nU,Invalid from 2020,19\nV,Sales tax,7\n",
      "Employee No,Full Name,Job Title\n1,Ann Lee,Head of Refused Cargo\n2,Bob Ray,Sea Freight Clerk\n",
      "Code;Name\nA1;Access denied desk\nB2;Sea desk\n",
    ])
      expect((await readText(text)).codes).not.toContain("sender_message");
    const rows = "S1,Ann Lee,ann@x.example,Access denied desk\nS2,Bob Ray,bob@x.example,Sea desk\n";
    for (const text of [rows, rows.split("\n")[0]!, "S1,Access denied desk\n"])
      expect((await readText(text, { header: "none", delimiter: "," })).codes).not.toContain(
        "sender_message",
      );
  });
});

describe("messages", () => {
  const preamble =
    "IBAN;DE00 0000\nName;Giro\nBank;Muster\nSaldo;1.000,00;EUR\nSort;Datum\nZeit;Maerz\nOrt;Ulm\n\n";
  const wide =
    "Buchung;Valuta;Wer;Text;Betrag;Code\n10.02.2026;11.02.2026;A;B;0,50;X\n11.02.2026;12.02.2026;C;D;1,50;Y\n";

  test("name the line at which the table may start", async () => {
    const rows = "x1;y1;z1;u1;v1;w1\nx2;y2;z2;u2;v2;w2\n";
    const found = await readText(preamble + rows);
    const wider = found.issues.find(({ code }) => code === "wider_rows");
    expect([wider?.line, wider?.hint]).toEqual([
      9,
      "If line 9 is the header, set `header: 9` under `read` in the mapping.",
    ]);
    expect((await readText(preamble + rows, { header: "9" })).headings).toHaveLength(6);
  });

  test("name that line even if lines of two cells come before rows of four", async () => {
    const rows = ["10;Ann;a@x.example;yes", "11;Bob;b@x.example;no", "12;Cy;c@x.example;yes"].join("\n");
    const found = await readText(`Key;Value\nUser;Ann\nPage;1\n${rows}\n`);
    expect(found.issues).toContainEqual(
      expect.objectContaining({
        code: "wider_rows",
        message: "Starting with line 4, rows have 4 cells, but the header has 2.",
        hint: "If line 4 is the header, set `header: 4` under `read` in the mapping.",
      }),
    );
    expect(found.codes).not.toContain("headings_too_few");
    expect((await readText(`Key;Value\n${rows}\n`)).codes).toContain("headings_too_few");
  });

  test.each([
    ["semicolons", preamble + wide],
    ["tabs", (preamble + wide).replaceAll(";", "\t")],
    ["commas", (preamble.replace("1.000,00", "1000.00") + wide.replaceAll(",", ".")).replaceAll(";", ",")],
    ["without a blank line", preamble.replace("\n\n", "\n") + wide],
    ["two rows", preamble + wide.split("\n").slice(0, 2).join("\n") + "\n12.02.2026;13.02.2026;E;F;2,50;Z\n"],
  ])("are not needed if a table follows more notes than it has rows: %s", async (_, text) => {
    const found = await readText(text);
    expect(found.headings).toEqual(["Buchung", "Valuta", "Wer", "Text", "Betrag", "Code"]);
    expect(found.rows).toHaveLength(2);
    expect(found.codes).toEqual(["lines_left_out"]);
  });

  test("do not affect a table that has the headings above another one", async () => {
    const below = "Code;Name;Rate;Until\n1;x;5;2026-01-01\n2;y;6;2026-01-02\n";
    const text = `Code;Name\nA1;Air\nB1;Sea\nC1;Doc\n\n${below}`;
    expect((await listOf(text)).refused).toMatchObject({
      code: "several_headers",
      hint: expect.stringContaining("`header: 1` or `header: 6`") as string,
    });
    const { ids, rejected } = await listOf(text, 'read: { header: "1" }\n');
    expect(ids).toEqual(["A1", "B1", "C1"]);
    expect(rejected).toHaveLength(3);
  });

  test("are not needed if the table has the headings of the mapping", async () => {
    const text = `${preamble}Code;Name;X;Y\nA1;Air;x;y\nA2;Sea;x;y\n`;
    expect((await listOf(text)).ids).toEqual(["A1", "A2"]);
  });

  test("do not mention the lines above a header that the mapping states", async () => {
    const text = "Staff of Acme\nPrinted 2026\nCode;Name\nA1;Air\nA2;Sea\n";
    expect((await readText(text)).codes).toContain("lines_left_out");
    for (const header of ["3", { contains: ["Code", "Name"] }, { rows: ["2", "3"] }] as const)
      expect((await readText(text, { header: header as never })).codes).not.toContain("lines_left_out");
  });

  test("do not suggest what the mapping already has", async () => {
    const text = "Code,Name,Note\nA1,Air,x\nA2,Sea\n";
    const hintOf = async (read: string) =>
      (await listOf(text, read)).issues.find(({ code }) => code === "row_too_short")?.hint;
    expect(await hintOf("")).toContain("`read.accept`");
    expect(await hintOf("read: { accept: [row_too_short] }\n")).not.toContain("accept it");
  });

  test("suggest `optional` for a column that JSON or XML does not have", async () => {
    const xml = "<r><i><Code>A</Code><X>1</X></i><i><Code>B</Code><X>2</X></i></r>";
    for (const text of ['[{"Code":"A"},{"Code":"B"}]', xml])
      expect((await listOf(text)).refused?.hint).toContain("list Name under `optional`");
    expect((await listOf("Code\nA\nB\n")).refused?.hint).not.toContain("optional");
  });

  test("name a choice among files and among lists", async () => {
    const archive = zipOf({ "a.csv": Buffer.from("Code,Name\nA,x\n"), "b.csv": Buffer.from("Code\nB\n") });
    const [choice] = (await readBytes(archive)).issues;
    expect(choice?.code).toBe("several_files");
    expect(choice?.hint).toContain("Choose one: `--member a.csv`");
    const more = zipOf({
      "a.csv": Buffer.from("Code\nA\n"),
      "a.txt": Buffer.from("x"),
      "b.csv": Buffer.from("Code\nB\n"),
    });
    const [matching] = (await readBytes(more, { member: "*.csv" })).issues;
    expect(matching?.message).toBe("The archive contains 2 files that match *.csv: a.csv, b.csv.");
    const [list] = (await readText('{"a":[{"x":1}],"b":[{"y":1}]}')).issues;
    expect(list?.code).toBe("several_lists");
    expect(list?.hint).toContain("Choose one: `--records a`");
  });

  test("name the file of a set", async () => {
    const set = zipOf({
      "a.csv": Buffer.from("Code,Name\nA,x\n"),
      "b.csv": Buffer.from("INSERT INTO t VALUES (1);\n"),
    });
    const { rejected, issues } = await listOf(set, 'read: { members: "*.csv" }\n');
    expect(rejected).toEqual([expect.stringContaining("unreadable_file")]);
    expect(issues.find(({ code }) => code === "unreadable_file")?.message).toMatch(/^b\.csv: /);
  });
});

describe("a number of a file whose mapping reads texts with a comma", () => {
  const page = (cell: string): string =>
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>Code</td><td>Name</td><td>Rate</td></tr><tr><td>A</td><td>x</td>${cell}</tr><tr><td>B</td><td>y</td><td>1.234,5</td></tr></table></html>`;
  const json = (rate: string): string =>
    `[{"Code":"A","Name":"x","Rate":${rate}},{"Code":"B","Name":"y","Rate":"1.234,5"}]`;

  test.each([
    [page('<td x:num="19.625">19,63</td>'), "19.625"],
    [page('<td sdval="19.625">19,63</td>'), "19.625"],
    [json("19.625"), "19.625"],
    [json("1.5E3"), "1500"],
    [json("12.5e-1"), "1.25"],
  ])("keeps its decimal point: %s", async (file, rate) => {
    const taxes =
      "lading: 1\nrecord: tax-code\nfields: { external_id: Code, code: Code, description: Name, is_active: { constant: true }, " +
      'rate: { column: Rate, decimal: { sign: ",", thousands: ".", scale: percent } } }\n';
    const done = await evaluatedBy(compiledFor(taxes, of), of, file);
    expect(done.accepted.map(({ record }) => (record as { rate?: unknown }).rate)).toEqual([rate, "1234.5"]);
  });
});

import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { formats, openTable } from "../../src/formats/index.js";
import { defaultLimits } from "../../src/formats/limits.js";
import { xml } from "../../src/formats/xml/xml.js";
import { readAll, refusal, sourceOf } from "./reading.js";
import { signBalance } from "./sign-balance.js";

const staff = `<?xml version="1.0" encoding="UTF-8"?>
<!-- nightly -->
<Export company="10">
  <Header><Made>2026-03-01</Made></Header>
  <Staff>
    <Person id="007" active="true">
      <Name>M\u00fcller &amp; S\u00f6hne</Name>
      <Branch><Code>BER</Code></Branch>
    </Person>
    <Person id="8">
      <Name><![CDATA[<b>x</b>]]></Name>
      <Note/>
    </Person>
  </Staff>
</Export>
`;

describe("an XML document", () => {
  it("does not recognize text that starts with a heading or a value in brackets", async () => {
    for (const text of ["<DATE>\t<CLOSE>\n20260301\t1.5\n", "<NA>\t<NA>\t3\n<NA>\t1\t4\n"]) {
      const table = await openTable(sourceOf(text), {}, defaultLimits);
      expect(table.detected.format).toBe("delimited");
      expect(table.issues.filter(({ severity }) => severity === "error")).toEqual([]);
    }
    const indented = await openTable(
      sourceOf("<List>\n\t<Row><Id>1</Id></Row>\n\t<Row><Id>2</Id></Row>\n</List>\n"),
      {},
      defaultLimits,
    );
    expect(indented.detected.format).toBe("xml");
  });

  it("makes rows of elements at several paths in document order, with the names of the first path", async () => {
    const records = ["x.ins.in", "x.crs.cr"];
    const invoice = '<ins at="1"><in><n>1</n></in></ins>';
    const credit = '<crs at="2"><cr><n>2</n><why>w</why></cr></crs>';
    const both = await readAll(xml, `<x>${credit}${invoice}<other><in><n>3</n></in></other></x>`, {
      records,
    });
    expect(both.headings).toEqual(["@name()", "n", "why", "x.other.in.n", "x.ins.@at"]);
    expect(both.cells).toEqual([
      ["cr", "2", "w", "", "2"],
      ["in", "1", "", "", "1"],
    ]);
    for (const [one, name] of [
      [invoice, "in"],
      [credit, "cr"],
    ] as const)
      expect((await readAll(xml, `<x>${one}</x>`, { records })).cells.map(([cell]) => cell)).toEqual([name]);
    expect(refusal(await readAll(xml, "<x><o/></x>", { records }))).toContain(
      "no element x.ins.in or x.crs.cr",
    );
  });

  it("reads a document of one record, whose root has one of several names and its own namespace", async () => {
    const records = ["Invoice", "CreditNote"];
    for (const name of records) {
      const text = `<${name} xmlns="urn:${name}" xmlns:c="urn:c"><c:ID>7</c:ID><Line><c:ID>1</c:ID></Line></${name}>`;
      const table = await readAll(xml, text, { records });
      expect(table.headings).toEqual(["@name()", "c:ID", "Line.c:ID"]);
      expect(table.cells).toEqual([[name, "7", "1"]]);
    }
    const lines = ["Invoice.Line", "CreditNote.Line"];
    const text = '<CreditNote xmlns="urn:x"><ID>7</ID><Line><No>1</No></Line></CreditNote>';
    const table = await readAll(xml, text, { records: lines });
    expect(table.headings).toEqual(["@name()", "No", "Invoice.ID"]);
  });

  it("makes rows of the repeated elements, with their true lines", async () => {
    const table = await readAll(xml, staff);
    expect(table.issues).toEqual([]);
    expect(table.headings).toEqual([
      "@id",
      "@active",
      "Name",
      "Branch.Code",
      "Note",
      "Export.@company",
      "Export.Header.Made",
    ]);
    expect(table.cells).toEqual([
      ["007", "true", "M\u00fcller & S\u00f6hne", "BER", "", "10", "2026-03-01"],
      ["8", "", "<b>x</b>", "", "", "10", "2026-03-01"],
    ]);
    expect(table.rows.map(({ line }) => line)).toEqual([6, 10]);
    expect(table.detected).toMatchObject({
      format: "xml",
      encoding: "utf-8",
      records: "Export.Staff.Person",
    });
    expect(table.detected.evidence).toContain("Skipped comments: 1, the first on line 2.");
  });

  it("reads the rows that the mapping names, and never guesses", async () => {
    const two = "<a><b><x>1</x></b><b><x>2</x></b><c><y>1</y></c><c><y>2</y></c></a>";
    expect(refusal(await readAll(xml, two))).toContain("several lists: a.b, a.c.");
    expect((await readAll(xml, two, { records: "a.c" })).cells).toEqual([["1"], ["2"]]);
    expect(refusal(await readAll(xml, two, { records: "a.d" }))).toContain("no element a.d");
    const flat = `<?xml version="1.0"?><office:document xmlns:office="o">${two}</office:document>`;
    expect(refusal(await readAll(xml, flat))).toContain("save it as .ods");
    expect(refusal(await readAll(xml, two, { records: "b" }))).toContain("no element b");
    const one = "<a><b><x>1</x></b></a>";
    expect(refusal(await readAll(xml, one))).toContain("such as a.b");
    const message =
      "<n><h><from>A</from></h><b><s><who><id>7</id><name>Roe</name><in><at>X</at></in></who></s></b></n>";
    expect(refusal(await readAll(xml, message))).toContain(
      ": n.b.s.who, which contains most of the data, or n.h, n.b.s.who.in",
    );
    expect((await readAll(xml, one, { records: "a.b" })).cells).toEqual([["1"]]);
    expect((await readAll(xml, "<a><b>1</b><b>2</b></a>", { records: "a.b" })).cells).toEqual([["1"], ["2"]]);
    expect((await readAll(xml, "<a><b>1</b></a>", { records: "a" })).cells).toEqual([["1"]]);
  });

  it("reads elements of several names as one list if the mapping states it, and never drops some silently", async () => {
    const text =
      '<s><made>x</made><list at="q"><sea id="1"><no>A</no><to>B</to></sea><air id="2"><no>C</no><to>D</to><sea>n</sea></air></list>' +
      "<list><sea><no>E</no><to>F</to></sea></list><other><sea><no>no row</no></sea></other></s>";
    const table = await readAll(xml, text, { records: "s.list.*" });
    expect(table.headings).toEqual([
      ...["@name()", "@id", "no", "to", "sea"],
      ...["s.made", "s.other.sea.no", "s.list.@at"],
    ]);
    expect(table.cells.map((cells) => [...cells.slice(0, 6), cells[7]])).toEqual([
      ["sea", "1", "A", "B", "", "x", "q"],
      ["air", "2", "C", "D", "n", "x", "q"],
      ["sea", "", "E", "F", "", "x", ""],
    ]);
    // One ship among trucks has the same parts, so it is not a header.
    const one =
      "<l><van><no>1</no><to>A</to></van><ship><no>2</no><to>B</to></ship><van><no>3</no><to>C</to></van></l>";
    expect(refusal(await readAll(xml, one))).toContain(": l.van, l.ship.");
    expect((await readAll(xml, one)).issues[0]?.hint).toContain("rows of one list, use `l.*`");
    const header =
      "<l><head><no>1</no><by>A</by></head><van><no>2</no><to>B</to></van><van><no>3</no><to>C</to></van></l>";
    expect((await readAll(xml, header)).rows).toHaveLength(2);
  });

  it("numbers rows by position if several start on one line", async () => {
    const table = await readAll(xml, "<a>\n<b><x>1</x></b><b><x>2</x></b>\n<b><x>3</x></b></a>");
    expect(table.rows.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(table.detected.evidence.join()).toContain("Several rows start on one line");
  });

  it("gives each repeated element of a row its own column, and reports it", async () => {
    const text = "<a>\n<b><p>1</p></b>\n<b><p>2</p><p>3</p><q><r>x</r></q><q><r>y</r></q></b></a>";
    const table = await readAll(xml, text);
    expect(table.headings).toEqual(["p", "p.2", "q.r", "q.2.r"]);
    expect(table.cells).toEqual([
      ["1", "", "", ""],
      ["2", "3", "x", "y"],
    ]);
    expect(table.issues).toMatchObject([
      { code: "elements_repeated", line: 3 },
      { code: "rows_guessed", severity: "warning" },
    ]);
    expect(table.issues.map(({ message }) => message)).toEqual([
      expect.stringContaining("p (up to 2), q (up to 2)"),
      expect.stringContaining("could also be other elements: a.b.q."),
    ]);
    expect((await readAll(xml, text, { records: "a.b" })).issues).toHaveLength(1);
  });

  it("reports a single record around the detected rows", async () => {
    const costs = "<Costs><Cost><Net>100</Net><Vat>23</Vat></Cost></Costs>";
    const bills = '<Bills><Bill kind="HBL">H1</Bill><Bill kind="MBL">M1</Bill></Bills>';
    const job = (inner: string) => `<Jobs><Job><No>S1</No><Handler>7</Handler>${inner}</Job></Jobs>`;
    for (const text of [job(costs + bills), job(bills + costs)]) {
      const found = (await readAll(xml, text)).issues.find(({ code }) => code === "rows_guessed");
      expect(found?.message).toBe(
        "The Jobs.Job.Bills.Bill elements were read as the rows. The rows could also be other elements: Jobs.Job.",
      );
    }
    const heading =
      "<Body><Id>9</Id><Day>2026-03-01</Day><Staff><P><A>1</A><B>x</B><C>y</C></P><P><A>2</A></P></Staff></Body>";
    expect((await readAll(xml, `<Env>${heading}</Env>`)).issues).toEqual([]);
  });

  it("reports repeated values beside the detected rows", async () => {
    const fields = '<f name="Code"/><f name="Text"/>';
    const text = `<a><t>${fields}<d><r><v>AFRT</v><v>Air freight</v></r></d></t></a>`;
    const table = await readAll(xml, text);
    expect(table.issues).toMatchObject([{ code: "rows_guessed", severity: "warning" }]);
    expect(table.issues[0]!.message).toContain("The a.t.f elements were read as the rows");
    expect(table.issues[0]!.message).toContain("could also be other elements: a.t.d.r.v.");
    expect((await readAll(xml, text, { records: "a.t.d.r" })).cells).toEqual([["AFRT", "Air freight"]]);
    const once = `<a><t>${fields}<d><r><v>AFRT</v></r></d></t></a>`;
    expect((await readAll(xml, once)).issues).not.toContainEqual(
      expect.objectContaining({ code: "rows_guessed" }),
    );
  });

  it("reports each row in which the mapping reads the first of several elements", async () => {
    const text = "<a><b><p>1</p><q>1</q></b>\n<b><p>2</p><p>3</p><q>1</q><q>1</q></b></a>";
    const codes = async (...wanted: string[]) =>
      (await readAll(xml, text, { wanted })).rows.map(
        ({ issues }) => issues?.map((each) => each.column) ?? [],
      );
    expect(await codes("p")).toEqual([[], ["p"]]);
    expect(await codes("p", "p.2")).toEqual([[], []]);
    expect(await codes("p", "q")).toEqual([[], ["p", "q"]]);
    expect(await codes("x")).toEqual([[], []]);
  });

  it("reads the first element of each list if lists within rows exceed the maximum number of columns", async () => {
    const text = `<a><b><id>1</id>${"<p>x</p>".repeat(30)}</b><b><id>2</id></b></a>`;
    const table = await readAll(xml, text, {}, { columns: 10 });
    expect(table.headings).toEqual(["id", "p"]);
    expect(table.issues).toMatchObject([{ code: "repeats_left_out", severity: "warning" }]);
    expect((await readAll(xml, text, { wanted: ["p.3"] }, { columns: 10 })).headings).toEqual([
      "id",
      "p",
      "p.3",
    ]);
    expect(refusal(await readAll(xml, text, {}, { columns: 1 }))).toContain("columns");
  });

  it("makes no column of a schema location", async () => {
    const table = await readAll(
      xml,
      '<r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="r.xsd"><e><id>1</id></e><e><id>2</id></e></r>',
    );
    expect(table.headings).toEqual(["id"]);
  });

  it("never merges names of two namespaces", async () => {
    const of = (inner: string) =>
      readAll(xml, `<r xmlns="urn:a" xmlns:o="urn:o" xmlns:p="urn:a"><e>${inner}</e><e/></r>`);
    const table = await of('<id>1</id><o:id>2</o:id><x:id xmlns:x="urn:o"/><v o:k="3" k="4"/>');
    expect(table.headings).toEqual(["id", "o:id", "o:id.2", "v.@o:k", "v.@k"]);
    expect(table.cells[0]).toEqual(["1", "2", "", "3", "4"]);
    expect((await of("<p:id>1</p:id><id>2</id>")).headings).toEqual(["id", "id.2"]);
    expect(refusal(await of('<id>1</id><id xmlns="urn:z">2</id>'))).toContain(
      "would both become the column id",
    );
    expect(refusal(await of("<id>1</id><a.b>1</a.b><a><b>2</b></a>"))).toContain("the column a.b");
    const paths = '<r xmlns:o="urn:o"><e><x>1</x></e><o:e><x>2</x></o:e></r>';
    expect(refusal(await readAll(xml, paths, { records: "r.e" }))).toBe("");
    const both = '<r xmlns:n="urn:n" xmlns:o="urn:o"><n:e><x>1</x></n:e><o:e><x>2</x></o:e></r>';
    expect(refusal(await readAll(xml, both, { records: "r.e" }))).toContain("several namespaces");
    const named = await readAll(xml, both, { records: "r.o:e" });
    expect([named.headings, named.cells]).toEqual([["x", "r.n:e.x"], [["2", "1"]]]);
  });

  it("gives rows the values of their ancestors, separately for each group, and reports values that come too late", async () => {
    const groups = `<r><g><code>A</code><e><x>1</x></e><e><x>2</x></e></g><g><e><x>3</x></e><code>C</code></g></r>`;
    const table = await readAll(xml, groups, { records: "r.g.e" });
    expect(table.headings).toEqual(["x", "r.g.code"]);
    expect(table.cells).toEqual([
      ["1", "A"],
      ["2", "A"],
      ["3", ""],
    ]);
    expect(table.issues).toMatchObject([{ code: "value_behind_rows", column: "r.g.code" }]);
    expect((await readAll(xml, groups, { records: "r.g.e", wanted: ["x"] })).issues).toEqual([]);
    const lists = "<r><h><k>1</k><k>2</k></h><e><x>1</x></e><e><x>2</x></e></r>";
    const beside = await readAll(xml, lists);
    expect(beside.headings).toEqual(["x"]);
    expect(beside.detected.evidence.join()).toContain("Skipped values outside the rows: r.h.k.");
  });

  it("makes a row of a parent without rows, if it has the key of a record", async () => {
    const jobs =
      "<r><m>now</m><j><k>1</k><c><x>a</x></c></j>\n<j><k>2</k></j>\n<j><n>keyless</n></j>\n<j><k>3</k><c><x>b</x></c></j>\n<j><k>4</k></j></r>";
    const table = await readAll(xml, jobs, { records: "r.j.c", keys: ["R.J.K"] });
    expect(table.headings).toEqual(["x", "r.m", "r.j.k", "r.j.n"]);
    expect(table.rows).toEqual([
      { line: 1, cells: ["a", "now", "1", ""] },
      { line: 2, cells: ["", "now", "2", ""] },
      { line: 4, cells: ["b", "now", "3", ""] },
      { line: 5, cells: ["", "now", "4", ""] },
    ]);
    expect((await readAll(xml, jobs, { records: "r.j.c" })).cells).toHaveLength(2);
    // Values of the previous group are not part of an empty one.
    const deep =
      "<r><j><k>1</k><l><s>sea</s><c><x>a</x></c></l></j><j><k>2</k></j><j><k>3</k><l><s>air</s></l></j></r>";
    const legs = await readAll(xml, deep, { records: "r.j.l.c", keys: ["r.j.k"] });
    expect(legs.rows).toEqual([
      { line: 1, cells: ["a", "1", "sea"] },
      { line: 2, cells: ["", "2", ""] },
      { line: 3, cells: ["", "3", "air"] },
    ]);
  });

  it("keeps text unchanged, and reports text beside elements", async () => {
    const text =
      "<a><b><t> 1\n2\t</t><m>one <i>two</i>\n three</m></b><b><t>a<!-- c -->b<?p?>c&#x41;&lt;</t></b></a>";
    const table = await readAll(xml, text);
    expect(table.headings).toEqual(["t", "m", "m.i"]);
    expect(table.cells).toEqual([
      [" 1\n2\t", "one three", "two"],
      ["abcA<", "", ""],
    ]);
    expect(table.issues).toMatchObject([{ code: "mixed_content" }]);
    expect(table.detected.evidence.join()).toContain("Skipped processing instructions: 1");
  });

  it("treats XML white space as blank, and a no-break space as text", async () => {
    const table = await readAll(xml, '<a><b><t k="1">\u00a0</t><u k="2"> \n</u></b><b/></a>');
    expect(table.headings).toEqual(["t.@k", "t", "u.@k"]);
    expect(table.cells[0]).toEqual(["1", "\u00a0", "2"]);
  });

  it("reads the declared character set, and reports a wrong declaration", async () => {
    const text = (charset: string) =>
      `<?xml version="1.0" encoding="${charset}"?>\n<a><b><x>M\u00fcller \u2013 \u0141</x></b><b/></a>`;
    for (const charset of ["windows-1250", "utf-8", "UTF-16", "GB18030"]) {
      const bytes = iconv.encode(text(charset), charset, { addBOM: charset === "UTF-16" });
      const table = await readAll(xml, bytes);
      expect(table.cells[0], charset).toEqual(["M\u00fcller \u2013 \u0141"]);
      expect(table.issues, charset).toEqual([]);
    }
    expect((await readAll(xml, iconv.encode(text("x"), "utf-16be"))).cells[0]).toEqual([
      "M\u00fcller \u2013 \u0141",
    ]);
    const codes = async (charset: string, encoding?: string) =>
      (await readAll(xml, text(charset), encoding === undefined ? {} : { encoding })).issues.map(
        ({ code }) => code,
      );
    expect(await codes("utf-16")).toEqual([]);
    expect(await codes("ISO-8859-1")).toEqual(["encoding_contradicted"]);
    expect(await codes("ISO-8859-1", "utf-8")).toEqual([]);
    const plain = '<?xml version="1.0" encoding="ISO-8859-1"?><a><b><x>1</x></b><b/></a>';
    expect((await readAll(xml, plain)).issues).toEqual([]);
    const wrong = Buffer.concat([
      Buffer.from("<?xml version='1.0' encoding='UTF-8'?>\n<a>\n"),
      Buffer.from([0xff]),
    ]);
    expect(refusal(await readAll(xml, wrong))).toContain("Line 3 contains bytes");
  });

  it("resolves only the entities of XML, and refuses document types", async () => {
    const refused = [
      '<!DOCTYPE a [<!ENTITY x "secret">]><a>&x;</a>',
      '<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
      '<!DOCTYPE lolz [<!ENTITY l "l"><!ENTITY m "&l;&l;">]><lolz>&m;</lolz>',
    ];
    for (const text of refused) {
      expect(xml.recognizes(Buffer.from(text)), text).toBe(true);
      expect(refusal(await readAll(xml, text)), text).toMatch(/line \d it has a document type/);
    }
    expect(refusal(await readAll(xml, "<a>\n<b>&nbsp;</b></a>"))).toContain("on line 2: undefined entity");
  });

  it("refuses files that are not well-formed, with the line and without a value", async () => {
    const cases = [
      "<a>\n<b>secret</c></a>",
      "<a>\n<b x='secret' x='2'/></a>",
      "<a>\n<b x=secret/></a>",
      "<a>\n<p:b>secret</p:b></a>",
      "<a>\n<b>secret</b></a>secret",
      "<a>\n<b>secret \u0001</b></a>",
      "<a>\n<b>secret & more</b></a>",
      "<a>\n<b>secret ]]> more</b></a>",
      "<a>\n</a><a/>",
      "<a>\n<b>secret</b>",
    ];
    for (const text of cases) {
      const found = refusal(await readAll(xml, text));
      expect(found, text).toMatch(
        /not well-formed XML, on line [23]: [a-z]|^.*Line [23] contains the control character U/,
      );
      expect(found).not.toContain("secret");
    }
  });

  it("refuses a truncation at any point", async () => {
    const text = staff.trimEnd();
    for (let end = text.indexOf("<Export") + 1; end < text.length; end += 1)
      expect(refusal(await readAll(xml, text.slice(0, end))), text.slice(0, end)).not.toBe("");
  });

  it("applies limits to hostile input", async () => {
    const row = "<b><x>1</x></b>";
    const of = (inner: string, limits = {}) =>
      readAll(xml, `<a>${row}${inner}${row}</a>`, {}, limits).then(refusal);
    expect(await of("<c>".repeat(100) + "</c>".repeat(100))).toContain("nested elements 65, allowed 64");
    expect(await of(`<${"n".repeat(2000)}/>`)).toContain("characters in a name");
    expect(
      await of(`<b ${Array.from({ length: 30 }, (_, i) => `a${i}="1"`).join(" ")}/>`, { columns: 20 }),
    ).toContain("attributes of an element");
    expect(await of("<b><x>123</x><y>456</y></b>", { record: 5 })).toContain("characters in a row");
    expect(await of("", { rows: 1 })).toContain("rows");
    const names = Array.from({ length: 21_000 }, (_, i) => `<n${i}/>`).join("");
    expect(await of(names)).toContain("different element and attribute paths");
    for (const [open, close] of [
      ["<!--", "-->"],
      ["<x>", "</x>"],
      ["<![CDATA[", "]]>"],
      ["<?p ", "?>"],
      ['<x a="', '"/>'],
      ["<!DOCTYPE a [<!--", ""],
    ] as const)
      expect(await of(`${open}${"x".repeat(300_000)}${close}`, { record: 1_000 }), open).toMatch(
        /characters in (?:one value|a cell)|well-formed/,
      );
  });

  it("does not change Object.prototype", async () => {
    const table = await readAll(xml, '<a><__proto__ constructor="1"><x>1</x></__proto__><__proto__/></a>');
    expect(table.headings).toEqual(["@constructor", "x"]);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  it("is recognized as XML, pages as pages, and workbooks as workbooks", () => {
    const named = (text: string) => formats.find((format) => format.recognizes(Buffer.from(text)))?.name;
    expect(named(staff)).toBe("xml");
    expect(named("\ufeff<a><b/></a>")).toBe("xml");
    expect(named('<?xml version="1.0"?><table><row id="1"/></table>')).toBe("xml");
    expect(named('<?xml version="1.0"?><!DOCTYPE html><html><table>')).toBe("html");
    expect(named("<table><tr><td>")).toBe("html");
    expect(
      named(
        '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet>',
      ),
    ).toBe("spreadsheet");
    expect(named("<ID>;<Name>\n1;x\n")).toBe("delimited");
  });

  const name = fc.stringMatching(/^[A-Za-z_\u00e9\u4e2d][A-Za-z0-9_-]{0,6}$/u);
  /** Characters that XML 1.0 permits. */
  const value = fc
    .string({ unit: "grapheme", maxLength: 12 })
    .map((text) => text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ""));
  const escape = (text: string) => text.replace(/[&<>"'\r\n\t]/g, (sign) => `&#${sign.charCodeAt(0)};`);

  it("reads any table back, from elements, attributes and CDATA", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
        fc.array(fc.array(value, { minLength: 5, maxLength: 5 }), { minLength: 2, maxLength: 6 }),
        fc.constantFrom("element", "attribute", "cdata"),
        fc.integer({ min: 1, max: 9 }),
        async (names, rows, how, piece) => {
          const asElement = (key: string, text: string) =>
            how === "element"
              ? `<${key}>${escape(text)}</${key}>`
              : `<${key}><![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>").replaceAll("\r", "]]>&#13;<![CDATA[")}]]></${key}>`;
          const of = (row: readonly string[]) =>
            how === "attribute"
              ? `<Row ${names.map((key, i) => `${key}="${escape(row[i] ?? "")}"`).join(" ")}/>`
              : `<Row>${names.map((key, i) => asElement(key, row[i] ?? "")).join("")}</Row>`;
          const text = `<Table>\n${rows.map(of).join("\n")}\n</Table>`;
          const table = await openTable(sourceOf(text, "t", piece * 13), {}, defaultLimits);
          const read: (readonly string[])[] = [];
          for await (const batch of table.rows) read.push(...batch.map(({ cells }) => cells));
          expect(table.issues).toEqual([]);
          expect(table.headings).toEqual(names.map((key) => (how === "attribute" ? `@${key}` : key)));
          expect(read).toEqual(rows.map((row) => row.slice(0, names.length)));
        },
      ),
    );
  });

  interface Tree {
    readonly name: string;
    readonly attributes: readonly (readonly [string, string])[];
    readonly children: readonly (Tree | string)[];
  }
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.record({
      name: fc.constantFrom("a", "b", "c", "d"),
      attributes: fc.uniqueArray(fc.tuple(fc.constantFrom("x", "y"), value), { selector: ([key]) => key }),
      children: fc.array(fc.oneof({ depthSize: "small" }, value, tie("tree")), { maxLength: 4 }),
    }),
  }));
  const written = ({ name: key, attributes, children }: Tree): string =>
    `<${key}${attributes.map(([at, text]) => ` ${at}="${escape(text)}"`).join("")}>${children.map((child) => (typeof child === "string" ? escape(child) : written(child))).join("")}</${key}>`;
  const textsIn = ({ attributes, children }: Tree): string[] => [
    ...attributes.map(([, text]) => text),
    ...children.flatMap((child) => (typeof child === "string" ? [child] : textsIn(child))),
  ];

  it("conserves every letter and digit of rows of any shape", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 4 }), async (trees) => {
        const text = `<r>${trees.map((each) => `<row>${written(each)}</row>`).join("\n")}</r>`;
        const table = await readAll(xml, text, { records: "r.row" });
        if (refusal(table) !== "") throw new Error(refusal(table));
        expect(signBalance(trees.flatMap(textsIn), table.cells.flat())).toEqual({ lost: "", made: "" });
      }),
    );
  });
});

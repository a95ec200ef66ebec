import { describe, expect, it } from "vitest";
import { amount, invoice, layoutOf, layoutText, diagnosticsOf, render, textOf } from "./rendering.js";

/** What a layout makes of an invoice, and what it refuses. */

const columns = (...lines: readonly string[]): string =>
  `lines:\n  - for: charge_lines\n    columns:\n${lines.map((line) => `      - { ${line} }\n`).join("")}`;

/** A layout with one column of one line, without headings. */
const one = (source: string, more = ""): string =>
  layoutText("csv", `headings: false\n${more}lines: [ { columns: [ { name: X, ${source} } ] } ]\n`);

describe("CSV", () => {
  it("repeats the header's columns on each line, in the order of the layout", async () => {
    const layout = layoutText(
      "csv",
      columns(
        "name: NUM, field: invoice_number",
        "name: VENDOR, field: creditor, lookup: org.code",
        "name: LINE, position: block",
        "name: CODE, line: charge_code, values: { FRT: Freight }, otherwise: pass",
        "name: AMOUNT, line: overseas_amount.total, decimal: { places: 2 }",
        "name: OF, count: charge_lines",
        "name: JOB, line: job, lookup: job.number",
        "name: CREDITOR, line: accrual, lookup: [accrual.creditor, org.code]",
      ),
    );
    const records = {
      org: [
        { external_id: "17", code: "HARB" },
        { external_id: "9", code: "NINE" },
      ],
      job: [
        {
          external_id: "J1",
          number: "S-1",
          accruals: [{ external_id: "J1-1", creditor: { external_id: "9" } }],
        },
        { external_id: "J2", number: "S-2" },
      ],
    };
    expect(await textOf(layout, invoice(), { records })).toBe(
      "NUM,VENDOR,LINE,CODE,AMOUNT,OF,JOB,CREDITOR\n0042,HARB,1,Freight,119.00,2,S-1,NINE\n0042,HARB,2,THC,238.00,2,S-2,\n",
    );
  });

  it("writes header, lines, taxes and a trailer as separate lines", async () => {
    const layout = layoutText(
      "csv",
      `headings: false
delimiter: "|"
lines:
  - columns: [ { name: T, constant: H }, { name: N, field: invoice_number } ]
  - for: charge_lines
    columns: [ { name: T, constant: L }, { name: A, line: overseas_amount.pre_tax } ]
  - for: charge_lines
    per: [tax_code]
    columns: [ { name: T, constant: X }, { name: C, line: tax_code }, { name: A, sum: overseas_amount.tax } ]
  - columns:
      - { name: T, constant: Z }
      - { name: N, position: file }
      - { name: A, sum: overseas_amount.total, decimal: { places: 2 } }
`,
    );
    expect(await textOf(layout, invoice())).toBe("H|0042\nL|100.00\nL|200.00\nX|V19|57.00\nZ|5|357.00\n");
  });

  it.each([
    ["formulas: refuse", "=1", "`ref` begins like a formula, which the layout does not allow in X."],
    ["formulas: keep", "=1", "=1\n"],
    ['formulas: { prefix: "\'" }', "@a", "'@a\n"],
    ['formulas: { replace: "" }', "+-=a", "a\n"],
    ["separators: quote", 'a,"b', '"a,""b"\n'],
    [
      "separators: refuse",
      "a,b",
      "`ref` contains a delimiter or a quote, which the layout does not allow in X.",
    ],
    ['separators: { replace: " " }', 'a,"b', "a  b\n"],
    ["line_ends: quote", "a\nb", '"a\nb"\n'],
    ["line_ends: refuse", "a\r\nb", "`ref` contains a line break, which the layout does not allow in X."],
    ['line_ends: { replace: "/" }', "a\r\nb\u2028c", "a/b/c\n"],
    ['replace: { "–": "-" }', "a–b", "a-b\n"],
  ])("applies %s", async (rule, number, becomes) => {
    const layout = one("field: other.ref", `cells: { ${rule} }\n`);
    expect(await textOf(layout, invoice({ ref: JSON.stringify(number) }))).toBe(becomes);
  });

  it("refuses formulas by default, but not amounts", async () => {
    const number = invoice({ ref: '"-7"', overseas_amount: amount("-1.50", "0.00", "-1.50") });
    expect(await textOf(one("field: other.ref"), number)).toContain("like a formula");
    expect(await textOf(one("field: overseas_amount.total, decimal: {}"), number)).toBe("-1.50\n");
  });

  it("refuses text that needs quotes if the layout has none", async () => {
    const layout = one("field: other.ref", "quotes: never\n");
    expect(await textOf(layout, invoice({ ref: '"a,b"' }))).toContain("contains a delimiter");
    expect(await textOf(layout, invoice({ ref: '"a\\"b"' }))).toBe('a"b\n');
    expect(await textOf(layout, invoice({ ref: '"a\\nb"' }))).toContain("contains a line break");
  });
});

describe("numbers", () => {
  const number = (total: string, form: string, currency = "EUR"): Promise<string> =>
    textOf(
      one(`field: overseas_amount.total, decimal: { ${form} }`, "quotes: never\ndelimiter: tab\n"),
      invoice({ overseas_amount: amount("0", "0", total, currency) }),
    );

  it.each([
    ["123456789012345678901234567890.10", "", "123456789012345678901234567890.10"],
    ["0.10", "", "0.10"],
    ["1234567.5", "places: 2, sign: ',', thousands: '.'", "1.234.567,50"],
    ["1.50", "places: 1", "1.5"],
    ["12.3", "places: 2, sign: none", "1230"],
    ["0.05", "places: 2, sign: none", "5"],
    ["-12.30", "places: 2, negative: trailing", "12.30-"],
    ["-12.30", "places: 2, negative: parentheses", "(12.30)"],
    ["-0.00", "places: 2", "0.00"],
    ["-12.30", "places: 2, credit: positive", "12.30"],
  ])("show %s with the format (%s) as %s", async (total, form, text) => {
    expect(await number(total, form)).toBe(`${text}\n`);
  });

  it("have the decimals of their currency", async () => {
    expect(await number("1500.00", "places: currency", "JPY")).toBe("1500\n");
    expect(await number("1.5", "places: currency", "KWD")).toBe("1.500\n");
  });

  it("are refused if they would be rounded or lose their sign", async () => {
    expect(await number("1.005", "places: 2")).toBe(
      "`overseas_amount.total` has more than 2 decimals and is not rounded.",
    );
    expect(await number("-1", "negative: refuse")).toBe("`overseas_amount.total` is negative.");
  });

  it("keep the opposite direction of lines in a credit note", async () => {
    const line = (total: string): string =>
      `{"accrual":null,"overseas_amount":${amount(total, "0.00", total)}}`;
    const credit = invoice({
      overseas_amount: amount("-100.00", "0.00", "-100.00"),
      charge_lines: `[${line("-120.00")},${line("20.00")}]`,
    });
    const layout = layoutText(
      "csv",
      columns(
        "name: TYPE, field: overseas_amount.total, sign: { negative: CRN, positive: INV }",
        "name: AMOUNT, line: overseas_amount.total, decimal: { places: 2, credit: positive }",
        "name: DEBIT, line: overseas_amount.total, only: { line: overseas_amount.total, negative: false }",
        "name: CREDIT, line: overseas_amount.total, only: { line: overseas_amount.total, negative: true }, decimal: { negative: unsigned }",
      ),
    );
    expect(await textOf(layout, credit)).toBe(
      "TYPE,AMOUNT,DEBIT,CREDIT\nCRN,120.00,,120.00\nCRN,-20.00,20.00,\n",
    );
  });

  it("have no sum if they are in several currencies", async () => {
    const line = (currency: string): string =>
      `{"accrual":null,"overseas_amount":${amount("1", "0", "1", currency)}}`;
    const mixed = invoice({ charge_lines: `[${line("EUR")},${line("USD")}]` });
    expect(await textOf(one("sum: overseas_amount.total"), mixed)).toContain(
      "charge_lines[1].overseas_amount.total",
    );
  });
});

describe("an invoice that the import does not accept", () => {
  const layout = (condition: string): string => one("field: creditor", `refuse: [ { ${condition} } ]\n`);

  it.each([
    [
      "field: overseas_amount.total, sum_differs: true",
      { overseas_amount: amount("300.00", "57.00", "357.01") },
    ],
    ["field: overseas_amount.total, negative: true", { overseas_amount: amount("0", "0", "-1") }],
    ["line: tax_code, in: [V19]", {}],
    ["field: due_date, blank: true", {}],
  ])("is refused if %s", async (condition, members) => {
    const because = `${condition}, because: "is why"`;
    expect(await textOf(layout(because), invoice(members))).toContain("is why.");
  });

  it("is written if the lines agree to the last digit, in any notation", async () => {
    const agreeing = invoice({ overseas_amount: amount("300", "57.000", "357.0") });
    expect(await textOf(layout("field: overseas_amount.total, sum_differs: true"), agreeing)).toBe("17\n");
    expect(diagnosticsOf(layout("field: creditor, sum_differs: true"))).toContain("so it has no sum");
  });

  it("has an error if it has no lines", async () => {
    const text = await textOf(layout("field: due_date, blank: false"), invoice({ charge_lines: "[]" }));
    expect(text).toContain("`charge_lines` is empty");
  });
});

describe("fixed width, XML and JSON", () => {
  it("fills columns of fixed width, and refuses text that is too long", async () => {
    const layout = layoutText(
      "fixed",
      columns(
        "name: NUM, field: invoice_number, width: 6",
        "name: AMOUNT, line: overseas_amount.total, decimal: { places: 2, sign: none }, width: 10, align: right, fill: '0'",
      ),
    );
    expect(await textOf(layout, invoice())).toBe("0042  0000011900\n0042  0000023800\n");
    expect(await textOf(layout, invoice({ invoice_number: '"1234567"' }))).toBe(
      "Invoice file: NUM has 7 characters, but the column has room for only 6.",
    );
  });

  it("nests XML, escapes markup, and leaves out blank elements", async () => {
    const layout = layoutText(
      "xml",
      `root:
  name: Invoice
  children:
    - { name: "@xmlns", constant: "urn:x" }
    - { name: Number, field: other.ref }
    - { name: Due, field: due_date }
    - { name: Empty, field: due_date, blank: empty }
    - name: Lines
      children:
        - name: Line
          for: charge_lines
          children:
            - { name: "@n", position: block }
            - { name: Code, line: charge_code }
            - { name: Accrual, line: accrual, only: { line: accrual, blank: false } }
`,
    );
    expect(await textOf(layout, invoice({ ref: '"<a&\\"b\\">\\n"' }))).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:x">
  <Number>&lt;a&amp;"b"&gt;&#10;</Number>
  <Empty/>
  <Lines>
    <Line n="1">
      <Code>FRT</Code>
      <Accrual>J1-1</Accrual>
    </Line>
    <Line n="2">
      <Code>THC</Code>
    </Line>
  </Lines>
</Invoice>
`,
    );
  });

  it("nests JSON, with the digits of numbers unchanged", async () => {
    const layout = layoutText(
      "json",
      `root:
  children:
    - { name: number, field: invoice_number }
    - { name: due, field: due_date, blank: empty }
    - { name: total, field: overseas_amount.total, as: number }
    - { name: po, field: other.po.number, as: number }
    - { name: open, constant: "true", as: flag }
    - name: lines
      for: charge_lines
      children: [ { name: code, line: charge_code } ]
    - name: lines
      for: charge_lines
      per: [tax_code]
      children: [ { name: tax, sum: overseas_amount.tax, as: number } ]
    - { name: tags, list: true, field: creditor }
`,
    );
    const text = await textOf(
      layout,
      invoice({ po: '{"number":12345678901234567890}', overseas_amount: amount("1", "0", "0.10") }),
    );
    expect(JSON.parse(text)).toEqual({
      number: "0042",
      due: null,
      total: 0.1,
      po: 12345678901234567000,
      open: true,
      lines: [{ code: "FRT" }, { code: "THC" }, { tax: 57 }],
      tags: ["17"],
    });
    expect(text).toContain('"total": 0.10,');
    expect(text).toContain('"po": 12345678901234567890,');
  });

  it("writes two files of one invoice", async () => {
    const layout = `lading: 1
layout: payables-invoice
files:
  - format: csv
    file: { name: "lines-{counter.batch}.csv", line_end: lf }
    lines: [ { for: charge_lines, columns: [ { name: BATCH, counter: batch }, { name: CODE, line: charge_code } ] } ]
  - format: csv
    file: { name: "head-{counter.batch}.csv", line_end: lf }
    lines: [ { columns: [ { name: BATCH, counter: batch }, { name: LINES, count: charge_lines } ] } ]
`;
    expect(layoutOf(layout).counters).toEqual(["batch"]);
    const rendered = await render(layout, invoice(), { counters: { batch: "7" } });
    expect(
      "files" in rendered && rendered.files.map((file) => [file.fileName, file.bytes.toString()]),
    ).toEqual([
      ["lines-7.csv", "BATCH,CODE\n7,FRT\n7,THC\n"],
      ["head-7.csv", "BATCH,LINES\n7,2\n"],
    ]);
  });
});

describe("a file", () => {
  it.each([
    ["windows-1252", "ü€", "fc80"],
    ["iso-8859-15", "ü€", "fca4"],
    ["utf-16le", "ü", "fc00"],
    ["shift_jis", "ア", "8341"],
    ["ascii", "a", "61"],
  ])("is written in %s with %s encoded correctly", async (encoding, number, hex) => {
    const layout = one("field: invoice_number", "").replace(
      "line_end: lf",
      `line_end: lf, encoding: ${encoding}`,
    );
    const rendered = await render(layout, invoice({ invoice_number: JSON.stringify(number) }));
    expect("files" in rendered && rendered.files[0]?.bytes.toString("hex")).toMatch(new RegExp(`^${hex}`));
  });

  it.each([
    ["ascii", "ü", "U+00FC"],
    ["iso-8859-1", "€", "U+20AC"],
    ["windows-1252", "Ł", "U+0141"],
    ["shift_jis", "😀", "U+1F600"],
  ])("is refused in %s for %s instead of writing a question mark", async (encoding, number, code) => {
    const layout = one("field: invoice_number").replace(
      "line_end: lf",
      `line_end: lf, encoding: ${encoding}`,
    );
    const text = await textOf(layout, invoice({ invoice_number: JSON.stringify(number) }));
    expect(text).toContain(`the character set ${encoding} does not have ${code}`);
  });

  it("has a name, never a path", async () => {
    const layout = one("field: creditor").replace(
      "AP-{external_id}.txt",
      "{invoice_number}-{external_id}.csv",
    );
    const rendered = await render(layout, invoice({ invoice_number: '"../../etc/x y"' }), {
      external_id: "I/1",
    });
    expect("files" in rendered && rendered.files[0]?.fileName).toBe("--..-etc-x-y-I-1.csv");
  });

  it("is refused for all reasons at once, each with its field", async () => {
    const layout = layoutText(
      "csv",
      columns(
        "name: VENDOR, field: creditor, lookup: org.code",
        "name: DUE, field: due_date, blank: refuse",
        "name: CODE, line: charge_code, values: { FRT: F }",
        "name: NUM, field: invoice_number, longest: 3",
        "name: ACC, line: accrual, lookup: accrual.charge_code",
      ),
    );
    const records = { org: [{ external_id: "1", code: "A" }], job: [{ external_id: "J1" }] };
    const rendered = await render(layout, invoice(), { records });
    expect("issues" in rendered && rendered.issues.map(({ field }) => field)).toEqual([
      "creditor",
      "due_date",
      "invoice_number",
      "charge_lines[0].accrual",
      "charge_lines[1].charge_code",
    ]);
  });
});

describe("a mistake in a layout", () => {
  it("is shown like a compiler error, with the nearest word", () => {
    const text = diagnosticsOf(
      layoutText("csv", columns("name: A, field: invoice_numbr", "name: B, lin: job")),
    );
    expect(text).toContain("layout.yaml:8:27: found");
    expect(text).toContain("did you mean `invoice_number`?");
    expect(text).toContain('the key "lin" is unknown');
    expect(text).toContain("did you mean `line`?");
  });

  it.each([
    ["no source", one("longest: 3"), "the source of the value is missing"],
    ["two sources", one("field: creditor, constant: A"), "the value has several sources"],
    [
      "a charge line outside of charge lines",
      one("line: job"),
      "`line` works only within `for: charge_lines`",
    ],
    ["an unknown look-up", one("field: creditor, lookup: org.cod"), "did you mean `org.code`?"],
    [
      "a date format of other programs",
      one("field: invoice_date, date: DD.MM.YYYY"),
      "did you mean `dd.MM.yyyy`?",
    ],
    [
      "a date with hours",
      one("field: invoice_date, date: yyyy-MM-dd HH"),
      "`HH` is not part of a date format",
    ],
    [
      "an unknown encoding",
      one("field: creditor").replace("lf }", "lf, encoding: windows-1225 }"),
      "windows-1252",
    ],
    [
      "a repeating name",
      one("field: creditor").replace("external_id", "invoice_number"),
      "two invoices would have the same name",
    ],
    ["a path", one("field: creditor").replace("AP-", "out/"), "this is a path"],
    [
      "an unknown placeholder",
      one("field: creditor").replace("AP-", "{invoice_numbr}"),
      "did you mean `invoice_number`?",
    ],
    ["a lost sign", one("field: overseas_amount.total, decimal: { negative: unsigned }"), "without its sign"],
    [
      "XML in lines",
      layoutText("xml", "lines: [ { columns: [ { name: X, field: creditor } ] } ]\n"),
      "`lines` does not apply to xml",
    ],
    [
      "a key twice",
      layoutText(
        "json",
        "root: { children: [ { name: a, field: creditor }, { name: a, field: creditor } ] }\n",
      ),
      "this key occurs twice in the object",
    ],
    [
      "no width",
      layoutText("fixed", "lines: [ { columns: [ { name: X, field: creditor } ] } ]\n"),
      'the key "width" is missing',
    ],
    [
      "different columns under one header",
      layoutText(
        "csv",
        "lines: [ { columns: [ { name: X, field: creditor } ] }, { columns: [ { name: Y, field: creditor } ] } ]\n",
      ),
      "the lines have different columns, but the file has only one header",
    ],
    ["an empty file", "", "the file is empty"],
    ["a list", "- a", "this is not a layout"],
  ])("%s is reported", (_, yaml, message) => {
    expect(diagnosticsOf(yaml)).toContain(message);
  });
});

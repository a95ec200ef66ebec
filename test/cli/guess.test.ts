import { describe, expect, it } from "vitest";
import { workdir } from "../support/workdir.js";
import { book } from "../formats/workbooks.js";
import { writeZip } from "../formats/zip-writer.js";

const staff =
  "Personalnummer;Vorname;Nachname;E-Mail;Passwort;Status\r\n" +
  "0017;Petra;Vogel;petra.vogel@n.test;Geheim1;aktiv\r\n" +
  "0018;Anna;Groß;anna.gross@n.test;Geheim2;inaktiv\r\n" +
  "0019;Tom;Lang;tom.lang@n.test;Geheim3;aktiv\r\n";

describe("lading guess", () => {
  it("writes a draft that convert can run", async () => {
    const dir = await workdir({ "staff.csv": staff });
    const guessed = await dir.lading(["guess", "staff.csv", "--out", "staff.yaml"]);
    expect([guessed.code, guessed.stdout]).toEqual([0, ""]);
    expect(guessed.stderr).toContain("staff, 4 of 5 fields found, no open questions");
    const converted = await dir.lading([
      "convert",
      "staff.csv",
      "--mapping",
      "staff.yaml",
      "--updated-at",
      "2026-03-01T08:00:00Z",
    ]);
    expect(converted.code).toBe(0);
    expect(converted.stdout).toContain("0017,2026-03-01T08:00:00.000Z,Petra Vogel,petra.vogel@n.test,true");
  });

  it("shows the same warning as convert about rows with more cells than headings", async () => {
    const names = ["Sanchez, Nancy", "Gonzales, Andrew", "Panduro, Janet", "Ruiz, Margaret"];
    const rows = names.map((name, index) => `${index + 21},${name}\n`).join("");
    const dir = await workdir({ "staff.csv": `KeyEmpleado,NombreEmpleado\n${rows}` });
    const { stdout, stderr } = await dir.lading(["guess", "staff.csv", "--record", "staff"]);
    expect(stdout).toContain("name: TODO");
    expect(stderr).toContain("(headings_too_few)");
    const json = await dir.lading(["guess", "staff.csv", "--record", "staff", "--json"]);
    const { issues } = JSON.parse(json.stdout) as { readonly issues: readonly unknown[] };
    expect(issues).toMatchObject([{ code: "headings_too_few", severity: "warning", line: 1 }]);
  });

  it("proposes a rate in a nested list", async () => {
    const taxes = [19, 7, 0].map((rate, index) => ({
      code: `S${index}`,
      description: `Rate ${index}`,
      rates: [{ rate, valid_from: "2020-01-01" }],
    }));
    const dir = await workdir({ "taxes.json": JSON.stringify(taxes) });
    const { stdout } = await dir.lading(["guess", "taxes.json", "--record", "tax-code"]);
    expect(stdout).toContain("  rate: { column: rates.1.rate");
    expect(stdout).toContain("  valid_from: { column: rates.1.valid_from");
  });

  it("reports which list or which file of an archive was chosen, and pins it in the draft", async () => {
    const files = { "a.csv": "Vendor,Phone\nA,1\n", "staff.csv": staff };
    const zip = writeZip(Object.entries(files).map(([name, text]) => ({ name, data: Buffer.from(text) })));
    const dir = await workdir({ ...files, "all.zip": zip, "lists.json": '{"a":[{"x":1}],"b":[{"y":2}]}' });
    const lists = await dir.lading(["guess", "lists.json"]);
    expect(lists.stderr).toContain("Next: Choose one: `--records a`");
    const archive = await dir.lading(["guess", "all.zip"]);
    expect(archive.stderr).toContain("Next: Choose one: `--member a.csv`");
    const chosen = await dir.lading(["guess", "all.zip", "--member", "staff.csv", "--out", "staff.yaml"]);
    expect(chosen.code).toBe(0);
    expect((await dir.lading(["convert", "all.zip", "--mapping", "staff.yaml"])).code).toBe(0);
    const two = await dir.lading(["guess", "a.csv", "staff.csv"]);
    expect(two.stderr).toMatch(/were not joined\. .*\n {2}Next: .*`tables`.*`match`/);
  });

  it("pins the list of a JSON document so that an empty list is not confused with a different list", async () => {
    const entry = { id: "7", displayName: "Petra Vogel", mail: "p@n.test", accountEnabled: true };
    const other = { id: "8", displayName: "Anna Groß", mail: "a@n.test", accountEnabled: false };
    const users = (value: unknown) => JSON.stringify({ "@odata.context": "c", skipped: [], value });
    const dir = await workdir({ "users.json": users([entry, other]), "none.json": users([]) });
    const { stdout } = await dir.lading(["guess", "users.json"]);
    expect(stdout).toMatch(/\nread:\n {2}records: value\nfields:/);
    await dir.lading(["guess", "users.json", "--out", "users.yaml"]);
    const converted = await dir.lading(["convert", "none.json", "--mapping", "users.yaml"]);
    expect(converted.stderr).toContain("(no_rows)");
    expect(converted.stderr).not.toContain("(missing_column)");
  });

  it("reports that a file in the recommended format needs no mapping, and keeps its texts unchanged", async () => {
    const rows = [1, 2, 3].map((n) => `${n},2026-03-01T08:00:00Z,Agent 00${n} Night,a${n}@x.example,true`);
    const text = ["external_id,updated_at,name,email_address,is_active", ...rows, ""].join("\n");
    const dir = await workdir({ "my staff.csv": text });
    const { stdout, stderr } = await dir.lading(["guess", "my staff.csv"]);
    expect(stdout).toContain("\n  name: name\n");
    expect(stderr).toContain("no open questions");
    const [, line = ""] = /does not need a mapping: lading (.*)\n/.exec(stderr) ?? [];
    expect(line).toBe("convert 'my staff.csv'");
    expect((await dir.lading(["convert", "my staff.csv"])).stdout).toContain("Agent 001 Night");
  });

  it("asks for the zone of times without an offset, unless the account has one", async () => {
    const times = (ending: string) =>
      `Id,Name,Mail,Active,Last Modified\n${[1, 2, 3, 4].map((n) => `${n},Ann Lee,a${n}@x.test,Y,2026-03-0${n}T09:15:00${ending}\n`).join("")}`;
    const dir = await workdir({
      "staff.csv": times(""),
      "utc.csv": times("Z"),
      "lading.yaml": `lading: 1
accounts: { zoned: { country: DE, zone: Europe/Berlin }, unzoned: { country: DE } }
sources: { inbox: { folder: inbox } }
feeds: { zoned/tax-code: { source: inbox, files: "*.csv", mapping: m.yaml } }
`,
      "m.yaml":
        "lading: 1\nrecord: tax-code\nfields: { external_id: A, code: A, description: B, is_active: { constant: true } }\n",
    });
    const guessed = await dir.lading(["guess", "staff.csv"]);
    expect([guessed.code, guessed.stdout]).toEqual([0, expect.stringContaining("\nzone: TODO\n")]);
    expect(guessed.stderr).toContain("open questions marked TODO: 1");
    expect((await dir.lading(["guess", "staff.csv", "--account", "unzoned"])).stdout).toContain(
      "\nzone: TODO\n",
    );
    for (const args of [["staff.csv", "--account", "zoned"], ["utc.csv"]]) {
      const known = await dir.lading(["guess", ...args]);
      expect([known.code, known.stdout]).toEqual([0, expect.not.stringContaining("TODO")]);
    }
  });

  it("drafts invoices of one row each, and reports that no row shows repeated parts", async () => {
    const dir = await workdir({
      "invoices.csv": `Supplier,Invoice No,Invoice Date,Due Date,Currency,Net,VAT,Total,Status
V001,INV-1001,2026-01-03,2026-02-02,EUR,100.00,19.00,119.00,Open
V002,88812,2026-01-04,2026-02-03,EUR,250.00,47.50,297.50,Posted
V001,INV-1002,2026-01-05,2026-02-04,EUR,10.00,1.90,11.90,Open
V003,A-2026-17,2026-01-05,2026-02-04,USD,1200.00,0.00,1200.00,Posted
V004,4711,2026-01-06,2026-02-05,EUR,80.10,15.22,95.32,Open
`,
    });
    const refused = await dir.lading(["guess", "invoices.csv"]);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("add --record job | payables-invoice");
    const { stdout } = await dir.lading(["guess", "invoices.csv", "--record", "payables-invoice"]);
    expect(stdout.replaceAll(/\s+#\?/g, "")).toContain(
      "Invoice No is different in every row, so the columns that repeat within a record are unknown.",
    );
  });

  it("prints the same as JSON, without passwords and names of people", async () => {
    const dir = await workdir({ "staff.csv": staff });
    const { stdout, code } = await dir.lading(["guess", "staff.csv", "--json"]);
    const data = JSON.parse(stdout) as { record: string; fields: Record<string, { columns?: string[] }> };
    expect(code).toBe(0);
    expect(data.record).toBe("staff");
    expect(data.fields["name"]?.columns).toEqual(["Vorname", "Nachname"]);
    for (const secret of ["Geheim", "Petra", "petra.vogel"]) expect(stdout).not.toContain(secret);
  });

  it("shows an existing mapping that fits after renaming headings", async () => {
    const dir = await workdir({
      "staff.csv": staff,
      "mappings/acme/staff.yaml": `lading: 1
record: staff
fields:
  external_id: Pers.-Nr.
  name: { join: [Vorname, Nachname] }
  email_address: E-Mail
  is_active: { column: Status, values: { aktiv: true, inaktiv: false } }
`,
    });
    const { stderr } = await dir.lading(["guess", "staff.csv"]);
    expect(stderr).toContain(
      "mappings/acme/staff.yaml fits after renaming headings: Pers.-Nr. -> Personalnummer",
    );
  });

  it("writes an existing mapping with the renamed headings, and keeps its comments", async () => {
    const dir = await workdir({
      "staff.csv": staff,
      "acme.yaml": `lading: 1
record: staff
only:
  - { column: Zustand, in: [aktiv, inaktiv] } # nobody else
fields:
  external_id: Pers.-Nr. # as it was until May
  name: { join: [Vorname, Nachname] }
  email_address: E-Mail
  is_active: { column: Zustand, values: { aktiv: true, inaktiv: false } }
examples:
  - row: { Pers.-Nr.: "1", Vorname: A, Nachname: B, E-Mail: a@b.test, Zustand: aktiv }
    record: { external_id: "1" }
`,
    });
    const fitted = await dir.lading(["guess", "staff.csv", "--fit", "acme.yaml", "--out", "new.yaml"]);
    expect(fitted.code).toBe(0);
    expect(fitted.stderr).toContain("Pers.-Nr. -> Personalnummer");
    const text = await dir.read("new.yaml");
    expect(text).toContain("external_id: Personalnummer # as it was until May");
    expect(text).not.toMatch(/Zustand|Pers\.-Nr\./);
    expect((await dir.lading(["check", "new.yaml"])).code).toBe(0);
    const converted = await dir.lading(["convert", "staff.csv", "--mapping", "new.yaml"]);
    expect([converted.code, converted.stdout.trim().split("\n").length]).toEqual([0, 4]);
  });

  it("uses additional words of a folder, and reports lines that it does not understand", async () => {
    const dir = await workdir({
      "staff.csv": staff.replace("Personalnummer", "Heuerlaufzahl"),
      "synonyms/acme.txt": "// what Acme calls things\nid+staff: Heuerlaufzahl\n",
    });
    const { stdout } = await dir.lading(["guess", "staff.csv"]);
    expect(stdout).toContain("external_id: Heuerlaufzahl");
    const wrong = await workdir({ "staff.csv": staff, "synonyms/acme.txt": "\nrabatt: x\n" });
    const refused = await wrong.lading(["guess", "staff.csv"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('synonyms/acme.txt:2: there is no meaning named "rabatt"');
  });

  it("uses the account's country, and its company among several", async () => {
    const dir = await workdir({
      "taxes.csv":
        "Company,Tax Code,Description,Rate,Active\r\n10,S1,VAT standard,19.00,Y\r\n10,Z0,VAT zero,0.00,Y\r\n20,S1,VAT standard,20.00,Y\r\n",
      "lading.yaml":
        "lading: 1\naccounts: { acme: { country: DE, company: 10 } }\nsources: { inbox: { folder: inbox } }\nfeeds: { acme/tax-code: { source: inbox, files: '*.csv', mapping: m.yaml } }\n",
      "m.yaml":
        "lading: 1\nrecord: tax-code\nfields: { external_id: A, code: A, description: B, is_active: { constant: true } }\n",
    });
    const { stdout } = await dir.lading(["guess", "taxes.csv", "--record", "tax-code", "--account", "acme"]);
    expect(stdout).toContain('only:\n  - { column: Company, equals: "${account.company}" }');
    expect(stdout).toContain("external_id: Tax Code");
    expect(stdout).toContain('country: { constant: "${account.country}" }');
  });

  it("reports a file that is not a list, and never overwrites a file", async () => {
    const dir = await workdir({
      "pivot.csv": "Name,2026-01,2026-02,2026-03\r\nAnn Lee,1,2,3\r\nBo Ek,3,4,5\r\n",
      "empty.csv": "",
      "staff.csv": staff,
      "there.yaml": "mine",
    });
    expect(await dir.lading(["guess", "pivot.csv"])).toMatchObject({ code: 3, stdout: "" });
    expect((await dir.lading(["guess", "empty.csv"])).code).toBe(3);
    expect((await dir.lading(["guess", "empty.csv", "staff.csv"])).code).toBe(1);
    expect((await dir.lading(["guess", "staff.csv", "--out", "there.yaml"])).code).toBe(2);
  });

  it("reads standard input as suggested by convert without a mapping", async () => {
    const dir = await workdir();
    const converted = await dir.lading(["convert", "-"], { stdin: staff });
    expect([converted.code, converted.stderr]).toEqual([
      2,
      "lading: Standard input is not in the recommended format, and no mapping was given.\n" +
        "Next: Pipe the same data into `lading guess -` to draft a mapping. Save the draft, and use it with --mapping.\n",
    ]);
    const { code, stdout, stderr } = await dir.lading(["guess", "-"], { stdin: staff });
    expect([code, stdout]).toEqual([0, expect.stringContaining("external_id: Personalnummer")]);
    expect(stderr).toMatch(/^-: staff, \d of \d fields found/);
    const near =
      "external_id,updated_at,name,email_address\n1,2026-03-01T08:15:00Z,Ann Lee,ann@example.com\n";
    const almost = await dir.lading(["convert", "-"], { stdin: near });
    expect(almost.stderr).toContain("Standard input is almost in the recommended format");
    expect(almost.stderr).toContain("Next: lading convert - --record staff\n");
  });

  it("drafts column positions for space-padded text, so that a blank cell shifts nothing", async () => {
    const dir = await workdir({
      "staff.txt": [
        "MATRIC  NOM PRENOM      SORTIE      ADRESSE MAIL",
        "000123  DUPONT MARIE                marie.dupont@acme.test",
        "000124  MARTIN PAUL     31/01/2025  paul.martin@acme.test",
        "000131  BERNARD LUC                 luc.bernard@acme.test",
      ].join("\r\n"),
    });
    const { stdout } = await dir.lading(["guess", "staff.txt"]);
    expect(stdout).toContain("    - { name: NOM PRENOM, from: 9, to: 24 }");
    expect(stdout).toContain("external_id: MATRIC");
    expect(stdout).toContain("name: NOM PRENOM");
    expect(stdout).toContain("email_address: ADRESSE MAIL");
  });

  const bills = [
    "Invoice ID,Invoice No,Vendor ID,Invoice Date,Status,Currency,Job No,Line,Charge Code,Unit Price,Net,VAT,Gross,Invoice Net,Invoice VAT,Invoice Gross",
    "9001,INV-1,V-7,2026-03-01,Posted,EUR,S1001,1,FRT,50.125,100.25,19.05,119.30,150.50,28.60,179.10",
    "9001,INV-1,V-7,2026-03-01,Posted,EUR,S1001,2,DEL,50.25,50.25,9.55,59.80,150.50,28.60,179.10",
    "9002,INV-2,V-8,2026-03-02,Draft,EUR,S1002,1,FRT,200.25,200.25,38.05,238.30,200.25,38.05,238.30",
  ].join("\n");

  it("suggests the columns of invoices and their lines in a draft that converts once its questions are answered", async () => {
    const dir = await workdir({ "bills.csv": `${bills}\n` });
    const guessed = await dir.lading([
      "guess",
      "bills.csv",
      "--record",
      "payables-invoice",
      "--out",
      "draft.yaml",
    ]);
    expect([guessed.code, guessed.stderr]).toEqual([0, expect.stringContaining("payables-invoice, ")]);
    const draft = await dir.read("draft.yaml");
    expect(draft.replaceAll(/\s+#\? /g, " ")).toContain(
      "Invoice ID has 2 values in 3 rows. In rows with the same value, these columns are equal or blank: Invoice No, Vendor ID, Invoice Date, Status, Currency, Job No, Invoice Net, Invoice VAT, Invoice Gross. These columns differ: Line, Charge Code, Unit Price, Net, VAT, Gross. The most similar example is samples/forms/header-repeated.",
    );
    const unanswered = await dir.lading(["check", "draft.yaml"]);
    expect(unanswered.stdout + unanswered.stderr).toContain("`TODO` is an open question");
    const amountOf = (column: string) => `{ column: ${column}, decimal: { sign: "." } }`;
    const sides = [
      ["  ", "Invoice Net", "Invoice VAT", "Invoice Gross"],
      ["      ", "Net", "VAT", "Gross"],
    ] as const;
    const amounts = sides.flatMap(([indent, net, tax, gross]) => [
      [`${indent}local_amount.currency`, "Currency"],
      [`${indent}local_amount.pre_tax`, amountOf(net)],
      [`${indent}local_amount.tax`, amountOf(tax)],
      [`${indent}overseas_amount.tax`, amountOf(tax)],
      [`${indent}local_amount.total`, amountOf(gross)],
    ]);
    const answered = [
      ["      external_id", '{ join: [Invoice ID, Line], separator: "-" }'],
      ["      tax_code", "{ constant: S1 }"],
      ["by", "Invoice ID"],
      ["rows", "all"],
      ...amounts,
    ]
      .reduce((text, [name = "", answer = ""]) => text.replace(`${name}: TODO`, `${name}: ${answer}`), draft)
      .replace(/\{ column: Charge Code, .*\}/, "Charge Code");
    expect(openQuestionsIn(answered)).toEqual([]);
    await dir.write({ "mapping.yaml": answered });
    const none = ["tax-code", "org", "charge-code", "job"].flatMap((each) => ["--with", `${each}=none`]);
    const made = await dir.lading([
      "convert",
      "bills.csv",
      "--mapping",
      "mapping.yaml",
      ...none,
      "--to",
      "ndjson",
    ]);
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining("list of 2")]);
    const records = made.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { charge_lines: readonly { external_id: string }[] });
    expect(records.map(({ charge_lines }) => charge_lines.map((line) => line.external_id))).toEqual([
      ["9001-1", "9001-2"],
      ["9002-1"],
    ]);
  });

  it("drafts each file separately, and lists the other sheets of a workbook", async () => {
    const rows = bills.split("\n").map((line) => line.split(","));
    const dir = await workdir({
      "bills.csv": `${bills}\n`,
      "staff.csv": staff,
      "book.xlsx": book({ Notes: [["Bills of March"]], Bills: rows }),
    });
    const two = await dir.lading(["guess", "bills.csv", "staff.csv"]);
    expect(two.stderr).toContain(
      "bills.csv: no draft, because the file could list jobs with their costs or invoices",
    );
    expect(two.stderr).toContain("staff.csv: staff");
    expect((await dir.lading(["guess", "bills.csv", "staff.csv", "--out", "x.yaml"])).code).toBe(2);
    const one = await dir.lading(["guess", "book.xlsx", "--sheet", "Bills", "--record", "payables-invoice"]);
    expect(one.stdout.replaceAll("\n#?", "")).toContain(
      "reads only one sheet. Other sheets: Notes. If another",
    );
  });
});

/** The open questions of a draft. */
function openQuestionsIn(draft: string): readonly string[] {
  return draft.split("\n").filter((line) => /^[^#]*\bTODO\b/.test(line));
}

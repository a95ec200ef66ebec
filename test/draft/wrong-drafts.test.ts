import { describe, expect, test } from "vitest";
import { draftMapping, openAnswers } from "../../src/draft/draft.js";
import { guessMapping, type Guess, type GuessOptions } from "../../src/draft/guess.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { recordsOf } from "./draft-records.js";
import { listsOfOthers, tablesOfNothing, truthSets } from "./truth-sets.js";
import { wholeFile } from "./whole-file.js";

/**
 * Tables whose drafts once looked complete but were wrong. A draft must ask about everything that the values do
 * not show, with the values beside the question.
 */

function tableOf(text: string) {
  const [headings = [], ...rows] = text
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return { name: "export", headings, rows };
}

const guessed = (text: string, options: GuessOptions = {}): Guess => guessMapping(tableOf(text), options);

function candidatesOf({ fields }: Guess, name: string): readonly string[] {
  const guess = fields[name];
  return guess?.decision === "abstained" ? guess.candidates.map(({ column }) => column) : [];
}

/** The draft with its comments on one line each. */
function drafted(guess: Guess): string {
  return draftMapping(guess, { name: "export.csv", schema: "s.json" }).replace(/\n\s*#\? /g, " ");
}

describe("the record type when it is not given", () => {
  test("is staff for people with logins and codes, even if a preset suggests another type", () => {
    const guess = guessed(`
importId | code | name | email
1 | asmith | Ann Smith | ann@x.test
2 | blee | Bo Lee | bo@x.test
3 | cdoe | Cy Doe | cy@x.test`);
    expect(guess.record).toBe("staff");
  });

  test("is asked for services with a rate, which could be charges or taxes", () => {
    const guess = guessed(`
Код | Наименование | Ставка НДС | Вид
00-001 | Фрахт | Без НДС | Услуга
00-002 | Экспедирование в порту | 20% | Услуга
00-009 | Старая услуга | 20% | Услуга`);
    expect([guess.verdict, guess.refusal, guess.record]).toEqual(["other_record", "type_open", undefined]);
    expect(guess.reason).toContain("could list taxes or charges");
  });

  test("is a list of taxes if a tax code has a rate and no other key", () => {
    const guess = guessed(`
Code TVA | Libellé | Taux | Date fin
N | Normal | 20,0 |
A | Ancien | 19,6 | 31/12/2013
R | Réduit | 5,5 |`);
    expect(guess.record).toBe("tax-code");
  });

  test("is not staff for companies without headings", () => {
    const rows = [
      ["1", "Acme GmbH", "info@acme.test"],
      ["2", "Globex Ltd", "info@globex.test"],
      ["3", "Initech BV", "info@initech.test"],
    ];
    const guess = guessMapping({ name: "export", headings: null, rows });
    expect([guess.refusal, guess.record]).toEqual(["type_open", undefined]);
  });

  test("is not decided from headings about people with other values", () => {
    const guess = guessed(`
Department | Manager | Hire date | Job title
Ops | 17 | 2024-01-02 | 3
Sales | 17 | 2024-02-02 | 4
Finance | 18 | 2024-03-02 | 5`);
    expect([guess.refusal, guess.record]).toEqual(["type_open", undefined]);
  });

  test("is asked for people in a file named like a list of vendors", () => {
    const headings = ["nome", "telefone", "cidade", "cep"];
    const rows = [
      ["Ana Paula", "98411", "Curitiba", ""],
      ["Lucas Pecas", "98409", "Joinville", ""],
      ["Sem nome", "98812", "Joinville", ""],
      ["Sem nome", "99632", "Curitiba", ""],
    ];
    const guess = guessMapping({ name: "fornecedores.csv", headings, rows });
    expect([guess.refusal, guess.record]).toEqual(["type_open", undefined]);
    expect(guess.reason).toContain("its name suggests a list of vendors");
    expect(guessMapping({ name: "export.csv", headings, rows }).record).toBe("staff");
  });

  test("is not charge codes for invoices of one row each with a description and an order number", () => {
    const guess = guessed(`
Invoice_ID | Invoice_Date | Vendor_Name | Amount | Description | PO_Number | Category
INV1 | 2024-08-10 | Microsoft Corporation | 125000 | Software Licenses | PO2024001 | IT Services
INV2 | 2024-08-11 | Amazon Web Services | 75000 | Cloud Services | PO2024002 | IT Infrastructure
INV3 | 2024-08-12 | Dell Technologies | 250000 | Server Hardware | PO2024003 | Equipment`);
    expect([guess.refusal, guess.record]).toEqual(["type_open", undefined]);
  });
});

describe("Dutch codes with one date", () => {
  const codes = [
    "ZVR",
    "LVR",
    "BAF",
    "THC",
    "ISPS",
    "BLF",
    "DOU",
    "T1",
    "VSK",
    "TRU",
    "BRG",
    "RAI",
    "ADM",
    "KRS",
  ];
  const table = (all: readonly string[]) =>
    [
      "Kostnsrt | Omschr. | BTW-cd | Geblokk. (0/1) | Aangemaakt d.d.",
      ...all.map(
        (code, i) =>
          `${code} | Toeslag ${code} ${i} | ${i % 3 === 0 ? "NL0" : "NLH"} | ${i % 9 === 8 ? 1 : 0} | ${10 + i}.01.2020`,
      ),
    ].join("\n");
  const columnsOf = ({ fields }: Guess) =>
    ["code", "description", "tax_code", "is_active"].map((name) => {
      const guess = fields[name];
      return guess?.decision === "chosen" ? guess.columns[0] : undefined;
    });
  const all = ["Kostnsrt", "Omschr.", "BTW-cd", "Geblokk. (0/1)"];

  test("are charge codes even if one code repeats", () => {
    const guess = guessed(table([...codes, "ADM"]));
    expect([guess.refusal, guess.record]).toEqual([undefined, "charge-code"]);
    expect(columnsOf(guess)).toEqual(all);
  });

  test("may be events if many codes repeat, and columns are proposed if a person chooses the type", () => {
    const rows = table([...codes.slice(0, 7), ...codes.slice(0, 7)]);
    expect(guessed(rows).refusal).toBe("transactions");
    const guess = guessed(rows, { record: "charge-code" });
    expect(columnsOf(guess).slice(1)).toEqual(all.slice(1));
  });

  test("have a start of validity, even if one cell is a text date", () => {
    const guess = guessed(
      [
        "Cd. | Omschr. | Tarief % | Geldig v.a. | Geldig t/m",
        ...codes.map(
          (code, i) =>
            `${code} | BTW ${i} | ${i} | ${i === 4 ? "01-07-2012" : `20${10 + i}-01-01`} | 2030-12-31`,
        ),
      ].join("\n"),
      { record: "tax-code" },
    );
    expect(guess.fields.valid_from).toMatchObject({ decision: "chosen", columns: ["Geldig v.a."] });
  });
});

describe("keys of orgs", () => {
  test("a number beside the street is the house number", () => {
    const { fields } = guessed(`
siret | supplier_name | number | street | city | country
73653991107 | Israeli | 7 | Rue Bossuet | Montreuil | France
28238219522 | Bashemeth | 57 | Rue Bossuet | Montreuil | France
76470000494 | Forrer | 39 | Rue de L'Abbe | Levallois | France
32046410275 | Bates | 52 | Rue des Ecrivains | Meaux | France`);
    expect(fields.external_id?.decision).toBe("abstained");
    expect(fields.code?.decision).toBe("abstained");
  });

  test("yes and no are not codes, even if two rows have one each", () => {
    const { fields } = guessed(`
id | supplier | is_company | name
BAKER | True | False | Boulanger
BIO | True | True | Bio test`);
    expect(fields.code?.decision).toBe("abstained");
  });
});

test.each([
  [
    "lines of shipments",
    `
Shipment | Line | Date | Charge Code | Description | Qty | Amount
S1 | 1 | 2026-01-02 | FRT | Ocean Freight | 1 | 100.00
S1 | 2 | 2026-01-02 | THC | Terminal Handling | 1 | 20
S2 | 1 | 2026-01-03 | FRT | Ocean Freight | 1 | 150
S2 | 2 | 2026-01-14 | DOC | Documentation | 1 | 10
S3 | 1 | 2026-01-15 | FRT | Ocean Freight | 2 | 150`,
    "transactions",
  ],
  [
    "charges of shipments without a day",
    `
shipment_id | charge_type | amount
1001 | Fuel Surcharge | 151.16
1001 | Customs | 437.03
1001 | Handling | 151.73
1002 | Fuel Surcharge | 19.2
1002 | Customs | 380.59`,
    "transactions",
  ],
  [
    "amounts by the number of a job",
    `
Job | Charge Code | Charge Description | Currency | Local Amount
J1 | FRT | Freight | EUR | 100
J1 | THC | Handling | EUR | 20
J2 | FRT | Freight | EUR | 90
J2 | THC | Handling | EUR | 20`,
    "transactions",
  ],
  [
    "lines that are counted anew under each job",
    `
Job No | Seq | Charge Code | Charge Desc | Sell | Cost
J100 | 1 | FRT | Freight | 100.00 | 80.00
J100 | 2 | THC | Terminal Handling | 50.00 | 45.00
J101 | 1 | FRT | Freight | 120.00 | 90.00
J101 | 2 | DOC | Documents | 25.00 | 5.00
J102 | 1 | FRT | Freight | 110.00 | 85.00`,
    "transactions",
  ],
  [
    "lines in steps of ten",
    `
Beleg | Pos | Leistung | Text
B1 | 10 | FRT | Seefracht
B1 | 20 | THC | Umschlag
B2 | 10 | FRT | Seefracht
B2 | 20 | DOC | Dokumente`,
    "transactions",
  ],
  [
    "payments of people",
    `
id | created_at | name | email | amount | type
26 | 2023-10-16 | Luca Anselmi | luca@mail.test | 2190 | Bitcoin
27 | 2023-10-17 | Vito Schiavi | vito@mail.test | 1000 | Bitcoin
28 | 2023-10-17 | Vito Schiavi | vito@mail.test | 1000 | Bank
29 | 2023-11-27 | Vito Schiavi | vito@mail.test | 1300 | Bank`,
    "transactions",
  ],
  [
    "incidents",
    `
Dates | Category | Descript | Resolution
2015-05-13 | WARRANTS | WARRANT ARREST | NONE
2015-05-13 | LARCENY | GRAND THEFT | NONE
2015-05-14 | ASSAULT | BATTERY | NONE
2015-05-14 | LARCENY | PETTY THEFT | NONE`,
    "offences",
  ],
])("does not draft %s as a list", (_name, text, code) => {
  const guess = guessed(text);
  expect([guess.verdict === "draft", guess.refusal]).toEqual([false, code]);
  expect(guessed(text, { record: "charge-code" }).verdict).not.toBe("draft");
});

test.each(listsOfOthers.map((table) => [table.name, table] as const))(
  "leaves questions in every draft for %s",
  (_name, table) => {
    const guess = guessMapping({ ...table, name: "export" });
    const open = openAnswers(draftMapping(guess, { name: "export.csv", schema: "s.json" }));
    expect(guess.verdict !== "draft" || open > 0).toBe(true);
  },
);

test.each([
  ["customers with a flag", "the file may list orgs"],
  ["Ansprechpartner der Lieferanten", "Lieferant"],
  ["payments called taxes", "has an amount in each row"],
  ["cost centres", "Cost Center"],
])("asks for the record type of %s, with the reasons against it", (name, reason) => {
  const table = [...listsOfOthers, ...tablesOfNothing].find((each) => each.name === name);
  if (table === undefined) throw new Error(`no table ${name}`);
  const guess = guessMapping({ ...table, name: "export" });
  expect([guess.refusal, guess.record]).toEqual(["type_open", undefined]);
  expect(guess.reason).toContain(reason);
  expect(guessMapping({ ...table, name: "export" }, { record: "staff" }).verdict).toBe("draft");
});

describe("questions with the values beside them", () => {
  const odoo = `
id | name | description | amount | type_tax_use | active
t1 | 15% S | VAT 15 sale | 15.0 | sale |
t2 | 15% P | VAT 15 purchase | 15.0 | purchase |
t3 | 0% S | VAT 0 | 0.0 | sale | False
t4 | 5% S | VAT 5 | 5.0 | sale | `;

  test("ask for the meaning of a blank cell if only False is written, as in Odoo", () => {
    const draft = drafted(guessed(odoo));
    expect(draft).toContain("values: { False: false }, blank: TODO }");
    expect(draft).toContain("False (1 row), blank (3 rows)");
  });

  test.each([
    [
      "a kind of row",
      "Row Type",
      ["Header", "Detail", "Detail", "Detail"],
      "Row Type (Header: 1, Detail: 3)",
    ],
    ["letters", "Type", ["H", "P", "P", "P"], "Type (H: 1, P: 3)"],
    [
      "letters of which one is yes in another language",
      "charttype",
      ["H", "A", "A", "A"],
      "charttype (H: 1, A: 3)",
    ],
    ["a placeholder", "Platzhalter", ["T", "F", "F", "F"], "Platzhalter (T: 1, F: 3)"],
    ["a flag by its heading", "Is Postable", ["No", "Yes", "Yes", "Yes"], "Is Postable (No: 1, Yes: 3)"],
    [
      "a flag by its heading, in one word",
      "isHeader",
      ["true", "false", "false", "false"],
      "isHeader (true: 1",
    ],
    ["another language", "Kontoart", ["Überschrift", "Konto", "Konto", "Konto"], "Kontoart (Überschrift: 1"],
  ])("ask about rows of charges that may be titles of other rows: %s", (_, heading, kinds, asked) => {
    const names = ["Ocean charges", "Ocean freight", "Bunker surcharge", "Terminal handling"];
    const rows = names.map((name, i) => `40${i}0 | ${name} | ${kinds[i]} | Freight`);
    const guess = guessed(`Charge Code | Description | ${heading} | Charge Group\n${rows.join("\n")}`);
    const draft = drafted(guess);
    expect(guess.record).toBe("charge-code");
    expect(draft).toContain(asked);
    expect(draft).toContain("\nskip:\n  - TODO\n");
    const result = parseMapping(draft, "draft.yaml");
    const diagnostics = "diagnostics" in result ? result.diagnostics : [];
    const at = draft.split("\n").indexOf("  - TODO") + 1;
    expect(diagnostics.map(({ line }) => line)).toContain(at);
  });

  test.each([
    ["Unit", ["H", "DAY", "KG", "H"]],
    ["Taxable", ["Yes", "No", "Yes", "Yes"]],
    ["Mode", ["Sea", "Air", "Sea", "Air"]],
    ["KDV dahil", ["E", "H", "E", "E"]],
  ])("do not ask about titles if nothing indicates them: %s", (heading, kinds) => {
    const names = ["Ocean freight", "Air freight", "Bunker surcharge", "Terminal handling"];
    const rows = names.map((name, i) => `40${i}0 | ${name} | ${kinds[i]}`);
    expect(drafted(guessed(`Charge Code | Description | ${heading}\n${rows.join("\n")}`))).not.toContain(
      "skip:",
    );
  });

  test("do not ask about a column of addresses with a single mistake, even in a short list", () => {
    const people = [
      "E1 | Ann Poe | ann.poe@acme.test",
      "E2 | Bob Roe | bob.roe@acme.test",
      "E3 | Cat Loe | cat.loe.acme.test",
    ];
    const draft = drafted(guessed(`Employee ID | Name | E-mail\n${people.join("\n")}`));
    expect(draft).toContain("\n  email_address: E-mail");
    expect(draft).toContain("one value is not an email address, so its row is rejected");
    const none = people.map((line) => line.replace("@", " at ")).join("\n");
    expect(drafted(guessed(`Employee ID | Name | E-mail\n${none}`))).toContain("\n  email_address: TODO");
  });

  test("ask for the meaning of a blank cell if only X is written", () => {
    const draft = drafted(
      guessed(
        "Code | Description | Blocked\nFRT | Ocean Freight | \nTHC | Terminal Handling | X\nDOC | Documents | ",
      ),
    );
    expect(draft).toContain("blank: TODO");
    expect(draft).not.toMatch(/blank: (?:true|false)/);
  });

  test("ask about a status of 3, 2 and 0 and about a status of 1 and 0", () => {
    const people = (status: readonly string[]) =>
      guessed(
        `Personalnr | Name | Status\n1001 | Petra Vogel | ${String(status[0])}\n1002 | Anna Groß | ${String(status[0])}\n1003 | Tom Schmidt | ${String(status[1])}\n1004 | Jan Maier | ${String(status[2])}`,
      );
    expect(drafted(people(["3", "0", "2"]))).toContain(
      "is_active: { column: Status, values: { 3: TODO, 0: TODO, 2: TODO } }",
    );
    expect(drafted(people(["1", "0", "1"]))).toContain("values: { 1: TODO, 0: TODO }");
  });

  test("ask for the charge type if half of the values are other words", () => {
    const draft = drafted(
      guessed(`
Code | Description | Type | Amount
FRT | Ocean Freight | Freight | 1
OTH | Origin handling | Origin | 2
DOC | Documents | Paper | 3
CUS | Customs clearance | Customs | 4`),
    );
    expect(draft).toContain("\n  charge_type: TODO");
    expect(draft).toContain("Type (Freight (1 row), Origin (1 row), Paper (1 row), Customs (1 row))");
  });

  test("taxes with an end of validity are not assumed to be active", () => {
    const draft = drafted(
      guessed(`
Clave IVA | Descripción | Porcentaje | Válido desde | Válido hasta
S1 | IVA ventas 21 | 21,00 | 2012-09-01 |
S2 | IVA ventas 18 | 18,00 | 2010-07-01 | 2012-08-31
S3 | IVA reducido 10 | 10,00 | 2012-09-01 | `),
    );
    expect(draft).toContain("\n  is_active: TODO");
    expect(draft).toContain("{ column: Válido hasta, active_until: yyyy-MM-dd }");
    expect(draft).not.toContain("constant: true");
    expect(draft).toContain("\n  code: Clave IVA");
  });

  test("suggest a lookup for addresses if the list has none", () => {
    const guess = guessed(`
Personalnr | Name | Abteilung | Geänd. am
1001 | Petra Vogel | Export | 02.03.2026 10:00
1002 | Anna Groß | Import | 13.03.2026 10:00`);
    const draft = drafted(guess);
    expect(draft).toContain("\n  email_address: TODO");
    expect(draft).toContain(
      "{ column: Personalnr, lookup: { file: addresses.csv, key: Personalnr, value: Email } }",
    );
    expect(draft).toContain("updated_at: { column: Geänd. am, date:");
  });

  test("suggest the column for the time of the last change if one row lacks it", () => {
    const { updated_at: time } = guessed(`
Emp No | Name | E-Mail | Last Change
1001 | Petra Vogel | p@x.test | 02.03.2026 10:00
1002 | Anna Groß | a@x.test | 13.03.2026 10:00
1003 | Zoë Ng | z@x.test | `).fields;
    expect(time).toMatchObject({ decision: "abstained", candidates: [{ column: "Last Change" }] });
    expect(time?.reason).toMatch(/^the time of the last change is missing in some rows/);
  });
});

describe("columns that look like a field but are not", () => {
  const repeat = (...rows: readonly string[]) => `\n${rows.join("\n")}`;

  test("a code that is the same in nearly every row is not a code", () => {
    const accounts = ["Assets", "Bank", "Stock", "Loans", "Sales", "Rent"];
    const draft = drafted(
      guessed(
        `Type | Full Account Name | Account Code | Description | Symbol${repeat(...accounts.map((name, i) => `${["ASSET", "EXPENSE"][i % 2]} | Books:${name} | | ${name} of the year | USD`))}`,
        { record: "charge-code" },
      ),
    );
    expect(draft).toContain("\n  code: TODO");
    expect(draft).not.toMatch(/\n {2}\w+: Symbol/);
  });

  test("asks about a description that repeats beside text that differs in each row", () => {
    const texts = [
      "Main bank",
      "Clearing account",
      "Wire transfers out",
      "Petty cash box",
      "Cheques in and out",
    ];
    const draft = drafted(
      guessed(
        `Charge Code | Ledger Long Text | Item Name${repeat(...texts.map((text, i) => `10${i} | ${text} | Cash on hand`))}`,
        { record: "charge-code" },
      ),
    );
    expect(draft).toContain("\n  description: TODO");
    expect(draft).toContain("Ledger Long Text (Main bank (1 row)");
    expect(draft).toContain("Item Name (Cash on hand (5 rows))");
  });

  test("asks about a name of one word beside given names under an unknown heading", () => {
    const people = ["DURAND | Georges", "PETIT | Isabelle", "BORNE | Sandrine", "MOREL | Eric"];
    const draft = drafted(
      guessed(`emp_id | emp_nom | emp_pre${repeat(...people.map((p, i) => `${i} | ${p}`))}`),
    );
    expect(draft).toContain("\n  name: TODO");
    expect(draft).toContain("emp_pre (100% words), emp_nom (100% words)");
  });

  test("the second of two given names is left out beside a family name", () => {
    const people = [
      "Juan | Carlos | Perez | Gil",
      "Ana | Maria | Lopez | Ramos",
      "Luis | Andres | Sanz | Rey",
    ];
    const draft = drafted(
      guessed(`Nombre1 | Nombre2 | ApellidoPaterno | ApellidoMaterno${repeat(...people)}`),
    );
    expect(draft).toContain("name: { join: [Nombre1, ApellidoPaterno, ApellidoMaterno] }");
  });

  test("an address is not used as an id beside numbers under an unknown heading", () => {
    const people = [
      "000101 | Ann Poe | ann@x.test",
      "000102 | Bob Roe | bob@x.test",
      "000207 | Cat Loe | cat@x.test",
    ];
    const draft = drafted(guessed(`QX_ZAT | Full Name | E-mail${repeat(...people)}`));
    expect(draft).toContain("\n  external_id: TODO");
    expect(draft).toContain(
      "Candidates: QX_ZAT (100% unique, 100% filled), E-mail (100% unique, 100% filled)",
    );
  });

  test("a national ID number is not used as the only id", () => {
    const guess = guessed(`
Codice fiscale | Cognome e nome | Attivo
RSSMRA80A01H501U | Rossi Mario | SI
BNCGNN75B12F205X | Bianchi Gianni | SI
VRDLGU90C22L219K | Verdi Luigi | NO`);
    expect(guess.fields["external_id"]).toMatchObject({ decision: "abstained" });
    expect(drafted(guess)).toContain("external_id: a national ID number is personal");
  });

  test("a name of one word in the only column of names is used with a warning", () => {
    const draft = drafted(
      guessed(`EmployeID | Nom | Poste${repeat("1 | Nguyen | RH", "2 | James | RH", "3 | Ward | RH")}`),
    );
    expect(draft).toContain("\n  name: Nom");
    expect(draft).toContain("Check: most values are one word; make sure that they are full names.");
  });

  test("a column that few rows fill does not decide the record type", () => {
    const rows = ["Cash", "Stock", "Loans", "Rent", "Wages", "Sundry", "Travel", "Repairs"].map(
      (name, i) => `${i + 10} | ${name} | ${["Asset", "Expense"][i % 2]} | ${i === 0 ? "Sales tax" : ""}`,
    );
    expect(guessed(`Account No | Account Name | Account Type | Form Line${repeat(...rows)}`).record).toBe(
      "charge-code",
    );
  });

  test("goods by tariff number in groups of digits are refused under the heading of a tax code", () => {
    const goods = ["0101", "0101 21", "0101 21 10", "0102", "0102 21 30", "0102 29 05"];
    const table = `tax_code | description${repeat(...goods.map((code) => `${code} | Live animals of kind ${code}`))}`;
    for (const record of [undefined, "tax-code", "charge-code"] as const)
      expect(guessed(table, { record }).refusal).toBe("tariff_numbers");
    const accounts = goods.map((code, i) => `${code} | Account ${code} | ${["Asset", "Expense"][i % 2]}`);
    expect(
      guessed(`code | description | Type${repeat(...accounts)}`, { record: "charge-code" }).verdict,
    ).toBe("draft");
  });
});

describe("the questions of a draft", () => {
  test("list unique columns or a unique combination as candidates for an id that no heading names", () => {
    const rates = ["AT | | 20.00", "ES | | 21.00", "ES | TF | 0.00", "ES | GC | 0.00", "FR | | 20.00"];
    const taxes = rates.map((rate, i) => `${rate} | VAT of region ${Math.min(i, 3)}`);
    const draft = drafted(guessed(`Country | State | Rate | Tax Name\n${taxes.join("\n")}`));
    expect(draft).toContain('but this combination is: { join: [Country, State], separator: "|" }');
    const apart = drafted(
      guessed(
        `Tax Name | Rate\n${["VAT high", "VAT low", "VAT none"].map((name, i) => `${name} | ${i}.00`).join("\n")}`,
        {
          record: "tax-code",
        },
      ),
    );
    expect(apart).toContain("Candidates: Tax Name (VAT high (1 row), VAT low (1 row), VAT none (1 row))");
  });

  test("show no values of people", () => {
    const draft = drafted(
      guessed(
        "FirstName | LastName | Office\nAmara | Okonkwo | Sydney\nDaniel | Petrov | Perth\nPriya | Raman | Sydney",
      ),
    );
    expect(draft).toContain("\n  external_id: TODO");
    for (const name of ["Amara", "Petrov", "Priya"]) expect(draft).not.toContain(name);
  });

  test("list the meaning of each value of an inverted flag, even if blank is asked", () => {
    const rows = ["FRT | Ocean Freight | Y", "THC | Terminal Handling | ", "DOC | Documents | N"];
    expect(drafted(guessed(`Code | Description | Blocked\n${rows.join("\n")}`))).toContain(
      "is_active: { column: Blocked, values: { Y: false, N: true }, blank: TODO }",
    );
  });

  test("do not list columns at the end that do not resemble a field", () => {
    const rows = ["110 | Cash | Asset | x", "220 | Loans | Liability | y", "610 | Rent | Expense | z"];
    const draft = drafted(
      guessed(`Account No | Account Name | Account Type | Odd Thing Line\n${rows.join("\n")}`),
    );
    expect(draft).not.toContain("form of contract");
  });
});

test("calls an id that is used as the code an id", () => {
  const draft = drafted(
    guessed("id | description | amount\nt1 | VAT 15 | 15.0\nt2 | VAT 0 | 0.0", { record: "tax-code" }),
  );
  expect(draft).toContain("heading suggests an ID; 100% of values are short codes");
});

describe("a template with headings and no rows", () => {
  const guess = guessed("Staff No | First Name | Last Name | E-mail | Active");

  test("is drafted from its headings, with questions for fields that depend on values", () => {
    expect([guess.verdict, guess.record]).toEqual(["draft", "staff"]);
    const draft = drafted(guess);
    expect(draft).toContain("\n  external_id: Staff No");
    expect(draft).toContain("\n  name: { join: [First Name, Last Name] }");
    expect(draft).toContain("\n  email_address: E-mail");
    expect(draft).toContain("\n  is_active: TODO");
  });

  test("is drafted as a list of taxes even if no heading names an id", () => {
    const headings = ["Tax Code", "Tax Name", "Tax Rate", "Country", "Active"];
    const guess = guessMapping({ name: "x", headings, rows: [] });
    expect([guess.verdict, guess.record]).toEqual(["draft", "tax-code"]);
  });

  test("leaves the rate, the group and the tax code of charges open", () => {
    const draft = drafted(
      guessed("Charge Code | Description | Charge Group | VAT Code", { record: "charge-code" }),
    );
    expect(draft).toContain("\n  code: Charge Code");
    for (const field of ["charge_type", "tax_code", "is_active"])
      expect(draft).toContain(`\n  ${field}: TODO`);
  });
});

test("a table without headings is described by its columns", () => {
  const guess = guessMapping(
    {
      name: "export",
      headings: null,
      rows: [
        ["1001", "Petra Vogel", "p.vogel@x.test"],
        ["1002", "Anna Groß", "a.gross@x.test"],
        ["1003", "Jan Maier", "j.maier@x.test"],
      ],
    },
    { record: "staff" },
  );
  const draft = drafted(guess);
  expect(draft).toContain('email_address: "#3"');
  expect(draft).not.toContain("the heading");
  expect(draft).toContain("The file has no headings, so columns are named by position: #1 is the first.");
});

describe("a run from guess to convert without a given record type", () => {
  test("publishes no wrong value from a draft without open questions in any truth set", async () => {
    const wrong: string[] = [];
    let published = 0;
    for (const table of Object.values(truthSets).flat()) {
      const whole = await wholeFile(table);
      published += whole.published;
      wrong.push(...whole.wrong.map((each) => `${table.name}: ${each}`));
    }
    expect(wrong).toEqual([]);
    expect(published).toBeGreaterThan(200);
  });

  test("makes the right decisions if the questions of a draft get the obvious answers", async () => {
    const wrong: string[] = [];
    let published = 0;
    for (const table of Object.values(truthSets).flat()) {
      const whole = await wholeFile(table, true);
      published += whole.published;
      wrong.push(...whole.wrong.map((each) => `${table.name}: ${each}`));
    }
    expect(wrong).toEqual([]);
    expect(published).toBeGreaterThan(700);
  });

  test("detects a wrong value", async () => {
    const table = truthSets["english staff"]?.find(
      ({ kind, mapping }) => kind === "staff" && mapping["is_active"] !== undefined,
    );
    if (table === undefined) throw new Error("no table");
    const people = {
      ...table,
      headings: ["Emp No", "Full Name", "Work Email", "Active"],
      rows: [
        ["17", "Petra Vogel", "p@n.test", "Y"],
        ["18", "Anna Gross", "a@n.test", "N"],
      ],
      mapping: { external_id: "Emp No", name: "Full Name", email_address: "Work Email", is_active: "Active" },
      acceptable: {},
      value_maps: {},
    };
    expect(await wholeFile(people)).toMatchObject({ outcome: "published", published: 2, wrong: [] });
    const inverted = {
      ...people,
      mapping: { ...people.mapping, is_active: { column: "Active", invert: true } },
    };
    expect((await wholeFile(inverted)).wrong).toEqual(["line 2 is_active: true", "line 3 is_active: false"]);
  });
});

test.each(["Name, Vorname", "Surname, First name", "Apellidos, Nombre", "Name"])(
  "asks whether to swap names under %j with the family name before a comma",
  (heading) => {
    const rows = ["Vogel, Petra", "García López, María", "Lind, Ada", "Berg, Bo", "Roe"].map((name, i) => [
      String(i + 1),
      name,
      `p${i}@x.test`,
      "yes",
    ]);
    const sample = { name: "export", headings: ["Id", heading, "E-mail", "Active"], rows };
    const guess = guessMapping(sample, { record: "staff" });
    expect(drafted(guess)).toContain("name: TODO");
    const rest = rows.map(([id = "", name = "", ...others]) => [id, name.replace(",", ""), ...others]);
    expect(drafted(guessMapping({ ...sample, rows: rest }, { record: "staff" }))).not.toContain("name: TODO");
  },
);

test("reads start dates and addresses of a contact correctly under a header of two rows", () => {
  const guess = guessed(`
Empleado Código | Empleado Nombre completo | Contacto Correo | Situación Alta | Situación En plantilla
E01 | María García | m@x.test | 01/02/2019 | Sí
E02 | Juan Ruiz | j@x.test | 15/03/2020 | No
E03 | Ana Gil | a@x.test | 20/07/2021 | Sí`);
  expect(drafted(guess)).toContain("email_address: Contacto Correo");
  expect(drafted(guess)).toContain("is_active: TODO");
});

test("a column of two values that mostly follows the end date is asked about", () => {
  const guess = guessed(`
Emp. No. | Name | E-mail | Left | St
1001 | Grace Whitfield | g@x.test | | A
1002 | Jo Mills | j@x.test | | A
1003 | Ann Orr | o@x.test | 30.06.2026 | L
1004 | Eve Dean | d@x.test | 31.01.2027 | A
1005 | Chi Oka | c@x.test | | L
1006 | Zoe Price | z@x.test | | A`);
  expect(drafted(guess)).toContain("is_active: TODO");
  expect(candidatesOf(guess, "is_active")).toEqual(["Left", "St"]);
});

test("offers a column of yes and no as the active flag if there are no headings", () => {
  const guess = guessMapping(
    {
      name: "taxes",
      headings: null,
      rows: [
        ["V20", "VAT standard rate", "20,0", "Y"],
        ["V5", "VAT reduced rate", "5,0", "Y"],
        ["EX", "Exempt", "0,0", "N"],
      ],
    },
    { record: "tax-code" },
  );
  expect(candidatesOf(guess, "is_active")).toEqual(["#4"]);
});

test("uses an address beside numbers from 1 as an id only after asking", () => {
  const guess = guessed(`
Nr | Name | E-Mail | Aktiv
1 | Anna Berg | anna@x.test | ja
2 | Bo Lind | bo@x.test | ja
3 | Cem Oz | cem@x.test | nein`);
  expect(candidatesOf(guess, "external_id")).toEqual(["Nr", "E-Mail"]);
});

describe("columns that belong to something else", () => {
  test("the status of a company is not that of a person", () => {
    const guess = guessed(
      `
Personnel No | Name | E-mail | Company Active
1001 | Ann Smith | a@x.test | Y
1002 | Bo Lee | b@x.test | Y
1003 | Cy Doe | c@x.test | N`,
      { record: "staff" },
    );
    expect(drafted(guess)).toContain("values: { Y: TODO, N: TODO }");
  });

  test("a number that repeats in each company is asked, not joined with the company", () => {
    const guess = guessed(
      `
Employer No | Employee No | Name | E-mail
10 | 1 | Ann Smith | a@x.test
10 | 2 | Bo Lee | b@x.test
20 | 1 | Cy Doe | c@x.test`,
      { record: "staff" },
    );
    expect(candidatesOf(guess, "external_id")).toEqual(["Employee No", "Employer No"]);
    expect(drafted(guess)).toContain('{ join: [Employer No, Employee No], separator: "|" }');
  });

  test("a running number beside a code of staff is asked", () => {
    const guess = guessed(
      `
ID | Code | Name | E-mail
1 | AS | Ann Smith | a@x.test
2 | BL | Bo Lee | b@x.test
3 | CD | Cy Doe | c@x.test`,
      { record: "staff" },
    );
    expect(candidatesOf(guess, "external_id")).toEqual(["Code", "ID"]);
  });

  test("the internal reference is the code beside the system's id", () => {
    const { fields } = guessed(
      `
ID | Internal Reference | Name | Sales Price
41 | FRT | Ocean freight | 10.00
42 | DOC | Documentation | 5.00
57 | THC | Terminal handling | 7.00`,
      { record: "charge-code" },
    );
    expect(fields["external_id"]).toMatchObject({ columns: ["ID"] });
    expect(fields["code"]).toMatchObject({ columns: ["Internal Reference"] });
  });

  test.each([
    ["read as headings", { headings: ["VAT", "GST", "PST", "Freight"], rows: [] }],
    ["read as a row", { headings: null, rows: [["FRT", "DOC", "THC", "BAF"]] }],
  ])("one line of codes is not read as a list (%s)", (_, table) => {
    expect(guessMapping({ name: "export", ...table }).refusal).toBe("one_line");
  });
});

test("a draft and `check` explain `blank: TODO` like other open values", () => {
  const guess = guessed(
    `
Id | Name | Mail | Status
1 | Ann Smith | a@x.test | active
2 | Bo Lee | b@x.test |
3 | Cy Doe | c@x.test | left`,
    { record: "staff" },
  );
  const draft = draftMapping(guess, { name: "export.csv", schema: "s.json" });
  expect(drafted(guess)).toContain(
    "Set `blank` to the meaning of a blank cell for is_active: true or false.",
  );
  const result = parseMapping(draft, "draft.yaml");
  expect("diagnostics" in result ? result.diagnostics : []).toMatchObject([
    {
      message: "`TODO` is an open question in the draft",
      expected: "one of `true`, `false`",
    },
  ]);
});

describe("findings of a review of public lists", () => {
  test("a comma in unquoted names shifts the given name to a column without a heading, so the name is asked", () => {
    const names = ["Sanchez | Nancy", "Gonzales | Andrew", "Panduro | Janet", "Ruiz | Margaret"];
    const [headings = [], ...rows] = [
      "Key | NombreEmpleado",
      ...names.map((name, i) => `${i + 21} | ${name}`),
    ].map((line) => line.split(" | "));
    const guess = guessMapping({ name: "export", headings, rows }, { record: "staff" });
    expect(candidatesOf(guess, "name")).toEqual(["#3", "NombreEmpleado"]);
  });

  test("uses a full name of one word with a warning", () => {
    const rows = ["Okafor", "Svensson", "Haddad"].map((name, i) => `${i + 21} | ${name}`);
    const { name } = guessed(`Id | Full name\n${rows.join("\n")}`, { record: "staff" }).fields;
    expect(name).toMatchObject({ decision: "chosen", confidence: 0.6 });
    expect(drafted(guessed(`Id | Full name\n${rows.join("\n")}`, { record: "staff" }))).toContain(
      "Check: most values are one word; make sure that they are full names.",
    );
  });

  test("codes of states get their country, because a bare code rejects its row", async () => {
    const table = `
Code | Name | Country | State | Rate | Active
T1 | Sales tax | US | CA | 7.25 | yes
T2 | Sales tax of New York | US | NY | 4.00 | no`;
    const draft = draftMapping(guessed(table, { record: "tax-code" }), {
      name: "export.csv",
      schema: "s.json",
    });
    expect(draft).toContain('region: { join: [Country, State], separator: "-" }');
    const records = await recordsOf(draft, tableOf(table));
    expect(records.map((record) => record["region"])).toEqual(["US-CA", "US-NY"]);
  });

  test("codes of states without a country are asked", () => {
    const guess = guessed("state | rate\nCA | 7.25\nNY | 4.00\nOR | 0\nTX | 6.25", { record: "tax-code" });
    expect(candidatesOf(guess, "region")).toEqual(["state"]);
    expect(drafted(guess)).toContain("{ column: state, values: { CA: US-CA } }");
  });

  test("a question about ids of charges lists each column once and does not mention people", () => {
    const guess = guessed(
      `
SpecialServiceCode | GlobalServiceName | ServiceGroupCodeDescription
0A | Logistics Services | 0 - LOGISTICS SERVICES
0B | Mailroom Management | 1 - LOGISTICS SERVICES
0C | Pallet Administration | 2 - LOGISTICS SERVICES`,
      { record: "charge-code" },
    );
    const asked = candidatesOf(guess, "external_id");
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked).size).toBe(asked.length);
    expect(drafted(guess)).not.toMatch(/login|national ID number/);
  });

  test("a file named like taxes whose headings are about charges asks for the type", () => {
    const table = tableOf(`
Charge code | Charge name
OFR | Ocean freight
THC | Terminal handling charge
DOC | Documentation fee`);
    const named = guessMapping({ ...table, name: "tax_codes.csv" });
    expect([named.verdict, named.refusal]).toEqual(["other_record", "type_open"]);
    expect(guessMapping(table).record).toBe("charge-code");
  });

  test("the question lists the columns with numbers if no heading names a rate", () => {
    const headings = null;
    const rows = [
      ["11", "AB GST", "CA", "0.05"],
      ["12", "BC PST", "CA", "0.07"],
      ["17", "QC GST", "CA", "0.15"],
    ];
    const guess = guessMapping({ name: "taxes", headings, rows }, { record: "tax-code" });
    expect(candidatesOf(guess, "rate")).toEqual(["#4"]);
    expect(drafted(guess)).toContain(
      "no heading indicates a rate, but these columns contain numbers or percentages",
    );
  });
});

import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  languages,
  ownNames,
  ownPresets,
  ownSynonyms,
  ownTextWords,
  ownValueWords,
} from "../../src/draft/data.js";
import { draftMapping } from "../../src/draft/draft.js";
import { dateFormatOf } from "../../src/draft/dates.js";
import { holdsGivenName } from "../../src/draft/given-names.js";
import { guessMapping } from "../../src/draft/guess.js";
import { lexiconWith, standardLexicon } from "../../src/draft/lexicon.js";
import { numberFormatOf, rateUnitOf } from "../../src/draft/numbers.js";
import { countryOfName } from "../../src/draft/places.js";
import { readHeadings } from "../../src/draft/reading.js";
import { mentions, recordsNamed, wordingOf } from "../../src/draft/text-words.js";
import {
  chargeTypeOf,
  directionOf,
  flagOf,
  isAccountKind,
  isFirm,
  statusOf,
} from "../../src/draft/value-words.js";
import { readTables } from "./read-tables.js";
import { tablesOfNothing } from "./truth-sets.js";

describe("synonyms and presets", () => {
  test.each([
    ["synonyms", ownSynonyms],
    ["values", ownValueWords],
    ["texts", ownTextWords],
    ["names", ownNames],
    ["presets", ownPresets],
  ])("the schema accepts every line of the data files for %s", (_name, read) => {
    expect(Object.keys(read()).length).toBeGreaterThan(0);
  });

  test("all files of words are read", () => {
    const files = readdirSync("src/draft/data/synonyms").map((name) => name.replace(/\.json$/, ""));
    expect([...languages].sort()).toEqual(files.sort());
  });

  test("a line with an unknown meaning is reported with its number", () => {
    const { diagnostics } = lexiconWith({ own: "code: kurzel\n\nrabatt: discount" });
    expect(diagnostics).toEqual([{ file: "own", line: 3, reason: 'there is no meaning named "rabatt"' }]);
  });

  test("one added line makes another heading understood", () => {
    const read = (lexicon: Parameters<typeof readHeadings>[1]) =>
      readHeadings(["Frobnikator"], lexicon)[0]?.heads;
    expect(read(standardLexicon())).toEqual([]);
    expect(read(lexiconWith({ own: "code: frobnikator" }).lexicon)).toEqual(["code"]);
  });
});

test.each([
  ["Personalnummer", "id"],
  ["Mitarbeiternummer", "id"],
  ["Steuerschlüssel", "code"],
  ["Steuerschluessel", "code"],
  ["员工ID", "id"],
  ["员工入职时间", "hire_date"],
  ["社員番号", "id"],
  ["氏名カナ", "reading"],
  ["GEBDAT", undefined],
  ["manager_email", "manager"],
  ["Email (*)", "email"],
  ["Courriel professionnel", "email"],
  ["country_code", "country"],
  ["rate_type", "kind"],
  ["Tax Rate (%)", "rate"],
  ["Дата увольнения", "end_date"],
  ["Mã nhân viên", "id"],
  ["تاريخ الميلاد", "birth_date"],
  ["First Name [Required]", "given_name"],
  ["Rekeningnr", "ledger"],
  ["Nazwa konta", "ledger"],
  ["Kundenid", "customer"],
  ["covid", undefined],
])("%s is read as %s", (heading, meaning) => {
  const [reading] = readHeadings([heading], standardLexicon());
  if (meaning !== undefined) expect(reading?.heads[0]).toBe(meaning);
  else expect(["birth_date", undefined]).toContain(reading?.heads[0]);
});

test.each([
  [["01.02.2026", "13.03.2026"], "dd.MM.yyyy", undefined],
  [["1.2.2026", "13.3.2026"], "d.M.yyyy", undefined],
  [["01/02/2026", "13/03/2026"], "dd/MM/yyyy", undefined],
  [["01/02/2026", "03/13/2026"], "MM/dd/yyyy", undefined],
  [["01/02/2026", "03/04/2026"], "dd/MM/yyyy", ["dd/MM/yyyy", "MM/dd/yyyy"]],
  [["2026-01-02", "2026-03-04"], "yyyy-MM-dd", undefined],
  [["1980/2/3", "1980/12/13"], "yyyy/M/d", undefined],
  [["20260102", "20260304"], "yyyyMMdd", undefined],
  [["2026-01-02 10:11:12"], "yyyy-MM-dd HH:mm:ss", undefined],
  [["2026-01-02T10:11:12Z"], "iso", undefined],
  [["45382", "31334"], "excel_serial", undefined],
  [["1735689600000"], "epoch_millis", undefined],
  [["3-Mar-2026", "14-Apr-2026"], "d-MMM-yyyy", undefined],
] as const)("recognizes dates %j as written in %s", (values, format, either) => {
  const found = dateFormatOf(values);
  expect(found?.format).toBe(format);
  expect(found?.ambiguous).toEqual(either);
});

test.each([[["31/12/2026", "12/31/2026"]], [["next week"]], [["100", "200"]], [[]]])(
  "does not recognize %j as dates of one format",
  (values) => {
    expect(dateFormatOf(values)).toBeUndefined();
  },
);

test.each([
  [["20", "0", "5.5"], ".", "percent"],
  [["19,00", "7,00"], ",", "percent"],
  [["0.2", "0.055", "0"], ".", "fraction"],
  [["0,2", "0,1"], ",", "fraction"],
  [["19 %", "7 %"], ".", "percent"],
  [["0", "1"], ".", undefined],
  [["0.5", "0.9"], ".", undefined],
  [["-15.00", "21.00"], ".", "percent"],
  [[".2", ".1"], ".", "fraction"],
] as const)("recognizes rates %j with decimal separator %s and scale %s", (values, sign, unit) => {
  const format = numberFormatOf(values);
  expect(format?.decimal).toBe(sign);
  expect(format && rateUnitOf(format)).toBe(unit);
});

test.each([[["1.000", "2.000"]], [["1,5", "2.5"]]])(
  "recognizes that %j could be read in two ways",
  (values) => {
    expect(numberFormatOf(values)).toBeUndefined();
  },
);

test("recognizes words for yes and no, active and inactive, and charge types in many languages", () => {
  for (const yes of ["Ja", "OUI", "да", "是", "○", "Y", "1", "TRUE"]) expect(flagOf(yes)).toBe(true);
  for (const no of ["nein", "Non", "нет", "否", "N", "0", "false"]) expect(flagOf(no)).toBe(false);
  for (const active of ["在职", "In forza", "Đang làm việc", "ACTIVE", "1 - Active", "재직"])
    expect(statusOf(active)).toBe(true);
  for (const inactive of ["离职", "Cessato", "Resign", "ARCHIVED", "퇴직", "уволен"])
    expect(statusOf(inactive)).toBe(false);
  for (const open of ["On leave", "PENDING", "休职", "Draft"]) expect(statusOf(open)).toBeUndefined();
  expect(chargeTypeOf("目的港")).toBe("destination");
  expect(chargeTypeOf("DEBIT")).toBeUndefined();
});

test.each([
  ["Petra Vogel", true],
  ["ANNA, Müller", true],
  ["Иванова Татьяна", true],
  ["王小明", true],
  ["한수미", true],
  ["佐藤 花子", true],
  ["Air Freight", false],
  ["Bank Charges", false],
  ["装货港", false],
  ["운임", false],
])("decides whether %s is a person: %s", (value, isPerson) => {
  expect(holdsGivenName(value)).toBe(isPerson);
});

test.each([
  ["tax", "Input VAT, 19 %", true],
  ["tax", "private", false],
  ["tax", "Umsatzsteuer ermäßigt", true],
  ["tax", "Postage stamps", false],
  ["tax", "增值税", true],
  ["charge", "Terminal-Handling", true],
  ["charge", "Fees at origin", true],
  ["charge", "coffee", false],
  ["month", "September", true],
  ["key", "kontonr", true],
  ["offence", "Robbery, armed", true],
] as const)("decides whether words of %s are in %j: %j", (list, text, isMentioned) => {
  expect(mentions(list, text)).toBe(isMentioned);
});

test("all weights are in weights.ts", () => {
  const files = readdirSync("src/draft", { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && name !== "weights.ts",
  );
  const weights = files.flatMap((name) =>
    readFileSync(`src/draft/${name}`, "utf8")
      .split("\n")
      .filter(
        (line) => !/^\s*(?:\/?\*|\/\/)/.test(line) && /(?<![\w.])\d?\.\d/.test(line.replace(/"[^"]*"/g, "")),
      )
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(weights).toEqual([]);
});

test("recognizes file names, wordings, ledger classes and legal forms of companies", () => {
  expect(recordsNamed("tax_codes-2026")).toEqual(["tax-code"]);
  expect(recordsNamed("Mitarbeiterliste")).toEqual(["staff"]);
  expect(recordsNamed("export")).toEqual([]);
  expect(["Pick-up charges", "THC at destination", "Seefracht", "Paper"].map(wordingOf)).toEqual([
    "origin",
    "destination",
    undefined,
    undefined,
  ]);
  expect(["Other current assets", "Активные", "Sea freight", "current"].map(isAccountKind)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const firms = [
    "Nordwind GmbH & Co. KG",
    "ООО Север",
    "青岛海运有限公司",
    "Papier Delta Sp. z o.o.",
    "Ann Co",
  ];
  expect(firms.map(isFirm)).toEqual([true, true, true, true, true]);
  expect(["Petra Vogel", "Limited", "Anna Sarli", "山田太郎"].map(isFirm)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(["VAT on sales", "IVA a la compra", "Moms salg", "sales tax"].map(directionOf)).toEqual([
    "output",
    "input",
    "output",
    undefined,
  ]);
});

test("identifies a list without headings by names of people, but not by names of things", () => {
  const kindOf = (rows: readonly (readonly string[])[]) =>
    guessMapping({ name: "export", headings: null, rows }).record;
  const people = ["Eros Béla", "Kis Éva", "Nagy Imre", "Lend Zoltán"];
  expect(kindOf(people.map((name, i) => [String(i), name, "Szeged"]))).toBe("staff");
  const things = ["Corte Hombre", "Corte Dama", "Lavado Completo", "Tinte Largo"];
  expect(kindOf(things.map((name, i) => [String(i), name, "17"]))).toBeUndefined();
});

test("ledger classes identify a chart of accounts", () => {
  const rows = [
    ["1000", "Kasse", "Aktiva"],
    ["4400", "Frachterlöse", "Ertrag"],
    ["6300", "Porto", "Aufwand"],
  ];
  expect(guessMapping({ name: "export", headings: ["Nr", "Text", "Klasse"], rows }).record).toBe(
    "charge-code",
  );
});

test("recognizes names of countries in any of the languages", () => {
  expect(["Germany", "Allemagne", "Германия", "德国"].map(countryOfName)).toEqual(["DE", "DE", "DE", "DE"]);
  expect(["FRA", "USA", "ZZZ", "fra"].map(countryOfName)).toEqual(["FR", "US", undefined, undefined]);
});

test("three-letter codes of countries are mapped to two letters", () => {
  const guess = guessMapping(
    {
      name: "export",
      headings: ["Vendor ID", "Vendor Name", "Country"],
      rows: [
        ["1", "Ocean Line SA", "FRA"],
        ["2", "Hafen GmbH", "DEU"],
        ["3", "Air Freight Inc", "USA"],
      ],
    },
    { record: "org" },
  );
  const draft = draftMapping(guess, { name: "export.csv", schema: "s.json" });
  expect(draft).toMatch(/country:[^]*FRA: FR\b[^]*DEU: DE\b[^]*USA: US\b/);
});

test.each([
  [["UK", "DE", "FR", "EL", "NL", "UK"], /UK: GB\b[^]*DE: DE\b[^]*EL: GR\b/],
  [["DE", "FR", "NL", "FRA", "Germany", "BE"], /FRA: FR\b[^]*Germany: DE\b/],
  [["DE", "FR", "NL", "BE", "DE", "AT"], /country: Country\b/],
] as const)("countries are mapped only if some are not ISO codes: %s", (countries, expected) => {
  const rows = countries.map((country, i) => [String(i), `Ocean Line ${i}`, country]);
  const guess = guessMapping(
    { name: "export", headings: ["Vendor ID", "Vendor Name", "Country"], rows },
    { record: "org" },
  );
  expect(draftMapping(guess, { name: "export.csv", schema: "s.json" })).toMatch(expected);
});

describe("an account", () => {
  const fieldsOf = (text: string) => {
    const [table] = readTables(text);
    if (table === undefined) throw new Error("no table");
    return guessMapping(table, { record: table.kind }).fields;
  };

  test("is used as the code if a chart of accounts lists it", () => {
    const fields = fieldsOf(`
## charge-code | en | accounts
account_id | account_name | parent_account
GL4000 | Facilities | NULL
GL4500 | Office Lease | GL4000
GL4510 | Parking | GL4000`);
    expect(fields["code"]).toMatchObject({ decision: "chosen", columns: ["account_id"] });
    expect(fields["description"]).toMatchObject({ decision: "chosen", columns: ["account_name"] });
  });

  test("is not used as the code beside a charge, even if it is unique", () => {
    const fields = fieldsOf(`
## charge-code | en | charges
Charge Name | GL Account
Ocean freight | 4000
Handling | 4010
Customs | 4020`);
    expect(fields["code"]?.decision).toBe("abstained");
    expect(fields["external_id"]?.decision).toBe("abstained");
  });
});

test("prices between two places are refused, but not if the rows have an id or a code", () => {
  const read = (headings: string[]) =>
    guessMapping({
      name: "export",
      headings: [...headings, "Origin City", "Destination City", "Charge", "Tariff"],
      rows: [
        [...("A1".repeat(headings.length).match(/../g) ?? []), "Hamburg", "Bremen", "Road", "2500"],
        [...("B2".repeat(headings.length).match(/../g) ?? []), "Hamburg", "Kiel", "Sea", "3000"],
        [...("C3".repeat(headings.length).match(/../g) ?? []), "Hamburg", "Mainz", "Road", "6500"],
      ],
    });
  expect(read([])).toMatchObject({ verdict: "other_record", refusal: "routes" });
  expect(read(["Charge Code"]).refusal).not.toBe("routes");
  const route = tablesOfNothing.find(({ name }) => name === "price per route");
  expect(route && guessMapping({ ...route, name: "export" }).refusal).toBe("routes");
});

test("most tables that are none of the known lists are refused", () => {
  const drafted = tablesOfNothing.filter(
    (table) => guessMapping({ ...table, name: "export" }).verdict === "draft",
  );
  expect(drafted.length).toBeLessThanOrEqual(tablesOfNothing.length * 0.25);
});

test.each([
  [
    "el",
    `Κωδικός | Επώνυμο | Όνομα | Email | Κατάσταση
101 | Παππάς | Γιώργος | g.pappas@etaireia.test | Ενεργός
102 | Νικολάου | Μαρία | m.nikolaou@etaireia.test | Ανενεργός
103 | Γεωργίου | Ελένη | e.georgiou@etaireia.test | Ενεργός`,
    { external_id: ["Κωδικός"], name: ["Όνομα", "Επώνυμο"], is_active: ["Κατάσταση"] },
  ],
  [
    "he",
    `מספר עובד | שם משפחה | שם פרטי | דואר אלקטרוני | תאריך תחילת עבודה | סטטוס
1001 | כהן | יוסי | yossi@hevra.test | 01/03/2019 | פעיל
1002 | לוי | דנה | dana@hevra.test | 15/06/2020 | לא פעיל
1003 | מזרחי | רון | ron@hevra.test | 20/09/2021 | פעיל`,
    { external_id: ["מספר עובד"], name: ["שם פרטי", "שם משפחה"], is_active: ["סטטוס"] },
  ],
  [
    "hr",
    `Šifra | Ime | Prezime | E-pošta | Odjel | Aktivan
101 | Ivan | Horvat | ivan.horvat@tvrtka.test | Uvoz | Da
102 | Ana | Kovač | ana.kovac@tvrtka.test | Izvoz | Ne
103 | Luka | Babić | luka.babic@tvrtka.test | Uvoz | Da`,
    { external_id: ["Šifra"], name: ["Ime", "Prezime"], is_active: ["Aktivan"] },
  ],
  [
    "bg",
    `Служебен номер | Име | Фамилия | Имейл | Отдел | Активен
101 | Иван | Петров | i.petrov@firma.test | Внос | Да
102 | Мария | Иванова | m.ivanova@firma.test | Износ | Не
103 | Георги | Димитров | g.dimitrov@firma.test | Внос | Да`,
    { external_id: ["Служебен номер"], name: ["Име", "Фамилия"], is_active: ["Активен"] },
  ],
  [
    "th",
    `รหัสพนักงาน | ชื่อ | นามสกุล | อีเมล | แผนก | สถานะ
1001 | สมชาย | ใจดี | somchai@borisat.test | นำเข้า | ทำงาน
1002 | สมหญิง | รักไทย | somying@borisat.test | ส่งออก | ลาออก
1003 | วิชัย | มั่นคง | wichai@borisat.test | นำเข้า | ทำงาน`,
    { external_id: ["รหัสพนักงาน"], is_active: ["สถานะ"] },
  ],
] as const)("recognizes people in a list in %s", (language, text, wanted) => {
  const [table] = readTables(`\n## staff | ${language} | people\n${text}`);
  if (table === undefined) throw new Error("no table");
  const guess = guessMapping({ ...table, name: "export" });
  expect(guess.record).toBe("staff");
  for (const [field, columns] of Object.entries<readonly string[]>(wanted))
    expect(guess.fields[field]).toMatchObject({ decision: "chosen", columns });
});

test.each([
  ["de", "Konto | Kontobezeichnung | Steuerschlüssel | Gesperrt", "4400 | Erlöse Inland | 3 | N", "Konto"],
  [
    "fr",
    "Numéro de compte | Intitulé du compte | Code taxe | En sommeil",
    "706100 | Fret maritime | C20 | Non",
    "Numéro de compte",
  ],
  [
    "el",
    "Κωδικός ΦΠΑ | Περιγραφή | Ποσοστό | Ενεργό",
    "24 | Κανονικός συντελεστής ΦΠΑ | 24,00 | Ναι",
    "Κωδικός ΦΠΑ",
  ],
  ["he", 'קוד מע"מ | תיאור | אחוז | פעיל', '5 | מע"מ רגיל | 17 | כן', 'קוד מע"מ'],
] as const)("recognizes the code in a list in %s with the headings %s", (language, headings, row, code) => {
  const kind = language === "el" || language === "he" ? "tax-code" : "charge-code";
  const rows = ["", " A", " B"].map((text, place) =>
    row.replace(
      /^(\d+) \| ([^|]+?) \|/,
      (_, number: string, label: string) => `${String(Number(number) + 7 * place)} | ${label}${text} |`,
    ),
  );
  const [table] = readTables(`\n## ${kind} | ${language} | codes\n${headings}\n${rows.join("\n")}`);
  if (table === undefined) throw new Error("no table");
  const { fields } = guessMapping(table, { record: kind });
  expect(fields["code"]).toMatchObject({ decision: "chosen", columns: [code] });
  expect(fields["description"]?.decision).toBe("chosen");
});

test.each([
  "Şirket E-Posta",
  "E-Mail Firma",
  "e-mail azienda",
  "Företagets e-post",
  "Bedrijfsmail",
  "Почта организации",
  "Organization email",
])("reads %s as the address at work and not as the company", (heading) => {
  const [reading] = readHeadings([heading], standardLexicon());
  expect(reading?.heads[0]).toBe("email");
  expect(reading?.qualities.has("work")).toBe(true);
});

test("does not accept the same address in every row as a person's", () => {
  const [table] = readTables(`
## staff | en | one mailbox
Employee No | Full Name | Company Email
17 | Ann Lee | office@acme.test
18 | Bo Berg | office@acme.test
19 | Cy Diaz | office@acme.test
`);
  expect(guessMapping(table ?? { name: "", headings: [], rows: [] }).fields["email_address"]?.decision).toBe(
    "abstained",
  );
});

test("does not read two given names beside a family name as a full name", () => {
  const [table] = readTables(`
## staff | es | given names
Código | Nombre | Apellidos | Correo
1 | Juan José | Arias Sierra | a@acme.test
2 | Oscar Javier | Aguado Acosta | b@acme.test
3 | Ana María | Vera Luna | c@acme.test
`);
  const { name } = guessMapping(table ?? { name: "", headings: [], rows: [] }).fields;
  expect(name).toMatchObject({ decision: "chosen", columns: ["Nombre", "Apellidos"] });
});

test.each([
  ["VAT on sales", "output"],
  ["IVA compras", "input"],
  ["Impuesto soportado", "input"],
  ["Moms salg", "output"],
  ["Sales tax", undefined],
])("recognizes the direction of %s as %s", (value, direction) => {
  expect(directionOf(value)).toBe(direction);
});

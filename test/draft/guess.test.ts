import { describe, expect, test } from "vitest";
import { draftMapping } from "../../src/draft/draft.js";
import { guessMapping } from "../../src/draft/guess.js";
import { guessReport } from "../../src/draft/report.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { readTables } from "./read-tables.js";
import { judge, titleOf } from "./truth.js";
import { truthSets } from "./truth-sets.js";

const tables = Object.values(truthSets).flat();

describe("the truth sets", () => {
  test("cover three record types in at least fifteen languages", () => {
    expect(tables.length).toBeGreaterThanOrEqual(60);
    expect(new Set(tables.map((table) => table.language)).size).toBeGreaterThanOrEqual(15);
    expect(new Set(tables.map((table) => table.kind)).size).toBe(3);
  });

  for (const [name, set] of Object.entries(truthSets)) {
    test(`has at most 2% wrong fields and at least 85% right fields among those in the file (${name})`, () => {
      let wrong = 0;
      let all = 0;
      let inFile = 0;
      let right = 0;
      for (const table of set) {
        const { fields } = guessMapping(table, { record: table.kind });
        for (const [field, guess] of Object.entries(fields)) {
          const judgement = judge(field, guess, table);
          all++;
          if (judgement === "wrong") wrong++;
          if ((table.mapping[field] ?? null) === null) continue;
          inFile++;
          if (judgement === "right") right++;
        }
      }
      expect(wrong / all).toBeLessThanOrEqual(0.02);
      expect(right / inFile).toBeGreaterThanOrEqual(0.85);
    });
  }
});

test.each(tables.map((table) => [titleOf(table), table] as const))(
  "keeps the grammar in the draft of %s, apart from TODO",
  (_, table) => {
    const guess = guessMapping(table, { record: table.kind });
    const draft = draftMapping(guess, { name: "sample.csv", schema: "mapping.schema.json" });
    const result = parseMapping(draft, "draft.yaml");
    const diagnostics = "diagnostics" in result ? result.diagnostics : [];
    const unexpected = diagnostics.filter(({ asks }) => asks !== "answer");
    expect(unexpected.map((diagnostic) => diagnostic.message)).toEqual([]);
    expect("diagnostics" in result).toBe(/^\s+[^#]*\bTODO\b/m.test(draft));
  },
);

const [trap] = readTables(`
## staff | de | trap
PERNR | Name | GEBDAT | Passwort | E-Mail | Vorgesetzter E-Mail | Letzte Anmeldung | Status | E-Mail privat
1 | Petra Vogel | 01.02.1980 | Geheim99 | p.vogel@n.test | boss@n.test | 01.03.2026 | aktiv | pv@home.test
2 | Anna Groß | 03.04.1985 | Sommer22 | a.gross@n.test | boss@n.test | 02.03.2026 | Elternzeit | 
3 | Tom Schmidt | 05.06.1990 | abc123 | t.schmidt@n.test | boss@n.test | 02.03.2026 | ausgeschieden | ts@home.test
`);

describe("contents of a draft", () => {
  if (trap === undefined) throw new Error("no table");
  const guess = guessMapping(trap, { record: "staff" });
  const draft = draftMapping(guess, { name: "trap.csv", schema: "s.json" });

  test("passwords and values of people are in neither the draft nor the report", () => {
    const report = JSON.stringify(guessReport(guess));
    for (const secret of ["Geheim99", "Sommer22", "Vogel", "p.vogel", "a.gross", "1980"]) {
      expect(draft).not.toContain(secret);
      expect(report).not.toContain(secret);
    }
  });

  test("look-alikes are refused by name", () => {
    expect(draft).toContain("#? GEBDAT is a birth date");
    expect(draft).toContain("#? E-Mail privat is a private or recovery email address");
    expect(draft).toContain("#? Vorgesetzter E-Mail is the manager of a person");
    expect(draft).toContain("#? Letzte Anmeldung is the last login");
  });

  test("an unknown status is a TODO", () => {
    expect(draft).toContain("values: { aktiv: true, Elternzeit: TODO, ausgeschieden: false }");
  });
});

describe("abbreviated headings", () => {
  const fieldOf = (heading: string, cells: string) => {
    const values = cells.split(" ");
    const rows = ["Ana Ruiz", "Eva Stone", "Gil Roth"].map((name, index) => [
      String(index + 101),
      name,
      `${String(index)}@x.test`,
      (values[index] ?? "").replace("_", " "),
    ]);
    const { fields } = guessMapping({ name: "x", headings: ["Nr.", "Name", "E-mail", heading], rows });
    return Object.keys(fields).filter((field) => {
      const guess = fields[field];
      return guess?.decision === "chosen" && guess.columns.includes(heading);
    });
  };
  const times = "13/03/2026_08:15 14/03/2026_09:30 15/03/2026_10:45";

  test.each([
    "Últ. modif.",
    "F. últ. cambio",
    "Dt. Alteração",
    "Ult. agg.",
    "Date dern. modif.",
    "Letzte Änd.",
    "Laatst gew.",
    "Data ost. mod.",
    "Son Değ. Tarihi",
    "Last chg.",
  ])("are recognized as the last change: %s", (heading) => {
    expect(fieldOf(heading, times)).toEqual(["updated_at"]);
  });

  test.each(["¿Baja?", "Bloq.", "Cess. (S/N)", "Désact.", "Ausgesch.", "Zablok.", "Act."])(
    "are recognized as the active flag: %s",
    (heading) => {
      expect(fieldOf(heading, "N S N")).toEqual(["is_active"]);
    },
  );

  test("a word for leaving with dates is the end date", () => {
    expect(fieldOf("Baja", "01/03/2026 ")).toEqual(["is_active"]);
  });

  test.each(["F. nac.", "Fec. alta", "Dt. adm.", "Letzte Anm.", "Ult. acc.", "Data ur.", "Alt. em"])(
    "are not assigned if they are a different or ambiguous day: %s",
    (heading) => {
      expect(fieldOf(heading, times)).toEqual([]);
    },
  );

  test.each(["Act. comercial", "Verh. (J/N)", "Temp."])(
    "are not assigned if they are a different flag: %s",
    (heading) => {
      expect(fieldOf(heading, "N S N")).toEqual([]);
    },
  );
});

describe("tables that are not lists of these records", () => {
  test("are refused if they are pivoted", () => {
    const guess = guessMapping({
      name: "hours.csv",
      headings: ["Employee", "2026-01", "2026-02", "2026-03", "2026-04"],
      rows: [
        ["Ann Lee", "160", "150", "155", "170"],
        ["Bo Ek", "160", "150", "155", "170"],
      ],
    });
    expect([guess.verdict, guess.refusal]).toEqual(["no_list", "pivoted"]);
  });

  test("are refused if they list criminal charges", () => {
    const guess = guessMapping(
      {
        name: "charge_codes.csv",
        headings: ["Charge Code", "Statute", "Offense Description", "Felony Class"],
        rows: [
          ["13A-6-2", "13A-6-2", "Murder", "A"],
          ["13A-8-3", "13A-8-3", "Theft 1st", "B"],
        ],
      },
      { record: "charge-code" },
    );
    expect([guess.verdict, guess.refusal]).toEqual(["other_record", "offences"]);
    expect(Object.values(guess.fields).every((field) => field.decision === "abstained")).toBe(true);
  });

  test("are refused if they list customs tariff numbers under the heading of tax codes", () => {
    const guess = guessMapping(
      {
        name: "tax_codes.csv",
        headings: ["HS Code", "Goods description", "Duty"],
        rows: [
          ["010121", "Horses", "0"],
          ["010129", "Other horses", "5"],
          ["010130", "Asses", "7.7"],
        ],
      },
      { record: "tax-code" },
    );
    expect([guess.verdict, guess.refusal]).toEqual(["other_record", "tariff_numbers"]);
  });

  test("are refused if they are about an unknown subject", () => {
    const guess = guessMapping({
      name: "stock.csv",
      headings: ["Warehouse", "Bin", "Colour"],
      rows: [
        ["A", "1", "red"],
        ["A", "2", "blue"],
      ],
    });
    expect([guess.verdict, guess.refusal]).toEqual(["other_record", "type_open"]);
    expect(guess.record).toBeUndefined();
  });
});

describe("headings that leave questions", () => {
  const people = [
    ["1", "Martin", "Jean", "a@x.test", "Oui", "2026-01-02T03:04:05"],
    ["2", "Dupont", "Marie", "b@x.test", "Non", "2026-01-03T03:04:05"],
    ["3", "Roux", "Anne", "c@x.test", "Oui", "2026-01-04T03:04:05"],
  ];
  const guessOf = (headings: readonly string[] | null) =>
    guessMapping({ name: "a.csv", headings, rows: people, isGrouped: true }, { record: "staff" }).fields;

  test("text above several headings is not part of each", () => {
    const { name } = guessOf(["Matricule", "Qwerty Nom", "Qwerty Prénom", "Courriel", "X", "Y"]);
    expect(name).toMatchObject({ columns: ["Qwerty Prénom", "Qwerty Nom"] });
  });

  test("columns of flags and times are offered as candidates", () => {
    const { is_active: use, updated_at: time } = guessOf([
      "Matricule",
      "Nom",
      "Prénom",
      "Courriel",
      "X",
      "Y",
    ]);
    expect(use).toMatchObject({ decision: "abstained", candidates: [{ column: "X" }] });
    expect(time).toMatchObject({ decision: "abstained", candidates: [{ column: "Y" }] });
  });
});

describe("rows that are not records", () => {
  const rows = [
    ["1", "tax_a", "20%", "sale", "20"],
    ["", "", "", "", "tag a"],
    ["2", "tax_b", "10%", "sale", "10"],
    ["", "", "", "", "tag b"],
    ["", "", "", "", "tag c"],
    ["3", "tax_c", "0%", "purchase", "0"],
  ];

  test("rows without a key continue the record above", () => {
    const guess = guessMapping(
      { name: "tax.csv", headings: ["id", "code", "name", "type_tax_use", "amount"], rows },
      { record: "tax-code" },
    );
    expect(guess.rows.continuations).toBe(3);
    expect(guess.rows.rows).toHaveLength(3);
    expect(draftMapping(guess, { name: "x", schema: "s" })).toContain("continuation: { blank: id }");
  });

  test.each(["Subtotaal", "Deelsom"])("rows that all begin with %s continue nothing", (word) => {
    const rows = [
      ["Import", "001", "Anna Bakker", "a@x.test"],
      ["Import", "002", "Bram Visser", "b@x.test"],
      [`${word} Import`, "", "", ""],
      ["Export", "003", "Cees Jansen", "c@x.test"],
      [`${word} Export`, "", "", ""],
      ["Kade", "004", "Dirk Smit", "d@x.test"],
      [`${word} Kade`, "", "", ""],
    ];
    const headings = ["Afd.", "Pers.nr", "Naam", "E-mail"];
    const guess = guessMapping({ name: "personeel.csv", headings, rows }, { record: "staff" });
    expect(guess.rows.continuations).toBe(0);
    expect(draftMapping(guess, { name: "x", schema: "s" })).not.toContain("continuation");
  });

  test("totals at the end and examples at the start are named and skipped", () => {
    const guess = guessMapping(
      {
        name: "fees.csv",
        headings: ["Code", "Description", "Amount"],
        rows: [
          ["[Code]", "[Description]", "[Amount]"],
          ["A", "Air freight", "10"],
          ["B", "Ocean freight", "20"],
          ["Total", "", "30"],
        ],
      },
      { record: "charge-code" },
    );
    expect(guess.rows.rows).toHaveLength(2);
    const draft = draftMapping(guess, { name: "x", schema: "s" });
    expect(draft).toContain("stop_at: Total");
    expect(draft).toContain("skip:");
  });

  const people = ["Ana", "Bo", "Carla", "Dario", "Eva"].map((name, index) => [
    String(index + 101),
    `${name} Ruiz`,
    `${name.toLowerCase()}@x.test`,
    index === 2 ? "N" : "S",
  ]);
  const withFooter = (footer: string) =>
    guessMapping({
      name: "staff.csv",
      headings: ["Nº empleado", "Nombre completo", "Correo electrónico", "Activo"],
      rows: [...people, ...footer.split("\n").map((line) => line.split(","))],
    });

  test.each([
    ["Total: 5,,,", 'stop_at: "Total:"'],
    [",Total empleados,5,", "stop_at: Total empleados"],
    [",Totales,,4 / 1", "stop_at: Totales"],
    ["Registros listados,,,5", "stop_at: Registros listados"],
    ["Impreso el 24/11/2026,,,", "stop_at: Impreso el"],
    ["---,---,---,---\nSumme,5,,", 'stop_at: "---"'],
    ["5 empleados,,,", "skip:\n  - { column: Nº empleado, contains: empleados }"],
    ["999,TOTAL,,", "skip:\n  - { column: Nombre completo, contains: TOTAL }"],
    [",5,,", "A row without distinctive words is still read as a record"],
  ])("lines below the records cause no questions: %s", (footer, expected) => {
    const guess = withFooter(footer);
    expect(guess.rows.rows).toEqual(people);
    const draft = draftMapping(guess, { name: "x", schema: "s" });
    expect(draft.replace(/\n#\? /g, " ")).toContain(expected);
    expect(draft).not.toContain("TODO");
  });

  test.each(["106,Finn Abel,,", "106,Total Ltd,finn@x.test,S"])(
    "does not skip a last row that may be a record: %s",
    (row) => {
      expect(withFooter(row).rows.footers).toEqual([]);
    },
  );

  test("repeated headings are skipped without a question", () => {
    const headings = ["Id", "Name", "Mail", "Active"];
    const guess = guessMapping({
      name: "x",
      headings,
      rows: [...people.slice(0, 3), headings, ...people.slice(3)],
    });
    expect(guess.rows.rows).toEqual(people);
    const draft = draftMapping(guess, { name: "x", schema: "s" });
    expect(draft).toContain("skip:\n  - { column: Id, equals: Id }");
    expect(draft).not.toContain("TODO");
  });

  test("does not read the last row as a footer if the file has more rows", () => {
    const sample = { name: "x", headings: ["Id", "Name", "Mail"], rows: [...people, ["Total", "", "", ""]] };
    expect(guessMapping({ ...sample, isCut: true }).rows.footers).toEqual([]);
  });

  test("names every repeated id with its lines", () => {
    const list = [
      ["A", "Air freight"],
      ["B", "Ocean freight"],
      ["A", "Handling"],
      ["C", "Storage"],
      ["D", "Customs"],
      ["E", "Trucking"],
      ["E", "Trucking"],
      ["F", "Fumigation"],
      ["G", "Insurance"],
      ["H", "Inspection"],
      ["I", "Documents"],
    ];
    const guess = guessMapping(
      { name: "fees.csv", headings: ["Code", "Description"], rows: list },
      { record: "charge-code" },
    );
    expect(guess.duplicates).toEqual([
      { rows: [0, 2], same: false },
      { rows: [5, 6], same: true },
    ]);
    const draft = draftMapping(guess, {
      name: "x",
      schema: "s",
      lineOf: (row) => list.findIndex((each) => each === row) + 2,
    });
    expect(draft).toContain("lines 2 and 4");
  });
});

test("maps a rate column in which some values are words such as `exempt`", () => {
  const [table] = readTables(`
## tax-code | pl | words beside rates
Kod | Opis | Stawka
A1 | Podstawowa | 23%
A2 | Obniżona | 8%
A3 | Superobniżona | 5 %
A4 | Zero | 0%
A5 | Zwolnione | zw.
A6 | Nie podlega | n.p.
A7 | Inna | 8,0%
`);
  const { rate } = guessMapping(table!, { record: "tax-code" }).fields;
  expect(rate).toMatchObject({
    decision: "chosen",
    columns: ["Stawka"],
    operation: { op: "rate", unit: "percent", decimal: "," },
    warnings: ["some values are not numbers"],
  });
});

test("proposes the meaning of yes and no in a column of active records, and asks about other words", () => {
  const people = ["Sí", "Sí", "No", "sí", "De baja", "De baja"].map(
    (state, i) => `E${i} | Ana Ruiz | a${i}@n.test | ${state}`,
  );
  const [table] = readTables(`
## staff | es | yes, no and a status
Código | Nombre | Correo | En activo
${people.join("\n")}
`);
  const guess = guessMapping(table!, { record: "staff" });
  const draft = draftMapping(guess, { name: "sample.csv", schema: "mapping.schema.json" });
  expect(draft).toContain("is_active: { column: En activo, values: { Sí: true, No: false, De baja: TODO } }");
});

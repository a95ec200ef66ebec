import { describe, expect, test } from "vitest";
import { inferFromPair, openFields, unexplainedRecords, type PairResult } from "../../src/guess/pair/pair.js";
import { pairDraft } from "../../src/guess/pair/pair-draft.js";
import { compileMapping } from "../../src/mapping/compile.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { account } from "../../src/records/account.js";
import type { GuessSample } from "../../src/guess/table.js";

const today = "2026-03-02";

/** A table from lines of `a | b | c`. */
function table(name: string, text: string): GuessSample {
  const [headings = [], ...rows] = text
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return { name, headings, rows };
}

function infer(exported: GuessSample, list: GuessSample, zone?: string): PairResult {
  const result = inferFromPair(exported, list, { today, zone });
  if (typeof result === "string") throw new Error(result);
  return result;
}

/** What the inferred mapping makes of the export, through the parser and the compiler: id to values. */
function run(result: PairResult, exported: GuessSample, zone: string): Map<string, Record<string, unknown>> {
  const draft = pairDraft(result, { name: "export.csv", schema: "s.json" });
  const parsed = parseMapping(draft, "draft.yaml");
  if ("diagnostics" in parsed)
    throw new Error(parsed.diagnostics.map((mistake) => mistake.message).join("; "));
  const compiled = compileMapping(parsed.parsed, {
    account: account("a", { country: "DE", zone, tax_codes: "none" }),
    lookups: { find: () => undefined },
    today,
    tables: new Map(),
  });
  if ("diagnostics" in compiled)
    throw new Error(compiled.diagnostics.map((mistake) => mistake.message).join("; "));
  const rows = exported.rows.map((cells, index) => ({ line: index + 2, cells }));
  const bound = compiled.compiled.bind(exported.headings, rows[0]);
  return new Map(
    rows.flatMap((row) => {
      const outcome = bound.apply(row);
      if (outcome.kind !== "draft") return [];
      return [[String(outcome.draft.values["external_id"]), outcome.draft.values] as const];
    }),
  );
}

describe("an export and the list that a script made of it", () => {
  const exported = table(
    "personal.csv",
    `
Mandant | Nr | Nachname | Vorname | Mail | Sperre | Geändert
10 | 0017 | Vogel | Petra | P.Vogel@n.test | | 01.03.2026 09:15
10 | 0018 | Groß | Anna | A.Gross@n.test | X | 02.01.2026 10:00
20 | 0017 | Huber | Franz | F.Huber@n.test | | 05.02.2026 11:00
10 | 0021 | Schmidt | Tom | T.Schmidt@n.test | | 20.07.2025 08:30
10 | 0023 | Lang | Eva | E.Lang@n.test | | 11.11.2025 17:45
20 | 0030 | Moser | Ida | I.Moser@n.test | X | 12.12.2025 12:00`,
  );
  const list = table(
    "staff.csv",
    `
external_id | updated_at | name | email_address | is_active
N-0017 | 2026-03-01T08:15:00.000Z | Petra Vogel | p.vogel@n.test | true
N-0018 | 2026-01-02T09:00:00.000Z | Anna Groß | a.gross@n.test | false
N-0021 | 2025-07-20T06:30:00.000Z | Tom Schmidt | t.schmidt@n.test | true
N-0023 | 2025-11-11T16:45:00.000Z | Eva Lang | e.lang@n.test | true`,
  );
  const result = infer(exported, list);

  test("columns, joins, flags, times and their zone, and a prefix are found", () => {
    expect(result.fields.get("external_id")?.source).toBe("Nr");
    expect(result.alignment.idPrefix).toBe("N-");
    expect(result.fields.get("name")?.source).toEqual({ join: ["Vorname", "Nachname"], separator: " " });
    expect(result.fields.get("email_address")).toMatchObject({ explained: 4, unexplained: [] });
    expect(result.fields.get("is_active")?.source).toEqual({
      column: "Sperre",
      values: { X: "false" },
      blank: "true",
    });
    expect(result.fields.get("updated_at")?.source).toEqual({
      column: "Geändert",
      date: "dd.MM.yyyy HH:mm",
      zone: "Europe/Berlin",
    });
    expect(openFields(result)).toEqual([]);
    expect(unexplainedRecords(result).size).toBe(0);
  });

  test("the rows of the other company are left out by a filter", () => {
    expect(result.filters).toEqual([{ list: "only", condition: { column: "Mandant", equals: "10" } }]);
    expect(result.leftOut).toEqual([]);
  });

  test("run for real, the draft makes the list again", () => {
    const made = run(result, exported, "Europe/Berlin");
    expect([...made.keys()]).toEqual(["N-0017", "N-0018", "N-0021", "N-0023"]);
    for (const row of list.rows) {
      const [id = "", updated_at, name, email, active] = row;
      expect(made.get(id)).toMatchObject({ updated_at, name, is_active: active === "true" });
      expect(String(made.get(id)?.["email_address"]).toLowerCase()).toBe(email);
    }
  });
});

describe("what a script decided by value", () => {
  const exported = table(
    "leistungen.csv",
    `
Code | Text | Text EN | Art | Steuer | Satz
AFRT | Luftfracht | Air freight | H | 1 | 0,19
OFRT | Seefracht | | H | 1 | 0,19
PICK | Abholung | Pick-up | V | 1 | 0,07
DELI | Zustellung | Delivery | N | 2 | 0
DOCS | Dokumente | | S | 2 | 0,19
CUST | Verzollung | Customs | S | 2 | 0,19`,
  );

  test("value maps and the first text that is filled", () => {
    const result = infer(
      exported,
      table(
        "charge-codes.csv",
        `
external_id | code | description | charge_type | tax_code | is_active
AFRT | AFRT | Air freight | freight | VAT19 | true
OFRT | OFRT | Seefracht | freight | VAT19 | true
PICK | PICK | Pick-up | origin | VAT19 | true
DELI | DELI | Delivery | destination | VAT0 | true
DOCS | DOCS | Dokumente | other | VAT0 | true
CUST | CUST | Customs | other | VAT0 | true`,
      ),
    );
    expect(result.fields.get("description")?.source).toEqual(["Text EN", "Text"]);
    expect(result.fields.get("charge_type")?.source).toEqual({
      column: "Art",
      values: { H: "freight", V: "origin", N: "destination", S: "other" },
    });
    expect(result.fields.get("tax_code")?.source).toEqual({
      column: "Steuer",
      values: { 1: "VAT19", 2: "VAT0" },
    });
    expect(result.fields.get("is_active")?.source).toEqual({ constant: "true" });
    expect(openFields(result)).toEqual([]);
  });

  test("a look-up by code, when the tax codes are given", () => {
    const list = table(
      "charge-codes.csv",
      `
external_id | code | description | charge_type | tax_code | is_active
AFRT | AFRT | Luftfracht | freight | T-1 | true
OFRT | OFRT | Seefracht | freight | T-1 | true
PICK | PICK | Abholung | origin | T-1 | true
DELI | DELI | Zustellung | destination | T-2 | true
DOCS | DOCS | Dokumente | other | T-2 | true
CUST | CUST | Verzollung | other | T-2 | true`,
    );
    const result = inferFromPair(exported, list, {
      today,
      lookups: { find: (_target, _field, value) => [{ external_id: `T-${value}`, is_active: true }] },
    });
    if (typeof result === "string") throw new Error(result);
    expect(result.fields.get("tax_code")?.source).toEqual({ column: "Steuer", lookup: "tax-code.code" });
  });

  test("records that no rule explains are named, and so are rows that nothing leaves out", () => {
    const result = infer(
      exported,
      table(
        "charge-codes.csv",
        `
external_id | code | description | charge_type | is_active
AFRT | AFRT | Luftfracht | freight | true
OFRT | OFRT | Seefracht | freight | true
PICK | PICK | Abholung! | origin | true
DOCS | DOCS | by hand | other | true
GONE | GONE | not in the export | other | true`,
      ),
    );
    expect(result.withoutRow).toEqual([4]);
    expect(result.fields.get("description")?.source).toBeUndefined();
    expect(openFields(result)).toContain("description");
    expect(result.leftOut.length + result.filters.length).toBeGreaterThan(0);
  });
});

describe("several rows of one id", () => {
  const exported = table(
    "satz.csv",
    `
Code | Name | Satz | Von | Bis
U1 | USt alt | 16,00 | 01.07.2020 | 31.12.2020
U1 | USt | 19,00 | 01.01.2021 |
U2 | USt ermäßigt | 7,00 | 01.01.2021 |
U3 | USt frei | 0,00 | 01.01.2000 |`,
  );
  const list = table(
    "tax-codes.csv",
    `
external_id | code | description | is_active | rate | valid_from
U1 | U1 | USt | true | 19 | 2021-01-01
U2 | U2 | USt ermäßigt | true | 7 | 2021-01-01
U3 | U3 | USt frei | true | 0 | 2000-01-01`,
  );

  test("the period that is valid today", () => {
    const result = infer(exported, list);
    expect(result.filters).toEqual([{ list: "only", condition: { column: "Bis", not_ended: "dd.MM.yyyy" } }]);
    expect(result.fields.get("rate")?.source).toEqual({
      column: "Satz",
      decimal: { sign: ",", scale: "percent" },
    });
    expect(openFields(result)).toEqual([]);
    expect(run(result, exported, "Europe/Berlin").get("U1")).toMatchObject({
      rate: "19",
      description: "USt",
    });
  });
});

describe("a list that a script made with cuts and several filters", () => {
  const rows = Array.from({ length: 36 }, (_, i) => ({
    company: ["DE01", "AT02", "CH03"][i % 3] ?? "",
    number: String(100 + i),
    family: ["Vogel", "Klein", "Weber", "Roth", "Kern"][i % 5] ?? "",
    given: ["Petra", "Hans", "Mia", "Karl"][i % 4] ?? "",
    status: i % 4 === 0 ? "T" : i % 4 === 1 ? "I" : "A",
  }));
  const exported = table(
    "export.csv",
    `Key | Family | Given | Company | Status\n${rows
      .map((row) => `HR/${row.number}/X | ${row.family} | ${row.given} | ${row.company} | ${row.status}`)
      .join("\n")}`,
  );
  const list = table(
    "list.csv",
    `external_id | name | email_address | is_active\n${rows
      .filter((row) => row.company !== "CH03" && row.status !== "T")
      .map((row, i) => {
        const name = `${row.family.toUpperCase()} ${row.given}`;
        return `${row.number} | ${name} | x${String(i * 7)}@firma.test | ${String(row.status === "A")}`;
      })
      .join("\n")}`,
  );
  const result = infer(exported, list);

  test("is explained: a part of the key, a name in capitals, two rules for what is left out", () => {
    expect(result.alignment.source).toEqual({ column: "Key", split: { by: "/", take: "2" } });
    expect(result.fields.get("name")?.source).toEqual({
      join: [{ column: "Family", case: "upper" }, "Given"],
    });
    expect(result.filters).toEqual([
      { list: "skip", condition: { column: "Company", equals: "CH03" } },
      { list: "skip", condition: { column: "Status", equals: "T" } },
    ]);
    expect(result.leftOut).toEqual([]);
  });

  test("but for what stands nowhere in the export", () => {
    expect(openFields(result)).toEqual(["email_address"]);
  });
});

test("a list of other records, or without an id, is said to be that", () => {
  const exported = table("a.csv", "Code | Name\nA | Anna\nB | Bo");
  const list = table("l.csv", "external_id | name | email_address\nX1 | Zoe | z@x.test\nX2 | Max | m@x.test");
  expect(inferFromPair(exported, list, { today })).toBe("no rows in common");
  expect(inferFromPair(exported, table("l.csv", "id | name\nA | Anna"), { today })).toBe("no external_id");
});

describe("a table that the script took values from", () => {
  const exported = table(
    "staff.csv",
    Array.from(
      { length: 20 },
      (_, i) => `${String(100 + i)} | Ann ${"ABCDEFGHIJKLMNOPQRST"[i] ?? ""}xley | T${String(i % 4)}`,
    ).reduce((text, line) => `${text}\n${line}`, "Nr | Name | Team"),
  );
  const addresses = {
    headings: ["PersNr", "Adresse", "Gone"],
    rows: Array.from({ length: 18 }, (_, i) => [
      String(100 + i),
      `p${String(i * 7)}@n.test`,
      i % 3 === 0 ? "yes" : "no",
    ]),
  };
  const list = table(
    "list.csv",
    Array.from(
      { length: 20 },
      (_, i) =>
        `${String(100 + i)} | Ann ${"ABCDEFGHIJKLMNOPQRST"[i] ?? ""}xley | ${i < 18 ? `p${String(i * 7)}@n.test` : ""} | true`,
    ).reduce((text, line) => `${text}\n${line}`, "external_id | name | email_address | is_active"),
  );

  test("gives the look-up, proved row by row, with a blank where it has no line", () => {
    const result = inferFromPair(exported, list, { today, tables: new Map([["mails.csv", addresses]]) });
    if (typeof result === "string") throw new Error(result);
    expect(result.fields.get("email_address")).toMatchObject({
      source: {
        column: "Nr",
        lookup: { file: "mails.csv", key: "PersNr", value: "Adresse" },
        otherwise: { constant: "" },
      },
      explained: 20,
    });
    const draft = pairDraft(result, { name: "staff.csv", schema: "s.json" });
    expect(draft.replace(/\n#\? /g, " ")).toContain("Lay mails.csv beside the mapping");
    expect("diagnostics" in parseMapping(draft, "draft.yaml")).toBe(false);
  });

  test("that has other answers explains nothing", () => {
    const others = { ...addresses, rows: addresses.rows.map(([nr = ""]) => [nr, `q${nr}@n.test`, "no"]) };
    const result = inferFromPair(exported, list, { today, tables: new Map([["mails.csv", others]]) });
    if (typeof result === "string") throw new Error(result);
    expect(openFields(result)).toEqual(["email_address"]);
  });
});

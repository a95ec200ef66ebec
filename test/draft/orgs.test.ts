import { describe, expect, it } from "vitest";
import { draftMapping, openAnswers } from "../../src/draft/draft.js";
import { guessMapping } from "../../src/draft/guess.js";
import type { FieldGuess } from "../../src/draft/field-guess.js";
import { recordsOf } from "./draft-records.js";
import { orgs } from "./tables/orgs.js";

interface Table {
  /** `any`: the draft must ask for the type. `not`: a different list, which is never drafted as orgs. */
  readonly record: string;
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly truth: ReadonlyMap<string, readonly string[]>;
}

const cells = (line: string) => line.split("|").map((cell) => cell.trim());

const tables: readonly Table[] = orgs
  .split(/^## /m)
  .slice(1)
  .map((block) => {
    const [first = "", ...lines] = block.split("\n").filter((line) => line.trim() !== "");
    const [record = "", , name = ""] = cells(first);
    const [headings = [], ...rows] = lines.filter((line) => !/^[=~] /.test(line)).map(cells);
    const truth = new Map<string, string[]>();
    for (const line of lines) {
      const [, field = "", value = ""] = /^[=~] (\w+): (.*)$/.exec(line) ?? [];
      if (field !== "") truth.set(field, [...(truth.get(field) ?? []), value]);
    }
    return { record, name, headings, rows, truth };
  });

/** What a draft decides about a field. `(none)` if it decides nothing. */
function choiceOf(guess: FieldGuess | undefined): string {
  if (guess?.decision !== "chosen") return "(none)";
  const { operation, columns } = guess;
  const values = "values" in operation ? [...operation.values.values()] : [];
  if (values.includes(undefined)) return "(none)";
  const inverted = operation.op === "flag" && operation.invert ? "not " : "";
  return columns.length > 0
    ? inverted + columns.join(" + ")
    : operation.op === "written"
      ? operation.text
      : "";
}

const guessed = ({ name, headings, rows }: Table) => guessMapping({ name, headings, rows });

describe("orgs in exports that were not made for Lading", () => {
  it.each(tables.filter(({ record }) => record === "org").map((table) => [table.name, table] as const))(
    "are drafted with the right columns (%s)",
    (_, table) => {
      const guess = guessed(table);
      expect([guess.verdict, guess.record]).toEqual(["draft", "org"]);
      const choices = new Map(Object.entries(guess.fields).map(([field, each]) => [field, choiceOf(each)]));
      const contacts = /split: (?:"([^"]*)"|([^,]*)), .*email_address: (?:"([^"]*)"|(.*?)) \}/.exec(
        guess.lists?.[0] ?? "",
      );
      choices.set(
        "contacts",
        contacts === null
          ? "(none)"
          : `${contacts[1] ?? contacts[2] ?? ""} + ${contacts[3] ?? contacts[4] ?? ""}`,
      );
      const wrong = [...choices].filter(
        ([field, choice]) => choice !== "(none)" && !(table.truth.get(field) ?? []).includes(choice),
      );
      const missing = [...table.truth].filter(
        ([field, right]) => !right.includes("(none)") && choices.get(field) === "(none)",
      );
      expect({ wrong, missing: missing.map(([field]) => field) }).toEqual({ wrong: [], missing: [] });
    },
  );

  it.each(tables.filter(({ record }) => record !== "org").map((table) => [table.name, table] as const))(
    "are never drafted without asking if the table may be a different list (%s)",
    (_, table) => {
      const guess = guessed(table);
      expect(guess.record).not.toBe("org");
      if (table.record === "any") expect(guess.reason).toMatch(/customers|orgs/);
      if (guess.verdict === "draft")
        expect(openAnswers(draftMapping(guess, { name: "export.csv", schema: "s.json" }))).toBeGreaterThan(0);
    },
  );

  it("produces orgs once the questions of the draft are answered, without the account's country", async () => {
    const table = tables.find(({ name }) => name === "Kreditorenstamm");
    if (table === undefined) throw new Error("no table");
    const draft = draftMapping(guessed(table), {
      name: "export.csv",
      schema: "s.json",
      account: new Map([["country", "DE"]]),
    });
    expect(draft.split("\n").filter((line) => line.includes("TODO"))).toEqual(["  is_debtor: TODO"]);
    const records = await recordsOf(draft.replace("TODO", "{ constant: false }"), table);
    expect(records).toMatchObject([
      {
        external_id: "70001",
        name: "Müller Transporte GmbH",
        country: "DE",
        is_active: true,
        is_creditor: true,
      },
      {
        country: "AT",
        days_to_pay: 14,
        contacts: [{ name: "Josef Huber", email_address: "j.huber@as.test" }],
      },
      { country: "CH", is_active: false, address_line_1: "Kai 7", postal_code: "4051", city: "Basel" },
    ]);
    const noCountry = { ...table, headings: table.headings.map((each) => (each === "Land" ? "#" : each)) };
    expect(
      draftMapping(guessed(noCountry), {
        name: "export.csv",
        schema: "s.json",
        account: new Map([["country", "DE"]]),
      }),
    ).toContain("country: TODO");
  });
});

it("asks which of two ids to use if only an unknown word distinguishes them", () => {
  const guess = guessMapping(
    {
      name: "vendors",
      headings: ["ERP Vendor ID", "SM Vendor ID", "Supplier Name"],
      rows: [
        ["VDR2873156", "S10834561", "Srinivasa Traders"],
        ["VDR1124303", "S10717420", "Steam One Ltd"],
        ["VDR1181761", "S10739550", "Alps Traders"],
      ],
    },
    { record: "org" },
  );
  expect(guess.fields["external_id"]).toMatchObject({
    decision: "abstained",
    candidates: [{ column: "ERP Vendor ID" }, { column: "SM Vendor ID" }],
  });
});

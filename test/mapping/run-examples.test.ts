import { describe, expect, it } from "vitest";
import { issue } from "../../src/model/issues.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { runExamples, standInAccount, type Judge } from "../../src/mapping/run-examples.js";
import { account } from "../../src/model/account.js";

const mapping = (examples: string) => `lading: 1
record: charge-code
only: [{ column: Company, equals: "\${account.company}" }]
fields:
  external_id: PK
  code: "#2"
  description: Text
  charge_type: { column: Group, values: { FRT: freight } }
  tax_code: { column: Tax, lookup: tax-code.code }
  is_active: { column: Until, active_until: dd.MM.yyyy }
examples:
${examples}`;

function run(examples: string, judge?: Judge): string[] {
  const result = parseMapping(mapping(examples), "m.yaml");
  if ("diagnostics" in result) throw new Error(JSON.stringify(result.diagnostics));
  const context = {
    account: account("acme", { company: "DE01" }),
    today: "2026-03-15",
    tables: new Map<string, never>(),
  };
  const { diagnostics } = runExamples(result.parsed, context, judge);
  return diagnostics.map((each) => `${each.line}:${each.column} ${each.message}`);
}

describe("the examples of a mapping", () => {
  it("pass if all expectations are met", () => {
    expect(
      run(`  - row: { PK: 17, "#2": 007, Text: Air, Group: frt, Tax: S1, Company: DE01 }
    record: { external_id: 17, code: 007, charge_type: freight, tax_code: S1, is_active: true }
  - row: { PK: 17, Group: FRT, Until: 31.12.2026, Company: "\${account.company}" }
    today: 2027-01-01
    record: { is_active: false, description: "", tax_code: "" }
  - row: { PK: 17, Group: INS, Company: DE01 }
    rejected: [unmapped_value]
  - row: { PK: 17, Company: DE02 }
    skipped: true
`),
    ).toEqual([]);
  });

  it("fail at the line with the difference", () => {
    expect(
      run(`  - row: { PK: 17, Group: FRT, Company: DE01 }
    record: { external_id: 17, charge_type: other, description: x }
  - row: { PK: 17, Group: INS, Company: DE01 }
    record: { external_id: 17 }
  - row: { PK: 17, Group: FRT, Company: DE01 }
    rejected: [unmapped_value]
  - row: { PK: 17, Group: FRT, Company: DE01 }
    skipped: true
  - row: { PK: 17, Company: DE02 }
    record: { external_id: 17 }
  - row: { PK: 17, Group: INS, Until: soon, Company: DE01 }
    rejected: [unmapped_value]
`),
    ).toEqual([
      '13:45 the result is "freight"',
      "13:65 the result is blank",
      "15:5 the row is rejected: The mapping does not define this value of charge_type.",
      "17:5 the row is not rejected",
      "19:14 the row is not skipped",
      '20:5 the row is skipped by the rule "only Company equals DE01"',
      "23:5 the row is rejected with invalid_date, unmapped_value",
    ]);
  });

  it("are also judged by the record rules, if the caller passes them", () => {
    const judge: Judge = ({ values }) => ({
      record: undefined,
      issues: values["code"] === null ? [issue("missing_value", { field: "code" }, { field: "code" })] : [],
    });
    expect(
      run("  - { row: { PK: 17, Group: FRT, Company: DE01 }, rejected: [missing_value] }", judge),
    ).toEqual([]);
    expect(
      run("  - { row: { PK: 17, Group: FRT, Company: DE01 }, record: { external_id: 17 } }", judge),
    ).toEqual(["12:51 the row is rejected: The required field code is blank."]);
  });

  it("belong to the account's company if they leave the column out", () => {
    expect(run("  - { row: { PK: 17, Group: FRT }, record: { external_id: 17 } }")).toEqual([]);
  });

  it("run for a stand-in account if no feed uses the mapping yet", () => {
    const text = mapping(
      "  - { row: { PK: 17, Group: FRT, Company: company }, record: { code: '', tax_code: house } }",
    );
    const result = parseMapping(
      text.replace("column: Tax,", "column: Tax, default: '${account.house}',"),
      "m.yaml",
    );
    if ("diagnostics" in result) throw new Error(JSON.stringify(result.diagnostics));
    const context = {
      account: standInAccount(result.parsed),
      today: "2026-03-15",
      tables: new Map<string, never>(),
    };
    expect(runExamples(result.parsed, context)).toEqual({ run: 1, diagnostics: [] });
  });
});

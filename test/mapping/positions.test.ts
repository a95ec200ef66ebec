import { describe, expect, it } from "vitest";
import { account } from "../../src/model/account.js";
import { compiledFor, evaluatedBy } from "./evaluating.js";

/** Columns without a heading, which a mapping can only read by position. */

const of = account("de", { country: "DE", tax_codes: "none" });
const fields = (description: string) => `lading: 1
record: charge-code
fields:
  external_id: Code
  code: Code
  description: ${description}
  tax_code: { constant: S1 }
  charge_type: { constant: freight }
  is_active: { constant: true }
`;

const csv = "Code,Name,\nA,Air,\nB,Sea,note\nC,Road,\nD,Rail,\n";
const page = `<table><tr><th>Code</th><th>Name</th><th></th></tr>${["A,Air", "B,Sea,note", "C,Road", "D,Rail"]
  .map((row) => {
    const [code, name, note = ""] = row.split(",");
    return `<tr><td>${code}</td><td>${name}</td><td>${note}</td></tr>`;
  })
  .join("")}</table>`;

describe.each([
  ["CSV", csv],
  ["HTML", page],
])("a column without a heading in %s that few rows fill", (format, file) => {
  it.each([
    ["a field reads", fields('{ first: ["#3", Name] }'), ["Air", "note", "Road", "Rail"]],
    [
      "a condition reads",
      fields("Name") + 'skip: [{ column: "#3", equals: note }]\n',
      ["Air", "Road", "Rail"],
    ],
  ])("is a column of the table if %s", async (_what, mapping, descriptions) => {
    const { accepted, rejected, issues } = await evaluatedBy(compiledFor(mapping, of), of, file);
    expect(accepted.map(({ record }) => record["description"])).toEqual(descriptions);
    expect(rejected).toEqual([]);
    expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("contains extra cells if nothing reads it", async () => {
    const { rejected } = await evaluatedBy(compiledFor(fields("Name"), of), of, file);
    expect(rejected.map(({ line }) => line)).toEqual([format === "CSV" ? 3 : expect.any(Number)]);
  });
});

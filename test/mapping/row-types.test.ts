import { describe, expect, it } from "vitest";
import { unpacked } from "../../src/convert/evaluation.js";
import { account } from "../../src/model/account.js";
import { compiledFor, evaluatedBy } from "./evaluating.js";

const of = account("de", { country: "DE", zone: "UTC", tax_codes: "none" });

const mapping = (read: string, id = '"#2"') => `lading: 1
record: job
read: { ${read} }
group: { under: { column: "#1", equals: H } }
fields: { external_id: ${id} }
lists:
  waybills: { rows: { column: "#1", equals: L }, fields: { number: "#4" } }
`;

async function resultOf(text: string, file: string) {
  const done = await evaluatedBy(compiledFor(text, of), of, file);
  return {
    jobs: Object.fromEntries(
      done.accepted.map(({ record }) => [
        record.external_id,
        (record["waybills"] as { readonly number: string }[]).map(({ number }) => number),
      ]),
    ),
    rejected: done.rejected.map(({ cells, continued = [] }) =>
      [cells, ...continued.map((row) => row.cells)].map(unpacked),
    ),
    issues: done.issues.map(({ code, line }) => `${line} ${code}`),
  };
}

/** Many narrow rows, and one wide row among them. */
const few = Array.from({ length: 50 }, (_, i) => `H,J${i}\n`).join("");

describe("rows of types with more cells than the others", () => {
  it("are read if the mapping states the column with the types", async () => {
    const file = `${few}L,1,a,N1\nL,2,,"N\n2"\n`;
    const { jobs, issues } = await resultOf(mapping('header: none, types: "#1"'), file);
    expect(issues).toEqual([]);
    expect(Object.keys(jobs)).toHaveLength(50);
    expect(jobs["J49"]).toEqual(["N1", "N\n2"]);
  });

  it("may be wider than the header", async () => {
    const { jobs, issues } = await resultOf(mapping("types: Rec", "Job"), `Rec,Job\n${few}L,1,a,N1\n`);
    expect(issues).toEqual([]);
    expect(jobs["J49"]).toEqual(["N1"]);
  });

  it("reject their record if their number of cells differs from that of their type", async () => {
    const file = "H,J1\nL,1,a,N1\nL,2,b,c,N2\nH,J2\nL,3,a,N3\nH,J3\nL,4\n";
    const { jobs, issues, rejected } = await resultOf(mapping('header: none, types: "#1"'), file);
    expect(jobs).toEqual({ J2: ["N3"] });
    expect(issues).toEqual(["3 row_too_long", "7 row_too_short"]);
    expect(rejected[1]).toEqual([
      ["H", "J3", ""],
      ["L", "4", ""],
    ]);
  });

  it("are still refused without the statement", async () => {
    const { jobs, issues } = await resultOf(mapping("header: none"), `${few}L,1,a,N1\n`);
    expect(jobs).toEqual({});
    expect(issues).toContain("undefined missing_column");
  });

  it("need a column that exists", async () => {
    const { issues } = await resultOf(mapping("types: Kind", "Job"), `Rec,Job\n${few}L,1,a,N1\n`);
    expect(issues).toEqual(["undefined header_not_found"]);
    expect(() => compiledFor(mapping('format: json, types: "#1"'), of)).toThrow(
      /mapping.yaml:3:23: `types` works only for delimited text/,
    );
  });
});

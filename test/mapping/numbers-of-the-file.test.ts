import { describe, expect, it } from "vitest";
import { account } from "../../src/model/account.js";
import { writeZip } from "../formats/zip-writer.js";
import { compiledFor, evaluatedBy } from "./evaluating.js";

/**
 * Numbers in JSON keep their decimal point on every path to a record, even if the mapping reads texts such as
 * `1.234,5`.
 */

const of = account("de", { country: "DE", zone: "UTC", tax_codes: "none" });
const comma = 'decimal: { sign: ",", thousands: "." }';

const rates = (more: string, rate: string): string => `
lading: 1
record: tax-code
${more}
fields:
  external_id: Code
  code: Code
  description: { constant: x }
  is_active: { constant: true }
  rate: { ${rate}, decimal: { sign: ",", thousands: ".", scale: percent } }
`;

async function ratesOf(mapping: string, file: string | Uint8Array): Promise<unknown[]> {
  const done = await evaluatedBy(compiledFor(mapping, of), of, file);
  return done.accepted.map(({ record }) => (record as { rate?: unknown }).rate);
}

const totals = (more: string, accruals: string, total: string): string => `
lading: 1
record: job
${more}
fields: { external_id: Job, number: Job }
lists:
  accruals:
    ${accruals}
    fields:
      external_id: Seq
      creditor: { constant: HARB }
      charge_code: { constant: FRT }
      tax_code: { constant: S1 }
      local_amount.currency: { constant: BHD }
      local_amount.pre_tax: ${total}
      local_amount.tax: { constant: "0" }
      local_amount.total: ${total}
      overseas_amount.currency: { constant: BHD }
      overseas_amount.pre_tax: ${total}
      overseas_amount.total: ${total}
`;

async function totalsOf(mapping: string, file: string): Promise<unknown[]> {
  const done = await evaluatedBy(compiledFor(mapping, of), of, file);
  expect(done.issues.filter(({ severity }) => severity === "error")).toEqual([]);
  return done.accepted.flatMap(({ record }) =>
    (record["accruals"] as readonly { local_amount: { total: unknown } }[]).map(({ local_amount }) =>
      String(local_amount.total),
    ),
  );
}

describe("a number of the file", () => {
  it("is carried down until a string follows", async () => {
    const file = JSON.stringify([
      { Code: "A", Rate: 1.625 },
      { Code: "B", Rate: null },
      { Code: "C", Rate: "1.234,5" },
      { Code: "D", Rate: "" },
    ]);
    const found = await ratesOf(rates("carry_down: [Rate]", "column: Rate"), file);
    expect(found).toEqual(["1.625", "1.625", "1234.5", "1234.5"]);
  });

  it("may be above the list, or in an enclosing list", async () => {
    const above = '{"Rate":1.625,"items":[{"Code":"A"}]}';
    expect(await ratesOf(rates("read: { records: items }", "column: $.Rate"), above)).toEqual(["1.625"]);
    const around = '{"groups":[{"Rate":1.625,"items":[{"Code":"A"}]},{"Rate":"1,5","items":[{"Code":"B"}]}]}';
    const found = await ratesOf(rates("read: { records: groups.items }", "column: groups.Rate"), around);
    expect(found).toEqual(["1.625", "1.5"]);
  });

  it("may be in the second of several files with a different column order", async () => {
    const files = [
      { name: "a.json", data: Buffer.from('[{"Code":"A","Rate":"1.234,5"}]') },
      { name: "b.json", data: Buffer.from('[{"Rate":1.625,"Code":"B"}]') },
    ];
    const found = await ratesOf(rates('read: { members: "*.json" }', "column: Rate"), writeZip(files));
    expect(found).toEqual(["1234.5", "1.625"]);
  });

  it("may be one of several candidates", async () => {
    const file = '[{"Code":"A","R1":"","R2":1.625},{"Code":"B","R1":1.625,"R2":"9"}]';
    expect(await ratesOf(rates("", "first: [R1, R2]"), file)).toEqual(["1.625", "1.625"]);
  });

  const group = "group: { by: Job, header: { column: Rec, equals: H } }";
  const rows = [
    { Rec: "H", Job: "J1", Rate: 1.625 },
    { Rec: "C", Job: "J1", Seq: 1, Net: 10.125 },
    { Rec: "C", Job: "J1", Seq: 2, Net: "1.234,5" },
  ];

  it("may be in a header row or in the row of an element", async () => {
    const isCost = "rows: { column: Rec, equals: C }";
    const ofHeader = totals(group, isCost, `{ header: Rate, ${comma} }`);
    expect(await totalsOf(ofHeader, JSON.stringify(rows))).toEqual(["1.625", "1.625"]);
    const ofRow = totals(group, isCost, `{ column: Net, ${comma} }`);
    expect(await totalsOf(ofRow, JSON.stringify(rows))).toEqual(["10.125", "1234.5"]);
  });

  it("is kept if the rows of a record are scattered", async () => {
    const scattered = totals(
      "group: { by: Job, header: { column: Rec, equals: H }, scattered: true }",
      "rows: { column: Rec, equals: C }",
      `{ column: Net, ${comma} }`,
    );
    const file = JSON.stringify([rows[0], { Rec: "H", Job: "J2" }, rows[1], rows[2]]);
    expect(await totalsOf(scattered, file)).toEqual(["10.125", "1234.5"]);
  });

  it("may be the only part of a split cell, or a factor", async () => {
    const split = totals("", 'split: Net\n    at: ";"', `{ column: "{part}", ${comma} }`).replace(
      "external_id: Seq",
      "external_id: { constant: 1 }",
    );
    expect(await totalsOf(split, '[{"Job":"J1","Net":10.125},{"Job":"J2","Net":"1.234,5"}]')).toEqual([
      "10.125",
      "1234.5",
    ]);
    const product = totals(
      "",
      "columns: 1..2",
      `{ product: [{ column: "Qty {n}", ${comma} }, { column: "Net {n}", ${comma} }] }`,
    ).replace("external_id: Seq", 'external_id: "Seq {n}"');
    const file =
      '[{"Job":"J1","Seq 1":"a","Qty 1":1.5,"Net 1":"2,0","Seq 2":"b","Qty 2":"1,5","Net 2":2.25}]';
    expect(await totalsOf(product, file)).toEqual(["3.0", "3.375"]);
  });
});

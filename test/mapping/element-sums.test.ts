import { describe, expect, it } from "vitest";
import { account } from "../../src/model/account.js";
import type { ObjectValue } from "../../src/model/record-type.js";
import { compiledFor, evaluatedBy } from "./evaluating.js";

const of = account("de", { country: "DE", zone: "UTC", tax_codes: "none" });

const amounts = (name: string, part: (name: string) => string) =>
  ["pre_tax", "tax", "total"].map((each) => `${name}.${each}: ${part(each)}`);

/** A mapping of invoices whose lines have the columns Net, Tax and Gross. */
function mapping(header: readonly string[], currency = "{ constant: EUR }"): string {
  const line = (part: string) =>
    `{ column: ${{ pre_tax: "Net", tax: "Tax" }[part] ?? "Gross"}, decimal: { sign: "." } }`;
  return `lading: 1
record: payables-invoice
group: { by: No }
fields:
  external_id: No
  status: { constant: posted }
  creditor: { constant: OCE }
  invoice_number: No
  local_amount.currency: ${currency}
  overseas_amount.currency: ${currency}
${header.map((each) => `  ${each}\n`).join("")}lists:
  charge_lines:
    rows: all
    fields:
      external_id: Line
      job: { constant: S1 }
      charge_code: { constant: FRT }
      tax_code: { constant: S1 }
      local_amount.currency: { constant: EUR }
      overseas_amount.currency: Currency
${["local_amount", "overseas_amount"].flatMap((each) => amounts(each, line).map((text) => `      ${text}\n`)).join("")}`;
}

const summed = (name: string) => amounts(name, (part) => `{ sum: charge_lines.${name}.${part} }`);
const all = [...summed("local_amount"), ...summed("overseas_amount")];

async function resultOf(text: string, rows: string) {
  const done = await evaluatedBy(compiledFor(text, of), of, `No,Line,Currency,Net,Tax,Gross,Total\n${rows}`);
  return {
    invoices: Object.fromEntries(
      done.accepted.map(({ record }) => {
        const { pre_tax, tax, total } = record["local_amount"] as ObjectValue;
        return [record.external_id, [pre_tax, tax, total]];
      }),
    ),
    issues: done.issues.map(({ code, line, field }) => `${line} ${code} ${field}`),
    money: done.counts.within?.find(({ of: what }) => what === "local_amount"),
  };
}

describe("an amount that is the sum of the elements", () => {
  it("adds all of them exactly, and its money is accounted for", async () => {
    const rows = "I1,1,EUR,0.1,0.02,0.12,\nI1,2,EUR,0.2,0.04,0.24,\nI2,3,EUR,-30,-5.70,-35.70,\n";
    const { invoices, issues, money } = await resultOf(mapping(all), rows);
    expect(issues).toEqual([]);
    expect(invoices).toEqual({ I1: ["0.3", "0.06", "0.36"], I2: ["-30.0", "-5.7", "-35.7"] });
    expect(money).toMatchObject({ read: "-35.34", accepted: "-35.34", rejected: "0.00" });
  });

  it("is compared with a total that is mapped", async () => {
    const stated = all.with(2, 'local_amount.total: { column: Total, decimal: { sign: "." } }');
    const rows = "I1,1,EUR,1,0,1,3\nI1,2,EUR,2,0,2,3\nI2,3,EUR,1,0,1,9\nI2,4,EUR,1,0,1,9\n";
    const { invoices, issues } = await resultOf(mapping(stated), rows);
    expect(invoices).toEqual({ I1: ["3.0", "0.0", "3.0"] });
    expect(issues).toEqual(["4 amount_contradicts local_amount.total"]);
  });

  it("is never calculated from several currencies or from no elements", async () => {
    const rows = "I1,1,EUR,1,0,1,\nI1,2,USD,2,0,2,\nI2,3,USD,1,0,1,\n";
    const { invoices, issues } = await resultOf(mapping(all, "{ constant: EUR }"), rows);
    expect(invoices).toEqual({});
    expect([...new Set(issues)]).toEqual([
      "2 several_currencies overseas_amount.pre_tax",
      "2 several_currencies overseas_amount.tax",
      "2 several_currencies overseas_amount.total",
      "4 several_currencies overseas_amount.pre_tax",
      "4 several_currencies overseas_amount.tax",
      "4 several_currencies overseas_amount.total",
    ]);
  });

  it.each([
    [
      "local_amount.tax: { sum: Tax }",
      /:11:28: no list has the amount "Tax"[^]*a list of columns, or one of/,
    ],
    [
      "local_amount.tax: { sum: charge_lines.local_amount.taxes }",
      /did you mean `charge_lines.local_amount.tax`/,
    ],
    [
      'local_amount.tax: { sum: charge_lines.local_amount.tax, decimal: { sign: "." } }',
      /`decimal` cannot be combined with the sum of elements/,
    ],
    [
      "local_amount.tax: { first: [{ sum: charge_lines.local_amount.tax }] }",
      /a sum of elements works only as a field of the record/,
    ],
    ["invoice_number: { sum: charge_lines.local_amount.tax }", /`sum` works only for amounts/],
  ])("is checked for mistakes: %s", (field, message) => {
    const text = mapping([field, ...all.filter((each) => !each.startsWith("local_amount.tax"))]).replace(
      field.startsWith("invoice_number") ? "  invoice_number: No\n" : "\0",
      "",
    );
    expect(() => compiledFor(text, of)).toThrow(message);
  });
});

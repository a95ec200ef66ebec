import { describe, expect, it } from "vitest";
import { exactText, type ExactJson } from "../../src/model/exact-json.js";
import { readOutboundInvoice } from "../../src/formats/json/outbound-invoice.js";

/** The body of `POST /payables-invoices` (`docs/interface.md` sections 2.5 and 4.2). */

const read = (text: string) => readOutboundInvoice(Buffer.from(text));

/** The required body, with some members replaced. */
function invoice(members: Readonly<Record<string, string>> = {}): string {
  const all = {
    creditor: '{"external_id":"HARB"}',
    invoice_number: '"0042"',
    overseas_amount: '{"currency":"EUR","pre_tax":100.00,"total":119}',
    charge_lines: '[{"accrual":null}]',
    ...members,
  };
  return `{${Object.entries(all)
    .map(([key, value]) => `"${key}":${value}`)
    .join(",")}}`;
}

function fieldsOf(text: string): readonly (string | null)[] {
  const found = read(text);
  return "issues" in found ? found.issues.map(({ field }) => field) : [];
}

describe("an outbound invoice", () => {
  it("requires only what the interface specifies", () => {
    expect(read(invoice())).toHaveProperty("invoice.invoice_number", "0042");
  });

  it.each(["123456789012345678901234567890.10", "0.10", "-0.00", "1", "1e2", "1E-7"])(
    "keeps %s unchanged, in an unknown field",
    (digits) => {
      const text = invoice({ extra: `{"deep":[${digits},"\\u00e4",true,null]}` });
      const found = read(text);
      if (!("invoice" in found)) throw new Error("refused");
      expect(exactText(found.invoice as unknown as ExactJson)).toBe(text.replace("\\u00e4", "ä"));
    },
  );

  it("keeps every digit of an amount, and refuses one that would have to be calculated", () => {
    const amount = (total: string) =>
      invoice({ overseas_amount: `{"currency":"EUR","pre_tax":0.10,"tax":null,"total":${total}}` });
    const found = read(amount("123456789012345678901234567890.10"));
    expect(found).toHaveProperty("invoice.overseas_amount.total.digits", "123456789012345678901234567890.10");
    expect(found).toHaveProperty("invoice.overseas_amount.pre_tax.digits", "0.10");
    for (const total of ["1e2", '"119.00"', "null", "true"])
      expect(fieldsOf(amount(total)), total).toEqual(["overseas_amount.total"]);
  });

  it.each(["P1 ", " P1", "P1\\u200b", "P\\n1", "\\u00a0P1"])(
    "refuses the number %j, of which a system may drop invisible characters",
    (number) => expect(fieldsOf(invoice({ invoice_number: `"${number}"` }))).toEqual(["invoice_number"]),
  );

  it("refuses too many lines and too long amounts before checking them", () => {
    expect(fieldsOf(invoice({ charge_lines: `[${"{},".repeat(10_000)}{}]` }))).toEqual(["charge_lines"]);
    const total = `{"currency":"EUR","pre_tax":1,"total":${"9".repeat(101)}}`;
    expect(fieldsOf(invoice({ overseas_amount: total }))).toEqual(["overseas_amount.total"]);
  });

  it("reports all mistakes at once, each with its place and without a value", () => {
    const found = read(
      invoice({
        creditor: '{"external_id":""}',
        invoice_number: '" "',
        invoice_date: '"27.02.2026"',
        overseas_amount: "null",
        charge_lines:
          '[{"accrual":{"external_id":"A1"}},{"job":{},"overseas_amount":{"currency":"eur","pre_tax":1,"tax":"0","total":1}},7]',
      }),
    );
    expect(found).toMatchObject({ code: "validation_error" });
    expect("issues" in found && found.issues.map(({ field }) => field)).toEqual([
      "creditor.external_id",
      "invoice_number",
      "invoice_date",
      "charge_lines[1].job.external_id",
      "charge_lines[1].accrual",
      "charge_lines[1].overseas_amount.currency",
      "charge_lines[1].overseas_amount.tax",
      "charge_lines[2].accrual",
      "overseas_amount",
    ]);
    expect("issues" in found && found.issues[4]?.message).toBe("`charge_lines[1].accrual` is missing.");
    expect(JSON.stringify(found)).not.toMatch(/27\.02|eur/);
  });

  it.each([
    ["", "a value is missing"],
    ['{"a":1', "the file ends"],
    ['{"a":1,"a":2}', 'an object has the key "a" twice'],
    [`${invoice()} 1`, "text after the value"],
    ['{"a":"\\ud800"}', "an incomplete character"],
    ['{"a":"\\u0000"}', "NUL"],
    ["[".repeat(100), "nested"],
  ])("%j is not JSON", (text, reason) => {
    const found = read(text);
    expect(found).toMatchObject({ code: "invalid_json", issues: [{ field: null }] });
    expect("issues" in found && found.issues[0]?.message).toContain(reason);
  });

  it("refuses bytes that are not UTF-8, and bodies that are not an object", () => {
    expect(readOutboundInvoice(Buffer.from([0x7b, 0xe4, 0x7d]))).toMatchObject({ code: "invalid_json" });
    expect(read("[]")).toEqual({
      code: "validation_error",
      issues: [{ field: null, message: "The body must be an object." }],
    });
  });
});

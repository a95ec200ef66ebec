import { describe, expect, it } from "vitest";
import { account } from "../../../src/model/account.js";
import { chargeCode, org, staff, taxCode } from "../../../src/model/record-types/index.js";
import type { RecordType } from "../../../src/model/record-type.js";
import { recordRules, type DraftValues } from "../../../src/model/rules/record.js";

const time = "2026-03-01T08:15:00.000Z";
const taxed = account("de", { country: "DE" });
const untaxed = account("us", { country: "US" });
const locate = (field: string) => ({ line: 7, column: field.toUpperCase(), field });

const petra = {
  external_id: "1",
  updated_at: time,
  name: "Petra",
  email_address: "p@example.com",
  is_active: true,
};
const freight = {
  external_id: "1",
  updated_at: time,
  code: "AF",
  description: "Air freight",
  charge_type: "freight",
  tax_code: "S1",
  is_active: true,
};

function verdict(type: RecordType, values: DraftValues, of = taxed) {
  return recordRules(type, type.requiredColumns, of)({ values }, locate);
}

function codes(type: RecordType, values: DraftValues, of = taxed) {
  return verdict(type, values, of).issues.map((found) => [found.line, found.field, found.code]);
}

describe("the rules of a record", () => {
  it("produce a record in column order", () => {
    const shuffled = {
      is_active: true,
      name: "Petra",
      email_address: "p@example.com",
      updated_at: time,
      external_id: "1",
    };
    expect(Object.keys(verdict(staff, shuffled).record ?? {})).toEqual(staff.columns);
  });

  it("leave a missing time for reconciling", () => {
    expect(verdict(staff, { ...petra, updated_at: null }).record).toEqual({ ...petra, updated_at: "" });
    expect(Object.keys(verdict(staff, { ...petra, updated_at: null }).record ?? {})).toEqual(staff.columns);
  });

  it("report all problems at once, each once", () => {
    expect(codes(staff, { external_id: null, name: "", email_address: "nobody", is_active: null })).toEqual([
      [7, "external_id", "missing_value"],
      [7, "name", "missing_value"],
      [7, "is_active", "missing_value"],
      [7, "email_address", "invalid_value"],
    ]);
  });

  it("never repeat a value in the sentence", () => {
    const found = verdict(staff, { ...petra, email_address: "secret person" }).issues[0];
    expect(found?.message).toBe("The field email_address is not valid: it is not an email address.");
    expect(found?.value).toBe("secret person");
    expect(found?.column).toBe("EMAIL_ADDRESS");
  });

  it("state the maximum length of a string", () => {
    const found = verdict(staff, { ...petra, name: "x".repeat(4100) }).issues;
    expect(found.map(({ message }) => message)).toEqual([
      "The field name is not valid: it has 4100 characters, but at most 4096 are allowed.",
    ]);
  });

  it.each([
    ["19.00", "it must not have trailing zeros. Write it like 19 or 7.5"],
    ["7.50", "it must not have trailing zeros. Write it like 19 or 7.5"],
    ["19,0", "it is not a decimal number such as 19 or 7.5"],
  ])("report a wrong rate: %s", (rate, reason) => {
    const vat = { external_id: "1", updated_at: time, code: "V", description: "VAT", is_active: true, rate };
    const found = recordRules(taxCode, taxCode.columns, taxed)({ values: vat }, locate).issues;
    expect(found.map((each) => each.message)).toEqual([`The field rate is not valid: ${reason}.`]);
  });

  const orgDraft = {
    external_id: "1",
    updated_at: time,
    name: "Ocean Line",
    code: "OCE",
    is_active: true,
    is_creditor: true,
    is_debtor: false,
    country: "SG",
    days_to_pay: "030",
    payments_scheduling_rule: "n_days_after_invoice_date",
  };
  const orgVerdict = (draft: object) =>
    recordRules(org, Object.keys(orgDraft), taxed)({ values: { ...orgDraft, ...draft } }, locate);

  it("convert only whole numbers to a number", () => {
    expect(orgVerdict({ days_to_pay: "30" }).record).toEqual({ ...orgDraft, days_to_pay: 30 });
    for (const text of ["030", "30.0", "1e2", "30 days", "-0", "9".repeat(20)]) {
      const { record, issues } = orgVerdict({ days_to_pay: text });
      expect(record).toBeUndefined();
      expect(issues.map(({ message }) => message)).toEqual([
        "The field days_to_pay is not valid: it is not a whole number such as 30.",
      ]);
    }
  });

  it.each([
    [{}, ["no_days_to_pay"]],
    [{ payments_scheduling_rule: "day_n_month_after_invoice_date" }, ["no_days_to_pay"]],
    [{ payments_scheduling_rule: "eom_following_receipt" }, []],
    [{ payments_scheduling_rule: null }, []],
    [{ is_creditor: false }, []],
    [{ days_to_pay: "0" }, []],
  ])("warn about a creditor whose rule counts days but has none: %o", (draft, expected) => {
    const { record, issues } = orgVerdict({ days_to_pay: null, ...draft });
    expect(record).toBeDefined();
    expect(issues.map(({ code, severity }) => [code, severity])).toEqual(
      expected.map((code) => [code, "warning"]),
    );
  });

  it.each(["Freight", "FRT", "freight ", "origin/destination"])(
    "never guess the charge type %j",
    (charge_type) => {
      expect(codes(chargeCode, { ...freight, charge_type })).toEqual([[7, "charge_type", "invalid_value"]]);
    },
  );

  it("require a tax code in accounts with tax, and permit none in others", () => {
    expect(codes(chargeCode, { ...freight, tax_code: null })).toEqual([[7, "tax_code", "missing_value"]]);
    expect(verdict(chargeCode, { ...freight, tax_code: null }, untaxed).record).toEqual({
      ...freight,
      tax_code: null,
    });
    expect(verdict(chargeCode, freight).record?.["tax_code"]).toEqual({ external_id: "S1" });
  });

  it("keep optional columns that the list has, as null if blank", () => {
    const columns = [...taxCode.requiredColumns, "rate"];
    const values = { external_id: "1", updated_at: time, code: "1", description: "x", is_active: true };
    expect(recordRules(taxCode, columns, taxed)({ values }, locate).record).toEqual({
      ...values,
      rate: null,
    });
  });
});

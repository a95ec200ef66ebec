import { describe, expect, it } from "vitest";
import { account } from "../../../src/model/account.js";
import { chargeCode, recordTypes, staff, taxCode } from "../../../src/model/record-types/index.js";
import { exampleValue, type Field } from "../../../src/model/fields.js";
import { columnsOf } from "../../../src/model/record-type.js";

const time = "2026-03-01T08:15:00.000Z";

describe("the recommended format", () => {
  it("has the columns of the design, in order", () => {
    expect(staff.columns).toEqual(["external_id", "updated_at", "name", "email_address", "is_active"]);
    expect(chargeCode.columns).toEqual([
      "external_id",
      "updated_at",
      "code",
      "description",
      "charge_type",
      "tax_code",
      "is_active",
    ]);
    expect(taxCode.requiredColumns).toEqual([
      "external_id",
      "updated_at",
      "code",
      "description",
      "is_active",
    ]);
    expect(taxCode.columns.slice(5)).toEqual([
      "rate",
      "country",
      "region",
      "tax_type",
      "direction",
      "category",
      "valid_from",
      "valid_to",
    ]);
  });

  it("accepts its own examples", () => {
    for (const type of recordTypes) {
      const record: unknown = Object.fromEntries(
        type.columns.map((name) => {
          return [name, exampleValue((type.fields as Readonly<Record<string, Field>>)[name] as Field)];
        }),
      );
      expect(type.schema.safeParse(record).error).toBeUndefined();
    }
  });

  const one = { external_id: "1", updated_at: "2026-03-01T08:15:00.000Z", name: "A", is_active: true };
  const isAddress = (email_address: string) => staff.schema.safeParse({ ...one, email_address }).success;

  it("accepts exactly what `format: email` accepts", () => {
    for (const address of [
      "r&d@x.example",
      "o'brien+hr@mail.x-y.example",
      "a.b#c!d@x.example",
      "_x_@1.example",
      "/o=acme/s=vogel@x400.example",
    ])
      expect(isAddress(address), address).toBe(true);
    for (const address of [
      "a..b@x.example",
      ".a@x.example",
      "a.@x.example",
      "a@localhost",
      "a@-x.example",
      "a@x-.example",
      "a b@x.example",
      "a@b@x.example",
      "a@x.example\n",
      "jos\u00e9@x.example",
      "a@x..example",
    ])
      expect(isAddress(address), address).toBe(false);
  });

  it.each([
    ["an extra key", { extra: 1 }],
    ["a time without milliseconds", { updated_at: "2026-03-01T08:15:00Z" }],
    ["a time with an offset", { updated_at: "2026-03-01T08:15:00.000+01:00" }],
    ["a blank id", { external_id: "" }],
    ["an address without a domain", { email_address: "petra" }],
    ["a flag as text", { is_active: "true" }],
  ])("refuses %s", (_, change) => {
    const good = {
      external_id: "1",
      updated_at: time,
      name: "A",
      email_address: "a@example.com",
      is_active: true,
    };
    expect(staff.schema.safeParse(good).success).toBe(true);
    expect(staff.schema.safeParse({ ...good, ...change }).success).toBe(false);
  });

  it.each(["19", "0", "-3.5", "0.19", "1234567890123456789.5"])("accepts the decimal %s", (rate) => {
    const record = { external_id: "1", updated_at: time, code: "1", description: "x", is_active: true, rate };
    expect(taxCode.schema.safeParse(record).success).toBe(true);
  });

  it.each(["19.0", "019", "1e3", "19,0", ".5", "5.", "+1", ""])("refuses the decimal %j", (rate) => {
    const record = { external_id: "1", updated_at: time, code: "1", description: "x", is_active: true, rate };
    expect(taxCode.schema.safeParse(record).success).toBe(false);
  });

  it("adds only filled optional columns to the required ones, in its own order", () => {
    expect(columnsOf(taxCode, ["country", "rate", "code"])).toEqual([
      ...taxCode.requiredColumns,
      "rate",
      "country",
    ]);
  });
});

describe("account", () => {
  it("has no tax in the US and tax elsewhere, unless stated otherwise", () => {
    expect(account("a", { country: "US" }).taxMode).toBe("non_tax");
    expect(account("a", { country: "DE" }).taxMode).toBe("tax");
    expect(account("a", { country: "US", tax_mode: "tax" }).taxMode).toBe("tax");
    expect(account("a", {}).taxMode).toBe("tax");
  });

  it("provides its own values to mappings", () => {
    const parameters = account("a", {
      country: "DE",
      company: "DE01",
      parameters: { branch: "HAM" },
    }).parameters;
    expect(Object.fromEntries(parameters)).toEqual({
      country: "DE",
      company: "DE01",
      branch: "HAM",
      tax_mode: "tax",
    });
  });
});

import { describe, expect, it } from "vitest";
import { countryCodes, meantCountry } from "../../src/model/countries.js";
import { account } from "../../src/model/account.js";
import { org, taxCode } from "../../src/model/record-types/index.js";
import { columnsOf } from "../../src/model/record-type.js";
import { recordRules } from "../../src/model/rules/record.js";

it("country codes match ISO 3166-1, with Kosovo", () => {
  expect(countryCodes.size).toBe(250);
  for (const code of ["DE", "GB", "GR", "XK", "SS", "TW"]) expect(countryCodes.has(code)).toBe(true);
});

it.each([
  ["UK", "GB"],
  ["EL", "GR"],
  ["FRA", "FR"],
  ["deu", "DE"],
  ["276", "DE"],
  ["Germany", "DE"],
  ["Deutschland", "DE"],
  ["Türkiye", "TR"],
  ["England", "GB"],
  ["U.S.A.", "US"],
  ["U.K.", "GB"],
  ["Great Britain", "GB"],
  ["Côte d'Ivoire", "CI"],
  ["United States", "US"],
  ["South Korea", "KR"],
  ["日本", "JP"],
  ["56", "BE"],
  ["SF", "FI"],
  ["ROM", "RO"],
  ["SUI", "CH"],
  ["Ivory Coast", "CI"],
  ["Oesterreich", "AT"],
])("%s probably means %s", (written, code) => {
  expect(meantCountry(written)).toBe(code);
});

it.each(["YU", "AN", "EU", "XX", "ZZ", "CS", "SU", "ANT", "YUG", "BX", "0", "Nowhere"])(
  "%s means no country",
  (written) => {
    expect(meantCountry(written)).toBeUndefined();
  },
);

const values = {
  external_id: "O1",
  updated_at: "2026-03-01T08:00:00.000Z",
  name: "N",
  code: "C",
  is_active: true,
  is_creditor: true,
  is_debtor: false,
};
const check = recordRules(
  org,
  columnsOf(org, [...Object.keys(values), "country"]),
  account("gb", { zone: "UTC" }),
);
const issuesFor = (country: string) =>
  check({ values: { ...values, country } }, (field) => ({ field })).issues;

it("country codes are the only countries that a record accepts", () => {
  for (const code of ["GB", "GR", "DE", "XK"]) expect(issuesFor(code)).toEqual([]);
  for (const code of ["UK", "EL", "YU", "AN", "EU", "XX", "ZZ", "de", "FRA", "Germany", "276"])
    expect(issuesFor(code)).toMatchObject([{ code: "unknown_country", field: "country", value: code }]);
});

it("country codes are suggested if a different code or a name is written", () => {
  const hint = (country: string) => issuesFor(country)[0]?.hint;
  expect(hint("UK")).toContain("`values: { UK: GB }` with `otherwise: pass`");
  expect(hint("FRA")).toContain("`values: { FRA: FR }`");
  expect(hint("276")).toContain('`values: { "276": DE }`');
  expect(hint("EL")).toContain("`values: { EL: GR }`");
  expect(hint("XX")).toBe("Define the meaning of the code in the mapping (`values`), or correct the cell.");
});

it("the message about a country explains the meaning of the other code", () => {
  const message = (country: string) => issuesFor(country)[0]?.message;
  const isNot = "which is not an ISO 3166-1 country code such as DE.";
  expect(message("UK")).toBe(`The field country is \`UK\`, ${isNot}`);
  expect(message("EU")).toBe(
    `The field country is \`EU\`, ${isNot} EU is the European Union, not a country.`,
  );
  expect(message("J. Smith, Quay Street")).toBe(`The field country is free text, ${isNot}`);
});

describe("the region of a tax code", () => {
  const columns = ["external_id", "code", "description", "is_active", "country", "region"];
  const taxRules = recordRules(taxCode, columnsOf(taxCode, columns), account("gb", { zone: "UTC" }));
  const issuesOf = (country: string | null, region: string) =>
    taxRules(
      {
        values: { external_id: "T1", code: "T1", description: "x", is_active: true, country, region },
      },
      (field) => ({ field }),
    ).issues;

  it.each([
    ["US", "US-CA"],
    ["PR", "US-PR"],
    ["RE", "FR-RE"],
    ["ES", "ES-CN"],
    [null, "CA-QC"],
  ])("is accepted for the country %s as %s", (country, region) => {
    expect(issuesOf(country, region)).toEqual([]);
  });

  it("starts with the code of a country", () => {
    for (const region of ["UK-LND", "EU-1", "XX-CA"])
      expect(issuesOf("GB", region)).toMatchObject([{ code: "invalid_value", field: "region" }]);
    expect(issuesOf("GB", "UK-LND")[0]?.message).toContain("the country code is GB");
  });

  it("is in the country of the tax", () => {
    expect(issuesOf("DE", "FR-75C")).toMatchObject([{ code: "region_of_other_country", severity: "error" }]);
    expect(issuesOf("GP", "US-PR")).toMatchObject([{ code: "region_of_other_country" }]);
  });
});

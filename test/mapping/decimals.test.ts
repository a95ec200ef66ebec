import fc from "fast-check";
import { expect, it } from "vitest";
import { decimalReader, impliedReader, markedReader } from "../../src/mapping/decimals.js";
import { negated } from "../../src/model/exact-decimals.js";
import { ValueIssue } from "../../src/mapping/value-issue.js";

type Options = Parameters<typeof decimalReader>;

function read(text: string, ...options: Options): string {
  const result = decimalReader(...options)(text);
  return result instanceof ValueIssue ? result.code : result;
}

const table: [string, Options, string][] = [
  ["19,00 %", [",", undefined, "percent"], "19"],
  ["19,00", [",", undefined, "percent"], "19"],
  ["20.0000", [".", undefined, "percent"], "20"],
  ["7,6%", [",", undefined, "percent"], "7.6"],
  ["0", [",", undefined, "percent"], "0"],
  ["-0,0", [",", undefined, "percent"], "0"],
  ["-15", [".", undefined, "percent"], "-15"],
  ["15-", [".", undefined, "percent"], "-15"],
  ["\u221215", [".", undefined, "percent"], "-15"],
  ["-15-", [".", undefined, "percent"], "invalid_number"],
  ["+5", [".", undefined, "percent"], "5"],
  [".2", [".", undefined, "percent"], "0.2"],
  ["0.196", [".", undefined, "fraction"], "19.6"],
  [".2", [".", undefined, "fraction"], "20"],
  ["0.07", [".", undefined, "fraction"], "7"],
  ["0,0725", [",", undefined, "fraction"], "7.25"],
  ["0.07250000000000000000001", [".", undefined, "fraction"], "7.250000000000000000001"],
  ["1", [".", undefined, "fraction"], "100"],
  ["0", [".", undefined, "fraction"], "0"],
  ["-0.15", [".", undefined, "fraction"], "-15"],
  ["1.01", [".", undefined, "fraction"], "contradicting_scale"],
  ["19", [".", undefined, "fraction"], "contradicting_scale"],
  ["0.19 %", [".", undefined, "fraction"], "contradicting_scale"],
  ["1.234,5", [",", ".", "percent"], "1234.5"],
  ["1.000", [",", ".", "percent"], "1000"],
  ["1.00", [",", ".", "percent"], "invalid_number"],
  ["1.0000", [",", ".", "percent"], "invalid_number"],
  ["12.34.567", [",", ".", "percent"], "invalid_number"],
  ["1\u202f234,5", [",", " ", "percent"], "1234.5"],
  ["1'234.5", [".", "'", "percent"], "1234.5"],
  ["1\u2009234\u00a0567,5", [",", " ", "percent"], "1234567.5"],
  ["1\u2019234.5", [".", "'", "percent"], "1234.5"],
  ["1,234.5", [".", undefined, "percent"], "invalid_number"],
  ["19.00", [",", undefined, "percent"], "invalid_number"],
  ["19,", [",", undefined, "percent"], "invalid_number"],
  ["1E1", [".", undefined, "percent"], "invalid_number"],
  ["Decimal('21.0')", [".", undefined, "percent"], "invalid_number"],
  ["E", [".", undefined, "percent"], "invalid_number"],
  ["%", [".", undefined, "percent"], "invalid_number"],
  ["-", [".", undefined, "percent"], "invalid_number"],
  ["", [".", undefined, "percent"], "invalid_number"],
  ["1 9", [".", undefined, "percent"], "invalid_number"],
  ["19 % incl.", [".", undefined, "percent"], "invalid_number"],
  ["9".repeat(101), [".", undefined, "percent"], "invalid_number"],
];

it.each(table)("reads %s with the options %j", (text, options, expected) => {
  expect(read(text, ...options)).toBe(expected);
});

it("never loses or adds a digit, so that a fraction and its percentage have the same digits", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^0\.[0-9]{1,30}$/), (text) => {
      const percent = read(text, ".", undefined, "fraction");
      expect(percent).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
      const digits = (number: string) => number.replace(".", "").replace(/^0+/, "").replace(/0+$/, "");
      expect(digits(percent)).toBe(digits(text));
      // A canonical number stays the same.
      expect(read(percent, ".", undefined, "percent")).toBe(percent);
    }),
  );
});

it.each([
  ["0000012950", 2, "129.5"],
  ["5", 2, "0.05"],
  ["-5", 2, "-0.05"],
  ["000", 2, "0"],
  ["12,950", 3, "12.95"],
  ["129.50", 2, "invalid_number"],
  ["12345678901234567890", 2, "123456789012345678.9"],
])("reads %s with %i implied decimals", (text, places, expected) => {
  const result = impliedReader(decimalReader(".", ",", undefined), ".", places)(text);
  expect(result instanceof ValueIssue ? result.code : result).toBe(expected);
});

it.each([
  ["(30.00)", "-30"],
  ["( 1,234.50 )", "-1234.5"],
  ["30.00", "30"],
  ["€30.00", "30"],
  ["30.00 €", "30"],
  ["-€30.00", "-30"],
  ["-€-30.00", "invalid_number"],
  ["- 30.00 €", "-30"],
  ["€ -30.00", "-30"],
  ["€(30.00)", "-30"],
  ["(€ 30.00)", "-30"],
  ["30.00 CR", "-30"],
  ["30.00cr", "-30"],
  ["CR 30.00", "-30"],
  ["30.00 DR", "30"],
  ["€ 30.00 CR", "-30"],
  ["30.00 € CR", "-30"],
  ["0.00 CR", "0"],
  ["(0.00)", "0"],
  ["-30.00 CR", "invalid_number"],
  ["30.00- CR", "invalid_number"],
  ["(30.00) CR", "invalid_number"],
  ["(-30.00)", "invalid_number"],
  ["((30.00))", "invalid_number"],
  ["(30.00", "invalid_number"],
  ["$ 30.00", "invalid_number"],
  ["30.00 CRD", "invalid_number"],
  ["30.00 CR DR", "invalid_number"],
  ["CR", "invalid_number"],
  ["()", "invalid_number"],
])("reads %s with a currency sign and marks", (text, expected) => {
  const marks = new Map([["CR", "-"] as const, ["DR", "+"] as const]);
  const result = markedReader(decimalReader(".", ",", undefined), ".", "€", marks)(text);
  expect(result instanceof ValueIssue ? result.code : result).toBe(expected);
});

it.each([
  ["12.5", "-12.5"],
  ["-12.5", "12.5"],
  ["0", "0"],
  ["0.0", "0.0"],
])("negates %s", (number, expected) => expect(negated(number)).toBe(expected));

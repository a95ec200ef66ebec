import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { layoutText, diagnosticsOf } from "./rendering.js";

/** Editors validate with the schema, so it must accept what the parser accepts. */

const validate = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync("schemas/layout.schema.json", "utf8")) as object,
);

const one = (source: string): string =>
  layoutText("csv", `lines: [ { for: charge_lines, columns: [ { name: X, ${source} } ] } ]\n`);

describe("schemas/layout.schema.json", () => {
  it.each([
    [true, "field: invoice_number, longest: 30"],
    [true, "line: other.po.number"],
    [
      true,
      "line: overseas_amount.tax, decimal: { places: 2 }, only: { line: overseas_amount.tax, zero: false }",
    ],
    [true, "field: creditor, lookup: [org.code]"],
    [false, "field: invoice_numbr"],
    [false, "fild: invoice_number"],
    [false, "field: creditor, lookup: org.cod"],
    [false, "field: overseas_amount.total, decimal: { places: two }"],
  ])("agrees with the parser (%s) about %s", (isRight, source) => {
    expect(validate(parse(one(source)))).toBe(isRight);
    expect(diagnosticsOf(one(source)) === "").toBe(isRight);
  });
});

import { z } from "zod";
import { decimalReader, impliedReader, markedReader, roundingReader } from "../decimals.js";
import { CannotCompile } from "../value-issue.js";
import { decimalPlaces, wholeNumber } from "../text.js";
import { defineOperation, onText } from "./operation.js";
import { option } from "../../model/scalars.js";

export const decimalOperation = defineOperation({
  name: "decimal",
  summary:
    "Reads a number exactly, with the specified decimal separator and scale. A value that contradicts the separator or the scale is reported as an issue.",
  options: z.strictObject({
    sign: z.enum([",", "."]).meta({ description: "The decimal separator of the column.", examples: [","] }),
    thousands: option(
      z.enum([".", ",", " ", "'"]),
      "The thousands separator, if the column has one. A space also matches narrow and non-breaking spaces.",
      ".",
    ),
    currency: option(
      z.string().min(1).max(8),
      "For amounts: the currency symbol or code next to the number. An amount with another currency is an issue.",
      "€",
    ),
    marks: option(
      z.record(z.string().min(1).max(20), z.enum(["-", "+"])),
      "For amounts: words next to the number, each with the sign that it indicates. If a cell contains none of these words, the sign of the number applies.",
      { CR: "-", DR: "+" },
    ),
    implied: option(
      wholeNumber,
      "For amounts without a decimal separator: how many of the last digits are decimals.",
      "2",
    ),
    round: option(
      decimalPlaces,
      "For amounts: number of decimals to round to. Halves are rounded away from zero. Without `round`, an amount with more decimals than its currency allows is an issue.",
      "2",
    ),
    scale: option(
      z.enum(["percent", "fraction"]),
      "For rates. `percent`: 19 means 19%. `fraction`: 0.19 means 19%.",
      "percent",
    ),
  }),
  kinds: ["decimal", "money"],
  examples: [
    { write: { decimal: { sign: ",", scale: "percent" } }, input: "19,00 %", result: "19", kind: "decimal" },
    { write: { decimal: { sign: ".", scale: "fraction" } }, input: "0.196", result: "19.6", kind: "decimal" },
    {
      write: { decimal: { sign: ",", thousands: ".", scale: "percent" } },
      input: "1.234,50",
      result: "1234.5",
      kind: "decimal",
    },
    {
      write: { decimal: { sign: ",", thousands: "." } },
      input: "1.234,50-",
      result: "-1234.5",
      kind: "money",
    },
    {
      write: { decimal: { sign: ",", thousands: " " } },
      input: "1 234 567,50",
      result: "1234567.5",
      kind: "money",
    },
    { write: { decimal: { sign: ".", thousands: "'" } }, input: "1'234.50", result: "1234.5", kind: "money" },
    { write: { decimal: { sign: "." } }, input: "(30.00)", result: "-30.0", kind: "money" },
    {
      write: { decimal: { sign: ",", thousands: ".", currency: "€" } },
      input: "1.234,50 €",
      result: "1234.5",
      kind: "money",
    },
    {
      write: { decimal: { sign: ",", currency: "€" } },
      input: "$ 30,00",
      issue: "invalid_number",
      kind: "money",
    },
    {
      write: { decimal: { sign: ".", marks: { CR: "-", DR: "+" } } },
      input: "30.00 CR",
      result: "-30.0",
      kind: "money",
    },
    { write: { decimal: { sign: ".", implied: "2" } }, input: "0000012950", result: "129.5", kind: "money" },
    {
      write: { decimal: { sign: ".", implied: "2" } },
      input: "129.50",
      issue: "invalid_number",
      kind: "money",
    },
    {
      write: { decimal: { sign: ".", round: "2" } },
      input: "12.34567890125",
      result: "12.35",
      kind: "money",
    },
    {
      write: { decimal: { sign: ".", round: "0" } },
      input: "12.50000000001",
      result: "13.0",
      kind: "money",
    },
    {
      write: { decimal: { sign: ".", scale: "fraction" } },
      input: "19",
      issue: "contradicting_scale",
      kind: "decimal",
    },
    {
      write: { decimal: { sign: ",", scale: "percent" } },
      input: "19.00",
      issue: "invalid_number",
      kind: "decimal",
    },
  ],
  apply: ({ sign, thousands, scale, currency, marks, implied, round }, { field }) => {
    const isRate = field.kind !== "money";
    if (isRate && scale === undefined)
      throw new CannotCompile("`decimal` requires `scale` for a rate: `percent` or `fraction`");
    if (!isRate && scale !== undefined) throw new CannotCompile("`scale` works only for rates");
    if (isRate && implied !== undefined) throw new CannotCompile("`implied` works only for amounts");
    if (isRate && round !== undefined) throw new CannotCompile("`round` works only for amounts");
    if (isRate && currency !== undefined) throw new CannotCompile("`currency` works only for amounts");
    if (isRate && marks !== undefined) throw new CannotCompile("`marks` works only for amounts");
    const number = decimalReader(sign, thousands, scale);
    const plain = isRate
      ? number
      : markedReader(number, sign, currency, new Map(Object.entries(marks ?? {})));
    const read = implied === undefined ? plain : impliedReader(plain, sign, Number(implied));
    return onText(round === undefined ? read : roundingReader(read, Number(round)));
  },
});

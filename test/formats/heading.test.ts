import { expect, it } from "vitest";
import { foldHeading } from "../../src/formats/fold-heading.js";

it.each([
  ["Charge\u00a0Code", "chargecode"],
  ["Charge\r\nCode *", "chargecode"],
  ["\ufeffCharge Code", "chargecode"],
  ["Charge\u200bCode", "chargecode"],
  ["ＣＯＤＥ (*) [Required]", "code"],
])("%j is compared as %s", (heading, folded) => {
  expect(foldHeading(heading)).toBe(folded);
});

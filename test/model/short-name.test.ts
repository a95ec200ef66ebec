import { expect, test } from "vitest";
import { shortName } from "../../src/model/short-name.js";

test.each([
  ["Hanse-Spedition Brüggemann", "hanse-spedition-brueggemann"],
  ["Bru\u0308ggemann", "brueggemann"],
  ["GROẞ & Söhne (DE)", "gross-soehne-de"],
  ["Łódź Cargo_2", "lodz-cargo_2"],
  ["Sánchez Peña", "sanchez-pena"],
  ["Brügge.v2 ", "bruegge-v2"],
  ["日通", ""],
])("the short name of %s is %s", (name, short) => {
  expect(shortName(name)).toBe(short);
  expect(shortName(short)).toBe(short);
});

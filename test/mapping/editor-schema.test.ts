import { expect, test } from "vitest";
import { mappingJsonSchema } from "../../src/mapping/grammar.js";
import { keysOf } from "../schema-keys.js";

test("every key of a mapping has a description and an example that its schema takes", () => {
  const { count, faults } = keysOf(mappingJsonSchema());
  expect(count).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

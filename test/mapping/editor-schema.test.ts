import { expect, test } from "vitest";
import { mappingJsonSchema } from "../../src/mapping/grammar.js";
import { withDefinitions } from "../../scripts/definitions.js";
import { keysOf, withoutDefinitions } from "../schema-keys.js";

test("every key of a mapping has a description and an example that its schema accepts", () => {
  const { count, faults } = keysOf(withDefinitions(mappingJsonSchema()));
  expect(count).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test("the schema is the same with and without shared definitions", () => {
  const schema = mappingJsonSchema();
  const written = withDefinitions(schema);
  expect(JSON.stringify(written).length).toBeLessThan(JSON.stringify(schema).length * 0.9);
  expect(withoutDefinitions(written, schema)).toEqual(schema);
});

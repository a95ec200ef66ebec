import { expect, test } from "vitest";
import { workspaceJsonSchema } from "../../src/workspace/schema.js";
import { withDefinitions } from "../../scripts/definitions.js";
import { keysOf, withoutDefinitions } from "../schema-keys.js";

test("every key of lading.yaml has a description and an example that its schema accepts", () => {
  const { count, faults } = keysOf(withDefinitions(workspaceJsonSchema()));
  expect(count).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test("a key without either is detected", () => {
  const { faults } = keysOf({
    properties: {
      silent: { type: "string" },
      wrong: { description: "A number.", type: "number", examples: ["one"] },
      right: { description: "A word.", type: "string", examples: ["one"] },
    },
  });
  expect(faults).toEqual([
    "silent: no description",
    "silent: no example",
    'wrong: "one" is refused by its own schema',
  ]);
});

test("the schema is the same with and without shared definitions", () => {
  const schema = workspaceJsonSchema();
  const written = withDefinitions(schema);
  expect(JSON.stringify(written).length).toBeLessThan(JSON.stringify(schema).length * 0.9);
  expect(withoutDefinitions(written, schema)).toEqual(schema);
});

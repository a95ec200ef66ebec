import { expect, test } from "vitest";
import { workspaceJsonSchema } from "../../src/workspace/schema.js";
import { keysOf } from "../schema-keys.js";

test("every key of lading.yaml has a description and an example that its schema takes", () => {
  const { count, faults } = keysOf(workspaceJsonSchema());
  expect(count).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test("a key without either is found", () => {
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

import { expect, test } from "vitest";
import { mappingJsonSchema } from "../../src/mapping/grammar.js";

/** What editors show while somebody types: each key of a mapping is explained, and shown by an example or its choices. */

type Schema = Readonly<Record<string, unknown>>;

test("every key of a mapping has a description and an example", () => {
  const root = mappingJsonSchema() as Schema;
  const definitions = (root["$defs"] ?? {}) as Readonly<Record<string, Schema>>;
  const silent = new Set<string>();
  let keys = 0;

  const full = (schema: Schema): Schema => {
    const reference = schema["$ref"];
    const target = typeof reference === "string" ? definitions[reference.split("/").at(-1) ?? ""] : undefined;
    return { ...target, ...schema };
  };
  const visit = (part: unknown, path: string): void => {
    if (Array.isArray(part)) {
      for (const each of part) visit(each, path);
      return;
    }
    if (typeof part !== "object" || part === null) return;
    const schema = part as Schema;
    for (const [name, value] of Object.entries((schema["properties"] ?? {}) as Record<string, Schema>)) {
      keys += 1;
      const { description, examples, enum: choices } = full(value);
      if (typeof description !== "string" || description === "") silent.add(`${path}${name}: no description`);
      if (examples === undefined && choices === undefined) silent.add(`${path}${name}: no example`);
      visit(value, `${path}${name}.`);
    }
    for (const [key, value] of Object.entries(schema)) {
      if (!["properties", "examples", "enum"].includes(key)) visit(value, path);
    }
  };

  visit(root, "");
  expect(keys).toBeGreaterThan(100);
  expect([...silent]).toEqual([]);
});

import { expect, test } from "vitest";
import { explanationAt, suggestionsAt, type Schema } from "../../src/console/app/completion.js";
import { placeAt } from "../../src/console/app/yaml-place.js";
import { mappingJsonSchema } from "../../src/mapping/grammar.js";
import { recordType } from "../../src/model/record-types/index.js";

/** Suggestions and explanations of the editor. `|` is the cursor. */

const schemas = new Map<string, Schema>();

function schemaOf(name: string): Schema {
  const type = recordType(name);
  if (type === undefined) throw new Error(name);
  const schema = schemas.get(name) ?? mappingJsonSchema([type]);
  schemas.set(name, schema);
  return schema;
}

function suggested(text: string, record = "staff"): readonly string[] {
  const at = text.indexOf("|");
  const found = suggestionsAt(schemaOf(record), text.replace("|", ""), at, ["Id", "Full Name", "yes"]);
  return found.suggestions.map((each) => each.text);
}

test.each([
  ["re|", [], "key"],
  ["fields:\n  |", ["fields"], "key"],
  ["fields:\n  name: { column: Na|", ["fields", "name", "column"], "value"],
  ["fields:\n  name: { column: Name, |", ["fields", "name"], "key"],
  ["fields:\n  name:\n    join:\n      - |", ["fields", "name", "join", "#"], "either"],
  ["fields:\n  name: { join: [ A, { |", ["fields", "name", "join", "#"], "key"],
  ["skip:\n- column: Code\n  |", ["skip", "#"], "key"],
  ['# a: { b\nfields:\n  name: "{ x: "\n  |', ["fields"], "key"],
  ["fields: { name: Id,\n  email_address: |", ["fields", "email_address"], "value"],
  ["read:\n  sheet: A\nfields:\n  name: A\n|", [], "key"],
] as const)("places the cursor of %s at %j", (text, path, expects) => {
  expect(placeAt(text.replace("|", ""), text.indexOf("|"))).toMatchObject({ path, expects });
});

test("suggests keys at the top, below a key and in brackets", () => {
  expect(suggested("|")).toEqual(expect.arrayContaining(["record: ", "fields: ", "duplicates: "]));
  expect(suggested("fields:\n  |")).toContain("email_address: ");
  expect(suggested("fields:\n  name: { column: Id, |")).toContain("values: ");
  expect(suggested("only:\n  - |")).toContain("starts_with: ");
  expect(suggested("read:\n  |")).toContain("delimiter: ");
  expect(suggested("read:\n  |")).not.toContain("fields: ");
});

test("suggests headings where a column is expected and quotes them if YAML requires it", () => {
  const columns = ["Id", "Full Name", '"yes"'];
  expect(suggested("fields:\n  name: |")).toEqual(columns);
  expect(suggested("fields:\n  name: { column: |")).toEqual(columns);
  expect(suggested("fields:\n  name: [ Id, |")).toEqual(columns);
  expect(suggested("skip: [{ column: |")).toEqual(columns);
  expect(suggested("group: { by: |", "job")).toEqual(columns);
  expect(suggested("missing: |")).toEqual(["deactivate", "remove", "keep"]);
});

test("explains each key of the schema where it is written", () => {
  const text = "duplicates: reject\nfields:\n  is_active: { column: Status, values: { A: true } }\n";
  const explained = (word: string) => explanationAt(schemaOf("staff"), text, text.indexOf(word) + 1);
  expect(explained("duplicates")).toMatch(/same ID/);
  expect(explained("is_active")).toMatch(/active/);
  expect(explained("values")).toMatch(/./);
  expect(explained("reject")).toBeUndefined();
  expect(explained("Status")).toBeUndefined();
});

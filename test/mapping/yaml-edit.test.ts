import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readYaml } from "../../src/mapping/read-yaml.js";
import { editYaml, type YamlEdit } from "../../src/mapping/yaml-edit.js";
import { projectRoot } from "../support/build.js";

/** Edits of a mapping by a form. Everything else stays unchanged. */

const text = `# a mapping
lading: 1
record: staff
# how it is read
read:
  delimiter: ; # not a comma
fields:
  # the number of the employee
  external_id: Nr # text
  name: { join: [First, Last] }
  is_active:
    column: Status
    values:
      Active: true # works here
      Left: false
# the end
`;

const order = (path: readonly string[]): readonly string[] =>
  path.length === 0
    ? ["lading", "record", "read", "zone", "fields", "examples"]
    : ["external_id", "updated_at", "name", "email_address", "is_active"];

const edit = (...edits: YamlEdit[]): string => editYaml(text, edits, order) ?? "";

describe("one edit", () => {
  test("changes only the entry of a value and keeps the comments in it", () => {
    expect(edit({ path: ["fields", "is_active", "values", "Gone"], value: "false" })).toBe(
      text.replace("      Left: false\n", "      Left: false\n      Gone: false\n"),
    );
    expect(edit({ path: ["fields", "external_id"], value: "Id" })).toBe(text.replace("Nr #", "Id #"));
    const empty = edit({ path: ["fields", "is_active", "values", "Left"], value: "" });
    expect(empty).toBe(text.replace("Left: false", 'Left: ""'));
    const before = editYaml(
      "f: { column: A, date: iso }\n",
      [{ path: ["f"], value: { column: "A", values: { x: "" }, date: "iso" } }],
      () => [],
    );
    expect(before).toBe('f: { column: A, values: { x: "" }, date: iso }\n');
    expect(edit({ path: ["zone"], value: { a: "" } })).toContain('zone: { a: "" }');
  });

  test("inserts a new entry in its position", () => {
    expect(edit({ path: ["fields", "updated_at"], value: { column: "Changed", date: "iso" } })).toBe(
      text.replace("Nr # text\n", "Nr # text\n  updated_at: { column: Changed, date: iso }\n"),
    );
    expect(edit({ path: ["zone"], value: "Europe/Berlin" })).toBe(
      text.replace("not a comma\n", "not a comma\nzone: Europe/Berlin\n"),
    );
    expect(edit({ path: ["read", "header"], value: "3" })).toContain(
      "  delimiter: ; # not a comma\n  header: 3\n",
    );
  });

  test("removes an entry with its content, and nothing else", () => {
    expect(edit({ path: ["fields", "name"], value: undefined })).toBe(
      text.replace("  name: { join: [First, Last] }\n", ""),
    );
    expect(edit({ path: ["read", "delimiter"], value: undefined })).not.toContain("read:");
  });

  test("changes nothing in text that is not YAML", () => {
    expect(editYaml("fields: [", [{ path: ["zone"], value: "UTC" }], order)).toBeUndefined();
    expect(editYaml("just words", [{ path: ["zone"], value: "UTC" }], order)).toBeUndefined();
  });
});

test("changes each field in every mapping of the project without changing anything else", () => {
  const folder = join(projectRoot, "mappings");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".yaml"),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const name of files) {
    const before = readFileSync(join(folder, name), "utf8");
    const value = valueOf(before);
    const fields = value["fields"] as Record<string, unknown>;
    for (const field of Object.keys(fields)) {
      const after = editYaml(
        before,
        [{ path: ["fields", field], value: { column: "Other: one", blank: "#" } }],
        order,
      );
      const expected = { ...value, fields: { ...fields, [field]: { column: "Other: one", blank: "#" } } };
      expect(valueOf(after ?? ""), `${name} ${field}`).toEqual(expected);
      const kept = new Set((after ?? "").split("\n"));
      const lost = before.split("\n").filter((line) => line.trimStart().startsWith("#") && !kept.has(line));
      expect(lost.length, `${name} ${field}: ${lost.join("\n")}`).toBe(0);
    }
  }
});

function valueOf(yaml: string): Record<string, unknown> {
  const { document, diagnostics } = readYaml(yaml, "mapping.yaml");
  expect(diagnostics).toEqual([]);
  return JSON.parse(JSON.stringify(document?.value)) as Record<string, unknown>;
}

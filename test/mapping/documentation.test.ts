import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { formatDiagnostics } from "../../src/mapping/diagnostics.js";
import { withDefinitions } from "../../scripts/definitions.js";
import { mappingJsonSchema } from "../../src/mapping/grammar.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { runExamples, standInAccount } from "../../src/mapping/run-examples.js";

const page = readFileSync("docs/mapping.md", "utf8");
const snippets = [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)]
  .map((match) => match[1] ?? "")
  .filter((snippet) => !/^layout:/m.test(snippet));

/** Completes a snippet to a whole file. Parts that it leaves out are not mistakes of the page. */
function diagnosticsOf(snippet: string): string {
  const head = /^lading:/m.test(snippet) ? "" : "lading: 1\n";
  const record = /^record:/m.test(snippet) ? "" : "record: charge-code\n";
  const fields = /^fields:/m.test(snippet)
    ? ""
    : /^record: job/m.test(snippet)
      ? "fields: { number: Text }\n"
      : /^record: (?:staff|org)/m.test(snippet)
        ? "fields: { name: Text }\n"
        : "fields: { description: Text }\n";
  const result = parseMapping(head + record + fields + snippet, "docs/mapping.md");
  if (!("diagnostics" in result)) return "";
  return formatDiagnostics(
    result.diagnostics.filter((each) => !/^the fields? "[\w.", ]+" (?:is|are) missing$/.test(each.message)),
  );
}

describe("docs/mapping.md", () => {
  it.each(snippets.map((snippet, i) => [i + 1, snippet] as const))(
    "snippet %i matches the grammar",
    (_i, snippet) => {
      expect(diagnosticsOf(snippet)).toBe("");
    },
  );

  it("shows a whole mapping whose examples pass", () => {
    const result = parseMapping(snippets[0] ?? "", "docs/mapping.md");
    if ("diagnostics" in result) throw new Error(formatDiagnostics(result.diagnostics));
    const context = {
      account: standInAccount(result.parsed),
      today: "2026-03-15",
      tables: new Map<string, never>(),
    };
    expect(runExamples(result.parsed, context)).toEqual({ run: 2, diagnostics: [] });
  });

  it("names every key of a mapping file", () => {
    const top = Object.keys((mappingJsonSchema()["anyOf"] as { properties: object }[])[0]?.properties ?? {});
    for (const word of top) expect(page).toContain(word === "$schema" ? "$schema=" : word);
    for (const word of [
      "column",
      "first",
      "join",
      "separator",
      "constant",
      "otherwise",
      "zone",
      "language",
    ]) {
      expect(page).toContain(word);
    }
  });
});

describe("schemas/mapping.schema.json", () => {
  const schema = z.fromJSONSchema(withDefinitions(mappingJsonSchema()));
  /** As an editor parses it: 1 is a number and true a boolean. */
  const typed = {
    lading: 1,
    record: "staff",
    read: { header: 4, blanks: ["-", 0] },
    missing_after: 2,
    fields: {
      external_id: { join: ["Company", { column: "ID", pad_left: { width: 5, with: 0 } }] },
      name: ["Name", "#3"],
      email_address: "Mail",
      is_active: { column: "Status", values: { 1: true, 0: false }, blank: true, invert: true },
    },
    examples: [{ row: { ID: 7 }, record: { external_id: 7, is_active: true } }],
  };

  it("accepts a mapping as an editor parses it", () => {
    expect(schema.safeParse(typed).success).toBe(true);
  });

  it.each([
    ["an unknown key", { ...typed, feilds: {} }],
    [
      "an unknown operation",
      { ...typed, fields: { ...typed.fields, name: { column: "Name", upper: true } } },
    ],
    ["a field of another record type", { ...typed, fields: { ...typed.fields, charge_type: "Type" } }],
    ["a word that is not among the choices", { ...typed, missing: "delete" }],
    ["an unknown record type", { ...typed, record: "people" }],
  ])("refuses %s", (_what, mapping) => {
    expect(schema.safeParse(mapping).success).toBe(false);
  });
});

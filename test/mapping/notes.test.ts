import { expect, it } from "vitest";
import { changedIds } from "../../src/mapping/notes.js";
import { parseMapping } from "../../src/mapping/parse.js";

function noteFor(id: string, more = ""): string | undefined {
  const fields = `fields: { external_id: ${id}, name: N, email_address: M, is_active: { constant: true } }`;
  const result = parseMapping(`lading: 1\nrecord: staff\n${more}${fields}\n`, "m.yaml");
  if ("diagnostics" in result) throw new Error(result.diagnostics.map(({ message }) => message).join());
  return changedIds(result.parsed.mapping);
}

it.each([
  ["an unchanged column", "PK", "", undefined],
  ["several columns", "{ join: [A, B] }", "", /they are joined from several columns\./],
  ["a prefix", "PK", "id_prefix: DE-\n", /they are given the prefix "DE-"\./],
  ["both", "{ join: [A, B] }", "id_prefix: DE-\n", /joined from several columns and given the prefix "DE-"/],
])("notes when needed how ids are formed from %s", (_, id, more, expected) => {
  const note = noteFor(id, more);
  if (expected === undefined) expect(note).toBeUndefined();
  else expect(note).toMatch(expected);
});

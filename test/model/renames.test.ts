import fc from "fast-check";
import { expect, test } from "vitest";
import { parseExactJson } from "../../src/formats/json/exact.js";
import { exactText } from "../../src/model/exact-json.js";
import { recordType } from "../../src/model/record-types/index.js";
import type { RecordType } from "../../src/model/record-type.js";
import { inward, namesOf, outerPath, outward, renameDiagnostics } from "../../src/model/renames.js";

const type = (name: string) => recordType(name) as RecordType;

test("additional fields get a different name, even in elements, and digits do not change", () => {
  const names = namesOf({ number: "job_number", accruals: "costs", "accruals.description": "text" });
  const ours =
    '{"number":"S1","accruals":[{"description":"a","local_amount":{"total":0.10}}],"description":"b"}';
  const theirs = '{"job_number":"S1","costs":[{"text":"a","local_amount":{"total":0.10}}],"description":"b"}';
  expect(names && exactText(outward(parseExactJson(ours), names))).toBe(theirs);
  expect(names && exactText(inward(parseExactJson(theirs), names))).toBe(ours);
  expect(outerPath("accruals[3].description", names)).toBe("costs[3].text");
});

test("nothing collides with any fields and names, and the reverse returns the original", () => {
  const key = fc.constantFrom("a", "b", "c", "d", "x");
  const names = fc.uniqueArray(fc.tuple(key, key), { selector: ([from]) => from }).filter((pairs) => {
    const to = pairs.map(([, name]) => name);
    return new Set(to).size === to.length;
  });
  fc.assert(
    fc.property(names, fc.dictionary(key, fc.array(fc.dictionary(key, fc.boolean()))), (pairs, value) => {
      const called = namesOf({
        ...Object.fromEntries(pairs),
        ...Object.fromEntries(pairs.map(([from, to]) => [`a.${from}`, to])),
      });
      if (called === undefined) return;
      const came = inward(value, called);
      expect(Object.keys(came as object)).toHaveLength(Object.keys(value).length);
      expect(outward(came, called)).toEqual(value);
      expect(inward(outward(value, called), called)).toEqual(value);
    }),
  );
});

test("fields of the interface keep their names, and no two fields have the same name", () => {
  expect(renameDiagnostics(type("job"), { number: "job_number", "accruals.description": "text" })).toEqual(
    [],
  );
  expect(renameDiagnostics(type("job"), { number: "operator", operator: "number" })).toEqual([]);
  expect(renameDiagnostics(type("payables-invoice"), { "charge_lines.description": "text" })).toEqual([]);
  for (const [of, renames, path, message] of [
    ["job", { numbr: "n" }, "numbr", "this field does not exist or cannot be renamed"],
    ["job", { external_id: "id" }, "external_id", "this field does not exist or cannot be renamed"],
    [
      "job",
      { "accruals.creditor": "vendor" },
      "accruals.creditor",
      "this field does not exist or cannot be renamed",
    ],
    ["org", { name: "title" }, "name", "the interface defines all fields of orgs"],
    ["payables-invoice", { echo: "e" }, "echo", "this field does not exist or cannot be renamed"],
    ["job", { number: "updated_at" }, "number", "another field already has the name updated_at"],
    ["job", { number: "n", job_type: "n" }, "number", "another field already has the name n"],
  ] as const) {
    const [first] = renameDiagnostics(type(of), renames);
    expect([first?.path, first?.message]).toEqual([[path], expect.stringContaining(message)]);
  }
  expect(renameDiagnostics(type("job"), { numbr: "n" })[0]?.nearest).toBe("number");
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { exampleValue, type Field } from "../../../src/model/fields.js";
import { account } from "../../../src/model/account.js";
import { recordTypes } from "../../../src/model/record-types/index.js";
import { columnsOf, type RecordType, type Value } from "../../../src/model/record-type.js";
import { quickCheck } from "../../../src/model/rules/quick-check.js";
import { recordAsDrafted, recordRules, type DraftValues } from "../../../src/model/rules/record.js";

/** More runs: `npm run proof:rules`. */
const isLong = process.env["LADING_PROOF"] === "long";

/**
 * Compares the check that is compiled from a schema with the schema itself. Both must agree on everything.
 */

const odd = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "grapheme", minLength: 250, maxLength: 260 }),
  fc.string({ minLength: 4090, maxLength: 4100 }),
  fc.record({ external_id: fc.string({ maxLength: 3 }) }),
);

const two = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((number) => String(number).padStart(2, "0"));

const time = fc
  .tuple(
    fc.integer({ min: 0, max: 9999 }).map((year) => String(year).padStart(4, "0")),
    two(0, 13),
    two(0, 32),
    two(0, 25),
    two(0, 61),
    two(0, 61),
    fc.constantFrom(".000Z", ".123Z", "Z", ".12Z", ".000+01:00", ".000"),
  )
  .map(
    ([year, month, day, hour, minute, second, end]) =>
      `${year}-${month}-${day}T${hour}:${minute}:${second}${end}`,
  );

const mailPart = fc.string({ unit: fc.constantFrom(..."aZ09._%+-'@ é"), maxLength: 12 });

function likely(field: Field): fc.Arbitrary<Value> {
  switch (field.kind) {
    case "timestamp":
      return time;
    case "email":
      return fc
        .tuple(mailPart, mailPart, fc.constantFrom(".com", ".c", ".com.", "", ".co-m"))
        .map(([name, host, end]) => `${name}@${host}${end}`);
    case "flag":
      return fc.boolean();
    case "choice":
      return fc.constantFrom(...(field.choices ?? []), "FREIGHT");
    case "reference":
      return fc.record({ external_id: fc.string({ maxLength: 300 }) });
    case "date":
      return fc.constantFrom("2026-02-28", "2026-02-29", "2024-02-29", "2026-13-01", "");
    case "decimal":
      return fc.constantFrom("19", "7.5", "7.50", "-1", "1e3", "");
    case "integer":
      return fc.constantFrom(30, 0, -1, 1.5, 2 ** 53, "30");
    case "country":
    case "region":
      return fc.constantFrom("DE", "de", "US-CA", "US", "");
    case "currency":
      return fc.constantFrom("EUR", "JPY", "eur", "XYZ", "");
    case "money":
      return fc.constantFrom("0.0", "12.5", "-3.25", "12", "1.50", "-0.0", "1e3", ".5", "");
    case "amount":
      return elementOf(field);
    case "private":
      return fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean()), { maxKeys: 3 });
    case "list":
      return fc.array(field.plain === true ? likely(field.fields?.["value"] as Field) : elementOf(field), {
        maxLength: 3,
      });
    case "id":
    case "text":
      return fc.string({ maxLength: 300 });
  }
}

function elementOf(field: Field): fc.Arbitrary<Value> {
  const fields = Object.entries(field.fields ?? {}).map(([name, each]) => [
    name,
    fc.oneof({ weight: 5, arbitrary: fc.constant(example(each)) }, { weight: 1, arbitrary: likely(each) }),
  ]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<Value>>);
}

function recordOf(type: RecordType): fc.Arbitrary<Record<string, Value>> {
  const fields = Object.fromEntries(
    type.columns.map((name) => {
      const field = type.fields[name] as Field;
      const valid = JSON.parse(JSON.stringify(example(field))) as Value;
      return [
        name,
        fc.oneof(
          { weight: 18, arbitrary: fc.constant(valid) },
          { weight: 3, arbitrary: likely(field) },
          { weight: 1, arbitrary: odd },
        ),
      ];
    }),
  );
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Record<string, Value>>;
}

const example = (field: Field): Value => exampleValue(field) as Value;

describe.each(recordTypes.map((type) => [type.name, type] as const))("%s", (_, type: RecordType) => {
  const unstamped = type.schema.omit({ updated_at: true });

  it("agrees with the schema", () => {
    const checks = [
      [type.schema, quickCheck(type.schema)],
      [unstamped, quickCheck(unstamped)],
    ] as const;
    let yes = 0;
    fc.assert(
      fc.property(recordOf(type), (record) => {
        for (const [schema, isValid] of checks) {
          const { success } = schema.safeParse(record);
          expect(isValid(record)).toBe(success);
          if (success) yes += 1;
        }
      }),
      { numRuns: isLong ? 3_000 : 750 },
    );
    expect(yes).toBeGreaterThan(isLong ? 50 : 12);
  });

  it("accepts a draft as its record only if the rules produce exactly that record", () => {
    const of = account("de", { country: "DE" });
    let yes = 0;
    fc.assert(
      fc.property(recordOf(type), fc.subarray([...type.columns]), (given, some) => {
        const filled = some.length % 2 === 0 ? type.columns : some;
        const values = Object.fromEntries(filled.map((name) => [name, given[name] ?? null])) as DraftValues;
        const columns = columnsOf(type, filled);
        const record = recordAsDrafted(type, columns, filled)?.(values);
        if (record === undefined) return;
        yes += 1;
        const verdict = recordRules(type, columns, of)({ values }, (field) => ({ field }));
        expect(verdict.issues).toEqual([]);
        expect(JSON.stringify(record)).toBe(JSON.stringify(verdict.record));
      }),
      { numRuns: 2_000 },
    );
    // Among the others, some lists also have plain columns: jobs with only ids and numbers.
    if (
      type.columns.every(
        (name) => !["reference", "integer", "amount", "list"].includes((type.fields[name] as Field).kind),
      )
    )
      expect(yes).toBeGreaterThan(20);
  });

  it("accepts the examples of the documentation", () => {
    const record = Object.fromEntries(
      type.columns.map((name) => [name, example(type.fields[name] as Field)]),
    );
    expect(quickCheck(type.schema)(record)).toBe(true);
  });
});

describe("a check that is compiled from a schema", () => {
  it.each([
    ["a value that is not an object", "x"],
    ["null", null],
    ["a list", []],
    ["an additional key", { external_id: "1", more: true }],
    ["a key without a value", { external_id: "1", more: undefined }],
  ])("agrees with the schema about %s", (_, value) => {
    const schema = z.strictObject({ external_id: z.string().min(1), rate: z.string().nullable().optional() });
    expect(quickCheck(schema)(value)).toBe(schema.safeParse(value).success);
  });

  it.each([
    ["a refinement", z.string().refine((text) => text !== "no")],
    ["two patterns", z.string().regex(/n/).regex(/^.o$/)],
    ["a union", z.union([z.literal("yes"), z.literal("maybe")])],
    ["a pattern with a position", z.string().regex(/o/g)],
  ])("uses the schema itself if it does not know it: %s", (_, schema) => {
    for (const value of ["no", "yes", "on", "", 5, "no"]) {
      expect(quickCheck(schema)(value), String(value)).toBe(schema.safeParse(value).success);
    }
  });
});

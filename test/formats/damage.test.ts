import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byHand } from "../corpus/by-hand.js";
import { type CleanTable, cleanTables } from "../corpus/clean-tables.js";
import { type DamageKind, type Damaged, damageKinds } from "../corpus/damage.js";
import { readBytes, readText } from "./text-reading.js";

/**
 * A known table, a way of writing or damaging it, and the expected result. `npm run bench:reading` uses
 * complete tables and counts what is recovered. Here, random parts of them must be recovered to the last
 * cell.
 */

const tablePart = fc
  .record({ table: fc.constantFrom(...cleanTables), from: fc.nat(), rows: fc.integer({ min: 8, max: 24 }) })
  .map(({ table, from, rows }): CleanTable => {
    const start = from % Math.max(1, table.rows.length - rows);
    return { ...table, rows: table.rows.slice(start, start + rows) };
  });

function damaged(kind: DamageKind): fc.Arbitrary<Damaged> {
  return tablePart
    .map((table) => [...kind.make(table)])
    .filter((made) => made.length > 0)
    .chain((made) => fc.constantFrom(...made));
}

describe("a damaged table", () => {
  test.each(damageKinds.map((kind) => [kind.name, kind] as const))(
    "is read as a careful person reads it: %s",
    async (_, kind) => {
      await fc.assert(
        fc.asyncProperty(damaged(kind), async ({ bytes, headings, rows }) => {
          const found = await readBytes(bytes);
          expect(found.headings).toEqual(headings);
          expect(found.rows.map(({ cells }) => cells)).toEqual(rows);
        }),
        { numRuns: 10 },
      );
    },
  );
});

test("a single CR among LF line ends also ends a line, even among sentences with as many commas", async () => {
  const prose = cleanTables.find(({ name }) => name === "prose")!;
  const made = damageKinds
    .flatMap((kind) => [...kind.make(prose)])
    .filter(({ variant }) => variant === "one CR");
  expect(made).toHaveLength(1);
  const [{ bytes, rows }] = made as [Damaged];
  expect((await readBytes(bytes)).rows.map(({ cells }) => cells)).toEqual(rows);
});

test.each(byHand.map((file) => [file.name, file] as const))(
  "%s is read as a careful person reads it",
  async (_, { text, headings, rows }) => {
    const found = await readText(text);
    expect(found.headings).toEqual(headings);
    expect(found.rows.map(({ cells }) => cells)).toEqual(rows);
  },
);

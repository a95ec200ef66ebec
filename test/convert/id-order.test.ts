import fc from "fast-check";
import { expect, it } from "vitest";
import { orderById } from "../../src/convert/id-order.js";
import { mergeRuns } from "../../src/convert/merge.js";
import { RunWriter, type StoredRun } from "../../src/convert/runs.js";
import { memorySpill } from "../../src/convert/spill.js";
import { compareBytes } from "../../src/model/order.js";
import { storedLines } from "../../src/formats/output/stored-line.js";

/**
 * Ids that share prefixes, are escaped in JSON, are prefixes of each other, or contain characters beyond the
 * basic plane.
 */
const id = fc.oneof(
  fc.stringMatching(/^EMPLOYEE-[0-9]{1,4}$/),
  fc.string({ minLength: 1, unit: fc.constantFrom("a", '"', "\\", "\u0001", "é", "😀", "\uffff", "0") }),
  fc.string({ minLength: 1, unit: "binary" }),
);

const columns = ["external_id", "updated_at", "name"];

it("orders lines by the bytes of their ids and keeps the order of lines with the same id", () => {
  fc.assert(
    fc.property(fc.array(id, { minLength: 1, maxLength: 40 }), (ids) => {
      let text = "";
      const starts = ids.map((each) => {
        const start = Buffer.byteLength(text);
        text += `${JSON.stringify({ external_id: each, updated_at: "" })}\n`;
        return start;
      });
      const { places, repeats } = orderById(Buffer.from(text), starts);
      const expected = [...ids.keys()].sort((a, b) => compareBytes(ids[a]!, ids[b]!));
      expect(places).toEqual(expected);
      expect(repeats).toBe(new Set(ids).size < ids.length);
    }),
    { numRuns: 500 },
  );
});

it("merges any distribution of runs into one list and finds contradictions", async () => {
  const rows = fc.array(fc.tuple(id, fc.constantFrom("one", "two")), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { minLength: 1, maxLength: 6 }), async (parts) => {
      let line = 1;
      const spill = memorySpill();
      const runs: StoredRun[] = [];
      for (const part of parts) {
        const writer = new RunWriter(columns, new Uint8Array(64), "2026-01-01T00:00:00.000Z");
        for (const [external_id, name] of part)
          writer.add({ line: line++, record: { external_id, updated_at: "", name } });
        const { bytes, ...run } = writer.end()!;
        runs.push({ ...run, stored: await spill.append(bytes) });
      }
      const all = parts.flat();
      const names = new Map<string, Set<string>>();
      for (const [external_id, name] of all)
        names.set(external_id, (names.get(external_id) ?? new Set()).add(name));
      const whole = [...names].filter(([, values]) => values.size === 1).map(([each]) => each);

      const merged = await mergeRuns(runs, { keep: "none" }, memorySpill());
      const found: unknown[] = [];
      const lines: number[] = [];
      for (const run of merged.runs) {
        for (const { record } of storedLines(await run.stored.read(0, run.stored.size))) found.push(record);
        lines.push(...run.lines);
      }
      const expected = whole.sort(compareBytes).map((external_id) => ({
        external_id,
        updated_at: "2026-01-01T00:00:00.000Z",
        name: [...names.get(external_id)!][0],
      }));
      expect(found).toEqual(expected);
      // The first row of each id is kept.
      expect(lines).toEqual(
        expected.map(({ external_id }) => 1 + all.findIndex(([each]) => each === external_id)),
      );
      const rejected = merged.contradicting.reduce((sum, group) => sum + group.length, 0);
      expect(merged.count + merged.merged + rejected).toBe(all.length);
    }),
    { numRuns: 150 },
  );
});

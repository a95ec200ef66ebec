import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyList, type ListState } from "../../src/lists/list.js";
import { compareBytes } from "../../src/lists/order.js";
import { reconcile, type ReconcileSettings } from "../../src/lists/reconcile.js";
import type { AnyRecord } from "../../src/records/record-type.js";

const t0 = new Date("2026-03-01T00:00:00.000Z");
const t1 = new Date("2026-03-02T00:00:00.000Z");
const t2 = new Date("2026-03-03T00:00:00.000Z");
const full: ReconcileSettings = {
  delivery: "full",
  missing: "deactivate",
  missingAfter: 1,
  part: "",
  protectedIds: new Set(),
};

function person(id: string, name = "N", supplied = "", active = true): AnyRecord {
  return { external_id: id, updated_at: supplied, name, is_active: active };
}
function rows(...records: readonly AnyRecord[]) {
  return { accepted: records.map((record, index) => ({ line: index + 2, record })), rejected: [] };
}
function listOf(at: Date, ...records: readonly AnyRecord[]): ListState {
  return reconcile(emptyList, rows(...records), full, at).list;
}
const records = (list: ListState) => list.entries.map((entry) => entry.record);

test("unchanged contents keep their served time, whatever was supplied", () => {
  const before = listOf(t0, person("1"));
  const after = reconcile(before, rows(person("1", "N", "2026-02-27T00:00:00.000Z")), full, t1);
  expect(records(after.list)[0]?.updated_at).toBe(t0.toISOString());
  expect(after.changes).toEqual([]);
});

test("changed contents get the supplied time, but never one that is not newer than what was served", () => {
  const before = listOf(t1, person("1", "N", "2026-02-01T00:00:00.000Z"));
  expect(records(before)[0]?.updated_at).toBe("2026-02-01T00:00:00.000Z");
  const newer = reconcile(before, rows(person("1", "M", "2026-02-05T00:00:00.000Z")), full, t2);
  expect(records(newer.list)[0]?.updated_at).toBe("2026-02-05T00:00:00.000Z");
  const same = reconcile(before, rows(person("1", "M", "2026-02-01T00:00:00.000Z")), full, t2);
  expect(records(same.list)[0]?.updated_at).toBe("2026-02-01T00:00:01.000Z");
});

test("the publication time stands in when none is supplied, and survives a clock that jumps back", () => {
  const before = listOf(t1, person("1"));
  const after = reconcile(before, rows(person("1", "M")), full, t0);
  expect(records(after.list)[0]?.updated_at).toBe("2026-03-02T00:00:01.000Z");
});

test("a row older than the stored supplied time is stale: the published record stays", () => {
  const before = listOf(t0, person("1", "N", "2026-02-05T00:00:00.000Z"));
  const after = reconcile(before, rows(person("1", "M", "2026-02-04T00:00:00.000Z")), full, t1);
  expect(records(after.list)[0]).toMatchObject({ name: "N" });
  expect(after.issues.map((found) => found.code)).toEqual(["stale_record"]);
  expect(after).toMatchObject({ stale: 1, accepted: 0, carried: { stale: 1 } });
});

test("a supplied time of the future is not believed", () => {
  const after = reconcile(emptyList, rows(person("1", "N", "2026-03-01T00:05:01.000Z")), full, t0);
  expect(records(after.list)[0]?.updated_at).toBe(t0.toISOString());
  expect(after.issues.map((found) => found.code)).toEqual(["future_time"]);
  const near = reconcile(emptyList, rows(person("1", "N", "2026-03-01T00:05:00.000Z")), full, t0);
  expect(near.issues).toEqual([]);
});

test("missing: deactivate keeps it inactive, and a return revives it", () => {
  const before = listOf(t0, person("1"), person("2"));
  const gone = reconcile(before, rows(person("1")), full, t1);
  expect(records(gone.list)[1]).toMatchObject({ is_active: false, updated_at: t1.toISOString() });
  expect(gone).toMatchObject({ accepted: 1, keptInactive: 1 });
  expect(reconcile(gone.list, rows(person("1")), full, t2).changes).toEqual([]);
  const back = reconcile(gone.list, rows(person("1"), person("2")), full, t2);
  expect(back.changes).toMatchObject([{ kind: "revived", id: "2" }]);
});

test("missing: keep, and remove with a note, so that a returner never has an older time", () => {
  const before = listOf(t1, person("1"), person("2"));
  const kept = reconcile(before, rows(person("1")), { ...full, missing: "keep" }, t2);
  expect(records(kept.list)).toHaveLength(2);
  expect(kept.carried.kept).toBe(1);
  const removed = reconcile(before, rows(person("1")), { ...full, missing: "remove" }, t2);
  expect(records(removed.list)).toHaveLength(1);
  const returner = person("2", "N", "2020-01-01T00:00:00.000Z");
  const back = reconcile(removed.list, rows(person("1"), returner), full, t0);
  expect(records(back.list)[1]?.updated_at).toBe("2026-03-02T00:00:01.000Z");
});

test("missing_after gives grace, and a record that others refer to is never removed", () => {
  const before = listOf(t0, person("1"), person("2"));
  const grace = { ...full, missing: "remove", missingAfter: 2 } as const;
  const once = reconcile(before, rows(person("1")), grace, t1);
  expect(once.carried.grace).toBe(1);
  expect(records(reconcile(once.list, rows(person("1")), grace, t2).list)).toHaveLength(1);
  const needed = reconcile(once.list, rows(person("1")), { ...grace, protectedIds: new Set(["2"]) }, t2);
  expect(records(needed.list)[1]).toMatchObject({ is_active: false });
  expect(needed.issues.map((found) => found.code)).toEqual(["still_referred_to"]);
});

test("rejected is not missing; a row without an id suspends deactivation; a readable false is believed", () => {
  const before = listOf(t0, person("1"), person("2"), person("3"));
  const bad = (id: string | undefined, isActive?: boolean) => ({ line: 9, id, isActive, issues: [] });
  const { accepted } = rows(person("1"), person("3"));
  const carried = reconcile(before, { accepted, rejected: [bad("2")] }, full, t1);
  expect(records(carried.list)[1]).toMatchObject({ is_active: true, updated_at: t0.toISOString() });
  const left = reconcile(before, { accepted, rejected: [bad("2", false)] }, full, t1);
  expect(records(left.list)[1]).toMatchObject({ is_active: false, updated_at: t1.toISOString() });
  const unsure = reconcile(before, { ...rows(person("1")), rejected: [bad(undefined)] }, full, t1);
  expect(unsure.carried.suspended).toBe(2);
  expect(unsure.changes).toEqual([]);
});

test("missing is judged inside the part", () => {
  const ham = { ...full, part: "ham" };
  const muc = { ...full, part: "muc" };
  const both = reconcile(reconcile(emptyList, rows(person("1")), ham, t0).list, rows(person("2")), muc, t0);
  const after = reconcile(both.list, rows(), ham, t1);
  expect(records(after.list).map((record) => record["is_active"])).toEqual([false, true]);
  expect(after.carried.other_part).toBe(1);
});

test("an export of changes deletes by its last word on a record", () => {
  const before = listOf(t0, person("1"), person("2"));
  const deleted = [
    { line: 3, id: "1" },
    { line: 4, id: "9" },
  ];
  const upsert = { ...full, delivery: "upsert" } as const;
  const after = reconcile(before, { ...rows(person("1", "M")), deleted }, upsert, t1);
  expect(records(after.list)[0]).toMatchObject({ is_active: false, name: "N" });
  expect(after).toMatchObject({ deleted: 3, keptInactive: 1, carried: { not_in_delta: 1 } });
});

test("order is by UTF-8 bytes, which UTF-16 gets wrong", () => {
  expect(compareBytes("\uff5e", "\u{1f600}")).toBeLessThan(0);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

test("whatever is delivered: the list adds up, is ordered, and no time goes back", () => {
  const record = fc.record({
    id: fc.constantFrom("1", "2", "3", "4", "5"),
    name: fc.constantFrom("A", "B"),
    supplied: fc.constantFrom("", "2026-02-01T00:00:00.000Z", "2026-02-02T00:00:00.000Z"),
    active: fc.boolean(),
  });
  const delivery = fc.record({
    rows: fc.uniqueArray(record, { selector: (row) => row.id }),
    rejected: fc.subarray(["1", "2", undefined]),
    missing: fc.constantFrom("deactivate" as const, "remove" as const, "keep" as const),
    delivery: fc.constantFrom("full" as const, "upsert" as const),
    missingAfter: fc.integer({ min: 1, max: 3 }),
    jump: fc.integer({ min: -2, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(delivery, { maxLength: 8 }), (deliveries) => {
      let list: ListState = emptyList;
      let clock = t0.getTime();
      const seen = new Map<string, string>();
      for (const step of deliveries) {
        clock += step.jump * 3_600_000;
        const accepted = step.rows.map((row, line) => ({
          line,
          record: person(row.id, row.name, row.supplied, row.active),
        }));
        const taken = new Set<string | undefined>(step.rows.map((row) => row.id));
        const rejected = step.rejected
          .filter((id) => !taken.has(id))
          .map((id) => ({ line: 99, id, isActive: undefined, issues: [] }));
        const result = reconcile(list, { accepted, rejected }, { ...full, ...step }, new Date(clock));
        list = result.list;
        const carried = Object.values(result.carried).reduce((sum, count) => sum + count, 0);
        expect(list.entries).toHaveLength(result.accepted + carried + result.keptInactive);
        expect(accepted).toHaveLength(result.accepted + result.stale);
        const ids = list.entries.map((entry) => entry.record.external_id);
        expect(ids).toEqual([...new Set(ids)].sort(compareBytes));
        for (const { record: each } of list.entries) {
          expect(each.updated_at >= (seen.get(each.external_id) ?? "")).toBe(true);
          seen.set(each.external_id, each.updated_at);
        }
      }
    }),
    { numRuns: 300 },
  );
});

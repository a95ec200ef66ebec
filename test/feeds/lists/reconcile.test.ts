import fc from "fast-check";
import { expect, test } from "vitest";
import { inOrder } from "../../../src/convert/accepted-rows.js";
import { emptyList, entriesOf, type List, type StoredEntry } from "../../../src/feeds/lists/list.js";
import { compareBytes } from "../../../src/model/order.js";
import { type Change } from "../../../src/feeds/lists/changes.js";
import { reconcile, type Reconciled, type ReconcileSettings } from "../../../src/feeds/lists/reconcile.js";
import { restamp } from "../../../src/feeds/lists/restamp.js";
import { payablesInvoice } from "../../../src/model/record-types/payables-invoice.js";
import type { AnyRecord } from "../../../src/model/record-type.js";

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
  return { accepted: inOrder(records.map((record, index) => ({ line: index + 2, record }))), rejected: [] };
}
async function listOf(at: Date, ...records: readonly AnyRecord[]): Promise<List> {
  return (await reconcile(emptyList, rows(...records), full, at)).list;
}
type ListEntry = Pick<StoredEntry, "record" | "notes">;

async function entries(list: List): Promise<ListEntry[]> {
  const found: ListEntry[] = [];
  for await (const batch of entriesOf(list)) found.push(...batch);
  return found;
}
const records = async (list: List) => (await entries(list)).map((entry) => entry.record);
async function changes(result: Reconciled): Promise<Change[]> {
  const found: Change[] = [];
  for await (const batch of result.changes.batches()) found.push(...batch);
  return found;
}

test("unchanged contents keep their served time, regardless of the supplied one", async () => {
  const before = await listOf(t0, person("1"));
  const after = await reconcile(before, rows(person("1", "N", "2026-02-27T00:00:00.000Z")), full, t1);
  expect((await records(after.list))[0]?.updated_at).toBe(t0.toISOString());
  expect(await changes(after)).toEqual([]);
});

test("changed contents get the supplied time if it is newer than the served one", async () => {
  const before = await listOf(t1, person("1", "N", "2026-02-01T00:00:00.000Z"));
  expect((await records(before))[0]?.updated_at).toBe("2026-02-01T00:00:00.000Z");
  const newer = await reconcile(before, rows(person("1", "M", "2026-02-05T00:00:00.000Z")), full, t2);
  expect((await records(newer.list))[0]?.updated_at).toBe("2026-02-05T00:00:00.000Z");
  const same = await reconcile(before, rows(person("1", "M", "2026-02-01T00:00:00.000Z")), full, t2);
  expect((await records(same.list))[0]?.updated_at).toBe("2026-02-01T00:00:01.000Z");
});

test("the publication time is used if none is supplied, and survives a clock that jumps back", async () => {
  const before = await listOf(t1, person("1"));
  const after = await reconcile(before, rows(person("1", "M")), full, t0);
  expect((await records(after.list))[0]?.updated_at).toBe("2026-03-02T00:00:01.000Z");
});

test("keeps the published record if a row is older than the stored supplied time", async () => {
  const before = await listOf(t0, person("1", "N", "2026-02-05T00:00:00.000Z"));
  const after = await reconcile(before, rows(person("1", "M", "2026-02-04T00:00:00.000Z")), full, t1);
  expect((await records(after.list))[0]).toMatchObject({ name: "N" });
  expect(after.issues.map((found) => found.code)).toEqual(["stale_record"]);
  expect(after).toMatchObject({ stale: 1, accepted: 0, carried: { stale: 1 } });
});

test("a supplied time in the future is ignored", async () => {
  const after = await reconcile(emptyList, rows(person("1", "N", "2026-03-01T00:05:01.000Z")), full, t0);
  expect((await records(after.list))[0]?.updated_at).toBe(t0.toISOString());
  expect(after.issues.map((found) => found.code)).toEqual(["future_time"]);
  const near = await reconcile(emptyList, rows(person("1", "N", "2026-03-01T00:05:00.000Z")), full, t0);
  expect(near.issues).toEqual([]);
});

test("keeps a missing record inactive with `missing: deactivate` and reactivates it when it returns", async () => {
  const before = await listOf(t0, person("1"), person("2"));
  const inactive = await reconcile(before, rows(person("1")), full, t1);
  expect((await records(inactive.list))[1]).toMatchObject({ is_active: false, updated_at: t1.toISOString() });
  expect(inactive).toMatchObject({ accepted: 1, keptInactive: 1 });
  expect(await changes(await reconcile(inactive.list, rows(person("1")), full, t2))).toEqual([]);
  const back = await reconcile(inactive.list, rows(person("1"), person("2")), full, t2);
  expect(await changes(back)).toMatchObject([{ kind: "revived", id: "2" }]);
});

test("keeps a record with `missing: keep`, and removes it with `missing: remove` without letting it return with an older time", async () => {
  const before = await listOf(t1, person("1"), person("2"));
  const kept = await reconcile(before, rows(person("1")), { ...full, missing: "keep" }, t2);
  expect(await records(kept.list)).toHaveLength(2);
  expect(kept.carried.kept).toBe(1);
  const removed = await reconcile(before, rows(person("1")), { ...full, missing: "remove" }, t2);
  expect(await records(removed.list)).toHaveLength(1);
  const returner = person("2", "N", "2020-01-01T00:00:00.000Z");
  const back = await reconcile(removed.list, rows(person("1"), returner), full, t0);
  expect((await records(back.list))[1]?.updated_at).toBe("2026-03-02T00:00:01.000Z");
});

test("delays the action by missing_after and never removes a referenced record", async () => {
  const before = await listOf(t0, person("1"), person("2"));
  const grace = { ...full, missing: "remove", missingAfter: 2 } as const;
  const once = await reconcile(before, rows(person("1")), grace, t1);
  expect(once.carried.grace).toBe(1);
  const twice = await reconcile(once.list, rows(person("1")), grace, t2);
  expect(await records(twice.list)).toHaveLength(1);
  const needed = await reconcile(
    once.list,
    rows(person("1")),
    { ...grace, protectedIds: new Set(["2"]) },
    t2,
  );
  expect((await records(needed.list))[1]).toMatchObject({ is_active: false });
  expect(needed.issues.map((found) => found.code)).toEqual(["still_referred_to"]);
});

test("does not treat a rejected record as missing, suspends deactivation for a row without an id, and uses a readable false", async () => {
  const before = await listOf(t0, person("1"), person("2"), person("3"));
  const bad = (id: string | undefined, isActive?: boolean) => ({ line: 9, id, isActive, issues: [] });
  const { accepted } = rows(person("1"), person("3"));
  const carried = await reconcile(before, { accepted, rejected: [bad("2")] }, full, t1);
  expect((await records(carried.list))[1]).toMatchObject({ is_active: true, updated_at: t0.toISOString() });
  const left = await reconcile(before, { accepted, rejected: [bad("2", false)] }, full, t1);
  expect((await records(left.list))[1]).toMatchObject({ is_active: false, updated_at: t1.toISOString() });
  for (const rejected of [
    [bad("2", false), bad("2", true)],
    [bad("2", true), bad("2", false)],
  ]) {
    const both = await reconcile(before, { accepted, rejected }, full, t1);
    expect((await records(both.list))[1]).toMatchObject({ is_active: true, updated_at: t0.toISOString() });
  }
  const unsure = await reconcile(before, { ...rows(person("1")), rejected: [bad(undefined)] }, full, t1);
  expect(unsure.carried.suspended).toBe(2);
  expect(await changes(unsure)).toEqual([]);
});

test("determines missing records within the part", async () => {
  const ham = { ...full, part: "ham" };
  const muc = { ...full, part: "muc" };
  const one = await reconcile(emptyList, rows(person("1")), ham, t0);
  const both = await reconcile(one.list, rows(person("2")), muc, t0);
  const after = await reconcile(both.list, rows(), ham, t1);
  expect((await records(after.list)).map((record) => record["is_active"])).toEqual([false, true]);
  expect(after.carried.other_part).toBe(1);
});

test("an export of changes deletes a record if its last row marks it as deleted", async () => {
  const before = await listOf(t0, person("1"), person("2"));
  const deleted = [
    { line: 3, id: "1" },
    { line: 4, id: "9" },
  ];
  const upsert = { ...full, delivery: "upsert" } as const;
  const after = await reconcile(before, { ...rows(person("1", "M")), deleted }, upsert, t1);
  expect((await records(after.list))[0]).toMatchObject({ is_active: false, name: "N" });
  expect(after).toMatchObject({ deleted: 3, keptInactive: 1, carried: { not_in_delta: 1 } });
});

test("orders by UTF-8 bytes, which differs from UTF-16", () => {
  expect(compareBytes("\uff5e", "\u{1f600}")).toBeLessThan(0);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

test("keeps the list consistent and ordered for any delivery, and no time goes back", async () => {
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
  await fc.assert(
    fc.asyncProperty(fc.array(delivery, { maxLength: 8 }), async (deliveries) => {
      let list: List = emptyList;
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
        const rows = { accepted: inOrder(accepted), rejected };
        const result = await reconcile(list, rows, { ...full, ...step }, new Date(clock));
        list = result.list;
        const carried = Object.values(result.carried).reduce((sum, count) => sum + count, 0);
        expect(list.count).toBe(result.accepted + carried + result.keptInactive);
        expect(accepted).toHaveLength(result.accepted + result.stale);
        const all = await records(list);
        const ids = all.map((each) => each.external_id);
        expect(ids).toEqual([...new Set(ids)].sort(compareBytes));
        for (const each of all) {
          expect(each.updated_at >= (seen.get(each.external_id) ?? "")).toBe(true);
          seen.set(each.external_id, each.updated_at);
        }
      }
    }),
    { numRuns: 300 },
  );
});

const time = "2026-02-05T00:00:00.000Z";

/** Rows of one invoice from the mapping: status, time, and whether it was canceled. */
test.each<[string, readonly AnyRecord[], Partial<ReconcileSettings>, string, readonly string[]]>([
  ["posted by its status", [bill("draft"), bill("posted")], {}, "posted", []],
  [
    "open again without a time, so it stays posted",
    [bill("posted"), bill("draft")],
    {},
    "posted",
    ["kept_posted"],
  ],
  ["open again every night", [bill("posted"), bill("draft"), bill("draft")], {}, "posted", ["kept_posted"]],
  [
    "open again in a row with a time",
    [bill("posted"), bill("draft", time)],
    {},
    "draft",
    ["no_longer_posted"],
  ],
  [
    "open again in a file with a sequence",
    [bill("posted"), bill("draft")],
    { isLater: true },
    "draft",
    ["no_longer_posted"],
  ],
  ["canceled without a time", [bill("posted"), bill("draft", "", true)], {}, "draft", ["no_longer_posted"]],
  [
    "canceled but marked as posted",
    [bill("posted"), bill("posted", "", true)],
    {},
    "draft",
    ["no_longer_posted"],
  ],
  ["canceled from the beginning", [bill("posted", "", true)], {}, "draft", []],
])("keeps or changes the status of a posted invoice: %s", async (_, nights, more, status, codes) => {
  const settings = {
    ...full,
    missing: "keep",
    succeed: payablesInvoice.succeed,
    ...more,
  } as ReconcileSettings;
  let list = emptyList;
  let last: Reconciled | undefined;
  for (const row of nights) ({ list } = last = await reconcile(list, rows(row), settings, t1));
  expect((await records(list))[0]).toMatchObject({ status });
  expect(last?.issues.map(({ code }) => code)).toEqual(codes);
});

test("a rollback leaves an invoice posted or joined", async () => {
  const old = await listOf(t0, { ...bill("draft"), number: "old" });
  const now = await listOf(
    t1,
    { ...bill("posted"), number: "new" },
    { ...bill("posted"), external_id: "joined" },
  );
  const back = await restamp(now, old, t2, undefined, { fields: ["status"], ids: new Set(["joined"]) });
  expect(await records(back.list)).toMatchObject([
    { external_id: "1", number: "old", status: "posted" },
    { external_id: "joined", status: "posted" },
  ]);
});

test("a rollback deactivates a record that was inactive, and changes one that was active", async () => {
  const old = await listOf(t0, { ...person("1"), is_active: false }, person("2"));
  const now = await listOf(t1, person("1", "M"), { ...person("2"), is_active: false });
  const back = await restamp(now, old, t2);
  expect(await changes(back)).toMatchObject([
    { kind: "deactivated", fields: expect.arrayContaining(["is_active", "name"]) as string[] },
    { kind: "changed", fields: ["is_active"] },
  ]);
});

function bill(status: string, updated_at = "", is_cancelled = false): AnyRecord {
  return { external_id: "1", updated_at, status, is_cancelled };
}

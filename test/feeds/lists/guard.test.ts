import { describe, expect, it } from "vitest";
import {
  changedHeadings,
  guard,
  guardFigures,
  type Delivered,
  type Delivery,
  type GuardName,
  type Tripped,
} from "../../../src/feeds/lists/guard.js";
import { inOrder } from "../../../src/convert/accepted-rows.js";
import { listOfRecords } from "../../../src/feeds/lists/list.js";
import { reconcile } from "../../../src/feeds/lists/reconcile.js";
import type { Expected } from "../../../src/model/guard-limits.js";
import { issue } from "../../../src/model/issues.js";
import { chargeCode } from "../../../src/model/record-types/index.js";
import { job } from "../../../src/model/record-types/job.js";
import type { AnyRecord } from "../../../src/model/record-type.js";
import { guardLimits } from "../../../src/model/guard-limits.js";
import { withFieldLabels } from "../../../src/model/field-labels.js";
import { ownGuards } from "../../../src/feeds/alerts/partner-message.js";
import { notForClerks } from "../../support/not-for-clerks.js";

const time = "2026-03-01T08:15:00.000Z";
const headings = ["PK", "Code", "Text", "Group", "Tax", "Active"];

function charge(id: number | string, changes: Partial<Record<string, AnyRecord[string]>> = {}): AnyRecord {
  return {
    external_id: String(id),
    updated_at: time,
    code: `C${id}`,
    description: `Charge ${id}`,
    charge_type: "freight",
    tax_code: null,
    is_active: true,
    ...changes,
  };
}

function charges(
  count: number,
  change: (index: number) => Partial<Record<string, AnyRecord[string]>> = () => ({}),
) {
  return Array.from({ length: count }, (_, index) => charge(index + 1, change(index)));
}

function delivered(rows: number, changes: Partial<Delivered> = {}): Delivered {
  return { rows, headings, reads: ["PK", "Code", "Group"], blank: {}, rejected: {}, ...changes };
}

/** The guards that are triggered by a delivery after an earlier one. */
async function tripped(...given: Parameters<typeof held>): Promise<GuardName[]> {
  return (await held(...given)).map(({ guard }) => guard);
}

async function held(
  before: readonly AnyRecord[],
  after: readonly AnyRecord[],
  changes: Partial<Delivery> = {},
  settings: Parameters<typeof guardLimits>[0] = {},
  expected?: Expected,
  firstIs: "hold" | "publish" = "hold",
): Promise<readonly Tripped[]> {
  const rejected = changes.rejected ?? [];
  const state = listOfRecords(before);
  const accepted = inOrder(
    after.map((record, index) => ({ line: index + 2, record: { ...record, updated_at: "" } })),
  );
  const rules = {
    delivery: "full",
    missing: "deactivate",
    missingAfter: 1,
    part: "",
    protectedIds: new Set<string>(),
  } as const;
  const result = await reconcile(
    state,
    { accepted, rejected, deleted: [] },
    rules,
    new Date("2026-04-01T00:00:00Z"),
  );
  const delivery: Delivery = {
    type: chargeCode,
    now: delivered(after.length + rejected.length),
    last: delivered(before.length),
    usualRows: undefined,
    kind: "full",
    rejected,
    accepted: inOrder(after.map((record) => ({ line: 2, record }))),
    before: state,
    result,
    ...changes,
  };
  const limits = guardLimits(settings);
  const found = await guard(delivery, limits, expected, firstIs);
  for (const { guard, sentence } of found)
    if (!ownGuards.has(guard)) expect(withFieldLabels(sentence)).not.toMatch(notForClerks);
  const guards = found.map(({ guard }) => guard);
  // The report's values over the limit match the guards exactly.
  const over = guardFigures(delivery, limits).filter((figure) => figure.tripped);
  expect(new Set(over.map(({ guard }) => guard))).toEqual(
    new Set(guards.filter((guard) => measured.has(guard))),
  );
  return found;
}

const measured = new Set<GuardName>([
  "rows_below",
  "rows_above",
  "rejected",
  "ids_gone",
  "field_changes",
  "changes",
]);

function rejectedRow(
  id: string,
  position: { readonly field: string; readonly column?: string } = { field: "code" },
) {
  const found = issue("missing_value", { line: 9, ...position }, { field: position.field });
  return { line: 9, id, isActive: undefined, cells: "[]", issues: [found] };
}

describe("guardrails", () => {
  it("accept an ordinary night", async () => {
    expect(await tripped(charges(100), [...charges(98), charge(201)])).toEqual([]);
  });

  it("always hold a file without rows", async () => {
    expect(await tripped(charges(3), [])).toContain("no_rows");
    expect(await tripped([], [])).toContain("no_rows");
  });

  it("hold a list that shrank or grew too much, compared with the last and the usual delivery", async () => {
    expect(await tripped(charges(100), charges(79))).toContain("rows_below");
    expect(await tripped(charges(100), charges(80))).not.toContain("rows_below");
    expect(await tripped(charges(5), charges(3))).not.toContain("rows_below");
    expect(await tripped(charges(10), charges(31))).toContain("rows_above");
    expect(await tripped(charges(2), charges(9))).not.toContain("rows_above");
    expect(await tripped(charges(50), charges(50), { usualRows: 100 })).toContain("rows_below");
    expect(await tripped(charges(31), charges(31), { usualRows: 10 })).toContain("rows_above");
    expect(await tripped(charges(30), charges(30), { usualRows: 10 })).not.toContain("rows_above");
  });

  it("hold when too many active records are gone or became inactive", async () => {
    const off = (count: number) => charges(20, (index) => ({ is_active: index >= count }));
    expect(await tripped(charges(20), off(4))).not.toContain("ids_gone");
    expect(await tripped(charges(20), off(5))).toContain("ids_gone");
    expect(await tripped(charges(5), charges(3))).not.toContain("ids_gone");
    expect(await tripped(charges(5), charges(2))).toContain("ids_gone");
  });

  it("compare the lost active records with the active records, although most records are inactive", async () => {
    const list = (active: number) => charges(500, (index) => ({ is_active: index < active }));
    expect(await tripped(list(100), list(80))).not.toContain("ids_gone");
    expect(await tripped(list(100), list(79))).toContain("ids_gone");
    expect(await tripped(list(100), list(0))).toContain("ids_gone");
  });

  it("hold when too many rows are rejected for new reasons", async () => {
    const rejected = ["a", "b", "c", "d"].map((id) => rejectedRow(id));
    expect(await tripped(charges(20), charges(20), { rejected })).toContain("rejected");
    expect(await tripped(charges(20), charges(20), { rejected: rejected.slice(0, 3) })).not.toContain(
      "rejected",
    );
    const known = Object.fromEntries(rejected.map((row) => [row.id, "missing_value"]));
    expect(
      await tripped(charges(20), charges(20), { rejected, last: delivered(20, { rejected: known }) }),
    ).not.toContain("rejected");
  });

  it.each(["charge_type", "tax_code", "code"])("hold when %s changes in too many records", async (field) => {
    const value = { charge_type: "origin", tax_code: { external_id: "T" }, code: "other" }[field] ?? null;
    const changed = (count: number) => charges(20, (index) => (index < count ? { [field]: value } : {}));
    expect(await tripped(charges(20), changed(2))).not.toContain("field_changes");
    expect(await tripped(charges(20), changed(3))).toContain("field_changes");
  });

  it("hold when too many records change at all", async () => {
    const changed = (count: number) => charges(20, (index) => (index < count ? { description: "new" } : {}));
    expect(await tripped(charges(20), changed(10))).toEqual([]);
    expect(await tripped(charges(20), changed(11))).toEqual(["changes"]);
  });

  it("hold when a column becomes empty", async () => {
    const now = (blank: number) => ({ now: delivered(20, { blank: { tax_code: blank } }) });
    expect(await tripped(charges(20), charges(20), now(0.05))).toEqual([]);
    expect(await tripped(charges(20), charges(20), now(0.06))).toEqual(["newly_empty"]);
  });

  it("hold a file without a final line break, if the last delivery had one", async () => {
    const ends = (last: boolean | undefined, now: boolean) => ({
      last: delivered(20, { isEnded: last }),
      now: delivered(20, { isEnded: now }),
    });
    expect(await tripped(charges(20), charges(20), ends(true, false))).toEqual(["cut_off"]);
    expect(await tripped(charges(20), charges(20), ends(false, false))).toEqual([]);
    expect(await tripped(charges(20), charges(20), ends(undefined, false))).toEqual([]);
    expect(await tripped(charges(20), charges(20), ends(true, false), { cut_off: "off" })).toEqual([]);
  });

  it("hold when lines above the table are left out for the first time, and whenever their number changes", async () => {
    const lines = (last: number | undefined, now: number) => ({
      last: delivered(20, { leftOut: last }),
      now: delivered(20, { leftOut: now }),
    });
    expect(await tripped(charges(20), charges(20), lines(0, 1))).toEqual(["left_out"]);
    expect(await tripped(charges(20), charges(20), lines(2, 1))).toEqual(["left_out"]);
    expect(await tripped(charges(20), charges(20), lines(2, 2))).toEqual([]);
    expect(await tripped(charges(20), charges(20), lines(undefined, 2))).toEqual([]);
    const first = { last: undefined, now: delivered(20, { leftOut: 2 }) };
    expect(await tripped(charges(20), charges(20), first)).toEqual(["left_out"]);
    // Releasing the first delivery accepts these lines, too.
    expect(await tripped(charges(20), charges(20), first, {}, undefined, "publish")).toEqual([]);
  });

  it("hold when the number of columns without a heading changes, but not for a first delivery", async () => {
    const columns = (last: number | undefined, now: number) => ({
      last: delivered(20, { unnamed: last }),
      now: delivered(20, { unnamed: now }),
    });
    expect(await tripped(charges(20), charges(20), columns(0, 1))).toEqual(["left_out"]);
    expect(await tripped(charges(20), charges(20), columns(2, 1))).toEqual(["left_out"]);
    expect(await tripped(charges(20), charges(20), columns(1, 1))).toEqual([]);
    expect(await tripped(charges(20), charges(20), columns(undefined, 1))).toEqual([]);
    expect(await tripped(charges(20), charges(20), columns(0, 1), { left_out: "off" })).toEqual([]);
    const first = { last: undefined, now: delivered(20, { unnamed: 1 }) };
    expect(await tripped(charges(20), charges(20), first)).toEqual([]);
  });

  it("hold when the number of rows below the end of the table changes", async () => {
    const rows = (last: number | undefined, now: number) => ({
      last: delivered(20, { pastEnd: last }),
      now: delivered(20, { pastEnd: now }),
    });
    expect(await tripped(charges(20), charges(20), rows(1, 3))).toEqual(["left_out"]);
    expect(await tripped(charges(20), charges(20), rows(1, 0))).toEqual(["left_out"]);
    expect(await tripped(charges(20), charges(20), rows(1, 1))).toEqual([]);
    expect(await tripped(charges(20), charges(20), rows(undefined, 1))).toEqual([]);
    expect(await tripped(charges(20), charges(20), rows(1, 3), { left_out: "off" })).toEqual([]);
    const sentBack = { last: delivered(20, { leftOut: 2, unnamed: 1, pastEnd: 1 }), now: delivered(20) };
    expect(await tripped(charges(20), charges(20), sentBack)).toEqual([]);
    const first = { last: undefined, now: delivered(20, { pastEnd: 1 }) };
    expect(await tripped(charges(20), charges(20), first)).toEqual([]);
  });

  it("hold when a heading that the mapping reads is gone, renamed or duplicated, but not for new headings", async () => {
    const now = (names: readonly string[]) => ({ now: delivered(20, { headings: names }) });
    expect(
      await tripped(charges(20), charges(20), now(["PK", "Code", "Text", "Grp", "Tax", "Active"])),
    ).toEqual(["headings"]);
    expect(await tripped(charges(20), charges(20), now([...headings, "code"]))).toEqual(["headings"]);
    expect(await tripped(charges(20), charges(20), now([...headings, "Remark"]))).toEqual([]);
    expect(
      await tripped(charges(20), charges(20), now(headings.map((heading) => ` ${heading.toLowerCase()}*`))),
    ).toEqual([]);
  });

  it("allow numbered columns to vary with the elements, and optional columns to be missing", () => {
    const last = (names: readonly string[], optional: readonly string[] = []) =>
      delivered(20, { headings: names, reads: names, optional });
    const bills = ["Id", "Bill", "Bill.2", "Bill.2.@kind", "Bill.@kind"];
    expect(changedHeadings(["Id", "Bill", "Bill.@kind"], last(bills))).toBeUndefined();
    expect(changedHeadings(["Id", "Bill"], last(bills))?.sentence).toContain('"Bill.@kind" is missing');
    expect(changedHeadings(["Id"], last(["Id", "Due"], ["Due"]))).toBeUndefined();
    expect(changedHeadings(["Id", "Other"], last(["Id", "Due"], ["Due"]))).toBeUndefined();
    expect(changedHeadings(["Id", "Due_"], last(["Id", "Due"], ["Due"]))?.sentence).toContain("renamed");
  });

  it("name the likely rename, which is a similar heading or the only new heading if only one is gone", () => {
    const sentence = (names: readonly string[]) => changedHeadings(names, delivered(20))?.sentence;
    expect(sentence(["PK", "Codes", "Text", "Group"])).toContain(
      '"Code" is missing, probably renamed to "Codes"',
    );
    expect(sentence(["PK", "Code", "Text", "Art"])).toContain(
      '"Group" is missing, probably renamed to "Art"',
    );
    expect(sentence(["nonsense"])).toMatch(/"PK" is missing; .*"Code" is missing; .*"Group" is missing\.$/);
  });

  it("hold when records return under other ids", async () => {
    const again = [...charges(19), charge("X", { code: "C20" })];
    expect(await tripped(charges(20), again)).toEqual(["rekeyed"]);
    expect(
      await tripped(
        [charge("ab1"), ...charges(19)],
        [charge("ab1"), ...charges(19), charge("AB1", { code: "n" })],
      ),
    ).toEqual(["rekeyed"]);
    expect(
      await tripped([charge("7"), ...charges(5)], [charge("7"), ...charges(5), charge("007", { code: "n" })]),
    ).toEqual(["rekeyed"]);
  });

  it("hold a full file that has a column of operations", async () => {
    const now = delivered(20, { headings: [...headings, "Action"] });
    expect(await tripped(charges(20), charges(20), { now })).toEqual(["operation_column"]);
    // Jobs have operators, and exports use the same word.
    const op = delivered(20, { headings: [...headings, "Op"] });
    expect(await tripped(charges(20), charges(20), { now: op })).toEqual(["operation_column"]);
    expect(await tripped(charges(20), charges(20), { now: op, type: job })).toEqual([]);
    expect(await tripped(charges(20), charges(20), { now, type: job })).toEqual(["operation_column"]);
  });

  it("hold data that the feed does not expect", async () => {
    const expected = { rows: { from: 10, to: 30 }, columns: { charge_type: ["freight"] } };
    expect(await tripped(charges(20), charges(20), {}, {}, expected)).toEqual([]);
    expect(await tripped(charges(9), charges(9), {}, {}, expected)).toEqual(["expect"]);
    const other = charges(20, (index) => (index === 0 ? { charge_type: "other" } : {}));
    expect(await tripped(charges(20), other, {}, {}, expected)).toEqual(["expect"]);
  });

  it("hold the first delivery of a feed", async () => {
    expect(await tripped([], charges(3), { last: undefined })).toEqual(["first"]);
  });

  it("can each be widened or switched off for a feed", async () => {
    expect(
      await tripped(charges(100), charges(50), {}, { rows_below: "off", ids_gone: "off", changes: "off" }),
    ).toEqual([]);
    expect(
      await tripped(charges(100), charges(79), {}, { rows_below: 0.7, ids_gone: { share: 0.3 } }),
    ).toEqual([]);
  });

  it.each<[string, readonly string[], Parameters<typeof held>]>([
    [
      "missing records",
      [
        "The file has 50 rows; the last delivery had 100 (50%). Minimum: 80.",
        "50 active records are missing from the file; the last delivery had 100 active records. Maximum: 20.",
      ],
      [charges(100), charges(50)],
    ],
    [
      "inactive and changed records",
      [
        "6 records became inactive; the last delivery had 6 active records. Maximum: 2.",
        "6 records change; the last delivery had 6 records. Maximum: 5.",
      ],
      [charges(6), charges(6, () => ({ is_active: false }))],
    ],
    [
      "missing and inactive records",
      [
        "The file has 2 rows; the last delivery had 6 (33.3%). Minimum: 4.",
        "4 active records are missing from the file, and 1 became inactive; the last delivery had 6 active records. Maximum: 2.",
      ],
      [charges(6), charges(2, (index) => ({ is_active: index > 0 }))],
    ],
    [
      "changed fields in a longer list",
      [
        "The file has 20 rows; the last delivery had 5. Maximum: 15.",
        "The field code changes in 5 records; this delivery has 20 records. Maximum: 2.",
      ],
      [charges(5), charges(20, (index) => ({ code: `N${index}` }))],
    ],
    [
      "rejected rows",
      ["4 of 24 rows were newly rejected. Maximum: 3."],
      [charges(20), charges(20), { rejected: ["a", "b", "c", "d"].map((id) => rejectedRow(id)) }],
    ],
    [
      "an empty field",
      ["tax_code is empty in 50% of the rows, up from 0%. Maximum increase: 5 percentage points."],
      [charges(20), charges(20), { now: delivered(20, { blank: { tax_code: 0.5 } }) }],
    ],
    [
      "an empty field under the partner's heading",
      ["“Tax ID” is empty in 50% of the rows, up from 0%. Maximum increase: 5 percentage points."],
      [
        charges(20),
        charges(20),
        {
          now: delivered(21, { blank: { tax_code: 0.5 } }),
          rejected: [rejectedRow("a", { field: "tax_code", column: "Tax ID" })],
        },
      ],
    ],
    [
      "skipped rows",
      ["The file has 5 rows (not counting 1 skipped row); the last delivery had 9 (55.6%). Minimum: 7."],
      [charges(9), charges(9), { now: delivered(5), skipped: 1 }],
    ],
  ])("describe %s with the figures", async (_what, expected, given) => {
    expect((await held(...given)).map(({ sentence }) => sentence)).toEqual(expected);
  });

  it("give figures but no values in their sentences", async () => {
    const state = listOfRecords(charges(100));
    const result = await reconcile(
      state,
      { accepted: inOrder([]), rejected: [], deleted: [] },
      { delivery: "full", missing: "deactivate", missingAfter: 1, part: "", protectedIds: new Set() },
      new Date(),
    );
    const delivery = {
      type: chargeCode,
      now: delivered(50),
      last: delivered(100),
      usualRows: undefined,
      kind: "full",
      rejected: [],
      accepted: inOrder([{ line: 2, record: charge(1) }]),
      before: state,
      result,
    } as const;
    const found = await guard(delivery, guardLimits(), undefined, "hold");
    const sentences = found.map(({ sentence }) => sentence);
    expect(sentences).toContain("The file has 50 rows; the last delivery had 100 (50%). Minimum: 80.");
    expect(sentences.join(" ")).not.toContain("C1");
  });
});

import { expect, test } from "vitest";
import { isOverdue, lastDue, type Schedule } from "../../src/model/schedule.js";

const weekdays: Schedule = { kind: "by", days: [1, 2, 3, 4, 5], hour: 6, minute: 0, zone: "Europe/Berlin" };
const none = new Set<string>();
const due = (now: string, holidays = none) =>
  lastDue(weekdays, new Date(now), "UTC", holidays)?.toISOString();

test.each([
  ["before the hour, which is on the previous day", "2026-03-03T04:59:00Z", "2026-03-02T05:00:00.000Z"],
  ["after the hour", "2026-03-03T05:00:00Z", "2026-03-03T05:00:00.000Z"],
  ["on a Sunday, which is on Friday", "2026-03-08T12:00:00Z", "2026-03-06T05:00:00.000Z"],
  ["after the clocks went forward", "2026-03-30T12:00:00Z", "2026-03-30T04:00:00.000Z"],
  ["after the clocks went back", "2026-10-26T12:00:00Z", "2026-10-26T05:00:00.000Z"],
])("finds the last due time %s", (_, now, expected) => {
  expect(due(now)).toBe(expected);
});

test("nothing is due on a holiday", () => {
  expect(due("2026-03-03T12:00:00Z", new Set(["2026-03-03"]))).toBe("2026-03-02T05:00:00.000Z");
});

test("a list confirmed on the day is on time, but a list from the day before is not", () => {
  const now = new Date("2026-03-03T08:00:00Z");
  const overdue = (at: string) => isOverdue(weekdays, new Date(at), now, "UTC", none);
  expect(overdue("2026-03-03T01:00:00Z")).toBe(false);
  expect(overdue("2026-03-03T06:00:00Z")).toBe(false);
  expect(overdue("2026-03-02T08:00:00Z")).toBe(true);
  expect(
    isOverdue({ kind: "every", span: 3_600_000 }, new Date("2026-03-03T06:59:00Z"), now, "UTC", none),
  ).toBe(true);
});

import { expect, test } from "vitest";
import { usualRows, type SizedState } from "../../../src/feeds/lists/feed-state.js";
import { newFolding } from "../../../src/feeds/lists/moves.js";
import type { Entry, NewEntry } from "../../../src/feeds/lists/log.js";

/**
 * Deliveries with these numbers of rows, one a day from 1 March on. `!`: a person released it from the row
 * guard.
 */
function nights(...rows: readonly (number | `!${number}`)[]): Entry[] {
  const entries: Entry[] = [];
  rows.forEach((text, index) => {
    const delivery = String(index + 1).padStart(64, "0");
    const at = new Date(Date.UTC(2026, 2, 1 + index, 4)).toISOString();
    const add = (entry: NewEntry): void => {
      entries.push({ n: entries.length + 1, at, ...entry });
    };
    const arrival = { source: "inbox", name: "staff.csv", size: 1, modified: index, identity: "" };
    const read = Number(String(text).replace("!", ""));
    const counts = { read, accepted: read, rejected: 0, skipped: 0, merged: 0, stale: 0 };
    add({ state: "RECEIVED", delivery, arrival, part: "", sequence: "" });
    if (typeof text === "string") {
      add({ state: "HELD", delivery, guards: [], change_set: "c", differences: {} });
      add({ state: "RELEASED", delivery, change_set: "c", reason: "", by: "ann", guards: ["rows_below"] });
    }
    add({ state: "PUBLISHED", delivery, number: index + 1, counts });
  });
  return entries;
}

function stateAfter(entries: readonly Entry[]): SizedState {
  const folding = newFolding();
  for (const entry of entries) folding.add(entry);
  return folding.state;
}

const after = (entries: readonly Entry[], day: string) =>
  usualRows(stateAfter(entries), "", new Date(`2026-${day}T08:00:00Z`));

test("usual is the median of 30 days, if there are at least three deliveries", () => {
  expect(after(nights(100, 100), "03-03")).toBeUndefined();
  expect(after(nights(100, 90, 500), "03-04")).toBe(100);
  expect(after(nights(500, 500, 500, 90, 100, 110), "04-02")).toBe(100);
  expect(after(nights(500, 500, 500, 90), "04-02")).toBeUndefined();
});

test("deliveries before a release from the row guard do not count", () => {
  expect(after(nights(100, 100, 100, "!50"), "03-05")).toBeUndefined();
  expect(after(nights(100, 100, 100, "!50", 51, 52), "03-07")).toBe(51);
});

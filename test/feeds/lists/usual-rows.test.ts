import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ensureFeed, usualRows } from "../../../src/feeds/lists/feed-log.js";
import type { Entry, NewEntry } from "../../../src/feeds/lists/log.js";
import { newFolding } from "../../../src/feeds/lists/moves.js";
import { transition } from "../../../src/feeds/lists/transition.js";
import { openStore } from "../../../src/store/store.js";
import { databases } from "../../support/postgres.js";

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
      add({
        state: "RELEASED",
        delivery,
        change_set: "c",
        reason: "",
        by: "ann",
        guards: [{ guard: "rows_below" }],
      });
    }
    add({ state: "PUBLISHED", delivery, number: index + 1, counts });
  });
  return entries;
}

describe.each(databases)("the usual number of rows on %s", (_, newDatabase) => {
  async function after(entries: readonly Entry[], day: string): Promise<number | undefined> {
    const data = await mkdtemp(join(tmpdir(), "lading-rows-"));
    const database = newDatabase();
    const store = await openStore({ data, ...(database !== undefined && { database }) });
    onTestFinished(async () => {
      await store.close();
      await rm(data, { recursive: true, force: true });
    });
    const { id } = await ensureFeed(store.db, "acme/staff");
    const checkLease = async () => undefined;
    for (const entry of entries) {
      const { state } = await ensureFeed(store.db, "acme/staff");
      await store.transaction((tx) => transition(tx, { feed: id, checkLease }, newFolding(state), [entry]));
    }
    return usualRows(store.db, id, "", new Date(`2026-${day}T08:00:00Z`));
  }

  test("is the median of 30 days if there are at least three deliveries", async () => {
    expect(await after(nights(100, 100), "03-03")).toBeUndefined();
    expect(await after(nights(100, 90, 500), "03-04")).toBe(100);
    expect(await after(nights(500, 500, 500, 90, 100, 110), "04-02")).toBe(100);
    expect(await after(nights(500, 500, 500, 90), "04-02")).toBeUndefined();
  });

  test("does not count deliveries before a release from the row guard", async () => {
    expect(await after(nights(100, 100, 100, "!50"), "03-05")).toBeUndefined();
    expect(await after(nights(100, 100, 100, "!50", 51, 52), "03-07")).toBe(51);
  });
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCurrent } from "../../src/lists/current.js";
import { staff, staffFeed, world } from "../support/world.js";

/** Several at once: writers make one publication, readers see whole ones. */

test("two runs at once on one feed: one publication each time; the loser says who has it", async () => {
  const w = await world(staffFeed, undefined, "here");
  for (let round = 1; round <= 8; round++) {
    await w.drop(
      "staff.csv",
      staff(`1:Round ${round}`),
      `2026-03-01T00:00:${String(round).padStart(2, "0")}Z`,
    );
    const both = await Promise.all([w.passFeeds(), w.passFeeds()]);
    const errors = both.flatMap((outcomes) => outcomes.flatMap(({ error }) => error?.code ?? []));
    expect(errors.filter((code) => code !== "locked" && code !== "arrival_changed")).toEqual([]);
    await w.pass();
    expect(await w.number()).toBe(round);
    expect(await w.list()).toMatchObject([{ name: `Round ${round}` }]);
    expect(await w.names("inbox")).toEqual([]);
  }
});

test("readers during publications: every answer is one publication, whole", async () => {
  const w = await world(staffFeed, undefined, "here");
  const feed = join(w.folder, "data/accounts/acme/staff");
  let done = false;
  let read = 0;
  async function reader(): Promise<void> {
    while (!done) {
      const current = await readCurrent(feed);
      if (current === undefined) {
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      const served = JSON.parse(await readFile(join(current.folder, "served.json"), "utf8")) as {
        name: string;
      }[];
      expect(current.degraded).toBeUndefined();
      expect(new Set(served.map(({ name }) => name)).size).toBe(1);
      expect(served).toHaveLength(5);
      read += 1;
    }
  }
  const readers = [reader(), reader(), reader()];
  try {
    for (let round = 1; round <= 8; round++) {
      const people = ["1", "2", "3", "4", "5"].map((id) => `${id}:Round ${round % 2}`);
      await w.drop("staff.csv", staff(...people), `2026-03-01T00:00:${String(round).padStart(2, "0")}Z`);
      w.clock.advance(1_000);
      await w.pass();
    }
  } finally {
    done = true;
    await Promise.all(readers);
  }
  expect(read).toBeGreaterThan(8);
});

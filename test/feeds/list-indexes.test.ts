import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { listIndexes } from "../../src/feeds/deliveries/list-indexes.js";
import { readCurrent } from "../../src/feeds/lists/publications.js";
import { lookupsInFiles } from "../../src/system/list-files.js";
import { staff, world } from "../support/world.js";

/** Index files of published lists. */

afterEach(() => void vi.useRealTimers());

const minutes = (count: number): number => count * 60_000;

test("an index file is removed after ten minutes without use, but not while a file is evaluated with it", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1", "2"));
  await w.pass();
  const current = await readCurrent(w.store.db, "acme/staff");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const indexes = listIndexes(w.store, join(w.folder, "indexes"));
  const path = await indexes.pathOf("acme/staff", current!.publication);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await indexes.pathOf("acme/staff", current!.publication)).toBe(path);

  const lookups = await lookupsInFiles(new Map([["staff", path]]));
  await indexes.holding(lookups, async () => {
    vi.advanceTimersByTime(minutes(60));
    expect(lookups.find("staff", "external_id", "1")).toEqual([{ external_id: "1", is_active: true }]);
    expect(lookups.find("staff", "name", "nobody")).toEqual([]);
  });
  vi.advanceTimersByTime(minutes(9));
  await indexes.pathOf("acme/staff", current!.publication);
  vi.advanceTimersByTime(minutes(9));
  expect(existsSync(path)).toBe(true);
  vi.advanceTimersByTime(minutes(2));
  await vi.waitFor(() => expect(existsSync(path)).toBe(false));
  expect(await indexes.pathOf("acme/staff", current!.publication)).not.toBe(path);
  await indexes.close();
});

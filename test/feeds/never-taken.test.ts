import { expect, test } from "vitest";
import { noteNeverTaken, readNeverTaken } from "../../src/feeds/deliveries/never-taken.js";
import { world, type World } from "../support/world.js";

const links = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => `link-${String(from + index).padStart(3, "0")}.csv`);

/** Returns the names of the new files in a listing. `later` contains the names in a second listing. */
async function note({ setup }: World, names: readonly string[], later = async () => names) {
  const listed = (all: readonly string[]) => all.map((name) => ({ name, reason: "it is a link" }));
  const listing = { arriving: [], unclaimed: [], ignored: listed(names), failed: undefined };
  const source = { list: async () => ({ files: [], ignored: listed(await later()) }) };
  const fresh = await noteNeverTaken(
    { ...setup, source: async () => source as never },
    { sources: new Map([["inbox", listing]]) },
    new AbortController().signal,
  );
  return (fresh.get("inbox") ?? []).map(({ name }) => name);
}

const stored = async ({ store }: World): Promise<readonly string[]> =>
  (await readNeverTaken(store.db, "inbox")).map(({ name }) => name).toSorted();

test("reports new files that are never processed, even after many others", async () => {
  const w = await world();
  expect(await note(w, links(0, 150))).toEqual(links(0, 150));
  expect(await note(w, links(0, 150))).toEqual([]);
  // A listing has no fixed order.
  expect(await note(w, links(0, 151).toReversed())).toEqual(["link-150.csv"]);
  expect(await stored(w)).toEqual(links(0, 151));
  expect(await note(w, links(0, 3))).toEqual([]);
  expect(await stored(w)).toEqual(links(0, 3));
});

test("files that the run archived or restored are no longer reported, unless the source cannot be listed", async () => {
  const w = await world();
  const [restored, left] = ["0", "1"].map((digit) => `.lading-aside-${digit.repeat(24)}`) as [string, string];
  const seen = [restored, left, "link.csv"];
  expect(await note(w, seen, async () => [left])).toEqual([left, "link.csv"]);
  expect(await stored(w)).toEqual([left, "link.csv"]);
  await note(w, seen, () => Promise.reject(new Error("no connection")));
  expect(await stored(w)).toEqual([restored, left, "link.csv"]);
});

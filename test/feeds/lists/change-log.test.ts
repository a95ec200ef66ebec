import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { changesOf, listOf, readPublication } from "../../../src/feeds/lists/publications.js";
import { recordBytes, recordsOf } from "../../../src/feeds/lists/list.js";
import { staff, staffFeed, world, type World } from "../../support/world.js";

const charges = `
lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
retention: { publications: { at_least: "1", for: 1 d } }
feeds:
  acme/charge-code: { source: inbox, files: "*.csv", settle: final_name, first: publish }
`;

const charge = (description: string) =>
  `external_id,updated_at,code,description,charge_type,tax_code,is_active\r\n1,,FRT,${description},freight,,true\r\n`;

/** Three versions. The next pass removes the first two. */
async function threeOf(yaml: string, feed: string, text: (day: string) => string): Promise<World> {
  const w = await world(yaml);
  for (const day of ["2026-03-01", "2026-03-02", "2026-03-03"]) {
    w.clock.set(`${day}T08:00:00.000Z`);
    await w.drop("a.csv".replace("a", feed.endsWith("staff") ? "staff" : "a"), text(day), `${day}T00:00:00Z`);
    await w.pass();
  }
  await w.leap(90);
  return w;
}

test("changes of removed versions are still reported, with file and line", async () => {
  const feed = "acme/charge-code";
  const w = await threeOf(charges, feed, charge);
  await w.pass();
  expect(await w.numbers(feed)).toEqual([3]);
  expect(await changesOf(w.store.db, feed, "1")).toMatchObject([
    { number: 1, kind: "added", file: "a.csv", line: 2 },
    {
      number: 2,
      kind: "changed",
      before: { description: "2026-03-01" },
      after: { description: "2026-03-02" },
    },
    {
      number: 3,
      kind: "changed",
      before: { description: "2026-03-02" },
      after: { description: "2026-03-03" },
    },
  ]);
  expect(await changesOf(w.store.db, feed, "2")).toEqual([]);
});

test("keeps the times of changes for staff and removes the values", async () => {
  const w = await threeOf(staffFeed, "acme/staff", (day) => staff(`1:Name of ${day}`));
  await w.pass();
  expect(await w.numbers()).toEqual([3]);
  expect(await changesOf(w.store.db, "acme/staff", "1")).toMatchObject([
    { number: 1, before: null, after: null },
    { number: 2, fields: ["name"], before: null, after: null },
    { number: 3, fields: ["name"], after: null },
  ]);
});

test("reconstructs an older version from later changes", async () => {
  const yaml = staffFeed.replace(
    "first: publish",
    "first: publish, missing: remove, guard: { no_rows: off, rows_below: off, rows_above: off, ids_gone: off, changes: off, rekeyed: off }",
  );
  const w = await world(yaml);
  const lists: (readonly object[])[] = [];
  const deliveries = [["a", "b", "d"], ["a:A2", "c", "d"], ["c:C2", "d:D2", "e"], ["b", "c:C2", "é"], ["b"]];
  for (const [index, people] of deliveries.entries()) {
    w.clock.advance(60_000);
    await w.drop("staff.csv", staff(...people), `2026-03-0${index + 1}T00:00:00Z`);
    expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
    lists.push(await w.list());
  }
  for (const [index, list] of lists.entries()) {
    const publication = await readPublication(w.store.db, "acme/staff", index + 1);
    if (publication === undefined) throw new Error("gone");
    const back = await listOf(w.store, publication);
    expect(await recordsOf(back), `publication ${index + 1}`).toEqual(list);
    const hash = createHash("sha256");
    for await (const piece of recordBytes(back)) hash.update(piece);
    expect(hash.digest("hex")).toBe(publication.list_sha256);
  }
});

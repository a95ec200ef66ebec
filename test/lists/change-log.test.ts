import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changesOf } from "../../src/lists/change-log.js";
import { realDisk } from "../../src/storage/disk.js";
import { faultyDisk, writes } from "../support/faulty-disk.js";
import { staff, staffFeed, world, type World } from "../support/world.js";

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

const feedFolder = (w: World, feed: string) => join(w.folder, "data/accounts", feed);

/** Three publications, the first two of them old enough to go in the next pass. */
async function threeOf(yaml: string, feed: string, text: (day: string) => string): Promise<World> {
  const w = await world(yaml, undefined, "here");
  for (const [index, day] of ["2026-03-01", "2026-03-02", "2026-03-03"].entries()) {
    w.clock.set(`${day}T08:00:00.000Z`);
    await w.drop("a.csv".replace("a", feed.endsWith("staff") ? "staff" : "a"), text(day), `${day}T00:00:00Z`);
    await w.pass();
    await utimes(join(feedFolder(w, feed), "pub", String(index + 1)), new Date(day), new Date(day));
  }
  w.clock.set("2026-06-01T08:00:00.000Z");
  return w;
}

test("what publications changed is told after retention removed them, with file and line", async () => {
  const feed = "acme/charge-code";
  const w = await threeOf(charges, feed, charge);
  await w.pass();
  expect(await w.names(`data/accounts/${feed}/pub`)).toEqual(["3"]);
  expect(await w.names(`data/accounts/${feed}/changes`)).toHaveLength(2);
  const { changes, damaged } = await changesOf(realDisk, feedFolder(w, feed), "1");
  expect(damaged).toEqual([]);
  expect(changes).toMatchObject([
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
  expect((await changesOf(realDisk, feedFolder(w, feed), "2")).changes).toEqual([]);
});

test("of staff, what changed when stays and the values go", async () => {
  const w = await threeOf(staffFeed, "acme/staff", (day) => staff(`1:Name of ${day}`));
  await w.pass();
  expect(await w.names("data/accounts/acme/staff/pub")).toEqual(["3"]);
  const { changes } = await changesOf(realDisk, feedFolder(w, "acme/staff"), "1");
  expect(changes).toMatchObject([
    { number: 1, before: null, after: null },
    { number: 2, fields: ["name"], before: null, after: null },
    { number: 3, after: { name: "Name of 2026-03-03" } },
  ]);
  for (const name of await w.names("data/accounts/acme/staff/changes")) {
    expect(await w.read(`data/accounts/acme/staff/changes/${name}`)).not.toContain("Name of");
  }
});

test("a damaged part is named, and the others are told", async () => {
  const feed = "acme/charge-code";
  const w = await threeOf(charges, feed, charge);
  await w.pass();
  const [first = ""] = await w.names(`data/accounts/${feed}/changes`);
  const path = join(feedFolder(w, feed), "changes", first);
  await writeFile(path, (await w.read(`data/accounts/${feed}/changes/${first}`)).replace("FRT", "XXX"));
  const { changes, damaged } = await changesOf(realDisk, feedFolder(w, feed), "1");
  expect(damaged).toEqual([1]);
  expect(changes.map(({ number }) => number)).toEqual([2, 3]);
});

test.each([
  ["acme/charge-code", charges, charge] as const,
  ["acme/staff", staffFeed, (day: string) => staff(`1:N ${day}`)] as const,
])("%s: a crash at any call of retention loses and doubles no entry", async (feed, yaml, text) => {
  const undisturbed = await threeOf(yaml, feed, text);
  const counting = faultyDisk(realDisk);
  await undisturbed.pass(undisturbed.on(counting.disk));
  const steps = counting.calls.filter(writes).length;
  expect(steps).toBeGreaterThan(8);
  for (let at = 1; at <= steps; at++) {
    const w = await threeOf(yaml, feed, text);
    const strike = (call: string): never => {
      throw Object.assign(new Error(call), { code: "EIO" });
    };
    const { disk } = faultyDisk(realDisk, {
      at,
      when: at % 2 === 0 ? "before" : "after",
      strike,
      lasting: true,
      counts: writes,
    });
    await w.passFeeds(w.on(disk)).catch(() => {});
    await realDisk.remove(join(feedFolder(w, feed), "lock"));
    const during = await changesOf(realDisk, feedFolder(w, feed), "1");
    expect(during.changes.map(({ number }) => number)).toEqual([1, 2, 3]);
    await w.pass();
    const after = await changesOf(realDisk, feedFolder(w, feed), "1");
    expect(after).toMatchObject({ damaged: [], changes: [{ number: 1 }, { number: 2 }, { number: 3 }] });
    expect(await w.names(`data/accounts/${feed}/pub`)).toEqual(["3"]);
  }
});

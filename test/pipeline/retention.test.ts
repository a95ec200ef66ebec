import { rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { realDisk } from "../../src/storage/disk.js";
import { buryDead, dyingInRemoval, faultyDisk } from "../support/faulty-disk.js";
import { staff, world, type World } from "../support/world.js";

// The folders of the publications are of today all the same, as those of a restored backup are.

test("staff: publications and archives older than 30 days go, whatever their number; the current ones stay", async () => {
  const w = await world();
  for (const day of ["2026-03-01", "2026-03-20", "2026-04-05"]) {
    w.clock.set(`${day}T08:00:00.000Z`);
    await w.drop("staff.csv", staff(`1:Name of ${day}`), `${day}T00:00:00Z`);
    await w.pass();
  }
  await w.pass();
  expect(await w.names("data/accounts/acme/staff/pub")).toEqual(["2", "3"]);
  expect(await w.names("data/accounts/acme/staff/archive")).toHaveLength(2);
  w.clock.set("2026-07-01T08:00:00.000Z");
  await w.pass();
  expect(await w.names("data/accounts/acme/staff/pub")).toEqual(["3"]);
  expect(await w.names("data/accounts/acme/staff/archive")).toHaveLength(1);
  expect(await w.list()).toMatchObject([{ name: "Name of 2026-04-05" }]);
});

/** Three publications, of which the first two are too old. */
async function aged(): Promise<World> {
  const w = await world(undefined, undefined, "here");
  for (const day of ["2026-03-10", "2026-03-20", "2026-04-05"]) {
    w.clock.set(`${day}T08:00:00.000Z`);
    await w.drop("staff.csv", staff(`1:Name of ${day}`), `${day}T00:00:00Z`);
    await w.pass();
  }
  w.clock.set("2026-07-01T08:00:00.000Z");
  return w;
}

test("a publication whose manifest cannot be read is as old as its folder", async () => {
  const w = await aged();
  const pub = (number: number) => join(w.folder, "data/accounts/acme/staff/pub", String(number));
  const [longAgo, lately] = [new Date("2026-03-01"), new Date("2026-06-30")];
  for (const [number, time] of [
    [1, longAgo],
    [2, lately],
  ] as const) {
    await rm(join(pub(number), "manifest.json"));
    await utimes(pub(number), time, time);
  }
  await w.pass();
  expect(await w.names("data/accounts/acme/staff/pub")).toEqual(["2", "3"]);
});

async function kept(w: World): Promise<object> {
  const feed = "data/accounts/acme/staff";
  const changes = await w.names(`${feed}/changes`);
  return {
    list: await w.list(),
    pub: await w.names(`${feed}/pub`),
    archive: (await w.names(`${feed}/archive`)).length,
    // Their names end with a hash of times, which differ.
    changes: changes.map((name) => name.split("-")[0]),
    tmp: await w.names("data/tmp"),
  };
}

const isWrite = (call: string): boolean => !/^(?:read|readdir|stat|readFile) /.test(call);

/** Every point in the long form (`npm run proof:removal`), each so-manieth in the short one. */
const stride = process.env["LADING_PROOF"] === "long" ? 1 : 7;

test(
  "stopped at any write, the list is served, and the next pass removes what is left",
  { timeout: 600_000 },
  async () => {
    const calm = await aged();
    const counting = faultyDisk(realDisk, {
      at: Infinity,
      when: "before",
      strike: () => {
        throw new Error("never");
      },
      counts: isWrite,
    });
    await calm.pass(calm.on(counting.disk));
    const goal = await kept(calm);
    expect(goal).toMatchObject({ pub: ["3"], archive: 1, changes: ["1", "2"], tmp: [] });
    const steps = counting.calls.length;
    expect(steps).toBeGreaterThan(10);
    for (let point = 1; point <= 2 * steps; point += stride) {
      const w = await aged();
      const strike = (call: string): never => {
        throw Object.assign(new Error(call), { code: "EIO" });
      };
      const when = point % 2 === 1 ? "before" : "after";
      const at = Math.ceil(point / 2);
      const { disk } = faultyDisk(realDisk, { at, when, strike, lasting: true, counts: isWrite });
      await w.passFeeds(w.on(disk)).catch(() => undefined);
      await realDisk.remove(join(w.folder, "data/accounts/acme/staff/lock"));
      expect(await w.list()).toMatchObject([{ name: "Name of 2026-04-05" }]);
      await w.pass();
      expect(await kept(w), `${when} call ${at}: ${counting.calls[at - 1] ?? ""}`).toEqual(goal);
    }
  },
);

test("dead in the middle of a removal, the next pass removes the rest", { timeout: 600_000 }, async () => {
  let died = true;
  for (let at = 1; died; at += 1) {
    for (const keptFile of stride === 1 ? [0, 1, 2, 3, 4, 5, 6, 7, 8] : [at]) {
      const w = await aged();
      const dying = dyingInRemoval(realDisk, at, keptFile);
      await w.passFeeds(w.on(dying.disk)).catch(() => undefined);
      died = dying.died();
      await buryDead(w.folder);
      await w.pass();
      expect(await kept(w), `at ${at}, kept ${keptFile}`).toMatchObject({ pub: ["3"], archive: 1, tmp: [] });
    }
  }
});

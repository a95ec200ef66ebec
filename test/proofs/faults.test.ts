import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { realDisk } from "../../src/storage/disk.js";
import { buryDead, faultyDisk, writes, type Fault } from "../support/faulty-disk.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

/**
 * Faults at every single file-system call of a publication. The list before stays served whole, nothing is lost, and the
 * next pass comes to the same final state as an undisturbed one.
 */

/** A world with one publication, and a second delivery in the inbox. */
async function scene(): Promise<World> {
  const w = await world(staffFeed, undefined, "here");
  await w.drop("staff.csv", staff(...ids(1, 8)), "2026-03-01T00:00:00Z");
  await w.pass();
  w.clock.set("2026-03-03T08:00:00.000Z");
  await w.drop("staff.csv", staff("001:New", ...ids(2, 9)), "2026-03-02T00:00:00Z");
  return w;
}

/** Everything that must be the same after a fault and a second pass: lists, archive, empty inbox, spool and tmp. */
async function finalState(w: World): Promise<object> {
  const archive = "data/accounts/acme/staff/archive";
  const filed = await w.names(archive);
  const contents = await Promise.all(filed.map((name) => w.read(`${archive}/${name}/staff.csv`)));
  return {
    list: await w.list(),
    number: await w.number(),
    publications: await w.names("data/accounts/acme/staff/pub"),
    archive: contents.sort(),
    others: [
      await w.names("inbox"),
      await w.names("data/spool"),
      await w.names("data/tmp"),
      await w.names("data/accounts/acme/staff/held"),
      await w.names("data/accounts/acme/staff/rejected"),
    ],
    feed: (await w.names("data/accounts/acme/staff")).filter((name) => name.startsWith("lock")),
    states: [...(await w.state()).deliveries.values()].map(({ status, unacknowledged }) => [
      status,
      unacknowledged.length,
    ]),
  };
}

async function undisturbed(): Promise<{ calls: readonly string[]; state: object }> {
  const w = await scene();
  const counting = faultyDisk(realDisk);
  await w.pass(w.on(counting.disk));
  return { calls: counting.calls, state: await finalState(w) };
}

async function sceneCopies(): Promise<(use: (w: World) => Promise<void>) => Promise<void>> {
  const template = await scene();
  return async (use) => {
    const folder = await mkdtemp(join(tmpdir(), "lading-fault-"));
    await cp(template.folder, folder, { recursive: true, preserveTimestamps: true });
    const w = await world(await readFile(join(folder, "lading.yaml"), "utf8"), folder, "here");
    w.clock.set("2026-03-03T08:00:00.000Z");
    try {
      await use(w);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

function error(code: string): (call: string) => never {
  return (call) => {
    throw Object.assign(new Error(`${code}: ${call}`), { code });
  };
}

/** Every point in the long form (`npm run proof:faults`), each so-manieth in the short one. */
const stride = process.env["LADING_PROOF"] === "long" ? 1 : 19;

test.each([
  ["ENOSPC", "once", false],
  ["EIO", "once", false],
  ["ENOSPC", "lasting", true],
] as const)(
  "%s %s at every write: the old or the new list, whole, and the next pass finishes",
  async (code, _, lasting) => {
    const whole = await undisturbed();
    const points = whole.calls.filter(writes).length;
    expect(points).toBeGreaterThan(60);
    const on = await sceneCopies();
    const oldList = await (await scene()).list();
    const newList = (whole.state as { list: object[] }).list;
    const written = whole.calls.filter(writes);
    for (let at = 1; at <= points; at++) {
      if (at % stride !== 0 && !isTelling(written[at - 1])) continue;
      await on(async (w) => {
        const fault: Fault = { at, when: "before", strike: error(code), lasting, counts: writes };
        const struck = faultyDisk(realDisk, fault);
        const outcomes = await w.passFeeds(w.on(struck.disk)).catch((error: unknown) => [{ error }]);
        const call = struck.calls[at - 1] ?? "";
        if (call.startsWith("fsync")) {
          const failed = outcomes.some(({ error }) => error !== undefined);
          expect(failed, `${call} failed, so what it was for has failed`).toBe(true);
        }
        if (!lasting && !call.startsWith("remove")) {
          const receiving = (await w.names("data/tmp")).filter((name) => name.startsWith("receiving~"));
          expect(receiving, `left in tmp after ${code} at ${call}`).toEqual([]);
        }
        expect([oldList, newList], `after ${code} at ${struck.calls[at - 1]}`).toContainEqual(await w.list());
        await buryDead(w.folder);
        await w.pass();
        await w.pass();
        expect(await finalState(w), `after ${code} at ${struck.calls[at - 1]}`).toEqual(whole.state);
      });
    }
  },
  1_800_000,
);

/** Points that the short form never leaves out: where something appears, and where it is made durable. */
function isTelling(call: string | undefined): boolean {
  return /^rename |^fsync .*(?:journal|pub\/|spool\/)$|^write .*receiving/.test(call ?? "");
}

/** A dead process does nothing any more: not even what it would do to clean up. */
class Dead extends Error {}

test("a process that dies at a call: the old or the new list, whole, and the next one finishes", async () => {
  const whole = await undisturbed();
  const on = await sceneCopies();
  const oldList = await (await scene()).list();
  const newList = (whole.state as { list: object[] }).list;
  for (let at = 1; at <= whole.calls.length; at++) {
    if (at % stride !== 0 && !isTelling(whole.calls[at - 1])) continue;
    await on(async (w) => {
      const strike = (): never => {
        throw new Dead();
      };
      const struck = faultyDisk(realDisk, {
        at,
        when: at % 2 === 0 ? "before" : "after",
        strike,
        lasting: true,
      });
      await w.passFeeds(w.on(struck.disk)).catch(() => []);
      expect([oldList, newList], `dead at ${struck.calls[at - 1]}`).toContainEqual(await w.list());
      await buryDead(w.folder);
      await w.pass();
      expect(await finalState(w), `dead at ${struck.calls[at - 1]}`).toEqual(whole.state);
    });
  }
}, 1_800_000);

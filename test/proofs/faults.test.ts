import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Setup } from "../../src/feeds/deliveries/setup.js";
import type { Source } from "../../src/connectors/sources/source.js";
import { realDisk } from "../../src/system/disk.js";
import { removeCrashed, faultyDisk, writes } from "../support/faulty-disk.js";
import { faultyStore, type StoreFault } from "../support/faulty-store.js";
import { finalState } from "../support/scene.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

/**
 * Faults at every call during a publication: to the file system for blobs, to the store, to the source. The
 * previous list is still served, nothing is lost, and the next pass reaches the same final state as a
 * pass without faults.
 */

/** Where and how a pass is disturbed. */
interface Fault {
  readonly where: "disk" | "store" | "source";
  /** The call, from 1. */
  readonly at: number;
  readonly when: NonNullable<StoreFault["when"]>;
  readonly lasting: boolean;
}

/** A setup that fails once at a call, or from that call on, and the names of its calls. */
function faulty(
  w: World,
  fault?: Fault,
): { readonly setup: Setup; readonly calls: Record<Fault["where"], string[]> } {
  const at = (where: Fault["where"]): Fault | undefined => (fault?.where === where ? fault : undefined);
  const strike = (call: string): never => {
    throw Object.assign(new Error(`ENOSPC: ${call}`), { code: "ENOSPC" });
  };
  const onDisk = at("disk");
  const disk = faultyDisk(
    realDisk,
    onDisk && { ...onDisk, when: onDisk.when === "after" ? "after" : "before", strike },
  );
  const setup = w.on(disk.disk);
  const transactions: string[] = [];
  const store = faultyStore(setup.store, at("store"));
  const calls: string[] = [];
  const counted = async <T>(call: string, work: () => Promise<T>): Promise<T> => {
    const onSource = at("source");
    calls.push(call);
    const strikes =
      onSource !== undefined &&
      (calls.length === onSource.at || (onSource.lasting && calls.length > onSource.at));
    if (strikes && onSource.when !== "after") strike(call);
    const result = await work();
    if (strikes) strike(call);
    return result;
  };
  return {
    calls: { disk: disk.calls, store: transactions, source: calls },
    setup: {
      ...setup,
      store: {
        ...store.store,
        transaction: (work) => {
          transactions.push("transaction");
          return store.store.transaction(work);
        },
      },
      async source(name) {
        const source = await setup.source(name);
        return {
          ...source,
          list: (signal) => counted("list", () => source.list(signal)),
          async *fetch(file, signal) {
            await counted("fetch", async () => {});
            yield* source.fetch(file, signal);
            await counted("end of fetch", async () => {});
          },
          settle: (file, outcome, signal) => counted("settle", () => source.settle(file, outcome, signal)),
        } satisfies Source;
      },
    },
  };
}

/** A workspace with one publication, and a second delivery in the inbox. */
async function template(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lading-fault-"));
  const w = await world(staffFeed, folder);
  await w.drop("staff.csv", staff(...ids(1, 8)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff("001:New", ...ids(2, 9)), "2026-03-02T00:00:00Z");
  await w.store.close();
  return folder;
}

async function inCopy<T>(of: string, use: (w: World) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "lading-fault-"));
  await cp(of, folder, { recursive: true, preserveTimestamps: true });
  const w = await world(await readFile(join(folder, "lading.yaml"), "utf8"), folder);
  w.clock.set("2026-03-03T08:00:00.000Z");
  try {
    return await use(w);
  } finally {
    await w.store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every call in the long form (`npm run proof:faults`), every nth call in the short one. */
const stride = process.env["LADING_PROOF"] === "long" ? 1 : 5;

test("a fault at any call leaves the old or the new list complete, and the next pass finishes", async () => {
  const scene = await template();
  const before = await inCopy(scene, (w) => w.list());
  const whole = await inCopy(scene, async (w) => {
    const { setup, calls } = faulty(w);
    await w.pass(setup);
    return { calls, list: await w.list(), state: finalState(w.folder) };
  });
  expect(whole.list).not.toEqual(before);
  expect(whole.calls.disk.filter(writes).length).toBeGreaterThan(6);
  expect(whole.calls.store.length).toBeGreaterThan(3);
  expect(whole.calls.source).toEqual(["list", "fetch", "end of fetch", "settle"]);

  const faults = (["disk", "store", "source"] as const).flatMap((where) =>
    whole.calls[where].flatMap((_, index) =>
      (where === "store" ? (["before", "within", "after"] as const) : (["before", "after"] as const)).flatMap(
        (when) => [false, true].map((lasting): Fault => ({ where, at: index + 1, when, lasting })),
      ),
    ),
  );
  const tried = faults.filter(({ where }, index) => where !== "disk" || index % stride === 0);
  let failed = 0;
  for (const fault of tried) {
    const call = whole.calls[fault.where][fault.at - 1] ?? "";
    const what = `${fault.when} ${call} ${fault.at} of the ${fault.where}${fault.lasting ? ", lasting" : ""}`;
    await inCopy(scene, async (w) => {
      const { setup } = faulty(w, fault);
      const outcomes = await w.passFeeds(setup).catch((error: unknown) => [{ error }]);
      const hasFailed = outcomes.some(({ error }) => error !== undefined);
      if (hasFailed) failed += 1;
      if (call.startsWith("fsync")) expect(hasFailed, `${what}: what it was for has failed`).toBe(true);
      if (!fault.lasting) expect(await w.names("data/tmp"), `${what}: left in tmp`).toEqual([]);
      expect([before, whole.list], what).toContainEqual(await w.list());
      await removeCrashed(w);
      await w.pass();
      await w.pass();
      expect(finalState(w.folder), what).toEqual(whole.state);
    });
  }
  console.log(
    `faults: ${tried.length} of ${faults.length} tried, ${failed} passes failed, 0 lost, 0 torn, 0 double`,
  );
  await rm(scene, { recursive: true });
}, 1_800_000);

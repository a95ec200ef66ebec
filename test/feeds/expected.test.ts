import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { RealSetup } from "../../src/feeds/deliveries/real-setup.js";
import type { Setup } from "../../src/feeds/deliveries/setup.js";
import { staff, staffFeed, world, type World } from "../support/world.js";

/** The process that reads a delivery starts while the list of now is verified, where there is one delivery to read. */

/** What was expected and is settled, with the outcomes of a pass. */
async function watched(w: World, changed: Partial<Setup> = {}) {
  const expected: string[] = [];
  let settled = 0;
  const setup: Setup = {
    ...w.setup,
    async expect(path) {
      expected.push(basename(path));
      expect(existsSync(path), "its bytes are there").toBe(true);
      return async () => void (settled += 1);
    },
    ...changed,
  };
  const [feed] = await w.passFeeds(setup);
  return { expected, settled, statuses: feed?.deliveries.map(({ status }) => status), error: feed?.error };
}

/** A world in which deliveries are read in processes of their own. */
const withReaders = (yaml?: string) => world(yaml, undefined, "aside");

/** The processes that this one has started for reading, and that are still there. */
function readers(): string[] {
  return readdirSync("/proc/self/task")
    .flatMap((task) => textOf(`/proc/self/task/${task}/children`).split(" "))
    .filter((pid) => pid !== "" && textOf(`/proc/${pid}/cmdline`).includes("system/readers/child"));
}

/** Processes and threads may end while they are looked at. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

test("one new delivery is expected, and settled when all is done", async () => {
  const w = await world();
  await w.drop("staff-1.csv", staff("1"));
  expect(await watched(w)).toMatchObject({
    expected: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    settled: 1,
    statuses: ["PUBLISHED"],
  });
});

test("the same bytes again need no reader, nor does nothing at all; of two it does not show which is read", async () => {
  const w = await world();
  await w.drop("staff-1.csv", staff("1"));
  await w.pass();
  await w.drop("staff-2.csv", staff("1"));
  expect(await watched(w)).toMatchObject({ expected: [], statuses: ["UNCHANGED"] });
  expect(await watched(w)).toMatchObject({ expected: [], statuses: [] });
  await w.drop("staff-3.csv", staff("1", "2"), "2026-03-01T00:00:00Z");
  await w.drop("staff-4.csv", staff("1", "3"), "2026-03-02T00:00:00Z");
  expect(await watched(w)).toMatchObject({ expected: [], statuses: ["PUBLISHED", "SUPERSEDED"] });
});

test("what was expected in vain is settled, whatever happened", async () => {
  const w = await world();
  await w.drop("staff-1.csv", staff("1"));
  const evaluate = () => Promise.reject(new Error("of the disk"));
  expect(await watched(w, { evaluate })).toMatchObject({
    expected: [expect.any(String)],
    settled: 1,
    statuses: [],
    error: expect.anything() as unknown,
  });
});

const threeFeeds = `${staffFeed}  acme/tax-code: { source: inbox, files: "taxes*.csv", settle: final_name, first: publish }
  acme/charge-code: { source: inbox, files: "charges*.csv", settle: final_name, first: publish }
`;
const charges = (
  name: string,
): string => `external_id,updated_at,code,description,charge_type,tax_code,is_active
F,2026-01-01T00:00:00Z,F,${name},freight,S1,true
`;

test.runIf(process.platform === "linux")(
  "no process stays behind, used or not, and the places of readers are free again",
  async () => {
    const w = await withReaders(threeFeeds);
    expect(readers()).toEqual([]);
    // They wait for the tax codes, so nobody reads them; for each a reader was ready.
    for (let again = 0; again < 6; again++) {
      await w.drop(`charges-${again}.csv`, charges(`Freight ${again}`));
      const [waiting] = await w.pass();
      expect(waiting).toMatchObject({ status: "WAITING" });
      await expect.poll(readers).toEqual([]);
    }
    await w.drop("staff.csv", staff("1"));
    expect((await w.pass()).map(({ status }) => status)).toContain("PUBLISHED");
    await expect.poll(readers).toEqual([]);
  },
);

test("what is only expected makes room for what is read", async () => {
  const w = await withReaders();
  const settle = [];
  for (let more = 0; more < 6; more++) {
    await w.write(`waiting-${more}`, "anything");
    settle.push(await w.setup.expect?.(join(w.folder, `waiting-${more}`)));
  }
  await w.drop("staff.csv", staff("1"));
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  for (const one of settle) await one?.();
});

test("that nothing can be got ready is no failure: whoever reads is told", async () => {
  const w = await withReaders();
  await (
    await w.setup.expect?.(join(w.folder, "gone"))
  )?.();
  await w.drop("staff.csv", staff("1"));
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
});

test.runIf(process.platform === "linux")(
  "a reader that died before it had anything to do says nothing of the file",
  async () => {
    const w = await withReaders();
    await w.drop("staff.csv", staff("1"));
    const setup: Setup = {
      ...w.setup,
      async expect(path) {
        const settle = await w.setup.expect?.(path);
        expect(readers()).toHaveLength(1);
        for (const pid of readers()) process.kill(Number(pid), "SIGKILL");
        await expect.poll(readers).toEqual([]);
        return settle ?? (async () => {});
      },
    };
    expect((await w.pass(setup)).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  },
);

test("in a feed of changes nothing is expected behind what is held", async () => {
  const delta = staffFeed.replace('"staff*.csv"', '"staff_{sequence}.csv", delivery: delta');
  const w = await world(delta.replace(", first: publish", ""));
  await w.drop("staff_1.csv", staff("1"), "2026-03-01T00:00:00Z");
  expect(await watched(w)).toMatchObject({ expected: [expect.any(String)], statuses: ["HELD"] });
  await w.drop("staff_2.csv", staff("2"), "2026-03-02T00:00:00Z");
  expect(await watched(w)).toMatchObject({ expected: [], statuses: [] });
});

test("feeds that get the same bytes at once each end the process that they expected to read them in", async () => {
  const names = ["a", "b", "c", "d"];
  const w = await withReaders(
    `
lading: 1
accounts: { ${names.map((name) => `${name}: { country: US }`).join(", ")} }
sources: { ${names.map((name) => `${name}: { folder: inbox/${name} }`).join(", ")} }
feeds:
${names.map((name) => `  ${name}/staff: { source: ${name}, files: "*.csv", settle: final_name, first: publish }`).join("\n")}
`,
  );
  for (const name of names) await w.write(`inbox/${name}/staff.csv`, staff("1", "2"));
  const before = process.getActiveResourcesInfo().filter((what) => what === "ProcessWrap").length;
  expect((await w.pass()).map(({ status }) => status)).toEqual(names.map(() => "PUBLISHED"));
  const left = (): number =>
    process.getActiveResourcesInfo().filter((what) => what === "ProcessWrap").length - before;
  await expect.poll(left).toBeLessThanOrEqual(0);
});

test.runIf(process.platform === "linux")(
  "feeds of one file have it read by one process, by a new one when that died, and none stays behind",
  async () => {
    const names = ["a", "b", "c", "d"];
    const w = await withReaders(`
lading: 1
accounts: { ${names.map((name) => `${name}: { country: US }`).join(", ")} }
sources: { inbox: { folder: inbox } }
defaults: { source: inbox, files: "*.csv", shared: true, settle: final_name, first: publish }
feeds: { ${names.map((name) => `${name}/staff: {}`).join(", ")} }
`);
    await w.drop("staff.csv", staff("1", "2"));
    const read: string[][] = [];
    const setup: Setup = {
      ...w.setup,
      async evaluate(job, path, spill) {
        const evaluation = await w.setup.evaluate(job, path, spill);
        read.push(readers());
        if (job.account.name === "b") for (const pid of readers()) process.kill(Number(pid), "SIGKILL");
        return evaluation;
      },
    };
    expect((await w.pass(setup)).map(({ status }) => status)).toEqual(names.map(() => "PUBLISHED"));
    const [[first], , [third]] = read as [string[], string[], string[]];
    expect(read).toEqual([[first], [first], [third], [third]]);
    expect(third).not.toBe(first);
    await (w.setup as RealSetup).close();
    expect(readers()).toEqual([]);
  },
);

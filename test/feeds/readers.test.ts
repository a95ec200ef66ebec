import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import type { RealSetup } from "../../src/feeds/deliveries/real-setup.js";
import type { Setup } from "../../src/feeds/deliveries/setup.js";
import { staff, staffFeed, world, type World } from "../support/world.js";

/** Readers are started before they are needed, and are reused for one file after another. */

/** Number of requests for a reader, with the outcomes of a pass. */
async function watched(w: World, changed: Partial<Setup> = {}) {
  let expected = 0;
  const setup: Setup = { ...w.setup, expect: () => void (expected += 1), ...changed };
  const [feed] = await w.passFeeds(setup);
  return { expected, statuses: feed?.deliveries.map(({ status }) => status), error: feed?.error };
}

/** A world in which deliveries are read in separate processes. */
const withReaders = (yaml?: string) => world(yaml, undefined, "aside");

/** Readers that an earlier test file in the same process left running. */
let earlier: readonly string[] = [];

beforeEach(() => {
  earlier = [];
  earlier = readers();
});

/** Reading processes that this process has started since the test began, and that are still running. */
function readers(): string[] {
  return readdirSync("/proc/self/task")
    .flatMap((task) => textOf(`/proc/self/task/${task}/children`).split(" "))
    .filter((pid) => pid !== "" && textOf(`/proc/${pid}/cmdline`).includes("system/readers/process"))
    .filter((pid) => !earlier.includes(pid));
}

/** Processes and threads may end during the check. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

test("a reader is started early for a new delivery, but not for the same bytes again", async () => {
  const w = await world();
  await w.drop("staff-1.csv", staff("1"));
  expect(await watched(w)).toMatchObject({ expected: 1, statuses: ["PUBLISHED"] });
  await w.drop("staff-2.csv", staff("1"));
  expect(await watched(w)).toMatchObject({ expected: 0, statuses: ["UNCHANGED"] });
  expect(await watched(w)).toMatchObject({ expected: 0, statuses: [] });
  await w.drop("staff-3.csv", staff("1", "2"), "2026-03-01T00:00:00Z");
  await w.drop("staff-4.csv", staff("1", "3"), "2026-03-02T00:00:00Z");
  expect(await watched(w)).toMatchObject({ expected: 1, statuses: ["PUBLISHED", "SUPERSEDED"] });
});

const threeFeeds = `${staffFeed}  acme/tax-code: { source: inbox, files: "taxes*.csv", settle: final_name, first: publish }
  acme/charge-code: { source: inbox, files: "charges*.csv", settle: final_name, first: publish }
`;
const charges = (
  name: string,
): string => `external_id,updated_at,code,description,charge_type,tax_code,is_active
F,2026-01-01T00:00:00Z,F,${name},freight,S1,true
`;

const fourAccounts = (feeds: string): string => `
lading: 1
accounts: { a: { country: US }, b: { country: US }, c: { country: US }, d: { country: US } }
${feeds}`;
const names = ["a", "b", "c", "d"];
// Feeds that share a source are processed one after the other.
const ownFiles = fourAccounts(`sources: { inbox: { folder: inbox } }
feeds:
${names.map((name) => `  ${name}/staff: { source: inbox, files: "${name}*.csv", settle: final_name, first: publish }`).join("\n")}
`);
const published = names.map(() => "PUBLISHED");

/** Records the running readers after each file. */
function withEach(w: World, after: (account: string | undefined) => void = () => {}) {
  const seen: string[][] = [];
  const setup: Setup = {
    ...w.setup,
    async evaluate(job, path, spill) {
      const evaluation = await w.setup.evaluate(job, path, spill);
      seen.push(readers());
      after(job.account.name);
      return evaluation;
    },
  };
  return { seen, setup };
}

const ended = (w: World): Promise<void> => (w.setup as RealSetup).close();

test.runIf(process.platform === "linux")(
  "small files of any account share one reader across passes, and no reader remains",
  async () => {
    const w = await withReaders(ownFiles);
    expect(readers()).toEqual([]);
    const { seen, setup } = withEach(w);
    for (let pass = 0; pass < 3; pass++) {
      for (const name of names) await w.write(`inbox/${name}${pass}.csv`, staff("1", String(pass + 2)));
      expect((await w.pass(setup)).map(({ status }) => status)).toEqual(published);
    }
    expect(new Set(seen.flat()).size).toBe(1);
    await ended(w);
    expect(readers()).toEqual([]);
  },
);

test.runIf(process.platform === "linux")("a reader without a file ends with the run", async () => {
  const w = await withReaders(threeFeeds);
  // These files wait for the tax codes, so nobody reads them.
  await w.drop("charges.csv", charges("Freight"));
  expect((await w.pass())[0]).toMatchObject({ status: "WAITING" });
  expect(readers()).toHaveLength(1);
  await ended(w);
  expect(readers()).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "a reader that dies while idle does not affect the next file",
  async () => {
    const w = await withReaders(ownFiles);
    for (const name of names) await w.write(`inbox/${name}.csv`, staff("1", "2"));
    const { seen, setup } = withEach(w, (name) => {
      if (name === "b") for (const pid of readers()) process.kill(Number(pid), "SIGKILL");
    });
    expect((await w.pass(setup)).map(({ status }) => status)).toEqual(published);
    expect(seen).toHaveLength(4);
    await ended(w);
    expect(readers()).toEqual([]);
  },
);

test.runIf(process.platform === "linux")("a reader ends after reading an archive", async () => {
  const w = await withReaders(ownFiles);
  await w.write("inbox/a.csv", staff("1"));
  await w.pass();
  const [first] = readers();
  await writeFile(join(w.folder, "inbox/b.csv"), gzipSync(staff("1")));
  expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
  await expect.poll(readers).toEqual([]);
  await w.write("inbox/c.csv", staff("1"));
  await w.pass();
  const [second] = readers();
  expect(second).not.toBe(first);
  await ended(w);
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { book } from "../formats/workbooks.js";
import { staff, ids, world, type World } from "../support/world.js";

/**
 * A file that was truncated in transit, at every byte in the long form. No shortened list is published
 * without a guard or a reject. A truncation between two rows looks like a shorter export. It is published
 * only within the guards' limits, and counted.
 */

const isLong = process.env["LADING_PROOF"] === "long";
const rows = 30;

/** Result of a truncated file. */
interface Figures {
  cuts: number;
  rejected: number;
  held: number;
  unchanged: number;
  /** Published nevertheless, by the number of missing rows. */
  published: number[];
}

const csv = Buffer.from(staff(...ids(1, rows)));
const unix = Buffer.from(csv.toString("utf8").replaceAll("\r\n", "\n"));

test.each([
  ["CSV with CRLF", "staff.csv", csv, isLong ? 1 : 89],
  ["CSV with LF", "staff.csv", unix, isLong ? 1 : 113],
])(
  "%s truncated at many points is rejected, held by a guard, or read completely within the guards' limits",
  async (what, name, whole, stride) => {
    const figures = await sweep(name, whole, stride, async (w, cut, status) => {
      const isBetweenRows = /[\r\n]$/.test(whole.subarray(0, cut).toString("latin1"));
      const missing = rows + 1 - whole.subarray(0, cut).toString("latin1").split("\n").filter(Boolean).length;
      const list = await w.list();
      expect(list, `cut at ${cut}`).toHaveLength(rows);
      const active = list.filter((record) => record["is_active"] === true).length;
      if (status !== "PUBLISHED") {
        expect(active, `cut at ${cut}: ${status}`).toBe(rows);
        return 0;
      }
      expect(isBetweenRows, `published although cut inside a row, at ${cut}`).toBe(true);
      expect(rows - active).toBe(missing);
      // The guards: 80% of the rows, and at most 20% of the ids gone.
      expect(missing, `cut at ${cut}`).toBeLessThanOrEqual(rows * 0.2);
      return missing;
    });
    console.log(`${what}, ${whole.length} bytes: ${JSON.stringify(figures)}`);
    expect(figures.rejected + figures.held).toBeGreaterThan(figures.cuts * 0.8);
  },
  3_600_000,
);

test("a workbook truncated at many points is rejected, or held if the rest is too small to be a workbook", async () => {
  const cells = staff(...ids(1, rows))
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  const whole = book({ Staff: cells });
  const figures = await sweep("staff.xlsx", whole, isLong ? 7 : 997, async (w, cut, status) => {
    expect(["REJECTED", "HELD"], `cut at ${cut}`).toContain(status);
    expect((await w.list()).filter((record) => record["is_active"] === true)).toHaveLength(rows);
    return 0;
  });
  // The directory of an archive is at its end, so every one of the last bytes is tested.
  const end = await sweep(
    "staff.xlsx",
    whole,
    isLong ? 1 : 57,
    async (_, cut, status) => {
      expect(status, `cut at ${cut}`).toBe("REJECTED");
      return 0;
    },
    whole.length - 400,
  );
  console.log(`XLSX, ${whole.length} bytes: ${JSON.stringify([figures, end])}`);
}, 3_600_000);

/** Delivers every prefix in steps. `check` returns the number of lost rows in the publication. */
async function sweep(
  name: string,
  whole: Buffer,
  stride: number,
  check: (w: World, cut: number, status: string) => Promise<number>,
  from = 1,
): Promise<Figures> {
  const figures: Figures = { cuts: 0, rejected: 0, held: 0, unchanged: 0, published: [] };
  let scene = await newScene(name, whole);
  for (let cut = from; cut < whole.length; cut += stride) {
    figures.cuts += 1;
    const { w } = scene;
    await w.drop(name, whole.subarray(0, cut));
    const outcomes = await w.pass();
    const status = outcomes.find((outcome) => outcome.status !== "SUPERSEDED")?.status ?? "nothing";
    const lost = await check(w, cut, status);
    if (status === "REJECTED") figures.rejected += 1;
    else if (status === "HELD") figures.held += 1;
    else if (status === "UNCHANGED") figures.unchanged += 1;
    else figures.published.push(lost);
    // A publication must not be compared with a truncated one.
    if (status !== "PUBLISHED") continue;
    await scene.end();
    scene = await newScene(name, whole);
  }
  await scene.end();
  return figures;
}

async function newScene(name: string, whole: Buffer): Promise<{ readonly w: World; end(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "lading-cut-"));
  const w = await world(yaml, folder);
  await w.drop(name, whole);
  await w.pass();
  return {
    w,
    async end() {
      await w.store.close();
      await rm(folder, { recursive: true });
    },
  };
}

const yaml = `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff.*", settle: final_name, first: publish }
`;

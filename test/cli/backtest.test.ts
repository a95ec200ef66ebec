import { utimes } from "node:fs/promises";
import { expect, test } from "vitest";
import { nights, oldFiles } from "../../src/cli/backtest/nights.js";
import { ids, staff, world, type World } from "../support/world.js";
import { workdir } from "../support/workdir.js";

const yaml = `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff_{date:yyyyMMdd}.csv", settle: final_name }
`;

const exports: Readonly<Record<string, string>> = {
  "staff_20260301.csv": staff(...ids(1, 20)),
  "staff_20260302.csv": staff(...ids(1, 21)),
  "staff_20260303.csv": staff(...ids(1, 5)),
  "staff_20260304.csv": staff(...ids(1, 22)),
  "staff_20260305.csv": "external_id,name\r\n",
};

async function told(w: World, release: boolean) {
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const { files, others } = await oldFiles(feed, `${w.folder}/old`);
  expect(others).toEqual(["notes.txt"]);
  const all: string[] = [];
  for await (const night of nights(
    w.setup,
    feed,
    files,
    `${w.folder}/scratch`,
    release,
    new AbortController().signal,
  )) {
    all.push(`${night.at.slice(0, 10)} ${night.outcomes.map(({ status }) => status).join(" ")}`);
  }
  return all;
}

async function withOldExports(): Promise<World> {
  const w = await world(yaml);
  // Written in another order than that of their names, all of them today.
  for (const [name, text] of Object.entries(exports).reverse()) {
    await w.write(`old/${name}`, text);
    await utimes(`${w.folder}/old/${name}`, new Date(), new Date());
  }
  await w.write("old/notes.txt", "not an export");
  return w;
}

test("each night in the order of the names' dates: published, held, rejected; the workspace is untouched", async () => {
  const w = await withOldExports();
  expect(await told(w, false)).toEqual([
    "2026-03-01 PUBLISHED",
    "2026-03-02 PUBLISHED",
    "2026-03-03 HELD",
    "2026-03-04 PUBLISHED SUPERSEDED",
    "2026-03-05 HELD",
  ]);
  expect(await w.log()).toEqual([]);
  expect(await w.names("old")).toHaveLength(6);
});

test("with --release the next night is compared with what was let through", async () => {
  const w = await withOldExports();
  expect((await told(w, true)).slice(2, 4)).toEqual(["2026-03-03 HELD", "2026-03-04 HELD"]);
});

test("the command prints the nights with their rails, and leaves nothing behind", async () => {
  const dir = await workdir({
    "lading.yaml": yaml,
    ...Object.fromEntries(Object.entries(exports).map(([name, text]) => [`old/${name}`, text])),
  });
  const ran = await dir.lading(["backtest", "acme/staff", "old"]);
  expect(ran).toMatchObject({ code: 1, stderr: "" });
  expect(ran.stdout).toMatch(/^2026-03-02 04:00 +staff_20260302\.csv +PUBLISHED +21 +0 +1 +0 +0$/m);
  expect(ran.stdout).toMatch(
    /^2026-03-03 04:00 +staff_20260303\.csv +HELD +5 +0 +0 +0 +16 +rows_below ids_gone/m,
  );
  expect(ran.stdout).toMatch(
    /\d+ deliveries: 3 published, 0 unchanged, 2 held, 0 rejected; of those held, 1 made void by a newer one\.\n$/,
  );
  expect(ran.stdout).not.toMatch(/Name 0|@/);
  expect(dir.has("data")).toBe(false);
  expect((await dir.lading(["backtest", "acme/staff", "."])).code).toBe(2);
});

test("where the pattern names no date, the one in every name tells the night; else the time of the file", async () => {
  const w = await world(yaml.replace("staff_{date:yyyyMMdd}.csv", "*.csv"));
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const order = async () => {
    const { files, isDated } = await oldFiles(feed, `${w.folder}/old`);
    return [
      isDated,
      ...files.map(({ at, claimedFile }) => `${at.toISOString().slice(0, 10)} ${claimedFile.file.name}`),
    ];
  };
  const put = async (name: string, time: string) => {
    await w.write(`old/${name}`, staff("1"));
    await utimes(`${w.folder}/old/${name}`, new Date(time), new Date(time));
  };
  await put("b 2026-03-01 (2).csv", "2026-05-03");
  await put("20260228_0400 a.csv", "2026-05-03");
  await put("2026.03.02-40 of 1234567890.csv", "2026-05-01");
  expect(await order()).toEqual([
    true,
    "2026-02-28 20260228_0400 a.csv",
    "2026-03-01 b 2026-03-01 (2).csv",
    "2026-03-02 2026.03.02-40 of 1234567890.csv",
  ]);
  await put("2026-03-01 to 2026-03-31.csv", "2026-05-02");
  expect((await order()).slice(0, 3)).toEqual([
    false,
    "2026-05-01 2026.03.02-40 of 1234567890.csv",
    "2026-05-02 2026-03-01 to 2026-03-31.csv",
  ]);
  await expect(oldFiles(feed, `${w.folder}/nowhere`)).rejects.toMatchObject({ code: "no_folder" });
});

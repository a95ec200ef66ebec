import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postgresPrograms, startCluster, type Cluster } from "../../support/postgres.js";
import { workdir, type Workdir } from "../../support/workdir.js";
import { staff, staffFeed } from "../../support/world.js";

/** Alerts about a store that cannot be opened, so nothing can be recorded in it. */

const notify = "notify: { command: [sh, -c, cat >> alerts.ndjson] }\n";

let cluster: Cluster | undefined;
beforeAll(() => {
  const programs = postgresPrograms();
  cluster = programs === undefined ? undefined : startCluster(programs);
});
afterAll(() => cluster?.stop());

async function readAlerts(dir: Workdir): Promise<readonly string[]> {
  const text = await readFile(join(dir.path, "alerts.ndjson"), "utf8").catch(() => "");
  const alerts = text.split("\n").filter((line) => line !== "");
  return alerts.map((line) => {
    const { event, summary, account } = JSON.parse(line) as Record<string, string>;
    return `${event} ${account}: ${summary}`;
  });
}

/** @param repair makes the store usable again */
async function expectAlertsOnce(
  dir: Workdir,
  env: Record<string, string>,
  reason: string,
  repair: () => Promise<void>,
): Promise<void> {
  const run = async () => (await dir.lading(["run"], { env })).code;
  expect([await run(), await run()]).toEqual([75, 75]);
  const failed = expect.stringMatching(`^failed acme: machine .*, acme/staff: .*${reason}`) as string;
  expect(await readAlerts(dir)).toEqual([failed]);
  await repair();
  expect([await run(), await run()]).toEqual([0, 0]);
  const over = expect.stringMatching(
    /^recovered acme: machine .* is working again for acme\/staff\.$/,
  ) as string;
  expect(await readAlerts(dir)).toEqual([failed, over]);
}

test.runIf(postgresPrograms() !== undefined)(
  "a database that does not respond, and its return, are reported once",
  async () => {
    const yaml = `database: env:LADING_DATABASE_URL\n${notify}${staffFeed}`;
    const dir = await workdir({ "lading.yaml": yaml, "inbox/staff.csv": staff("1") });
    const env = { LADING_DATABASE_URL: cluster?.database() ?? "" };
    cluster?.crash();
    await expectAlertsOnce(dir, env, "The database did not respond", async () => cluster?.start());
  },
);

test("a damaged file and one that cannot be opened are reported separately", async () => {
  const dir = await workdir({ "lading.yaml": `${notify}${staffFeed}`, "inbox/staff.csv": staff("1") });
  const file = join(dir.path, "data/lading.db");
  await mkdir(join(dir.path, "data"));
  await writeFile(file, "no database".repeat(1_000));
  await expectAlertsOnce(dir, {}, "is damaged", () => rm(file));
  await rm(join(dir.path, "alerts.ndjson"));
  await rename(file, `${file}.good`);
  await mkdir(file);
  await expectAlertsOnce(dir, {}, "lading.db", async () => {
    await rm(file, { recursive: true });
    await rename(`${file}.good`, file);
  });
});

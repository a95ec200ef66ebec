/** @module-tag long */

import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import {
  simulatePlatform,
  type SimulatedPlatform,
  type Disturbance,
} from "../../src/conformance/simulate/platform.js";
import { workdir, type Running, type Workdir } from "../support/workdir.js";

/**
 * A platform fails, is slow and loses responses while exports arrive and the sender is killed. In the end it
 * has the newest version of everything, and received nothing out of order.
 */

const isLong = process.env["LADING_PROOF"] === "long";
const rounds = Number(process.env["LADING_ROUNDS"] ?? (isLong ? 200 : 3));

const disturbances: readonly Disturbance[] = [
  { status: 500 },
  { status: 503, retryAfter: 1 },
  { status: 408 },
  { drop: true },
  { delay: 200 },
];

test(
  "sending events ends with the newest version of everything, whichever process is killed",
  { timeout: 300_000 + rounds * 120_000 },
  async () => {
    let isCalm = false;
    const { platform, dir } = await scene(() =>
      isCalm || Math.random() > 0.2
        ? undefined
        : disturbances[Math.floor(Math.random() * disturbances.length)],
    );
    const names = new Map(Array.from({ length: 40 }, (_, i) => [`ORG/${i} ö`, "0"]));
    const sum = { killed: 0, notified: 0 };
    for (let round = 1; round <= rounds; round++) {
      const changed = [...names.keys()].filter((_, at) => at === 0 || Math.random() < 0.5);
      for (const id of changed) names.set(id, `${round}`);
      await drop(dir, round, names);
      const sender = dir.start(Math.random() < 0.5 ? ["run"] : ["watch"], environment);
      const before = platform.requests();
      // At least one request arrives for each changed name, so the count is reached on any machine.
      const enough = before + 1 + Math.floor(Math.random() * changed.length);
      while (platform.requests() < enough && isAlive(sender)) await wait(20);
      if (isAlive(sender)) sum.killed += 1;
      await sender.stop("SIGKILL");
      if (platform.requests() > before) sum.notified += 1;
    }
    // Otherwise the test would prove nothing.
    expect([sum.killed > 0, sum.notified > rounds / 2]).toEqual([true, true]);
    isCalm = true;
    const last = dir.start(["watch"], environment);
    const counts = async (): Promise<unknown> =>
      (JSON.parse((await dir.lading(["events", "--json"], slowly)).stdout) as { feeds: unknown[] }).feeds[0];
    const done = { state: "up_to_date", waiting: 0, refused: 0, sent: names.size };
    await expect.poll(counts, { timeout: 240_000, interval: 1_000 }).toMatchObject(done);
    await last.stop("SIGINT", 240_000);

    const versions = new Map<string, string[]>();
    for (const { external_id: id, updated_at } of platform.taken) {
      versions.set(id, [...(versions.get(id) ?? []), updated_at]);
    }
    expect(versions.size).toBe(names.size);
    for (const [id, timestamps] of versions) expect([id, timestamps]).toEqual([id, timestamps.toSorted()]);
    // The last reported version is the visible one.
    const shown = (await dir.lading(["events", "list", "--all", "--json"], slowly)).stdout;
    const noted = JSON.parse(shown) as { external_id: string; updated_at: string }[];
    for (const { external_id: id, updated_at } of noted) {
      expect([id, versions.get(id)?.at(-1)]).toEqual([id, updated_at]);
    }
    if (isLong)
      console.log(
        `${rounds} rounds, ${sum.killed} killed in the middle, ${sum.notified} with notifications, ${platform.taken.length} notifications taken`,
      );
  },
);

function isAlive({ pid }: Running): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
}

const environment = { env: { PLATFORM_TOKEN: "t" } };
const slowly = { ...environment, within: 240_000 };

async function scene(
  disturb: () => Disturbance | undefined,
): Promise<{ readonly platform: SimulatedPlatform; readonly dir: Workdir }> {
  const platform = await simulatePlatform({ port: 0, credentials: { token: "t" }, disturb });
  onTestFinished(() => platform.close());
  const off =
    "no_rows rows_below rows_above ids_gone rejected field_changes changes newly_empty headings rekeyed"
      .split(" ")
      .map((guard) => `${guard}: off`);
  const dir = await workdir({
    "lading.yaml": `lading: 1
accounts:
  acme:
    { country: DE, sync: events, platform: { url: ${platform.url}, token: env:PLATFORM_TOKEN, rate: 100 } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/org: { source: inbox, files: "org-*.csv", settle: final_name, first: publish, guard: { ${off.join(", ")} } }
`,
  });
  await mkdir(dir.at("inbox"));
  return { platform, dir };
}

async function drop(dir: Workdir, round: number, names: ReadonlyMap<string, string>): Promise<void> {
  const lines = [...names].map(([id, version]) => `${id},,Name ${version},C${id},true,true,false,DE`);
  const text = `external_id,updated_at,name,code,is_active,is_creditor,is_debtor,country\r\n${lines.join("\r\n")}\r\n`;
  const name = `org-${String(round).padStart(5, "0")}.csv`;
  await writeFile(dir.at(`inbox/.${name}`), text);
  await rename(dir.at(`inbox/.${name}`), dir.at(`inbox/${name}`));
}

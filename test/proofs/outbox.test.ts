/** @module-tag long */

import { existsSync, readdirSync, readFileSync, renameSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { storedEntries, recordInvoice } from "../../src/outbox/entries.js";
import { openStore } from "../../src/store/store.js";
import { invoice } from "../outbox/scene.js";
import { workdir, type Running } from "../support/workdir.js";

/**
 * The sender of invoices is killed repeatedly, while an FFS takes each file as soon as it has its name. The
 * FFS gets every invoice exactly once.
 */

const isLong = process.env["LADING_PROOF"] === "long";
const rounds = Number(process.env["LADING_ROUNDS"] ?? (isLong ? 200 : 4));
const inRound = 5;

test(
  "the FFS gets every invoice once, whichever process is killed",
  { timeout: 60_000 + rounds * 30_000 },
  async () => {
    const dir = await workdir({
      "inbox/none": "",
      "lading.yaml": `lading: 1
accounts:
  acme: { country: US, zone: UTC, outbox: { layout: layout.yaml, folder: to-ffs } }
sources: { inbox: { folder: inbox } }
feeds: { acme/org: { source: inbox, files: "org*" } }
`,
    });
    const folder = join(dir.path, "to-ffs");
    mkdirSync(folder);
    mkdirSync(join(dir.path, "ffs"));
    const store = await openStore({ data: join(dir.path, "data") });
    onTestFinished(() => store.close());

    const taken: string[] = [];
    const take = (): void => {
      for (const name of readdirSync(folder)) {
        if (name === ".lading") continue;
        const to = join(dir.path, "ffs", String(taken.length));
        renameSync(join(folder, name), to);
        taken.push(readFileSync(to, "utf8"));
      }
    };

    let killed = 0;
    const posted: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (let n = 1; n <= inRound; n += 1) {
        const one = invoice(`R${round}-${n}`);
        posted.push(Buffer.from(one.bytes).toString());
        await recordInvoice(store, one);
      }
      const worker = dir.start([Math.random() < 0.5 ? "run" : "watch"]);
      const enough = taken.length + Math.floor(Math.random() * (inRound + 1));
      const begun = (await storedEntries(store.db, "acme", ["RECORDED"])).length;
      for (let looks = 0; looks < 5_000 && isAlive(worker); looks += 1) {
        take();
        // This includes the time before the first file has its name, once anything is written.
        const isBegun =
          taken.length > 0 || (await storedEntries(store.db, "acme", ["RECORDED"])).length < begun;
        if (isBegun && taken.length >= enough) break;
        await wait(1);
      }
      await wait(Math.random() * 15);
      if (isAlive(worker)) killed += 1;
      await worker.stop("SIGKILL");
      take();
    }
    // Otherwise the test would prove nothing.
    expect(killed).toBeGreaterThan(0);
    for (let passes = 0; passes < 2; passes += 1) {
      const last = dir.start(["run"]);
      while (isAlive(last)) {
        take();
        await wait(1);
      }
      take();
    }
    expect([...taken].sort()).toEqual([...posted].sort());
    const entries = await storedEntries(store.db, "acme");
    const doubtful = entries.filter(({ state }) => state === "IN_DOUBT").length;
    expect(entries.filter(({ state }) => state !== "PICKED_UP" && state !== "IN_DOUBT")).toEqual([]);
    if (isLong)
      console.log(
        `${rounds} rounds, ${killed} killed in the middle, ${taken.length} of ${posted.length} invoices taken once, ${doubtful} in doubt`,
      );
  },
);

function isAlive({ pid }: Running): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
}

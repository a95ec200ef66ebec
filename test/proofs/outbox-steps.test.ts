/** @module-tag long */

import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build } from "vite";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { LadingError } from "../../src/errors.js";
import { confirm, resend } from "../../src/outbox/decisions.js";
import { storedEntries, recordInvoice, type OutboxEntry } from "../../src/outbox/entries.js";
import { sendInvoices, leaseName } from "../../src/outbox/send.js";
import { localFolder, type OutboxFolder } from "../../src/outbox/outbox-folder.js";
import { withSftpFolder } from "../../src/outbox/sftp-folder.js";
import { standardDeadlines } from "../../src/connectors/sftp/settings.js";
import { realDisk } from "../../src/system/disk.js";
import { takeLease } from "../../src/store/leases.js";
import { openStore, type Store } from "../../src/store/store.js";
import { invoice } from "../outbox/scene.js";
import { builtCli, projectRoot } from "../support/build.js";
import { copiedDatabase, databases } from "../support/postgres.js";
import { settingsFor, testHosts } from "../support/sftp-settings.js";
import { startSshd, whyNoSshd, type Sshd } from "../support/sshd.js";
import type { Done, Order } from "./outbox-worker.js";

/**
 * The sender of invoices is killed or suspended at each step in turn, the folder is unmounted, and the store
 * is reset to an old state, while an FFS takes each file as soon as it has its name. The FFS never gets an
 * invoice twice, and gets every invoice whose round has no fault. Somebody who checks the FFS decides invoices
 * in doubt.
 */

const isLong = process.env["LADING_PROOF"] === "long";
/** The short form omits these. */
const isSpared = (place: string, engine: string): boolean =>
  !isLong && (place === "with" ? engine === "SQLite" : engine === "PostgreSQL");
/** Per place and database. */
const rounds = Number(process.env["LADING_ROUNDS"] ?? (isLong ? 180 : 2));

const strikes: readonly Pick<Order, "how" | "when">[] = [
  { how: "SIGKILL", when: "before" },
  { how: "SIGKILL", when: "during" },
  { how: "SIGKILL", when: "after" },
  { how: "SIGSTOP", when: "before" },
  { how: "SIGSTOP", when: "during" },
  { how: "SIGSTOP", when: "after" },
  { how: "unmount", when: "before" },
];

const worker = join(projectRoot, "node_modules/.lading-outbox-worker/outbox-worker.js");
beforeAll(async () => {
  builtCli();
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      ssr: join(projectRoot, "test/proofs/outbox-worker.ts"),
      outDir: join(worker, ".."),
      emptyOutDir: true,
      target: "node20",
      minify: false,
    },
  });
});

describe.each(databases)("invoices sent from %s", (engine, newDatabase) => {
  const timeout = 60_000 + rounds * 20_000;
  test.skipIf(isSpared("folder", engine))(
    "arrive once in a folder, whichever step is interrupted",
    { timeout },
    () => prove(newDatabase(), undefined, "a folder"),
  );

  describe.each([
    ["with", []],
    ["without", ["ForceCommand internal-sftp -P posix-rename"]],
  ])("over OpenSSH %s posix-rename", (name, config) => {
    test.skipIf(whyNoSshd !== undefined || isSpared(name, engine))(
      "arrive once, whichever step is interrupted",
      { timeout },
      async () => {
        const sshd = await startSshd({ config });
        onTestFinished(() => sshd.stop());
        await prove(newDatabase(), sshd, `OpenSSH ${name} posix-rename`);
      },
    );
  });
});

async function prove(made: string | undefined, sshd: Sshd | undefined, name: string): Promise<void> {
  const root = mkdtempSync(join(sshd?.home ?? tmpdir(), "lading-outbox-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [folder, data, ffs] = ["to-ffs", "data", "ffs"].map((part) => join(root, part)) as [
    string,
    string,
    string,
  ];
  mkdirSync(folder);
  mkdirSync(ffs);
  const sftp = sshd && {
    ...settingsFor(sshd, { user: sshd.user, password: undefined, key: `file:${sshd.clientKey}` }),
    directory: folder,
    deadlines: standardDeadlines,
  };
  const hosts = await testHosts();
  onTestFinished(() => hosts.remove());
  let database = made;
  let store = await openStore({ data, database });
  onTestFinished(() => store.close());

  /** The invoices that the FFS took, with their counts. */
  const taken = new Map<string, number>();
  const take = (): void => {
    for (const file of existsSync(folder) ? readdirSync(folder) : []) {
      if (file === ".lading") continue;
      const to = join(ffs, "taken");
      renameSync(join(folder, file), to);
      const text = readFileSync(to, "utf8");
      taken.set(text, (taken.get(text) ?? 0) + 1);
    }
  };
  const taking = async <T>(work: Promise<T>): Promise<T> => {
    let isOver = false;
    const done = work.finally(() => (isOver = true));
    done.catch(() => {});
    while (!isOver) {
      take();
      await wait(isLong ? 1 : 5);
    }
    take();
    return done;
  };
  const textOf = ({ number }: Pick<OutboxEntry, "number">): string => `invoice ${number}\n`;
  const signal = new AbortController().signal;
  const atPlace = <T>(work: (target: OutboxFolder) => Promise<T>): Promise<T> =>
    sftp === undefined
      ? work(localFolder(realDisk, { folder }))
      : withSftpFolder({ host: hosts.host(sftp), settings: sftp }, signal, work);
  const pass = () => taking(atPlace((target) => sendInvoices({ store, target, account: "acme", signal })));
  const run = (struck?: Pick<Order, "at" | "when" | "how">) =>
    startWorker({
      ...{ data, database, folder, sftp },
      ...(struck ?? { at: 0, when: "before", how: "SIGKILL" }),
    });

  const counts = { struck: 0, doubted: 0, restored: 0, resent: 0 };
  let steps = 0;
  let number = 0;
  let yesterday: (() => Promise<Store>) | undefined;
  for (let round = 0; round <= rounds; round += 1) {
    // Every tenth round has no fault. The first one counts the steps.
    const isCalm = round % 10 === 0;
    const one = invoice(`R${(number += 1)}`);
    await recordInvoice(store, one);
    if (round % 20 === 11 || (!isLong && round === 1)) yesterday = await kept();
    const strike = strikes[round % strikes.length] as (typeof strikes)[number];
    const turn = Math.floor(round / strikes.length);
    // One of the two steps of the short form is early enough to be reached, because a round may have fewer
    // steps than the first.
    const drawn = Math.floor(Math.random() * (strike.when === "after" ? steps / 2 : steps));
    const at = isCalm ? 0 : 1 + ((isLong ? turn : drawn) % (steps + 1));
    const struck = run({ at, ...strike });
    const first = await taking(struck.ended);
    if (isCalm) {
      expect(first.done?.errors).toEqual([]);
      steps = first.done?.steps ?? 0;
      expect(steps).toBeGreaterThan(10);
    }
    if (first.what === "stopped") {
      // Its lease expires by the database's clock, another process continues, and then it continues as well.
      if (await expireLeases(store)) await taking(run().ended);
      struck.go();
      await taking(struck.isOver);
    }
    if (existsSync(`${folder}.away`)) {
      const { done } = await run().ended;
      expect(done?.errors).toEqual(["outbox_not_mounted"]);
      expect(readdirSync(folder).filter((file) => file !== ".lading")).toEqual([]);
      rmSync(folder, { recursive: true });
      renameSync(`${folder}.away`, folder);
    }
    if (first.what !== "ended" || strike.how === "unmount") counts.struck += 1;
    await pass();
    const isRestored = yesterday !== undefined && (round % 20 === 19 || !isLong);
    if (yesterday !== undefined && isRestored) {
      store = await yesterday();
      yesterday = undefined;
      counts.restored += 1;
      await recordInvoice(store, invoice(`R${(number += 1)}`));
      await pass();
    }
    for (const [text, times] of taken) expect(times, `${text} in round ${round}`).toBe(1);
    const open = await storedEntries(store.db, "acme", ["RECORDED", "WRITTEN", "SENDING", "IN_DOUBT"]);
    if (isCalm && !isRestored) expect(open).toEqual([]);
    for (const entry of open) {
      expect(entry.state, `${JSON.stringify(entry)} in round ${round}`).toBe("IN_DOUBT");
      counts.doubted += 1;
      await decide(entry);
    }
    if (open.length > 0) await pass();
    for (const entry of await storedEntries(store.db, "acme"))
      expect(taken.get(textOf(entry)), `${JSON.stringify(entry)} in round ${round}`).toBe(1);
  }
  // Otherwise the test would prove nothing.
  expect(counts.struck).toBeGreaterThan(0);
  expect(counts.restored).toBeGreaterThan(0);
  if (isLong) {
    console.log(
      `${name} on ${store.engine}: ${rounds} rounds of ${steps} steps, ${counts.struck} struck, ${counts.restored} stores put back; ` +
        `${taken.size} invoices taken once, none twice; ${counts.doubted} in doubt, ${counts.resent} of them sent again`,
    );
  }

  /** Somebody checks what the FFS has. */
  async function decide(entry: OutboxEntry): Promise<void> {
    const lease = await takeLease(store, leaseName("acme"));
    const deciding = { store, lease, by: "somebody", why: "looked" };
    try {
      if (taken.has(textOf(entry))) return await confirm(deciding, entry);
      counts.resent += 1;
      await atPlace((target) => resend(deciding, entry, target));
    } finally {
      await lease.release();
    }
  }

  /** Saves the state of the store. The returned function restores it. */
  async function kept(): Promise<() => Promise<Store>> {
    await store.close();
    const copy = `${data}.yesterday`;
    rmSync(copy, { recursive: true, force: true });
    const old = database === undefined ? undefined : copiedDatabase(database);
    if (old === undefined) cpSync(data, copy, { recursive: true });
    store = await openStore({ data, database });
    return async () => {
      await store.close();
      if (old === undefined) {
        rmSync(data, { recursive: true });
        renameSync(copy, data);
      }
      database = old;
      return openStore({ data, database });
    };
  }
}

/** @returns false if a process is suspended in the middle of a transaction, so that all others wait */
async function expireLeases({ db }: Store): Promise<boolean> {
  try {
    await db.updateTable("leases").set({ deadline: 0 }).execute();
    return true;
  } catch (error) {
    if (error instanceof LadingError && error.code === "storage_failed") return false;
    throw error;
  }
}

interface Worker {
  /** Waits until it has ended or is suspended. */
  readonly ended: Promise<{ readonly what: "ended" | "killed" | "stopped"; readonly done?: Done }>;
  readonly isOver: Promise<unknown>;
  go(): void;
}

function startWorker(order: Order): Worker {
  const child = spawn(process.execPath, [worker, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const isOver = new Promise<NodeJS.Signals | null>((resolve) =>
    child.on("close", (_code, signal) => resolve(signal)),
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    isOver,
    go: () => void child.kill("SIGCONT"),
    ended: (async () => {
      let isGone = false;
      void isOver.then(() => (isGone = true));
      while (!isGone) {
        if (order.how === "SIGSTOP" && isStopped(child.pid ?? 0)) return { what: "stopped" } as const;
        await wait(2);
      }
      if ((await isOver) === "SIGKILL") return { what: "killed" } as const;
      return { what: "ended", done: JSON.parse(output) as Done } as const;
    })(),
  };
}

function isStopped(pid: number): boolean {
  try {
    return /^State:\s*T/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

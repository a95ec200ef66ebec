import { mkdirSync, renameSync } from "node:fs";
import { sendInvoices } from "../../src/outbox/send.js";
import { localFolder, type OutboxFolder } from "../../src/outbox/outbox-folder.js";
import { withSftpFolder } from "../../src/outbox/sftp-folder.js";
import { openHosts } from "../../src/connectors/sftp/hosts.js";
import type { SftpSettings } from "../../src/connectors/sftp/settings.js";
import { realDisk, type Disk, type OpenFile } from "../../src/system/disk.js";
import { openStore, type Store } from "../../src/store/store.js";

/**
 * One pass over an outbox in its own process, which is disturbed at one step: each call of the disk or of the
 * server, and each transaction. Loading all of `lading run` would take four times as long, and there are
 * thousands of passes.
 */

export interface Order {
  readonly data: string;
  readonly database: string | undefined;
  readonly folder: string;
  /** Undefined: the folder is on this machine. */
  readonly sftp: SftpSettings | undefined;
  /** The step to disturb, from 1. 0: none. */
  readonly at: number;
  /** `during`: at a random moment after its start, or in a transaction right before the commit. */
  readonly when: "before" | "during" | "after";
  readonly how: "SIGKILL" | "SIGSTOP" | "unmount";
}

export interface Done {
  readonly steps: number;
  readonly errors: readonly string[];
}

const order = JSON.parse(process.argv[2] ?? "") as Order;
let steps = 0;

function strike(): void {
  if (order.how === "unmount") unmount(order.folder);
  else process.kill(process.pid, order.how);
}

/** The empty folder below the mount is visible then. */
function unmount(folder: string): void {
  renameSync(folder, `${folder}.away`);
  mkdirSync(folder);
}

async function step<T>(work: () => Promise<T>): Promise<T> {
  steps += 1;
  if (steps !== order.at) return work();
  if (order.when === "before") strike();
  if (order.when === "during") setTimeout(strike, Math.random() * 4);
  const result = await work();
  if (order.when === "after") strike();
  return result;
}

/** Every call of it is a step. */
function stepping<T extends object>(of: T, calls: readonly (keyof T)[]): T {
  const all = { ...of };
  for (const name of calls) {
    const call = of[name] as (...args: readonly unknown[]) => Promise<unknown>;
    all[name] = ((...args: readonly unknown[]) => step(() => call.apply(of, [...args]))) as T[typeof name];
  }
  return all;
}

const disk: Disk = {
  ...stepping(realDisk, ["mkdir", "readdir", "readFile", "rename", "unlink", "syncFolder"]),
  create: async (path, mode) =>
    stepping<OpenFile>(await step(() => realDisk.create(path, mode)), ["write", "sync", "close"]),
};

const calls = ["names", "makeOwn", "create", "read", "send", "takeBack", "remove"] as const;

const sound = await openStore({ data: order.data, database: order.database });
const store: Store = {
  ...sound,
  transaction: (work) =>
    step(() =>
      sound.transaction(async (tx) => {
        const result = await work(tx);
        if (steps === order.at && order.when === "during" && order.how === "SIGKILL") strike();
        return result;
      }),
    ),
};
const { signal } = new AbortController();
const pass = (target: OutboxFolder) => sendInvoices({ store, target, account: "acme", signal });
const errors: string[] = [];
try {
  if (order.sftp === undefined) {
    errors.push(...codesOf(await pass(localFolder(disk, { folder: order.folder }))));
  } else {
    const own = await openStore({ data: `${order.data}-${process.pid}`, isRead: true });
    const hosts = openHosts({ db: own.db, folder: order.data, env: {} });
    const around = { host: hosts.host(order.sftp), settings: order.sftp };
    await withSftpFolder(around, signal, async (target) => {
      errors.push(...codesOf(await pass(stepping(target, calls))));
    });
    await hosts.close();
    await own.close();
  }
} catch (error) {
  errors.push((error as { readonly code?: string }).code ?? String(error));
}
console.log(JSON.stringify({ steps, errors } satisfies Done));
process.exit(0);

function codesOf({ errors: met }: { readonly errors: readonly { readonly code: string }[] }) {
  return met.map(({ code }) => code);
}

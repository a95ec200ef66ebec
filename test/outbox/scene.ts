import { mkdtemp, readdir, readFile, rm, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  storedEntries,
  newId,
  recordInvoice,
  type OutboxEntry,
  type NewOutboxEntry,
  type Recorded,
} from "../../src/outbox/entries.js";
import { sendInvoices, type SendResult, type SendContext } from "../../src/outbox/send.js";
import { localFolder, type OutboxFolder } from "../../src/outbox/outbox-folder.js";
import { realDisk } from "../../src/system/disk.js";
import { openStore, type Store } from "../../src/store/store.js";

/** A store, an outbox folder, and an FFS that takes its files. */

export interface Scene {
  readonly store: Store;
  readonly data: string;
  readonly database: string | undefined;
  readonly folder: string;
  readonly target: OutboxFolder;
  /** Records an invoice with this number. */
  post(number: string, more?: Partial<NewOutboxEntry>): Promise<Recorded>;
  pass(changes?: Partial<Pick<SendContext, "store" | "target" | "acknowledgements">>): Promise<SendResult>;
  entries(): Promise<readonly OutboxEntry[]>;
  /** Names in the outbox folder. */
  names(): Promise<readonly string[]>;
  /** Takes all files away, as an FFS does. Returns their texts. */
  take(): Promise<readonly string[]>;
}

export function invoice(number: string, more: Partial<NewOutboxEntry> = {}): NewOutboxEntry {
  return {
    id: newId(),
    account: "acme",
    creditor: "C1",
    number,
    written: [number],
    accruals: [],
    kind: "invoice",
    total: "119.00",
    currency: "EUR",
    day: "2026-03-01",
    invoice: `{"invoice_number":"${number}"}`,
    fileName: `${number}.csv`,
    bytes: Buffer.from(`invoice ${number}\n`),
    ...more,
  };
}

export async function scene(database?: string): Promise<Scene> {
  const root = await mkdtemp(join(tmpdir(), "lading-outbox-"));
  const data = join(root, "data");
  const folder = join(root, "to-ffs");
  await mkdir(folder);
  const store = await openStore({ data, database });
  onTestFinished(async () => {
    await store.close();
    await rm(root, { recursive: true, force: true });
  });
  const target = localFolder(realDisk, { folder });
  const signal = new AbortController().signal;
  const names = async () => (await readdir(folder)).filter((name) => name !== ".lading").sort();
  return {
    store,
    data,
    database,
    folder,
    target,
    post: (number, more) => recordInvoice(store, invoice(number, more)),
    pass: (changes = {}) => sendInvoices({ store, target, account: "acme", signal, ...changes }),
    entries: () => storedEntries(store.db, "acme"),
    names,
    take: () => takeAll(folder),
  };
}

export async function takeAll(folder: string): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const name of (await readdir(folder)).sort()) {
    if (name === ".lading") continue;
    texts.push(await readFile(join(folder, name), "utf8"));
    await rm(join(folder, name));
  }
  return texts;
}

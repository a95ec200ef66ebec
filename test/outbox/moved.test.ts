import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sendAll, outboxAccounts, withOutboxFolder } from "../../src/feeds/deliveries/outboxes.js";
import { realSetup, type RealSetup } from "../../src/feeds/deliveries/real-setup.js";
import { silentLog } from "../../src/log.js";
import { resend } from "../../src/outbox/decisions.js";
import { recordInvoice, storedEntries, type State } from "../../src/outbox/entries.js";
import { leaseName } from "../../src/outbox/send.js";
import { deliveryDocuments } from "../../src/feeds/reports/delivery-documents.js";
import { realDisk, type Disk } from "../../src/system/disk.js";
import { takeLease } from "../../src/store/leases.js";
import { loadWorkspace } from "../../src/workspace/load.js";
import { openStoreOf } from "../../src/workspace/open-store.js";
import { invoice, takeAll } from "./scene.js";

/** A workspace that is moved with all its files and pending invoices recognizes what it sent. */

const settings = (folder: string) => `lading: 1
accounts:
  acme:
    country: US
    outbox:
      layout: layout.yaml
      folder: ${folder}
      acknowledged:
        imported: "answers/{name}.imported"
        list: { files: answers/*.csv, invoice: Ref, word: Result, imported: [OK], refused: [ERR] }
sources: { inbox: { folder: inbox } }
feeds: { acme/org: { source: inbox, files: "org*" } }
`;

const env = {};
const signal = new AbortController().signal;

async function opened(root: string, disk: Disk = realDisk): Promise<RealSetup> {
  const workspace = await loadWorkspace(root);
  const store = await openStoreOf(workspace, env);
  const around = { env, log: silentLog, engine: "test", store, documents: deliveryDocuments };
  return { ...realSetup(workspace, around), disk };
}

async function states({ store }: RealSetup): Promise<readonly State[]> {
  return (await storedEntries(store.db, "acme")).map(({ state }) => state);
}

async function scene(folder = "ffs/imports"): Promise<{ root: string; moved: string; folder: string }> {
  const above = await mkdtemp(join(tmpdir(), "lading-moved-"));
  onTestFinished(() => rm(above, { recursive: true, force: true }));
  const [root, moved] = [join(above, "was"), join(above, "is")];
  await mkdir(join(root, "ffs/imports/answers"), { recursive: true });
  await writeFile(join(root, "lading.yaml"), settings(folder));
  return { root, moved, folder: join(moved, "ffs/imports") };
}

const dies = (step: "before" | "after"): Disk => ({
  ...realDisk,
  async rename(from, to) {
    if (step === "after") await realDisk.rename(from, to);
    throw new Error("struck");
  },
});

test.each(["before", "after"] as const)(
  "sends an invoice once and without a doubt if it was interrupted %s its rename",
  async (step) => {
    const { root, moved, folder } = await scene();
    const first = await opened(root, dies(step));
    await recordInvoice(first.store, invoice("A-1"));
    await sendAll(first, signal).catch(() => {});
    expect(await states(first)).toEqual(["SENDING"]);
    await first.close();
    await rename(root, moved);

    const second = await opened(moved);
    onTestFinished(() => second.close());
    await second.store.db.updateTable("leases").set({ owner: "", deadline: 0 }).execute();
    await sendAll(second, signal);
    expect(await states(second)).toEqual(["SENT"]);
    expect((await readdir(folder)).sort()).toEqual([".lading", "A-1.csv", "answers"]);
  },
);

test("new answers are applied, known ones are not, and no file name is used twice", async () => {
  const { root, moved, folder } = await scene();
  const first = await opened(root);
  const ids: string[] = [];
  for (const number of ["A-1", "A-2"]) {
    ids.push(invoice(number).id);
    await recordInvoice(first.store, invoice(number, { id: ids.at(-1) ?? "", fileName: "invoice.csv" }));
  }
  await sendAll(first, signal);
  const was = join(root, "ffs/imports");
  for (const name of ["invoice.csv", "invoice-2.csv"]) await rm(join(was, name));
  await writeFile(join(was, "answers/1.csv"), `Ref;Result\r\n${ids[1]};ERR\r\n`);
  await sendAll(first, signal);
  expect(await states(first)).toEqual(["PICKED_UP", "REFUSED"]);
  // A person fixes the problem in the FFS, and sends the invoice again.
  await sendAgain(first, ids[1]);
  await first.close();
  await rename(root, moved);

  const second = await opened(moved);
  onTestFinished(() => second.close());
  await writeFile(join(folder, "answers/invoice.csv.imported"), "");
  await recordInvoice(second.store, invoice("A-3", { fileName: "invoice.csv" }));
  expect(await sendAll(second, signal)).toEqual([]);
  expect(await states(second)).toEqual(["IMPORTED", "SENT", "SENT"]);
  expect((await readdir(folder)).sort()).toEqual([".lading", "answers", "invoice-3.csv", "invoice-4.csv"]);
});

test("sends nothing and counts nothing as picked up after a move to a machine without the mounted folder", async () => {
  const { root, moved, folder } = await scene();
  const first = await opened(root);
  await recordInvoice(first.store, invoice("A-1"));
  await sendAll(first, signal);
  await first.close();
  await rename(root, moved);
  await rm(folder, { recursive: true });
  await mkdir(folder);

  const second = await opened(moved);
  onTestFinished(() => second.close());
  const errors = await sendAll(second, signal);
  expect(errors.map(({ code }) => code)).toEqual(["outbox_not_mounted"]);
  expect(await states(second)).toEqual(["SENT"]);
});

test("makes sent invoices uncertain after a change of folder, and does not send again if the new folder has a file", async () => {
  const { root } = await scene();
  const first = await opened(root);
  const one = invoice("A-1");
  await recordInvoice(first.store, one);
  await sendAll(first, signal);
  await first.close();
  await mkdir(join(root, "other"));
  await writeFile(join(root, "lading.yaml"), settings("other"));

  const second = await opened(root);
  onTestFinished(() => second.close());
  await sendAll(second, signal);
  const [entry] = await storedEntries(second.store.db, "acme");
  expect(entry).toMatchObject({ state: "IN_DOUBT" });
  expect(entry?.history.at(-1)?.why).toBe(
    "The file of the invoice was in ffs/imports, which is no longer the outbox folder.",
  );
  // Somebody moves the file by hand, and sends it again.
  await rename(join(root, "ffs/imports/A-1.csv"), join(root, "other/A-1.csv"));
  await expect(sendAgain(second, one.id)).rejects.toThrow("still in the outbox folder");
  expect(await takeAll(join(root, "other"))).toEqual([Buffer.from(one.bytes).toString()]);
  await sendAgain(second, one.id);
  expect(await states(second)).toEqual(["RECORDED"]);
});

test.each([
  ["..ffs", "..ffs"],
  ["../ffs", "/above/ffs"],
  ["..", "/above"],
])("the folder %s is recognized as %s", async (folder, key) => {
  const { root } = await scene(folder);
  const [account] = outboxAccounts({ workspace: await loadWorkspace(root) });
  expect(account?.outbox.location).toMatchObject({ key: key.replace("/above", dirname(root)) });
});

async function sendAgain(setup: RealSetup, id = ""): Promise<void> {
  const { store } = setup;
  const [account] = outboxAccounts(setup);
  const entry = (await storedEntries(store.db, "acme")).find((each) => each.id === id);
  if (account === undefined || entry === undefined) throw new Error("nothing was posted");
  const lease = await takeLease(store, leaseName("acme"));
  try {
    const deciding = { store, lease, by: "ann", why: "" };
    await withOutboxFolder(setup, account, signal, (target) => resend(deciding, entry, target));
  } finally {
    await lease.release();
  }
}

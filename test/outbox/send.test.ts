import { copyFile, mkdir, readdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { resend, withdraw } from "../../src/outbox/decisions.js";
import { storedEntries, readEntry, recordInvoice } from "../../src/outbox/entries.js";
import { sendInvoices, leaseName, renewFolder } from "../../src/outbox/send.js";
import { localFolder } from "../../src/outbox/outbox-folder.js";
import { realDisk, type Disk } from "../../src/system/disk.js";
import { CompiledQuery } from "../../src/store/kysely.js";
import { takeLease } from "../../src/store/leases.js";
import { openStore } from "../../src/store/store.js";
import { faultyDisk } from "../support/faulty-disk.js";
import { faultyStore } from "../support/faulty-store.js";
import { invoice, scene, takeAll } from "./scene.js";

/**
 * Tests sending from the outbox to a folder, with real files, a real store, and an FFS that takes a file as soon
 * as it has its name.
 */

describe("sending", () => {
  test("writes each invoice as one complete file with its name, readable by others, and counts a missing file as picked up", async () => {
    const here = await scene();
    await here.post("A-1");
    await here.post("A-2");
    expect(await here.pass()).toEqual({ sent: 2, doubted: 0, errors: [] });
    expect(await here.names()).toEqual(["A-1.csv", "A-2.csv"]);
    expect(await here.pass()).toMatchObject({ sent: 0 });
    expect(await here.take()).toEqual(["invoice A-1\n", "invoice A-2\n"]);
    await here.pass();
    expect((await here.entries()).map(({ state }) => state)).toEqual(["PICKED_UP", "PICKED_UP"]);
    expect((await here.entries())[0]?.history.map(({ state }) => state)).toEqual([
      "RECORDED",
      "WRITTEN",
      "SENDING",
      "SENT",
      "PICKED_UP",
    ]);
    expect(await here.pass()).toMatchObject({ sent: 0, doubted: 0 });
  });

  test.runIf(process.platform === "linux")(
    "files have the rights of `mode`, or by default those of the umask",
    async () => {
      const umask = process.umask(0o077);
      try {
        const here = await scene();
        const rights = async (name: string) =>
          ((await stat(join(here.folder, name))).mode & 0o777).toString(8);
        await here.post("A-1");
        await here.pass();
        await here.post("A-2");
        await here.pass({ target: localFolder(realDisk, { folder: here.folder, mode: 0o664 }) });
        expect([await rights("A-1.csv"), await rights("A-2.csv")]).toEqual(["600", "664"]);
      } finally {
        process.umask(umask);
      }
    },
  );

  test("two invoices with the same file name get different names, permanently", async () => {
    const here = await scene();
    await here.post("A-1", { fileName: "invoice.csv.txt" });
    await here.pass();
    await here.take();
    await here.post("A-2", { fileName: "invoice.csv.txt" });
    await here.pass();
    expect(await here.names()).toEqual(["invoice-2.csv.txt"]);
  });

  test("never overwrites another program's file, and sends other invoices while the invoice waits", async () => {
    const here = await scene();
    await writeFile(join(here.folder, "A-1.csv"), "theirs");
    await here.post("A-1");
    await here.post("A-2");
    const { sent, errors } = await here.pass();
    expect(sent).toBe(1);
    expect(errors.map(({ code }) => code)).toEqual(["outbox_name_taken"]);
    expect(await here.take()).toEqual(["theirs", "invoice A-2\n"]);
    expect(await here.pass()).toMatchObject({ sent: 1, errors: [] });
    expect(await here.take()).toEqual(["invoice A-1\n"]);
  });

  test("stops if the folder is missing or has lost its marker, and nothing counts as picked up", async () => {
    const here = await scene();
    await here.post("A-1");
    await here.pass();
    await here.post("A-2");
    const away = `${here.folder}.away`;
    await rename(here.folder, away);
    await expect(here.pass()).rejects.toMatchObject({ code: "outbox_no_folder" });
    // The empty folder under an unmounted file system.
    await mkdir(here.folder);
    await expect(here.pass()).rejects.toMatchObject({ code: "outbox_not_mounted" });
    // A folder in which another store sends.
    await mkdir(join(here.folder, ".lading"));
    await writeFile(join(here.folder, ".lading", "mark-1"), "");
    await expect(here.pass()).rejects.toMatchObject({ code: "outbox_not_mounted" });
    expect((await here.entries()).map(({ state }) => state)).toEqual(["SENT", "RECORDED"]);
    await rm(here.folder, { recursive: true });
    await rename(away, here.folder);
    expect(await here.pass()).toMatchObject({ sent: 1 });
    expect(await here.names()).toEqual(["A-1.csv", "A-2.csv"]);
  });

  test("sends nothing to another account's folder, by any path, unless that account no longer exists", async () => {
    const here = await scene();
    await here.post("A-1");
    await here.pass();
    const other = { account: "other", store: here.store, signal: new AbortController().signal };
    await recordInvoice(here.store, invoice("A-1", { account: "other" }));
    await symlink(here.folder, `${here.folder}.alias`);
    const alias = localFolder(realDisk, { folder: `${here.folder}.alias` });
    for (const target of [here.target, alias])
      await expect(sendInvoices({ ...other, target })).rejects.toMatchObject({ code: "outbox_of_another" });
    expect(await here.names()).toEqual(["A-1.csv"]);
    expect(await here.pass()).toMatchObject({ errors: [] });
    await renewFolder(here.store, alias);
    expect(await sendInvoices({ ...other, target: alias })).toMatchObject({ sent: 0 });
    await expect(here.pass()).rejects.toMatchObject({ code: "outbox_of_another" });
  });

  test("works in only one of two passes at once", async () => {
    const here = await scene();
    for (let n = 1; n <= 5; n += 1) await here.post(`A-${n}`);
    const [one, other] = await Promise.all([here.pass(), here.pass()]);
    expect([one.sent, other.sent].sort()).toEqual([0, 5]);
    expect(await here.take()).toHaveLength(5);
  });
});

describe("an old store, or a copy", () => {
  test("sends nothing that the other store may have sent, and continues with new invoices", async () => {
    const here = await scene();
    await here.post("A-1");
    const yesterday = join(here.data, "yesterday");
    await mkdir(yesterday);
    await here.store.db.executeQuery(CompiledQuery.raw("pragma wal_checkpoint(truncate)"));
    await copyFile(join(here.data, "lading.db"), join(yesterday, "lading.db"));
    expect(await here.pass()).toMatchObject({ sent: 1 });
    expect(await here.take()).toEqual(["invoice A-1\n"]);
    const store = await openStore({ data: yesterday });
    onTestFinished(() => store.close());
    expect(await here.pass({ store })).toMatchObject({ sent: 0, doubted: 1 });
    expect(await here.take()).toEqual([]);
    await recordInvoice(store, invoice("A-2"));
    expect(await here.pass({ store })).toMatchObject({ sent: 1, doubted: 0 });
    expect((await storedEntries(store.db, "acme")).map(({ state }) => state)).toEqual(["IN_DOUBT", "SENT"]);
    // The first store notices that another one was there.
    await here.post("A-3");
    expect(await here.pass()).toMatchObject({ sent: 0, doubted: 2 });
  });
});

describe("an old store with an invoice that was withdrawn in the meantime", () => {
  test("does not send the invoice", async () => {
    const here = await scene();
    await here.post("A-1");
    await here.pass();
    const one = invoice("A-2");
    await recordInvoice(here.store, one);
    await here.store.db.executeQuery(CompiledQuery.raw("pragma wal_checkpoint(truncate)"));
    await mkdir(join(here.data, "yesterday"));
    await copyFile(join(here.data, "lading.db"), join(here.data, "yesterday/lading.db"));
    const entry = await readEntry(here.store.db, one.id);
    if (entry === undefined) throw new Error("nothing was recorded");
    const lease = await takeLease(here.store, leaseName("acme"));
    await withdraw({ store: here.store, lease, by: "somebody", why: "" }, entry, here.target, false);
    await lease.release();
    const store = await openStore({ data: join(here.data, "yesterday") });
    onTestFinished(() => store.close());
    expect(await here.pass({ store })).toMatchObject({ sent: 0, doubted: 2 });
    expect(await here.names()).toEqual(["A-1.csv"]);
  });
});

describe("a person's decisions about an invoice that was picked up", () => {
  async function taken() {
    const here = await scene();
    await here.post("A-1");
    await here.pass();
    await here.take();
    await here.pass();
    const [entry] = await here.entries();
    if (entry?.state !== "PICKED_UP") throw new Error("it was not taken");
    const deciding = async () => ({
      store: here.store,
      lease: await takeLease(here.store, leaseName("acme")),
      ...{ by: "ann", why: "" },
    });
    return { here, entry, deciding };
  }

  test("are refused if its file is there again, because the FFS may take it", async () => {
    const { here, entry, deciding } = await taken();
    await writeFile(join(here.folder, "A-1.csv"), "invoice A-1\n");
    const by = await deciding();
    const message = "its file is still in the outbox folder";
    await expect(withdraw(by, entry, here.target, true)).rejects.toThrow(message);
    await expect(resend(by, entry, here.target)).rejects.toThrow("its file A-1.csv is still");
    expect((await here.entries())[0]?.state).toBe("PICKED_UP");
  });

  test("wait after a resend until no request of the earlier sender can be running", async () => {
    const { here, entry, deciding } = await taken();
    const by = await deciding();
    await resend(by, entry, here.target);
    await by.lease.release();
    const attempts = here.store.db.updateTable("outbox_attempts").where("entry", "=", entry.id);
    const elsewhere = { host: "other", boot: "b", namespace: "n", pid: 1, started: "s" };
    await attempts.set({ owner: JSON.stringify(elsewhere) }).execute();
    expect((await here.pass()).errors.map(({ code }) => code)).toEqual(["outbox_old_owner"]);
    expect(await here.names()).toEqual([]);
    await attempts.set({ at: 0 }).execute();
    expect(await here.pass()).toMatchObject({ sent: 1, errors: [] });
    expect(await here.names()).toEqual(["A-1-2.csv"]);
  });
});

describe("a process that is killed at any step", () => {
  /** Files that the FFS took. Each is gone as soon as it has its name. */
  function picking(folder: string): { disk: Disk; taken: string[] } {
    const taken: string[] = [];
    const disk: Disk = {
      ...realDisk,
      async rename(from, to) {
        await realDisk.rename(from, to);
        if (join(folder, basename(to)) === to) taken.push(...(await takeAll(folder)));
      },
    };
    return { disk, taken };
  }

  const strike = (): never => {
    throw new Error("struck");
  };

  // Work between two calls is a transaction, and is interrupted in the tests below.
  test("sends the invoice once or reports a doubt if it is killed before a disk operation", async () => {
    let steps = Infinity;
    for (let at = 1; at <= steps; at += 1) {
      const here = await scene();
      await here.post("A-1");
      const { disk, taken } = picking(here.folder);
      const faulty = faultyDisk(disk, { at, when: "before", strike });
      const target = localFolder(faulty.disk, { folder: here.folder });
      await here.pass({ target }).catch(() => {});
      if (faulty.calls.length < at) steps = at;
      // The next passes find a working disk.
      const sound = localFolder(disk, { folder: here.folder });
      for (let again = 0; again < 3; again += 1) await here.pass({ target: sound });
      const [entry] = await here.entries();
      const step = `${at}: ${faulty.calls.at(-1)}`;
      expect(taken.length, step).toBe(1);
      expect(["PICKED_UP", "IN_DOUBT"], step).toContain(entry?.state);
      const left = await readdir(join(here.folder, ".lading"));
      expect(
        left.filter((name) => name.startsWith("file-")),
        step,
      ).toEqual([]);
    }
    expect(steps).toBeGreaterThan(15);
  });

  test.each(["before", "within", "after"] as const)(
    "sends the invoice once or reports a doubt if it is killed %s a transaction",
    async (when) => {
      let steps = Infinity;
      for (let at = 1; at <= steps; at += 1) {
        const here = await scene();
        await here.post("A-1");
        const { disk, taken } = picking(here.folder);
        const target = localFolder(disk, { folder: here.folder });
        const { store } = faultyStore(here.store, { at, when });
        const died = await here.pass({ target, store }).then(
          () => false,
          () => true,
        );
        if (!died) steps = at;
        await here.store.db.updateTable("leases").set({ owner: "", deadline: 0 }).execute();
        for (let again = 0; again < 3; again += 1) await here.pass({ target });
        const [entry] = await here.entries();
        expect(taken.length, String(at)).toBe(1);
        expect(["PICKED_UP", "IN_DOUBT"], String(at)).toContain(entry?.state);
      }
      expect(steps).toBeGreaterThan(3);
    },
  );

  test("leaves the invoice waiting and reports a full disk as such", async () => {
    const here = await scene();
    await here.post("A-1");
    const full: Disk = {
      ...realDisk,
      async create(path, mode) {
        const file = await realDisk.create(path, mode);
        if (!basename(path).startsWith("file-")) return file;
        const write = () =>
          Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC", syscall: "write" }));
        return { ...file, write, sync: () => file.sync(), close: () => file.close() };
      },
    };
    await expect(here.pass({ target: localFolder(full, { folder: here.folder }) })).rejects.toThrow(
      `Writing ${here.folder} failed: the disk is full.`,
    );
    expect((await here.entries())[0]?.state).toBe("RECORDED");
    expect(await here.pass()).toMatchObject({ sent: 1, doubted: 0 });
    expect(await here.take()).toEqual(["invoice A-1\n"]);
  });

  test("sends nothing if it was suspended and another process continued", async () => {
    const here = await scene();
    await here.post("A-1");
    const { disk, taken } = picking(here.folder);
    let go = (): void => {};
    const stalled = new Promise<void>((resolve) => (go = resolve));
    let markReached = (): void => {};
    const reached = new Promise<void>((resolve) => (markReached = resolve));
    const slow: Disk = {
      ...disk,
      async rename(from, to) {
        markReached();
        await stalled;
        await disk.rename(from, to);
      },
    };
    const stopped = here.pass({ target: localFolder(slow, { folder: here.folder }) });
    await reached;
    // Its lease has expired by the database's clock.
    await here.store.db.updateTable("leases").set({ deadline: 0 }).execute();
    expect(await here.pass({ target: localFolder(disk, { folder: here.folder }) })).toMatchObject({
      sent: 1,
    });
    go();
    await expect(stopped).rejects.toMatchObject({ code: "storage_failed" });
    expect(taken).toEqual(["invoice A-1\n"]);
  });
});

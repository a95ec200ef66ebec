import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendInvoices } from "../../src/outbox/send.js";
import type { OutboxFolder } from "../../src/outbox/outbox-folder.js";
import { withSftpFolder } from "../../src/outbox/sftp-folder.js";
import { standardDeadlines } from "../../src/connectors/sftp/settings.js";
import { settingsFor, testHosts, type TestHosts } from "../support/sftp-settings.js";
import { startSshd, whyNoSshd, type Sshd } from "../support/sshd.js";
import { scene, takeAll } from "./scene.js";

/** Uses OpenSSH's own server, with and without its atomic rename. */

const signal = new AbortController().signal;
const list = { files: "results/*.csv", invoice: "Ref", word: "Result", imported: ["OK"], refused: ["ERR"] };
const acknowledgements = { imported: [], refused: [], list: { ...list, reason: undefined } };

describe.skipIf(whyNoSshd !== undefined).each([
  ["with posix-rename", true],
  ["without posix-rename", false],
])("an outbox folder on OpenSSH %s", (_name, isAtomic) => {
  let sshd: Sshd;
  let hosts: TestHosts;
  beforeAll(async () => {
    hosts = await testHosts();
    const config = isAtomic ? [] : ["ForceCommand internal-sftp -P posix-rename"];
    sshd = await startSshd({ config });
  });
  afterAll(async () => {
    await hosts.remove();
    await sshd.stop();
  });

  /** A new directory, and work in it. */
  function inbox() {
    const folder = mkdtempSync(join(sshd.home, "to-ffs-"));
    const settings = {
      ...settingsFor(sshd, { user: sshd.user, password: undefined, key: `file:${sshd.clientKey}` }),
      directory: folder,
      deadlines: standardDeadlines,
    };
    const host = hosts.host(settings);
    return {
      folder,
      using: <T>(work: (target: OutboxFolder) => Promise<T>) =>
        withSftpFolder({ host, settings }, signal, work),
    };
  }

  test("shows complete files under their names, counts missing files as picked up, and overwrites nothing", async () => {
    const here = await scene();
    const { folder, using } = inbox();
    await here.post("A-1", { bytes: Buffer.alloc(300_000, "x") });
    await here.post("A-2");
    const run = () => using((target) => sendInvoices({ store: here.store, target, account: "acme", signal }));
    expect(await using(async (target) => target.isAtomic)).toBe(isAtomic);
    writeFileSync(join(folder, "A-2.csv"), "theirs");
    const first = await run();
    expect(first).toMatchObject({ sent: 1, doubted: 0 });
    expect(first.errors.map(({ code }) => code)).toEqual(["outbox_name_taken"]);
    expect(readFileSync(join(folder, "A-1.csv")).length).toBe(300_000);
    expect(await takeAll(folder)).toHaveLength(2);
    expect(await run()).toMatchObject({ sent: 1, errors: [] });
    expect(await takeAll(folder)).toEqual(["invoice A-2\n"]);
    await run();
    expect((await here.entries()).map(({ state }) => state)).toEqual(["PICKED_UP", "PICKED_UP"]);
    expect(readdirSync(join(folder, ".lading")).map((name) => name.replace(/-.*/, ""))).toEqual([
      "last",
      "mark",
    ]);
    // A list of the FFS that grew is read again.
    mkdirSync(join(folder, "results"));
    const listing = () =>
      using(async (target) => target.listing("results/", (name) => name.endsWith(".csv")));
    for (const rows of ["A-1.csv,OK\n", "A-1.csv,OK\nA-2.csv,OK\n"]) {
      const before = await listing();
      writeFileSync(join(folder, "results", "1.csv"), `Ref,Result\n${rows}`);
      expect(await listing()).not.toEqual(before);
      expect(await listing()).toEqual(await listing());
      await using((target) => here.pass({ target, acknowledgements }));
    }
    expect((await here.entries()).map(({ state }) => state)).toEqual(["IMPORTED", "IMPORTED"]);
  });

  test("never sends an invoice twice after a crash right before or after the rename, and reports uncertain invoices", async () => {
    for (const when of ["before", "after"] as const) {
      const here = await scene();
      const { folder, using } = inbox();
      await here.post("A-1");
      const dying = (target: OutboxFolder): OutboxFolder => ({
        ...target,
        async send(from, to) {
          if (when === "after") await target.send(from, to);
          throw new Error("struck");
        },
      });
      const run = (change = (target: OutboxFolder) => target) =>
        using((target) =>
          sendInvoices({ store: here.store, target: change(target), account: "acme", signal }),
        );
      await run(dying).catch(() => {});
      const taken = [...(await takeAll(folder))];
      for (let again = 0; again < 2; again += 1) {
        await run();
        taken.push(...(await takeAll(folder)));
      }
      const [entry] = await here.entries();
      // On a server without atomic rename, a file under its old name proves nothing.
      expect(taken, when).toHaveLength(when === "before" && !isAtomic ? 0 : 1);
      expect(entry?.state, when).toBe(when === "before" && isAtomic ? "PICKED_UP" : "IN_DOUBT");
    }
  });

  test("withdraws a file that is still there, but not one that is gone", async () => {
    const { folder, using } = inbox();
    mkdirSync(join(folder, ".lading"));
    writeFileSync(join(folder, "A-1.csv"), "x");
    expect(await using((target) => target.takeBack("A-1.csv", "back"))).toBe(true);
    expect(await using((target) => target.takeBack("A-1.csv", "back-again"))).toBe(false);
    expect(readdirSync(folder).map((name) => basename(name))).toEqual([".lading"]);
  });
});

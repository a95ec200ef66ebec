import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { recordInvoice } from "../../src/outbox/entries.js";
import { openStore } from "../../src/store/store.js";
import { invoice } from "../outbox/scene.js";
import { publish } from "../http/publish.js";
import { workdir } from "../support/workdir.js";

/** `lading run` sends posted invoices. `lading outbox` shows their state and records people's decisions. */

test("sends invoices in a run, and lets a person confirm them, send them again and withdraw them", async () => {
  const dir = await workdir({
    "inbox/none": "",
    "lading.yaml": `lading: 1
accounts:
  acme: { country: US, zone: UTC, outbox: { layout: layout.yaml, folder: to-ffs, alert_after: 1 h } }
sources: { inbox: { folder: inbox } }
feeds: { acme/org: { source: inbox, files: "org*" } }
`,
  });
  const folder = join(dir.path, "to-ffs");
  const store = await openStore({ data: join(dir.path, "data") });
  onTestFinished(() => store.close());
  const ids: string[] = [];
  for (const number of ["A-1", "A-2", "A-3"]) {
    const one = invoice(number);
    ids.push(one.id);
    await recordInvoice(store, one);
  }
  const [first = "", second = "", third = ""] = ids;
  const states = async () =>
    (JSON.parse((await dir.lading(["outbox", "list", "--all", "--json"])).stdout) as { state: string }[]).map(
      ({ state }) => state,
    );

  // The invoice was withdrawn before it was sent, so its number is free.
  expect((await dir.lading(["outbox", "withdraw", third, "--reason", "posted by mistake"])).stderr).toBe(
    `${third} is WITHDRAWN. The invoice number is available again, so the platform can repost the invoice to acme.\n`,
  );
  await mkdir(folder);
  expect(await recordInvoice(store, invoice("A-3", { account: "acme" }))).toMatchObject({ isNew: true });

  expect((await dir.lading(["run"])).code).toBe(0);
  expect((await readdir(folder)).sort()).toEqual([".lading", "A-1.csv", "A-2.csv", "A-3.csv"]);
  // The oldest waiting invoice is shown at any age, and so are similar numbers.
  const near = invoice("a.01");
  await recordInvoice(store, near);
  const status = await dir.lading(["status"]);
  expect(status.stdout.replaceAll(/\d+ s ago/g, "lately")).toContain(
    `outbox of acme\n  4 invoices are waiting for the FFS.\n  The oldest invoice was posted lately and is SENT: ${first}\n`,
  );
  expect(status.stdout).toContain(
    `  Invoice ${near.id} has the number a.01, which is similar to A-1 of the same creditor.`,
  );
  expect(JSON.parse((await dir.lading(["status", "--json"])).stdout)).toMatchObject({
    outboxes: [
      {
        account: "acme",
        waiting: 4,
        oldest: { id: first, state: "SENT" },
        near: [{ id: near.id, number: "a.01", others: ["A-1"] }],
      },
    ],
  });
  expect((await dir.lading(["outbox", "show", near.id])).stdout).toMatch(/similar numbers +A-1\n/);
  expect((await dir.lading(["outbox", "withdraw", near.id])).code).toBe(0);
  const listed = await dir.lading(["outbox"]);
  expect(listed.stdout).toMatch(new RegExp(`${first} +acme +C1 +A-1 +119.00 EUR .*SENT`));

  // The invoice is sent again only after its file is gone, and can be withdrawn while the file is there.
  const early = await dir.lading(["outbox", "resend", first]);
  expect([early.code, early.stderr]).toEqual([2, expect.stringContaining("the FFS may still read it")]);
  expect((await dir.lading(["outbox", "withdraw", second])).code).toBe(0);
  expect((await readdir(folder)).sort()).toEqual([".lading", "A-1.csv", "A-3.csv"]);
  await rm(join(folder, "A-1.csv"));
  await rm(join(folder, "A-3.csv"));
  await dir.lading(["run"]);
  expect(await states()).toEqual(["PICKED_UP", "WITHDRAWN", "WITHDRAWN", "PICKED_UP", "WITHDRAWN"]);
  const unsure = await dir.lading(["outbox", "withdraw", first]);
  expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining("--not-imported")]);

  await dir.lading(["outbox", "resend", first, "--reason", "lost in the FFS"]);
  await dir.lading(["run"]);
  expect(await readdir(folder)).toContain("A-1-2.csv");
  expect((await dir.lading(["outbox", "show", first, "--content"])).stdout).toBe("invoice A-1\n");
  const shown = (await dir.lading(["outbox", "confirm", first, "--reason", "seen there"])).stderr;
  expect(shown).toBe(`${first} is IMPORTED. No action needed.\n`);
  const history = (await dir.lading(["outbox", "show", first])).stdout;
  expect(history).toMatch(
    /PICKED_UP .*RECORDED +attempt 1 +lost in the FFS.*SENT +attempt 2 +A-1-2\.csv.*IMPORTED.*seen there/s,
  );

  // An overdue invoice is reported and counted.
  await store.db.updateTable("outbox").set({ posted: 1 }).where("state", "=", "PICKED_UP").execute();
  await rename(folder, `${folder}-away`);
  const late = await dir.lading(["run", "--metrics", join(dir.path, "x.prom")]);
  expect(late.code).toBe(0);
  expect((await dir.lading(["status"])).stdout).toContain("The FFS has not acknowledged 1 invoice from");
  const metrics = await dir.read("x.prom");
  expect(metrics).toContain('lading_outbox_invoices{account="acme",state="waiting"} 1');
  expect(metrics).toMatch(/lading_outbox_oldest_age_seconds\{account="acme"\} \d{9}/);

  // A rejected invoice needs a person and is reported as such. It is not waiting for the FFS.
  await store.db.updateTable("outbox").set({ state: "REFUSED" }).where("state", "=", "PICKED_UP").execute();
  await dir.lading(["run"]);
  expect((await dir.lading(["status"])).stdout).not.toContain("has not acknowledged");
});

test("shows why an invoice is waiting", async () => {
  const dir = await workdir({
    "inbox/none": "",
    "to-ffs/A-1.csv": "somebody else's",
    "lading.yaml": `lading: 1
accounts: { acme: { country: US, zone: UTC, outbox: { layout: layout.yaml, folder: to-ffs } } }
sources: { inbox: { folder: inbox } }
feeds: { acme/org: { source: inbox, files: "org*" } }
`,
  });
  const store = await openStore({ data: join(dir.path, "data") });
  onTestFinished(() => store.close());
  const one = invoice("A-1");
  await recordInvoice(store, one);
  const next = async () => /^Next: (.*)$/m.exec((await dir.lading(["outbox", "show", one.id])).stdout)?.[1];

  expect(await next()).toMatch(/^The next `lading run` or the daemon sends the invoice to the FFS\. /);
  await dir.lading(["run"]);
  expect(await dir.read("to-ffs/A-1.csv")).toBe("somebody else's");
  expect(await next()).toMatch(
    /^Invoice \S+ is waiting because the outbox folder .* already contains a file named A-1\.csv, which Lading did not write\. Find out who wrote the file, and remove it\. The next run sends the invoice\.$/,
  );
  await rm(dir.at("to-ffs/A-1.csv"));
  await dir.lading(["run"]);
  expect(await next()).toBe("The invoice file is waiting to be picked up by the FFS.");

  // A withheld invoice is unfinished, even if the FFS reported its import.
  await dir.lading(["outbox", "confirm", one.id]);
  expect(await next()).toBe("No action needed.");
  const updated_at = new Date().toISOString();
  const row = { external_id: "F1", updated_at, creditor: { external_id: "C1" }, invoice_number: "A-1" };
  const overseas_amount = { currency: "EUR", total: "118.0" };
  await publish(store, "acme/payables-invoice", 1, [{ ...row, overseas_amount, charge_lines: [] }]);
  expect(await next()).toMatch(/^Check F1 in the FFS, and correct the invoice data there\. /);
});

test("a workspace without outboxes has no pending invoices, which is not an error", async () => {
  const dir = await workdir({
    "inbox/none": "",
    "lading.yaml": `lading: 1
accounts: { acme: { country: US, zone: UTC } }
sources: { inbox: { folder: inbox } }
feeds: { acme/org: { source: inbox, files: "org*" } }
`,
  });
  const listed = await dir.lading(["outbox", "list"]);
  expect([listed.code, listed.stdout]).toEqual([0, ""]);
  expect(listed.stderr).toBe("No account has an outbox. Add `outbox` to an account in lading.yaml.\n");
  const json = await dir.lading(["outbox", "--json"]);
  expect([json.code, json.stdout]).toEqual([0, "[]\n"]);
  // A named account is expected to have an outbox.
  expect((await dir.lading(["outbox", "list", "acme"])).code).toBe(2);
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { deliver, receivingFeeds, whyNotDelivered } from "../../src/feeds/decisions/deliver.js";
import { keepUpload, uploadPath } from "../../src/feeds/decisions/uploads.js";
import { rejectsName, readDocument } from "../../src/feeds/lists/documents.js";
import { rollback } from "../../src/feeds/decisions/rollback.js";
import { ids, staff, world, type World } from "../support/world.js";

/** A file that a person delivers in the console is processed like one from the source. */

const workspace = `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin }, other: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox }, elsewhere: { folder: elsewhere } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish, shared: true }
  acme/tax-code: { source: inbox, files: "staff-and-codes*.csv", settle: final_name, first: publish, shared: true }
  other/staff: { source: elsewhere, files: "staff*.csv", settle: final_name, first: publish }
`;

const reason = "Corrected by Harbourline";

async function acmeWorld(): Promise<World> {
  const acme = await world(workspace);
  await acme.write("elsewhere/readme.txt", "");
  return acme;
}

async function byHand(of: World, name: string, text: string | Buffer, feedName = "acme/staff") {
  const { setup } = of;
  const feed = setup.workspace.feeds.find((each) => each.name === feedName);
  if (feed === undefined) throw new Error(feedName);
  const kept = await keepUpload(setup.workspace, Readable.from([Buffer.from(text)]), 1_000_000);
  if (kept === "too large") throw new Error(kept);
  const received: string[] = [];
  const person = { setup, feed, name: "Grace Vogel" };
  const { signal } = new AbortController();
  const done = await deliver(person, { ...kept, name, reason }, signal, (sha256) => received.push(sha256));
  expect(received).toEqual([done.delivery]);
  return done;
}

test("receives, evaluates and publishes a file with the person and the reason in the log, and does not change the source", async () => {
  const acme = await acmeWorld();
  await acme.drop("staff-1.csv", staff(...ids(1, 10)));
  await acme.pass();
  const done = await byHand(acme, "staff-2.csv", staff("001:Ann Corrected", ...ids(2, 10)));
  expect(done.sentence).toBe("staff-2.csv was published as version 2: 1 changed.");
  expect(await acme.list()).toHaveLength(10);
  expect((await acme.list())[0]).toMatchObject({ name: "Ann Corrected" });
  const entries = (await acme.log()).filter(
    (entry) => "delivery" in entry && entry.delivery === done.delivery,
  );
  expect(entries.map(({ state }) => state)).toEqual(["RECEIVED", "READ", "VALIDATED", "PUBLISHED"]);
  expect(entries[0]).toMatchObject({
    by: "Grace Vogel",
    reason,
    arrival: { source: "console", name: "staff-2.csv" },
  });
  expect(await acme.setup.store.blobs.get(done.delivery)).toBeDefined();
  // The next pass does not look for it at a source, and changes nothing.
  expect(await acme.passFeeds()).toMatchObject([
    { error: undefined },
    { error: undefined },
    { error: undefined },
  ]);
  expect((await acme.state()).deliveries.get(done.delivery)).toMatchObject({
    status: "PUBLISHED",
    unacknowledged: [],
    delivered: { by: "Grace Vogel", reason },
  });
  expect(await acme.number()).toBe(2);
});

test("refuses a list that was downloaded, and names all feeds that receive a file", async () => {
  const mapped = workspace.replace("acme/staff: {", "acme/staff: { mapping: staff.yaml,");
  const acme = await world(mapped);
  await acme.write(
    "staff.yaml",
    `lading: 1
record: staff
fields: { external_id: Id, name: Name, email_address: Mail, is_active: { constant: true } }
`,
  );
  await acme.write("elsewhere/readme.txt", "");
  await acme.drop("staff-1.csv", "Id,Name,Mail\n1,Ann,ann@x.test\n");
  await acme.pass();
  const { workspace: loaded } = acme.setup;
  const feed = loaded.feeds.find(({ name }) => name === "acme/staff");
  if (feed === undefined) throw new Error("no feed");
  const isOwn = "This list was downloaded from Lading.";
  expect(whyNotDelivered(feed, "acme-staff-1.csv")).toContain(isOwn);
  expect(whyNotDelivered(feed, "acme-staff-1.docx")).toContain("Renaming a file does not convert it.");
  const list = "external_id,updated_at,name,email_address,is_active\r\n1,,Ann,ann@x.test,true\r\n";
  const own = await byHand(acme, "staff-2.csv", list);
  expect(own.sentence).toContain("The file is a list that was downloaded from Lading");
  expect(await acme.number()).toBe(1);
  const receiving = (name: string) => receivingFeeds(loaded, feed, name).map((each) => each.name);
  expect(receiving("staff-2.csv")).toEqual(["acme/staff"]);
  expect(receiving("staff-and-codes.csv")).toEqual(["acme/tax-code", "acme/staff"]);
  // The partner's export now has the same headings as the list.
  const renamed = "external_id: external_id, name: name, email_address: email_address";
  await acme.write(
    "staff.yaml",
    (await acme.read("staff.yaml")).replace("external_id: Id, name: Name, email_address: Mail", renamed),
  );
  await acme.reload();
  const later = await byHand(acme, "staff-3.csv", `${list}2,,Bob,bob@x.test,true\r\n`);
  expect(later.sentence).not.toContain("was downloaded from Lading");
});

test("holds a file like one from the source if a guard requires it, and does not change the list", async () => {
  const acme = await acmeWorld();
  await acme.drop("staff-1.csv", staff(...ids(1, 30)));
  await acme.pass();
  const done = await byHand(acme, "staff-2.csv", staff(...ids(1, 5)));
  expect(done.sentence).toMatch(/^staff-2.csv is held\. .*5 rows/);
  expect(await acme.number()).toBe(1);
  expect((await acme.state()).deliveries.get(done.delivery)?.status).toBe("HELD");
});

test("corrected rejected rows are added to the delivery that they came from", async () => {
  const acme = await acmeWorld();
  const text = staff("001:Ann", "002:Ben", "003:Cyd").replace("p002@example.com", "no address");
  await acme.drop("staff-1.csv", text);
  const [outcome] = await acme.pass();
  const delivery = outcome?.delivery ?? "";
  const name = rejectsName("staff-1.csv");
  const rejects = await readDocument(acme.store.db, "acme/staff", delivery, name);
  const done = await byHand(acme, name, rejects.replace("no address", "ben@example.com"));
  expect(done.sentence).toBe("staff-1.csv.rejects.csv was published as version 2: 1 added.");
  expect((await acme.list()).map(({ email_address }) => email_address)).toContain("ben@example.com");
});

test("Excel can open a rejects file, and a file that Excel saved is accepted", async () => {
  const acme = await acmeWorld();
  const text = staff("001:Jürgen Weiß", "002:Ägidius Groß").replace("p002@example.com", "no address");
  await acme.drop("staff-1.csv", text.replaceAll(",", ";"));
  const [outcome] = await acme.pass();
  const name = rejectsName("staff-1.csv");
  const rejects = await readDocument(acme.store.db, "acme/staff", outcome?.delivery ?? "", name);
  expect(rejects).toMatch(/^\ufeffexternal_id;.*\r\n002;/);
  // German Excel saves CSV with semicolons, in windows-1252.
  const saved = rejects.slice(1).replace("no address", "aegidius@example.com").replaceAll(/[“”]/g, "");
  const done = await byHand(acme, name, Buffer.from(saved, "latin1"));
  expect(done.sentence).toBe("staff-1.csv.rejects.csv was published as version 2: 1 added.");
  expect((await acme.list()).map((record) => record["name"])).toEqual(["Jürgen Weiß", "Ägidius Groß"]);
});

test("delivers a file to feeds of the same source that claim its name, but not to feeds of other sources", async () => {
  const acme = await world(workspace);
  const done = await byHand(acme, "staff-and-codes.csv", staff(...ids(1, 3)));
  expect(done.sentence).toMatch(
    /^acme\/tax-code: staff-and-codes.csv .*\nacme\/staff: staff-and-codes.csv was published as version 1: 3 added\.$/,
  );
  expect((await acme.state("acme/tax-code")).deliveries.has(done.delivery)).toBe(true);
  expect((await acme.state("other/staff")).deliveries.size).toBe(0);
});

describe("refusals and waiting files", () => {
  test("refuse a name that the feed does not claim", async () => {
    const acme = await world(workspace);
    await expect(byHand(acme, "people.csv", staff("001"))).rejects.toThrow(
      "This feed accepts files named staff*.csv. If the file is the right export, rename it.",
    );
    await expect(byHand(acme, "staff-1.PDF", "%PDF-1.7")).rejects.toThrow(
      "This is a .pdf file. This feed accepts files named staff*.csv. Deliver the partner's export in this format.",
    );
    expect((await acme.state()).deliveries.size).toBe(0);
  });

  test("refuse an upload whose name has the wrong form", async () => {
    const acme = await world(workspace);
    for (const upload of ["../lading.yaml", "/etc/passwd", "blob~/../../lading.yaml", "lading.yaml", ""]) {
      expect(uploadPath(acme.setup.workspace, upload)).toBeUndefined();
    }
  });

  test("a paused feed receives a file and processes it after Resume", async () => {
    const acme = await acmeWorld();
    await acme.drop("staff-1.csv", staff(...ids(1, 10)));
    await acme.pass();
    await acme.drop("staff-2.csv", staff(...ids(1, 11)));
    await acme.pass();
    const { setup } = acme;
    const [feed] = setup.workspace.feeds.filter(({ name }) => name === "acme/staff");
    if (feed === undefined) throw new Error();
    await rollback({ setup, feed, name: "Grace Vogel" }, { to: 1, reason: "wrong" });
    const done = await byHand(acme, "staff-3.csv", staff(...ids(1, 12)));
    expect(done.sentence).toBe("staff-3.csv was received. The file is waiting for the feed to be resumed.");
    expect(await acme.number()).toBe(3);
  });

  test("a file over the size limit leaves nothing on the disk", async () => {
    const acme = await world(workspace);
    const { workspace: of } = acme.setup;
    const bytes = Readable.from([Buffer.alloc(600), Buffer.alloc(600)]);
    expect(await keepUpload(of, bytes, 1_000)).toBe("too large");
    const broken = Readable.from(
      (function* () {
        yield Buffer.from("a");
        throw new Error("connection lost");
      })(),
    );
    await expect(keepUpload(of, broken, 1_000)).rejects.toThrow("connection lost");
    expect(await acme.names(join(".lading", "tmp"))).toEqual([]);
    expect(await acme.names("tmp")).toEqual([]);
    const kept = await keepUpload(of, Readable.from([Buffer.from("abc")]), 1_000);
    if (kept === "too large") throw new Error(kept);
    expect(await readFile(uploadPath(of, kept.upload) ?? "", "utf8")).toBe("abc");
  });
});

test("a file that is delivered again by hand is processed again", async () => {
  const acme = await acmeWorld();
  await acme.drop("staff-1.csv", staff(...ids(1, 30)));
  await acme.pass();
  const text = staff(...ids(1, 29));
  const first = await byHand(acme, "staff-2.csv", text);
  expect(first.sentence).toContain("version 2");
  const again = await byHand(acme, "staff-3.csv", text);
  expect(again.delivery).toBe(first.delivery);
  expect(again.sentence).toBe("staff-3.csv has the same records as the list, so nothing changed.");
});

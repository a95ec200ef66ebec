import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resume } from "../../src/feeds/decisions/resume.js";
import type { Setup } from "../../src/feeds/deliveries/setup.js";
import { documentNames } from "../../src/feeds/lists/documents.js";
import { readCurrent } from "../../src/feeds/lists/publications.js";
import { diskFile } from "../../src/system/read-file.js";
import { runHere } from "../support/workdir.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

const statuses = (outcomes: readonly { readonly file: string; readonly status: string }[]) =>
  outcomes.map(({ file, status }) => `${file} ${status}`);

/** Omits the evaluation, which makes failures unreadable. */
const slim = (outcomes: readonly { readonly evaluation?: unknown }[]) =>
  outcomes.map(({ evaluation: _, ...rest }) => rest);

test("a delivery is published, archived with its report, and removed from the inbox", async () => {
  const w = await world(undefined, undefined, "aside");
  await w.drop("staff.csv", staff("2", "10", "1"));
  expect(statuses(await w.pass())).toEqual(["staff.csv PUBLISHED"]);
  expect((await w.list()).map((record) => record.external_id)).toEqual(["1", "10", "2"]);
  expect(await w.names("inbox")).toEqual([]);
  expect(await w.names("data/tmp")).toEqual([]);
  const [sha256 = ""] = (await w.state()).deliveries.keys();
  expect(await w.read(`data/blobs/${sha256.slice(0, 2)}/${sha256}`)).toBe(staff("2", "10", "1"));
  expect(await documentNames(w.store.db, "acme/staff", sha256)).toEqual(["report.json"]);
});

test("a partner's file can have the name of Lading's own files", async () => {
  const w = await world(staffFeed.replace('"staff*.csv"', '"*"'));
  for (const name of ["filed.json", "report.json", "rejects.csv", "lading.db", "manifest.json"]) {
    w.clock.advance(60_000);
    await w.drop(name, `${staff("1", name)}9,,Nine,,maybe\r\n`, w.clock.now().toISOString());
    const [outcome] = await w.pass();
    expect(outcome).toMatchObject({ file: name, status: "PUBLISHED" });
    expect(await w.names("inbox")).toEqual([]);
    const documents = await documentNames(w.store.db, "acme/staff", outcome?.delivery ?? "");
    expect(documents.toSorted()).toEqual([`${name}.rejects.csv`, "report.json"].toSorted());
    expect(JSON.parse(await w.document("report.json"))).toMatchObject({ counts: { rejected: 1 } });
    expect(await w.document(`${name}.rejects.csv`)).toContain("maybe");
  }
  expect(statuses(await w.pass())).toEqual([]);
});

test("confirms the same bytes without a new version or new times", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1", "2"));
  await w.pass();
  const before = await w.list();
  w.clock.advance(86_400_000);
  await w.drop("staff.csv", staff("1", "2"));
  const [outcome] = await w.pass();
  expect(outcome).toMatchObject({ status: "UNCHANGED" });
  expect(outcome?.evaluation).toBeUndefined();
  expect(await w.number()).toBe(1);
  expect(await w.list()).toEqual(before);
  expect(await w.names("inbox")).toEqual([]);
});

test("publishes A, B, A if the last A is newer, and holds an old file that returns", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1:Ann", "2"), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff("1:Anne", "2"), "2026-03-02T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff("1:Ann", "2"), "2026-03-01T00:00:00Z");
  const [replay] = await w.pass();
  expect(replay).toMatchObject({
    status: "HELD",
    reason: expect.stringMatching(/same content was delivered on [-\d]{10} [:\d]{5} UTC, and/) as string,
  });
  expect((await w.list())[0]).toMatchObject({ name: "Anne" });
  await w.drop("staff.csv", staff("1:Ann", "2"), "2026-03-01T00:00:00Z");
  expect(statuses(await w.pass()), "sent once more, it is still held").toEqual(["staff.csv HELD"]);
  await w.drop("staff.csv", staff("1:Ann", "2"), "2026-03-03T00:00:00Z");
  expect(statuses(await w.pass())).toEqual(["staff.csv PUBLISHED"]);
  expect((await w.list())[0]).toMatchObject({ name: "Ann" });
});

test("a rejected file that is sent again after a newer one was accepted is held as old, even if it is valid now", async () => {
  const w = await world(`
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "*.csv", mapping: staff.yaml, settle: final_name, first: publish }
`);
  const mapping = (values: string) =>
    `lading: 1\nrecord: staff\nfields:\n  external_id: external_id\n  name: name\n  email_address: email_address\n  is_active: { column: is_active, values: ${values} }\n`;
  await w.write("staff.yaml", mapping("{ true: true }"));
  await w.drop("a.csv", staff("1:Ann:J", "2:Bob:J"), "2026-03-01T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["REJECTED"]);
  await w.drop("b.csv", staff("1:Anna", "2:Bob"), "2026-03-02T00:00:00Z");
  await w.pass();
  await w.write("staff.yaml", mapping("{ true: true, J: true }"));
  await w.drop("a.csv", staff("1:Ann:J", "2:Bob:J"), "2026-03-01T00:00:00Z");
  expect((await w.pass()).map(({ status }) => status)).toEqual(["UNCHANGED", "HELD"]);
  const [held] = [...(await w.state()).deliveries.values()];
  expect(held?.guards.map(({ guard }) => guard)).toEqual(["replay"]);
});

test("processes the newest of several waiting deliveries and supersedes the older ones", async () => {
  const w = await world();
  await w.drop("staff-a.csv", staff("1:Old"), "2026-03-01T00:00:00Z");
  await w.drop("staff-b.csv", staff("1:New"), "2026-03-02T00:00:00Z");
  expect(statuses(await w.pass())).toEqual(["staff-b.csv PUBLISHED", "staff-a.csv SUPERSEDED"]);
  expect(await w.number()).toBe(1);
  expect(await w.names("inbox")).toEqual([]);
});

test("uses the later name if two files have the same time, and supersedes the others even if the newest is unchanged", async () => {
  const w = await world();
  const time = "2026-03-01T00:00:00Z";
  await w.drop("staff-b.csv", staff("1:B"), time);
  await w.drop("staff-c.csv", staff("1:C"), time);
  await w.drop("staff-a.csv", staff("1:A"), time);
  expect(statuses(await w.pass()).sort()).toEqual([
    "staff-a.csv SUPERSEDED",
    "staff-b.csv SUPERSEDED",
    "staff-c.csv PUBLISHED",
  ]);
  await w.drop("staff-d.csv", staff("1:Older"), "2026-03-02T00:00:00Z");
  await w.drop("staff-e.csv", staff("1:C"), "2026-03-03T00:00:00Z");
  expect(statuses(await w.pass())).toEqual(["staff-e.csv UNCHANGED", "staff-d.csv SUPERSEDED"]);
  expect(await w.list()).toMatchObject([{ name: "C" }]);
});

test("writes one log entry for each transition of a delivery", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1"));
  await w.pass();
  expect((await w.log()).map(({ n, state }) => `${n} ${state}`)).toEqual([
    "1 RECEIVED",
    "2 READ",
    "3 VALIDATED",
    "4 PUBLISHED",
    "5 ACKED",
  ]);
});

test("processes the next newest delivery if the newest is rejected", async () => {
  const w = await world();
  await w.drop("staff-a.csv", staff("1:Good"), "2026-03-01T00:00:00Z");
  await w.drop("staff-b.csv", "nothing of the kind\r\n1\r\n", "2026-03-02T00:00:00Z");
  expect(statuses(await w.pass())).toEqual(["staff-b.csv REJECTED", "staff-a.csv PUBLISHED"]);
  const [rejected] = [...(await w.state()).deliveries.values()].filter(({ status }) => status === "REJECTED");
  expect(await documentNames(w.store.db, "acme/staff", rejected?.sha256 ?? "")).toEqual(["report.json"]);
});

test("orders deliveries by the sequence in the name, and supersedes a late older delivery without reading it", async () => {
  const w = await world(staffFeed.replace("staff*.csv", "staff_{sequence}.csv"));
  await w.drop("staff_10.csv", staff("1:Ten"), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff_9.csv", staff("1:Nine"), "2026-03-09T00:00:00Z");
  const outcomes = await w.pass();
  expect(outcomes.at(-1)).toMatchObject({ file: "staff_9.csv", status: "SUPERSEDED" });
  expect((await w.list())[0]).toMatchObject({ name: "Ten" });
});

test("an old modification time alone does not make a new file old", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1:Ann"), "2026-03-02T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff("1:Anne"), "2001-01-01T00:00:00Z");
  expect(statuses(await w.pass())).toEqual(["staff.csv PUBLISHED"]);
});

test("keeps, counts and sends back a rejected row, which amends its delivery after correction", async () => {
  const w = await world();
  await w.drop("staff.csv", staff(...ids(1, 20)));
  await w.pass();
  const broken = staff(...ids(1, 20).map((id) => (id === "007" ? "007:Bond" : id))).replace(
    "p007@example.com",
    "nowhere",
  );
  await w.drop("staff.csv", broken);
  expect(statuses(await w.pass())).toEqual(["staff.csv UNCHANGED"]);
  const rejects = await w.document("staff.csv.rejects.csv");
  expect(rejects).toContain("nowhere");
  await w.drop("staff.csv.rejects.csv", rejects.replace("nowhere", "bond@example.com"));
  expect(statuses(await w.pass())).toEqual(["staff.csv.rejects.csv PUBLISHED"]);
  const list = await w.list();
  expect(list).toHaveLength(20);
  expect(list.find((record) => record.external_id === "007")).toMatchObject({
    name: "Bond",
    email_address: "bond@example.com",
  });
});

test("an amendment is superseded once a newer delivery was decided", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1", "2", "3").replace("p2@example.com", "nowhere"));
  await w.pass();
  const rejects = await w.document("staff.csv.rejects.csv");
  await w.drop("staff.csv", staff("1", "2:Newer", "3"));
  await w.pass();
  await w.drop("staff.csv.rejects.csv", rejects.replace("nowhere", "late@example.com"));
  expect((await w.pass()).at(-1)).toMatchObject({ status: "SUPERSEDED" });
  expect((await w.list())[1]).toMatchObject({ name: "Newer", email_address: "p2@example.com" });
});

test("the first delivery waits for a person unless the feed is configured otherwise", async () => {
  const w = await world(staffFeed.replace(", first: publish", ""));
  await w.drop("staff.csv", staff("1"));
  expect(slim(await w.pass())).toMatchObject([{ status: "HELD" }]);
  expect(await w.number()).toBe(0);
  expect(await w.document("report.json")).toContain('"verdict": "held"');
  expect(await w.names("inbox"), "the file stays unchanged until a person decides").toEqual(["staff.csv"]);
});

test("a held delivery keeps the last list, and a newer good one supersedes it", async () => {
  const w = await world();
  await w.drop("staff.csv", staff(...ids(1, 20)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 10)), "2026-03-02T00:00:00Z");
  const [held] = await w.pass();
  expect(held).toMatchObject({ status: "HELD" });
  expect(held?.reason).toMatch(/The file has 10 rows; the last delivery had 20 \(50%\)/);
  expect(await w.list()).toHaveLength(20);
  await w.drop("staff.csv", staff(...ids(1, 21)), "2026-03-03T00:00:00Z");
  expect(statuses(await w.pass())).toEqual(["staff.csv PUBLISHED", "staff.csv SUPERSEDED"]);
  expect(await w.names("data/accounts/acme/staff/held")).toEqual([]);
});

test("guards compare deliveries with deliveries, not with a list that has inactive records", async () => {
  const w = await world();
  for (const [index, last] of [20, 16, 13].entries()) {
    await w.drop("staff.csv", staff(...ids(1, last)), `2026-03-0${index + 1}T00:00:00Z`);
    expect(statuses(await w.pass())).toEqual(["staff.csv PUBLISHED"]);
  }
  const active = (await w.list()).map((record) => record["is_active"]);
  expect([active.length, active.filter(Boolean).length]).toEqual([20, 13]);
});

test("a rejects file that is returned in another format than CSV is rejected with the reason", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1"));
  await w.pass();
  await w.reload(staffFeed.replace("staff*.csv", "staff*.json"));
  const row = { external_id: "1", updated_at: "", name: "N", email_address: "n@example.com" };
  await w.drop("staff.json", JSON.stringify([{ ...row, is_active: "true", lading_delivery: "0" }]));
  const [outcome] = await w.pass();
  expect(outcome).toMatchObject({ status: "REJECTED" });
  expect(outcome?.reason).toMatch(/rejects file, but it is not in CSV format.* Send it back as CSV/);
});

test("stored deliveries and lists are readable only by their owner", async () => {
  const w = await world(`${staffFeed}reports: { staff_values: true }\n`);
  await w.drop("staff.csv", staff("1", "2:N:perhaps"));
  await w.pass();
  await w.drop("staff.csv", staff(...ids(1, 9)), "2026-04-01T00:00:00Z");
  await w.pass();
  const entries = await readdir(join(w.folder, "data"), { recursive: true, withFileTypes: true });
  expect(entries.map(({ name }) => name)).toEqual(expect.arrayContaining(["lading.db", "lading.db-wal"]));
  for (const entry of [...entries, ...(await readdir(w.folder, { withFileTypes: true }))]) {
    if (!entry.parentPath.includes("/data") && entry.name !== "data") continue;
    const { mode } = await stat(join(entry.parentPath, entry.name));
    expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
  }
});

test("combines the latest delivery of each part into one list", async () => {
  const w = await world(staffFeed.replace('"staff*.csv"', '"staff_{part}.csv", parts: [ham, muc]'));
  await w.drop("staff_ham.csv", staff("1", "2"));
  await w.drop("staff_muc.csv", staff("3", "4"));
  await w.drop("staff_ber.csv", staff("9"));
  await w.pass();
  expect((await w.list()).map((record) => record.external_id)).toEqual(["1", "2", "3", "4"]);
  await w.drop("staff_ham.csv", staff("1"));
  await w.pass();
  const list = await w.list();
  expect(list.map((record) => record["is_active"])).toEqual([true, false, true, true]);
  expect(await w.names("inbox")).toEqual(["staff_ber.csv"]);
});

test("applies deltas in sequence without missing any", async () => {
  const w = await world(staffFeed.replace('"staff*.csv"', '"staff_{sequence}.csv", delivery: delta'));
  await w.drop("staff_2.csv", staff("2:Second"));
  await w.drop("staff_1.csv", staff("1", "2:First"));
  expect(statuses(await w.pass())).toEqual(["staff_1.csv PUBLISHED", "staff_2.csv PUBLISHED"]);
  expect(await w.list()).toMatchObject([
    { external_id: "1", is_active: true },
    { external_id: "2", name: "Second", is_active: true },
  ]);
});

test("a delta that is sent again is not read again, and changes nothing", async () => {
  const w = await world(staffFeed.replace('"staff*.csv"', '"staff_{sequence}.csv", delivery: delta'));
  await w.drop("staff_1.csv", staff("1:First"));
  await w.drop("staff_2.csv", staff("2:Second"));
  await w.pass();
  let read = 0;
  const counting: Setup = { ...w.setup, evaluate: (...job) => ((read += 1), w.setup.evaluate(...job)) };
  // The latest delta again, under its own name and as a later one of the sequence.
  for (const name of ["staff_2.csv", "staff_3.csv"]) {
    await w.drop(name, staff("2:Second"));
    await w.pass(counting);
    expect(await w.names("inbox")).toEqual([]);
  }
  expect(read).toBe(0);
  expect(await w.number()).toBe(2);
  // An earlier delta would undo later ones, so a person decides.
  await w.drop("staff_3.csv", staff("3:Third"));
  await w.pass();
  await w.drop("staff_1.csv", staff("1:First"));
  expect(statuses(await w.pass(counting))).not.toContain("staff_1.csv PUBLISHED");
  expect(await w.list()).toHaveLength(3);
});

const taxFeeds = `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/charge-code: { source: inbox, files: "both*.csv", settle: final_name, first: publish, shared: true, mapping: charge.yaml }
  acme/tax-code: { source: inbox, files: "both*.csv", settle: final_name, first: publish, shared: true, mapping: tax.yaml }
`;
const chargeMapping = `
lading: 1
record: charge-code
skip: [{ column: Kind, equals: tax }]
fields:
  external_id: Code
  code: Code
  description: Text
  charge_type: { constant: other }
  tax_code: { column: Tax, lookup: tax-code.code }
  is_active: { constant: true }
`;
const taxMapping = `
lading: 1
record: tax-code
skip: [{ column: Kind, equals: charge }]
fields: { external_id: Code, code: Code, description: Text, is_active: { constant: true } }
`;
const both = (...rows: readonly string[]) =>
  `Kind,Code,Text,Tax\r\n${rows.map((row) => `${row}\r\n`).join("")}`;

async function taxWorld() {
  const w = await world(taxFeeds);
  await w.write("charge.yaml", chargeMapping);
  await w.write("tax.yaml", taxMapping);
  return w;
}

test("decides tax codes first if two feeds claim one file, and removes the file when both have decided", async () => {
  const w = await taxWorld();
  await w.drop("both.csv", both("charge,AFR,Air,S1", "tax,S1,VAT,"));
  expect(statuses(await w.pass())).toEqual(["both.csv PUBLISHED", "both.csv PUBLISHED"]);
  expect(await w.list("acme/charge-code")).toMatchObject([{ tax_code: { external_id: "S1" } }]);
  expect(await w.names("inbox")).toEqual([]);
  expect(await w.names("data/spool")).toEqual([]);
});

test("charge codes wait for the tax codes, and are processed when these arrive", async () => {
  const w = await taxWorld();
  const split = taxFeeds
    .replaceAll(/"both\*\.csv"(.*mapping: charge)/g, '"charge*.csv"$1')
    .replaceAll(/"both\*\.csv"/g, '"tax*.csv"');
  await w.reload(split);
  const rows = ids(1, 9).map((id) => `charge,${id},Text,S1`);
  await w.drop("charge.csv", both(...rows, "charge,NEW,Later,S2"));
  expect(slim(await w.pass())).toMatchObject([{ status: "WAITING" }]);
  expect(await w.names("inbox")).toEqual(["charge.csv"]);
  await w.drop("tax.csv", both("tax,S1,VAT,"));
  expect(statuses(await w.pass())).toEqual(["tax.csv PUBLISHED", "charge.csv PUBLISHED"]);
  expect(await w.list("acme/charge-code")).toHaveLength(9);
  await w.drop("tax.csv", both("tax,S1,VAT,", "tax,S2,VAT,"));
  expect(statuses(await w.pass())).toEqual(["tax.csv PUBLISHED", "charge.csv PUBLISHED"]);
  expect(await w.list("acme/charge-code")).toHaveLength(10);
});

test("a changed mapping that would change published records is held, and the list does not change", async () => {
  const w = await taxWorld();
  await w.drop("both.csv", both("charge,AFR,Air,S1", "tax,S1,VAT,"));
  await w.pass();
  await w.write("charge.yaml", chargeMapping.replace("other", "freight"));
  const [held] = await w.pass();
  expect(held).toMatchObject({ feed: "acme/charge-code", status: "HELD" });
  expect(held?.reason).toMatch(
    /mapping changed after the last version of the list was published\. As a result, this delivery would change 1 published records/,
  );
  expect(await w.list("acme/charge-code")).toMatchObject([{ charge_type: "other" }]);
  expect(await w.pass()).toEqual([]);
  await w.drop("both.csv", both("charge,AFR,Air freight,S1", "tax,S1,VAT,"), "2026-04-01T00:00:00Z");
  expect(slim(await w.pass())).toMatchObject([{ status: "UNCHANGED" }, { status: "HELD" }]);
  await w.write("charge.yaml", chargeMapping);
  expect((await w.pass()).map(({ status }) => status)).toContain("PUBLISHED");
  expect(await w.list("acme/charge-code")).toMatchObject([
    { charge_type: "other", description: "Air freight" },
  ]);
});

test("a tax code that active charge codes refer to is never removed, only made inactive, and this is reported", async () => {
  const w = await taxWorld();
  await w.reload(taxFeeds.replace("mapping: tax.yaml", "mapping: tax.yaml, missing: remove"));
  await w.drop("both.csv", both("charge,AFR,Air,S1", "tax,S1,VAT,", "tax,S2,Low,"));
  await w.pass();
  await w.drop("both.csv", both("charge,AFR,Air freight,S1", "tax,S3,New,"), "2026-04-01T00:00:00Z");
  const [taxes] = await w.pass();
  expect(taxes).toMatchObject({ feed: "acme/tax-code", status: "PUBLISHED" });
  const issues =
    taxes?.evaluation !== undefined && "evaluated" in taxes.evaluation && taxes.evaluation.evaluated.issues;
  expect(issues).toMatchObject([{ code: "still_referred_to", value: "S1" }]);
  expect(await w.list("acme/tax-code")).toMatchObject([
    { code: "S1", is_active: false },
    { code: "S3", is_active: true },
  ]);
  expect(await w.list("acme/charge-code")).toMatchObject([{ tax_code: { external_id: "S1" } }]);
});

const withCompany = taxFeeds.replace("country: DE", "country: DE, company: Ace");
const groups = (group: string) => `Kind,Group\r\ncharge,${group}\r\n`;

/** Charge codes whose group is looked up in a file, with a string that ends with an account parameter. */
async function lookedUp() {
  const w = await taxWorld();
  await w.reload(withCompany);
  await w.write("groups.csv", groups("destination"));
  const ofOneCompany = (text: string) => text.replace("fields:", "company: one\nfields:");
  await w.write("tax.yaml", ofOneCompany(taxMapping));
  const mapping = ofOneCompany(chargeMapping)
    .replace("{ constant: other }", "{ column: Kind, lookup: { file: groups.csv, key: Kind, value: Group } }")
    .replace("description: Text", 'description: { join: [Text, { constant: "${account.company}" }] }');
  await w.write("charge.yaml", mapping);
  await w.drop("both.csv", both("charge,AFR,Air,S1", "tax,S1,VAT,"));
  await w.pass();
  expect(await w.list("acme/charge-code")).toMatchObject([
    { charge_type: "destination", description: "Air Ace" },
  ]);
  expect(await w.pass(), "nothing has changed").toEqual([]);
  return w;
}

test.each([
  ["a look-up file", (w: World) => w.write("groups.csv", groups("origin")), /^The mapping changed/],
  [
    "a parameter of the account",
    (w: World) => w.reload(withCompany.replace("Ace", "Acme")),
    /account's or feed's settings changed/,
  ],
])("decides the last delivery again and holds changes when %s changes", async (_, change, why) => {
  const w = await lookedUp();
  const before = await w.list("acme/charge-code");
  await change(w);
  const outcomes = await w.pass();
  expect(outcomes.find(({ feed }) => feed === "acme/charge-code")).toMatchObject({
    status: "HELD",
    reason: expect.stringMatching(why) as string,
  });
  expect(await w.list("acme/charge-code")).toEqual(before);
});

test("another version of Lading decides the last delivery again, and differences are held", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1:Ann"));
  await w.pass();
  const later: Setup = { ...w.setup, engine: "later" };
  expect(statuses(await w.pass(later))).toEqual(["staff.csv UNCHANGED"]);
  await w.write("otherwise.csv", staff("1:Otherwise"));
  const other = await diskFile(join(w.folder, "otherwise.csv"));
  const latest: Setup = {
    ...w.setup,
    engine: "latest",
    evaluate: (job, ...rest) => w.setup.evaluate({ ...job, source: other }, ...rest),
  };
  const [held] = await w.pass(latest);
  expect(held).toMatchObject({ status: "HELD" });
  expect(held?.reason).toMatch(
    /^The version of Lading changed after the last version of the list was published\. As a result, this delivery would change 1 published/,
  );
  expect(await w.list()).toMatchObject([{ name: "Ann" }]);
});

test("a record becomes inactive on its last day, without a new arrival", async () => {
  const w = await world(staffFeed.replace("first: publish", "first: publish, mapping: staff.yaml"));
  await w.write(
    "staff.yaml",
    `
lading: 1
record: staff
fields:
  external_id: Id
  name: Name
  email_address: Mail
  is_active: { column: Until, active_until: yyyy-MM-dd }
`,
  );
  await w.drop(
    "staff.csv",
    "Id,Name,Mail,Until\r\n1,Ann,a@example.com,\r\n2,Bob,b@example.com,2026-03-03\r\n",
  );
  await w.pass();
  expect((await w.list()).map((record) => record["is_active"])).toEqual([true, true]);
  // The day begins at midnight in the account's zone, an hour before UTC.
  w.clock.set("2026-03-02T22:59:00.000Z");
  expect(await w.pass()).toEqual([]);
  w.clock.set("2026-03-02T23:01:00.000Z");
  expect(statuses(await w.pass())).toEqual(["staff.csv PUBLISHED"]);
  expect((await w.list()).map((record) => record["is_active"])).toEqual([true, false]);
});

test("a bad feed does not stop other feeds", async () => {
  const w = await world(
    `${staffFeed}  acme/tax-code: { source: gone, files: "tax*.csv" }\n`.replace(
      "{ inbox: { folder: inbox } }",
      "{ inbox: { folder: inbox }, gone: { folder: nowhere } }",
    ),
  );
  await w.drop("staff.csv", staff("1"));
  const outcomes = await w.passFeeds();
  expect(outcomes.find(({ feed }) => feed.name === "acme/tax-code")?.error).toMatchObject({
    code: "source_unavailable",
  });
  expect(outcomes.find(({ feed }) => feed.name === "acme/staff")?.deliveries).toMatchObject([
    { status: "PUBLISHED" },
  ]);
});

test("lets a person resume a feed after a version from a clock that was ahead, and its time never goes back", async () => {
  const w = await world();
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  w.clock.set("2031-01-01T00:00:00.000Z");
  await w.drop("staff-1.csv", staff("1"));
  await w.pass();
  w.clock.set("2026-03-02T00:00:00.000Z");
  await w.drop("staff-2.csv", staff("1", "2"), "2026-03-02T00:00:00Z");
  expect((await w.passFeeds())[0]?.error?.hint).toContain("lading resume acme/staff --reason TEXT");
  await expect(resume({ setup: w.setup, feed, name: "Ada" }, "")).rejects.toMatchObject({
    code: "wrong_use",
  });
  await resume({ setup: w.setup, feed, name: "Ada" }, "the clock was ahead");
  expect((await w.log()).at(-1)).toMatchObject({ state: "RESUMED", reason: "the clock was ahead" });
  expect(slim(await w.pass())).toMatchObject([{ status: "PUBLISHED" }]);
  expect(await publishedAt(w)).toBe("2031-01-01T00:00:01.000Z");
  // The next versions need no person, and once the clock has caught up, its time counts again.
  w.clock.set("2026-03-03T00:00:00.000Z");
  await w.drop("staff-3.csv", staff("1", "2", "3"), "2026-03-03T00:00:00Z");
  expect(slim(await w.pass())).toMatchObject([{ status: "PUBLISHED" }]);
  expect(await publishedAt(w)).toBe("2031-01-01T00:00:02.000Z");
  await expect(resume({ setup: w.setup, feed, name: "Ada" }, "again")).rejects.toMatchObject({
    code: "not_paused",
  });
});

test("requires a reason to resume, lists the feeds of a pattern, and publishes in the next run", async () => {
  const w = await world();
  w.clock.set("2099-01-01T00:00:00.000Z");
  await w.drop("staff-1.csv", staff("1"));
  await w.pass();
  await w.drop("staff-2.csv", staff("1", "2"));
  const lading = (...args: readonly string[]) => runHere(args, { cwd: w.folder, env: {} });
  const refused = await lading("run");
  expect([refused.code, refused.stdout]).toEqual([
    75,
    expect.stringContaining("lading resume acme/staff --reason TEXT"),
  ]);
  const silent = await lading("resume", "acme/staff");
  expect([silent.code, silent.stderr]).toEqual([2, expect.stringContaining("add `--reason`")]);
  const because = ["--reason", "the clock was ahead", "--yes"];
  expect(await lading("resume", "*/staff", ...because)).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^acme\/staff +2099-01-01T/m) as string,
  });
  expect((await w.log()).at(-1)).toMatchObject({ state: "RESUMED", reason: "the clock was ahead" });
  expect(await lading("run")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/staff-2\.csv +PUBLISHED/) as string,
  });
});

async function publishedAt(w: World): Promise<string | undefined> {
  return (await readCurrent(w.store.db, "acme/staff"))?.publication.published_at;
}

test("a clock that steps back by hours never makes the time of a version go back", async () => {
  const w = await world();
  await w.drop("staff-1.csv", staff("1"));
  await w.pass();
  const before = await publishedAt(w);
  w.clock.set("2026-03-02T05:00:00.000Z");
  await w.drop("staff-2.csv", staff("1", "2"), "2026-03-09T00:00:00Z");
  expect(slim(await w.pass())).toMatchObject([{ status: "PUBLISHED" }]);
  expect([before, await publishedAt(w)]).toEqual(["2026-03-02T08:00:00.000Z", "2026-03-02T08:00:01.000Z"]);
});

test("a clock that is more than a day behind the last version stops publication", async () => {
  const w = await world();
  await w.drop("staff.csv", staff("1"));
  await w.pass();
  w.clock.set("2026-02-20T00:00:00.000Z");
  await w.drop("staff.csv", staff("1", "2"), "2026-03-09T00:00:00Z");
  const [outcome] = await w.passFeeds();
  expect(outcome?.error).toMatchObject({ code: "clock_wrong", recovery: "retry" });
  w.clock.set("2026-03-02T09:00:00.000Z");
  expect(slim(await w.pass())).toMatchObject([{ status: "PUBLISHED" }]);
});

test("a different number of columns without a heading is held, even if the list is the same", async () => {
  const w = await world();
  const withMore = (text: string, more: string) => text.replaceAll("\r\n", `${more}\r\n`);
  await w.drop("staff-1.csv", withMore(staff("1", "2"), ","));
  await w.pass();
  await w.drop("staff-2.csv", withMore(staff("1", "2", "3"), ","));
  await w.pass();
  expect(await w.list("acme/staff")).toHaveLength(3);
  await w.drop("staff-3.csv", withMore(staff("1", "2", "3"), ",,"));
  const [feed] = await w.passFeeds(w.setup);
  expect(feed?.deliveries.map(({ status }) => status)).toEqual(["HELD"]);
  expect(JSON.stringify(feed)).toContain("The file has 2 columns without a heading; the last delivery had 1");
});

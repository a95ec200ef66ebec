import { expect, test } from "vitest";
import { countsText } from "../../src/feeds/lists/changes.js";
import { workdir, type Workdir } from "../support/workdir.js";

/** An operator's week with the real command line: two feeds, and every kind of decision for one of them. */

const workspace = `lading: 1
accounts: { acme-us: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  acme-us/staff: { source: inbox, files: "staff*.csv", mapping: mappings/staff.yaml, settle: final_name }
  acme-us/charge-code: { source: inbox, files: "charge*.csv", settle: final_name, first: publish }
`;

const mapping = `lading: 1
record: staff
fields:
  external_id: Id
  name: Name
  email_address: Mail
  is_active: { constant: true }
`;

const charges =
  "external_id,updated_at,code,description,charge_type,tax_code,is_active\r\n" +
  "1,2026-01-01T00:00:00.000Z,FRT,Freight,freight,,true\r\n";

const people = (count: number) =>
  [
    "Id,Name,Mail",
    ...Array.from({ length: count }, (_, n) => `E${n + 1},Person ${n + 1},e${n + 1}@acme.test`),
  ]
    .join("\n")
    .concat("\n");

const newWorkspace = () =>
  workdir({ "lading.yaml": workspace, "mappings/staff.yaml": mapping, "inbox/.keep": "" });

const deliver = (dir: Workdir, file: string, text: string) => dir.write({ [`inbox/${file}`]: text });

const feed = "acme-us/staff";

test("publishes the first list after the first delivery is released", async () => {
  const dir = await newWorkspace();
  const empty = await dir.lading(["plan"]);
  expect(empty).toMatchObject({ code: 0, stderr: "" });
  expect(empty.stdout).toContain(`${feed} has not received a delivery yet.\n`);
  expect((await dir.lading(["history", feed])).stdout).toBe(`${feed} has not received a delivery yet.\n`);

  await deliver(dir, "staff.csv", people(20));
  await deliver(dir, "charges.csv", charges);
  const unread = await dir.lading(["plan", feed]);
  expect(unread.code).toBe(1);
  expect(unread.stdout).toContain(`${feed} staff.csv (not received yet): 20 added; 20 records`);

  const run = await dir.lading(["run"]);
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(/^acme-us\/charge-code +charges\.csv +PUBLISHED /m);
  expect(run.stdout).toMatch(/^acme-us\/staff +staff\.csv +HELD /m);
  const [, report = ""] = /^Report: lading history --run (\S+) --out report\.html$/m.exec(run.stderr) ?? [];
  expect((await dir.lading(["history"])).stdout).toMatch(new RegExp(`^${report} `, "m"));
  expect((await dir.lading(["history", "--run", report])).stdout).toContain("<!doctype html>");
  expect(await dir.lading(["history", "--run", "last", "--out", "report.html"])).toMatchObject({
    code: 0,
    stdout: "",
  });
  expect(await dir.read("report.html")).toContain("staff.csv");
  expect((await dir.lading(["history", "--run", "none"])).stderr).toContain("no report for --run none");
  expect((await dir.lading(["history", "--record", "E1"])).stderr).toContain("--record requires a feed");
  const status = await dir.lading(["status"]);
  expect(status).toMatchObject({ code: 1, stderr: "" });
  expect(status.stdout).toMatch(/^acme-us\/charge-code +good +1 +1 /m);
  expect(status.stdout).toMatch(/^acme-us\/staff +held +never .* HELD$/m);
  expect(status.stdout).toContain(
    `then approve or reject it.\n    lading plan ${feed}\n    lading release ${feed} --delivery `,
  );

  const plan = await dir.lading(["plan", feed]);
  expect(plan.code).toBe(1);
  expect(plan.stdout).toContain(
    "20 added; 20 records; 20 rows: 20 accepted, 0 rejected, 0 skipped\n  held by first: ",
  );
  expect(plan.stdout).not.toMatch(/Person|@/);

  // A run that changes nothing explains why it exits with 1.
  const again = await dir.lading(["run"]);
  expect(again.code).toBe(1);
  expect(again.stdout).toMatch(
    /^acme-us\/staff: first delivery held\n {2}staff\.csv: This is the feed's first delivery/m,
  );

  expect((await dir.lading(["release", feed])).code).toBe(2);
  const blank = await dir.lading(["release", feed, "--reason", " "]);
  expect([blank.code, blank.stdout]).toEqual([2, ""]);
  expect(blank.stderr).toMatch(/--reason is blank\. Add a reason\.[\s\S]*Next: /);
  const released = await dir.lading(["release", feed, "--reason", "looked at it"]);
  expect(released).toMatchObject({ code: 0, stdout: `${feed}: Published as version 1.\n` });
  expect(released.stderr).not.toMatch(/Person|@/);
  const good = await dir.lading(["status", "--json"]);
  expect(good.code).toBe(0);
  expect(JSON.parse(good.stdout)).toMatchObject({
    feeds: [
      { feed: "acme-us/charge-code", health: "good", publication: { number: 1, records: 1 } },
      {
        feed,
        health: "good",
        publication: { number: 1, records: 20 },
        held: [],
        last: { status: "PUBLISHED" },
      },
    ],
  });
});

test("suggests a separate command for each of two held deliveries", async () => {
  const dir = await newWorkspace();
  const held = async (count: number) => {
    await deliver(dir, "staff.csv", people(count));
    const run = await dir.lading(["run"]);
    const [, command = ""] = /^ +(lading release .+?) --reason TEXT$/m.exec(run.stdout) ?? [];
    return command;
  };
  const [older, newer] = [await held(20), await held(25)];
  expect(older).toMatch(/^lading release acme-us\/staff --delivery [0-9a-f]{12}$/);
  expect(newer).not.toBe(older);
  const again = (await dir.lading(["run"])).stdout;
  const status = (await dir.lading(["status"])).stdout;
  for (const command of [older, newer]) {
    expect(again).toContain(command);
    expect(again).toContain(command.replace("release", "reject"));
    expect(status).toContain(command);
    expect(status).toContain(command.replace("release", "reject"));
  }
  const released = await dir.lading([...older.split(" ").slice(1), "--reason", "looked at it"]);
  expect(released).toMatchObject({ code: 0, stdout: `${feed}: Published as version 1.\n` });
  const { feeds } = JSON.parse((await dir.lading(["status", "--json"])).stdout) as {
    feeds: { feed: string; publication?: { records: number } }[];
  };
  expect(feeds.find((one) => one.feed === feed)?.publication?.records).toBe(20);
});

test("releases a held delivery although the limits that held it have changed", async () => {
  const dir = await newWorkspace();
  await deliver(dir, "staff.csv", people(20));
  await dir.lading(["run"]);
  await dir.lading(["release", feed, "--reason", "first list"]);
  await deliver(dir, "staff.csv", people(10));
  await dir.lading(["run"]);
  const limits = "guard: { rows_below: off, ids_gone: off, changes: off }";
  await dir.write({ "lading.yaml": workspace.replace("settle:", `${limits}, settle:`) });
  await dir.lading(["run"]);
  expect((await dir.lading(["status", feed])).stdout).toContain("held");
  const released = await dir.lading(["release", feed, "--reason", "ten left"]);
  expect(released).toMatchObject({ code: 0, stdout: `${feed}: Published as version 2.\n` });
  expect((await dir.lading(["history", feed])).stdout).toContain("ten left (by ");
});

test("holds a delivery, releases it and rolls it back", async () => {
  const dir = await newWorkspace();
  await deliver(dir, "staff.csv", people(20));
  await dir.lading(["run"]);
  await dir.lading(["release", feed, "--reason", "first list"]);

  await deliver(dir, "staff.csv", people(10).replace("Person 3", "Person Three"));
  expect((await dir.lading(["run", feed])).code).toBe(1);
  const held = JSON.parse((await dir.lading(["status", feed, "--json"])).stdout) as unknown;
  expect(held).toMatchObject({
    feeds: [
      {
        health: "held",
        publication: { number: 1 },
        held: [{ differences: { changed: 1, deactivated: 10 } }],
      },
    ],
  });
  const plan = await dir.lading(["plan", feed, "--verbose"]);
  expect(plan.code).toBe(1);
  expect(plan.stdout).toMatch(
    /^acme-us\/staff staff\.csv: 1 changed, 10 deactivated \(10 missing from the file\); 20 records; 10 rows: /,
  );
  expect(plan.stdout).toContain("  held by rows_below: The file has 10 rows; the last delivery had 20 (50%)");
  expect(plan.stdout).toContain('  changed E3  name: "Person 3" -> "Person Three"\n');
  expect(plan.stdout.match(/^ {2}deactivated E\d+ {2}is_active: "true" -> "false"$/gm)).toHaveLength(10);

  const released = await dir.lading(["release", feed, "--reason", "half of them left", "--verbose"]);
  expect(released.stdout).toContain('  changed E3  name: "Person 3" -> "Person Three"\n');
  expect(released.stdout).toMatch(/^acme-us\/staff: Published as version 2\.\n$/m);
  expect(released.stderr).toBe("");
  expect(await dir.lading(["plan", feed])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("nothing changes; 20 records") as string,
  });
  const none = await dir.lading(["release", feed, "--reason", "again"]);
  expect(none).toMatchObject({ code: 2, stdout: "" });
  expect(none.stderr).toContain(`${feed} has no held delivery.\nNext: `);

  const history = await dir.lading(["history", feed]);
  expect(history.code).toBe(0);
  expect(history.stdout).toMatch(/ RELEASED .* half of them left \(by \S+\)$/m);
  expect(history.stdout).toMatch(/ PUBLISHED +2 /m);
  const record = await dir.lading(["history", feed, "--record", "E3"]);
  expect(record.stdout).toMatch(
    /^\S+Z {2}version 1 {2}added {2}staff\.csv line 4 {2}\(released by \S+: first list\)\n\S+Z {2}version 2 {2}changed {2}staff\.csv line 4 {2}\(released by \S+: half of them left\)\n {2}name: "Person 3" -> "Person Three"\n$/,
  );
  const nobody = await dir.lading(["history", feed, "--record", "E99"]);
  expect(nobody.stdout).toBe(`No version of ${feed} changed E99.\n`);

  const back = await dir.lading(["rollback", feed, "--reason", "they did not leave"]);
  expect(back.code).toBe(0);
  expect(back.stdout).toContain(
    "Version 3 has the content of version 1. The feed is paused.\nNext: lading resume",
  );
  const paused = await dir.lading(["status"]);
  expect(paused.code).toBe(1);
  expect(paused.stdout).toMatch(
    /Paused after a rollback to version 1. Files are received but not published\. Rolled back by \S+ at \S+ \S+ UTC: they did not leave\. First seen .*\n {2}Next: Resume the feed once the cause is fixed\. The next run then processes the waiting files\.\n {4}lading resume acme-us\/staff\n/,
  );
  expect((await dir.lading(["history", "--run", "last"])).stdout).toMatch(
    /Rolled back by \S+ to version 1, which is published again as version 3: they did not leave/,
  );
  const still = await dir.lading(["run", feed]);
  expect(still.code).toBe(0);
  expect(still.stdout).toContain(
    "Paused after a rollback to version 1. Files are received but not published.",
  );
  expect((await dir.lading(["plan", feed])).stdout).toMatch(
    /^acme-us\/staff: Paused after a rollback to version 1. Files are received but not published\.\n {2}Next: lading resume acme-us\/staff\n/,
  );

  expect((await dir.lading(["resume", feed])).stdout).toBe(
    `${feed}: The feed is resumed. No new file is waiting. The file that produced the rolled-back list is not published again automatically. If no newer file replaces it, the next run holds it until a person approves or rejects it.\n`,
  );
  expect((await dir.lading(["resume", feed])).code).toBe(2);
  expect((await dir.lading(["history", feed])).stdout).toMatch(
    / ROLLED_BACK +3 .*they did not leave \(by \S+\)\n.* RESUMED +\(by \S+\)$/m,
  );
});

test("holds and shows a changed mapping, leaves a rejected file to a person, and explains wrong names", async () => {
  const dir = await newWorkspace();
  await deliver(dir, "staff.csv", people(20));
  await dir.lading(["run"]);
  await dir.lading(["release", feed, "--reason", "first list"]);

  await dir.write({ "mappings/staff.yaml": mapping.replace("name: Name", "name: { join: [Id, Name] }") });
  const before = await dir.lading(["plan", feed]);
  expect(before.code).toBe(1);
  expect(before.stdout).toMatch(
    /20 changed; 20 records; .*\n(.*\n)* {2}held by settings_changed: The mapping changed after/,
  );
  expect((await dir.lading(["run", feed])).code).toBe(1);
  const held = await dir.lading(["status", feed]);
  expect(held.stdout).toMatch(/^acme-us\/staff +held +1 +20 /m);
  expect(held.stdout).toContain(
    "The mapping changed after the last version of the list was published. As a result, this delivery would change 20 published records",
  );
  // The alternative is to undo the change, not to reject the file.
  expect(held.stdout).toMatch(/restore\s+the\s+mapping\s+or\s+the\s+setting/);
  await dir.write({ "mappings/staff.yaml": mapping });
  expect((await dir.lading(["run", feed])).code).toBe(0);
  expect((await dir.lading(["status", feed])).code).toBe(0);
  const good = await dir.lading(["status", feed, "--needs-attention"]);
  expect([good.code, good.stdout]).toEqual([0, expect.stringContaining("no feed needs attention\n")]);

  await deliver(dir, "staff.csv", people(20).replace("Name", "Vollname"));
  await dir.lading(["run", feed]);
  const unusable = await dir.lading(["release", feed, "--reason", "it is right"]);
  expect(unusable.code).toBe(1);
  expect(unusable.stdout).toContain(
    "No list can be produced from the file because Lading cannot find all columns that the mapping requires",
  );
  expect(unusable.stdout).toContain(`  Next: Correct the heading in the mapping of ${feed}`);
  const rejected = await dir.lading(["reject", feed, "--reason", "headings in German"]);
  expect(rejected).toMatchObject({ code: 0, stderr: "" });
  expect(rejected.stdout).toContain(`${feed}: staff.csv was rejected. The list is unchanged.`);
  expect((await dir.lading(["history", feed])).stdout).toMatch(
    / REJECTED .* headings in German \(by \S+\)$/m,
  );
  expect((await dir.lading(["status", feed])).stdout).toContain(
    "A person rejected the last delivery. Reason: “headings in German” (",
  );
  expect((await dir.lading(["reject", feed, "--reason", "again"])).code).toBe(2);

  await deliver(dir, "staff.csv", "Id,Name,Mail\n,,\n,x,\n");
  const refused = await dir.lading(["run", feed]);
  expect(refused.stdout).toMatch(/^acme-us\/staff +staff\.csv +REJECTED /m);
  expect(refused.code).toBe(3);
  const bad = await dir.lading(["status", feed]);
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(/^acme-us\/staff +rejected +1 +20 .* REJECTED$/m);

  const unknown = await dir.lading(["plan", "acme/staff"]);
  expect(unknown).toMatchObject({ code: 2, stdout: "" });
  expect(unknown.stderr).toContain("Did you mean acme-us/staff?");
  const number = await dir.lading(["rollback", feed, "99", "--reason", "x"]);
  expect(number.stderr).toContain(`${feed} has no version 99 that can be served`);
  expect(number.code).toBe(2);
});

test("does not mistake a list downloaded from Lading for an export with new headings", async () => {
  const dir = await newWorkspace();
  await deliver(dir, "staff.csv", people(20));
  await dir.lading(["run"]);
  await dir.lading(["release", feed, "--reason", "first list"]);
  const list = "external_id,updated_at,name,email_address,is_active\r\nE1,,Ann,e1@acme.test,true\r\n";
  await deliver(dir, "staff-own.csv", list);
  await dir.lading(["run"]);
  expect((await dir.lading(["history", feed])).stdout).toMatch(
    / REJECTED .*staff-own\.csv.* The file is a list that was downloaded from Lading, /,
  );
});

test("records that are active again are counted as reactivated, as in the console", () => {
  expect(countsText({ added: 1, changed: 0, revived: 2 })).toBe("1 added, 2 reactivated");
});

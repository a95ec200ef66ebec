import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { problemsText } from "../../src/cli/feeds/problems-text.js";
import { faultProblem, unclaimedNote } from "../../src/feeds/health/problems.js";
import { watch } from "../../src/cli/watch.js";
import { status } from "../../src/cli/status.js";
import { expectedAt, staleReason } from "../../src/feeds/deliveries/stale.js";
import { workspaceStatus } from "../../src/feeds/health/workspace-status.js";
import { loadWorkspace } from "../../src/workspace/load.js";
import type { Terminal } from "../../src/cli/command.js";
import { ids, staff, staffFeed, world, type World } from "../support/world.js";

/** Collects output as a terminal or as a pipe. */
function terminal(w: World, isTTY: boolean, signal = new AbortController().signal) {
  const written: string[] = [];
  const stream = () =>
    Object.assign(
      new Writable({
        write: (chunk, _encoding, done) => {
          written.push(String(chunk));
          done();
        },
      }),
      { isTTY },
    );
  const made: Terminal = {
    stdin: process.stdin,
    stdout: stream(),
    stderr: stream(),
    cwd: w.folder,
    env: {},
    signal,
  };
  return { terminal: made, text: () => written.join("") };
}

test("marks a feed whose last delivery was rejected, and shows what to do", async () => {
  const w = await world(staffFeed);
  await w.drop("staff.csv", staff(...ids(1, 3)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", "no,staff\n1,2\n", "2026-03-02T00:00:00Z");
  expect((await w.pass()).map(({ status: state }) => state)).toEqual(["HELD"]);
  const refused = await world(staffFeed);
  await refused.drop("staff.csv", staff("1"), "2026-03-01T00:00:00Z");
  await refused.pass();
  await refused.drop("staff.csv", staff("2:N:perhaps"), "2026-03-02T00:00:00Z");
  expect((await refused.pass()).map(({ status: state }) => state)).toEqual(["REJECTED"]);
  const [feed] = (await workspaceStatus(await loadWorkspace(refused.folder), refused.store).read()).feeds;
  expect(feed).toMatchObject({
    health: "rejected",
    reason: "The last delivery was rejected.",
  });
  const screen = terminal(refused, false);
  expect(await status.run({ feeds: [], json: false }, screen.terminal)).toBe(1);
  expect(screen.text()).toMatch(
    /Next: Save the file with its report, and find the cause\. .*\n {4}lading history acme\/staff --delivery \w+ --save \.\n {4}lading replay acme\/staff --delivery \w+\n/,
  );
});

test("shows the age of each part of a feed", async () => {
  const w = await world(
    staffFeed.replace('files: "staff*.csv"', 'files: "staff-{part}.csv", parts: [ham, muc, bre]'),
  );
  await w.drop("staff-ham.csv", staff("1"), "2026-03-01T00:00:00Z");
  await w.drop("staff-muc.csv", staff("2"), "2026-03-01T00:00:00Z");
  await w.pass();
  const screen = terminal(w, false);
  await status.run({ feeds: [], json: false }, screen.terminal);
  expect(screen.text()).toMatch(
    /Part ham: last accepted .*\n +Part muc: last accepted .*\n +Part bre: never received/,
  );
});

test("shows files that are complete but not received yet, and rejected rows", async () => {
  const w = await world(staffFeed);
  const statusText = async (): Promise<string> => {
    const screen = terminal(w, false);
    await status.run({ feeds: [], json: false }, screen.terminal);
    return screen.text();
  };
  await w.drop("staff.csv", staff(...ids(1, 9), "ann:Ann:perhaps"), "2026-03-01T00:00:00Z");
  expect(await statusText()).toContain("  1 file is at the source but has not been received yet.");
  await w.pass();
  expect(await statusText()).toMatch(
    /staff\.csv: 1 of 10 rows of the last accepted file could not be used\. .*\n {2}Next: Save the rejected rows and send them to the partner\. .*\n {4}lading history acme\/staff --delivery \w{12} --save \.\n/,
  );
  expect(await statusText()).not.toContain("not received yet");
  await w.drop(
    "staff.csv.rejects.csv",
    (await w.document("staff.csv.rejects.csv")).replace("perhaps", "true"),
  );
  await w.pass();
  expect(await statusText()).not.toContain("could not be used");
});

test("reports a folder that cannot be listed even if its list is good", async () => {
  const w = await world(staffFeed);
  await w.drop("staff.csv", staff("1"));
  await w.pass();
  await rename(`${w.folder}/inbox`, `${w.folder}/elsewhere`);
  const screen = terminal(w, false);
  expect(await status.run({ feeds: [], json: false }, screen.terminal)).toBe(1);
  expect(screen.text()).toMatch(/acme\/staff +good/);
  expect(screen.text()).toMatch(
    /The files at the source inbox cannot be listed: the folder does not exist\.\n +Next: Check /,
  );
});

test.each([
  ["a mistake", "feeds:", "feds:"],
  ["invalid YAML", "feeds:", "feeds: ["],
])("shows the stored state and reports the error while lading.yaml has %s", async (_, right, wrong) => {
  const yaml = staffFeed.replace("lading: 1\n", 'lading: 1\ndata: "state"  # not here\n');
  const w = await world(yaml);
  await w.drop("staff.csv", staff(...ids(1, 30)), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("staff.csv", staff("1"), "2026-03-01T00:01:00Z");
  await w.pass();
  await rename(`${w.folder}/inbox`, `${w.folder}/away`);
  await w.passFeeds();
  await w.write("lading.yaml", yaml.replace(right, wrong));
  const screen = terminal(w, false);
  await expect(status.run({ feeds: [], json: false }, screen.terminal)).rejects.toMatchObject({
    code: "wrong_workspace",
  });
  expect(screen.text()).toMatch(/acme\/staff +1 +30 .* HELD\n/);
  expect(screen.text()).toContain(
    "The files at the source inbox cannot be listed: the folder does not exist.",
  );
});

test("lists unclaimed and ignored files, and the used and free space", async () => {
  const w = await world(staffFeed);
  await w.drop("staff.csv", staff("1"), "2026-03-01T00:00:00Z");
  await w.pass();
  await w.drop("notes.docx", "x");
  await w.drop("staff.csv.tmp", "x");
  await mkdir(join(w.folder, "inbox", "earlier.csv"));
  const many = Array.from({ length: 4000 }, (_, index) => `old-${index}.csv`);
  expect(unclaimedNote("inbox", many).sentence).toBe(
    'No feed claims 4000 files, such as "old-0.csv", "old-1.csv", "old-2.csv".',
  );
  expect(unclaimedNote("inbox", many).next).toMatch(/^Move the files .*their names/);
  const screen = terminal(w, false);
  await status.run({ feeds: [], json: false }, screen.terminal);
  expect(screen.text()).toContain('No feed claims "notes.docx".');
  expect(screen.text()).toContain("Next: Move the file to another folder");
  expect(screen.text()).toContain('1 file will never be processed: "staff.csv.tmp"');
  expect(screen.text()).toContain("Next: A file with a temporary name is processed once it is renamed.");
  expect(screen.text()).toMatch(/^data folder: \d\S* [kM]?B, \S+ [MGT]B free$/m);
});

test("keeps the lines of a mapping error and removes control characters from names", () => {
  const fault = faultProblem({
    ...{
      key: "",
      code: undefined,
      where: "workspace",
      since: "2026-03-01T00:00:00Z",
      feeds: [],
      isOfFeed: true,
      next: "",
      commands: [],
    },
    sentence: "The mapping has mistakes:\na.yaml:3:1: wrong\u001b[2J\n  | ^",
  });
  expect(problemsText([fault], new Date("2026-03-01T00:00:02Z"))).toBe(
    [
      "\nworkspace: fault",
      "  The mapping has mistakes:",
      "    a.yaml:3:1: wrong\ufffd[2J",
      "      | ^",
      "    Lists that were already published are still served. First seen 2 s ago.\n",
    ].join("\n"),
  );
});

test("moves the due time of a feed by a holiday file, and reports a wrong holiday file as a workspace error", async () => {
  const yaml = staffFeed.replace(
    "first: publish",
    'first: publish, expect: "weekdays by 06:00 Europe/Berlin", holidays: days.txt',
  );
  const w = await world(staffFeed);
  await w.write("days.txt", "2026-12-24 half a day\n# of the bank\n\n2026-12-25\n");
  await w.reload(yaml);
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const expected = (now: string) =>
    expectedAt(feed, new Date("2026-12-23T04:00:00Z"), new Date(now))?.toISOString();
  expect(expected("2026-12-23T08:00:00Z")).toBe("2026-12-28T05:00:00.000Z");
  await w.write("days.txt", "2026-12-24\n25.12.2026\n");
  await expect(w.reload()).rejects.toMatchObject({
    code: "wrong_workspace",
    message: expect.stringMatching(/line 2 of/) as string,
  });
});

test("reports a list as stale if it has not changed for longer than expected, even if it is confirmed often", async () => {
  const w = await world(staffFeed.replace("first: publish", "first: publish, expect_change_every: 10 d"));
  const [feed] = w.setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const publishedAt = new Date("2026-03-01T04:00:00Z");
  const why = (now: string) => staleReason(feed, { publishedAt, confirmedAt: new Date(now) }, new Date(now));
  expect(why("2026-03-11T04:00:00Z")).toBeUndefined();
  expect(why("2026-03-11T04:01:00Z")).toBe("The list has not changed for longer than expected.");
});

test("shows a single account if it is named, with the same content as JSON", async () => {
  const w = await world(`lading: 1
accounts: { acme: { country: US }, blue: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "acme*.csv", settle: final_name, first: publish }
  blue/staff: { source: inbox, files: "blue*.csv", settle: final_name, first: publish }
`);
  await w.drop("blue.csv", staff("1"));
  await w.pass();
  const ofAccount = async (account: string, json: boolean) => {
    const screen = terminal(w, false);
    return { code: await status.run({ feeds: [], account, json }, screen.terminal), text: screen.text() };
  };
  const blue = await ofAccount("blue", false);
  expect(blue).toMatchObject({ code: 0, text: expect.stringMatching(/^blue\/staff +good/m) as string });
  expect(blue.text).not.toContain("acme/staff");
  const { code, text } = await ofAccount("acme", true);
  expect([code, JSON.parse(text)]).toMatchObject([
    1,
    { feeds: [{ feed: "acme/staff", health: "unpublished" }], faults: [], disk: {} },
  ]);
  await expect(ofAccount("acne", false)).rejects.toThrow('The account "acne" has no matching feeds');
});

test("shows the most urgent problems first, regardless of the order in lading.yaml", async () => {
  const names = ["good", "held", "lost", "new"];
  const w = await world(`lading: 1
accounts: { ${names.map((name) => `${name}: { country: US }`).join(", ")} }
sources: { inbox: { folder: inbox }, away: { folder: away } }
feeds:
${names.map((name) => `  ${name}/staff: { source: ${name === "lost" ? "away" : "inbox"}, files: "${name}*.csv", settle: final_name, first: publish }\n`).join("")}`);
  await w.write("away/lost.csv", staff("1"));
  for (const name of ["good", "held"])
    await w.drop(`${name}.csv`, staff(...ids(1, 20)), "2026-03-01T00:00:00Z");
  await w.passFeeds();
  await w.drop("held.csv", staff("1"), "2026-03-02T00:00:00Z");
  await rm(join(w.folder, "away"), { recursive: true });
  await w.passFeeds();
  const screen = terminal(w, false);
  expect(await status.run({ feeds: [], json: false }, screen.terminal)).toBe(1);
  const text = screen.text();
  // The fault of the source is shown once, before the problems of its feeds.
  expect(text).toMatch(/^3 of 4 feeds need attention\n\nsource away\n/);
  const order = (among: string) => among.match(/^\w+(?=\/staff)/gm);
  const [above = "", table = ""] = text.split(/^feed .*\n/m);
  expect(order(above)).toEqual(["held", "new"]);
  expect(order(table)).toEqual(["new", "lost", "held", "good"]);
});

test("logs one line per event in watch, even on a terminal", async () => {
  const w = await world(staffFeed);
  await w.drop("staff.csv", staff("1", "2"));
  for (const isTTY of [true, false]) {
    const end = new AbortController();
    const screen = terminal(w, isTTY, end.signal);
    const watching = watch.run(
      { feeds: [], serve: false, port: undefined, "operators-port": undefined },
      screen.terminal,
    );
    await expect.poll(screen.text).toMatch(/watching.*\n/);
    end.abort();
    expect(await watching).toBe(0);
    expect(screen.text()).not.toContain("\u001b[H");
  }
});

test("shows elements and amounts of the last delivery that were left out", async () => {
  const w = await world(`
lading: 1
accounts: { acme: { country: DE, zone: UTC } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/org: { source: inbox, files: "*.csv", mapping: org.yaml, settle: final_name, first: publish }
`);
  await w.write(
    "org.yaml",
    `lading: 1
record: org
fields:
  external_id: Id
  name: Id
  code: Id
  is_active: { constant: true }
  is_creditor: { constant: true }
  is_debtor: { constant: false }
  country: { constant: DE }
lists: { contacts: { columns: 1..2, fields: { name: "Name {n}", email_address: "Mail {n}" } } }
`,
  );
  const statusText = async (mail: string): Promise<string> => {
    await w.drop("org.csv", `Id,Name 1,Mail 1,Name 2,Mail 2\nA,Ann,ann@a.example,Bob,${mail}\n`);
    await w.pass();
    const screen = terminal(w, false);
    await status.run({ feeds: [], json: false }, screen.terminal);
    return screen.text().replaceAll(/\s+/g, " ");
  };
  expect(await statusText("nobody")).toContain(
    "org.csv: Not all elements in the last file were accepted: contacts: 2 read = 1 accepted + 1 omitted.",
  );
  expect(await statusText("bob@a.example")).not.toContain("elements in the last file");
});

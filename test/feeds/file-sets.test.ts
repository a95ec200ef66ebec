import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { exitCodeOf } from "../../src/cli/feeds/pass.js";
import { feedLines } from "../../src/feeds/reports/feed-lines.js";
import { readFaults } from "../../src/feeds/deliveries/faults.js";
import { planWaiting } from "../../src/feeds/deliveries/plan-waiting.js";
import { newLister } from "../../src/feeds/deliveries/listings.js";
import { openFeed } from "../../src/feeds/deliveries/open-feed.js";
import { readLog } from "../../src/feeds/lists/feed-log.js";
import { asOneLine } from "../../src/feeds/lists/log-text.js";
import { openZip, defaultZipLimits } from "../../src/formats/archive/zip.js";
import { loadWorkspace } from "../../src/workspace/load.js";
import { recordedCalls } from "../support/recorded-calls.js";
import { leftBehind, listOf, publications, runProgram } from "../support/scene.js";
import { world, type World } from "../support/world.js";

/** Files that arrive separately and form one delivery. Either all files of a batch are accepted or none. */

const feed = "acme/job";

const workspace = (files: string, batch = "", more = "") => `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin, tax_mode: non_tax } }
sources: { inbox: { folder: inbox${more} } }
feeds:
  acme/job:
    source: inbox
    mapping: job.yaml
    settle: final_name
    first: publish
    guard: { changes: off, ids_gone: off, field_changes: off }
    files: ${files}
${batch === "" ? "" : `    batch: ${batch}\n`}`;

const both = '{ jobs: "job-{batch}.csv", costs: "cost-{batch}.csv" }';
const costsOptional = '{ jobs: "job-{batch}.csv", costs: { name: "cost-{batch}.csv", optional: true } }';

const mapping = `
lading: 1
record: job
read: { member: "jobs/*" }
tables: { costs: { member: "costs/*", optional: true } }
group: { by: Job }
fields: { external_id: Job, number: Job, job_type: { constant: shipment } }
lists:
  accruals:
    rows: all
    from: costs
    match: { Job: Job }
    fields:
      external_id: { join: [Job, Seq], separator: "-" }
      creditor: Vendor
      charge_code: Charge
      local_amount.currency: { constant: EUR }
      local_amount.pre_tax: { column: Net, decimal: { sign: "." } }
      local_amount.total: { column: Net, decimal: { sign: "." } }
      overseas_amount.currency: { constant: EUR }
      overseas_amount.pre_tax: { column: Net, decimal: { sign: "." } }
      overseas_amount.total: { column: Net, decimal: { sign: "." } }
`;

const jobs = (...ids: readonly string[]) => `Job\n${ids.map((id) => `${id}\n`).join("")}`;
const costs = (...lines: readonly string[]) => {
  const rows = lines.map((line) => {
    const [job = "", seq = "", net = ""] = line.split(" ");
    return `${job},${seq},V1,FRT,${net}\n`;
  });
  return `Job,Seq,Vendor,Charge,Net\n${rows.join("")}`;
};

async function place(yaml: string): Promise<World> {
  const w = await world(yaml);
  await w.write("job.yaml", mapping);
  await w.reload();
  return w;
}

/** The published list: each job with the totals of its accruals. */
async function published(w: World): Promise<Record<string, readonly string[]>> {
  const list = await w.list(feed);
  return Object.fromEntries(
    list.map(({ external_id, accruals }) => [
      external_id,
      (accruals as readonly { local_amount: { total: string } }[]).map(
        ({ local_amount }) => local_amount.total,
      ),
    ]),
  );
}

const faultSentences = async (w: World) =>
  (await readFaults(w.store, w.setup.workspace, w.clock.now())).map(({ sentence }) => sentence);
const states = (outcomes: readonly { readonly status: string; readonly file: string }[]) =>
  outcomes.map(({ status, file }) => `${status} ${file}`);

test("accepts nothing before the batch is complete, and then archives its files together as one delivery", async () => {
  const w = await place(workspace(both));
  await w.drop("job-1.csv", jobs("A", "B"));
  expect(await w.pass()).toEqual([]);
  expect(await w.names("inbox")).toContain("job-1.csv");
  await w.drop("cost-2.csv", costs("A 1 9.00"));
  expect(await w.pass()).toEqual([]);
  await w.drop("cost-1.csv", costs("A 1 5.00", "B 1 7.50"));
  expect(states(await w.pass())).toEqual(["PUBLISHED job-1.csv"]);
  expect(await published(w)).toEqual({ A: ["5.0"], B: ["7.5"] });
  expect((await w.names("inbox")).filter((name) => name.endsWith(".csv"))).toEqual(["cost-2.csv"]);
  const [delivery] = [...(await w.state(feed)).deliveries.values()];
  expect(delivery).toMatchObject({ sequence: "1".padStart(20, "0"), unacknowledged: [] });
});

test("stores an archive of the original files, and recognizes the same files as the same delivery", async () => {
  const w = await place(workspace(both));
  const deliver = async () => {
    await w.drop("cost-1.csv", costs("A 1 5.00"));
    await w.drop("job-1.csv", jobs("A"));
    return states(await w.pass());
  };
  expect(await deliver()).toEqual(["PUBLISHED job-1.csv"]);
  const [delivery] = [...(await w.state(feed)).deliveries.values()];
  const path = await w.store.blobs.get(delivery?.sha256 ?? "");
  const members = await openZip(await readFile(path ?? ""), defaultZipLimits);
  expect(members.map(({ name }) => name)).toEqual(["jobs/job-1.csv", "costs/cost-1.csv"]);
  expect(String(await members[1]?.read())).toBe(costs("A 1 5.00"));
  expect(await deliver()).toEqual(["UNCHANGED job-1.csv"]);
  expect((await w.state(feed)).deliveries.size).toBe(1);
});

test("starts a new batch with a member that is sent again, and never combines it with earlier members", async () => {
  const w = await place(workspace(both, "", ", after: none"));
  await w.drop("job-1.csv", jobs("A"));
  await w.drop("cost-1.csv", costs("A 1 5.00"));
  await w.pass();
  await w.drop("cost-1.csv", costs("A 1 6.00"), "2026-03-02T09:00:00Z");
  expect(await w.pass()).toEqual([]);
  expect(await published(w)).toEqual({ A: ["5.0"] });
  await w.drop("job-1.csv", jobs("A"), "2026-03-02T09:10:00Z");
  expect(states(await w.pass())).toEqual(["PUBLISHED job-1.csv"]);
  expect(await published(w)).toEqual({ A: ["6.0"] });
});

test("an incomplete batch is reported with its missing files after the configured time, until it is complete", async () => {
  const w = await place(workspace(both, "{ alert_after: 2 h }"));
  await w.drop("job-7.csv", jobs("A"));
  await w.pass();
  w.clock.advance(7_100_000);
  await w.pass();
  expect(await faultSentences(w)).toEqual([]);
  w.clock.advance(200_000);
  await w.pass();
  expect(await faultSentences(w)).toEqual([
    "Batch 7 at the source inbox is incomplete, so it was not accepted. Received: job-7.csv. Missing: costs.",
  ]);
  await w.drop("cost-7.csv", costs());
  await w.pass();
  expect(await faultSentences(w)).toEqual([]);
  expect(await published(w)).toEqual({ A: [] });
});

test("a run shows what a batch waits for, and that work remains", async () => {
  const w = await place(workspace(both));
  await w.drop("cost-7.csv", costs("A 1 5.00"));
  const outcomes = await w.passFeeds();
  const [line] = await feedLines(w.setup, outcomes);
  expect(line).toMatchObject({
    ...{ file: "cost-7.csv", state: "WAITING", publication: null },
    reason:
      "Batch 7 at the source inbox is incomplete, so it was not accepted. Received: cost-7.csv. Missing: jobs.",
  });
  expect(exitCodeOf(outcomes, "new", false)).toBe(1);
  expect(exitCodeOf(outcomes, "held", false)).toBe(0);
  await w.drop("job-7.csv", jobs("A"));
  const done = await w.passFeeds();
  expect((await feedLines(w.setup, done)).map(({ state }) => state)).toEqual(["PUBLISHED"]);
  expect(exitCodeOf(done, "new", false)).toBe(0);
});

test("waits for an optional file by the clock, even across processes, and keeps the elements without it", async () => {
  const w = await place(workspace(costsOptional, "{ optional_after: 30 min }"));
  await w.drop("job-1.csv", jobs("A"));
  await w.drop("cost-1.csv", costs("A 1 5.00"));
  expect(states(await w.pass())).toEqual(["PUBLISHED job-1.csv"]);
  await w.drop("job-2.csv", jobs("A", "B"));
  expect(await w.pass()).toEqual([]);
  w.clock.advance(29 * 60_000);
  await w.reload();
  expect(await w.pass()).toEqual([]);
  w.clock.advance(60_000);
  expect(states(await w.pass())).toEqual(["PUBLISHED job-2.csv"]);
  expect(await published(w)).toEqual({ A: ["5.0"], B: [] });
});

test("requires the marker of a batch before accepting it, and accepts missing optional files with it", async () => {
  const w = await place(workspace(costsOptional, '{ marker: "end-{batch}.txt" }'));
  await w.drop("job-1.csv", jobs("A"));
  await w.drop("cost-1.csv", costs("A 1 5.00"));
  await w.drop("job-2.csv", jobs("B"));
  expect(await w.pass()).toEqual([]);
  await w.drop("end-1.txt", "");
  expect(states(await w.pass())).toEqual(["PUBLISHED job-1.csv"]);
  await w.drop("end-2.txt", "");
  expect(states(await w.pass())).toEqual(["PUBLISHED job-2.csv"]);
  expect(await published(w)).toEqual({ A: ["5.0"], B: [] });
  expect((await w.names("inbox")).filter((name) => /\.(csv|txt)$/.test(name))).toEqual([]);
});

test("discards a set if a member changes while it is fetched, and takes the new member in the next pass", async () => {
  const w = await place(workspace(both));
  await w.drop("job-1.csv", jobs("A"));
  await w.drop("cost-1.csv", costs("A 1 5.00"));
  const { setup } = w;
  let touched = false;
  const changing = {
    ...setup,
    source: async (name: string) => {
      const source = await setup.source(name);
      return {
        ...source,
        async *fetch(...[file, signal]: Parameters<typeof source.fetch>) {
          if (file.name === "cost-1.csv" && !touched) {
            touched = true;
            await w.drop("cost-1.csv", costs("A 1 8.00"), "2026-03-02T09:00:00Z");
          }
          yield* source.fetch(file, signal);
        },
      };
    },
  };
  expect(await w.pass(changing)).toEqual([]);
  expect(await published(w)).toEqual({});
  expect(states(await w.pass())).toEqual(["PUBLISHED job-1.csv"]);
  expect(await published(w)).toEqual({ A: ["8.0"] });
});

test("a plan shows a complete batch as one delivery, and records nothing about an incomplete one", async () => {
  const w = await place(workspace(both));
  await w.drop("job-1.csv", jobs("A"));
  await w.drop("cost-1.csv", costs("A 1 5.00"));
  await w.drop("job-2.csv", jobs("B"));
  const signal = new AbortController().signal;
  const [own] = w.setup.workspace.feeds;
  const listings = await newLister(w.setup, w.setup.workspace.feeds).list(signal);
  const open = await openFeed(w.setup, own!);
  const planned = [];
  for await (const one of planWaiting(open, listings.of(own!), signal)) planned.push(one);
  await open.close();
  expect(planned.map(({ status, evaluation }) => [status, evaluation?.verdict])).toEqual([
    ["not received", "publish"],
  ]);
  const facts = await w.store.db.selectFrom("facts").select("name").execute();
  expect(facts.filter(({ name }) => name.startsWith("batches"))).toEqual([]);
});

test("files of one batch that exceed the limit together are rejected by their size, and archived as rejected", async () => {
  const w = await place(workspace(both));
  const files = [jobs("A"), costs("A 1 5.00")] as const;
  await w.drop("job-1.csv", files[0]);
  await w.drop("cost-1.csv", files[1]);
  const { setup } = w;
  // Each file alone would be accepted.
  const largest = Math.max(...files.map(({ length }) => length));
  const small = {
    ...setup,
    source: async (name: string) => ({ ...(await setup.source(name)), largest }),
  };
  const outcomes = await w.pass(small);
  expect(states(outcomes)).toEqual(["REJECTED job-1.csv"]);
  const sum = files[0].length + files[1].length;
  expect(outcomes[0]?.reason).toContain(
    `The total size of the batch is ${sum} bytes (cost-1.csv has ${files[1].length}, job-1.csv has ${files[0].length}). Maximum: ${largest}.`,
  );
  expect(await w.pass(small)).toEqual([]);
  expect(await published(w)).toEqual({});
});

const cutOff = gzipSync(costs("A 1 5.00")).subarray(0, 20);

test.each([
  ["a file that is cut off", "csv.gz", cutOff, "cost-1.csv.gz", /truncated/],
  ["a bomb", "csv.gz", gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)), "cost-1.csv.gz", /compression ratio/],
  ["a header that is too wide", "csv", `${"a,".repeat(20_000)}b\n1\n`, "cost-1.csv", /a limit/],
  [
    "a script",
    "csv",
    "INSERT INTO costs VALUES (1, 'A');\n".repeat(9),
    "cost-1.csv",
    /cannot be read: .*SQL/,
  ],
  ["a file of an unknown kind", "csv", "%PDF-1.7\n", "cost-1.csv", /PDF/],
])("%s in a batch is rejected, and its name is reported", async (_, ending, bytes, name, reason) => {
  const w = await place(workspace(both.replace("cost-{batch}.csv", `cost-{batch}.${ending}`)));
  await w.drop("job-1.csv", jobs("A"));
  await w.drop(`cost-1.${ending}`, bytes);
  const [outcome] = await w.pass();
  expect(outcome?.status).toBe("REJECTED");
  expect(outcome?.reason).toContain(`costs/${name}`);
  expect(outcome?.reason).toMatch(reason);
});

test("the main file of a batch is also rejected with its name", async () => {
  const w = await place(workspace(both.replace("job-{batch}.csv", "job-{batch}.csv.gz")));
  await w.drop("job-1.csv.gz", gzipSync(jobs("A")).subarray(0, 20));
  await w.drop("cost-1.csv", costs("A 1 5.00"));
  const [outcome] = await w.pass();
  expect(outcome).toMatchObject({ status: "REJECTED" });
  expect(outcome?.reason).toMatch(/^jobs\/job-1\.csv\.gz: The file cannot be read: the archive is truncated/);
});

test("reports a name without a batch, an optional file without a deadline, and a missing required file as workspace errors", async () => {
  const w = await world();
  const diagnosticsOf = async (files: string, batch = "") => {
    await w.write("lading.yaml", workspace(files, batch));
    await w.write("job.yaml", mapping);
    return loadWorkspace(w.folder).then(
      () => "none",
      (error: Error) => error.message,
    );
  };
  expect(await diagnosticsOf('{ jobs: "job.csv", costs: "cost-{batch}.csv" }')).toContain(
    "the name must contain {batch}",
  );
  expect(await diagnosticsOf(costsOptional)).toContain("`batch` requires a `marker`");
  expect(
    await diagnosticsOf('{ jobs: { name: "job-{batch}.csv", optional: true } }', "{ optional_after: 1 h }"),
  ).toContain("at least one file must not be optional");
  expect(await diagnosticsOf("job-{batch}.csv")).toContain(
    "If each file is a separate delivery, use {sequence}",
  );
  expect(await diagnosticsOf("job.csv", "{ alert_after: 1 h }")).toContain(
    "so each file is a separate delivery",
  );
  expect(await diagnosticsOf(both, '{ marker: "e-{batch}", optional_after: 1 h }')).toContain(
    "so a time has no effect",
  );
  expect(await diagnosticsOf(costsOptional, "{ optional_after: 1 h }")).toBe("none");
  const many = (name: string) => `{ jobs: { name: "${name}", many: true } }`;
  expect(await diagnosticsOf(many("job-*.xml"))).toContain("set `delivery: delta`");
  const delta = `${many("job-{batch}.xml")}\n    delivery: delta`;
  expect(await diagnosticsOf(delta, '{ marker: "e-{batch}" }')).toMatch(
    /must have no \{batch\}[^]*must have no `batch`/,
  );
  expect(await diagnosticsOf(delta.replace(" } }", ' }, x: "c-{batch}" }'))).toContain(
    "must have no other files",
  );
});

test(
  "leaves the batch at the source or completes the decision in the next run after a kill at any step",
  { tags: ["long"] },
  async () => {
    const log = await scene("calm");
    const calls = recordedCalls(join(log.folder, "calls.log"), log.folder);
    const goal = outcomeOf(log.folder);
    expect(goal).toMatchObject({ publications: [1], left: [] });
    const commits = calls.filter(({ what }) => /commit/.test(what)).map(({ n }) => n);
    // Before the delivery is recorded, after that, and around its publication. Each test run uses one of these
    // steps.
    const shares = process.env["LADING_PROOF"] === "long" ? [0.25, 0.5, 0.75] : [0.5];
    const strikes = shares.map((share) => commits[Math.floor(commits.length * share)] ?? 0);
    for (const at of strikes) {
      const { folder, ended } = await scene(`kill-${at}`, { CRASH_AT: String(at), CRASH_WHEN: "after" });
      expect(ended.signal).toBe("SIGKILL");
      expect(runProgram(folder).status).toBe(0);
      expect(outcomeOf(folder)).toEqual(goal);
    }
  },
);

/** A workspace with a batch that a real process handled. */
async function scene(name: string, env: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), `lading-sets-${name}-`));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "inbox"));
  const files = {
    "lading.yaml": workspace(both),
    "job.yaml": mapping,
    "inbox/job-1.csv": jobs("A"),
    "inbox/cost-1.csv": costs("A 1 5.00"),
  };
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
  return { folder, ended: runProgram(folder, { CRASH_LOG: join(folder, "calls.log"), ...env }) };
}

function outcomeOf(folder: string) {
  return {
    list: listOf(folder).replaceAll(/"updated_at":"[^"]*"/g, ""),
    publications: publications(folder),
    left: leftBehind(folder).filter((name) => name !== "archive"),
  };
}

const messages = `
lading: 1
record: job
read: { format: json, members: "messages/*" }
duplicates: prefer newest at
fields:
  external_id: job
  number: { column: no, blank: keep }
  job_type: { constant: shipment }
  updated_at: { column: at, date: iso }
`;

test("reads many files with a record each as one delivery, prefers the newer of two files, and isolates a broken file", async () => {
  const yaml = workspace('{ messages: { name: "job-*.json", many: true } }', "", "").replace(
    "    files:",
    "    delivery: delta\n    files:",
  );
  const w = await world(yaml.replace("changes: off", "changes: off, rejected: off"));
  await w.write("job.yaml", messages.replace("{ column: no, blank: keep }", "no"));
  await w.reload();
  const message = (job: string, no: string, minute: number, more: object = {}) =>
    JSON.stringify({ ...more, job, no, at: `2026-01-05T08:${String(minute).padStart(2, "0")}:00Z` }, null, 2);
  for (let i = 0; i < 30; i++)
    await w.drop(`job-${String(i).padStart(4, "0")}.json`, message(`J${i}`, `N${i}`, 1));
  // The same job again: newer in a file with an earlier name, older in a file with a later name, an incomplete
  // one, and one with more keys.
  await w.drop("job-0000a.json", message("J7", "newest", 9));
  await w.drop("job-9999.json", message("J8", "stale", 0));
  await w.drop("job-0015a.json", message("J99", "N99", 1).slice(0, 30));
  await w.drop("job-0015b.json", message("J98", "N98", 1, { remark: "x" }));
  const [only, ...others] = await w.pass();
  expect(only).toMatchObject({ status: "PUBLISHED", file: "job-0000.json" });
  expect(others).toEqual([]);
  const numbers = new Map((await w.list(feed)).map((each) => [each.external_id, each["number"]]));
  expect([
    numbers.size,
    numbers.get("J7"),
    numbers.get("J8"),
    numbers.get("J98"),
    numbers.has("J99"),
  ]).toEqual([31, "newest", "N8", "N98", false]);
  expect((await w.names("inbox")).filter((name) => name.endsWith(".json"))).toEqual([]);
  const received = (await readLog(w.setup.store.db, feed)).filter(({ state }) => state === "RECEIVED");
  expect(received).toHaveLength(34);
  expect(asOneLine(received)).toMatchObject([{ entry: { arrival: { name: "job-0000.json" } }, more: 33 }]);
  const [delivery] = [...(await w.state(feed)).deliveries.values()];
  expect(delivery?.counts).toMatchObject({ read: 34, accepted: 31, rejected: 1, merged: 2 });
  const report = await w.setup.store.db
    .selectFrom("documents")
    .select("text")
    .where("name", "=", "report.json")
    .execute();
  expect(report.map(({ text }) => text).join("")).toContain('"file": "messages/job-0015a.json"');
  // The received files are kept, and the next ones are a separate delivery.
  await w.drop("job-0001b.json", message("J1", "changed", 30));
  expect(states(await w.pass())).toEqual(["PUBLISHED job-0001b.json"]);
  expect((await w.list(feed)).find(({ external_id }) => external_id === "J1")).toMatchObject({
    number: "changed",
  });
});

test("reads rows of one key in two files as two records, so that a newer message never has elements of an older message", async () => {
  const yaml = workspace('{ messages: { name: "job-*.csv", many: true } }').replace(
    "    files:",
    "    delivery: delta\n    files:",
  );
  const w = await world(yaml);
  const lists = mapping.slice(mapping.indexOf("lists:")).replace(/ {4}from: costs\n {4}match: .*\n/, "");
  const head = `lading: 1
record: job
read: { members: "messages/*" }
duplicates: prefer newest updated_at
group: { by: Job }
fields: { external_id: Job, number: Job, job_type: { constant: shipment }, updated_at: { column: At, date: iso } }
`;
  await w.write("job.yaml", head + lists);
  await w.reload();
  const message = (at: string, ...rows: readonly string[]) =>
    `Job,At,Seq,Vendor,Charge,Net\n${rows.map((row) => `A,2026-01-05T${at}Z,${row}\n`).join("")}`;
  await w.drop("job-1.csv", message("08:00:00", "1,V,FRT,1.00", "2,V,DOC,2.00"));
  await w.drop("job-2.csv", message("09:00:00", "1,V,FRT,1.50", "3,V,DOC,4.00"));
  await w.drop("job-3.csv", message("07:00:00", "9,V,DOC,9.00"));
  expect(states(await w.pass())).toEqual(["PUBLISHED job-1.csv"]);
  expect(await published(w)).toEqual({ A: ["1.5", "4.0"] });
});

test("reports the missing columns of a different table among many files, and its name", async () => {
  const yaml = workspace('{ messages: { name: "*.csv", many: true } }').replace(
    "    files:",
    "    delivery: delta\n    files:",
  );
  const w = await world(yaml.replace("changes: off", "changes: off, rejected: off"));
  await w.write(
    "job.yaml",
    messages.replace("format: json, ", "").replace("{ column: no, blank: keep }", "job"),
  );
  await w.reload();
  await w.drop("a.csv", "job;at\nA;2026-01-05T08:00:00Z\n");
  await w.drop("b.csv", "Vendor,Net\nV1,5.00\nV2,6.00\n");
  await w.drop("c.csv", "at;job\n2026-01-05T08:00:00Z;C\n");
  expect(states(await w.pass())).toEqual(["PUBLISHED a.csv"]);
  expect((await w.list(feed)).map(({ external_id }) => external_id)).toEqual(["A", "C"]);
  const document = await w.setup.store.db
    .selectFrom("documents")
    .select("text")
    .where("name", "=", "report.json")
    .executeTakeFirstOrThrow();
  const { issues } = JSON.parse(document.text) as { issues: Record<string, unknown>[] };
  expect(issues.map(({ file, line, message }) => [file, line, message])).toEqual(
    [2, 3].flatMap((line) =>
      ["job", "at"].map((column) => [
        ...["messages/b.csv", line],
        `The required column ${column} is missing.`,
      ]),
    ),
  );
});

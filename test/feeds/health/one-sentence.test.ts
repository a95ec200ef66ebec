import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { runLine } from "../../../src/cli/run-line.js";
import { feedsView } from "../../../src/console/api/feeds.js";
import { failure } from "../../../src/errors.js";
import type { Alert } from "../../../src/connectors/alerts/alert.js";
import { sweepBlobs } from "../../../src/feeds/deliveries/unknown-files.js";
import {
  needsAttention,
  problemCodes,
  problemText,
  type Problem,
  type ProblemCode,
} from "../../../src/feeds/health/problem.js";
import { reject } from "../../../src/feeds/decisions/reject.js";
import { rollback } from "../../../src/feeds/decisions/rollback.js";
import type { Setup } from "../../../src/feeds/deliveries/setup.js";
import { issue } from "../../../src/model/issues.js";
import { sql } from "../../../src/store/kysely.js";
import { createCredential } from "../../../src/store/credentials/store.js";
import { stoppedEvaluation } from "../../../src/system/readers/evaluate-in-reader.js";
import type { Feed } from "../../../src/workspace/workspace.js";
import type { StatusSource } from "../../../src/feeds/health/status.js";
import { workspaceStatus } from "../../../src/feeds/health/workspace-status.js";
import { withFieldLabels } from "../../../src/model/field-labels.js";
import { countRequests, metricsText } from "../../../src/http/metrics.js";
import { ids, staff, staffFeed, world, type World } from "../../support/world.js";

/**
 * One situation has the same sentence in `status`, after `run`, in the console and in the alert, and one code
 * in the metrics.
 */

const alerting = 'notify: { command: [sh, -c, "cat >> alerts.ndjson"] }\n';
const yaml = `${staffFeed.replace("first: publish", "first: publish, expect: every 24 h")}${alerting}`;

async function runCommand(w: World, ...args: string[]) {
  const output = { out: "", err: "" };
  const into = (name: "out" | "err") =>
    new Writable({ write: (text, _, done) => done(void (output[name] += String(text))) });
  const streams = { stdin: process.stdin, stdout: into("out"), stderr: into("err") };
  const signal = new AbortController().signal;
  await runLine(args, { ...streams, cwd: w.folder, env: {}, signal });
  return output;
}

const all = { search: "", health: "all", type: "" } as const;

async function consoleOf({ setup: { workspace }, store, clock }: World, isSignedIn: boolean) {
  const now = () => clock.now();
  return feedsView({ status: workspaceStatus(workspace, store, now), store, now }, all, isSignedIn);
}

interface Situation {
  readonly yaml?: string;
  readonly happens: (w: World) => Promise<unknown>;
  /** Set if the code differs from the name of the situation. */
  readonly code?: string;
  /** Number of affected feeds, 1 by default. */
  readonly feeds?: number;
  /** Delivers the first lists. */
  readonly lists?: (w: World) => Promise<unknown>;
  /** Set if the next run ends the problem. */
  readonly endsWithRun?: true;
  /** Set if nobody is alerted. */
  readonly isSilent?: true;
}

const four = ["a1", "a2", "a3", "a4"];
const fourFeeds = (source: string) => `lading: 1
accounts: { ${four.map((account) => `${account}: { country: DE }`).join(", ")} }
sources: { inbox: ${source} }
feeds:
${four.map((account) => `  ${account}/staff: { source: inbox, files: "${account}*.csv", settle: final_name, first: publish }\n`).join("")}${alerting}`;
const server = `{ sftp: { host: 127.0.0.1, port: 1, user: u, directory: x, password: "file:password", host_key: "SHA256:${"A".repeat(43)}" } }`;
const nothing = async () => undefined;
const firstList = (w: World) => w.drop("staff-1.csv", staff(...ids(1, 30)));
const dropFour = async (w: World, name: string, rows: readonly string[]) => {
  for (const account of four) await w.drop(`${account}-${name}.csv`, staff(...rows));
};
const person = ({ setup }: World) => ({ setup, feed: setup.workspace.feeds[0] as Feed, name: "Ada" });
const stopped = issue("reader_stopped", { file: "" }, { reason: "it took too long" });
const dying = ({ setup }: World): Setup => ({ ...setup, evaluate: async () => stoppedEvaluation(stopped) });

const situations: Readonly<Record<string, Situation>> = {
  held: { happens: (w) => w.drop("staff-2.csv", staff(...ids(1, 5))) },
  "held, several feeds": {
    ...{ code: "held", feeds: 4, yaml: fourFeeds("{ folder: inbox }") },
    lists: (w) => dropFour(w, "1", ids(1, 30)),
    happens: (w) => dropFour(w, "2", ids(1, 5)),
  },
  "a host down, several feeds": {
    ...{ code: "sftp_refused", feeds: 4, yaml: fourFeeds(server) },
    lists: ({ folder }) => writeFile(`${folder}/password`, "x", { mode: 0o600 }),
    happens: nothing,
  },
  first_file: { yaml: yaml.replace("first: publish, ", ""), happens: nothing },
  unusable: { happens: (w) => w.drop("staff-2.csv", "Kode,Bezeichnung\r\n1,2\r\n") },
  bytes_missing: {
    feeds: 0,
    async happens(w) {
      await rm(`${w.folder}/data/blobs`, { recursive: true });
      await sweepBlobs(w.setup);
    },
  },
  rejected: { happens: (w) => w.drop("staff-2.csv", staff("2:N:perhaps")) },
  quarantined: {
    async happens(w) {
      await w.drop("staff-2.csv", staff(...ids(1, 31)));
      await w.passFeeds(dying(w));
      await w.passFeeds(dying(w));
    },
  },
  rejected_by_person: {
    isSilent: true,
    async happens(w) {
      await w.drop("staff-2.csv", staff(...ids(1, 5)));
      await w.passFeeds();
      await reject(person(w), { delivery: undefined, reason: "wrong branch" });
    },
  },
  undecided: {
    endsWithRun: true,
    async happens(w) {
      await w.drop("staff-2.csv", staff(...ids(1, 31)));
      const full = failure("storage_failed", { path: "data", reason: "ENOSPC" });
      await w.passFeeds({ ...w.setup, evaluate: async () => Promise.reject(full) });
      await w.store.db.deleteFrom("faults").execute();
    },
  },
  waiting: {
    isSilent: true,
    yaml: `lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/charge-code: { source: inbox, files: "charge*.csv", settle: final_name, first: publish }
  acme/tax-code: { source: inbox, files: "tax*.csv", settle: final_name, first: publish }
${alerting}`,
    lists: nothing,
    happens: (w) =>
      w.drop(
        "charge-1.csv",
        "external_id,updated_at,code,description,charge_type,tax_code,is_active\r\n1,,C1,Air,freight,S1,true\r\n",
      ),
  },
  paused: {
    isSilent: true,
    async happens(w) {
      await w.drop("staff-2.csv", staff(...ids(1, 31)));
      await w.passFeeds();
      await rollback(person(w), { to: 1, reason: "wrong file" });
    },
  },
  partial: { happens: (w) => w.drop("staff-2.csv", staff(...ids(1, 29), "30:Eve:perhaps")) },
  late: {
    endsWithRun: true,
    happens: nothing,
  },
  no_list: { isSilent: true, lists: nothing, happens: nothing },
  expiring: {
    feeds: 0,
    happens: ({ store }) =>
      createCredential(
        store,
        {
          ...{ kind: "token", account: "acme", name: "default" },
          expiresAt: new Date(Date.now() + 3 * 86_400_000),
        },
        new Date(),
      ),
  },
  alerts_failing: {
    // The run below would fail once more, which changes the figures.
    ...{ feeds: 0, endsWithRun: true },
    yaml: yaml.replace("cat >> alerts.ndjson", "exit 1"),
    async happens(w) {
      await w.drop("staff-2.csv", staff(...ids(1, 5)));
      await runCommand(w, "run");
    },
  },
  source_unavailable: { happens: (w) => rename(`${w.folder}/inbox`, `${w.folder}/away`) },
};

/**
 * A fault has the code of its error. Without the store, see below. Only a server that cannot use a changed workspace
 * reports `workspace_not_taken`. An SFTP server is necessary for the other two.
 */
const elsewhere: readonly ProblemCode[] = [
  "fault",
  "store_away",
  "workspace_not_taken",
  "host_failing",
  "not_put_back",
];

test("these situations cover every problem that needs attention", () => {
  const codes = Object.entries(problemCodes).flatMap(([code, severity]) =>
    severity === "note" ? [] : [code],
  );
  const covered = new Set(Object.entries(situations).map(([name, { code = name }]) => code));
  expect(codes.filter((code) => !covered.has(code)).toSorted()).toEqual(elsewhere.toSorted());
});

test.each(Object.entries(situations))("gives one sentence everywhere: %s", async (name, situation) => {
  const { code = name, feeds: count = 1, lists = firstList, happens, endsWithRun, isSilent } = situation;
  const w = await world(situation.yaml ?? yaml);
  // The commands below use this machine's clock.
  w.clock.set(new Date(Date.now() - (code === "late" ? 3 * 86_400_000 : 60_000)).toISOString());
  await lists(w);
  await w.passFeeds();
  await happens(w);
  w.clock.set(new Date().toISOString());
  if (endsWithRun !== true) await w.passFeeds();

  const isWanted = (one: Problem) => needsAttention(one) && one.code === code;
  const json = JSON.parse((await runCommand(w, "status", "--json")).out) as { problems: readonly Problem[] };
  const [problem, ...others] = json.problems.filter(isWanted);
  if (problem === undefined) throw new Error(`no ${code} in ${JSON.stringify(json.problems)}`);
  expect([others, problem.feeds.length]).toEqual([[], count]);
  const text = problemText(problem);
  expect(text).toMatch(/^[A-Z0-9].*\.$/);
  expect(problem.next).toMatch(/^[A-Z`].*\.$/);

  const isIn = (shown: string) => shown.replaceAll(/\s+/g, " ").includes(text);
  expect(isIn((await runCommand(w, "status")).out), "status").toBe(true);
  const status = await workspaceStatus(w.setup.workspace, w.store).read();
  const { problems, feeds } = await consoleOf(w, true);
  expect(problems.filter(isWanted).map(problemText), "console").toEqual([withFieldLabels(text)]);
  expect(metricsText(status, countRequests(), 0, new Date())).toContain(
    `lading_problems{code="${code}",severity="${problem.severity}"} 1\n`,
  );
  const reasons = feeds.map((feed) => feed.reason);
  if (count === 1) expect(reasons).toContain(withFieldLabels(problem.sentence));
  expect(JSON.stringify(await consoleOf(w, false)), "console without an access key").not.toContain("staff-");

  if (endsWithRun === true) return;
  expect(isIn((await runCommand(w, "run")).out), "the end of run").toBe(true);
  const ran = JSON.parse((await runCommand(w, "run", "--json")).out) as { problems: readonly Problem[] };
  expect(ran.problems.filter(isWanted).map(problemText)).toEqual([text]);
  if (isSilent === true) return;
  const lines = (await readFile(`${w.folder}/alerts.ndjson`, "utf8")).trim().split("\n");
  const alerts = lines.map((line) => JSON.parse(line) as Alert);
  expect(
    alerts.map(({ summary }) => isIn(summary)),
    "alerts",
  ).toEqual([true]);
  for (const command of problem.commands) expect(alerts[0]?.next, "commands").toContain(command);
});

test("gives one sentence everywhere about an incomplete batch, at once and beside other problems", async () => {
  const w = await world(`lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin, tax_mode: non_tax } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/job: { source: inbox, settle: final_name, files: { jobs: "job-{batch}.csv", costs: "cost-{batch}.csv" } }
`);
  await w.drop("job-8.csv", "a\r\n1\r\n");
  const sentence =
    "Batch 8 at the source inbox is incomplete, so it was not accepted. Received: job-8.csv. Missing: costs.";
  const ran = await runCommand(w, "run");
  expect(ran.out.replaceAll(/\s+/g, " ")).toContain(sentence);
  const json = JSON.parse((await runCommand(w, "run", "--json")).out) as { problems: readonly Problem[] };
  expect(json.problems.map(({ code, severity }) => [code, severity])).toEqual([
    ["no_list", "warning"],
    ["incomplete_batch", "note"],
  ]);
  const status = (await runCommand(w, "status")).out.replaceAll(/\s+/g, " ");
  expect(status).toContain(sentence);
  expect(status).not.toContain("not been received yet");
  const { problems } = await consoleOf(w, true);
  expect(problems.map((one) => one.sentence)).toContain(sentence);
});

test("explains every incomplete batch at the end of a run, also beside an empty file", async () => {
  const w = await world(`lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin, tax_mode: non_tax } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/job: { source: inbox, settle: final_name, files: { jobs: "job-{batch}.csv", costs: "cost-{batch}.csv" } }
`);
  const sentenceOf = (batch: number) =>
    `Batch ${batch} at the source inbox is incomplete, so it was not accepted. Received: job-${batch}.csv. Missing: costs.`;
  const countsAfterRun = async () => {
    const text = (await runCommand(w, "run")).out.replaceAll(/\s+/g, " ");
    return [7, 8].map((batch) => text.split(sentenceOf(batch)).length - 1);
  };
  await w.drop("job-7.csv", "a\r\n1\r\n");
  await w.drop("job-8.csv", "a\r\n1\r\n");
  expect(await countsAfterRun()).toEqual([1, 1]);
  await w.drop("cost-9.csv", "");
  expect(await countsAfterRun()).toEqual([1, 1]);
});

test("gives one sentence everywhere about files at a source that were not received", async () => {
  const w = await world();
  await w.drop("notes.txt", "x");
  await w.drop("staff-1.csv", "");
  const sentences = ['No feed claims "notes.txt".', "1 file is at the source but has not been received yet."];
  const isIn = (shown: string) =>
    sentences.map((sentence) => shown.replaceAll(/\s+/g, " ").includes(sentence));
  const { err } = await runCommand(w, "run");
  expect(isIn(err), "the end of run").toEqual([true, true]);
  const json = JSON.parse((await runCommand(w, "run", "--json")).out) as { problems: readonly Problem[] };
  const { problems } = await consoleOf(w, true);
  for (const shown of [json.problems, problems])
    expect(shown.map(({ sentence }) => sentence)).toEqual(expect.arrayContaining(sentences));
  expect(isIn((await runCommand(w, "status")).out), "status").toEqual([true, true]);
  const { rows } = await sql<{ file: string; kind: string }>`
    select name as file, kind from unprocessed_files order by name`.execute(w.store.db);
  expect(rows).toEqual([
    { file: "notes.txt", kind: "unclaimed" },
    { file: "staff-1.csv", kind: "arriving" },
  ]);
  await rm(`${w.folder}/inbox/notes.txt`);
  await w.drop("staff-1.csv", staff(...ids(1, 3)));
  expect(isIn((await runCommand(w, "run")).err)).toEqual([false, false]);
  expect((await consoleOf(w, true)).problems).toEqual([]);
});

test("reports in status that the store does not respond, and what is known without it", async () => {
  const w = await world(yaml);
  await w.store.close();
  await rename(`${w.folder}/data/lading.db`, `${w.folder}/data/lading.db.away`);
  await w.write("data/lading.db", "no database".repeat(1_000));
  const problems = [{ code: "store_damaged", severity: "error", subject: "database", feeds: ["acme/staff"] }];
  expect(JSON.parse((await runCommand(w, "status", "--json")).out)).toMatchObject({ problems });
  expect(JSON.parse((await runCommand(w, "run", "--json")).out)).toMatchObject({
    error: { code: "store_damaged" },
    problems,
  });
  const status: StatusSource = {
    ...workspaceStatus(w.setup.workspace, w.store),
    read: async () => Promise.reject(failure("store_damaged", { path: "lading.db", reason: "no database" })),
  };
  const shown = await feedsView({ status, store: w.store, now: () => new Date() }, all, false);
  expect(shown).toMatchObject({ isStoreAway: true, feeds: [], problems });
});

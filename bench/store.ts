import { DatabaseSync } from "@photostructure/sqlite";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { residentBytesOfTree } from "./measure.js";
import { diskUse } from "../src/system/disk-use.js";
import { newLister } from "../src/feeds/deliveries/listings.js";
import { realSetup, type RealSetup } from "../src/feeds/deliveries/real-setup.js";
import { evaluate } from "../src/convert/engine.js";
import { silentLog } from "../src/log.js";
import { runPass } from "../src/feeds/pipeline.js";
import { deliveryDocuments } from "../src/feeds/reports/delivery-documents.js";
import { metricsText, countRequests } from "../src/http/metrics.js";
import { workspaceStatus } from "../src/feeds/health/workspace-status.js";
import { openStore, type Store } from "../src/store/store.js";
import { loadWorkspace } from "../src/workspace/load.js";
import { postgresPrograms, startCluster } from "../test/support/postgres.js";

/**
 * Measures the store: a publication compared with the bare driver writing the same lines, a pass over idle
 * feeds, memory of the watching process, and a year of nights. Deliveries are read in this process, so that
 * only the store is measured.
 */

const help = `npm run bench:store [-- --records N --idle N --feeds N --nights N]

  --records N  Number of records in the publication. Default: 100000.
  --idle N     Number of idle feeds. Default: 1000.
  --feeds N    Number of feeds in the year, three per account. Default: 30. 120 feeds take an hour.
  --nights N   Number of nights in the year. Default: 365.

If Debian's PostgreSQL package is installed, also measures PostgreSQL, with a cluster in a temporary folder.
The year mostly waits for the disk. With TMPDIR in memory (/dev/shm), it takes about a third of the time, and growth over
the nights is easier to see.`;

const { values } = parseArgs({
  options: {
    records: { type: "string", default: "100000" },
    idle: { type: "string", default: "1000" },
    feeds: { type: "string", default: "30" },
    nights: { type: "string", default: "365" },
    help: { type: "boolean", default: false },
  },
});

const databaseVariable = "LADING_BENCH_DATABASE";
const headings = "external_id,name,email_address,is_active,updated_at";
const signal = new AbortController().signal;
const always = "2026-01-01T00:00:00Z";

interface Place {
  readonly folder: string;
  readonly setup: RealSetup;
  /** Milliseconds since 1970 by the clock of the setup. */
  now: number;
  /** Milliseconds spent in transactions since the last call. */
  inTransactions(): number;
}

async function place(yaml: string, database?: string): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "lading-bench-store-"));
  await mkdir(join(folder, "inbox"));
  const named = database === undefined ? "" : `database: env:${databaseVariable}\n`;
  await writeFile(join(folder, "lading.yaml"), `${named}${yaml}`);
  const workspace = await loadWorkspace(folder);
  const store = await openStore({ data: workspace.data, database });
  let spent = 0;
  const timed: typeof store = {
    ...store,
    async transaction(work) {
      const begun = performance.now();
      try {
        return await store.transaction(work);
      } finally {
        spent += performance.now() - begun;
      }
    },
  };
  const around = { env: {}, log: silentLog, engine: "bench", store: timed, documents: deliveryDocuments };
  const here: Place = {
    folder,
    now: Date.parse("2026-01-01T02:00:00Z"),
    inTransactions() {
      const was = spent;
      spent = 0;
      return was;
    },
    setup: {
      ...realSetup(workspace, around),
      clock: {
        now: () => new Date(here.now),
        monotonic: () => performance.now(),
        sleep: async () => {},
      },
      expect: () => {},
      evaluate: (job) => evaluate(job),
    },
  };
  return here;
}

async function drop({ folder }: Place, name: string, rows: readonly string[]): Promise<void> {
  const draft = join(folder, "draft");
  const lines = rows[0]?.startsWith("external_id,") ? rows : [headings, ...rows];
  await writeFile(draft, `${lines.join("\n")}\n`);
  await rename(draft, join(folder, "inbox", name));
}

async function pass({ setup }: Place, time: () => number = () => performance.now()): Promise<number> {
  const feeds = setup.workspace.feeds;
  const begun = time();
  const outcomes = await runPass(setup, feeds, await newLister(setup, feeds).list(signal), signal);
  for (const { error } of outcomes) if (error !== undefined) throw error;
  return time() - begun;
}

/** Processor time of this process in milliseconds, all threads. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function remove({ folder, setup }: Place): Promise<void> {
  await setup.close();
  await rm(folder, { recursive: true });
}

function feedsYaml(count: number): string {
  const names = [...Array(count).keys()].map((each) => `a${each}`);
  const accounts = names.map((name) => `  ${name}: { country: DE, zone: Europe/Berlin }`);
  const feeds = names.map(
    (name) => `  ${name}/staff: { source: in, files: "${name}-*.csv", settle: final_name, first: publish }`,
  );
  return `lading: 1\naccounts:\n${accounts.join("\n")}\nsources: { in: { folder: inbox } }\nfeeds:\n${feeds.join("\n")}\n`;
}

function person(id: number, name: string): string {
  return `${String(id).padStart(7, "0")},${name},p${id}@x.example,true,${always}`;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const ms = (time: number): string => `${time < 100 ? time.toFixed(1) : time.toFixed(0)} ms`;

/** The first publication, and one with 50 changed records. */
async function publication(
  records: number,
  database?: string,
  bare?: readonly [number, number],
): Promise<void> {
  const here = await place(feedsYaml(1), database);
  const rows = (changed: string): string[] =>
    [...Array(records).keys()].map((id) => person(id, id % (records / 50) === 0 ? changed : "Petra Vogel"));
  const times: number[] = [];
  for (const [night, name] of ["Vogel", "Vogt", "Voss"].entries()) {
    here.now += 86_400_000;
    await drop(here, `a0-${night}.csv`, rows(name));
    here.inTransactions();
    const all = await pass(here);
    const own = here.inTransactions();
    times.push(own);
    const beside = bare?.[night === 0 ? 0 : 1];
    const ratio =
      beside === undefined ? "" : `, ${(own / beside).toFixed(1)} times the bare driver (${ms(beside)})`;
    say(`  version ${night + 1}: transactions ${ms(own)}${ratio}; the pass ${ms(all)}`);
  }
  await remove(here);
}

/** Writes the same number of lines, and 50 of them again, with SQLite's driver alone. */
async function bareSqlite(records: number): Promise<readonly [number, number]> {
  const folder = await mkdtemp(join(tmpdir(), "lading-bench-bare-"));
  const db = new DatabaseSync(join(folder, "bare.db"));
  db.exec(
    "pragma journal_mode=wal; pragma synchronous=full; pragma secure_delete=on; create table r (id text primary key, record text not null, notes text not null) strict, without rowid",
  );
  const write = (ids: readonly number[], name: string): number => {
    const begun = performance.now();
    db.exec("begin immediate");
    const insert = db.prepare("insert or replace into r values (?, ?, ?)");
    for (const id of ids) insert.run(String(id).padStart(7, "0"), lineOf(id, name), `{"id":"${id}"}`);
    db.exec("commit");
    return performance.now() - begun;
  };
  const all = [...Array(records).keys()];
  const first = write(all, "Petra Vogel");
  const few = all.filter((id) => id % (records / 50) === 0);
  const next = write(few, "Vogt");
  db.close();
  await rm(folder, { recursive: true });
  return [first, next];
}

async function barePostgres(records: number, url: string): Promise<readonly [number, number]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("create table r (id text primary key, record text not null, notes text not null)");
  const write = async (ids: readonly number[], name: string): Promise<number> => {
    const begun = performance.now();
    await client.query("begin");
    for (let at = 0; at < ids.length; at += 1_000) {
      const some = ids.slice(at, at + 1_000);
      const rows = some.map((_, each) => `($${each * 3 + 1}, $${each * 3 + 2}, $${each * 3 + 3})`);
      const texts = some.flatMap((id) => [String(id).padStart(7, "0"), lineOf(id, name), `{"id":"${id}"}`]);
      await client.query(
        `insert into r values ${rows.join(", ")} on conflict (id) do update set record = excluded.record`,
        texts,
      );
    }
    await client.query("commit");
    return performance.now() - begun;
  };
  const all = [...Array(records).keys()];
  const first = await write(all, "Petra Vogel");
  const next = await write(
    all.filter((id) => id % (records / 50) === 0),
    "Vogt",
  );
  await client.end();
  return [first, next];
}

function lineOf(id: number, name: string): string {
  const [external_id, , email_address] = person(id, name).split(",");
  return JSON.stringify({ external_id, updated_at: always, name, email_address, is_active: true });
}

async function idle(count: number, database?: string): Promise<void> {
  const here = await place(feedsYaml(count), database);
  for (let each = 0; each < count; each++) await drop(here, `a${each}-1.csv`, [person(1, `Name ${each}`)]);
  const first = await pass(here);
  await pass(here);
  const times = [await pass(here), await pass(here), await pass(here)].sort((a, b) => a - b);
  say(
    `  ${count} feeds: the first pass ${ms(first)}, one to which nothing is to be done ${ms(times[1] ?? NaN)}`,
  );
  say(`  \`lading watch\` of them: ${await memoryOfWatch(here.folder, database)}`);
  await remove(here);
}

/** Seconds in which a daemon polls all feeds at least twice. */
const watched = 70;

/** Resident memory of a daemon and all its child processes. */
async function memoryOfWatch(cwd: string, database: string | undefined): Promise<string> {
  const env = { ...process.env, [databaseVariable]: database };
  const cli = join(import.meta.dirname, "../dist/cli.js");
  const daemon = spawn(process.execPath, [cli, "watch"], { cwd, env, stdio: "ignore" });
  const ended = new Promise<void>((resolve) => daemon.once("exit", () => resolve()));
  const found: number[] = [];
  for (let second = 0; second < watched && daemon.exitCode === null; second++) {
    await setTimeout(1_000);
    const bytes = daemon.pid === undefined ? undefined : residentBytesOfTree(daemon.pid);
    if (bytes === undefined) break;
    found.push(bytes / 1e6);
  }
  const isOver = daemon.exitCode !== null;
  daemon.kill();
  await ended;
  if (isOver) throw new Error(`the daemon exited with code ${daemon.exitCode}`);
  if (found.length === 0) return "memory unknown, because it can be measured only with /proc";
  const [last = NaN, most] = [found.at(-1), Math.max(...found)];
  return `${last.toFixed(0)} MB after ${found.length} s, at most ${most.toFixed(0)} MB`;
}

/**
 * A year of accounts with three feeds each. Every night each feed receives a file with one changed record,
 * and each file must become one publication. Times are processor times, because a year takes long and the
 * load varies. The first nights run cold, so the first ten are repeated in another workspace at the end.
 */
async function year(feeds: number, nights: number, newDatabase: () => string | undefined): Promise<void> {
  const lived = await live(feeds, nights, [2, 10, 100, nights], newDatabase());
  say("  another workspace in the same process:");
  const anew = await live(feeds, 10, [2, 10], newDatabase());
  const [last, second, tenth, hundredth] = [lived.get(nights), anew.get(2), anew.get(10), lived.get(100)];
  if (last === undefined || second === undefined || tenth === undefined) return;
  // The fastest of the same number.
  ratio(`pass of night ${nights} beside the first ten of the other workspace`, last.pass / tenth.pass);
  for (const what of ["status", "scrape"] as const)
    ratio(`${what} of night ${nights} beside night 2 of the other workspace`, last[what] / second[what]);
  if (hundredth !== undefined && nights > 100)
    ratio(`size of night ${nights} beside night 100`, last.bytes / hundredth.bytes);
}

/** Highest ratio to the beginning. */
const aim = 1.2;

function ratio(what: string, times: number): void {
  say(`  ${times <= aim ? "met" : "missed"}: ${what}: ${times.toFixed(2)} (aim: at most ${aim})`);
}

/** Processor milliseconds, and bytes on disk. */
interface Night {
  readonly pass: number;
  readonly status: number;
  readonly scrape: number;
  readonly bytes: number;
}

/**
 * @returns the times of the nights that are shown
 */
async function live(
  feeds: number,
  nights: number,
  shown: readonly number[],
  database?: string,
): Promise<ReadonlyMap<number, Night>> {
  const found = new Map<number, Night>();
  const accounts = Math.ceil(feeds / kinds.length);
  const here = await place(yearYaml(accounts), database);
  const { workspace, store, clock } = here.setup;
  const status = workspaceStatus(workspace, store, () => clock.now());
  const requests = countRequests();
  let passes: number[] = [];
  for (let night = 1; night <= nights; night++) {
    here.now += 86_400_000;
    for (const { name } of workspace.feeds)
      await drop(here, `${name.replace("/", "-")}-${night}.csv`, rowsOf(name, night));
    passes = [...passes, await pass(here, processorTime)].slice(-9);
    await isComplete(store, night, workspace.feeds.length);
    if (!shown.includes(night)) continue;
    const took = Math.min(...passes);
    const read = await timed(() => status.read());
    const scrape = await timed(async () =>
      metricsText(await status.read(1), requests, 0, here.setup.clock.now()),
    );
    const bytes = database === undefined ? await diskUse(workspace.data) : await databaseSize(database);
    found.set(night, { pass: took, status: read, scrape, bytes });
    say(
      `  night ${night}: pass (quickest of the last ${passes.length}) ${ms(took)}, status ${ms(read)}, scrape ${ms(scrape)}, ${(bytes / 1e6).toFixed(1)} MB`,
    );
  }
  await remove(here);
  return found;
}

const kinds = ["staff", "charge-code", "tax-code"];

function yearYaml(accounts: number): string {
  const names = [...Array(accounts).keys()].map((each) => `a${each}`);
  return [
    "lading: 1",
    "accounts:",
    ...names.map((name) => `  ${name}: { country: US, zone: America/Chicago }`),
    "sources: { in: { folder: inbox } }",
    "feeds:",
    ...names.flatMap((name) =>
      kinds.map(
        (kind) =>
          `  ${name}/${kind}: { source: in, files: "${name}-${kind}-*.csv", settle: final_name, first: publish }`,
      ),
    ),
    "",
  ].join("\n");
}

/** Twenty records, of which a different one has a new name each night. */
function recordsOf(night: number): readonly (readonly [string, string])[] {
  return [...Array(20).keys()].map((id) => {
    const changed = night - ((((night - id) % 20) + 20) % 20);
    return [String(id).padStart(7, "0"), changed > 0 ? `Name of night ${changed}` : `Name ${id}`];
  });
}

/** Files of the three kinds of feed for a night. The changed column is the second. */
function rowsOf(feed: string, night: number): readonly string[] {
  const kind = feed.split("/")[1];
  if (kind === "staff") return recordsOf(night).map(([id, name]) => person(Number(id), name));
  const isCharge = kind === "charge-code";
  const [columns, more] = isCharge ? [",charge_type", ",freight"] : ["", ""];
  const rows = recordsOf(night).map(([id, name]) => `${id},C${id},${name},true,${always}${more}`);
  return [`external_id,code,description,is_active,updated_at${columns}`, ...rows];
}

/** Checks that every feed has one publication per night, and that its list matches that night's file. */
async function isComplete({ db }: Store, night: number, feeds: number): Promise<void> {
  const published = await db.selectFrom("feeds").select(["id", "name", "number"]).execute();
  const records = await db.selectFrom("records").select(["feed", "id", "record"]).execute();
  const expected = new Map(recordsOf(night));
  const wrong = [
    ...published
      .filter(({ number }) => number !== night)
      .map(({ name, number }) => `${name}: ${number} publications`),
    ...records
      .filter(({ id, record }) => !record.includes(`"${expected.get(id)}"`))
      .map(({ feed, id }) => `feed ${feed}: record ${id} is another`),
  ];
  if (published.length !== feeds || records.length !== feeds * expected.size)
    wrong.push(`${published.length} feeds with ${records.length} records`);
  if (wrong.length > 0) throw new Error(`night ${night}: ${wrong.slice(0, 5).join("; ")}`);
}

async function databaseSize(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_database_size(current_database()) as bytes",
  );
  await client.end();
  return Number(rows[0]?.bytes);
}

/** The fastest of twenty, because the first run is cold. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let each = 0; each < 20; each++) {
    const begun = processorTime();
    await work();
    best = Math.min(best, processorTime() - begun);
  }
  return best;
}

if (values.help) say(help);
else {
  const [records, idleFeeds, feeds, nights] = [values.records, values.idle, values.feeds, values.nights].map(
    Number,
  );
  const programs = postgresPrograms();
  // PostgreSQL checks for rows to clean every minute. A simulated night takes half a second, so here it
  // checks every second.
  const cluster = programs === undefined ? undefined : startCluster(programs, "-c autovacuum_naptime=1s");
  try {
    if (records) {
      say(`${records} records, SQLite`);
      await publication(records, undefined, await bareSqlite(records));
      if (cluster !== undefined) {
        say(`${records} records, PostgreSQL`);
        await publication(records, cluster.database(), await barePostgres(records, cluster.database()));
      }
    }
    if (idleFeeds) {
      say("idle feeds, SQLite");
      await idle(idleFeeds);
      if (cluster !== undefined) {
        say("idle feeds, PostgreSQL");
        await idle(idleFeeds, cluster.database());
      }
    }
    if (feeds && nights) {
      say(`a year of ${feeds} feeds, SQLite`);
      await year(feeds, nights, () => undefined);
      if (cluster !== undefined) {
        say(`a year of ${feeds} feeds, PostgreSQL`);
        await year(feeds, nights, () => cluster.database());
      }
    }
  } finally {
    cluster?.stop();
  }
}

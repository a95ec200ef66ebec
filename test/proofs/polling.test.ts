/** @module-tag long */

import { mkdir, rename, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openStore } from "../../src/store/store.js";
import { PollingClient } from "../support/polling-client.js";
import { databases } from "../support/postgres.js";
import { workdir, type Running, type Workdir } from "../support/workdir.js";

/**
 * Platforms poll a real server in adjacent windows, with clocks that are wrong and jump. Meanwhile exports
 * arrive, runs are killed and suspended, the clocks of runs, server and database jump, and the server is
 * killed. Each platform ends with the newest version of everything. A schedule is one account in one round.
 * Its exports, polling times and clock are drawn for it alone. It shares processes and their deaths with the
 * other accounts of the round, whose feeds one pass processes.
 */

const isLong = process.env["LADING_PROOF"] === "long";

const countries =
  "ae ar at au be bg br ca ch cl cn co cz de dk ee eg es fi fr gb gr hk hr hu id ie il in it jp kr lt lv mx my nl no pe pl".split(
    " ",
  );
const accounts = isLong ? countries : countries.slice(0, 5);
const schedules = Number(process.env["LADING_SCHEDULES"] ?? (isLong ? 10_000 : accounts.length));
const rounds = Math.ceil(schedules / accounts.length);

/**
 * Maximum clock jump in either direction, in milliseconds. Two clocks differ by no more than the five minutes
 * of the interface.
 */
const reach = 140_000;
const anyStep = (): number => Math.round((Math.random() * 2 - 1) * reach);

/** Milliseconds after which a run of all accounts counts as hanging. */
const longest = 300_000;

const guards =
  "no_rows rows_below rows_above ids_gone rejected field_changes changes newly_empty headings rekeyed";
const guard = `{ ${guards.replaceAll(/\w+/g, "$&: off,")} }`;

const workspace = (database: string): string => `lading: 1
${database}
accounts: { ${accounts.map((name) => `${name}: { country: ${name.toUpperCase()}, sync: polling, tax_codes: none }`).join(", ")} }
sources: { inbox: { folder: inbox } }
feeds:
${accounts
  .map(
    (
      name,
    ) => `  ${name}/org: { source: inbox, files: "${name}-org-*.csv", settle: final_name, first: publish, guard: ${guard} }
  ${name}/job: { source: inbox, files: "${name}-job-*.csv", settle: final_name, first: publish, guard: ${guard} }
  ${name}/payables-invoice: { source: inbox, files: "${name}-invoice-*.csv", settle: final_name }
`,
  )
  .join("")}server: { port: 0, operators: { port: 0 } }
`;

describe.each(databases)("polling on %s", (engine, newDatabase) => {
  test("platforms with adjacent windows end with the newest version of everything", async () => {
    const url = newDatabase();
    const dir = await workdir({
      "lading.yaml": workspace(url === undefined ? "" : "database: env:LADING_DATABASE_URL"),
    });
    await mkdir(dir.at("inbox"));
    const world = new World(dir, url);
    await world.hasClock();
    const platforms: Platform[] = [];
    for (const name of accounts) platforms.push(new Platform(name, dir, await world.token(name)));
    await world.serve();

    const begun = Date.now();
    for (let round = 1; round <= rounds; round++) {
      await world.stepClocks();
      let isOver = false;
      const polling = platforms.map(async (platform) => {
        while (!isOver) {
          await wait(Math.random() * 1_500);
          await platform.poll(world.url);
        }
      });
      await Promise.all(platforms.map((platform) => platform.drop(round, "a")));
      await world.disturbedRun();
      await Promise.all(platforms.map((platform) => platform.drop(round, "b")));
      if (Math.random() < 0.5) await world.disturbedRun();
      await world.finishedRun();
      isOver = true;
      await Promise.all(polling);
      for (const platform of platforms) {
        expect(await platform.poll(world.url, true)).toBe(true);
        expect([platform.name, round, platform.held()]).toEqual([platform.name, round, platform.newest()]);
      }
      if (isLong && round % 10 === 0)
        console.log(
          `${engine}: ${round} of ${rounds} rounds in ${Math.round((Date.now() - begun) / 1000)} s`,
        );
    }
    const windows = platforms.reduce((sum, { answers }) => sum + answers, 0);
    const versions = platforms.reduce((sum, platform) => sum + platform.versions, 0);
    console.log(
      `polling on ${engine}: ${rounds * accounts.length} schedules, ${JSON.stringify({ versions, windows, ...world.sum })}`,
    );
    await world.end();
  }, 36_000_000);
});

/** Columns of every org and job apart from the id, the time and the changing value. */
const exported = {
  orgs: {
    file: "org",
    heading:
      "external_id,updated_at,name,code,is_active,is_creditor,is_debtor,country,days_to_pay,payments_scheduling_rule",
    rest: "C,true,true,false,GB,30,n_days_after_invoice_date",
  },
  jobs: { file: "job", heading: "external_id,updated_at,number,job_type", rest: "shipment" },
} as const;

type List = keyof typeof exported;
const lists: readonly List[] = ["orgs", "jobs"];

/** One account: the exports of its FFS, and the platform that polls. */
class Platform {
  readonly name: string;
  versions = 0;
  readonly #dir: Workdir;
  readonly #client: PollingClient;
  /** The changing value: the name of an org, the number of a job. */
  readonly #newest = { orgs: sixOf("ORG"), jobs: sixOf("JOB") };

  constructor(name: string, dir: Workdir, secret: string) {
    this.name = name;
    this.#dir = dir;
    this.#client = new PollingClient(secret, lists, anyStep);
  }

  get answers(): number {
    return this.#client.answers;
  }

  poll(url: string, isOpen = false): Promise<boolean> {
    return this.#client.poll(url, isOpen);
  }

  held(): readonly unknown[] {
    return Array.from(this.#client.held, ([path, { name, number }]) => [path, name ?? number]).sort();
  }

  newest(): readonly unknown[] {
    return lists
      .flatMap((list) => Array.from(this.#newest[list], ([id, version]) => [`${list}/${id}`, version]))
      .sort();
  }

  /**
   * Exports a file, which gets its name when it is complete. Sometimes there is nothing new, and sometimes a
   * person is involved.
   */
  async drop(round: number, part: string): Promise<void> {
    if (this.versions === 0) for (const list of lists) await this.#write(list, round, part);
    else if (Math.random() < 0.7) await this.#write(Math.random() < 0.5 ? "orgs" : "jobs", round, part);
  }

  async #write(list: List, round: number, part: string): Promise<void> {
    const newest = this.#newest[list];
    const version = `${round}${part}`;
    const share = Math.random();
    for (const id of newest.keys()) if (Math.random() < share) newest.set(id, version);
    if (Math.random() < 0.05) newest.set(`new-${version}`, version);
    this.versions += 1;
    const time = new Date(Date.UTC(2026, 0, 1) + round * 2_000 + (part === "a" ? 0 : 1_000)).toISOString();
    const { file, heading, rest } = exported[list];
    const rows = Array.from(newest, ([id, held]) => `${id},${time},${held},${rest}\r\n`);
    const path = this.#dir.at(`inbox/${this.name}-${file}-${String(round).padStart(6, "0")}${part}.csv`);
    await writeFile(`${path}.part`, `${heading}\r\n${rows.join("")}`);
    await rename(`${path}.part`, path);
  }
}

function sixOf(kind: string): Map<string, string> {
  return new Map(Array.from({ length: 6 }, (_, i) => [`${kind}/${i} ö`, "0"]));
}

/** The processes of one installation, and their clocks. */
class World {
  readonly sum = { runs: 0, kills: 0, stalls: 0, servers: 0, steps: 0 };
  url = "";
  readonly #dir: Workdir;
  readonly #database: string | undefined;
  #server: Running | undefined;

  constructor(dir: Workdir, database: string | undefined) {
    this.#dir = dir;
    this.#database = database;
  }

  async token(account: string): Promise<string> {
    const made = await this.#dir.lading(["token", "create", "--account", account, "--json"], this.#options());
    return (JSON.parse(made.stdout) as { readonly secret: string }).secret;
  }

  /** PostgreSQL uses a test clock that jumps. */
  async hasClock(): Promise<void> {
    await this.#inDatabase([
      "create schema clocks",
      "create table clocks.step as select 0 as ms",
      `create function clocks.clock_timestamp() returns timestamptz language sql volatile as
         'select pg_catalog.clock_timestamp() + (select ms from clocks.step) * interval ''1 ms'''`,
      "do $$ begin execute format('alter database %I set search_path = public, clocks, pg_catalog', current_database()); end $$",
    ]);
  }

  async stepClocks(): Promise<void> {
    this.sum.steps += 1;
    await this.#inDatabase([`update clocks.step set ms = ${anyStep()}`]);
    if (Math.random() < 0.2) {
      this.sum.servers += 1;
      await this.#server?.stop("SIGKILL");
      await this.serve();
    }
  }

  async serve(): Promise<void> {
    const server = this.#start(["serve"]);
    const line = await server.waitFor(/"event":"serving"/);
    this.url = /"lists":"([^"]+)"/.exec(line)?.[1] ?? "";
    this.#server = server;
  }

  /** A pass that is sometimes suspended and may be killed. */
  async disturbedRun(): Promise<void> {
    const run = this.#start(["run"]);
    this.sum.runs += 1;
    for (let moments = Math.floor(Math.random() * 4); moments > 0; moments--) {
      await wait(Math.random() * 1_200);
      if (!isStopped(run)) break;
      this.sum.stalls += 1;
      await wait(Math.random() * 800);
      process.kill(run.pid, "SIGCONT");
    }
    await wait(200 + Math.random() * 1_500);
    if (Math.random() < 0.7) {
      this.sum.kills += 1;
      await run.stop("SIGKILL");
    } else await run.stop("SIGCONT", longest);
  }

  async finishedRun(): Promise<void> {
    this.sum.runs += 1;
    const { code, stdout } = await this.#start(["run"]).stop("SIGCONT", longest);
    expect(code, stdout).toBe(0);
  }

  async end(): Promise<void> {
    await this.#server?.stop("SIGTERM");
  }

  /** By its own clock, which is wrong. */
  #start(words: readonly string[]): Running {
    return this.#dir.start(words, { ...this.#options(), clock: anyStep() });
  }

  #options(): { readonly env: Readonly<Record<string, string>> } {
    return { env: this.#database === undefined ? {} : { LADING_DATABASE_URL: this.#database } };
  }

  async #inDatabase(statements: readonly string[]): Promise<void> {
    if (this.#database === undefined) return;
    const store = await openStore({ data: this.#dir.at("data"), database: this.#database });
    for (const statement of statements) await sql.raw(statement).execute(store.db);
    await store.close();
  }
}

/** Stops it unless it has ended. */
function isStopped({ pid }: Running): boolean {
  try {
    return process.kill(pid, "SIGSTOP");
  } catch {
    return false;
  }
}

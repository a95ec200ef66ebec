/** @module-tag long */

import { rename } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readLog } from "../../src/feeds/lists/feed-log.js";
import { leaseTime } from "../../src/store/lease-time.js";
import { openStore } from "../../src/store/store.js";
import { postgresPrograms, startCluster, type Cluster } from "../support/postgres.js";
import { workdir, type Running, type Workdir } from "../support/workdir.js";
import { staff, staffFeed } from "../support/world.js";

/**
 * Two workers and two servers share one PostgreSQL. In every round one of them, or the database, is killed or
 * stopped, while a reader queries both servers. Nothing is lost or done twice, and no number goes back.
 * Rounds: 4, and 500 with LADING_PROOF=long (`npm run proof:machines`), or the value of LADING_ROUNDS.
 */

const programs = postgresPrograms();
const isLong = process.env["LADING_PROOF"] === "long";
const rounds = Number(process.env["LADING_ROUNDS"] ?? (isLong ? 500 : 4));
const seed = Number(process.env["LADING_SEED"] ?? 7);

describe.skipIf(programs === undefined)("two workers and two servers", () => {
  let cluster: Cluster;
  beforeAll(() => {
    if (programs !== undefined) cluster = startCluster(programs);
  }, 120_000);
  afterAll(() => cluster.stop());

  test(
    "lose nothing, do nothing twice, and never go back to an earlier number, whichever process is killed or stopped",
    async () => {
      const database = cluster.database();
      const env = { LADING_DATABASE_URL: database };
      const dir = await workdir({
        "lading.yaml": `database: env:LADING_DATABASE_URL\n${staffFeed.replace("first: publish", "first: publish, guard: { changes: off, rekeyed: off }")}`,
        "inbox/staff-0.csv": staff("0", "1", "2", "3", "4"),
      });
      const random = randomFrom(seed);
      expect(await dir.lading(["run"], { env })).toMatchObject({ code: 0 });
      const made = await dir.lading(["token", "create", "--account", "acme"], { env });
      const token = /[\w-]{30,}/.exec(made.stdout)?.[0] ?? "";

      const workers = [watch(dir, env), watch(dir, env)];
      const servers = await Promise.all([serve(dir, env), serve(dir, env)]);
      const reader = read(servers, token);
      const tally = new Map<string, number>();
      for (let round = 1; round <= rounds; round++) {
        const people = [...Array(5).keys()].map((id) => `${id}:Round ${round}`);
        await dir.write({ [`coming/staff-${round}.csv`]: staff(...people) });
        await rename(dir.at(`coming/staff-${round}.csv`), dir.at(`inbox/staff-${round}.csv`));
        await pause(random() * 600);
        const what =
          round % 25 === 0
            ? "stop a worker for longer than its lease"
            : (disturbances[Math.floor(random() * disturbances.length)] ?? "nothing");
        tally.set(what, (tally.get(what) ?? 0) + 1);
        const which = random() < 0.5 ? 0 : 1;
        if (what === "kill a worker") {
          await workers[which]?.stop("SIGKILL");
          workers[which] = watch(dir, env);
        } else if (what === "kill a server") {
          await servers[which]?.process.stop("SIGKILL");
          servers[which] = await serve(dir, env);
        } else if (what === "stop a worker" || what === "stop a server") {
          const pid = (what === "stop a worker" ? workers[which] : servers[which]?.process)?.pid ?? 0;
          process.kill(pid, "SIGSTOP");
          await pause(random() * 3_000);
          process.kill(pid, "SIGCONT");
        } else if (what === "stop a worker for longer than its lease") {
          const pid = workers[which]?.pid ?? 0;
          process.kill(pid, "SIGSTOP");
          // The other worker continues the work, and the stopped one notices when it resumes.
          await reader.seen(`Round ${round}`);
          await pause(leaseTime);
          process.kill(pid, "SIGCONT");
        } else if (what === "stop the database") {
          const thaw = cluster.freeze();
          await pause(random() * 3_000);
          thaw();
        } else if (what === "crash the database") {
          cluster.crash();
          await pause(random() * 1_000);
          cluster.start();
        }
        await reader.seen(`Round ${round}`);
        if (round % 25 === 0)
          console.log(`${round} rounds`, JSON.stringify(Object.fromEntries(tally)), reader.responses());
      }
      await reader.end();
      for (const worker of workers) await worker.stop();
      for (const { process: server } of servers) await server.stop();

      const store = await openStore({ data: dir.at("data"), database });
      const log = await readLog(store.db, "acme/staff");
      await store.close();
      const published = log.filter(({ state }) => state === "PUBLISHED");
      const ids = published.map((entry) => ("delivery" in entry ? entry.delivery : ""));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(rounds + 1);
      expect((await dir.files("inbox")).length).toBe(0);
    },
    rounds * 60_000,
  );
});

const disturbances = [
  "kill a worker",
  "kill a worker",
  "kill a server",
  "stop a worker",
  "stop a server",
  "stop the database",
  "crash the database",
] as const;

interface Server {
  readonly process: Running;
  readonly url: string;
}

function watch(dir: Workdir, env: Readonly<Record<string, string>>): Running {
  return dir.start(["watch"], { env });
}

async function serve(dir: Workdir, env: Readonly<Record<string, string>>): Promise<Server> {
  const process = dir.start(["serve", "--port", "0", "--operators-port", "0"], { env });
  const output = await process.waitFor(/"lists":"[^"]+"/, 60_000);
  return { process, url: /"lists":"([^"]+)"/.exec(output)?.[1] ?? "" };
}

/** Queries the servers in turn, without a pause in the long form. Fails if a number goes back or a list is a mixture. */
function read(servers: readonly Server[], token: string) {
  let isOver = false;
  let failed: Error | undefined;
  let highest = 0;
  let last = "";
  let responses = 0;
  const reading = (async () => {
    for (let turn = 0; !isOver; turn++) {
      if (!isLong) await pause(20);
      const url = servers[turn % 2]?.url ?? "";
      const signal = AbortSignal.timeout(5_000);
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${url}/staff`, { headers, signal }).catch(() => undefined);
      const list =
        response?.status === 200 ? ((await response.json().catch(() => undefined)) as Person[]) : undefined;
      if (response === undefined || list === undefined) {
        await pause(20);
        continue;
      }
      responses += 1;
      const number = Number(response.headers.get("lading-publication"));
      // A server without its database reports it, and may be behind.
      const isMarked = response.headers.get("lading-stale") === "true";
      if (number < highest && !isMarked) throw new Error(`${number} after ${highest}`);
      const names = new Set(list.map(({ name }) => name));
      if (number > 1 && names.size !== 1) throw new Error(`a mixture: ${[...names].join(", ")}`);
      if (number >= highest) last = [...names][0] ?? "";
      highest = Math.max(highest, number);
    }
  })().catch((error: unknown) => (failed = error as Error));
  return {
    responses: () => responses,
    async seen(name: string): Promise<void> {
      while (last !== name) {
        if (failed !== undefined) throw failed;
        await pause(20);
      }
    },
    async end(): Promise<void> {
      isOver = true;
      await reading;
      if (failed !== undefined) throw failed;
    },
  };
}

interface Person {
  readonly name: string;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds));
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

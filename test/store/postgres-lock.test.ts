/** @module-tag long */

import pg from "pg";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { newDatabase, postgresPrograms } from "../support/postgres.js";
import { workdir, type Workdir } from "../support/workdir.js";

/** A program that locks Lading out of its PostgreSQL database is reported with a fix. */

describe.skipIf(postgresPrograms() === undefined)("a PostgreSQL database", () => {
  let url: string;
  let dir: Workdir;

  beforeEach(async () => {
    url = newDatabase();
    dir = await workdir({
      "lading.yaml":
        "lading: 1\ndatabase: env:DB\naccounts: { acme: { country: DE } }\nsources: { inbox: { folder: inbox } }\nfeeds: { acme/org: { source: inbox, files: a.csv } }\n",
      "inbox/b.csv": "",
    });
    expect(await dir.lading(["run"], { env: { DB: url } })).toMatchObject({ code: 0 });
  });

  /** A session of another program. */
  async function session(program: string): Promise<{ readonly client: pg.Client; readonly pid: number }> {
    const client = new pg.Client({ connectionString: url, application_name: program });
    client.on("error", () => undefined);
    await client.connect();
    onTestFinished(() => client.end().catch(() => undefined));
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    return { client, pid: rows[0]?.pid ?? 0 };
  }

  const run = (env = {}) => dir.lading(["run"], { env: { DB: url, ...env } });

  test("is reported with the process of the session that locks it", async () => {
    const { client, pid } = await session("pg_repack");
    await client.query("begin; lock table feeds in access exclusive mode");
    const other = { DB: `${url}&application_name=other` };
    for (const { code, stderr, stdout } of await Promise.all([run(), run(other)])) {
      expect(code).toBe(75);
      const output = (stdout + stderr).replaceAll(/\s+/g, " ");
      expect(output).toContain(
        `The database is locked by another program: for more than 20 s, pg_repack of the user lading, process ${pid} has held a lock that Lading needs.`,
      );
      expect(output).toContain(
        `\`select pg_terminate_backend(${pid})\`, and run the command again. Nothing was lost.`,
      );
    }
    // The suggested command works and is sufficient.
    const { client: psql } = await session("psql");
    await psql.query(`select pg_terminate_backend(${pid})`);
    expect((await run()).code).toBe(0);
  });

  test("is reported with the holder of the lock, and not with programs that wait for it as well", async () => {
    const { client, pid } = await session("report");
    await client.query("begin; select count(*) from feeds");
    const { client: waiting, pid: waitingPid } = await session("migration");
    const waits = waiting.query("alter table feeds add column other int").catch(() => undefined);
    const { stderr, stdout } = await run();
    const output = (stdout + stderr).replaceAll(/\s+/g, " ");
    expect(output).toContain(`report of the user lading, process ${pid} has held a lock`);
    expect(output).not.toContain(String(waitingPid));
    await client.query("rollback");
    await waits;
  });

  test("is used without an error if the lock ends in time", async () => {
    const { client } = await session("report");
    await client.query("begin; lock table feeds in access exclusive mode");
    const running = run();
    const { client: other } = await session("psql");
    const isWaiting = async (): Promise<boolean> => {
      const { rows } = await other.query(
        "select 1 from pg_stat_activity where application_name = 'lading' and wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length > 0;
    };
    while (!(await isWaiting())) await new Promise((done) => setTimeout(done, 50));
    await client.query("rollback");
    expect((await running).code).toBe(0);
  });

  test("is reported as locked if it has a shorter lock timeout of its own", async () => {
    const { client } = await session("report");
    await client.query("begin; lock table feeds in access exclusive mode");
    const { code, stderr, stdout } = await run({ DB: `${url}&options=-c%20lock_timeout%3D200` });
    expect(code).toBe(75);
    expect(stdout + stderr).toMatch(/The database is locked by another program: .*lock timeout/);
  });
});

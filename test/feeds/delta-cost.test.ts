import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { KyselyPlugin } from "kysely";
import type { Store } from "../../src/store/store.js";
import { databases } from "../support/postgres.js";
import { world, type World } from "../support/world.js";

/**
 * The cost of a few changes among many records depends on the changes and not on the list. The test counts rows
 * of the store instead of seconds.
 */

const workspace = (more: string) => `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin, tax_mode: non_tax } }
sources: { inbox: { folder: inbox } }
${more}
feeds:
  acme/job:
    source: inbox
    files: "jobs-{sequence}.csv"
    mapping: job.yaml
    settle: final_name
    delivery: delta
    first: publish
`;

const mapping = `
lading: 1
record: job
zone: Europe/Berlin
operation: { column: Do, values: { U: upsert, D: delete } }
missing: remove
fields:
  external_id: Job
  updated_at: { column: Time, date: yyyy-MM-dd HH:mm }
  number: No
  job_type: { constant: shipment }
`;

type Line = readonly [job: string, no: string, time?: string | undefined, operation?: string];
const jobs = (lines: readonly Line[]) =>
  `Do,Job,No,Time\n${lines.map(([job, no, time = "2026-02-01 08:00", operation = "U"]) => `${operation},${job},${no},${time}\n`).join("")}`;

const many = (count: number): readonly Line[] =>
  Array.from({ length: count }, (_, i) => [`J${String(i).padStart(6, "0")}`, `N${i}`]);

describe.each(databases)("a delta on %s", (_, newDatabase) => {
  async function place(count: number): Promise<World> {
    const url = newDatabase();
    const env = url === undefined ? {} : { LADING_DATABASE_URL: url };
    const stated = url === undefined ? "" : "database: env:LADING_DATABASE_URL";
    const w = await world(workspace(stated), undefined, "here", env);
    await w.write("job.yaml", mapping);
    await w.drop("jobs-1.csv", jobs(many(count)));
    expect((await w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
    return w;
  }

  test("does not read and write more rows as the list grows", async () => {
    const costs = [];
    for (const count of [200, 2_000]) {
      const w = await place(count);
      await w.drop(
        "jobs-2.csv",
        jobs([
          ["J000007", "new"],
          ["J000011", "new"],
          ["Z1", "new"],
          ["J000013", "", undefined, "D"],
        ]),
      );
      const counted = counting(w.store);
      const done = await w.pass({ ...w.setup, store: counted.store });
      expect(done.map(({ status }) => status)).toEqual(["PUBLISHED"]);
      costs.push(counted.cost);
    }
    const [few, more] = costs;
    expect(more).toEqual(few);
    expect(more?.read).toBeLessThan(150);
    expect(more?.written).toBeLessThan(50);
  });

  test("gives the same result as a comparison with the whole list", async () => {
    const w = await place(100);
    await w.drop(
      "jobs-2.csv",
      jobs([
        ["J000001", "stale", "2025-01-01 08:00"],
        ["J000002", "changed", "2026-02-02 08:00"],
        ["J000003", "N3", "2026-02-02 08:00"],
        ["J000004", "", undefined, "D"],
        ["A0", "first"],
        ["Z0", "last"],
        ["J000005", "never", "never"],
      ]),
    );
    const [outcome] = await w.pass();
    expect(outcome).toMatchObject({ status: "PUBLISHED", evaluation: { counts: { stale: 1, rejected: 1 } } });
    const list = await w.list("acme/job");
    expect(list.map(({ external_id }) => external_id)).toEqual([
      "A0",
      ...many(100).flatMap(([id]) => (id === "J000004" ? [] : [id])),
      "Z0",
    ]);
    const numbers = Object.fromEntries(list.map(({ external_id, number }) => [external_id, number]));
    expect(numbers).toMatchObject({ J000001: "N1", J000002: "changed", J000003: "N3", J000005: "N5" });
    const { facts } = await w.store.db
      .selectFrom("publications")
      .select("facts")
      .where("number", "=", 2)
      .executeTakeFirstOrThrow();
    const publication = JSON.parse(facts) as { counts: object; list_sha256: string };
    expect(publication.counts).toEqual({
      ...{ records: 101, active: 0, added: 2, changed: 1, revived: 0, deactivated: 0, removed: 1 },
      carried: 97,
    });
    const rows = await w.store.db.selectFrom("records").select("record").execute();
    const hashes = rows.map(({ record }) => BigInt(`0x${createHash("sha256").update(record).digest("hex")}`));
    const sum = BigInt.asUintN(
      256,
      hashes.reduce((all, each) => all + each, 0n),
    );
    expect(publication.list_sha256).toBe(sum.toString(16).padStart(64, "0"));
  });
});

/** A store that counts the rows that are returned and changed. */
function counting(store: Store): { readonly store: Store; readonly cost: { read: number; written: number } } {
  const cost = { read: 0, written: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      cost.read += result.rows.length;
      cost.written += Number(result.numAffectedRows ?? 0);
      return result;
    },
  };
  return {
    cost,
    store: {
      ...store,
      db: store.db.withPlugin(plugin),
      transaction: (work) => store.transaction((tx) => work(tx.withPlugin(plugin))),
    },
  };
}

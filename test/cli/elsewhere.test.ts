import { describe, expect, test } from "vitest";
import { takeLease } from "../../src/store/leases.js";
import { openStore } from "../../src/store/store.js";
import { databases } from "../support/postgres.js";
import { quickClock } from "../support/quick-clock.js";
import { workdir } from "../support/workdir.js";

/** Two workers on one store: work in progress elsewhere is not a failure. */

describe.each(databases)("a run beside another process on %s", (engine, newDatabase) => {
  async function scene() {
    const database = newDatabase();
    const staff =
      "external_id,updated_at,name,email_address,is_active\n1,2026-01-01T00:00:00Z,A,a@example.com,true\n";
    const dir = await workdir({
      "inbox/a.csv": staff,
      "inbox/b.csv": staff,
      "lading.yaml": `lading: 1
${database === undefined ? "" : "database: env:DB\n"}accounts: { a: { country: DE }, b: { country: DE } }
sources: { inbox: { folder: inbox } }
feeds:
  a/staff: { source: inbox, files: a.csv, settle: final_name, first: publish }
  b/staff: { source: inbox, files: b.csv, settle: final_name, first: publish }
outputs: { lists: { folder: out } }
`,
    });
    const env = { DB: database };
    const store = await openStore({ data: dir.at("data"), database });
    return { dir, store, run: (...args: string[]) => dir.lading(["run", ...args], { env }) };
  }

  test("skips a feed that another process is working on, and publishes the other feeds", async () => {
    const { store, run } = await scene();
    const lease = await takeLease(store, "a/staff");
    const ran = await run();
    expect(ran).toMatchObject({ code: 0, stderr: expect.not.stringContaining("in use") as string });
    expect(ran.stdout).toMatch(/^a\/staff +in progress elsewhere/m);
    expect(ran.stdout).toMatch(
      new RegExp(`a/staff in progress elsewhere: Process ${process.pid} on \\S+ is processing the feed`),
    );
    expect(ran.stdout).toMatch(/^b\/staff +b\.csv +PUBLISHED/m);
    expect(await run("--quiet")).toMatchObject({ code: 0, stdout: "", stderr: "" });
    const { feeds } = JSON.parse((await run("--json")).stdout) as { feeds: { feed: string }[] };
    expect(feeds.toSorted((a, b) => (a.feed < b.feed ? -1 : 1))).toMatchObject([
      { feed: "a/staff", state: "ELSEWHERE", fault: null, next: null },
      { feed: "b/staff", state: "-" },
    ]);
    await lease.release();
    expect((await run()).stdout).toMatch(/^a\/staff +a\.csv +PUBLISHED/m);
    await store.close();
  });

  test("succeeds when another process is writing an output", async () => {
    quickClock();
    const { store, run } = await scene();
    const lease = await takeLease(store, "output lists a/staff");
    const ran = await run();
    expect(ran.code).toBe(0);
    expect(ran.stderr).toMatch(
      /In progress in another process: Process \d+ on .+ is working on output lists a\/staff\./,
    );
    await lease.release();
    await store.close();
  });

  test("waits for the other process with --retry-for", async () => {
    quickClock();
    const { store, run } = await scene();
    const lease = await takeLease(store, "a/staff");
    const running = run("--retry-for", "1h");
    const isPublished = async () =>
      (await store.db.selectFrom("feeds").select("number").where("name", "=", "b/staff").executeTakeFirst())
        ?.number === 1;
    while (!(await isPublished())) await new Promise((resolve) => setTimeout(resolve, 100));
    await lease.release();
    expect((await running).stdout).toMatch(/^a\/staff +a\.csv +PUBLISHED/m);
    await store.close();
  });
});

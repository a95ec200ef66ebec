import { describe, expect, test } from "vitest";
import { questions } from "../../scripts/questions.js";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { failure } from "../../src/errors.js";
import { noteFaults } from "../../src/feeds/deliveries/faults.js";
import { emit } from "../../src/feeds/deliveries/emit.js";
import { noteUnprocessed } from "../../src/feeds/deliveries/unprocessed-files.js";
import { withFeed } from "../../src/feeds/deliveries/open-feed.js";
import { rejectHeld } from "../../src/feeds/decisions/reject.js";
import { evaluateAgain, heldDelivery, noteRelease } from "../../src/feeds/decisions/release.js";
import { noteReplay } from "../../src/feeds/decisions/replay.js";
import { rollback } from "../../src/feeds/decisions/rollback.js";
import { createCredential } from "../../src/store/credentials/store.js";
import { sql } from "../../src/store/kysely.js";
import type { Feed } from "../../src/workspace/workspace.js";
import { databases } from "../support/postgres.js";
import { ids, staff, world, type World } from "../support/world.js";

/** The questions of `docs/semantics.md`, asked as written. */

const yaml = `lading: 1
accounts: { acme: { country: DE, zone: UTC } }
sources: { inbox: { folder: inbox } }
outputs:
  planning: { folder: out, formats: [csv] }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish }
  acme/charge-code: { source: inbox, files: "charge*.csv", settle: final_name, first: publish }
  acme/tax-code: { source: inbox, files: "tax*.csv", settle: final_name }
`;

const charges =
  "external_id,updated_at,code,description,charge_type,tax_code,is_active\r\n1,,C1,Charge 1,freight,S1,true\r\n";

/** A list in two versions, a file that a person rejected, one that is held, one that waits, and an invoice. */
async function history(w: World): Promise<void> {
  const { signal } = new AbortController();
  await w.drop("staff-1.csv", staff(...ids(1, 30)));
  await w.pass();
  expect(await emit(w.setup, signal)).toEqual([]);
  w.clock.advance(86_400_000);
  await w.drop("staff-2.csv", staff("001:Petra", ...ids(2, 29), "030:Eve:perhaps"));
  await w.drop("charge-1.csv", charges);
  await w.pass();
  await rm(join(w.folder, "out"), { recursive: true });
  await w.write("out", "not a folder");
  expect(await emit(w.setup, signal)).toHaveLength(1);
  w.clock.advance(3_600_000);
  await w.drop("staff-3.csv", staff(...ids(1, 4)));
  await w.pass();
  const feed = w.setup.workspace.feeds.find(({ name }) => name === "acme/staff");
  if (feed === undefined) throw new Error("no feed");
  await withFeed(w.setup, feed, async (open) =>
    rejectHeld(open, heldDelivery(open, undefined), "wrong branch", "Grace"),
  );
  w.clock.advance(3_600_000);
  await w.drop("staff-4.csv", staff(...ids(1, 5)));
  await w.pass();
  const byName = (name: string) => w.setup.workspace.feeds.find((feed) => feed.name === name);
  const [charge, tax] = [byName("acme/charge-code"), byName("acme/tax-code")];
  if (charge === undefined || tax === undefined) throw new Error("no feed");
  const full = failure("storage_failed", { path: "data", reason: "ENOSPC" });
  await noteFaults(w.setup, [
    { feed: tax, error: full },
    {
      feed: charge,
      error: undefined,
      empty: { source: "inbox", name: "charge-2.csv", part: "", modified: 0 },
    },
  ]);
  const linked = { name: "staff.lnk", reason: "it is a link" };
  await noteUnprocessed(w.setup, "inbox", "ignored", [linked]);
  const now = w.clock.now();
  const [kind, account] = ["operator", ""] as const;
  for (const [name, expiresAt] of [["Ada", new Date("2099-01-01")], ["Grace"]] as const)
    await createCredential(w.store, { kind, account, name, expiresAt }, now);
  const invoice = { invoice: "{}", file_name: "1.csv", bytes: new Uint8Array(), sha256: "", history: "[]" };
  await w.store.db
    .insertInto("outbox")
    .values({
      ...{ id: "lading-1", account: "acme", state: "IN_DOUBT", since: 1, posted: 1, creditor: "C-7" },
      ...{ number: "R-1", kind: "invoice", total: "10.00", currency: "EUR", day: "", ...invoice },
      ...{ attempt: 1, record: "", second: 1 },
    })
    .execute();
}

function numberIn(value: unknown): unknown {
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
}

const answers: Readonly<Record<string, readonly object[]>> = {
  "Which deliveries are held, since when, and why, and what is served in the meantime?": [
    {
      feed: "acme/staff",
      file: "staff-4.csv",
      since: "2026-03-03T10:00:00.000Z",
      rows_read: 5,
      ...{ guard: "rows_below", found: 5, compared_with: 30, minimum: 24, maximum: 90 },
      ...{ served_version: 2, served_since: "2026-03-03T08:00:00.000Z", served_records: 30 },
      sentence: expect.stringContaining("The file has 5 rows") as string,
    },
    { feed: "acme/staff", file: "staff-4.csv", guard: "ids_gone", found: 25, minimum: null, maximum: 6 },
    { feed: "acme/staff", file: "staff-4.csv", guard: "changes", found: 26, compared_with: 30 },
  ],
  "Which deliveries were held this month, by how much, and who decided?": [
    {
      feed: "acme/staff",
      file: "staff-3.csv",
      held_at: "2026-03-03T09:00:00.000Z",
      ...{ guard: "rows_below", found: 4, compared_with: 30, minimum: 24 },
      held_because: expect.stringContaining("The file has 4 rows") as string,
      decision: "REJECTED",
      decided_at: "2026-03-03T09:00:00.000Z",
      person: "Grace",
      decided_because: "wrong branch",
    },
    { file: "staff-3.csv", guard: "ids_gone", found: 26, maximum: 6, person: "Grace" },
    { file: "staff-3.csv", guard: "changes", found: 27, maximum: 15, person: "Grace" },
    { file: "staff-4.csv", held_at: "2026-03-03T10:00:00.000Z", decision: null, person: null },
    { file: "staff-4.csv", guard: "ids_gone" },
    { file: "staff-4.csv", guard: "changes" },
  ],
  "Which guards held deliveries this month, and what was decided?": [
    { feed: "acme/staff", guard: "changes", held: 2, approved: 0, rejected: 1, superseded: 0, still_held: 1 },
    { guard: "ids_gone", held: 2, approved: 0, rejected: 1, superseded: 0, still_held: 1 },
    { guard: "rows_below", held: 2, approved: 0, rejected: 1, superseded: 0, still_held: 1 },
  ],
  "Why does a delivery have its status?": [
    { file: "staff-3.csv", status: "REJECTED", reason: "wrong branch", rejected_by: "Grace", version: null },
  ],
  "What happened to a delivery?": [
    { state: "RECEIVED" },
    { state: "READ" },
    { state: "VALIDATED" },
    { state: "HELD", reason: expect.stringContaining("The file has 4 rows") as string },
    { state: "HELD" },
    { state: "HELD" },
    { state: "REJECTED", person: "Grace", reason: "wrong branch" },
    { state: "ACKED" },
  ],
  "Which deliveries are not processed yet, and why?": [
    {
      feed: "acme/charge-code",
      file: "charge-1.csv",
      status: "WAITING",
      reason: "The delivery is waiting for the list acme/tax-code.",
    },
  ],
  "Which files at the sources have not been received, and why?": [
    {
      ...{ source: "inbox", file: "staff.lnk", kind: "ignored", reason: "it is a link" },
      since: "2026-03-03T10:00:00.000Z",
    },
  ],
  "What is failing, and since when?": [
    {
      since: "1970-01-01T00:00:00.000Z",
      place: "source inbox",
      feed: "acme/charge-code",
      kind: "file",
      file: "charge-2.csv",
      shown_from: "1970-01-01T00:10:00.000Z",
    },
    { since: "2026-03-03T08:00:00.000Z", feed: "acme/staff", kind: "output", subject: "planning" },
    {
      since: "2026-03-03T10:00:00.000Z",
      place: expect.stringMatching(/^machine /) as string,
      feed: "acme/tax-code",
      kind: "feed",
      sentence: expect.stringContaining("ENOSPC") as string,
      file: null,
      shown_from: null,
    },
  ],
  "Which outputs do not contain the current version, and since when?": [
    {
      output: "planning",
      feed: "acme/staff",
      version: 1,
      current_version: 2,
      written_at: "2026-03-02T08:00:00.000Z",
      since: "2026-03-03T08:00:00.000Z",
      reason: expect.stringMatching(/./) as string,
    },
  ],
  "Which access keys, tokens and client secrets expire next?": [
    { expires_at: "2099-01-01T00:00:00.000Z", kind: "operator", account: "", name: "Ada" },
  ],
  "When did each file of this month arrive, and what happened to it?": [
    { arrived_at: "2026-03-02T08:00:00.000Z", file: "staff-1.csv", outcome: "PUBLISHED" },
    { file: "charge-1.csv", outcome: "WAITING" },
    { file: "staff-2.csv", outcome: "PUBLISHED" },
    { file: "staff-3.csv", outcome: "REJECTED" },
    { file: "staff-4.csv", outcome: "HELD" },
  ],
  "How many files and rows arrived each day, by feed?": [
    { day: "2026-03-02", feed: "acme/staff", files: 1, rows_read: 30, rejected: 0 },
    { day: "2026-03-03", feed: "acme/charge-code", files: 1 },
    { day: "2026-03-03", feed: "acme/staff", files: 3, rows_read: 39, rejected: 1 },
  ],
  "Which feeds have not accepted a delivery today?": [
    { feed: "acme/charge-code", confirmed_at: null },
    { feed: "acme/tax-code", confirmed_at: null },
  ],
  "What does each feed serve?": [
    { feed: "acme/charge-code", version: 0, published_at: null, records: 0 },
    {
      feed: "acme/staff",
      version: 2,
      published_at: "2026-03-03T08:00:00.000Z",
      paused_to: null,
      records: 30,
      file: "staff-2.csv",
    },
    { feed: "acme/tax-code", version: 0 },
  ],
  "Which accepted files have rows that could not be used?": [
    { feed: "acme/staff", file: "staff-2.csv", rows_read: 30, rejected: 1 },
  ],
  "What did people decide, and why?": [
    {
      at: "2026-03-03T09:00:00.000Z",
      feed: "acme/staff",
      state: "REJECTED",
      person: "Grace",
      reason: "wrong branch",
    },
  ],
  "What happened to a record?": [
    { version: 1, kind: "added", before: null },
    { version: 2, kind: "changed", fields: '["name"]', after: expect.stringContaining("Petra") as string },
  ],
  "Which invoices does the FFS not have yet?": [
    { account: "acme", number: "R-1", creditor: "C-7", state: "IN_DOUBT" },
  ],
};

test("has an answer to each question", () => {
  expect(questions.map(({ title }) => title)).toEqual(Object.keys(answers));
});

/** A query of the page for a delivery of the history. */
function about(file: string, sha256: string, query: string): string {
  return query.replace("'%staff%'", `'${file}'`).replace("0123456789ab", sha256.slice(0, 12));
}

async function sha256Of({ store: { db } }: World, file: string): Promise<string> {
  const found = db.selectFrom("deliveries").select("sha256").where("name", "=", file);
  return (await found.executeTakeFirstOrThrow()).sha256;
}

async function rowsOf({ store }: World, query: string): Promise<readonly object[]> {
  const inMarch = query.replaceAll("cast(current_date as text)", "'2026-03-03'");
  const { rows } = await sql.raw<Record<string, unknown>>(inMarch).execute(store.db);
  // PostgreSQL gives counts and sums as text.
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, numberIn(value)])),
  );
}

describe.each(databases)("the queries on %s", (engine, newDatabase) => {
  async function past(): Promise<World> {
    const url = newDatabase();
    const env = url === undefined ? {} : { LADING_DATABASE_URL: url };
    const text = engine === "PostgreSQL" ? `database: env:LADING_DATABASE_URL\n${yaml}` : yaml;
    const w = await world(text, undefined, "here", env);
    await history(w);
    return w;
  }

  test("run as written and answer their question", async () => {
    const w = await past();
    const sha256 = await sha256Of(w, "staff-3.csv");
    for (const { title, sql: query } of questions)
      expect
        .soft(await rowsOf(w, about("staff-3.csv", sha256, query)), title)
        .toMatchObject(answers[title] ?? []);
    // As written, with today's date.
    for (const { sql: query } of questions) await sql.raw(query).execute(w.store.db);
  });

  test("count a file that arrives again with the same contents, and show the name of each arrival", async () => {
    const w = await past();
    w.clock.advance(86_400_000);
    await w.drop("staff-9.csv", staff(...ids(1, 30)), "2026-03-04T10:00:00Z");
    await w.pass();
    const days = questions.find(({ title }) => title.includes("each day"));
    expect(await rowsOf(w, days?.sql ?? "")).toMatchObject([
      { day: "2026-03-02", rows_read: 30 },
      { day: "2026-03-03", feed: "acme/charge-code" },
      { day: "2026-03-03", feed: "acme/staff", rows_read: 39 },
      { day: "2026-03-04", files: 1, rows_read: 30, rejected: 0 },
    ]);
    const arrivals = questions.find(({ title }) => title.startsWith("When did each file"));
    const files = (await rowsOf(w, about("", "", arrivals?.sql ?? ""))) as readonly { file: string }[];
    expect(files.map(({ file }) => file)).toEqual([
      "staff-1.csv",
      "charge-1.csv",
      "staff-2.csv",
      "staff-3.csv",
      "staff-4.csv",
      "staff-9.csv",
    ]);
  });

  test("count a hold once, from its beginning, if the identical file arrives again", async () => {
    const w = await past();
    w.clock.advance(86_400_000);
    await w.drop("staff-4.csv", staff(...ids(1, 5)), "2026-03-04T10:05:00Z");
    await w.pass();
    const holds = (await w.log("acme/staff")).filter(({ state }) => state === "HELD");
    expect(holds.map(({ at }) => at.slice(0, 10))).toEqual(["2026-03-03", "2026-03-03", "2026-03-04"]);
    const since = "2026-03-03T10:00:00.000Z";
    const [held, month] = questions;
    expect(await rowsOf(w, held?.sql ?? "")).toMatchObject(
      Array<object>(3).fill({ file: "staff-4.csv", since }),
    );
    expect(await rowsOf(w, month?.sql ?? "")).toMatchObject([
      ...Array<object>(3).fill({ file: "staff-3.csv", decision: "REJECTED" }),
      ...Array<object>(3).fill({ file: "staff-4.csv", held_at: since, decision: null }),
    ]);
    // The file is processed again and held again.
    w.clock.advance(60_000);
    const feed = w.setup.workspace.feeds.find(({ name }) => name === "acme/staff") as Feed;
    const again = await sha256Of(w, "staff-4.csv");
    await withFeed(w.setup, feed, async (open) =>
      noteReplay(open, heldDelivery(open, again), "a try", "Ada"),
    );
    await w.pass();
    expect((await w.log("acme/staff")).filter(({ state }) => state === "HELD")).toHaveLength(4);
    expect(await rowsOf(w, held?.sql ?? "")).toMatchObject(
      Array<object>(4).fill({ file: "staff-4.csv", since }),
    );
    expect(await rowsOf(w, month?.sql ?? "")).toMatchObject([
      ...Array<object>(3).fill({ file: "staff-3.csv", decision: "REJECTED" }),
      ...Array<object>(3).fill({ file: "staff-4.csv", held_at: since, decision: null }),
    ]);
  });

  test("find the feeds without an accepted delivery on an earlier day, too", async () => {
    const w = await past();
    w.clock.advance(86_400_000);
    await w.drop("staff-9.csv", staff(...ids(1, 31)), "2026-03-04T10:00:00Z");
    await w.pass();
    const query = questions.find(({ title }) => title.includes("not accepted"))?.sql ?? "";
    const on = (day: string) => rowsOf(w, query.replaceAll("cast(current_date as text)", `'${day}'`));
    const others = [{ feed: "acme/charge-code" }, { feed: "acme/tax-code" }];
    expect(await on("2026-03-03")).toMatchObject(others);
    expect(await on("2026-03-04")).toMatchObject(others);
    expect(await on("2026-03-05")).toMatchObject([...others, { feed: "acme/staff" }]);
  });

  test("return the reasons from the log after the decision, and from the delivery only those that still apply", async () => {
    const w = await past();
    const feed = w.setup.workspace.feeds.find(({ name }) => name === "acme/staff") as Feed;
    w.clock.advance(60_000);
    await w.drop("staff-5.csv", staff("900"), "2026-03-03T10:05:00Z");
    await w.pass();
    const released = await sha256Of(w, "staff-4.csv");
    w.clock.advance(60_000);
    await withFeed(w.setup, feed, async (open) => {
      const delivery = heldDelivery(open, released);
      const evaluation = await evaluateAgain(open, delivery);
      if (evaluation.verdict !== "held") throw new Error(evaluation.verdict);
      await noteRelease(open, delivery, evaluation, "the branch closed", "Ada");
    });
    await w.drop("staff-6.csv", staff(...ids(1, 6)), "2026-03-04T10:05:00Z");
    await w.pass();
    const [, month, , why, steps] = questions;
    expect(await rowsOf(w, month?.sql ?? "")).toMatchObject([
      ...Array<object>(3).fill({ file: "staff-3.csv", decision: "REJECTED", person: "Grace" }),
      {
        file: "staff-4.csv",
        held_at: "2026-03-03T10:00:00.000Z",
        held_because: expect.stringContaining("The file has 5 rows") as string,
        decision: "RELEASED",
        decided_at: "2026-03-03T10:02:00.000Z",
        person: "Ada",
        decided_because: "the branch closed",
      },
      { file: "staff-4.csv", guard: "ids_gone", decision: "RELEASED" },
      { file: "staff-4.csv", guard: "changes", decision: "RELEASED" },
      ...Array<object>(3).fill({ file: "staff-5.csv", decision: "SUPERSEDED", person: null }),
    ]);
    expect(await rowsOf(w, about("staff-5.csv", "", why?.sql ?? ""))).toMatchObject([
      {
        status: "SUPERSEDED",
        reason: `The newer delivery ${(await sha256Of(w, "staff-6.csv")).slice(0, 12)} was used instead.`,
      },
    ]);
    expect(await rowsOf(w, about("staff-4.csv", released, steps?.sql ?? ""))).toMatchObject([
      { state: "RECEIVED" },
      { state: "READ" },
      { state: "VALIDATED" },
      ...Array<object>(3).fill({ state: "HELD" }),
      { state: "RELEASED", person: "Ada" },
      { state: "READ" },
      { state: "VALIDATED" },
      { state: "PUBLISHED", version: 3 },
      { state: "ACKED" },
    ]);
    await rollback({ setup: w.setup, feed, name: "Ada" }, { to: 2, reason: "wrong list" });
    await w.drop("staff-7.csv", staff(...ids(1, 7)), "2026-03-05T10:05:00Z");
    await w.pass();
    const paused = questions.find(({ title }) => title.includes("not processed yet"));
    expect(await rowsOf(w, paused?.sql ?? "")).toMatchObject([
      { file: "charge-1.csv", reason: "The delivery is waiting for the list acme/tax-code." },
      { file: "staff-7.csv", status: "RECEIVED", reason: "The feed is paused: wrong list" },
    ]);
    const left = w.store.db.selectFrom("deliveries").select("name").where("change_set", "<>", "");
    expect(await left.execute()).toEqual([]);
    const explained = w.store.db
      .selectFrom("deliveries")
      .select("name")
      .where("reason_position", "is not", null);
    expect(await explained.orderBy("name").execute()).toEqual([
      { name: "charge-1.csv" },
      { name: "staff-3.csv" },
      { name: "staff-5.csv" },
    ]);
  });
});

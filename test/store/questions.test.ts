import { describe, expect, test } from "vitest";
import { questions } from "../../scripts/questions.js";
import { withFeed } from "../../src/feeds/deliveries/open-feed.js";
import { heldDelivery, rejectHeld } from "../../src/feeds/deliveries/operator.js";
import { sql } from "../../src/store/kysely.js";
import { databases } from "../support/postgres.js";
import { ids, staff, world, type World } from "../support/world.js";

/** The questions of `docs/semantics.md`, asked as written. */

const yaml = `lading: 1
accounts: { acme: { country: DE, zone: UTC } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish }
  acme/charge-code: { source: inbox, files: "charge*.csv", settle: final_name, first: publish }
  acme/tax-code: { source: inbox, files: "tax*.csv", settle: final_name }
`;

const charges =
  "external_id,updated_at,code,description,charge_type,tax_code,is_active\r\n1,,C1,Charge 1,freight,S1,true\r\n";

/** A list in two versions, a file that a person rejected, one that is held, one that waits, and an invoice. */
async function history(w: World): Promise<void> {
  await w.drop("staff-1.csv", staff(...ids(1, 30)));
  await w.pass();
  w.clock.advance(86_400_000);
  await w.drop("staff-2.csv", staff("001:Petra", ...ids(2, 29), "030:Eve:perhaps"));
  await w.drop("charge-1.csv", charges);
  await w.pass();
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

const counted = (rows: number, accepted: number, rejected: number) => ({
  rows_read: rows,
  accepted,
  rejected,
});

function numberIn(value: unknown): unknown {
  return typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
}

const answers: Readonly<Record<string, readonly object[]>> = {
  "Which deliveries are held, since when, and why?": [
    {
      feed: "acme/staff",
      file: "staff-4.csv",
      since: "2026-03-03T10:00:00.000Z",
      rows_read: 5,
      guard: "rows_below",
    },
    { feed: "acme/staff", file: "staff-4.csv", guard: "ids_gone" },
    { feed: "acme/staff", file: "staff-4.csv", guard: "changes" },
  ],
  "Which deliveries were held in a month, and what is their status now?": [
    { file: "staff-3.csv", held_at: "2026-03-03T09:00:00.000Z", status: "REJECTED" },
    { file: "staff-4.csv", held_at: "2026-03-03T10:00:00.000Z", status: "HELD" },
  ],
  "What is not decided yet, and what does it wait for?": [
    {
      feed: "acme/charge-code",
      file: "charge-1.csv",
      status: "WAITING",
      reason: "It is waiting for the list acme/tax-code.",
    },
  ],
  "How many rows did the new files of each night have?": [
    { night: "2026-03-02", files: 1, ...counted(30, 30, 0) },
    { night: "2026-03-03", files: 4, ...counted(39, 38, 1) },
  ],
  "For which feeds was no delivery taken since a given time?": [
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
  "Which rows of files that were taken could not be used?": [
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
  "What happened to one record?": [
    { version: 1, kind: "added", before: null },
    { version: 2, kind: "changed", fields: '["name"]', after: expect.stringContaining("Petra") as string },
  ],
  "Which invoices does the FFS not have yet?": [
    { account: "acme", number: "R-1", creditor: "C-7", state: "IN_DOUBT" },
  ],
};

test("there are ten questions, and an answer to each", () => {
  expect(questions.map(({ title }) => title)).toEqual(Object.keys(answers));
  expect(questions).toHaveLength(10);
});

describe.each(databases)("on %s", (engine, newDatabase) => {
  test("each query runs as written and answers its question", async () => {
    const url = newDatabase();
    const env = url === undefined ? {} : { LADING_DATABASE_URL: url };
    const text = engine === "PostgreSQL" ? `database: env:LADING_DATABASE_URL\n${yaml}` : yaml;
    const w = await world(text, undefined, "here", env);
    await history(w);
    for (const { title, sql: query } of questions) {
      const { rows } = await sql.raw<Record<string, unknown>>(query).execute(w.store.db);
      // PostgreSQL gives counts and sums as text.
      const plain = rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, numberIn(value)])),
      );
      expect.soft(plain, title).toMatchObject(answers[title] ?? []);
    }
  });
});

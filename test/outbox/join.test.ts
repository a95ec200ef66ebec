import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { sharedAccruals } from "../../src/outbox/accruals.js";
import { move, readEntry, recordInvoice, type NewOutboxEntry } from "../../src/outbox/entries.js";
import { confirm, resend, withdraw } from "../../src/outbox/decisions.js";
import { leaseName } from "../../src/outbox/send.js";
import { withheldRows, postedIds, recordServedAs } from "../../src/outbox/join.js";
import { freeKeys } from "../../src/outbox/keys.js";
import { sql } from "../../src/store/kysely.js";
import { takeLease } from "../../src/store/leases.js";
import { openStore, type Store } from "../../src/store/store.js";
import { publish } from "../http/publish.js";
import { databases } from "../support/postgres.js";
import { invoice, scene, type Scene } from "./scene.js";

/** Exports of the FFS that contain posted invoices, on both databases. */

interface Row {
  readonly number?: string;
  readonly total?: string;
  /** The total if only the local amount is given. */
  readonly local?: string;
  readonly currency?: string;
  readonly day?: string;
  readonly at?: string;
  readonly echo?: string;
  readonly is_cancelled?: boolean;
  readonly accrual?: string;
}

describe.each(databases)("exported invoices on %s", (engine, newDatabase) => {
  const isPostgres = engine === "PostgreSQL";
  // Other tests also run these queries on PostgreSQL.
  const variation = isPostgres ? { tags: ["long"] } : {};
  let here: Scene;
  let last = 0;
  beforeEach(async () => {
    here = await scene(newDatabase());
    last = 0;
  });

  const exported = (rows: Readonly<Record<string, Row>>, isRollback = false, store = here.store) =>
    publish(
      store,
      "acme/payables-invoice",
      ++last,
      Object.entries(rows).map(([external_id, row]) => ({
        external_id,
        updated_at: row.at ?? new Date().toISOString(),
        creditor: { external_id: "C1" },
        invoice_number: row.number ?? "A-1",
        invoice_date: row.day ?? "2026-03-01",
        overseas_amount:
          row.local === undefined ? { currency: row.currency ?? "EUR", total: row.total ?? "119.0" } : null,
        local_amount: row.local === undefined ? null : { currency: "EUR", total: row.local },
        echo: row.echo ?? null,
        is_cancelled: row.is_cancelled ?? null,
        charge_lines: [{ accrual: row.accrual === undefined ? null : { external_id: row.accrual } }],
      })),
      isRollback ? { rolledBackTo: 1 } : {},
    );
  /** Ids of rows that can be fetched. */
  const visible = async () =>
    (
      await here.store.db
        .selectFrom("records")
        .innerJoin("stamps", (on) =>
          on.onRef("stamps.feed", "=", "records.feed").onRef("stamps.number", "=", "records.number"),
        )
        .select("id")
        .orderBy("id")
        .execute()
    ).map(({ id }) => id);
  const sent = async (): Promise<string> => {
    const one = invoice("A-1", { written: ["A-1", "A1"] });
    await here.post("A-1", one);
    await here.pass();
    return one.id;
  };
  const entry = (id: string) => readEntry(here.store.db, id);

  test("the posted invoice is served by Lading's id, even after its row changes", async () => {
    const id = await sent();
    await exported({ F1: {}, F2: { number: "B-1" } });
    expect(await entry(id)).toMatchObject({ state: "IMPORTED", record: "F1" });
    expect(await visible()).toEqual(["F1", "F2"]);
    const served = (each: string) => recordServedAs(here.store.db, "acme", each);
    expect(await Promise.all([id, "F1", "F2"].map(served))).toEqual(["F1", undefined, "F2"]);
    await exported({ F1: { total: "120.0", number: "A-1x" } });
    expect(await postedIds(here.store.db, "acme", ["F1", "F2"])).toEqual(new Map([["F1", id]]));
    expect(await visible()).toEqual(["F1"]);
  });

  test("are the posted invoice if a single row returns Lading's id, regardless of the other fields of the row", async () => {
    const id = await sent();
    const changed = { echo: id, number: "B-9", at: "2020-01-01T00:00:00.000Z" };
    await exported({ F1: changed, F2: changed });
    expect([(await entry(id))?.state, await visible()]).toEqual(["IN_DOUBT", []]);
    // Another row with the same number is a different invoice, and possibly a duplicate.
    await exported({ F1: changed, F3: {}, F4: { echo: "lading-nobody", number: "B-4" } });
    expect(await entry(id)).toMatchObject({ state: "IMPORTED", record: "F1" });
    expect(await visible()).toEqual(["F1", "F4"]);
    // The id of a withdrawn invoice: the row is the FFS's own, and its number counts.
    const other = invoice("C-1");
    await here.post("C-1", other);
    await here.store.transaction(async (tx) => {
      const seen = await readEntry(tx, other.id);
      if (seen !== undefined) await move(here.store, tx, seen, { to: "WITHDRAWN" });
      await freeKeys(tx, other.id);
    });
    await exported({ F1: changed, F5: { echo: other.id, number: "C-1" } });
    expect(await visible()).toEqual(["F1", "F5"]);
    expect(await here.post("C-1")).toMatchObject({ isNew: false, known: { id: "F5" } });
  });

  test("require a person's decision once if a row returns Lading's id with a different total, because half a file may have been imported", async () => {
    const id = await sent();
    const why =
      "The FFS exports the invoice as F1 with the total 60.00 EUR, but 119.00 was posted. Did the FFS import all lines?";
    const half = { echo: id, total: "60.00" };
    await exported({ F1: half });
    expect(await entry(id)).toMatchObject({ state: "IN_DOUBT", record: "F1" });
    expect((await entry(id))?.history.at(-1)).toMatchObject({ why });
    // Served with the FFS's content. The answers "imported" and "refused" change nothing, and an invoice that
    // the FFS has is not sent again.
    await here.take();
    await writeFile(join(here.folder, "A-1.csv.ok"), "");
    const acknowledgements = { imported: ["{name}.ok"], refused: ["{name}.err"] };
    await here.pass({ acknowledgements });
    await rename(join(here.folder, "A-1.csv.ok"), join(here.folder, "A-1.csv.err"));
    await here.pass({ acknowledgements });
    await exported({ F1: { ...half, day: "2026-03-02" } });
    expect(await entry(id)).toMatchObject({ state: "IN_DOUBT" });
    expect([await visible(), await withheldRows(here.store.db, "acme")]).toEqual([["F1"], []]);
    const lease = await takeLease(here.store, leaseName("acme"));
    const deciding = { store: here.store, lease, by: "ann", why: "" };
    const doubted = await entry(id);
    if (doubted === undefined) throw new Error("it is gone");
    await expect(resend(deciding, doubted, here.target)).rejects.toThrow("the FFS exports the invoice as F1");
    await expect(withdraw(deciding, doubted, here.target, true)).rejects.toThrow(
      "the FFS exports the invoice as F1",
    );
    await confirm(deciding, doubted);
    await lease.release();
    await exported({ F1: { ...half, day: "2026-03-03" } });
    expect(await entry(id)).toMatchObject({ state: "IMPORTED" });
    // Nothing can be compared in a currency that was not posted.
    const other = invoice("B-1");
    await here.post("B-1", other);
    await exported({ F1: half, F2: { echo: other.id, number: "B-1", total: "99.0", currency: "GBP" } });
    expect(await entry(other.id)).toMatchObject({ state: "IMPORTED", record: "F2" });
  });

  // What the FFS exports for A-1 after its import, night by night: the joined row, the rows that can be
  // fetched, and the withheld rows that are reported as entered twice.
  test.each<[string, readonly Readonly<Record<string, Row>>[], string, readonly string[], readonly string[]]>(
    [
      ["under another number", [{ F1: { number: "B-7" } }], "", ["F1"], []],
      ["with another amount", [{ F1: { total: "118.00" } }], "", [], ["F1"]],
      ["twice at once", [{ F1: {}, F2: {} }], "", [], ["F1", "F2"]],
      ["twice, one after the other", [{ F1: {} }, { F1: {}, F2: {} }], "F1", ["F1"], ["F2"]],
      ["again with another amount", [{ F1: {} }, { F1: {}, F2: { total: "7.0" } }], "F1", ["F1"], ["F2"]],
      ["and cancelled", [{ F1: {} }, { F1: { is_cancelled: true } }], "F1", ["F1"], []],
      [
        "cancelled and entered anew",
        [{ F1: {} }, { F1: { is_cancelled: true }, F2: {} }],
        "F1",
        ["F1"],
        ["F2"],
      ],
      ["as a credit note of its number", [{ F1: { total: "-119.0" } }], "", ["F1"], []],
      ["and a credit note of its number", [{ F1: {}, F2: { total: "-119.0" } }], "F1", ["F1", "F2"], []],
    ],
  )(
    "are never served twice, and uncertain rows are reported, if an imported invoice is exported %s",
    variation,
    async (...row) => {
      const [, nights, joined, seen, twice] = row;
      const id = await sent();
      await here.store.transaction(async (tx) => {
        const sent = await readEntry(tx, id);
        if (sent !== undefined) await move(here.store, tx, sent, { to: "IMPORTED" });
      });
      for (const rows of nights) await exported(rows);
      expect(await entry(id)).toMatchObject({ state: "IMPORTED", record: joined });
      expect([await visible(), await withheldRows(here.store.db, "acme")]).toEqual([seen, twice]);
      expect(await here.post("A-1")).toMatchObject({ isNew: false, known: { id } });
      await here.pass();
      expect((await here.names()).filter((name) => name.startsWith("A-1"))).toEqual(["A-1.csv"]);
    },
  );

  test("an accrual that two invoices settle is reported in any order, for as long as both exist", async () => {
    const reported = () => sharedAccruals(here.store.db, "acme");
    const [one, other] = ["A-1", "A-2"].map((number) => invoice(number, { accruals: ["S1-1", "S1-2"] }));
    if (one === undefined || other === undefined) throw new Error("no invoices");
    expect(await recordInvoice(here.store, one)).toMatchObject({ shared: [] });
    await here.pass();
    // Its own row does not count, but a row with a different number and two of the FFS's own rows do.
    await exported({
      F1: { accrual: "S1-1" },
      F8: { number: "Y-8", accrual: "S9" },
      F9: { number: "Y-9", total: "-1.0", accrual: "S9" },
    });
    expect(await reported()).toEqual([]);
    await exported({
      F1: { accrual: "S1-1" },
      F2: { number: "B-1", accrual: "S1-1" },
      F8: { number: "Y-8", accrual: "S9" },
      F7: { number: "Y-7", accrual: "S9" },
    });
    const both = { accrual: "S1-1", invoices: [one.id, "F2"] };
    expect(await reported()).toEqual([both, { accrual: "S9", invoices: ["F7", "F8"] }]);
    expect((await entry(one.id))?.history.at(-1)?.why).toBe("In the FFS, F2 also settles accrual S1-1.");
    await exported({ F1: { accrual: "S1-1" }, F2: { number: "B-1" } });
    expect(await reported()).toEqual([]);
    expect(await recordInvoice(here.store, other)).toMatchObject({
      shared: ["S1-1", "S1-2"].map((accrual) => ({
        accrual,
        invoices: expect.arrayContaining([one.id, other.id]) as string[],
      })),
    });
    expect((await entry(other.id))?.history[0]?.why).toContain("Several invoices settle accrual S1-2: ");
    await here.store.transaction((tx) => freeKeys(tx, other.id));
    expect(await reported()).toEqual([]);
  });

  test("a cancellation is reported once", async () => {
    const id = await sent();
    await exported({ F1: {} });
    await exported({ F1: { is_cancelled: true } });
    await exported({ F1: { is_cancelled: true, total: "120.0" } });
    expect((await entry(id))?.history.filter(({ why }) => why?.includes("canceled"))).toHaveLength(1);
  });

  test("do not change in a rollback, which joins nothing, causes no doubt and keeps joined and withheld rows", async () => {
    const id = await sent();
    await exported({ F1: {} }, true);
    expect([await entry(id), await visible()]).toMatchObject([{ state: "SENT", record: "" }, []]);
    await exported({ F1: {} });
    await exported({ F1: { number: "A-0" }, F2: {} }, true);
    expect([await entry(id), await visible()]).toMatchObject([{ state: "IMPORTED", record: "F1" }, ["F1"]]);
    expect((await entry(id))?.history.at(-1)?.why).toContain("exports the invoice as F1");
  });

  test("a number as the layout writes it also identifies the posted invoice", async () => {
    const id = await sent();
    await exported({ F1: { number: "A1" } });
    expect(await entry(id)).toMatchObject({ record: "F1" });
  });

  test.each<[string, Row, string]>([
    ["total", { total: "119.01" }, "a different total"],
    ["currency", { currency: "USD" }, "a different currency"],
    ["date", { day: "2026-03-02" }, "a different date"],
    ["age", { at: "2026-03-01T08:15:00.000Z" }, "older than the posted invoice"],
  ])(
    "are withheld and reported if a row has another %s, and are joined after correction",
    variation,
    async (_what, row, why) => {
      const id = await sent();
      await exported({ F1: row });
      await exported({ F1: row });
      const doubted = await entry(id);
      expect(doubted).toMatchObject({ state: "IN_DOUBT", record: "" });
      expect(doubted?.history.filter((step) => step.why?.includes(why))).toHaveLength(1);
      expect(await visible()).toEqual([]);
      await exported({ F1: {} });
      expect(await entry(id)).toMatchObject({ state: "IMPORTED", record: "F1" });
      expect(await visible()).toEqual(["F1"]);
    },
  );

  test("the FFS's clock may differ by five minutes in either direction", variation, async () => {
    const off = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const id = await sent();
    await exported({ F1: { at: off(-330) } });
    expect((await entry(id))?.state).toBe("IN_DOUBT");
    await exported({ F1: { at: off(-270) } });
    expect(await entry(id)).toMatchObject({ state: "IMPORTED", record: "F1" });
    const other = invoice("A-2");
    await here.post("A-2", other);
    await here.pass();
    await exported({ F1: {}, F2: { number: "A-2", at: off(300) } });
    expect(await entry(other.id)).toMatchObject({ state: "IMPORTED", record: "F2" });
  });

  test(
    "match any moment of their day if their date has no time, so that the day of sending joins and an earlier day does not",
    variation,
    async () => {
      const midnight = (days: number) =>
        `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;
      const id = await sent();
      await exported({ F1: { at: midnight(-2) } });
      expect((await entry(id))?.state).toBe("IN_DOUBT");
      await exported({ F1: { at: midnight(0) } });
      expect(await entry(id)).toMatchObject({ state: "IMPORTED", record: "F1" });
    },
  );

  test("an invoice that the FFS already has is not sent", variation, async () => {
    const one = invoice("A-1");
    await here.post("A-1", one);
    await exported({ F1: {} });
    expect(await entry(one.id)).toMatchObject({ state: "IN_DOUBT", record: "" });
    await here.pass();
    expect(await here.names()).toEqual([]);
  });

  test(
    "are not joined if two rows have the same number, and a second row that arrives later is not joined either",
    variation,
    async () => {
      const id = await sent();
      await exported({ F1: {}, F2: {} });
      expect([(await entry(id))?.record, await visible()]).toEqual(["", []]);
      await exported({ F1: {} });
      await exported({ F1: {}, F2: {} });
      expect([(await entry(id))?.record, await visible()]).toEqual(["F1", ["F1"]]);
      expect((await entry(id))?.history.at(-1)?.why).toContain("F2");
    },
  );

  test("a row that was served under another number never becomes the posted invoice", variation, async () => {
    await exported({ F1: { number: "B-1" } });
    const id = await sent();
    await exported({ F1: {} });
    await exported({ F1: {} });
    expect(await entry(id)).toMatchObject({ state: "IN_DOUBT", record: "" });
  });

  test("are different invoices once the number is free again", variation, async () => {
    const id = await sent();
    await exported({ F1: { total: "5.0" } });
    await here.store.transaction((tx) => tx.deleteFrom("invoice_keys").where("entry", "=", id).execute());
    await exported({ F1: { total: "5.0" } });
    expect(await visible()).toEqual(["F1"]);
  });

  describe("two transactions at once", () => {
    /** @returns the results of both */
    async function overlapped<A, B>(
      first: (store: Store) => Promise<A>,
      second: (store: Store) => Promise<B>,
    ): Promise<readonly [A, B]> {
      const other = await openStore({ data: here.data, database: here.database });
      onTestFinished(() => other.close());
      let late: Promise<B> | undefined;
      let isDone = false;
      const holding: Store = {
        ...here.store,
        transaction: (work) =>
          here.store.transaction(async (tx) => {
            const result = await work(tx);
            late = second(other).finally(() => (isDone = true));
            late.catch(() => {});
            if (isPostgres) while (!isDone && !(await isAnyWaiting())) await wait(5);
            else await wait(50);
            expect(isDone).toBe(false);
            return result;
          }),
      };
      const one = await first(holding);
      return [one, await (late as Promise<B>)];
    }

    const isAnyWaiting = async (): Promise<boolean> =>
      (
        await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(here.store.db)
      ).rows[0]?.n !== 0;

    const post = (one: NewOutboxEntry) => (store: Store) => recordInvoice(store, one);
    const publishing = (store: Store) => exported({ F1: {} }, false, store);

    test.each(["the FFS never exported any", "the FFS exported some before"])(
      "are serialized so that the second waits for the first if %s",
      async (before) => {
        const isNewFeed = before.includes("never");
        const fresh = async (): Promise<void> => {
          here = await scene(newDatabase());
          last = 0;
          if (!isNewFeed) await exported({ F0: { number: "Z-1" } });
        };

        await fresh();
        const [mine, theirs] = [invoice("A-1"), invoice("A-1")];
        expect(await overlapped(post(mine), post(theirs))).toEqual([
          { isNew: true, near: [], shared: [] },
          { isNew: false, known: { id: mine.id, from: "posted" } },
        ]);

        await fresh();
        const posted = await overlapped(post(invoice("A-1")), publishing);
        expect(posted[0].isNew).toBe(true);
        expect(await visible()).not.toContain("F1");
        expect(await withheldRows(here.store.db, "acme")).toEqual(["F1"]);

        await fresh();
        const published = await overlapped(publishing, post(invoice("A-1")));
        expect(published[1]).toEqual({ isNew: false, known: { id: "F1", from: "exported" } });
        expect(await visible()).toContain("F1");
      },
    );
  });

  test("a credit note with only a local amount is a credit note", variation, async () => {
    await exported({ F1: { local: "-5.0" }, F2: { number: "A-2", local: "5.0" } });
    expect(await here.post("A-1")).toMatchObject({ isNew: true });
    expect(await here.post("A-2")).toMatchObject({ isNew: false });
  });
});

import { createHash } from "node:crypto";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { move, readEntry, recordInvoice, type State } from "../../src/outbox/entries.js";
import { plainNumber } from "../../src/outbox/keys.js";
import { openStore } from "../../src/store/store.js";
import { publish } from "../http/publish.js";
import { databases } from "../support/postgres.js";
import { invoice, scene, type Scene } from "./scene.js";

/** The recorded entries, on both databases. */

describe.each(databases)("an outbox on %s", (_, newDatabase) => {
  let here: Scene;
  let database: string | undefined;
  beforeEach(async () => {
    database = newDatabase();
    here = await scene(database);
  });

  const exported = (number: number, rows: Readonly<Record<string, readonly [string, string]>>) =>
    publish(
      here.store,
      "acme/payables-invoice",
      number,
      Object.entries(rows).map(([external_id, [invoice_number, total]]) => ({
        external_id,
        updated_at: "2026-03-01T08:15:00.000Z",
        creditor: { external_id: "C1" },
        invoice_number,
        overseas_amount: { currency: "EUR", pre_tax: total, tax: "0.0", total },
      })),
    );

  test("accepts a creditor's number once, but distinguishes other creditors, other accounts and credit notes", async () => {
    const first = invoice("A-1");
    expect(await recordInvoice(here.store, first)).toEqual({ isNew: true, near: [], shared: [] });
    const again = { isNew: false, known: { id: first.id, from: "posted" } };
    expect(await here.post("A-1")).toEqual(again);
    expect(await here.post("A-1", { creditor: "C2" })).toMatchObject({ isNew: true });
    expect(await here.post("A-1", { account: "other" })).toMatchObject({ isNew: true });
    expect(await here.post("A-1", { kind: "credit note", total: "-1.00" })).toMatchObject({ isNew: true });
    expect(await here.post("a-01")).toEqual({ isNew: true, near: ["A-1"], shared: [] });
  });

  test("a number that is too long for an index is identified by its beginning, posted and exported", async () => {
    const long = Array.from(
      { length: 4_000 },
      (_, at) => createHash("sha256").update(`${at}`).digest("hex")[0],
    ).join("");
    const first = invoice(long);
    expect(await recordInvoice(here.store, first)).toMatchObject({ isNew: true });
    expect(await here.post(long)).toEqual({ isNew: false, known: { id: first.id, from: "posted" } });
    await exported(1, { R1: [`x${long}`, "10.00"] });
    expect(await here.post(`x${long}`)).toMatchObject({
      isNew: false,
      known: { id: "R1", from: "exported" },
    });
  });

  test("two numbers that the layout shortens to the same text count as one for the FFS", async () => {
    await here.post("INV-2026-0001", { written: ["INV-2026"] });
    expect(await here.post("INV-2026-0002", { written: ["INV-2026"] })).toMatchObject({ isNew: false });
    // A refused invoice uses no number.
    expect(await here.post("INV-2026-0002", { written: ["0002"] })).toMatchObject({ isNew: true });
  });

  test("a number in the FFS's export is used for as long as it is exported", async () => {
    await exported(1, { F1: ["A-1", "119.0"], F2: ["A-2", "-5.0"] });
    expect(await here.post("A-1")).toEqual({ isNew: false, known: { id: "F1", from: "exported" } });
    expect(await here.post("A-2")).toMatchObject({ isNew: true });
    await exported(2, { F1: ["A-1x", "119.0"], F2: ["A-2", "-5.0"], F3: ["A-3", "1.0"] });
    expect(await here.post("A-3")).toMatchObject({ isNew: false });
    expect(await here.post("A-1")).toMatchObject({ isNew: true });
    expect(await here.post("A-1x")).toMatchObject({ isNew: false });
  });

  test("entries of the same moment keep their order of arrival", async () => {
    const still = { ...here.store, now: async () => 1_772_352_000_000 };
    const numbers = Array.from({ length: 12 }, (_, n) => `A-${n}`);
    for (const number of numbers) await recordInvoice(still, invoice(number));
    expect((await here.entries()).map(({ number }) => number)).toEqual(numbers);
  });

  test("accepts an invoice on only one of two servers that get it at the same moment", async () => {
    const store = await openStore({ data: here.data, database });
    onTestFinished(() => store.close());
    for (let n = 1; n <= 10; n += 1) {
      const results = await Promise.all([
        recordInvoice(here.store, invoice(`A-${n}`, { written: [`B-${n}`] })),
        recordInvoice(store, invoice(`B-${n}`, { written: [`A-${n}`] })),
      ]);
      expect(results.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    }
    expect(await here.entries()).toHaveLength(10);
  });

  test("a transition requires the expected state, and is recorded in the history", async () => {
    const one = invoice("A-1");
    await recordInvoice(here.store, one);
    const entry = await readEntry(here.store.db, one.id);
    if (entry === undefined) throw new Error("nothing was recorded");
    const go = (from: State, to: State) =>
      here.store.transaction((tx) =>
        move(here.store, tx, { ...entry, state: from }, { to, why: "Because." }),
      );
    expect(await go("IN_DOUBT", "IMPORTED")).toBe(false);
    expect(await go("RECORDED", "WITHDRAWN")).toBe(true);
    expect(await go("RECORDED", "WITHDRAWN")).toBe(false);
    await expect(go("WITHDRAWN", "RECORDED")).rejects.toThrow("cannot change from");
    expect(await readEntry(here.store.db, one.id)).toMatchObject({
      state: "WITHDRAWN",
      number: "A-1",
      total: "119.00",
      history: [{ state: "RECORDED" }, { state: "WITHDRAWN", why: "Because." }],
    });
  });
});

test("similar numbers differ in punctuation, capitals and leading zeros", () => {
  expect(["INV 0017", "inv-17", "INV/17", "ＩＮＶ１７"].map(plainNumber)).toEqual(Array(4).fill("INV17"));
  expect(["170", "17", "1.7", "0"].map(plainNumber)).toEqual(["170", "17", "17", "0"]);
});

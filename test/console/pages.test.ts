import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { arrivalsPage, countArrivals, latestBars } from "../../src/console/api/arrivals.js";
import { decisionsPage } from "../../src/console/api/runs.js";
import { deliveryNamed, deliveryView } from "../../src/console/api/deliveries.js";
import { feedsView } from "../../src/console/api/feeds.js";
import { recordsPage } from "../../src/console/api/records.js";
import { changesPage, recordHistory, versionsPage } from "../../src/console/api/versions.js";
import { workspaceStatus } from "../../src/feeds/health/workspace-status.js";
import { openFeed } from "../../src/feeds/deliveries/open-feed.js";
import { forgetRecord } from "../../src/feeds/deliveries/forget.js";
import { resume } from "../../src/feeds/decisions/resume.js";
import { replay } from "../../src/feeds/decisions/replay.js";
import { rejectHeld } from "../../src/feeds/decisions/reject.js";
import { heldDelivery, releaseHeld } from "../../src/feeds/decisions/release.js";
import { previewRollback, rollback } from "../../src/feeds/decisions/rollback.js";
import { databases, newDatabase as newPostgres } from "../support/postgres.js";
import { ids, staff, staffFeed, world } from "../support/world.js";

/** Lists of the console that the database searches, on both databases. */

describe.each(databases)("the console's pages on %s", (engine, newDatabase) => {
  const variation = engine === "PostgreSQL" ? { tags: ["long"] } : {};

  async function opened(url = newDatabase()) {
    const yaml = engine === "PostgreSQL" ? `${staffFeed}database: env:LADING_DATABASE_URL\n` : staffFeed;
    const w = await world(yaml, undefined, "here", url === undefined ? {} : { LADING_DATABASE_URL: url });
    const [feed] = w.setup.workspace.feeds;
    if (feed === undefined) throw new Error("no feed");
    const { db } = w.store;
    const page = (search = "", status = "", from = 0) =>
      arrivalsPage(w.store, feed.name, { search, status, from });
    let day = 0;
    const deliver = async (name: string, text: string) => {
      day += 1;
      w.clock.advance(3_600_000);
      await w.drop(name, text, new Date(Date.UTC(2026, 1, day)).toISOString());
      return w.pass();
    };
    return { w, feed, db, page, deliver };
  }

  test(
    "show the changes of each delivery on every page, and find deliveries by name and status",
    variation,
    async () => {
      const { w, page, deliver } = await opened();
      await deliver("staff Übersicht.csv", staff(...ids(1, 3)));
      for (let n = 0; n < 51; n += 1) await deliver(`staff-${n}.csv`, staff(`001:Ann ${n}`, ...ids(2, 3)));
      const first = await page();
      expect(first).toMatchObject({ from: 0, count: 52 });
      expect(first.rows).toHaveLength(50);
      expect(first.rows[0]).toMatchObject({
        file: "staff-50.csv",
        status: "PUBLISHED",
        rows: 3,
        version: 52,
      });
      const second = await page("", "", 50);
      expect(second).toMatchObject({ count: 52, from: 50 });
      expect(second.rows).toEqual([
        expect.objectContaining({
          version: 2,
          changes: { added: 0, changed: 1, deactivated: 0, removed: 0 },
        }),
        expect.objectContaining({
          version: 1,
          changes: { added: 3, changed: 0, deactivated: 0, removed: 0 },
        }),
      ]);
      for (const search of ["übersicht", "Übersicht", "STAFF ÜBER", " über ", "csv übersicht"])
        expect(
          (await page(search)).rows.map(({ file }) => file),
          search,
        ).toEqual(["staff Übersicht.csv"]);
      expect((await page("-5")).rows.map(({ file }) => file)).toEqual(["staff-50.csv", "staff-5.csv"]);
      expect(await page("", "HELD")).toEqual({ from: 0, count: 0, rows: [] });
      expect((await page("staff-1.csv", "PUBLISHED")).count).toBe(1);
      expect(await w.number()).toBe(52);
    },
  );

  test("show content that arrives again in a row of its own, and keep the row of its first arrival", async () => {
    const { db, page, deliver } = await opened();
    await deliver("staff-1.csv", staff(...ids(1, 30)));
    await deliver("staff-2.csv", staff(...ids(1, 31)));
    await deliver("staff-3.csv", staff(...ids(1, 31)));
    await deliver("staff-4.csv", staff(...ids(1, 30)));
    await deliver("staff-5.csv", staff(...ids(1, 4)));
    const { rows, count } = await page();
    expect([count, new Set(rows.map(({ receivedAt }) => receivedAt)).size]).toEqual([5, 5]);
    expect(rows.map(({ file, status, version, isAgain }) => [file, status, version, isAgain])).toEqual([
      ["staff-5.csv", "HELD", undefined, undefined],
      ["staff-4.csv", "PUBLISHED", 3, true],
      ["staff-3.csv", "UNCHANGED", undefined, true],
      ["staff-2.csv", "PUBLISHED", 2, undefined],
      ["staff-1.csv", "PUBLISHED", 1, undefined],
    ]);
    expect(rows.map(({ changes }) => changes?.deactivated)).toEqual([26, 1, undefined, 0, 0]);
    // A sparkline shows each arrival, as the page does.
    expect(await countArrivals(db, "acme/staff")).toBe(5);
    const { "acme/staff": bars } = await latestBars(db, ["acme/staff", "acme/none"], 4);
    expect(bars?.map(({ rows: read, status }) => [read, status])).toEqual([
      [31, "PUBLISHED"],
      [31, "UNCHANGED"],
      [30, "PUBLISHED"],
      [4, "HELD"],
    ]);
    expect(bars?.map(({ at }) => at)).toEqual(
      rows
        .slice(0, 4)
        .map(({ receivedAt }) => receivedAt)
        .toReversed(),
    );
    expect((await page("1 staff")).rows.map(({ file }) => file)).toEqual(["staff-1.csv"]);
    for (const search of ["_", "%", "!"]) expect((await page(search)).count, search).toBe(0);
    expect((await page("", "UNCHANGED")).rows.map(({ file }) => file)).toEqual(["staff-3.csv"]);
  });

  test("show who decided on held, rejected and rolled back lists, and why", async () => {
    const { w, feed, db, page, deliver } = await opened();
    await deliver("staff.csv", staff(...ids(1, 30)));
    await deliver("staff.csv", staff(...ids(1, 31)));
    await deliver("staff.csv", staff(...ids(1, 4)));
    const [held] = (await page("", "HELD")).rows;
    expect(held).toMatchObject({ rows: 4, rejected: 0, changes: { added: 0, changed: 0, deactivated: 27 } });
    expect(held).not.toHaveProperty("by");
    const now = () => w.clock.now();
    const source = workspaceStatus(w.setup.workspace, w.store, now);
    const filter = { search: "", health: "all", type: "" } as const;
    const { feeds } = await feedsView({ status: source, store: w.store, now }, filter, true);
    expect(feeds[0]?.fileAt).toBe(held?.receivedAt);
    const problemsIn = async (search: string) =>
      (await feedsView({ status: source, store: w.store, now }, { ...filter, search }, true)).problems.length;
    expect([await problemsIn("acme"), await problemsIn("other")]).toEqual([1, 0]);
    const open = await openFeed(w.setup, feed);
    const delivery = heldDelivery(open, undefined);
    expect(await deliveryView(db, feed, delivery)).not.toHaveProperty("decidedBy");
    await rejectHeld(open, delivery, "wrong branch", "Grace");
    await open.close();
    expect((await page()).rows[0]).toMatchObject({ status: "REJECTED", by: "Grace", reason: "wrong branch" });
    expect(await deliveryView(db, feed, delivery)).toMatchObject({
      decidedBy: "Grace",
      decidedReason: "wrong branch",
      decision: "REJECTED",
      decidedAt: w.clock.now().toISOString(),
      hasOriginal: true,
    });
    await rollback({ setup: w.setup, feed, name: "Henry" }, { to: 1, reason: "a test list" });
    const versions = await versionsPage(db, feed.name, 0);
    expect(versions.rows).toEqual([
      expect.objectContaining({ number: 3, rolledBackTo: 1, by: "Henry", canRollBack: false }),
      expect.objectContaining({ number: 2, canRollBack: true, records: 31 }),
      expect.objectContaining({ number: 1, canRollBack: true, records: 30 }),
    ]);
    expect(versions.rows[1]).not.toHaveProperty("by");
    const shown = { file: "staff.csv", delivery: delivery.sha256.slice(0, 12) };
    expect(await decisionsPage(w.store, { search: "", from: 0 })).toEqual({
      from: 0,
      count: 2,
      rows: [
        expect.objectContaining({
          feed: "acme/staff",
          state: "ROLLED_BACK",
          by: "Henry",
          version: 3,
          rolledBackTo: 1,
        }),
        expect.objectContaining({ state: "REJECTED", by: "Grace", reason: "wrong branch", ...shown }),
      ],
    });
    expect((await decisionsPage(w.store, { search: "", from: 1 })).rows.map(({ by }) => by)).toEqual([
      "Grace",
    ]);
    const day = w.clock.now().toISOString().slice(0, 10);
    for (const [search, people] of [
      ["grace", ["Grace"]],
      ["staff.csv branch", ["Grace"]],
      [`${day} acme/staff test`, ["Henry"]],
      ["grace henry", []],
    ] as const) {
      const found = await decisionsPage(w.store, { search, from: 0 });
      expect([search, found.rows.map(({ by }) => by), found.count]).toEqual([search, people, people.length]);
    }
    expect(versions.rows[0]).not.toHaveProperty("resumed");
    await resume({ setup: w.setup, feed, name: "Ida" }, "list checked");
    expect((await versionsPage(db, feed.name, 0)).rows[0]?.resumed).toEqual({
      by: "Ida",
      reason: "list checked",
    });
    const { changes } = await recordHistory(db, feed.name, "031");
    expect(changes.map(({ kind, rolledBackTo, by, reason }) => [kind, rolledBackTo, by, reason])).toEqual([
      ["removed", 1, "Henry", "a test list"],
      ["added", undefined, undefined, undefined],
    ]);
    expect((await page()).rows.map(({ version, isRolledBack }) => [version, isRolledBack])).toEqual([
      [undefined, undefined],
      [2, true],
      [1, undefined],
    ]);
    await w.pass();
    await forgetRecord(w.setup, feed, "001", "request 17", "Jo");
    expect(
      (await deliveryView(db, feed, (await deliveryNamed(db, feed.name, delivery.sha256))!)).forgotten,
    ).toEqual({
      at: w.clock.now().toISOString(),
      by: "Jo",
      reason: "request 17",
    });
  });

  test("show who approved the file of a record's version, and no rollback that was undone", async () => {
    const { w, feed, db, page, deliver } = await opened();
    const person = { setup: w.setup, feed, name: "Grace" };
    await deliver("staff.csv", staff(...ids(1, 30)));
    await deliver("staff.csv", staff(...ids(1, 4)));
    const open = await openFeed(w.setup, feed);
    const held = heldDelivery(open, undefined);
    const { changeSet, sha256 } = held;
    await open.close();
    await releaseHeld(person, { delivery: sha256, changeSet, reason: "branch closed" });
    const { changes } = await recordHistory(db, feed.name, "030");
    expect(changes.map(({ kind, by, reason }) => [kind, by, reason])).toEqual([
      ["deactivated", "Grace", "branch closed"],
      ["added", undefined, undefined],
    ]);
    const isRolledBack = async () => (await page()).rows.map((row) => row.isRolledBack === true);
    await rollback(person, { to: 1, reason: "wrong" });
    expect(await isRolledBack()).toEqual([true, false]);
    await rollback(person, { to: 2, reason: "correct after all" });
    expect(await isRolledBack()).toEqual([false, false]);
  });

  test("show the time of the last file although it was processed again later", async () => {
    const { w, feed, deliver } = await opened();
    await deliver("staff.csv", staff(...ids(1, 5)));
    const receivedAt = w.clock.now().toISOString();
    w.clock.advance(3_600_000);
    await replay({ setup: w.setup, feed, name: "Grace" }, { deliveries: [], reason: "again" });
    const now = () => w.clock.now();
    const status = workspaceStatus(w.setup.workspace, w.store, now);
    const filter = { search: "", health: "all", type: "" } as const;
    const { feeds } = await feedsView({ status, store: w.store, now }, filter, true);
    expect(feeds[0]?.fileAt).toBe(receivedAt);
  });

  test("show who deleted a file last if the file arrived again", async () => {
    const { w, feed, db, deliver } = await opened();
    const text = staff(...ids(1, 5));
    for (const reason of ["request 17", "request 18"]) {
      await deliver("staff.csv", text);
      await w.pass();
      await forgetRecord(w.setup, feed, "001", reason, "Jo");
    }
    const sha256 = createHash("sha256").update(text).digest("hex");
    const view = await deliveryView(db, feed, (await deliveryNamed(db, feed.name, sha256))!);
    expect(view.forgotten).toMatchObject({ reason: "request 18", at: w.clock.now().toISOString() });
  });

  test("count what a rollback changes, and removed records separately from inactive ones", async () => {
    const { w, feed, db, deliver } = await opened();
    await deliver("staff.csv", staff(...ids(1, 5)));
    await deliver("staff.csv", staff("001:Other Name", ...ids(2, 5)));
    await deliver("staff.csv", staff("002:Other Name", ...ids(1, 1), ...ids(3, 6)));
    // Two records were changed and changed back, so only record 2 differs from version 1.
    expect(await previewRollback(w.setup, feed, 1)).toEqual({
      number: 4,
      kinds: { added: 0, changed: 1, revived: 0, deactivated: 0, removed: 1 },
    });
    expect(await w.number()).toBe(3);
    await rollback({ setup: w.setup, feed, name: "Henry" }, { to: 1, reason: "a test list" });
    const { rows } = await versionsPage(db, feed.name, 0);
    expect(rows[0]).toMatchObject({ records: 5, added: 0, changed: 1, deactivated: 0, removed: 1 });
    const changes = await changesPage(db, feed.name, { version: 4, from: 0 });
    expect(changes.rows.map(({ id, kind }) => [id, kind])).toEqual([
      ["002", "changed"],
      ["006", "removed"],
    ]);
    expect(await changesPage(db, feed.name, { version: 4, from: 1 })).toMatchObject({
      count: 2,
      rows: [{ id: "006" }],
    });
  });

  test("find and sort records by letters beyond ASCII, regardless of case and accents", async () => {
    const { w, feed, deliver } = await opened();
    await deliver("staff.csv", staff("1:Özlem Weiß", "2:Jürgen ÄRMEL", "3:Ann", "4:Änne Ωmega"));
    const found = async (search: string) => {
      const query = { search, sort: "external_id", isDescending: false, active: "all", from: 0 } as const;
      return (await recordsPage(w.store, feed, query))?.rows.map(({ id }) => id);
    };
    for (const [search, wanted] of [
      ["Özlem", ["1"]],
      ["özlem w", ["1"]],
      ["weiß", ["1"]],
      ["ÖZLEM", ["1"]],
      ["JÜRGEN", ["2"]],
      ["ärmel", ["2"]],
      ["ann", ["3", "4"]],
      ["ωMEGA", ["4"]],
      ["weiß özlem", ["1"]],
      ["ozlem", ["1"]],
      ["armel jurgen", ["2"]],
      ["zlemm", []],
      ["ann \u0301", ["3", "4"]],
      ["an%", []],
      ["a_n", []],
      ["an\\", []],
    ] as const)
      expect(await found(search), search).toEqual(wanted);
    const query = { search: "", sort: "name", isDescending: false, active: "all", from: 0 } as const;
    expect((await recordsPage(w.store, feed, query))?.rows.map(({ id }) => id)).toEqual(["3", "4", "2", "1"]);
  });

  test("count the records that match a search, in total and active", async () => {
    const { w, feed, deliver } = await opened();
    await deliver("staff.csv", staff("1:Ann", "2:Annette", "3:Bob"));
    await deliver("staff.csv", staff("1:Ann", "3:Bob"));
    const counts = async (search: string, active: "all" | "active" | "inactive") => {
      const query = { search, sort: "external_id", isDescending: false, active, from: 0 };
      const view = await recordsPage(w.store, feed, query);
      return [view?.count, view?.rows.length, view?.found];
    };
    expect(await counts("", "inactive")).toEqual([1, 1, { all: 3, active: 2 }]);
    expect(await counts("ann", "all")).toEqual([2, 2, { all: 2, active: 1 }]);
    expect(await counts("ann", "inactive")).toEqual([1, 1, { all: 2, active: 1 }]);
    expect(await counts("bob", "inactive")).toEqual([0, 0, { all: 1, active: 1 }]);
  });

  test.skipIf(engine === "SQLite")(
    "find and sort records in a database with the encoding SQL_ASCII",
    async () => {
      const url = newPostgres("--encoding=SQL_ASCII", "--template=template0", "--locale=C");
      const { w, feed, deliver } = await opened(url);
      await deliver("staff.csv", staff("1:Özlem Weiß", "2:Jürgen ÄRMEL", "3:Ann"));
      for (const [search, wanted] of [
        ["özlem w", ["1"]],
        ["ärmel", ["2"]],
        ["ANN", ["3"]],
        ["zlemm", []],
      ] as const) {
        const query = { search, sort: "name", isDescending: false, active: "all", from: 0 } as const;
        const found = (await recordsPage(w.store, feed, query))?.rows.map(({ id }) => id);
        expect(found, search).toEqual(wanted);
      }
    },
  );
});

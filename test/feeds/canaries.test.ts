/** @module-tag long */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { forgetRecord, type Forgotten } from "../../src/feeds/deliveries/forget.js";
import { openFeed } from "../../src/feeds/deliveries/open-feed.js";
import { rejectHeld } from "../../src/feeds/decisions/reject.js";
import { evaluateAgain, heldDelivery, noteRelease } from "../../src/feeds/decisions/release.js";
import { noteReplay, toReplay } from "../../src/feeds/decisions/replay.js";
import { resume } from "../../src/feeds/decisions/resume.js";
import { rollback } from "../../src/feeds/decisions/rollback.js";
import { restampFeed } from "../../src/feeds/deliveries/restore.js";
import type { Setup } from "../../src/feeds/deliveries/setup.js";
import { failure } from "../../src/errors.js";
import { rejectsName } from "../../src/feeds/lists/documents.js";
import { silentLog } from "../../src/log.js";
import type { Channel } from "../../src/connectors/alerts/channel.js";
import { notifyPeople, withAlertsPaused } from "../../src/feeds/alerts/notify.js";
import { tracesOf } from "../../src/feeds/lists/traces.js";
import { decideWaiting } from "../../src/feeds/pipeline.js";
import { deliveryDocuments } from "../../src/feeds/reports/delivery-documents.js";
import { keepRun } from "../../src/feeds/reports/runs.js";
import { sql } from "../../src/store/kysely.js";
import { tableKeys } from "../../src/store/schema.js";
import type { Feed } from "../../src/workspace/workspace.js";
import { databases } from "../support/postgres.js";
import { ids, staff, world, type World } from "../support/world.js";

/**
 * People with unique values pass through a year in which every kind of decision affects one of them. Afterwards,
 * these values are nowhere in the store, neither after retention nor after `forget`.
 */

/**
 * A hundred in the long form (`npm run proof:removal`). The short form has one of each kind, and some of them
 * are forgotten.
 */
const isLong = process.env["LADING_PROOF"] === "long";
const people = isLong ? 100 : 0;

const yaml = (retention: string): string => `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
reports: { staff_values: true }
feeds:
  acme/staff:
    source: inbox
    files: "staff*.csv"
    mapping: staff.yaml
    settle: final_name
    first: publish
    missing: remove
${retention}
`;

const mapping = (name: string): string => `lading: 1
record: staff
skip:
  - { column: is_active, equals: gone }
fields:
  external_id: external_id
  name: ${name}
  email_address: email_address
  is_active: is_active
`;

/** A person and their row. */
class Canary {
  readonly mark: string;
  constructor(kind: string, number: number) {
    this.mark = `Kanari${kind}${number}Q`;
  }
  row(name = "", end = ""): string {
    return `${this.mark}:${name}Name${this.mark}${end}`;
  }
}

/** A year of one feed. Each night has a file, a time, and a decision of a person. */
class Year {
  readonly w: World;
  readonly canaries: Canary[] = [];
  #day = 0;
  constructor(w: World) {
    this.w = w;
  }

  get feed(): Feed {
    return this.w.setup.workspace.feeds[0] as Feed;
  }

  canary(kind: string): Canary {
    const made = new Canary(kind, this.canaries.length);
    this.canaries.push(made);
    return made;
  }

  /** A night with a file of the usual people and some others. */
  async night(rows: readonly string[], setup?: Setup): Promise<string[]> {
    await this.file("staff.csv", staff(...ids(1, 12), `day:Day ${this.#day}`, ...rows));
    const outcomes = await this.w.passFeeds(setup);
    return outcomes.flatMap(({ deliveries }) => deliveries.map(({ status }) => status));
  }

  async file(name: string, text: string, age = 0): Promise<void> {
    this.#day += 1;
    const at = new Date(Date.UTC(2026, 0, this.#day, 8)).toISOString();
    this.w.clock.set(at);
    const written = new Date(Date.parse(at) - 3_600_000 * (1 + age)).toISOString();
    await this.w.drop(name, text, written);
  }

  async decided<T>(what: (open: Awaited<ReturnType<typeof openFeed>>) => Promise<T>): Promise<T> {
    const open = await openFeed(this.w.setup, this.feed);
    try {
      const result = await what(open);
      await decideWaiting(open, new AbortController().signal, () => {});
      return result;
    } finally {
      await open.close();
    }
  }

  async last(): Promise<string> {
    return [...(await this.w.state()).deliveries.values()].at(-1)?.sha256 ?? "";
  }
}

/** Events that can affect a person, by kind. Each ends with a list without the person. */
const kinds: Record<string, (year: Year) => Promise<void>> = {
  async published(year) {
    const one = year.canary("Published");
    expect(await year.night([one.row()])).toEqual(["PUBLISHED"]);
    expect(await year.night([one.row("New")])).toEqual(["PUBLISHED"]);
    await year.night([]);
  },
  async rejectedRow(year) {
    const one = year.canary("Row");
    await year.night([one.row("", ":maybe")]);
    await year.night([]);
  },
  async duplicate(year) {
    const one = year.canary("Duplicate");
    await year.night([one.row("A"), one.row("B")]);
    await year.night([]);
  },
  async skipped(year) {
    const one = year.canary("Skipped");
    await year.night([one.row("", ":gone")]);
    await year.night([]);
  },
  async held(year) {
    const one = year.canary("Held");
    await year.file("staff.csv", staff("001", one.row()));
    expect((await year.w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
    await year.night([]);
  },
  async released(year) {
    const one = year.canary("Released");
    await year.file("staff.csv", staff("001", "002", one.row()));
    expect((await year.w.pass()).map(({ status }) => status)).toEqual(["HELD"]);
    await year.decided(async (open) => {
      const delivery = heldDelivery(open, undefined);
      const evaluation = await evaluateAgain(open, delivery);
      if (evaluation.verdict === "held") await noteRelease(open, delivery, evaluation, "right", "Ada");
    });
    expect((await year.w.list()).length).toBe(3);
    await year.night([]);
    await release(year);
  },
  async rejectedByAPerson(year) {
    const one = year.canary("Person");
    await year.file("staff.csv", staff("001", one.row()));
    await year.w.pass();
    await year.decided((open) => rejectHeld(open, heldDelivery(open, undefined), "wrong", "Ada"));
    await year.night([]);
  },
  async rejected(year) {
    const one = year.canary("Refused");
    await year.file("staff.csv", `external_id,name\r\n${one.mark},Name${one.mark}\r\n"`);
    await year.w.pass();
    await year.night([]);
  },
  async superseded(year) {
    const one = year.canary("Superseded");
    await year.file("staff-1.csv", staff(...ids(1, 12), "day:old", one.row()), 5);
    await year.night([]);
  },
  async again(year) {
    const one = year.canary("Again");
    await year.night([one.row()]);
    const sha256 = await year.last();
    await year.night([]);
    await year.decided(async (open) => {
      for (const delivery of await toReplay(open, [sha256])) await noteReplay(open, delivery, "again", "Ada");
    });
    await year.night([]);
    await year.night([]);
  },
  async anotherMapping(year) {
    const one = year.canary("Mapping");
    await year.night([one.row()]);
    await year.w.write("staff.yaml", mapping("email_address"));
    await year.w.reload();
    await year.w.pass();
    await year.w.write("staff.yaml", mapping("name"));
    await year.w.reload();
    await year.night([]);
  },
  async rolledBack(year) {
    const one = year.canary("Back");
    await year.night([one.row()]);
    const number = await year.w.number();
    await year.night([]);
    await rollback({ setup: year.w.setup, feed: year.feed, name: "Ada" }, { to: number, reason: "wrong" });
    await resume({ setup: year.w.setup, feed: year.feed, name: "Ada" }, "");
    await year.night([]);
  },
  async restored(year) {
    const one = year.canary("Restored");
    await year.night([one.row()]);
    await restampFeed(year.w.setup, year.feed, undefined, "restored");
    await year.night([]);
  },
  async failed(year) {
    const one = year.canary("Failed");
    const evaluate = (): never => {
      throw failure("storage_failed", { path: "x", reason: "EIO" });
    };
    await year.night([one.row()], { ...year.w.setup, evaluate });
    await year.night([]);
  },
  async amended(year) {
    const one = year.canary("Amended");
    await year.night([one.row("", ":maybe")]);
    const rejects = await year.w.document(rejectsName("staff.csv"));
    await year.file("staff.csv.rejects.csv", rejects.replace(",maybe", ",true"));
    expect((await year.w.pass()).map(({ status }) => status)).toEqual(["PUBLISHED"]);
    await year.night([]);
  },
};

/** Releases every held delivery, so that the next night starts normally. */
async function release(year: Year): Promise<void> {
  const isHeld = [...(await year.w.state()).deliveries.values()].some(({ status }) => status === "HELD");
  if (!isHeld) return;
  await year.decided(async (open) => {
    const delivery = heldDelivery(open, undefined);
    const evaluation = await evaluateAgain(open, delivery);
    if (evaluation.verdict === "held") await noteRelease(open, delivery, evaluation, "right", "Ada");
  });
}

/** Places in the store and its folder that contain a string: rows by table, and files. */
async function showing({ store, folder }: World, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of Object.keys(tableKeys)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(store.db);
    const isThere = (value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).includes(text) : String(value).includes(text);
    const count = rows.filter((row) => Object.values(row).some(isThere)).length;
    if (count > 0) found.push(`${table}: ${count}`);
  }
  try {
    const grep = execFileSync("grep", ["-rlaF", text, join(folder, "data")], { encoding: "utf8" });
    found.push(...grep.trim().split("\n"));
  } catch {
    // Nothing.
  }
  return found;
}

describe.each(databases)("removal of personal data on %s", (engine, newDatabase) => {
  const isPostgres = engine === "PostgreSQL";

  const workspace = (retention: string): string =>
    isPostgres ? `database: env:LADING_DATABASE_URL\n${yaml(retention)}` : yaml(retention);

  async function begun(retention: string): Promise<Year> {
    const url = newDatabase();
    const env: Record<string, string> = url === undefined ? {} : { LADING_DATABASE_URL: url };
    const w = await world(workspace(retention), undefined, "here", env);
    await w.write("staff.yaml", mapping("name"));
    await w.reload();
    const year = new Year(w);
    await year.night([]);
    return year;
  }

  test(
    "nothing contains a person after forget or after retention",
    { timeout: isLong ? 7_200_000 : 300_000 },
    async () => {
      const year = await begun("retention: { staff: { for: 4000 d } }");
      // Every kind of event affected somebody.
      do {
        for (const [kind, befall] of Object.entries(kinds)) {
          await befall(year);
          await release(year);
          expect((await year.w.list()).length, kind).toBe(13);
        }
      } while (year.canaries.length < people);
      // On the other database, these people are forgotten and the others age.
      for (const { mark } of year.canaries.filter((_, at) => at % 4 === (isPostgres ? 1 : 3))) {
        expect(await showing(year.w, mark), mark).not.toEqual([]);
        const { left } = await forgetRecord(year.w.setup, year.feed, mark, "asked for");
        expect(left, mark).toEqual([]);
        expect(await showing(year.w, mark), mark).toEqual([]);
      }
      await year.w.write(
        "lading.yaml",
        workspace("retention: { staff: { for: 5 d }, history: { for: 8 d } }"),
      );
      await year.w.reload();
      // One pass whose removals are not undone by other writes.
      await year.w.leap(40);
      await year.w.pass();
      const shown = new Map<string, string[]>();
      for (const { mark } of year.canaries) {
        const places = await showing(year.w, `Name${mark}`);
        if (places.length > 0) shown.set(mark, places);
      }
      expect(shown).toEqual(new Map());
    },
  );

  test("a report that is stored after forget does not contain the person", async () => {
    const year = await begun("");
    const one = year.canary("Late");
    const { mark } = one;
    await year.file("staff.csv", staff(...ids(1, 12), one.row()));
    // The outputs of a run can take long, and its report is stored after them.
    const outcomes = await year.w.passFeeds();
    expect(await keepRun(year.w.setup, outcomes, year.w.clock.now())).toBeDefined();
    expect(await showing(year.w, mark)).toContain("runs: 1");
    expect((await forgetRecord(year.w.setup, year.feed, mark, "asked for")).left).toEqual([]);
    expect(await keepRun(year.w.setup, outcomes, year.w.clock.now())).toBeDefined();
    expect(await showing(year.w, mark)).toEqual([]);
  });

  test("an alert that is being sent during forget does not restore the values", async () => {
    const year = await begun("notify: { webhook: { url: https://x.example/ }, staff_values: true }");
    const { mark } = year.canary("Sent");
    const documents: Setup["documents"] = (...about) => deliveryDocuments(...about, true);
    await year.night([`${mark}:Name:${mark}`], { ...year.w.setup, documents });
    let waits = (): void => {};
    const isWaiting = new Promise<void>((resolve) => (waits = resolve));
    let forgetting: Promise<Forgotten> | undefined;
    let text = "";
    const channel: Channel = {
      name: "webhook",
      async deliver(alert) {
        text += alert.text;
        forgetting ??= withAlertsPaused(setup, [year.feed], () =>
          forgetRecord(setup, year.feed, mark, "asked for"),
        );
        await Promise.race([isWaiting, forgetting]);
        return { ok: false, reason: "down" };
      },
    };
    const { signal } = new AbortController();
    const options = { env: {}, log: silentLog, signal, channels: [channel] };
    const sending = notifyPeople(year.w.setup, options);
    const sleep = async (): Promise<void> => {
      waits();
      await sending;
    };
    const setup = { ...year.w.setup, clock: { ...year.w.clock, sleep } };
    await sending;
    expect(text).toContain(mark);
    expect((await forgetting)?.left).toEqual([]);
    expect(await showing(year.w, mark)).toEqual([]);
  });

  test("a waiting alert loses the person's values, even if notifications are switched off", async () => {
    const year = await begun("notify: { webhook: { url: https://x.example/ }, staff_values: true }");
    const { mark } = year.canary("Unsent");
    const documents: Setup["documents"] = (...about) => deliveryDocuments(...about, true);
    await year.night([`${mark}:Name:${mark}`], { ...year.w.setup, documents });
    const channel: Channel = { name: "webhook", deliver: async () => ({ ok: false, reason: "down" }) };
    const { signal } = new AbortController();
    await notifyPeople(year.w.setup, { env: {}, log: silentLog, signal, channels: [channel] });
    expect(await showing(year.w, mark)).toContain("facts: 1");
    const setup = { ...year.w.setup, workspace: { ...year.w.setup.workspace, notify: undefined } };
    const { left } = await withAlertsPaused(setup, [year.feed], () =>
      forgetRecord(setup, year.feed, mark, "asked for"),
    );
    expect(left).toEqual([]);
    expect(await showing(year.w, mark)).toEqual([]);
  });

  test("remaining traces of a person are reported, in every table", async () => {
    const year = await begun("");
    const { db } = year.w.store;
    const of = { feed: 1, number: 1, id: "Kanari" };
    await year.w.store.transaction(async (tx) => {
      await tx
        .insertInto("documents")
        .columns(["feed", "delivery", "name", "piece", "text"])
        .expression((from) =>
          from
            .selectFrom("deliveries")
            .select((own) => ["feed", "sha256", own.val("x").as("name"), own.val(0).as("piece")])
            .select((own) => own.val('"Kanari"').as("text")),
        )
        .execute();
      await tx
        .updateTable("log")
        .set({ details: sql`replace(details, '"part"', '"Kanari":0,"part"')` })
        .where("n", "=", 1)
        .execute();
      await tx.updateTable("log").set({ reason: '"Kanari"' }).where("n", "=", 2).execute();
      await tx.updateTable("log").set({ person: "Kanari" }).where("n", "=", 3).execute();
      await tx.updateTable("log").set({ person: "kanari@example.com" }).where("n", "=", 4).execute();
      const guard = { feed: 1, n: 1, place: 0, guard: "x", sentence: '"Kanari"' };
      await tx.insertInto("log_guards").values(guard).execute();
      const file = { kind: "ignored", place: 0, name: '"Kanari"', reason: "", since: "" } as const;
      await tx
        .insertInto("unprocessed_files")
        .values({ source: "x", ...file })
        .execute();
      await tx.insertInto("facts").values({ name: "x", value: '["Kanari"]' }).execute();
      await tx.updateTable("deliveries").set({ name: '"Kanari"' }).execute();
      await tx
        .updateTable("publications")
        .set({ delivered: sql`replace(delivered, '"rows"', '"Kanari":0,"rows"')` })
        .execute();
    });
    const { left } = await forgetRecord(year.w.setup, year.feed, of.id, "");
    expect(left).toEqual([
      expect.stringContaining("data about versions (1 row)"),
      expect.stringContaining("reports and rejected rows of deliveries (1 row)"),
      expect.stringContaining("the state of deliveries (1 row)"),
      expect.stringContaining("the log of decisions (3 rows)"),
      expect.stringContaining("reasons of held deliveries (1 row)"),
      expect.stringContaining("unprocessed files at the sources (1 row)"),
      expect.stringContaining("unsent alerts or other data about the workspace (1 row)"),
    ]);
    expect(left.join()).not.toContain(of.id);
    await db.insertInto("records").values({ feed: 1, id: of.id, record: "{}", notes: "{}" }).execute();
    await db.insertInto("removed").values({ feed: 1, id: of.id, updated_at: "", hash: "" }).execute();
    await db
      .insertInto("changes")
      .values({ ...of, kind: "", fields: "[]" })
      .execute();
    const texts = new Set(["kanari@example.com"]);
    const traces = await tracesOf(year.w.store, "acme/staff", { id: of.id, texts });
    expect(traces).toHaveLength(10);
    expect(traces).toContainEqual(expect.stringContaining("the log of decisions (4 rows)"));
  });
});

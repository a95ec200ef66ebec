/** @module-tag long */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLog } from "../../src/log.js";
import { org } from "../../src/model/record-types/index.js";
import type { Route } from "../../src/http/answer.js";
import { recordRoute } from "../../src/http/records.js";
import { windowRoute } from "../../src/http/windows.js";
import type { Answered } from "../../src/store/horizons.js";
import { openStore, type Queries, type Store } from "../../src/store/store.js";
import { feedAt, publish } from "../http/publish.js";
import { databases } from "../support/postgres.js";

/**
 * A model of time windows on real databases, with the code that publishes and answers: one publisher, two
 * platforms with adjacent windows, and one that asks for random windows. Between any two statements of one,
 * another may continue for any time, the process may die, and the database's clock may jump. No answered
 * window ever gains a member, and platforms with adjacent windows end with the newest version of everything.
 */

const isLong = process.env["LADING_PROOF"] === "long";

/** Number of schedules. `LADING_SCHEDULES` sets another number. */
const schedules = (short: number): number =>
  Number(process.env["LADING_SCHEDULES"] ?? (isLong ? 10_000 : short));

const names = ["publisher", "platform", "other platform", "anybody"] as const;
type Actor = (typeof names)[number];

/** Events that may happen at any moment. */
class Death extends Error {}

/** Promised with an answer: nothing else becomes visible between its start and its end. */
interface Promised {
  readonly asked: string;
  readonly after: number;
  readonly end: number;
  readonly ids: ReadonlySet<string>;
}

interface Place {
  readonly isSqlite: boolean;
  /** A connection for each, as in separate processes. */
  readonly stores: Readonly<Record<Actor, Store>>;
  /** Only observes, and is not part of the schedule. */
  readonly observer: Store;
}

describe.each(databases)("windows on %s", (engine, newDatabase) => {
  const isPostgres = engine === "PostgreSQL";
  let folder: string;
  let place: Place;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lading-windows-"));
    const at = { data: folder, database: newDatabase() };
    const [publisher, platform, other, anybody, observer] = [
      await openStore(at),
      await openStore(at),
      await openStore(at),
      await openStore(at),
      await openStore(at),
    ];
    const stores = { publisher, platform, "other platform": other, anybody };
    place = { isSqlite: !isPostgres, stores, observer };
  }, 120_000);

  afterAll(async () => {
    for (const store of [...Object.values(place.stores), place.observer]) await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("gain no member after they were answered, and adjacent windows see everything", async () => {
    const sum = { publications: 0, answers: 0, deaths: 0, ahead: 0 };
    const count = schedules(isPostgres ? 15 : 30);
    for (let seed = 1; seed <= count; seed++) {
      const found = await new Schedule(place, seed, true).run();
      expect([`schedule ${seed}`, found.wrong]).toEqual([`schedule ${seed}`, []]);
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += found[key];
    }
    console.log(
      `windows on ${isPostgres ? "PostgreSQL" : "SQLite"}: ${count} schedules, ${JSON.stringify(sum)}`,
    );
    // A proof without any answers would also pass.
    expect(sum.answers).toBeGreaterThan(count);
    expect(sum.deaths).toBeGreaterThan(0);
  }, 36_000_000);

  test("reveal violations in the model without the horizon", async () => {
    let found: readonly string[] = [];
    for (let seed = 1; seed <= 200 && found.length === 0; seed++) {
      found = (await new Schedule(place, 1_000_000 + seed, false).run()).wrong;
    }
    expect(found).not.toEqual([]);
  }, 600_000);
});

interface ScheduleResult {
  readonly wrong: readonly string[];
  readonly publications: number;
  readonly answers: number;
  readonly deaths: number;
  /** Windows that end so far ahead that nothing can be promised. */
  readonly ahead: number;
}

class Schedule {
  readonly #place: Place;
  readonly #account: string;
  readonly #random: () => number;
  readonly #hasHorizon: boolean;
  readonly #waiting = new Map<Actor, { readonly kind: string; go(): void; die(): void }>();
  readonly #ended = new Set<Actor>();
  readonly #promised: Promised[] = [];
  readonly #wrong: string[] = [];
  #wake = (): void => {};
  /** The actor that has started to write. On SQLite all others wait. */
  #inside: Actor | undefined;
  #clock = Date.UTC(2026, 2, 1, 8);
  #publications = 0;
  #answers = 0;
  #deaths = 0;
  #ahead = 0;
  #isPublished = false;

  constructor(place: Place, seed: number, hasHorizon: boolean) {
    this.#place = place;
    this.#account = `s${seed}`;
    this.#random = randomOf(seed);
    this.#hasHorizon = hasHorizon;
  }

  async run(): Promise<ScheduleResult> {
    const actors = [
      this.#act("publisher", () => this.#publish()),
      this.#act("platform", () => this.#poll("platform")),
      this.#act("other platform", () => this.#poll("other platform")),
      this.#act("anybody", () => this.#askAnything()),
    ];
    while (this.#ended.size < names.length) await this.#step();
    await Promise.all(actors);
    return {
      wrong: this.#wrong,
      publications: this.#publications,
      answers: this.#answers,
      deaths: this.#deaths,
      ahead: this.#ahead,
    };
  }

  // -- the schedule --

  async #act(actor: Actor, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#wrong.push(`${actor}: ${(error as Error).stack ?? ""}`);
    } finally {
      this.#ended.add(actor);
      this.#wake();
    }
  }

  /** One actor continues. The clock may have jumped before, or the process may have died. */
  async #step(): Promise<void> {
    const able = [...this.#waiting].filter(
      ([actor, { kind }]) =>
        !this.#place.isSqlite || kind !== "begin" || this.#inside === undefined || this.#inside === actor,
    );
    const [actor, waiting] = able[Math.floor(this.#random() * able.length)] ?? [];
    if (actor === undefined || waiting === undefined) return this.#woken();
    this.#clock += this.#clockStep();
    this.#waiting.delete(actor);
    if (this.#random() < 0.02) waiting.die();
    else waiting.go();
    // On PostgreSQL it may wait for a lock until another one continues.
    const isBack = (): boolean => this.#waiting.has(actor) || this.#ended.has(actor);
    const patience = this.#place.isSqlite ? Infinity : performance.now() + 10;
    while (!isBack() && performance.now() < patience) await this.#woken(patience);
  }

  #woken(until = Infinity): Promise<void> {
    return new Promise((resolve) => {
      const timer =
        until === Infinity ? undefined : setTimeout(resolve, Math.max(1, until - performance.now()));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #clockStep(): number {
    const chance = this.#random();
    if (chance < 0.7) return Math.floor(this.#random() * 400);
    if (chance < 0.9) return Math.floor(this.#random() * 60_000);
    const far = Math.floor((this.#random() - 0.5) * (chance < 0.97 ? 600_000 : 7_200_000));
    return far;
  }

  #gate(actor: Actor, kind: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(actor, { kind, go: resolve, die: () => reject(new Death()) });
      this.#wake();
    });
  }

  /**
   * The store of one actor, in which each statement waits for its turn. `answered` gets the result of a
   * transaction.
   */
  #storeOf(actor: Actor, answered: (result: unknown) => void = () => {}): Store {
    const store = this.#place.stores[actor];
    const turns = <DB extends Queries>(db: DB): DB =>
      db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          await this.#gate(actor, "statement");
          return result;
        },
      }) as DB;
    const isForgotten = !this.#hasHorizon && actor !== "publisher";
    return {
      ...store,
      db: turns(store.db),
      now: async () => this.#clock,
      transaction: async (work) => {
        await this.#gate(actor, "begin");
        this.#inside = actor;
        let result: unknown;
        try {
          await store.transaction(async (tx) => {
            result = await work(turns(tx));
            answered(result);
            if (isForgotten) throw new Forgotten();
          });
        } catch (error) {
          if (!(error instanceof Forgotten)) throw error;
        } finally {
          if (this.#inside === actor) this.#inside = undefined;
        }
        await this.#gate(actor, "committed");
        return result as never;
      },
    };
  }

  // -- the actors --

  async #publish(): Promise<void> {
    const store = this.#storeOf("publisher");
    const feed = `${this.#account}/org`;
    const versions = new Map<string, number>();
    const count = 2 + Math.floor(this.#random() * 4);
    for (let number = 1; number <= count;) {
      const next = new Map(versions);
      for (const id of ["A", "B", "C", "D"]) {
        const chance = this.#random();
        if (chance < 0.5) next.set(id, number);
        else if (chance < 0.55) next.delete(id);
      }
      const records = Array.from(next, ([external_id, version]) => ({ ...record, external_id, version }));
      try {
        await publish(store, feed, number, records);
      } catch (error) {
        if (!(error instanceof Death)) throw error;
        this.#deaths += 1;
      }
      const current = await this.#place.observer.db
        .selectFrom("feeds")
        .select("number")
        .where("name", "=", feed)
        .executeTakeFirst();
      if (current?.number !== number) continue;
      versions.clear();
      for (const [id, version] of next) versions.set(id, version);
      this.#publications += 1;
      number += 1;
      await this.#keptPromises(`publication ${number - 1}`);
    }
    this.#isPublished = true;
  }

  /** Requests adjacent windows, fetches their records, and keeps the newest version of each. */
  async #poll(actor: Actor): Promise<void> {
    const held = new Map<string, { readonly updated_at: string; readonly version: number }>();
    let [after, wasAhead] = [0, false];
    for (let isLast = false; ;) {
      isLast ||= this.#isPublished;
      // Uses its own clock, which differs from ours by up to five minutes.
      const reach = Math.max(after, this.#clock / 1000);
      const chosen = Math.max(after, reach - 300 + this.#random() * 600);
      const before = isLast ? Math.max(after, (await this.#lastStamp()) + 1) : chosen;
      try {
        const ids = await this.#ask(actor, after, before);
        for (const id of ids.members) {
          const got = await this.#fetch(actor, id);
          if (got !== undefined && got.updated_at >= (held.get(id)?.updated_at ?? "")) held.set(id, got);
        }
        wasAhead ||= ids.isAhead;
        after = before;
        if (isLast) break;
      } catch (error) {
        if (!(error instanceof Death)) throw error;
        this.#deaths += 1;
      }
    }
    if (wasAhead) return;
    for (const id of ["A", "B", "C", "D"]) {
      const newest = await this.#fetch(undefined, id);
      if (newest === undefined) continue;
      const own = JSON.stringify(held.get(id));
      if (own !== JSON.stringify(newest))
        this.#wrong.push(`${actor} has ${own} of ${id}, and the newest is ${JSON.stringify(newest)}`);
    }
  }

  async #askAnything(): Promise<void> {
    for (let asked = 0; asked < 4; asked++) {
      const around = (): number => this.#clock / 1000 + (this.#random() - 0.5) * 2_000;
      const after = this.#random() < 0.3 ? undefined : around();
      const before = after === undefined || this.#random() < 0.3 ? undefined : around();
      try {
        await this.#ask("anybody", after, this.#random() < 0.1 && after !== undefined ? 4e9 : before);
      } catch (error) {
        if (!(error instanceof Death)) throw error;
        this.#deaths += 1;
      }
    }
  }

  async #ask(
    actor: Actor,
    afterAbout: number | undefined,
    beforeAbout: number | undefined,
  ): Promise<{ readonly members: readonly string[]; readonly isAhead: boolean }> {
    // Bounds are whole milliseconds, so promises are as well.
    const [after, before] = [inMilliseconds(afterAbout), inMilliseconds(beforeAbout)];
    let answered: Answered | undefined;
    const store = this.#storeOf(actor, (result) => (answered = result as Answered));
    const bounds = { updated_after: isoOf(after), updated_before: isoOf(before) };
    const stated = Object.entries(bounds).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    );
    const query = new URLSearchParams(stated as [string, string][]).toString();
    const members = ((await this.#answer(windowRoute, store, query)) as { external_id: string }[]).map(
      ({ external_id: id }) => id,
    );
    this.#answers += 1;
    const horizon = answered?.horizon ?? 0;
    const end = Math.min(before ?? Infinity, horizon + 1);
    this.#promised.push({ asked: `${actor} ${query}`, after: after ?? 0, end, ids: new Set(members) });
    const isAhead = before !== undefined && Math.ceil(before) > horizon + 1;
    if (isAhead) {
      this.#ahead += 1;
      // Only times too far ahead are not promised.
      if (before <= (answered?.now ?? 0) + 300)
        this.#wrong.push(`${query} was promised up to ${horizon} alone`);
    }
    return { members, isAhead };
  }

  async #fetch(
    actor: Actor | undefined,
    id: string,
  ): Promise<{ readonly updated_at: string; readonly version: number } | undefined> {
    const store = actor === undefined ? this.#place.observer : this.#storeOf(actor);
    const got = (await this.#answer(recordRoute, store, "", id)) as
      | { readonly updated_at: string; readonly version: number }
      | undefined;
    return got && { updated_at: got.updated_at, version: got.version };
  }

  /** The answer of a route with the account's credentials. Undefined: no such record. */
  async #answer(
    route: typeof windowRoute | typeof recordRoute,
    store: Store,
    query: string,
    external_id = "",
  ): Promise<unknown> {
    const lists = new Map([["orgs", feedAt(`${this.#account}/org`)]]);
    const account = { name: this.#account, envelope: undefined, sync: "polling", lists } as const;
    const made: Route = route(org, [account], {
      authenticate: async () => ({ account: this.#account, credential: "c" }),
      db: store.db,
      horizons: store,
      log: silentLog,
    });
    const { status, body } = await made.answer({
      headers: {},
      address: "",
      body: "",
      bytes: Buffer.alloc(0),
      path: { external_id },
      query,
    });
    if (status === 404) return undefined;
    expect([query, status]).toEqual([query, 200]);
    return JSON.parse((body as Buffer).toString()) as unknown;
  }

  // -- the model --

  /** Reads the content of every answered window directly from the store, not through the tested code. */
  async #keptPromises(moment: string): Promise<void> {
    const rows = await this.#place.observer.db
      .selectFrom("records")
      .innerJoin("feeds", "feeds.id", "records.feed")
      .innerJoin("stamps", (join) =>
        join.onRef("stamps.feed", "=", "records.feed").onRef("stamps.number", "=", "records.number"),
      )
      .select(["records.id", "stamps.second"])
      .where("feeds.name", "=", `${this.#account}/org`)
      .execute();
    for (const { asked, after, end, ids } of this.#promised) {
      for (const { id, second } of rows) {
        if (second >= after && second < end && !ids.has(id))
          this.#wrong.push(
            `after ${moment}, ${id} of ${second} is in the window "${asked}", in which it was not`,
          );
      }
    }
  }

  async #lastStamp(): Promise<number> {
    const { second } = await this.#place.observer.db
      .selectFrom("stamps")
      .innerJoin("feeds", "feeds.id", "stamps.feed")
      .select(({ fn }) => fn.max("second").as("second"))
      .where("feeds.name", "=", `${this.#account}/org`)
      .executeTakeFirstOrThrow();
    return second;
  }
}

/** Removes the horizon from a window, for comparison. */
class Forgotten extends Error {}

const record = { external_id: "", updated_at: "2020-01-01T00:00:00.000Z" };

function inMilliseconds(second: number | undefined): number | undefined {
  return second === undefined ? undefined : Math.floor(second * 1000) / 1000;
}

function isoOf(second: number | undefined): string | undefined {
  return second === undefined ? undefined : new Date(Math.round(second * 1000)).toISOString();
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

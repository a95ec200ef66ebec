import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { LadingError } from "../../../src/errors.js";
import { deliveriesOf, ensureFeed, readFeed, readLog } from "../../../src/feeds/lists/feed-log.js";
import type {
  DeliveryState,
  DeliveryStatus,
  FeedState,
  RowCount,
} from "../../../src/feeds/lists/feed-state.js";
import type { NewEntry } from "../../../src/feeds/lists/log.js";
import { moves, newFolding } from "../../../src/feeds/lists/moves.js";
import { transition } from "../../../src/feeds/lists/transition.js";
import { sql } from "../../../src/store/kysely.js";
import { takeLease, type Lease } from "../../../src/store/leases.js";
import { deliveryStatuses } from "../../../src/store/states.js";
import { openStore, type Queries, type Store } from "../../../src/store/store.js";
import { databases } from "../../support/postgres.js";

/** Deliveries change their status only as the table of moves permits, regardless of other workers. */

const isLong = process.env["LADING_PROOF"] === "long";

const feed = "acme/staff";
const shas = ["a", "b", "c"].map((letter) => letter.repeat(64));
const inputs = { mapping: "m", lists: "", settings: "s", engine: "e", today: "" };
const counts = { read: 3, accepted: 2, rejected: 1, skipped: 0, merged: 0, stale: 0 };
const person = { reason: "looked at it", by: "ann" };
const figures = { guard: "rows_below", found: 3, compared_with: 10.5, minimum: 8 };
const guards = [
  { ...figures, sentence: "Only 3 rows." },
  { guard: "cut_off", sentence: "The file was cut off." },
];
const overruled = [figures, { guard: "cut_off" }];

/** Returns a log entry of the given kind for a delivery. */
function entryOf(state: keyof typeof moves, delivery: string, at: number): NewEntry {
  const arrival = { source: "inbox", name: `${delivery[0]}.csv`, size: 1, modified: at % 3, identity: "" };
  switch (state) {
    case "RECEIVED":
      return { state, delivery, arrival, part: "", sequence: "", ...(at % 4 === 0 && person) };
    case "READ":
      return { state, delivery, rows: 3 };
    case "VALIDATED":
      return { state, delivery, counts };
    case "PUBLISHED":
      return { state, delivery, number: at, counts, inputs };
    case "UNCHANGED":
      return { state, delivery, counts, inputs };
    case "SUPERSEDED":
      return { state, delivery, by: shas[0] ?? "" };
    case "REJECTED":
      return { state, delivery, codes: ["empty_file"], reason: "Nothing in it.", inputs };
    case "REJECTED by a person":
      return { state: "REJECTED", delivery, codes: [], ...person, guards: overruled };
    case "HELD":
      return { state, delivery, guards, change_set: `${delivery[0]}1`, differences: {}, counts, inputs };
    case "WAITING":
      return { state, delivery, for: "acme/tax-code", inputs };
    case "CRASHED":
    case "QUARANTINED":
    case "RETRY":
      return { state, delivery, reason: "The reader was killed." };
    case "ACKED":
      return { state, delivery, arrival };
    case "RELEASED":
      return { state, delivery, change_set: `${delivery[0]}1`, ...person, guards: overruled };
    case "REPLAYED":
      return { state, delivery, ...person };
  }
}

/** One of two workers on the feed. Each knows the state of the feed from when it took the lease. */
interface Worker {
  readonly lease: Lease;
  state: FeedState;
  last: number;
}

/** Lets the other worker go first, for a random number of milliseconds. */
async function pause(milliseconds: number): Promise<void> {
  await (milliseconds === 0 ? setImmediate() : setTimeout(milliseconds));
}

describe.each(databases)("transitions of a delivery on %s", (_, newDatabase) => {
  async function opened(): Promise<readonly [Store, Store]> {
    const data = await mkdtemp(join(tmpdir(), "lading-moves-"));
    const database = newDatabase();
    const stores = [await openStore({ data, database }), await openStore({ data, database })] as const;
    onTestFinished(async () => {
      for (const store of stores) await store.close();
      await rm(data, { recursive: true, force: true });
    });
    return stores;
  }

  /** Takes the feed from its current owner, as another machine does after the lease has expired. */
  async function taken(store: Store): Promise<Worker> {
    await store.db.updateTable("leases").set({ owner: "", deadline: 0 }).where("name", "=", feed).execute();
    const lease = await takeLease(store, feed);
    const { entries, state } = await ensureFeed(store.db, feed);
    return { lease, state, last: entries };
  }

  async function write(store: Store, worker: Worker, entry: NewEntry, pauses = [0, 0]): Promise<void> {
    const { id } = await ensureFeed(store.db, feed);
    const folding = newFolding(worker.state);
    const at = new Date(Date.UTC(2026, 2, 1) + worker.last * 1000).toISOString();
    const checkLease = async (on: Queries): Promise<void> => {
      await pause(pauses[0] ?? 0);
      await worker.lease.check(on);
      await pause(pauses[1] ?? 0);
    };
    await store.transaction((tx) =>
      transition(tx, { feed: id, checkLease }, folding, [{ n: worker.last + 1, at, ...entry }]),
    );
    worker.state = folding.state;
    worker.last += 1;
  }

  const step = fc.record({
    /** The worker takes the feed first, even if the other worker has it. */
    takes: fc.boolean(),
    sha256: fc.constantFrom(...shas),
    state: fc.constantFrom(...(Object.keys(moves) as (keyof typeof moves)[])),
    /** Milliseconds before the step, and before and after the check of the lease. */
    pauses: fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
  });
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
  const steps = fc.array(step, { minLength: 3, maxLength: 20 });

  /** Returns the moves that the worker wrote, by their number in the log. */
  async function work(store: Store, script: readonly Step[]): Promise<ReadonlyMap<number, Step>> {
    const written = new Map<number, Step>();
    const leases: Lease[] = [];
    let worker: Worker | undefined;
    for (const one of script) {
      const [before = 0, ...pauses] = one.pauses;
      await pause(before);
      if (one.takes || worker === undefined) {
        // Both may take the feed at the same time.
        worker = await taken(store).catch((error: unknown) => {
          expect(error).toMatchObject({ code: "locked" });
          return undefined;
        });
        if (worker === undefined) continue;
        leases.push(worker.lease);
      }
      const known = worker.state.deliveries.get(one.sha256)?.status;
      const isAllowed =
        one.state === "RECEIVED" || (known !== undefined && moves[one.state].from.includes(known));
      const entry = entryOf(one.state, one.sha256, worker.last);
      const failed = await write(store, worker, entry, pauses).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failed === undefined) written.set(worker.last, one);
      else if (failed instanceof LadingError) expect(failed.code).toBe("lease_lost");
      else expect(isAllowed, one.state).toBe(false);
      if (failed === undefined) expect(isAllowed, one.state).toBe(true);
    }
    for (const lease of leases) await lease.release();
    return written;
  }

  test("are written by two workers at the same time only if allowed, and columns and log agree", async () => {
    const [store, other] = await opened();
    let [both, lost] = [0, 0];
    await fc.assert(
      fc.asyncProperty(steps, steps, async (first, second) => {
        for (const table of [
          "approvals",
          "accepted_parts",
          "row_counts",
          "deliveries",
          "log",
          "arrivals",
        ] as const)
          await store.db.deleteFrom(table).execute();
        await store.db.deleteFrom("feeds").execute();
        const [one, two] = await Promise.all([work(store, first), work(other, second)]);
        const written = one.size + two.size;
        both += one.size > 0 && two.size > 0 ? 1 : 0;
        lost += first.length + second.length - written;
        // No entry was written twice, and each move was allowed after the moves before it.
        const entries = new Map([...one, ...two]);
        expect(entries.size).toBe(written);
        const model = new Map<string, DeliveryStatus>();
        for (const [, { sha256, state }] of [...entries].sort(([a], [b]) => a - b)) {
          const before = model.get(sha256);
          const { from, to } = moves[state];
          expect(state === "RECEIVED" || (before !== undefined && from.includes(before)), state).toBe(true);
          model.set(sha256, to ?? (before as DeliveryStatus));
        }
        const stored = await readFeed(store.db, feed);
        const all = await deliveriesOf(store.db, feed);
        const deliveries = new Map(all.map((each) => [each.sha256, each]));
        const log = await readLog(store.db, feed);
        expect(log.map(({ n }) => n)).toEqual(Array.from({ length: written }, (__, at) => at + 1));
        expect(stored?.entries ?? 0).toBe(written);
        expect(new Map(all.map(({ sha256, status }) => [sha256, status]))).toEqual(model);
        let folding = newFolding();
        let rowCounts: readonly RowCount[] = [];
        for (const entry of log) {
          folding = newFolding(folding.state);
          folding.add(entry);
          const { resized } = folding;
          rowCounts = [...rowCounts.filter(({ part }) => !resized.has(part)), ...folding.rowCounts];
        }
        expect(comparable(deliveries)).toEqual(comparable(folding.state.deliveries));
        expect(stored?.state.released).toEqual(folding.state.released);
        expect(stored?.state.accepted ?? new Map()).toEqual(folding.state.accepted);
        const counted = store.db.selectFrom("row_counts").select(["n", "at", "part", "rows"]).orderBy("n");
        expect(await counted.execute()).toEqual(rowCounts);
      }),
      { numRuns: isLong ? 300 : 10 },
    );
    // Few random scripts could miss each other, so only the long form checks that the workers compete.
    if (!isLong) return;
    expect(both).toBeGreaterThan(0);
    expect(lost).toBeGreaterThan(0);
  });

  test("are neither stored nor logged if another process changed the status", async () => {
    const [store] = await opened();
    const worker = await taken(store);
    const [sha256 = ""] = shas;
    await write(store, worker, entryOf("RECEIVED", sha256, 1));
    await store.db.updateTable("deliveries").set({ status: "HELD", reason_position: 1 }).execute();
    await expect(write(store, worker, entryOf("PUBLISHED", sha256, 1))).rejects.toMatchObject({
      code: "lease_lost",
    });
    expect(await readLog(store.db, feed)).toHaveLength(1);
    await worker.lease.release();
  });

  test("are refused by the database for an unknown status, counts that do not add up, and children without a delivery", async () => {
    const [store] = await opened();
    const worker = await taken(store);
    const [sha256 = ""] = shas;
    await write(store, worker, entryOf("RECEIVED", sha256, 1));
    await write(store, worker, entryOf("PUBLISHED", sha256, 1));
    const { id } = await ensureFeed(store.db, feed);
    await expect(sql`update deliveries set status = 'LOST'`.execute(store.db)).rejects.toThrow(/check/i);
    await expect(store.db.updateTable("deliveries").set({ rows_read: 9 }).execute()).rejects.toThrow(
      /check/i,
    );
    const bytes = new Uint8Array();
    const lost = "lost" as never;
    const refused = [
      store.db.insertInto("log").values({ feed: id, n: 9, at: "x", state: lost, details: "{}" }),
      store.db.insertInto("bodies").values({ feed: id, encoding: lost, piece: 0, bytes }),
      store.db.insertInto("changes").values({ feed: id, number: 1, id: "1", kind: lost, fields: "[]" }),
      store.db
        .insertInto("credentials")
        .values({ kind: lost, id: "1", account: "", name: "Ada", digest: "x", created_at: "x" }),
    ];
    for (const insert of refused) await expect(insert.execute()).rejects.toThrow(/check/i);
    await expect(store.db.deleteFrom("deliveries").execute()).rejects.toThrow(/foreign key/i);
    await expect(
      store.db
        .insertInto("approvals")
        .values({ feed: id, change_set: "1", delivery: "f".repeat(64) })
        .execute(),
    ).rejects.toThrow(/foreign key/i);
    const guard = { feed: id, n: 9, place: 0, guard: "x" };
    await expect(store.db.insertInto("log_guards").values(guard).execute()).rejects.toThrow(/foreign key/i);
    for (const wrong of [{ found: -1 }, { maximum: 1 }])
      await expect(
        store.db
          .insertInto("log_guards")
          .values({ ...guard, n: 1, ...wrong })
          .execute(),
      ).rejects.toThrow(/check/i);
    await expect(sql`update deliveries set reason_position = 1`.execute(store.db)).rejects.toThrow(/check/i);
    await expect(
      sql`update deliveries set retrying_since = 'x', retrying_position = 99`.execute(store.db),
    ).rejects.toThrow(/foreign key/i);
    await expect(store.db.deleteFrom("feeds").execute()).rejects.toThrow(/foreign key/i);
    await worker.lease.release();
  });
});

test("each entry is allowed in exactly the statuses of the table", () => {
  const [sha256 = ""] = shas;
  const at = new Date(Date.UTC(2026, 2, 1)).toISOString();
  for (const status of deliveryStatuses)
    for (const state of Object.keys(moves) as (keyof typeof moves)[]) {
      const folding = newFolding();
      folding.add({ n: 1, at, ...entryOf("RECEIVED", sha256, 1) });
      const known = folding.state.deliveries.get(sha256);
      if (known === undefined) throw new Error("no delivery");
      folding.put({ ...known, status });
      const add = () => folding.add({ n: 2, at, ...entryOf(state, sha256, 1) });
      if (moves[state].from.includes(status)) expect(add).not.toThrow();
      else expect(add, `${status} ${state}`).toThrow("cannot change to");
    }
});

test("lead to and from every status", () => {
  const all = Object.values(moves);
  for (const status of deliveryStatuses) {
    expect(all.some(({ from, to }) => to !== undefined && to !== status && from.includes(status))).toBe(true);
    expect(all.some(({ to }) => to === status)).toBe(true);
  }
});

/** Sorted by id, without details that the store does not distinguish. */
function comparable(deliveries: ReadonlyMap<string, DeliveryState> | undefined) {
  return Array.from(deliveries?.values() ?? [], ({ unacknowledged, ...rest }) => ({
    ...rest,
    unacknowledged: new Set(unacknowledged.map(({ modified }) => modified)),
  })).sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
}

import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { undecidedOrPending } from "../lists/feed-log.js";
import { arrivalKey } from "../lists/feed-state.js";
import type { DecisionInputs } from "../lists/log.js";
import { accountOfFeed, todayIn } from "../../model/account.js";
import { sql } from "../../store/kysely.js";
import type { Queries } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";
import type { SourceListings } from "./listings.js";
import { arrivalOf } from "./receive.js";
import type { Setup } from "./setup.js";

/**
 * This module marks feeds that have no work to do, which is the case for most feeds in most passes. A mark stores a
 * fingerprint of the feed's inputs. Passes skip the feed as long as its inputs do not change. One query reads the marks
 * for all feeds. Any new log entry for the feed deletes its mark (`lists/transition.ts`).
 */

interface Mark {
  /** Fingerprint of the inputs (see `groundsOf`). */
  readonly inputs: string;
  /** The current date in the account's time zone. Empty if the mapping does not use the date. */
  readonly today: string;
  /** Time of the next work for retention or for comparing files (`compare_every`), in milliseconds since 1970. */
  readonly until: number;
}

/** The result of a check that found no work for a feed. */
export interface IdleFeed {
  /** False if a pass has something to report about the feed. In that case, the feed is not marked. */
  readonly isQuiet: boolean;
  /** Number of the last log entry. Later entries invalidate the result. */
  readonly entries: number;
  readonly inputs: DecisionInputs;
  readonly until: number;
}

/** Data that all feeds in a pass share. */
export interface Marks {
  readonly numbers: ReadonlyMap<string, number>;
  readonly marks: ReadonlyMap<string, Mark>;
  /** Feeds with a recorded fault, or with a lease that is held or was left by a crash. */
  readonly unsettled: ReadonlySet<string>;
  /** Feed names by account. */
  readonly accounts: ReadonlyMap<string, readonly string[]>;
  /** Fingerprints of the files in mapping folders, keyed by folder. */
  readonly folders: Map<string, Promise<string>>;
}

/**
 * Reads the marks of feeds. Returns no marks if the store fails, in which case each feed reports the failure. `feeds`
 * contains the feeds in a pass. The other feeds in the same accounts are also read.
 */
export async function readMarks({ store, workspace }: Setup, feeds: readonly Feed[]): Promise<Marks> {
  const accounts = new Map(feeds.map(({ name }) => [accountOfFeed(name), [] as string[]]));
  for (const { name } of workspace.feeds) accounts.get(accountOfFeed(name))?.push(name);
  const query = store.db
    .selectFrom("feeds")
    .leftJoin("leases", "leases.name", "feeds.name")
    .select(["feeds.name", "feeds.number", "leases.owner"])
    .select(["feeds.idle_inputs", "feeds.idle_today as today", "feeds.idle_until as until"])
    .select((feed) =>
      feed
        .selectFrom("faults")
        .select((all) => all.fn.countAll<number>().as("count"))
        .whereRef("faults.feed_name", "=", "feeds.name")
        .where("faults.kind", "in", ["feed", "file"])
        .as("faults"),
    )
    // A daemon's round usually covers only a few feeds. A pass over all feeds does not need a filter.
    .$if(feeds.length < workspace.feeds.length, (few) =>
      few.where("feeds.name", "in", [...accounts.values()].flat()),
    )
    .execute();
  const rows = await query.catch(() => []);
  return {
    unsettled: new Set(
      rows.flatMap(({ name, owner, faults }) => ((owner ?? "") !== "" || Number(faults) > 0 ? [name] : [])),
    ),
    numbers: new Map(rows.map(({ name, number }) => [name, number])),
    marks: new Map(
      rows.flatMap(({ name, idle_inputs: inputs, today, until }) =>
        inputs === null ? [] : [[name, { inputs, today, until }]],
      ),
    ),
    accounts,
    folders: new Map(),
  };
}

export function isMarkedIdle(setup: Setup, feed: Feed, marks: Marks, grounds: string): boolean {
  const mark = marks.marks.get(feed.name);
  if (mark === undefined) return false;
  const now = setup.clock.now();
  if (now.getTime() >= mark.until) return false;
  if (mark.today !== "" && mark.today !== todayIn(feed.account.zone, now)) return false;
  return mark.inputs === grounds;
}

/** `inputs` is the fingerprint taken before the check. */
export async function markIdle(setup: Setup, feed: Feed, inputs: string, found: IdleFeed): Promise<void> {
  if (!found.isQuiet) return;
  // Infinity cannot be stored as an integer.
  const until = Math.min(found.until, Number.MAX_SAFE_INTEGER);
  await setup.store.db
    .updateTable("feeds")
    .set({ idle_inputs: inputs, idle_today: found.inputs.today, idle_until: until })
    .where("name", "=", feed.name)
    .where("entries", "=", found.entries)
    .execute();
}

/**
 * Returns whether a feed has work in progress and whether a pass has anything to report about it. Returns undefined if
 * the feed is not in the store yet.
 */
export async function readQuiet(db: Queries, name: string) {
  const { rows } = await sql<{
    readonly id: number;
    readonly entries: number;
    readonly paused: number;
    readonly undecided: number;
    readonly held: number;
    readonly unacknowledged: number;
    readonly taken: number | null;
  }>`
    select id, entries, case when paused_to is null then 0 else 1 end as paused,
      (select count(*) from deliveries
        where feed = feeds.id and ${undecidedOrPending} and status in ('RECEIVED', 'WAITING')) as undecided,
      (select count(*) from deliveries where feed = feeds.id and ${undecidedOrPending} and status = 'HELD') as held,
      (select count(*) from unacknowledged as left_over
        join deliveries on deliveries.feed = left_over.feed and deliveries.sha256 = left_over.delivery
        where left_over.feed = feeds.id and status <> 'HELD') as unacknowledged,
      (select case when retrying_since is null and status in ('PUBLISHED', 'UNCHANGED', 'SUPERSEDED') then 1
        else 0 end from deliveries where feed = feeds.id order by position desc limit 1) as taken
    from feeds where name = ${name}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { id, entries, paused, held, taken } = row;
  const isBusy = row.undecided + row.unacknowledged > 0;
  return {
    id,
    entries,
    isPaused: paused === 1,
    /** A held delivery is not in progress, because it stays at its source until a person decides. */
    isBusy,
    isQuiet: paused === 0 && !isBusy && held === 0 && taken !== 0,
  };
}

/**
 * Returns a fingerprint of a feed's inputs except the date and the feed's own log. Must be called before the feed is
 * examined. If the examination finds no work, the feed has no work as long as the fingerprint is the same.
 */
export async function groundsOf(
  { engine }: Setup,
  feed: Feed,
  { numbers, accounts, folders }: Marks,
  listings: SourceListings,
): Promise<string> {
  const own = accounts.get(accountOfFeed(feed.name)) ?? [];
  const others = own.filter((name) => name !== feed.name);
  const hash = createHash("sha256").update(engine).update(feed.settings);
  hash.update(JSON.stringify([feed.retention, others.map((name) => numbers.get(name) ?? 0)]));
  if (feed.mapping !== undefined) {
    const folder = dirname(feed.mapping);
    let facts = folders.get(folder);
    if (facts === undefined) folders.set(folder, (facts = factsOf(folder)));
    hash.update(feed.mapping).update(await facts);
  }
  // Files that stay at their source are in every listing, so such files do not change the fingerprint.
  const seen = listings.of(feed).map((file) => arrivalKey(arrivalOf(file)));
  return hash.update(seen.sort().join("\n")).digest("hex");
}

/**
 * Returns the names, sizes and times of the files in a mapping's folder, which include its lookup tables. Subfolders
 * are excluded, because passes may write to them, for example if the data folder is one of them.
 */
async function factsOf(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const facts = names.sort().map(async (name) => {
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found?.isFile() === true ? `${name} ${found.size} ${found.mtimeMs}` : "";
  });
  return (await Promise.all(facts)).join("\n");
}

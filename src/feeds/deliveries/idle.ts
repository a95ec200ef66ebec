import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { arrivalKey, isOpen, type DeliveryState, type FeedState, lastArrived } from "../lists/feed-state.js";
import type { DecisionInputs } from "../lists/log.js";
import { accountOfFeed, todayIn } from "../../model/account.js";
import { sql } from "../../store/kysely.js";
import type { Feed } from "../../workspace/workspace.js";
import { faultBeginning, fileFaultEnd } from "./faults.js";
import type { SourceListings } from "./listings.js";
import { arrivalOf } from "./receive.js";
import type { Setup } from "./setup.js";

/**
 * Most feeds have nothing to be done in most passes. Once that was found out for one, what it rested on is kept as a mark with
 * the feed; while that is the same, the feed is passed by, and one query tells so for all feeds. Whatever happens to the feed takes
 * its mark away (`lists/feed-log.ts`).
 */

interface Mark {
  /** What a decision depends on: the account's lists by their numbers, the mapping by the files around it. */
  readonly on: string;
  /** The day, where the mapping asks for it; else empty. */
  readonly today: string;
  /** Milliseconds since 1970: from then on something may be let go of. */
  readonly until: number;
}

/** A feed to which nothing is to be done, as it was found so. */
export interface IdleFeed {
  readonly state: FeedState;
  /** Number of the last entry of its log: what happens meanwhile counts. */
  readonly entries: number;
  readonly inputs: DecisionInputs;
  readonly until: number;
}

/** What is the same for all feeds of a pass. */
export interface Marks {
  readonly numbers: ReadonlyMap<string, number>;
  readonly marks: ReadonlyMap<string, string>;
  /** Feeds of which a fault is noted, or that somebody works on or left in the middle. */
  readonly unsettled: ReadonlySet<string>;
  /** Names of the feeds of each account. */
  readonly accounts: ReadonlyMap<string, readonly string[]>;
  /** What lies in the folder of a mapping, by the folder. */
  readonly folders: Map<string, Promise<string>>;
}

/**
 * Reads the marks of feeds; none from a store that fails, which each feed then says for itself.
 *
 * @param feeds those of a pass; what a mark rests on is read of the other feeds of their accounts, too
 */
export async function readMarks({ store, workspace }: Setup, feeds: readonly Feed[]): Promise<Marks> {
  const accounts = new Map(feeds.map(({ name }) => [accountOfFeed(name), [] as string[]]));
  for (const { name } of workspace.feeds) accounts.get(accountOfFeed(name))?.push(name);
  const asked = store.db
    .selectFrom("feeds")
    .leftJoin("leases", "leases.name", "feeds.name")
    .leftJoin("facts", (join) => join.on("facts.name", "=", sql`${faultBeginning} || feeds.name`))
    .leftJoin("facts as ofFiles", (join) =>
      join.on("ofFiles.name", "=", sql`${faultBeginning} || feeds.name || ${fileFaultEnd}`),
    )
    .select(["feeds.name", "feeds.number", "feeds.idle", "leases.owner"])
    .select(["facts.value as fault", "ofFiles.value as fileFault"])
    // Each round of a daemon is over a few feeds; a pass over all asks without naming them.
    .$if(feeds.length < workspace.feeds.length, (few) =>
      few.where("feeds.name", "in", [...accounts.values()].flat()),
    )
    .execute();
  const rows = await asked.catch(() => []);
  return {
    unsettled: new Set(
      rows.flatMap(({ name, owner, fault, fileFault }) =>
        (owner ?? "") !== "" || fault !== null || fileFault !== null ? [name] : [],
      ),
    ),
    numbers: new Map(rows.map(({ name, number }) => [name, number])),
    marks: new Map(rows.flatMap(({ name, idle }) => (idle === "" ? [] : [[name, idle]]))),
    accounts,
    folders: new Map(),
  };
}

/** Whether nothing is to be done for a feed, by its mark. */
export function isMarkedIdle(setup: Setup, feed: Feed, marks: Marks, grounds: string): boolean {
  const text = marks.marks.get(feed.name);
  if (text === undefined) return false;
  const mark = JSON.parse(text) as Mark;
  const now = setup.clock.now();
  if (now.getTime() >= mark.until) return false;
  if (mark.today !== "" && mark.today !== todayIn(feed.account.zone, now)) return false;
  return mark.on === grounds;
}

/**
 * Marks a feed to which nothing is to be done now.
 *
 * @param on what it rests on, of before it was found so
 */
export async function markIdle(setup: Setup, feed: Feed, on: string, found: IdleFeed): Promise<void> {
  if (!isQuiet(found.state)) return;
  // Infinity cannot be stored as JSON.
  const until = Math.min(found.until, Number.MAX_SAFE_INTEGER);
  const mark: Mark = { on, today: found.inputs.today, until };
  await setup.store.db
    .updateTable("feeds")
    .set({ idle: JSON.stringify(mark) })
    .where("name", "=", feed.name)
    .where("entries", "=", found.entries)
    .execute();
}

/** Whether there is nothing that every pass tells of. */
function isQuiet(state: FeedState): boolean {
  const last = lastArrived(state);
  if (state.paused !== undefined) return false;
  return last === undefined || (![...state.deliveries.values()].some(isOpen) && isTaken(last));
}

function isTaken({ status, retrying }: DeliveryState): boolean {
  return retrying === undefined && ["PUBLISHED", "UNCHANGED", "SUPERSEDED"].includes(status);
}

/**
 * Fingerprint of all inputs of a feed. A feed whose fingerprint is unchanged has nothing to do. Taken before the feed
 * is looked at.
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
  // Files that stay at their source lie there in every pass.
  const seen = listings.of(feed).map((file) => arrivalKey(arrivalOf(file)));
  return hash.update(seen.sort().join("\n")).digest("hex");
}

/** Names, sizes and times of the files in a folder: a mapping and its look-up tables. Folders beside them change with every pass. */
async function factsOf(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const facts = names.sort().map(async (name) => {
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found?.isFile() === true ? `${name} ${found.size} ${found.mtimeMs}` : "";
  });
  return (await Promise.all(facts)).join("\n");
}

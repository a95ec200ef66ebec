import { userInfo } from "node:os";
import { jsonLine } from "../../formats/output/json-line.js";
import { readCredentials, type Credential } from "../../store/credentials/credentials.js";
import { revise } from "../../store/credentials/store.js";
import { ensureFeed } from "../lists/feed-log.js";
import { restampAll } from "../lists/restamp.js";
import { putRow } from "../../store/bulk.js";
import { backedUpFact, readFact, writeFact } from "../../store/facts.js";
import { passAllHorizons } from "../../store/horizons.js";
import type { Store } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";
import { openFeed, withFeed, type OpenFeed } from "./open-feed.js";
import { publishList } from "./publish-delivery.js";
import type { Setup } from "./setup.js";

/** Progress of the current store, from which the restored store continues. */
export interface StoreProgress {
  readonly numbers: ReadonlyMap<string, number>;
  readonly tokens: ReadonlyMap<string, number>;
  readonly revoked: readonly Credential[];
  /** Time of the last backup, ISO 8601 UTC, or undefined. */
  readonly backedUp: unknown;
}

/**
 * Added to numbers and tokens if the store that was used after the backup is lost. Far exceeds the number of versions
 * published between two backups.
 */
const farAhead = 1_000;

export async function readProgress({ db }: Store): Promise<StoreProgress> {
  const feeds = await db.selectFrom("feeds").select(["name", "number"]).execute();
  const leases = await db.selectFrom("leases").select(["name", "token"]).execute();
  return {
    numbers: new Map(feeds.map(({ name, number }) => [name, number])),
    tokens: new Map(leases.map(({ name, token }) => [name, token])),
    revoked: (await readCredentials(db)).filter(({ revoked_at }) => revoked_at !== undefined),
    backedUp: await readFact(db, backedUpFact),
  };
}

/**
 * True if the store to be replaced was used after the backup, which means that no feed has a lower number than in the
 * backup. A store that was created after a loss, for example by a restarted service, has lower numbers and no
 * information about what was served.
 */
export async function isContinuation({ db }: Store, { numbers }: StoreProgress): Promise<boolean> {
  const feeds = await db.selectFrom("feeds").select(["name", "number"]).execute();
  return feeds.every(({ name, number }) => (numbers.get(name) ?? 0) >= number);
}

/** Takes the leases of all feeds, so that nothing is received or published during a restore. Throws `locked`. */
export async function lockFeeds(setup: Setup): Promise<() => Promise<void>> {
  const held: OpenFeed[] = [];
  const release = async (): Promise<void> => {
    for (const open of held) await open.close().catch(() => {});
  };
  try {
    for (const feed of setup.workspace.feeds) held.push(await openFeed(setup, feed));
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

/**
 * Transfers progress to the restored store: the numbers of feeds that have no version in the backup, revoked
 * credentials, and the time of the last backup. Also causes running servers to reload their credentials.
 */
export async function transferProgress({ db }: Store, reached: StoreProgress | undefined): Promise<void> {
  for (const [name, number] of reached?.numbers ?? []) {
    await ensureFeed(db, name);
    const own = db.updateTable("feeds").set({ number }).where("name", "=", name);
    await own.where("number", "=", 0).execute();
  }
  for (const { kind, id, revoked_at } of reached?.revoked ?? []) {
    const own = db.updateTable("credentials").set({ revoked_at });
    await own.where("kind", "=", kind).where("id", "=", id).execute();
  }
  const own = await readFact(db, backedUpFact);
  const latest = [own, reached?.backedUp]
    .filter((at) => typeof at === "string")
    .toSorted()
    .at(-1);
  if (latest !== undefined) await writeFact(db, backedUpFact, latest);
  await revise(db);
}

/**
 * Raises the tokens so that earlier lease holders cannot write. If the lost store's progress is unknown, also advances
 * the horizons past everything that clients may have fetched, so that clients receive the new versions.
 */
export async function raiseTokens(store: Store, reached: StoreProgress | undefined): Promise<void> {
  const { db } = store;
  if (reached === undefined) await passAllHorizons(store);
  const rows = await db.selectFrom("leases").select(["name", "token"]).execute();
  const tokens = new Map(rows.map(({ name, token }) => [name, token]));
  for (const name of new Set([...tokens.keys(), ...(reached?.tokens.keys() ?? [])])) {
    const most = Math.max(tokens.get(name) ?? 0, reached?.tokens.get(name) ?? 0);
    const token = most + (reached === undefined ? farAhead : 1);
    await putRow(db, "leases", { name, owner: "", since: "", deadline: 0, token });
  }
}

/**
 * Publishes the restored list again, with a higher number and later times than any that were served before. The next
 * run processes the list's delivery again. Returns the number of the version, or undefined if the feed has no list.
 */
export async function restampFeed(
  setup: Setup,
  feed: Feed,
  reached: StoreProgress | undefined,
  reason: string,
): Promise<number | undefined> {
  return withFeed(setup, feed, async (open) => {
    const { current, list, delivered } = await open.published();
    if (current === undefined) return undefined;
    const { columns, source, mapping_sha256, number: was } = current.publication;
    const highest =
      reached === undefined ? was + farAhead : Math.max(was, reached.numbers.get(feed.name) ?? 0);
    const by = userInfo().username;
    return publishList(open, {
      result: await restampAll(list, setup.clock.now(), { spill: open.scratch(), line: jsonLine(columns) }),
      columns,
      delivered,
      source,
      mapping_sha256,
      number: highest + 1,
      entries: (number) => [{ state: "RESTAMPED", number, reason, by }],
    });
  });
}

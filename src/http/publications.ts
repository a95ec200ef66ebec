import type { ServedEncoding } from "../feeds/lists/publication.js";
import { readBodies, readCurrent, type Bodies, type Current } from "../feeds/lists/publications.js";
import type { Log } from "../log.js";
import type { Queries, Store } from "../store/store.js";
import { fresh, type Fresh } from "./fresh.js";

/** The current publication of a feed, in memory: its bytes are read once and sent as they are. */

export interface ServedFeed {
  /** `account/record-type`. */
  readonly name: string;
  /** Whether the list is older than the feed allows. */
  isStale(list: { readonly confirmedAt: Date; readonly publishedAt: Date }, now: Date): boolean;
}

export interface ServedPublication {
  readonly current: Current;
  readonly body: Bodies;
  /** A strong one. */
  readonly etag: (encoding: ServedEncoding) => string;
}

/**
 * Follows a feed: a new publication, made by whatever process, is served from its commit on. While the store cannot be
 * asked, the list in memory goes on being served, marked stale, and the log says so.
 *
 * @param withoutStore for how long, in milliseconds
 */
function followFeed(
  db: Queries,
  name: string,
  withoutStore: number,
  log: Log,
  version: Store["version"] | undefined,
): Followed {
  let last: ServedPublication | undefined;
  const stampOf = async (): Promise<string> =>
    stamp(await stamped(db).where("name", "=", name).executeTakeFirst());
  const read = async (): Promise<ServedPublication | undefined> => {
    // Reads the bytes before it hands out the publication: later the row may hold those of another one.
    for (;;) {
      const current = await readCurrent(db, name);
      // A restored store may have given a number once more.
      const isKnown =
        current?.publication.number === last?.current.publication.number &&
        current?.publication.served.identity.sha256 === last?.current.publication.served.identity.sha256;
      const made = current && (isKnown && last ? { ...last, current } : await withBytes(db, current));
      if (current !== undefined && made === undefined) continue;
      return (last = made);
    }
  };
  const failed = (reason: string): void => log.error("list_not_read", { feed: name, reason });
  return fresh(stampOf, read, withoutStore, failed, version);
}

/** What changes with each publication, and each time that one is confirmed. */
const stamped = (db: Queries) => db.selectFrom("feeds").select(["name", "number", "entries"]);

const stamp = (row: { readonly number: number | null; readonly entries: number } | undefined): string =>
  `${row?.number} ${row?.entries}`;

type Followed = Fresh<ServedPublication | undefined>;
export type FollowFeed = (feed: string) => Followed;

export interface FollowedFeeds {
  /** Follows the feeds of these names; of those that were followed before, what was read stays, and others are let go. */
  take(names: readonly string[]): FollowFeed;
  /** Reads again what others changed of the lists that somebody asked for. */
  keepUp(): Promise<void>;
}

/** @param version see `fresh` */
export function followFeeds(
  db: Queries,
  withoutStore: number,
  log: Log,
  version?: Store["version"],
): FollowedFeeds {
  let followed = new Map<string, Followed>();
  return {
    take(names) {
      followed = new Map(
        names.map((name) => [name, followed.get(name) ?? followFeed(db, name, withoutStore, log, version)]),
      );
      return (name) => followed.get(name) as Followed;
    },
    async keepUp() {
      const read = [...followed].filter(([, list]) => list.isRead()).map(([name]) => name);
      if (read.length === 0) return;
      for (const row of await stamped(db).where("name", "in", read).execute()) {
        const list = followed.get(row.name);
        if (list?.isStill(stamp(row)) === false) await list.get();
      }
    },
  };
}

/** Undefined when another publication became current meanwhile. */
async function withBytes(db: Queries, current: Current): Promise<ServedPublication | undefined> {
  const body = await readBodies(db, current.publication);
  if (body === undefined) return undefined;
  const { served } = current.publication;
  // The hash is of the encoded bytes, so the ETag differs per encoding, as a strong one must (RFC 9110 section 8.8.3).
  return { current, body, etag: (encoding) => `"${served[encoding].sha256.slice(0, 32)}"` };
}

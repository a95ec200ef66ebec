import type { ServedEncoding } from "../feeds/lists/publication.js";
import { readBodies, readCurrent, type Bodies, type Current } from "../feeds/lists/publications.js";
import type { Log } from "../log.js";
import type { Queries, Store } from "../store/store.js";
import { fresh, type Fresh } from "./fresh.js";

/** Current publications in memory. The bytes of each publication are read once and sent unchanged. */

export interface ServedFeed {
  /** `account/record-type`. */
  readonly name: string;
  isStale(list: { readonly confirmedAt: Date; readonly publishedAt: Date }, now: Date): boolean;
}

export interface ServedPublication {
  readonly current: Current;
  readonly body: Bodies;
  /** Strong ETag per encoding. */
  readonly etag: (encoding: ServedEncoding) => string;
}

/**
 * Follows a feed, so that a new publication from any process is served as soon as it is committed. If the store becomes
 * unavailable, an error is logged, and the list in memory is still served for `withoutStore` milliseconds, marked as
 * stale.
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
    // Tries again if another publication becomes current while the bytes are being read.
    for (;;) {
      const current = await readCurrent(db, name);
      // After a restore, the store may assign the same publication number again.
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

/** Columns that change with each publication and each confirmation. */
const stamped = (db: Queries) => db.selectFrom("feeds").select(["name", "number", "entries"]);

const stamp = (row: { readonly number: number | null; readonly entries: number } | undefined): string =>
  `${row?.number} ${row?.entries}`;

type Followed = Fresh<ServedPublication | undefined>;
export type FollowFeed = (feed: string) => Followed;

export interface FollowedFeeds {
  /**
   * Follows the feeds with these names. Lists of these feeds that have already been read are kept. Feeds with other
   * names are dropped.
   */
  take(names: readonly string[]): FollowFeed;
  /** Reloads lists that have changed, if they have been requested before. */
  keepUp(): Promise<void>;
}

/** `version` is documented in `Store.version`. */
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

/** Returns undefined if another publication has become current in the meantime. */
async function withBytes(db: Queries, current: Current): Promise<ServedPublication | undefined> {
  const body = await readBodies(db, current.publication);
  if (body === undefined) return undefined;
  const { served } = current.publication;
  // The hash covers the encoded bytes, so the ETag differs per encoding, as required (RFC 9110 section 8.8.3).
  return { current, body, etag: (encoding) => `"${served[encoding].sha256.slice(0, 32)}"` };
}

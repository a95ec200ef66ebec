import { isOpen, type FeedState } from "../lists/feed-state.js";
import { deliveriesOf } from "../lists/feed-log.js";
import type { Feed } from "../workspace/workspace.js";
import type { OpenFeed } from "./open-feed.js";
import type { Setup } from "./setup.js";

/**
 * Lets go of old publications and old delivered bytes of a feed; what a publication changed stays in the store, for people
 * without its values. What is current is always kept: the publication that is served, the deliveries that it was made
 * from, and what is held for a person.
 */
export async function dropOld(open: OpenFeed): Promise<void> {
  const { publication, deliveries } = await oldOf(open.setup, open.feed, open.state());
  if (publication !== undefined) await dropPublications(open, publication);
  if (deliveries.length > 0) await dropBytes(open, deliveries);
  await dropLeaving(open);
}

/**
 * When something of a feed is to be let go of, in milliseconds since 1970: now or before, when there is something; infinity while
 * nothing new comes.
 */
export async function nextOld(setup: Setup, feed: Feed, state: FeedState): Promise<number> {
  const { publication, deliveries, next } = await oldOf(setup, feed, state);
  const isNow = publication !== undefined || deliveries.length > 0;
  return isNow || (await leavingOf(setup, feed)).length > 0 ? 0 : next;
}

/** The newest publication that is too old, the deliveries whose bytes are, and when the next of either will be. */
async function oldOf(
  { store, clock }: Setup,
  { name, retention }: Feed,
  { accepted }: FeedState,
): Promise<{
  readonly publication: number | undefined;
  readonly deliveries: readonly string[];
  readonly next: number;
}> {
  const { publications, archive } = retention;
  const kept = await store.db
    .selectFrom("publications")
    .innerJoin("feeds", "feeds.id", "publications.feed")
    .select(["publications.number", "publications.at"])
    .where("feeds.name", "=", name)
    .where("publications.delivered", "<>", "")
    .orderBy("publications.number", "desc")
    .execute();
  const shown = ago(clock.now(), publications.for);
  const mayGo = kept.slice(Math.max(1, publications.atLeast));
  const publication = mayGo.find(({ at }) => at < shown)?.number;
  const needed = new Set(Array.from(accepted.values(), ({ sha256 }) => sha256));
  const received = ago(clock.now(), archive.for);
  const mayLeave = (await deliveriesOf(store.db, name, { withBytes: true }))
    .filter((delivery) => !isOpen(delivery))
    .reverse()
    .slice(archive.atLeast)
    .filter(({ sha256 }) => !needed.has(sha256));
  const deliveries = mayLeave.filter(({ receivedAt }) => receivedAt < received).map(({ sha256 }) => sha256);
  const next = Math.min(
    ...mayGo.map(({ at }) => Date.parse(at) + publications.for),
    ...mayLeave.map(({ receivedAt }) => Date.parse(receivedAt) + archive.for),
  );
  return { publication, deliveries, next };
}

async function dropPublications(open: OpenFeed, newest: number): Promise<void> {
  await open.commit({
    entries: [],
    also: async (tx, id) => {
      await tx
        .updateTable("publications")
        .set({ delivered: "" })
        .where("feed", "=", id)
        .where("number", "<=", newest)
        .execute();
      const none = { noted: null, ...(open.feed.type.personal ? { before: null, after: null } : {}) };
      await tx
        .updateTable("changes")
        .set(none)
        .where("feed", "=", id)
        .where("number", "<=", newest)
        .execute();
    },
  });
}

/** The moment before which something is older than a span, which may be for ever. */
function ago(now: Date, span: number): string {
  return new Date(Math.max(0, now.getTime() - span)).toISOString();
}

/** Removes the bytes and the documents of deliveries; bytes that another feed keeps stay for it. */
export async function dropBytes(open: OpenFeed, deliveries: readonly string[]): Promise<void> {
  await open.commit({
    entries: [],
    also: async (tx, feed) => {
      await tx.deleteFrom("documents").where("feed", "=", feed).where("delivery", "in", deliveries).execute();
      await tx
        .updateTable("deliveries")
        .set({ bytes: "leaving" })
        .where("feed", "=", feed)
        .where("sha256", "in", deliveries)
        .execute();
    },
  });
  await dropLeaving(open);
}

/** Deliveries whose blobs nobody uses any more. */
function leavingOf(
  { store }: Setup,
  { name }: Feed,
): Promise<readonly { readonly feed: number; readonly sha256: string }[]> {
  return store.db
    .selectFrom("deliveries")
    .innerJoin("feeds", "feeds.id", "deliveries.feed")
    .select(["deliveries.feed", "deliveries.sha256"])
    .where("feeds.name", "=", name)
    .where("deliveries.bytes", "=", "leaving")
    .execute();
}

/** Removes the blobs that nobody uses any more, also those that an interrupted process left. */
export async function dropLeaving({ setup, feed }: OpenFeed): Promise<void> {
  const { store } = setup;
  for (const { feed: id, sha256 } of await leavingOf(setup, feed)) {
    // Together: another feed may get the same bytes at this moment.
    await store.transaction(async (tx) => {
      const isThere = await store.blobs.has(sha256, tx);
      const kept = await tx
        .selectFrom("deliveries")
        .select("feed")
        .where("sha256", "=", sha256)
        .where("bytes", "=", "kept")
        .executeTakeFirst();
      if (kept === undefined && isThere) await store.blobs.delete(sha256, tx);
      await tx
        .updateTable("deliveries")
        .set({ bytes: "gone" })
        .where("feed", "=", id)
        .where("sha256", "=", sha256)
        .where("bytes", "=", "leaving")
        .execute();
    });
  }
}

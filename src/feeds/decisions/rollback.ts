import { jsonLine } from "../../formats/output/json-line.js";
import { failure, wrongUse } from "../../errors.js";
import { postedIds } from "../../outbox/join.js";
import { counted } from "../../sentence.js";
import type { Queries } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";
import { brokenReferences, referredIds } from "../deliveries/evaluate-delivery.js";
import { othersOf, withFeed, type OpenFeed } from "../deliveries/open-feed.js";
import { publishList } from "../deliveries/publish-delivery.js";
import type { Setup } from "../deliveries/setup.js";
import type { Changes } from "../lists/changes.js";
import type { Publication } from "../lists/publication.js";
import { listOf, publicationNumbers, readDelivered, readPublication } from "../lists/publications.js";
import { restamp } from "../lists/restamp.js";
import type { Decision, Person } from "./decision.js";

export interface RolledBack extends Decision {
  readonly restored: Restored;
}

interface Restored {
  readonly number: number;
  readonly to: number;
  readonly kept_inactive?: number;
  readonly not_back?: number;
  readonly forgotten?: true;
}

/**
 * Publishes the content of an older version under a new number and pauses the feed. Records that differ from the
 * current list get a new time, so that times never decrease. Records that the older version does not contain are kept
 * as inactive if active records in other lists refer to them. Records that refer to a missing record are not restored.
 * `to` is the number of the older version. By default, this is the version before the current version or, if the
 * current version is the result of a rollback, the version before the restored version. Returns the new number, the
 * restored version, the numbers of records kept inactive or not restored, and whether people have been removed from the
 * restored version. Throws `no_such_publication`, or `list_moved` if another list of the account was published in the
 * meantime.
 */
export async function rollback(
  { setup, feed, name: by }: Person,
  { to, reason }: { readonly to: number | undefined; readonly reason: string },
): Promise<RolledBack> {
  return withFeed(setup, feed, async (open) => {
    const { old, result, others } = await restoredList(open, to);
    const { number: wanted, columns, source, mapping_sha256 } = old;
    const number = await publishList(open, {
      result,
      columns,
      delivered: await readDelivered(setup.store.db, old),
      source,
      mapping_sha256,
      rolled_back_to: wanted,
      others,
      entries: (number) => [{ state: "ROLLED_BACK", to: wanted, number, reason, by }],
    });
    const { keptInactive: kept_inactive, carried } = result;
    const restored: Restored = {
      number,
      to: wanted,
      ...(kept_inactive > 0 && { kept_inactive }),
      ...(carried.rejected > 0 && { not_back: carried.rejected }),
      ...(old.forgotten && { forgotten: true }),
    };
    return {
      restored,
      act: `Rolled back by ${by} to version ${wanted}, which is published again as version ${number}: ${reason}`,
      outcomes: [],
      publication: number,
      sentence: resultOf(restored),
    };
  });
}

/** What a rollback would do. */
export interface RollbackPreview {
  /** Number of the version that the rollback would publish. */
  readonly number: number;
  readonly kinds: Changes["kinds"];
}

/** Compares an older version with the current list without changing anything. Throws `no_such_publication`. */
export async function previewRollback(setup: Setup, feed: Feed, to: number): Promise<RollbackPreview> {
  return withFeed(setup, feed, async (open) => {
    const { result } = await restoredList(open, to);
    return { number: open.number() + 1, kinds: result.changes.kinds };
  });
}

/** The list that a rollback publishes, and the versions of the lists that it depends on. */
async function restoredList(open: OpenFeed, to: number | undefined) {
  const { setup, feed } = open;
  const { db } = setup.store;
  const { current, list } = await open.published();
  const old = await toRollBackTo(db, feed, current?.publication, to);
  // The version numbers are read before the lists, so that later changes are detected.
  const others = await othersOf(open);
  const references = {
    protectedIds: await referredIds(setup, feed),
    isBroken: await brokenReferences(setup, feed),
  };
  const result = await restamp(
    list,
    await listOf(setup.store, old),
    setup.clock.now(),
    { spill: open.scratch(), line: jsonLine(old.columns) },
    // A rollback must not undo matches with posted invoices or an invoice's posted or canceled state.
    { fields: feed.type.lasting ?? [], ids: await joinedRows(db, feed), ...references },
  );
  return { old, result, others };
}

function resultOf({ number, to, forgotten, kept_inactive, not_back }: Restored): string {
  return [
    `Version ${number} has the content of version ${to}${forgotten ? ", except for people who have been removed since then" : ""}. The feed is paused.`,
    ...(kept_inactive === undefined
      ? []
      : [
          `The rollback kept ${counted(kept_inactive, "record")} of the newer version as inactive, because of references in other records.`,
        ]),
    ...(not_back === undefined
      ? []
      : [
          `The rollback did not restore ${counted(not_back, "record")}, because of references to records that no longer exist.`,
        ]),
  ].join(" ");
}

async function joinedRows(db: Queries, { account, type }: Feed): Promise<ReadonlySet<string>> {
  if (type.name !== "payables-invoice") return new Set();
  return new Set((await postedIds(db, account.name ?? "", undefined)).keys());
}

/**
 * Returns the version that a rollback would restore. `to` is the number of the version, with the same default as for
 * `rollback`. Throws `no_such_publication`, or `wrong_use` if there is no list.
 */
export async function toRollBackTo(
  db: Queries,
  { name: feed }: Feed,
  current: Publication | undefined,
  to: number | undefined,
): Promise<Publication> {
  if (current === undefined && to === undefined)
    throw wrongUse(`The feed ${feed} has no list yet, so it cannot be rolled back.`);
  const numbers = await publicationNumbers(db, feed);
  const present = current === undefined ? 0 : await originOf(db, current);
  const wanted = to ?? numbers.find((number) => number < present);
  const isThere = wanted !== undefined && numbers.includes(wanted);
  const old = isThere ? await readPublication(db, feed, wanted) : undefined;
  if (old === undefined)
    throw failure("no_such_publication", { feed, number: wanted ?? `before ${present}` });
  return old;
}

/**
 * Returns the number of the version that first had this content. After a rollback, this number differs from the
 * publication's own number.
 */
async function originOf(db: Queries, { feed, number, rolled_back_to: to }: Publication): Promise<number> {
  if (to === undefined) return number;
  const origin = await readPublication(db, feed, to);
  return origin === undefined ? to : originOf(db, origin);
}

import { userInfo } from "node:os";
import { jsonLine } from "../../formats/output/json-line.js";
import { failure, wrongUse } from "../../errors.js";
import { deliveriesOf, readRefused } from "../lists/feed-log.js";
import { acceptedLast, heldBy, heldNewestFirst, type DeliveryState } from "../lists/feed-state.js";
import { listOf, publicationNumbers, readDelivered, readPublication } from "../lists/publications.js";
import { restamp } from "../lists/restamp.js";
import type { Publication } from "../lists/publication.js";
import { postedIds } from "../../outbox/join.js";
import type { Queries } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";
import { deliveryPath, othersOf, withFeed, type OpenFeed } from "./open-feed.js";
import { aheadOf, publishList } from "./publish-delivery.js";
import type { Setup } from "./setup.js";
import { brokenReferences, gatherInputs, evaluateDelivery, referredIds } from "./evaluate-delivery.js";
import type { DeliveryEvaluation } from "./delivery-evaluation.js";

/** People's decisions: release or reject a held delivery, replay, roll back, resume. */

/** Returns the newest held delivery whose SHA-256 hash starts with `beginning`. Throws `nothing_held`. */
export function heldDelivery(open: OpenFeed, beginning: string | undefined): DeliveryState {
  const newest = heldNewestFirst(open.state()).find(({ sha256 }) => sha256.startsWith(beginning ?? ""));
  if (newest === undefined) throw failure("nothing_held", { feed: open.feed.name });
  return newest;
}

/**
 * Returns the delivery to reject: a held one, or the specified one if it was refused and no person has rejected it.
 * Throws `nothing_held`.
 */
export async function toReject(open: OpenFeed, beginning: string | undefined): Promise<DeliveryState> {
  const refused = beginning === undefined ? undefined : await readRefused(open.setup.store.db, [open.feed]);
  const named = refused?.(open.feed.name).find(
    ({ sha256, rejectedBy }) => rejectedBy === undefined && sha256.startsWith(beginning ?? ""),
  );
  return named ?? heldDelivery(open, beginning);
}

/** Evaluates a held delivery against the current list without writing anything. Throws `bytes_gone`. */
export async function evaluateAgain(
  open: OpenFeed,
  delivery: DeliveryState,
  signal?: AbortSignal,
): Promise<DeliveryEvaluation> {
  const path = await deliveryPath(open, delivery.sha256);
  return evaluateDelivery(open, delivery, path, await gatherInputs(open.setup, open.feed), signal);
}

/**
 * Records the release of exactly this change set. The next decision publishes the delivery if its changes are still the
 * same.
 */
export async function noteRelease(
  open: OpenFeed,
  delivery: DeliveryState,
  evaluation: Extract<DeliveryEvaluation, { result: unknown }>,
  reason: string,
  by: string = userInfo().username,
): Promise<void> {
  const { inputs, counts, changeSet: change_set } = evaluation;
  // The guards that held the delivery may no longer apply, for example after a limit was changed. The delivery stays
  // held until a person releases it.
  const tripped = evaluation.verdict === "unchanged" ? [] : evaluation.guards;
  const guards = tripped.map(({ guard, sentence }) => ({ guard, sentence }));
  const about = { delivery: delivery.sha256, change_set };
  // Stores the differences that the person saw.
  const differences = evaluation.result.changes.kinds;
  const held = { state: "HELD", ...about, guards, differences, inputs, counts } as const;
  const names = guards.map(({ guard }) => guard);
  await open.note(held, { state: "RELEASED", ...about, reason, by, guards: names });
}

/**
 * Records that a person rejected a held or refused delivery. A later pass applies the failure action to the file at
 * its source. The delivery stays rejected until it is replayed or sent again. Throws `not_the_file` if the hold was
 * caused by a changed mapping or setting instead of the file.
 */
export async function rejectHeld(
  open: OpenFeed,
  delivery: DeliveryState,
  reason: string,
  by: string = userInfo().username,
): Promise<void> {
  const { sha256, inputs, counts, part, guards } = delivery;
  const isRolledBack = guards.some(({ guard }) => guard === "rolled_back");
  if (open.state().accepted.get(part)?.sha256 === sha256 && !isRolledBack) {
    throw failure("not_the_file", { feed: open.feed.name });
  }
  const about = { delivery: sha256, codes: [], reason, by, guards: [...heldBy(delivery)] };
  await open.note({ state: "REJECTED", ...about, inputs, counts });
}

/**
 * Returns the processed deliveries to evaluate again with the current mapping: the specified deliveries, or those that
 * produced the list. `beginnings` contains the beginnings of the deliveries' SHA-256 hashes. Throws
 * `no_such_delivery`, `nothing_taken` or `paused`.
 */
export async function toReplay(
  open: OpenFeed,
  beginnings: readonly string[],
): Promise<readonly DeliveryState[]> {
  const { paused } = open.state();
  const feed = open.feed.name;
  if (paused !== undefined) throw failure("paused", { feed, to: paused.to });
  if (beginnings.length === 0) {
    const latest = acceptedLast(open.state());
    if (latest.length === 0) throw failure("nothing_taken", { feed });
    return latest;
  }
  const chosen: DeliveryState[] = [];
  for (const beginning of beginnings) {
    const isHex = /^[0-9a-f]+$/.test(beginning);
    const [only, another] = isHex ? await deliveriesOf(open.setup.store.db, feed, { beginning }) : [];
    if (only === undefined || another !== undefined)
      throw failure("no_such_delivery", { feed, delivery: beginning });
    chosen.push(only);
  }
  return chosen;
}

/** Puts a processed delivery back into the queue. Throws `bytes_gone`. */
export async function noteReplay(
  open: OpenFeed,
  delivery: DeliveryState,
  reason: string,
  by: string = userInfo().username,
): Promise<void> {
  await deliveryPath(open, delivery.sha256);
  await open.note({ state: "REPLAYED", delivery: delivery.sha256, reason, by });
}

/**
 * Publishes the content of an older version under a new number and pauses the feed. Records that differ from the
 * current list get a new time, so that times never decrease. Records that active records refer to are kept as
 * inactive. Records that refer to a missing record are not restored. `to` is the number of the older version. By
 * default, this is the version before the current one, or before the one to which the feed was rolled back. Returns
 * the new number, the restored version, the numbers of records kept inactive or not restored, and whether people have
 * been removed from the restored version. Throws `no_such_publication`, or `list_moved` if another list of the account
 * was published in the meantime.
 */
export async function rollBack(
  setup: Setup,
  feed: Feed,
  to: number | undefined,
  reason: string,
  by: string = userInfo().username,
): Promise<RolledBack> {
  return withFeed(setup, feed, async (open) => {
    const { db } = setup.store;
    const { current, list } = await open.published();
    const old = await toRollBackTo(db, feed, current?.publication, to);
    const { number: wanted, columns, source, mapping_sha256 } = old;
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
      { spill: open.scratch(), line: jsonLine(columns) },
      // A rollback must not undo matches with posted invoices or an invoice's posted or canceled state.
      { fields: feed.type.lasting ?? [], ids: await joinedRows(db, feed), ...references },
    );
    const number = await publishList(open, {
      result,
      columns,
      delivered: await readDelivered(db, old),
      source,
      mapping_sha256,
      rolled_back_to: wanted,
      others,
      entries: (number) => [{ state: "ROLLED_BACK", to: wanted, number, reason, by }],
    });
    const { keptInactive: kept_inactive, carried } = result;
    return {
      number,
      to: wanted,
      ...(kept_inactive > 0 && { kept_inactive }),
      ...(carried.rejected > 0 && { not_back: carried.rejected }),
      ...(old.forgotten && { forgotten: true }),
    };
  });
}

export interface RolledBack {
  readonly number: number;
  readonly to: number;
  readonly kept_inactive?: number;
  readonly not_back?: number;
  readonly forgotten?: true;
}

async function joinedRows(db: Queries, { account, type }: Feed): Promise<ReadonlySet<string>> {
  if (type.name !== "payables-invoice") return new Set();
  return new Set((await postedIds(db, account.name ?? "", undefined)).keys());
}

/**
 * Returns the version that a rollback would restore. `to` is the number of the version, with the same default as for
 * `rollBack`. Throws `no_such_publication`.
 */
export async function toRollBackTo(
  db: Queries,
  { name: feed }: Feed,
  current: Publication | undefined,
  to: number | undefined,
): Promise<Publication> {
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

/**
 * Resumes a feed that is paused, or whose last version was produced while the clock was ahead. The next pass processes
 * waiting deliveries and reprocesses the last delivery. Throws `not_paused`, or `wrong_use` if the clock was ahead and
 * no reason is given.
 */
export async function resumeFeed(
  setup: Setup,
  feed: Feed,
  reason = "",
  by: string = userInfo().username,
): Promise<void> {
  await withFeed(setup, feed, async (open) => {
    const ahead = aheadOf(open.state(), setup.clock.now());
    if (ahead === undefined && open.state().paused === undefined) {
      throw failure("not_paused", { feed: feed.name });
    }
    if (ahead !== undefined && reason === "") {
      const because = `The last version of ${feed.name} has the time ${ahead}, which is in the future according to this machine's clock. If the clock is correct now, add \`--reason\`.`;
      throw wrongUse(because);
    }
    await open.note({
      state: "RESUMED",
      by,
      ...(reason === "" ? {} : { reason }),
      ...(ahead === undefined ? {} : { ahead }),
    });
  });
}

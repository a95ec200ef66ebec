import { readDelivery, undecidedOrPending } from "../lists/feed-log.js";
import type { DeliveryState } from "../lists/feed-state.js";
import type { DecisionInputs } from "../lists/log.js";
import { sql, type RawBuilder } from "../../store/kysely.js";
import type { StoredFeed } from "./open-feed.js";
import { isGapClosed } from "./sequence-gap.js";

/**
 * Queries for the next delivery to process and for deliveries that are no longer needed (`docs/semantics.md` sections 1
 * and 2). In the queries, `own` is a delivery, and `accepted` is the row in `accepted_parts` for this delivery, if any.
 */

/**
 * Returns the next delivery to process, or undefined if no delivery is waiting. `tried` contains the deliveries that
 * this pass has already processed.
 */
export async function nextDelivery(
  queued: StoredFeed,
  inputs: DecisionInputs,
  tried: ReadonlySet<string>,
): Promise<DeliveryState | undefined> {
  const { setup, feed, id } = queued;
  if (feed.delivery === "delta") return nextDelta(queued, inputs, tried);
  const left = tried.size === 0 ? sql`true` : sql`own.sha256 not in (${sql.join([...tried])})`;
  // If the mapping, the settings or the engine changed, the accepted delivery is processed first (turn 0), so that the
  // effect of the change is not mixed with new data. If only the lists or the date changed, or after a rollback or
  // restore, the accepted delivery is processed after new data (turn 2).
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from (
      select own.*, case
        when accepted.mapping is not null and ${isChanged("accepted", inputs, configured)}
          and (own.status <> 'HELD' or ${isChanged("own", inputs, configured)}) then 0
        when ${isPending(inputs)} then 1
        when accepted.delivery is not null and own.status <> 'HELD' and own.rejected_by is null
          and ${isChanged("accepted", inputs, all)} then 2
        end as turn
      from deliveries as own left join accepted_parts as accepted
        on accepted.feed = own.feed and accepted.part = own.part and accepted.delivery = own.sha256
      where own.feed = ${id} and own.sha256 in (${candidates(id)}) and own.is_forgotten = 0 and ${left}
    ) as due where turn is not null
    order by part, turn, sequence desc, modified desc, name desc, position desc limit 1`.execute(
    setup.store.db,
  );
  return rows[0] && deliveryNamed(queued, rows[0].sha256);
}

/**
 * Returns the next delta to process. Deltas are processed in sequence, and a held or waiting delta blocks later ones.
 */
async function nextDelta(
  queued: StoredFeed,
  inputs: DecisionInputs,
  tried: ReadonlySet<string>,
): Promise<DeliveryState | undefined> {
  const { setup, id } = queued;
  const isDue = sql`(${isPending(inputs)} or ${isReturning(inputs)})`;
  const { rows } = await sql<{ sha256: string; due: number }>`
    select own.sha256, case when ${isDue} then 1 else 0 end as due from deliveries as own
    where own.feed = ${id} and own.sha256 in (${candidates(id)})
      and (${isDue} or own.status in ('HELD', 'WAITING'))
    order by sequence, modified, name, position limit 1`.execute(setup.store.db);
  const [first] = rows;
  if (first === undefined || tried.has(first.sha256)) return undefined;
  const delivery = await deliveryNamed(queued, first.sha256);
  if (delivery === undefined || delivery.isForgotten) return undefined;
  return first.due === 1 || (await isGapClosed(queued, delivery)) ? delivery : undefined;
}

async function deliveryNamed(
  { setup, id, state }: StoredFeed,
  sha256: string,
): Promise<DeliveryState | undefined> {
  return state?.().deliveries.get(sha256) ?? readDelivery(setup.store.db, id, sha256);
}

/**
 * A query for deliveries that may have to be processed: undecided deliveries, accepted deliveries, deliveries with
 * pending references, and the last delivery for a part if it was rejected.
 */
function candidates(feed: number): RawBuilder<unknown> {
  return sql`
    select sha256 from deliveries where feed = ${feed} and ${undecidedOrPending}
    union select delivery from accepted_parts where feed = ${feed}
    union select sha256 from deliveries as own where feed = ${feed} and status = 'REJECTED' and ${isLast}`;
}

const isLast = sql`not exists (select 1 from deliveries as later
  where later.feed = own.feed and later.part = own.part and later.position > own.position)`;

const all = ["mapping", "settings", "engine", "lists", "today"] as const;
const configured = ["mapping", "settings", "engine"] as const;

/** Returns an SQL condition that is true if an input has changed since the decision or is unknown. */
function isChanged(
  of: "own" | "accepted",
  now: DecisionInputs,
  parts: readonly (keyof DecisionInputs)[],
): RawBuilder<unknown> {
  const changed = parts.map((part) => sql`${sql.ref(`${of}.${part}`)} <> ${now[part]}`);
  return sql`(${sql.ref(`${of}.mapping`)} is null or ${sql.join(changed, sql` or `)})`;
}

/**
 * Returns an SQL condition that is true if the delivery is new, or its decision may change. Only a person can reverse
 * a person's rejection.
 */
function isPending(inputs: DecisionInputs): RawBuilder<unknown> {
  return sql`(own.is_forgotten = 0 and own.is_unread = 0 and (
    own.status = 'RECEIVED'
    or own.status = 'HELD' and exists (select 1 from approvals
      where approvals.feed = own.feed and approvals.change_set = own.change_set)
    or ${isChanged("own", inputs, all)} and (own.status in ('WAITING', 'HELD')
      or own.status = 'REJECTED' and own.rejected_by is null and ${isLast})))`;
}

/** Returns an SQL condition that is true if rows in an accepted delta may now find their references. */
function isReturning(inputs: DecisionInputs): RawBuilder<unknown> {
  return sql`(own.is_forgotten = 0 and own.status in ('PUBLISHED', 'UNCHANGED') and own.pending_reference > 0
    and ${isChanged("own", inputs, ["lists"])})`;
}

export interface Superseded {
  readonly sha256: string;
  readonly name: string;
  /** SHA-256 hash of the accepted delivery that replaces this delivery. */
  readonly by: string;
}

/**
 * Returns deliveries that are no longer needed. An accepted full delivery supersedes older waiting deliveries, and
 * later deliveries whose name contains an older sequence. A correction is needed only as long as the corrected
 * delivery is the currently accepted delivery. A replayed delivery is superseded only by a later acceptance.
 */
export async function supersededBy({ setup, feed, id }: StoredFeed): Promise<readonly Superseded[]> {
  const isFull = sql.lit(feed.delivery === "delta" ? 0 : 1);
  const { rows } = await sql<Superseded>`
    select older.sha256, older.name, latest.sha256 as by
    from (select * from deliveries where feed = ${id} and ${undecidedOrPending}) as older
    join accepted_parts as accepted on accepted.feed = older.feed and accepted.part = older.part
    join deliveries as latest on latest.feed = accepted.feed and latest.sha256 = accepted.delivery
    where older.status in ('RECEIVED', 'WAITING', 'HELD') and older.sha256 <> latest.sha256
      and case
        when older.amends is not null then older.amends <> latest.sha256
        when ${isFull} = 0 then 1 = 0
        when older.is_replay = 1 then older.position < latest.decided_position
        when older.sequence <> '' and latest.sequence <> '' then older.sequence < latest.sequence
        else older.position < latest.decided_position
          and (older.modified, older.name, older.position) < (latest.modified, latest.name, latest.position)
        end
    order by older.first_position`.execute(setup.store.db);
  return rows;
}

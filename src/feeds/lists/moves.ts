import { arrivalKey, isPendingReference, nothingYet } from "./feed-state.js";
import type { DeliveryState, DeliveryStatus, FeedState, RowCount } from "./feed-state.js";
import { reasonIn, type Arrival, type Entry } from "./log.js";

/**
 * The effect of each log entry on a delivery and its feed. The code here only computes states, which `transition.ts`
 * writes. The statuses are described in `docs/semantics.md` section 2.
 */

export type DeliveryEntry = Extract<Entry, { readonly delivery: string }>;

interface Move {
  /** Statuses in which a delivery may receive this entry. */
  readonly from: readonly DeliveryStatus[];
  /** The new status, or undefined if the entry does not change the status. */
  readonly to?: DeliveryStatus;
}

const undecided = ["RECEIVED", "WAITING", "HELD"] as const;
const done = ["PUBLISHED", "UNCHANGED", "SUPERSEDED", "REJECTED", "QUARANTINED"] as const;
const every = [...undecided, ...done] as const;
/**
 * Statuses in which a delivery may receive a decision. A decision is repeated when its inputs change. A decision about
 * a superseded delivery is repeated only after the delivery arrives again or is replayed.
 */
const decidable = [...undecided, "PUBLISHED", "UNCHANGED", "REJECTED", "QUARANTINED"] as const;

/** All moves of a delivery. `REJECTED by a person` is the entry `REJECTED` with a person's name. */
export const moves: Readonly<Record<DeliveryEntry["state"] | "REJECTED by a person", Move>> = {
  RECEIVED: { from: every, to: "RECEIVED" },
  READ: { from: decidable },
  VALIDATED: { from: decidable },
  PUBLISHED: { from: decidable, to: "PUBLISHED" },
  UNCHANGED: { from: decidable, to: "UNCHANGED" },
  SUPERSEDED: { from: undecided, to: "SUPERSEDED" },
  REJECTED: { from: decidable, to: "REJECTED" },
  // A person may reject a refused delivery, so that its problem no longer appears in the status.
  "REJECTED by a person": { from: ["HELD", "REJECTED", "QUARANTINED"], to: "REJECTED" },
  HELD: { from: decidable, to: "HELD" },
  WAITING: { from: decidable, to: "WAITING" },
  CRASHED: { from: decidable },
  QUARANTINED: { from: decidable, to: "QUARANTINED" },
  RETRY: { from: decidable },
  ACKED: { from: done },
  RELEASED: { from: ["HELD"] },
  REPLAYED: { from: every, to: "RECEIVED" },
};

/** Entries for decisions that are made again if their inputs change. */
type Decision = Extract<
  Entry,
  { readonly state: "PUBLISHED" | "UNCHANGED" | "REJECTED" | "HELD" | "WAITING" }
>;

type Changing<T> = { -readonly [K in keyof T]: T[K] };

/** A state that is updated entry by entry. The original state does not change. */
export interface Folding {
  readonly state: FeedState;
  /** Row counts of the deliveries accepted by the entries. */
  readonly rowCounts: readonly RowCount[];
  /**
   * Parts for which a person accepted a new size. Earlier deliveries no longer indicate the usual size of these
   * parts.
   */
  readonly resized: ReadonlySet<string>;
  /** Throws if the table of moves does not allow the entry. */
  add(entry: Entry): void;
  /** Adds a delivery that was not loaded. */
  put(delivery: DeliveryState): void;
}

export function newFolding(from: FeedState = nothingYet): Folding {
  const deliveries = new Map<string, DeliveryState>(from.deliveries);
  const accepted = new Map(from.accepted);
  const released = new Map(from.released);
  const rowCounts: RowCount[] = [];
  const resized = new Set<string>();
  let { paused, lastPublishedAt, confirmedAt } = from;

  return {
    get state() {
      return { deliveries, accepted, released, paused, lastPublishedAt, confirmedAt };
    },
    rowCounts,
    resized,
    add,
    put: (delivery) => void deliveries.set(delivery.sha256, delivery),
  };

  /** Replaces the delivery with a copy that may be changed, because other code may still refer to the old object. */
  function changing(sha256: string): Changing<DeliveryState> | undefined {
    const known = deliveries.get(sha256);
    if (known === undefined) return undefined;
    const copy = { ...known };
    deliveries.set(sha256, copy);
    return copy;
  }

  function add(entry: Entry): void {
    switch (entry.state) {
      case "ROLLED_BACK":
      case "RESTAMPED":
        if (entry.state === "ROLLED_BACK") paused = { to: entry.to, reason: entry.reason, order: entry.n };
        lastPublishedAt = entry.at;
        for (const [part, { sha256 }] of accepted) accepted.set(part, { sha256 });
        return;
      case "RESUMED":
        paused = undefined;
        if (entry.ahead !== undefined) lastPublishedAt = entry.at;
        return;
      case "FORGOTTEN":
        if (entry.number !== undefined) lastPublishedAt = entry.at;
        for (const sha256 of entry.deliveries) {
          const forgotten = changing(sha256);
          if (forgotten !== undefined) forgotten.isForgotten = true;
        }
        return;
      default:
        move(entry);
    }
  }

  function move(entry: DeliveryEntry): void {
    const delivery = changing(entry.delivery);
    if (entry.state === "RECEIVED") {
      if (delivery === undefined) deliveries.set(entry.delivery, newDelivery(entry));
      else
        Object.assign(delivery, arrivedNow(entry, delivery), {
          unacknowledged: [...delivery.unacknowledged, ...toAcknowledge(entry)],
        });
      return;
    }
    if (delivery === undefined || !isAllowed(delivery, entry))
      throw new Error(
        `a delivery in the state ${delivery?.status ?? "unknown"} cannot change to ${entry.state}`,
      );
    switch (entry.state) {
      case "READ":
      case "VALIDATED":
        break;
      case "RETRY":
        delivery.retrying = {
          since: delivery.retrying?.since ?? entry.at,
          reason: entry.reason,
          order: entry.n,
        };
        break;
      case "CRASHED":
        delivery.crashes += 1;
        break;
      case "ACKED":
        delivery.unacknowledged = delivery.unacknowledged.filter(
          (arrival) => arrivalKey(arrival) !== arrivalKey(entry.arrival),
        );
        break;
      case "REPLAYED":
        Object.assign(delivery, undecidedSince(entry, delivery));
        delivery.crashes = 0;
        delivery.isReplay = true;
        break;
      case "RELEASED":
        released.set(entry.change_set, entry.delivery);
        // If the list changed after the delivery was held, the delivery's changes may be different now.
        delivery.changeSet = entry.change_set;
        if (entry.guards.some(({ guard }) => guard === "rows_below" || guard === "rows_above"))
          delivery.hasNewSize = true;
        break;
      case "PUBLISHED":
      case "UNCHANGED":
        accept(delivery, entry);
        break;
      case "REJECTED":
        decide(delivery, entry);
        delivery.rejectedBy = entry.by;
        if (entry.by !== undefined) dropReleases(delivery);
        break;
      case "HELD":
        decide(delivery, entry);
        delivery.guards = entry.guards;
        delivery.changeSet = entry.change_set;
        break;
      case "WAITING":
        decide(delivery, entry);
        break;
      case "QUARANTINED":
        end(delivery, entry);
        break;
      case "SUPERSEDED":
        end(delivery, entry);
        dropReleases(delivery);
        break;
    }
  }

  /** Ends a person's approval, because it was used or no longer applies. */
  function dropReleases(delivery: Changing<DeliveryState>): void {
    for (const [changeSet, sha256] of released) if (sha256 === delivery.sha256) released.delete(changeSet);
    delivery.hasNewSize = false;
  }

  function accept(
    delivery: Changing<DeliveryState>,
    entry: Extract<Entry, { state: "PUBLISHED" | "UNCHANGED" }>,
  ): void {
    // If an earlier delta is processed again to resolve pending references, it does not become the last accepted
    // delivery.
    const isAgain = isPendingReference(delivery) && accepted.get(delivery.part)?.sha256 !== delivery.sha256;
    const isNew = !delivery.wasTaken;
    decide(delivery, entry);
    confirmedAt = entry.at;
    if (entry.state === "PUBLISHED") {
      lastPublishedAt = entry.at;
      delivery.number = entry.number;
      if (delivery.hasNewSize) resized.add(delivery.part);
      dropReleases(delivery);
    }
    const before = accepted.get(delivery.part);
    if (delivery.amends !== undefined && delivery.amends === before?.sha256 && isNew) {
      const amended = (before.amended ?? 0) + (delivery.counts?.accepted ?? 0);
      accepted.set(delivery.part, { ...before, amended });
    }
    if (delivery.amends !== undefined || isAgain) return;
    // A repeated decision does not change the number of corrected rows.
    const kept = before?.sha256 === delivery.sha256 ? before : {};
    accepted.set(delivery.part, { ...kept, sha256: delivery.sha256, inputs: entry.inputs });
    if (delivery.counts === undefined) return;
    // Rows skipped by rules belong to other lists.
    const rows = delivery.counts.read - delivery.counts.skipped;
    rowCounts.push({ n: entry.n, at: entry.at, part: delivery.part, rows });
  }
}

function isAllowed({ status }: DeliveryState, entry: DeliveryEntry): boolean {
  const isOfPerson = entry.state === "REJECTED" && entry.by !== undefined;
  return moves[isOfPerson ? "REJECTED by a person" : entry.state].from.includes(status);
}

function end(
  delivery: Changing<DeliveryState>,
  entry: Decision | Extract<Entry, { readonly state: "QUARANTINED" | "SUPERSEDED" }>,
): void {
  const { state, at, n } = entry;
  if (delivery.status !== state) {
    const isHeldAgain = isUnresolved(state) && delivery.decidedAs === state;
    delivery.statusAt = isHeldAgain ? (delivery.decidedAt ?? at) : at;
  }
  delivery.status = state;
  delivery.reason = reasonIn(entry);
  delivery.reasonOrder = state === "PUBLISHED" || state === "UNCHANGED" ? undefined : n;
  delivery.guards = [];
  delivery.changeSet = "";
  delivery.retrying = undefined;
  delivery.rejectedBy = undefined;
  delivery.isReplay &&= isUnresolved(state);
  if (delivery.decidedOrder === 0) delivery.decidedOrder = n;
  delivery.decidedAs = state;
  delivery.decidedAt = delivery.statusAt;
  delivery.wasTaken ||= state === "PUBLISHED" || state === "UNCHANGED" || state === "SUPERSEDED";
}

function isUnresolved(state: DeliveryStatus): boolean {
  return state === "HELD" || state === "WAITING";
}

function decide(delivery: Changing<DeliveryState>, entry: Decision): void {
  end(delivery, entry);
  delivery.inputs = entry.inputs;
  if ("counts" in entry && entry.counts !== undefined) delivery.counts = entry.counts;
}

type Receipt = Extract<Entry, { readonly state: "RECEIVED" }>;

/**
 * Returns the changes to a delivery that arrives, whether for the first time or again. After these changes, the
 * delivery must be processed.
 */
function arrivedNow(entry: Receipt, before?: DeliveryState) {
  const { arrival, part, sequence, by, reason = "" } = entry;
  const delivered = by === undefined ? undefined : { by, reason, order: entry.n };
  return { ...undecidedSince(entry, before), arrival, delivered, part, sequence, isForgotten: false };
}

/** Returns the changes after which a delivery must be processed, possibly again. Earlier results no longer apply. */
function undecidedSince({ at, n }: Pick<Entry, "at" | "n">, before?: DeliveryState) {
  const status = "RECEIVED" as const;
  const statusAt = before?.status === status ? before.statusAt : at;
  const none = { reason: "", reasonOrder: undefined, guards: [], changeSet: "", rejectedBy: undefined };
  return { status, statusAt, ...none, order: n, decidedOrder: 0 };
}

/** A file that a person uploaded is not at any source. */
function toAcknowledge({ arrival, by }: Receipt): readonly Arrival[] {
  return by === undefined ? [arrival] : [];
}

export function newDelivery(entry: Receipt): DeliveryState {
  return {
    ...arrivedNow(entry),
    sha256: entry.delivery,
    wasTaken: false,
    unacknowledged: toAcknowledge(entry),
    isReplay: false,
    isUnread: entry.unread,
    hasNewSize: false,
    amends: entry.amends,
    receivedAt: entry.at,
    firstOrder: entry.n,
    crashes: 0,
  };
}

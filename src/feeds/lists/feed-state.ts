import { hash } from "node:crypto";
import type { Arrival, DecisionInputs, DeliveryCounts, Entry } from "./log.js";
import { day } from "../../model/time-spans.js";

/** The state of a feed, derived from its log. */

export type DeliveryStatus =
  | "RECEIVED"
  | "WAITING"
  | "PUBLISHED"
  | "UNCHANGED"
  | "SUPERSEDED"
  | "REJECTED"
  | "HELD"
  | "QUARANTINED";

export interface DeliveryState {
  readonly sha256: string;
  readonly status: DeliveryStatus;
  /** The last decision, whatever happened since. */
  readonly decidedAs?: Exclude<DeliveryStatus, "RECEIVED"> | undefined;
  /** True if the delivery was ever accepted, or superseded by an accepted one. */
  readonly wasTaken: boolean;
  /** Arrivals that still have to be cleared at their source. */
  readonly unacknowledged: readonly Arrival[];
  /** The last arrival. */
  readonly arrival: Arrival;
  /** The person who delivered the last arrival in the console. */
  readonly delivered?: { readonly by: string; readonly reason: string } | undefined;
  readonly part: string;
  readonly sequence: string;
  /** Number of the last version that it made. */
  readonly number?: number | undefined;
  /** True if a person replayed it and the new decision is not final yet. */
  readonly isReplay: boolean;
  /**
   * True if its bytes were deleted because they contained a record that had to be removed. It is never
   * decided again.
   */
  readonly isForgotten: boolean;
  /** Set if it was refused because of its size without being read. */
  readonly isUnread?: true | undefined;
  /** The delivery that it amends, if it is a corrected rejects file. */
  readonly amends?: string | undefined;
  /** When it was first received, ISO 8601 UTC. */
  readonly receivedAt: string;
  /** When it got its status. */
  readonly statusAt: string;
  /** Log number of its last arrival, for ordering. */
  readonly order: number;
  /** Log number of its first arrival. */
  readonly firstOrder: number;
  /** Log number of the first decision since the last arrival, or 0. */
  readonly decidedOrder: number;
  /** Inputs of the last decision. */
  readonly inputs?: DecisionInputs | undefined;
  readonly counts?: DeliveryCounts | undefined;
  readonly crashes: number;
  readonly guards: readonly { readonly guard: string; readonly sentence: string }[];
  readonly reason: string;
  /** The person who rejected it. It is not decided again until it is replayed or received again. */
  readonly rejectedBy?: string | undefined;
  /** Set while the environment prevents a decision. */
  readonly retrying?: { readonly since: string; readonly reason: string } | undefined;
  readonly changeSet: string;
}

export interface FeedState {
  /** By sha256, in order of first arrival. */
  readonly deliveries: ReadonlyMap<string, DeliveryState>;
  /** By part: the delivery that last made or confirmed the list, and the inputs of that decision. */
  readonly accepted: ReadonlyMap<string, Accepted>;
  /** Released change sets that are not published yet, with their delivery. */
  readonly released: ReadonlyMap<string, string>;
  /** Deliveries that a person released despite an unusual number of rows. */
  readonly newSizes: ReadonlySet<string>;
  /** Set while the feed is paused at an older version. */
  readonly paused?: { readonly to: number; readonly reason: string } | undefined;
  readonly lastPublishedAt?: string | undefined;
  /** When a delivery last made or confirmed the list. */
  readonly confirmedAt?: string | undefined;
}

/** A state that can be advanced by log entries. The sizes are large, so plain readers do not load them. */
export interface SizedState extends FeedState {
  /**
   * Rows of recently accepted deliveries, oldest first, since a person last released an unusual number of
   * rows.
   */
  readonly sizes: readonly { readonly at: string; readonly part: string; readonly rows: number }[];
}

interface Accepted {
  readonly sha256: string;
  /** Undefined after a rollback or restore, so that the delivery is decided again. */
  readonly inputs?: DecisionInputs | undefined;
  /** Number of its rejected rows that were corrected, sent back and accepted. */
  readonly amended?: number;
}

/** Entries that decide a delivery by its contents. */
type Decision = Extract<
  Entry,
  { readonly state: "PUBLISHED" | "UNCHANGED" | "REJECTED" | "HELD" | "WAITING" }
>;

type Changing<T> = { -readonly [K in keyof T]: T[K] };

export const nothingYet: SizedState = {
  deliveries: new Map(),
  accepted: new Map(),
  released: new Map(),
  newSizes: new Set(),
  sizes: [],
};

export interface Folding {
  readonly state: SizedState;
  add(entry: Entry): void;
  /** Adds a delivery that was not loaded. */
  put(delivery: DeliveryState): void;
}

/** Returns a state that is advanced entry by entry. */
export function newFolding(from: SizedState = nothingYet): Folding {
  const deliveries = new Map<string, DeliveryState>(from.deliveries);
  /** Deliveries that were copied here. All others are shared with `from` and never changed. */
  const copied = new Map<string, Changing<DeliveryState>>();
  const accepted = new Map(from.accepted);
  const released = new Map(from.released);
  const newSizes = new Set(from.newSizes);
  let { sizes } = from;
  let { paused, lastPublishedAt, confirmedAt } = from;

  return {
    get state() {
      return {
        deliveries,
        accepted,
        released,
        newSizes,
        paused,
        sizes,
        lastPublishedAt,
        confirmedAt,
      };
    },
    add,
    put: (delivery) => void deliveries.set(delivery.sha256, delivery),
  };

  /** Returns a copy of the delivery that may be changed. */
  function changing(sha256: string): Changing<DeliveryState> | undefined {
    const known = deliveries.get(sha256);
    if (known === undefined || known === copied.get(sha256)) return known;
    const copy = { ...known };
    copied.set(sha256, copy);
    deliveries.set(sha256, copy);
    return copy;
  }

  function add(entry: Entry): void {
    if (entry.state === "ROLLED_BACK" || entry.state === "RESTAMPED") {
      if (entry.state === "ROLLED_BACK") paused = { to: entry.to, reason: entry.reason };
      lastPublishedAt = entry.at;
      for (const [part, { sha256 }] of accepted) accepted.set(part, { sha256 });
      return;
    }
    if (entry.state === "RESUMED") {
      paused = undefined;
      if (entry.ahead !== undefined) lastPublishedAt = entry.at;
      return;
    }
    if (entry.state === "FORGOTTEN") {
      if (entry.number !== undefined) lastPublishedAt = entry.at;
      for (const sha256 of entry.deliveries) {
        const forgotten = changing(sha256);
        if (forgotten !== undefined) forgotten.isForgotten = true;
      }
      return;
    }
    if (entry.state === "RECEIVED") {
      receive(entry);
      return;
    }
    const delivery = changing(entry.delivery);
    if (delivery === undefined) return;
    switch (entry.state) {
      case "READ":
      case "VALIDATED":
        break;
      case "RETRY":
        delivery.retrying = { since: delivery.retrying?.since ?? entry.at, reason: entry.reason };
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
        delivery.status = "RECEIVED";
        delivery.statusAt = entry.at;
        delivery.decidedOrder = 0;
        delivery.crashes = 0;
        delivery.isReplay = true;
        delivery.order = entry.n;
        break;
      case "RELEASED":
        released.set(entry.change_set, entry.delivery);
        if (entry.guards.some((guard) => guard === "rows_below" || guard === "rows_above")) {
          newSizes.add(entry.delivery);
        }
        break;
      case "PUBLISHED":
      case "UNCHANGED":
        accept(delivery, entry);
        break;
      case "REJECTED":
        decide(delivery, entry);
        delivery.reason = entry.reason;
        delivery.rejectedBy = entry.by;
        if (entry.by !== undefined) dropReleases(delivery.sha256);
        break;
      case "HELD":
        decide(delivery, entry);
        delivery.guards = entry.guards;
        delivery.changeSet = entry.change_set;
        delivery.reason = entry.guards.map((guard) => guard.sentence).join(" ");
        break;
      case "WAITING":
        decide(delivery, entry);
        delivery.reason = `It waits for the list ${entry.for}.`;
        break;
      case "QUARANTINED":
        setStatus(delivery, entry.state, entry);
        delivery.reason = entry.reason;
        break;
      case "SUPERSEDED":
        setStatus(delivery, entry.state, entry);
        break;
    }
  }

  function receive(entry: Received): void {
    const known = changing(entry.delivery);
    if (known === undefined) deliveries.set(entry.delivery, newDelivery(entry));
    else
      Object.assign(known, arrivedNow(entry), {
        unacknowledged: [...known.unacknowledged, ...toAcknowledge(entry)],
      });
  }

  function dropReleases(delivery: string): void {
    for (const [changeSet, sha256] of released) if (sha256 === delivery) released.delete(changeSet);
  }

  function setStatus(
    delivery: Changing<DeliveryState>,
    status: Exclude<DeliveryStatus, "RECEIVED">,
    { at, n }: Pick<Entry, "at" | "n">,
  ): void {
    delivery.status = status;
    delivery.retrying = undefined;
    delivery.rejectedBy = undefined;
    delivery.isReplay &&= status === "HELD" || status === "WAITING";
    if (delivery.decidedOrder === 0) delivery.decidedOrder = n;
    delivery.decidedAs = status;
    delivery.wasTaken ||= status === "PUBLISHED" || status === "UNCHANGED" || status === "SUPERSEDED";
    delivery.statusAt = at;
  }

  function decide(delivery: Changing<DeliveryState>, entry: Decision): void {
    setStatus(delivery, entry.state, entry);
    delivery.inputs = entry.inputs;
    if ("counts" in entry && entry.counts !== undefined) delivery.counts = entry.counts;
    delivery.guards = [];
    delivery.reason = "";
    delivery.changeSet = "";
  }

  function accept(
    delivery: Changing<DeliveryState>,
    entry: Extract<Entry, { state: "PUBLISHED" | "UNCHANGED" }>,
  ): void {
    // Pending references of an earlier delta were resolved. It does not become the last accepted delivery.
    const isAgain = isPendingReference(delivery) && accepted.get(delivery.part)?.sha256 !== delivery.sha256;
    const isNew = !delivery.wasTaken;
    decide(delivery, entry);
    confirmedAt = entry.at;
    if (entry.state === "PUBLISHED") {
      lastPublishedAt = entry.at;
      delivery.number = entry.number;
      dropReleases(delivery.sha256);
      // A person accepted the new size, so earlier sizes no longer count as usual.
      if (newSizes.delete(delivery.sha256)) sizes = sizes.filter(({ part }) => part !== delivery.part);
    }
    const before = accepted.get(delivery.part);
    if (delivery.amends !== undefined && delivery.amends === before?.sha256 && isNew) {
      const amended = (before.amended ?? 0) + (delivery.counts?.accepted ?? 0);
      accepted.set(delivery.part, { ...before, amended });
    }
    if (delivery.amends !== undefined || isAgain) return;
    // A repeated decision keeps the count of corrected rows.
    const kept = before?.sha256 === delivery.sha256 ? before : {};
    accepted.set(delivery.part, { ...kept, sha256: delivery.sha256, inputs: entry.inputs });
    if (delivery.counts !== undefined) {
      // Rows that rules skip belong to other lists.
      const rows = delivery.counts.read - delivery.counts.skipped;
      const since = new Date(Date.parse(entry.at) - 2 * monthOfRows).toISOString();
      const now = { at: entry.at, part: delivery.part, rows };
      sizes = [...sizes.filter(({ at }) => at >= since), now];
    }
  }
}

type Received = Extract<Entry, { readonly state: "RECEIVED" }>;

/**
 * Changes of a delivery on every arrival, first or repeated. It has to be decided again, usually without
 * being read again.
 */
function arrivedNow({ arrival, part, sequence, at, n, by, reason = "" }: Received) {
  const status = "RECEIVED" as const;
  const delivered = by === undefined ? undefined : { by, reason };
  const about = { arrival, delivered, part, sequence };
  return { status, statusAt: at, ...about, order: n, decidedOrder: 0, isForgotten: false };
}

/** A file that a person delivered is not at a source. */
function toAcknowledge({ arrival, by }: Received): readonly Arrival[] {
  return by === undefined ? [arrival] : [];
}

/** The initial state of a delivery. */
export function newDelivery(entry: Received): DeliveryState {
  return {
    ...arrivedNow(entry),
    sha256: entry.delivery,
    wasTaken: false,
    unacknowledged: toAcknowledge(entry),
    isReplay: false,
    isUnread: entry.unread,
    amends: entry.amends,
    receivedAt: entry.at,
    firstOrder: entry.n,
    crashes: 0,
    guards: [],
    reason: "",
    changeSet: "",
  };
}

/** Equal for equal arrivals. */
export function arrivalKey({ source, name, size, modified, identity }: Arrival): string {
  return JSON.stringify([source, name, size, modified, identity]);
}

/** Replaces the sha256 of a delivery whose bytes were never read. */
export function unreadName(arrival: Arrival): string {
  return hash("sha256", `unread ${arrivalKey(arrival)}`);
}

/** Returns the unique names of the guards that hold a delivery. A guard may trip more than once. */
export function heldBy({ guards }: Pick<DeliveryState, "guards">): readonly string[] {
  return [...new Set(guards.map(({ guard }) => guard))];
}

/** Returns held deliveries. The first one is the default for commands. */
export function heldNewestFirst({ deliveries }: Pick<FeedState, "deliveries">): readonly DeliveryState[] {
  return [...deliveries.values()].filter(({ status }) => status === "HELD").sort(newestFirst);
}

/** Orders by the sequence in the name if both have one, then by modification time, then by name. */
export function newestFirst(a: DeliveryState, b: DeliveryState): number {
  if (a.sequence !== "" && b.sequence !== "" && a.sequence !== b.sequence) {
    return a.sequence < b.sequence ? 1 : -1;
  }
  const [x, y] = [a.arrival, b.arrival];
  if (x.modified !== y.modified) return y.modified - x.modified;
  if (x.name !== y.name) return x.name < y.name ? 1 : -1;
  return b.order - a.order;
}

/** Returns the delivery that was received last. */
export function lastArrived({ deliveries }: Pick<FeedState, "deliveries">): DeliveryState | undefined {
  return [...deliveries.values()].sort((a, b) => b.order - a.order)[0];
}

/** The period for the usual number of rows, in milliseconds. */
const monthOfRows = 30 * day;

/** Returns the median number of rows over 30 days, or undefined if there are fewer than three deliveries. */
export function usualRows({ sizes }: SizedState, part: string, now: Date): number | undefined {
  const since = new Date(now.getTime() - monthOfRows).toISOString();
  const rows = sizes
    .filter((one) => one.part === part && one.at >= since)
    .map((one) => one.rows)
    .sort((a, b) => a - b);
  return rows.length < 3 ? undefined : rows[Math.floor(rows.length / 2)];
}

/** The deliveries that the current list was made from. */
export function acceptedLast({ accepted, deliveries }: FeedState): readonly DeliveryState[] {
  return [...accepted.values()].flatMap(({ sha256 }) => deliveries.get(sha256) ?? []);
}

/** Accepted deliveries with rejected rows that were not corrected and sent back. */
export function withRejected({ accepted, deliveries }: FeedState): readonly DeliveryState[] {
  return [...accepted.values()].flatMap(({ sha256, amended = 0 }) => {
    const delivery = deliveries.get(sha256);
    return delivery !== undefined && (delivery.counts?.rejected ?? 0) > amended ? [delivery] : [];
  });
}

/** True if it was received but not decided. */
export function isUndecided({ status, retrying }: Pick<DeliveryState, "status" | "retrying">): boolean {
  return status === "RECEIVED" && retrying === undefined;
}

/** True if it is held because the mapping no longer finds its columns. It cannot be released. */
export function isUnusable({
  status,
  guards,
  counts,
}: {
  readonly status: string;
  readonly guards: readonly { readonly guard: string }[];
  readonly counts?: { readonly read: number } | null | undefined;
}): boolean {
  return status === "HELD" && counts?.read === 0 && guards.some(({ guard }) => guard === "headings");
}

/** True if rows of an accepted delta wait for a record of another feed. */
export function isPendingReference({ status, counts }: Pick<DeliveryState, "status" | "counts">): boolean {
  return (status === "PUBLISHED" || status === "UNCHANGED") && (counts?.pending_reference ?? 0) > 0;
}

/** True if a decision or an action at the source is pending. */
export function isOpen({ status, unacknowledged }: DeliveryState): boolean {
  return status === "RECEIVED" || status === "WAITING" || status === "HELD" || unacknowledged.length > 0;
}

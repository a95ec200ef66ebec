import { z } from "zod";
import type { Balance } from "../../model/within.js";

/**
 * A feed's log, with an entry for each transition of a delivery and each decision by a person (`docs/semantics.md`
 * section 2). Entries are numbered starting at 1 and are only ever appended.
 */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Inputs to a decision, except for the bytes. Each input is represented by a short string that changes when the input
 * changes.
 */
const inputsSchema = z.strictObject({
  mapping: z.string(),
  lists: z.string(),
  settings: z.string(),
  engine: z.string(),
  today: z.string(),
});
export type DecisionInputs = z.infer<typeof inputsSchema>;

/** Properties by which Lading recognizes a listed file later without reading the file. */
const arrivalSchema = z.strictObject({
  source: z.string(),
  name: z.string(),
  size: z.number(),
  modified: z.number(),
  identity: z.string(),
});
export type Arrival = z.infer<typeof arrivalSchema>;

const balanceSchema = z.strictObject({
  of: z.string(),
  currency: z.string().exactOptional(),
  read: z.string(),
  accepted: z.string(),
  rejected: z.string(),
  skipped: z.string(),
  left_out: z.string(),
  merged: z.string(),
  stale: z.string(),
} satisfies Record<keyof Balance, z.ZodType>);

const countsSchema = z.strictObject({
  read: z.number(),
  accepted: z.number(),
  rejected: z.number(),
  skipped: z.number(),
  merged: z.number(),
  stale: z.number(),
  /** Number of a delta's rejected rows that are read again when the referenced record exists. */
  pending_reference: z.number().exactOptional(),
  within: z.array(balanceSchema).readonly().optional(),
});
export type DeliveryCounts = z.infer<typeof countsSchema>;

/** A guard that held a delivery when a person decided. The sentence is omitted, because it may quote the file. */
const overruledSchema = z.strictObject({
  guard: z.string(),
  /** The measured value. */
  found: z.number().exactOptional(),
  /** The value in the last delivery, or the total, with which the measured value is compared. */
  compared_with: z.number().exactOptional(),
  minimum: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
});
export type OverruledGuard = z.infer<typeof overruledSchema>;

const trippedSchema = overruledSchema.extend({ sentence: z.string() });
export type TrippedGuard = z.infer<typeof trippedSchema>;

/** A guard in any entry. */
export type LoggedGuard = OverruledGuard & { readonly sentence?: string };

const event = { n: z.number().int().min(1), at: z.iso.datetime({ precision: 3 }) };
const ofDelivery = { ...event, delivery: sha256 };
/** Fields in the entries for decisions that are based on a delivery's contents. */
const decided = { counts: countsSchema.optional(), inputs: inputsSchema.optional() };
const ofPerson = { reason: z.string(), by: z.string() };

export const entrySchema = z.discriminatedUnion("state", [
  /** The bytes are stored. This entry is written once for each arrival. */
  z.strictObject({
    ...ofDelivery,
    state: z.literal("RECEIVED"),
    arrival: arrivalSchema,
    part: z.string(),
    /** Determines the order of deliveries: the sequence or date in the name, if defined. */
    sequence: z.string(),
    amends: sha256.optional(),
    /**
     * Set if the delivery was refused without being read because of its size. In that case, `delivery` is derived
     * from the arrival.
     */
    unread: z.literal(true).optional(),
    /**
     * Set if a person uploaded the file in the console. Such a file is not archived or deleted, because it is not at
     * a source.
     */
    by: z.string().exactOptional(),
    reason: z.string().exactOptional(),
  }),
  z.strictObject({ ...ofDelivery, state: z.literal("READ"), rows: z.number() }),
  z.strictObject({ ...ofDelivery, state: z.literal("VALIDATED"), counts: countsSchema }),
  z.strictObject({ ...ofDelivery, state: z.literal("PUBLISHED"), number: z.number(), ...decided }),
  z.strictObject({ ...ofDelivery, state: z.literal("UNCHANGED"), ...decided }),
  z.strictObject({ ...ofDelivery, state: z.literal("SUPERSEDED"), by: sha256 }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("REJECTED"),
    codes: z.array(z.string()),
    reason: z.string(),
    /** Set if a person rejected the delivery. In that case, `guards` contains the guards that held the delivery. */
    by: z.string().optional(),
    guards: z.array(overruledSchema).exactOptional(),
    ...decided,
  }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("HELD"),
    guards: z.array(trippedSchema),
    change_set: z.string(),
    differences: z.record(z.string(), z.number()),
    ...decided,
  }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("WAITING"),
    for: z.string(),
    inputs: inputsSchema.optional(),
  }),
  /** The reader was killed or crashed. After the second crash, the delivery is quarantined. */
  z.strictObject({ ...ofDelivery, state: z.literal("CRASHED"), reason: z.string() }),
  z.strictObject({ ...ofDelivery, state: z.literal("QUARANTINED"), reason: z.string() }),
  /** The environment failed, and the decision is retried indefinitely. This entry is written once per reason. */
  z.strictObject({ ...ofDelivery, state: z.literal("RETRY"), reason: z.string() }),
  /** The after-action was applied to the file at its source, so the arrival is finished. */
  z.strictObject({ ...ofDelivery, state: z.literal("ACKED"), arrival: arrivalSchema }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("RELEASED"),
    change_set: z.string(),
    /** Number of records by kind of change, as shown to the person. */
    differences: z.record(z.string(), z.number()).exactOptional(),
    ...ofPerson,
    guards: z.array(overruledSchema),
  }),
  z.strictObject({ ...ofDelivery, state: z.literal("REPLAYED"), ...ofPerson }),
  z.strictObject({
    ...event,
    state: z.literal("ROLLED_BACK"),
    to: z.number(),
    number: z.number(),
    ...ofPerson,
  }),
  z.strictObject({
    ...event,
    state: z.literal("RESUMED"),
    by: z.string(),
    reason: z.string().optional(),
    /** Time of the last version, if it was produced while the clock was ahead. */
    ahead: z.string().optional(),
  }),
  /** The list was published again after a restore, with later times than any that were served before. */
  z.strictObject({ ...event, state: z.literal("RESTAMPED"), number: z.number(), ...ofPerson }),
  /**
   * A record was permanently removed, together with the bytes of these deliveries. The entry does not identify the
   * record.
   */
  z.strictObject({
    ...event,
    state: z.literal("FORGOTTEN"),
    deliveries: z.array(sha256),
    /** Number of the version without the record, once published. */
    number: z.number().optional(),
    ...ofPerson,
  }),
]);

export type Entry = z.infer<typeof entrySchema>;
type WithoutStamp<E> = E extends unknown ? Omit<E, "n" | "at"> : never;
/** An entry that has not been given a number and time yet. */
export type NewEntry = WithoutStamp<Entry>;

/** Returns the reason in an entry, or "" if the entry has none. A person's reason is returned unchanged. */
export function reasonIn(entry: NewEntry): string {
  switch (entry.state) {
    case "HELD":
      return heldReason(entry.guards);
    case "WAITING":
      return `The delivery is waiting for the list ${entry.for}.`;
    case "SUPERSEDED":
      return `The newer delivery ${entry.by.slice(0, 12)} was used instead.`;
    default:
      return ("reason" in entry && entry.reason) || "";
  }
}

export function heldReason(guards: readonly { readonly sentence: string }[]): string {
  return guards.map(({ sentence }) => sentence).join(" ");
}

/** Returns the guards that hold the delivery, or that held it when a person decided. A guard may trip more than once. */
export function guardsIn(entry: NewEntry): readonly LoggedGuard[] {
  if (entry.state === "HELD" || entry.state === "RELEASED") return entry.guards;
  return (entry.state === "REJECTED" && entry.guards) || [];
}

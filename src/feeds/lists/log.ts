import { z } from "zod";
import type { Balance } from "../../model/within.js";

/**
 * The log of a feed: an entry for each transition of a delivery and each decision of a person
 * (`docs/semantics.md` section 2). Entries are numbered from 1 and only appended.
 */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Inputs of a decision besides the bytes. Each is a short text that changes when the input changes. */
const inputsSchema = z.strictObject({
  mapping: z.string(),
  lists: z.string(),
  settings: z.string(),
  engine: z.string(),
  today: z.string(),
});
export type DecisionInputs = z.infer<typeof inputsSchema>;

/** The properties of a listed file, by which it is recognized later without being read. */
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
  /** Rejected rows of a delta that are read again when the referenced record exists. */
  pending_reference: z.number().exactOptional(),
  within: z.array(balanceSchema).readonly().optional(),
});
export type DeliveryCounts = z.infer<typeof countsSchema>;

const trippedSchema = z.strictObject({ guard: z.string(), sentence: z.string() });

const event = { n: z.number().int().min(1), at: z.iso.datetime({ precision: 3 }) };
const ofDelivery = { ...event, delivery: sha256 };
/** Part of entries that decide a delivery by its contents. */
const decided = { counts: countsSchema.optional(), inputs: inputsSchema.optional() };
const ofPerson = { reason: z.string(), by: z.string() };

export const entrySchema = z.discriminatedUnion("state", [
  /** The bytes are stored. Written once for every arrival. */
  z.strictObject({
    ...ofDelivery,
    state: z.literal("RECEIVED"),
    arrival: arrivalSchema,
    part: z.string(),
    /** Orders deliveries: the sequence or date from the name, if declared. */
    sequence: z.string(),
    amends: sha256.optional(),
    /**
     * Set if the delivery was refused because of its size without being read. Its `delivery` is then derived
     * from the arrival.
     */
    unread: z.literal(true).optional(),
    /** Set when a person delivered it in the console: no source has it, so nothing is settled. */
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
    /** Set if a person rejected a held delivery. */
    by: z.string().optional(),
    ...decided,
  }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("HELD"),
    guards: z.array(trippedSchema),
    change_set: z.string(),
    /** Counts of its changes. */
    differences: z.record(z.string(), z.number()),
    ...decided,
  }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("WAITING"),
    for: z.string(),
    inputs: inputsSchema.optional(),
  }),
  /** The reader was killed or crashed. The second crash quarantines the delivery. */
  z.strictObject({ ...ofDelivery, state: z.literal("CRASHED"), reason: z.string() }),
  z.strictObject({ ...ofDelivery, state: z.literal("QUARANTINED"), reason: z.string() }),
  /** The environment failed. The decision is tried again without limit. Written once per reason. */
  z.strictObject({ ...ofDelivery, state: z.literal("RETRY"), reason: z.string() }),
  /** The file was cleared at its source. The arrival is finished. */
  z.strictObject({ ...ofDelivery, state: z.literal("ACKED"), arrival: arrivalSchema }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("RELEASED"),
    change_set: z.string(),
    ...ofPerson,
    guards: z.array(z.string()),
  }),
  /** A person replayed a decided delivery. */
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
    /** Time of the last version, if it was made while the clock was ahead. */
    ahead: z.string().optional(),
  }),
  /** After a restore: the restored list, with later times than any served before. */
  z.strictObject({ ...event, state: z.literal("RESTAMPED"), number: z.number(), ...ofPerson }),
  /**
   * A record was removed permanently, with the bytes of these deliveries. The entry does not identify the
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
/** An entry before it gets its number and time. */
export type NewEntry = WithoutStamp<Entry>;

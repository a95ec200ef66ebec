import { z } from "zod";
import { readFact, writeFact } from "../../store/facts.js";
import type { Queries } from "../../store/store.js";
import { channelName } from "../../connectors/alerts/channel.js";
import { alertSchema } from "../../connectors/alerts/alert.js";

/**
 * The stored state of sent and waiting alerts. A lease protects the state, so that several processes do not send the
 * same alert.
 */

const instant = z.iso.datetime({ precision: 3 });

const stateSchema = z.object({
  lading: z.literal(1),
  /** Decisions made at or before this time have already been checked. */
  looked_at: instant,
  /** Keys of the open problems, by feed. */
  open: z.record(z.string(), z.array(z.string())),
  /** When each cause was reported, by the key of the cause. */
  notified: z.record(z.string(), instant),
  /** Reported faults and their feeds, by key. */
  faults: z.record(z.string(), z.object({ where: z.string(), feeds: z.array(z.string()) })).optional(),
  pending: z.array(
    z.object({
      alert: alertSchema,
      /** Key of the cause. Absent if the alert does not report exactly one cause. */
      about: z.string().optional(),
      /** Channels that have not delivered the alert yet. */
      channels: z.array(channelName),
      tries: z.number().int(),
      next_try: instant,
      /** The alert is dropped after this time. */
      until: instant,
    }),
  ),
  channels: z.partialRecord(
    channelName,
    z.object({
      delivered_at: instant.optional(),
      failed_at: instant.optional(),
      reason: z.string().optional(),
      failures: z.number().int(),
      given_up: z.number().int(),
    }),
  ),
});

export type AlertState = z.infer<typeof stateSchema>;
export type WaitingAlert = AlertState["pending"][number];

/** Name of both the lease and the stored fact. */
export const alerts = "alerts";

/**
 * Returns the stored state, or undefined if there is none or its schema is outdated. Without a stored state, open
 * problems are reported again.
 */
export async function readAlertState(db: Queries): Promise<AlertState | undefined> {
  return stateSchema.safeParse(await readFact(db, alerts)).data;
}

export async function writeAlertState(db: Queries, state: AlertState): Promise<void> {
  await writeFact(db, alerts, state);
}

export function newAlertState(now: Date): AlertState {
  return { lading: 1, looked_at: now.toISOString(), open: {}, notified: {}, pending: [], channels: {} };
}

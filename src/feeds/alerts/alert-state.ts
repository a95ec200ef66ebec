import { z } from "zod";
import { readFact, writeFact } from "../../store/facts.js";
import type { Queries } from "../../store/store.js";
import { channelName } from "../../connectors/alerts/channel.js";
import { alertSchema } from "../../connectors/alerts/alert.js";

/**
 * What was reported and what waits to be told, written under a lease of its own, so that several processes and restarts tell a
 * thing once.
 */

const instant = z.iso.datetime({ precision: 3 });

const stateSchema = z.object({
  lading: z.literal(1),
  /** Up to when decisions were looked at. */
  looked_at: instant,
  /** By feed: keys of the problems that stand. */
  open: z.record(z.string(), z.array(z.string())),
  /** By key: when it was told. */
  notified: z.record(z.string(), instant),
  /** By their keys: faults of which people were told, with the feeds. */
  faults: z.record(z.string(), z.object({ where: z.string(), feeds: z.array(z.string()) })).optional(),
  pending: z.array(
    z.object({
      alert: alertSchema,
      /** Key of what it tells; of several things none. */
      about: z.string().optional(),
      /** To which it has still to be delivered. */
      channels: z.array(channelName),
      tries: z.number().int(),
      next_try: instant,
      /** After this it is given up. */
      until: instant,
    }),
  ),
  /** By channel: how it does. */
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

/** Name of the lease and of the fact. */
export const alerts = "alerts";

/** The state; undefined when there is none yet, or it is of another time: then what stands is reported again. */
export async function readAlertState(db: Queries): Promise<AlertState | undefined> {
  return stateSchema.safeParse(await readFact(db, alerts)).data;
}

export async function writeAlertState(db: Queries, state: AlertState): Promise<void> {
  await writeFact(db, alerts, state);
}

export function newAlertState(now: Date): AlertState {
  return { lading: 1, looked_at: now.toISOString(), open: {}, notified: {}, pending: [], channels: {} };
}

import { z } from "zod";
import { alertEvents } from "./notify-settings.js";

/** The JSON that an alert program or webhook receives. `docs/operations.md` describes the fields. */
export const alertSchema = z.object({
  lading: z.literal(1),
  /** Identifies the alert. All attempts to deliver the alert use the same ID. */
  id: z.string(),
  event: z.enum([...alertEvents, "test"]),
  /** ISO 8601 UTC. */
  at: z.string(),
  feed: z.string().nullable(),
  account: z.string().nullable(),
  record: z.string().nullable(),
  file: z.string().nullable(),
  delivery: z.string().nullable(),
  /** One sentence. */
  summary: z.string(),
  reasons: z.array(z.string()),
  findings: z.array(
    z.object({
      code: z.string(),
      column: z.string().nullable(),
      rows: z.array(z.number()),
      count: z.number(),
      message: z.string(),
      values: z.array(z.string()).optional(),
    }),
  ),
  /** The next step for the operator. */
  next: z.string(),
  partner: z.object({ subject: z.string(), text: z.string() }).nullable(),
  /** Details for each feed, if one alert covers several feeds. */
  feeds: z
    .array(
      z.object({
        feed: z.string(),
        file: z.string().nullable(),
        delivery: z.string().nullable(),
        summary: z.string(),
        next: z.string(),
        partner: z.object({ subject: z.string(), text: z.string() }).nullable(),
      }),
    )
    .default([]),
  /** The whole alert as plain text, for chat services that display the `text` property. */
  text: z.string(),
});

export type Alert = z.infer<typeof alertSchema>;

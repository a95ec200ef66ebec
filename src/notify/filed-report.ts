import { z } from "zod";
import { readDocument, reportName } from "../lists/documents.js";
import type { DeliveryState } from "../lists/feed-state.js";
import type { Queries } from "../store/store.js";
import type { Feed } from "../workspace/workspace.js";

/** The report that is kept with a decided delivery, as far as notices tell it. */

const finding = z.object({
  code: z.string(),
  severity: z.string(),
  column: z.string().optional(),
  field: z.string().optional(),
  message: z.string(),
  hint: z.string(),
  count: z.number(),
  more: z.boolean(),
  rows: z.array(z.number()),
  values: z.array(z.string()).optional(),
});

const filed = z.object({
  counts: z.object({ read: z.number(), rejected: z.number() }).optional(),
  findings: z.array(finding).default([]),
  rails: z.array(z.object({ rail: z.string(), sentence: z.string() })).default([]),
});

export type NoticeFinding = z.infer<typeof finding>;
export type FiledReport = z.infer<typeof filed>;

const nothing: FiledReport = { findings: [], rails: [] };

/** What is kept of a delivery; nothing when it has no report, or one of another time. */
export async function filedReport(db: Queries, feed: Feed, delivery: DeliveryState): Promise<FiledReport> {
  try {
    let text = "";
    for await (const piece of readDocument(db, feed.name, delivery.sha256, reportName)) text += piece;
    const parsed = filed.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : nothing;
  } catch {
    // A notice with less in it is better than none.
    return nothing;
  }
}

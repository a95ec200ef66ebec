import { join } from "node:path";
import { z } from "zod";
import type { DeliveryState } from "../lists/feed-state.js";
import { filingFolderOf, fileName } from "../lists/filing.js";
import type { Disk } from "../storage/disk.js";
import type { Feed } from "../workspace/workspace.js";

/** The report that is filed with a decided delivery, as far as notices tell it. */

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

/** What is filed of a delivery; nothing when it has no report, or one of another time. */
export async function filedReport(disk: Disk, feed: Feed, delivery: DeliveryState): Promise<FiledReport> {
  const filingFolder = filingFolderOf(delivery.status);
  if (filingFolder === undefined) return nothing;
  try {
    const path = join(feed.folder, filingFolder, fileName(delivery), "report.json");
    const parsed = filed.safeParse(JSON.parse((await disk.readFile(path)).toString("utf8")));
    return parsed.success ? parsed.data : nothing;
  } catch {
    // A notice with less in it is better than none.
    return nothing;
  }
}

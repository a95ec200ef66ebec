import type { GroupedIssues } from "../../convert/grouped-issues.js";
import { readDocument, reportName } from "../lists/documents.js";
import type { DeliveryState } from "../lists/feed-state.js";
import type { Queries } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";

/** The report that is kept with a decided delivery, as far as alerts tell it. */
export interface FiledReport {
  readonly counts?: { readonly read: number; readonly rejected: number } | undefined;
  readonly findings: readonly GroupedIssues[];
  readonly guards: readonly { readonly guard: string; readonly sentence: string }[];
}

/** What is kept of a delivery; nothing when it has no report, or one of another time. */
export async function filedReport(db: Queries, feed: Feed, delivery: DeliveryState): Promise<FiledReport> {
  try {
    const text = await readDocument(db, feed.name, delivery.sha256, reportName);
    const { counts, findings = [], guards = [] } = JSON.parse(text) as Partial<FiledReport>;
    return { counts, findings, guards };
  } catch {
    // An alert with less in it is better than none.
    return { findings: [], guards: [] };
  }
}

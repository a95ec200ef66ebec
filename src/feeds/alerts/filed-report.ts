import type { GroupedIssues } from "../../convert/grouped-issues.js";
import { readDocument, reportName } from "../lists/documents.js";
import type { DeliveryState } from "../lists/feed-state.js";
import type { Queries } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";

/** The parts of a stored delivery report that alerts need. */
export interface FiledReport {
  readonly counts?: { readonly read: number; readonly rejected: number } | undefined;
  readonly findings: readonly GroupedIssues[];
}

/** Returns an empty report if none is stored or the stored report cannot be read. */
export async function filedReport(db: Queries, feed: Feed, delivery: DeliveryState): Promise<FiledReport> {
  try {
    const text = await readDocument(db, feed.name, delivery.sha256, reportName);
    const { counts, findings = [] } = JSON.parse(text) as Partial<FiledReport>;
    return { counts, findings };
  } catch {
    // Without the report, the alert is shorter but must still be sent.
    return { findings: [] };
  }
}

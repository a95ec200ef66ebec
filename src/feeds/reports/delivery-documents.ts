import type { DeliveryEvaluation } from "../deliveries/delivery-evaluation.js";
import type { DeliveryState } from "../lists/feed-state.js";
import { rejectsName, reportName } from "../lists/documents.js";
import { listCounts } from "../lists/reconcile.js";
import type { Feed } from "../../workspace/workspace.js";
import { evaluationReport } from "./evaluation-report.js";
import { groupedIssues } from "../../convert/grouped-issues.js";
import { rejectsFile } from "../../convert/rejects-file.js";

/** Documents stored with a delivery: its report, and the rejected rows to correct and send back. */
export function deliveryDocuments(
  feed: Feed,
  delivery: DeliveryState,
  evaluation: DeliveryEvaluation,
  showStaff = false,
): ReadonlyMap<string, Iterable<string>> {
  const documents = new Map<string, Iterable<string>>();
  const file = delivery.arrival.name;
  documents.set(reportName, [
    `${JSON.stringify(deliveryReport(feed, delivery, evaluation, showStaff), null, 2)}\n`,
  ]);
  if ("evaluated" in evaluation && evaluation.evaluated.rejected.length > 0) {
    const rejects = rejectsFile(evaluation.evaluated, delivery.amends ?? delivery.sha256);
    documents.set(rejectsName(file), rejects);
  }
  return documents;
}

/**
 * For a feed with personal data, the report contains values only if `showStaff` is set, except for the IDs in `pairs`.
 */
function deliveryReport(
  feed: Feed,
  delivery: DeliveryState,
  evaluation: DeliveryEvaluation,
  showStaff: boolean,
): object {
  const about = {
    feed: feed.name,
    delivery: delivery.sha256,
    received_at: delivery.receivedAt,
    verdict: evaluation.verdict,
  };
  if (evaluation.verdict === "waiting") return { ...about, waits_for: evaluation.for };
  if (evaluation.verdict === "crashed") return { ...about, reason: evaluation.reason };
  const report = { ...about, ...evaluationReport(delivery.arrival.name, feed.type, evaluation.evaluated) };
  const findings = groupedIssues(evaluation.evaluated, !feed.type.personal || showStaff);
  const counts = { ...report.counts, ...evaluation.counts };
  if (evaluation.verdict === "rejected") return { ...report, counts, findings, reason: evaluation.reason };
  return {
    ...report,
    counts,
    findings,
    list: { records: evaluation.result.list.count, ...listCounts(evaluation.result) },
    changes: evaluation.result.changes.kinds,
    figures: evaluation.figures,
    change_set: evaluation.changeSet,
    ...("guards" in evaluation && {
      guards: evaluation.guards.map((tripped) => ({
        guard: tripped.guard,
        sentence: tripped.sentence,
        // The pairs may contain staff IDs, which must stay within the feed's own data. This document is part of that
        // data.
        ...(tripped.pairs === undefined ? {} : { pairs: tripped.pairs }),
      })),
    }),
  };
}

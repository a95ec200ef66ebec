import { differencesOf, listCounts } from "../deliveries/weigh.js";
import type { Weighed } from "../deliveries/weighed.js";
import { lastArrival, type DeliveryState } from "../lists/feed-state.js";
import { labelOf } from "../lists/filing.js";
import type { Feed } from "../workspace/workspace.js";
import { decidedReport } from "./decided-report.js";
import { findingsOf } from "./findings.js";
import { rejectsFile } from "./rejects-file.js";

/** The papers that are filed with a delivery: `report.json`, and the rejects to be corrected and sent back. */
export function deliveryPapers(
  feed: Feed,
  delivery: DeliveryState,
  weighed: Weighed,
  showStaff = false,
): ReadonlyMap<string, Iterable<string>> {
  const papers = new Map<string, Iterable<string>>();
  const file = lastArrival(delivery).name;
  papers.set("report.json", [
    `${JSON.stringify(deliveryReport(feed, delivery, weighed, showStaff), null, 2)}\n`,
  ]);
  if ("decided" in weighed && weighed.decided.rejected.length > 0) {
    const { reads, rejected } = weighed.decided;
    papers.set(
      `${labelOf(file)}.rejects.csv`,
      rejectsFile(reads, rejected, delivery.amends ?? delivery.sha256),
    );
  }
  return papers;
}

/** What a delivery came to, for machines and people. Values of people only when asked for. */
export function deliveryReport(
  feed: Feed,
  delivery: DeliveryState,
  weighed: Weighed,
  showStaff: boolean,
): object {
  const about = {
    feed: feed.name,
    delivery: delivery.sha256,
    received_at: delivery.receivedAt,
    verdict: weighed.verdict,
  };
  if (weighed.verdict === "waiting") return { ...about, waits_for: weighed.for };
  if (weighed.verdict === "crashed") return { ...about, reason: weighed.reason };
  const report = { ...about, ...decidedReport(lastArrival(delivery).name, feed.type, weighed.decided) };
  const findings = findingsOf(weighed.decided, !feed.type.personal || showStaff);
  const counts = { ...report.counts, ...weighed.counts };
  if (weighed.verdict === "rejected") return { ...report, counts, findings, reason: weighed.reason };
  return {
    ...report,
    counts,
    findings,
    list: { records: weighed.result.list.count, ...listCounts(weighed.result) },
    changes: differencesOf(weighed),
    figures: weighed.figures,
    change_set: weighed.changeSet,
    ...("rails" in weighed && {
      rails: weighed.rails.map((tripped) => ({
        rail: tripped.rail,
        sentence: tripped.sentence,
        // The pairs of a re-keyed list are ids, which people's may not leave the feed's own folder; this file is in it.
        ...(tripped.pairs === undefined ? {} : { pairs: tripped.pairs }),
      })),
    }),
  };
}

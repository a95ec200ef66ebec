import { alertCauses } from "../alerts/alert-causes.js";
import { partnerMessage, type PartnerMessage } from "../alerts/partner-message.js";
import { withFeed } from "../deliveries/open-feed.js";
import { evaluateAgain } from "../deliveries/operator.js";
import type { Setup } from "../deliveries/setup.js";
import { readDocument, rejectsName, reportName } from "../lists/documents.js";
import { deliveriesOf } from "../lists/feed-log.js";
import { isUnusable } from "../lists/feed-state.js";
import { evaluatedReport, storedReport, type FileReport } from "../reports/file-report.js";
import type { Feed } from "../../workspace/workspace.js";
import type { Refused } from "./decision.js";

/** What a delivery changes, or changed. Values of people are shown, since only a person who decides sees this. */
export interface DeliveryLook {
  readonly report: FileReport;
  /** What to write to the partner. Undefined if there is nothing to ask. */
  readonly partner?: PartnerMessage | undefined;
  /** Set while the delivery is held and can be decided. */
  readonly held?: HeldLook;
}

export interface HeldLook {
  /** Names the changes that are shown: only these are released. */
  readonly changeSet: string;
  /** Set if it cannot be released, because the file lacks a column that the mapping reads. */
  readonly isUnusable: boolean;
}

/**
 * Shows what a delivery would change in the current list. For one that is not held, shows the report that was kept. Writes nothing.
 *
 * @param beginning of its sha256
 */
export async function lookAt(setup: Setup, feed: Feed, beginning: string): Promise<DeliveryLook | Refused> {
  const { db } = setup.store;
  const [delivery] = await deliveriesOf(db, feed.name, { beginning });
  if (delivery === undefined) return noReport;
  const partner = await messageForPartner(setup, feed, delivery.sha256);
  if (delivery.status !== "HELD") {
    const text = await readDocument(db, feed.name, delivery.sha256, reportName);
    const report = text === "" ? undefined : storedReport(text);
    return report === undefined ? noReport : { report, partner };
  }
  return withFeed(setup, feed, async (open) => {
    const evaluation = await evaluateAgain(open, delivery);
    if (!("changeSet" in evaluation)) return undecidable;
    const { changeSet, counts } = evaluation;
    const guards = "guards" in evaluation ? evaluation.guards : [];
    const report = evaluatedReport(delivery.arrival.name, feed.type, evaluation, true);
    return {
      report: {
        ...report,
        ...(counts.rejected > 0 && { rejects: { name: rejectsName(delivery.arrival.name) } }),
      },
      partner,
      held: { changeSet, isUnusable: isUnusable({ status: "HELD", guards, counts }) },
    };
  });
}

const noReport: Refused = {
  refused: {
    code: "no_report",
    sentence: "The report of this delivery is no longer kept.",
    next: "The history of the feed still shows what was decided.",
    commands: [],
  },
};

const undecidable: Refused = {
  refused: {
    code: "not_now",
    sentence: "The delivery cannot be decided now.",
    next: "The next run tries again. `lading status` shows the reason.",
    commands: ["lading status"],
  },
};

/** The message about a delivery that was held or refused, or has rejected rows. */
async function messageForPartner(
  { store }: Setup,
  feed: Feed,
  sha256: string,
): Promise<PartnerMessage | undefined> {
  const always = new Date(0).toISOString();
  const [found] = await alertCauses(store.db, [feed], always, new Date());
  const causes = [...(found?.causes ?? []), ...(found?.past ?? [])];
  const cause = causes.find(({ delivery }) => delivery?.sha256 === sha256);
  return cause && partnerMessage(feed, cause, true);
}

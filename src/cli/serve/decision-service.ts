import { Writable } from "node:stream";
import { isUnusable } from "../../feeds/lists/feed-state.js";
import { deliveriesOf } from "../../feeds/lists/feed-log.js";
import { readDocument, rejectsName, reportName } from "../../feeds/lists/documents.js";
import { alertCauses } from "../../feeds/alerts/alert-causes.js";
import { partnerMessage, type PartnerMessage } from "../../feeds/alerts/partner-message.js";
import { evaluateAgain } from "../../feeds/deliveries/operator.js";
import { refuseReplaced } from "../../feeds/deliveries/workers.js";
import { withFeed } from "../../feeds/deliveries/open-feed.js";
import { storedReport, evaluatedReport } from "../../feeds/reports/file-report.js";
import { fileSection } from "../../console/reports/file-section.js";
import type {
  DecisionService,
  DeliveryView,
  Order,
  DecisionRefusal,
} from "../../console/operators/decision-service.js";
import type { Setup } from "../../feeds/deliveries/setup.js";
import type { Feed } from "../../workspace/workspace.js";
import type { Command, Terminal } from "../command.js";
import { chooseFeed, openWorkspace, personsPatience } from "../feeds/open.js";
import { reject } from "../reject.js";
import { release } from "../release.js";

/** Reads and decides deliveries for people at the operators' page, as the commands do for who is at a terminal. */
export function decisionServiceOf(terminal: Terminal): DecisionService {
  return {
    look: (feed, delivery) => look(feed, delivery, terminal),
    decide: (order) => decide(order, terminal),
  };
}

/** A held delivery is evaluated against the current list; of any other the stored report is shown. */
async function look(
  name: string,
  sha256: string,
  terminal: Terminal,
): Promise<DeliveryView | DecisionRefusal> {
  const setup = await openWorkspace({ ...terminal, stderr: nowhere() }, personsPatience);
  try {
    await refuseReplaced(setup);
    const feed = chooseFeed(setup.workspace, name);
    const [delivery] = await deliveriesOf(setup.store.db, name, { beginning: sha256 });
    const partner = await messageForPartner(setup, feed, sha256);
    if (delivery?.status !== "HELD") {
      const text = await readDocument(setup.store.db, name, sha256, reportName);
      const report = text === "" ? undefined : storedReport(text);
      return report === undefined
        ? { refused: "What it came to is kept no more." }
        : { part: fileSection(report, name).text, partner };
    }
    return await withFeed(setup, feed, async (open) => {
      const evaluation = await evaluateAgain(open, delivery);
      const report = evaluatedReport(delivery.arrival.name, feed.type, evaluation, true);
      if (!("changeSet" in evaluation)) {
        return { refused: "It cannot be decided now; the next run says more." };
      }
      const { changeSet, counts } = evaluation;
      const file = rejectsName(delivery.arrival.name);
      const rejects = { name: file, href: `${delivery.sha256}/${encodeURIComponent(file)}` };
      const guards = "guards" in evaluation ? evaluation.guards : [];
      return {
        part: fileSection({ ...report, ...(counts.rejected > 0 && { rejects }) }, name, true).text,
        partner,
        changeSet,
        rejected: counts.rejected,
        isUnusable: isUnusable({ status: "HELD", guards, counts }),
      };
    });
  } finally {
    await setup.close();
  }
}

/** What to write to the partner about a delivery that was held or refused, or has rejected rows. */
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

async function decide({ verb, feed, delivery, changeSet, reason, by }: Order, terminal: Terminal) {
  const asked = { feeds: [feed], delivery, reason, yes: false, json: true };
  const [command, args]: [Command, object] =
    verb === "release" ? [release, { ...asked, "change-set": changeSet, verbose: false }] : [reject, asked];
  let said = "";
  const stdout = new Writable({
    write(piece: Buffer, _encoding, done) {
      said += piece.toString();
      done();
    },
  });
  await command.run(args, { ...terminal, stdout, stderr: nowhere(), person: by });
  const {
    publication,
    rejected,
    reasons = [],
  } = JSON.parse(said) as {
    readonly publication?: number | null;
    readonly rejected?: boolean;
    readonly reasons?: readonly string[];
  };
  const isDone = typeof publication === "number" || rejected === true;
  return { isDone, sentence: isDone ? "" : `Nothing was published. ${reasons.join(" ")}` };
}

/** Talk that is for somebody at a terminal. */
function nowhere(): Writable {
  return new Writable({ write: (_piece, _encoding, done) => done() });
}

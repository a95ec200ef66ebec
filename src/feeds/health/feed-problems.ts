import type { SourceSettings } from "../../connectors/sources/index.js";
import { balanceText } from "../../model/within.js";
import { capital, ended, minuteOf, nextStep, type NextStep } from "../../sentence.js";
import type { Feed } from "../../workspace/workspace.js";
import { staleReason } from "../deliveries/stale.js";
import {
  heldBy,
  heldNewestFirst,
  isUndecided,
  isUnusable,
  lastArrived,
  withRejected,
  type DeliveryState,
  type FeedState,
} from "../lists/feed-state.js";
import type { Rollback } from "../lists/feed-log.js";
import type { Current } from "../lists/publications.js";
import {
  nextStepAfterHold,
  afterRefusal,
  heldCommand,
  pausedSentence,
  replayCommand,
  saveCommand,
  whyNotProcessed,
} from "../next-step.js";
import { problem, type Problem } from "./problem.js";

/** This module derives the problems of one feed from its state. Alerts use the same problems. */

export interface FeedFacts {
  readonly feed: Feed;
  readonly current: Current | undefined;
  readonly state: FeedState;
  /** Current refused deliveries, in order of arrival. */
  readonly refused: readonly DeliveryState[];
  /** Deliveries that were refused recently and replaced by later deliveries. */
  readonly replaced?: readonly DeliveryState[];
  /** Settings of the feed's first source. */
  readonly source?: SourceSettings | undefined;
  /** The rollback after which the feed is paused. */
  readonly rollback?: Rollback | undefined;
  /** True if a separately reported fault prevents work on the feed. */
  readonly isFaulty?: boolean;
}

/** Returns all of a feed's problems except host, source and machine faults. */
export function feedProblems(facts: FeedFacts, now: Date): readonly Problem[] {
  const { feed, current, state, refused, replaced = [], isFaulty = false } = facts;
  const held = heldNewestFirst(state);
  const open = [
    ...new Map([...state.deliveries, ...refused.map((one) => [one.sha256, one] as const)]).values(),
  ];
  const retrying = isFaulty ? [] : lastOfParts(open, (one) => one.retrying !== undefined);
  const waiting = lastOfParts(
    open,
    (one) => one.status === "WAITING" && ![...held, ...refused].some((later) => isAfter(later, one)),
  );
  const found: Problem[] = [
    ...held.map((delivery) => heldProblem(facts, delivery)),
    ...retrying.map((delivery) => undecidedProblem(facts, delivery)),
    ...refused.filter((one) => !retrying.includes(one)).map((delivery) => refusedProblem(facts, delivery)),
    ...waiting.filter((one) => !retrying.includes(one)).map((delivery) => waitingProblem(facts, delivery)),
    ...lastOfParts(open, isUndecided).map((delivery) => receivedNote(facts, delivery)),
  ];
  if (current === undefined && found.length === 0 && !isFaulty) found.push(noListProblem(facts));
  if (state.paused !== undefined) found.push(pausedProblem(facts, state.paused.to));
  const late = isFaulty ? undefined : lateProblem(facts, now);
  if (late !== undefined) found.push(late);
  if (current !== undefined)
    found.push(...withRejected(state).map((delivery) => partialProblem(facts, delivery)));
  found.push(...replaced.map((delivery) => replacedNote(feed, delivery)));
  return [...found, ...leftOutNote(feed, lastArrived(state))];
}

function lastOfParts(
  deliveries: readonly DeliveryState[],
  matches: (delivery: DeliveryState) => boolean,
): readonly DeliveryState[] {
  const inOrder = deliveries.filter(matches).sort((a, b) => a.order - b.order);
  return [...new Map(inOrder.map((delivery) => [delivery.part, delivery])).values()];
}

function isAfter(later: DeliveryState, { part, order }: DeliveryState): boolean {
  return later.part === part && later.order > order;
}

function heldProblem({ feed, current, state }: FeedFacts, delivery: DeliveryState): Problem {
  const { sha256, guards, statusAt } = delivery;
  const cannot = isUnusable(delivery);
  const [newest, ...older] = heldNewestFirst(state);
  const isNewest = !cannot && older.length > 0 && newest?.sha256 === sha256;
  const why = guards.map(({ sentence }) => sentence).join(" ");
  return problem(cannot ? "unusable" : current === undefined ? "first_file" : "held", {
    ...about(feed, delivery),
    since: statusAt,
    sentence: isNewest
      ? `${why} This is the newest of ${older.length + 1} held deliveries. Once it is approved, the older deliveries are no longer needed.`
      : why,
    meanwhile: served(current),
    ...(state.paused === undefined ? nextStepAfterHold(feed.name, delivery, cannot) : resumeFirst(feed)),
  });
}

export function refusedProblem(facts: FeedFacts, delivery: DeliveryState): Problem {
  const { feed, current, state } = facts;
  const { sha256, status, reason, rejectedBy, statusAt, isUnread } = delivery;
  const given = { ...about(feed, delivery), since: statusAt, meanwhile: served(current) };
  const what = lastDeliveryLabel(delivery);
  if (rejectedBy !== undefined)
    return problem("rejected_by_person", {
      ...given,
      sentence: `A person rejected ${what}.`,
      detail: `Reason: “${reason}” (${rejectedBy}).`,
      ...(state.paused === undefined
        ? {
            next: "Wait for the partner's next file, or process this file again. This problem ends when a newer file is processed.",
            commands: [replayCommand(feed.name, sha256)],
          }
        : resumeFirst(feed)),
    });
  const code = status === "QUARANTINED" ? "quarantined" : "rejected";
  const isLost = isOvertaken(facts, delivery);
  const subject = isLost ? "A delta" : capital(what);
  return problem(code, {
    ...given,
    sentence: [
      code === "rejected"
        ? `${subject} was rejected.`
        : `The process that was reading ${isLost ? "a delta" : what} crashed or was killed twice, so the delivery was quarantined.`,
      ...(isLost
        ? ["Later deltas were accepted, so the changes in this delta are missing from the list."]
        : []),
    ].join(" "),
    detail: code === "rejected" ? reason : "",
    ...(isUnread === true
      ? { next: unreadStep, commands: isLost ? [heldCommand("reject", feed.name, sha256)] : [] }
      : state.paused === undefined
        ? afterRefusal(feed.name, sha256, code, isLost)
        : resumeFirst(feed)),
  });
}

function replacedNote(feed: Feed, delivery: DeliveryState): Problem {
  const { status, statusAt, reason, sha256 } = delivery;
  const code = status === "QUARANTINED" ? "quarantined" : "rejected";
  return problem(code, {
    ...about(feed, delivery),
    severity: "note",
    since: statusAt,
    sentence: `A delivery was ${code}, and a later delivery replaced it.`,
    detail: code === "rejected" ? reason : "",
    next: "To find the cause, save the file with its report.",
    commands: [saveCommand(feed.name, sha256)],
  });
}

/** True if later deltas were accepted, so the list lacks the changes in this delta. */
function isOvertaken({ feed, state }: FeedFacts, { part, order }: DeliveryState): boolean {
  const accepted = state.deliveries.get(state.accepted.get(part)?.sha256 ?? "");
  return feed.delivery === "delta" && accepted !== undefined && accepted.order > order;
}

/** Includes the part in the label, because each part has its own last delivery. */
function lastDeliveryLabel({ part }: DeliveryState): string {
  return part === "" ? "the last delivery" : `the last delivery for part ${part}`;
}

/** Returns the next step for a paused feed, which accepts no deliveries, even after a decision. */
function resumeFirst({ name }: Feed): NextStep {
  return { next: "Resume the feed first.", commands: [`lading resume ${name}`] };
}

/** For files that exceed the size limit. */
const unreadStep =
  "Ask the partner for a smaller file, or for an export split into several files. If `limits.size` is below 256 MB for an SFTP source, you can increase it.";

/** The records of rejected rows are missing from the list or have older values. */
function partialProblem({ feed, current }: FeedFacts, delivery: DeliveryState): Problem {
  const { rejected = 0, read = 0 } = delivery.counts ?? {};
  return problem("partial", {
    ...about(feed, delivery),
    since: delivery.statusAt,
    sentence: `${rejected} of ${read} rows of the last accepted file could not be used. ${
      (current?.publication.number ?? 0) > 1
        ? "If the list already had records for these rows, the list keeps these records."
        : "The list does not contain these rows."
    }`,
    next: "Save the rejected rows and send them to the partner. The partner can return the corrected rows or correct the rows in the next file.",
    commands: [saveCommand(feed.name, delivery.sha256)],
  });
}

/**
 * Returns the problem if a delivery is overdue or the list has not changed for too long. A file that arrived but was
 * not accepted is a different problem, because the partner did send a file.
 */
function lateProblem({ feed, current, state }: FeedFacts, now: Date): Problem | undefined {
  if (current === undefined) return undefined;
  const { confirmedAt, publication } = current;
  const latest = lastArrived(state);
  const arrivedAt = latest !== undefined && latest.receivedAt > confirmedAt ? latest.receivedAt : confirmedAt;
  const times = { confirmedAt: new Date(arrivedAt), publishedAt: new Date(publication.published_at) };
  const sentence = staleReason(feed, times, now);
  if (sentence === undefined) return undefined;
  return problem("late", {
    ...about(feed),
    since: confirmedAt,
    sentence: `${sentence} The last delivery was accepted at ${minuteOf(confirmedAt)}. The list last changed at ${minuteOf(publication.published_at)}.`,
    meanwhile: served(current),
    ...nextStep("Ask the partner for the file. {command1} checks the source.", "lading doctor"),
  });
}

function undecidedProblem({ feed, current }: FeedFacts, delivery: DeliveryState): Problem {
  return problem("undecided", {
    ...about(feed, delivery),
    since: delivery.retrying?.since ?? null,
    sentence: `${capital(lastDeliveryLabel(delivery))} cannot be processed: ${delivery.retrying?.reason}`,
    meanwhile: served(current),
    ...nextStep(
      "Fix the cause. {command1} checks the disk, the database and the sources. Every run tries again, and no data is lost.",
      "lading doctor",
    ),
  });
}

function waitingProblem({ feed, current }: FeedFacts, delivery: DeliveryState): Problem {
  return problem("waiting", {
    ...about(feed, delivery),
    since: delivery.statusAt,
    sentence: delivery.reason,
    meanwhile: served(current),
    ...nextStep(waitingStep, "lading doctor"),
  });
}

const waitingStep =
  "Ask the partner for the missing list. If a delivery of that list is held, approve it. The next run then processes the waiting delivery. {command1} checks the sources.";

function pausedProblem({ feed, rollback }: FeedFacts, to: number): Problem {
  return problem("paused", {
    ...about(feed),
    since: rollback?.at ?? null,
    sentence: pausedSentence(to),
    detail:
      rollback === undefined
        ? ""
        : `Rolled back by ${rollback.by} at ${minuteOf(rollback.at)}: ${ended(rollback.reason)}`,
    next: "Resume the feed once the cause is fixed. The next run then processes the waiting files.",
    commands: [`lading resume ${feed.name}`],
  });
}

function noListProblem({ feed }: FeedFacts): Problem {
  const { sources, settle, first } = feed;
  const whole = {
    done_file: "once its done file exists",
    final_name: "immediately",
    settle: "when it has stopped growing",
  };
  return problem("no_list", {
    ...about(feed),
    sentence: "No file has been accepted yet, so there is no list.",
    ...nextStep(
      `When a file arrives in ${sources.join(" or ")}, a running daemon processes it ${whole[settle.mode]}. Without a daemon, the next run processes the file. ${first === "publish" ? "The list is then published." : "The file is then held until a person approves it."} {command1} checks the source.`,
      "lading doctor",
    ),
  });
}

function receivedNote({ feed, state }: FeedFacts, delivery: DeliveryState): Problem {
  return problem("received", {
    ...about(feed, delivery),
    since: delivery.receivedAt,
    sentence: `${delivery.crashes === 0 ? "A file was received but has not been processed yet." : "The process that was reading a file crashed or was killed."} ${whyNotProcessed(feed, state, delivery)}`,
    ...(state.paused !== undefined && resumeFirst(feed)),
  });
}

function leftOutNote(feed: Feed, latest: DeliveryState | undefined): readonly Problem[] {
  const short = (latest?.counts?.within ?? []).filter(({ read, accepted }) => read !== accepted);
  if (latest === undefined || short.length === 0) return [];
  const sentence = `Not all elements in the last file were accepted: ${short.map(balanceText).join("; ")}.`;
  return [
    problem("elements_left_out", {
      ...about(feed, latest),
      sentence,
      next: "Save the file with its report, and correct these elements in the freight forwarding system.",
      commands: [saveCommand(feed.name, latest.sha256)],
    }),
  ];
}

function about(feed: Feed, delivery?: DeliveryState) {
  return {
    subject: feed.name,
    feeds: [feed.name],
    ...(delivery && { delivery: delivery.sha256.slice(0, 12), files: [delivery.arrival.name] }),
  };
}

function served(current: Current | undefined): string {
  return current === undefined
    ? "No list is served yet."
    : `Version ${current.publication.number} is still served.`;
}

/** Returns the guards that hold a delivery, so that deliveries that need the same decision can be grouped. */
export function guardsOf(state: FeedState, delivery: string | null): readonly string[] {
  const held = heldNewestFirst(state).find(({ sha256 }) => sha256.startsWith(delivery ?? "-"));
  return held === undefined ? [] : heldBy(held).toSorted();
}

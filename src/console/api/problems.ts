import { isFailing, alertsFailing } from "../../feeds/alerts/alert-health.js";
import { outboxSentence, type FeedStatus, type Status } from "../../feeds/health/status.js";
import { withFieldLabels } from "../../model/field-labels.js";
import { firstOf } from "../../sentence.js";
import type { ProblemView } from "./views.js";

/** What needs a person, the most urgent first. */
export function problemsOf(status: Status, isSignedIn: boolean): readonly ProblemView[] {
  const { notTaken, faults = [], endings = [], alerts = [], outboxes = [] } = status;
  const told = new Set(faults.flatMap(({ feeds }) => feeds));
  return [
    ...outboxes.flatMap((outbox): ProblemView[] =>
      outbox.doubtful + outbox.refused === 0
        ? []
        : [{ kind: "invoices", subject: outbox.account, sentence: outboxSentence(outbox) }],
    ),
    ...(notTaken === undefined
      ? []
      : [
          {
            kind: "workspace",
            subject: "lading.yaml",
            sentence: notTaken.sentence,
            next: notTaken.next,
          } as const,
        ]),
    ...faults.map(({ where, sentence, next, feeds }): ProblemView => ({
      kind: "fault",
      subject: where,
      ...(feeds.length === 1 && feeds[0] !== undefined && { feed: feeds[0] }),
      sentence,
      ...(feeds.length > 1 && { meanwhile: `${feeds.length} feeds: ${firstOf(feeds)}` }),
      next,
    })),
    ...byUrgency(status.feeds).flatMap((feed) =>
      feed.reasonOf === "fault" && told.has(feed.feed) ? [] : problemsOfFeed(feed, isSignedIn),
    ),
    ...alerts.filter(isFailing).map((each): ProblemView => {
      const { sentence, next } = alertsFailing(each);
      return { kind: "alerts", subject: each.channel, sentence, next };
    }),
    ...endings.map(({ what, name, sentence, next }): ProblemView => ({
      kind: "expiry",
      subject: `${what} ${name}`,
      sentence,
      next,
    })),
  ];
}

const urgency: readonly FeedStatus["health"][] = [
  "held",
  "unpublished",
  "failing",
  "rejected",
  "stale",
  "paused",
  "waiting",
  "partial",
  "good",
];

function byUrgency(feeds: readonly FeedStatus[]): readonly FeedStatus[] {
  return feeds.toSorted((a, b) => urgency.indexOf(a.health) - urgency.indexOf(b.health));
}

/** @param isSignedIn whether the reader may see names of files: they may say who people are */
export function problemsOfFeed(feed: FeedStatus, isSignedIn: boolean): readonly ProblemView[] {
  const { health, publication, held } = feed;
  const about = { kind: health, subject: feed.feed, feed: feed.feed } as const;
  const meanwhile =
    publication === undefined ? "No list is served yet." : `Version ${publication.number} is still served.`;
  if (held.length > 0) {
    return held.map(({ delivery, reasons, file, isUnusable }) => ({
      ...about,
      delivery,
      sentence: withFieldLabels(reasons.join(" ") || (feed.reason ?? "")),
      meanwhile: isSignedIn ? `${file} is held. ${meanwhile}` : meanwhile,
      ...(isUnusable === true && {
        next: "Correct the heading in the mapping; the next run processes the file again.",
      }),
    }));
  }
  if (health === "good") return [];
  return [
    { ...about, sentence: hiddenFiles(feed, isSignedIn), ...(health !== "unpublished" && { meanwhile }) },
  ];
}

/** The reason of a partial feed names its files. */
function hiddenFiles({ health, reason = "" }: FeedStatus, isSignedIn: boolean): string {
  return health === "partial" && !isSignedIn ? reason.replace(/ rows of .* could/, " rows could") : reason;
}

import { accountOfFeed } from "../../model/account.js";
import type { Fault } from "../deliveries/faults.js";
import { isUnusable } from "../lists/feed-state.js";
import { afterHold, afterRefusal } from "../next-step.js";
import { firstOf } from "../../sentence.js";
import type { Notice } from "../../connectors/alerts/notice.js";
import type { NoticeEvent } from "../../connectors/alerts/notify-settings.js";
import type { Feed } from "../../workspace/workspace.js";
import { fileOf, partnerMessage } from "./partner-message.js";
import type { NoticeCause, FeedCauses } from "./notice-causes.js";

const mostIssueGroups = 20;

const events: Record<NoticeCause["kind"], NoticeEvent> = {
  held: "held",
  refused: "rejected",
  rows: "rejected",
  stale: "stale",
};

export function eventOf(cause: NoticeCause): NoticeEvent {
  return events[cause.kind];
}

/**
 * @param id tells equal notices of several tries from others
 * @param mayShowStaff whether values of staff may leave this machine
 */
export function causeNotice(
  id: string,
  feed: Feed,
  cause: NoticeCause,
  mayShowStaff: boolean,
  at: Date,
): Notice {
  const { kind, delivery, report, reasons, hasList } = cause;
  const withValues = !feed.type.personal || mayShowStaff;
  const file = delivery === undefined ? null : fileOf(delivery);
  const served = hasList ? "the list from before is served" : "there is no list yet";
  const summaries: Record<NoticeCause["kind"], string> = {
    held: `${feed.name}: ${file} is held until a person decides; ${served}.`,
    refused: `${feed.name}: ${file} was refused; ${served}.`,
    rows: `${feed.name}: ${reasons.join(" ")} The others of ${file} are published.`,
    stale: `${feed.name} is stale: ${reasons.join(" ")}`,
  };
  const held = afterHold(feed.name, delivery?.sha256 ?? "", delivery !== undefined && isUnusable(delivery));
  const refused = afterRefusal(
    feed.name,
    delivery?.sha256 ?? "",
    delivery?.status === "QUARANTINED" ? "QUARANTINED" : "REJECTED",
    "send the message below to the partner",
  );
  const steps: Record<NoticeCause["kind"], string> = {
    held: [held.next, ...held.commands].join("\n  "),
    refused: [refused.next, ...refused.commands].join("\n  "),
    rows: "Send the message below to the partner, with the rejects file that is filed with the delivery.",
    stale: "Ask the partner; lading doctor checks the source.",
  };
  return withText({
    lading: 1,
    id,
    event: eventOf(cause),
    at: at.toISOString(),
    feed: feed.name,
    account: accountOfFeed(feed.name),
    record: feed.type.name,
    file,
    delivery: delivery?.sha256.slice(0, 12) ?? null,
    summary: summaries[kind],
    reasons: [...reasons],
    findings: report.findings
      .filter(({ severity }) => severity === "error")
      .slice(0, mostIssueGroups)
      .map(({ code, column, rows, count, message, values }) => ({
        code,
        column: column ?? null,
        rows: [...rows],
        count,
        message,
        ...(withValues && values !== undefined && { values: [...values] }),
      })),
    next: steps[kind],
    partner: partnerMessage(feed, cause, withValues) ?? null,
    feeds: [],
  });
}

export function recoveredNotice(id: string, { feed, current, taken }: FeedCauses, at: Date): Notice {
  const file = taken === undefined ? null : fileOf(taken);
  const by = file === null ? "" : ` ${file} was taken.`;
  const list =
    current === undefined
      ? ""
      : ` Publication ${current.publication.number} with ${current.publication.counts.records} records is served.`;
  return withText({
    ...generalNotice(id, "recovered", at),
    feed: feed.name,
    account: accountOfFeed(feed.name),
    record: feed.type.name,
    file,
    delivery: file === null ? null : (taken?.sha256.slice(0, 12) ?? null),
    summary: `${feed.name} is well again.${by}${list}`,
    next: "Nothing to do.",
    partner:
      file === null
        ? null
        : {
            subject: `Your file ${file} was taken`,
            text: `Hello,\n\nyour file ${file} was taken, and all is well again. Nothing more is needed.\n\nThank you.\n`,
          },
  });
}

/** A fault, with all the feeds that suffer from it. The partner knows nothing of it. */
export function faultNotice(id: string, fault: Fault, at: Date): Notice {
  const { where, sentence, next, since, feeds, isOfFeed } = fault;
  const [only, ...others] = feeds;
  const feed = others.length === 0 ? (only ?? null) : null;
  return withText({
    ...generalNotice(id, "failed", at),
    feed,
    account: commonAccount(feeds),
    summary:
      where === feed
        ? `${where} cannot be worked on. ${sentence}`
        : isOfFeed
          ? `${where} keeps ${countOf(feeds)} from a new list. ${sentence}`
          : `${where}, ${countOf(feeds)}: ${sentence}`,
    reasons: [
      `Since ${since}: ${firstOf(feeds)}.`,
      "The lists from before are served; nothing is lost, and every run tries again.",
    ],
    next,
  });
}

export function faultOverNotice(
  id: string,
  { where, feeds }: { readonly where: string; readonly feeds: readonly string[] },
  at: Date,
): Notice {
  return withText({
    ...generalNotice(id, "recovered", at),
    account: commonAccount(feeds),
    summary:
      feeds.length === 1 && where === feeds[0]
        ? `${where} can be worked on again.`
        : `${where} is well again for ${countOf(feeds)}.`,
    reasons: [`${where}: ${firstOf(feeds)}.`],
    next: "Nothing to do.",
  });
}

export function faultsOverNotice(id: string, ended: readonly Notice[], at: Date): Notice {
  return withText({
    ...generalNotice(id, "recovered", at),
    summary: `${ended.length} faults are over.`,
    reasons: firstSummaries(ended),
    next: "Nothing to do.",
  });
}

function firstSummaries(notices: readonly Notice[]): string[] {
  const lines = notices.slice(0, mostLines).map(({ summary }) => summary);
  const more = notices.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

/** The account of feeds that have one in common. */
function commonAccount(feeds: readonly string[]): string | null {
  const accounts = new Set(feeds.map(accountOfFeed));
  return accounts.size === 1 ? ([...accounts][0] ?? null) : null;
}

function countOf(feeds: readonly string[]): string {
  return feeds.length === 1 ? (feeds[0] ?? "") : `${feeds.length} feeds`;
}

const mostLines = 30;

/** What came to several feeds at once. */
export function digest(id: string, notices: readonly Notice[], at: Date): Notice {
  const [first] = notices;
  const event = first?.event ?? "test";
  const feeds = [...new Set(notices.flatMap(({ feed }) => feed ?? []))];
  const summaries: Partial<Record<Notice["event"], string>> = {
    held: "have deliveries that are held until a person decides",
    rejected: "have files or rows that were refused",
    stale: "are stale",
    recovered: "are well again",
  };
  return withText({
    ...generalNotice(id, event, at),
    account: commonAccount(feeds),
    summary: `${feeds.length} feeds ${summaries[event] ?? "need a look"}: ${firstOf(feeds)}.`,
    reasons: firstSummaries(notices),
    next: event === "recovered" ? "Nothing to do." : "`lading status` shows what to do about each.",
    feeds: notices.map(({ feed, file, delivery, summary, next, partner }) => ({
      ...{ feed: feed ?? "", file, delivery, summary, next, partner },
    })),
  });
}

/** A credential or a certificate that ends soon, or ended. */
export function expiringNotice(id: string, sentence: string, next: string, at: Date): Notice {
  return withText({ ...generalNotice(id, "expiring", at), summary: sentence, next });
}

export function testNotice(id: string, at: Date): Notice {
  return withText({
    ...generalNotice(id, "test", at),
    summary: "This is a test of Lading's notifications.",
    next: "Nothing to do: it arrived.",
  });
}

/** A notice of any of these feeds without what its deliveries hold. */
export function withoutValues(notice: Notice, ofFeeds: ReadonlySet<string>): Notice {
  const { feed, findings, feeds } = notice;
  const isOf = (name: string | null): boolean => name !== null && ofFeeds.has(name);
  if (!isOf(feed) && !feeds.some((one) => isOf(one.feed))) return notice;
  return withText({
    ...notice,
    findings: findings.map(({ values: _, ...found }) => found),
    partner: null,
    feeds: feeds.map((one) => ({ ...one, partner: null })),
  });
}

function generalNotice(id: string, event: Notice["event"], at: Date): Omit<Notice, "text"> {
  return {
    lading: 1,
    id,
    event,
    at: at.toISOString(),
    feed: null,
    account: null,
    record: null,
    file: null,
    delivery: null,
    summary: "",
    reasons: [],
    findings: [],
    next: "",
    partner: null,
    feeds: [],
  };
}

function withText(notice: Omit<Notice, "text">): Notice {
  const { summary, reasons, next, partner } = notice;
  const furtherReasons = reasons.filter((reason) => !summary.includes(reason)).map((reason) => `- ${reason}`);
  const lines = [summary, ...furtherReasons, `Next: ${next}`];
  if (partner !== null) {
    lines.push("", "Message for the partner", "", `Subject: ${partner.subject}`, "", partner.text.trimEnd());
  }
  return { ...notice, text: `${lines.join("\n")}\n` };
}

import { accountOfFeed } from "../../model/account.js";
import type { Fault } from "../deliveries/faults.js";
import type { NeverTaken } from "../deliveries/never-taken.js";
import { problemText, type Problem } from "../health/problem.js";
import { faultProblem, neverTakenProblems } from "../health/problems.js";
import { firstOf } from "../../sentence.js";
import type { Alert } from "../../connectors/alerts/alert.js";
import type { AlertEvent } from "../../connectors/alerts/notify-settings.js";
import type { Feed } from "../../workspace/workspace.js";
import { fileOf, partnerMessage } from "./partner-message.js";
import type { AlertCause, FeedCauses } from "./alert-causes.js";

const mostIssueGroups = 20;

const events: Record<AlertCause["kind"], AlertEvent> = {
  held: "held",
  refused: "rejected",
  rows: "rejected",
  stale: "stale",
};

export function eventOf(cause: AlertCause): AlertEvent {
  return events[cause.kind];
}

/**
 * `id` stays the same for every attempt to send the alert. If `mayShowStaff` is true, values from staff records may
 * leave this machine.
 */
export function causeAlert(
  id: string,
  feed: Feed,
  cause: AlertCause,
  mayShowStaff: boolean,
  at: Date,
): Alert {
  const { delivery, report, problem } = cause;
  const withValues = !feed.type.personal || mayShowStaff;
  const file = delivery === undefined ? null : fileOf(delivery);
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
    summary: summaryOf(problem, file),
    reasons: [],
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
    next: nextOf(problem),
    partner: partnerMessage(feed, cause, withValues) ?? null,
    feeds: [],
  });
}

function summaryOf(problem: Problem, file: string | null = null): string {
  const { subject, feeds } = problem;
  const about = file ?? (feeds.length > 1 ? `${feeds.length} feeds` : (feeds[0] ?? subject));
  return `${subject}${about === subject ? "" : `, ${about}`}: ${problemText(problem)}`;
}

function nextOf({ next, commands }: Problem): string {
  return [next, ...commands.filter((command) => !next.includes(`\`${command}\``))].join("\n  ");
}

export function recoveredAlert(id: string, { feed, current, taken }: FeedCauses, at: Date): Alert {
  const file = taken === undefined ? null : fileOf(taken);
  const by = file === null ? "" : ` ${file} was accepted.`;
  const list =
    current === undefined
      ? ""
      : ` Version ${current.publication.number} with ${current.publication.counts.records} records is served.`;
  return withText({
    ...generalAlert(id, "recovered", at),
    feed: feed.name,
    account: accountOfFeed(feed.name),
    record: feed.type.name,
    file,
    delivery: file === null ? null : (taken?.sha256.slice(0, 12) ?? null),
    summary: `${feed.name} is working again.${by}${list}`,
    next: "No action needed.",
    partner:
      file === null
        ? null
        : {
            subject: `Your file ${file} was accepted`,
            text: `Hello,\n\nYour file ${file} was accepted, and the problem is solved. You do not need to do anything else.\n\nThank you.\n`,
          },
  });
}

/** The alert contains no message for the partner. */
export function faultAlert(id: string, fault: Fault, at: Date): Alert {
  const { since, feeds } = fault;
  const problem = faultProblem(fault);
  return withText({
    ...generalAlert(id, "failed", at),
    feed: feeds.length === 1 ? (feeds[0] ?? null) : null,
    account: commonAccount(feeds),
    summary: summaryOf(problem),
    reasons: [`${feedsText(feeds)} since ${since}: ${firstOf(feeds)}.`],
    next: nextOf(problem),
  });
}

export function faultOverAlert(
  id: string,
  { where, feeds }: { readonly where: string; readonly feeds: readonly string[] },
  at: Date,
): Alert {
  return withText({
    ...generalAlert(id, "recovered", at),
    account: commonAccount(feeds),
    summary: overText(where, feeds),
    reasons: feeds.length === 0 ? [] : [`${where}: ${firstOf(feeds)}.`],
    next: "No action needed.",
  });
}

function overText(where: string, feeds: readonly string[]): string {
  // The workspace may no longer contain these feeds, and it may have other errors.
  if (where === "workspace") {
    const affected = feeds.length === 0 ? "" : ` that affected ${feedsText(feeds)}`;
    return `An error in the workspace${affected} was resolved.`;
  }
  return feeds.length === 1 && where === feeds[0]
    ? `${where} can be processed again.`
    : `${where} is working again for ${feedsText(feeds)}.`;
}

export function faultsOverAlert(id: string, ended: readonly Alert[], at: Date): Alert {
  return withText({
    ...generalAlert(id, "recovered", at),
    summary: `${ended.length} faults were resolved.`,
    reasons: firstLines(ended.map(({ summary }) => summary)),
    next: "No action needed.",
  });
}

function firstLines(lines: readonly string[]): string[] {
  const more = lines.length - mostLines;
  return more > 0 ? [...lines.slice(0, mostLines), `and ${more} more`] : [...lines];
}

function commonAccount(feeds: readonly string[]): string | null {
  const accounts = new Set(feeds.map(accountOfFeed));
  return accounts.size === 1 ? ([...accounts][0] ?? null) : null;
}

function feedsText(feeds: readonly string[]): string {
  return feeds.length === 1 ? (feeds[0] ?? "") : `${feeds.length} feeds`;
}

const mostLines = 30;

/**
 * Combines alerts about the same event for several feeds. `problems` contains the problems of these feeds, as in
 * `lading status`.
 */
export function digest(id: string, alerts: readonly Alert[], problems: readonly Problem[], at: Date): Alert {
  const [first] = alerts;
  const event = first?.event ?? "test";
  const feeds = [...new Set(alerts.flatMap(({ feed }) => feed ?? []))];
  const [only, ...others] = problems;
  const lines = problems.flatMap((one) => [
    summaryOf(one),
    ...one.each.map(({ name, sentence }) => `${name}: ${sentence}`),
  ]);
  const shown =
    event === "recovered"
      ? {
          summary: `${feeds.length} feeds are working again: ${firstOf(feeds)}.`,
          reasons: firstLines(alerts.map(({ summary }) => summary)),
          next: "No action needed.",
        }
      : only !== undefined && others.length === 0
        ? { summary: summaryOf(only), reasons: firstLines(lines.slice(1)), next: nextOf(only) }
        : {
            summary: `${problems.length} problems: ${firstOf(problems.map(({ subject }) => subject))}.`,
            reasons: firstLines(lines),
            next: firstLines(problems.map((one) => `${one.subject}: ${nextOf(one)}`)).join("\n"),
          };
  return withText({
    ...generalAlert(id, event, at),
    account: commonAccount(feeds),
    ...shown,
    feeds: alerts.map(({ feed, file, delivery, summary, next, partner }) => ({
      ...{ feed: feed ?? "", file, delivery, summary, next, partner },
    })),
  });
}

/** An alert for a problem that does not belong to a feed or to the files at a source. */
export function problemAlert(id: string, event: AlertEvent, problem: Problem, at: Date): Alert {
  return withText({ ...generalAlert(id, event, at), summary: problem.sentence, next: nextOf(problem) });
}

/** An alert for files at a source that no feed can accept. */
export function neverTakenAlert(id: string, source: string, entries: readonly NeverTaken[], at: Date): Alert {
  const problems = neverTakenProblems(source, entries);
  return withText({
    ...generalAlert(id, "rejected", at),
    summary: problems.map((one) => summaryOf(one)).join(" "),
    reasons: entries.map(({ name, reason }) => `${JSON.stringify(name)}: ${reason}.`),
    next: problems.map(nextOf).join(" "),
  });
}

export function testAlert(id: string, at: Date): Alert {
  return withText({
    ...generalAlert(id, "test", at),
    summary: "This is a test alert from Lading.",
    next: "No action needed. The channel works.",
  });
}

/** Removes values from the partner's file, and the messages for partners, if the alert concerns one of these feeds. */
export function withoutValues(alert: Alert, ofFeeds: ReadonlySet<string>): Alert {
  const { feed, findings, feeds } = alert;
  const isOf = (name: string | null): boolean => name !== null && ofFeeds.has(name);
  if (!isOf(feed) && !feeds.some((one) => isOf(one.feed))) return alert;
  return withText({
    ...alert,
    findings: findings.map(({ values: _, ...found }) => found),
    partner: null,
    feeds: feeds.map((one) => ({ ...one, partner: null })),
  });
}

function generalAlert(id: string, event: Alert["event"], at: Date): Omit<Alert, "text"> {
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

function withText(alert: Omit<Alert, "text">): Alert {
  const { summary, reasons, next, partner } = alert;
  const furtherReasons = reasons.filter((reason) => !summary.includes(reason)).map((reason) => `- ${reason}`);
  const lines = [summary, ...furtherReasons, `Next: ${next}`];
  if (partner !== null) {
    lines.push("", "Message for the partner", "", `Subject: ${partner.subject}`, "", partner.text.trimEnd());
  }
  return { ...alert, text: `${lines.join("\n")}\n` };
}

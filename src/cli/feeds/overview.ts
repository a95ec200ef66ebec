import { needsAttention } from "../../feeds/health/problem.js";
import { hostName } from "../../feeds/health/problems.js";
import { healths, outboxSentence, type OutboxStatus } from "../../feeds/health/status.js";
import type { Overview } from "../../feeds/health/overview.js";
import { waitsUntil, type HostState } from "../../connectors/sftp/host-state.js";
import { sizeText } from "../../system/disk-use.js";
import { age } from "../../sentence.js";
import { plainLook, type Look } from "../look.js";
import { problemsText } from "./problems-text.js";
import { textTable } from "./table.js";

/** This module formats the overview: problems, then feeds, then notes. */

type Feed = Overview["feeds"][number];

/** If there are more feeds than this and some need attention, the other feeds are only counted. */
const mostShown = 20;

/** `among` is the number of feeds that were checked, if only some of them are shown. */
export function overviewScreen(
  overview: Overview,
  now: Date,
  look: Look = plainLook,
  among = overview.feeds.length,
): string {
  const feeds = overview.feeds.toSorted((a, b) => healths.indexOf(a.health) - healths.indexOf(b.health));
  const problems = overview.problems.filter(needsAttention);
  const notes = overview.problems.filter((one) => !needsAttention(one));
  const bad = feeds.filter((feed) => !isGood(feed, overview));
  const good = feeds.length - bad.length;
  const isLong = feeds.length > mostShown && bad.length > 0;
  const shared = new Set(problems.flatMap((one) => (one.feeds.length > 3 ? one.feeds : [])));
  const apart = bad.filter(({ feed }) => !shared.has(feed));
  const shown = isLong ? (bad.length > mostShown ? apart : bad) : feeds;
  const left = isLong ? bad.length - shown.length : 0;
  const { used_bytes: used, free_bytes: free } = overview.disk;
  return [
    problems.length === 0 ? allGood(overview) : headline(bad.length, among),
    problemsText(problems, now),
    problems.length === 0 ? "" : "\n",
    feedTable(shown, overview, now, look),
    left > 0 ? `and ${left} more with the listed problems\n` : "",
    isLong && good > 0 ? `and ${good} good\n` : "",
    `data folder: ${sizeText(used)}${free === null ? "" : `, ${sizeText(free)} free`}\n`,
    problemsText(notes, now),
    ...feeds.map((feed) => partsText(feed, now)),
    ...overview.outboxes.map((outbox) => outboxText(outbox, now)),
    workersText(overview, now, look),
    hostsTable(overview.hosts, now, look),
  ].join("");
}

export function isGood({ feed }: Feed, { problems }: Pick<Overview, "problems">): boolean {
  return !problems.some((one) => needsAttention(one) && one.feeds.includes(feed));
}

function headline(others: number, among: number): string {
  if (among < 2 || others === 0) return "";
  return `${others} of ${among} feeds ${others === 1 ? "needs" : "need"} attention\n`;
}

/** If there are many feeds, a single line reports that none of them need attention. */
function allGood({ feeds }: Overview): string {
  return feeds.length > mostShown ? `all ${feeds.length} feeds are good\n\n` : "";
}

function feedTable(shown: readonly Feed[], overview: Overview, now: Date, look: Look): string {
  return textTable(
    ["feed", "health", "version", "records", "confirmed", "expected", "last delivery"],
    shown.map((feed) => [
      feed.feed,
      feed.health,
      String(feed.publication?.number ?? ""),
      String(feed.publication?.records ?? ""),
      feed.publication === undefined ? "never" : age(feed.publication.confirmedAt, now),
      (feed.expectedAt ?? "").slice(0, 16).replace("T", " "),
      // The status adds nothing for a feed without problems, and in a narrow terminal it would take up a separate
      // line.
      isGood(feed, overview) ? "" : (feed.last?.status ?? ""),
    ]),
    look,
  );
}

function partsText({ feed, last }: Feed, now: Date): string {
  const parts = last?.parts ?? [];
  if (parts.length === 0) return "";
  const lines = parts.map(
    ({ part, taken_at }) =>
      `  Part ${part}: ${taken_at === null ? "never received" : `last accepted ${age(taken_at, now)}`}\n`,
  );
  return `\n${feed}\n${lines.join("")}`;
}

function outboxText({ account, oldest, ...counts }: OutboxStatus, now: Date): string {
  const of =
    oldest === undefined
      ? ""
      : `  The oldest invoice was posted ${age(oldest.postedAt, now)} and is ${oldest.state}: ${oldest.id}\n`;
  return `\noutbox of ${account}\n  ${outboxSentence(counts)}\n${of}`;
}

/**
 * Lists the processes that are currently working and, if several workers share the workspace, the workers and their
 * latest run reports.
 */
function workersText({ workers, working, runs }: Overview, now: Date, look: Look): string {
  const works = working.map(
    ({ on, host, pid, since }) =>
      `${on}: in progress in process ${pid} on ${host}, started ${age(since, now)}\n`,
  );
  if (workers.length === 0) return works.length === 0 ? "" : `\n${works.join("")}`;
  const table = textTable(
    ["worker", "host", "process", "since", "state"],
    workers.map(({ worker, host, pid, since, paused }) => [
      worker,
      host,
      String(pid),
      age(since, now),
      paused ? "paused: its workspace is out of date" : "active",
    ]),
    look,
  );
  const reports = runs.map(
    ({ run, worker, started_at }) =>
      `report of ${worker}, ${age(started_at, now)}: lading history --run ${run}\n`,
  );
  return `\n${table}${works.join("")}${reports.join("")}`;
}

export function hostsTable(hosts: readonly HostState[], now: Date, look: Look = plainLook): string {
  if (hosts.length === 0) return "";
  const since = (at: string | undefined): string => (at === undefined ? "never" : age(at, now));
  const table = textTable(
    ["host", "last contact", "last listing", "files", "next attempt"],
    hosts.map((state) => [
      hostName(state),
      since(state.last_contact),
      since(state.last_listing?.at),
      String(state.last_listing?.files ?? ""),
      nextTry(state, now),
    ]),
    look,
  );
  return `\n${table}`;
}

/**
 * Returns the time at which Lading will next contact the host. Hosts without a waiting time are contacted in the next
 * pass.
 */
function nextTry(state: HostState, now: Date): string {
  const until = waitsUntil(state, now.getTime());
  return until === undefined ? "next pass" : until.toISOString().replace(/\.\d+Z$/, "Z");
}

import { accountOfFeed } from "../../model/account.js";
import { arrivalOf } from "../../feeds/deliveries/receive.js";
import { isLeftAside } from "../../connectors/temporary-names.js";
import { readNeverTaken } from "../../feeds/deliveries/never-taken.js";
import { newLister, type SourceListings } from "../../feeds/deliveries/listings.js";
import { unknownNames, strayBlobs } from "../../feeds/deliveries/unknown-files.js";
import type { RealSetup } from "../../feeds/deliveries/real-setup.js";
import { deliveryOf, readFeeds } from "../../feeds/lists/feed-log.js";
import { lastArrived, nothingYet, type DeliveryState, type FeedState } from "../../feeds/lists/feed-state.js";
import { afterHold, afterRefusal, replayCommand, saveCommand, type NextStep } from "../../feeds/next-step.js";
import { readWorkers, type SeenWork, type SeenWorker } from "../../feeds/deliveries/workers.js";
import type { Queries } from "../../store/store.js";
import { isFailing, alertHealth, type AlertHealth } from "../../feeds/alerts/alert-health.js";
import { firstOf, age, visible } from "../../sentence.js";
import {
  healths,
  outboxSentence,
  type FaultStatus,
  type FeedStatus,
  type OutboxStatus,
} from "../../feeds/health/status.js";
import { readHealth } from "../../feeds/health/workspace-status.js";
import { balanceText, type Balance } from "../../model/within.js";
import { keptRuns, type KeptRun } from "../../feeds/reports/runs.js";
import type { HostState } from "../../connectors/sftp/host-state.js";
import { endingSoon, type Ending } from "../../workspace/expiry.js";
import type { Feed } from "../../workspace/workspace.js";
import { diskFree, diskUse, sizeText } from "./disk-use.js";
import { hostsOf, hostsText } from "./hosts.js";
import { endingsText, alertsText } from "./alerts.js";
import { plainLook, type Look } from "../look.js";
import type { ListedBlob } from "../../store/blobs.js";
import { missingBlobs } from "../../store/examine.js";
import { textTable } from "./table.js";
import {
  alike,
  afterHolds,
  nextStepText,
  mostApart,
  mostShown,
  togetherText,
  unclaimedStep,
  unclaimedText,
  unreadStep,
  waitingStep,
  waitingText,
} from "./pass-text.js";

/** Where everything stands: what `lading status` prints and what `lading watch` shows on a terminal. */
export interface Overview {
  readonly feeds: readonly (FeedStatus & {
    readonly last: LastDelivery | null;
  })[];
  readonly faults: readonly FaultStatus[];
  readonly outboxes: readonly OutboxStatus[];
  readonly sources: readonly SourceState[];
  readonly hosts: readonly HostState[];
  readonly alerts: readonly AlertHealth[];
  readonly endings: readonly Ending[];
  /** Names in the data folder that Lading did not make, or that belong to an account or feed that is not there any more. */
  readonly unknown: readonly string[];
  /** The last runs with a report, of all machines, the newest first. */
  readonly runs: readonly KeptRun[];
  /** Blobs that no delivery of the store names. */
  readonly stray: readonly string[];
  /** Deliveries whose bytes should be kept and are gone. */
  readonly missing: readonly string[];
  /** Machines that share the workspace, and who works on what. */
  readonly workers: readonly SeenWorker[];
  readonly working: readonly SeenWork[];
  readonly disk: { readonly used_bytes: number; readonly free_bytes: number | null };
}

interface LastDelivery {
  readonly file: string;
  readonly status: string;
  readonly at: string;
  readonly reason: string;
  /** What to do about it; empty when nothing is to be done. */
  readonly next: string;
  /** That do it. */
  readonly commands: readonly string[];
  /** Since when the environment keeps it from being decided; null when it does not. */
  readonly retrying_since: string | null;
  /** When each part of a feed of several was last taken; null when it never came. */
  readonly parts: readonly { readonly part: string; readonly taken_at: string | null }[];
  /** Set while the feed stays at an older publication. */
  readonly rolled_back_to: number | null;
  /** How many of its rows were rejected although it was taken, and the command that saves them to be corrected. */
  readonly rejected_rows: number;
  readonly rejects_command: string | null;
  /** What stood within its records, elements and money, and what became of it. */
  readonly within: readonly Balance[];
}

function lastOf(feed: Feed, state: FeedState): LastDelivery | undefined {
  const latest = lastArrived(state);
  if (latest === undefined) return undefined;
  return {
    file: latest.arrival.name,
    status: latest.status,
    at: latest.statusAt,
    reason: latest.retrying?.reason ?? latest.reason,
    ...nextStep(feed, latest),
    retrying_since: latest.retrying?.since ?? null,
    parts: feed.parts.map((part) => {
      const taken = state.accepted.get(part);
      return { part, taken_at: (taken && state.deliveries.get(taken.sha256)?.statusAt) ?? null };
    }),
    rolled_back_to: state.paused?.to ?? null,
    ...rejectsOf(feed, latest),
    within: latest.counts?.within ?? [],
  };
}

/** A delivery that was taken may have rows that were not. */
function rejectsOf(
  feed: Feed,
  { status, counts, sha256 }: DeliveryState,
): Pick<LastDelivery, "rejected_rows" | "rejects_command"> {
  const rejected = status === "PUBLISHED" || status === "UNCHANGED" ? (counts?.rejected ?? 0) : 0;
  return { rejected_rows: rejected, rejects_command: rejected === 0 ? null : saveCommand(feed.name, sha256) };
}

/** A list may be good although its feed takes nothing, or did not take what came last. */
function needsPerson(last: LastDelivery | null): boolean {
  return last !== null && (isKept(last) || isRefused(last));
}

function isKept({ rolled_back_to, retrying_since }: LastDelivery): boolean {
  return rolled_back_to !== null || retrying_since !== null;
}

function isRefused({ status }: LastDelivery): boolean {
  return status === "REJECTED" || status === "WAITING" || status === "QUARANTINED";
}

/** What is at a source and is not taken. Servers are not listed; what they showed last is in the store. */
interface SourceState {
  readonly source: string;
  readonly arriving: number;
  readonly unclaimed: readonly string[];
  readonly ignored: readonly { readonly name: string; readonly reason: string }[];
  readonly failed: string | null;
  /** What to do when it failed. */
  readonly next: string | null;
}

export async function readOverview(
  setup: RealSetup,
  chosen: readonly Feed[],
  now: Date,
  signal: AbortSignal,
): Promise<Overview> {
  const { workspace, store } = setup;
  const { db } = store;
  const names = chosen.map(({ name }) => name);
  const stored = await readFeeds(db, names, 1);
  const health = await readHealth({ ...workspace, feeds: chosen }, store, stored, now);
  const blobs: ListedBlob[] = [];
  for await (const blob of store.blobs.list()) blobs.push(blob);
  return {
    feeds: chosen.map((feed, index) => ({
      ...(health.feeds[index] as FeedStatus),
      last: lastOf(feed, stored.get(feed.name)?.state ?? nothingYet) ?? null,
    })),
    faults: health.faults,
    outboxes: health.outboxes.filter(({ account }) => names.some((name) => accountOfFeed(name) === account)),
    sources: [...(await foldersOf(setup, chosen, signal)), ...(await serversOf(setup, chosen))],
    hosts: await hostsOf(workspace, chosen, db),
    alerts: await alertHealth(workspace, db),
    endings: await endingSoon(workspace, db, now),
    unknown: await unknownNames(setup),
    stray: await strayBlobs(setup, now, blobs),
    missing: await missingBlobs(store, blobs),
    runs: await keptRuns(db, shownRuns),
    ...(await readWorkers(store)),
    disk: { used_bytes: await diskUse(workspace.data), free_bytes: (await diskFree(workspace.data)) ?? null },
  };
}

async function foldersOf(
  setup: RealSetup,
  feeds: readonly Feed[],
  signal: AbortSignal,
): Promise<readonly SourceState[]> {
  const isFolder = (name: string) => {
    const settings = setup.workspace.sources.get(name);
    return settings !== undefined && "folder" in settings;
  };
  const local = feeds.map((feed) => ({ ...feed, sources: feed.sources.filter(isFolder) }));
  const listings = await newLister(setup, local).list(signal);
  const waiting = await wholeButNotReceived(setup.store.db, listings, local);
  return [...listings.sources].map(([source, { arriving, unclaimed, ignored, failed }]) => ({
    source,
    arriving: new Set([...arriving.map(({ name }) => name), ...(waiting.get(source) ?? [])]).size,
    unclaimed: unclaimed.map(({ name }) => name),
    // Hidden files are the folder's own business.
    ignored: ignored
      .filter(({ name }) => !name.startsWith(".") || isLeftAside(name))
      .map(({ name, reason }) => ({ name, reason })),
    failed: failed?.message ?? null,
    next: failed?.hint ?? null,
  }));
}

/** Files that servers showed last and that are never taken. */
async function serversOf(
  { workspace, store }: RealSetup,
  feeds: readonly Feed[],
): Promise<readonly SourceState[]> {
  const states: SourceState[] = [];
  for (const source of new Set(feeds.flatMap(({ sources }) => sources))) {
    const settings = workspace.sources.get(source);
    if (settings === undefined || "folder" in settings) continue;
    const ignored = (await readNeverTaken(store.db, source)).map(({ name, reason }) => ({ name, reason }));
    if (ignored.length > 0)
      states.push({ source, arriving: 0, unclaimed: [], ignored, failed: null, next: null });
  }
  return states;
}

/** Files that are whole and that a feed which claims them has not received yet: their names, by source. */
async function wholeButNotReceived(
  db: Queries,
  listings: SourceListings,
  feeds: readonly Feed[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const waiting = new Map<string, string[]>();
  for (const feed of feeds) {
    for (const claimedFile of listings.of(feed)) {
      if ((await deliveryOf(db, feed.name, arrivalOf(claimedFile))) !== undefined) continue;
      waiting.set(claimedFile.source, [...(waiting.get(claimedFile.source) ?? []), claimedFile.file.name]);
    }
  }
  return waiting;
}

/** Whether nothing of a feed needs a person. */
export function isGood({ health, last }: Overview["feeds"][number]): boolean {
  return health === "good" && !needsPerson(last);
}

/** Whether nothing needs a person. A file that no feed claims is shown, but does not count. */
export function isWell({ feeds, faults, sources, hosts, alerts, endings, missing }: Overview): boolean {
  return (
    missing.length === 0 &&
    feeds.every(isGood) &&
    faults.length === 0 &&
    sources.every(
      ({ failed, ignored }) => failed === null && !ignored.some(({ name }) => isLeftAside(name)),
    ) &&
    hosts.every(({ last_error }) => last_error === undefined) &&
    !alerts.some(isFailing) &&
    endings.length === 0
  );
}

/**
 * One screen, as text: what needs a person first.
 *
 * @param among how many feeds were looked at, where not all of them are shown
 */
export function overviewScreen(
  overview: Overview,
  now: Date,
  look: Look = plainLook,
  among = overview.feeds.length,
): string {
  const { hosts, alerts, endings, disk } = overview;
  const feeds = overview.feeds.toSorted((a, b) => healths.indexOf(a.health) - healths.indexOf(b.health));
  const good = feeds.filter(isGood);
  const isLong = feeds.length > mostShown && good.length < feeds.length;
  const bad = feeds.filter((feed) => !isGood(feed));
  const isReported = (feed: Overview["feeds"][number]) =>
    feed.reasonOf === "fault" && notes(feed, now) === "";
  const told = isLong ? bad.filter(isReported) : [];
  const kept = told.length > mostApart ? told : [];
  const shown = isLong ? bad.filter((feed) => !kept.includes(feed)) : feeds;
  const held = alike(bad, guardsOf);
  const refused = alike(held.apart, refusalOf);
  const waiting = alike(refused.apart, waitOf);
  const needed =
    missingText(overview.missing) +
    faultTexts(overview.faults, now) +
    held.together.map(heldText).join("") +
    refused.together.map(refusedText).join("") +
    waiting.together
      .map((of) => `\n${waitingText(of.map(({ feed, last }) => ({ feed, reason: last?.reason ?? "" })))}`)
      .join("") +
    alikeTexts(waiting.apart, (feed) => notes(feed, now));
  const table = textTable(
    ["feed", "health", "version", "records", "confirmed", "expected", "last delivery"],
    shown.map((feed) => [
      feed.feed,
      feed.health,
      String(feed.publication?.number ?? ""),
      String(feed.publication?.records ?? ""),
      feed.publication === undefined ? "never" : age(feed.publication.confirmedAt, now),
      (feed.expectedAt ?? "").slice(0, 16).replace("T", " "),
      // Of one that is good it says nothing new, and takes a line of its own in a narrow terminal.
      isGood(feed) ? "" : (feed.last?.status ?? ""),
    ]),
    look,
  );
  const free = disk.free_bytes === null ? "" : `, ${sizeText(disk.free_bytes)} free`;
  const alertLines = alertsText(alerts);
  const others =
    (kept.length > 0 ? `${kept.length} feeds cannot be worked on, as is said above\n` : "") +
    (isLong && good.length > 0 ? `and ${good.length} good\n` : "");
  return (
    (needed === "" ? allGood(overview) : `${headline(feeds, good, among)}${needed}\n`) +
    `${shown.length === 0 ? "" : table}${others}data folder: ${sizeText(disk.used_bytes)}${free}\n` +
    alikeTexts(good, (feed) => notes(feed, now)) +
    overview.outboxes.map((outbox) => outboxText(outbox, now)).join("") +
    workersText(overview, now, look) +
    overview.sources.map(sourceText).join("") +
    hostsText(hosts, now, { look, told: overview.faults.map(({ sentence }) => sentence) }) +
    (alertLines === "" ? "" : `\n${alertLines}`) +
    endingsText(endings) +
    overview.unknown.map(unknownNameText).join("") +
    overview.stray.map(strayText).join("")
  );
}

function missingText([first, ...others]: readonly string[]): string {
  if (first === undefined) return "";
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `\nThe bytes of delivery ${first.slice(0, 12)}${more} are gone from the store, which should have them.\n  Next: put them back from a backup (docs/operations.md), and look at the disk; lading doctor says more\n`;
}

function headline(feeds: Overview["feeds"], good: Overview["feeds"], among: number): string {
  const others = feeds.length - good.length;
  if (among < 2 || others === 0) return "";
  return `${others} of ${among} feeds ${others === 1 ? "needs" : "need"} a person\n`;
}

/** Of many feeds nobody wants to read the whole table to see that nothing is to be done. */
function allGood(overview: Overview): string {
  const { length } = overview.feeds;
  return length > mostShown && isWell(overview) ? `all ${length} feeds are good\n\n` : "";
}

/** What holds the newest held delivery of a feed; undefined where nothing does that a person could let through. */
function guardsOf({ held }: FeedStatus): string | undefined {
  return held.some(({ isUnusable }) => isUnusable === true)
    ? undefined
    : held[0]?.guards.toSorted().join(" ");
}

function heldText(feeds: Overview["feeds"]): string {
  const whys = feeds.map(({ feed, held: [newest, ...older] }) => {
    const before =
      older.length === 0
        ? ""
        : ` It is the newest of ${older.length + 1} that wait; once it is taken, the older ones are not.`;
    return `${feed}: ${newest?.reasons.join(" ")}${before}`;
  });
  const guards = feeds[0]?.held[0]?.guards.toSorted() ?? [];
  const title = `${feeds.length} feeds held by ${guards.join(" and ")}`;
  return `\n${togetherText(title, whys, afterHolds(feeds[0]?.feed ?? "", guards))}`;
}

/** Why the last delivery was refused: for the same reason at many feeds it is one mistake of one system, most often. */
function refusalOf({ held, last }: Overview["feeds"][number]): string | undefined {
  return held.length > 0 || last?.status !== "REJECTED" || isKept(last)
    ? undefined
    : `${last.reason}\n${last.next}`;
}

function refusedText(feeds: Overview["feeds"]): string {
  const whys = feeds.map(({ feed, last }) => `${feed}: ${last?.file}`);
  const { reason = "", next = "" } = feeds[0]?.last ?? {};
  const title = `${feeds.length} feeds refused what came last: ${reason}`;
  return `\n${togetherText(title, whys, [`${next}; lading status FEED has the commands of each`])}`;
}

function waitOf({ held, last }: Overview["feeds"][number]): string | undefined {
  return held.length === 0 && last?.status === "WAITING" ? last.status : undefined;
}

export function faultText({ where, sentence, next, since, feeds }: FaultStatus, now: Date): string {
  const whose = feeds.length === 1 ? "feed" : `${feeds.length} feeds`;
  return `\n${where}\n  ${sentence} Begun ${age(since, now)}.\n    Next: ${next}\n  ${whose}: ${firstOf(feeds)}\n`;
}

/** Many that are dealt with alike, such as exports that are empty, are one paragraph. */
function faultTexts(faults: readonly FaultStatus[], now: Date): string {
  const { together, apart } = alike(faults, ({ next }) => next);
  const texts = together.map((of) => {
    const whys = of.map(({ where, sentence }) => `${where}: ${sentence}`);
    const title = `${of.length} faults of one kind`;
    return `\n${togetherText(title, whys, [of[0]?.next ?? ""], "all in `lading status --json`")}`;
  });
  return [...texts, ...apart.map((fault) => faultText(fault, now))].join("");
}

function outboxText({ account, near, oldest, shared, ...counts }: OutboxStatus, now: Date): string {
  const lines = [outboxSentence(counts)];
  if (oldest !== undefined)
    lines.push(`The oldest was posted ${age(oldest.postedAt, now)} and is ${oldest.state}: ${oldest.id}`);
  for (const { id, number, others } of near.slice(0, mostNamed))
    lines.push(`${id} has the number ${number}, nearly the same as ${others.join(", ")} of its creditor.`);
  if (near.length > mostNamed) lines.push(`And ${near.length - mostNamed} more have such numbers.`);
  if (near.length > 0) lines.push("  Next: compare them before the FFS posts both: lading outbox list");
  for (const { accrual, invoices } of shared.slice(0, mostNamed))
    lines.push(`The accrual ${accrual} is settled by ${firstOf(invoices)}.`);
  if (shared.length > mostNamed)
    lines.push(`And ${shared.length - mostNamed} more are settled by more than one invoice.`);
  return `\noutbox of ${account}\n${lines.map((line) => `  ${visible(line)}\n`).join("")}`;
}

/** How many reports of runs are named. */
const shownRuns = 5;

/** The machines that share the workspace; nothing where there is one. */
function workersText({ workers, working, runs }: Overview, now: Date, look: Look): string {
  const works = working.map(
    ({ on, host, pid, since }) => `${on}: worked on by process ${pid} on ${host}, begun ${age(since, now)}\n`,
  );
  if (workers.length === 0) return works.length === 0 ? "" : `\n${works.join("")}`;
  const table = textTable(
    ["worker", "host", "process", "since", "state"],
    workers.map(({ worker, host, pid, since, paused }) => [
      worker,
      host,
      String(pid),
      age(since, now),
      paused ? "paused: its workspace is not the active version" : "works",
    ]),
    look,
  );
  const reports = runs.map(
    ({ run, worker, started_at }) =>
      `report of ${worker}, ${age(started_at, now)}: lading history --run ${run}\n`,
  );
  return `\n${table}${works.join("")}${reports.join("")}`;
}

function unknownNameText(name: string): string {
  return `\nThere is ${name}, which this workspace does not use; it is left alone.\n`;
}

function strayText(name: string): string {
  const isFile = name.startsWith("blobs");
  const where = isFile ? "The data folder holds" : "The database holds the blob";
  const next = isFile
    ? "where it is the only copy of a file that is missing, put it back into its source"
    : "where a file is missing, deliver it once more";
  return `\n${where} ${name}, the bytes of a file that no delivery names; it goes by itself a week after it came.\n  Next: ${next}.\n`;
}

const mostNamed = 10;

function sourceText({ source, arriving, unclaimed, ignored, failed, next }: SourceState): string {
  const lines: string[] = [];
  if (failed !== null) lines.push(failed, `  Next: ${next}`);
  if (arriving > 0)
    lines.push(`${arriving === 1 ? "1 file is" : `${arriving} files are`} there and not received yet.`);
  if (unclaimed.length > 0) lines.push(unclaimedText(unclaimed));
  if (unclaimed.length > 0) lines.push(`  Next: ${unclaimedStep}.`);
  for (const { name, reason } of ignored.slice(0, mostNamed)) {
    lines.push(`Ignored ${JSON.stringify(name)}: ${reason}`);
  }
  if (ignored.length > mostNamed) lines.push(`Ignored ${ignored.length - mostNamed} more entries.`);
  return lines.length === 0 ? "" : `\nsource ${source}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** What a person does about the delivery that came last, in words and in commands that can be pasted. */
function nextStep(feed: Feed, delivery: DeliveryState): NextStep {
  const { name } = feed;
  if (delivery.retrying !== undefined)
    return { next: "fix what it says; every run tries again, and nothing is lost", commands: [] };
  if (delivery.rejectedBy !== undefined)
    return {
      next: "wait for the partner's next file, or take this one after all",
      commands: [replayCommand(name, delivery.sha256)],
    };
  if (delivery.isUnread === true) return { next: unreadStep, commands: [] };
  switch (delivery.status) {
    case "REJECTED":
    case "QUARANTINED":
      return afterRefusal(name, delivery.sha256, delivery.status);
    case "WAITING":
      return { next: waitingStep, commands: [] };
    default:
      return { next: "", commands: [] };
  }
}

function nextStepLines(step: NextStep): readonly string[] {
  return nextStepText(step).trimEnd().split("\n");
}

const nextByHealth: Partial<Record<FeedStatus["health"], string>> = {
  stale: "ask the partner for the file; `lading doctor` checks the source",
};

function notes(feed: Overview["feeds"][number], now: Date): string {
  const { last } = feed;
  // What is the matter stands with the fault already.
  const isReported = feed.reasonOf === "fault";
  const lines: string[] = [];
  // What pauses it is reported below, whatever else is the matter; so are its rejected rows.
  const isBelow =
    feed.health === "paused" ||
    (feed.health === "partial" && last?.rejected_rows !== 0) ||
    (last !== null && isRefused(last) && feed.reasonOf === "delivery");
  if (feed.reason !== undefined && !isBelow && !isReported) lines.push(feed.reason);
  const next = nextByHealth[feed.health];
  if (next !== undefined) lines.push(`  Next: ${next}`);
  for (const held of feed.held) {
    lines.push(
      `Held ${held.delivery}: ${held.reasons.join(" ")}`,
      ...nextStepLines(afterHold(feed.feed, held.delivery, held.isUnusable === true)),
    );
  }
  if (last?.status === "RECEIVED" && last.retrying_since === null) {
    lines.push(`${last.file} is received and not decided yet; the next run does.`);
  }
  if (last !== null && last.retrying_since !== null && !isReported) {
    lines.push(
      `${last.file} could not be decided since ${last.retrying_since}: ${last.reason}`,
      ...nextStepLines(last),
    );
  } else if (last !== null && last.retrying_since === null && isRefused(last)) {
    lines.push(`${last.status}: ${last.reason}`, ...nextStepLines(last));
  }
  if (last !== null && last.rejects_command !== null) {
    lines.push(
      `${last.rejected_rows === 1 ? "1 row" : `${last.rejected_rows} rows`} of ${last.file} ${last.rejected_rows === 1 ? "is" : "are"} rejected: corrected and sent back they amend the list, or the next file is right.`,
      `  Next: ${last.rejects_command}`,
    );
  }
  const short = (last?.within ?? []).filter(({ read, accepted }) => read !== accepted);
  if (last !== null && short.length > 0) {
    lines.push(`Within the records of ${last.file} not all was taken:`);
    for (const balance of short) lines.push(`  ${balanceText(balance)}`);
  }
  for (const { part, taken_at } of last?.parts ?? []) {
    lines.push(`Part ${part}: ${taken_at === null ? "never came" : `last taken ${age(taken_at, now)}`}`);
  }
  if (last !== null && last.rolled_back_to !== null) {
    lines.push(
      `Paused after a rollback to version ${last.rolled_back_to}: no delivery is taken.`,
      `  Next: lading resume ${feed.feed}`,
    );
  }
  return lines.map((line) => `  ${line}\n`).join("");
}

/** The notes of feeds, a paragraph each; those that say the same have one. */
function alikeTexts(feeds: Overview["feeds"], notesOf: (feed: Overview["feeds"][number]) => string): string {
  const alike = new Map<string, string[]>();
  for (const feed of feeds) {
    const text = notesOf(feed);
    if (text === "") continue;
    const whole = `${feed.health}\n${text}`;
    alike.set(whole, [...(alike.get(whole) ?? []), feed.feed]);
  }
  return [...alike].map(([whole, of]) => `\n${firstOf(of)}: ${whole}`).join("");
}

import type { SourceListings } from "../../deliveries/listings.js";
import { faultsMet } from "../../deliveries/faults.js";
import { staleReason } from "../../deliveries/stale.js";
import type { LadingError } from "../../errors.js";
import { heldCommand, saveCommand } from "../../lists/held-command.js";
import { readState } from "../../lists/feed-log.js";
import { readCurrents, type Current } from "../../lists/publications.js";
import type { DeliveryOutcome, FeedOutcome } from "../../pipeline.js";
import { isUnusable, type FeedState } from "../../lists/feed-state.js";
import type { Feed } from "../../workspace/workspace.js";
import type { Setup } from "../../deliveries/setup.js";
import type { ExitCode } from "../command.js";
import { firstOf } from "../../sentence.js";
import { plainLook, type Look } from "../look.js";
import { foldedText, textTable } from "./table.js";

/** What a pass came to: the table, the reasons, the exit code. */

export interface FeedLine {
  readonly feed: string;
  readonly file: string;
  readonly state: string;
  readonly rows: number | null;
  readonly accepted: number | null;
  readonly rejected: number | null;
  readonly skipped: number | null;
  /** Number of the publication that is current now. */
  readonly publication: number | null;
  readonly records: number | null;
  readonly reason: string;
  /** For a feed that failed: names the fault, for all feeds that suffer from it and as long as it lasts. */
  readonly fault: string | null;
  /** For a feed that failed: what to do, as the error says it; and for what was not read. */
  readonly next: string | null;
  readonly delivery: string;
  /** The command that saves the rejected rows, to be corrected and sent back. */
  readonly rejects_command: string | null;
  /** Held although letting it through would change nothing: it lacks a column that the mapping reads. */
  readonly unusable: boolean;
  /** Why the feed's list is stale. */
  readonly stale: string | null;
}

/** One line per decided delivery, and one for each feed to which nothing happened. */
export async function feedLines(setup: Setup, outcomes: readonly FeedOutcome[]): Promise<FeedLine[]> {
  const lines: FeedLine[] = [];
  const { db } = setup.store;
  const currents = await readCurrents(
    db,
    outcomes.map(({ feed }) => feed.name),
  );
  const failures = await failuresOf(setup, outcomes);
  for (const { feed, deliveries, error, incomplete = [] } of outcomes) {
    const current = currents.get(feed.name);
    const now = {
      feed: feed.name,
      publication: current?.publication.number ?? null,
      records: current?.publication.counts.records ?? null,
      stale: staleOf(feed, current, setup.clock.now()),
    };
    const blank = {
      file: "",
      rows: null,
      accepted: null,
      rejected: null,
      skipped: null,
      delivery: "",
      rejects_command: null,
      unusable: false,
      fault: null,
      next: null,
    };
    const state = deliveries.length === 0 ? undefined : await readState(db, feed.name);
    for (const delivery of deliveries) {
      const kept = state?.deliveries.get(delivery.delivery);
      const more = {
        rejects_command: hasRejects(delivery) ? saveCommand(feed.name, delivery.delivery) : null,
        unusable: kept !== undefined && isUnusable(kept),
        fault: null,
        next: kept?.isUnread === true ? unreadStep : null,
      };
      lines.push({ ...now, ...countsOf(delivery), ...more });
    }
    for (const { batch, there, missing } of incomplete) {
      const reason = `Of the batch ${batch} it waits for ${missing.join(", ")}.`;
      const next = "Ask the partner for what is missing, where it does not come by itself.";
      lines.push({ ...now, ...blank, file: there.join(", "), state: "WAITING", reason, next });
    }
    if (error !== undefined) {
      const { fault, said } = failures.get(feed.name) ?? { fault: null, said: error };
      lines.push({ ...now, ...blank, state: "FAILED", fault, reason: said.message, next: said.hint });
    } else if (deliveries.length + incomplete.length === 0)
      lines.push({ ...now, ...blank, state: "-", reason: "" });
  }
  return lines;
}

/** Of one fault the same is said of each feed: what was met, and where nobody tried, how long the host is left alone. */
async function failuresOf(
  setup: Setup,
  outcomes: readonly FeedOutcome[],
): Promise<ReadonlyMap<string, { readonly fault: string; readonly said: LadingError }>> {
  const failures = new Map<string, { readonly fault: string; readonly said: LadingError }>();
  for (const { key: fault, feeds } of await faultsMet(setup, outcomes)) {
    const errors = outcomes.flatMap(({ feed, error }) => (feeds.includes(feed.name) && error) || []);
    const said = errors.find(({ code }) => code !== "sftp_waiting") ?? errors[0];
    if (said !== undefined) for (const feed of feeds) failures.set(feed, { fault, said });
  }
  return failures;
}

function staleOf(feed: Feed, current: Current | undefined, now: Date): string | null {
  if (current === undefined) return null;
  const times = {
    confirmedAt: new Date(current.confirmedAt),
    publishedAt: new Date(current.publication.published_at),
  };
  return staleReason(feed, times, now) ?? null;
}

function hasRejects({ evaluation }: DeliveryOutcome): boolean {
  return evaluation !== undefined && "evaluated" in evaluation && evaluation.evaluated.rejected.length > 0;
}

function countsOf(outcome: DeliveryOutcome) {
  const counts = outcome.evaluation && "counts" in outcome.evaluation ? outcome.evaluation.counts : undefined;
  return {
    file: outcome.file,
    state: outcome.status,
    rows: counts?.read ?? null,
    accepted: counts?.accepted ?? null,
    rejected: counts?.rejected ?? null,
    skipped: counts?.skipped ?? null,
    reason: outcome.reason,
    delivery: outcome.delivery,
  };
}

/** Accepted rows that are in the list now: none of them while a delivery is held. */
function rowsPublished({ state, accepted }: FeedLine): number | null {
  if (accepted === null) return null;
  return state === "PUBLISHED" || state === "UNCHANGED" ? accepted : 0;
}

export function passText(lines: readonly FeedLine[], look: Look = plainLook): string {
  const cell = (value: number | null) => (value === null ? "" : String(value));
  const table = textTable(
    ["feed", "file", "state", "rows", "published", "rejected", "skipped", "publication"],
    lines.map((line) => [
      line.feed,
      line.file.slice(0, 40),
      line.state === "-" ? "nothing new" : line.state,
      cell(line.rows),
      cell(rowsPublished(line)),
      cell(line.rejected),
      cell(line.skipped),
      cell(line.publication),
    ]),
    look,
  );
  // A host that is down is said once, and not for each feed.
  const feedsOf = new Map<string, string[]>();
  for (const line of lines) {
    if (line.reason === "" || line.state === "SUPERSEDED") continue;
    const why = `${line.state}: ${line.reason}\n${nextStep(line)}`;
    feedsOf.set(why, [...(feedsOf.get(why) ?? []), line.feed]);
  }
  const reasons = [...feedsOf].map(([why, feeds]) => `${firstOf([...new Set(feeds)])} ${why}`);
  const rejects = lines.flatMap(({ rejects_command: command, feed }) =>
    command === null
      ? []
      : [`${feed}: its rejected rows, corrected and sent back, amend it.\n  Next: ${command}\n`],
  );
  const stale = new Set(
    lines.flatMap(({ feed, stale: why }) => (why === null ? [] : [`${feed} is stale: ${why}\n`])),
  );
  return table + foldedText([...reasons, ...rejects, ...stale].map((text) => `\n${text}`).join(""), look);
}

/** State of a feed to which nothing happened, so that exit code 1 always has a printed reason. */
export function feedStateText({ name }: Feed, { pinned, deliveries }: FeedState): string {
  if (pinned !== undefined) {
    return `${name} is pinned to the content of publication ${pinned.to}, so no delivery is taken.\n  Next: lading resume ${name}\n`;
  }
  const held = [...deliveries.values()].filter(({ status }) => status === "HELD");
  return held
    .map(
      (each) =>
        `${name} HELD since ${each.statusAt}: ${each.reason}\n${heldStep(name, each.sha256, isUnusable(each))}`,
    )
    .join("");
}

/** A file that lacks a column makes no list: to let it through would change nothing. */
export function heldStep(feed: string, delivery: string, isUnusable: boolean): string {
  const reject = heldCommand("reject", feed, delivery);
  if (isUnusable) {
    return `  Correct the heading in the mapping of ${feed}, and the next run decides the file again; or ask the partner for the export as it was, and refuse this one.\n  Next: ${reject}\n`;
  }
  return `  Next: lading plan ${feed}\n    ${heldCommand("release", feed, delivery)}\n    ${reject}\n`;
}

/** Of a file that was refused by its size. */
export const unreadStep =
  "ask the partner for a smaller file, such as one in parts; an SFTP source may allow more (`limits`), up to what can be read at all";

function nextStep({ state, feed, delivery, unusable, next }: FeedLine): string {
  switch (state) {
    case "HELD":
      return heldStep(feed, delivery, unusable);
    case "REJECTED":
      if (next !== null) return `  Next: ${next}\n`;
      return `  Next: \`${saveCommand(feed, delivery)}\` gives its report; ask the partner for a corrected file.\n`;
    case "WAITING":
      if (next !== null) return `  Next: ${next}\n`;
      return "  Next: let the list that it waits for be delivered, and release it where it is held; the next run goes on by itself.\n";
    default:
      return next === null ? "" : `  Next: ${next}\n`;
  }
}

/** Files that are still arriving, or that nobody claims, by source. */
export function notTakenText(listings: SourceListings): string {
  let text = "";
  for (const [name, place] of listings.sources) {
    if (place.arriving.length > 0) {
      const many = place.arriving.length === 1 ? "1 file is" : `${place.arriving.length} files are`;
      text += `${name}: ${many} still arriving or empty; the next run looks again.\n`;
    }
    const unclaimed = unclaimedText(place.unclaimed.map((file) => file.name));
    if (unclaimed !== "") text += `${name}: ${unclaimed}\n`;
  }
  return text;
}

/** A few are named; thousands are a number. */
export function unclaimedText(names: readonly string[]): string {
  const first = names.slice(0, 3).map((name) => JSON.stringify(name));
  if (names.length === 0) return "";
  return names.length <= first.length
    ? `No feed claims ${first.join(", ")}.`
    : `No feed claims ${names.length} files, such as ${first.join(", ")}.`;
}

/** `--fail-on`: what makes a run end with 1. */
export type FailOn = "new" | "held" | "any";

/** The exit code of several feeds (`docs/semantics.md` section 8). */
export function exitCodeOf(outcomes: readonly FeedOutcome[], failOn: FailOn, isHeldNow: boolean): ExitCode {
  const recoveries = new Set(outcomes.flatMap(({ error }) => error?.recovery ?? []));
  if (recoveries.has("retry")) return 75;
  if (recoveries.has("fix")) return 2;
  const decided = outcomes
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ status }) => status !== "SUPERSEDED" && status !== "WAITING");
  const bad = decided.filter(({ status }) => status === "REJECTED" || status === "QUARANTINED");
  if (recoveries.has("reject") || (decided.length > 0 && bad.length === decided.length)) return 3;
  const all = outcomes.flatMap(({ deliveries }) => deliveries);
  const held = all.some(({ status }) => status === "HELD");
  const isIncomplete = outcomes.some(({ incomplete = [] }) => incomplete.length > 0);
  const notable =
    isIncomplete ||
    all.some(
      ({ status, evaluation }) =>
        ["REJECTED", "QUARANTINED", "WAITING", "CRASHED"].includes(status) ||
        (evaluation !== undefined && "counts" in evaluation && evaluation.counts.rejected > 0),
    );
  switch (failOn) {
    case "new":
      return held || notable ? 1 : 0;
    case "held":
      return held || isHeldNow ? 1 : 0;
    case "any":
      return held || notable || isHeldNow ? 1 : 0;
  }
}

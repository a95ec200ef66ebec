import { neverTakenStep, neverTakenText, type NeverTaken } from "../../feeds/deliveries/never-taken.js";
import type { SourceListings } from "../../feeds/deliveries/listings.js";
import { afterHold, afterRefusal, lookFirst, type NextStep } from "../../feeds/next-step.js";
import { heldBy, heldNewestFirst, isUnusable, type FeedState } from "../../feeds/lists/feed-state.js";
import { firstOf } from "../../sentence.js";
import type { Feed } from "../../workspace/workspace.js";
import { plainLook, type Look } from "../look.js";
import { wrappedText, textTable } from "./table.js";

/** What a pass came to, in words: the table, the reasons, and what a person does about them. */

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
  /** The guardrails that hold it. */
  readonly guards: readonly string[];
  /** Held although letting it through would change nothing: it lacks a column that the mapping reads. */
  readonly unusable: boolean;
  /** Why the feed's list is stale. */
  readonly stale: string | null;
}

/** Accepted rows that are in the list now: none of them while a delivery is held. */
function rowsPublished({ state, accepted }: FeedLine): number | null {
  if (accepted === null) return null;
  return state === "PUBLISHED" || state === "UNCHANGED" ? accepted : 0;
}

/** @param isBrief whether only what did not go well is wanted; else all that happened */
export function passText(lines: readonly FeedLine[], look: Look = plainLook, isBrief = false): string {
  const cell = (value: number | null) => (value === null ? "" : String(value));
  const quiet = lines.filter((line) => (isBrief ? wentWell(line) : line.state === "-"));
  const isLong = isBrief || (lines.length > mostShown && quiet.length < lines.length);
  const table = textTable(
    ["feed", "file", "state", "rows", "published", "rejected", "skipped", "version"],
    (isLong ? lines.filter((line) => !quiet.includes(line)) : lines).map((line) => [
      line.feed,
      line.file.slice(0, 40),
      stateText(line.state),
      cell(line.rows),
      cell(rowsPublished(line)),
      cell(line.rejected),
      cell(line.skipped),
      cell(line.publication),
    ]),
    look,
  );
  const told = lines.filter(({ reason, state }) => reason !== "" && state !== "SUPERSEDED");
  const held = told.filter(({ state }) => state === "HELD");
  const { together: waiting, apart } = alike(told, ({ state, next }) =>
    state === "WAITING" && next === null ? state : undefined,
  );
  // A host that is down is said once, and not for each feed.
  const feedsOf = new Map<string, string[]>();
  for (const line of apart) {
    if (line.state === "HELD") continue;
    const why = `${stateText(line.state)}: ${line.reason}\n${nextStep(line)}`;
    feedsOf.set(why, [...(feedsOf.get(why) ?? []), line.feed]);
  }
  const reasons = [
    ...[...feedsOf].map(([why, feeds]) => `${firstOf([...new Set(feeds)])} ${why}`),
    ...waiting.map(waitingText),
    ...heldTexts(held.map((line) => ({ ...line, why: `HELD: ${line.reason}` }))),
  ];
  const rejects = lines.flatMap(({ rejects_command: command, feed }) =>
    command === null
      ? []
      : [`${feed}: its rejected rows, corrected and sent back, amend it.\n  Next: ${command}\n`],
  );
  // A feed that failed is reported as that, and not as stale, too.
  const overdue = lines.filter(({ stale: why, state }) => why !== null && state !== "FAILED");
  const stale = [...new Set(overdue.map(({ stale: why }) => why))].map((why) => {
    const feeds = [...new Set(overdue.flatMap((line) => (line.stale === why ? line.feed : [])))];
    return `${firstOf(feeds)} ${feeds.length === 1 ? "is" : "are"} stale: ${why}\n`;
  });
  const others =
    isLong && quiet.length > 0
      ? `and ${quiet.length} ${isBrief ? "with nothing to report" : "with nothing new"}\n`
      : "";
  return (
    table + others + wrappedText([...reasons, ...rejects, ...stale].map((text) => `\n${text}`).join(""), look)
  );
}

function stateText(state: string): string {
  switch (state) {
    case "-":
      return "nothing new";
    case "ELSEWHERE":
      return "in progress elsewhere";
    default:
      return state;
  }
}

function wentWell({ state, rejected, stale }: FeedLine): boolean {
  const isDone = ["-", "PUBLISHED", "UNCHANGED", "SUPERSEDED", "ELSEWHERE"].includes(state);
  return isDone && (rejected ?? 0) === 0 && stale === null;
}

/** State of feeds to which nothing happened, so that exit code 1 always has a printed reason. */
export function feedStatesText(states: ReadonlyMap<Feed, FeedState>): string {
  const paused = [...states].map(([{ name }, state]) => pausedText(name, state));
  const held = [...states].flatMap(([{ name }, state]) =>
    (state.paused === undefined ? heldNewestFirst(state) : []).map((each) => ({
      ...{ feed: name, delivery: each.sha256, unusable: isUnusable(each) },
      guards: heldBy(each),
      why: `HELD since ${each.statusAt}: ${each.reason}`,
    })),
  );
  return [...paused, ...heldTexts(held)].join("");
}

export function pausedText(feed: string, { paused }: FeedState): string {
  return paused === undefined
    ? ""
    : `${feed} is paused after a rollback to version ${paused.to}, so no delivery is taken.\n  Next: lading resume ${feed}\n`;
}

/** More feeds than this that need the same of a person are told together: it is one command. */
export const mostApart = 3;

/** With more feeds than this, those of which there is nothing to say are a number. */
export const mostShown = 20;

const mostReasons = 5;

/**
 * Tells those that need the same of a person, and are many, from those that are told one by one.
 *
 * @param keyOf the same for what is dealt with alike; undefined for what is a matter of its own
 * @param sizeOf how many feeds are among those that are alike
 */
export function alike<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
  sizeOf: (group: readonly T[]) => number = ({ length }) => length,
): { readonly together: readonly (readonly T[])[]; readonly apart: readonly T[] } {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const together = [...groups.values()].filter((group) => sizeOf(group) > mostApart);
  const gathered = new Set(together.flat());
  return { together, apart: items.filter((item) => !gathered.has(item)) };
}

/** Feeds that need the same of a person, as one paragraph. */
export function togetherText(
  title: string,
  whys: readonly string[],
  next: readonly string[],
  rest = "in the table",
): string {
  const [first = "", ...others] = next;
  const more = whys.length - mostReasons;
  const lines = [
    ...whys.slice(0, mostReasons),
    ...(more > 0 ? [`and ${more} more, ${rest}`] : []),
    `Next: ${first}`,
    ...others.map((line) => `  ${line}`),
  ];
  return `${title}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** What feeds are told of that wait for lists of their accounts. */
export function waitingText(feeds: readonly { readonly feed: string; readonly reason: string }[]): string {
  const whys = feeds.map(({ feed, reason }) => `${feed}: ${reason}`);
  return togetherText(`${feeds.length} feeds are WAITING for lists`, whys, [waitingStep]);
}

/** The next step after the same guards held deliveries of several feeds, as lines. */
export function afterHolds(feed: string, guards: readonly string[]): readonly string[] {
  const held = `--held-by ${guards.join(",")}`;
  return [
    lookFirst,
    `lading plan ${feed}`,
    `lading release ${held} --reason TEXT`,
    `lading reject ${held} --reason TEXT`,
  ];
}

interface Held extends Pick<FeedLine, "feed" | "delivery" | "guards" | "unusable"> {
  readonly why: string;
}

/** Held deliveries, a paragraph each; many feeds that the same guards hold are one. */
function heldTexts(held: readonly Held[]): readonly string[] {
  const guards = (one: Held) => (one.unusable ? undefined : one.guards.toSorted().join(" "));
  const { together, apart } = alike(held, guards, (group) => new Set(group.map(({ feed }) => feed)).size);
  const texts = together.map((group) => {
    const { feed = "", guards: by = [] } = group[0] ?? {};
    const title = `${group.length} deliveries are held by ${by.join(" and ")}`;
    const whys = group.map((one) => `${one.feed} ${one.why}`);
    return togetherText(title, whys, afterHolds(feed, by));
  });
  return [
    ...texts,
    ...apart.map(
      (one) => `${one.feed} ${one.why}\n${nextStepText(afterHold(one.feed, one.delivery, one.unusable))}`,
    ),
  ];
}

export function nextStepText({ next, commands }: NextStep): string {
  return [`  Next: ${next}`, ...commands.map((command) => `    ${command}`), ""].join("\n");
}

/** Of a file that was refused by its size. */
export const unreadStep =
  "ask the partner for a smaller file, such as one in parts; an SFTP source may allow more (`limits`), up to what can be read at all";

/** For a delivery that waits for another list. */
export const waitingStep =
  "let the list that it waits for be delivered, and release it where it is held; the next run goes on by itself";

function nextStep({ state, feed, delivery, next }: FeedLine): string {
  switch (state) {
    case "REJECTED":
    case "QUARANTINED":
      return next === null ? nextStepText(afterRefusal(feed, delivery, state)) : `  Next: ${next}\n`;
    case "WAITING":
      if (next !== null) return `  Next: ${next}\n`;
      return `  Next: ${waitingStep}\n`;
    default:
      return next === null ? "" : `  Next: ${next}\n`;
  }
}

/**
 * Files that are still arriving, or that nobody claims, by source.
 *
 * @param never files that are never taken and were found for the first time
 */
export function notTakenText(
  listings: SourceListings,
  never: ReadonlyMap<string, readonly NeverTaken[]>,
): string {
  let text = "";
  for (const [name, entries] of never)
    text += `${name}: ${neverTakenText(entries)}\n  Next: ${neverTakenStep(entries)}\n`;
  for (const [name, place] of listings.sources) {
    if (place.arriving.length > 0) {
      const many = place.arriving.length === 1 ? "1 file is" : `${place.arriving.length} files are`;
      text += `${name}: ${many} still arriving or empty; the next run checks again.\n`;
    }
    const unclaimed = unclaimedText(place.unclaimed.map((file) => file.name));
    if (unclaimed !== "") text += `${name}: ${unclaimed}\n`;
  }
  return text;
}

export const unclaimedStep = "move it away, or let the `files` of a feed name it";

/** A few are named; thousands are a number. */
export function unclaimedText(names: readonly string[]): string {
  const first = names.slice(0, 3).map((name) => JSON.stringify(name));
  if (names.length === 0) return "";
  return names.length <= first.length
    ? `No feed claims ${first.join(", ")}.`
    : `No feed claims ${names.length} files, such as ${first.join(", ")}.`;
}

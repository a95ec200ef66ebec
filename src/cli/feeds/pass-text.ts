import type { SourceListings } from "../../feeds/deliveries/listings.js";
import type { NeverTaken } from "../../feeds/deliveries/never-taken.js";
import { needsAttention, type Problem } from "../../feeds/health/problem.js";
import { arrivingNote, neverTakenProblems, unclaimedNote } from "../../feeds/health/problems.js";
import type { NextStep } from "../../sentence.js";
import type { FeedLine } from "../../feeds/reports/feed-lines.js";
import { firstOf } from "../../sentence.js";
import { plainLook, type Look } from "../look.js";
import { problemsText } from "./problems-text.js";
import { wrappedText, textTable } from "./table.js";

/** This module formats the results printed at the end of a pass: a table, followed by the feeds' problems. */

/**
 * Returns the number of accepted rows if the delivery produced or confirmed the current list, and otherwise 0. Null if
 * no file was read.
 */
function rowsPublished({ state, accepted }: FeedLine): number | null {
  if (accepted === null) return null;
  return state === "PUBLISHED" || state === "UNCHANGED" ? accepted : 0;
}

/** If there are more lines than this and some feeds changed, the feeds with nothing new are counted instead of listed. */
const mostShown = 20;

/** If `isBrief` is true, lines with nothing to report are only counted. */
export function passText(
  lines: readonly FeedLine[],
  problems: readonly Problem[],
  now: Date,
  look: Look = plainLook,
  isBrief = false,
): string {
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
  const others =
    isLong && quiet.length > 0
      ? `and ${quiet.length} ${isBrief ? "with nothing to report" : "with nothing new"}\n`
      : "";
  // An incomplete batch is a reason for exit code 1, even while it is only a note.
  const shown = problems.filter((one) => needsAttention(one) || one.code === "incomplete_batch");
  return table + others + wrappedText(passedText(lines, shown) + problemsText(shown, now), look);
}

/** Lists results of this pass that are no longer problems, such as a rejected file that was followed by a valid one. */
function passedText(lines: readonly FeedLine[], problems: readonly Problem[]): string {
  const feedsOf = new Map<string, string[]>();
  for (const line of lines) {
    if (line.reason === "" || line.state === "SUPERSEDED" || problems.some((one) => isOf(one, line)))
      continue;
    const why = `${stateText(line.state)}: ${line.reason}`;
    feedsOf.set(why, [...(feedsOf.get(why) ?? []), line.feed]);
  }
  return [...feedsOf].map(([why, feeds]) => `\n${firstOf([...new Set(feeds)])} ${why}\n`).join("");
}

function isOf({ feeds, delivery, sentence }: Problem, line: FeedLine): boolean {
  if (!feeds.includes(line.feed)) return false;
  if (line.delivery === "") return line.state !== "ELSEWHERE";
  return delivery === null
    ? feeds.length > 1 || sentence === line.reason
    : line.delivery.startsWith(delivery);
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

function wentWell({ state, rejected }: FeedLine): boolean {
  const isDone = ["-", "PUBLISHED", "UNCHANGED", "SUPERSEDED", "ELSEWHERE"].includes(state);
  return isDone && (rejected ?? 0) === 0;
}

export function nextStepText({ next, commands }: NextStep): string {
  return [`  Next: ${next}`, ...commands.map((command) => `    ${command}`), ""].join("\n");
}

/**
 * Lists the files that are still arriving or that no feed claims, by source. `never` contains newly found files that
 * will never be processed.
 */
export function notTakenText(
  listings: SourceListings,
  never: ReadonlyMap<string, readonly NeverTaken[]>,
  now: Date,
): string {
  const notes = [...never]
    .flatMap(([source, entries]) => neverTakenProblems(source, entries))
    .filter((one) => !needsAttention(one));
  for (const [name, { arriving, unclaimed }] of listings.sources) {
    if (arriving.length > 0) notes.push(arrivingNote(name, arriving.length));
    if (unclaimed.length > 0)
      notes.push(
        unclaimedNote(
          name,
          unclaimed.map((file) => file.name),
        ),
      );
  }
  return problemsText(notes, now);
}

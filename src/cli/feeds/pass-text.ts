import { needsAttention, type Problem } from "../../feeds/health/problem.js";
import { firstOf, type NextStep } from "../../sentence.js";
import type { FeedLine } from "../../feeds/reports/feed-lines.js";
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
  const shown = problems.filter((one) => needsAttention(one) || isReason(one, lines));
  return table + others + wrappedText(unexplainedText(lines, shown) + problemsText(shown, now), look);
}

/** True if a note explains a result of the pass. */
function isReason({ code, feeds }: Problem, lines: readonly FeedLine[]): boolean {
  const isUndecided = ({ feed, state }: FeedLine): boolean =>
    feeds.includes(feed) && (state === "RECEIVED" || state === "CRASHED");
  return (
    ["incomplete_batch", "rejected", "quarantined"].includes(code) ||
    (code === "received" && lines.some(isUndecided))
  );
}

/** Explains the results that no problem in the list explains, such as a second incomplete batch of a feed. */
function unexplainedText(lines: readonly FeedLine[], problems: readonly Problem[]): string {
  const isExplained = (reason: string): boolean =>
    problems.some((one) => one.sentence === reason || one.each.some(({ sentence }) => sentence === reason));
  const feedsOf = new Map<string, string[]>();
  for (const { feed, state, reason, delivery } of lines) {
    const isBatch = state === "WAITING" && delivery === "" && !isExplained(reason);
    if (state !== "ELSEWHERE" && !isBatch) continue;
    const why = `${stateText(state)}: ${reason}`;
    feedsOf.set(why, [...(feedsOf.get(why) ?? []), feed]);
  }
  return [...feedsOf].map(([why, feeds]) => `\n${firstOf([...new Set(feeds)])} ${why}\n`).join("");
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

import { capital } from "../../sentence.js";
import type { PlainRow } from "../plain-row.js";
import { explained, lessLikely, placeOf, strongestReasons } from "../reasons.js";
import { type EvidenceName, namesOfEvidence, weights } from "./evidence.js";
import { type Candidate, headerAt, margin } from "./search.js";

/**
 * This module explains in plain sentences which line was read as the header. The explanation lists up to three
 * candidates and the differences between them.
 */

/** A reason is mentioned only if it changes the score by at least this much. */
const noticeable = 0.3;

/** For each kind of evidence, a sentence about a candidate. `%` stands for the candidate's header or first row. */
const phrases: Readonly<Record<EvidenceName, string>> = {
  usualHeader: "most tables have a header",
  wordsOverValues: "% has words above numbers, dates or similar values",
  unlikeColumns: "% has words that differ in form from all cells below",
  headerNames: "% has common column names",
  onlyLine: "% is the only line and contains only words",
  severalTitles: "% has a title below another title, and both may belong to a report header",
  titles: "% has titles above groups of columns",
  nameOfRows: "% names only the first columns, and the line above it names the remaining columns",
  notesAbove: "the lines above % are titles, notes or comments",
  unlikeRowsAbove: "the line above % contains other kinds of values than the rows",
  values: "% contains values, such as numbers or dates",
  repeatedBelow: "% has words that occur again in the rows below",
  lengthOfColumn: "% has words of the same length as all cells below",
  placeholders: "% has placeholders for missing values, such as n/a",
  blankHeadings: "% is blank above columns with values",
  swapped: "the first column contains column names, so rows and columns may be swapped",
  note: "% looks like a note or comment",
  commentCharacter: "% starts like a comment, and no later line does",
  joinedLines: "% is joined from several lines, one of which may be a note or a row",
  headingsBelow: "the line below % has words above numbers or dates and may belong to the header",
  otherWidth: "% has more or fewer cells than the rows",
  rowsAbove: "the line above % looks like a row",
  partialRowsAbove: "the line above % may be a row",
  markup: "the page marks % as headings",
  markupAbove: "the page also marks the line above % as headings",
  blockAbove: "the lines above % would be a separate block, such as a report header",
  otherColumns: "the columns above % contain other kinds of values than the columns below it",
};

/**
 * Other candidates are listed only if their scores are close. The reasons against the others are the reasons for the
 * best one.
 *
 * @param candidates all candidates, best first
 */
export function explainHeader(rows: readonly PlainRow[], candidates: readonly Candidate[]): string[] {
  const [best, ...others] = candidates.slice(0, explained) as [Candidate, ...Candidate[]];
  const rivals = others.filter((rival) => isClose(best, rival));
  const headerless = candidates.find(({ lines }) => lines === 0) ?? { ...best, evidence: {} };
  const asHeader = candidates.find(({ first, lines }) => first === best.first && lines === 1) ?? headerless;
  const reasons =
    best.lines === 0
      ? reasonsFor(best, asHeader, ["it", named(rows, best)])
      : reasonsFor(best, headerless, ["it", "it"]);
  const usual = best.lines === 0 ? "no line looks like a header" : phrases.usualHeader;
  const why = reasons.length === 0 ? usual : reasons.join("; ");
  const chosen = best.lines === 0 ? "The table has no header" : capital(described(rows, best));
  const sentences = [`${chosen} (score ${scored(best)}): ${why}.`];
  rivals.forEach((rival, i) => {
    const against = reasonsFor(best, rival, [subject(rows, best), "it"]);
    sentences.push(
      `${placeOf(i)} best, with a close score (${scored(rival)}): ${described(rows, rival)}. ${lessLikely(against)}`,
    );
  });
  return sentences;
}

function scored({ score }: Candidate): string {
  // Adding 0 turns -0 into 0.
  return (Math.round(score * 10) / 10 + 0).toFixed(1);
}

function isClose(best: Candidate, rival: Candidate): boolean {
  return best.score - rival.score < margin;
}

/** True if the line seems to start a different table than the lines above it. */
function startsTable({ evidence }: Candidate): boolean {
  return (evidence.otherColumns ?? 0) > 0;
}

/** The second-best candidate, and why it may be right. */
export interface Doubt {
  /** Text such as `the header may be on line 3`. */
  readonly other: string;
  /** The first cells of the line that `other` names. Empty if `other` names no other line. */
  readonly cells: string;
  readonly why: string;
}

/**
 * Returns the second-best candidate if its score is within `margin` of the best score. If the file seems to contain two
 * tables, returns the best candidate for the header of the other table.
 */
export function doubtOf(rows: readonly PlainRow[], candidates: readonly Candidate[]): Doubt | undefined {
  const [best, second, ...others] = candidates as [Candidate, ...Candidate[]];
  if (second === undefined) return undefined;
  const isOther = (rival: Candidate): boolean =>
    rival.first !== best.first && (startsTable(best) || startsTable(rival));
  const rival = isClose(best, second) ? second : [second, ...others].find(isOther);
  if (rival === undefined) return undefined;
  const { other, line } = otherReading(rows, best, rival);
  const ofBest = line === undefined ? "it" : subject(rows, best);
  const [reason] = reasonsFor(rival, best, [subject(rows, rival), ofBest]);
  const weak = `there is little evidence that it is ${best.lines === 0 ? "a row" : "the header"}`;
  return { other, cells: firstCells(line?.cells ?? []), why: reason ?? weak };
}

/** Describes the second-best candidate in a sentence about the first line of the best candidate. */
function otherReading(
  rows: readonly PlainRow[],
  best: Candidate,
  rival: Candidate,
): { readonly other: string; readonly line?: PlainRow | undefined } {
  const isSameStart = rival.first === best.first;
  const last = rows[rival.first + Math.max(1, rival.lines) - 1];
  if (isSameStart && rival.lines === 0) return { other: "it may be a row" };
  if (isSameStart && best.lines + rival.lines === 1) return { other: "it may be the header" };
  if (isSameStart) return { other: `the header may end on line ${last?.line}`, line: last };
  return rival.lines === 0
    ? { other: `there may be no header, and the first row may be on line ${last?.line}`, line: last }
    : { other: `the header may be on ${named(rows, rival)}`, line: rows[rival.first] };
}

/**
 * Returns a sentence that names the most likely of several lines that could be the header, or "" if there is no clear
 * reason.
 */
export function explainBest(rows: readonly PlainRow[], lines: readonly number[], width: number): string {
  const found = rows.flatMap((row, index) =>
    lines.includes(row.line) ? [headerAt(rows, index, width)] : [],
  );
  const [best, next] = found.toSorted((a, b) => b.score - a.score);
  if (best === undefined || next === undefined) return "";
  const [reason] = reasonsFor(best, next, ["it", subject(rows, next)]);
  return reason === undefined ? "" : ` ${capital(subject(rows, best))} is more likely: ${reason}.`;
}

const mostCells = 6;

/** Returns the first non-empty cells of a line, such as `Code, Name, ...`. */
export function firstCells(cells: readonly string[]): string {
  const names = cells.map((cell) => cell.replace(/\s+/g, " ").trim()).filter((name) => name !== "");
  return `${names.slice(0, mostCells).join(", ")}${names.length > mostCells ? ", ..." : ""}`;
}

/** Returns text such as `the header is on line 3` or `no header, and line 3 is the first row`. */
function described(rows: readonly PlainRow[], candidate: Candidate): string {
  const { first, lines } = candidate;
  if (lines === 0) return `no header, and line ${rows[first]?.line ?? 1} is the first row`;
  return `the header is on ${named(rows, candidate)}${lines > 1 ? ", joined" : ""}`;
}

/** Returns the subject for a singular verb, such as `line 3` or `the header on lines 3 and 4`. */
function subject(rows: readonly PlainRow[], candidate: Candidate): string {
  return `${candidate.lines > 1 ? "the header on " : ""}${named(rows, candidate)}`;
}

/** Returns text such as `line 3` or `lines 3 and 4`. */
function named(rows: readonly PlainRow[], { first, lines }: Candidate): string {
  const numbers = rows.slice(first, first + Math.max(1, lines)).map(({ line }) => line);
  return numbers.length > 1 ? `lines ${numbers.join(" and ")}` : `line ${numbers[0] ?? 1}`;
}

/**
 * Returns the evidence that makes one candidate better than another, strongest first.
 *
 * @param subjects how the sentences name the better and the worse candidate
 */
function reasonsFor(
  better: Candidate,
  worse: Candidate,
  [ofBetter, ofWorse]: readonly [string, string],
): readonly string[] {
  const names = namesOfEvidence.filter((name) => name !== "usualHeader");
  const gain = (name: EvidenceName): number =>
    weights[name] * ((better.evidence[name] ?? 0) - (worse.evidence[name] ?? 0));
  return strongestReasons(names, gain, noticeable).map((name) =>
    phrases[name].replace("%", weights[name] > 0 ? ofBetter : ofWorse),
  );
}

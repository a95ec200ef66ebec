import { capital } from "../../sentence.js";
import type { PlainRow } from "../plain-row.js";
import { type EvidenceName, namesOfEvidence, weights } from "./evidence.js";
import { type Candidate, margin } from "./search.js";

/**
 * Explains in plain sentences which line was read as the header. Lists the best three candidates and the differences
 * between them.
 */

/** Number of candidates that are explained. */
const explained = 3;

/** Maximum number of reasons for each candidate. */
const mostReasons = 2;

/** A reason is mentioned only if it changes the score by at least this much. */
const noticeable = 0.3;

/** For each kind of evidence, a sentence about the candidate that has it. `%` is its header or first row. */
const phrases: Readonly<Record<EvidenceName, string>> = {
  usualHeader: "most tables have a header",
  wordsOverValues: "% has words above numbers, dates or similar values",
  headerNames: "% has known header names",
  onlyLine: "% is the only line and contains only words",
  titles: "% has titles above groups of columns",
  nameOfRows: "% has a heading for the row labels",
  notesAbove: "the lines above % are titles, notes or comments",
  unlikeRowsAbove: "the line above % is unlike all rows",
  values: "% contains values, such as numbers or dates",
  repeatedBelow: "% has words that occur again in the rows below",
  lengthOfColumn: "% has words as long as all cells below",
  placeholders: "% has placeholders for missing values",
  blankHeadings: "columns that are filled below are blank in %",
  swapped: "its first column contains header names, so rows and columns may be swapped",
  note: "% looks like a note or comment",
  joinedLines: "% was joined with another line, and one of them may be a note or a row",
  headingsBelow: "the row below % is unlike all others and may be part of the header",
  otherWidth: "% has more or fewer cells than the rows",
  rowsAbove: "the line above % looks like a row",
  partialRowsAbove: "the line above % may be a row",
};

const places = ["Second", "Third"] as const;

/** @param candidates all candidates, best first */
export function explainHeader(rows: readonly PlainRow[], candidates: readonly Candidate[]): string[] {
  const [best, ...rivals] = candidates.slice(0, explained) as [Candidate, ...Candidate[]];
  const headerless = candidates.find(({ lines }) => lines === 0)!;
  const asHeader = candidates.find(({ first, lines }) => first === best.first && lines === 1) ?? headerless;
  const reasons =
    best.lines === 0
      ? reasonsFor(best, asHeader, ["it", named(rows, best)])
      : reasonsFor(best, headerless, ["it", "it"]);
  const [why = "it is the most likely one"] = [reasons.join("; ")].filter((text) => text !== "");
  const sentences = [
    best.lines === 0 ? `The table has no header: ${why}.` : `${capital(described(rows, best))}: ${why}.`,
  ];
  rivals.forEach((rival, i) => {
    const against = reasonsFor(best, rival, [subject(rows, best), "it"]);
    const likely = against.length === 0 ? "It is nearly as likely." : `Less likely: ${against.join("; ")}.`;
    sentences.push(`${places[i]} best: ${described(rows, rival)}. ${likely}`);
  });
  return sentences;
}

/** Returns the reason why the second best candidate may be right, if its score is too close. */
export function doubtOf(rows: readonly PlainRow[], candidates: readonly Candidate[]): string | undefined {
  const [best, rival] = candidates as [Candidate, Candidate | undefined];
  if (rival === undefined || best.score - rival.score >= margin) return undefined;
  const [reason] = reasonsFor(rival, best, [subject(rows, rival), "it"]);
  const weak =
    best.lines === 0
      ? "none of its cells shows clearly that it is a row"
      : "it has no known header name and looks like the rows below";
  const isOtherPlace = rival.first !== best.first || rival.lines + best.lines > 1;
  return `${reason ?? weak}${isOtherPlace ? ` (second best: ${described(rows, rival)})` : ""}`;
}

/** Returns text such as `the header is on line 3` or `no header, and line 3 is the first row`. */
function described(rows: readonly PlainRow[], candidate: Candidate): string {
  const { first, lines } = candidate;
  if (lines === 0) return `no header, and line ${rows[first]?.line ?? 1} is the first row`;
  return `the header is on ${named(rows, candidate)}${lines > 1 ? ", joined" : ""}`;
}

/** Returns text such as `line 3` or `the header on lines 3 and 4`, which a verb in the singular follows. */
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
  return namesOfEvidence
    .filter((name) => name !== "usualHeader")
    .map((name) => ({
      name,
      gain: weights[name] * ((better.evidence[name] ?? 0) - (worse.evidence[name] ?? 0)),
    }))
    .filter(({ gain }) => gain > noticeable)
    .toSorted((a, b) => b.gain - a.gain)
    .slice(0, mostReasons)
    .map(({ name }) => phrases[name].replace("%", weights[name] > 0 ? ofBetter : ofWorse));
}

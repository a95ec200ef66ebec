import { extent, filledCount, type PlainRow } from "../plain-row.js";
import {
  aboveEvidence,
  type Evidence,
  type EvidenceName,
  headerEvidence,
  Sample,
  weights,
} from "./evidence.js";
import { blockEvidence } from "./block.js";
import { isApart, joinHeadings } from "./several-lines.js";

/**
 * This module searches the first rows for the header. Each possible header gets a score, and the one with the highest
 * score is chosen.
 */

/** A possible header. Without header lines, the table starts with the row at `first`. */
export interface Candidate {
  /** Index of the first line that is not skipped. */
  readonly first: number;
  readonly lines: number;
  readonly evidence: Evidence;
  /** Sum of the evidence, multiplied by its weights. */
  readonly score: number;
}

/** The header is in doubt if the scores of the two best candidates differ by less than this. */
export const margin = 2.1;

const mostLines = 5;

/** Maximum number of lines that are tried as the start of the header. */
const mostStarts = 100;

/** Maximum number of notes above the header that count as evidence. */
const mostNotes = 3;

/** The search stops skipping or joining lines once they lower the score by more than this. */
const hopeless = 8;

/**
 * Returns all possible headers, best first. There is at least one. `marked` contains the numbers of the lines that the
 * markup of the file identifies as headings.
 */
export function headerCandidates(
  rows: readonly PlainRow[],
  width: number,
  marked: readonly number[] = [],
): Candidate[] {
  const sample = new Sample(rows, width);
  const start = rows.findIndex(({ line }) => line === marked[0]);
  const count = rows.filter(({ line }) => marked.includes(line)).length;
  const isHeader = start >= 0 && count <= mostLines && !areTitles(sample, start, start + count);
  if (isHeader) return markedCandidates(sample, start, start + count);
  const blocks = new Map(blockEvidence(sample));
  const found: Candidate[] = [];
  let best = -Infinity;
  let above: Evidence = {};
  const starts = Math.min(mostStarts, Math.max(1, rows.length));
  for (let first = 0; first < starts && scoreOf(above) >= -hopeless; first++) {
    const isTitle = first > 0 && width > 1 && sample.usual > 1 && filledCount(rows[first]!.cells) === 1;
    const most = isTitle ? 0 : Math.min(mostLines, rows.length - first);
    const block = scoreOf(above) < weights.blockAbove ? blocks.get(first) : undefined;
    blocks.delete(first);
    for (let lines = 0; lines <= most; lines++) {
      const candidate = candidateAt(sample, first, lines, lines > 0 ? (block ?? above) : above);
      found.push(candidate);
      best = Math.max(best, candidate.score);
      if (lines > 0 && candidate.score < best - hopeless) break;
    }
    if (rows.length === 0) break;
    above = sum(above, aboveEvidence(sample, first));
    if (above.notesAbove !== undefined) above.notesAbove = Math.min(mostNotes, above.notesAbove);
  }
  for (const [first, block] of blocks) found.push(candidateAt(sample, first, 1, block));
  return found.toSorted((a, b) => b.score - a.score);
}

/**
 * Returns the possible headers of a table in which the markup identifies the lines from `start` to before `end` as
 * headings, best first. The upper ones of these lines may be titles, and the header may be the line below them.
 */
function markedCandidates(sample: Sample, start: number, end: number): Candidate[] {
  const { rows } = sample;
  const found: Candidate[] = [];
  // A title is also text above values, so only the last line is examined.
  const { wordsOverValues = 0 } = headerEvidence(sample, end - 1, 1);
  let above = 0;
  for (let first = start; first < end; first++) {
    const all = { ...linesEvidence(sample, first, end - first), wordsOverValues };
    const evidence = sum(all, { markup: 1, markupAbove: above });
    found.push({ first, lines: end - first, evidence, score: scoreOf(evidence) });
    if (isNeeded(rows[first]!, rows.slice(first + 1, end))) above += 2;
    else above += hasGap(rows[first]!) ? 0.5 : 1;
  }
  if (end < rows.length) found.push(candidateAt(sample, end, 1, { markupAbove: above }));
  return found.toSorted((a, b) => b.score - a.score);
}

/**
 * True if the lines that the markup identifies as headings are titles, because each of them spans columns of the line
 * below them, which looks like a header.
 */
function areTitles({ rows, width }: Sample, start: number, end: number): boolean {
  const below = rows.findIndex(({ cells }, i) => i >= end && filledCount(cells) > 1);
  if (below < 0) return false;
  const filled = filledCount(rows[below]!.cells);
  return (
    rows.slice(start, end).every((row) => filledCount(row.cells) < filled && hasGap(row)) &&
    headerAt(rows, below, width).score > margin
  );
}

/** True if a cell of the line may span several columns. */
function hasGap({ cells }: PlainRow): boolean {
  return filledCount(cells) < extent(cells);
}

/** True if, without this line, a column would have no heading or two columns would have the same heading. */
function isNeeded({ cells }: PlainRow, below: readonly PlainRow[]): boolean {
  if (below.length === 0) return false;
  const names = joinHeadings(below.map((row) => row.cells));
  const filled = names.filter((name) => name.trim() !== "");
  return (
    new Set(filled).size < filled.length ||
    cells.some((cell, i) => cell.trim() !== "" && (names[i] ?? "").trim() === "")
  );
}

/** Rates a row as the only header line of the rows below it. If the score is above 0, the row is probably a header. */
export function headerAt(rows: readonly PlainRow[], index: number, width: number): Candidate {
  return candidateAt(new Sample(rows, width), index, 1, {});
}

/** Returns the evidence for header lines. One title above the headings is normal, but several may be a report header. */
function linesEvidence(sample: Sample, first: number, lines: number): Evidence {
  const evidence = headerEvidence(sample, first, lines);
  if (evidence.titles === undefined) return evidence;
  const [before, line] = [sample.rows[first - 1], sample.rows[first]];
  const severalTitles = lines - 2 + (before === undefined || isApart(before, line) ? 0 : 1);
  return { ...evidence, severalTitles };
}

function candidateAt(sample: Sample, first: number, lines: number, above: Evidence): Candidate {
  const evidence = sum(above, linesEvidence(sample, first, lines));
  return { first, lines, evidence, score: scoreOf(evidence) };
}

function sum(a: Evidence, b: Evidence): Evidence {
  const both: Evidence = { ...a };
  for (const [name, value] of entries(b)) both[name] = (both[name] ?? 0) + value;
  return both;
}

function scoreOf(evidence: Evidence): number {
  return entries(evidence).reduce((score, [name, value]) => score + weights[name] * value, 0);
}

function entries(evidence: Evidence): [EvidenceName, number][] {
  return Object.entries(evidence) as [EvidenceName, number][];
}

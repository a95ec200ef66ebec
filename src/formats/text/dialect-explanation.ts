import { type ScoredDialect, type EvidenceName, scoredRows, namesOfEvidence } from "./dialect-evidence.js";
import { counted } from "../../sentence.js";
import { explained, lessLikely, placeOf, strongestReasons } from "../reasons.js";

/** This module explains in plain sentences why a dialect was chosen. */

const names: Readonly<Record<string, string>> = {
  ",": "a comma",
  ";": "a semicolon",
  "\t": "a tab",
  "|": "a vertical bar",
  " ": "a space",
  ":": "a colon",
  "^": "a caret",
  "~": "a tilde",
  ", ": "a comma and a space",
  "": "nothing",
};

export function delimiterName(delimiter: string): string {
  return names[delimiter] ?? JSON.stringify(delimiter);
}

/** A difference is mentioned only if it changes the score by at least this factor. */
const noticeable = 1.05;

/** For each kind of evidence, the reason for rejecting a candidate with less of that evidence. */
const against: Readonly<Record<EvidenceName, string>> = {
  evenRows: "its rows have different numbers of cells",
  plausibleCells: "its cells look like parts of values, or a column mixes numbers, dates and words",
  columns: "it produces fewer columns",
  usualDelimiter: "it is rarely a delimiter",
  quotesAtEdges: "fewer quotation marks are at the edges of its cells",
  dividedHeader: "it divides the first line differently from the other lines",
  dividedLines: "it occurs only in some lines, as in sentences",
  notInValues: "it is part of values, such as numbers or sentences",
  undividedLines: "its lines contain a common delimiter",
  quotesRemoved: "its cells would keep their quotation marks",
  filledColumns: "its last column is blank in all rows",
  lineEnds: "its cells would contain line breaks",
};

/** `candidates` contains all candidates, best first. */
export function explain(candidates: readonly ScoredDialect[]): string[] {
  const best = candidates[0]!;
  const { dialect } = best;
  const sentences = [
    dialect.delimiter === ""
      ? "No delimiter divides the lines evenly, so the table has one column."
      : `The delimiter is ${delimiterName(dialect.delimiter)}: ${rowsOf(best)}.`,
  ];
  if (!dialect.loneReturn) sentences.push("A CR without an LF is part of the text and does not end a line.");
  if (dialect.quote !== "") sentences.push(`Cells are quoted with ${dialect.quote}.`);
  rivalsOf(best, candidates).forEach((rival, i) => {
    const named = delimiterName(rival.dialect.delimiter);
    const quoted = rival.dialect.delimiter === dialect.delimiter ? ` ${quoting(rival.dialect.quote)}` : "";
    sentences.push(
      `${placeOf(i)} best delimiter: ${named}${quoted}, with ${share(rival, best)} of the score; ${rowsOf(rival)}. ${lessLikely(reasonsAgainst(rival, best))}`,
    );
  });
  return sentences;
}

/** Scores of delimiters are products, so only their ratio has a meaning. */
function share(rival: ScoredDialect, best: ScoredDialect): string {
  return `${Math.round((rival.score / Math.max(best.score, 1e-9)) * 100)}%`;
}

function quoting(quote: string): string {
  return quote === "" ? "without quoted cells" : `with cells quoted by ${quote}`;
}

/** Returns text such as `14 of 15 rows have 9 cells`. The rows include titles and the header, but no blank rows. */
function rowsOf({ fitting, rowCount, width }: ScoredDialect): string {
  const cells = counted(width, "cell");
  if (rowCount === 1) return `the only row has ${cells}`;
  const isPart = rowCount === scoredRows;
  const rows = `${isPart ? "the first " : ""}${rowCount} rows have ${cells}`;
  if (fitting < rowCount) return `${fitting} of ${rows}`;
  return isPart ? rows : `all ${rows}`;
}

/** Returns the next-best candidates that would produce a different table. */
function rivalsOf(best: ScoredDialect, candidates: readonly ScoredDialect[]): readonly ScoredDialect[] {
  const rivals: ScoredDialect[] = [];
  const isOther = (candidate: ScoredDialect, { dialect, width, fitting }: ScoredDialect): boolean =>
    candidate.dialect.delimiter !== dialect.delimiter ||
    (candidate.dialect.quote !== dialect.quote &&
      (candidate.width !== width || candidate.fitting !== fitting));
  for (const candidate of candidates) {
    if (rivals.length === explained - 1) break;
    if (candidate.width > 1 && [best, ...rivals].every((other) => isOther(candidate, other)))
      rivals.push(candidate);
  }
  return rivals;
}

function reasonsAgainst(rival: ScoredDialect, best: ScoredDialect): readonly string[] {
  const gain = (name: EvidenceName): number => best.evidence[name] / Math.max(rival.evidence[name], 1e-9);
  return strongestReasons(namesOfEvidence, gain, noticeable).map((name) => against[name]);
}

import { foldHeading } from "../fold-heading.js";
import { type PlainRow, extent, filledCount } from "../plain-row.js";
import type { ReadOptions } from "../read-options.js";
import { type Doubt, doubtOf, explainHeader } from "./explanation.js";
import { headerCandidates } from "./search.js";
import { joinHeadings } from "./several-lines.js";

export interface Header {
  /** Headings of all columns. Null if there is no header. */
  readonly headings: readonly string[] | null;
  /** 1-based line numbers of the header. */
  readonly headerRows: readonly number[];
  /** Line number of the first row of the body. */
  readonly bodyFrom: number;
  /** Expected number of cells per row. */
  readonly width: number;
  readonly evidence: readonly string[];
  /** Set if the detected header may be wrong, or if there may be a header although none was found. */
  readonly inDoubt?: Doubt;
  /** Number of columns without a heading, if the header has fewer cells than the rows. */
  readonly unnamed?: number;
  /** Describes the configured header if the rows do not contain it. */
  readonly missing?: string;
}

/**
 * `width` is the most common number of cells per row. `marked` contains the numbers of the lines that the markup of the
 * file identifies as headings.
 */
export function findHeader(
  rows: readonly PlainRow[],
  width: number,
  pinned: ReadOptions["header"],
  marked: readonly number[] = [],
): Header {
  const filled = rows.filter((row) => filledCount(row.cells) > 0);
  if (pinned !== undefined) return pinnedHeader(filled, width, pinned);
  return searchedHeader(filled, width, marked);
}

function searchedHeader(filled: readonly PlainRow[], width: number, marked: readonly number[]): Header {
  if (filled.length === 0)
    return headless(1, width, "The table has no header, because the file has no rows.");
  const candidates = headerCandidates(filled, width, marked);
  const { first, lines } = candidates[0]!;
  const inDoubt = doubtOf(filled, candidates);
  const header =
    lines === 0
      ? headless(filled[first]!.line, width, "")
      : headed(filled.slice(first, first + lines), filled.slice(first + lines), width, "");
  return {
    ...header,
    evidence: explainHeader(filled, candidates),
    ...(inDoubt === undefined ? {} : { inDoubt }),
  };
}

function headless(bodyFrom: number, width: number, why: string): Header {
  return { headings: null, headerRows: [], bodyFrom, width, evidence: [why] };
}

function headed(header: readonly PlainRow[], body: readonly PlainRow[], width: number, why: string): Header {
  const lines = header.map((row) => row.line);
  const joined = joinHeadings(header.map((row) => row.cells));
  const headings = overColumns(joined, body, width);
  const unnamed = headings.length - joined.length;
  return {
    headings,
    headerRows: lines,
    bodyFrom: body[0]?.line ?? Math.max(...lines) + 1,
    width: headings.length,
    ...(unnamed > 0 ? { unnamed } : {}),
    evidence: [why],
  };
}

function overColumns(headings: string[], body: readonly PlainRow[], width: number): string[] {
  if (headings.length > width) return headings.slice(0, Math.max(width, extent(headings)));
  if (headings.length === width) return headings;
  // The rows may end with more delimiters than the header. These delimiters form columns only if more than 1% of the
  // rows have a non-empty cell there.
  const beyond = body.filter((row) => extent(row.cells) > headings.length).length;
  if (beyond <= body.length * 0.01) return headings;
  const missing = Array.from({ length: width - headings.length }, () => "");
  const isBefore = missing.length === 1 && !isNumbering(headings[0] ?? "") && isCounted(body, width);
  return isBefore ? ["", ...headings] : [...headings, ...missing];
}

/** True if the heading may belong to a column of row numbers or IDs. */
function isNumbering(heading: string): boolean {
  return /^\s*#|(?:^|[_\s-]|[a-z](?=I))(?:id|nr|no|num|number|key|pos|line|row|index)\.?\s*$/i.test(heading);
}

/** True if the first column contains row numbers. Some programs write such a column without a heading. */
function isCounted(body: readonly PlainRow[], width: number): boolean {
  const start = Number(body[0]?.cells[0]);
  return (
    (start === 0 || start === 1) &&
    body.length >= 2 &&
    body.slice(0, 100).every(({ cells }, i) => Number(cells[0]) === start + i && cells.length === width)
  );
}

function pinnedHeader(
  rows: readonly PlainRow[],
  width: number,
  pinned: NonNullable<ReadOptions["header"]>,
): Header {
  if (pinned === "none") return headless(rows[0]?.line ?? 1, width, "The table has no header, as specified.");
  if (typeof pinned === "string" || "rows" in pinned) {
    const lines = typeof pinned === "string" ? [Number(pinned)] : pinned.rows.map(Number);
    const header = rows.filter((row) => lines.includes(row.line));
    const last = rows.findLastIndex((row) => lines.includes(row.line));
    if (header.length < lines.length) {
      return {
        ...headless(1, width, ""),
        missing: `line ${lines.find((line) => !header.some((row) => row.line === line))}`,
      };
    }
    const where = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(" and ")}, joined`;
    const why = `The header is on ${where}, as specified in the mapping.`;
    return headed(header, rows.slice(last + 1), width, why);
  }
  const wanted = pinned.contains.map(foldHeading);
  const found = rows.findIndex((row) => {
    const folded = new Set(row.cells.map(foldHeading));
    return wanted.every((heading) => folded.has(heading));
  });
  if (found < 0) {
    return { ...headless(1, width, ""), missing: `a row with the headings ${pinned.contains.join(", ")}` };
  }
  return headed(
    [rows[found]!],
    rows.slice(found + 1),
    width,
    `The header is on line ${rows[found]!.line}, the first line with the headings that the mapping specifies.`,
  );
}

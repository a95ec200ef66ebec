import { extent, type PlainRow } from "./plain-row.js";
import { foldHeading } from "./fold-heading.js";
import { explainBest, firstCells } from "./header/explanation.js";
import { findHeader, type Header } from "./header/header.js";
import { issue, type Issue } from "../model/issues.js";
import type { ReadOptions } from "./read-options.js";

/**
 * This module chooses a delimiter, a sheet, a table or a header from several candidates, based on the headings that the
 * mapping requires.
 */

/** Maximum number of rows, from the first one, that are searched for the headings. */
const searched = 1_000;

interface Place<T> {
  readonly candidate: T;
  readonly row: PlainRow;
  /** Number of the required headings found in the row. */
  readonly found: number;
}

export interface Fit<T> {
  /** Rows with all headings. If a candidate repeats a row, only the first occurrence is included. */
  readonly fitting: readonly Place<T>[];
  /** The row with the most headings. Undefined if no row contains any of the headings. */
  readonly closest: Place<T> | undefined;
}

export function fitOf<T>(
  candidates: readonly T[],
  rowsOf: (candidate: T) => readonly PlainRow[],
  required: readonly string[],
): Fit<T> {
  const names = new Set(required.map(foldHeading));
  const fitting: Place<T>[] = [];
  let closest: Place<T> | undefined;
  if (names.size === 0) return { fitting, closest };
  for (const candidate of candidates) {
    const seen = new Set<string>();
    for (const row of rowsOf(candidate).slice(0, searched)) {
      const cells = row.cells.map(foldHeading);
      const found = new Set(cells.filter((cell) => names.has(cell))).size;
      if (found === 0) continue;
      const place = { candidate, row, found };
      if (found > (closest?.found ?? 0)) closest = place;
      const text = cells.slice(0, extent(cells)).join("\n");
      if (found === names.size && !seen.has(text)) fitting.push(place);
      seen.add(text);
    }
  }
  return { fitting, closest };
}

/**
 * Returns the sheets or tables that have a row with all headings. If there are none, returns the sheet or table with
 * the most headings. Returns an empty array if no row contains any of the headings.
 */
export function fittingCandidates<T extends { readonly rows: readonly PlainRow[] }>(
  candidates: readonly T[],
  required: readonly string[],
): readonly T[] {
  const { fitting, closest } = fitOf(candidates, ({ rows }) => rows, required);
  const found = new Set(fitting.map(({ candidate }) => candidate));
  if (found.size === 0 && closest !== undefined) found.add(closest.candidate);
  return [...found];
}

/** A header, and all rows that could be the header if there is more than one. */
export interface FittingHeader {
  readonly header: Header;
  readonly rivals: readonly PlainRow[];
}

/**
 * Replaces a detected header if another row contains more of the headings that the mapping requires. `widthFrom`
 * returns the number of cells in the rows of a table that begins with the given row.
 */
export function headerByHeadings(
  rows: readonly PlainRow[],
  detected: Header,
  options: Pick<ReadOptions, "header" | "required" | "wanted">,
  widthFrom: (row: PlainRow) => number,
): FittingHeader {
  const required = options.header === undefined ? (options.required ?? []) : [];
  const names = new Set(required.map(foldHeading));
  const { fitting, closest } = fitOf([rows], (all) => all, required);
  const detectedNames = new Set(detected.headings?.map(foldHeading));
  const own = countFound(names, detectedNames);
  const kept: FittingHeader = { header: withNames(detected, required, detectedNames), rivals: [] };
  const fits = fitting.map(({ row }) => row);
  if (own === names.size) {
    const wanted = new Set(options.wanted?.map(foldHeading));
    const most = countFound(wanted, detectedNames);
    const others = fits
      .filter(({ line }) => !detected.headerRows.includes(line))
      // If only one heading is required, such as `Active`, the heading may also occur as a value.
      .filter(({ cells }) => names.size > 1 || countFound(wanted, new Set(cells.map(foldHeading))) > most);
    if (others.length === 0) return kept;
    const line = detected.headerRows[0] ?? 0;
    return { header: detected, rivals: [{ line, cells: detected.headings ?? [] }, ...others] };
  }
  if (closest === undefined || closest.found <= own) return kept;
  const { row, found } = closest;
  const header = findHeader(rows, widthFrom(row), String(row.line));
  const many =
    found === names.size
      ? "all headings that the mapping requires"
      : "more of the headings that the mapping requires than any other line";
  const evidence = [
    `The header is on line ${row.line}, which has ${many}.`,
    `Without the mapping: ${detected.evidence[0]}`,
  ];
  return { header: { ...header, evidence }, rivals: fits.length > 1 ? fits : [] };
}

function countFound(names: ReadonlySet<string>, found: ReadonlySet<string>): number {
  return [...names].filter((name) => found.has(name)).length;
}

/** Adds a sentence to the evidence that states whether the header has all required headings. */
function withNames(header: Header, required: readonly string[], found: ReadonlySet<string>): Header {
  if (required.length === 0) return header;
  const lacking = required.filter((name) => !found.has(foldHeading(name)));
  const sentence =
    lacking.length === 0
      ? "The header has all headings that the mapping requires."
      : `The header lacks headings that the mapping requires (${lacking.join(", ")}), and no other line has more of the required headings.`;
  return { ...header, evidence: [...header.evidence, sentence] };
}

const mostRivals = 3;

/**
 * Returns the issue for a table in which several lines have all headings. `rows` contains the first rows of the table.
 */
export function severalHeaders(rivals: readonly PlainRow[], rows: readonly PlainRow[], width: number): Issue {
  const sorted = rivals.toSorted((a, b) => a.line - b.line);
  const sets = new Set(
    sorted.map(({ cells }) =>
      cells
        .map(foldHeading)
        .filter((cell) => cell !== "")
        .toSorted()
        .join("\n"),
    ),
  );
  const last = sorted.at(-1)?.line ?? 0;
  // All of these lines have the same headings in a different order, so none of them can be the header for all rows.
  if (sets.size === 1) return issue("moved_header", { line: last }, {});
  const numbers = sorted.map(({ line }) => line);
  const choices = numbers
    .slice(0, mostRivals)
    .map((line) => `\`header: ${line}\``)
    .join(" or ");
  const more = sorted.length > mostRivals ? ` and ${sorted.length - mostRivals} more` : "";
  const lines = sorted.slice(0, mostRivals).map(lineOfHeadings).join("; ");
  const best = explainBest(rows, numbers, width);
  return issue("several_headers", { line: numbers[0] }, { lines: `${lines}${more}`, choices, best });
}

/** Describes a header row: `line 4 (Code, Name, ...)`. */
export function lineOfHeadings({ line, cells }: PlainRow): string {
  return `line ${line} (${firstCells(cells)})`;
}

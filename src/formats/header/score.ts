import { cellKind, isTyped } from "../cell-kind.js";
import type { PlainRow } from "../plain-row.js";
import { type Column, columnShapes } from "./columns.js";
import { areNamed, holdsHeadingWord, isYear } from "./words.js";

/**
 * Determines whether a row is a header. A score combines evidence from the row's cells and from the columns below.
 */

/** Weights used by `headerVerdict`. A row with a total above 0 is a header. */
const speaks = Object.freeze({
  /** Starting score, because most tables have a header. */
  atFirst: 0.6,
  numbered: 0.4,
  yearOverOthers: 0.4,
  valueOverItsLike: -2,
  valueOverOthers: -0.6,
  missingValue: -1,
  missingValueAgain: -1.5,
  wordOverValues: 2,
  standsBelow: -1.5,
  longAsAllBelow: -0.5,
  unlikeAllBelow: 0.8,
  /** Added if the cell is probably a heading, because its length or kind differs from the cells below. */
  otherLength: 0.2,
  otherKind: 0.25,
  /** Added for each known header word, up to three. */
  headingWord: 0.7,
  repeatedName: -0.4,
  mostlyBlank: -0.5,
});

/** Specifies whether a row is a header, with the reason. */
interface HeaderVerdict {
  readonly isHeader: boolean;
  readonly isSure?: boolean;
  readonly isNamed?: boolean;
  readonly holdsValues?: boolean;
  /** The reason why a row of words that is read as data may still be a header. */
  readonly inDoubt?: string;
  readonly why: string;
}

/** Determines whether a row above these columns is a header and returns the reason as part of a sentence. */
export function headerVerdict(
  cells: readonly string[],
  body: readonly Column[],
  rowsBelow: number,
): HeaderVerdict {
  let score: number = speaks.atFirst;
  let hints = 0;
  let typedBelow = 0;
  let evenBelow = 0;
  let repeated = 0;
  let typed = 0;
  let numbers = 0;
  let values = 0;
  let blanks = 0;
  let words = 0;
  let unlike = 0;
  const names = cells.map((cell) => cell.trim());
  const isNumbered = areNumbered(names);
  names.forEach((name, index) => {
    const column = body[index];
    const kind = cellKind(name);
    if (kind === "empty") {
      blanks++;
      return;
    }
    if (isNumbered && index > 0) {
      score += speaks.numbered;
      return;
    }
    if (holdsHeadingWord(name)) words++;
    const below = column !== undefined && column.filled > 0 ? column : undefined;
    if (isTyped(kind)) {
      typed++;
      // Years and numbers may be headings, but a date, an address or a number above similar values is itself a value.
      if (isYear(name) && below !== undefined && ![...below.values].every(isYear)) {
        score += speaks.yearOverOthers;
        return;
      }
      numbers++;
      if (below?.kind === kind) {
        values++;
        score += speaks.valueOverItsLike;
      } else score += speaks.valueOverOthers;
      if (below !== undefined && !isTyped(below.kind)) values++;
      return;
    }
    if (below === undefined) return;
    if (missingValue.test(name)) {
      // A marker for a missing value, such as `N/A`, is not a heading.
      score += below.values.has(name) ? speaks.missingValueAgain : speaks.missingValue;
    } else if (isTyped(below.kind) && below.share >= 0.6) {
      typedBelow++;
      // If a table lists keys with mixed values, the first value may be a word above dates and numbers.
      if (below.share >= 0.9) evenBelow++;
      score += speaks.wordOverValues;
    } else if (below.values.has(name) || isCountedOn(name, below)) {
      repeated++;
      score += speaks.standsBelow;
    } else if (below.filled >= 3 && below.shortest === below.longest && below.longest > 0) {
      if (name.length !== below.longest) unlike++;
      score += name.length === below.longest ? speaks.longAsAllBelow : speaks.unlikeAllBelow;
    } else if (
      below.filled >= 3 &&
      (name.length > below.longest * 2 + 4 || name.length * 2 < below.shortest)
    ) {
      hints += speaks.otherLength;
    } else if (below.kind !== kind) hints += speaks.otherKind;
  });
  // Tables with long cells produce many hints, so the hints are limited if several names also occur as values below.
  score += repeated > 1 ? Math.min(hints, 1) : hints;
  score += Math.min(3, words) * speaks.headingWord;
  const named = names.filter((name) => name !== "");
  if (new Set(named).size < named.length) score += speaks.repeatedName;
  if (blanks > names.length / 2) score += speaks.mostlyBlank;
  if (rowsBelow === 0) {
    return typed > 0
      ? { isHeader: false, why: "it is the only one and contains values" }
      : { isHeader: true, why: "it is the only line and contains only words" };
  }
  const isHeader = score > 0;
  if (isHeader) {
    const why =
      typedBelow > 0
        ? `it has words where the rows below have numbers, dates or similar values (${columnCount(typedBelow)} of ${cells.length})`
        : "its words do not occur in the columns below";
    // A row such as `;Acme;Staff;2026`, with a number and an empty first cell, may be a comment that starts with the
    // delimiter.
    const isSure = evenBelow > 0 && numbers === 0 && !(typed > 0 && names[0] === "");
    const holdsValues =
      values > 0 || numbers * 2 > named.length || !named.some((name) => /\p{L}/u.test(name) || isYear(name));
    return { isHeader, isSure, isNamed: areNamed(names), holdsValues, why };
  }
  if (typed > 0)
    return { isHeader, why: `it has numbers, dates or similar values (${typed} of ${cells.length} cells)` };
  if (repeated === 0)
    return {
      isHeader,
      inDoubt: "none of its cells occurs below",
      why: "its cells look like the cells below",
    };
  const why = `it has values that occur again in the rows below (${repeated} of ${cells.length} cells)`;
  const inDoubt = "one of its words occurs again below, and another differs from the rest of its column";
  return { isHeader, why, ...(repeated === 1 && unlike + typedBelow > 0 ? { inDoubt } : {}) };
}

function columnCount(count: number): string {
  return count === 1 ? "1 column" : `${count} columns`;
}

/**
 * True if all values below differ from the name only in their digits. For example, `item_0` continues the sequence
 * `item_1`, `item_2` below it.
 */
function isCountedOn(name: string, { values }: Column): boolean {
  const form = (text: string): string => text.replace(/\d+/g, "0");
  return /\d/.test(name) && values.size > 1 && [...values].every((value) => form(value) === form(name));
}

/** Placeholders for missing values. */
export const missingValue = /^(?:\\n|n\/a|#n\/a|nan|null|none|-{1,3}|\?)$/i;

/** True if a word or an empty cell is followed by column numbers from 0 or 1, as in `species,1,2,3,4`. */
function areNumbered([first = "", ...others]: readonly string[]): boolean {
  const start = Number(others[0]);
  return (
    others.length >= 4 &&
    !isTyped(cellKind(first)) &&
    (start === 0 || start === 1) &&
    others.every((name, i) => name === String(start + i))
  );
}

/** True if the row is a header for the rows below it. */
export function looksLikeHeader(rows: readonly PlainRow[], index: number, width: number): boolean {
  const cells = rows[index]!.cells;
  return headerVerdict(cells, columnShapes(rows.slice(index + 1), width), rows.length - index - 1).isHeader;
}

import { isHouseNumber, isMeasure, isNamedKey, isOwn, isReference, saysHowMuch } from "./external-id.js";
import { clear, hardlyDiffers, head, headIs, is, owned, ranked, type GuessColumn } from "../column.js";
import { abstain, candidates, percentText, take, type FieldGuess } from "../field-guess.js";
import type { GuessTable } from "../table.js";
import { confident, part, preference, says } from "../weights.js";

/** The code that users know. For an export with a code alone it is the same column as the id. */
export function guessCode(table: GuessTable): FieldGuess {
  const isOfAnotherRecord = (column: GuessColumn) =>
    (owned(column, "charge") || owned(column, "tax")) && !isOwn(column, table.record);
  const usable = table.columns.filter(
    (column) =>
      clear(column) &&
      column.profile.filledShare >= part.nearlyAll &&
      (column.profile.code >= part.most || isNamedKey(column)) &&
      column.profile.email < part.half &&
      !column.profile.isRowNumber &&
      !isReference(column) &&
      !isHouseNumber(column, table) &&
      !hardlyDiffers(column) &&
      // "Creditor" over Y and N.
      column.profile.flag < 1 &&
      !isOfAnotherRecord(column),
  );
  const [best, ...rivals] = ranked(usable, (column) => scoreOf(column, isOwn(column, table.record), table));
  if (best !== undefined) {
    const { column, score } = best;
    return take(
      column,
      confident(score),
      `${named(column)} and ${percentText(column.profile.code)} of values are short codes`,
      {
        runnersUp: candidates(
          rivals.slice(0, 3).map((other) => other.column),
          (other) => `${percentText(other.profile.code)} short codes`,
        ),
        warnings: [
          column.profile.uniqueness < 1 &&
            `some codes stand in several rows (${percentText(column.profile.uniqueness)} unique)`,
        ],
      },
    );
  }
  return abstain(
    "no column is named like a code",
    candidates(
      table.columns
        .filter(
          (column) => column.profile.code === 1 && column.profile.uniqueness === 1 && !saysHowMuch(column),
        )
        .slice(0, 3),
      "short and different in every row",
    ),
  );
}

/** What speaks for a column, in words that its heading bears out. */
function named(column: GuessColumn): string {
  switch (head(column)) {
    case "code":
      return "heading says a code";
    case "id":
    case "number":
      return `heading says ${head(column) === "id" ? "an id" : "a number"}, no column is named a code,`;
    default:
      return "heading says nothing but what is listed";
  }
}

function scoreOf(column: GuessColumn, mine: boolean, table: GuessTable): number {
  if (is(column, "old") || is(column, "new") || is(column, "translation")) return 0;
  const { profile, reading } = column;
  const repeated = profile.uniqueness < part.half ? preference.strong : 0;
  switch (head(column)) {
    case "code":
      return (mine ? says.whole : says.sure) * reading.strength - repeated;
    case "number":
      if (mine && profile.uniqueness >= part.nearlyAll) return says.thing * reading.strength;
      return isNumberAsCode(column, table) ? says.fair * reading.strength : 0;
    case "id":
      // Of orgs the code is what users see, which a bare id is not.
      return mine || (profile.uniqueness >= part.unique && table.record !== "org")
        ? idAsCode(column, mine)
        : 0;
    case undefined:
      return mine && profile.code === 1 && !isRateLike(column) && !isMeasure(column)
        ? profile.uniqueness >= part.unique
          ? says.thing
          : says.weak
        : 0;
    default:
      return 0;
  }
}

/** A bare "No." is the code where nothing else is: different in every row, or with letters as `EKG-1` has. */
function isNumberAsCode(column: GuessColumn, table: GuessTable): boolean {
  const other = table.columns.some(
    (candidate) => candidate !== column && headIs(candidate, "code", "id", "number"),
  );
  if (other) return false;
  const lettered = column.profile.values.filter((value) => /\p{L}/u.test(value)).length;
  return column.profile.uniqueness >= part.unique || lettered >= column.profile.distinct * part.nearlyAll;
}

/** An id that is made of letters is what people know, when nothing else is; a running number or a uuid is not. */
function idAsCode(column: GuessColumn, mine: boolean): number {
  if (column.profile.meanLength > 16) return 0;
  if (column.profile.number > part.half) return 0;
  return mine ? says.thing : says.weak;
}

/** `VAT` alone over 0, 7 and 19 is a rate, over S1 and S2 a code. */
function isRateLike(column: GuessColumn): boolean {
  return (
    owned(column, "tax") &&
    column.profile.number >= part.most &&
    column.profile.meanLength <= 6 &&
    column.profile.numbers?.values.every((value) => value <= 30) === true &&
    !column.profile.counts.has("00")
  );
}

import { fill } from "../profile.js";
import { isMeasure, isNamedKey, isReference } from "./external-id.js";
import {
  abstain,
  candidates,
  choose,
  clear,
  head,
  is,
  owned,
  percent,
  type Column,
  type FieldGuess,
  type Table,
} from "../table.js";
import { confident, part } from "../weights.js";

/** The code that users know. For an export with a code alone it is the same column as the id. */
export function guessCode(table: Table): FieldGuess {
  const own = table.record === "tax-code" ? "tax" : "charge";
  const foreign = table.record === "tax-code" ? "charge" : "tax";
  const usable = table.columns.filter(
    (column) =>
      clear(column) &&
      fill(column.profile) >= part.nearlyAll &&
      (column.profile.code >= part.most || isNamedKey(column)) &&
      column.profile.email < part.half &&
      (!column.profile.isRowNumber || isOnlyCode(column, table)) &&
      !isReference(column) &&
      (!owned(column, foreign) || owned(column, own)),
  );
  const scored = usable
    .map((column) => ({ column, score: scoreOf(column, owned(column, own), table) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.column.index - b.column.index);
  const best = scored[0];
  if (best !== undefined) {
    const { column, score } = best;
    const rivals = scored.slice(1, 4).map((other) => other.column);
    return choose(
      [column],
      { op: "column" },
      confident(score),
      `heading says a code and ${percent(column.profile.code)} of values are short codes`,
      {
        runnersUp: candidates(rivals, (other) => `${percent(other.profile.code)} short codes`),
        warnings:
          column.profile.uniqueness < 1
            ? [`some codes stand in several rows (${percent(column.profile.uniqueness)} unique)`]
            : [],
      },
    );
  }
  return abstain(
    "no column is named like a code",
    candidates(
      table.columns
        .filter((column) => column.profile.code === 1 && column.profile.uniqueness === 1)
        .slice(0, 3),
      () => "short and different in every row",
    ),
  );
}

/** 1, 2, 3 under "Code" are codes when nothing else is: under "No." they would count the rows. */
function isOnlyCode(column: Column, table: Table): boolean {
  const codes = table.columns.filter((other) => head(other) === "code" && clear(other));
  return codes.length === 1 && codes[0] === column;
}

function scoreOf(column: Column, mine: boolean, table: Table): number {
  if (is(column, "old") || is(column, "new") || is(column, "translation")) return 0;
  const { profile, reading } = column;
  const repeated = profile.uniqueness < part.half ? 0.3 : 0;
  switch (head(column)) {
    case "code":
      return (mine ? 1 : 0.95) * reading.strength - repeated;
    case "number":
      if (mine && profile.uniqueness >= part.nearlyAll) return 0.7 * reading.strength;
      return isNumberAsCode(column, table) ? 0.6 * reading.strength : 0;
    case "id":
      return mine || profile.uniqueness >= part.unique ? idAsCode(column, mine, table) : 0;
    case "name":
      return nameAsCode(column, table);
    case undefined:
      return mine && profile.code === 1 && !isRateLike(column) && !isMeasure(column)
        ? profile.uniqueness >= part.unique
          ? 0.75
          : 0.55
        : 0;
    default:
      return 0;
  }
}

/** A bare "No." is the code where nothing else is: different in every row, or with letters as `EKG-1` has. */
function isNumberAsCode(column: Column, table: Table): boolean {
  const other = table.columns.some(
    (candidate) => candidate !== column && ["code", "id", "number"].includes(head(candidate) ?? ""),
  );
  if (other) return false;
  const lettered = [...column.profile.counts.keys()].filter((value) => /\p{L}/u.test(value)).length;
  return column.profile.uniqueness >= part.unique || lettered >= column.profile.distinct * part.nearlyAll;
}

/** An id that is made of letters is what people know, when nothing else is; a running number or a uuid is not. */
function idAsCode(column: Column, mine: boolean, table: Table): number {
  if (column.profile.meanLength > 16) return 0;
  if (column.profile.number > part.half) return 0;
  return mine ? 0.75 : otherNames(table, column) === 0 ? 0.55 : 0;
}

/** `VAT` alone over 0, 7 and 19 is a rate, over S1 and S2 a code. */
function isRateLike(column: Column): boolean {
  return (
    owned(column, "tax") &&
    column.profile.number >= part.most &&
    column.profile.meanLength <= 6 &&
    column.profile.numbers?.values.every((value) => value <= 30) === true &&
    !column.profile.counts.has("00")
  );
}

/** A name that is a short code in every row, with the prose in another column. */
function nameAsCode(column: Column, table: Table): number {
  const { profile } = column;
  const described = table.columns.some(
    (other) => head(other) === "description" && fill(other.profile) >= part.half,
  );
  const coded = profile.code === 1 && profile.uniqueness === 1 && profile.meanLength <= 12;
  const upper = [...profile.counts.keys()].filter(
    (value) => value === value.toUpperCase() && /\p{Lu}/u.test(value),
  ).length;
  return coded && described && upper >= profile.distinct * part.most ? 0.6 : 0;
}

/** Columns that could be the code instead: a short name beside the id. */
function otherNames(table: Table, id: Column): number {
  return table.columns.filter(
    (column) =>
      column !== id &&
      head(column) === "name" &&
      column.profile.code >= part.half &&
      column.profile.meanLength <= 16,
  ).length;
}

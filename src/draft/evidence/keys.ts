import { type GuessColumn, head, headIs, is, isNearlyConstant, owned } from "../column.js";
import { abstain, candidates, percentText, warn } from "../field-guess.js";
import {
  isHouseNumber,
  isMeasure,
  isNamedKey,
  isOwn,
  isQuantity,
  isReference,
} from "../fields/external-id.js";
import { enoughMatch } from "../profile.js";
import type { FieldEntry, GuessTable } from "../table.js";
import { part, preference, says } from "../weights.js";
import {} from "./values.js";

/** Ids and codes. */

/** The code that users know. If an export has only codes, it is also the id. */
export const code: FieldEntry = {
  what: "a code",
  ways: [
    {
      headings: codeWeight,
      of: "any",
      filled: part.nearlyAll,
      never: isNoCode,
      values: {
        says: "short codes",
        share: (column) => (isNamedKey(column) ? 1 : column.profile.code),
        least: part.most,
      },
      prefer: ({ profile }) => -(profile.uniqueness < part.half ? preference.strong : 0),
      make: (chosen, { profile }) =>
        warn(chosen, [
          profile.uniqueness < 1 &&
            `some codes are in several rows (${percentText(profile.uniqueness)} unique)`,
        ]),
    },
  ],
  open: ({ columns }) => {
    const short = columns.filter(
      (column) => column.profile.code === 1 && column.profile.uniqueness === 1 && !isQuantity(column),
    );
    return abstain(
      "no column is named like a code",
      candidates(short.slice(0, 3), "short and different in every row"),
    );
  },
};

function isNoCode(column: GuessColumn, table: GuessTable): boolean {
  const isOfAnother = (owned(column, "charge") || owned(column, "tax")) && !isOwn(column, table.record);
  return (
    isOfAnother ||
    is(column, "old") ||
    is(column, "new") ||
    is(column, "translation") ||
    column.profile.email >= part.half ||
    column.profile.isRowNumber ||
    isReference(column) ||
    isHouseNumber(column, table) ||
    isNearlyConstant(column) ||
    // "Creditor" with Y and N is a flag.
    column.profile.flag === 1
  );
}

function codeWeight(column: GuessColumn, table: GuessTable): number {
  const { profile, reading } = column;
  const isOwned = isOwn(column, table.record);
  switch (head(column)) {
    case "code":
      return (isOwned ? says.whole : says.sure) * reading.strength;
    case "number":
      if (isOwned && profile.uniqueness >= part.nearlyAll) return says.thing * reading.strength;
      return isNumberAsCode(column, table) ? says.fair * reading.strength : 0;
    case "id":
      // Users know ids made of letters, but not running numbers or UUIDs. In lists of orgs, a plain id is
      // internal.
      if (profile.meanLength > 16 || profile.number > part.half) return 0;
      return isOwned
        ? says.thing
        : profile.uniqueness >= part.unique && table.record !== "org"
          ? says.weak
          : 0;
    case undefined:
      if (!isOwned || profile.code < 1 || isRateLike(column) || isMeasure(column)) return 0;
      return profile.uniqueness >= part.unique ? says.thing : says.weak;
    default:
      return 0;
  }
}

/** True if a plain "No." is the best code: unique, or with letters such as `EKG-1`. */
function isNumberAsCode(column: GuessColumn, { columns }: GuessTable): boolean {
  if (columns.some((other) => other !== column && headIs(other, "code", "id", "number"))) return false;
  const { uniqueness, values } = column.profile;
  return uniqueness >= part.unique || enoughMatch(values, (value) => /\p{L}/u.test(value), part.nearlyAll);
}

/** `VAT` with 0, 7 and 19 is a rate, with S1 and S2 a code. */
function isRateLike(column: GuessColumn): boolean {
  const { number, meanLength, numbers, counts } = column.profile;
  return (
    owned(column, "tax") &&
    number >= part.most &&
    meanLength <= 6 &&
    numbers?.values.every((value) => value <= 30) === true &&
    !counts.has("00")
  );
}

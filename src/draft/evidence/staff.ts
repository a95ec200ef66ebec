import { clear, type GuessColumn, headIs, is, means, owned } from "../column.js";
import { isFarFuture } from "../dates.js";
import { abstain, type Abstained, candidates, percentText, warn } from "../field-guess.js";
import { guessName } from "../fields/name.js";
import { blankTokens, isBlank } from "../profile.js";
import type { Evidence } from "../scorer.js";
import type { Fields, GuessTable } from "../table.js";
import { part, preference, says } from "../weights.js";
import { external_id } from "./keys.js";
import { is_active, isUnreadStatus, updated_at } from "./shared.js";
import { addresses } from "./values.js";

/** People are active until their end date, unless another column may contradict it. */
const byEndDate: Evidence<GuessTable> = {
  headings: (column) =>
    headIs(column, "end_date") ||
    (headIs(column, "valid_to") && column.reading.owners.size === 0) ||
    // "Left on" with dates.
    (headIs(column, "inactive") && column.profile.dates !== undefined)
      ? says.whole
      : 0,
  of: "any",
  never: (column) => !clear(column) || (owned(column, "charge") && !means(column, "end_date")),
  values: {
    says: "dates",
    share: ({ profile }) => Number(profile.dates !== undefined || profile.values.some(isFarFuture)),
    least: 1,
  },
  doubts: [
    {
      why: "the end date is filled in every row",
      by: (column) =>
        column.profile.filledShare === 1 && !column.profile.values.some(isFarFuture) ? [column] : [],
    },
    {
      why: "another column may contradict the end date",
      by: (column, { columns }) => {
        const others = columns.filter((other) => isUnreadStatus(other) || followsEndDate(other, column));
        return others.length > 0 ? [column, ...others] : [];
      },
    },
  ],
  make: (chosen, { cells, profile }) => {
    const blank = cells.map((cell) => cell.trim()).filter((cell) => cell !== "" && blankTokens.has(cell));
    const never = [...new Set(blank), ...profile.values.filter(isFarFuture)];
    const either = profile.dates?.ambiguous;
    return warn({ ...chosen, operation: { op: "active_until", format: profile.dates?.format, never } }, [
      either !== undefined && `dates could be ${either.join(" or ")}`,
    ]);
  },
};

/** People. */
export const staff: Fields = {
  external_id,
  updated_at,
  name: guessName,
  email_address: {
    what: "e-mail addresses",
    ways: [
      {
        headings: { email: says.whole },
        of: "any",
        known: 0,
        never: (column) => isAddressOfOther(column) || isSharedAddress(column),
        filled: part.few,
        values: { ...addresses(part.half), share: addressShare },
        prefer: (column) =>
          (is(column, "work") ? preference.decisive : is(column, "primary") ? preference.strong : 0) -
          (1 - column.profile.email) -
          (1 - column.profile.filledShare) * 2,
        make: (chosen, { profile }) =>
          warn(chosen, [
            profile.filledShare < part.unique &&
              `${percentText(profile.filledShare)} of rows have an address`,
            profile.email < part.most && "one value is not an address, and its row is rejected",
          ]),
      },
      // A login may be an address. `Adresse élec.` looks like a postal address, `Contacto Correo` like a
      // phone number.
      {
        headings: { any: says.weak },
        of: "any",
        known: 0,
        never: (column, table) =>
          isAddressOfOther(column) || !means(column, "login") || hasManyAddresses(table),
        filled: part.half,
        values: addresses(part.nearlyAll),
      },
      {
        headings: { silent: says.weak, address: says.weak, phone: says.weak },
        of: [""],
        known: 0,
        never: (column, table) => isAddressOfOther(column) || hasManyAddresses(table),
        filled: part.half,
        values: addresses(part.nearlyAll),
      },
    ],
    open: noAddress,
  },
  is_active: { ...is_active, ways: [...is_active.ways, byEndDate] },
};

// -- e-mail addresses --

/** True for addresses of other people and for private, recovery or second addresses. */
function isAddressOfOther(column: GuessColumn): boolean {
  return (
    headIs(column, "manager", "relative", "customer", "vendor") ||
    (is(column, "private") && !is(column, "work")) ||
    is(column, "secondary") ||
    is(column, "new") ||
    is(column, "old")
  );
}

/** True if all rows have the same address, such as the company's own. */
function isSharedAddress({ profile }: GuessColumn): boolean {
  return profile.filled >= 3 && profile.distinct === 1;
}

/** Allows one wrong value, because in a short list it is a large share. */
function addressShare({ profile }: GuessColumn): number {
  const others = Math.round(profile.filled * (1 - profile.email));
  return profile.email >= part.most || others === 1 ? profile.email : 0;
}

function hasManyAddresses({ columns }: GuessTable): boolean {
  return (
    columns.filter(
      (column) =>
        column.profile.email >= part.nearlyAll &&
        !isAddressOfOther(column) &&
        column.profile.filledShare >= part.half,
    ).length > 2
  );
}

function noAddress({ columns }: GuessTable): Abstained {
  const empty = columns.filter(
    (column) => headIs(column, "email") && !isAddressOfOther(column) && column.profile.filled === 0,
  );
  if (empty.length > 0) return abstain("the e-mail column is empty", candidates(empty, "empty"));
  const refused = columns.filter((column) => column.profile.email >= part.most);
  return abstain(
    refused.length > 0
      ? "the addresses belong to other people or are private"
      : "no column contains e-mail addresses",
    candidates(refused, "addresses, but not this person's at work"),
  );
}

// -- the end date --

/**
 * True if a column with an unknown heading, such as `St` or `Kz`, has two values and the rarer one goes with
 * an end date.
 */
function followsEndDate(column: GuessColumn, end: GuessColumn): boolean {
  const { profile, cells } = column;
  const isSilent = headIs(column, "number", "kind", "code", undefined) && profile.number === 0;
  if (!isSilent || profile.distinct !== 2 || profile.filledShare < part.most) return false;
  const [rarer] = [...profile.counts].sort(([, a], [, b]) => a - b)[0] ?? [];
  const rare = cells.flatMap((cell, row) => (cell.trim() === rarer ? [row] : []));
  const both = rare.filter((row) => !isBlank(end.cells[row])).length;
  return both >= Math.max(rare.length, end.profile.filled) * part.half;
}

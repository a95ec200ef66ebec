import { clear, type GuessColumn, headIs, is, joinColumns, means, owned } from "../column.js";
import { isFarFuture } from "../dates.js";
import {
  abstain,
  type Abstention,
  candidates,
  type ColumnChoice,
  type FieldGuess,
  percentText,
  warn,
} from "../field-guess.js";
import { holdsGivenName } from "../given-names.js";
import type { Meaning } from "../meanings.js";
import { blankTokens, enoughMatch, isBlank } from "../profile.js";
import { headingReading } from "../reading.js";
import type { Evidence } from "../scorer.js";
import type { FieldEntry, Fields, GuessTable } from "../table.js";
import { confidence, part, preference, says } from "../weights.js";
import { fold, isSpaceless } from "../words.js";
import { external_id } from "./keys.js";
import { is_active, isUnreadStatus, updated_at } from "./shared.js";
import { addresses } from "./values.js";

/**
 * Treats people as active until their end date. The field stays open if another column might contradict the end date.
 */
const byEndDate: Evidence<GuessTable> = {
  headings: (column) =>
    headIs(column, "end_date") ||
    (headIs(column, "valid_to") && column.reading.owners.size === 0) ||
    // The heading may mean "inactive", as in a "Left on" column that contains dates.
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

/** A person's name, taken from one column or from the given and family names in the language's usual order. */
const name: FieldEntry = {
  what: "full names",
  joins: givenAndFamily,
  ways: [
    {
      headings: {
        full_name: says.whole,
        name: says.sure,
        login: says.fair,
        any: says.fair,
        silent: says.fair,
      },
      of: ["", "staff"],
      never: (column) => isNoName(column) || (column.joined === undefined && !isWholeName(column)),
      filled: part.half,
      values: { says: "words", share: ({ profile }) => profile.word, least: part.half },
      prefer: namePreference,
      doubts: [
        {
          why: (columns) =>
            `${columns.at(-1)?.name} has one word in most rows, and another column has given names. If both are parts of the name, write { join: [GIVEN, FAMILY] }`,
          by: unreadGivenNames,
          beside: ({ profile }) => `${percentText(profile.word)} words`,
        },
      ],
      make: asName,
    },
    {
      headings: { given_name: says.weak },
      of: "any",
      never: isNoName,
      filled: part.half,
      values: {
        says: "full names",
        share: (column) => (means(column, "name") ? column.profile.word : column.profile.person),
        least: part.most,
      },
    },
    {
      headings: { any: says.weak, silent: says.weak },
      of: [""],
      known: 0,
      never: ({ profile, reading }, { hasHeadings }) =>
        profile.uniqueness < part.most || (hasHeadings && reading.heads.length > 0),
      filled: part.nearlyAll,
      values: { says: "full names", share: ({ profile }) => profile.person, least: part.nearlyAll },
    },
  ],
  open: ({ columns }) =>
    abstain(
      "no column contains full names",
      candidates(
        columns.filter((column) => clear(column) && headIs(column, "given_name", "family_name")),
        "only part of a name",
      ),
    ),
};

export const staff: Fields = {
  external_id,
  updated_at,
  name,
  email_address: {
    what: "email addresses",
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
              `${percentText(profile.filledShare)} of rows have an email address`,
            profile.email < part.most && "one value is not an email address, so its row is rejected",
          ]),
      },
      // The heading of a column of email addresses may be read as a login, a postal address (`Adresse élec.`) or a
      // phone number (`Contacto Correo`).
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

// -- email addresses --

/** True for addresses of other people or organizations, and for private, secondary, new and old addresses. */
function isAddressOfOther(column: GuessColumn): boolean {
  return (
    headIs(column, "manager", "relative", "customer", "vendor") ||
    (is(column, "private") && !is(column, "work")) ||
    is(column, "secondary") ||
    is(column, "new") ||
    is(column, "old")
  );
}

/** True if at least three rows have an address and all addresses are the same, such as the company's address. */
function isSharedAddress({ profile }: GuessColumn): boolean {
  return profile.filled >= 3 && profile.distinct === 1;
}

/** One wrong value is allowed, because a single value is a large share of a short list. */
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

function noAddress({ columns }: GuessTable): Abstention {
  const empty = columns.filter(
    (column) => headIs(column, "email") && !isAddressOfOther(column) && column.profile.filled === 0,
  );
  if (empty.length > 0) return abstain("the email column is empty", candidates(empty, "empty"));
  const refused = columns.filter((column) => column.profile.email >= part.most);
  return abstain(
    refused.length > 0
      ? "the email addresses belong to other people or are private"
      : "no column contains email addresses",
    candidates(refused, "email addresses, but not the person's work address"),
  );
}

// -- the end date --

/**
 * True if a column with an unclear heading, such as `St` or `Kz`, has two values and the rarer one occurs mainly in
 * rows with an end date.
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

// -- names --

function isNoName(column: GuessColumn): boolean {
  return !clear(column) || is(column, "translation") || is(column, "old");
}

/**
 * Prefers names in the local script to English ones. A column of single words scores lower than joined given and
 * family names, because it probably contains only a part of the name.
 */
function namePreference(column: GuessColumn): number {
  const { person, filledShare } = column.profile;
  if (column.joined !== undefined) return -preference.strong;
  const isOther = is(column, "english") || is(column, "secondary");
  return (person - 1) * preference.strong + (filledShare - 1) - (isOther ? preference.decisive : 0);
}

function isWholeName(column: GuessColumn): boolean {
  const { profile, reading } = column;
  if (profile.email > part.few) return false;
  if (means(column, "full_name"))
    return means(column, "login") ? profile.person >= part.half : profile.word >= part.most;
  if (headIs(column, "name")) return profile.word >= part.most && profile.meanLength >= 2;
  return reading.heads.length === 0 && owned(column, "staff") && profile.person >= part.most;
}

function asName(chosen: ColumnChoice, column: GuessColumn): FieldGuess {
  if (column.joined !== undefined)
    return { ...chosen, reason: "given name and family name are in separate columns" };
  if (mostValues(column, isFamilyNameFirst)) {
    const why =
      "most names have a comma, so the family name is probably first; keep this order or swap the parts";
    return { ...abstain(why, candidates([column], "unchanged")), isNameSwapped: true };
  }
  if (!isOneWord(column)) return chosen;
  const doubtful = { ...chosen, confidence: Math.min(chosen.confidence, confidence.doubtful) };
  return warn(doubtful, ["most values are one word; make sure that they are full names"]);
}

function givenAndFamily({ columns, languages }: GuessTable): readonly GuessColumn[] {
  const usable = columns.filter(
    (column) =>
      !isNoName(column) &&
      column.profile.filledShare > part.half &&
      !owned(column, "charge") &&
      !owned(column, "tax"),
  );
  const words = usable.filter((column) => column.profile.word >= part.most);
  const first = (from: readonly GuessColumn[]) =>
    from.find((column) => !is(column, "english") && !is(column, "secondary")) ?? from[0];
  const headed = (meaning: Meaning) => words.filter((column) => headIs(column, meaning));
  const families = headed("family_name").filter((column) => !is(column, "secondary"));
  const givens = headed("given_name");
  const given = first(
    givens.length > 0
      ? givens
      : words.filter((column) => families.some((family) => isBeside(column, family))),
  );
  const family = first(
    families.length > 0
      ? families
      : words.filter((column) => headIs(column, "name") && column.profile.person < part.most),
  );
  if (given === undefined || family === undefined || (givens.length === 0 && families.length === 0))
    return [];
  const share = (code: string) => languages.get(code) ?? 0;
  const isIn = (code: string) => share(code) >= 2;
  // Bulgarian shares most heading words with Russian but puts the given name first.
  const isSlavic = (isIn("ru") || isIn("uk")) && share("bg") <= Math.max(share("ru"), share("uk"));
  const isClose = [given, family].every((column) => mostValues(column, isSpaceless));
  const isFamilyFirst = isClose || isIn("vi") || isIn("hu") || isSlavic;
  const middle = columns.filter((column) => headIs(column, "middle_name"));
  const second = usable.filter((column) => headIs(column, "family_name") && is(column, "secondary"));
  const within = isIn("vi") || isIn("nl") ? middle.slice(0, 1) : [];
  const behind = isSlavic ? middle.slice(0, 1) : [];
  const [one, other] = isFamilyFirst ? [family, given] : [given, family];
  return [
    joinColumns(
      [one, ...within, other, ...behind, ...second.slice(0, 1)],
      isClose ? "" : " ",
      headingReading(["full_name"]),
    ),
  ];
}

/**
 * True for a `Nombre` column with "Juan José" next to `Apellidos`. The column contains the given name if its cells
 * hardly ever contain the family name.
 */
function isBeside(column: GuessColumn, family: GuessColumn): boolean {
  if (column === family || !headIs(column, "name", "full_name")) return false;
  if (headIs(column, "full_name") && !(mostValues(column, isSpaceless) && mostValues(family, isSpaceless)))
    return false;
  const within = column.cells.filter((cell, row) => {
    const name = family.cells[row] ?? "";
    return name !== "" && fold(cell).includes(fold(name));
  });
  return within.length <= column.cells.length * part.few;
}

/** True if most values do not look like full names, as in a `Nom` column with DURAND and JEAN. */
function isOneWord({ profile }: GuessColumn): boolean {
  return profile.person < part.half;
}

/** Returns given-name columns with unrecognized headings, such as `emp_pre` next to `emp_nom`. */
function unreadGivenNames(best: GuessColumn, { columns }: GuessTable): readonly GuessColumn[] {
  if (!isOneWord(best)) return [];
  return columns.filter(
    (column) =>
      column !== best &&
      headIs(column, undefined) &&
      column.profile.word >= part.most &&
      column.profile.person < part.half &&
      column.profile.uniqueness >= part.half &&
      enoughMatch(column.profile.values, holdsGivenName, part.half),
  );
}

/** True for a name such as `Whitfield, Grace`. */
export function isFamilyNameFirst(name: string): boolean {
  return /^[^,]+,[^,]+$/.test(name);
}

function mostValues(column: GuessColumn, test: (value: string) => boolean): boolean {
  const values = column.profile.values.slice(0, 200);
  return values.length > 0 && enoughMatch(values, test, part.most);
}

import {
  type GuessColumn,
  haveSameCells,
  head,
  headIs,
  is,
  isNearlyConstant,
  joinColumns,
  means,
  owned,
  ranked,
} from "../column.js";
import {
  abstain,
  type Abstention,
  candidates,
  type ColumnChoice,
  doubted,
  type FieldGuess,
  percentText,
  warn,
} from "../field-guess.js";
import { enoughMatch, isUuid } from "../profile.js";
import { blankReading } from "../reading.js";
import { type FieldEntry, type GuessTable, isOwn } from "../table.js";
import { mentions } from "../text-words.js";
import { doubt, part, preference, says } from "../weights.js";
import { phraseKey } from "../words.js";
import { flowList } from "../yaml-text.js";

/** One column, or a combination of two columns, that permanently identifies a record. */
export const external_id: FieldEntry = {
  what: "a permanent ID",
  joins: keyOfTwo,
  ways: [
    {
      headings: idWeight,
      of: "any",
      known: 0,
      filled: part.nearlyAll,
      never: isNoKey,
      values: { says: "different", share: ({ profile }) => profile.uniqueness, least: part.most },
      prefer: idPreference,
      doubts: [
        {
          why: ([key, scope]) =>
            `${key?.name} repeats, but not together with ${scope?.name}: write { join: ${flowList([scope?.name ?? "", key?.name ?? ""])}, separator: "|" } if a person has a different ID for each ${scope?.name}`,
          by: ({ joined }, { record }) => (record === "staff" ? [...(joined?.columns ?? [])].reverse() : []),
        },
        {
          why: "a national ID number is personal data; ask for the ID that the system assigns",
          by: (best, _, score) => (headIs(best, "national_id") && score <= says.hardly ? [best] : []),
        },
        {
          why: "an email address changes with the person's name, and the other column may contain national ID numbers or row numbers; choose the column that identifies people",
          by: (best, { columns }) =>
            isEmail(best)
              ? columns.filter(
                  ({ profile, reading }) =>
                    (reading.heads[0] === "national_id" && profile.uniqueness === 1) ||
                    (reading.heads[0] === "number" && profile.isRowNumber),
                )
              : [],
        },
        {
          why: "no heading clearly indicates a permanent ID",
          by: (best, table, score) => (score > says.weak ? [] : codeColumns(table)),
        },
        {
          why: "no heading clearly indicates a permanent ID",
          by: (best, _, score) => (score > says.hardly ? [] : [best]),
        },
        {
          why: "consecutive numbers may be IDs of people or only row numbers",
          by: (best, table) =>
            table.record === "staff" && best.profile.isRowNumber && !owned(best, "staff")
              ? table.columns.filter((other) => other !== best && isPlainKey(other, table))
              : [],
        },
        {
          // If there are columns `ERP Vendor ID` and `SM Vendor ID`, nothing shows which of the two contains the
          // record's ID.
          why: "several columns may contain the permanent ID",
          by: (best, table) =>
            best.reading.unknown.length === 0
              ? []
              : table.columns.filter(
                  (other) =>
                    other !== best &&
                    isPlainKey(other, table) &&
                    headIs(other, head(best)) &&
                    other.reading.unknown.length > 0 &&
                    !haveSameCells(other, best),
                ),
        },
      ],
      make: asId,
    },
    {
      headings: ({ index }) => (index === 0 ? says.weak : 0),
      of: "any",
      known: 0,
      never: (column, { hasHeadings, rows }) =>
        hasHeadings || rows < 3 || isQuantity(column) || column.profile.word >= part.half || isEmail(column),
      values: {
        says: "different codes",
        share: ({ profile }) => (profile.isUnique ? profile.code : 0),
        least: 1,
      },
    },
  ],
  open: noId,
};

/** The code that users know. If an export contains only codes, the code also serves as the ID. */
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
            `some codes occur in several rows (${percentText(profile.uniqueness)} unique)`,
        ]),
    },
  ],
  open: ({ columns }) => {
    const short = columns.filter(
      (column) => column.profile.code === 1 && column.profile.uniqueness === 1 && !isQuantity(column),
    );
    return abstain(
      "no heading indicates a code",
      candidates(short.slice(0, 3), "short and different in every row"),
    );
  },
};

function isNoCode(column: GuessColumn, table: GuessTable): boolean {
  const isOfAnother = (owned(column, "charge") || owned(column, "tax")) && !isOwn(column, table);
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
    // A "Creditor" column that contains Y and N is a flag.
    column.profile.flag === 1
  );
}

function codeWeight(column: GuessColumn, table: GuessTable): number {
  const { profile, reading } = column;
  const isOwned = isOwn(column, table);
  switch (head(column)) {
    case "code":
      return (isOwned ? says.whole : says.sure) * reading.strength;
    case "number":
      if (isOwned && profile.uniqueness >= part.nearlyAll) return says.thing * reading.strength;
      return isNumberAsCode(column, table) ? says.fair * reading.strength : 0;
    case "id":
      // Users are familiar with IDs that consist of letters, but not with sequential numbers or UUIDs. In a list of
      // orgs, a column whose heading is only "ID" is assumed to contain an internal ID.
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

/**
 * True if a plain "No." column is the only possible source of the code and its values are unique or contain letters, as
 * in `EKG-1`.
 */
function isNumberAsCode(column: GuessColumn, { columns }: GuessTable): boolean {
  if (columns.some((other) => other !== column && headIs(other, "code", "id", "number"))) return false;
  const { uniqueness, values } = column.profile;
  return uniqueness >= part.unique || enoughMatch(values, (value) => /\p{L}/u.test(value), part.nearlyAll);
}

/**
 * True for a `VAT` column with 0, 7 and 19, which are rates. False for a `VAT` column with S1 and S2, which are
 * codes.
 */
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

// -- IDs --

/** Returns how clearly the heading indicates an ID, from 0 to 1. */
function idWeight(column: GuessColumn, table: GuessTable): number {
  const { owners, strength } = column.reading;
  const isMine = isOwn(column, table);
  if ((owners.size > 0 && !isMine) || isReference(column)) return 0;
  const isOfStaff = table.record === "staff";
  if (column.joined !== undefined && isOfStaff) return says.weak;
  const weight = () => {
    switch (head(column)) {
      case "id":
        return isOfStaff && !isMine && column.profile.isRowNumber ? says.sure : says.whole;
      case "number":
        // A "No." column with consecutive numbers contains row numbers.
        if (isHouseNumber(column, table)) return 0;
        return isMine ? says.sure : column.profile.isRowNumber ? 0 : says.fair;
      case "code":
        return isMine ? says.sure : says.thing;
      case undefined:
        return !isMine || isMeasure(column) ? 0 : isOfStaff ? says.fair : says.thing;
      case "national_id":
        // `NIK` is an employee number, or a national ID number if it has 16 digits.
        if (!isOfStaff || isMeasure(column)) return 0;
        return means(column, "id") && column.profile.meanLength < 14 ? says.sure : says.hardly;
      case "login":
        return isOfStaff ? says.weak : 0;
      default:
        return isOfStaff && (headIs(column, "email") || means(column, "login")) ? says.last : 0;
    }
  };
  return weight() * strength;
}

/**
 * Prefers the first column of the table, unless that column contains row numbers. A column with a much better heading
 * is preferred even if a few of its values repeat, because the repetitions are probably mistakes.
 */
function idPreference({ index, profile, joined }: GuessColumn, { record }: GuessTable): number {
  if (joined !== undefined) return record === "staff" ? 0 : -preference.decisive;
  return (
    (index === 0 && !profile.isRowNumber ? preference.slight : 0) -
    (profile.uniqueness < part.unique ? preference.strong : 0)
  );
}

function isNoKey(column: GuessColumn): boolean {
  const { profile } = column;
  return (
    is(column, "private") ||
    is(column, "old") ||
    is(column, "translation") ||
    profile.distinct < Math.min(2, profile.rows) ||
    (profile.code < part.most && !isEmail(column) && !isNamedKey(column) && column.joined === undefined)
  );
}

function isEmail({ profile }: GuessColumn): boolean {
  return profile.email >= part.most;
}

/** True for a key that consists of one column with a heading that mentions a number, code or ID. */
function isPlainKey(column: GuessColumn, table: GuessTable): boolean {
  return (
    headIs(column, "code", "id", "number") &&
    column.profile.isUnique &&
    idWeight(column, table) > 0 &&
    !isNoKey(column)
  );
}

/**
 * Returns the columns of unique codes with a heading that is unknown or only partly understood as an ID, number or
 * code.
 */
function codeColumns({ columns }: GuessTable): readonly GuessColumn[] {
  return columns.filter(
    (column) =>
      (headIs(column, "id", "number", "code") || mayBeKey(column)) &&
      column.reading.unknown.length > 0 &&
      column.profile.filledShare >= part.nearlyAll &&
      !isNoKey(column) &&
      column.profile.uniqueness === 1,
  );
}

/**
 * True for a column of codes with an unknown heading, such as `RA_MAT` with 000101 and 000102. False for columns of
 * words, which may be part of a name.
 */
function mayBeKey(column: GuessColumn): boolean {
  const { profile } = column;
  if (head(column) !== undefined || profile.email > part.few) return false;
  return (
    mentions("key", phraseKey(column.heading)) ||
    (profile.word < part.few && profile.dates === undefined && !isMeasure(column))
  );
}

function asId(chosen: ColumnChoice, column: GuessColumn): FieldGuess {
  const { email, values, isUnique } = column.profile;
  const lengths = new Set(values.filter((text) => /^\d+$/.test(text)).map((text) => text.length));
  const isPadded = values.some((text) => /^0\d+$/.test(text)) && !values.some(isUuid);
  return warn(isUnique ? chosen : doubted(chosen, doubt.notWhole), [
    column.joined !== undefined &&
      "jobs refer to records by this ID; make sure that the mapping for jobs joins the same columns",
    email >= part.most && "an email address changes with the person's name; ask for a permanent number",
    means(column, "national_id") &&
      "a national ID number is personal data; ask for the ID that the system assigns",
    means(column, "login") && email < part.most && "a login can be assigned to another person later",
    values.some((text) => /^\d(?:\.\d+)?E\+\d+$/i.test(text)) &&
      "some values look damaged by a spreadsheet (such as 1.2E+05); ask for the export as text",
    isPadded &&
      lengths.size > 1 &&
      "some values have leading zeros, and other values are shorter; a spreadsheet may have removed the zeros of the shorter values",
  ]);
}

/**
 * Combines a column of repeated keys with a column of companies if the combination is unique. For codes, the second
 * column may also contain countries, regions or branches.
 */
function keyOfTwo(table: GuessTable): readonly GuessColumn[] {
  const isOfCodes = table.record !== "staff" && table.record !== "org";
  const scopes = table.columns.filter(
    (column) =>
      headIs(column, "company", ...(isOfCodes ? (["country", "region", "branch"] as const) : [])) &&
      column.profile.filledShare >= part.nearlyAll &&
      column.profile.distinct > 1,
  );
  const keys = ranked(
    table.columns.filter(
      (column) =>
        !isNoKey(column) &&
        column.profile.filledShare >= part.nearlyAll &&
        column.profile.uniqueness < part.unique,
    ),
    (column) => idWeight(column, table),
  );
  const [first] = keys
    .flatMap(({ column }) =>
      scopes
        .filter((scope) => scope !== column)
        .map((scope) => joinColumns([scope, column], "|", column.reading)),
    )
    .filter(({ profile }) => profile.isUnique);
  return first === undefined ? [] : [first];
}

/**
 * Asks for the ID. Suggests ID columns with repeated or missing values, unique columns, or two columns with a unique
 * combination, in this order.
 */
function noId(table: GuessTable): Abstention {
  const repeated = table.columns.filter((column) => idWeight(column, table) >= part.half);
  if (repeated.length > 0)
    return abstain("the ID column has repeated or missing values", candidates(repeated, uniquenessOf));
  const unique = table.columns.filter(({ profile }) => profile.isUnique && profile.email < part.half);
  const codes = unique.filter((column) => column.profile.code === 1 && !isQuantity(column));
  const apart = codes.length > 0 ? codes : unique.filter(identifiesRows);
  if (apart.length > 0)
    return abstain("no heading indicates an ID", candidates(apart.slice(0, 3), table.beside));
  const together = uniquePair(table);
  const pair = together.map(({ name }) => name).join(", ");
  const hint = pair === "" ? "" : `, but this combination is: { join: [${pair}], separator: "|" }`;
  return abstain(
    `no heading indicates an ID, and no column is unique${hint}`,
    candidates(together, uniquenessOf),
  );
}

/** True for a column of short values that are neither dates nor numbers. */
function identifiesRows({ profile }: GuessColumn): boolean {
  return (
    profile.rows >= 2 &&
    profile.dates === undefined &&
    profile.numbers === undefined &&
    profile.meanLength <= 60
  );
}

/** Maximum number of columns from which pairs are formed. */
const mostTogether = 8;

/** Returns the first two columns whose combination is unique in every row, or an empty array. */
function uniquePair(table: GuessTable): readonly GuessColumn[] {
  const usable = table.columns
    .filter(({ profile }) => profile.distinct > 1 && profile.dates === undefined && !profile.isRowNumber)
    .filter(
      (column) => !isMeasure(column) && column.profile.email < part.half && column.profile.meanLength <= 60,
    )
    .sort((a, b) => b.profile.uniqueness - a.profile.uniqueness)
    .slice(0, mostTogether)
    .sort((a, b) => a.index - b.index);
  const pairs = usable.flatMap((one, place) => usable.slice(place + 1).map((other) => [one, other]));
  return pairs.find((pair) => joinColumns(pair, "|", blankReading).profile.isUnique) ?? [];
}

/**
 * Describes the uniqueness and completeness of a column. For personal data, a question shows this description instead
 * of values.
 */
export function uniquenessOf({ profile }: GuessColumn): string {
  return `${percentText(profile.uniqueness)} unique, ${percentText(profile.filledShare)} filled`;
}

/** True for headings such as `tax_code_id:id` and `tax_code_id/id`, which Odoo uses to refer to another record. */
export function isReference(column: GuessColumn): boolean {
  return /_id[:/]id$/i.test(column.heading.trim());
}

/**
 * True for a `number` column next to `street` in a list of orgs. In a short list, house numbers can be unique by
 * chance.
 */
export function isHouseNumber(column: GuessColumn, table: GuessTable): boolean {
  const isBeside = ({ index }: GuessColumn) => Math.abs(index - column.index) === 1;
  return (
    table.record === "org" &&
    head(column) === "number" &&
    column.reading.owners.size === 0 &&
    table.columns.some((other) => head(other) === "address" && isBeside(other))
  );
}

/** True for a column that contains numbers with decimals, such as `Fee` with 0.36 and 12.50. */
export function isMeasure(column: GuessColumn): boolean {
  const numbers = column.profile.numbers?.values ?? [];
  return numbers.length > 0 && numbers.some((value) => !Number.isInteger(value));
}

/** True for rates and amounts, which never identify rows, even if they are all different. */
export function isQuantity(column: GuessColumn): boolean {
  return isMeasure(column) || headIs(column, "rate", "amount");
}

/**
 * True for a column of keys that may consist of words, as in Magento. Such a column must have an unambiguous heading
 * and unique values.
 */
export function isNamedKey(column: GuessColumn): boolean {
  const { profile, reading } = column;
  const named = headIs(column, "code", "id");
  return named && reading.strength === 1 && profile.isUnique && profile.meanLength <= 40;
}

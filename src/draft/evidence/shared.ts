import {
  clear,
  type GuessColumn,
  head,
  headIs,
  is,
  isNearlyConstant,
  means,
  owned,
  valuesBeside,
} from "../column.js";
import {
  abstain,
  candidates,
  type ColumnChoice,
  doubted,
  type FieldGuess,
  percentText,
  readCells,
  warn,
} from "../field-guess.js";
import { foldValue } from "../../mapping/cells.js";
import type { Meaning } from "../meanings.js";
import { isCountryCode, isoCountryOf } from "../places.js";
import type { HeadingReading } from "../reading.js";
import type { FieldEntry, GuessTable } from "../table.js";
import { mentions } from "../text-words.js";
import { flagOf, statusOf } from "../value-words.js";
import { doubt, part, preference, says } from "../weights.js";
import { phraseKey } from "../words.js";
import { dated, dates, known, mapped } from "./values.js";

export const updated_at: FieldEntry = {
  what: "the time of the last change",
  ways: [
    {
      headings: { modified_at: says.whole },
      of: "any",
      values: { ...dates, says: "times" },
      filled: part.nearlyAll,
      prefer: ({ profile }) => (profile.dates?.hasTime === true ? preference.slight : 0),
      make: (chosen, column) =>
        warn(dated("timestamp")(chosen, column), [
          column.profile.dates?.hasOffset === false &&
            "the times have no offset and are read in the time zone of the mapping or the account",
        ]),
    },
  ],
  open: ({ columns }) => {
    const named = columns.filter(
      (column) => headIs(column, "modified_at") && column.profile.dates !== undefined,
    );
    const silent = columns.filter(
      (column) => headIs(column, undefined) && column.profile.dates?.hasTime === true,
    );
    const why =
      named.length > 0
        ? "the time of the last change is missing in some rows"
        : "no column contains the time of the last change";
    return abstain(`${why}; Lading uses the time at which it detects a change`, [
      ...candidates(named, "the heading indicates a change time"),
      ...candidates(silent, "contains times, but the heading does not show which ones"),
    ]);
  },
};

/**
 * The name or description shown to users. Columns in different languages are never combined. A column that is filled
 * in every row is preferred.
 */
export const description = (own: "tax" | "charge", other: "tax" | "charge"): FieldEntry => {
  const isNone = (column: GuessColumn) =>
    is(column, "translation") ||
    is(column, "old") ||
    owned(column, "staff") ||
    (owned(column, other) && !owned(column, own)) ||
    (head(column) === "job_title" && !mentions("title", phraseKey(column.heading)));
  const named = {
    headings: { description: says.whole, name: says.thing, job_title: says.thing },
    of: "any",
    known: part.half,
    filled: part.few,
    values: { says: "words", share: ({ profile }: GuessColumn) => 1 - profile.number, least: part.half },
    prefer: (column: GuessColumn) => textPreference(column, own),
  } as const;
  return {
    what: "a description",
    ways: [
      { ...named, never: (column, table) => isNone(column) || isCode(column, table), make: describing },
      {
        ...named,
        never: (column, table) => isNone(column) || !isCode(column, table),
        make: (chosen) => doubted(chosen, doubt.unit),
      },
      {
        headings: { silent: says.weak },
        of: "any",
        filled: part.nearlyAll,
        values: { says: "words", share: ({ profile }) => profile.prose, least: part.most },
        never: (column, table) =>
          isCode(column, table) ||
          column.profile.uniqueness < part.half ||
          column.profile.dates !== undefined ||
          (table.hasHeadings && !clear(column)),
      },
    ],
  };
};

export const country: FieldEntry = {
  what: "countries",
  ways: [
    {
      headings: { country: says.whole },
      of: "any",
      values: { says: "ISO country codes", share: ({ profile }) => profile.country, least: part.most },
      // UK and EL are country codes of tax offices, but not ISO codes.
      make: (chosen, column) =>
        column.profile.values.some((value) => isCountryCode(value) && isoCountryOf(value) !== value)
          ? mapped(isoCountryOf)(chosen, column)
          : warn(chosen, [column.profile.country < 1 && "some values are not ISO codes"]),
    },
    {
      headings: { country: says.whole },
      of: "any",
      values: {
        says: "names or codes of countries",
        share: (column) => (column.profile.values.every(isCountryCode) ? 0 : known(column, isoCountryOf)),
        least: part.half,
      },
      make: mapped(isoCountryOf),
    },
  ],
  open: ({ columns }) =>
    abstain(
      "no column contains countries; if all rows have the same country, use a constant",
      candidates(
        columns.filter((column) => headIs(column, "country") && column.profile.filled > 0),
        "not ISO codes",
      ),
    ),
};

export const day = (meaning: "valid_from" | "valid_to", what: string): FieldEntry => ({
  what,
  ways: [
    {
      headings: { [meaning]: says.whole },
      of: "any",
      never: (column) => owned(column, "staff"),
      values: dates,
      make: (chosen, column) =>
        warn(dated("date")(chosen, column), [
          column.profile.filledShare < part.half && "most cells are blank",
        ]),
    },
  ],
});

/** Distinguishes active records from inactive ones based on a flag, an inverted flag, or a status. */
export const is_active: FieldEntry = {
  what: "the status",
  ways: [
    {
      headings: (column) => (isFlagged(column) || headIs(column, ...withStatus) ? says.whole : 0),
      of: "any",
      never: (column, { record }) => !clear(column) || isOfAnother(column, record),
      values: { says: "active or inactive", share: activeShare, least: part.half },
      make: activeValues,
    },
  ],
  open: ({ columns, record }) => {
    const unread = columns.filter(isUnreadStatus);
    const [first] = unread;
    if (first !== undefined) {
      const isShort = first.profile.distinct <= 15 && first.profile.filled > 0;
      return abstain(
        "the sample does not show what the values of the status column mean",
        candidates(unread, valuesBeside),
        isShort
          ? {
              column: first.name,
              values: readCells(first, (value) =>
                isOfAnother(first, record) ? undefined : yesOrNo(value, first.reading),
              ),
            }
          : undefined,
      );
    }
    const ends = columns.filter((column) => headIs(column, "valid_to") && clear(column));
    if (ends.length > 0) {
      return abstain(
        "no column shows whether a record is active, but one column contains the end of validity; old jobs may still refer to a record after that date",
        candidates(ends, ({ name, profile }) =>
          profile.filled === 0
            ? "blank in every row of the sample"
            : `${percentText(profile.filledShare)} of rows have an end date; to make records inactive after that date, write { column: ${name}, active_until: ${profile.dates?.format ?? "FORMAT"} }`,
        ),
      );
    }
    const silent = columns.filter(
      (column) => headIs(column, undefined) && isFlag(column) && column.profile.distinct > 1,
    );
    return abstain("no column shows whether a record is active", candidates(silent, valuesBeside));
  },
};

// -- descriptions --

function isCode(column: GuessColumn, { found }: GuessTable): boolean {
  const code = found["code"];
  return code?.decision === "chosen" && code.columns[0] === column.name;
}

function textPreference(column: GuessColumn, own: "tax" | "charge"): number {
  const { profile } = column;
  const filled =
    profile.filledShare < part.half ? -preference.decisive : (profile.filledShare - 1) * part.half;
  return (
    (owned(column, own) ? preference.slight : 0) -
    (is(column, "short") ? preference.clear : 0) -
    (is(column, "secondary") ? preference.slight : 0) -
    (is(column, "local") ? preference.clear : 0) -
    (is(column, "english") ? preference.margin : 0) -
    (profile.code >= part.nearlyAll && profile.prose < part.few ? preference.strong : 0) +
    filled
  );
}

/**
 * Leaves the description open if the chosen column has few distinct values and most values of another text column are
 * unique.
 */
function describing(chosen: ColumnChoice, column: GuessColumn, { columns }: GuessTable): FieldGuess {
  const better = columns.filter(
    ({ profile }) =>
      profile.prose >= part.most &&
      profile.uniqueness >= part.most &&
      profile.filledShare >= part.nearlyAll &&
      profile.dates === undefined,
  );
  if (isNearlyConstant(column) && better.length > 0) {
    const why =
      "the description column has the same value in many rows, and another text column has a different value in each row";
    return abstain(why, candidates([...better.slice(0, 3), column], valuesBeside));
  }
  return warn(chosen, [
    column.profile.filledShare < part.unique &&
      "some rows have no description; you could use the code instead",
  ]);
}

// -- active and inactive --

const withStatus = ["status", "active", "inactive", "kind", "employment_type", undefined] as const;

/** Returns the meaning of a cell under the given heading, or undefined if the meaning is unknown. */
export function activeMeaning(value: string, { heads }: HeadingReading): boolean | undefined {
  const flag = heads.find((meaning) => meaning === "active" || meaning === "inactive");
  const said = flag === undefined ? undefined : flagOf(value);
  return said === undefined ? statusOf(value) : said !== (flag === "inactive");
}

/** Like `activeMeaning`, but words other than yes and no stay open. */
function yesOrNo(value: string, reading: HeadingReading): boolean | undefined {
  return flagOf(value) === undefined ? undefined : activeMeaning(value, reading);
}

/**
 * True for a status column that does not contain dates. For example, dates in a column named `Alta` are people's
 * start dates.
 */
export function isUnreadStatus(column: GuessColumn): boolean {
  return (
    clear(column) && headIs(column, "status", "active", "inactive") && column.profile.dates === undefined
  );
}

function isFlag({ profile }: GuessColumn): boolean {
  return profile.flag >= part.nearlyAll && profile.distinct <= 6;
}

/**
 * True for a yes/no column with a heading that means active or inactive, such as `Baja`. A `Baja` column that
 * contains dates is not a flag, because the dates are leaving dates.
 */
function isFlagged(column: GuessColumn): boolean {
  return (means(column, "active") || means(column, "inactive")) && isFlag(column);
}

/** If the heading is unclear, the column must contain both active and inactive values, and no others. */
function activeShare(column: GuessColumn): number {
  const { flag, status, distinct, values } = column.profile;
  if (isFlagged(column)) return flag;
  if (distinct > 15) return 0;
  if (headIs(column, "status", "active", "inactive")) return status;
  return distinct === 2 && new Set(values.map(statusOf)).size === 2 && status === 1 ? status : 0;
}

function activeValues(chosen: ColumnChoice, column: GuessColumn): FieldGuess {
  const { reading, profile } = column;
  const { filled, rows, distinct } = profile;
  const values = readCells(column, (value) => activeMeaning(value, reading));
  const kinds = new Set(profile.values.map(foldValue)).size;
  const isInverted = reading.heads.find((each) => each === "active" || each === "inactive") === "inactive";
  const open = new Set(profile.values.filter((value) => values.get(value) === undefined).map(foldValue)).size;
  const made = isFlagged(column)
    ? { ...chosen, operation: { op: "flag", invert: isInverted, values } as const }
    : { ...chosen, operation: { op: "values", values } as const };
  return warn(made, [
    open > 0 && `the meaning of ${open} of ${kinds} values is unknown`,
    distinct === 1 && "the sample has only one value; check the meaning of other values",
    // Some systems write only one of the two values and leave the other blank: Odoo writes `False` and SAP writes
    // `X`.
    filled < rows && `the values do not show what a blank cell means. Values: ${valuesBeside(column)}`,
  ]);
}

/** Entities that have their own status. Accounts are excluded because an account may belong to a person. */
const withStates: ReadonlySet<Meaning> = new Set<Meaning>([
  "company",
  "department",
  "branch",
  "customer",
  "vendor",
  "manager",
  "project",
]);

/** True for headings such as `Company Active` in a list of people or `VAT Status` in a list of charges. */
function isOfAnother(column: GuessColumn, record: GuessTable["record"]): boolean {
  if ([...column.reading.besides].some((thing) => withStates.has(thing))) return true;
  if (record === "staff") return owned(column, "charge") || owned(column, "tax");
  if (record === "charge-code") return owned(column, "tax") && !owned(column, "charge");
  return owned(column, "charge") || owned(column, "staff");
}

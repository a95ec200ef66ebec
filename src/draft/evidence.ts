import type { RecordTypeName } from "../model/record-types/index.js";
import {
  clear,
  isNearlyConstant,
  head,
  headIs,
  is,
  means,
  owned,
  valuesBeside,
  type GuessColumn,
} from "./column.js";
import {
  abstain,
  candidates,
  choose,
  datedAs,
  doubted,
  percentText,
  readValues,
  warn,
  type Abstained,
  type Chosen,
  type FieldGuess,
} from "./field-guess.js";
import {
  guessExternalId,
  isHouseNumber,
  isMeasure,
  isNamedKey,
  isOwn,
  isReference,
  isQuantity,
} from "./fields/external-id.js";
import { guessIsActive } from "./fields/is-active.js";
import { guessName } from "./fields/name.js";
import { orgName, orgSide } from "./fields/org.js";
import type { Meaning } from "./meanings.js";
import { rateFormatOf, rateUnitOf, type NumberFormat } from "./numbers.js";
import { countryOfName, isCountryCode } from "./places.js";
import { enoughMatch } from "./profile.js";
import type { Evidence, ValueTest } from "./scorer.js";
import type { GuessTable } from "./table.js";
import { mentions } from "./text-words.js";
import { chargeTypeOf, directionOf, taxTypeOf } from "./value-words.js";
import { confidence, doubt, part, preference, says } from "./weights.js";
import { phraseKey } from "./words.js";
import { scalar } from "./yaml-text.js";

/**
 * The evidence for every field, as a table. The small functions below it serve single entries. A field has
 * one or more ways in which a column can show it, or a function if several columns form the field.
 */

export interface FieldEvidence {
  /** What the field holds, for questions. */
  readonly what: string;
  /** The first way that a column satisfies is used. */
  readonly ways: readonly Evidence<GuessTable>[];
  /** The question if no column satisfies any. */
  readonly open?: (table: GuessTable) => FieldGuess | undefined;
}

type Rule = FieldEvidence | ((table: GuessTable) => FieldGuess);

// -- kinds of values --

const dates: ValueTest = {
  says: "dates",
  share: ({ profile }) => Number(profile.dates !== undefined),
  least: 1,
};
const addresses = (least: number): ValueTest => ({
  says: "e-mail addresses",
  share: ({ profile }) => profile.email,
  least,
});
const words = (says: string, read: Read, least: number, different: number): ValueTest => ({
  says,
  share: (column) => (meaningsIn(column, read) >= different ? known(column, read) : 0),
  least,
});

const every = (says: string, test: (value: string) => boolean): ValueTest => ({
  says,
  share: ({ profile }) => Number(enoughMatch(profile.values, (value) => test(value.trim()), 1)),
  least: 1,
});

// -- entries of several record types --

const updated_at: FieldEvidence = {
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
    return abstain(`${why}; Lading sets the time when a record changes`, [
      ...candidates(named, "named like a change time"),
      ...candidates(silent, "contains times, but its heading does not say which"),
    ]);
  },
};

/** The code that users know. If an export has only codes, it is also the id. */
const code: FieldEvidence = {
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

/**
 * The text that people read: a description or a name. Languages are not combined. The column that is always
 * filled wins.
 */
const description = (own: "tax" | "charge", other: "tax" | "charge"): FieldEvidence => {
  const isNone = (column: GuessColumn) =>
    is(column, "translation") ||
    is(column, "old") ||
    owned(column, "staff") ||
    (owned(column, other) && !owned(column, own)) ||
    (head(column) === "job_title" && !mentions("title", phraseKey(column.heading)));
  const named = {
    headings: { description: says.whole, name: says.thing, job_title: says.thing },
    of: "any",
    takesFirst: true,
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

const country: FieldEvidence = {
  what: "countries",
  ways: [
    {
      headings: { country: says.whole },
      of: "any",
      values: { says: "ISO country codes", share: ({ profile }) => profile.country, least: part.most },
      make: (chosen, { profile }) => warn(chosen, [profile.country < 1 && "some values are not an ISO code"]),
    },
    {
      headings: { country: says.whole },
      of: "any",
      values: words("names of countries", countryOfName, part.half, 1),
      make: mapped((name) => (isCountryCode(name) ? name : countryOfName(name))),
    },
  ],
  open: ({ columns }) =>
    abstain(
      "no column contains countries; if all rows belong to one country, use a constant",
      candidates(
        columns.filter((column) => headIs(column, "country") && column.profile.filled > 0),
        "not ISO codes",
      ),
    ),
};

const day = (meaning: "valid_from" | "valid_to", what: string): FieldEvidence => ({
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

/** For orgs: the only column with this meaning, but not a second address or address line. */
const named = (what: string, meaning: Meaning, more: Partial<Evidence<GuessTable>> = {}): FieldEvidence => ({
  what,
  ways: [
    {
      headings: { [meaning]: says.thing },
      of: "any",
      ...more,
      never: (column, table) => is(column, "secondary") || more.never?.(column, table) === true,
    },
  ],
});

const external_id = guessExternalId;
const is_active = guessIsActive;

// -- the table --

export const evidence: Readonly<Partial<Record<RecordTypeName, Readonly<Record<string, Rule>>>>> = {
  staff: {
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
    is_active,
  },

  "charge-code": {
    external_id,
    updated_at,
    code,
    description: description("charge", "tax"),
    // The heading does not decide, because "Type" usually means debit and credit, or air and sea.
    charge_type: {
      what: "freight, origin or destination",
      ways: [
        {
          headings: { any: says.whole, silent: says.whole },
          of: "any",
          known: 0,
          values: {
            says: "words for freight, origin and destination",
            share: chargeTypeShare,
            least: part.clearly,
          },
          make: mapped(chargeTypeOf),
        },
      ],
      open: ({ columns }) => {
        const groups = columns.filter(
          (column) =>
            clear(column) && isGroup(column) && column.profile.distinct >= 1 && column.profile.distinct <= 40,
        );
        const why = "no column contains freight, origin or destination; ask the partner, by group or by code";
        return abstain(why, candidates(groups.slice(0, 3), valuesBeside));
      },
    },
    // A code, never a rate. If there are codes for costs and sales, the one for sales is chosen.
    tax_code: {
      what: "tax codes",
      ways: [
        {
          headings: taxCodeWeight,
          of: "any",
          values: {
            says: "codes, not rates",
            share: (column) => (holdsTaxCodes(column) ? column.profile.code : 0),
            least: part.half,
          },
          prefer: (column) =>
            is(column, "sell") ? preference.clear : is(column, "cost") ? -preference.clear : 0,
          make: (chosen, { profile }) =>
            warn({ ...chosen, operation: { op: "reference" } }, [
              profile.filledShare < 1 && `${percentText(profile.filledShare)} of rows have one`,
            ]),
        },
      ],
      open: noTaxCode,
    },
    is_active,
  },

  "tax-code": {
    external_id,
    updated_at,
    code,
    description: description("tax", "charge"),
    is_active,
    rate: {
      what: "rates",
      ways: [
        {
          headings: (column) =>
            owned(column, "tax") && headIs(column, undefined)
              ? says.thing
              : headIs(column, "rate")
                ? column.reading.strength
                : headIs(column, "value")
                  ? says.fair
                  : headIs(column, "amount") && !owned(column, "tax") && column.reading.strength === 1
                    ? says.last
                    : 0,
          of: "any",
          values: {
            says: "numbers",
            share: (column) => (isRate(column) ? column.profile.number : 0),
            least: part.nearlyAll,
          },
          make: inPercent,
        },
      ],
      open: ({ columns, found }) => {
        if (columns.some((column) => headIs(column, "rate") && column.profile.filled > 0)) return undefined;
        const used = Object.values(found).flatMap((guess) =>
          guess.decision === "chosen" ? guess.columns : [],
        );
        const numbers = columns.filter(
          (column) => isRate(column) && !column.profile.isRowNumber && !used.includes(column.name),
        );
        return numbers.length === 0
          ? undefined
          : abstain(
              "no heading names a rate, but these columns contain numbers",
              candidates(numbers.slice(0, 5), valuesBeside),
            );
      },
    },
    country,
    // Codes of states or provinces.
    region: {
      what: "states or provinces",
      ways: [
        {
          headings: { region: says.sure },
          of: "any",
          known: 1,
          values: every("codes of states", (value) => /^(?:[A-Z]{2}-)?[A-Z0-9]{1,3}$|^\*$/.test(value)),
          make: withCountry,
        },
      ],
    },
    // "Percent" and "fixed" are units, not types.
    tax_type: {
      what: "the kind of tax",
      ways: [
        {
          headings: { kind: says.whole, category: says.whole, group: says.whole },
          of: "any",
          never: ({ profile }) => profile.distinct > 20,
          values: words("words for kinds of tax", taxTypeOf, part.most, 1),
          make: mapped(taxTypeOf),
        },
      ],
    },
    direction: {
      what: "sales or purchases",
      ways: [
        directionBy({ direction: says.whole }, part.most, 1),
        directionBy({ kind: says.whole, group: says.whole, category: says.whole }, part.most, 2),
        {
          ...directionBy(
            {
              kind: says.weak,
              group: says.weak,
              category: says.weak,
              document: says.weak,
              sell: says.weak,
              cost: says.weak,
              silent: says.weak,
            },
            1,
            2,
          ),
          known: 0,
        },
        // SAP writes A (Ausgangssteuer) and V (Vorsteuer).
        {
          headings: { any: says.whole },
          of: "any",
          known: 0,
          never: (column) => !means(column, "direction"),
          values: words("A for output and V for input tax", letterOfSap, 1, 2),
          make: mapped(letterOfSap),
        },
      ],
    },
    category: {
      what: "category letters",
      ways: [
        {
          headings: { category: says.whole },
          of: "any",
          known: 0,
          never: ({ profile }) => profile.distinct < 2,
          values: every("letters of UNCL 5305", (value) => unclLetters.has(value)),
        },
      ],
    },
    valid_from: day("valid_from", "the start of validity"),
    valid_to: { ...day("valid_to", "the end of validity"), open: likeTheStart },
  },

  org: {
    external_id,
    updated_at,
    name: ({ columns }) => orgName(columns),
    code,
    is_active,
    is_creditor: ({ columns }) => orgSide(columns, "vendor"),
    is_debtor: ({ columns }) => orgSide(columns, "customer"),
    country,
    days_to_pay: named("days", "days_to_pay", {
      values: every("whole numbers", (value) => /^\d{1,3}$/.test(value)),
    }),
    payments_scheduling_rule: ({ columns }) => {
      const terms = columns.filter((column) => headIs(column, "payment") && column.profile.filled > 0);
      const why =
        "the values do not show when the payment period starts: n_days_after_invoice_date, day_n_month_after_invoice_date, eom_following_receipt or always_ignore";
      return abstain(why, candidates(terms, valuesBeside));
    },
    address_line_1: named("an address", "address", {
      never: (_, { columns }) =>
        !columns.some((column) => headIs(column, "city") && column.profile.filled > 0),
    }),
    city: named("a town", "city"),
    // "State" may also mean a status.
    state: named("a state", "region", {
      never: ({ profile }) => Math.max(profile.status, profile.flag) >= part.half,
    }),
    postal_code: named("a postcode", "postcode"),
  },
};

// -- reading values --

type Read = (value: string) => string | undefined;

/** Share of distinct values that are understood. 0 if there are too many. */
function known({ profile }: GuessColumn, read: Read): number {
  const { values, distinct } = profile;
  if (distinct === 0 || distinct > 300) return 0;
  return values.filter((value) => read(value) !== undefined).length / distinct;
}

/** Number of different meanings of the values. */
function meaningsIn({ profile }: GuessColumn, read: Read): number {
  return new Set(profile.values.map(read).filter((said) => said !== undefined)).size;
}

/** Makes a value map. Values that are not understood stay open. */
function mapped(read: Read) {
  return (chosen: Chosen, column: GuessColumn): FieldGuess => {
    const open = column.profile.values.filter((value) => read(value) === undefined).length;
    return warn({ ...chosen, operation: { op: "values", values: readValues(column, read) } }, [
      open > 0 && `${open} ${open === 1 ? "value is" : "values are"} not understood`,
    ]);
  };
}

function dated(op: "date" | "timestamp") {
  return (chosen: Chosen, { profile }: GuessColumn): Chosen => {
    const either = profile.dates?.ambiguous;
    if (profile.dates === undefined) return chosen;
    return warn({ ...chosen, operation: datedAs(op, profile.dates) }, [
      either !== undefined && `dates could be ${either.join(" or ")}; no value shows which`,
    ]);
  };
}

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

// -- codes and descriptions --

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
    (is(column, "local") ? preference.slight : 0) -
    (is(column, "english") ? preference.margin : 0) -
    (profile.code >= part.nearlyAll && profile.prose < part.few ? preference.strong : 0) +
    filled
  );
}

/** Leaves the description open if its values repeat in many rows and another text is unique. */
function describing(chosen: Chosen, column: GuessColumn, { columns }: GuessTable): FieldGuess {
  const better = columns.filter(
    ({ profile }) =>
      profile.prose >= part.most &&
      profile.uniqueness >= part.most &&
      profile.filledShare >= part.nearlyAll &&
      profile.dates === undefined,
  );
  if (isNearlyConstant(column) && better.length > 0) {
    const why = "the description column repeats in many rows, and another text is different in each";
    return abstain(why, candidates([...better.slice(0, 3), column], valuesBeside));
  }
  return warn(chosen, [
    column.profile.filledShare < part.unique && "some rows have no text; the code could be used instead",
  ]);
}

// -- charges --

function isGroup(column: GuessColumn): boolean {
  return headIs(column, "group", "kind", "category");
}

/**
 * Share of understood values, if at least two of freight, origin and destination occur. Without a heading for
 * groups, nearly all values must be understood.
 */
function chargeTypeShare(column: GuessColumn): number {
  const { values, distinct, uniqueness } = column.profile;
  // In a short list, each group may occur once. The heading must then name a group, because a description may
  // also be one such word.
  if (distinct < 2 || distinct > 25 || (uniqueness > part.nearlyAll && !isGroup(column))) return 0;
  const said = values.map(chargeTypeOf).filter((type) => type !== undefined);
  const needed = isGroup(column) ? part.clearly : part.most;
  return said.length >= distinct * needed && new Set(said.filter((type) => type !== "other")).size >= 2
    ? said.length / distinct
    : 0;
}

function taxCodeWeight(column: GuessColumn): number {
  if (!isNamedTax(column)) return 0;
  const weight = headIs(column, "code", "id")
    ? says.whole
    : headIs(column, undefined)
      ? says.thing
      : says.weak;
  return weight + (column.reading.strength - 1) * part.half;
}

function isNamedTax(column: GuessColumn): boolean {
  return owned(column, "tax")
    ? headIs(column, undefined, "code", "id", "kind", "group", "category", "name", "rate")
    : headIs(column, "rate") && is(column, "sell");
}

function holdsTaxCodes(column: GuessColumn): boolean {
  const { profile } = column;
  if (profile.filled === 0 || profile.dates !== undefined) return false;
  if (profile.distinct > Math.max(30, profile.rows * part.half)) return false;
  const isNamed = headIs(column, "code", "id");
  // Numbers with a decimal separator or a percent sign are rates.
  if (profile.number >= part.most)
    return isNamed && profile.distinct > 1 && !profile.values.some((value) => /[.,%]\d|%/.test(value));
  if (profile.flag >= part.nearlyAll || holdsPercentages(profile.values)) return false;
  return profile.code >= part.most || (isNamed && profile.code >= part.half);
}

/** `19 %` and `VAT 7%` are rates. If the words before the number differ, they are names of taxes. */
function holdsPercentages(values: readonly string[]): boolean {
  const rates = values.filter((value) => /\d\s*%$/.test(value) && value.length <= 11);
  return rates.length > 0 && new Set(rates.map((value) => value.replace(/[\d.,\s%]+/g, ""))).size <= 1;
}

function noTaxCode({ columns }: GuessTable): Abstained {
  const named = columns.filter((column) => clear(column) && isNamedTax(column));
  // `Sale` beside `Purchase`: probably tax codes, but the headings do not say so.
  const sided = columns.filter(
    (column) =>
      headIs(column, undefined) && (is(column, "sell") || is(column, "cost")) && holdsTaxCodes(column),
  );
  if (named.length === 0 && sided.length > 0) {
    const why =
      "columns for sales or purchases contain codes, but no heading says whether they are tax codes";
    const sorted = [...sided].sort((a, b) => Number(is(b, "sell")) - Number(is(a, "sell")));
    return abstain(
      why,
      candidates(sorted, (column) =>
        is(column, "sell") ? "for sales; use this one if the two differ" : "for purchases",
      ),
    );
  }
  const isOfNames = named.some(
    ({ profile }) =>
      profile.filled > 0 &&
      profile.number < part.half &&
      profile.flag < part.half &&
      profile.prose >= part.half,
  );
  const why =
    named.length === 0
      ? "no column refers to a tax code"
      : isOfNames
        ? "the tax column contains names of taxes instead of codes; ask the partner for the code of each"
        : "the tax column contains rates or flags instead of codes";
  return abstain(
    why,
    candidates(
      named.filter(({ profile }) => profile.filled > 0),
      ({ profile }) => (profile.number >= part.most ? "numbers: a rate, not a reference" : "not codes"),
    ),
  );
}

// -- taxes --

function numbersOf({ profile }: GuessColumn): NumberFormat | undefined {
  return profile.numbers ?? rateFormatOf(profile.values);
}

function isRate(column: GuessColumn): boolean {
  const { profile } = column;
  const values = numbersOf(column)?.values ?? [];
  if (values.length === 0 || profile.number < part.nearlyAll || profile.dates !== undefined) return false;
  return values.filter((value) => Math.abs(value) > 100).length <= values.length * part.outliers;
}

/** Adds the country to codes of states: `US` and `CA` become `US-CA`. A row with a bare code is rejected. */
function withCountry(chosen: Chosen, column: GuessColumn, { columns, found }: GuessTable): FieldGuess {
  const areAll = ({ profile }: GuessColumn, form: RegExp) =>
    profile.filledShare === 1 && enoughMatch(profile.values, (value) => form.test(value), 1);
  if (enoughMatch(column.profile.values, (value) => /^[A-Z]{2}-/.test(value), 1)) return chosen;
  const { country } = found;
  const isPlain = country?.decision === "chosen" && country.operation.op === "column";
  const land = columns.find(({ name }) => isPlain && name === country.columns[0]);
  if (land !== undefined && areAll(land, /^[A-Z]{2}$/) && areAll(column, /^[A-Z0-9]{1,3}$/)) {
    const reason = `${chosen.reason}; the country comes first, as ISO 3166-2 writes US-CA`;
    return choose([land, column], { op: "join", separator: "-" }, chosen.confidence, reason);
  }
  const why = "the codes lack the country. ISO 3166-2 writes US-CA, and a bare code rejects its row";
  const added = `{ column: ${scalar(column.name)}, values: { CA: US-CA } }`;
  return abstain(`${why}. To add the country, write ${added}`, candidates([column], valuesBeside));
}

/** The unit is determined for the whole column. */
function inPercent(chosen: Chosen, column: GuessColumn): FieldGuess {
  const format = numbersOf(column);
  const unit = format === undefined ? undefined : rateUnitOf(format);
  const made: Chosen = { ...chosen, operation: { op: "rate", unit, decimal: format?.decimal ?? "." } };
  return warn(unit === undefined ? doubted(made, doubt.unit) : made, [
    unit === undefined && "the values do not show whether they are percentages or fractions",
    unit === "fraction" && "all values are between 0 and 1 and are read as fractions; confirm this",
    column.profile.number < 1 && "some values are not numbers",
    column.profile.filledShare < 1 && "a blank rate is unknown, not zero",
  ]);
}

function directionBy(
  headings: Evidence<GuessTable>["headings"],
  least: number,
  different: number,
): Evidence<GuessTable> {
  return {
    headings,
    of: "any",
    values: words("words for sales and purchases", directionOf, least, different),
    make: mapped(directionOf),
  };
}

function letterOfSap(value: string): string | undefined {
  return value.trim() === "A" ? "output" : value.trim() === "V" ? "input" : undefined;
}

const unclLetters = new Set(["S", "Z", "E", "AE", "K", "G", "O", "L", "M", "B"]);

/** If the end of validity is empty in the sample, assumes the date format of the start. */
function likeTheStart({ columns, found }: GuessTable): FieldGuess | undefined {
  const start = found["valid_from"];
  const [only, ...more] = columns.filter(
    (column) => headIs(column, "valid_to") && clear(column) && column.profile.filled === 0,
  );
  if (only === undefined || more.length > 0 || start?.decision !== "chosen" || start.operation.op !== "date")
    return undefined;
  return choose(
    [only],
    start.operation,
    confidence.doubtful,
    "heading suggests the end of validity; no row of the sample has one",
    {
      warnings: [`read in the format of ${start.columns[0] ?? ""}; confirm this`],
    },
  );
}

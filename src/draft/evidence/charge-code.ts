import { clear, type GuessColumn, headIs, is, owned, valuesBeside } from "../column.js";
import { abstain, type Abstention, candidates, percentText, warn } from "../field-guess.js";
import type { Fields, GuessTable } from "../table.js";
import { chargeTypeOf } from "../value-words.js";
import { part, preference, says } from "../weights.js";
import { code, external_id } from "./keys.js";
import { description, is_active, updated_at } from "./shared.js";
import { mapped } from "./values.js";

export const chargeCode: Fields = {
  external_id,
  updated_at,
  code,
  description: description("charge", "tax"),
  // Any heading is accepted, and the values decide. A heading such as "Type" is not evidence, because it usually
  // refers to debit and credit, or to air and sea.
  charge_type: {
    what: "freight, origin or destination",
    ways: [
      {
        headings: { any: says.whole, silent: says.whole },
        of: "any",
        known: 0,
        values: {
          says: "words for freight, origin or destination",
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
      const why =
        "no column contains freight, origin or destination; choose a column that groups the codes and define the type of each value, or ask the partner for the types";
      return abstain(why, candidates(groups.slice(0, 3), valuesBeside));
    },
  },
  // The column must contain codes and no rates. If there are separate codes for costs and sales, the sales code is
  // used.
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
            profile.filledShare < 1 && `${percentText(profile.filledShare)} of rows have a tax code`,
          ]),
      },
    ],
    open: noTaxCode,
  },
  is_active,
};

function isGroup(column: GuessColumn): boolean {
  return headIs(column, "group", "kind", "category");
}

/**
 * The result is 0 unless at least two of the types freight, origin and destination occur. At least 60% of the values
 * must be recognized, or 80% if the heading does not describe a group.
 */
function chargeTypeShare(column: GuessColumn): number {
  const { values, distinct, uniqueness } = column.profile;
  // In a short list, each group may occur only once. If nearly all values are different, the heading must describe a
  // group, because a description can look like the name of a group.
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

/**
 * True if the values are rates, such as `19%` and `VAT 7%`. False if different words precede the numbers, because
 * such values are names of taxes.
 */
function holdsPercentages(values: readonly string[]): boolean {
  const rates = values.filter((value) => /\d\s*%$/.test(value) && value.length <= 11);
  return rates.length > 0 && new Set(rates.map((value) => value.replace(/[\d.,\s%]+/g, ""))).size <= 1;
}

function noTaxCode({ columns }: GuessTable): Abstention {
  const named = columns.filter((column) => clear(column) && isNamedTax(column));
  // Columns with headings such as `Sale` and `Purchase` may contain tax codes, but the headings do not show this.
  const sided = columns.filter(
    (column) =>
      headIs(column, undefined) && (is(column, "sell") || is(column, "cost")) && holdsTaxCodes(column),
  );
  if (named.length === 0 && sided.length > 0) {
    const why =
      "columns for sales or purchases contain codes, but no heading shows whether they are tax codes";
    const sorted = [...sided].sort((a, b) => Number(is(b, "sell")) - Number(is(a, "sell")));
    return abstain(
      why,
      candidates(sorted, (column) =>
        is(column, "sell")
          ? "for sales; use this column if its values differ from the column for purchases"
          : "for purchases",
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
        ? "the tax column contains names of taxes instead of codes; ask the partner for the code of each tax"
        : "the tax column contains rates or flags instead of codes";
  return abstain(
    why,
    candidates(
      named.filter(({ profile }) => profile.filled > 0),
      ({ profile }) =>
        profile.number >= part.most ? "numbers, which are rates rather than references" : "not codes",
    ),
  );
}

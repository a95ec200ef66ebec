import { clear, type GuessColumn, headIs, means, owned, valuesBeside } from "../column.js";
import {
  abstain,
  candidates,
  choose,
  type ColumnChoice,
  doubted,
  type FieldGuess,
  warn,
} from "../field-guess.js";
import { isNumber, type NumberFormat, rateFormatOf, rateUnitOf } from "../numbers.js";
import { enoughMatch } from "../profile.js";
import type { Evidence } from "../scorer.js";
import type { Fields, GuessTable } from "../table.js";
import { directionOf, taxTypeOf } from "../value-words.js";
import { confidence, doubt, part, says } from "../weights.js";
import { scalar } from "../yaml-text.js";
import { code, external_id } from "./keys.js";
import { country, day, description, is_active, updated_at } from "./shared.js";
import { every, mapped, words } from "./values.js";

export const taxCode: Fields = {
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
      // Some exports contain words such as `exempt` beside the percentages.
      {
        headings: { rate: says.whole },
        of: "any",
        values: { says: "percentages", share: percentages, least: part.half },
        make: inPercent,
      },
    ],
    open: ({ columns, found }) => {
      if (columns.some((column) => headIs(column, "rate") && column.profile.filled > 0)) return undefined;
      const used = Object.values(found).flatMap((guess) =>
        guess.decision === "chosen" ? guess.columns : [],
      );
      const numbers = columns.filter(
        (column) =>
          (isRate(column) || percentages(column) >= part.half) &&
          !column.profile.isRowNumber &&
          !used.includes(column.name),
      );
      return numbers.length === 0
        ? undefined
        : abstain(
            "no heading indicates a rate, but these columns contain numbers or percentages",
            candidates(numbers.slice(0, 5), valuesBeside),
          );
    },
  },
  country,
  region: {
    what: "states or provinces",
    ways: [
      {
        headings: { region: says.sure },
        of: "any",
        known: 1,
        values: every("codes of states or provinces", (value) =>
          /^(?:[A-Z]{2}-)?[A-Z0-9]{1,3}$|^\*$/.test(value),
        ),
        make: withCountry,
      },
    ],
  },
  // "Percent" and "fixed" are units rather than tax types.
  tax_type: {
    what: "the tax type",
    ways: [
      {
        headings: { kind: says.whole, category: says.whole, group: says.whole },
        of: "any",
        never: ({ profile }) => profile.distinct > 20,
        values: words("names of tax types", taxTypeOf, part.most, 1),
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
      // SAP uses A for output tax (Ausgangssteuer) and V for input tax (Vorsteuer).
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
        values: every("letters from UNCL 5305", (value) => unclLetters.has(value)),
      },
    ],
  },
  valid_from: day("valid_from", "the start of validity"),
  valid_to: { ...day("valid_to", "the end of validity"), open: likeTheStart },
};

function numbersOf({ profile }: GuessColumn): NumberFormat | undefined {
  return profile.numbers ?? rateFormatOf(profile.values);
}

function isRate(column: GuessColumn): boolean {
  const { profile } = column;
  const values = numbersOf(column)?.values ?? [];
  if (values.length === 0 || profile.number < part.nearlyAll || profile.dates !== undefined) return false;
  return values.filter((value) => Math.abs(value) > 100).length <= values.length * part.outliers;
}

/** Share of the values that are numbers with a percent sign. The result is 0 if their decimal separators differ. */
function percentages(column: GuessColumn): number {
  const { values } = column.profile;
  if (numbersOf(column) === undefined) return 0;
  const rates = values.filter((value) => isNumber(value) && /[%％]/.test(value));
  return values.length === 0 ? 0 : rates.length / values.length;
}

/**
 * Prefixes state codes with the country, so that `US` and `CA` become `US-CA`. A row with a state code but no country
 * would be rejected, so the field stays open if the country cannot be added.
 */
function withCountry(chosen: ColumnChoice, column: GuessColumn, { columns, found }: GuessTable): FieldGuess {
  const areAll = ({ profile }: GuessColumn, form: RegExp) =>
    profile.filledShare === 1 && enoughMatch(profile.values, (value) => form.test(value), 1);
  if (enoughMatch(column.profile.values, (value) => /^[A-Z]{2}-/.test(value), 1)) return chosen;
  const { country } = found;
  const isPlain = country?.decision === "chosen" && country.operation.op === "column";
  const land = columns.find(({ name }) => isPlain && name === country.columns[0]);
  if (land !== undefined && areAll(land, /^[A-Z]{2}$/) && areAll(column, /^[A-Z0-9]{1,3}$/)) {
    const reason = `${chosen.reason}; the country is put first, as in the ISO 3166-2 code US-CA`;
    return choose([land, column], { op: "join", separator: "-" }, chosen.confidence, reason);
  }
  const why =
    "the codes lack the country, as in the ISO 3166-2 code US-CA, and rows without the country are rejected";
  const added = `{ column: ${scalar(column.name)}, values: { CA: US-CA } }`;
  return abstain(`${why}. To add the country, write ${added}`, candidates([column], valuesBeside));
}

function inPercent(chosen: ColumnChoice, column: GuessColumn): FieldGuess {
  const format = numbersOf(column);
  const unit = format === undefined ? undefined : rateUnitOf(format);
  const made: ColumnChoice = { ...chosen, operation: { op: "rate", unit, decimal: format?.decimal ?? "." } };
  return warn(unit === undefined ? doubted(made, doubt.unit) : made, [
    unit === undefined && "the values do not show whether they are percentages or fractions",
    unit === "fraction" &&
      "all values are between 0 and 1 and are read as fractions; confirm that they are fractions",
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
    values: words("words for sales or purchases", directionOf, least, different),
    make: mapped(directionOf),
  };
}

function letterOfSap(value: string): string | undefined {
  return value.trim() === "A" ? "output" : value.trim() === "V" ? "input" : undefined;
}

const unclLetters = new Set(["S", "Z", "E", "AE", "K", "G", "O", "L", "M", "B"]);

/** If the column with the end of validity is empty in the sample, uses the date format of the start column. */
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
    "heading suggests the end of validity; the column is blank in every row of the sample",
    {
      warnings: [`the date format of ${start.columns[0] ?? ""} is used; confirm that it fits`],
    },
  );
}

import { countryOfName, isCountryCode } from "../places.js";
import { areSo } from "../profile.js";
import { clear, head, headIs, means, owned, type GuessColumn } from "../column.js";
import {
  abstain,
  candidates,
  choose,
  datedAs,
  percentText,
  readValues,
  take,
  type FieldGuess,
} from "../field-guess.js";
import type { GuessTable } from "../table.js";
import { directionOf, taxTypeOf } from "../value-words.js";
import { meanings } from "../meanings.js";
import { confidence, confident, part } from "../weights.js";

/** The country of a tax: codes as they are, names through a value map. */
export function guessCountry(table: GuessTable): FieldGuess {
  const named = table.columns.filter(
    (column) => head(column) === "country" && clear(column) && column.profile.filled > 0,
  );
  const coded = named.filter((column) => column.profile.country >= part.most);
  const best = coded[0];
  if (best !== undefined) {
    return take(
      best,
      confident(best.profile.country),
      `heading matches and ${percentText(best.profile.country)} of values are ISO country codes`,
      { warnings: [best.profile.country < 1 && "some values are not one ISO code"] },
    );
  }
  const spelled = named.find(({ profile }) =>
    areSo(profile.values, (name) => countryOfName(name) !== undefined, part.half),
  );
  if (spelled !== undefined && spelled.profile.distinct <= 300) {
    const code = (name: string) => (isCountryCode(name) ? name : countryOfName(name));
    const reason = "heading matches and the values are names of countries";
    return choose([spelled], { op: "values", values: readValues(spelled, code) }, confidence.likely, reason);
  }
  return abstain(
    "no column holds countries; when all rows are of one country, the account's country is a constant",
    candidates(named, "not ISO codes"),
  );
}

/** State or province, only beside a country or with codes of its own. */
export function guessRegion(table: GuessTable): FieldGuess {
  const named = table.columns.filter((column) => head(column) === "region" && column.reading.strength === 1);
  const coded = named.filter(
    ({ profile }) =>
      profile.filled === 0 ||
      profile.values.every((value) => /^(?:[A-Z]{2}-)?[A-Z0-9]{1,3}$|^\*$/.test(value.trim())),
  );
  const best = coded.find((column) => column.profile.filled > 0) ?? coded[0];
  const beside = table.columns.some((column) => head(column) === "country");
  if (best !== undefined && (beside || best.profile.filled > 0) && table.record === "tax-code") {
    const full = best.profile.values.every((value) => /^[A-Z]{2}-/.test(value));
    return take(
      best,
      best.profile.filled === 0 ? confidence.doubtful : confidence.likely,
      best.profile.filled === 0
        ? "heading says a state or province; the column is empty"
        : "heading and values say a state or province",
      { warnings: [!full && "codes stand without their country: ISO 3166-2 writes US-CA"] },
    );
  }
  return abstain("no column holds states or provinces", candidates(named, "not codes"));
}

/** For sales, for purchases or for both, by a value map. */
export function guessDirection(table: GuessTable): FieldGuess {
  const fits = table.columns.filter(
    (column) =>
      clear(column) &&
      headIs(column, "direction", "kind", "group", "category") &&
      known(column, directionOf) >= part.most &&
      spoken(column, directionOf) >= 1,
  );
  const best =
    fits.find((column) => head(column) === "direction") ??
    fits.find((column) => spoken(column, directionOf) >= 2);
  if (best !== undefined) return mapped(best, directionOf, "the values are words for sales and purchases");
  const speaking = table.columns.filter(
    (column) =>
      ["direction", "kind", "group", "category", "document", "sell", "cost", undefined].includes(
        head(column),
      ) &&
      known(column, directionOf) === 1 &&
      spoken(column, directionOf) >= 2,
  );
  const only = speaking.length === 1 ? speaking[0] : undefined;
  if (only !== undefined) {
    return mapped(only, directionOf, "every value is a word for sales or for purchases");
  }
  const letters = table.columns.find((column) => means(column, "direction") && isOutputInputLetters(column));
  if (letters !== undefined)
    return mapped(letters, outputInputLetter, "the values are A for output and V for input tax");
  return abstain("no column says sales or purchases");
}

/** SAP writes A (Ausgangssteuer) and V (Vorsteuer). */
function outputInputLetter(value: string): string | undefined {
  return value.trim() === "A" ? "output" : value.trim() === "V" ? "input" : undefined;
}

function isOutputInputLetters(column: GuessColumn): boolean {
  return known(column, outputInputLetter) === 1 && column.profile.distinct === 2;
}

/** VAT, GST, sales tax, withholding or duty, only when the values say so; "percent" and "fixed" are units, not types. */
export function guessTaxType(table: GuessTable): FieldGuess {
  const fits = table.columns.filter(
    (column) =>
      clear(column) &&
      headIs(column, "kind", "category", "group") &&
      column.profile.distinct <= 20 &&
      known(column, taxTypeOf) >= part.most,
  );
  const best = fits[0];
  if (best !== undefined && fits.length === 1)
    return mapped(best, taxTypeOf, "the values are words for kinds of tax");
  return abstain("no column says the kind of tax", candidates(fits, "kinds of tax"));
}

const unclLetters = new Set(["S", "Z", "E", "AE", "K", "G", "O", "L", "M", "B"]);

/** UNCL 5305 letters. */
export function guessCategory(table: GuessTable): FieldGuess {
  const fits = table.columns.filter(
    (column) =>
      head(column) === "category" &&
      column.profile.distinct >= 2 &&
      column.profile.values.every((value) => unclLetters.has(value.trim())),
  );
  const best = fits[0];
  return best === undefined
    ? abstain("no column holds category letters")
    : take(best, confidence.certain, "heading says a category and the values are letters of UNCL 5305");
}

/**
 * The first or the last day on which something holds.
 *
 * @param like the other end of validity: a column that is empty in the sample is written as that one is
 */
export function guessDay(
  table: GuessTable,
  meaning: "valid_from" | "valid_to",
  like?: FieldGuess,
): FieldGuess {
  const what = meanings[meaning].says;
  const said = table.columns.filter((column) => head(column) === meaning && clear(column));
  const named = said.filter((column) => !owned(column, "staff") && column.profile.filled > 0);
  const dated = named.filter((column) => column.profile.dates !== undefined);
  const [best] = dated;
  if (best === undefined && like?.decision === "chosen" && like.operation.op === "date") {
    const [only, ...more] = said.filter((column) => column.profile.filled === 0);
    if (only !== undefined && more.length === 0) {
      return choose(
        [only],
        like.operation,
        confidence.doubtful,
        `heading says ${what}; no row of the sample has one`,
        {
          warnings: [`written as ${like.columns[0] ?? ""} is, to be confirmed`],
        },
      );
    }
  }
  if (best === undefined) return abstain(`no column holds ${what}`, candidates(named, "not dates"));
  if (dated.length > 1) return abstain(`several columns hold ${what}`, candidates(dated, "dates"));
  const dates = best.profile.dates!;
  return choose(
    [best],
    datedAs("date", dates),
    dates.ambiguous === undefined ? confidence.certain : confidence.likely,
    `heading says ${what} and the values are dates`,
    {
      warnings: [
        dates.ambiguous !== undefined && `dates could be ${dates.ambiguous.join(" or ")}: no value decides`,
        best.profile.filledShare < part.half && "most cells are blank",
      ],
    },
  );
}

/** How many different meanings the values of a column have. */
function spoken(column: GuessColumn, read: (value: string) => string | undefined): number {
  return new Set(column.profile.values.map(read).filter((said) => said !== undefined)).size;
}

function known(column: GuessColumn, read: (value: string) => string | undefined): number {
  const { values, distinct } = column.profile;
  if (distinct === 0 || distinct > 40) return 0;
  return values.filter((value) => read(value) !== undefined).length / distinct;
}

function mapped(
  column: GuessColumn,
  read: (value: string) => string | undefined,
  reason: string,
): FieldGuess {
  const open = column.profile.values.filter((value) => read(value) === undefined).length;
  const sureness = confident(1 - open / column.profile.distinct);
  return choose([column], { op: "values", values: readValues(column, read) }, sureness, reason, {
    warnings: [open > 0 && `${open} values are not understood`],
  });
}

import { clear, head, headIs, is, owned, type GuessColumn } from "../column.js";
import { abstain, candidates, choose, percentText, type FieldGuess } from "../field-guess.js";
import type { GuessTable } from "../table.js";
import { confident, part, preference, says } from "../weights.js";

/** The tax code that a charge refers to: a code, never a rate. Of a cost and a sell code the sell code wins. */
export function guessTaxReference(table: GuessTable): FieldGuess {
  const named = table.columns.filter((column) => clear(column) && isNamedTax(column));
  const codes = named.filter(holdsCodes).sort((a, b) => scoreOf(b) - scoreOf(a) || a.index - b.index);
  const [best, ...others] = codes;
  if (best !== undefined) {
    const [rival] = others;
    if (rival !== undefined && scoreOf(rival) === scoreOf(best)) {
      return abstain(
        "several columns hold tax codes",
        candidates(codes, (column) => `${column.profile.distinct} codes`),
      );
    }
    const side = is(best, "sell") ? "; it is the one for sales" : "";
    return choose(
      [best],
      { op: "reference" },
      confident(best.profile.code),
      `heading says a tax and ${percentText(best.profile.code)} of values are codes, not rates${side}`,
      {
        runnersUp: candidates(others.slice(0, 2), "another tax code"),
        warnings: [
          best.profile.filledShare < 1 && `${percentText(best.profile.filledShare)} of rows have one`,
        ],
      },
    );
  }
  // `Sale` beside `Purchase`: codes of taxes, as it seems, but no heading says so.
  const sided = table.columns.filter(
    (column) => head(column) === undefined && sideOf(column) !== undefined && holdsCodes(column),
  );
  if (named.length === 0 && sided.length > 0) {
    return abstain(
      "no heading says tax, and columns for sales or purchases hold codes: whether they are tax codes a person knows",
      candidates(
        sided.sort((a, b) => scoreOf(b) - scoreOf(a)),
        (column) => `for ${sideOf(column) ?? ""}`,
      ),
    );
  }
  return abstain(
    named.length === 0
      ? "no column refers to a tax code"
      : named.some(holdsNames)
        ? "the tax column holds names of taxes, not codes: the partner has to say which code each is"
        : "the tax column holds rates or yes and no, not codes",
    candidates(
      named.filter((column) => column.profile.filled > 0),
      (column) => (column.profile.number >= part.most ? "numbers: a rate, not a reference" : "not codes"),
    ),
  );
}

function sideOf(column: GuessColumn): string | undefined {
  if (is(column, "sell")) return "sales: where the two differ, it is the one that counts";
  return is(column, "cost") ? "purchases" : undefined;
}

function isNamedTax(column: GuessColumn): boolean {
  return owned(column, "tax")
    ? headIs(column, undefined, "code", "id", "kind", "group", "category", "name", "rate")
    : head(column) === "rate" && is(column, "sell");
}

function holdsCodes(column: GuessColumn): boolean {
  const { profile } = column;
  if (profile.filled === 0 || profile.dates !== undefined) return false;
  if (profile.distinct > Math.max(30, profile.rows * part.half)) return false;
  const named = headIs(column, "code", "id");
  if (profile.number >= part.most) return named && profile.distinct > 1 && !looksLikeRates(column);
  if (profile.flag >= part.nearlyAll) return false;
  if (holdsPercentages(profile.values)) return false;
  return profile.code >= part.most || (named && profile.code >= part.half);
}

/** `19 %` and `VAT 7%` are rates; where the words before the number differ, they name taxes. */
function holdsPercentages(values: readonly string[]): boolean {
  const rates = values.filter((value) => /\d\s*%$/.test(value) && value.length <= 11);
  const words = new Set(rates.map((value) => value.replace(/[\d.,\s%]+/g, "")));
  return rates.length > 0 && words.size <= 1;
}

/** `20% (VAT on Income)`: words that repeat, neither rates nor yes and no. */
function holdsNames({ profile }: GuessColumn): boolean {
  return (
    profile.filled > 0 && profile.number < part.half && profile.flag < part.half && profile.prose >= part.half
  );
}

/** Numbers with a decimal sign or a percent sign are rates; so are common rates without one. */
function looksLikeRates(column: GuessColumn): boolean {
  return column.profile.values.some((value) => /[.,%]\d|%/.test(value));
}

function scoreOf(column: GuessColumn): number {
  const meaning = headIs(column, "code", "id")
    ? says.whole
    : head(column) === undefined
      ? says.thing
      : says.weak;
  const side = is(column, "sell") ? preference.clear : is(column, "cost") ? -preference.clear : 0;
  return meaning + side + (column.reading.strength - 1) * part.half;
}

import { rateFormatOf, rateUnitOf, type NumberFormat } from "../numbers.js";
import { clear, head, owned, ranked, saySame, type GuessColumn } from "../column.js";
import { abstain, candidates, choose, type FieldGuess } from "../field-guess.js";
import type { GuessTable } from "../table.js";
import { confident, doubt, part, preference, says } from "../weights.js";

/** The rate in percent. Its scale and its decimal sign are decided for the whole column. */
export function guessRate(table: GuessTable): FieldGuess {
  const named = ranked(table.columns, scoreOf);
  const numeric = named.filter(({ column }) => isRate(column));
  const [best, ...others] = numeric;
  const unnamed = table.columns.filter((column) => column.heading.trim() === "" && isRate(column));
  if (best === undefined && table.hasHeadings && unnamed.length > 0) {
    return abstain(
      "no heading says a rate, and a column without heading holds numbers",
      candidates(unnamed, (column) => `numbers such as ${column.profile.values.slice(0, 3).join(", ")}`),
    );
  }
  if (best === undefined) {
    return abstain(
      named.length > 0 ? "the column that is named like a rate holds no rates" : "no column holds rates",
      candidates(
        named.map(({ column }) => column),
        (column) => `${column.profile.distinct} values, not all numbers`,
      ),
    );
  }
  const rival = numeric[1];
  if (
    rival !== undefined &&
    rival.score >= best.score - preference.margin &&
    !saySame(best.column, rival.column)
  ) {
    return abstain(
      "several columns hold rates",
      candidates(
        numeric.map(({ column }) => column),
        "numbers",
      ),
    );
  }
  const { column, score } = best;
  const format = numbersOf(column);
  const unit = format === undefined ? undefined : rateUnitOf(format);
  return choose(
    [column],
    { op: "rate", unit, decimal: format?.decimal ?? "." },
    confident(score * column.profile.number - (unit === undefined ? doubt.unit : 0)),
    `heading says a rate and the values are numbers${unit === undefined ? "" : unit === "percent" ? " in percent" : " between 0 and 1"}`,
    {
      warnings: [
        unit === undefined && "the values do not say whether they are percent or a fraction",
        unit === "fraction" && "all values lie between 0 and 1: taken as fractions, to be confirmed",
        column.profile.number < 1 && "some values are not numbers",
        column.profile.filledShare < 1 && "a blank rate is unknown, not zero",
      ],
      runnersUp: candidates(
        others.slice(0, 2).map((other) => other.column),
        "also numbers",
      ),
    },
  );
}

function scoreOf(column: GuessColumn): number {
  if (!clear(column)) return 0;
  switch (head(column)) {
    case "rate":
      return column.reading.strength;
    case "value":
      return says.fair;
    case "amount":
      return owned(column, "tax") || column.reading.strength < 1 ? 0 : says.last;
    case undefined:
      return owned(column, "tax") ? says.thing : 0;
    default:
      return 0;
  }
}

function numbersOf({ profile }: GuessColumn): NumberFormat | undefined {
  return profile.numbers ?? rateFormatOf(profile.values);
}

function isRate(column: GuessColumn): boolean {
  const { profile } = column;
  if (profile.filled === 0 || profile.number < part.nearlyAll || profile.dates !== undefined) return false;
  const values = numbersOf(column)?.values ?? [];
  if (values.length === 0) return false;
  return (
    values.every((value) => Math.abs(value) <= 100) ||
    values.filter((v) => Math.abs(v) > 100).length <= values.length * part.outliers
  );
}

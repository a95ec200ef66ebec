import { rateFormatOf, rateUnitOf, type NumberFormat } from "../numbers.js";
import { filledShare } from "../profile.js";
import { clear, head, owned, type GuessColumn } from "../column.js";
import { abstain, candidates, choose, type FieldGuess } from "../field-guess.js";
import type { GuessTable } from "../table.js";
import { confident, doubt, part, preference, says } from "../weights.js";

/** The rate in percent. Its scale and its decimal sign are decided for the whole column. */
export function guessRate(table: GuessTable): FieldGuess {
  const named = table.columns
    .map((column) => ({ column, score: scoreOf(column) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const numeric = named.filter(({ column }) => isRate(column));
  const best = numeric[0];
  const unnamed = table.columns.filter((column) => column.heading.trim() === "" && isRate(column));
  if (best === undefined && table.hasHeadings && unnamed.length > 0) {
    return abstain(
      "no heading says a rate, and a column without heading holds numbers",
      candidates(
        unnamed,
        (column) => `numbers such as ${[...column.profile.counts.keys()].slice(0, 3).join(", ")}`,
      ),
    );
  }
  if (best === undefined) {
    return abstain(
      named.length > 0 ? "the column that is named like a rate holds no rates" : "no column holds rates",
      candidates(
        named.map(({ column }) => column),
        (column) => `${String(column.profile.distinct)} values, not all numbers`,
      ),
    );
  }
  const rival = numeric[1];
  if (
    rival !== undefined &&
    rival.score >= best.score - preference.tie &&
    !isEqual(best.column, rival.column)
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
  const warnings: string[] = [];
  if (unit === undefined) warnings.push("the values do not say whether they are percent or a fraction");
  if (unit === "fraction")
    warnings.push("all values lie between 0 and 1: taken as fractions, to be confirmed");
  if (column.profile.number < 1) warnings.push("some values are not numbers");
  if (filledShare(column.profile) < 1) warnings.push("a blank rate is unknown, not zero");
  return choose(
    [column],
    { op: "rate", unit, decimal: format?.decimal ?? "." },
    confident(score * column.profile.number - (unit === undefined ? doubt.unit : 0)),
    `heading says a rate and the values are numbers${unit === undefined ? "" : unit === "percent" ? " in percent" : " between 0 and 1"}`,
    {
      warnings,
      runnersUp: candidates(
        numeric.slice(1, 3).map((other) => other.column),
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
  return profile.numbers ?? rateFormatOf([...profile.counts.keys()]);
}

function isRate(column: GuessColumn): boolean {
  const { profile } = column;
  if (profile.filled === 0 || profile.number < part.nearlyAll || profile.dates !== undefined) return false;
  const values = numbersOf(column)?.values ?? [];
  if (values.length === 0) return false;
  return (
    values.every((value) => Math.abs(value) <= 100) ||
    values.filter((v) => Math.abs(v) > 100).length <= values.length * part.mistake
  );
}

function isEqual(a: GuessColumn, b: GuessColumn): boolean {
  return a.cells.every((cell, row) => cell === b.cells[row]);
}

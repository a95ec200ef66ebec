import { clear, headIs, valuesBeside, type GuessColumn } from "../column.js";
import { abstain, candidates, choose, readValues, type FieldGuess } from "../field-guess.js";
import type { GuessTable } from "../table.js";
import { chargeTypeOf } from "../value-words.js";
import { confident, part } from "../weights.js";

/**
 * Freight, origin, destination or other. The heading never decides, for "Type" mostly means debit and credit, or air and
 * sea: only a column whose values are these words does.
 */
export function guessChargeType(table: GuessTable): FieldGuess {
  const [best, ...others] = table.columns
    .filter(saysChargeTypes)
    .sort((a, b) => b.profile.distinct - a.profile.distinct);
  if (best !== undefined) {
    const open = best.profile.values.filter((value) => chargeTypeOf(value) === undefined).length;
    return choose(
      [best],
      { op: "values", values: readValues(best, chargeTypeOf) },
      confident(1 - open / best.profile.distinct),
      "the values are words for freight, origin and destination",
      {
        runnersUp: candidates(others.slice(0, 2), "similar words"),
        warnings: [
          open > 0 &&
            `${open} ${open === 1 ? "value is" : "values are"} none of freight, origin, destination or other`,
        ],
      },
    );
  }
  const groups = table.columns.filter(
    (column) =>
      clear(column) && isGroup(column) && column.profile.distinct >= 1 && column.profile.distinct <= 40,
  );
  return abstain(
    "no column says freight, origin or destination; the partner has to say it, by group or by code",
    candidates(groups.slice(0, 3), valuesBeside),
  );
}

function isGroup(column: GuessColumn): boolean {
  return headIs(column, "group", "kind", "category");
}

/** At least two of freight, origin and destination are said and most values are understood: nearly all where no heading says a group. */
function saysChargeTypes(column: GuessColumn): boolean {
  const { values, distinct, uniqueness } = column.profile;
  if (distinct < 2 || distinct > 25) return false;
  // A short list may have each group once; then the heading has to say a group, for a description may be one such word.
  if (uniqueness > part.nearlyAll && !isGroup(column)) return false;
  const said = values.map(chargeTypeOf).filter((type) => type !== undefined);
  const needed = isGroup(column) ? part.clearly : part.most;
  return said.length >= distinct * needed && new Set(said.filter((type) => type !== "other")).size >= 2;
}

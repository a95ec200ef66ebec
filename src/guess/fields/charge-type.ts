import { clear, headIs, valuesBeside, type GuessColumn } from "../column.js";
import { abstain, candidates, choose, type FieldGuess } from "../field-guess.js";
import type { GuessTable } from "../table.js";
import { chargeTypeOf } from "../value-words.js";
import { confident, part } from "../weights.js";

/**
 * Freight, origin, destination or other. The heading never decides, for "Type" mostly means debit and credit, or air and
 * sea: only a column whose values are these words does.
 */
export function guessChargeType(table: GuessTable): FieldGuess {
  const speaking = table.columns
    .map((column) => ({ column, said: valuesOf(column) }))
    .filter(({ said }) => said !== undefined)
    .sort((a, b) => (b.said?.size ?? 0) - (a.said?.size ?? 0));
  const best = speaking[0];
  if (best?.said !== undefined) {
    const open = [...best.said.values()].filter((value) => value === undefined).length;
    return choose(
      [best.column],
      { op: "values", values: best.said },
      confident(1 - open / best.said.size),
      "the values are words for freight, origin and destination",
      {
        runnersUp: candidates(
          speaking.slice(1, 3).map(({ column }) => column),
          "similar words",
        ),
        warnings:
          open > 0
            ? [
                `${String(open)} ${open === 1 ? "value is" : "values are"} none of freight, origin, destination or other`,
              ]
            : [],
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

/** The value map, when at least two of freight, origin and destination are said and most values are understood: nearly all where no heading says a group. */
function valuesOf(column: GuessColumn): ReadonlyMap<string, string | undefined> | undefined {
  const { profile } = column;
  if (profile.distinct < 2 || profile.distinct > 25) return undefined;
  // A short list may have each group once; then the heading has to say a group, for a description may be one such word.
  if (profile.uniqueness > part.nearlyAll && !isGroup(column)) return undefined;
  const map = new Map<string, string | undefined>();
  for (const value of profile.counts.keys()) map.set(value, chargeTypeOf(value));
  const said = new Set([...map.values()].filter((value) => value !== undefined && value !== "other"));
  const known = [...map.values()].filter((value) => value !== undefined).length;
  return said.size >= 2 && known >= map.size * (isGroup(column) ? part.clearly : part.most) ? map : undefined;
}

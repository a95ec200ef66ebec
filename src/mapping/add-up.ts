import { issue, type Issue } from "../model/issues.js";
import type { Tally } from "../model/within.js";
import type { Cell } from "./cells.js";
import { moneyText, sumOfDecimals } from "./decimals.js";
import type { DraftElement } from "../model/draft.js";

/** This module adds up elements with the same ID (`same_id: sum`). */

/**
 * Returns a function that adds the amounts of the elements starting at index `from` to the first element with the same
 * ID. If other values contradict each other, the later element is kept with an issue. `merged` counts the elements
 * that were added to a previous element.
 */
export function adder(list: string, merged: Tally): (all: DraftElement[], from: number) => void {
  const known = new WeakMap<DraftElement[], Map<string, DraftElement>>();
  return (all, from) => {
    let byId = known.get(all);
    if (byId === undefined) known.set(all, (byId = new Map<string, DraftElement>()));
    for (const later of all.splice(from)) {
      const id = later.values["external_id"];
      const first = typeof id === "string" ? byId.get(id) : undefined;
      if (first === undefined) {
        if (typeof id === "string") byId.set(id, later);
        all.push(later);
        continue;
      }
      const contradiction = disagreement(first, later);
      if (contradiction !== undefined) {
        const field = `${list}.${contradiction}`;
        const position = { file: later.of, line: later.line, field };
        all.push({
          ...later,
          issues: [...later.issues, issue("summed_disagree", position, { list, field })],
        });
        continue;
      }
      addTo(first, later);
      merged.addElement(list, { values: {} });
    }
  };
}

/**
 * Returns a field in which two elements differ, or undefined if there is none. In amounts, only the currencies are
 * compared. A blank value differs from other values only in a currency.
 */
function disagreement(first: DraftElement, later: DraftElement): string | undefined {
  return Object.keys(later.values).find((name) => {
    const [so, value] = [first.values[name] ?? null, later.values[name] ?? null];
    if (isMoney(name) || so === value) return false;
    return (so !== null && value !== null) || name.endsWith(".currency");
  });
}

function addTo(first: DraftElement, later: DraftElement): void {
  const values = first.values as Record<string, Cell>;
  (first.issues as Issue[]).push(...later.issues);
  for (const [name, value] of Object.entries(later.values)) {
    const so = values[name] ?? null;
    if (value === null) continue;
    values[name] =
      so !== null && isMoney(name) ? moneyText(sumOfDecimals([String(so), String(value)])) : value;
  }
}

/** True if the field is a numeric part of an amount. */
function isMoney(name: string): boolean {
  return /\.(?:pre_tax|tax|total)$/u.test(name);
}

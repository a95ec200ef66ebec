import { issue, type Issue } from "../model/issues.js";
import type { Draft } from "../model/draft.js";
import { moneyText, sumOfDecimals } from "./decimals.js";

/**
 * An amount in a record that is the sum of an amount in all elements of a list (`sum:
 * charge_lines.local_amount.total`).
 */
export interface ElementSum {
  readonly field: string;
  readonly list: string;
  /** The amount part that is summed over the elements, such as `local_amount.total`. */
  readonly part: string;
}

export function elementSum(field: string, path: string): ElementSum {
  const [list = "", ...part] = path.split(".");
  return { field, list, part: part.join(".") };
}

/** Call this function after all elements are known. Blank amounts are ignored. */
export function withElementSums(
  sums: readonly ElementSum[],
  draft: Draft,
  line: number,
): { readonly draft: Draft; readonly issues: readonly Issue[] } {
  const values = { ...draft.values };
  const issues: Issue[] = [];
  for (const { field, list, part } of sums) {
    const elements = (draft.lists?.[list] ?? []).filter((each) => typeof each.values[part] === "string");
    const currencies = new Set([
      ...elements.map((each) => each.values[currencyOf(part)]),
      ...(elements.length === 0 ? [] : [draft.values[currencyOf(field)]]),
    ]);
    // A blank or unreadable currency is reported separately.
    if ([...currencies].filter((each) => typeof each === "string").length > 1) {
      issues.push(issue("several_currencies", { line, field }, { field, list }));
      continue;
    }
    if (elements.length > 0)
      values[field] = moneyText(sumOfDecimals(elements.map((each) => String(each.values[part]))));
  }
  return { draft: { ...draft, values }, issues };
}

/** Returns a path such as `local_amount.currency` for `local_amount.total`. */
function currencyOf(part: string): string {
  return part.replace(/[^.]*$/u, "currency");
}

import { flatValue } from "../../formats/output/csv.js";
import type { ObjectValue, Value } from "../../model/record-type.js";
import { visible } from "../../sentence.js";

/**
 * A changed value of a field or part of a field. Parts of amounts are identified by name, and list elements by ID.
 */
export interface ValueDifference {
  /** For example `name`, `local_amount.total`, `accruals S1-2` or `accruals S1-2.creditor`. */
  readonly field: string;
  /** Formatted as in flat files. Empty if there is no value. */
  readonly before: string;
  readonly after: string;
  readonly element?: "added" | "removed";
}

/** Values that are undefined or null are treated as empty. */
export function valueDifferences(
  field: string,
  before: Value | undefined,
  after: Value | undefined,
): readonly ValueDifference[] {
  if (isParts(before) && isParts(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((part) =>
      valueDifferences(`${field}.${part}`, before[part], after[part]),
    );
  if (Array.isArray(before) || Array.isArray(after)) {
    const [old, now] = [elementsOf(before), elementsOf(after)];
    const found = [...new Set([...old.keys(), ...now.keys()])].flatMap((key): readonly ValueDifference[] => {
      const [was, is, at] = [old.get(key), now.get(key), `${field} ${visible(key)}`];
      if (was === undefined) return [{ field: at, before: "", after: flatValue(is), element: "added" }];
      if (is === undefined) return [{ field: at, before: flatValue(was), after: "", element: "removed" }];
      return valueDifferences(at, was, is);
    });
    const [first, then] = [old, now].map((each) => [...each.keys()].join(", ")) as [string, string];
    return found.length === 0 && first !== then ? [{ field, before: first, after: then }] : found;
  }
  const [old, now] = [flatValue(before), flatValue(after)];
  return old === now ? [] : [{ field, before: old, after: now }];
}

export function differenceLines(...of: Parameters<typeof valueDifferences>): readonly string[] {
  return valueDifferences(...of).map(({ field, before, after, element }) => {
    if (element === undefined) return `${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
    return `${field}: ${element}${after.startsWith("{") ? ` ${after}` : ""}`;
  });
}

/** True for amounts and list elements. A reference is treated like its ID. */
function isParts(value: Value | undefined): value is ObjectValue {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && flatValue(value).startsWith("{")
  );
}

/** Elements by ID. Plain values are keyed by their content, and elements without an ID by their position. */
function elementsOf(list: Value | undefined): ReadonlyMap<string, Value> {
  return new Map(
    (Array.isArray(list) ? (list as readonly Value[]) : []).map((element, at) => {
      const id = isParts(element) ? element["external_id"] : undefined;
      const key = typeof id === "string" ? id : isParts(element) ? String(at + 1) : flatValue(element);
      return [key, element] as const;
    }),
  );
}

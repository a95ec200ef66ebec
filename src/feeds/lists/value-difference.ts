import { flatValue } from "../../formats/output/csv.js";
import type { ObjectValue, Value } from "../../model/record-type.js";
import { visible } from "../../sentence.js";

/** What became another in a field, or in a part of it: of an amount by its name, of a list by the id of the element. */
export interface ValueDifference {
  /** `name`, `local_amount.total`, `accruals S1-2`, `accruals S1-2.creditor`. */
  readonly field: string;
  /** As flat files show it; empty when blank. */
  readonly before: string;
  readonly after: string;
  /** Set when an element as a whole came or went. */
  readonly element?: "added" | "removed";
}

/** @param before undefined, as null: blank */
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

/** The same as lines of text. */
export function differenceLines(...of: Parameters<typeof valueDifferences>): readonly string[] {
  return valueDifferences(...of).map(({ field, before, after, element }) => {
    if (element === undefined) return `${field}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
    return `${field}: ${element}${after.startsWith("{") ? ` ${after}` : ""}`;
  });
}

/** An amount, or an element of a list; a reference is the id that it holds. */
function isParts(value: Value | undefined): value is ObjectValue {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && flatValue(value).startsWith("{")
  );
}

/** By their ids; plain ones by what they say, and others by their places. */
function elementsOf(list: Value | undefined): ReadonlyMap<string, Value> {
  return new Map(
    (Array.isArray(list) ? (list as readonly Value[]) : []).map((element, at) => {
      const id = isParts(element) ? element["external_id"] : undefined;
      const key = typeof id === "string" ? id : isParts(element) ? String(at + 1) : flatValue(element);
      return [key, element] as const;
    }),
  );
}

import { flatValue } from "../encode/csv.js";
import { visible } from "../sentence.js";
import type { ObjectValue, Value } from "../records/record-type.js";

/**
 * What became another in a field, as text: an amount part by part, a list element by element, by their ids where they have any.
 *
 * @param old undefined, as null: blank
 */
export function valueDifferences(
  field: string,
  old: Value | undefined,
  now: Value | undefined,
): readonly string[] {
  if (isParts(old) && isParts(now))
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((part) =>
      valueDifferences(`${field}.${part}`, old[part], now[part]),
    );
  if (isList(old) || isList(now)) {
    const [before, after] = [elementsOf(old), elementsOf(now)];
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
      const at = `${field} ${visible(key)}`;
      if (!before.has(key)) return [`${at}: added${contentOf(after.get(key))}`];
      if (!after.has(key)) return [`${at}: removed`];
      return valueDifferences(at, before.get(key), after.get(key));
    });
  }
  const [before, after] = [old, now].map((value) => JSON.stringify(flatValue(value)));
  return before === after ? [] : [`${field}: ${before} -> ${after}`];
}

/** An amount, or an element of a list; a reference is the id that it holds. */
function isParts(value: Value | undefined): value is ObjectValue {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && flatValue(value).startsWith("{")
  );
}

function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** By their ids; plain ones by what they say, and others by their places. */
function elementsOf(list: Value | undefined): ReadonlyMap<string, Value> {
  return new Map(
    (isList(list) ? list : []).map((element, at) => {
      const id = isParts(element) ? element["external_id"] : undefined;
      const key = typeof id === "string" ? id : isParts(element) ? String(at + 1) : flatValue(element);
      return [key, element] as const;
    }),
  );
}

function contentOf(element: Value | undefined): string {
  return isParts(element) ? ` ${flatValue(element)}` : "";
}

import type { AnyRecord, ObjectValue, Value } from "../../model/record-type.js";

/**
 * This module detects elements that return under a different ID, for example because IDs are positions and a line was
 * inserted above. Receivers treat such elements as new, so an accrual that an invoice should settle is lost.
 */

export interface Moved {
  readonly moved: number;
  /** Number of elements in the changed lists before the change. */
  readonly of: number;
}

/**
 * Counts the elements in the changed lists of a record, and those that returned under a different ID. `names` contains
 * the names of the changed fields.
 */
export function movedElements(before: AnyRecord, after: AnyRecord, names: readonly string[]): Moved {
  let [moved, of] = [0, 0];
  for (const name of names) {
    const earlier = idsByContent(before[name]);
    for (const [content, ids] of idsByContent(after[name])) {
      const known = earlier.get(content);
      if (known === undefined) continue;
      // A moved element is counted even if the old element still exists, but each old element is counted only once.
      moved += Math.min([...ids].filter((id) => !known.has(id)).length, known.size);
    }
    for (const ids of earlier.values()) of += ids.size;
  }
  return { moved, of };
}

/** IDs of elements, keyed by the content of their other fields. */
function idsByContent(list: Value | undefined): ReadonlyMap<string, ReadonlySet<Value>> {
  const found = new Map<string, Set<Value>>();
  if (!Array.isArray(list)) return found;
  for (const element of list as readonly ObjectValue[]) {
    if (!hasIdAndMore(element)) continue;
    const { external_id: id, private: _, ...rest } = element;
    const content = JSON.stringify(rest);
    const ids = found.get(content);
    if (ids === undefined) found.set(content, new Set([id as Value]));
    else ids.add(id as Value);
  }
  return found;
}

/** True if an element has an ID and other fields. False for references, which have only an ID and cannot change. */
export function hasIdAndMore(element: ObjectValue): boolean {
  return typeof element["external_id"] === "string" && Object.keys(element).length > 1;
}

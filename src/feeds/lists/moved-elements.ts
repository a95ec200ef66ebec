import type { AnyRecord, ObjectValue, Value } from "../../model/record-type.js";

/**
 * Elements that come back under another id, as when ids are positions and a line is put in above them. For whoever is served
 * them they are new ones: the accrual that an invoice would settle is gone.
 */

export interface Moved {
  readonly moved: number;
  /** How many elements the lists had that changed. */
  readonly of: number;
}

/** @param names the fields that differ */
export function movedElements(before: AnyRecord, after: AnyRecord, names: readonly string[]): Moved {
  let [moved, of] = [0, 0];
  for (const name of names) {
    const earlier = idsByContent(before[name]);
    for (const [content, ids] of idsByContent(after[name])) {
      const known = earlier.get(content);
      if (known === undefined) continue;
      // It counts although the old one is still there; but what was there once can come back once only.
      moved += Math.min([...ids].filter((id) => !known.has(id)).length, known.size);
    }
    for (const ids of earlier.values()) of += ids.size;
  }
  return { moved, of };
}

/** The ids of elements by what else they say; what is kept in private says where they stand. */
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

/** A reference is no element that could change. */
export function hasIdAndMore(element: ObjectValue): boolean {
  return typeof element["external_id"] === "string" && Object.keys(element).length > 1;
}

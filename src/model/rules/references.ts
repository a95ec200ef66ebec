import { issue, type Issue, type Position } from "../issues.js";
import type { Lookups } from "../lookups.js";
import type { Account } from "../account.js";
import type { Field } from "../fields.js";
import type { Reference, Value } from "../record-type.js";

/**
 * References between lists (`docs/semantics.md` section 3.7). Each reference must point to an entry in the current
 * list of its target type.
 */

/** Returns the position of an issue with a field. `number` is the number of a list element, as in `DraftElement`. */
export type Locate = (field: string, number?: number) => Position;

/**
 * Compiles the reference check for a record or an element. Returns a function that adds problems to `issues`, or
 * undefined if there are no references. In accounts that do not use tax, this function replaces an unresolved tax
 * code with null.
 */
export function referenceRules(
  fields: Readonly<Record<string, Field>>,
  names: readonly string[],
  account: Account,
  lookups: Lookups,
) {
  const references = names.flatMap((name) => {
    const target = fields[name]?.target;
    if (target === undefined || (target === "tax-code" && !account.hasTaxCodes)) return [];
    return [{ field: name, target, isDroppable: target === "tax-code" && account.taxMode === "non_tax" }];
  });
  if (references.length === 0) return undefined;

  return function check(
    object: Record<string, Value>,
    locate: Locate,
    issues: Issue[],
  ): Record<string, Value> {
    for (const { field, target, isDroppable } of references) {
      const reference = object[field] as Reference | null | undefined;
      if (!reference) continue;
      const found = lookups.find(target, "external_id", reference.external_id);
      // Every list except tax codes is optional in an account.
      if (found === undefined && target !== "tax-code") continue;
      if (found?.some((entry) => entry.is_active) === true) continue;
      const position = { ...locate(field), value: reference.external_id };
      const filling = { field: position.field ?? field, target: target.replaceAll("-", " ") };
      if (found === undefined || found.length === 0) {
        if (isDroppable) object[field] = null;
        issues.push(issue(isDroppable ? "reference_dropped" : "unknown_reference", position, filling));
      } else {
        issues.push(issue("inactive_reference", position, filling));
      }
    }
    return object;
  };
}

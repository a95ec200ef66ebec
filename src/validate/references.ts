import { issue, type Issue, type Position } from "../issues.js";
import type { Lookups } from "../mapping/mapping.js";
import type { Account } from "../records/account.js";
import type { AnyRecord, Reference, RecordType } from "../records/record-type.js";

/**
 * References between lists (`docs/semantics.md` section 3.7): each must point to an entry of the current list of its target.
 * A mapping's look-up has found its entry already; what comes here by id is checked the same way.
 */

/**
 * Compiles the check of one list's references.
 *
 * @returns undefined for a type without references; else a function from a record to the same record (in accounts without tax, a code that resolves to nothing
 * becomes null with a note) and to what is wrong with its references
 */
export function referenceRules(type: RecordType, account: Account, lookups: Lookups) {
  const references = type.columns.filter((name) => type.fields[name]?.kind === "reference");
  if (references.length === 0) return undefined;

  return function check(
    record: AnyRecord,
    locate: (field: string) => Position,
  ): { readonly record: AnyRecord; readonly issues: readonly Issue[] } {
    const issues: Issue[] = [];
    let checked = record;
    for (const field of references) {
      const target = type.fields[field]?.target;
      const reference = record[field] as Reference | null | undefined;
      if (target === undefined || !reference || !account.hasTaxCodes) continue;
      const found = lookups.find(target, "external_id", reference.external_id);
      const position = { ...locate(field), value: reference.external_id };
      if (found === undefined || found.length === 0) {
        if (account.taxMode === "non_tax") {
          checked = { ...checked, [field]: null };
          issues.push(issue("reference_dropped", position, { field, target }));
        } else {
          issues.push(issue("unknown_reference", position, { field, target }));
        }
      } else if (found.every((entry) => !entry.is_active)) {
        issues.push(issue("inactive_reference", position, { field, target }));
      }
    }
    return { record: checked, issues };
  };
}

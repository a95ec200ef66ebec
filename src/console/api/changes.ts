import { flatValue } from "../../formats/output/csv.js";
import { valueDifferences } from "../../feeds/lists/value-difference.js";
import { fieldLabels, valueText } from "../../model/field-labels.js";
import type { AnyRecord } from "../../model/record-type.js";
import type { ChangeCounts, ChangeRow } from "./views.js";

/** A change to a record. `before` is missing for an added record, and `after` for a removed one. */
interface RecordChange {
  readonly id: string;
  readonly kind: string;
  readonly fields: readonly string[];
  readonly before: AnyRecord | null | undefined;
  readonly after: AnyRecord | null | undefined;
}

const notShown = new Set(["external_id", "updated_at"]);

export function labelOf(field: string): string {
  const words = field.replaceAll("_", " ");
  return fieldLabels[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Formats a value for display. An amount is shown as its named parts, and a list of objects as the number of entries.
 */
export function shownValue(value: AnyRecord[string] | undefined): string {
  const isPlain = typeof value !== "object" || value === null;
  if (isPlain || (Object.keys(value).length === 1 && "external_id" in value))
    return valueText(flatValue(value));
  if (!Array.isArray(value)) {
    const parts = Object.entries(value as AnyRecord).filter(([, part]) => part !== null);
    return parts.map(([name, part]) => `${name.replaceAll("_", " ")} ${shownValue(part)}`).join(", ");
  }
  const items: readonly unknown[] = value;
  if (items.every((item) => typeof item === "string")) return items.join(", ");
  return items.length === 1 ? "1 entry" : `${items.length} entries`;
}

/** For added and removed records, the row contains all filled fields except `external_id` and `updated_at`. */
export function changeRow({ id, kind, fields, before, after }: RecordChange): ChangeRow {
  const [old, now] = [before ?? undefined, after ?? undefined];
  const name = nameOf(now ?? old);
  if (old === undefined && now === undefined) {
    return {
      id,
      name,
      kind,
      fields: fields.map((field) => ({ label: labelOf(field), before: "", after: "" })),
    };
  }
  if (old === undefined || now === undefined) {
    const whole = Object.entries((now ?? old) as AnyRecord).filter(([field]) => !notShown.has(field));
    return {
      id,
      name,
      kind,
      fields: whole.flatMap(([field, value]) => {
        const text = shownValue(value);
        if (text === "") return [];
        return [
          {
            label: labelOf(field),
            before: now === undefined ? text : "",
            after: now === undefined ? "" : text,
          },
        ];
      }),
    };
  }
  return {
    id,
    name,
    kind,
    fields: fields
      .filter((field) => !notShown.has(field))
      .flatMap((field) => valueDifferences(field, old[field], now[field]))
      .map((each) => ({
        label: labelOf(each.field),
        before: valueText(each.before),
        after: valueText(each.after),
      })),
  };
}

/** `kinds` contains the number of changes of each kind. A reactivated record was already in the list. */
export function changeCounts(kinds: Readonly<Record<string, number>>): ChangeCounts {
  const { added = 0, changed = 0, revived = 0, deactivated = 0, removed = 0 } = kinds;
  return { added, changed: changed + revived, deactivated, removed };
}

export function nameOf(record: AnyRecord | undefined): string {
  for (const field of ["name", "description", "number", "invoice_number", "code"]) {
    const value = record?.[field];
    if (typeof value === "string" && value !== "") return value;
  }
  return "";
}

import { issue, type Issue, type Position } from "../issues.js";
import type { Account } from "../records/account.js";
import type { Field } from "../records/fields.js";
import type { AnyRecord, RecordType, Value } from "../records/record-type.js";
import { quickCheck } from "./quick-check.js";

/** The rules that one record must keep by itself: its type's schema and the tax mode of its account. Every issue at once. */

/** The values of one row by field; a reference is the target's external_id. */
export type DraftValues = Readonly<Record<string, string | boolean | null | undefined>>;

export type Checked =
  | { readonly record: AnyRecord; readonly issues: readonly Issue[] }
  | { readonly record: undefined; readonly issues: readonly Issue[] };

/**
 * Compiles the quick yes to drafts that are records already: every column filled by the mapping, in order, as it stands in
 * the record. A draft that is plainly valid is then the record itself.
 *
 * @param filled the fields that drafts have, in order
 * @returns undefined where drafts and records differ
 */
export function recordAsDrafted(
  type: RecordType,
  columns: readonly string[],
  filled: readonly string[],
): ((values: DraftValues) => AnyRecord | undefined) | undefined {
  const isAlike =
    type.doubts === undefined &&
    columns.length === filled.length &&
    columns.every((name, i) => {
      const field = type.fields[name];
      return (
        name === filled[i] &&
        !["reference", "integer"].includes(field?.kind ?? "") &&
        field?.required !== "tax"
      );
    });
  if (!isAlike) return undefined;
  const isValid = quickCheck(type.schema);
  return (values) => (isValid(values) ? (values as AnyRecord) : undefined);
}

/** Where an issue of a field stands. */
export type Locate = (field: string) => Position;

/**
 * Compiles the rules for one list.
 *
 * @param columns the columns of the list; the record gets exactly these keys, in this order
 * @returns a function from a draft to a record, or to the issues that keep it from being one. A draft without a supplied
 * time yields a record whose `updated_at` is empty: reconciling stamps it.
 */
export function recordRules(type: RecordType, columns: readonly string[], account: Account) {
  const stamped = type.schema;
  const unstamped = type.schema.omit({ updated_at: true });
  const isValidStamped = quickCheck(stamped);
  const isValidUnstamped = quickCheck(unstamped);

  return function check(values: DraftValues, locate: Locate): Checked {
    const record: Record<string, Value> = {};
    const issues: Issue[] = [];
    for (const name of columns) {
      const field = type.fields[name] as Field;
      const value = values[name] ?? null;
      if (value === null && name === "updated_at") continue;
      record[name] = inRecord(field, value);
      if (isMissing(field, value, account))
        issues.push(issue("missing_value", locate(name), { field: name }));
    }
    const isStamped = record["updated_at"] !== undefined;
    // The schema is asked for its reasons only where there are some.
    const isValid = (isStamped ? isValidStamped : isValidUnstamped)(record);
    const result = isValid ? valid : (isStamped ? stamped : unstamped).safeParse(record);
    if (!result.success) {
      for (const found of result.error.issues) {
        const name = String(found.path[0]);
        const value = values[name];
        if (value === null || value === undefined || value === "") continue;
        const reason = plainReason(type.fields[name], found.code, value);
        issues.push(
          issue("invalid_value", { ...locate(name), value: String(value) }, { field: name, reason }),
        );
      }
    }
    if (issues.length > 0) return { record: undefined, issues };
    issues.push(...(type.doubts?.(record as AnyRecord, locate) ?? []));
    if (!isStamped) return { record: withoutTime(record, columns), issues };
    return { record: record as AnyRecord, issues };
  };
}

const valid = { success: true } as const;

/** What stands in the record for a value of a draft. A text that is no whole number stays one, and the schema says so. */
function inRecord({ kind }: Field, value: string | boolean | null): Value {
  if (typeof value !== "string") return value;
  if (kind === "reference") return { external_id: value };
  return kind === "integer" && /^(?:0|-?[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
}

function isMissing(field: Field, value: string | boolean | null, account: Account): boolean {
  if (value !== null && value !== "") return false;
  if (field.required === "tax") return account.taxMode === "tax";
  return field.required === "always";
}

/** The record in column order with an empty time. */
function withoutTime(record: Readonly<Record<string, Value>>, columns: readonly string[]): AnyRecord {
  const ordered: Record<string, Value> = {};
  for (const name of columns) ordered[name] = name === "updated_at" ? "" : (record[name] ?? null);
  return ordered as AnyRecord;
}

/** What is wrong with a value, in words that a partner's clerk understands. */
function plainReason(field: Field | undefined, code: string, value: string | boolean): string {
  if (code === "too_big") return "it is too long";
  switch (field?.kind) {
    case "email":
      return "it is not an e-mail address";
    case "flag":
      return "it is neither true nor false";
    case "choice":
      return `allowed are ${(field.choices ?? []).join(", ")}`;
    case "timestamp":
      return "it is not a time in UTC such as 2026-03-01T08:15:00.000Z";
    case "date":
      return "it is not a date such as 2026-03-01";
    case "decimal":
      return /^-?(?:0|[1-9]\d*)\.\d*0$/.test(String(value))
        ? "write it without zeros at the end, such as 19 or 7.5"
        : "it is not a decimal number such as 19 or 7.5";
    case "integer":
      return "it is not a whole number such as 30";
    case "country":
      return "it is not a country code of two capital letters such as DE";
    case "region":
      return "it is not a region code such as US-CA";
    case "id":
    case "text":
    case "reference":
    case undefined:
      return "it is not a text";
  }
}

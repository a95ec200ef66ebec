import { z } from "zod";
import type { Field } from "../records/fields.js";
import type { RecordType, Value } from "../records/record-type.js";

/**
 * A quick yes for records that are plainly valid, several times as fast as asking the schema. Whatever it does not say yes
 * to is asked of the schema, which alone knows what is wrong. A property test proves that it never says yes where the
 * schema says no, and that it does say yes to what exports usually hold.
 */

/**
 * Compiles the check of one record type.
 *
 * @returns whether a record with any of the type's fields is valid for certain; `updated_at` may be absent
 */
export function plainCheck(type: RecordType): (record: Readonly<Record<string, Value>>) => boolean {
  const checks = type.columns.map((name) => ({
    name,
    isValid: fieldCheck(type.fields[name] as Field),
    mayBeAbsent: name === "updated_at" || !type.requiredColumns.includes(name),
  }));
  return (record) => {
    for (const { name, isValid, mayBeAbsent } of checks) {
      const value = record[name];
      if (value === undefined ? !mayBeAbsent : !isValid(value)) return false;
    }
    return true;
  };
}

type ValueCheck = (value: Value) => boolean;

function fieldCheck(field: Field): ValueCheck {
  const isValid = kindCheck(field);
  return field.required === "never" ? (value) => value === null || isValid(value) : isValid;
}

function kindCheck(field: Field): ValueCheck {
  switch (field.kind) {
    case "id":
      return (value) => isText(value, 255);
    case "text":
      return (value) => isText(value, 4096);
    case "email":
      return (value) => typeof value === "string" && z.regexes.email.test(value);
    case "flag":
      return (value) => typeof value === "boolean";
    case "timestamp":
      return (value) => typeof value === "string" && time.test(value);
    case "reference":
      return (value) => value === null || (typeof value === "object" && isText(value.external_id, 255));
    case "choice": {
      const choices: ReadonlySet<Value> = new Set(field.choices);
      return (value) => choices.has(value);
    }
    case "decimal":
    case "date":
    case "country":
    case "region":
      return (value) => field.schema.safeParse(value).success;
  }
}

function isText(value: Value, most: number): boolean {
  return typeof value === "string" && value.length > 0 && value.length <= most;
}

/** Days that every month has; the schema knows the others. */
const time = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

import type { FieldKind } from "../../records/fields.js";
import { flagOf } from "../value-words.js";

/** Whether two values of a field mean the same, so that a list made by hand counts although it is written otherwise. */
export function isSame(kind: FieldKind, made: string | boolean | null, wanted: string): boolean {
  const text = made === null ? "" : String(made);
  return text === wanted || canonical(kind, text) === canonical(kind, wanted);
}

function canonical(kind: FieldKind, text: string): string {
  const plain = text.trim();
  if (plain === "") return "";
  switch (kind) {
    case "flag": {
      const flag = flagOf(plain);
      return flag === undefined ? plain : String(flag);
    }
    case "timestamp": {
      const time = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(plain) ? Date.parse(plain) : NaN;
      return Number.isNaN(time) ? plain : new Date(time).toISOString();
    }
    case "decimal":
      return /^-?\d+\.\d+$/.test(plain) ? plain.replace(/\.?0+$/, "") : plain;
    case "date":
      return plain.slice(0, 10);
    case "id":
    case "email":
    case "text":
    case "choice":
    case "reference":
    case "country":
    case "region":
    case "integer":
    case "currency":
    case "money":
    case "amount":
    case "list":
    case "private":
      return plain;
  }
}

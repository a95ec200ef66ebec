import { chargeCode } from "./charge-code.js";
import { job } from "./job.js";
import { org } from "./org.js";
import { payablesInvoice } from "./payables-invoice.js";
import type { RecordType } from "../record-type.js";
import { staff } from "./staff.js";
import { taxCode } from "./tax-code.js";

/** Record types in processing order. Types precede the types that refer to them. */
export const recordTypes = [
  taxCode,
  chargeCode,
  staff,
  org,
  job,
  payablesInvoice,
] as const satisfies readonly RecordType[];

export type RecordTypeName = "tax-code" | "charge-code" | "staff" | "org" | "job" | "payables-invoice";

export const recordTypeNames = recordTypes.map((type) => type.name) as readonly RecordTypeName[];

/** Types whose records the platform fetches individually, after a notification or a list of changes. */
export const servedOneByOne: readonly RecordType[] = recordTypes.filter(
  (type: RecordType) => type.served === "one by one",
);

export function recordType(name: string): RecordType | undefined {
  return recordTypes.find((type) => type.name === name);
}

/**
 * Returns the record type that has all given columns and no other required columns. Returns undefined if no type or
 * several types match.
 */
export function typeOfColumns(headings: Iterable<string>): RecordType | undefined {
  const all = new Set(headings);
  const exact = recordTypes.filter(
    ({ columns, requiredColumns }: RecordType) =>
      requiredColumns.every((column) => all.has(column)) && [...all].every((each) => columns.includes(each)),
  );
  return exact.length === 1 ? exact[0] : undefined;
}

export { chargeCode, job, org, payablesInvoice, staff, taxCode };

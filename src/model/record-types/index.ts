import { chargeCode } from "./charge-code.js";
import { job } from "./job.js";
import { org } from "./org.js";
import { payablesInvoice } from "./payables-invoice.js";
import type { RecordType } from "../record-type.js";
import { staff } from "./staff.js";
import { taxCode } from "./tax-code.js";

/** The record types, in the order in which a run takes them: what others refer to comes first. */
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

/** Those that the platform fetches one by one, after it has learned which of them changed. */
export const servedOneByOne: readonly RecordType[] = recordTypes.filter(
  (type: RecordType) => type.served === "one by one",
);

/** The record type of a name, or undefined. */
export function recordType(name: string): RecordType | undefined {
  return recordTypes.find((type) => type.name === name);
}

/** The record type of which these are the columns in the recommended format; undefined: of none, or of more than one. */
export function typeOfColumns(headings: Iterable<string>): RecordType | undefined {
  const all = new Set(headings);
  const exact = recordTypes.filter(
    ({ columns, requiredColumns }: RecordType) =>
      requiredColumns.every((column) => all.has(column)) && [...all].every((each) => columns.includes(each)),
  );
  return exact.length === 1 ? exact[0] : undefined;
}

export { chargeCode, job, org, payablesInvoice, staff, taxCode };

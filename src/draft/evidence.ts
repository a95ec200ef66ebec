import type { RecordTypeName } from "../model/record-types/index.js";
import type { Fields } from "./table.js";
import { chargeCode } from "./evidence/charge-code.js";
import { org } from "./evidence/org.js";
import { staff } from "./evidence/staff.js";
import { taxCode } from "./evidence/tax-code.js";

export const evidence: Readonly<Partial<Record<RecordTypeName, Fields>>> = {
  staff,
  "charge-code": chargeCode,
  "tax-code": taxCode,
  org,
};

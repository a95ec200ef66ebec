import type { z } from "zod";
import { byTaxMode, choice, flag, id, reference, text, timestamp } from "../fields.js";
import { defineRecordType } from "../record-type.js";

/** Charge codes (`docs/interface.md` section 2.7). */
export const chargeCode = defineRecordType({
  name: "charge-code",
  plural: "charge-codes",
  title: "Charge code",
  description: "A code that classifies charges in jobs and invoices.",
  personal: false,
  section: "2.7",
  served: "as a list",
  fields: {
    external_id: id("Unique and immutable ID of the charge code in the FFS.", "1042"),
    updated_at: timestamp("Time of the last change, in UTC. Never decreases.", "2026-03-01T08:15:00.000Z"),
    code: text("Short code that users know. Stored as text, so leading zeros are kept.", "AFRT"),
    description: text("Description of the charge.", "Air freight"),
    charge_type: choice(
      ["freight", "origin", "destination", "other"],
      "Type of charge: `freight` (carriage), `origin`, `destination` or `other`.",
    ),
    tax_code: byTaxMode(
      reference(
        "tax-code",
        "`external_id` of the charge's tax code. Required in accounts that use tax. In tax-exempt accounts, the field may be null, and a tax code that is not in the list of tax codes becomes null.",
        "VAT19",
      ),
    ),
    is_active: flag("Whether the charge code is active."),
  },
});

export type ChargeCode = z.infer<typeof chargeCode.schema>;

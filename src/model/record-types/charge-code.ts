import type { z } from "zod";
import { byTaxMode, choice, flag, id, reference, text, timestamp } from "../fields.js";
import { defineRecordType } from "../record-type.js";

/** Charge codes (`docs/interface.md` section 2.7). */
export const chargeCode = defineRecordType({
  name: "charge-code",
  plural: "charge-codes",
  title: "Charge code",
  description: "One code that a charge of a job or an invoice is booked under.",
  personal: false,
  section: "2.7",
  served: "as a list",
  fields: {
    external_id: id("Unique and immutable id of the charge code in the FFS.", "1042"),
    updated_at: timestamp(
      "When the record last changed, in UTC. It never goes back.",
      "2026-03-01T08:15:00.000Z",
    ),
    code: text("Short code that users know. Text: zeros at the front stay.", "AFRT"),
    description: text("What the charge is for, for people.", "Air freight"),
    charge_type: choice(
      ["freight", "origin", "destination", "other"],
      "What the charge is: `freight` (carriage), `origin`, `destination` or `other`.",
    ),
    tax_code: byTaxMode(
      reference(
        "tax-code",
        "The tax code of the charge, by its `external_id`. Required in accounts with tax; in accounts without, it may be null, and one that is there stays.",
        "VAT19",
      ),
    ),
    is_active: flag("Whether the charge code is active."),
  },
});

export type ChargeCode = z.infer<typeof chargeCode.schema>;

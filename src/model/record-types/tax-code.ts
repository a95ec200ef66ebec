import type { z } from "zod";
import {
  assumed,
  choice,
  country,
  date,
  decimal,
  flag,
  id,
  optional,
  region,
  text,
  timestamp,
} from "../fields.js";
import { defineRecordType } from "../record-type.js";

/**
 * Tax codes (`docs/interface.md` section 2.8). The interface specifies only that other records refer to the
 * `external_id` of a tax code. All other fields are assumptions (docs/recommended-format.md).
 */
export const taxCode = defineRecordType({
  name: "tax-code",
  plural: "tax-codes",
  title: "Tax code",
  description: "A tax code that charge codes, accruals and charge lines refer to.",
  personal: false,
  section: "2.8",
  served: "as a list",
  fields: {
    external_id: id("Unique and immutable ID of the tax code in the FFS.", "VAT19"),
    updated_at: assumed(
      timestamp("Time of the last change, in UTC. Never decreases.", "2026-03-01T08:15:00.000Z"),
    ),
    code: assumed(
      text("Short code that users know. Stored as text, so `00`, `0A` and `1.10` stay unchanged.", "S1"),
    ),
    description: assumed(text("Description of the tax code.", "VAT 19%")),
    is_active: assumed(flag("Whether the tax code is active.")),
    rate: optional(
      decimal(
        "Rate in percent: `20` is 20%. Empty if the rate is unknown or not a percentage. `0` is a zero rate.",
        "19",
      ),
    ),
    country: optional(country("Country that levies the tax, ISO 3166-1 alpha-2.", "DE")),
    region: optional(region("State or province that levies the tax, ISO 3166-2.", "DE-BY")),
    tax_type: optional(
      choice(
        ["vat", "gst", "sales_tax", "withholding", "duty", "other"],
        "Type of tax. The rate may be negative, for example for withholding tax.",
      ),
    ),
    direction: optional(
      choice(
        ["output", "input", "both"],
        "Use of the code: `output` (sales), `input` (purchases) or `both`.",
      ),
    ),
    category: optional(text("Tax category from UNCL 5305, such as `S`, `Z`, `E` or `AE`.", "S")),
    valid_from: optional(date("First day on which the code is valid.", "2020-07-01")),
    valid_to: optional(date("Last day on which the code is valid.", "2020-12-31")),
  },
});

export type TaxCode = z.infer<typeof taxCode.schema>;

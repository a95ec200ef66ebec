import { headIs, is, valuesBeside } from "../column.js";
import { abstain, candidates } from "../field-guess.js";
import { orgName, orgSide } from "../fields/org.js";
import type { Meaning } from "../meanings.js";
import type { Evidence } from "../scorer.js";
import type { FieldEntry, Fields, GuessTable } from "../table.js";
import { part, says } from "../weights.js";
import { code, external_id } from "./keys.js";
import { country, is_active, updated_at } from "./shared.js";
import { every } from "./values.js";

/** For orgs: the only column with this meaning, but not a second address or address line. */
const named = (what: string, meaning: Meaning, more: Partial<Evidence<GuessTable>> = {}): FieldEntry => ({
  what,
  ways: [
    {
      headings: { [meaning]: says.thing },
      of: "any",
      ...more,
      never: (column, table) => is(column, "secondary") || more.never?.(column, table) === true,
    },
  ],
});

/** Orgs. */
export const org: Fields = {
  external_id,
  updated_at,
  name: ({ columns }) => orgName(columns),
  code,
  is_active,
  is_creditor: ({ columns }) => orgSide(columns, "vendor"),
  is_debtor: ({ columns }) => orgSide(columns, "customer"),
  country,
  days_to_pay: named("days", "days_to_pay", {
    values: every("whole numbers", (value) => /^\d{1,3}$/.test(value)),
  }),
  payments_scheduling_rule: ({ columns }) => {
    const terms = columns.filter((column) => headIs(column, "payment") && column.profile.filled > 0);
    const why =
      "the values do not show when the payment period starts: n_days_after_invoice_date, day_n_month_after_invoice_date, eom_following_receipt or always_ignore";
    return abstain(why, candidates(terms, valuesBeside));
  },
  address_line_1: named("an address", "address", {
    never: (_, { columns }) => !columns.some((column) => headIs(column, "city") && column.profile.filled > 0),
  }),
  city: named("a town", "city"),
  // "State" may also mean a status.
  state: named("a state", "region", {
    never: ({ profile }) => Math.max(profile.status, profile.flag) >= part.half,
  }),
  postal_code: named("a postcode", "postcode"),
};

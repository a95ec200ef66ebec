import { issue } from "../issues.js";
import {
  choice,
  country,
  email,
  flag,
  id,
  integer,
  keptPrivately,
  listOfObjects,
  nullable,
  text,
  timestamp,
} from "../fields.js";
import { defineRecordType } from "../record-type.js";

/** Vendors, carriers, creditors and debtors (`docs/interface.md` section 2.2). */
export const org = defineRecordType({
  name: "org",
  plural: "orgs",
  title: "Org",
  description: "A vendor, carrier, creditor or debtor of the freight forwarder.",
  personal: true,
  section: "2.2",
  served: "one by one",
  fields: {
    external_id: id("Unique and immutable ID of the org in the FFS.", "ORG0042"),
    updated_at: timestamp("Time of the last change, in UTC. Never decreases.", "2026-03-01T08:15:00.000Z"),
    name: text("Full legal name.", "Harbour Line Ltd"),
    code: text("Short code that users see in the FFS. Stored as text, so leading zeros are kept.", "HARBLIN"),
    is_active: flag("Whether the org is currently active."),
    is_creditor: flag("Whether the org can submit payables invoices."),
    is_debtor: flag("Whether the org receives receivables invoices."),
    country: country("Country of the org, ISO 3166-1 alpha-2.", "GB"),
    days_to_pay: nullable(
      integer(
        "Number of days after the invoice date, or day of the following month, depending on `payments_scheduling_rule`.",
        "30",
      ),
    ),
    payments_scheduling_rule: nullable(
      choice(
        [
          "n_days_after_invoice_date",
          "eom_following_receipt",
          "day_n_month_after_invoice_date",
          "always_ignore",
        ],
        "Rule for the due date of the org's invoices. The platform applies the rule only to creditors.",
      ),
    ),
    address_line_1: nullable(text("Street and number.", "1 Quay Street")),
    city: nullable(text("City.", "Bristol")),
    state: nullable(text("State, province or county.", "Avon")),
    postal_code: nullable(text("Postal code. Stored as text, so leading zeros are kept.", "BS1 4DJ")),
    contacts: listOfObjects("Contacts of the org. The platform uses them to recognize the creditor.", {
      name: text("Name of the contact.", "Ada Lind"),
      email_address: email("Email address of the contact.", "ada.lind@harbour.example"),
    }),
    private: keptPrivately(),
  },
  // Rules 1 and 2 of `docs/interface.md` section 2.2.
  rules({ is_creditor, payments_scheduling_rule: rule, days_to_pay: days }, locate) {
    const needsDays = rule === "n_days_after_invoice_date" || rule === "day_n_month_after_invoice_date";
    if (is_creditor !== true || !needsDays || typeof days === "number") return [];
    return [issue("no_days_to_pay", locate("days_to_pay"), { rule })];
  },
});

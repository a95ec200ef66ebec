import {
  amount,
  assumed,
  byTaxMode,
  choice,
  id,
  keptPrivately,
  listOfObjects,
  listOfValues,
  nullable,
  optional,
  reference,
  text,
  timestamp,
  wholeList,
} from "../fields.js";
import { defineRecordType } from "../record-type.js";

/**
 * Jobs, which include consols and shipments (`docs/interface.md` section 2.3). The interface describes jobs but does
 * not list all of their fields. The names of the remaining fields are Lading's assumptions.
 */
export const job = defineRecordType({
  name: "job",
  plural: "jobs",
  title: "Job",
  description: "A consol or shipment with its accruals.",
  personal: false,
  section: "2.3",
  served: "one by one",
  fields: {
    external_id: id("Unique and immutable ID of the job in the FFS.", "S00012345"),
    updated_at: timestamp(
      "Time of the last change to the job or any part of it, in UTC. Never decreases.",
      "2026-03-01T08:15:00.000Z",
    ),
    job_type: optional(choice(["consol", "shipment"], "Type of job: `consol` or `shipment`.")),
    number: optional(text("Job number that users see.", "S00012345")),
    consols: assumed(
      listOfValues(
        "Consols that contain the shipment.",
        reference(undefined, "`external_id` of a consol.", "C0000815"),
      ),
    ),
    operator: optional(
      reference("staff", "`external_id` of the staff member who works on the job.", "E00017"),
    ),
    container_numbers: assumed(
      listOfValues("Numbers of the job's containers.", text("Container number.", "MSCU1234567")),
    ),
    waybills: assumed(
      listOfObjects("Waybills and bills of lading.", {
        number: assumed(text("Waybill number.", "160-12345675")),
        type: optional(text("Type of waybill, as used in the FFS.", "MAWB")),
      }),
    ),
    references: assumed(
      listOfObjects("Additional references of the job.", {
        number: assumed(text("Number of the reference.", "PO 4711")),
        type: optional(text("Type of reference, as used in the FFS.", "PO")),
      }),
    ),
    accruals: assumed(
      wholeList("Expected charges. The job is rejected if any accrual is invalid.", {
        external_id: id("Unique and immutable ID of the accrual. Invoices refer to this ID.", "S00012345-1"),
        creditor: reference(
          "org",
          "`external_id` of the org that is expected to invoice the charge.",
          "HARSHIBRS",
        ),
        charge_code: reference("charge-code", "`external_id` of the charge code.", "1042"),
        tax_code: byTaxMode(
          reference(
            "tax-code",
            "`external_id` of the tax code. Required in accounts that use tax. In tax-exempt accounts, the field may be null.",
            "VAT19",
          ),
        ),
        operator: nullable(
          reference("staff", "`external_id` of the staff member who entered the accrual.", "E00017"),
        ),
        description: optional(text("Description of the charge.", "Air freight")),
        local_amount: assumed(amount("Amount in the account's local currency.", "optional")),
        overseas_amount: assumed(amount("Amount in the currency of the charge.", "optional")),
        private: keptPrivately(),
      }),
    ),
    private: keptPrivately(),
  },
});

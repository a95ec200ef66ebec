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
 * Jobs: consols and shipments (`docs/interface.md` section 2.3). The interface names what a job holds and shows none of its
 * fields: those that it does not name are our assumption.
 */
export const job = defineRecordType({
  name: "job",
  plural: "jobs",
  title: "Job",
  description: "One consol or shipment, with its accruals.",
  personal: false,
  section: "2.3",
  served: "one by one",
  fields: {
    external_id: id("Unique and immutable id of the job in the FFS.", "S00012345"),
    updated_at: timestamp(
      "When the job or anything in it last changed, in UTC. It never goes back.",
      "2026-03-01T08:15:00.000Z",
    ),
    job_type: optional(choice(["consol", "shipment"], "Whether the job is a consol or a shipment.")),
    number: optional(text("Number of the job as users see it.", "S00012345")),
    consols: assumed(
      listOfValues(
        "The consols that a shipment is on.",
        reference(undefined, "A consol, by its `external_id`.", "C0000815"),
      ),
    ),
    operator: optional(reference("staff", "Who works on the job, by `external_id`.", "E00017")),
    container_numbers: assumed(
      listOfValues("Containers of the job.", text("Number of the container.", "MSCU1234567")),
    ),
    waybills: assumed(
      listOfObjects("Waybills and bills of lading.", {
        number: assumed(text("Number of the waybill.", "160-12345675")),
        type: optional(text("Kind of waybill, as the FFS names it.", "MAWB")),
      }),
    ),
    references: assumed(
      listOfObjects("Further references of the job.", {
        number: assumed(text("The reference.", "PO 4711")),
        type: optional(text("Kind of reference, as the FFS names it.", "PO")),
      }),
    ),
    accruals: assumed(
      wholeList("Expected charges: all of them, or the job is not taken.", {
        external_id: id("Unique and immutable id of the accrual; invoices refer to it.", "S00012345-1"),
        creditor: reference(
          "org",
          "The org that is expected to invoice it, by its `external_id`.",
          "HARSHIBRS",
        ),
        charge_code: reference("charge-code", "The charge code, by its `external_id`.", "1042"),
        tax_code: byTaxMode(
          reference(
            "tax-code",
            "The tax code, by its `external_id`. Required in accounts with tax; in others it may be null.",
            "VAT19",
          ),
        ),
        operator: nullable(reference("staff", "Who entered the accrual, by `external_id`.", "E00017")),
        description: optional(text("What is charged, for people.", "Air freight")),
        local_amount: assumed(amount("In the local currency of the account.", "optional")),
        overseas_amount: assumed(amount("In the currency that is charged.", "optional")),
        private: keptPrivately(),
      }),
    ),
    private: keptPrivately(),
  },
});

import { issue, type Issue, type Position } from "../issues.js";
import { decimalsOf, minorUnits } from "../currencies.js";
import {
  amount,
  assumed,
  byTaxMode,
  choice,
  date,
  decimal,
  flag,
  id,
  keptPrivately,
  required,
  nullable,
  optional,
  reference,
  text,
  timestamp,
  unserved,
  wholeList,
} from "../fields.js";
import { defineRecordType, type AnyRecord, type ObjectValue } from "../record-type.js";

const amounts = {
  local_amount: assumed(amount("Amount in the account's local currency.", "by tax mode")),
  overseas_amount: assumed(amount("Amount in the invoice currency.", "by tax mode")),
};

/**
 * Invoices from creditors (`docs/interface.md` section 2.4). The interface mentions only some invoice fields. The
 * names of the remaining fields are Lading's assumptions.
 */
export const payablesInvoice = defineRecordType({
  name: "payables-invoice",
  plural: "payables-invoices",
  title: "Payables invoice",
  description: "An invoice or credit note from a creditor, with its charge lines.",
  personal: false,
  section: "2.4",
  served: "one by one",
  fields: {
    external_id: id("Unique and immutable ID of the invoice in the FFS.", "AP00031207"),
    updated_at: timestamp(
      "Time of the last change to the invoice or any part of it, in UTC. Never decreases.",
      "2026-03-01T08:15:00.000Z",
    ),
    status: choice(["draft", "posted"], "`posted` if the invoice is posted, otherwise `draft`."),
    creditor: reference("org", "`external_id` of the org that issued the invoice.", "HARSHIBRS"),
    invoice_number: text(
      "The creditor's invoice number. Stored as text, so leading zeros are kept.",
      "INV-20731",
    ),
    invoice_date: optional(date("Invoice date.", "2026-02-27")),
    due_date: optional(date("Due date.", "2026-03-29")),
    ...amounts,
    charge_lines: required(
      assumed(
        wholeList("Charge lines. The invoice is rejected if any line is invalid.", {
          external_id: assumed(id("Unique and immutable ID of the line.", "AP00031207-1")),
          job: reference("job", "`external_id` of the job to which the charge belongs.", "S00012345"),
          accrual: nullable(
            reference(undefined, "`external_id` of the accrual that the line settles.", "S00012345-1"),
          ),
          charge_code: reference("charge-code", "`external_id` of the charge code.", "1042"),
          tax_code: byTaxMode(
            reference(
              "tax-code",
              "`external_id` of the tax code. Required in accounts that use tax. In tax-exempt accounts, the field may be null.",
              "VAT19",
            ),
          ),
          tax_rate: optional(decimal("Rate in percent: `19` is 19%.", "19")),
          ...amounts,
        }),
      ),
    ),
    echo: unserved(
      text(
        "ID under which Lading sent the invoice, as returned in the export. Stored but never served.",
        "lading-4jk27w3bq0cd5xye",
      ),
    ),
    is_cancelled: unserved(
      flag(
        "Whether the invoice was canceled. A canceled invoice is no longer posted. Stored but never served.",
      ),
    ),
    private: keptPrivately(),
  },
  // An invoice stays posted until the FFS reports it as canceled, or a row that is definitely newer reports it as not
  // posted.
  succeed(invoice, before, isLater) {
    const isCancelled = invoice["is_cancelled"] === true;
    const record = isCancelled ? { ...invoice, status: "draft" } : invoice;
    if (before?.["status"] !== "posted" || record["status"] === "posted") return { record };
    if (isCancelled || isLater) return { record, issue: "no_longer_posted" };
    return { record: { ...record, status: "posted" }, issue: "kept_posted" };
  },
  lasting: ["status", "echo", "is_cancelled"],
  rules(invoice, locate) {
    const issues = Object.keys(amounts).flatMap((name) => sumIssues(name, invoice, locate));
    const { invoice_date: from, due_date: due } = invoice;
    if (typeof from === "string" && typeof due === "string" && due < from)
      issues.push(issue("due_before_invoice", locate("due_date"), {}));
    return issues;
  },
});

/**
 * Compares the sums of the lines with the invoice's amounts. Each line may be rounded to the smallest unit of the
 * currency, so the tolerance is one unit per line.
 */
function sumIssues(name: string, invoice: AnyRecord, locate: (field: string) => Position): Issue[] {
  const whole = invoice[name] as unknown as Amount;
  const lines = (invoice["charge_lines"] as readonly ObjectValue[]).map(
    (line) => line[name] as unknown as Amount,
  );
  if (lines.some(({ currency }) => currency !== whole.currency)) {
    const field = `${name}.currency`;
    // There is only one local currency, but the currency of a charge may differ from that of its invoice.
    const code = name === "local_amount" ? "lines_contradict" : "lines_of_other_currency";
    return [issue(code, locate(field), { field })];
  }
  const decimals = decimalsOf(whole.currency);
  return (["pre_tax", "tax", "total"] as const).flatMap((part) => {
    const [stated, ...parts] = [whole, ...lines].map((each) => each[part] ?? null);
    // In accounts that do not use tax, the tax may be missing.
    if (stated === null || stated === undefined || parts.includes(null)) return [];
    const sum = parts.reduce((so, digits) => so + minorUnits(digits ?? "", decimals), 0n);
    const off = sum - minorUnits(stated, decimals);
    if (off === 0n) return [];
    const isRounded = (off < 0n ? -off : off) <= BigInt(lines.length);
    const field = `${name}.${part}`;
    return [issue(isRounded ? "lines_rounded" : "lines_contradict", locate(field), { field })];
  });
}

interface Amount {
  readonly currency: string;
  readonly pre_tax: string;
  readonly tax?: string | null;
  readonly total: string;
}

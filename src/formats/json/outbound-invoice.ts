import type { ExactJson } from "../../model/exact-json.js";
import type { OutboundInvoice } from "../../model/outbound-invoice.js";
import { inward, type Names } from "../../model/renames.js";
import { asPosted, checkOutboundInvoice, type InvoiceIssue } from "../../model/rules/outbound-invoice.js";
import { parseExactJson } from "./exact.js";
import { JsonError } from "./scanner.js";

export type ReadInvoice =
  | { readonly invoice: OutboundInvoice }
  | { readonly code: "invalid_json" | "validation_error"; readonly issues: readonly InvoiceIssue[] };

/**
 * Reads the body of `POST /payables-invoices` (`docs/interface.md` section 4.2): the whole invoice, or every issue at once.
 *
 * @param names what the account calls fields; the invoice has ours, and issues name those of the body
 */
export function readOutboundInvoice(body: Uint8Array, names?: Names): ReadInvoice {
  let value: ExactJson;
  try {
    value = parseExactJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
    if (names !== undefined) value = inward(value, names);
  } catch (error) {
    const reason =
      error instanceof JsonError
        ? `in line ${error.line} ${error.reason}`
        : "it holds bytes that are not UTF-8";
    const message = `The body cannot be read as JSON: ${reason}.`;
    return { code: "invalid_json", issues: asPosted([{ field: null, message }], names) };
  }
  const issues = checkOutboundInvoice(value);
  if (issues.length > 0) return { code: "validation_error", issues: asPosted(issues, names) };
  // The schema checks the value and does not change it.
  return { invoice: value as unknown as OutboundInvoice };
}

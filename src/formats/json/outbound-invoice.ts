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
 * Reads the body of `POST /payables-invoices` (`docs/interface.md` section 4.2). Returns the invoice, or all issues.
 * `names` contains the account's field names. The returned invoice uses Lading's names, whereas issues use the names
 * in the body.
 */
export function readOutboundInvoice(body: Uint8Array, names?: Names): ReadInvoice {
  let value: ExactJson;
  try {
    value = parseExactJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
    if (names !== undefined) value = inward(value, names);
  } catch (error) {
    const reason =
      error instanceof JsonError
        ? `on line ${error.line}, ${error.reason}`
        : "it contains bytes that are not UTF-8";
    const message = `The body is not valid JSON: ${reason}.`;
    return { code: "invalid_json", issues: asPosted([{ field: null, message }], names) };
  }
  const issues = checkOutboundInvoice(value);
  if (issues.length > 0) return { code: "validation_error", issues: asPosted(issues, names) };
  // The schema has checked the value without changing it.
  return { invoice: value as unknown as OutboundInvoice };
}

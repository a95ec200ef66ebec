import { exactSum, negated } from "../model/exact-decimals.js";
import { ExactNumber, exactText, isExactObject, type ExactObject } from "../model/exact-json.js";
import type { OutboundInvoice } from "../model/outbound-invoice.js";
import { parseExactJson } from "../formats/json/exact.js";
import type { Queries, Store } from "../store/store.js";
import type { Names } from "../model/renames.js";
import { readOutboundInvoice } from "../formats/json/outbound-invoice.js";
import { asPosted, type InvoiceIssue } from "../model/rules/outbound-invoice.js";
import { newId, recordInvoice } from "./entries.js";
import type { KnownNumber } from "./keys.js";

/**
 * This module accepts an approved invoice from the platform (`docs/interface.md` section 4.2). The module parses the
 * invoice without losing digits, validates it, renders the file for the FFS, and only then stores the invoice. This
 * way, an invoice that cannot be rendered is refused immediately.
 */

export type Render = (
  id: string,
  invoice: OutboundInvoice,
) => Promise<RenderedInvoice | { readonly issues: readonly InvoiceIssue[] }>;

interface RenderedInvoice {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** The invoice number in each form that the file contains. */
  readonly written: readonly string[];
}

export type Received =
  | {
      readonly outcome: "recorded";
      readonly id: string;
      /**
       * Number of the creditor's other invoice numbers that differ from this one only in punctuation, spaces, case or
       * leading zeros.
       */
      readonly near: number;
      /** Number of the invoice's accruals that other invoices also settle. */
      readonly shared: number;
    }
  | { readonly outcome: "duplicate"; readonly known: KnownNumber }
  | {
      readonly outcome: "refused";
      readonly code: "invalid_json" | "validation_error";
      readonly issues: readonly InvoiceIssue[];
    };

/**
 * If the outcome is `recorded`, the invoice is stored durably. `names` contains the account's own names for invoice
 * fields.
 */
export async function receiveInvoice(
  store: Store,
  account: string,
  body: Uint8Array,
  render: Render,
  names?: Names,
): Promise<Received> {
  const read = readOutboundInvoice(body, names);
  if ("issues" in read) return { outcome: "refused", ...read };
  const { invoice } = read;
  const id = newId();
  const rendered = await render(id, invoice);
  if ("issues" in rendered)
    return { outcome: "refused", code: "validation_error", issues: asPosted(rendered.issues, names) };
  const amount = amountOf(invoice);
  const recorded = await recordInvoice(store, {
    id,
    account,
    creditor: invoice.creditor.external_id,
    number: invoice.invoice_number,
    kind: amount.total.digits.startsWith("-") ? "credit note" : "invoice",
    total: amount.total.digits,
    currency: amount.currency,
    day: (invoice.invoice_date ?? "").slice(0, 10),
    accruals: invoice.charge_lines.flatMap(({ accrual }) => accrual?.external_id ?? []),
    invoice: exactText(invoice as unknown as ExactObject),
    ...rendered,
  });
  return recorded.isNew
    ? { outcome: "recorded", id, near: recorded.near.length, shared: recorded.shared.length }
    : { outcome: "duplicate", known: recorded.known };
}

function amountOf(invoice: OutboundInvoice): { readonly currency: string; readonly total: ExactNumber } {
  const amount = invoice.overseas_amount ?? invoice.local_amount;
  // Invoices without an amount have already been refused during validation.
  if (amount === null || amount === undefined) throw new TypeError("the invoice has no amount");
  return amount;
}

/**
 * Returns a posted invoice in the form in which it is served. Returns undefined if the account has no posted invoice
 * with this ID, or if the invoice was withdrawn or has already been exported by the FFS. `hasTax` is true for an
 * account that uses tax, in which every served amount must include its tax.
 */
export async function postedInvoice(
  db: Queries,
  account: string,
  id: string,
  hasTax: boolean,
): Promise<string | undefined> {
  const row = await drafts(db, account).select(["second", "invoice"]).where("id", "=", id).executeTakeFirst();
  return row && servedInvoice(id, row.second, parseExactJson(row.invoice) as ExactObject, hasTax);
}

/**
 * Returns the posted invoices that became visible in a time window and that the FFS has not exported yet. `after` is
 * inclusive, `before` exclusive.
 */
export async function postedBetween(
  db: Queries,
  account: string,
  { after, before }: { readonly after: number | undefined; readonly before: number | undefined },
): Promise<readonly { readonly id: string; readonly second: number }[]> {
  return drafts(db, account)
    .select(["id", "second"])
    .$if(after !== undefined, (query) => query.where("second", ">=", after as number))
    .$if(before !== undefined, (query) => query.where("second", "<", before as number))
    .execute();
}

/**
 * Posted invoices that were not withdrawn and that the FFS has not exported yet. Once the FFS has exported an invoice,
 * the exported row is served instead.
 */
function drafts(db: Queries, account: string) {
  return db
    .selectFrom("outbox")
    .where("account", "=", account)
    .where("state", "<>", "WITHDRAWN")
    .where("record", "=", "");
}

/**
 * Returns a posted invoice in the form in which it is served before the FFS exports it. The result is the posted
 * content with Lading's IDs and the status `draft`. `second` is the time when the invoice became visible, in seconds
 * since 1970.
 */
function servedInvoice(id: string, second: number, invoice: ExactObject, hasTax: boolean): string {
  const { charge_lines: lines, ...rest } = invoice;
  const amounts = hasTax ? withTaxes : (its: ExactObject) => its;
  // `ours` is spread twice: first to determine the key order, and again to override posted fields with the same
  // names.
  const ours = { external_id: id, updated_at: new Date(second * 1000).toISOString(), status: "draft" };
  return exactText({
    ...ours,
    ...amounts(rest),
    ...ours,
    charge_lines: (lines as readonly ExactObject[]).map((line, at) => {
      const own = { external_id: `${id}-${at + 1}` };
      return { ...own, ...amounts(line), ...own };
    }),
  });
}

/**
 * Adds missing tax amounts, each calculated as the total minus the amount before tax (`docs/interface.md` section
 * 2.1).
 */
function withTaxes(of: ExactObject): ExactObject {
  const completed = Object.entries(of).map(([name, amount]) => {
    const { pre_tax: before, total, tax = null } = isExactObject(amount) ? amount : {};
    const isBare = /^(?:local|overseas)_amount$/.test(name) && tax === null;
    if (!isBare || !(before instanceof ExactNumber && total instanceof ExactNumber)) return [name, amount];
    const digits = exactSum([total.digits, negated(before.digits)]);
    return [name, { ...(amount as ExactObject), tax: new ExactNumber(digits) }];
  });
  return Object.fromEntries(completed) as ExactObject;
}

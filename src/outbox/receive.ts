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
 * Takes an approved invoice from the platform (`docs/interface.md` section 4.2): read without losing a digit, checked, made the
 * file that the FFS gets, and then recorded, in this order, so that what the FFS cannot be told is refused at once.
 */

/** The file of an invoice, or everything that keeps the FFS from being told it. */
export type Render = (
  id: string,
  invoice: OutboundInvoice,
) => Promise<RenderedInvoice | { readonly issues: readonly InvoiceIssue[] }>;

interface RenderedInvoice {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** The invoice's number as it stands in the file. */
  readonly written: readonly string[];
}

export type Received =
  | {
      readonly outcome: "recorded";
      readonly id: string;
      /** How many numbers of this creditor differ only in signs, capitals or zeros in front. */
      readonly near: number;
      /** How many of its accruals other invoices settle, too. */
      readonly shared: number;
    }
  | { readonly outcome: "duplicate"; readonly known: KnownNumber }
  | {
      readonly outcome: "refused";
      readonly code: "invalid_json" | "validation_error";
      readonly issues: readonly InvoiceIssue[];
    };

/**
 * Once it says `recorded`, the invoice is durable.
 *
 * @param names what the account calls the fields of invoices
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

/** What the creditor wants; where only the local amount is said, that. */
function amountOf(invoice: OutboundInvoice): { readonly currency: string; readonly total: ExactNumber } {
  const amount = invoice.overseas_amount ?? invoice.local_amount;
  // The reading has refused an invoice without any.
  if (amount === null || amount === undefined) throw new TypeError("an invoice without an amount");
  return amount;
}

/**
 * A posted invoice as it is fetched; undefined when the account has none of this id, or it was withdrawn.
 *
 * @param hasTax whether the account has tax, so that each amount that is fetched has to say its own
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

/** Ids of posted invoices that became visible in a window of time, from one second on and before another. */
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

/** Once the FFS exported one, its content is the FFS's, and no draft again. */
function drafts(db: Queries, account: string) {
  return db
    .selectFrom("outbox")
    .where("account", "=", account)
    .where("state", "<>", "WITHDRAWN")
    .where("record", "=", "");
}

/**
 * A posted invoice as it is fetched until the FFS exports it: what the platform posted, under the id that it was told, a draft.
 *
 * @param second since 1970
 */
function servedInvoice(id: string, second: number, invoice: ExactObject, hasTax: boolean): string {
  const { charge_lines: lines, ...rest } = invoice;
  const amounts = hasTax ? withTaxes : (its: ExactObject) => its;
  // Ours twice: they stand first, and whatever else was posted under a name of ours does not count.
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

/** Amounts may be posted without their tax (`docs/interface.md` section 2.1): it is what the total is more than that before tax. */
function withTaxes(of: ExactObject): ExactObject {
  const said = Object.entries(of).map(([name, amount]) => {
    const { pre_tax: before, total, tax = null } = isExactObject(amount) ? amount : {};
    const isBare = /^(?:local|overseas)_amount$/.test(name) && tax === null;
    if (!isBare || !(before instanceof ExactNumber && total instanceof ExactNumber)) return [name, amount];
    const digits = exactSum([total.digits, negated(before.digits)]);
    return [name, { ...(amount as ExactObject), tax: new ExactNumber(digits) }];
  });
  return Object.fromEntries(said) as ExactObject;
}

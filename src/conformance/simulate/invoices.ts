import { added, digitsOf, numberOf } from "./exact-json.js";
import { day } from "../../model/time-spans.js";

/**
 * This module builds invoices from the accruals of a job, in the form in which the platform posts them
 * (`docs/interface.md` section 2.5).
 */

/** A fetched entity. Numbers keep their digits (`exact-json.ts`). */
export type Entity = Readonly<Record<string, unknown>>;

export interface Invoice extends Entity {
  readonly creditor: { readonly external_id: string };
  readonly invoice_number: string;
  readonly charge_lines: readonly Entity[];
}

export interface InvoiceChoices {
  readonly number: () => string;
  readonly today: Date;
  /** True if each line contains a reference to the accrual that it settles. */
  readonly withAccruals: boolean;
}

/**
 * Builds one invoice per creditor and pair of currencies. Skips accruals without a creditor, a charge code or amounts,
 * because an invoice line requires these values.
 */
export function invoicesOf(job: Entity, choices: InvoiceChoices): readonly Invoice[] {
  const groups = new Map<string, Line[]>();
  for (const accrual of accrualsOf(job)) {
    const line = lineOf(job, accrual, choices.withAccruals);
    if (line === undefined) continue;
    const key = JSON.stringify([
      line.creditor,
      line.amounts.local_amount.currency,
      line.amounts.overseas_amount.currency,
    ]);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return Array.from(groups.values(), (lines) => invoiceOf(lines, choices));
}

export function accrualsOf(job: Entity): readonly Entity[] {
  const { accruals } = job;
  return Array.isArray(accruals) ? (accruals as unknown[]).filter(isEntity) : [];
}

interface Amount {
  readonly currency: string;
  readonly pre_tax: string;
  readonly tax?: string;
  readonly total: string;
}

interface Line {
  readonly creditor: string;
  readonly amounts: { readonly local_amount: Amount; readonly overseas_amount: Amount };
  readonly body: Entity;
}

function invoiceOf(lines: readonly Line[], { number, today }: InvoiceChoices): Invoice {
  const [first] = lines;
  const sum = (name: keyof Line["amounts"]) =>
    lines.map(({ amounts }) => amounts[name]).reduce((a, b) => plus(a, b));
  return {
    creditor: { external_id: first?.creditor ?? "" },
    invoice_number: number(),
    invoice_date: dayOf(today),
    due_date: dayOf(new Date(today.getTime() + 30 * day)),
    local_amount: sum("local_amount"),
    overseas_amount: sum("overseas_amount"),
    charge_lines: lines.map(({ body }) => body),
  };
}

function lineOf(job: Entity, accrual: Entity, withAccruals: boolean): Line | undefined {
  const [creditor, chargeCode, taxCode] = [
    accrual["creditor"],
    accrual["charge_code"],
    accrual["tax_code"],
  ].map(referredId);
  const isTaxed = taxCode !== undefined;
  const [local, overseas] = [accrual["local_amount"], accrual["overseas_amount"]].map((each) =>
    amountOf(each, isTaxed),
  );
  // If only one of the two amounts is set, it is used for both, because they may be equal.
  const [local_amount, overseas_amount] = [local ?? overseas, overseas ?? local];
  if (!creditor || !chargeCode || !local_amount || !overseas_amount) return undefined;
  const amounts = { local_amount, overseas_amount };
  return {
    creditor,
    amounts,
    body: {
      job: { external_id: job["external_id"] },
      accrual: withAccruals ? { external_id: accrual["external_id"] } : null,
      charge_code: { external_id: chargeCode },
      ...(isTaxed && { tax_code: { external_id: taxCode }, tax_rate: rateOf(overseas_amount) }),
      ...amounts,
    },
  };
}

/**
 * Returns an invoice amount for an accrual amount, or undefined if its currency, amount before tax or total is missing.
 * If only the tax is missing, it is calculated, because the platform always sends a tax amount for an account that uses
 * tax.
 */
function amountOf(value: unknown, isTaxed: boolean): Amount | undefined {
  if (!isEntity(value)) return undefined;
  const { currency } = value;
  const [preTax, tax, total] = [value["pre_tax"], value["tax"], value["total"]].map(digitsOf);
  if (typeof currency !== "string" || preTax === undefined || total === undefined) return undefined;
  return {
    currency,
    pre_tax: numberOf(preTax),
    ...(isTaxed && { tax: numberOf(tax ?? added(total, preTax, -1)) }),
    total: numberOf(total),
  };
}

function plus(a: Amount, b: Amount): Amount {
  const sum = (one: string, other: string) => numberOf(added(one.slice(1), other.slice(1)));
  return {
    currency: a.currency,
    pre_tax: sum(a.pre_tax, b.pre_tax),
    ...(a.tax !== undefined && b.tax !== undefined && { tax: sum(a.tax, b.tax) }),
    total: sum(a.total, b.total),
  };
}

/** Tax rate in percent, with at most two decimals. */
function rateOf({ pre_tax, tax = "" }: Amount): number {
  const [whole, part] = [pre_tax, tax].map((each) => Number(each.slice(1)));
  return whole ? Math.round(((part ?? 0) / whole) * 10_000) / 100 : 0;
}

function referredId(value: unknown): string | undefined {
  const id = isEntity(value) ? value["external_id"] : undefined;
  return typeof id === "string" ? id : undefined;
}

export function isEntity(value: unknown): value is Entity {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

import { z } from "zod";
import { ExactNumber } from "./exact-json.js";

/**
 * The approved invoice that the platform posts (`docs/interface.md` section 2.5). The interface names only
 * some of the fields of this invoice, and only some of those are required. All other fields are optional. Fields that
 * this schema does not define are kept and passed on.
 */

/** Digits with an optional minus sign and an optional decimal point. Exponents are not allowed. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Maximum number of digits, which no real amount reaches. */
const mostDigits = 100;

/**
 * Maximum number of lines, which no real invoice reaches. The number is limited because other requests have to wait
 * while the lines are checked.
 */
export const mostLines = 10_000;

/**
 * Matches leading or trailing spaces and invisible characters. If an FFS drops such characters, two different invoice
 * numbers become equal.
 */
const unseen = /^\s|\s$|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function must(be: string) {
  return ({ input }: { readonly input?: unknown }) => (input === undefined ? "is missing" : `must be ${be}`);
}

const text = (most: number) =>
  z
    .string({ error: must("text") })
    .refine((written) => written.trim() !== "", "must not be blank")
    .refine((written) => written.length <= most, `must have no more than ${most} characters`)
    .meta({ minLength: 1, maxLength: most });

const money = (description: string) =>
  z
    .custom<ExactNumber>((value) => value instanceof ExactNumber && plainNumber.test(value.digits), {
      error: must("a decimal number without an exponent"),
    })
    .refine(
      (value: Partial<ExactNumber>) => (value.digits ?? "").length <= mostDigits,
      `must have no more than ${mostDigits} digits`,
    )
    .meta({ type: "number", description });

const assumed = " This field is an assumption, because the interface does not define it.";

const reference = (description: string) =>
  z
    .looseObject({ external_id: text(255) }, { error: must("an object with an `external_id`") })
    .meta({ description });

const amount = (description: string) =>
  z
    .looseObject(
      {
        currency: z
          .string({ error: must("an ISO 4217 currency code in capital letters, such as EUR") })
          .regex(/^[A-Z]{3}$/, "must be an ISO 4217 currency code in capital letters, such as EUR")
          .meta({ description: "ISO 4217." }),
        pre_tax: money("Amount before tax."),
        tax: money("Tax amount. Absent or null in tax-exempt accounts.").nullish(),
        total: money("Amount including tax."),
      },
      { error: must("an object with `currency`, `pre_tax` and `total`") },
    )
    .meta({ description });

const dayForms = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

/** A date or a time. Only the date part of a time is used. */
const day = (description: string) =>
  z
    .string({ error: must("a date such as 2026-02-27") })
    .refine((written) => dayForms.safeParse(written).success, "must be a date such as 2026-02-27")
    .nullish()
    .meta({ description: description + assumed, examples: ["2026-02-27"] });

const amounts = {
  local_amount: amount("Amount in the account's local currency.").nullish(),
  overseas_amount: amount("Amount in the invoice currency.").nullish(),
};

const chargeLine = z
  .looseObject(
    {
      job: reference("The job that is charged." + assumed).nullish(),
      accrual: reference(
        "The job accrual that this line settles. The key `accrual` is required. Its value is null if the line settles no accrual.",
      ).nullable(),
      charge_code: reference("The charge code." + assumed).nullish(),
      tax_code: reference("The tax code. Absent or null in tax-exempt accounts.").nullish(),
      tax_rate: z
        .union([money(""), z.string()], { error: must("a number or text") })
        .nullish()
        .meta({ description: "Rate in percent. Absent or null in tax-exempt accounts." }),
      description: z
        .string({ error: must("text") })
        .nullish()
        .meta({ description: "Description of the charge." + assumed }),
      ...amounts,
    },
    { error: must("an object") },
  )
  .meta({ description: "One charge." });

export const outboundInvoiceSchema = z
  .looseObject(
    {
      creditor: reference("The org that issued the invoice."),
      invoice_number: text(4096)
        .refine(
          (number) => number.trim() === "" || !unseen.test(number),
          "must not start or end with a space or contain invisible characters",
        )
        .meta({ description: "The creditor's invoice number." }),
      invoice_date: day("Invoice date."),
      due_date: day("Due date."),
      ...amounts,
      charge_lines: z
        .array(chargeLine, { error: must("a list") })
        .meta({ description: "The charges, one per line.", maxItems: mostLines }),
    },
    { error: must("an object") },
  )
  .meta({
    title: "Outbound payables invoice",
    description: "An approved invoice as posted by the platform. Additional fields are accepted and stored.",
  });

/** Fields that occur only in posted invoices, in the form `list.field`. */
export const outboundAlone: readonly string[] = ["charge_lines.description"];

export type OutboundInvoice = z.infer<typeof outboundInvoiceSchema>;

export function saysAmount(invoice: { readonly [field: string]: unknown }): boolean {
  return Object.keys(amounts).some((name) => (invoice[name] ?? null) !== null);
}

export function outboundInvoiceJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(outboundInvoiceSchema, { unrepresentable: "any" });
}

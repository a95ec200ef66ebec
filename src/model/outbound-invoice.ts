import { z } from "zod";
import { ExactNumber } from "./exact-json.js";

/**
 * The approved invoice that the platform posts (`docs/interface.md` section 2.5). The interface shows no list of its fields:
 * only what it names is demanded, and whatever else comes is kept and handed on.
 */

/** Digits and at most a point: an exponent would have to be worked out, and no amount is worked out here. */
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** More than any amount has, or any system takes. */
const mostDigits = 100;

/** More than an invoice has: each is looked at, and others wait meanwhile. */
export const mostLines = 10_000;

/** Blanks at the ends, and signs that nobody sees: an FFS that drops them would take one invoice for two. */
const unseen = /^\s|\s$|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function must(be: string) {
  return ({ input }: { readonly input?: unknown }) => (input === undefined ? "is missing" : `must be ${be}`);
}

const text = (most: number) =>
  z
    .string({ error: must("text") })
    .refine((written) => written.trim() !== "", "must say something")
    .refine((written) => written.length <= most, `must have no more than ${most} characters`)
    .meta({ minLength: 1, maxLength: most });

const money = (description: string) =>
  z
    .custom<ExactNumber>((value) => value instanceof ExactNumber && plainNumber.test(value.digits), {
      error: must("a number of digits with a point before its decimals, without an exponent"),
    })
    .refine(
      (value: Partial<ExactNumber>) => (value.digits ?? "").length <= mostDigits,
      `must have no more than ${mostDigits} digits`,
    )
    .meta({ type: "number", description });

const assumed = " The interface does not show this field: it is an assumption.";

const reference = (description: string) =>
  z
    .looseObject({ external_id: text(255) }, { error: must("an object with an `external_id`") })
    .meta({ description });

const amount = (description: string) =>
  z
    .looseObject(
      {
        currency: z
          .string({ error: must("three capital letters of ISO 4217, such as EUR") })
          .regex(/^[A-Z]{3}$/, "must be three capital letters of ISO 4217, such as EUR")
          .meta({ description: "ISO 4217." }),
        pre_tax: money("Amount before tax."),
        tax: money("Tax; absent or null in accounts without tax.").nullish(),
        total: money("Amount including tax."),
      },
      { error: must("an object with `currency`, `pre_tax` and `total`") },
    )
    .meta({ description });

const dayForms = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

/** A day, or a time of which the day counts as written. */
const day = (description: string) =>
  z
    .string({ error: must("a date such as 2026-02-27") })
    .refine((written) => dayForms.safeParse(written).success, "must be a date such as 2026-02-27")
    .nullish()
    .meta({ description: description + assumed, examples: ["2026-02-27"] });

const amounts = {
  local_amount: amount("In the local currency of the account.").nullish(),
  overseas_amount: amount("In the currency that is invoiced.").nullish(),
};

const chargeLine = z
  .looseObject(
    {
      job: reference("The job that is charged." + assumed).nullish(),
      accrual: reference(
        "The accrual of the job that the line settles; always there, and null when there is none.",
      ).nullable(),
      charge_code: reference("The charge code." + assumed).nullish(),
      tax_code: reference("The tax code; absent or null in accounts without tax.").nullish(),
      tax_rate: z
        .union([money(""), z.string()], { error: must("a number or text") })
        .nullish()
        .meta({ description: "Rate in percent; absent or null in accounts without tax." }),
      description: z
        .string({ error: must("text") })
        .nullish()
        .meta({ description: "What is charged, in words." + assumed }),
      ...amounts,
    },
    { error: must("an object") },
  )
  .meta({ description: "What is charged." });

export const outboundInvoiceSchema = z
  .looseObject(
    {
      creditor: reference("The org that invoices."),
      invoice_number: text(4096)
        .refine(
          (number) => number.trim() === "" || !unseen.test(number),
          "must have no blanks at its ends, and no signs that cannot be seen",
        )
        .meta({ description: "The number that the creditor gave it." }),
      invoice_date: day("Date of the invoice."),
      due_date: day("Date on which it is due."),
      ...amounts,
      charge_lines: z
        .array(chargeLine, { error: must("a list") })
        .meta({ description: "What is charged, line by line.", maxItems: mostLines }),
    },
    { error: must("an object") },
  )
  .meta({
    title: "Outbound payables invoice",
    description:
      "An approved invoice as the platform posts it. Fields that are not listed are kept and handed on.",
  });

/** Fields of ours that only posted invoices have, as `list.field`. */
export const outboundAlone: readonly string[] = ["charge_lines.description"];

export type OutboundInvoice = z.infer<typeof outboundInvoiceSchema>;

/** Whether it says what it comes to, in one amount at least. */
export function saysAmount(invoice: { readonly [field: string]: unknown }): boolean {
  return Object.keys(amounts).some((name) => (invoice[name] ?? null) !== null);
}

/** For the description of the interface, and for those who send. */
export function outboundInvoiceJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(outboundInvoiceSchema, { unrepresentable: "any" });
}

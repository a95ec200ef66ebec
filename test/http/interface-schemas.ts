/**
 * The interface (version 1.5.0) of a partner's ten endpoints as JSON Schema. It was transcribed by hand from
 * the text alone, section by section, by somebody who had not read `src/model`. It imports no code of the
 * project, and does not require what the interface does not show. If a schema fails an answer of Lading, the
 * schema is right unless the interface's text differs.
 */

export type Schema = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };
const flag = { type: "boolean" };
/** Convention 2: ISO 8601. */
const time = { type: "string", format: "date-time" };
/** Convention 5. */
const country = { type: "string", pattern: "^[A-Z]{2}$" };

const object = (required: Schema, optional: Schema = {}): Schema => ({
  type: "object",
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

const arrayOf = (items: Schema): Schema => ({ type: "array", items });

/** 2.1, EntityRef. */
const reference = object({ external_id: text });
const referenceOrNull = { anyOf: [reference, { type: "null" }] };

/** 2.1, Amount and AmountWithTax. */
const currency = { type: "string", pattern: "^[A-Z]{3}$" };
const amount = object(
  { currency, pre_tax: { type: "number" }, total: { type: "number" } },
  { tax: { type: ["number", "null"] } },
);
const amountWithTax = object({
  currency,
  pre_tax: { type: "number" },
  tax: { type: "number" },
  total: { type: "number" },
});

/** 2.1, Contact. */
const contact = object({ name: text, email_address: { type: "string", format: "email" } });

/** 2.2, Org. */
const org = object(
  {
    external_id: text,
    updated_at: time,
    name: text,
    code: text,
    is_active: flag,
    is_creditor: flag,
    is_debtor: flag,
    country,
  },
  {
    days_to_pay: { type: ["integer", "null"] },
    payments_scheduling_rule: {
      enum: [
        "n_days_after_invoice_date",
        "eom_following_receipt",
        "day_n_month_after_invoice_date",
        "always_ignore",
        null,
      ],
    },
    address_line_1: textOrNull,
    city: textOrNull,
    state: textOrNull,
    postal_code: textOrNull,
    contacts: arrayOf(contact),
  },
);

/**
 * 2.3, Job and accrual. Names in the text: `creditor` (changelog 1.4.0), `tax_code` (1.3.0), `local_amount`
 * and `overseas_amount` (convention 4). The key `accruals` is not shown, so the word of the text is used. A
 * tax code is "optional for non-tax accounts" (convention 8).
 */
const accrual = (withTax: boolean): Schema =>
  object(
    {
      external_id: text,
      creditor: reference,
      charge_code: reference,
      local_amount: amount,
      overseas_amount: amount,
      ...(withTax && { tax_code: reference }),
    },
    { tax_code: withTax ? reference : referenceOrNull, operator: referenceOrNull },
  );
const job = (withTax: boolean): Schema =>
  object({ external_id: text, updated_at: time, accruals: arrayOf(accrual(withTax)) });

/**
 * 2.4, payables invoice; 2.1 for the tax that its amounts and those of its lines must have. The key
 * `charge_lines` is the word of the text.
 */
const status = { enum: ["draft", "posted"] };
const readAmount = (withTax: boolean): Schema => (withTax ? amountWithTax : amount);
const amounts = (withTax: boolean): Schema => ({
  local_amount: readAmount(withTax),
  overseas_amount: readAmount(withTax),
});
const chargeLine = (withTax: boolean): Schema =>
  object(
    { job: reference, charge_code: reference, ...amounts(withTax), ...(withTax && { tax_code: reference }) },
    { accrual: referenceOrNull, tax_code: referenceOrNull },
  );
const payablesInvoice = (withTax: boolean): Schema =>
  object({
    external_id: text,
    updated_at: time,
    status,
    creditor: reference,
    invoice_number: text,
    ...amounts(withTax),
    charge_lines: arrayOf(chargeLine(withTax)),
  });

/** 2.6 to 2.8: the text shows only that a tax code is referred to by its `external_id`. */
const staff = object({
  external_id: text,
  updated_at: time,
  name: text,
  email_address: { type: "string", format: "email" },
  is_active: flag,
});
const chargeCode = (withTax: boolean): Schema =>
  object(
    {
      external_id: text,
      updated_at: time,
      code: text,
      description: text,
      charge_type: { enum: ["freight", "origin", "destination", "other"] },
      is_active: flag,
      ...(withTax && { tax_code: reference }),
    },
    { tax_code: withTax ? reference : referenceOrNull },
  );
const taxCode = object({ external_id: text });

/** 4.2, lists: the envelope is not shown, so the body is an array, or an object with one array. */
const listOf = (items: Schema): Schema => ({
  oneOf: [
    arrayOf(items),
    { type: "object", minProperties: 1, maxProperties: 1, additionalProperties: arrayOf(items) },
  ],
});
/** 4.2, windowed lists, rule 1: only `external_id`. */
const identifiers = listOf({ ...object({ external_id: text }), additionalProperties: false });

/** 7: codes are `lower_snake`. The object around a code is not shown, so any `code` counts. */
const error = {
  type: "object",
  properties: { error: object({ code: { type: "string", pattern: "^[a-z]+(_[a-z]+)*$" } }) },
};
const errorOf = (code: string): Schema => ({
  type: "object",
  required: ["error"],
  properties: { error: object({ code: { const: code } }) },
});

/**
 * 4.2 and 7: the statuses of each endpoint, and the body of each status, by the account's tax mode
 * (convention 8).
 */
export const endpoints = (withTax: boolean): Readonly<Record<string, Readonly<Record<number, Schema>>>> => {
  const windowed = { 200: identifiers, 400: error, 401: errorOf("unauthorized") };
  const single = (body: Schema) => ({ 200: body, 401: errorOf("unauthorized"), 404: error });
  const full = (item: Schema) => ({ 200: listOf(item), 401: errorOf("unauthorized") });
  return {
    "GET /orgs": windowed,
    "GET /orgs/{external_id}": single(org),
    "GET /jobs": windowed,
    "GET /jobs/{external_id}": single(job(withTax)),
    "GET /payables-invoices": windowed,
    "GET /payables-invoices/{external_id}": single(payablesInvoice(withTax)),
    "POST /payables-invoices": {
      200: object({ external_id: text, status }),
      400: error,
      401: errorOf("unauthorized"),
      409: errorOf("duplicate_invoice"),
    },
    "GET /staff": full(staff),
    "GET /charge-codes": full(chargeCode(withTax)),
    "GET /tax-codes": full(taxCode),
  };
};

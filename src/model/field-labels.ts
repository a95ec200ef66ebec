/** Field labels for the console and reports. */
export const fieldLabels: Readonly<Record<string, string>> = {
  external_id: "ID",
  updated_at: "Last change",
  name: "Name",
  email_address: "Email address",
  is_active: "Active",
  code: "Code",
  description: "Description",
  charge_type: "Charge type",
  tax_code: "Tax code",
  rate: "Rate",
  country: "Country",
  region: "Region",
  tax_type: "Tax type",
  direction: "Direction",
  category: "Category",
  valid_from: "Valid from",
  valid_to: "Valid to",
  is_creditor: "Sends invoices",
  is_debtor: "Receives invoices",
  days_to_pay: "Days to pay",
  payments_scheduling_rule: "Payment rule",
  address_line_1: "Street",
  city: "City",
  state: "State",
  postal_code: "Postal code",
  job_type: "Job type",
  number: "Number",
  operator: "Operator",
  type: "Type",
  creditor: "Creditor",
  charge_code: "Charge code",
  job: "Job",
  accrual: "Accrual",
  tax_rate: "Tax rate",
  status: "Status",
  invoice_number: "Invoice number",
  invoice_date: "Invoice date",
  due_date: "Due date",
  echo: "ID sent by Lading",
  is_cancelled: "Canceled",
  "local_amount.currency": "Local currency",
  "local_amount.pre_tax": "Before tax, in local currency",
  "local_amount.tax": "Tax, in local currency",
  "local_amount.total": "Total, in local currency",
  "overseas_amount.currency": "Currency charged",
  "overseas_amount.pre_tax": "Before tax, in the currency charged",
  "overseas_amount.tax": "Tax, in the currency charged",
  "overseas_amount.total": "Total, in the currency charged",
};

/** Returns the label of a field or of an element's field, such as `accruals.local_amount.total`. */
export function fieldLabel(field: string): string {
  const own = field.slice(field.indexOf(".") + 1);
  return fieldLabels[field] ?? fieldLabels[own] ?? own.replaceAll(/[._]/g, " ");
}

export function withFieldLabels(sentence: string): string {
  return sentence.replace(
    /\b(?:field )?([a-z]+(?:_[a-z]+)+(?:\.[a-z_]+)?)\b|\bfield ([a-z]+)\b/g,
    (found, long?: string, short?: string) => {
      const label = fieldLabels[long ?? short ?? ""];
      return label === undefined ? found : `“${label}”`;
    },
  );
}

export function valueText(value: string): string {
  return value === "true" ? "yes" : value === "false" ? "no" : value;
}

import { charges, rates, playedStaff, taxes, vendors, type FfsJob } from "./ffs-data.js";

/** Files used by the simulated FFS: its exports, and the format of the invoices that it imports. */

export const importColumns = [
  "Reference",
  "Vendor",
  "Invoice No",
  "Invoice Date",
  "Due Date",
  "Currency",
  "Net",
  "Tax",
  "Gross",
  "Local Net",
  "Local Tax",
  "Local Gross",
  "Line",
  "Job No",
  "Cost Ref",
  "Charge",
  "Tax Code",
  "Tax Rate",
  "Line Net",
  "Line Tax",
  "Line Gross",
  "Line Local Net",
  "Line Local Tax",
  "Line Local Gross",
] as const;

export type ImportRow = Readonly<Record<(typeof importColumns)[number], string>>;

export interface FfsInvoice {
  /** Key in the FFS. */
  readonly key: string;
  readonly status: "Open" | "Posted" | "Cancelled";
  readonly modified: string;
  readonly rows: readonly ImportRow[];
}

/** Returns the rows of an invoice file, or the reason why the file is invalid. */
export function readInvoiceFile(text: string): readonly ImportRow[] | string {
  const [head = [], ...rows] = parseCsv(text);
  const missing = importColumns.filter((name) => !head.includes(name));
  if (missing.length > 0) return `the column ${missing[0]} is missing`;
  if (rows.length === 0) return "there are no lines";
  if (rows.some((row) => row.length !== head.length)) return "a line has a different number of columns";
  return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i] ?? ""])) as ImportRow);
}

export function listFiles(modified: string): Readonly<Record<string, string>> {
  const none = ["", "", "", "", "", "", "", ""];
  return {
    staff: csvText([
      ["external_id", "updated_at", "name", "email_address", "is_active"],
      ...playedStaff.map(({ id, name, email }) => [id, modified, name, email, "true"]),
    ]),
    "charge-codes": csvText([
      ["external_id", "updated_at", "code", "description", "charge_type", "tax_code", "is_active"],
      ...charges.map(({ id, code, name, type, tax }) => [id, modified, code, name, type, tax, "true"]),
    ]),
    "tax-codes": csvText([
      ["external_id", "updated_at", "code", "description", "is_active"],
      ...taxes.map(({ id, code, name }) => [id, modified, code, name, "true"]),
    ]),
    orgs: csvText([
      [
        ...["external_id", "updated_at", "name", "code", "is_active", "is_creditor", "is_debtor", "country"],
        ...["days_to_pay", "payments_scheduling_rule", "address_line_1", "city", "state", "postal_code"],
        "contacts",
      ],
      ...vendors.map(({ id, name, code, country }) => [
        ...[id, modified, name, code, "true", "true", "false", country],
        ...none.slice(0, 7),
      ]),
    ]),
  };
}

const costColumns = ["Net", "Tax", "Gross", "Local Net", "Local Tax", "Local Gross"];

/** Returns an export with two types of rows: each job is followed by its costs. */
export function jobFile(jobs: readonly FfsJob[]): string {
  const head = ["Record", "Job No", "Type", "Operator", "Modified", "Cost Ref", "Vendor", "Charge"];
  return csvText([
    [...head, "Tax Code", "Currency", ...costColumns],
    ...jobs.flatMap((job) => [
      ["JOB", job.number, job.type, job.operator, clockTime(job.modified), ...Array<string>(11).fill("")],
      ...job.costs.map(({ id, vendor, charge, net }) => {
        const currency = vendors.find(({ code }) => code === vendor)?.currency ?? "GBP";
        const { tax } = charges.find(({ code }) => code === charge) ?? { tax: "T0" };
        const { code = "Z", rate = 0 } = taxes.find((each) => each.id === tax) ?? {};
        const local = Math.round((net * (rates[currency] ?? 100)) / 100);
        const amounts = [net, local].flatMap((each) => {
          const part = Math.round((each * rate) / 100);
          return [each, part, each + part].map((hundredths) => (hundredths / 100).toFixed(2));
        });
        return ["COST", job.number, "", "", "", id, vendor, charge, code, currency, ...amounts];
      }),
    ]),
  ]);
}

/** Returns an export of invoices: the rows as imported, with the FFS's key and status on each row. */
export function invoiceFile(invoices: readonly FfsInvoice[], withReference: boolean): string {
  return csvText([
    ["Invoice Key", "Status", "Modified", ...importColumns],
    ...invoices.flatMap(({ key, status, modified, rows }) =>
      rows.map((row) => [
        key,
        status,
        clockTime(modified),
        ...importColumns.map((name) => (name === "Reference" && !withReference ? "" : row[name])),
      ]),
    ),
  ]);
}

function clockTime(time: string): string {
  return time.slice(0, 19).replace("T", " ");
}

export function csvText(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end = ""] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== "," && end !== "") rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell !== ""));
}

import { entityLexicon, type Lexicon } from "../lexicon.js";
import type { Meaning } from "../meanings.js";
import { numberFormatOf } from "../numbers.js";
import { profileOf, type Profile } from "../profile.js";
import { blankReading } from "../reading.js";
import { segment, type Segment } from "../segments.js";
import type { GuessColumn } from "../column.js";
import { abbreviations } from "../abbreviations.js";
import { wordsOf } from "../words.js";
import { part } from "../weights.js";

/** What a column of a file of jobs or invoices holds, by its heading where the values allow it. */
export type Role =
  | "key"
  | "job"
  | "job_type"
  | "invoice_number"
  | "creditor"
  | "charge_code"
  | "description"
  | "tax_code"
  | "tax_rate"
  | "currency"
  | "net"
  | "tax"
  | "gross"
  | "amount"
  | "updated_at"
  | "invoice_date"
  | "due_date"
  | "status"
  | "operator"
  | "line"
  | "accrual"
  | "waybills"
  | "container_numbers"
  | "customer"
  | "payment"
  | "other";

export interface EntityColumn extends GuessColumn {
  readonly role: Role;
  readonly said: ReadonlySet<Meaning>;
  /** Its heading has a word that is not known, as `Vendor Country` has, which may say that it is something else. */
  readonly isStrange: boolean;
  /** Of amounts: in the currency of the account, in the one that is charged, or not said. */
  readonly side: "local" | "overseas" | undefined;
}

/** Signs behind the number, as credit notes have them, are no other kind of value. */
export function unsigned(cell: string): string {
  return cell.trim().replace(/^(.*\d)-$/, "-$1");
}

/** What the words of a heading mean in a file of jobs or invoices. */
export function sayings(named: string, lexicon: Lexicon): ReadonlySet<Meaning> {
  return new Set(
    segmentsOf(named, lexicon).flatMap(({ entries = [] }) => entries.flatMap(({ meanings }) => meanings)),
  );
}

function segmentsOf(named: string, lexicon: Lexicon): readonly Segment[] {
  const words = wordsOf(named);
  const own = entityLexicon(lexicon);
  return segment(words, own, abbreviations(named, words, own));
}

/** @param named what of the heading says what it holds: of `costs.1.net` the end */
export function entityColumn(
  base: Pick<GuessColumn, "index" | "heading" | "name">,
  named: string,
  cells: readonly string[],
  lexicon: Lexicon,
): EntityColumn {
  const end = endOfPath(named);
  const said = sayings(end, lexicon);
  const profile = profileOf(cells.map(unsigned));
  const code = currencyIn(end);
  const side =
    said.has("local") || code !== undefined ? "local" : said.has("foreign") ? "overseas" : undefined;
  const isStrange = segmentsOf(end, lexicon).some(
    ({ entries, text }) => entries === undefined && /\p{L}/u.test(text),
  );
  return {
    ...base,
    reading: blankReading,
    profile,
    cells,
    said,
    isStrange,
    side,
    role: roleOf(said, profile),
  };
}

/** A bare number or reference is that of the element it stands in: `Number` in `<Invoice>` is the invoice's. */
export function ofRow(heading: string, rowName: string | undefined, lexicon: Lexicon): string {
  const said = sayings(heading, lexicon);
  const isBare = said.size === 1 && (said.has("number") || said.has("reference"));
  return rowName !== undefined && isBare ? `${rowName} ${heading}` : heading;
}

/** What says what a value is, of the path of an element of XML: its name and that of what it stands in. */
function endOfPath(heading: string): string {
  const steps = heading.split(".");
  return steps.length > 2 && steps.every((step) => /^@?[\p{L}:_-]{3,}$/u.test(step))
    ? steps.slice(-2).join(" ")
    : heading;
}

/** The currency that a heading names, as `GBP Net` does. */
export function currencyIn(heading: string): string | undefined {
  return heading.split(/[^A-Za-z]+/).find((word) => /^[A-Z]{3}$/.test(word) && isKnownCurrency(word));
}

/** `VAT` and `NET` are none; only those that amounts of an account may be in. */
function isKnownCurrency(word: string): boolean {
  return profileOf([word]).currency === 1;
}

/** "Total VAT" is the tax where it comes, with what is before tax, to the rest; else it may be a total with tax. */
export function withTaxes(columns: readonly EntityColumn[]): readonly EntityColumn[] {
  const of = (role: Role) => columns.filter((column) => column.role === role);
  return columns.map((column) => {
    if (column.role !== "gross" || !column.said.has("tax")) return column;
    const isTax = of("net").some((net) =>
      of("gross").some((gross) => gross !== column && !gross.said.has("tax") && addsUp(net, column, gross)),
    );
    return isTax ? { ...column, role: "tax" } : column;
  });
}

function roleOf(said: ReadonlySet<Meaning>, profile: Profile): Role {
  const says = (...meanings: readonly Meaning[]) => meanings.some((meaning) => said.has(meaning));
  const isNumeric = profile.number >= part.nearlyAll;
  const isOfDays = profile.dates !== undefined && profile.dates.format !== "excel_serial";
  const hasDecimals = isNumeric && profile.values.some((value) => /[.,]\d\d?$/.test(value.trim()));
  if (says("payment")) return "payment";
  if (says("modified_at")) return isOfDays ? "updated_at" : "other";
  if (isOfDays && says("due_date")) return "due_date";
  if (says("created_at", "unit_price", "quantity", "sell")) return "other";
  if (isOfDays && says("date")) return says("job") ? "other" : "invoice_date";
  if (says("customer") && !says("vendor")) return "customer";
  if (says("container")) return "container_numbers";
  if (says("waybill")) return "waybills";
  if (says("code", "kind") && says("tax") && !hasDecimals) return "tax_code";
  if (says("rate")) return says("tax") && isNumeric ? "tax_rate" : "other";
  if (isNumeric && !says("code", "id", "number") && says("net", "gross", "tax", "amount", "charge")) {
    // A charge without decimals may be its code.
    if (says("charge") && !says("net", "gross", "tax", "amount") && !hasDecimals) return "charge_code";
    return says("tax") && !says("net", "gross")
      ? "tax"
      : says("net")
        ? "net"
        : says("gross")
          ? "gross"
          : "amount";
  }
  if (says("currency") || (profile.currency >= part.nearlyAll && !says("code", "charge"))) return "currency";
  // Numbers under which a company is registered for tax are no codes of taxes.
  if (says("tax")) return says("id", "number", "vendor") ? "other" : "tax_code";
  if (says("row_number")) return says("id") ? "key" : says("description") ? "description" : "line";
  if (says("invoice")) {
    if (says("status")) return "status";
    // The original invoice is what a credit note refers to.
    if (says("kind", "charge", "due_date", "foreign")) return "other";
    return says("id", "reference", "document") && !says("vendor") ? "key" : "invoice_number";
  }
  if (says("vendor")) return says("kind", "status", "reference") ? "other" : "creditor";
  if (says("job")) {
    if (says("staff")) return "operator";
    if (says("kind")) return "job_type";
    return says("status", "description", "name", "charge") ? "other" : "job";
  }
  if (says("charge")) {
    if (says("reference")) return "accrual";
    if (says("description", "name") || (!says("code", "id") && profile.prose >= part.most))
      return "description";
    return says("id") ? "key" : "charge_code";
  }
  if (says("staff")) return "operator";
  if (says("status")) return "status";
  if (says("kind")) return "job_type";
  if (says("description")) return "description";
  if (says("reference") && said.size > 1) return says("number") ? "invoice_number" : "other";
  // Alone: "Ref" of a cost, and "Number" of what the file lists.
  if (says("id", "document") || (said.size === 1 && says("number", "reference"))) return "key";
  return "other";
}

/** Whether one column and another come to the third, to the cent, wherever all three stand. */
export function addsUp(a: EntityColumn, b: EntityColumn, sum: EntityColumn): boolean {
  const cents = centsOf([a, b, sum]);
  const rows = sum.cells.flatMap((cell, row) => {
    const [left, right, whole] = [cents(a.cells[row]), cents(b.cells[row]), cents(cell)];
    return left === undefined || right === undefined || whole === undefined ? [] : [left + right - whole];
  });
  return rows.length > 0 && rows.every((off) => Math.abs(off) <= 1);
}

/** Whether a tax is up to three tenths of its amount in each row; a rate, or a number of somebody, is no such share. */
export function isShare(tax: EntityColumn, amount: EntityColumn, isWithTax: boolean): boolean {
  const cents = centsOf([tax, amount]);
  return tax.cells.every((cell, row) => {
    const own = cents(cell) ?? 0;
    const net = (cents(amount.cells[row]) ?? 0) - (isWithTax ? own : 0);
    const share = net === 0 ? 0 : Math.round((own * 1000) / net);
    return share >= 0 && share <= 300 && Math.abs((share * net) / 1000 - own) <= 1;
  });
}

/** Reads amounts in hundredths, only to compare those of one file. */
export function centsOf(columns: readonly EntityColumn[]): (cell: string | undefined) => number | undefined {
  const format = numberFormatOf(columns.flatMap(({ profile }) => profile.values));
  const thousands = format?.decimal === "," ? /[.' \u00a0\u202f]/g : /[,' \u00a0\u202f]/g;
  return (cell = "") => {
    const text = unsigned(cell).replace(thousands, "").replace(",", ".");
    const value = Math.round(Number(text) * 100);
    return format === undefined || text === "" || !Number.isFinite(value) ? undefined : value;
  };
}

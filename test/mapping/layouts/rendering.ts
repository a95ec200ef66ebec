import { parseLayout } from "../../../src/mapping/layouts/parse.js";
import { renderInvoice } from "../../../src/mapping/layouts/render.js";
import { contextOf } from "../../../src/mapping/layouts/run-examples.js";
import type { Layout, Rendered } from "../../../src/mapping/layouts/layout.js";
import type { LayoutExample } from "../../../src/mapping/layouts/grammar.js";
import { formatDiagnostics } from "../../../src/mapping/diagnostics.js";
import { readOutboundInvoice } from "../../../src/formats/json/outbound-invoice.js";

/** Layouts and invoices for tests. */

export function layoutOf(yaml: string): Layout {
  const parsed = parseLayout(yaml, "layout.yaml");
  if ("diagnostics" in parsed) throw new Error(formatDiagnostics(parsed.diagnostics));
  return parsed.layout;
}

export function diagnosticsOf(yaml: string): string {
  const parsed = parseLayout(yaml, "layout.yaml");
  return "diagnostics" in parsed ? formatDiagnostics(parsed.diagnostics) : "";
}

const head = "lading: 1\nlayout: payables-invoice\n";

/** A layout of one file in this format, followed by these lines. */
export function layoutText(
  format: string,
  rest: string,
  file = 'name: "AP-{external_id}.txt", line_end: lf',
): string {
  return `${head}format: ${format}\nfile: { ${file} }\n${rest}`;
}

export async function render(
  yaml: string,
  invoice: string,
  world: Partial<Omit<LayoutExample, "invoice">> = {},
): Promise<Rendered> {
  const read = readOutboundInvoice(Buffer.from(invoice));
  if ("issues" in read) throw new Error(JSON.stringify(read.issues));
  const layout = layoutOf(yaml);
  return renderInvoice(layout, read.invoice, contextOf(layout, world));
}

/** The text of the first file, or the diagnostics. */
export async function textOf(...given: Parameters<typeof render>): Promise<string> {
  const rendered = await render(...given);
  if ("files" in rendered) return rendered.files[0]?.bytes.toString("utf8") ?? "";
  return rendered.issues.map(({ message }) => message).join("\n");
}

export const amount = (pre: string, tax: string, total: string, currency = "EUR"): string =>
  `{"currency":"${currency}","pre_tax":${pre},"tax":${tax},"total":${total}}`;

/** An invoice of two lines, with some members replaced. */
export function invoice(members: Readonly<Record<string, string>> = {}): string {
  const line = (code: string, job: string, accrual: string, rest: string): string =>
    `{"charge_code":{"external_id":"${code}"},"job":{"external_id":"${job}"},"accrual":${accrual},"tax_code":{"external_id":"V19"},"overseas_amount":${rest}}`;
  const all = {
    creditor: '{"external_id":"17"}',
    invoice_number: '"0042"',
    invoice_date: '"2026-02-07"',
    overseas_amount: amount("300.00", "57.00", "357.00"),
    charge_lines: `[${line("FRT", "J1", '{"external_id":"J1-1"}', amount("100.00", "19.00", "119.00"))},${line("THC", "J2", "null", amount("200.00", "38.00", "238.00"))}]`,
    ...members,
  };
  return `{${Object.entries(all)
    .map(([key, value]) => `"${key}":${value}`)
    .join(",")}}`;
}

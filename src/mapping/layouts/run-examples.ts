import type { Diagnostic } from "../diagnostics.js";
import type { ReportDiagnostic } from "../yaml-document.js";
import type { AnyRecord } from "../../model/record-type.js";
import { readOutboundInvoice } from "../../formats/json/outbound-invoice.js";
import type { InvoiceIssue } from "../../model/rules/outbound-invoice.js";
import type { LayoutExample } from "./grammar.js";
import type { Layout, LayoutContext, Rendered } from "./layout.js";
import { renderInvoice } from "./render.js";

/** Each example in a layout is an invoice with its expected result. */

export interface LayoutExamplesResult {
  readonly run: number;
  readonly diagnostics: readonly Diagnostic[];
}

export async function runLayoutExamples(layout: Layout): Promise<LayoutExamplesResult> {
  const examples = layout.text.examples ?? [];
  const diagnostics: Diagnostic[] = [];
  for (const [i, example] of examples.entries()) {
    const report: ReportDiagnostic = (path, message) =>
      void diagnostics.push(layout.document.diagnostic(["examples", i, ...path], message));
    const read = readOutboundInvoice(Buffer.from(example.invoice));
    if ("issues" in read) {
      for (const { message } of read.issues) report(["invoice"], message);
      continue;
    }
    compare(example, await renderInvoice(layout, read.invoice, contextOf(layout, example)), report);
  }
  return { run: examples.length, diagnostics };
}

/** If the example contains no records of a type, lookups of that type return the ID. */
export function contextOf(layout: Layout, example: Omit<LayoutExample, "invoice">): LayoutContext {
  const counters = layout.counters.map((name) => [name, example.counters?.[name] ?? "1"] as const);
  return {
    externalId: example.external_id ?? "1",
    attempt: 1,
    today: example.today ?? "2026-01-31",
    counters: new Map(counters),
    find: (type, id) => {
      const records = example.records?.[type] as readonly AnyRecord[] | undefined;
      return Promise.resolve(
        records === undefined ? echo(id) : records.find(({ external_id }) => external_id === id),
      );
    },
  };
}

/** Creates a record without accruals. The value of every other field is the record's ID. */
export function echo(id: string): AnyRecord {
  const record: AnyRecord = { external_id: id, updated_at: id };
  return new Proxy(record, {
    get: (_, field) => (field === "accruals" ? [] : field === "private" ? echo(id) : id),
  });
}

function compare(example: LayoutExample, rendered: Rendered, report: ReportDiagnostic): void {
  if ("issues" in rendered) return compareRefusal(example, rendered.issues, report);
  if (example.refused !== undefined) return report(["refused"], "the invoice is not rejected");
  const [first] = rendered.files;
  if (example.file_name !== undefined && example.file_name !== first?.fileName)
    report(["file_name"], `the result is ${JSON.stringify(first?.fileName)}`);
  if (example.rows !== undefined) compareRows(example.rows, first?.rows ?? [], report);
  for (const [i, wanted] of (example.files ?? []).entries()) {
    const got = plainLines(rendered.files[i]?.bytes.toString("utf8") ?? "");
    const lines = plainLines(wanted);
    const at = lines.findIndex((line, n) => line !== got[n]);
    if (at >= 0) report(["files", i], `line ${at + 1} is ${JSON.stringify(got[at] ?? "")}`);
    else if (got.length > lines.length)
      report(["files", i], `the file continues with ${JSON.stringify(got[lines.length])}`);
  }
}

function compareRefusal(
  { refused }: LayoutExample,
  issues: readonly InvoiceIssue[],
  report: ReportDiagnostic,
): void {
  if (refused === undefined) {
    for (const { message } of issues) report([], `the invoice is rejected: ${message}`);
    return;
  }
  const fields = (names: readonly (string | null)[]): string => [...new Set(names)].sort().join(", ");
  const got = fields(issues.map(({ field }) => field ?? "the file"));
  if (got !== fields(refused)) report(["refused"], `the invoice is rejected for ${got}`);
}

function compareRows(
  wanted: readonly Readonly<Record<string, string>>[],
  rows: readonly Readonly<Record<string, string>>[],
  report: ReportDiagnostic,
): void {
  if (rows.length !== wanted.length)
    report(["rows"], `the result has ${rows.length} lines, not ${wanted.length}`);
  for (const [i, cells] of wanted.slice(0, rows.length).entries()) {
    for (const [name, cell] of Object.entries(cells)) {
      const got = rows[i]?.[name];
      if (got === undefined)
        report(["rows", i, name], `there is no column ${JSON.stringify(name)} in this line`);
      else if (got !== cell)
        report(["rows", i, name], `the result is ${got === "" ? "blank" : JSON.stringify(got)}`);
    }
  }
}

/** Splits text into lines, without a byte order mark or trailing line breaks. */
function plainLines(text: string): readonly string[] {
  return text
    .replace(/^\ufeff/, "")
    .replace(/(?:\r?\n)+$/, "")
    .split(/\r?\n/);
}

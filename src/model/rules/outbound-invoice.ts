import { isExactObject, type ExactJson } from "../exact-json.js";
import { outerPath, type Names } from "../renames.js";
import { mostLines, outboundInvoiceSchema, saysAmount } from "../outbound-invoice.js";

/** What is wrong with an invoice, by the place in it: `charge_lines[0].overseas_amount.total`. Null: with the whole of it. */
export interface InvoiceIssue {
  readonly field: string | null;
  /** A sentence that holds no value. */
  readonly message: string;
}

/** Issues of an invoice with the fields as whoever posted it calls them. */
export function asPosted(issues: readonly InvoiceIssue[], names: Names | undefined): readonly InvoiceIssue[] {
  if (names === undefined) return issues;
  return issues.map(({ field, message }) => ({
    field: field && outerPath(field, names),
    message: message.replaceAll(/`[^`]*`/g, (quoted) => outerPath(quoted, names)),
  }));
}

/**
 * Checks an invoice that has our names for fields (`docs/interface.md` section 4.2), and reports every issue at once.
 *
 * @returns no issues for a good invoice; the value is then an `OutboundInvoice`
 */
export function checkOutboundInvoice(value: ExactJson): readonly InvoiceIssue[] {
  const lines = isExactObject(value) ? value["charge_lines"] : undefined;
  if (Array.isArray(lines) && lines.length > mostLines) {
    const message = `\`charge_lines\` must have no more than ${mostLines} lines.`;
    return [{ field: "charge_lines", message }];
  }
  const found = outboundInvoiceSchema.safeParse(value).error?.issues ?? [];
  const issues = found.map(({ path, message }) => {
    const field = path.length === 0 ? null : fieldPath(path);
    return { field, message: `${field === null ? "The body" : `\`${field}\``} ${message}.` };
  });
  if (isExactObject(value) && !saysAmount(value))
    issues.push({
      field: "overseas_amount",
      message: "`overseas_amount` and `local_amount` are both missing: one says what the invoice comes to.",
    });
  return issues;
}

function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((so, step) => {
    if (typeof step === "number") return `${so}[${step}]`;
    return so === "" ? String(step) : `${so}.${String(step)}`;
  }, "");
}

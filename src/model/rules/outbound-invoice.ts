import { isExactObject, type ExactJson } from "../exact-json.js";
import { outerPath, type Names } from "../renames.js";
import { mostLines, outboundInvoiceSchema, saysAmount } from "../outbound-invoice.js";

/**
 * A problem with an invoice, and the path of the affected field, such as `charge_lines[0].overseas_amount.total`. The
 * path is null if the problem affects the whole invoice.
 */
export interface InvoiceIssue {
  readonly field: string | null;
  /** A message that contains no values from the invoice. */
  readonly message: string;
}

/** Converts field names in issues to the platform's names. */
export function asPosted(issues: readonly InvoiceIssue[], names: Names | undefined): readonly InvoiceIssue[] {
  if (names === undefined) return issues;
  return issues.map(({ field, message }) => ({
    field: field && outerPath(field, names),
    message: message.replaceAll(/`[^`]*`/g, (quoted) => outerPath(quoted, names)),
  }));
}

/**
 * Checks an invoice with Lading's field names (`docs/interface.md` section 4.2). If the returned list is empty, the
 * value is an `OutboundInvoice`.
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
      message: "`overseas_amount` and `local_amount` are both missing. At least one is required.",
    });
  return issues;
}

function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((so, step) => {
    if (typeof step === "number") return `${so}[${step}]`;
    return so === "" ? String(step) : `${so}.${String(step)}`;
  }, "");
}

import { parseExactJson } from "../../formats/json/exact.js";
import { JsonError } from "../../formats/json/scanner.js";
import { isExactObject, type ExactJson } from "../exact-json.js";
import { inward, outerPath, type Names } from "../renames.js";
import { mostLines, outboundInvoiceSchema, saysAmount, type OutboundInvoice } from "../outbound-invoice.js";

/** What is wrong with an invoice, by the place in it: `charge_lines[0].overseas_amount.total`. Null: with the whole of it. */
export interface InvoiceIssue {
  readonly field: string | null;
  /** A sentence that holds no value. */
  readonly message: string;
}

export type ReadInvoice =
  | { readonly invoice: OutboundInvoice }
  | { readonly code: "invalid_json" | "validation_error"; readonly issues: readonly InvoiceIssue[] };

/**
 * Reads the body of `POST /payables-invoices` (`docs/interface.md` section 4.2): all of it, or every issue at once.
 *
 * @param names what the account calls fields; the invoice has ours, and issues name those of the body
 */
export function readOutboundInvoice(body: Uint8Array, names?: Names): ReadInvoice {
  const read = readOurs(body, names);
  return "issues" in read ? { ...read, issues: asPosted(read.issues, names) } : read;
}

/** Issues of an invoice with the fields as whoever posted it calls them. */
export function asPosted(issues: readonly InvoiceIssue[], names: Names | undefined): readonly InvoiceIssue[] {
  if (names === undefined) return issues;
  return issues.map(({ field, message }) => ({
    field: field && outerPath(field, names),
    message: message.replaceAll(/`[^`]*`/g, (quoted) => outerPath(quoted, names)),
  }));
}

function readOurs(body: Uint8Array, names: Names | undefined): ReadInvoice {
  let value: ExactJson;
  try {
    value = parseExactJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
    if (names !== undefined) value = inward(value, names);
  } catch (error) {
    const reason =
      error instanceof JsonError
        ? `in line ${error.line} ${error.reason}`
        : "it holds bytes that are not UTF-8";
    return {
      code: "invalid_json",
      issues: [{ field: null, message: `The body cannot be read as JSON: ${reason}.` }],
    };
  }
  const lines = isExactObject(value) ? value["charge_lines"] : undefined;
  if (Array.isArray(lines) && lines.length > mostLines) {
    const message = `\`charge_lines\` must have no more than ${mostLines} lines.`;
    return { code: "validation_error", issues: [{ field: "charge_lines", message }] };
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
  // What was read is handed on as it is; the schema only looks at it.
  if (issues.length === 0) return { invoice: value as unknown as OutboundInvoice };
  return { code: "validation_error", issues };
}

function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((so, step) => {
    if (typeof step === "number") return `${so}[${step}]`;
    return so === "" ? String(step) : `${so}.${String(step)}`;
  }, "");
}

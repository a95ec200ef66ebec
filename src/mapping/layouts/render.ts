import { encodeText } from "../../formats/text/charset.js";
import type { OutboundInvoice } from "../../model/outbound-invoice.js";
import type { AnyRecord } from "../../model/record-type.js";
import type { InvoiceIssue } from "../../model/rules/outbound-invoice.js";
import type { LayoutPart } from "./grammar.js";
import type { Layout, LayoutContext, Rendered, RenderedFile } from "./layout.js";
import { renderLines } from "./lines.js";
import { renderJson, renderXml } from "./tree.js";
import { counterOf, fieldOf, holds, type Scope } from "./values.js";

/**
 * Renders the files for an invoice, or returns all reasons why they cannot be rendered. The result depends only on
 * the arguments and the records that `context.find` returns, so the same input always produces the same bytes.
 */
export async function renderInvoice(
  layout: Layout,
  invoice: OutboundInvoice,
  context: LayoutContext,
): Promise<Rendered> {
  // Rendering determines which records are needed. Records that are not known yet are then fetched, and the invoice
  // is rendered again.
  const known = new Map<string, AnyRecord | undefined>();
  for (;;) {
    const wanted = new Map<string, readonly [string, string]>();
    const rendered = renderWith(layout, invoice, {
      ...context,
      find(type, id) {
        const key = JSON.stringify([type, id]);
        if (!known.has(key)) wanted.set(key, [type, id]);
        return known.get(key);
      },
    });
    if (wanted.size === 0) return rendered;
    for (const [key, [type, id]] of wanted) known.set(key, await context.find(type, id));
  }
}

type RenderContext = Omit<LayoutContext, "find"> & Pick<Scope, "find">;

function renderWith(layout: Layout, invoice: OutboundInvoice, context: RenderContext): Rendered {
  const issues = new Map<string, InvoiceIssue>();
  const scope: Scope = {
    ...context,
    invoice,
    line: undefined,
    group: undefined,
    position: { block: 1, file: 1 },
    report(field, message) {
      const sentence = field === null ? `Invoice file: ${message}.` : `\`${field}\` ${message}.`;
      issues.set(sentence, { field, message: sentence });
    },
  };
  if (invoice.charge_lines.length === 0)
    scope.report("charge_lines", "is empty, so there is nothing to import");
  for (const condition of layout.text.refuse ?? []) refuseWhere(condition, scope);
  const files = layout.parts.map((part) => renderPart(part, scope));
  return issues.size > 0 ? { issues: [...issues.values()] } : { files };
}

function refuseWhere(
  { because = "has a value that the freight forwarding system does not accept", ...condition }: Refusal,
  scope: Scope,
): void {
  const { field, line } = condition;
  if (line === undefined) {
    if (holds(condition, scope)) scope.report(field ?? null, because);
    return;
  }
  for (const index of scope.invoice.charge_lines.keys())
    if (holds(condition, { ...scope, line: index })) scope.report(`charge_lines[${index}].${line}`, because);
}

type Refusal = NonNullable<Layout["text"]["refuse"]>[number];

function renderPart(part: LayoutPart, scope: Scope): RenderedFile {
  const { text, rows } = contentOf(part, scope);
  const { encoding = "utf-8", byte_order_mark: mark } = part.file;
  const encoded = encodeText(mark === "true" ? `\ufeff${text}` : text, encoding);
  if ("missing" in encoded) {
    const codes = encoded.missing.map(
      (sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
    );
    scope.report(null, `the character set ${encoding} does not have ${codes.slice(0, 5).join(", ")}`);
  }
  const bytes = "bytes" in encoded ? encoded.bytes : Buffer.alloc(0);
  return { fileName: fileNameOf(part, scope), bytes, ...(rows === undefined ? {} : { rows }) };
}

function contentOf(
  part: LayoutPart,
  scope: Scope,
): { readonly text: string; readonly rows?: RenderedFile["rows"] } {
  switch (part.format) {
    case "xml":
      return { text: renderXml(part, scope) };
    case "json":
      return { text: renderJson(part, scope) };
    default:
      return renderLines(part, scope);
  }
}

export const nameGaps = /\{([^{}]*)\}/g;

function fileNameOf({ file }: LayoutPart, scope: Scope): string {
  return file.name.replace(nameGaps, (_, gap: string) => {
    const value = gapOf(gap, scope);
    // Replaces path separators and other special characters, because the values come from external data.
    return value.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^\.+/, "-");
  });
}

function gapOf(gap: string, scope: Scope): string {
  if (gap === "today") return scope.today;
  if (gap === "attempt") return String(scope.attempt);
  if (gap.startsWith("counter.")) return counterOf(gap.slice("counter.".length), scope);
  return fieldOf(gap, scope).text ?? "";
}

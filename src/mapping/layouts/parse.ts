import { fillParameters } from "../parameters.js";
import { sortDiagnostics, type Diagnostic } from "../diagnostics.js";
import { readYaml } from "../read-yaml.js";
import { checkAgainst, onePerPosition, type Plain } from "../yaml-document.js";
import type { Account } from "../../model/account.js";
import { checkLayout } from "./check.js";
import { layoutSchema, type LayoutText, type LayoutPart } from "./grammar.js";
import type { Layout } from "./layout.js";
import { nameGaps } from "./render.js";

export type ParsedLayout = { readonly layout: Layout } | { readonly diagnostics: readonly Diagnostic[] };

/**
 * `fileName` is the label for diagnostics. `account` supplies the values of `${account.NAME}`. If `account` is
 * omitted, parameters stay as written.
 */
export function parseLayout(text: string, fileName: string, account?: Account): ParsedLayout {
  const read = readYaml(text, fileName);
  if (read.document === undefined) return { diagnostics: read.diagnostics };
  const filled = fillParameters(read.document, account);
  const { document } = filled;
  const { value } = document;
  if (typeof value === "string" || Array.isArray(value)) {
    const expected = "lines such as `lading: 1` and `layout: payables-invoice`";
    return { diagnostics: [document.diagnostic([], "this is not a layout", { expected })] };
  }
  const broken = checkAgainst(document, layoutSchema);
  const layout = value as unknown as LayoutText;
  // Combinations of keywords are checked only if all parts are valid.
  const further = broken.length > 0 ? [] : checkLayout(document, layout);
  const diagnostics = onePerPosition([...read.diagnostics, ...filled.diagnostics, ...broken, ...further]);
  if (diagnostics.length > 0) return { diagnostics: sortDiagnostics(diagnostics) };
  const parts = layout.files ?? [layout as LayoutPart];
  return { layout: { text: layout, document, parts, counters: countersOf(value, parts) } };
}

function countersOf(value: Plain, parts: readonly LayoutPart[]): readonly string[] {
  const names = new Set<string>();
  const visit = (plain: Plain): void => {
    if (typeof plain === "string") return;
    if (Array.isArray(plain)) {
      for (const item of plain as readonly Plain[]) visit(item);
      return;
    }
    for (const [key, inner] of Object.entries(plain as { readonly [key: string]: Plain })) {
      if (key === "counter" && typeof inner === "string") names.add(inner);
      else if (key !== "examples") visit(inner);
    }
  };
  visit(value);
  for (const { file } of parts) {
    for (const [, gap = ""] of file.name.matchAll(nameGaps))
      if (gap.startsWith("counter.")) names.add(gap.slice("counter.".length));
  }
  return [...names].sort();
}

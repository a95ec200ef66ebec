import { assemble, type CompileResult } from "./assemble.js";
import { companyDiagnostics } from "./company.js";
import type { MappingContext } from "./mapping.js";
import { fillParameters } from "./parameters.js";
import { checkDocument, type ParsedMapping } from "./parse.js";

/**
 * Compiles a mapping for an account: fills its parameters, checks what they made of it, and makes functions of its words.
 *
 * @returns the compiled mapping, or every diagnostic: an unknown parameter, no zone, a missing or contradictory table
 */
export function compileMapping({ document }: ParsedMapping, context: MappingContext): CompileResult {
  const filled = fillParameters(document, context.account);
  const unsaid = companyDiagnostics(document, context.account);
  const checked = checkDocument(filled.document, [...filled.diagnostics, ...unsaid]);
  if ("diagnostics" in checked) return checked;
  return assemble(checked.parsed.recordType, document, filled.document.value, context);
}

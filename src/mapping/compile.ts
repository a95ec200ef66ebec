import { assemble, type CompileResult } from "./assemble.js";
import { companyDiagnostics } from "./company.js";
import type { MappingContext } from "./mapping.js";
import { fillParameters } from "./parameters.js";
import { checkDocument, type ParsedMapping } from "./parse.js";

/**
 * Fills in a mapping's parameters for an account, then checks and compiles the result. Returns the compiled mapping,
 * or diagnostics, for example for an unknown parameter, a missing zone, or a lookup file that is missing or
 * contradictory.
 */
export function compileMapping({ document }: ParsedMapping, context: MappingContext): CompileResult {
  const filled = fillParameters(document, context.account);
  const companyIssues = companyDiagnostics(document, context.account);
  const checked = checkDocument(filled.document, [...filled.diagnostics, ...companyIssues]);
  if ("diagnostics" in checked) return checked;
  return assemble(checked.parsed.recordType, document, filled.document.value, context);
}

import { evaluateInMemory } from "../../src/convert/engine.js";
import { compileMapping } from "../../src/mapping/compile.js";
import { formatDiagnostics } from "../../src/mapping/diagnostics.js";
import type { CompiledMapping, MappingContext } from "../../src/mapping/mapping.js";
import { parseMapping } from "../../src/mapping/parse.js";
import type { Account } from "../../src/model/account.js";
import { sourceOf } from "../formats/reading.js";

/** Evaluates an export with a mapping, from text and bytes to records. */

export const noLookups = { find: () => undefined };

/** Compiles a mapping without diagnostics for an account. */
export function compiledFor(
  text: string,
  account: Account,
  more: Partial<MappingContext> = {},
): CompiledMapping {
  const parsed = parseMapping(text, "mapping.yaml");
  if ("diagnostics" in parsed) throw new Error(formatDiagnostics(parsed.diagnostics));
  const context = { account, lookups: noLookups, today: "2026-03-01", tables: new Map(), ...more };
  const result = compileMapping(parsed.parsed, context);
  if ("diagnostics" in result) throw new Error(formatDiagnostics(result.diagnostics));
  return result.compiled;
}

/** Evaluates an export as in a feed. */
export function evaluatedBy(mapping: CompiledMapping, account: Account, file: Uint8Array | string) {
  const source = sourceOf(file, "export");
  return evaluateInMemory({ source, mapping, account, lookups: noLookups, mode: "strict" });
}

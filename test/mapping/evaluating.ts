import { evaluateInMemory } from "../../src/convert/engine.js";
import { compileMapping } from "../../src/mapping/compile.js";
import { formatDiagnostics } from "../../src/mapping/diagnostics.js";
import type { CompiledMapping, MappingContext } from "../../src/mapping/mapping.js";
import { parseMapping } from "../../src/mapping/parse.js";
import type { Account } from "../../src/model/account.js";
import { sourceOf } from "../formats/reading.js";

/** From the text of a mapping and the bytes of an export to records. */

export const noLookups = { find: () => undefined };

/** A mapping that has no diagnostics, for an account. */
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

/** What an export comes to, as in a feed. */
export function evaluatedBy(mapping: CompiledMapping, account: Account, file: Uint8Array | string) {
  const source = sourceOf(file, "export");
  return evaluateInMemory({ source, mapping, account, lookups: noLookups, mode: "strict" });
}

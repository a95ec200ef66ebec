import type { WrittenMapping } from "../../src/convert/task.js";
import { formatDiagnostics } from "../../src/mapping/diagnostics.js";
import { parseMapping } from "../../src/mapping/parse.js";

/** A mapping's text as it travels to other processes and threads. */
export function writtenMapping(text: string): WrittenMapping {
  const result = parseMapping(text, "mapping.yaml");
  if ("diagnostics" in result) throw new Error(formatDiagnostics(result.diagnostics));
  return { written: result.parsed.document.value };
}

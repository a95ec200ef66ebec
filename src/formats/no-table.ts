import type { Issue } from "../model/issues.js";
import type { Detected, FormatName, Table } from "./format.js";

export function noTable(detected: Detected | FormatName, ...issues: readonly Issue[]): Table {
  const known =
    typeof detected === "string"
      ? { format: detected, headerRows: [], preambleLines: 0, evidence: [] }
      : detected;
  return { detected: known, headings: null, rows: nothing(), issues };
}

async function* nothing(): AsyncGenerator<never> {}

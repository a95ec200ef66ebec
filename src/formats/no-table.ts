import type { Issue } from "../model/issues.js";
import type { Detected, FormatName, Table } from "./format.js";
import { issueOf } from "./refused.js";

export function noTable(detected: Detected | FormatName, ...issues: readonly Issue[]): Table {
  const known =
    typeof detected === "string"
      ? { format: detected, headerRows: [], preambleLines: 0, evidence: [] }
      : detected;
  return { detected: known, headings: null, rows: nothing(), issues };
}

/** Runs a reader and converts a refusal to an empty table with the corresponding issue. */
export async function refusing(format: FormatName, read: () => Promise<Table>): Promise<Table> {
  try {
    return await read();
  } catch (error) {
    return noTable(format, issueOf(error));
  }
}

async function* nothing(): AsyncGenerator<never> {}

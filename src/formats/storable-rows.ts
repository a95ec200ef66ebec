import { issue } from "../model/issues.js";
import type { Row } from "./row.js";

/**
 * Removes NUL characters and replaces lone surrogates, because databases can store neither. Used for formats other
 * than delimited text. As with delimited text, the repairs are reported for each row.
 */
export async function* storableRows(rows: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const batch of rows) yield batch.map(storableRow);
}

const noText = /[\0\ufffd]|\p{Surrogate}/u;

export function storableText(text: string): string {
  return noText.test(text) ? text.replaceAll("\0", "").replaceAll(/\p{Surrogate}/gu, "\ufffd") : text;
}

function storableRow(row: Row): Row {
  if (!row.cells.some((cell) => noText.test(cell))) return row;
  const { line } = row;
  const cells = row.cells.map(storableText);
  const issues = [...(row.issues ?? [])];
  if (row.cells.some((cell) => cell.includes("\0"))) issues.push(issue("nul_bytes", { line }, {}));
  if (cells.some((cell) => cell.includes("\ufffd"))) issues.push(issue("lost_characters", { line }, {}));
  return { ...row, cells, issues };
}

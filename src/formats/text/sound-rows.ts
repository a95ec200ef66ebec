import { issue } from "../../model/issues.js";
import type { Row } from "../row.js";

/**
 * The rows of a table whose format can write what is no text: NUL, and half of a character that is two units. A database keeps neither,
 * or only what stands before it. They are fixed and told as in delimited text, a row at a time.
 */
export async function* soundRows(rows: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const batch of rows) yield batch.map(soundRow);
}

const noText = /[\0\ufffd]|\p{Surrogate}/u;

/** Without NUL, and with the sign for a lost character where half of one stands. */
export function soundText(text: string): string {
  return noText.test(text) ? text.replaceAll("\0", "").replaceAll(/\p{Surrogate}/gu, "\ufffd") : text;
}

function soundRow(row: Row): Row {
  if (!row.cells.some((cell) => noText.test(cell))) return row;
  const { line } = row;
  const cells = row.cells.map(soundText);
  const issues = [...(row.issues ?? [])];
  if (row.cells.some((cell) => cell.includes("\0"))) issues.push(issue("nul_bytes", { line }, {}));
  if (cells.some((cell) => cell.includes("\ufffd"))) issues.push(issue("lost_characters", { line }, {}));
  return { ...row, cells, issues };
}

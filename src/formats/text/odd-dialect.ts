import { isBlankRow, type PinnedDialect } from "./dialect.js";
import type { Limits } from "../limits.js";
import { rareQuotes } from "./quote.js";
import type { Dialect, SplitRow } from "./split-row.js";
import { Splitter } from "./splitter.js";
import { type Issue, issue } from "../../model/issues.js";

/**
 * Signs between or around cells that hardly any file has: a beginning may look so by chance, so that they are held against every
 * row of the file, and told.
 */

/** What stands between cells in files that need no second look. */
const usual = ["", ",", ";", "\t", "|", "||", "|||", ";;", "\u0001", "\u001f"];

/** How many of the rows may contradict an odd dialect. */
const tolerated = 0.05;

/** Between or within which signs cells stand, where hardly any file has them and nobody said so. */
function oddSign({ delimiter, quote }: Dialect, pinned: PinnedDialect): string | undefined {
  if (pinned.quote === undefined && (rareQuotes as readonly string[]).includes(quote)) {
    return `enclosed in ${quote}`;
  }
  if (pinned.delimiter !== undefined || usual.includes(delimiter.trim() || delimiter)) return undefined;
  if (delimiter === "\t\t") return "separated by two tabs";
  return `separated by ${delimiter === " " ? "spaces" : delimiter}`;
}

/** What is told of an odd dialect that the whole file bears out. */
export function oddDialectIssues(dialect: Dialect, pinned: PinnedDialect): Issue[] {
  const sign = oddSign(dialect, pinned);
  const found = sign === undefined ? [] : [issue("unusual_dialect", {}, { sign })];
  const { delimiter } = dialect;
  const isWithBlank = pinned.delimiter === undefined && /\S/.test(delimiter) && / /.test(delimiter);
  return isWithBlank ? [...found, issue("blank_beside_delimiter", {}, { delimiter })] : found;
}

/** Why a file is not read with the odd dialect that its beginning shows; undefined where its rows bear that out. */
export async function contradiction(
  text: AsyncIterable<string>,
  dialect: Dialect,
  pinned: PinnedDialect,
  width: number,
  limits: Pick<Limits, "record">,
): Promise<Issue | undefined> {
  const sign = oddSign(dialect, pinned);
  if (sign === undefined) return undefined;
  let rows = 0;
  let against = 0;
  let line: number | undefined;
  const look = (row: SplitRow): void => {
    // What stands above the first row of the width is a preamble.
    if (isBlankRow(row.cells) || (rows === 0 && row.cells.length !== width)) return;
    rows++;
    if (row.cells.length === width && row.repairs.length === 0 && !isSignAlone(row, dialect)) return;
    against++;
    line ??= row.line;
  };
  const splitter = new Splitter(dialect, width, limits);
  for await (const piece of text) splitter.push(piece).forEach(look);
  splitter.finish().forEach(look);
  if (against <= Math.max(1, rows * tolerated)) return undefined;
  const reason =
    `no usual sign divides its lines evenly; at its beginning most are as if cells stood ${sign}, but ${against} of its ${rows} rows are not, the first in line ${line}; ` +
    "ask for the export with another delimiter, or pin `delimiter` and `quote` under `read`";
  return issue("unreadable_file", { line }, { reason });
}

/** Whether what stands between two such quotes is no text but a delimiter: then the sign is the value of cells, as in `GB,*,*,1`. */
function isSignAlone({ cells }: SplitRow, { quote, delimiter }: Dialect): boolean {
  if (!(rareQuotes as readonly string[]).includes(quote) || delimiter === "") return false;
  return cells.some((cell) => cell.includes(delimiter) && !/[\p{L}\p{N}]/u.test(cell));
}

import type { PlainRow } from "../plain-row.js";
import { type Issue, issue } from "../../model/issues.js";
import type { ByteSource, Format, Table } from "../format.js";
import type { Limits } from "../limits.js";
import type { Row } from "../row.js";
import { leftOut } from "../header/left-out.js";
import type { ReadOptions } from "../read-options.js";
import { refusing } from "../no-table.js";
import { issueOf, overLimit, Refused, unreadable } from "../refused.js";
import type { SplitRow } from "./split-row.js";
import { splitRows } from "./splitter.js";
import { piecesOf, type Text } from "./text.js";
import { openText } from "./whole-text.js";

/**
 * Reads text whose columns are defined by character positions (`read: { columns: ... }`). Spaces around cells are
 * padding.
 */
export const fixedWidth: Format = {
  name: "fixed-width",
  summary: "Fixed-width text, with column positions that the mapping specifies",
  recognizes: () => false,
  read: (source, options, limits) => refusing("fixed-width", () => readFixedWidth(source, options, limits)),
};

interface Column {
  readonly from: number;
  /** Undefined if the column extends to the end of the line. */
  readonly to: number | undefined;
}

async function readFixedWidth(source: ByteSource, options: ReadOptions, limits: Limits): Promise<Table> {
  if (options.columns === undefined) throw unreadable("the character positions of its columns are unknown");
  const { encoding, issues: found, text } = await openText(source, options.encoding, limits);
  const issues = [...found];
  const skip = typeof options.header === "string" && options.header !== "none" ? Number(options.header) : 0;
  const columns = columnsAt(options.columns);
  const above = skip === 0 ? [] : await filledLines(text, skip, limits);
  const width = columns.length;
  const { leftOut: left, evidence } = leftOut(above, { headerRows: [skip], bodyFrom: skip + 1, width });
  return {
    detected: {
      format: "fixed-width",
      encoding: encoding.charset,
      encodingCertainty: encoding.certainty,
      headerRows: skip === 0 ? [] : [skip],
      preambleLines: Math.max(0, skip - 1),
      ...(left.length === 0 ? {} : { leftOut: left }),
      evidence: [
        encoding.evidence,
        `The mapping defines ${columns.length} columns by position.`,
        ...evidence,
      ],
    },
    headings: options.columns.map(({ name }) => name),
    rows: readLines(text, columns, skip, limits, issues),
    issues,
  };
}

/** A column without an end extends to the next column, and the last column extends to the end of the line. */
function columnsAt(stated: NonNullable<ReadOptions["columns"]>): Column[] {
  const starts = stated.map(({ from }) => Number(from) - 1);
  return stated.map(({ to }, i) => {
    const from = starts[i]!;
    const next = Math.min(...starts.filter((start) => start > from));
    return { from, to: to !== undefined ? Number(to) : next === Infinity ? undefined : next };
  });
}

/** Errors are ignored, because they are reported later when the whole file is read. */
async function filledLines(text: Text, last: number, limits: Limits): Promise<PlainRow[]> {
  const found: PlainRow[] = [];
  try {
    for await (const rows of splitRows(piecesOf(text), wholeLines, 1, limits)) {
      found.push(...rows.filter(({ line }) => line <= last));
      if (rows.some(({ line }) => line >= last)) break;
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  return found;
}

const wholeLines = { delimiter: "", quote: "", escape: "double", loneReturn: true } as const;

/** `skip` is the number of the last line above the body. */
async function* readLines(
  wholeText: Text,
  columns: readonly Column[],
  skip: number,
  limits: Limits,
  issues: Issue[],
): AsyncGenerator<readonly Row[]> {
  const least = Math.max(...columns.map((column) => column.from + 1));
  const outsides = gaps(columns);
  let count = 0;
  let outside = 0;
  let firstOutside = 0;
  const take = (split: readonly SplitRow[]): Row[] => {
    const rows: Row[] = [];
    for (const { line, cells } of split) {
      const text = cells[0] ?? "";
      if (line <= skip || text.trim() === "") continue;
      // Positions are counted in code points, so that characters outside the Basic Multilingual Plane count once.
      const characters = /[\ud800-\udfff]/.test(text) ? [...text] : undefined;
      const cut = columns.map(({ from, to }) =>
        (characters === undefined ? text.slice(from, to) : characters.slice(from, to).join("")).trim(),
      );
      const length = characters?.length ?? text.length;
      const isFilled = ([from, to]: readonly [number, number]): boolean =>
        (characters?.slice(from, to).join("") ?? text.slice(from, to)).trim() !== "";
      if (outsides.some(isFilled)) {
        if (outside++ === 0) firstOutside = line;
      }
      if (length >= least) rows.push({ line, cells: cut });
      else {
        const found = columns.filter((column) => column.from < length).length;
        const short = issue("row_too_short", { line }, { found, expected: columns.length });
        rows.push({ line, cells: cut, issues: [short] });
      }
    }
    count += rows.length;
    return rows;
  };
  try {
    for await (const split of splitRows(piecesOf(wholeText), wholeLines, 1, limits)) {
      const rows = take(split);
      if (count > limits.rows) throw overLimit("rows", count, limits.rows);
      if (rows.length > 0) yield rows;
    }
  } catch (error) {
    issues.push(issueOf(error));
    return;
  }
  if (outside > 0)
    issues.push(
      issue("text_outside_columns", { line: firstOutside }, { count: outside, line: firstOutside }),
    );
  if (count === 0) issues.push(issue("no_rows", {}, {}));
}

function gaps(columns: readonly Column[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  let end = 0;
  for (const { from, to = Infinity } of [...columns].sort((a, b) => a.from - b.from)) {
    if (from > end) found.push([end, from]);
    end = Math.max(end, to);
  }
  return end === Infinity ? found : [...found, [end, Infinity]];
}

import type { Issue } from "../issues.js";
import { issue } from "../issues.js";
import { detectEncoding, encodingIssues } from "./encoding.js";
import type { ByteSource, Format, Table } from "./format.js";
import type { Limits } from "./limits.js";
import type { Row } from "./row.js";
import { readHead } from "./head.js";
import { noTable } from "./no-table.js";
import type { ReadOptions } from "./read-options.js";
import { Splitter, TooLarge } from "./splitter.js";
import { decodeText, NotDecodable } from "./text.js";

/** Text in columns by character position, as `read: { columns: ... }` in the mapping says. Blanks around cells are padding. */
export const fixedWidth: Format = {
  name: "fixed-width",
  summary: "Text in columns by character position, stated in the mapping",
  recognizes: () => false,
  read: readFixedWidth,
};

interface Column {
  readonly from: number;
  /** Undefined: to the end of the line. */
  readonly to: number | undefined;
}

async function readFixedWidth(source: ByteSource, options: ReadOptions, limits: Limits): Promise<Table> {
  if (options.columns === undefined) {
    const reason = "fixed-width text needs `columns` under `read` in the mapping";
    return noTable("fixed-width", issue("unreadable_file", {}, { reason }));
  }
  const encoding = await detectEncoding(source, await readHead(source), options.encoding);
  const { charset } = encoding;
  if (charset === undefined) {
    return noTable("fixed-width", issue("unknown_encoding", {}, { encoding: options.encoding ?? "" }));
  }
  const issues = encodingIssues(encoding);
  const skip = typeof options.header === "string" && options.header !== "none" ? Number(options.header) : 0;
  const columns = options.columns.map(({ from, to }) => ({
    from: Number(from) - 1,
    to: to === undefined ? undefined : Number(to),
  }));
  return {
    detected: {
      format: "fixed-width",
      encoding: charset,
      encodingCertainty: encoding.certainty,
      headerRows: skip === 0 ? [] : [skip],
      preambleLines: Math.max(0, skip - 1),
      evidence: [encoding.evidence, `The mapping states ${columns.length} columns by position.`],
    },
    headings: options.columns.map(({ name }) => name),
    rows: readLines({ source, charset, mark: encoding.mark, columns, skip, limits, issues }),
    issues,
  };
}

interface Lines {
  readonly source: ByteSource;
  readonly charset: string;
  readonly mark: number;
  readonly columns: readonly Column[];
  /** Lines up to this one are above the body. */
  readonly skip: number;
  readonly limits: Limits;
  readonly issues: Issue[];
}

async function* readLines(job: Lines): AsyncGenerator<readonly Row[]> {
  const { columns, skip, limits, issues } = job;
  const lines = new Splitter({ delimiter: "", quote: "", escape: "double", loneReturn: true }, 1, limits);
  const least = Math.max(...columns.map((column) => column.from + 1));
  let count = 0;
  const take = (split: ReturnType<Splitter["push"]>): Row[] => {
    const rows: Row[] = [];
    for (const { line, cells } of split) {
      const text = cells[0] ?? "";
      if (line <= skip || text.trim() === "") continue;
      // By code points, so that a character beyond the basic plane counts once.
      const characters = /[\ud800-\udfff]/.test(text) ? [...text] : undefined;
      const cut = columns.map(({ from, to }) =>
        (characters === undefined ? text.slice(from, to) : characters.slice(from, to).join("")).trim(),
      );
      const length = characters?.length ?? text.length;
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
    for await (const piece of decodeText(job.source, job.charset, job.mark)) {
      const rows = take(lines.push(piece));
      if (count > limits.rows) {
        issues.push(issue("limit_exceeded", {}, { what: "rows", found: count, allowed: limits.rows }));
        return;
      }
      if (rows.length > 0) yield rows;
    }
    const rest = take(lines.finish());
    if (rest.length > 0) yield rest;
  } catch (error) {
    if (error instanceof NotDecodable) {
      issues.push(issue("invalid_bytes", { line: error.line }, { line: error.line, encoding: job.charset }));
    } else if (error instanceof TooLarge) {
      const what = error.what === "cell" ? "characters in a cell" : "characters in a row";
      const filling = { what, found: error.found, allowed: limits[error.what] };
      issues.push(issue("limit_exceeded", { line: error.line }, filling));
    } else throw error;
    return;
  }
  if (count === 0) issues.push(issue("no_rows", {}, {}));
}

/** A column in `read.columns`, defined by 1-based character positions. `to` is inclusive. */
export interface FixedColumn {
  readonly name: string;
  readonly from: string;
  /** Undefined if the column extends to the end of the line. */
  readonly to: string | undefined;
}

/** The `read` settings for fixed-width text. */
export interface FixedLayout {
  readonly columns: readonly FixedColumn[];
  /** Line number of the header. */
  readonly header: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Maximum number of lines that are examined. */
const most = 500;

/**
 * Finds the columns in space-padded text. A position that contains a space in every line separates columns. Returns
 * undefined if the text does not consist of such columns. The first line is the header. Text without a heading
 * belongs to the preceding column. `lines` contains complete lines, starting with the header.
 */
export function fixedColumns(lines: readonly string[]): readonly FixedColumn[] | undefined {
  const rows = lines.slice(0, most).map((line) => line.trimEnd());
  const [heading = ""] = rows;
  if (rows.length < 3 || rows.some((row) => row.includes("\t"))) return undefined;
  const padded = rows.filter((row) => /\S {2}/.test(row)).length;
  if (padded < rows.length * 0.8) return undefined;
  const spans = namedSpans(filledSpans(rows), heading);
  const names = spans.map(({ start, end }) => heading.slice(start, end).trim());
  if (spans.length < 2 || new Set(names).size < names.length || names.some((name) => !/\p{L}/u.test(name)))
    return undefined;
  const starts = spans.map((span, index) => {
    const before = spans[index - 1];
    // A right-aligned number may extend into the gap to its left.
    if (before === undefined) return 0;
    return isRightAligned(rows.slice(1), span) ? before.end : span.start;
  });
  return names.map((name, index) => {
    const next = starts[index + 1];
    return {
      name,
      from: String((starts[index] ?? 0) + 1),
      to: next === undefined ? undefined : String(next),
    };
  });
}

/** Returns the ranges of positions that contain a character other than a space in at least one line. */
function filledSpans(rows: readonly string[]): readonly Span[] {
  const width = Math.max(...rows.map((row) => row.length));
  const positions = Array.from({ length: width }, (_, at) =>
    rows.some((row) => (row[at] ?? " ") !== " ") ? "x" : " ",
  );
  return [...positions.join("").matchAll(/x+/g)].map(({ index, 0: span }) => ({
    start: index,
    end: index + span.length,
  }));
}

function namedSpans(spans: readonly Span[], heading: string): readonly Span[] {
  const named: Span[] = [];
  for (const span of spans) {
    const before = named.at(-1);
    if (before !== undefined && heading.slice(span.start, span.end).trim() === "") {
      named[named.length - 1] = { start: before.start, end: span.end };
    } else named.push(span);
  }
  return named;
}

function isRightAligned(rows: readonly string[], { start, end }: Span): boolean {
  const cells = rows.map((row) => row.slice(start, end)).filter((cell) => cell.trim() !== "");
  const isLeft = cells.every((cell) => !cell.startsWith(" "));
  return cells.length > 0 && !isLeft && cells.every((cell) => cell.length === end - start);
}

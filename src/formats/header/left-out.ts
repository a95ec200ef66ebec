import { firstOf } from "../../sentence.js";
import { type PlainRow, filledCount } from "../plain-row.js";
import { commentSign, isComment } from "./comments.js";
import type { Header } from "./header.js";

/** Skipped lines above the body. All lines of a multi-line cell are counted. */
export interface LeftOut {
  readonly kind: "preamble" | "comment";
  readonly count: number;
  /** Line numbers of the first skipped lines. */
  readonly lines: readonly number[];
}

const mostNamed = 20;

/**
 * Returns the lines that belong neither to the header nor to the rows, with sentences that describe them. `all`
 * contains all rows, including empty ones. A multi-line row ends where the next row begins.
 */
export function leftOut(
  rows: readonly PlainRow[],
  { headerRows, bodyFrom, width }: Pick<Header, "headerRows" | "bodyFrom" | "width">,
  all: readonly PlainRow[] = [],
): { readonly leftOut: readonly LeftOut[]; readonly evidence: readonly string[] } {
  const above = rows.filter(
    ({ line, cells }) => line < bodyFrom && !headerRows.includes(line) && filledCount(cells) > 0,
  );
  const next = new Map(all.slice(1).map((row, i) => [all[i]!.line, row.line]));
  const linesOf = ({ line }: PlainRow): number[] =>
    Array.from({ length: (next.get(line) ?? line + 1) - line }, (_, i) => line + i);
  const found = (["preamble", "comment"] as const).flatMap((kind) => {
    const lines = above
      .filter(({ cells }) => isComment(cells, width) === (kind === "comment"))
      .flatMap(linesOf);
    return lines.length === 0 ? [] : [{ kind, count: lines.length, lines: lines.slice(0, mostNamed) }];
  });
  const evidence = found.map(({ kind, count, lines }) => {
    const named = `${lines.join(", ")}${count > lines.length ? " and more" : ""}`;
    return `Skipped ${kind === "comment" ? "comments" : "lines"} above the table: ${named}.`;
  });
  const blank = all.filter(({ line, cells }) => line < bodyFrom && filledCount(cells) === 0);
  if (blank.length > 0) {
    const lines = firstOf(blank.map(({ line }) => String(line)));
    evidence.push(`Skipped empty lines above the rows: ${lines}.`);
  }
  return { leftOut: found, evidence };
}

/**
 * Returns the character that starts the first skipped comment above the table. Returns undefined if there is no
 * comment, or if at least half of the rows start with the same character.
 */
export function signOfComments(
  rows: readonly PlainRow[],
  left: readonly LeftOut[],
  bodyFrom: number,
): string | undefined {
  const [line] = left.find(({ kind }) => kind === "comment")?.lines ?? [];
  const sign = commentSign.exec(rows.find((row) => row.line === line)?.cells[0] ?? "")?.[0].trim();
  if (sign === undefined) return undefined;
  const body = rows.filter((row) => row.line >= bodyFrom);
  const alike = body.filter(({ cells }) => cells[0]!.trimStart().startsWith(sign));
  return alike.length * 2 < body.length ? sign : undefined;
}

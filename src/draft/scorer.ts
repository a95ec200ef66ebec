import { head, haveSameCells, type GuessColumn } from "./column.js";
import { abstain, candidates, percentText, take, type ColumnChoice, type FieldGuess } from "./field-guess.js";
import { meanings, type Meaning } from "./meanings.js";
import { confidence, confident, preference, says } from "./weights.js";

/**
 * This module scores all columns for a field based on headings and values, and chooses the best column. The field stays
 * open if another column is equally good, or if the best column is not good enough.
 */

/** One way to recognize a field in a column. */
export interface Evidence<Table> {
  /**
   * Heading meanings and their weights from 0 to 1. `silent` applies to missing or unknown headings, and `any` to all
   * other meanings. A function can also consider the values and the rest of the table.
   */
  readonly headings:
    | Readonly<Partial<Record<Meaning | "silent" | "any", number>>>
    | ((column: GuessColumn, table: Table) => number);
  /**
   * Entities that the heading may mention, such as `staff` or `job+staff`. By default, these are the entities that
   * the table lists. With `any`, the heading may mention any entity. An empty string represents a heading that
   * mentions no entity.
   */
  readonly of?: "any" | readonly string[];
  readonly values?: ValueTest;
  /** Minimum share of the heading that must be understood. Default: the share set for the table. */
  readonly known?: number;
  /** Minimum share of filled rows. Default: no minimum. */
  readonly filled?: number;
  /** Returns true to exclude a column. */
  readonly never?: (column: GuessColumn, table: Table) => boolean;
  /** Returns a positive or negative number to add to a column's score. */
  readonly prefer?: (column: GuessColumn, table: Table) => number;
  /** Reasons to doubt the best column. The field stays open if at least one of these reasons applies. */
  readonly doubts?: readonly Doubt<Table>[];
  /** Default: uses the column unchanged. */
  readonly make?: (chosen: ColumnChoice, column: GuessColumn, table: Table) => FieldGuess;
}

export interface Doubt<Table> {
  /** The reason for the doubt, or a function that returns the reason given the columns that cast doubt. */
  readonly why: string | ((columns: readonly GuessColumn[]) => string);
  /** Returns the columns that cast doubt on the best column. The result may include the best column. */
  readonly by: (best: GuessColumn, table: Table, headingScore: number) => readonly GuessColumn[];
  /** Returns the explanation that a question shows next to a column. Default: the `beside` function of the table. */
  readonly beside?: (column: GuessColumn) => string;
}

export interface FieldEvidence<Table> {
  /** Description of the field, used in questions. */
  readonly what: string;
  /** Ways to recognize the field. The first way that matches a column is used. */
  readonly ways: readonly Evidence<Table>[];
  /** Returns combined columns, such as given and family name, which are scored instead of their parts. */
  readonly joins?: (table: Table) => readonly GuessColumn[];
  /** Returns a better question, or a guess based on other evidence, if no column matches. */
  readonly open?: (table: Table) => FieldGuess | undefined;
}

export interface ValueTest {
  /** Completes the sentence "98% of values are ...". */
  readonly says: string;
  readonly share: (column: GuessColumn) => number;
  readonly least: number;
}

export interface Scored {
  readonly columns: readonly GuessColumn[];
  /**
   * Entities that a heading may mention even though the column belongs to the record, such as `staff` in a list of
   * staff.
   */
  readonly owners: readonly Meaning[];
  /** Minimum share of a heading that must be understood, from 0 to 1. */
  readonly known: number;
  /** Returns the explanation that a question shows next to a column. */
  readonly beside: (column: GuessColumn) => string;
}

interface Candidate {
  readonly column: GuessColumn;
  /** Score based on the heading alone, from 0 to 1. */
  readonly headingScore: number;
  readonly score: number;
}

/** Guesses a field based on the first of its `ways` that matches a column. */
export function decide<Table extends Scored>(
  table: Table,
  { what, ways, joins, open }: FieldEvidence<Table>,
): FieldGuess {
  const joined = joins?.(table) ?? [];
  const parts = joined.flatMap((column) => column.joined?.columns ?? []);
  const scored = [...table.columns.filter((column) => !parts.includes(column)), ...joined];
  let named: readonly GuessColumn[] = [];
  for (const way of ways) {
    const all = candidatesFor(table, scored, way);
    // A weak hint in a heading does not justify a question.
    if (named.length === 0)
      named = all.filter(({ headingScore }) => headingScore > says.weak).map(({ column }) => column);
    const fits = all.filter(({ column }) => holds(column, way, way.known ?? table.known));
    const [best, ...others] = fits;
    if (best === undefined) continue;
    const rival = others.find(({ column }) => !isSame(column, best.column));
    if (rival !== undefined && best.score - rival.score < preference.margin) {
      return abstain(
        `several columns contain ${what}`,
        candidates(
          fits.map(({ column }) => column),
          table.beside,
        ),
      );
    }
    return doubtful(table, way, best) ?? answer(table, way, best, others);
  }
  const asked = open?.(table);
  if (asked !== undefined) return asked;
  const filled = named.filter(({ profile }) => profile.filled > 0);
  return filled.length === 0
    ? abstain(`no column contains ${what}`)
    : abstain(`the values do not show ${what}`, candidates(filled, table.beside));
}

/** True if one column is a copy of the other. Yes/no columns are excluded, because they may be equal by chance. */
function isSame(a: GuessColumn, b: GuessColumn): boolean {
  return a.profile.flag < 1 && haveSameCells(a, b);
}

function doubtful<Table extends Scored>(
  table: Table,
  { doubts = [] }: Evidence<Table>,
  { column, headingScore }: Candidate,
): FieldGuess | undefined {
  for (const { why, by, beside } of doubts) {
    const others = by(column, table, headingScore);
    if (others.length === 0) continue;
    const shown = others.includes(column) ? others : [...others, column];
    return abstain(typeof why === "string" ? why : why(shown), candidates(shown, beside ?? table.beside));
  }
  return undefined;
}

function candidatesFor<Table extends Scored>(
  table: Table,
  columns: readonly GuessColumn[],
  evidence: Evidence<Table>,
): readonly Candidate[] {
  return columns
    .flatMap((column) => {
      const weight = weightOf(column, evidence.headings, table);
      if (weight <= 0 || !isOf(column, evidence.of, table.owners)) return [];
      if (evidence.never?.(column, table) === true) return [];
      const isWeighed = typeof evidence.headings === "function" || head(column) === undefined;
      const headingScore = weight * (isWeighed ? 1 : column.reading.strength);
      return [{ column, headingScore, score: headingScore + (evidence.prefer?.(column, table) ?? 0) }];
    })
    .sort((a, b) => b.score - a.score || a.column.index - b.column.index);
}

function weightOf<Table>(column: GuessColumn, headings: Evidence<Table>["headings"], table: Table): number {
  if (typeof headings === "function") return headings(column, table);
  const meaning = head(column) ?? "silent";
  return headings[meaning] ?? (meaning === "silent" ? 0 : (headings.any ?? 0));
}

function isOf(column: GuessColumn, of: Evidence<Scored>["of"], own: readonly Meaning[]): boolean {
  if (of === "any") return true;
  const named = [...column.reading.owners];
  if (of === undefined) return named.every((owner) => own.includes(owner));
  return of.some((each) => {
    const wanted = each === "" ? [] : each.split("+");
    return wanted.length === named.length && named.every((owner) => wanted.includes(owner));
  });
}

function holds(
  column: GuessColumn,
  { values, filled }: Pick<Evidence<Scored>, "values" | "filled">,
  known: number,
): boolean {
  if (column.reading.unknown.length > 0 && column.reading.strength < known) return false;
  if (column.profile.filled === 0 || column.profile.filledShare < (filled ?? 0)) return false;
  return values === undefined || values.share(column) >= values.least;
}

function answer<Table extends Scored>(
  table: Table,
  { values, make }: Evidence<Table>,
  { column, headingScore }: Candidate,
  others: readonly Candidate[],
): FieldGuess {
  const share = values?.share(column) ?? 1;
  const [owner] = column.reading.owners;
  const named = [head(column), owner].flatMap((each) =>
    each === undefined ? [] : [plainly(meanings[each].says)],
  );
  const heading = named.length === 0 ? "no heading matches" : `heading suggests ${named.join(" of ")}`;
  const taken = take(
    column,
    confident(Math.min(1, headingScore) * share),
    values === undefined ? heading : `${heading}; ${percentText(share)} of values are ${values.says}`,
    {
      runnersUp: candidates(
        others.slice(0, 3).map((other) => other.column),
        table.beside,
      ),
    },
  );
  const made = make === undefined ? taken : make(taken, column, table);
  if (made.decision === "abstained" || made.confidence >= confidence.least) return made;
  return abstain(`the evidence is weak: ${made.reason}`, candidates([column], made.reason));
}

/** Shortens `something about a vendor` to `a vendor`. */
function plainly(says: string): string {
  return says.replace(/^(?:something about |the )/, "");
}

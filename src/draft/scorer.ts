import { head, saySame, type GuessColumn } from "./column.js";
import { abstain, candidates, percentText, take, type Chosen, type FieldGuess } from "./field-guess.js";
import { meanings, type Meaning } from "./meanings.js";
import { confidence, confident, preference, says } from "./weights.js";

/**
 * Scores every column for a field by its heading and its values. The best one is taken; if the next one is as good, or the best
 * one is not good enough, the field is asked.
 */

/** One way in which a column can show that it holds a field. */
export interface Evidence<Table> {
  /**
   * What the heading may be about, with its weight from 0 to 1. `silent`: no word of it is known, or there is none; `any`: something
   * else. A function weighs more than the heading.
   */
  readonly headings:
    | Readonly<Partial<Record<Meaning | "silent" | "any", number>>>
    | ((column: GuessColumn, table: Table) => number);
  /** What the heading may belong to, such as `staff` or `job+staff`. Default: what the table lists, or nothing. `any`: no matter. */
  readonly of?: "any" | readonly string[];
  /** What the values have to be, and the least share of them that has to be so. */
  readonly values?: ValueTest;
  /** How much of the heading has to be understood, if not as much as usual. */
  readonly known?: number;
  /** Least share of rows with a value. Default: some row has one. */
  readonly filled?: number;
  /** Columns that are never meant. */
  readonly never?: (column: GuessColumn, table: Table) => boolean;
  /** Moves a column before (above 0) or behind (below 0) others with the same weight. */
  readonly prefer?: (column: GuessColumn, table: Table) => number;
  /** Whether the first of equally good columns is taken instead of asking. */
  readonly takesFirst?: boolean;
  /** Makes the answer out of the chosen column. Default: the column as it is. */
  readonly make?: (chosen: Chosen, column: GuessColumn, table: Table) => FieldGuess;
}

export interface ValueTest {
  /** Ends the sentence "98% of values are ...". */
  readonly says: string;
  readonly share: (column: GuessColumn) => number;
  readonly least: number;
}

/** What the scorer needs to know of a table. */
export interface Scored {
  readonly columns: readonly GuessColumn[];
  /** What a heading may name without meaning another thing: `staff` in a list of staff. */
  readonly owners: readonly Meaning[];
  /** How much of a heading has to be understood before its column is taken, from 0 to 1. */
  readonly known: number;
  /** What is shown beside a column in a question. */
  readonly beside: (column: GuessColumn) => string;
}

interface Candidate {
  readonly column: GuessColumn;
  /** What the heading says, from 0 to 1. */
  readonly said: number;
  readonly score: number;
}

/**
 * Answers a field by the first of its evidence that some column has.
 *
 * @param what the field holds, for the question if no column is chosen
 * @param open a better question than that
 */
export function decide<Table extends Scored>(
  table: Table,
  what: string,
  evidence: readonly Evidence<Table>[],
  open: () => FieldGuess | undefined = () => undefined,
): FieldGuess {
  let named: readonly GuessColumn[] = [];
  for (const each of evidence) {
    const all = candidatesFor(table, each);
    // What a heading only hints at is no question of its own.
    if (named.length === 0) named = all.filter(({ said }) => said > says.weak).map(({ column }) => column);
    const fits = all.filter(({ column }) => holds(column, each, each.known ?? table.known));
    const [best, ...others] = fits;
    if (best === undefined) continue;
    const rival = others.find(({ column }) => !saySame(column, best.column));
    if (rival !== undefined && each.takesFirst !== true && best.score - rival.score < preference.margin) {
      return abstain(
        `several columns hold ${what}`,
        candidates(
          fits.map(({ column }) => column),
          table.beside,
        ),
      );
    }
    const made = answer(table, each, best, others);
    if (made.decision === "abstained" || made.confidence >= confidence.least) return made;
    return abstain(`not sure enough: ${made.reason}`, candidates([best.column], made.reason));
  }
  const asked = open();
  if (asked !== undefined) return asked;
  const filled = named.filter(({ profile }) => profile.filled > 0);
  return filled.length === 0
    ? abstain(`no column holds ${what}`)
    : abstain(`the values do not show ${what}`, candidates(filled, table.beside));
}

/** The columns whose headings speak for a field, best first. */
function candidatesFor<Table extends Scored>(table: Table, evidence: Evidence<Table>): readonly Candidate[] {
  return table.columns
    .flatMap((column) => {
      const weight = weightOf(column, evidence.headings, table);
      if (weight <= 0 || !isOf(column, evidence.of, table.owners)) return [];
      if (evidence.never?.(column, table) === true) return [];
      const isWeighed = typeof evidence.headings === "function" || head(column) === undefined;
      const said = weight * (isWeighed ? 1 : column.reading.strength);
      return [{ column, said, score: said + (evidence.prefer?.(column, table) ?? 0) }];
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
  { column, said }: Candidate,
  others: readonly Candidate[],
): FieldGuess {
  const share = values?.share(column) ?? 1;
  const [owner] = column.reading.owners;
  const named = [head(column), owner].flatMap((each) =>
    each === undefined ? [] : [plainly(meanings[each].says)],
  );
  const heading =
    named.length === 0 ? "no heading says it" : `heading says ${named.join(" of ").replace(/^an? /, "")}`;
  const taken = take(
    column,
    confident(Math.min(1, said) * share),
    values === undefined ? heading : `${heading}; ${percentText(share)} of values are ${values.says}`,
    {
      runnersUp: candidates(
        others.slice(0, 3).map((other) => other.column),
        table.beside,
      ),
    },
  );
  return make === undefined ? taken : make(taken, column, table);
}

/** `something about a vendor` is `a vendor`. */
function plainly(says: string): string {
  return says.replace(/^(?:something about |the )/, "");
}

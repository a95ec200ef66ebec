import { isFarFuture } from "../dates.js";
import { blankTokens, isBlank } from "../profile.js";
import { clear, head, headIs, means, owned, valuesBeside, type GuessColumn } from "../column.js";
import { abstain, candidates, choose, percentText, readCells, type FieldGuess } from "../field-guess.js";
import type { GuessTable } from "../table.js";
import type { Meaning } from "../meanings.js";
import type { HeadingReading } from "../reading.js";
import { flagOf, statusOf } from "../value-words.js";
import { confidence, confident, part } from "../weights.js";

/**
 * Guesses whether records are active, from a flag, an inverted flag, a status, or for staff an end date. If
 * two columns qualify, the field stays open.
 */
export function guessIsActive(table: GuessTable): FieldGuess {
  const found = table.columns.flatMap((column) => {
    const guess = fromColumn(column, table);
    return guess === undefined ? [] : [{ column, guess }];
  });
  if (found.length > 1) {
    return abstain(
      "several columns show whether a record is active; choose one, or decide that all must agree",
      candidates(
        found.map(({ column }) => column),
        valuesBeside,
      ),
    );
  }
  const [only] = found;
  if (only !== undefined) return only.guess;
  const unread = table.columns.filter(
    (column) =>
      clear(column) &&
      headIs(column, "status", "active", "inactive") &&
      // `Alta` with dates is the start date of a person.
      column.profile.dates === undefined,
  );
  if (table.record === "staff") {
    const end = fromEndDate(table, unread);
    if (end !== undefined) return end;
  }
  if (unread.length > 0) {
    const [first] = unread;
    const asked =
      first !== undefined && first.profile.distinct <= 15 && first.profile.filled > 0 ? first : undefined;
    return abstain(
      "the sample does not show what the values of the status column mean",
      candidates(unread, valuesBeside),
      asked && { column: asked.name, values: readCells(asked, () => undefined) },
    );
  }
  const ends = table.columns.filter((column) => head(column) === "valid_to" && clear(column));
  if (ends.length > 0) {
    return abstain(
      "no column shows whether a record is active, but one has the end of validity; a record may still be needed for old jobs after that date",
      candidates(ends, (column) =>
        column.profile.filled === 0
          ? "blank in every row of the sample"
          : `${percentText(column.profile.filledShare)} of rows have an end date; to make records inactive after it: { column: ${column.name}, active_until: ${column.profile.dates?.format ?? "FORMAT"} }`,
      ),
    );
  }
  const silent = table.columns.filter(
    (column) => column.reading.heads.length === 0 && isFlag(column) && column.profile.distinct > 1,
  );
  return abstain("no column shows whether a record is active", candidates(silent, valuesBeside));
}

/** Meaning of a cell under its heading. Undefined if it is unknown. */
export function activeMeaning(value: string, { heads }: HeadingReading): boolean | undefined {
  const flagged = heads.find((meaning) => meaning === "active" || meaning === "inactive");
  const said = flagged === undefined ? undefined : flagOf(value);
  return said === undefined ? statusOf(value) : said !== (flagged === "inactive");
}

function fromColumn(column: GuessColumn, table: GuessTable): FieldGuess | undefined {
  const meaning = head(column);
  const { profile } = column;
  if (!clear(column) || profile.filled === 0) return undefined;
  if (isOfAnotherRecord(column, table)) return undefined;
  // `Baja` with dates is the day of leaving. With yes and no, it says whether somebody left.
  const flagged = column.reading.heads.find((other) => other === "active" || other === "inactive");
  if (flagged !== undefined && isFlag(column)) return fromFlag(column, flagged === "inactive");
  const named =
    meaning === "status" || meaning === "active" || (meaning === "inactive" && profile.status > part.half);
  const silent = column.reading.heads.length === 0 || meaning === "kind" || meaning === "employment_type";
  if (named) return fromStatus(column);
  if (silent && profile.status === 1 && profile.distinct === 2 && hasBothStatuses(column))
    return fromStatus(column);
  return undefined;
}

/** Things that have a status of their own. An account may belong to a person. */
const withStates: ReadonlySet<Meaning> = new Set<Meaning>([
  "company",
  "department",
  "branch",
  "customer",
  "vendor",
  "manager",
  "project",
]);

/** `Company Active` says nothing about a person, and `VAT Status` nothing about a charge. */
function isOfAnotherRecord(column: GuessColumn, table: GuessTable): boolean {
  if ([...column.reading.besides].some((thing) => withStates.has(thing))) return true;
  if (table.record === "staff") return owned(column, "charge") || owned(column, "tax");
  if (table.record === "charge-code") return owned(column, "tax") && !owned(column, "charge");
  return owned(column, "charge") || owned(column, "staff");
}

function hasBothStatuses(column: GuessColumn): boolean {
  const said = new Set(column.profile.values.map(statusOf));
  return said.has(true) && said.has(false);
}

function isFlag(column: GuessColumn): boolean {
  const { profile } = column;
  return profile.flag >= part.nearlyAll && profile.distinct <= 6;
}

function fromFlag(column: GuessColumn, invert: boolean): FieldGuess {
  const { distinct, flag } = column.profile;
  const values = readCells(column, (value) => {
    const said = flagOf(value);
    return said === undefined ? undefined : said !== invert;
  });
  return choose(
    [column],
    { op: "flag", invert, values },
    distinct === 1 ? confidence.likely : confidence.certain,
    `heading suggests ${invert ? "inactive" : "active"} and ${percentText(flag)} of values are yes or no`,
    {
      warnings: [
        distinct === 1 && "the sample has only one value; the meaning of the other is unconfirmed",
        blankWarning(column),
      ],
    },
  );
}

/** A blank cell may mean either: Odoo writes only False, SAP only X. */
function blankWarning(column: GuessColumn): string | false {
  const { filled, rows } = column.profile;
  return filled < rows && `the values do not show what a blank cell means. Values: ${valuesBeside(column)}`;
}

/** Undefined if too few values are known for a status column. */
function fromStatus(column: GuessColumn): FieldGuess | undefined {
  const { values, distinct, status } = column.profile;
  if (distinct > 15 || status < part.half) return undefined;
  const open = values.filter((value) => statusOf(value) === undefined).length;
  const said = readCells(column, statusOf);
  return choose(
    [column],
    { op: "values", values: said },
    confident(1 - open / said.size),
    `${column.reading.heads.length > 0 ? "heading suggests a status and " : ""}the values mean active and inactive`,
    {
      warnings: [
        open > 0 && `${open} of ${distinct} values are unknown`,
        distinct === 1 && "the sample has only one value; the meaning of others is unconfirmed",
        blankWarning(column),
      ],
    },
  );
}

/** Staff are active until the end date, unless another column may contradict it. */
function fromEndDate(table: GuessTable, unread: readonly GuessColumn[]): FieldGuess | undefined {
  const named = table.columns.filter(
    (column) =>
      clear(column) &&
      (head(column) === "end_date" ||
        (head(column) === "valid_to" && column.reading.owners.size === 0) ||
        // "Left on" with dates.
        (head(column) === "inactive" && column.profile.dates !== undefined)) &&
      (means(column, "end_date") || !owned(column, "charge")),
  );
  const dated = named.filter(({ profile }) => {
    const never = profile.values.filter(isFarFuture).length;
    return profile.filled > 0 && (profile.dates !== undefined || never > 0);
  });
  const column = dated.length === 1 ? dated[0] : undefined;
  if (column === undefined) {
    return named.length > 0
      ? abstain(
          dated.length > 1 ? "several columns contain end dates" : "the end date column has no dates",
          candidates(named, (candidate) => `${percentText(candidate.profile.filledShare)} filled`),
        )
      : undefined;
  }
  const tokens = new Set(
    column.cells.map((cell) => cell.trim()).filter((cell) => cell !== "" && blankTokens.has(cell)),
  );
  const far = column.profile.values.filter(isFarFuture);
  const everybodyLeft = column.profile.filledShare === 1 && far.length === 0;
  if (everybodyLeft)
    return abstain("the end date is filled in every row", candidates([column], "every row has a date"));
  const others = [...unread, ...table.columns.filter((other) => followsEndDate(other, column))];
  if (others.length > 0)
    return abstain(
      "another column may contradict the end date",
      candidates([column, ...others], valuesBeside),
    );
  const either = column.profile.dates?.ambiguous;
  return choose(
    [column],
    { op: "active_until", format: column.profile.dates?.format, never: [...tokens, ...far] },
    confidence.likely,
    "no status column; the end date is blank or far in the future for active people",
    { warnings: [either !== undefined && `dates could be ${either.join(" or ")}`] },
  );
}

/**
 * True if a column with an unknown heading, such as `St` or `Kz`, has two values and the rarer one goes with
 * an end date.
 */
function followsEndDate(column: GuessColumn, end: GuessColumn): boolean {
  const { profile, cells } = column;
  const isSilent = headIs(column, "number", "kind", "code", undefined) && profile.number === 0;
  if (!isSilent || profile.distinct !== 2 || profile.filledShare < part.most) return false;
  const [rarer] = [...profile.counts].sort(([, a], [, b]) => a - b)[0] ?? [];
  const rare = cells.flatMap((cell, row) => (cell.trim() === rarer ? [row] : []));
  const both = rare.filter((row) => !isBlank(end.cells[row])).length;
  return both >= Math.max(rare.length, end.profile.filled) * part.half;
}

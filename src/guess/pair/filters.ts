import { foldValue } from "../../mapping/cells.js";
import { dateReader } from "../../mapping/dates/dates.js";
import { ValueIssue } from "../../mapping/value-issue.js";
import { isBlank } from "../profile.js";
import type { GuessColumn } from "../table.js";

/** A rule that keeps exactly the rows that came into the list. */
export interface Filter {
  readonly list: "only" | "skip";
  readonly condition: { readonly column: string } & (
    | { readonly equals: string }
    | { readonly in: readonly string[] }
    | { readonly blank: "true" | "false" }
    | { readonly not_ended: string }
    | { readonly started: string }
  );
}

const mostValues = 20;
const mostFilters = 3;

/**
 * The conditions that tell kept rows from left-out ones: one when it does, else up to three, each of which leaves out some;
 * undefined when rows are left over.
 */
export function filtersFor(
  columns: readonly GuessColumn[],
  kept: readonly number[],
  left: readonly number[],
  today: string,
): readonly Filter[] | undefined {
  const one = filterFor(columns, kept, left, today);
  if (one !== undefined) return [one];
  const found: Filter[] = [];
  let open = left;
  while (open.length > 0 && found.length < mostFilters) {
    const step = columns
      .flatMap((column) => partFilter(column, kept, open) ?? [])
      .sort((a, b) => b.drops.length - a.drops.length)[0];
    if (step === undefined) return undefined;
    found.push(step.filter);
    const dropped = new Set(step.drops);
    open = open.filter((row) => !dropped.has(row));
  }
  return open.length === 0 ? found : undefined;
}

/** Rows that a column alone leaves out: those with values that no kept row has. A few rows alike may be chance. */
function partFilter(
  column: GuessColumn,
  kept: readonly number[],
  open: readonly number[],
): { readonly filter: Filter; readonly drops: readonly number[] } | undefined {
  const all = kept.length + open.length;
  if (column.profile.distinct > Math.max(3, all / 10)) return undefined;
  const keeps = valuesOf(column, kept);
  const drops = open.filter((row) => !keeps.has(keyOf(column.cells[row] ?? "")));
  if (drops.length < 3) return undefined;
  const filter = shortest(column.name, keeps, valuesOf(column, drops), kept.length, drops.length);
  return filter === undefined ? undefined : { filter, drops };
}

/**
 * The condition that tells kept rows from left-out ones: an end or a start of validity, else the column with the fewest
 * different values; undefined when there is none.
 */
function filterFor(
  columns: readonly GuessColumn[],
  kept: readonly number[],
  left: readonly number[],
  today: string,
): Filter | undefined {
  const dated = columns.flatMap((column) => validityFilter(column, kept, left, today) ?? [])[0];
  if (dated !== undefined) return dated;
  const byFewest = [...columns].sort((a, b) => a.profile.distinct - b.profile.distinct);
  for (const column of byFewest) {
    if (column.profile.distinct > Math.max(2, (kept.length + left.length) / 2)) continue;
    const keeps = valuesOf(column, kept);
    const drops = valuesOf(column, left);
    if ([...drops.keys()].some((key) => keeps.has(key))) continue;
    const filter = shortest(column.name, keeps, drops, kept.length, left.length);
    if (filter !== undefined) return filter;
  }
  return undefined;
}

function validityFilter(
  column: GuessColumn,
  kept: readonly number[],
  left: readonly number[],
  today: string,
): Filter | undefined {
  const form = column.profile.dates?.format;
  if (form === undefined || column.profile.dates?.ambiguous !== undefined) return undefined;
  const read = dateReader([form]);
  const day = (row: number): string | undefined => {
    const cell = column.cells[row] ?? "";
    const moment = isBlank(cell) ? undefined : read(cell.trim());
    return moment === undefined || moment instanceof ValueIssue
      ? undefined
      : new Date(moment.wall).toISOString().slice(0, 10);
  };
  const ended = (row: number) => (day(row) ?? today) < today;
  if (left.every(ended) && !kept.some(ended))
    return { list: "only", condition: { column: column.name, not_ended: form } };
  const future = (row: number) => (day(row) ?? today) > today;
  if (left.every(future) && !kept.some(future))
    return { list: "only", condition: { column: column.name, started: form } };
  return undefined;
}

/** The date column in which the row that came into the list is the newest of its id, everywhere. */
export function newestColumn(
  columns: readonly GuessColumn[],
  groups: readonly { readonly kept: number; readonly left: readonly number[] }[],
): { readonly newest: string; readonly date: string } | undefined {
  for (const column of columns) {
    const form = column.profile.dates?.format;
    if (form === undefined || column.profile.dates?.ambiguous !== undefined) continue;
    const read = dateReader([form]);
    const wall = (row: number): number => {
      const moment = read((column.cells[row] ?? "").trim());
      return moment instanceof ValueIssue ? -Infinity : moment.wall;
    };
    if (groups.every(({ kept, left }) => left.every((row) => wall(row) < wall(kept))))
      return { newest: column.name, date: form };
  }
  return undefined;
}

function keyOf(cell: string): string {
  return isBlank(cell) ? "" : foldValue(cell);
}

/** Values by their folded form, as they first stood. */
function valuesOf(column: GuessColumn, rows: readonly number[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const row of rows) {
    const cell = column.cells[row] ?? "";
    const key = keyOf(cell);
    if (!values.has(key)) values.set(key, key === "" ? "" : cell.trim());
  }
  return values;
}

function shortest(
  column: string,
  keeps: ReadonlyMap<string, string>,
  drops: ReadonlyMap<string, string>,
  keptRows: number,
  leftRows: number,
): Filter | undefined {
  if (drops.size === 1 && drops.has("")) return { list: "skip", condition: { column, blank: "true" } };
  if (keeps.size === 1 && keeps.has("")) return { list: "only", condition: { column, blank: "true" } };
  const tells = (values: ReadonlyMap<string, string>, rows: number) =>
    !values.has("") && values.size <= mostValues && (values.size === 1 || values.size <= rows / 2);
  const keepsTell = tells(keeps, keptRows);
  const dropsTell = tells(drops, leftRows);
  if (keepsTell && (!dropsTell || keeps.size <= drops.size))
    return { list: "only", condition: { column, ...among(keeps) } };
  return dropsTell ? { list: "skip", condition: { column, ...among(drops) } } : undefined;
}

function among(
  values: ReadonlyMap<string, string>,
): { readonly equals: string } | { readonly in: readonly string[] } {
  const [first = "", ...more] = values.values();
  return more.length === 0 ? { equals: first } : { in: [first, ...more] };
}

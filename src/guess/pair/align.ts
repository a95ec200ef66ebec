import type { WrittenSource } from "../../mapping/grammar.js";
import { filledShare, isBlank } from "../profile.js";
import type { GuessColumn } from "../table.js";
import { part } from "../weights.js";

/** How the rows of an export and the records of a list belong together: by an id that the columns make. */
export interface Alignment {
  readonly source: WrittenSource;
  readonly idPrefix: string;
  readonly columns: readonly GuessColumn[];
  /** Row of the export, by place, for each record of the list; undefined: no row makes this id. */
  readonly rowOf: readonly (number | undefined)[];
  /** Share of records that have a row. */
  readonly share: number;
  /** Rows that make an id of the list, but another row with that id is nearer to the record. */
  readonly repeated: readonly number[];
}

interface Way {
  readonly source: WrittenSource;
  readonly columns: readonly GuessColumn[];
  idOf(row: number): string;
}

const separators = ["|", "-", "_", "/", ".", ":", "", " "];

/**
 * The simplest way from columns to ids that finds the most records: one column, one column with zeros back or in another
 * case, two columns joined; each with a prefix that all ids share.
 */
export function align(
  columns: readonly GuessColumn[],
  rows: number,
  ids: readonly string[],
  records: readonly (readonly string[])[],
): Alignment | undefined {
  const wanted = new Set(ids);
  let best: Alignment | undefined;
  for (const way of waysOf(columns, ids)) {
    if (way.columns.length > 1 && !isPromising(way, rows, wanted)) continue;
    for (const prefix of prefixesOf(way, rows, ids)) {
      const found = tryWay(way, prefix, rows, ids, wanted);
      if (best === undefined || found.share > best.share + part.trace) best = found;
      if (found.share === 1) return nearestRows(found, columns, records);
    }
  }
  return best !== undefined && best.share >= part.half ? nearestRows(best, columns, records) : undefined;
}

/** A look at up to 500 rows, so that joins of many columns are not tried on a whole large file. */
function isPromising(way: Way, rows: number, wanted: ReadonlySet<string>): boolean {
  const step = Math.max(1, Math.floor(rows / 500));
  for (let row = 0; row < rows; row += step) if (wanted.has(way.idOf(row))) return true;
  return false;
}

function tryWay(
  way: Way,
  prefix: string,
  rows: number,
  ids: readonly string[],
  wanted: ReadonlySet<string>,
): Alignment {
  const places = new Map<string, number>();
  const repeated: number[] = [];
  for (let row = 0; row < rows; row++) {
    const own = way.idOf(row);
    const id = prefix + own;
    if (own === "" || !wanted.has(id)) continue;
    if (places.has(id)) repeated.push(row);
    else places.set(id, row);
  }
  const rowOf = ids.map((id) => places.get(id));
  const share = ids.length === 0 ? 0 : rowOf.filter((row) => row !== undefined).length / ids.length;
  return { source: way.source, idPrefix: prefix, columns: way.columns, rowOf, share, repeated };
}

/** Of several rows with one id, the row most of whose cells are found in the record. */
function nearestRows(
  found: Alignment,
  columns: readonly GuessColumn[],
  records: readonly (readonly string[])[],
): Alignment {
  if (found.repeated.length === 0) return found;
  const cellsOf = (row: number) => columns.map((column) => (column.cells[row] ?? "").trim());
  const keyOf = (row: number) => found.columns.map((column) => column.cells[row] ?? "").join("\u0001");
  const rivals = new Map<string, number[]>();
  for (const row of found.repeated) rivals.set(keyOf(row), [...(rivals.get(keyOf(row)) ?? []), row]);
  const repeated = new Set(found.repeated);
  const rowOf = found.rowOf.map((row, place) => {
    if (row === undefined) return undefined;
    const values = new Set(records[place] ?? []);
    const whole = [...values].join("\u0001").toLowerCase();
    const nearness = (cell: string) => (values.has(cell) ? 2 : Number(whole.includes(cell.toLowerCase())));
    const held = (each: number) =>
      cellsOf(each).reduce((sum, cell) => sum + (cell.length < 2 ? 0 : nearness(cell)), 0);
    const best =
      [row, ...(rivals.get(keyOf(row)) ?? [])].sort((a, b) => held(b) - held(a) || a - b)[0] ?? row;
    if (best !== row) {
      repeated.delete(best);
      repeated.add(row);
    }
    return best;
  });
  return { ...found, rowOf, repeated: [...repeated] };
}

function* waysOf(columns: readonly GuessColumn[], ids: readonly string[]): Generator<Way> {
  const cell = (column: GuessColumn, row: number) => {
    const text = column.cells[row] ?? "";
    return isBlank(text) ? "" : text.trim();
  };
  for (const column of columns)
    yield { source: column.name, columns: [column], idOf: (row) => cell(column, row) };
  const lengths = new Set(ids.map((id) => id.length));
  const width = lengths.size === 1 ? [...lengths][0] : undefined;
  for (const column of columns) {
    if (width !== undefined && column.profile.number > part.nearlyAll) {
      yield {
        source: { column: column.name, pad_left: { width: String(width) } },
        columns: [column],
        idOf: (row) => cell(column, row).padStart(width, "0"),
      };
    }
    for (const letters of ["upper", "lower"] as const) {
      const change = (text: string) => (letters === "upper" ? text.toUpperCase() : text.toLowerCase());
      yield {
        source: { column: column.name, case: letters },
        columns: [column],
        idOf: (row) => change(cell(column, row)),
      };
    }
  }
  for (const column of columns) yield* partsOf(column, cell);
  for (const first of columns) {
    for (const second of columns) {
      if (
        first === second ||
        filledShare(first.profile) < part.nearlyAll ||
        filledShare(second.profile) < part.nearlyAll
      )
        continue;
      for (const separator of separators) {
        yield {
          source: { join: [first.name, second.name], separator },
          columns: [first, second],
          idOf: (row) => [cell(first, row), cell(second, row)].filter((part) => part !== "").join(separator),
        };
      }
    }
  }
}

const cuts = ["/", "-", "_", "|", ":", ".", " "];

/** One part of a column that is cut at a sign, as `0001` of `FFS/0001/X`. */
function* partsOf(column: GuessColumn, cell: (column: GuessColumn, row: number) => string): Generator<Way> {
  const some = [...column.profile.counts.keys()].slice(0, 50);
  for (const by of cuts) {
    if (some.length === 0 || !some.every((value) => value.trim().includes(by))) continue;
    for (const take of [1, 2, 3, -1]) {
      const at = take > 0 ? take - 1 : take;
      yield {
        source: { column: column.name, split: { by, take: String(take) } },
        columns: [column],
        idOf: (row) =>
          cell(column, row)
            .split(by === " " ? /\s+/ : by)
            .at(at)
            ?.trim() ?? "",
      };
    }
  }
}

/** No prefix, or what stands before the cell in the first ids that end with a cell of the column. */
function prefixesOf(way: Way, rows: number, ids: readonly string[]): readonly string[] {
  if (way.columns.length > 1) return [""];
  const cells = new Set(
    Array.from({ length: Math.min(rows, 2000) }, (_, row) => way.idOf(row)).filter((id) => id !== ""),
  );
  const id = ids[0] ?? "";
  for (let cut = 1; cut < id.length; cut++) {
    const prefix = id.slice(0, cut);
    // Zeros before ids of one length are padding, which also fits numbers that the sample does not have.
    if (/^0+$/.test(prefix) && ids.every((each) => each.length === id.length)) continue;
    if (cells.has(id.slice(cut)) && ids.every((each) => each.startsWith(prefix))) return ["", prefix];
  }
  return [""];
}

import { foldHeading } from "../../formats/fold-heading.js";
import type { Field } from "../../records/fields.js";
import { recordTypes } from "../../records/index.js";
import type { RecordType } from "../../records/record-type.js";
import { ValueIssue } from "../../mapping/value-issue.js";
import type { WrittenSource } from "../../mapping/grammar.js";
import type { Lookups } from "../../mapping/mapping.js";
import type { Cursor } from "../../mapping/cursor.js";
import { planField, type Getter } from "../../mapping/sources.js";
import { guessMapping, type Guess } from "../guess.js";
import { isBlank } from "../profile.js";
import type { GuessSample } from "../table.js";
import { align, type Alignment } from "./align.js";
import { sourcesFor, type Pair, type Tables } from "./candidates.js";
import { filtersFor, newestColumn, type Filter } from "./filters.js";
import { isSame } from "./same.js";
import { part } from "../weights.js";

/**
 * From a pair: an export, and a finished list that somebody's script or hands made from it. Every rule is proved by the
 * engine itself, row by row; what no rule explains is named.
 *
 *     align rows by id -> per field: candidates, simplest first, until one reproduces the list -> filters -> what is left
 */

export interface PairOptions {
  /** Today, `yyyy-MM-dd`, for end dates. */
  readonly today: string;
  /** Zone of times without an offset; zones are tried when undefined. */
  readonly zone?: string | undefined;
  /** A finished tax-code list, for look-ups by code. */
  readonly lookups?: Lookups;
  /** Tables that may lie beside the mapping, by file name. */
  readonly tables?: Tables;
}

export interface FieldProof {
  /** Undefined: the list does not have the field, or nothing explains it. */
  readonly source: WrittenSource | undefined;
  /** Records whose value the source makes. */
  readonly explained: number;
  readonly records: number;
  /** Places of the records that it does not make, among the records of the list, from 0. */
  readonly unexplained: readonly number[];
  /** What every record of the list says, when all say the same. */
  readonly only?: string | undefined;
}

export interface PairResult {
  readonly type: RecordType;
  readonly guess: Guess;
  readonly alignment: Alignment;
  readonly fields: ReadonlyMap<string, FieldProof>;
  /** Which rows came into the list; empty when all did, or when nothing says which. */
  readonly filters: readonly Filter[];
  /** Which of several rows with one id counts, when a date column says it everywhere. */
  readonly newest: { readonly newest: string; readonly date: string } | undefined;
  /** Records without a row in the export, by place in the list. */
  readonly withoutRow: readonly number[];
  /** Rows that are not in the list although no filter leaves them out, by place among the guess's rows. */
  readonly leftOut: readonly number[];
}

export type PairFailure = "no record type" | "no external_id" | "no rows in common";

/** Below this share of records a source is no explanation. */
const enough = part.nearlyAll;

export function inferFromPair(
  exported: GuessSample,
  list: GuessSample,
  options: PairOptions,
): PairResult | PairFailure {
  const listed = readList(list);
  if (typeof listed === "string") return listed;
  const { type, cellsOf } = listed;
  const guess = guessMapping(exported, { record: type.name as "staff" });
  const rows = guess.rows.rows.length;
  const ids = cellsOf("external_id") ?? [];
  const wholeColumns = type.columns.map((name) => cellsOf(name) ?? []);
  const records = ids.map((_, place) => wholeColumns.map((cells) => cells[place] ?? ""));
  const found = align(byLikeliness(guess), rows, ids, records);
  if (found === undefined) return "no rows in common";
  const prove = prover(type, guess, found, options);
  const fields = new Map<string, FieldProof>();
  for (const name of type.columns) {
    const wanted = cellsOf(name);
    if (wanted !== undefined) fields.set(name, name === "external_id" ? idProof(found) : prove(name, wanted));
  }
  const used = new Set(found.rowOf);
  const repeated = new Set(found.repeated);
  const unused = Array.from({ length: rows }, (_, row) => row).filter((row) => !used.has(row));
  const others = unused.filter((row) => !repeated.has(row));
  const kept = found.rowOf.filter((row) => row !== undefined);
  const tell = (left: readonly number[]) =>
    left.length === 0 ? undefined : filtersFor(guess.columns, kept, left, options.today);
  // One rule for all rows that are not in the list is better than one for repeated ids and one for the others.
  const whole = tell(unused);
  const filters = whole ?? tell(others);
  const newest =
    whole === undefined && repeated.size > 0 ? newestColumn(guess.columns, groupsOf(found)) : undefined;
  const explained = new Set([
    ...(filters === undefined ? [] : whole === undefined ? others : unused),
    ...(newest === undefined ? [] : repeated),
  ]);
  return {
    type,
    guess,
    alignment: found,
    fields,
    filters: filters ?? [],
    withoutRow: found.rowOf.flatMap((row, place) => (row === undefined ? [place] : [])),
    newest,
    leftOut: unused.filter((row) => !explained.has(row)),
  };
}

/** The rows of each id that stands in several: the one that came into the list, and the others. */
function groupsOf(found: Alignment): readonly { readonly kept: number; readonly left: readonly number[] }[] {
  const keyOf = (row: number) => found.columns.map((column) => column.cells[row] ?? "").join("\u0001");
  const byKey = new Map<string, number[]>();
  for (const row of found.repeated) byKey.set(keyOf(row), [...(byKey.get(keyOf(row)) ?? []), row]);
  return found.rowOf.flatMap((row) => {
    const left = row === undefined ? undefined : byKey.get(keyOf(row));
    return row === undefined || left === undefined ? [] : [{ kept: row, left }];
  });
}

interface ReadList {
  readonly type: RecordType;
  /** The cells of a field in list order; undefined when the list lacks it. */
  readonly cellsOf: (field: string) => readonly string[] | undefined;
}

function readList(list: GuessSample): ReadList | PairFailure {
  const headings = (list.headings ?? []).map(foldHeading);
  const has = (name: string) =>
    headings.includes(foldHeading(name)) || headings.includes(`${foldHeading(name)}.external_id`);
  if (!has("external_id")) return "no external_id";
  const own = (type: RecordType) => type.columns.filter(has).length / type.requiredColumns.length;
  const telling: Readonly<Record<string, string>> = {
    staff: "email_address",
    "charge-code": "charge_type",
    "tax-code": "code",
    org: "is_creditor",
  };
  const type = [...(recordTypes as readonly RecordType[])]
    .filter((each) => has(telling[each.name] ?? "") || own(each) === 1)
    .sort(
      (a, b) => own(b) - own(a) || Number(b.name === "charge-code") - Number(a.name === "charge-code"),
    )[0];
  if (type === undefined) return "no record type";
  return {
    type,
    cellsOf(field) {
      const index = headings.findIndex(
        (heading) => heading === foldHeading(field) || heading === `${foldHeading(field)}.external_id`,
      );
      return index < 0
        ? undefined
        : list.rows.map((row) => (isBlank(row[index]) ? "" : (row[index] ?? "").trim()));
    },
  };
}

/** The column that was guessed to be the id first, then those that could be. */
function byLikeliness(guess: Guess): Guess["columns"] {
  const field = guess.fields["external_id"];
  const likely = field?.decision === "chosen" ? field.columns : [];
  return [...guess.columns].sort(
    (a, b) =>
      Number(likely.includes(b.name)) - Number(likely.includes(a.name)) ||
      b.profile.uniqueness - a.profile.uniqueness,
  );
}

function idProof(found: Alignment): FieldProof {
  const unexplained = found.rowOf.flatMap((row, place) => (row === undefined ? [place] : []));
  return {
    source: found.source,
    explained: found.rowOf.length - unexplained.length,
    records: found.rowOf.length,
    unexplained,
  };
}

/** Proves fields: compiles each candidate as the engine does and applies it to every row. */
function prover(type: RecordType, guess: Guess, found: Alignment, options: PairOptions) {
  const places = new Map(guess.columns.map((column) => [column.name, column.index]));
  const rows = guess.rows.rows;
  const index = (heading: string): number => places.get(heading) ?? -1;
  const columns = {
    index,
    ofHeader: index,
    has: (heading: string) => places.has(heading),
    headings: [...places.keys()],
    width: places.size,
  };
  const compile = (source: WrittenSource, name: string, field: Field): Getter | undefined => {
    let failed = false;
    try {
      const plan = planField(source, name, field, benchOf(options), found.idPrefix, () => (failed = true));
      return failed ? undefined : plan.bind(columns, blanks);
    } catch {
      return undefined;
    }
  };
  const makes = (get: Getter, field: Field, { row, wanted }: Pair): boolean => {
    const cursor: Cursor = { cells: rows[row] ?? [], column: -1, notes: [] };
    const made = get(cursor);
    return !(made instanceof ValueIssue) && isSame(field.kind, made, wanted);
  };
  return (name: string, wanted: readonly string[]): FieldProof => {
    const field = type.fields[name] as Field;
    const pairs = found.rowOf.flatMap((row, place) =>
      row === undefined ? [] : [{ row, wanted: wanted[place] ?? "", place }],
    );
    const [only, ...more] = new Set(pairs.map((pair) => pair.wanted));
    const nothing = {
      only: more.length === 0 ? only : undefined,
      source: undefined,
      explained: 0,
      records: pairs.length,
      unexplained: pairs.map((pair) => pair.place),
    };
    if (pairs.length === 0) return nothing;
    const guessed = guess.fields[name];
    const likely =
      guessed?.decision === "chosen"
        ? guessed.columns
        : (guessed?.candidates.map((candidate) => candidate.column) ?? []);
    const probe = pairs.filter((_, index) => index % Math.ceil(pairs.length / 60) === 0);
    let best: FieldProof = nothing;
    const isStamp = name === "updated_at" && new Set(pairs.map((pair) => pair.wanted)).size === 1;
    // Elements of a list have sources of their own, which a person names under `lists`.
    const isAsked = isStamp || field.kind === "list";
    const sources = isAsked ? [] : sourcesFor(field, guess.columns, pairs, likely, options.tables);
    for (const source of sources) {
      const get = compile(source, name, field);
      if (get === undefined) continue;
      if (probe.filter((pair) => makes(get, field, pair)).length < probe.length * part.most) continue;
      const unexplained = pairs.filter((pair) => !makes(get, field, pair)).map((pair) => pair.place);
      const explained = pairs.length - unexplained.length;
      if (explained > best.explained) best = { ...nothing, source, explained, unexplained };
      if (explained === pairs.length) break;
    }
    if (best.explained >= pairs.length * enough) return best;
    // Blank in every record, and no column is named so: leaving the field out makes exactly that.
    return pairs.every((pair) => pair.wanted === "")
      ? { ...nothing, explained: pairs.length, unexplained: [] }
      : nothing;
  };
}

const blanks: ReadonlySet<string> = new Set(["\\N", "NULL"]);

function benchOf(options: PairOptions): Parameters<typeof planField>[3] {
  return {
    zone: options.zone,
    today: options.today,
    taxMode: "tax",
    hasTaxCodes: options.lookups !== undefined,
    lookups: options.lookups ?? { find: () => undefined },
    tables: options.tables ?? new Map(),
  };
}

/** Fields of the list that no source makes. A time of change that every record shares was set by the script: it does not count. */
export function openFields({ fields }: PairResult): readonly string[] {
  return [...fields]
    .filter(
      ([name, proof]) =>
        proof.explained < proof.records && proof.source === undefined && name !== "updated_at",
    )
    .map(([name]) => name);
}

/** Records that do not come out the same in the fields that are explained, by place in the list. */
export function unexplainedRecords({ fields, withoutRow }: PairResult): ReadonlySet<number> {
  const open = [...fields.values()].flatMap((proof) => (proof.source === undefined ? [] : proof.unexplained));
  return new Set([...withoutRow, ...open]);
}

import { foldValue } from "../../mapping/cells.js";
import type { WrittenSource } from "../../mapping/grammar.js";
import type { MappingContext } from "../../mapping/mapping.js";
import type { Field } from "../../records/fields.js";
import { isBlank } from "../profile.js";
import type { GuessColumn } from "../table.js";
import { flagOf } from "../value-words.js";
import { part } from "../weights.js";

/** Tables that may lie beside the mapping, by file name. */
export type Tables = MappingContext["tables"];

/** One record with its row: what a field has to come to. */
export interface Pair {
  readonly row: number;
  readonly wanted: string;
}

/** Zones that are tried when times have no offset and the account does not say one. */
const zones = [
  "UTC",
  "Europe/London",
  "Europe/Berlin",
  "Europe/Athens",
  "Europe/Istanbul",
  "Europe/Moscow",
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Sao_Paulo",
  "Asia/Dubai",
  "Asia/Kolkata",
  "Asia/Bangkok",
  "Asia/Shanghai",
  "Asia/Tokyo",
  "Australia/Sydney",
  "Pacific/Auckland",
];

/** What every record has for itself. */
const ownKinds: ReadonlySet<Field["kind"]> = new Set(["id", "text", "email"]);

/** Everything that could make a field, simplest first. The engine then proves which one does. */
export function* sourcesFor(
  field: Field,
  columns: readonly GuessColumn[],
  pairs: readonly Pair[],
  likely: readonly string[],
  tables: Tables = new Map(),
): Generator<WrittenSource> {
  const wanted = new Set(pairs.map((pair) => pair.wanted));
  const filled = columns.filter((column) => column.profile.filled > 0);
  const isLikely = (column: GuessColumn) => Number(likely.includes(column.name));
  const ordered = [...filled].sort(
    (a, b) => isLikely(b) - isLikely(a) || a.profile.distinct - b.profile.distinct,
  );
  const [only] = wanted;
  if (wanted.size === 1 && only !== undefined) {
    // A column that the headings name comes before a constant; any other column that happens to agree does not.
    const named = ordered.filter((each) => likely.includes(each.name));
    for (const column of named) yield* simple(field, column, pairs);
    // What one record says of a person or thing is no rule; nor is a constant where a column is there to say it.
    if (only !== "" && likely.length === 0 && !ownKinds.has(field.kind)) yield { constant: only };
    return;
  }
  if (tables.size > 0) {
    // Tries the table beside the mapping before a value map that is learned from these rows alone.
    for (const column of ordered) yield column.name;
    yield* lookedUp(field, ordered, tables, wanted);
  }
  for (const column of ordered) yield* simple(field, column, pairs);
  if (field.kind === "text" || field.kind === "id") yield* combined(ordered);
}

/** Look-ups of a column's cells in a table that knows them; a key that the table lacks is an issue, or blank. */
function* lookedUp(
  field: Field,
  columns: readonly GuessColumn[],
  tables: Tables,
  wanted: ReadonlySet<string>,
): Generator<WrittenSource> {
  const held = (cells: readonly string[], known: ReadonlySet<string>) =>
    cells.length === 0 ? 0 : cells.filter((cell) => known.has(foldValue(cell))).length / cells.length;
  // A flag may be written otherwise in the table; texts stand there as they are wanted.
  const isText = field.kind !== "flag" && field.kind !== "date" && field.kind !== "timestamp";
  const answers = [...wanted].filter((answer) => isText && answer !== "").slice(0, 200);
  for (const [file, { headings, rows }] of tables) {
    const values = headings.map((_, at) => new Set(rows.map((row) => foldValue(row[at] ?? ""))));
    for (const column of columns) {
      const cells = [...column.profile.counts.keys()].slice(0, 200);
      for (const [keyAt, key] of headings.entries()) {
        if (held(cells, values[keyAt] ?? new Set()) < part.half) continue;
        for (const [valueAt, value] of headings.entries()) {
          if (valueAt === keyAt) continue;
          if (answers.length > 0 && held(answers, values[valueAt] ?? new Set()) < part.most) continue;
          const lookup = { file, key, value };
          yield { column: column.name, lookup };
          if (wanted.has("")) yield { column: column.name, lookup, otherwise: { constant: "" } };
        }
      }
    }
  }
}

function* simple(field: Field, column: GuessColumn, pairs: readonly Pair[]): Generator<WrittenSource> {
  const { name, profile } = column;
  switch (field.kind) {
    case "flag":
      yield name;
      yield { column: name, invert: "true" };
      if (profile.dates !== undefined) yield { column: name, active_until: profile.dates.format };
      break;
    case "timestamp":
    case "date": {
      const forms = profile.dates?.ambiguous ?? (profile.dates === undefined ? [] : [profile.dates.format]);
      for (const form of forms) {
        yield { column: name, date: form };
        if (field.kind === "timestamp" && profile.dates?.hasOffset === false) {
          for (const zone of zones) yield { column: name, date: form, zone };
        }
      }
      return;
    }
    case "decimal":
      if (profile.number < part.most) return;
      for (const sign of [".", ","]) {
        for (const scale of ["percent", "fraction"]) yield { column: name, decimal: { sign, scale } };
      }
      return;
    case "integer":
    case "currency":
      yield name;
      return;
    // What they are made of has sources of its own, which a person names.
    case "list":
    case "private":
    case "amount":
    case "money":
      return;
    case "reference":
      yield name;
      yield { column: name, lookup: "tax-code.code" };
      break;
    case "id":
    case "text":
    case "email":
    case "choice":
    case "country":
    case "region":
      yield name;
      yield { column: name, case: "upper" };
      yield { column: name, case: "lower" };
  }
  const learned = learnedMap(field, column, pairs);
  if (learned !== undefined) yield learned;
}

/** A value map as the pairs teach it: each cell with the answer that it nearly always has. */
function learnedMap(field: Field, column: GuessColumn, pairs: readonly Pair[]): WrittenSource | undefined {
  const answers = new Map<string, Map<string, number>>();
  const spelled = new Map<string, string>();
  for (const { row, wanted } of pairs) {
    const cell = column.cells[row] ?? "";
    const key = isBlank(cell) ? "" : foldValue(cell);
    if (!spelled.has(key)) spelled.set(key, cell.trim());
    const counts = answers.get(key) ?? new Map<string, number>();
    const said = field.kind === "flag" ? String(flagOf(wanted) ?? wanted) : wanted;
    counts.set(said, (counts.get(said) ?? 0) + 1);
    answers.set(key, counts);
  }
  const limit = field.kind === "text" || field.kind === "email" || field.kind === "id" ? 0 : 60;
  // A map with an answer per row explains nothing: values have to repeat.
  if (
    answers.size > limit ||
    answers.size > Math.max(field.kind === "flag" ? 3 : 2, pairs.length * part.most)
  )
    return undefined;
  const values: Record<string, string> = {};
  let blank: string | undefined;
  for (const [key, counts] of answers) {
    const [most] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [""];
    if (key === "") blank = most;
    else values[spelled.get(key) ?? key] = most;
  }
  if (Object.keys(values).length === 0) return undefined;
  if (blank === undefined || blank === "") return { column: column.name, values };
  return field.kind === "flag"
    ? { column: column.name, values, blank }
    : { column: column.name, values, default: blank };
}

const between = [" ", "", ", ", " - ", "-", "|", "/", "_"];
const cuts = [",", " ", "/", "-", "|", "_", ":", ";"];

/** Names and texts of two or three columns, or of one cut at a comma. */
function* combined(columns: readonly GuessColumn[]): Generator<WrittenSource> {
  for (const { name, profile } of columns) {
    if (profile.word < part.half) continue;
    const piece = (take: string) => ({ column: name, split: { by: ",", take } });
    yield { join: [piece("2"), piece("1")] };
  }
  for (const { name, profile } of columns) {
    const some = [...profile.counts.keys()].slice(0, 50);
    for (const by of cuts) {
      if (some.length < 2 || !some.every((value) => value.trim().includes(by))) continue;
      for (const take of ["1", "2", "3", "-1"]) yield { column: name, split: { by, take } };
    }
  }
  const texts = columns.filter(
    (column) => column.profile.email < part.half && column.profile.dates === undefined,
  );
  for (const first of texts) {
    for (const second of texts) {
      if (first === second) continue;
      yield [first.name, second.name];
      for (const separator of between) yield { join: [first.name, second.name], separator };
    }
  }
  for (const first of texts) {
    for (const second of texts) {
      if (first === second || first.profile.word < part.most || second.profile.word < part.most) continue;
      const upper = (column: GuessColumn): WrittenSource => ({ column: column.name, case: "upper" });
      yield { join: [upper(first), second.name] };
      yield { join: [first.name, upper(second)] };
      yield { join: [upper(first), second.name], separator: ", " };
      yield { join: [upper(first), upper(second)] };
    }
  }
  const words = texts
    .filter((column) => column.profile.word > part.most && column.profile.prose < part.nearlyAll)
    .slice(0, 6);
  for (const first of words) {
    for (const second of words) {
      for (const third of words) {
        if (new Set([first, second, third]).size < 3) continue;
        yield { join: [first.name, second.name, third.name] };
      }
    }
  }
}

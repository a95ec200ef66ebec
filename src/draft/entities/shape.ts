import type { Lexicon } from "../lexicon.js";
import { isBlank } from "../profile.js";
import { part } from "../weights.js";
import { phraseKey } from "../words.js";
import { entityColumn, ofRow, withTaxes, type EntityColumn, type Role } from "./columns.js";

/** Headings and the rows below them. */
export interface Headed {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly rowName?: string | undefined;
}

/** How records and their elements stand in a table, by what repeats and what varies. */
export interface EntityShape {
  readonly key: readonly EntityColumn[];
  /** What is the same, or blank, in all rows of one key. */
  readonly header: readonly EntityColumn[];
  readonly elements: readonly EntityColumn[];
  /** How `columns:` counts numbered ones; undefined: elements are rows. */
  readonly numbered: string | undefined;
  /** The column that says which row is the record's own, the word for it, and those for rows of elements. */
  readonly types: RowTypes | undefined;
  /** Other columns that put rows together otherwise. */
  readonly rivals: readonly EntityColumn[];
  /** Below the first row of a record its key is blank; `shown`: and so is what else its header holds. */
  readonly blankBelow: "shown" | "asked" | undefined;
  /** Rows of one key stand apart. */
  readonly isScattered: boolean;
  /** Some record has several elements, so that what repeats is seen. */
  readonly isShown: boolean;
  /** Elements stand in another table; this is its column of keys. */
  readonly match?: EntityColumn | undefined;
}

export interface RowTypes {
  readonly column: EntityColumn;
  readonly header: string;
  readonly elements: readonly string[];
}

/** Rows that are nothing but elements, one below the other. */
const plainRows = {
  numbered: undefined,
  types: undefined,
  rivals: [],
  blankBelow: undefined,
  isScattered: false,
} as const;

const amounts: ReadonlySet<Role> = new Set<Role>(["net", "gross", "amount"]);

/** `costs.1.net`, `Cost 2 Amount`, and of XML `Charge.Amount` beside `Charge.2.Amount`: one column for each of them. */
export function numberedShape(
  { headings, rows, rowName }: Headed,
  lexicon: Lexicon,
): Omit<EntityShape, "key"> | undefined {
  const sets = new Map<string, Map<number, number>>();
  for (const [index, heading] of headings.entries()) {
    const [, before = "", digits, after = ""] = /^(.*?)(?<!\d)(\d{1,3})(?!\d)(.*)$/.exec(heading) ?? [];
    if (digits === undefined) continue;
    const pattern = `${before}{n}${after}`;
    const places = sets.get(pattern) ?? new Map<number, number>();
    sets.set(pattern, places.set(Number(digits), index));
    const first = headings.indexOf(`${before.replace(/\.$/, "")}${after}`);
    if (first >= 0 && before.endsWith(".")) places.set(1, first);
  }
  const lists = new Map<string, string[]>();
  for (const [pattern, places] of sets) {
    if (places.size < 2) continue;
    const list = pattern.endsWith("{n}") ? "" : before(pattern);
    lists.set(list, [...(lists.get(list) ?? []), pattern]);
  }
  const columnsOf = (patterns: readonly string[]) =>
    patterns.map((pattern) => {
      const places = [...(sets.get(pattern) ?? [])].sort(([a], [b]) => a - b).map(([, index]) => index);
      const end = pattern.split("{n}")[1] ?? "";
      const named = /\p{L}/u.test(end) ? end : pattern.replace("{n}", "");
      const cells = rows.flatMap((row) => places.map((index) => row[index] ?? ""));
      const base = { index: places[0] ?? 0, heading: pattern, name: pattern };
      return entityColumn(base, named, cells, lexicon);
    });
  const found = [...lists.values()]
    .map((patterns) => withTaxes(columnsOf(patterns)))
    .filter((columns) => columns.some(({ role }) => amounts.has(role)) && columns.length >= 2)
    .sort((a, b) => Number(isOfCreditors(b)) - Number(isOfCreditors(a)) || b.length - a.length)[0];
  if (found === undefined) return undefined;
  const used = new Set(found.flatMap(({ name }) => [...(sets.get(name)?.values() ?? [])]));
  const numbers = found.flatMap(({ name }) => [...(sets.get(name)?.keys() ?? [])]);
  const header = headings.flatMap((heading, index) => {
    if (used.has(index)) return [];
    const cells = rows.map((row) => row[index] ?? "");
    return [
      entityColumn({ index, heading, name: heading }, ofRow(heading, rowName, lexicon), cells, lexicon),
    ];
  });
  return {
    header: withTaxes(header),
    elements: found,
    ...plainRows,
    numbered: `${Math.min(...numbers)}..`,
    isShown: Math.max(...numbers) > Math.min(...numbers),
  };
}

/** Sales may stand in more columns than costs do. */
function isOfCreditors(columns: readonly EntityColumn[]): boolean {
  return columns.some(({ role }) => role === "creditor");
}

function before(pattern: string): string {
  return pattern.split("{n}")[0] ?? "";
}

const ofKeys: ReadonlySet<Role> = new Set<Role>(["key", "job", "invoice_number"]);

/**
 * Records in one table, their elements in another: a column of the one, whose values are all different, holds all that stands, again
 * and again, in a column of the other under the same heading. The cells of both are laid beside each other, a row for each element.
 */
export function apartShape(
  records: readonly EntityColumn[],
  lines: readonly EntityColumn[],
): EntityShape | undefined {
  const [pair] = records
    .filter(({ role, profile }) => ofKeys.has(role) && profile.isUnique)
    .sort((a, b) => Number(b.said.has("id")) - Number(a.said.has("id")))
    .flatMap((key) => {
      const match = lines.find(
        ({ role, heading, profile }) =>
          ofKeys.has(role) &&
          phraseKey(heading) === phraseKey(key.heading) &&
          profile.uniqueness < 1 &&
          profile.values.every((value) => key.profile.counts.has(value)),
      );
      return match === undefined ? [] : [{ key, match }];
    });
  if (pair === undefined) return undefined;
  const { key, match } = pair;
  const linesOf = new Map<string, number[]>(key.cells.map((value) => [value.trim(), []]));
  for (const [line, value] of match.cells.entries()) linesOf.get(value.trim())?.push(line);
  const beside = key.cells.flatMap((value, record) => {
    const own = linesOf.get(value.trim()) ?? [];
    return (own.length > 0 ? own : [-1]).map((line) => ({ record, line }));
  });
  const laid = (column: EntityColumn, side: "record" | "line") => ({
    ...column,
    cells: beside.map((row) => column.cells[row[side]] ?? ""),
  });
  const header = records.map((column) => laid(column, "record"));
  return {
    ...plainRows,
    key: header.filter(({ index }) => index === key.index),
    header,
    elements: lines.filter((column) => column !== match).map((column) => laid(column, "line")),
    isShown: true,
    match,
  };
}

/** Rows of one key are one record: what agrees in all of them is the record's own, what differs in some is its elements'. */
export function rowShape(
  columns: readonly EntityColumn[],
  key: readonly EntityColumn[],
): EntityShape | undefined {
  const [first] = key;
  if (first === undefined || isBlank(first.cells[0])) return undefined;
  const isBelow = first.cells.map((_, row) => key.every(({ cells }) => isBlank(cells[row])));
  const groups = new Map<string, number[]>();
  let current = "";
  let isScattered = false;
  for (const [row, isBlankHere] of isBelow.entries()) {
    const here = isBlankHere ? current : key.map(({ cells }) => cells[row]?.trim() ?? "").join("\u0001");
    const known = groups.get(here);
    if (known === undefined) groups.set(here, [row]);
    else {
      if (here !== current) isScattered = true;
      known.push(row);
    }
    current = here;
  }
  const lists = [...groups.values()];
  const isConstant = ({ cells }: EntityColumn) =>
    lists.every(
      (rows) =>
        new Set(rows.map((row) => cells[row]?.trim() ?? "").filter((cell) => !isBlank(cell))).size <= 1,
    );
  const header = columns.filter((column) => key.includes(column) || isConstant(column));
  const isOfFirst = (column: EntityColumn) =>
    !key.includes(column) && column.cells.every((cell, row) => isBlank(cell) === (isBelow[row] ?? false));
  const types = columns
    .map((column) => rowTypes(column, lists, columns))
    .find((found) => found !== undefined);
  return {
    ...plainRows,
    key,
    header: header.filter((column) => column !== types?.column),
    elements: columns.filter((column) => !header.includes(column) && column !== types?.column),
    types,
    blankBelow: !isBelow.includes(true) ? undefined : header.some(isOfFirst) ? "shown" : "asked",
    isScattered,
    isShown: lists.length >= 2 && lists.some((rows) => rows.length > (types === undefined ? 1 : 2)),
  };
}

/** A column of few words, one of which stands in the first row of each record and nowhere else, and other columns are filled by it. */
function rowTypes(
  column: EntityColumn,
  lists: readonly (readonly number[])[],
  columns: readonly EntityColumn[],
): RowTypes | undefined {
  const { cells, profile } = column;
  const word = cells[0]?.trim() ?? "";
  if (
    profile.distinct < 2 ||
    profile.distinct > 6 ||
    profile.filled < profile.rows ||
    profile.code < part.most
  )
    return undefined;
  const isHeader = cells.map((cell) => cell.trim() === word);
  if (!lists.every((rows) => rows.filter((row) => isHeader[row]).length === 1 && isHeader[rows[0] ?? 0]))
    return undefined;
  const fills = (other: EntityColumn, wanted: boolean) =>
    other !== column &&
    other.profile.filled > 0 &&
    other.cells.every((cell, row) => isBlank(cell) || isHeader[row] === wanted);
  if (!columns.some((other) => fills(other, true)) || !columns.some((other) => fills(other, false)))
    return undefined;
  return {
    column,
    header: word,
    elements: profile.values.filter((each) => each.trim() !== word),
  };
}

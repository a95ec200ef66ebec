import { readCurrent } from "../../feeds/lists/publications.js";
import type { AnyRecord } from "../../model/record-type.js";
import { servedColumns } from "../../model/record-type.js";
import { sql } from "../../store/kysely.js";
import type { Store } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";
import { labelOf, shownValue } from "./changes.js";
import { pageSize, type RecordsView } from "./views.js";
import { contains, everyWord, foldSql } from "./search.js";

/** A feed's current list for the console, one page at a time. The database performs the search and the sorting. */

export interface RecordsQuery {
  readonly search: string;
  /** Name of a column in the list. */
  readonly sort: string;
  readonly isDescending: boolean;
  readonly active: "all" | "active" | "inactive";
  readonly from: number;
}

/** Returns undefined if the feed has no published list. */
export async function recordsPage(
  { db, engine }: Pick<Store, "db" | "engine">,
  feed: Feed,
  { search, sort, isDescending, active, from }: RecordsQuery,
): Promise<RecordsView | undefined> {
  const current = await readCurrent(db, feed.name);
  if (current === undefined) return undefined;
  const { publication } = current;
  const columns = servedColumns(feed.type, publication.columns);
  const isPostgres = engine === "postgres";
  const valueAt = (column: string) =>
    isPostgres
      ? sql<string>`records.record::json ->> ${column}`
      : sql<string>`records.record ->> ${`$."${column}"`}`;
  let found = db
    .selectFrom("records")
    .innerJoin("feeds", "feeds.id", "records.feed")
    .where("feeds.name", "=", feed.name);
  if (search.trim() !== "") found = found.where(everyWord(search, (word) => holds(word, engine)));
  const isActive = (flag: boolean) =>
    sql<boolean>`${valueAt("is_active")} = ${isPostgres ? String(flag) : Number(flag)}`;
  const hasActivity = columns.includes("is_active");
  const counts = { all: publication.counts.records, active: publication.counts.active };
  if (search.trim() !== "") {
    const { all, inactive } = await found
      .select(({ fn }) => fn.countAll<number>().as("all"))
      .select(sql<number | null>`sum(case when ${isActive(false)} then 1 else 0 end)`.as("inactive"))
      .executeTakeFirstOrThrow();
    counts.all = Number(all);
    counts.active = Number(all) - Number(inactive);
  }
  const shown = hasActivity ? active : "all";
  if (shown !== "all") found = found.where(isActive(shown === "active"));
  const direction = isDescending ? "desc" : "asc";
  const ordered =
    sort === "version"
      ? found.orderBy("records.number", direction)
      : sort !== "external_id" && columns.includes(sort)
        ? found.orderBy(foldSql(engine, valueAt(sort)), direction)
        : found;
  const rows = await ordered
    .orderBy("records.id", sort === "external_id" ? direction : "asc")
    .select(["records.id", "records.record", "records.number"])
    .limit(pageSize)
    .offset(from)
    .execute();
  const inactive = counts.all - counts.active;
  return {
    columns: columns.map((name) => ({ name, label: labelOf(name) })),
    rows: rows.map(({ id, record, number }) => {
      const fields = JSON.parse(record) as AnyRecord;
      return {
        id,
        version: number,
        cells: columns.map((column) => cellText(column, shownValue(fields[column]))),
      };
    }),
    count: shown === "inactive" ? inactive : counts[shown],
    found: counts,
    from,
    version: publication.number,
  };
}

/**
 * SQL condition: true if a value in the record contains the given string. The record's whole JSON text is checked
 * first, because checking each value takes longer.
 */
function holds(wanted: string, engine: Store["engine"]) {
  const inLine = contains(engine, sql`records.record`, JSON.stringify(wanted).slice(1, -1));
  if (engine === "postgres") {
    return sql<boolean>`(${inLine} and exists (
      select 1 from jsonb_path_query(records.record::jsonb, 'strict $.** ? (@.type() == "string" || @.type() == "number")') as value
      where ${contains(engine, sql`value #>> '{}'`, wanted)}))`;
  }
  return sql<boolean>`(${inLine} and exists (
    select 1 from json_tree(records.record) as value
    where value.atom is not null and ${contains(engine, sql`value.atom`, wanted)}))`;
}

/** Times are shown in UTC, to the second. */
function cellText(column: string, value: string): string {
  return column === "updated_at" ? value.slice(0, 19).replace("T", " ") : value;
}

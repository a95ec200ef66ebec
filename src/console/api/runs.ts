import { readRun } from "../../feeds/reports/runs.js";
import { sql } from "../../store/kysely.js";
import type { Queries, Store } from "../../store/store.js";
import { contains, everyWord } from "./search.js";
import { pageSize, type DecisionRow, type Page, type RunView } from "./views.js";

/** What happened in a run, and what people decided. */

/** Returns undefined if the report does not exist, for example because it was deleted after the retention time. */
export async function runView(db: Queries, run: string): Promise<RunView | undefined> {
  const report = await readRun(db, run);
  return (
    report && {
      feeds: report.feeds.map(({ feed, failed, deliveries }) => ({
        feed,
        ...(failed !== null && { failed: `${failed.message} ${failed.hint}`.trim() }),
        files: deliveries.map(({ file, delivery, status, reason, number }) => ({
          ...{ file, delivery, status, reason },
          ...(number !== undefined && { version: number }),
        })),
      })),
    }
  );
}

/**
 * Returns a page of the decisions in all feeds, newest first. Each word of `search` must be in the name of the person,
 * the feed or the file, in the reason, or in the time, such as `2026-11-30`.
 */
export async function decisionsPage(
  { db, engine }: Pick<Store, "db" | "engine">,
  { search, from }: { readonly search: string; readonly from: number },
): Promise<Page<DecisionRow>> {
  const text = sql`(log.at || ' ' || log.person || ' ' || feeds.name || ' ' || coalesce(log.name, deliveries.name, '')
    || ' ' || coalesce(log.reason, ''))`;
  const found = db
    .selectFrom("log")
    .innerJoin("feeds", "feeds.id", "log.feed")
    .leftJoin("deliveries", (join) =>
      join.onRef("deliveries.feed", "=", "log.feed").onRef("deliveries.sha256", "=", "log.delivery"),
    )
    .leftJoin("publications", (join) =>
      join
        .onRef("publications.feed", "=", "log.feed")
        .onRef("publications.number", "=", "log.number")
        .on("log.state", "=", "ROLLED_BACK"),
    )
    .where("log.person", "is not", null)
    .where(everyWord(search, (word) => contains(engine, text, word)));
  const { count } = await found
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select(["log.at", "feeds.name as feed", "log.state", "log.person", "log.reason", "log.number"])
    .select(["log.delivery", "log.name", "deliveries.name as file", "publications.rolled_back_to as to"])
    .orderBy("log.at", "desc")
    .orderBy("log.feed")
    .orderBy("log.n", "desc")
    .limit(pageSize)
    .offset(from)
    .execute();
  return {
    from,
    count: Number(count),
    rows: rows.map(({ at, feed, state, person, reason, number, delivery, name, file, to }) => ({
      ...{ at, feed, state },
      by: person ?? "",
      reason: reason ?? "",
      ...(delivery !== null && { delivery: delivery.slice(0, 12), file: name ?? file ?? "" }),
      ...(number !== null && { version: Number(number) }),
      ...(to !== null && { rolledBackTo: to }),
    })),
  };
}

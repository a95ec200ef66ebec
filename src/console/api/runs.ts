import { readRun } from "../../feeds/reports/runs.js";
import type { Queries } from "../../store/store.js";
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

/** Returns a page of the decisions in all feeds, newest first. */
export async function decisionsPage(db: Queries, from: number): Promise<Page<DecisionRow>> {
  const { count } = await db
    .selectFrom("log")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("person", "is not", null)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("log")
    .innerJoin("feeds", "feeds.id", "log.feed")
    .leftJoin("deliveries", (join) =>
      join.onRef("deliveries.feed", "=", "log.feed").onRef("deliveries.sha256", "=", "log.delivery"),
    )
    .select(["log.at", "feeds.name as feed", "log.state", "log.person", "log.reason", "log.number"])
    .select(["log.delivery", "log.name", "deliveries.name as file"])
    .where("log.person", "is not", null)
    .orderBy("log.at", "desc")
    .orderBy("log.feed")
    .orderBy("log.n", "desc")
    .limit(pageSize)
    .offset(from)
    .execute();
  return {
    from,
    count: Number(count),
    rows: rows.map(({ at, feed, state, person, reason, number, delivery, name, file }) => ({
      ...{ at, feed, state },
      by: person ?? "",
      reason: reason ?? "",
      ...(delivery !== null && { delivery: delivery.slice(0, 12), file: name ?? file ?? "" }),
      ...(number !== null && { version: Number(number) }),
    })),
  };
}

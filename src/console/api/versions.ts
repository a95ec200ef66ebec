import { feedNamed, readLog } from "../../feeds/lists/feed-log.js";
import { changesOf, differencesBetween, publicationNumbers } from "../../feeds/lists/publications.js";
import { publicationSchema } from "../../feeds/lists/publication.js";
import type { Queries } from "../../store/store.js";
import { changeRow } from "./changes.js";
import type { ChangeRow, Page, RecordHistory, VersionRow } from "./views.js";

/** The versions of a feed and the changes in each. */

export const pageSize = 50;

/** Number of log entries searched for decisions. */
export const mostEntries = 2_000;

export async function countVersions(db: Queries, feed: string): Promise<number> {
  const row = await db
    .selectFrom("publications")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("feed", "=", feedNamed(db, feed))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function versionsPage(db: Queries, feed: string, from: number): Promise<Page<VersionRow>> {
  const rows = await db
    .selectFrom("publications")
    .select("facts")
    .where("feed", "=", feedNamed(db, feed))
    .orderBy("number", "desc")
    .limit(pageSize)
    .offset(from)
    .execute();
  const kept = new Set(await publicationNumbers(db, feed));
  const decided = new Map(
    (await readLog(db, feed, mostEntries)).flatMap((entry) =>
      entry.state === "ROLLED_BACK" ? [[entry.number, entry] as const] : [],
    ),
  );
  const current = (await currentNumber(db, feed)) ?? 0;
  return {
    from,
    count: await countVersions(db, feed),
    rows: rows.map(({ facts }) => {
      const {
        number,
        published_at: at,
        source,
        counts,
        rolled_back_to: to,
      } = publicationSchema.parse(JSON.parse(facts));
      const entry = decided.get(number);
      return {
        number,
        at,
        file: source.name,
        delivery: source.sha256.slice(0, 12),
        records: counts.records,
        added: counts.added + counts.revived,
        changed: counts.changed,
        deactivated: counts.deactivated + counts.removed,
        ...(to !== undefined && { rolledBackTo: to }),
        ...(entry !== undefined && { by: entry.by, reason: entry.reason }),
        canRollBack: number !== current && kept.has(number),
      };
    }),
  };
}

async function currentNumber(db: Queries, feed: string): Promise<number | undefined> {
  return (await db.selectFrom("feeds").select("number").where("name", "=", feed).executeTakeFirst())?.number;
}

export async function changesPage(
  db: Queries,
  feed: string,
  { after, until, from }: { readonly after: number; readonly until: number; readonly from: number },
): Promise<Page<ChangeRow>> {
  const { count, differences } = await differencesBetween(db, feed, { after, until, most: from + pageSize });
  return {
    from,
    count,
    rows: differences.slice(from).map((each) => {
      const { before, after: now } = each;
      const kind =
        before === null && now !== null ? "added" : now === null && before !== null ? "removed" : "changed";
      const isOff = before?.["is_active"] === true && now?.["is_active"] === false;
      return changeRow({ ...each, kind: isOff ? "deactivated" : kind });
    }),
  };
}

export async function recordHistory(db: Queries, feed: string, id: string): Promise<RecordHistory> {
  const changes = await changesOf(db, feed, id);
  return {
    id,
    changes: changes.toReversed().map((change) => ({
      ...changeRow(change),
      version: change.number,
      at: change.at,
      file: change.file,
      ...(change.line !== null && { line: change.line }),
    })),
  };
}

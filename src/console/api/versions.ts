import { feedNamed } from "../../feeds/lists/feed-log.js";
import { changesIn, changesOf } from "../../feeds/lists/publications.js";
import { publicationSchema } from "../../feeds/lists/publication.js";
import { sql } from "../../store/kysely.js";
import type { Queries } from "../../store/store.js";
import { changeCounts, changeRow } from "./changes.js";
import { pageSize, type ChangeRow, type Page, type RecordHistory, type VersionRow } from "./views.js";

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
    .innerJoin("feeds", "feeds.id", "publications.feed")
    .leftJoin("log as decision", (join) =>
      join
        .onRef("decision.feed", "=", "publications.feed")
        .onRef("decision.number", "=", "publications.number")
        .on("decision.state", "in", ["ROLLED_BACK", "FORGOTTEN"]),
    )
    .select(["publications.facts", "publications.delivered"])
    .select(["decision.n", "decision.state", "decision.person", "decision.reason"])
    .select("feeds.number as current")
    .where("feeds.name", "=", feed)
    .orderBy("publications.number", "desc")
    .limit(pageSize)
    .offset(from)
    .execute();
  const resumptions = await resumptionsOf(db, feed);
  return {
    from,
    count: await countVersions(db, feed),
    rows: rows.map(({ facts, delivered, current, n, state, person, reason }) => {
      const resumed = state === "ROLLED_BACK" ? resumptions.get(n ?? 0) : undefined;
      const {
        number,
        published_at: at,
        source,
        counts,
        rolled_back_to: to,
      } = publicationSchema.parse(JSON.parse(facts));
      return {
        number,
        at,
        file: source.name,
        delivery: source.sha256.slice(0, 12),
        records: counts.records,
        ...changeCounts(counts),
        ...(to !== undefined && { rolledBackTo: to }),
        ...(state === "FORGOTTEN" && { isWithoutPerson: true }),
        ...(person !== null && { by: person, reason: reason ?? "" }),
        ...(resumed !== undefined && { resumed }),
        canRollBack: number !== current && delivered !== "",
      };
    }),
  };
}

/** Who resumed the feed after each rollback, and why, by the log number of the rollback. */
async function resumptionsOf(
  db: Queries,
  feed: string,
): Promise<ReadonlyMap<number, { readonly by: string; readonly reason: string }>> {
  const rows = await db
    .selectFrom("log")
    .select(["n", "state", "person", "reason"])
    .where("feed", "=", feedNamed(db, feed))
    .where("state", "in", ["ROLLED_BACK", "RESUMED"])
    .orderBy("n")
    .execute();
  const resumptions = new Map<number, { readonly by: string; readonly reason: string }>();
  for (const [at, { state, person, reason }] of rows.entries()) {
    const before = rows[at - 1];
    if (state === "RESUMED" && before?.state === "ROLLED_BACK")
      resumptions.set(before.n, { by: person ?? "", reason: reason ?? "" });
  }
  return resumptions;
}

/**
 * Returns a function that is true for versions whose list a person rolled back, unless a later rollback restored the
 * list.
 */
export async function rolledBackIn(db: Queries, feed: string): Promise<(version: number) => boolean> {
  const rollbacks = await db
    .selectFrom("publications")
    .select(["number", "rolled_back_to as to"])
    .where("feed", "=", feedNamed(db, feed))
    .where("rolled_back_to", "is not", null)
    .orderBy("number", "desc")
    .execute();
  return (version) => {
    let newest = Infinity;
    for (const { number, to } of rollbacks) {
      if (number > newest) continue;
      if (version >= number) return false;
      if (version > (to ?? 0)) return true;
      newest = to ?? 0;
    }
    return false;
  };
}

/** The person who approved the file of a version or made the rollback, and the reason, by version. */
async function decisionsOn(
  db: Queries,
  feed: string,
  versions: readonly number[],
): Promise<ReadonlyMap<number, { readonly by: string; readonly reason: string }>> {
  if (versions.length === 0) return new Map();
  const { rows } = await sql<{
    readonly number: number;
    readonly person: string | null;
    readonly reason: string | null;
  }>`
    select made.number, decision.person, decision.reason from log as made
    join log as decision on decision.feed = made.feed and decision.n = case when made.state <> 'PUBLISHED' then made.n
      else (select max(own.n) from log as own where own.feed = made.feed and own.delivery = made.delivery
        and own.n < made.n and own.state in ('RECEIVED', 'REPLAYED', 'RELEASED', 'PUBLISHED')) end
    where made.feed = (${feedNamed(db, feed)}) and made.number in (${sql.join(versions)})
      and made.state in ('PUBLISHED', 'ROLLED_BACK', 'FORGOTTEN')
      and decision.state in ('RELEASED', 'ROLLED_BACK', 'FORGOTTEN')`.execute(db);
  return new Map(
    rows.flatMap(({ number, person, reason }) =>
      person === null ? [] : [[Number(number), { by: person, reason: reason ?? "" }] as const],
    ),
  );
}

export async function changesPage(
  db: Queries,
  feed: string,
  { version, from }: { readonly version: number; readonly from: number },
): Promise<Page<ChangeRow>> {
  const { count, changes } = await changesIn(db, feed, version, { from, most: pageSize });
  return { from, count, rows: changes.map(changeRow) };
}

export async function recordHistory(db: Queries, feed: string, id: string): Promise<RecordHistory> {
  const changes = await changesOf(db, feed, id);
  const decisions = await decisionsOn(
    db,
    feed,
    changes.map(({ number }) => number),
  );
  return {
    id,
    changes: changes.toReversed().map((change) => ({
      ...changeRow(change),
      version: change.number,
      at: change.at,
      file: change.file,
      ...(change.line !== null && { line: change.line }),
      ...(change.rolledBackTo !== undefined && { rolledBackTo: change.rolledBackTo }),
      ...decisions.get(change.number),
    })),
  };
}

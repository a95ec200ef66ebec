import { sql, type Kysely } from "./kysely.js";

/**
 * Migrates a store from version 16 to 17. Reasons and guards are moved to columns of the log, a delivery keeps only
 * the reason for its current status, and each column that refers to a delivery is renamed to `delivery`.
 */
export async function reasonsInLog<S>(db: Kysely<S>): Promise<void> {
  for (const table of [
    "unacknowledged",
    "tripped_guards",
    "balances",
    "accepted_parts",
    "approvals",
    "arrivals",
  ])
    await sql`alter table ${sql.table(table)} rename column sha256 to delivery`.execute(db);
  await sql`alter table log add column guards text`.execute(db);
  let last: Step | undefined;
  do {
    const { rows } = await sql<Step>`
      select feed, n, reason, entry from log
      where state in ('HELD', 'WAITING', 'SUPERSEDED', 'RELEASED')
        and (feed, n) > (${last?.feed ?? 0}, ${last?.n ?? 0})
      order by feed, n limit 1000`.execute(db);
    for (const { feed, n, reason, entry } of rows) {
      const { guards, ...own } = columnsOf(JSON.parse(entry) as Entry);
      await sql`update log set reason = ${reason ?? own.reason ?? null}, guards = ${guards?.join(", ") || null}
        where feed = ${feed} and n = ${n}`.execute(db);
    }
    last = rows.at(-1);
  } while (last !== undefined);
  await sql`update log set guards = (select held.guards from log as held
      where held.feed = log.feed and held.delivery = log.delivery and held.state = 'HELD' and held.n < log.n
      order by held.n desc limit 1)
    where state = 'REJECTED' and person is not null`.execute(db);
  await correctDeliveries(db);
}

async function correctDeliveries<S>(db: Kysely<S>): Promise<void> {
  const own = sql`log.feed = deliveries.feed and log.delivery = deliveries.sha256`;
  // A repeated hold does not change the time at which the hold began.
  await sql`update deliveries set status_at = coalesce((
      select min(at) from log where ${own} and state = status and n > coalesce((
        select max(n) from log where ${own} and state <> status
          and state in ('RECEIVED', 'REPLAYED', 'HELD', 'WAITING')), 0)), status_at)
    where status in ('HELD', 'WAITING')`.execute(db);
  await sql`update deliveries set reason = '' where status in ('RECEIVED', 'PUBLISHED', 'UNCHANGED')`.execute(
    db,
  );
  await sql`update deliveries set has_new_size = 0, reason = coalesce((
      select log.reason from log where ${own} and state = 'SUPERSEDED' order by n desc limit 1), '')
    where status = 'SUPERSEDED'`.execute(db);
  await sql`update deliveries set change_set = '' where status <> 'HELD'`.execute(db);
  await sql`update deliveries set rejected_by = null where status <> 'REJECTED'`.execute(db);
  await sql`delete from tripped_guards where not exists (select 1 from deliveries
    where feed = tripped_guards.feed and sha256 = tripped_guards.delivery and status = 'HELD')`.execute(db);
  await sql`delete from approvals where exists (select 1 from deliveries
    where feed = approvals.feed and sha256 = approvals.delivery and status = 'SUPERSEDED')`.execute(db);
}

interface Step {
  readonly feed: number;
  readonly n: number;
  readonly reason: string | null;
  readonly entry: string;
}

/** The log entries of version 16 to which a reason or guards are added. */
type Entry =
  | {
      readonly state: "HELD";
      readonly guards: readonly { readonly guard: string; readonly sentence: string }[];
    }
  | { readonly state: "WAITING"; readonly for: string }
  | { readonly state: "SUPERSEDED"; readonly by: string }
  | { readonly state: "RELEASED"; readonly guards: readonly string[] };

function columnsOf(entry: Entry): { readonly reason?: string; readonly guards?: readonly string[] } {
  switch (entry.state) {
    case "HELD":
      return {
        // PostgreSQL cannot store NUL characters.
        reason: entry.guards.map(({ sentence }) => sentence.replaceAll("\0", "\u2400")).join(" "),
        guards: [...new Set(entry.guards.map(({ guard }) => guard))],
      };
    case "WAITING":
      return { reason: `The delivery is waiting for the list ${entry.for}.` };
    case "SUPERSEDED":
      return { reason: `The newer delivery ${entry.by.slice(0, 12)} was used.` };
    case "RELEASED":
      return { guards: [...new Set(entry.guards)] };
  }
}

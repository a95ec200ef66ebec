import { readFact, writeFact } from "../store/facts.js";
import { sql } from "../store/kysely.js";
import type { Queries } from "../store/store.js";
import type { Numbered } from "./keys.js";

/**
 * This module finds accruals that more than one posted or exported invoice settles. An accrual may be invoiced in
 * parts, but it is more likely that the same invoice was entered under two numbers, so Lading reports the accrual. An
 * invoice and a credit note may settle the same accrual, so invoices are compared only with invoices, and credit notes
 * only with credit notes.
 */

/** An accrual that several invoices settle, with the IDs under which the platform sees those invoices. */
export interface SharedAccrual {
  readonly accrual: string;
  readonly invoices: readonly string[];
}

/** Maximum number of accruals that are stored per account, newest first. */
const mostKept = 100;

const factOf = (account: string): string => `outbox accruals ${account}`;

/** Records the accruals of a newly posted invoice. Returns the accruals that other invoices already settle. */
export async function noteAccruals(
  tx: Queries,
  { account, kind }: Pick<Numbered, "account" | "kind">,
  accruals: readonly string[],
  entry: string,
): Promise<readonly SharedAccrual[]> {
  for (const accrual of new Set(accruals))
    await tx.insertInto("accrual_uses").values({ account, accrual, kind, record: "", entry }).execute();
  const shared = await sharedBy(tx, account, sql`mine.entry = ${entry}`);
  await keep(tx, account, shared);
  return resolved(tx, account, [...new Set(shared.map(({ accrual }) => accrual))]);
}

/**
 * Returns the accruals that rows in a publication share with other invoices. Call this function after the rows have
 * been joined with posted invoices.
 */
export async function sharedInRows(
  tx: Queries,
  account: string,
  feed: number,
  number: number,
): Promise<readonly Shared[]> {
  const fresh = sql`mine.record in (select id from records where feed = ${feed} and number = ${number})`;
  const shared = await sharedBy(tx, account, fresh);
  await keep(tx, account, shared);
  return shared;
}

/** Accruals that several invoices settle, most recently found first. */
export async function sharedAccruals(db: Queries, account: string): Promise<readonly SharedAccrual[]> {
  return resolved(db, account, ((await readFact(db, factOf(account))) ?? []) as readonly string[]);
}

interface Shared {
  readonly accrual: string;
  /** ID of the exported row. Empty for a posted invoice. */
  readonly record: string;
  /** ID of the posted invoice. Empty for an exported row. */
  readonly entry: string;
}

async function sharedBy(
  db: Queries,
  account: string,
  mine: ReturnType<typeof sql>,
): Promise<readonly Shared[]> {
  const { rows } = await sql<Shared>`
    select mine.accrual as accrual, mine.record as record, other.entry as entry
    from accrual_uses mine join accrual_uses other on other.account = mine.account
      and other.accrual = mine.accrual and other.kind = mine.kind
      and (other.record <> mine.record or other.entry <> mine.entry)
    where mine.account = ${account} and ${mine} and not exists (select 1 from outbox
      where outbox.account = mine.account and outbox.record <> ''
        and outbox.record in (mine.record, other.record) and outbox.id in (mine.entry, other.entry))
    order by 1, 2, 3 limit 1000`.execute(db);
  return rows;
}

async function keep(tx: Queries, account: string, shared: readonly Shared[]): Promise<void> {
  if (shared.length === 0) return;
  const before = ((await readFact(tx, factOf(account))) ?? []) as readonly string[];
  const kept = [...new Set([...shared.map(({ accrual }) => accrual), ...before])].slice(0, mostKept);
  if (kept.join("\n") !== before.join("\n")) await writeFact(tx, factOf(account), kept);
}

/**
 * Returns the accruals that several invoices still settle, with these invoices. The other accruals are omitted, because
 * invoices may have been withdrawn, joined or corrected in the meantime.
 */
async function resolved(
  db: Queries,
  account: string,
  accruals: readonly string[],
): Promise<readonly SharedAccrual[]> {
  if (accruals.length === 0) return [];
  const uses = await db
    .selectFrom("accrual_uses as use")
    .leftJoin("outbox", (join) =>
      join
        .onRef("outbox.account", "=", "use.account")
        .onRef("outbox.record", "=", "use.record")
        .on("outbox.record", "<>", ""),
    )
    .select(["use.accrual", "use.kind", "use.record", "use.entry", "outbox.id as joined"])
    .where("use.account", "=", account)
    .where("use.accrual", "in", accruals)
    .orderBy("use.entry")
    .orderBy("use.record")
    .execute();
  return accruals.flatMap((accrual) =>
    (["invoice", "credit note"] as const).flatMap((kind) => {
      const own = uses.filter((use) => use.accrual === accrual && use.kind === kind);
      const invoices = [...new Set(own.map(({ record, entry, joined }) => entry || (joined ?? record)))];
      return invoices.length < 2 ? [] : [{ accrual, invoices }];
    }),
  );
}

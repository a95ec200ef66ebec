import { readLockedFact, writeFact } from "../store/facts.js";
import { sql } from "../store/kysely.js";
import type { Queries, Store } from "../store/store.js";

/**
 * This module maintains the table `invoice_keys`, which contains each creditor's invoice numbers that the FFS has
 * received or will receive. Posted and exported invoices share this table, so that no number is posted twice.
 */

export interface Numbered {
  readonly account: string;
  readonly creditor: string;
  readonly number: string;
  readonly kind: "invoice" | "credit note";
}

export interface KnownNumber {
  /** ID of the posted invoice or of the exported row. */
  readonly id: string;
  readonly from: "posted" | "exported";
}

/**
 * Maximum number of characters of an invoice number that are stored and compared. Longer invoice numbers are truncated,
 * because PostgreSQL limits the size of an index entry. Two invoice numbers that begin with the same characters up to
 * this length are treated as equal, so the second invoice is refused.
 */
const comparedLength = 150;

function keyOf(number: string): string {
  return number.length <= comparedLength ? number : Array.from(number).slice(0, comparedLength).join("");
}

/**
 * Reserves the invoice's numbers, except those that another posted invoice has already reserved. Waits for other
 * transactions that are reserving one of these numbers.
 */
export async function takeKeys(
  tx: Queries,
  { account, creditor, kind }: Numbered,
  numbers: readonly string[],
  entry: string,
): Promise<void> {
  // The numbers are sorted, so that two transactions cannot deadlock.
  for (const number of [...new Set(numbers.map(keyOf))].sort()) {
    await tx
      .insertInto("invoice_keys")
      .values({ account, creditor, number, kind, record: "", entry })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/**
 * Finds an invoice, other than `but`, that has one of the numbers. Posted invoices take precedence over exported
 * ones.
 */
export async function holderOf(
  db: Queries,
  { account, creditor, kind }: Numbered,
  numbers: readonly string[],
  but: string,
): Promise<KnownNumber | undefined> {
  const found = await db
    .selectFrom("invoice_keys")
    .select(["record", "entry"])
    .where("account", "=", account)
    .where("creditor", "=", creditor)
    .where("kind", "=", kind)
    .where("number", "in", numbers.map(keyOf))
    .where("entry", "<>", but)
    .orderBy("record")
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  return found.record === "" ? { id: found.entry, from: "posted" } : { id: found.record, from: "exported" };
}

/** Frees the numbers and accruals of an invoice that was withdrawn or not stored. */
export async function freeKeys(tx: Queries, entry: string): Promise<void> {
  await tx.deleteFrom("accrual_uses").where("entry", "=", entry).execute();
  await tx.deleteFrom("invoice_keys").where("entry", "=", entry).execute();
}

/**
 * Returns the creditor's other invoice numbers that differ from this one only in punctuation, spaces, case or leading
 * zeros.
 */
export async function nearNumbers(
  db: Queries,
  of: Numbered & { readonly id: string },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("invoice_keys")
    .select("number")
    .distinct()
    .where("account", "=", of.account)
    .where("creditor", "=", of.creditor)
    .where("entry", "<>", of.id)
    .execute();
  const same = plainNumber(of.number);
  const key = keyOf(of.number);
  return rows.flatMap(({ number }) => (number !== key && plainNumber(number) === same ? [number] : []));
}

/** Normalizes a number by ignoring punctuation, spaces, case and leading zeros, which people often omit or change. */
export function plainNumber(number: string): string {
  return number
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/(?<!\d)0+(?=\d)/g, "");
}

const exportedFact = (account: string): string => `outbox exported ${account}`;

/**
 * Locks an account's invoice numbers until the transaction ends, so that posting and publishing are mutually exclusive.
 * A fact is locked instead of the invoices' rows, because a new feed has no rows.
 */
export async function lockNumbers(tx: Queries, account: string): Promise<void> {
  await readLockedFact(tx, exportedFact(account));
}

/**
 * Updates the stored numbers, outbox IDs and accruals of exported invoices to match the current publication. Takes the
 * same lock as `lockNumbers`.
 */
export async function noteExported(
  store: Pick<Store, "engine">,
  tx: Queries,
  account: string,
): Promise<void> {
  const name = exportedFact(account);
  const noted = ((await readLockedFact(tx, name)) as number | undefined) ?? -1;
  const feed = await tx
    .selectFrom("feeds")
    .select(["id", "number"])
    .where("name", "=", `${account}/payables-invoice`)
    .executeTakeFirst();
  if (feed === undefined || feed.number === 0) return;
  if (noted === feed.number) return;
  const fresh = sql`feed = ${feed.id} and number > ${noted}`;
  for (const table of ["invoice_keys", "accrual_uses"] as const)
    await sql`delete from ${sql.table(table)} where account = ${account} and record <> '' and (
      record in (select id from records where ${fresh}) or not exists (select 1 from records
        where feed = ${feed.id} and records.id = ${sql.ref(`${table}.record`)}))`.execute(tx);
  const isSqlite = store.engine === "sqlite";
  const record = sql.raw(isSqlite ? "record" : "record::json");
  const creditor = sql`${record} -> 'creditor' ->> 'external_id'`;
  const number = sql`substr(${record} ->> 'invoice_number', 1, ${sql.lit(comparedLength)})`;
  const total = sql`coalesce(${record} -> 'overseas_amount' ->> 'total', ${record} -> 'local_amount' ->> 'total')`;
  const kind = sql`case when ${total} like '-%' then 'credit note' else 'invoice' end`;
  await sql`insert into invoice_keys (account, creditor, number, kind, record, entry)
    select ${account}, ${creditor}, ${number}, ${kind}, id, ''
    from records where ${fresh} and ${creditor} is not null and ${number} is not null`.execute(tx);
  const echo = sql`${record} ->> 'echo'`;
  await sql`insert into invoice_keys (account, creditor, number, kind, record, entry)
    select ${account}, '', ${echo}, 'echo', id, '' from records
    where ${fresh} and ${echo} in (select outbox.id from outbox where outbox.account = ${account})`.execute(
    tx,
  );
  const lines = isSqlite
    ? sql`json_each(record, '$.charge_lines')`
    : sql`json_array_elements(coalesce(record::json -> 'charge_lines', '[]'))`;
  const accrual = sql`line.value -> 'accrual' ->> 'external_id'`;
  await sql`insert into accrual_uses (account, accrual, kind, record, entry)
    select distinct ${account}, ${accrual}, ${kind}, records.id, ''
    from records, ${lines} line where ${fresh} and ${accrual} is not null`.execute(tx);
  await writeFact(tx, name, feed.number);
}

import { todayIn } from "../model/account.js";
import { sql } from "../store/kysely.js";
import type { Queries, Store } from "../store/store.js";
import { sendAttempts } from "./attempts.js";
import { lockedEntry, move, noteIn, readEntry, type OutboxEntry } from "./entries.js";
import { sharedInRows } from "./accruals.js";
import { lockNumbers, noteExported } from "./keys.js";

/**
 * This module joins invoices that the FFS exports with posted invoices, in the transaction that publishes the exported
 * invoices. Posting and publishing are mutually exclusive, so an exported row with a posted number is never served as a
 * second invoice. A row that may be a different invoice is withheld, which means that it is in the list but not
 * visible.
 */

/** Publication number for withheld rows. No publication has this number. */
const withheld = -1;

/** Maximum number of milliseconds by which the FFS's clock may be behind Lading's clock. */
const clockTolerance = 300_000;

interface Exported {
  readonly account: string;
  readonly feed: number;
  /** Number of the publication that is becoming visible. */
  readonly number: number;
  /** True for a rollback, which neither joins invoices nor marks them as in doubt. */
  readonly isRollback?: boolean;
  /** The account's IANA time zone. Defaults to UTC. */
  readonly zone?: string | undefined;
}

export async function joinExported(
  store: Pick<Store, "engine" | "now">,
  tx: Queries,
  { account, feed, number, isRollback = false, zone }: Exported,
): Promise<void> {
  await lockNumbers(tx, account);
  const any = await tx.selectFrom("outbox").select("id").where("account", "=", account).limit(1).execute();
  if (any.length === 0) return;
  // `noteExported` overwrites the previous numbers of the rows, so they are read first. A row that previously had a
  // different number is not the posted invoice.
  const before = await servedBefore(tx, account, feed, number);
  await noteExported(store, tx, account);
  const doubtful = new Set<string>();
  await joinOrWithhold(await rowsWithPostedId(tx, account), () => Promise.resolve(undefined));
  await joinOrWithhold(await rowsWithPostedNumber(tx, account), async (entry, record) => {
    const wasOther =
      before.has(record) || entry.history.some(({ about }) => about === aboutOf(record, hadOther));
    return wasOther ? hadOther : whyNotJoined(tx, entry, feed, record, zone);
  });
  if (!isRollback) {
    await noteCancelled(store, tx, account, feed, number);
    await noteShared(store, tx, await sharedInRows(tx, account, feed, number));
  }
  await tx
    .updateTable("records")
    .set({ number })
    .where("feed", "=", feed)
    .where("number", "=", withheld)
    .$if(doubtful.size > 0, (query) => query.where("id", "not in", [...doubtful]))
    .execute();
  if (doubtful.size === 0) return;
  await tx
    .updateTable("records")
    .set({ number: withheld })
    .where("feed", "=", feed)
    .where("id", "in", [...doubtful])
    .execute();

  async function joinOrWithhold(
    matches: readonly Match[],
    whyNot: (entry: OutboxEntry, record: string) => Promise<WhyNot | undefined>,
  ): Promise<void> {
    for (const { entry: id, record } of matches) {
      const entry = isRollback ? undefined : await lockedEntry(tx, id);
      if (entry === undefined) {
        doubtful.add(record);
        continue;
      }
      const others = matches.filter((other) => other.record === record || other.entry === id);
      const why = others.length > 1 || entry.record !== "" ? severalRows : await whyNot(entry, record);
      if (why === undefined) await join(store, tx, entry, record, await exportedRow(tx, feed, record));
      else {
        doubtful.add(record);
        const sentence = `In the FFS, ${record} has the number or ID of this invoice, but ${why.sentence}. Was the invoice entered twice?`;
        await doubt(store, tx, entry, { why: sentence, about: aboutOf(record, why), doubted: record });
      }
    }
  }
}

/** The reason why a row is not treated as the posted invoice with the same number or ID. */
interface WhyNot {
  readonly code: string;
  readonly sentence: string;
}

const aboutOf = (record: string, { code }: WhyNot) => `${code} ${record}`;

const severalRows: WhyNot = { code: "several_rows", sentence: "several rows have this number or ID" };
const hadOther: WhyNot = { code: "had_other_number", sentence: "that row previously had a different number" };

/** Returns the rows in this publication that were already served under a number that no posted invoice has. */
async function servedBefore(
  tx: Queries,
  account: string,
  feed: number,
  number: number,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ record: string }>`select record from invoice_keys mine
    where account = ${account} and kind <> 'echo' and record in (select id from records where feed = ${feed} and number = ${number})
      and not exists (select 1 from invoice_keys posted where posted.account = mine.account
        and posted.creditor = mine.creditor and posted.number = mine.number and posted.kind = mine.kind
        and posted.record = '')`.execute(tx);
  return new Set(rows.map(({ record }) => record));
}

interface Match {
  readonly entry: string;
  readonly record: string;
}

/** Finds rows that contain the ID of a posted invoice and have not been joined yet. Withdrawn invoices are ignored. */
async function rowsWithPostedId(tx: Queries, account: string): Promise<readonly Match[]> {
  const { rows } = await sql<Match>`
    select posted.id as entry, mine.record as record
    from invoice_keys mine join outbox posted on posted.id = mine.number and posted.account = mine.account
    where mine.account = ${account} and mine.creditor = '' and mine.kind = 'echo' and posted.state <> 'WITHDRAWN'
      and not exists (select 1 from outbox where outbox.account = ${account} and outbox.record = mine.record)
    order by 1, 2`.execute(tx);
  return rows;
}

/** Finds rows that have the number of a posted invoice and have not been joined yet. */
async function rowsWithPostedNumber(tx: Queries, account: string): Promise<readonly Match[]> {
  const { rows } = await sql<Match>`
    select distinct posted.entry as entry, mine.record as record
    from invoice_keys posted join invoice_keys mine on mine.account = posted.account
      and mine.creditor = posted.creditor and mine.number = posted.number and mine.kind = posted.kind
    where posted.account = ${account} and posted.record = '' and mine.record <> ''
      and not exists (select 1 from outbox where outbox.account = ${account} and outbox.record = mine.record)
    order by 1, 2`.execute(tx);
  return rows;
}

/**
 * Returns the reason why a row is not the posted invoice with the same number, or undefined if the row is that
 * invoice.
 */
async function whyNotJoined(
  tx: Queries,
  entry: OutboxEntry,
  feed: number,
  id: string,
  zone: string | undefined,
): Promise<WhyNot | undefined> {
  if (entry.state === "REFUSED") return { code: "refused", sentence: "the FFS refused the posted invoice" };
  const record = await exportedRow(tx, feed, id);
  if (record === undefined) return { code: "row_gone", sentence: "that row no longer exists" };
  const sent = (await sendAttempts(tx, entry.id)).filter(({ name }) => name !== null).map(({ at }) => at);
  if (sent.length === 0) return { code: "not_sent", sentence: "the posted invoice has not been sent yet" };
  if (isOlder(Date.parse(record.updated_at), Math.min(...sent) - clockTolerance, zone))
    return { code: "older", sentence: "that row is older than the posted invoice" };
  const amount = record.overseas_amount ?? record.local_amount;
  const differs = [
    ...(plain(amount?.total ?? "") === plain(entry.total) ? [] : ["total"]),
    ...(amount?.currency === entry.currency ? [] : ["currency"]),
    // If the posted invoice has no date, the exported row may have any date.
    ...(entry.day === "" || record.invoice_date === entry.day ? [] : ["date"]),
  ];
  if (differs.length === 0) return undefined;
  return {
    code: `differs_in_${differs.join("_")}`,
    sentence: `that row has a different ${differs.join(" and ")}`,
  };
}

/** A time of midnight usually comes from a date without a time, so only the days are compared. */
function isOlder(time: number, than: number, zone: string | undefined): boolean {
  const day = todayIn(zone, new Date(time));
  const isMidnight = todayIn(zone, new Date(time - 1)) !== day;
  return isMidnight ? day < todayIn(zone, new Date(than)) : time < than;
}

/** Removes trailing zeros from a decimal number, so that 119.00 becomes 119. */
function plain(digits: string): string {
  return digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
}

interface ExportedRow {
  readonly updated_at: string;
  readonly invoice_date?: string | null;
  readonly overseas_amount?: Amount | null;
  readonly local_amount?: Amount | null;
}

interface Amount {
  readonly currency: string;
  readonly total: string;
}

async function exportedRow(tx: Queries, feed: number, id: string): Promise<ExportedRow | undefined> {
  const row = await tx
    .selectFrom("records")
    .select("record")
    .where("feed", "=", feed)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && (JSON.parse(row.record) as ExportedRow);
}

const joined = "joined";

/**
 * Joins a row with a posted invoice. If the totals differ, the invoice is in doubt, because the FFS may have imported
 * only some of the lines.
 */
async function join(
  store: Pick<Store, "engine" | "now">,
  tx: Queries,
  entry: OutboxEntry,
  record: string,
  row: ExportedRow | undefined,
): Promise<void> {
  const same = [row?.overseas_amount, row?.local_amount].find((each) => each?.currency === entry.currency);
  const isWhole = same === undefined || same === null || plain(same.total) === plain(entry.total);
  const why = isWhole
    ? `The FFS exports the invoice as ${record}.`
    : `The FFS exports the invoice as ${record} with the total ${same.total} ${same.currency}, but ${entry.total} was posted. Did the FFS import all lines?`;
  if (!isWhole) await move(store, tx, entry, { to: "IN_DOUBT", why, about: joined });
  else if (entry.state !== "IMPORTED") await move(store, tx, entry, { to: "IMPORTED", why, about: joined });
  else await noteIn(store, tx, entry.id, { why, about: joined });
  await tx.updateTable("outbox").set({ record }).where("id", "=", entry.id).execute();
}

/** Adds a note to a posted invoice if another row settles the same accrual. */
async function noteShared(
  store: Pick<Store, "engine" | "now">,
  tx: Queries,
  shared: Awaited<ReturnType<typeof sharedInRows>>,
): Promise<void> {
  for (const { accrual, record, entry: id } of shared) {
    const why = `In the FFS, ${record} also settles accrual ${accrual}.`;
    if (id !== "") await noteOnce(store, tx, id, { why, about: `shared_accrual ${accrual} ${record}` });
  }
}

async function noteOnce(
  store: Pick<Store, "now">,
  tx: Queries,
  id: string,
  facts: { readonly why: string; readonly about: string },
): Promise<void> {
  const entry = await readEntry(tx, id);
  if (entry?.history.some(({ about }) => about === facts.about) === false) await noteIn(store, tx, id, facts);
}

/** Adds notes to joined invoices that were canceled in this publication. */
async function noteCancelled(
  store: Pick<Store, "engine" | "now">,
  tx: Queries,
  account: string,
  feed: number,
  number: number,
): Promise<void> {
  const rows = await tx
    .selectFrom("outbox")
    .innerJoin("records", "records.id", "outbox.record")
    .select("outbox.id")
    .where("outbox.account", "=", account)
    .where("records.feed", "=", feed)
    .where("records.number", "=", number)
    .where("records.record", "like", '%,"is_cancelled":true%')
    .execute();
  for (const { id } of rows) await noteOnce(store, tx, id, canceled);
}

const canceled = {
  why: "The FFS canceled the invoice. The invoice is served as a draft, and its number cannot be used again.",
  about: "cancelled",
};

/**
 * Marks an invoice as in doubt, because an exported row may be the same invoice. An invoice in doubt is not sent until
 * a person makes a decision. An invoice that is already in doubt, imported or refused only gets a note. A note is not
 * repeated unless a row has been joined since.
 */
async function doubt(
  store: Pick<Store, "engine" | "now">,
  tx: Queries,
  entry: OutboxEntry,
  facts: { readonly why: string; readonly about: string; readonly doubted: string },
): Promise<void> {
  const sinceJoin = entry.history.slice(entry.history.findLastIndex(({ about }) => about === joined) + 1);
  if (sinceJoin.some(({ about }) => about === facts.about)) return;
  const isDecided = ["IN_DOUBT", "IMPORTED", "REFUSED"].includes(entry.state);
  if (isDecided) await noteIn(store, tx, entry.id, facts);
  else await move(store, tx, entry, { to: "IN_DOUBT", ...facts });
}

/**
 * Returns the ID under which the platform sees each joined row, by the row's ID. The platform received this ID when it
 * posted the invoice. `records` limits the result to these rows, unless it contains more than 100 IDs.
 */
export async function postedIds(
  db: Queries,
  account: string,
  records: readonly string[] | undefined,
): Promise<ReadonlyMap<string, string>> {
  if (records?.length === 0) return new Map();
  const rows = await db
    .selectFrom("outbox")
    .select(["id", "record"])
    .where("account", "=", account)
    .where("record", "<>", "")
    // More than 100 IDs are not used as a filter, because a window may contain more IDs than a statement can list.
    .$if(records !== undefined && records.length <= 100, (query) =>
      query.where("record", "in", records as readonly string[]),
    )
    .execute();
  return new Map(rows.map(({ id, record }) => [record, id]));
}

/**
 * Returns the ID of the exported row that is served under `id`: the joined row for the ID of a posted invoice, and
 * otherwise `id`. Returns undefined if `id` is the ID of a joined row, because this row is served only under the ID of
 * the posted invoice.
 */
export async function recordServedAs(db: Queries, account: string, id: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom("outbox")
    .select(["id", "record"])
    .where("account", "=", account)
    .where((it) => it.or([it("id", "=", id), it("record", "=", id)]))
    .where("record", "<>", "")
    .execute();
  if (rows.length === 0) return id;
  return rows.find((row) => row.id === id)?.record;
}

/**
 * Returns the IDs of rows that have the number or ID of a posted invoice but may be a different invoice. These rows
 * are not served.
 */
export async function withheldRows(db: Queries, account: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("records")
    .innerJoin("feeds", "feeds.id", "records.feed")
    .select("records.id")
    .where("feeds.name", "=", `${account}/payables-invoice`)
    .where("records.number", "=", withheld)
    .orderBy("records.id")
    .execute();
  return rows.map(({ id }) => id);
}

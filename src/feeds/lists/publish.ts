import { sql, type RawBuilder } from "../../store/kysely.js";
import { rowsFrom } from "../../store/bulk.js";
import type { Queries, Store } from "../../store/store.js";
import { storedText, type Changes } from "./changes.js";
import type { List } from "./list.js";
import type { DeliveredParts, Publication } from "./publication.js";
import type { StoredEncoding } from "../../store/states.js";

/**
 * This module writes a publication as part of a transaction. Only changed records are written. The served bytes are
 * replaced as a whole. At the end of the transaction, `stampPublication` sets the time from which the publication is
 * visible.
 */

export interface NewPublication {
  readonly publication: Publication;
  readonly delivered: DeliveredParts;
  readonly changes: Pick<Changes, "rows" | "dropped">;
  readonly removed: readonly [before: List["removed"], after: List["removed"]];
  readonly bodies: ReadonlyMap<StoredEncoding, Uint8Array>;
}

/** `feed` is the feed's ID in the store. */
export async function writePublication(
  { engine }: Pick<Store, "engine">,
  tx: Queries,
  feed: number,
  { publication, delivered, changes, removed, bodies }: NewPublication,
): Promise<void> {
  const { number, published_at: at, rolled_back_to = null } = publication;
  const about = { delivery: publication.source.sha256, records: publication.counts.records, rolled_back_to };
  const [facts, parts] = [JSON.stringify(publication), JSON.stringify(delivered)];
  await tx
    .insertInto("publications")
    .values({ feed, number, at, ...about, facts, delivered: parts })
    .execute();
  const id = sql`cast(${feed} as integer)`;
  for (const piece of changes.rows) {
    const changed = rowsFrom(engine, await storedText(piece));
    // If only a record's notes change, the record keeps its version number.
    await sql`insert into records (feed, id, record, notes, number)
      select ${id}, value ->> 0, value ->> 5, value ->> 6, cast(${number} as integer)
        from ${changed} where value ->> 5 is not null
      on conflict (feed, id) do update set record = excluded.record, notes = excluded.notes,
        number = case when records.record = excluded.record then records.number else excluded.number end`.execute(
      tx,
    );
    await sql`insert into changes (feed, number, id, kind, fields, before, noted, after, line)
      select ${id}, cast(${number} as integer), value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
        case when value ->> 1 <> '' then value ->> 5 end, cast(value ->> 7 as integer) from ${changed}`.execute(
      tx,
    );
  }
  const { dropped } = changes;
  if (dropped.length > 0)
    await sql`delete from records where feed = ${id} and id in ${idsFrom(engine, dropped)}`.execute(tx);
  await writeRemoved(engine, tx, id, removed);
  if (bodies.size > 0)
    await tx
      .insertInto("bodies")
      .values(Array.from(bodies, ([encoding, bytes]) => ({ feed, encoding, piece: 0, bytes })))
      .onConflict((conflict) =>
        conflict
          .columns(["feed", "encoding", "piece"])
          .doUpdateSet((row) => ({ bytes: row.ref("excluded.bytes") })),
      )
      .execute();
  await tx.updateTable("feeds").set({ number }).where("id", "=", feed).execute();
}

async function writeRemoved(
  engine: Store["engine"],
  tx: Queries,
  feed: RawBuilder<unknown>,
  [before, after]: NewPublication["removed"],
): Promise<void> {
  const put = [...after.values()].flatMap(({ id, updated_at, hash }) => {
    const old = before.get(id);
    return old?.updated_at === updated_at && old.hash === hash ? [] : [[id, updated_at, hash]];
  });
  if (put.length > 0)
    await sql`insert into removed (feed, id, updated_at, hash)
    select ${feed}, value ->> 0, value ->> 1, value ->> 2 from ${rowsFrom(engine, JSON.stringify(put))} where true
    on conflict (feed, id) do update set updated_at = excluded.updated_at, hash = excluded.hash`.execute(tx);
  const returned = [...before.keys()].filter((id) => !after.has(id));
  if (returned.length > 0)
    await sql`delete from removed where feed = ${feed} and id in ${idsFrom(engine, returned)}`.execute(tx);
}

function idsFrom(engine: Store["engine"], ids: readonly string[]): RawBuilder<unknown> {
  return sql`(select value ->> 0 from ${rowsFrom(engine, JSON.stringify(ids.map((id) => [id])))})`;
}

import type { AnyRecord } from "../../model/record-type.js";
import type { ChangeKind } from "../../store/states.js";
import type { Queries } from "../../store/store.js";
import { feedNamed } from "../lists/feed-log.js";
import type { DeliveredParts, Publication } from "../lists/publication.js";
import { keptPublications, type LoggedChange } from "../lists/publications.js";
import type { OpenFeed } from "./open-feed.js";

/** Removes a record from a feed's stored versions and from their change history. */

/** The stored versions and changes that contain a record. */
export interface Traces {
  readonly id: string;
  readonly versions: readonly VersionWith[];
  readonly changes: readonly LoggedChange[];
}

interface VersionWith {
  readonly number: number;
  /** Undefined if the version contains only the record's rejected row. */
  readonly record: AnyRecord | undefined;
}

/** Available versions that contained the record or its rejected row, newest first. */
export async function versionsWith(
  { setup, feed }: OpenFeed,
  id: string,
  current: AnyRecord | undefined,
): Promise<readonly VersionWith[]> {
  const { db } = setup.store;
  const publications = await keptPublications(db, feed.name)
    .select(["number", "delivered"])
    .orderBy("number", "desc")
    .execute();
  const changes = await db
    .selectFrom("changes")
    .select(["number", "before"])
    .where("feed", "=", feedNamed(db, feed.name))
    .where("id", "=", id)
    .orderBy("number")
    .execute();
  return publications.flatMap(({ number, delivered }) => {
    const next = changes.find((change) => change.number > number);
    const before = next?.before ?? undefined;
    const record =
      next === undefined ? current : before === undefined ? undefined : (JSON.parse(before) as AnyRecord);
    const isThere = record !== undefined || isRejectedIn(JSON.parse(delivered) as DeliveredParts, id);
    return isThere ? [{ number, record }] : [];
  });
}

export function isRejectedIn(delivered: DeliveredParts, id: string): boolean {
  return Object.values(delivered).some(({ rejected }) => id in rejected);
}

/**
 * Removes a record's data that is stored outside the list. Marks the changed versions and corrects their counts.
 * Versions that retention removed keep their counts, because it is unknown whether they contained the record.
 */
export async function forgetIn(tx: Queries, feed: number, { id, versions, changes }: Traces): Promise<void> {
  await tx.deleteFrom("changes").where("feed", "=", feed).where("id", "=", id).execute();
  await tx.deleteFrom("removed").where("feed", "=", feed).where("id", "=", id).execute();
  await tx.deleteFrom("events").where("feed", "=", feed).where("id", "=", id).execute();
  for (const number of new Set([...versions, ...changes].map((each) => each.number))) {
    const row = await tx
      .selectFrom("publications")
      .select(["facts", "delivered"])
      .where("feed", "=", feed)
      .where("number", "=", number)
      .executeTakeFirstOrThrow();
    if (row.delivered === "") continue;
    const facts = JSON.parse(row.facts) as Publication;
    const version = versions.find((each) => each.number === number);
    const change = changes.find((each) => each.number === number);
    const counts = countsWithout(facts.counts, version?.record, change?.kind);
    const changed = { ...facts, counts, ...(version !== undefined && { forgotten: true }) };
    await tx
      .updateTable("publications")
      .set({
        facts: JSON.stringify(changed),
        records: counts.records,
        ...(version !== undefined && {
          delivered: JSON.stringify(withoutRejected(JSON.parse(row.delivered) as DeliveredParts, id)),
        }),
      })
      .where("feed", "=", feed)
      .where("number", "=", number)
      .execute();
  }
}

function countsWithout(
  counts: Publication["counts"],
  record: AnyRecord | undefined,
  kind: ChangeKind | undefined,
): Publication["counts"] {
  return {
    ...counts,
    records: counts.records - (record === undefined ? 0 : 1),
    active: counts.active - (record?.["is_active"] === true ? 1 : 0),
    ...(kind !== undefined && { [kind]: counts[kind] - 1 }),
  };
}

export function withoutRejected(delivered: DeliveredParts, id: string): DeliveredParts {
  return Object.fromEntries(
    Object.entries(delivered).map(([part, { rejected, ...rest }]) => {
      const { [id]: _, ...others } = rejected;
      return [part, { ...rest, rejected: others }];
    }),
  );
}

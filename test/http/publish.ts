import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { recordType } from "../../src/model/record-types/index.js";
import { memorySpill } from "../../src/convert/spill.js";
import { ensureFeed } from "../../src/feeds/lists/feed-log.js";
import type { ChangedRow } from "../../src/feeds/lists/changes.js";
import type { Publication, ServedEncoding } from "../../src/feeds/lists/publication.js";
import { writePublication } from "../../src/feeds/lists/publish.js";
import type { ServedFeed } from "../../src/http/publications.js";
import { joinExported } from "../../src/outbox/join.js";
import { stampPublication } from "../../src/store/horizons.js";
import type { Store } from "../../src/store/store.js";
import type { StoredEncoding } from "../../src/store/states.js";

/** Real publications of given records, with the publisher's own transaction. */

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const nothing = "0".repeat(64);

export async function publish(
  store: Store,
  feed: string,
  number: number,
  records: readonly Readonly<{ external_id: string; [field: string]: unknown }>[],
  {
    at = "2026-03-01T08:15:00.123Z",
    envelope,
    rolledBackTo,
  }: { at?: string; envelope?: string; rolledBackTo?: number } = {},
): Promise<Publication> {
  const json = JSON.stringify(envelope === undefined ? records : { [envelope]: records });
  const bytes: Record<ServedEncoding, Buffer> = {
    identity: Buffer.from(json),
    gzip: gzipSync(json),
    br: brotliCompressSync(json, quick),
  };
  const zeros = { added: 0, changed: 0, revived: 0, deactivated: 0, removed: 0, carried: 0 };
  const publication: Publication = {
    feed,
    record: feed.split("/")[1] ?? "",
    number,
    published_at: at,
    columns: Object.keys(records[0] ?? {}),
    counts: { records: records.length, active: records.length, ...zeros },
    source: { sha256: nothing, name: "export.csv" },
    mapping_sha256: nothing,
    engine: "test",
    list_sha256: nothing,
    served: { identity: factsOf(bytes.identity), gzip: factsOf(bytes.gzip), br: factsOf(bytes.br) },
  };
  const spill = memorySpill();
  const rows = records.map((record): ChangedRow => [
    record.external_id,
    "",
    "[]",
    null,
    null,
    JSON.stringify(record),
    "{}",
    null,
  ]);
  await store.transaction(async (tx) => {
    const { id } = await ensureFeed(tx, feed);
    const ids = records.map(({ external_id }) => external_id);
    await tx
      .deleteFrom("records")
      .where("feed", "=", id)
      .where("id", "not in", ["", ...ids])
      .execute();
    await writePublication(store, tx, id, {
      publication,
      delivered: {},
      changes: { rows: [await spill.append(Buffer.from(JSON.stringify(rows)))], dropped: [] },
      removed: [new Map(), new Map()],
      bodies: new Map([
        ["gzip", bytes.gzip],
        ["br", bytes.br],
      ]),
    });
    if (recordType(feed.split("/")[1] ?? "")?.served !== "one by one") return;
    const visible = { account: feed.split("/")[0] ?? "", feed: id, number };
    const isRollback = rolledBackTo !== undefined;
    if (feed.endsWith("/payables-invoice")) await joinExported(store, tx, { ...visible, isRollback });
    await stampPublication(store, tx, visible);
  });
  return publication;
}

function factsOf(body: Buffer): Publication["served"]["identity"] {
  return { bytes: body.length, sha256: createHash("sha256").update(body).digest("hex") };
}

/** Changes the stored bytes of a feed's current publication, like a failing disk. */
export async function damage(
  { db }: Store,
  feed: string,
  encoding: StoredEncoding,
  damaged: (bytes: Buffer) => Buffer,
): Promise<void> {
  const { id } = await ensureFeed(db, feed);
  const { bytes } = await db
    .selectFrom("bodies")
    .select("bytes")
    .where("feed", "=", id)
    .where("encoding", "=", encoding)
    .where("piece", "=", 0)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("bodies")
    .set({ bytes: damaged(Buffer.from(bytes)) })
    .where("feed", "=", id)
    .where("encoding", "=", encoding)
    .where("piece", "=", 0)
    .execute();
}

export function feedAt(name: string, stale = false): ServedFeed {
  return { name, isStale: () => stale };
}

import { createHash } from "node:crypto";
import { compress } from "./compress.js";
import { servedJson } from "../../formats/output/served.js";
import { failure } from "../../errors.js";
import type { FeedState } from "../lists/feed-state.js";
import type { NewEntry } from "../lists/log.js";
import type { DeliveredParts, Publication } from "../lists/publication.js";
import type { NewPublication } from "../lists/publish.js";
import type { Current } from "../lists/publications.js";
import { linesIn } from "../../formats/output/stored-line.js";
import { recordBytes, type List } from "../lists/list.js";
import type { Reconciled } from "../lists/reconcile.js";
import type { OpenFeed, FeedCommit } from "./open-feed.js";
import { day } from "../../model/time-spans.js";
import type { StoredEncoding } from "../../store/states.js";

/**
 * Step 4 of the publish protocol (`docs/semantics.md` section 5): prepares everything and then publishes in one
 * transaction.
 */

interface ListToPublish
  extends
    Pick<Publication, "source" | "mapping_sha256" | "rolled_back_to">,
    Pick<FeedCommit, "documents" | "others" | "also"> {
  readonly result: Reconciled;
  readonly columns: readonly string[];
  readonly delivered: DeliveredParts;
  /** Number of the new version. Default: the number after the current version. */
  readonly number?: number;
  readonly entries: (number: number) => readonly NewEntry[];
}

/**
 * Publishes a list and returns the number of the new version. Throws `lease_lost` if another process took the feed,
 * `list_moved`, `clock_wrong`, or errors from the store.
 */
export async function publishList(open: OpenFeed, list: ListToPublish): Promise<number> {
  const { result, delivered, documents, others, also } = list;
  const now = open.setup.clock.now();
  const last = aheadOf(open.state(), now);
  if (last !== undefined)
    throw failure("clock_wrong", { now: now.toISOString(), feed: open.feed.name, last });
  const number = list.number ?? open.number() + 1;
  const { current, list: all } = await open.published();
  const isOneByOne = open.feed.type.served === "one by one";
  const [{ bodies, served }, list_sha256] = await Promise.all([
    isOneByOne ? noBodies : servedBodies(open, list),
    isOneByOne ? hashAfter(current, result) : hashOf(recordBytes(result.list)),
  ]);
  const publication = { ...publicationOf(open, list, number, timeAfter(current, now)), list_sha256, served };
  await open.commit({
    entries: list.entries(number),
    documents,
    others,
    also,
    publication: {
      publication,
      delivered,
      changes: result.changes,
      removed: [all.removed, result.list.removed],
      bodies,
    },
  });
  return number;
}

/** Returns the time of the last version if it is more than a day ahead of the clock. */
export function aheadOf({ lastPublishedAt: last }: FeedState, now: Date): string | undefined {
  return last === undefined || now.getTime() >= Date.parse(last) - day ? undefined : last;
}

/**
 * Clients compare the times of versions, so times never decrease, even if the clock is set back. No two versions
 * share the same second, because the platform identifies files by the second of their version.
 */
function timeAfter(current: Current | undefined, now: Date): Date {
  const last = current === undefined ? -Infinity : Date.parse(current.publication.published_at);
  return new Date(Math.max(now.getTime(), (Math.floor(last / 1_000) + 1) * 1_000));
}

function publicationOf(
  open: OpenFeed,
  list: ListToPublish,
  number: number,
  at: Date,
): Omit<Publication, "list_sha256" | "served"> {
  const { count: records, active } = list.result.list;
  const { serve, name, type } = open.feed;
  return {
    feed: name,
    record: type.name,
    number,
    published_at: at.toISOString(),
    columns: [...list.columns],
    counts: {
      records,
      active,
      ...list.result.changes.kinds,
      carried: Object.values(list.result.carried).reduce((sum, each) => sum + each, 0),
    },
    source: list.source,
    mapping_sha256: list.mapping_sha256,
    ...(Object.keys(serve).length === 0 ? {} : { serve }),
    ...(list.rolled_back_to !== undefined && { rolled_back_to: list.rolled_back_to }),
    engine: open.setup.engine,
  };
}

async function hashOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

/**
 * Hash of a list whose records are fetched individually: the sum of the hashes of its lines, modulo 2^256. To update
 * the hash, only the changed records are needed.
 */
async function hashAfter(current: Current | undefined, { compared, list }: Reconciled): Promise<string> {
  const before = compared === undefined ? 0n : BigInt(`0x${current?.publication.list_sha256 ?? "0"}`);
  const gone = compared === undefined ? 0n : await sumOfHashes(compared.before);
  const sum = before - gone + (await sumOfHashes(compared?.after ?? list));
  return BigInt.asUintN(256, sum).toString(16).padStart(64, "0");
}

async function sumOfHashes(list: List): Promise<bigint> {
  let sum = 0n;
  for await (const piece of recordBytes(list)) {
    for (const { bytes, from, end } of linesIn(piece)) {
      const hash = createHash("sha256").update(bytes.subarray(from, end)).digest("hex");
      sum += BigInt(`0x${hash}`);
    }
  }
  return sum;
}

/** Records that are fetched individually have no list file. */
const noBytes = factsOf(new Uint8Array());
const noBodies = {
  bodies: new Map<StoredEncoding, Uint8Array>(),
  served: { identity: noBytes, gzip: noBytes, br: noBytes },
};

/**
 * Compresses the list while it is generated. The uncompressed bytes are counted and hashed but not kept, because they
 * can be restored from the compressed bytes.
 */
async function servedBodies(
  open: OpenFeed,
  { result, columns }: ListToPublish,
): Promise<Pick<NewPublication, "bodies"> & Pick<Publication, "served">> {
  const { type, serve } = open.feed;
  const hash = createHash("sha256");
  let length = 0;
  async function* plain(): AsyncGenerator<Uint8Array> {
    for await (const chunk of servedJson(type, columns, recordBytes(result.list), serve)) {
      const bytes = Buffer.from(chunk);
      hash.update(bytes);
      length += bytes.length;
      yield bytes;
    }
  }
  const { gzip, br } = await compress(plain());
  return {
    bodies: new Map([
      ["gzip", gzip],
      ["br", br],
    ]),
    served: { identity: { bytes: length, sha256: hash.digest("hex") }, gzip: factsOf(gzip), br: factsOf(br) },
  };
}

function factsOf(bytes: Uint8Array): Publication["served"]["gzip"] {
  return { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

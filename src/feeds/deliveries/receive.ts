import { packed } from "../../formats/archive/pack.js";
import { openTable } from "../../formats/index.js";
import { defaultLimits } from "../../formats/limits.js";
import { failure, type LadingError } from "../../errors.js";
import { firstOf, visible } from "../../sentence.js";
import { deliveriesFromArrival, deliveriesOf, deliveryOf } from "../lists/feed-log.js";
import { unreadName } from "../lists/feed-state.js";
import type { Arrival, NewEntry } from "../lists/log.js";
import type { SourceFile, Source } from "../../connectors/sources/source.js";
import type { NameParts } from "../../connectors/sources/patterns.js";
import { diskFile } from "../../system/read-file.js";
import type { Feed, SetMember } from "../../workspace/workspace.js";
import type { OpenFeed } from "./open-feed.js";
import type { Setup } from "./setup.js";

/** A complete file at a source, claimed by a feed. */
export interface ClaimedFile {
  readonly source: string;
  readonly file: SourceFile;
  /** The done file that accompanies the file and is removed together with it. */
  readonly doneFile: SourceFile | undefined;
  readonly parts: Claimed;
}

/** Information that the claiming feed derives from the file name. */
export interface Claimed extends NameParts {
  /** The file's role in a set. Absent if the file is a complete delivery. */
  readonly member?: SetMember;
}

/** The files of one delivery, usually a single file. The delivery is named after the first file. */
export type Batch = readonly [ClaimedFile, ...ClaimedFile[]];

/** A corrected rejects file belongs to the feed that claimed the original file. */
const rejectsEnding = ".rejects.csv";

/** Returns what the feed derives from the name of a file, or undefined if the feed does not claim the file. */
export function claim(feed: Feed, source: string, name: string): Claimed | undefined {
  if (!feed.sources.includes(source)) return undefined;
  const isRejects = name.toLowerCase().endsWith(rejectsEnding);
  const own = isRejects ? name.slice(0, -rejectsEnding.length) : name;
  for (const pattern of feed.patterns) {
    const parts = pattern.match(own) ?? pattern.match(name);
    if (parts === undefined) continue;
    if (feed.parts.length > 0 && !feed.parts.includes(parts.part)) return undefined;
    // Corrected rows are in one table, even if the original rows came from several files.
    const member = isRejects ? undefined : feed.set?.members.find((each) => each.pattern === pattern);
    return member === undefined ? parts : { ...parts, member };
  }
  return undefined;
}

export function arrivalOf(claimedFile: ClaimedFile): Arrival {
  const { name, size, modified, identity } = claimedFile.file;
  return { source: claimedFile.source, name, size, modified, identity };
}

/**
 * A delivery whose files were copied to a blob or refused because of their size. The delivery is not in the log yet.
 */
export interface Copied {
  readonly first: ClaimedFile;
  /** SHA-256 hash of the bytes. If the files were refused, the result of `unreadName` instead. */
  readonly sha256: string;
  readonly isRefused: boolean;
  /** Number of bytes copied. */
  readonly size: number;
  readonly entries: readonly NewEntry[];
}

/**
 * Step 1 of the publish protocol (`docs/semantics.md` section 5): copies a delivery's files into a blob. `noteReceived`
 * is the next step. By default, files that are already in the log are not fetched again. If `isCompared` is true, such
 * files are fetched again, because their content may have changed.
 *
 * A file over the size limit becomes a rejected delivery without being copied. Returns `known` if the log already
 * contains the file with this content. Throws `arrival_changed` if a file changed after it was listed.
 */
export async function receive(
  open: OpenFeed,
  batch: Batch,
  signal: AbortSignal,
  isCompared = false,
): Promise<"known" | Copied> {
  const { setup, feed } = open;
  const { blobs, db } = setup.store;
  const [first] = batch;
  const arrival = arrivalOf(first);
  const known = await deliveryOf(db, feed.name, arrival);
  const tooLarge = await whyTooLarge(setup, batch);
  // The size limit may have been raised since the file was rejected.
  const isRefused = known?.sha256 === unreadName(arrival);
  const isKnown =
    known !== undefined && (!isRefused || tooLarge !== undefined) && (await isHere(open, known));
  const isAgain = isKnown && isCompared && tooLarge === undefined;
  if (isKnown && !isAgain) return "known";
  if (tooLarge !== undefined) {
    const delivery = unreadName(arrival);
    const codes = ["limit_exceeded"];
    const rejection = { state: "REJECTED", delivery, codes, reason: tooLarge } as const;
    const entries = [...receipts(batch, { delivery, unread: true }), rejection];
    return { first, sha256: delivery, isRefused: true, size: 0, entries };
  }
  const here = isAlone(batch) && !isAgain ? await fetchedFor(open, arrival) : undefined;
  const sha256 = here ?? (await blobs.put(await arrivalBytes(setup, batch, signal))).sha256;
  const size = batch.reduce((sum, { file }) => sum + file.size, 0);
  const copied = { first, sha256, isRefused: false, size };
  if (known?.sha256 === sha256) return isAgain ? "known" : { ...copied, entries: [] };
  const path = await blobs.get(sha256);
  if (path === undefined) throw arrivalChanged(first);
  return { ...copied, entries: await receiptsOf(open, batch, sha256, path) };
}

/**
 * Step 2 of the publish protocol: records deliveries and arrivals in one transaction, as RECEIVED and, if the files
 * were refused because of their size, also as REJECTED. Throws `arrival_changed` if a blob no longer exists.
 */
export async function noteReceived(open: OpenFeed, copies: readonly Copied[]): Promise<void> {
  const entries = copies.flatMap((copied) => copied.entries);
  if (entries.length === 0) return;
  const { blobs } = open.setup.store;
  await open.commit({
    entries,
    also: async (tx) => {
      // The cleanup of unreferenced blobs may have deleted the blob, because no delivery referenced it yet.
      for (const { first, sha256, isRefused } of copies)
        if (!isRefused && !(await blobs.has(sha256, tx))) throw arrivalChanged(first);
    },
  });
}

/**
 * True if a delivery in the log has been decided or its bytes are stored, so its files do not have to be fetched again.
 */
export async function isHere(
  { setup }: Pick<OpenFeed, "setup">,
  { sha256, status }: NonNullable<Awaited<ReturnType<typeof deliveryOf>>>,
): Promise<boolean> {
  const isDecided = status !== "RECEIVED" && status !== "WAITING";
  return isDecided || (await setup.store.blobs.get(sha256)) !== undefined;
}

function isAlone([{ parts }]: Batch): boolean {
  return parts.member === undefined;
}

/** The bytes of a delivery: its only file, or an archive with a folder for each member of the set. */
export async function arrivalBytes(
  setup: Pick<Setup, "source">,
  batch: Batch,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const [first] = batch;
  if (isAlone(batch)) return (await setup.source(first.source)).fetch(first.file, signal);
  const files = batch.filter(({ parts }) => parts.member?.kind !== "marker");
  const sources = await Promise.all(files.map(({ source }) => setup.source(source)));
  return packed(
    files.map(({ file, parts }, at) => ({
      name: `${parts.member?.name ?? ""}/${file.name.replaceAll(/[\\/]/g, "_")}`,
      bytes: () => (sources[at] as Source).fetch(file, signal),
    })),
  );
}

export function otherClaimants({ setup, feed }: OpenFeed, { source, name }: Arrival): readonly Feed[] {
  return setup.workspace.feeds.filter(
    (other) => other.name !== feed.name && claim(other, source, name) !== undefined,
  );
}

/**
 * Returns the SHA-256 hash of the blob if another feed already fetched the same arrival, so that shared files are
 * fetched only once.
 */
async function fetchedFor(open: OpenFeed, arrival: Arrival): Promise<string | undefined> {
  const { blobs, db } = open.setup.store;
  const others = otherClaimants(open, arrival).map(({ name }) => name);
  for (const sha256 of await deliveriesFromArrival(db, others, arrival)) {
    if ((await blobs.get(sha256)) !== undefined) return sha256;
  }
  return undefined;
}

/**
 * Returns an explanation if the files exceed the size limit of their source or of Lading. Otherwise, returns undefined.
 */
export async function whyTooLarge(setup: Pick<Setup, "source">, batch: Batch): Promise<string | undefined> {
  const sources = await Promise.all(batch.map(({ source }) => setup.source(source)));
  const allowed = Math.min(...sources.map(({ largest = Infinity }) => largest), defaultLimits.bytes);
  const size = batch.reduce((sum, { file }) => sum + file.size, 0);
  if (size <= allowed) return undefined;
  if (isAlone(batch))
    return `The file is ${size} bytes long. Maximum: ${allowed}. The file was rejected without being read, and it was not copied from its source.`;
  const largest = [...batch].sort((a, b) => b.file.size - a.file.size);
  const sizes = firstOf(largest.map(({ file }) => `${visible(file.name)} has ${file.size}`));
  return `The total size of the batch is ${size} bytes (${sizes}). Maximum: ${allowed}. The files were rejected without being read, and they were not copied from their source.`;
}

function arrivalChanged({ file, source }: ClaimedFile): LadingError {
  return failure("arrival_changed", { source, name: file.name });
}

type Receipt = Extract<NewEntry, { state: "RECEIVED" }>;

/** `path` is the file with the delivery's bytes. */
export async function receiptsOf(
  open: OpenFeed,
  batch: Batch,
  sha256: string,
  path: string,
): Promise<readonly Receipt[]> {
  const about = { delivery: sha256 };
  if (!isAlone(batch)) return receipts(batch, about);
  const amends = await amendedDelivery(open, path);
  if (amends === undefined) return receipts(batch, about);
  const [amended] = await deliveriesOf(open.setup.store.db, open.feed.name, { beginning: amends });
  return receipts(batch, { ...about, amends }).map((each) => ({ ...each, part: amended?.part ?? each.part }));
}

/** The entries are in reverse order, because the last entry names the delivery. */
function receipts(batch: Batch, about: Pick<Receipt, "delivery" | "amends" | "unread">): readonly Receipt[] {
  return batch.toReversed().map((claimedFile) => ({
    ...about,
    state: "RECEIVED",
    arrival: arrivalOf(claimedFile),
    part: claimedFile.parts.part,
    sequence: claimedFile.parts.sequence,
  }));
}

/**
 * Returns the SHA-256 hash of the delivery that a rejects file corrects, from its `lading_delivery` column. Returns
 * undefined if the column does not name exactly one known delivery.
 */
async function amendedDelivery(open: OpenFeed, path: string): Promise<string | undefined> {
  const file = await diskFile(path);
  for await (const head of file.stream()) {
    if (!Buffer.from(head).includes("lading_delivery")) return undefined;
    break;
  }
  const table = await openTable(file, { format: "delimited", header: "1" }, defaultLimits);
  const column = table.headings?.findIndex((heading) => heading.trim() === "lading_delivery") ?? -1;
  const named = new Set<string>();
  for await (const batch of table.rows) {
    for (const row of batch) named.add((row.cells[column] ?? "").trim());
  }
  const [only = ""] = named;
  const isSha256 = named.size === 1 && /^[0-9a-f]{64}$/.test(only);
  const known = isSha256 ? await deliveriesOf(open.setup.store.db, open.feed.name, { beginning: only }) : [];
  return known.length === 1 ? only : undefined;
}

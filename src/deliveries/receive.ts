import { openTable } from "../formats/index.js";
import { defaultLimits } from "../formats/limits.js";
import { failure, type LadingError } from "../errors.js";
import { broughtTo, deliveriesOf, deliveryOf } from "../lists/feed-log.js";
import { unreadName } from "../lists/feed-state.js";
import type { Arrival, NewEntry } from "../lists/log.js";
import type { SeenFile, Source } from "../sources/source.js";
import type { NameParts } from "../sources/patterns.js";
import { diskFile } from "../sources/disk.js";
import type { Feed } from "../workspace/workspace.js";
import type { OpenFeed } from "./open-feed.js";

/** A whole file at a source that a feed claims. */
export interface ClaimedFile {
  readonly source: string;
  readonly file: SeenFile;
  /** Its done file, taken away with it. */
  readonly doneFile: SeenFile | undefined;
  readonly parts: NameParts;
}

/** A corrected rejects file is claimed by the feed that claimed the file it came from. */
const rejectsEnding = ".rejects.csv";

/** What a file name says to a feed; undefined when the feed does not claim it. */
export function claim(feed: Feed, source: string, name: string): NameParts | undefined {
  if (!feed.sources.includes(source)) return undefined;
  const own = name.toLowerCase().endsWith(rejectsEnding) ? name.slice(0, -rejectsEnding.length) : name;
  for (const pattern of feed.patterns) {
    const parts = pattern.match(own) ?? pattern.match(name);
    if (parts === undefined) continue;
    return feed.parts.length === 0 || feed.parts.includes(parts.part) ? parts : undefined;
  }
  return undefined;
}

export function arrivalOf(claimedFile: ClaimedFile): Arrival {
  const { name, size, modified, identity } = claimedFile.file;
  return { source: claimedFile.source, name, size, modified, identity };
}

/**
 * Steps 1 and 2 of the publish protocol (`docs/semantics.md` section 5): copies a file into a blob and says so in the log.
 * What the log knows already is not read again.
 *
 * A file that is too large to be read is refused by its size alone: it is a delivery, rejected, of which not a byte was taken.
 *
 * @returns `known`: nothing was done
 * @throws arrival_changed, when it is no longer the file that was seen
 */
export async function receive(
  open: OpenFeed,
  claimedFile: ClaimedFile,
  signal: AbortSignal,
): Promise<"known" | "received" | "refused"> {
  const { setup, feed } = open;
  const { blobs, db } = setup.store;
  const arrival = arrivalOf(claimedFile);
  const known = await deliveryOf(db, feed.name, arrival);
  const tooLarge = whyTooLarge(claimedFile, await setup.source(claimedFile.source));
  // The limit may have been raised since.
  const isRefused = known?.sha256 === unreadName(arrival);
  if (known !== undefined && (!isRefused || tooLarge !== undefined)) {
    const isDecided = known.status !== "RECEIVED" && known.status !== "WAITING";
    if (isDecided || (await blobs.get(known.sha256)) !== undefined) return "known";
  }
  if (tooLarge !== undefined) {
    const delivery = unreadName(arrival);
    const { part, sequence } = claimedFile.parts;
    await open.note(
      { state: "RECEIVED", delivery, arrival, part, sequence, unread: true },
      { state: "REJECTED", delivery, codes: ["limit_exceeded"], reason: tooLarge },
    );
    return "refused";
  }
  const source = await setup.source(claimedFile.source);
  const here = await fetchedFor(open, arrival);
  const sha256 = here ?? (await blobs.put(source.fetch(claimedFile.file, signal))).sha256;
  if (known?.sha256 === sha256) return "received";
  const path = await blobs.get(sha256);
  if (path === undefined) throw arrivalChanged(source.name, claimedFile);
  await open.commit({
    entries: [await receipt(open, claimedFile, sha256, path)],
    also: async (tx) => {
      // One that lay there unnamed may have been swept since it was put.
      if (!(await blobs.has(sha256, tx))) throw arrivalChanged(source.name, claimedFile);
    },
  });
  return "received";
}

/** The other feeds that claim a file. */
export function otherClaimants({ setup, feed }: OpenFeed, { source, name }: Arrival): readonly Feed[] {
  return setup.workspace.feeds.filter(
    (other) => other.name !== feed.name && claim(other, source, name) !== undefined,
  );
}

/** A file that many feeds claim is fetched once: the bytes that one of the others has of the same arrival are those that this one would get. */
async function fetchedFor(open: OpenFeed, arrival: Arrival): Promise<string | undefined> {
  const { blobs, db } = open.setup.store;
  const others = otherClaimants(open, arrival).map(({ name }) => name);
  for (const sha256 of await broughtTo(db, others, arrival)) {
    if ((await blobs.get(sha256)) !== undefined) return sha256;
  }
  return undefined;
}

/** Why a file is not to be read, as a sentence; undefined when it is. */
export function whyTooLarge({ file }: ClaimedFile, { largest = Infinity }: Source): string | undefined {
  const allowed = Math.min(largest, defaultLimits.bytes);
  if (file.size <= allowed) return undefined;
  return `The file has ${file.size} bytes, and at most ${allowed} are taken. It was refused by its size, unread, and is nowhere but at its source.`;
}

function arrivalChanged(source: string, { file }: ClaimedFile): LadingError {
  return failure("arrival_changed", { source, name: file.name });
}

/** What the log says of a file whose bytes, at `path`, are here. */
export async function receipt(
  open: OpenFeed,
  claimedFile: ClaimedFile,
  sha256: string,
  path: string,
): Promise<Extract<NewEntry, { state: "RECEIVED" }>> {
  const amends = await amendedDelivery(open, path);
  const [amended] =
    amends === undefined
      ? []
      : await deliveriesOf(open.setup.store.db, open.feed.name, { beginning: amends });
  return {
    state: "RECEIVED",
    delivery: sha256,
    arrival: arrivalOf(claimedFile),
    part: amended?.part ?? claimedFile.parts.part,
    sequence: claimedFile.parts.sequence,
    ...(amends === undefined ? {} : { amends }),
  };
}

/** The delivery that a rejects file amends: the one that its `lading_delivery` column names. */
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

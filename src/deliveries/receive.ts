import { openTable } from "../formats/index.js";
import { defaultLimits } from "../formats/limits.js";
import { bytesOf } from "../lists/filing.js";
import { arrivalKey, type DeliveryState } from "../lists/feed-state.js";
import type { Arrival, NewEntry } from "../lists/journal.js";
import { intoSpool, spoolPath } from "../lists/spool.js";
import type { SeenFile } from "../sources/source.js";
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
 * Steps 1 and 2 of the publish protocol (`docs/semantics.md` section 5): copies a file into the spool and says so in the
 * journal. What the journal knows already is not read again.
 *
 * @returns false when nothing was done, because the arrival is known
 * @throws arrival_changed, when it is no longer the file that was seen
 */
export async function receive(
  open: OpenFeed,
  claimedFile: ClaimedFile,
  signal: AbortSignal,
): Promise<boolean> {
  const { setup, feed } = open;
  const { data } = setup.workspace;
  const arrival = arrivalOf(claimedFile);
  const known = knownDelivery(open, arrival);
  if (known !== undefined) {
    const isDecided = known.status !== "RECEIVED" && known.status !== "WAITING";
    if (isDecided || (await bytesOf(setup.disk, data, feed, known)) !== undefined) {
      return false;
    }
  }
  const source = await setup.source(claimedFile.source);
  const { sha256 } = await intoSpool(setup.disk, data, feed.name, source.fetch(claimedFile.file, signal));
  if (known?.sha256 === sha256) return true;
  await open.note(await receipt(open, claimedFile, sha256, spoolPath(data, feed.name, sha256)), "durable");
  return true;
}

/** What the journal says of a file whose bytes, at `path`, are here. */
export async function receipt(
  open: OpenFeed,
  claimedFile: ClaimedFile,
  sha256: string,
  path: string,
): Promise<Extract<NewEntry, { state: "RECEIVED" }>> {
  const amends = await amendedDelivery(open, path);
  const amended = amends === undefined ? undefined : open.state().deliveries.get(amends);
  return {
    state: "RECEIVED",
    delivery: sha256,
    arrival: arrivalOf(claimedFile),
    part: amended?.part ?? claimedFile.parts.part,
    sequence: claimedFile.parts.sequence,
    ...(amends === undefined ? {} : { amends }),
  };
}

function knownDelivery(open: OpenFeed, arrival: Arrival): DeliveryState | undefined {
  const { byArrival, deliveries } = open.state();
  const sha256 = byArrival.get(arrivalKey(arrival));
  return sha256 === undefined ? undefined : deliveries.get(sha256);
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
  return named.size === 1 && open.state().deliveries.has(only) ? only : undefined;
}

import { basename, join } from "node:path";
import type { Disk } from "../storage/disk.js";
import { ensureFolder, exists, linkDurably, namesIn, writeNew } from "../storage/durable.js";
import { lastArrival, type DeliveryState } from "./feed-state.js";
import { outOfSpool, spooledOf, spoolPath } from "./spool.js";

/**
 * Where the bytes of a decided delivery are kept, with its report: one folder per delivery, named by when it was received
 * and what it is, in `archive/`, `rejected/`, `held/` or `quarantine/` of the feed.
 */

export const filingFolders = ["archive", "rejected", "held", "quarantine"] as const;
export type FilingFolder = (typeof filingFolders)[number];

export function filingFolderOf(status: DeliveryState["status"]): FilingFolder | undefined {
  switch (status) {
    case "PUBLISHED":
    case "UNCHANGED":
    case "SUPERSEDED":
      return "archive";
    case "REJECTED":
      return "rejected";
    case "HELD":
      return "held";
    case "QUARANTINED":
      return "quarantine";
    case "RECEIVED":
    case "WAITING":
      return undefined;
  }
}

/** A feed by its name and the folder that holds what is kept of it. */
interface FeedPlace {
  readonly name: string;
  readonly folder: string;
}

/** `20260301T040012Z-9c1f03aa7b21`: sorts by time, readable, unique in a feed. */
export function fileName(delivery: Pick<DeliveryState, "receivedAt" | "sha256">): string {
  return `${delivery.receivedAt.replace(/[-:]|\.\d+/g, "")}-${delivery.sha256.slice(0, 12)}`;
}

/** A partner's file name as a label: no path, nothing that a shell or a terminal could trip over. */
export function labelOf(name: string): string {
  const label = basename(name)
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._ -]+/gu, "_")
    .replace(/^[.\-_ ]+/, "")
    .slice(0, 80);
  return label === "" || label === "report.json" || label === "rejects.csv" ? `delivery-${label}` : label;
}

/** Where the bytes of a delivery are: in the spool, or filed; undefined when they are nowhere. */
export async function bytesOf(
  disk: Disk,
  data: string,
  feed: FeedPlace,
  delivery: DeliveryState,
): Promise<string | undefined> {
  const spooled = spoolPath(data, feed.name, delivery.sha256);
  if (await exists(disk, spooled)) return spooled;
  for (const filingFolder of filingFolders) {
    const filed = await filedBytes(disk, join(feed.folder, filingFolder, fileName(delivery)));
    if (filed !== undefined) return filed;
  }
  return undefined;
}

async function filedBytes(disk: Disk, folder: string): Promise<string | undefined> {
  const { bytes } = JSON.parse(
    (await exists(disk, join(folder, "filed.json")))
      ? (await disk.readFile(join(folder, "filed.json"))).toString("utf8")
      : "{}",
  ) as { bytes?: string };
  if (bytes === undefined) return undefined;
  const path = join(folder, bytes);
  return (await exists(disk, path)) ? path : undefined;
}

/**
 * Files a delivery with its papers, durably and as a whole; what was filed of it before is replaced. The bytes are never
 * nowhere: the new folder is complete before an old one goes.
 */
export async function fileDelivery(
  disk: Disk,
  data: string,
  feed: FeedPlace,
  delivery: DeliveryState,
  filingFolder: FilingFolder,
  papers: ReadonlyMap<string, Iterable<string>>,
): Promise<void> {
  const bytes = await bytesOf(disk, data, feed, delivery);
  if (bytes === undefined) return;
  const name = fileName(delivery);
  await ensureFolder(disk, join(data, "tmp"));
  await ensureFolder(disk, join(feed.folder, filingFolder));
  const draft = join(data, "tmp", feedTemporary(feed.name, `filing-${name}`));
  await disk.remove(draft);
  await disk.mkdir(draft);
  const label = labelOf(lastArrival(delivery).name);
  await disk.link(bytes, join(draft, label));
  for (const [paper, contents] of papers) await writeNew(disk, join(draft, paper), contents);
  await writeNew(disk, join(draft, "filed.json"), [`${JSON.stringify({ bytes: label })}\n`]);
  await disk.syncFolder(draft);

  const target = join(feed.folder, filingFolder, name);
  if (await exists(disk, target)) {
    // A folder cannot be replaced by one rename; the bytes stay reachable in the spool or under a second name meanwhile.
    // A copy of the data folder may have lost its empty folders.
    await ensureFolder(disk, join(data, "spool"));
    await linkDurably(disk, join(draft, label), spoolPath(data, feed.name, delivery.sha256));
    await disk.remove(target);
  }
  await disk.rename(draft, target);
  await disk.syncFolder(join(feed.folder, filingFolder));
}

/** Moves what is filed of a delivery, with its papers, to where its status says. Nothing happens when it is there. */
export async function refileDelivery(disk: Disk, feedFolder: string, delivery: DeliveryState): Promise<void> {
  const name = fileName(delivery);
  const home = filingFolderOf(delivery.status);
  if (home === undefined) return;
  for (const filingFolder of filingFolders) {
    const filed = join(feedFolder, filingFolder, name);
    if (filingFolder === home || !(await exists(disk, filed))) continue;
    if (await exists(disk, join(feedFolder, home, name))) break;
    await ensureFolder(disk, join(feedFolder, home));
    await disk.rename(filed, join(feedFolder, home, name));
    await disk.syncFolder(join(feedFolder, home));
    await disk.syncFolder(join(feedFolder, filingFolder));
  }
  await tidyFiling(disk, feedFolder, delivery);
}

/** Removes what is filed of a delivery in other cabinets than the one that it belongs to now. */
export async function tidyFiling(disk: Disk, feedFolder: string, delivery: DeliveryState): Promise<void> {
  const name = fileName(delivery);
  const home = filingFolderOf(delivery.status);
  if (home === undefined || !(await exists(disk, join(feedFolder, home, name)))) return;
  for (const filingFolder of filingFolders) {
    if (filingFolder !== home) await disk.remove(join(feedFolder, filingFolder, name));
  }
}

/**
 * Takes out of the spool what the feed needs there no more: bytes that are filed, and bytes that no journal line names, which
 * a crash left between the two; their file still lies at its source, or was taken back before it was received.
 *
 * @param knowsAll whether the journal is whole, so that bytes it does not name were never received
 */
export async function tidySpool(
  disk: Disk,
  data: string,
  feed: FeedPlace,
  deliveries: ReadonlyMap<string, DeliveryState>,
  knowsAll: boolean,
): Promise<void> {
  for (const sha256 of await spooledOf(disk, data, feed.name)) {
    const delivery = deliveries.get(sha256);
    const isDone = delivery === undefined ? knowsAll : await isFiled(disk, feed, delivery);
    if (isDone) await outOfSpool(disk, data, feed.name, sha256);
  }
}

async function isFiled(disk: Disk, feed: FeedPlace, delivery: DeliveryState): Promise<boolean> {
  const filingFolder = filingFolderOf(delivery.status);
  if (filingFolder === undefined) return false;
  return (await filedBytes(disk, join(feed.folder, filingFolder, fileName(delivery)))) !== undefined;
}

/** Name in `tmp/` of something that only the holder of the feed's lock makes. */
export function feedTemporary(feed: string, what: string): string {
  return `${feed.replace("/", "~")}~${what}`;
}

/** Drops what an interrupted run of this feed left in `tmp/`. */
export async function dropDrafts(disk: Disk, data: string, feed: string): Promise<void> {
  const prefix = feedTemporary(feed, "");
  for (const name of await namesIn(disk, join(data, "tmp"))) {
    if (name.startsWith(prefix)) await disk.remove(join(data, "tmp", name));
  }
}

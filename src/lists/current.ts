import { join } from "node:path";
import { realDisk, type Disk } from "../storage/disk.js";
import { hasCode } from "../storage/durable.js";
import { readJournal, type Entry } from "./journal.js";
import type { Manifest } from "./manifest.js";
import { firstDifferent, publicationNumbers } from "./publish.js";
import { unsealed } from "./seal.js";

/** What readers of a feed see: its current publication. Readers never write and never take a lock. */
export interface Current {
  /** Folder of the publication, whose files never change. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** When a delivery last confirmed or made the list, ISO 8601 UTC. */
  readonly confirmedAt: string;
  /** Set when a higher publication did not verify, and this lower one is served instead. */
  readonly degraded?: string;
}

/**
 * The current publication of a feed: the highest number whose manifest and files verify.
 *
 * @param feedFolder `data/accounts/<account>/<record-type>`
 * @returns undefined when nothing was published yet, or nothing verifies
 */
export async function readCurrent(feedFolder: string, disk: Disk = realDisk): Promise<Current | undefined> {
  return (await readHighest(feedFolder, disk)).current;
}

/** The same, with what is wrong with the numbers above it: sentences, empty when nothing is. */
export async function readHighest(
  feedFolder: string,
  disk: Disk = realDisk,
): Promise<{ readonly current: Current | undefined; readonly damage: string }> {
  const damaged: string[] = [];
  for (const number of await publicationNumbers(disk, feedFolder)) {
    const verdict = await verifyPublication(disk, feedFolder, number);
    if ("reason" in verdict) {
      damaged.push(`Publication ${number} is not served: ${verdict.reason}.`);
      continue;
    }
    const { manifest, folder } = verdict;
    const { entries } = await readJournal(disk, feedFolder);
    const confirmedAt = confirmation(entries) ?? manifest.published_at;
    const damage = damaged.join(" ");
    const degraded = damage === "" ? {} : { degraded: damage };
    return { current: { folder, manifest, confirmedAt, ...degraded }, damage };
  }
  return { current: undefined, damage: damaged.join(" ") };
}

/** When the list was last published or found unchanged. */
function confirmation(entries: readonly Entry[]): string | undefined {
  return entries.findLast((entry) => entry.state === "PUBLISHED" || entry.state === "UNCHANGED")?.at;
}

export type Verification =
  { readonly folder: string; readonly manifest: Manifest } | { readonly reason: string };

/** Verdicts by folder; a publication never changes, so its bytes are hashed once, and again when a file's facts moved. */
const verified = new Map<string, { readonly facts: string; readonly manifest: Manifest }>();

/** Whether a publication is whole: its manifest is sealed and every file has the hash that it states. */
export async function verifyPublication(
  disk: Disk,
  feedFolder: string,
  number: number,
): Promise<Verification> {
  const folder = join(feedFolder, "pub", String(number));
  try {
    const read = unsealed((await disk.readFile(join(folder, "manifest.json"))).toString("utf8"));
    if ("reason" in read) return read;
    const { manifest } = read;
    if (manifest.number !== number) return { reason: `its manifest says number ${manifest.number}` };
    const facts = JSON.stringify([manifest.seal, await factsOf(disk, folder, Object.keys(manifest.files))]);
    if (verified.get(folder)?.facts === facts) return { folder, manifest };
    const different = await firstDifferent(disk, folder, manifest);
    if (different !== undefined) return { reason: `its file ${different} does not match the manifest` };
    verified.set(folder, { facts, manifest });
    return { folder, manifest };
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR", "EISDIR", "EIO"))
      return { reason: "a file of it cannot be read" };
    throw error;
  }
}

/** Says that a publication was whole when it appeared, so that it need not be read once more to know that. */
export async function appearedWhole(disk: Disk, feedFolder: string, manifest: Manifest): Promise<void> {
  const folder = join(feedFolder, "pub", String(manifest.number));
  const facts = JSON.stringify([manifest.seal, await factsOf(disk, folder, Object.keys(manifest.files))]);
  verified.set(folder, { facts, manifest });
}

async function factsOf(disk: Disk, folder: string, names: readonly string[]): Promise<string[]> {
  const facts: string[] = [];
  for (const name of names) {
    const { inode, size, modified } = await disk.stat(join(folder, name));
    facts.push(`${inode} ${size} ${modified}`);
  }
  return facts;
}

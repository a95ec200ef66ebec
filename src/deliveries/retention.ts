import { join } from "node:path";
import { keepChanges } from "../lists/change-log.js";
import { feedTemporary, fileName } from "../lists/filing.js";
import { publicationNumbers } from "../lists/publish.js";
import { unsealed } from "../lists/seal.js";
import type { Disk } from "../storage/disk.js";
import { hasCode, namesIn } from "../storage/durable.js";
import { discard } from "./discard.js";
import type { OpenFeed } from "./open-feed.js";

/**
 * Removes old publications and old filed deliveries of a feed; what a publication changed stays in the change log. What
 * is current is always kept: the publication that is served, the deliveries that it was made from, and what is held for
 * a person.
 */
export async function dropOld(open: OpenFeed): Promise<void> {
  await dropOldPublications(open);
  await dropOldFiles(open);
}

async function dropOldPublications(open: OpenFeed): Promise<void> {
  const { setup, feed } = open;
  const { disk, clock } = setup;
  const numbers = await publicationNumbers(disk, feed.folder);
  if (numbers.length < 2) return;
  const current = (await open.published()).current?.manifest.number;
  if (current === undefined) return;
  const { atLeast, for: span } = feed.retention.publications;
  const older = numbers.filter((number) => number < current);
  for (const number of older.slice(Math.max(0, atLeast - 1))) {
    const folder = join(feed.folder, "pub", String(number));
    if (clock.now().getTime() - (await publishedAt(disk, folder)) <= span) continue;
    const temporary = join(setup.workspace.data, "tmp", feedTemporary(feed.name, `changes-${number}`));
    await keepChanges(disk, feed.folder, number, !feed.type.personal, temporary);
    await discard(open, folder);
  }
}

/**
 * When a publication was made, in milliseconds, as its manifest says: a folder that was copied or restored is as young as
 * the copy, and what it holds is not. Of a manifest that cannot be read, the folder's time must do.
 */
async function publishedAt(disk: Disk, folder: string): Promise<number> {
  try {
    const read = unsealed((await disk.readFile(join(folder, "manifest.json"))).toString("utf8"));
    if (!("reason" in read)) return Date.parse(read.manifest.published_at);
  } catch (error) {
    if (!hasCode(error, "ENOENT", "ENOTDIR", "EISDIR", "EIO")) throw error;
  }
  return (await disk.stat(folder)).modified;
}

async function dropOldFiles(open: OpenFeed): Promise<void> {
  const { setup, feed } = open;
  const { disk, clock } = setup;
  const { accepted, deliveries } = open.state();
  const needed = new Set(
    [...accepted.values()].flatMap(({ sha256 }) => {
      const delivery = deliveries.get(sha256);
      return delivery === undefined ? [] : [fileName(delivery)];
    }),
  );
  const { atLeast, for: span } = feed.retention.archive;
  for (const filingFolder of ["archive", "rejected", "quarantine"]) {
    const newestFirst = (await namesIn(disk, join(feed.folder, filingFolder))).reverse();
    for (const name of newestFirst.slice(atLeast)) {
      const at = receivedAt(name);
      if (needed.has(name) || at === undefined || clock.now().getTime() - at <= span) continue;
      await discard(open, join(feed.folder, filingFolder, name));
    }
  }
}

/** The moment in a name such as `20260301T040012Z-9c1f03aa7b21`; undefined for a name that is not ours. */
function receivedAt(name: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{12}$/.exec(name);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

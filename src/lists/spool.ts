import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Disk } from "../storage/disk.js";
import { ensureFolder, exists, namesIn } from "../storage/durable.js";
import { isGone, thisProcess, type Owner } from "../storage/lock.js";

/**
 * The spool: the bytes of deliveries (step 1 of the publish protocol), named by feed and sha256. A delivery is in it from
 * its receipt until its feed has filed it. Each feed has its own, so that none takes the same bytes from under another.
 */

export interface Spooled {
  readonly sha256: string;
  readonly size: number;
}

/** Copies bytes into the spool: hashed, durable, then under their name by one rename. */
export async function intoSpool(
  disk: Disk,
  data: string,
  feed: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Spooled> {
  await ensureFolder(disk, join(data, "tmp"));
  await ensureFolder(disk, join(data, "spool"));
  const temporary = join(data, "tmp", temporaryName());
  const hash = createHash("sha256");
  let size = 0;
  const file = await disk.create(temporary);
  try {
    try {
      for await (const chunk of bytes) {
        hash.update(chunk);
        size += chunk.length;
        await file.write(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    const sha256 = hash.digest("hex");
    await disk.rename(temporary, spoolPath(data, feed, sha256));
    await disk.syncFolder(join(data, "spool"));
    return { sha256, size };
  } catch (error) {
    await disk.remove(temporary).catch(() => {});
    throw error;
  }
}

export function spoolPath(data: string, feed: string, sha256: string): string {
  return join(data, "spool", spoolName(feed, sha256));
}

function spoolName(feed: string, sha256: string): string {
  return `${feed.replace("/", "~")}~${sha256}`;
}

/** Sha256 of each file that the spool holds for a feed. */
export async function spooledOf(disk: Disk, data: string, feed: string): Promise<readonly string[]> {
  const prefix = spoolName(feed, "");
  const names = await namesIn(disk, join(data, "spool"));
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

/**
 * Removes what processes that no longer run left in `tmp/` while receiving.
 *
 * @param others `gone`: a person knows that no process of another host works here any more
 */
export async function dropOrphans(disk: Disk, data: string, others: "kept" | "gone" = "kept"): Promise<void> {
  const here = thisProcess().host;
  for (const name of await namesIn(disk, join(data, "tmp"))) {
    const owner = ownerOf(name);
    if (owner === undefined) continue;
    if (isGone(owner) || (others === "gone" && owner.host !== here)) {
      await disk.remove(join(data, "tmp", name));
    }
  }
}

/** A name in `tmp/` that says who made it, so that another process can tell whether it still does. */
export function temporaryName(): string {
  const { host, boot, pid, started } = thisProcess();
  return ["receiving", host, boot, pid, started, randomBytes(6).toString("hex")].join("~");
}

function ownerOf(name: string): Omit<Owner, "id"> | undefined {
  const [kind, host = "", boot = "", pid = "", started = ""] = name.split("~");
  return kind === "receiving" ? { host, boot, pid: Number(pid), started } : undefined;
}

/** Removes bytes from the spool that the feed has filed. */
export async function outOfSpool(disk: Disk, data: string, feed: string, sha256: string): Promise<void> {
  const path = spoolPath(data, feed, sha256);
  if (!(await exists(disk, path))) return;
  await disk.unlink(path);
  // What the journal calls done must not come back with a power cut: nobody would look for it again.
  await disk.syncFolder(join(data, "spool"));
}

import { constants, open } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { realDisk } from "../../system/disk.js";
import { ensureFolder } from "../../system/durable.js";

/**
 * Faults that were met while the store took nothing, in a file beside it: so that each is reported once, whatever processes meet
 * it, and its end once the store is back.
 */

const schema = z.record(
  z.string(),
  z.object({
    where: z.string(),
    feeds: z.array(z.string()),
    /** When it was met first, ISO 8601 UTC. */
    since: z.string(),
    isReported: z.boolean(),
  }),
);
/** By their keys. */
export type StoreFaults = z.infer<typeof schema>;

/** Its name in the data folder. */
export const storeFaultsName = "store-faults.json";

/** Its room is kept while all is well: the disk may be full when it is needed. In bytes. */
const reservedBytes = 16_384;

/** Undefined where the file cannot be read: then they are reported once more. */
export async function readStoreFaults(data: string): Promise<StoreFaults | undefined> {
  try {
    return schema.parse(JSON.parse((await realDisk.readFile(join(data, storeFaultsName))).toString()));
  } catch {
    return undefined;
  }
}

/** @param faults none, once the store is back */
export async function writeStoreFaults(data: string, faults: StoreFaults): Promise<void> {
  try {
    await ensureFolder(realDisk, data);
    // What is there is written over, and nothing cut off before that.
    const file = await open(join(data, storeFaultsName), constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      const bytes = Buffer.from(`${JSON.stringify(faults).padEnd(reservedBytes)}\n`);
      await file.write(bytes, 0, bytes.length, 0);
      await file.truncate(bytes.length);
    } finally {
      await file.close();
    }
  } catch {
    // Where nothing can be written, every process tells them for itself.
  }
}

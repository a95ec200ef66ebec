import { constants, open } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { realDisk } from "../../system/disk.js";
import { ensureFolder } from "../../system/durable.js";

/**
 * This module records faults in a file next to the store while the store cannot be written to. Processes share this
 * file, so that each fault and its end are reported only once.
 */

const schema = z.record(
  z.string(),
  z.object({
    where: z.string(),
    feeds: z.array(z.string()),
    /** When the fault first occurred, ISO 8601 UTC. */
    since: z.string(),
    isReported: z.boolean(),
  }),
);
export type StoreFaults = z.infer<typeof schema>;

/** File name in the data folder. */
export const storeFaultsName = "store-faults.json";

/** Number of bytes to reserve in advance, because the disk may be full when the file is needed. */
const reservedBytes = 16_384;

/**
 * Returns the recorded faults, or undefined if the file cannot be read. In that case, the faults are reported again.
 */
export async function readStoreFaults(data: string): Promise<StoreFaults | undefined> {
  try {
    return schema.parse(JSON.parse((await realDisk.readFile(join(data, storeFaultsName))).toString()));
  } catch {
    return undefined;
  }
}

/** Replaces the recorded faults. `faults` is empty once the store is available again. */
export async function writeStoreFaults(data: string, faults: StoreFaults): Promise<void> {
  try {
    await ensureFolder(realDisk, data);
    // The file is overwritten in place, because truncating it first could lose the reserved space.
    const file = await open(join(data, storeFaultsName), constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      const bytes = Buffer.from(`${JSON.stringify(faults).padEnd(reservedBytes)}\n`);
      await file.write(bytes, 0, bytes.length, 0);
      await file.truncate(bytes.length);
    } finally {
      await file.close();
    }
  } catch {
    // If the file cannot be written, each process reports the faults itself.
  }
}

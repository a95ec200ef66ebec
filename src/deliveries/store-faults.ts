import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { realDisk } from "../storage/disk.js";
import { ensureFolder } from "../storage/durable.js";

/**
 * Faults that were met while the store took nothing, in a file beside it: so that each is told once, whatever processes meet
 * it, and its end once the store is back.
 */

const schema = z.record(
  z.string(),
  z.object({
    where: z.string(),
    feeds: z.array(z.string()),
    /** When it was met first, ISO 8601 UTC. */
    since: z.string(),
    isTold: z.boolean(),
  }),
);
/** By their keys. */
export type StoreFaults = z.infer<typeof schema>;

/** Its name in the data folder. */
export const storeFaultsName = "store-faults.json";

/** None where the file cannot be read: then they are told once more. */
export async function readStoreFaults(data: string): Promise<StoreFaults> {
  try {
    return schema.parse(JSON.parse((await realDisk.readFile(join(data, storeFaultsName))).toString()));
  } catch {
    return {};
  }
}

export async function writeStoreFaults(data: string, faults: StoreFaults): Promise<void> {
  try {
    await ensureFolder(realDisk, data);
    await writeFile(join(data, storeFaultsName), `${JSON.stringify(faults, null, 2)}\n`, { mode: 0o600 });
  } catch {
    // Where nothing can be written, every process tells them for itself.
  }
}

export async function dropStoreFaults(data: string): Promise<void> {
  await realDisk.remove(join(data, storeFaultsName)).catch(() => {});
}

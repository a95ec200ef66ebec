import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onLeaving } from "./leaving.js";

/** Calls `use` with a new folder that only this user can read and removes the folder afterward. */
export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "lading-"));
  const forget = onLeaving(() => rmSync(folder, { recursive: true, force: true }));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    forget();
  }
}

import { homedir } from "node:os";
import { join } from "node:path";
import * as nodeModule from "node:module";

/**
 * Stores compiled modules in this user's cache folder, so that the next start is faster. No other user can write to
 * this folder. Requires Node 22.1 or newer.
 */
export function useCompileCache(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  enableCompileCache?.(join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "lading"));
}

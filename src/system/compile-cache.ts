import { homedir } from "node:os";
import { join } from "node:path";
import * as nodeModule from "node:module";

/**
 * Keeps compiled modules in the cache folder of this user, which nobody else can write, so that the next start is faster. Node has
 * this from 22.1 on.
 */
export function useCompileCache(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  enableCompileCache?.(join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "lading"));
}

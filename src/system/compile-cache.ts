import { homedir } from "node:os";
import { join } from "node:path";
import * as nodeModule from "node:module";

/**
 * Stores compiled modules, so that the next start is faster. The folder is this user's cache folder, because other
 * users must not be able to change the modules. Does nothing in Node before 22.1.
 */
export function useCompileCache(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown };
  enableCompileCache?.(join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "lading"));
}

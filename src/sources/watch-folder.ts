import { watch } from "chokidar";

/**
 * Wakes the listing when something happens in a folder. Only a hint: chokidar misses files, and reports half-written ones,
 * so nothing is ever found or taken because of it (`lists` do that), and its failures are no failures.
 *
 * @returns how to stop
 */
export function watchFolder(folder: string, wake: () => void): () => Promise<void> {
  const watcher = watch(folder, { depth: 0, ignoreInitial: true, awaitWriteFinish: false });
  watcher.on("all", () => wake());
  // Out of watches, folder gone: the listing goes on by itself.
  watcher.on("error", () => {});
  return () => watcher.close();
}

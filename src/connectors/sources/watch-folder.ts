import { watch } from "chokidar";

/**
 * Wakes the listing when something happens in a folder. Only a hint: chokidar misses files, and reports half-written ones,
 * so nothing is ever found or taken because of it (`lists` do that), and its failures are no failures.
 *
 * @param onFailure called at most once, with why hints stay away; the listing goes on by itself
 * @returns how to stop
 */
export function watchFolder(
  folder: string,
  wake: () => void,
  onFailure: (reason: string) => void,
): () => Promise<void> {
  const watcher = watch(folder, { depth: 0, ignoreInitial: true, awaitWriteFinish: false });
  watcher.on("all", () => wake());
  let hasFailed = false;
  watcher.on("error", (error) => {
    if (!hasFailed) onFailure((error as NodeJS.ErrnoException).code ?? String(error));
    hasFailed = true;
  });
  return () => watcher.close();
}

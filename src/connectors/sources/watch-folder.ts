import { watch } from "chokidar";

/**
 * Wakes the listing when something happens in a folder. This is only a hint: chokidar misses files and reports half-written
 * ones, so files are found only by listing, and failures here do no harm.
 *
 * @param onFailure called at most once, with the reason why there are no more hints
 * @returns a function that stops watching
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

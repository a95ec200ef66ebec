import { watch } from "chokidar";

/**
 * Triggers a listing when a folder changes. The chokidar library misses some files and reports others while they are
 * incomplete, so the trigger only indicates that a file may have arrived. Files are found only through listings, so
 * watcher failures are harmless. `onFailure` is called at most once, with the code of the first error. Returns a
 * function that stops watching.
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

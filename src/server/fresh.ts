import { stat } from "node:fs/promises";

/** How old an answer from memory may be, in milliseconds, before the files are looked at again. */
const lookEvery = 200;

/** File times have a coarse grain: a file changed so shortly ago may change again without its times moving. */
const grain = 100;

/**
 * Something read from files that other processes replace. `get` looks at the files' identities now and then, and reads
 * again when one changed; readers in between share what is in memory.
 */
export function fresh<T>(files: readonly string[], read: () => Promise<T>): { get(): Promise<T> | T } {
  let held: { readonly value: T; readonly stamp: string | undefined } | undefined;
  let lookedAt = -Infinity;
  let looking: Promise<T> | undefined;

  async function look(): Promise<T> {
    const { stamp, settled } = await stampOf(files);
    if (held === undefined || held.stamp === undefined || held.stamp !== stamp) {
      const value = await read();
      held = { value, stamp: settled ? stamp : undefined };
    }
    lookedAt = performance.now();
    return held.value;
  }

  return {
    get() {
      if (held !== undefined && performance.now() - lookedAt < lookEvery) return held.value;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
  };
}

async function stampOf(files: readonly string[]): Promise<{ stamp: string; settled: boolean }> {
  let settled = true;
  const stamps = await Promise.all(
    files.map(async (file) => {
      try {
        const { ino, size, mtimeMs, ctimeMs } = await stat(file);
        if (Math.abs(Date.now() - ctimeMs) < grain) settled = false;
        return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code ?? "error";
      }
    }),
  );
  return { stamp: stamps.join("|"), settled };
}

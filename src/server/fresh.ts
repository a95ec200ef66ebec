import { statSync } from "node:fs";

/** How old an answer from memory may be, in milliseconds, before the files are looked at again. */
const lookEvery = 200;

/** File times have a coarse grain: a file changed so shortly ago may change again without its times moving. */
const grain = 100;

export interface Fresh<T> {
  get(): Promise<T>;
  /** Reads before anybody asks, so that there is something to keep. Who asks first has the files looked at again. */
  begin(): Promise<void>;
}

/**
 * Something read from files that other processes replace. `get` looks at the files' identities now and then, and reads
 * again when one changed; readers in between share what is in memory.
 *
 * While they cannot be read, what was read before is kept, and they are tried again. The first reading throws.
 *
 * @param failed told why a later reading failed: once, until the reason is another or it is over
 */
export function fresh<T>(
  files: readonly string[],
  read: () => Promise<T>,
  failed: (reason: string) => void,
): Fresh<T> {
  let held: { readonly value: T; readonly stamp: string | undefined } | undefined;
  let lookedAt = -Infinity;
  let reading: Promise<T> | undefined;
  let told: string | undefined;

  async function readAgain(stamp: string | undefined): Promise<T> {
    try {
      held = { value: await read(), stamp };
      told = undefined;
    } catch (error) {
      if (held === undefined) throw error;
      const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
      if (reason !== told) failed(reason);
      told = reason;
    }
    lookedAt = performance.now();
    return held.value;
  }

  return {
    async begin() {
      await readAgain(undefined);
      lookedAt = -Infinity;
    },
    async get() {
      if (reading !== undefined) return reading;
      const now = performance.now();
      if (held !== undefined && now - lookedAt < lookEvery) return held.value;
      const { stamp, settled } = stampOf(files);
      if (held?.stamp === stamp) {
        lookedAt = now;
        return held.value;
      }
      reading = readAgain(settled ? stamp : undefined).finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

/**
 * Waited for on the spot: it takes microseconds, where a thread that does it would first have to get a turn on a busy
 * machine, and everybody who asks meanwhile would wait for that.
 */
function stampOf(files: readonly string[]): { stamp: string; settled: boolean } {
  let settled = true;
  const stamps = files.map((file) => {
    try {
      const { ino, size, mtimeMs, ctimeMs } = statSync(file);
      if (Math.abs(Date.now() - ctimeMs) < grain) settled = false;
      return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? "error";
    }
  });
  return { stamp: stamps.join("|"), settled };
}

import { LadingError, storeFailure } from "../errors.js";

export interface Fresh<T> {
  get(): Promise<CachedValue<T>>;
  isRead(): boolean;
  /**
   * True if the stamp that the caller has just read is the stamp of the cached value. If so, the time limit for
   * returning the cached value starts again.
   */
  isStill(stamp: string): boolean;
}

export interface CachedValue<T> {
  readonly value: T;
  /** True if the store did not respond, so the value may be outdated. */
  readonly isLost: boolean;
}

/**
 * Caches a value from the store. Each call of `get` checks whether the value has changed, so a server never returns
 * an older value after another server has returned a newer one. Concurrent calls share one query.
 *
 * While the store is unavailable, the old value is returned for a limited time after the store's last response. The
 * first read throws if the store is unavailable, as does every read after the time limit. If the store does not
 * respond at all, it is queried in the background, and callers do not wait.
 *
 * `stampOf` returns a string that changes whenever the value may have changed. `longest` is the maximum number of
 * milliseconds for which an old value is returned. `failed` is called with the reason if a later read fails, once per
 * reason until a read succeeds. `version` is documented in `Store.version`. As long as the version stays the same,
 * the value is returned without a query.
 */
export function fresh<T>(
  stampOf: () => Promise<string>,
  read: () => Promise<T>,
  longest: number,
  failed: (reason: string) => void,
  version: () => number | undefined = () => undefined,
): Fresh<T> {
  let held: { readonly value: T; readonly stamp: string } | undefined;
  /** The version of the store for which `held` is current. */
  let heldVersion: number | undefined;
  let damaged: { readonly error: unknown; readonly stamp: string } | undefined;
  let lastReason: string | undefined;
  /** Time of the store's last response, measured by a monotonic clock. */
  let answered = 0;
  /** The timeout error, as long as the store does not respond. */
  let silence: unknown;
  let asking: Promise<CachedValue<T>> | undefined;
  let next: Promise<CachedValue<T>> | undefined;

  async function ask(): Promise<CachedValue<T>> {
    // The version is read before the value, so a commit between the two reads causes another query instead of an
    // outdated value.
    const versionBefore = version();
    try {
      // If the database host has disappeared, a query may wait for a long time without an error.
      const stamp = await (held === undefined ? stampOf() : within(patience, stampOf()));
      if (stamp === undefined) throw (silence = storeFailure(`no response within ${patience / 1000} s`));
      if (damaged?.stamp === stamp) throw damaged.error;
      if (held?.stamp !== stamp) held = { value: await readAt(stamp), stamp };
      heldVersion = versionBefore;
      silence = undefined;
      lastReason = undefined;
      answered = performance.now();
    } catch (error) {
      if (held === undefined) throw error;
      if (error !== silence) silence = undefined;
      const reason = (error as Error).message;
      if (reason !== lastReason) failed(reason);
      lastReason = reason;
      return kept(error);
    }
    return { value: held.value, isLost: false };
  }

  function kept(error: unknown): CachedValue<T> {
    if (held === undefined || performance.now() - answered > longest) throw error;
    return { value: held.value, isLost: true };
  }

  /**
   * Reads the value, and records that the stored value is damaged, so that the damaged value is not read again for
   * every request.
   */
  async function readAt(stamp: string): Promise<T> {
    damaged = undefined;
    try {
      return await read();
    } catch (error) {
      if (error instanceof LadingError && error.code === "store_damaged") damaged = { error, stamp };
      throw error;
    }
  }

  async function askNext(before: Promise<CachedValue<T>> | undefined): Promise<CachedValue<T>> {
    await before?.catch(() => {});
    next = undefined;
    asking = ask();
    void keepAsking(asking);
    return silence === undefined ? asking : kept(silence);
  }

  /** Tries again in the background until the store responds. */
  async function keepAsking(asked: Promise<CachedValue<T>>): Promise<void> {
    await asked.catch(() => {});
    if (silence !== undefined) await (next ??= askNext(asking)).catch(() => {});
  }

  /** Returns the value if no process has committed anything since the value was read. */
  function unchanged(): CachedValue<T> | undefined {
    if (held === undefined || heldVersion === undefined || silence !== undefined) return undefined;
    if (version() !== heldVersion) return undefined;
    answered = performance.now();
    return { value: held.value, isLost: false };
  }

  return {
    get: async () => unchanged() ?? (silence === undefined ? (next ??= askNext(asking)) : kept(silence)),
    isRead: () => held !== undefined,
    isStill(stamp) {
      if (held?.stamp !== stamp) return false;
      answered = performance.now();
      return true;
    },
  };
}

/** Maximum number of milliseconds to wait for the store while an old value is available. */
const patience = 5_000;

/** Returns the result, or undefined if it is not available within the time limit. */
async function within<T>(milliseconds: number, asked: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined).unref();
  });
  try {
    return await Promise.race([asked, over]);
  } finally {
    clearTimeout(timer);
    asked.catch(() => {});
  }
}

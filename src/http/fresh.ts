import { LadingError, storeFailure } from "../errors.js";

/** Something read from the store, which other processes change. */
export interface Fresh<T> {
  get(): Promise<Known<T>>;
  /** Whether anything was read yet. */
  isRead(): boolean;
  /** Whether what was read is what the store has, by the stamp that somebody else asked for just now. */
  isStill(stamp: string): boolean;
}

export interface Known<T> {
  readonly value: T;
  /** Whether the store could not be asked, so that it may be another by now. */
  readonly isLost: boolean;
}

/**
 * Asks at each `get` whether it changed, and reads it again when it did; so what one server has shown no other takes back.
 * Who asks while another asks shares the next answer.
 *
 * While the store cannot be asked, what was read before is kept for a time after its last answer. The first reading throws, and
 * every one after that time. Where it gives no answer at all, it is asked again and again, and until it gives one nobody waits for it.
 *
 * @param stampOf changes when the value may have changed
 * @param longest how long it is kept, in milliseconds
 * @param failed called with the reason if a later reading fails; once per reason, until a reading succeeds
 * @param version see `Store.version`: while it stays the same, the value is returned without a query
 */
export function fresh<T>(
  stampOf: () => Promise<string>,
  read: () => Promise<T>,
  longest: number,
  failed: (reason: string) => void,
  version: () => number | undefined = () => undefined,
): Fresh<T> {
  let held: { readonly value: T; readonly stamp: string } | undefined;
  /** The version of the store at which `held` was current. */
  let heldVersion: number | undefined;
  let damaged: { readonly error: unknown; readonly stamp: string } | undefined;
  let lastReason: string | undefined;
  /** When the store said last that it is so, by a clock that never jumps. */
  let answered = 0;
  /** Set while the store gives no answer. */
  let silence: unknown;
  let asking: Promise<Known<T>> | undefined;
  let next: Promise<Known<T>> | undefined;

  async function ask(): Promise<Known<T>> {
    // Read before the query: a commit between the two causes another query, never an old answer.
    const versionBefore = version();
    try {
      // A host that vanished gives no answer, not even an error, for a long time.
      const stamp = await (held === undefined ? stampOf() : within(patience, stampOf()));
      if (stamp === undefined) throw (silence = storeFailure(`nothing came within ${patience / 1000} s`));
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

  /** What was read before, unless that is too long ago. */
  function kept(error: unknown): Known<T> {
    if (held === undefined || performance.now() - answered > longest) throw error;
    return { value: held.value, isLost: true };
  }

  /**
   * A damaged publication stays damaged until something changes, and may be large, so it is not read again at each
   * request.
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

  async function askNext(before: Promise<Known<T>> | undefined): Promise<Known<T>> {
    await before?.catch(() => {});
    next = undefined;
    asking = ask();
    void goOn(asking);
    return silence === undefined ? asking : kept(silence);
  }

  /** While the store gives no answer it is asked without end, whether or not somebody asks for it. */
  async function goOn(asked: Promise<Known<T>>): Promise<void> {
    await asked.catch(() => {});
    if (silence !== undefined) await (next ??= askNext(asking)).catch(() => {});
  }

  /** Returns the value if no process has committed anything since it was read. */
  function unchanged(): Known<T> | undefined {
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

/** How long an answer of the store is waited for while there is something to serve, in milliseconds. */
const patience = 5_000;

/** Undefined when it takes longer. */
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

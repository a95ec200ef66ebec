import { LadingError, storeFailure } from "../errors.js";

/** Something read from the store, which other processes change. */
export interface Fresh<T> {
  get(): Promise<T>;
  /** Since when the store cannot be asked; undefined while it can. */
  lostSince(): Date | undefined;
}

/**
 * Asks at each `get` whether it changed, and reads it again when it did; so what one server has shown no other takes back.
 * Who asks while another asks shares the next answer.
 *
 * While the store cannot be asked, what was read before is kept for a time. The first reading throws, and every one after that
 * time.
 *
 * @param stampOf changes when the value may have changed
 * @param longest how long it is kept, in milliseconds
 * @param failed told why a later reading failed: once, until the reason is another or it is over
 */
export function fresh<T>(
  stampOf: () => Promise<string>,
  read: () => Promise<T>,
  longest: number,
  failed: (reason: string) => void,
): Fresh<T> {
  let held: { readonly value: T; readonly stamp: string } | undefined;
  let damaged: { readonly error: unknown; readonly stamp: string } | undefined;
  let lastReason: string | undefined;
  let lost: Date | undefined;
  let asking: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  async function ask(): Promise<T> {
    try {
      // A host that vanished gives no answer, not even an error, for a long time.
      const stamp = await (held === undefined ? stampOf() : within(patience, stampOf()));
      if (damaged?.stamp === stamp) throw damaged.error;
      if (held?.stamp !== stamp) held = { value: await readAt(stamp), stamp };
      lastReason = undefined;
      lost = undefined;
    } catch (error) {
      if (held === undefined) throw error;
      lost ??= new Date();
      const reason = (error as Error).message;
      if (reason !== lastReason) failed(reason);
      lastReason = reason;
      if (Date.now() - lost.getTime() > longest) throw error;
    }
    return held.value;
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

  async function askNext(before: Promise<T> | undefined): Promise<T> {
    await before?.catch(() => {});
    asking = next;
    next = undefined;
    return ask();
  }

  return { get: () => (next ??= askNext(asking)), lostSince: () => lost };
}

/** How long an answer of the store is waited for while there is something to serve, in milliseconds. */
const patience = 5_000;

async function within<T>(milliseconds: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(storeFailure(`nothing came within ${milliseconds / 1000} s`));
    }, milliseconds);
  });
  try {
    return await Promise.race([asked, over]);
  } finally {
    clearTimeout(timer);
    asked.catch(() => {});
  }
}

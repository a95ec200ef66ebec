import { setMaxListeners } from "node:events";

export interface ConcurrencyLimit {
  /** Takes a free slot and returns a function that frees it. Returns undefined if there is no free slot. */
  enterNow(): (() => void) | undefined;
  /** Waits for a free slot and returns a function that frees it. */
  enter(signal?: AbortSignal): Promise<() => void>;
}

/**
 * Limits the number of callers that hold a slot at the same time. Waiting callers receive slots in the order in which
 * they arrived.
 */
export function concurrencyLimit(slots: number): ConcurrencyLimit {
  let free = slots;
  const queue: (() => void)[] = [];
  function newRelease(): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = queue.shift();
      if (next === undefined) free++;
      else next();
    };
  }
  const limit: ConcurrencyLimit = {
    enterNow() {
      if (free === 0) return undefined;
      free--;
      return newRelease();
    },
    async enter(signal) {
      signal?.throwIfAborted();
      const now = limit.enterNow();
      if (now !== undefined) return now;
      // Many sources on one server may wait on the same signal, and Node warns about a leak if a signal has more than
      // ten listeners.
      if (signal !== undefined) setMaxListeners(0, signal);
      return new Promise((admit, refuse) => {
        const next = (): void => {
          signal?.removeEventListener("abort", giveUp);
          admit(newRelease());
        };
        const giveUp = (): void => {
          queue.splice(queue.indexOf(next), 1);
          refuse(signal?.reason as Error);
        };
        queue.push(next);
        signal?.addEventListener("abort", giveUp, { once: true });
      });
    },
  };
  return limit;
}

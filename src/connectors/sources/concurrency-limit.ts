import { setMaxListeners } from "node:events";

export interface ConcurrencyLimit {
  /** A place that is free now; undefined when there is none. */
  enterNow(): (() => void) | undefined;
  /** Waits for a free place; the answer leaves it. */
  enter(signal?: AbortSignal): Promise<() => void>;
}

/** Lets so many through at a time, in the order of coming. */
export function concurrencyLimit(slots: number): ConcurrencyLimit {
  let free = slots;
  const queue: (() => void)[] = [];
  /** Leaves a place, once. */
  function leaving(): () => void {
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
      return leaving();
    },
    async enter(signal) {
      signal?.throwIfAborted();
      const now = limit.enterNow();
      if (now !== undefined) return now;
      // Forty sources of one server wait here; Node takes more than ten for a leak, and says so.
      if (signal !== undefined) setMaxListeners(0, signal);
      return new Promise((admit, refuse) => {
        const next = (): void => {
          signal?.removeEventListener("abort", giveUp);
          admit(leaving());
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

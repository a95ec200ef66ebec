import { setMaxListeners } from "node:events";

export interface ConcurrencyLimit {
  /** A place that is free now; undefined when there is none. */
  enterNow(): (() => void) | undefined;
  /** Waits for a free place; the answer leaves it. */
  enter(signal: AbortSignal): Promise<() => void>;
}

/** Lets so many through at a time, in the order of coming. */
export function concurrencyLimit(slots: number): ConcurrencyLimit {
  let free = slots;
  const queue: (() => void)[] = [];
  function leave(): void {
    const next = queue.shift();
    if (next === undefined) free++;
    else next();
  }
  function leaveOnce(): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      leave();
    };
  }
  return {
    enterNow() {
      if (free === 0) return undefined;
      free--;
      return leaveOnce();
    },
    enter(signal) {
      return new Promise((admit, refuse) => {
        signal.throwIfAborted();
        // Forty sources of one server wait here; Node takes more than ten for a leak, and says so.
        setMaxListeners(0, signal);
        const admitOnce = (): void => {
          signal.removeEventListener("abort", giveUp);
          admit(leaveOnce());
        };
        const giveUp = (): void => {
          queue.splice(queue.indexOf(admitOnce), 1);
          refuse(signal.reason as Error);
        };
        if (free > 0) {
          free--;
          admitOnce();
        } else {
          queue.push(admitOnce);
          signal.addEventListener("abort", giveUp, { once: true });
        }
      });
    },
  };
}

import { setTimeout as wait } from "node:timers/promises";

/** Clocks are defined as an interface, so that tests can set the time. */
export interface Clock {
  /** The machine's time of day, which may jump. */
  now(): Date;
  /** Milliseconds since an arbitrary point in time. This time never jumps. */
  monotonic(): number;
  /** Resolves early, without an error, if the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  async sleep(milliseconds, signal) {
    if (signal.aborted) return;
    try {
      await wait(milliseconds, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
};

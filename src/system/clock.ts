import { setTimeout as wait } from "node:timers/promises";

/** The clocks, so that tests can set them. */
export interface Clock {
  /** The host's time of day; it may jump. */
  now(): Date;
  /** Milliseconds since some moment; never jumps. */
  monotonic(): number;
  /** Ends early, without an error, when the signal is aborted. */
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

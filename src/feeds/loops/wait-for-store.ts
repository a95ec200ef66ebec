import { LadingError } from "../../errors.js";
import type { Log } from "../../log.js";
import { realClock } from "../../system/clock.js";

/**
 * Retries while the database is unreachable, for long-running processes. Returns undefined if the process is stopped
 * first.
 */
export async function waitForStore<T>(
  begin: () => Promise<T>,
  log: Log,
  signal: AbortSignal,
): Promise<T | undefined> {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      return await begin();
    } catch (error) {
      if (!(error instanceof LadingError) || error.code !== "store_unreachable") throw error;
      const next = `${error.about["next"]}; this process then continues`;
      if (failures === 1) log.error("store_unreachable", { reason: error.message, next });
      await realClock.sleep(backoff(failures), signal);
    }
  }
  return undefined;
}

const longestPause = 30_000;

/** Milliseconds to wait after consecutive failures: 1 s, 2 s, 4 s, up to 30 s. */
export function backoff(failures: number): number {
  return Math.min(longestPause, 1_000 * 2 ** (failures - 1));
}

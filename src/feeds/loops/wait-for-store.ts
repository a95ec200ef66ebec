import { fileSystemFailure, LadingError, type ErrorCode } from "../../errors.js";
import type { Log } from "../../log.js";
import { realClock } from "../../system/clock.js";

/** Failures that may end without a change to the configuration, such as a full disk. */
const passing: ReadonlySet<string> = new Set<ErrorCode>(["store_unreachable", "storage_failed"]);

/**
 * Runs `begin` for a long-running process, and retries while the database is unreachable or files cannot be written.
 * Returns undefined if the process is stopped first. A failure with the same reason as the previous failure is not
 * logged again.
 */
export async function waitForStore<T>(
  begin: () => Promise<T>,
  log: Log,
  signal: AbortSignal,
): Promise<T | undefined> {
  let reported = "";
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      return await begin();
    } catch (error) {
      const failed = error instanceof LadingError ? error : fileSystemFailure(error);
      if (failed === undefined || !passing.has(failed.code)) throw error;
      const { code, message: reason, about } = failed;
      const next = `${about["next"] ?? "Check the disk and free some space"}. This process then continues`;
      if (reason !== reported) log.error(code, { reason, next });
      reported = reason;
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

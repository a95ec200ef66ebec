import { setTimeout } from "node:timers/promises";

/**
 * Milliseconds after which the response reports that processing continues. Many proxies abort requests that take
 * longer than a minute.
 */
const patience = 15_000;

/**
 * Returns the result of the work. If the work takes too long, returns the response in `begun` instead, which reports
 * that processing continues. The work then continues in the background. The time limit starts when `begun` resolves.
 */
export async function inTime<T>(work: Promise<T>, begun: Promise<T>, after = patience): Promise<T> {
  const done = new AbortController();
  const late = begun.then(async (inProgress) => {
    await setTimeout(after, undefined, { signal: done.signal, ref: false }).catch(() => undefined);
    return inProgress;
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
    // After a timeout, a failure of the work is ignored here, because the console requests the result of a decision
    // later, and the result of an upload is recorded with the delivery.
    work.catch(() => undefined);
    late.catch(() => undefined);
  }
}

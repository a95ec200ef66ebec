import { setTimeout } from "node:timers/promises";

/**
 * Milliseconds after which the response reports that processing continues. Proxies abort requests that have not been
 * answered within a minute.
 */
const patience = 15_000;

/**
 * Returns the result of the work. If the work takes too long, returns a response that reports that processing
 * continues. The work is not stopped. `begun` is a promise for the response that reports that processing continues.
 * The time limit starts when this promise resolves.
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
    // The caller no longer waits for the work, whose result is recorded with the delivery.
    work.catch(() => undefined);
    late.catch(() => undefined);
  }
}

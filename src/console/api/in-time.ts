import { setTimeout } from "node:timers/promises";

/**
 * Milliseconds until the response says that processing continues. Proxies cut requests without a response after a
 * minute.
 */
const patience = 15_000;

/**
 * Returns the result of work. If it takes too long, returns the response that processing continues. The work is not
 * stopped.
 *
 * @param begun until this settles, no such response is sent
 */
export async function inTime<T>(work: Promise<T>, begun: Promise<T>, after = patience): Promise<T> {
  const done = new AbortController();
  const late = begun.then(async (goesOn) => {
    await setTimeout(after, undefined, { signal: done.signal, ref: false }).catch(() => undefined);
    return goesOn;
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
    // The caller does not wait for the work any longer. Its result is recorded with the delivery.
    work.catch(() => undefined);
    late.catch(() => undefined);
  }
}

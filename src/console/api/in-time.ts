import { setTimeout } from "node:timers/promises";

/** Milliseconds until the answer that work goes on. Proxies cut requests without an answer after a minute. */
const patience = 15_000;

/**
 * Returns the result of work, or after a while the answer that it goes on. The work is not stopped.
 *
 * @param begun until it is settled, only the result counts
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
    // Nobody waits for the work after this. Its result is recorded with the delivery.
    work.catch(() => undefined);
    late.catch(() => undefined);
  }
}

import { setMaxListeners } from "node:events";

/**
 * A signal that is aborted after a given time, or by an outer signal. The timer of a deadline keeps the signal
 * alive. With `AbortSignal.any([signal, AbortSignal.timeout(ms)])`, the timeout signal can be garbage-collected
 * before it fires (nodejs/node#57736).
 */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Stops the timer. */
  end(): void;
}

export function newDeadline(milliseconds: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const stop = (): void => controller.abort(outer?.reason);
  const timer = setTimeout(() => {
    controller.abort(new DOMException("The operation timed out", "TimeoutError"));
  }, milliseconds);
  // One outer signal stops all pending operations of a run, so it may have many listeners.
  if (outer !== undefined) setMaxListeners(0, outer);
  outer?.addEventListener("abort", stop, { once: true });
  if (outer?.aborted === true) stop();
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", stop);
    },
  };
}

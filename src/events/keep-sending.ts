import { eventAccounts, sendDue, type SenderContext, type EventAccount } from "./sender.js";

/**
 * Controls the loops that send events until the daemon stops. Each account has its own loop, so that a slow platform
 * does not delay other accounts.
 */
export interface Sending {
  /** Wakes up the senders after a publication. */
  nudge(): void;
  /** Resolves when sending has stopped and all requests in progress have finished. */
  readonly ended: Promise<void>;
}

/** Maximum time, in milliseconds, until this process notices that another process has published a list. */
const longestPause = 30_000;

export function keepSending(context: SenderContext): Sending {
  const sleepers = new Set<AbortController>();
  return {
    nudge: () => sleepers.forEach((each) => each.abort()),
    ended: Promise.all(
      eventAccounts(context.setup.workspace).map((account) => sendUntilStopped(context, account, sleepers)),
    ).then(() => {}),
  };
}

async function sendUntilStopped(
  context: SenderContext,
  account: EventAccount,
  sleepers: Set<AbortController>,
): Promise<void> {
  const { setup, signal, log } = context;
  let failures = 0;
  let isFailing = false;
  while (!signal.aborted) {
    const nudged = new AbortController();
    sleepers.add(nudged);
    let pause = longestPause;
    try {
      const sent = await sendDue(context, account, Infinity, failures);
      failures = sent.failures;
      pause = Math.min(longestPause, sent.next ?? longestPause);
      const name = account.account.name;
      // Logged only once, because the status shows the fault until it ends.
      if (sent.error !== undefined && !isFailing)
        log.warn("events_waiting", { account: name, reason: sent.error.message });
      isFailing = sent.error !== undefined;
      if (sent.sent > 0 || sent.refused > 0) {
        const { sent: taken, refused } = sent;
        log.info("events_sent", { account: name, sent: taken, refused });
      }
    } catch (error) {
      // The cause may be an unavailable store, which the feed loop reports in detail.
      if (!isFailing)
        log.error("events_failed", { account: account.account.name, reason: (error as Error).message });
      isFailing = true;
    }
    await setup.clock.sleep(pause, AbortSignal.any([signal, nudged.signal]));
    sleepers.delete(nudged);
  }
}

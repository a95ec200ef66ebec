import { eventAccounts, sendDue, type Around, type EventAccount } from "./sender.js";

/**
 * Sends events for as long as the daemon lives. Each account has its own loop, so that a slow platform delays no
 * other.
 */
export interface Sending {
  /** Something was published. */
  nudge(): void;
  /** Once it was stopped, and what was on its way has landed. */
  readonly ended: Promise<void>;
}

/** What others publish is seen after this long, in milliseconds. */
const longestPause = 30_000;

export function keepSending(around: Around): Sending {
  const sleepers = new Set<AbortController>();
  return {
    nudge: () => sleepers.forEach((each) => each.abort()),
    ended: Promise.all(
      eventAccounts(around.setup.workspace).map((account) => keepOn(around, account, sleepers)),
    ).then(() => {}),
  };
}

async function keepOn(around: Around, account: EventAccount, sleepers: Set<AbortController>): Promise<void> {
  const { setup, signal, log } = around;
  let failures = 0;
  let isFailing = false;
  while (!signal.aborted) {
    const nudged = new AbortController();
    sleepers.add(nudged);
    let pause = longestPause;
    try {
      const sent = await sendDue(around, account, Infinity, failures);
      failures = sent.failures;
      pause = Math.min(longestPause, sent.next ?? longestPause);
      const name = account.account.name;
      // Said once: the fault tells for as long as it lasts.
      if (sent.error !== undefined && !isFailing)
        log.warn("events_waiting", { account: name, reason: sent.error.message });
      isFailing = sent.error !== undefined;
      if (sent.sent > 0 || sent.refused > 0) {
        const { sent: taken, refused } = sent;
        log.info("events_sent", { account: name, sent: taken, refused });
      }
    } catch (error) {
      // The store, say: the round of the feeds tells of that in full.
      if (!isFailing)
        log.error("events_failed", { account: account.account.name, reason: (error as Error).message });
      isFailing = true;
    }
    await setup.clock.sleep(pause, AbortSignal.any([signal, nudged.signal]));
    sleepers.delete(nudged);
  }
}

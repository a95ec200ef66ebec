import type { Attempt } from "../deliveries/faults.js";
import type { Setup } from "../deliveries/setup.js";
import type { Log } from "../../log.js";
import type { Channel } from "../../connectors/alerts/channel.js";
import { channelsOf, planAlerts, sendAlerts } from "./notify.js";

/** Sends alerts in the background, so that imports and other channels do not wait for a slow receiver. */
export interface Notifier {
  /**
   * Requests a check for alerts. `happened` is true after a decision. Without a decision, for example to detect stale
   * lists and expiring credentials, alerts are checked at most once a minute. `attempts` contains the results for the
   * feeds in the pass.
   */
  nudge(happened: boolean, attempts: readonly Attempt[]): void;
  /** Waits up to 5 seconds for alerts that are being sent, then cancels them. */
  close(): Promise<void>;
}

const checkInterval = 60_000;

/** Milliseconds for which a fault must last before a daemon reports it. Automatic retries often resolve shorter faults. */
export const daemonsPatience = 30 * 60_000;
const grace = 5_000;

/** Milliseconds without a decision before alerts are sent, because exports often arrive together. */
const gatherFor = 10_000;
/** Maximum delay of an alert, in milliseconds, if decisions keep arriving. */
const longestGathering = 60_000;

export function newNotifier(
  setup: Setup,
  env: Readonly<Record<string, string | undefined>>,
  log: Log,
): Notifier {
  const stop = new AbortController();
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let again = false;
  let checkedAt = -Infinity;
  let decidedAt = -Infinity;
  const last = new Map<Attempt["feed"], Attempt>();
  const met = { attempts: [] as readonly Attempt[], unrecorded: {} };
  const channels = channelsOf(setup.workspace, env);
  const senders = channels.map((channel) => newSender(setup, channel, log, stop.signal));

  async function rounds(): Promise<void> {
    do {
      await gathering();
      again = false;
      checkedAt = setup.clock.monotonic();
      met.attempts = [...last.values()];
      await planAlerts(setup, { env, log, signal: stop.signal, patience: daemonsPatience, met, channels });
      for (const sender of senders) sender.nudge();
    } while (again && !stop.signal.aborted);
  }

  async function gathering(): Promise<void> {
    const { clock } = setup;
    const latest = clock.monotonic() + longestGathering;
    for (;;) {
      const left = Math.min(decidedAt + gatherFor, latest) - clock.monotonic();
      if (left <= 0 || closing.signal.aborted) return;
      await clock.sleep(left, closing.signal);
    }
  }

  return {
    nudge(happened, attempts) {
      if (happened) decidedAt = setup.clock.monotonic();
      for (const attempt of attempts) last.set(attempt.feed, attempt);
      if (!happened && setup.clock.monotonic() - checkedAt < checkInterval) return;
      again = true;
      running ??= rounds().finally(() => {
        running = undefined;
      });
    },
    async close() {
      closing.abort();
      const timer = setTimeout(() => stop.abort(), grace);
      await running;
      await Promise.all(senders.map((sender) => sender.ended()));
      clearTimeout(timer);
    },
  };
}

/** Sends alerts to one channel, independently of the other channels. */
function newSender(setup: Setup, channel: Channel, log: Log, signal: AbortSignal) {
  let running: Promise<void> | undefined;
  let again = false;
  async function send(): Promise<void> {
    do {
      again = false;
      await sendAlerts(setup, channel, { log, signal });
    } while (again && !signal.aborted);
  }
  return {
    nudge(): void {
      again = true;
      running ??= send().finally(() => (running = undefined));
    },
    ended: async (): Promise<void> => running,
  };
}

import type { RealSetup } from "../../deliveries/real-setup.js";
import type { LadingError } from "../../errors.js";
import type { Log } from "../../log.js";
import { notifyPeople, type FeedFailures } from "../../notify/notify.js";
import { loadWorkspace } from "../../workspace/load.js";

/** Tells people in the background of a daemon, so that no import ever waits for a webhook. */
export interface Notifier {
  /**
   * @param byFeed what the feeds of the pass failed with
   * @param happened whether something was decided; else it looks once a minute, for what became stale or ends soon
   */
  nudge(happened: boolean, byFeed: FeedFailures["byFeed"]): void;
  /** Lets a notice that is on its way arrive, but not for long. */
  close(): Promise<void>;
}

const lookEvery = 60_000;

/** A daemon tries again by itself, so only what lasts is told. */
const patience = 30 * 60_000;
const grace = 5_000;

export function newNotifier(
  setup: RealSetup,
  env: Readonly<Record<string, string | undefined>>,
  log: Log,
): Notifier {
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  let again = false;
  let lookedAt = -Infinity;
  const failing = new Map<string, LadingError | undefined>();
  const unrecorded = new Set<string>();

  async function rounds(): Promise<void> {
    do {
      again = false;
      lookedAt = setup.clock.monotonic();
      const workspace = await asItIsNow();
      const failures = { byFeed: new Map(failing), patience, unrecorded };
      await notifyPeople({ ...setup, workspace }, { env, log, signal: stop.signal, failures });
    } while (again && !stop.signal.aborted);
  }

  /** A new `expires`, or another webhook, counts without a restart; a mistake in lading.yaml changes nothing. */
  async function asItIsNow() {
    try {
      const read = await loadWorkspace(setup.workspace.root);
      return read.data === setup.workspace.data ? read : setup.workspace;
    } catch {
      return setup.workspace;
    }
  }

  return {
    nudge(happened, byFeed) {
      for (const [feed, error] of byFeed) failing.set(feed, error);
      if (!happened && setup.clock.monotonic() - lookedAt < lookEvery) return;
      again = true;
      running ??= rounds().finally(() => {
        running = undefined;
      });
    },
    async close() {
      const timer = setTimeout(() => stop.abort(), grace);
      await running;
      clearTimeout(timer);
    },
  };
}

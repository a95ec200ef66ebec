import { noteEventFaults } from "../feeds/deliveries/faults.js";
import type { Setup } from "../feeds/deliveries/setup.js";
import { failure, LadingError } from "../errors.js";
import type { Log } from "../log.js";
import { platform, type Platform } from "../connectors/platform/client.js";
import { postedIds } from "../outbox/join.js";
import { feedId } from "../feeds/lists/feed-log.js";
import { takeLease, type Lease } from "../store/leases.js";
import type { Feed, Workspace, WorkspaceAccount } from "../workspace/workspace.js";
import {
  countRefused,
  dueEvents,
  isAnyDue,
  lastFailed,
  nextDue,
  noteResults,
  pausedUntil,
  pauseEvents,
  queueChanges,
  stopEvents,
  stopReason,
  type DueEvent,
  type EventResult,
} from "./queue.js";
import { counted } from "../sentence.js";

/**
 * This module notifies an account's platform of changes. Each account has only one sending process, and each entity has
 * at most one notification in progress, so versions never arrive out of order. A slow or failing notification does not
 * block the others, unless the platform is considered down. A notification is sent again if its result could not be
 * stored.
 */

export interface SenderContext {
  readonly setup: Setup;
  /** Environment variables for `env:` references to secrets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export interface SendResult {
  readonly sent: number;
  readonly refused: number;
  /** Number of failed notifications that will be retried. */
  readonly failed: number;
  /** Milliseconds until the next event is due. Undefined if no event is waiting. */
  readonly next: number | undefined;
  /** Number of consecutive failures so far. */
  readonly failures: number;
  /** Why some due events were not sent. Undefined if no error occurred. */
  readonly error: LadingError | undefined;
}

/** An account with `sync: events`, and its feeds in the order in which their events are sent. */
export interface EventAccount {
  readonly account: WorkspaceAccount;
  readonly platform: NonNullable<WorkspaceAccount["platform"]>;
  readonly feeds: readonly Feed[];
}

export function eventAccounts({ accounts, feeds }: Workspace): readonly EventAccount[] {
  return [...accounts.values()].flatMap((account) =>
    account.sync !== "events" || account.platform === undefined
      ? []
      : [
          {
            account,
            platform: account.platform,
            feeds: feeds.filter(
              ({ account: own, type }) => own.name === account.name && type.served === "one by one",
            ),
          },
        ],
  );
}

/** A notification in progress. */
interface Request {
  readonly event: DueEvent;
  readonly done: Promise<void>;
}

const maxRequests = 4;

/** Maximum number of events to read, or results to write, per query. */
const pageSize = 100;

/** After this many consecutive failures, the platform is considered down. */
const maxFailures = 5;

/** Milliseconds between lease checks. */
const leaseCheckInterval = 5_000;

const nothing = { sent: 0, refused: 0, failed: 0, error: undefined };

/**
 * Sends due events in the order of the account's feeds. `within` is the number of milliseconds after which sending
 * stops. The remaining events stay queued. `failures` is the number of consecutive failures before this call.
 */
export async function sendDue(
  context: SenderContext,
  { account, platform: settings, feeds }: EventAccount,
  within = Infinity,
  failures = 0,
): Promise<SendResult> {
  const { setup, env, log, signal } = context;
  const { store, clock, workspace } = setup;
  const end = clock.monotonic() + within;
  const ids = new Map<number, Feed>();
  for (const feed of feeds) {
    const id = await feedId(store.db, feed.name);
    if (id !== undefined) ids.set(id, feed);
  }
  const counts = { sent: 0, refused: 0, failed: 0 };
  const requests = new Set<Request>();
  let consecutive = failures;
  let pause = 0;
  let halted: LadingError | undefined;
  let failed: LadingError | undefined;
  let broken: Error | undefined;
  let page: DueEvent[] = [];
  let results: EventResult[] = [];
  let connected: Platform | undefined;
  let leaseCheckedAt = clock.monotonic();
  const pace = rateLimiter(context, settings.rate);

  if (ids.size === 0) return { ...nothing, next: undefined, failures };
  const stopped = await stopReason(store.db, account.name);
  if (stopped !== undefined) {
    const error = failure("platform_unauthorized", { account: account.name, reason: stopped });
    return { ...nothing, next: undefined, failures, error };
  }
  const untilResume = (await pausedUntil(store.db, account.name)) - clock.now().getTime();
  if (untilResume > 0) return { ...nothing, next: untilResume, failures, error: await firstFailure() };
  // If nothing is due, returns before taking the lease, because taking the lease is a write.
  if (!(await isAnyDue(store.db, [...ids.keys()], clock.now())))
    return { ...nothing, next: await nextIn(), failures };
  const lease = await leaseOf(setup, account.name);
  if (lease === undefined) return { ...nothing, next: busyPause, failures };

  try {
    connected = await platform(settings, { env, folder: workspace.root });
    for (;;) {
      if (signal.aborted || clock.monotonic() >= end || pause > 0) break;
      if (halted !== undefined || broken !== undefined) break;
      if (results.length >= pageSize) await flush();
      if (clock.monotonic() - leaseCheckedAt > leaseCheckInterval) await checkLease(lease);
      if (page.length === 0) {
        await flush();
        await checkLease(lease);
        page = await nextPage();
      }
      // After a failure, only one request at a time tests whether the platform is back.
      if (requests.size >= (consecutive > 0 ? 1 : maxRequests) || (page.length === 0 && requests.size > 0)) {
        await Promise.race([...requests].map(({ done }) => done));
        continue;
      }
      const event = page.shift();
      if (event === undefined) break;
      await pace();
      const one: Request = { event, done: send(connected, event).finally(() => requests.delete(one)) };
      requests.add(one);
    }
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    // Errors that occur before the connection is established affect the whole account. Later errors are rethrown,
    // except for a lost lease, which only ends this call.
    if (connected === undefined) halted = error;
    else if (error.code !== "lease_lost") throw error;
  } finally {
    try {
      await Promise.all([...requests].map(({ done }) => done));
      await flush();
      await noteFailures();
    } finally {
      connected?.close();
      // Release the lease even after an error, because this process would otherwise keep it.
      await lease.release();
    }
  }
  if (broken !== undefined) throw broken;
  return { ...counts, next: await nextIn(), failures: consecutive, error: halted ?? failed };

  async function checkLease(held: Lease): Promise<void> {
    await held.check(store.db);
    leaseCheckedAt = clock.monotonic();
  }

  async function nextPage(): Promise<DueEvent[]> {
    for (const id of ids.keys()) await queueChanges(store, id, settings.first_load);
    const found: DueEvent[] = [];
    // Events with failed attempts are read last, so that they do not delay new ones.
    for (const tried of [false, true]) {
      for (const id of ids.keys()) {
        const limit = pageSize - found.length;
        if (limit <= 0) return found;
        // Skips events with a request in progress or with a result that is not stored yet.
        const busy = [...requests, ...results].map(({ event }) => event);
        const but = busy.filter(({ feed }) => feed === id).map((event) => event.id);
        found.push(...(await dueEvents(store.db, id, { now: clock.now(), limit, but, tried })));
      }
    }
    return found;
  }

  async function send(to: Platform, event: DueEvent): Promise<void> {
    const type = ids.get(event.feed)?.type.name ?? "";
    const { id, second, tries } = event;
    try {
      const posted = type === "payables-invoice" ? await postedIds(store.db, account.name, [id]) : undefined;
      const external_id = posted?.get(id) ?? id;
      const notification = {
        entity_type: type,
        external_id,
        updated_at: new Date(second * 1000).toISOString(),
      };
      const reply = await to.notify(notification, signal);
      if (signal.aborted && reply.outcome === "failed") return;
      switch (reply.outcome) {
        case "taken":
          consecutive = 0;
          counts.sent += 1;
          results.push({ event, state: "sent", nextTry: 0, answer: { int_req_id: reply.int_req_id } });
          return;
        case "refused":
          consecutive = 0;
          counts.refused += 1;
          results.push({
            event,
            state: "refused",
            nextTry: 0,
            answer: { int_req_id: reply.int_req_id, ...reply.error },
          });
          log.warn("event_refused", { account: account.name, type, code: reply.error.code });
          return;
        case "unauthorized":
          halted ??= failure("platform_unauthorized", { account: account.name, reason: reply.reason });
          return;
        case "failed": {
          consecutive += 1;
          counts.failed += 1;
          const wait = Math.max(reply.pause ?? 0, backoff(tries, 2_000, 600_000));
          const nextTry = clock.now().getTime() + wait;
          results.push({ event, state: "waiting", nextTry, answer: { reason: reply.reason } });
          if (reply.isDown || consecutive >= maxFailures)
            pause = Math.max(pause, reply.pause ?? backoff(consecutive, 1_000, 300_000));
        }
      }
    } catch (error) {
      // No caller awaits this request individually, so the error is reported at the end.
      if (error instanceof LadingError) halted ??= error;
      else broken ??= error as Error;
    }
  }

  async function flush(): Promise<void> {
    const noted = results;
    results = [];
    await noteResults(store, noted, clock.now());
  }

  /** Stores the reason why notifications are not sent, for health and status. */
  async function noteFailures(): Promise<void> {
    if (halted?.code === "platform_unauthorized")
      await stopEvents(store.db, account.name, String(halted.about["reason"]));
    if (pause > 0) await pauseEvents(store.db, account.name, clock.now().getTime() + pause);
    for (const [id, feed] of ids) {
      const failing = await failingOf(id, feed);
      const refused = await countRefused(store.db, id);
      if (counts.failed > 0) failed ??= failing;
      await noteEventFaults(setup, feed, [
        ...(halted === undefined ? [] : [halted]),
        ...(failing === undefined ? [] : [failing]),
        ...(refused === 0
          ? []
          : [
              failure("platform_refuses", {
                feed: feed.name,
                events: counted(refused, "event"),
              }),
            ]),
      ]);
    }
    if (halted !== undefined)
      log.error("events_stopped", { account: account.name, reason: halted.message, next: halted.hint });
  }

  async function failingOf(id: number, feed: Feed): Promise<LadingError | undefined> {
    const reason = await lastFailed(store.db, id);
    return reason === undefined ? undefined : failure("platform_failing", { feed: feed.name, reason });
  }

  async function firstFailure(): Promise<LadingError | undefined> {
    for (const [id, feed] of ids) {
      const failing = await failingOf(id, feed);
      if (failing !== undefined) return failing;
    }
    return undefined;
  }

  async function nextIn(): Promise<number | undefined> {
    if (halted !== undefined) return busyPause;
    const due = await nextDue(store.db, [...ids.keys()]);
    return due === undefined ? undefined : Math.max(pause, due - clock.now().getTime(), 0);
  }
}

/** Milliseconds to wait before the next attempt if another process has the lease or sending was stopped by an error. */
const busyPause = 30_000;

/** Returns undefined if another process has the lease. */
async function leaseOf({ store }: Setup, account: string): Promise<Lease | undefined> {
  try {
    return await takeLease(store, `events ${account}`);
  } catch (error) {
    if (error instanceof LadingError && error.code === "locked") return undefined;
    throw error;
  }
}

function backoff(times: number, first: number, longest: number): number {
  return Math.min(longest, first * 2 ** Math.min(times, 20));
}

/** Returns a function that waits as long as necessary to stay within the rate, in requests per second. */
function rateLimiter({ setup: { clock }, signal }: SenderContext, rate: number): () => Promise<void> {
  let next = clock.monotonic();
  return async () => {
    const now = clock.monotonic();
    next = Math.max(next, now - 1000 / rate) + 1000 / rate;
    if (next > now) await clock.sleep(next - now, signal);
  };
}

/** Milliseconds after which a run stops sending events. The next run sends the remaining events. */
const longestSending = 600_000;

/**
 * Sends the due events for all accounts during a run. `wait` waits before another attempt and returns false if no
 * time is left. Returns the errors that prevented sending. Unsent events remain in the store.
 */
export async function sendForRun(
  context: SenderContext,
  wait: () => Promise<boolean>,
): Promise<readonly LadingError[]> {
  const { clock, workspace } = context.setup;
  const errors = await Promise.all(
    eventAccounts(workspace).map(async (account) => {
      const end = clock.monotonic() + longestSending;
      let failures = 0;
      let error: LadingError | undefined;
      for (;;) {
        const left = end - clock.monotonic();
        const sent = await sendDue(context, account, left, failures);
        failures = sent.failures;
        if (sent.next === undefined) return sent.error;
        error = sent.error ?? error;
        if (left <= 0 || !(await wait())) return error;
      }
    }),
  );
  return errors.filter((error) => error !== undefined);
}

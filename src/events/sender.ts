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
  whyStopped,
  type DueEvent,
  type EventResult,
} from "./queue.js";

/**
 * Tells the platform of an account what became visible. One process at a time does, and of one entity one notification at a time is
 * on its way, so that none is sent out of order; a slow or wrong one keeps no other waiting. What was sent and could not be
 * noted is sent again.
 */

export interface Around {
  readonly setup: Setup;
  /** Where `env:` references to secrets are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export interface Sent {
  readonly sent: number;
  readonly refused: number;
  /** Tries that came to nothing, and will be made again. */
  readonly failed: number;
  /** Milliseconds until something may be sent again; undefined: nothing waits. */
  readonly next: number | undefined;
  /** How many tries failed in a row by now. */
  readonly failures: number;
  /** Why it was not all that was due; undefined: it was. */
  readonly error: LadingError | undefined;
}

/** An account whose platform is told by events, and its feeds in the order in which it is told of them. */
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

/** A notification on its way. */
interface Flying {
  readonly event: DueEvent;
  readonly landed: Promise<void>;
}

/** How many are on their way at once. */
const atOnce = 4;

/** How many are read from the store, and how many answers are noted, at once. */
const pageSize = 100;

/** After so many failures in a row it is the platform that is in trouble. */
const fewInRow = 5;

/** Milliseconds between two looks at whether the lease is still ours. */
const leaseLooks = 5_000;

const nothing = { sent: 0, refused: 0, failed: 0, error: undefined };

/**
 * Sends what is due, in the order of the account's feeds as far as one is due.
 *
 * @param within milliseconds after which it ends, with what is left for another time
 * @param failures how many tries failed in a row before
 */
export async function sendDue(
  around: Around,
  { account, platform: settings, feeds }: EventAccount,
  within = Infinity,
  failures = 0,
): Promise<Sent> {
  const { setup, env, log, signal } = around;
  const { store, clock, workspace } = setup;
  const end = clock.monotonic() + within;
  const ids = new Map<number, Feed>();
  for (const feed of feeds) {
    const id = await feedId(store.db, feed.name);
    if (id !== undefined) ids.set(id, feed);
  }
  const counts = { sent: 0, refused: 0, failed: 0 };
  const flying = new Set<Flying>();
  let inRow = failures;
  let pause = 0;
  let halted: LadingError | undefined;
  let failed: LadingError | undefined;
  let broken: Error | undefined;
  let page: DueEvent[] = [];
  let results: EventResult[] = [];
  let connected: Platform | undefined;
  let looked = clock.monotonic();
  const pace = newPace(around, settings.rate);

  if (ids.size === 0) return { ...nothing, next: undefined, failures };
  const stopped = await whyStopped(store.db, account.name);
  if (stopped !== undefined) {
    const error = failure("platform_unauthorized", { account: account.name, reason: stopped });
    return { ...nothing, next: undefined, failures, error };
  }
  const alone = (await pausedUntil(store.db, account.name)) - clock.now().getTime();
  if (alone > 0) return { ...nothing, next: alone, failures, error: await whatFails() };
  // A quiet account costs a look, and writes nothing.
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
      if (clock.monotonic() - looked > leaseLooks) await stillOurs(lease);
      if (page.length === 0) {
        await flush();
        await stillOurs(lease);
        page = await nextPage();
      }
      // One alone shows whether it is over.
      if (flying.size >= (inRow > 0 ? 1 : atOnce) || (page.length === 0 && flying.size > 0)) {
        await Promise.race([...flying].map(({ landed }) => landed));
        continue;
      }
      const event = page.shift();
      if (event === undefined) break;
      await pace();
      const one: Flying = { event, landed: tell(connected, event).finally(() => flying.delete(one)) };
      flying.add(one);
    }
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    // What keeps us from the platform is the account's trouble; that the store fails is everybody's.
    if (connected === undefined) halted = error;
    else if (error.code !== "lease_lost") throw error;
  } finally {
    try {
      await Promise.all([...flying].map(({ landed }) => landed));
      await flush();
      await noteFailures();
    } finally {
      connected?.close();
      // Whatever failed: else this process would keep it for as long as it lives.
      await lease.release();
    }
  }
  if (broken !== undefined) throw broken;
  return { ...counts, next: await nextIn(), failures: inRow, error: halted ?? failed };

  async function stillOurs(held: Lease): Promise<void> {
    await held.check(store.db);
    looked = clock.monotonic();
  }

  async function nextPage(): Promise<DueEvent[]> {
    for (const id of ids.keys()) await queueChanges(store, id, settings.first_load);
    const found: DueEvent[] = [];
    // What failed before comes last, so that it keeps nothing of any feed waiting.
    for (const tried of [false, true]) {
      for (const id of ids.keys()) {
        const limit = pageSize - found.length;
        if (limit <= 0) return found;
        // Requests under way, and answers that are not stored yet.
        const busy = [...flying, ...results].map(({ event }) => event);
        const but = busy.filter(({ feed }) => feed === id).map((event) => event.id);
        found.push(...(await dueEvents(store.db, id, { now: clock.now(), limit, but, tried })));
      }
    }
    return found;
  }

  async function tell(to: Platform, event: DueEvent): Promise<void> {
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
      const reply = await to.tell(notification, signal);
      if (signal.aborted && reply.outcome === "failed") return;
      switch (reply.outcome) {
        case "taken":
          inRow = 0;
          counts.sent += 1;
          results.push({ event, state: "sent", nextTry: 0, answer: { int_req_id: reply.int_req_id } });
          return;
        case "refused":
          inRow = 0;
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
          inRow += 1;
          counts.failed += 1;
          const wait = Math.max(reply.pause ?? 0, growing(tries, 2_000, 600_000));
          const nextTry = clock.now().getTime() + wait;
          results.push({ event, state: "waiting", nextTry, answer: { reason: reply.reason } });
          if (reply.isDown || inRow >= fewInRow)
            pause = Math.max(pause, reply.pause ?? growing(inRow, 1_000, 300_000));
        }
      }
    } catch (error) {
      // Nobody waits for this one alone, so it is reported where all end.
      if (error instanceof LadingError) halted ??= error;
      else broken ??= error as Error;
    }
  }

  async function flush(): Promise<void> {
    const noted = results;
    results = [];
    await noteResults(store, noted, clock.now());
  }

  /** What keeps the platform from being told, for all who ask how the account is. */
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
        ...(refused === 0 ? [] : [failure("platform_refuses", { feed: feed.name, count: String(refused) })]),
      ]);
    }
    if (halted !== undefined)
      log.error("events_stopped", { account: account.name, reason: halted.message, next: halted.hint });
  }

  async function failingOf(id: number, feed: Feed): Promise<LadingError | undefined> {
    const reason = await lastFailed(store.db, id);
    return reason === undefined ? undefined : failure("platform_failing", { feed: feed.name, reason });
  }

  async function whatFails(): Promise<LadingError | undefined> {
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

/** How long a process that does not hold the lease waits before it tries again, in milliseconds. */
const busyPause = 30_000;

/** Undefined when another process is at it. */
async function leaseOf({ store }: Setup, account: string): Promise<Lease | undefined> {
  try {
    return await takeLease(store, `events ${account}`);
  } catch (error) {
    if (error instanceof LadingError && error.code === "locked") return undefined;
    throw error;
  }
}

function growing(times: number, first: number, longest: number): number {
  return Math.min(longest, first * 2 ** Math.min(times, 20));
}

/** Keeps sends apart, so that no more than so many go in a second. */
function newPace({ setup: { clock }, signal }: Around, rate: number): () => Promise<void> {
  let next = clock.monotonic();
  return async () => {
    const now = clock.monotonic();
    next = Math.max(next, now - 1000 / rate) + 1000 / rate;
    if (next > now) await clock.sleep(next - now, signal);
  };
}

import { hash, randomBytes } from "node:crypto";
import { takeLeaseInTime } from "../deliveries/open-feed.js";
import type { Setup } from "../deliveries/setup.js";
import {
  attemptFaults,
  isLasting,
  unprocessableFeeds,
  readFaults,
  type Attempt,
} from "../deliveries/faults.js";
import { isReportable, readNeverTaken, type NeverTaken } from "../deliveries/never-taken.js";
import { readMissingBytes } from "../deliveries/unknown-files.js";
import { readStoreFaults, writeStoreFaults, type StoreFaults } from "../deliveries/store-faults.js";
import { endingProblem, faultProblem, missingBytesProblem, problemList } from "../health/problems.js";
import { heldBy } from "../lists/feed-state.js";
import { LadingError } from "../../errors.js";
import type { Log } from "../../log.js";
import { leaseTime } from "../../store/lease-time.js";
import { takeLease, type Lease } from "../../store/leases.js";
import { endingSoon } from "../../workspace/expiry.js";
import type { AlertEvent } from "../../connectors/alerts/notify-settings.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";
import {
  channelNames,
  type Channel,
  type ChannelName,
  type AlertDelivery,
} from "../../connectors/alerts/channel.js";
import { commandChannel } from "../../connectors/alerts/command-channel.js";
import {
  newAlertState,
  alerts as leaseName,
  readAlertState,
  writeAlertState,
  type AlertState,
  type WaitingAlert,
} from "./alert-state.js";
import type { Alert } from "../../connectors/alerts/alert.js";
import {
  causeAlert,
  digest,
  eventOf,
  faultAlert,
  faultOverAlert,
  faultsOverAlert,
  neverTakenAlert,
  problemAlert,
  recoveredAlert,
  withoutValues,
} from "./alert.js";
import { alertCauses, type FeedCauses, type AlertCause } from "./alert-causes.js";
import { webhookChannel } from "../../connectors/alerts/webhook-channel.js";
import { hour, minute } from "../../model/time-spans.js";

/**
 * This module alerts people once about each new problem, through the command and the webhook. All problems are read
 * from the store, so no alert is lost if the process crashes after a decision. After a crash between sending and
 * recording, the same alert is sent again with the same ID.
 */

export interface NotifyOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Milliseconds for which a fault must last before it is reported. Default: faults are never reported. */
  readonly patience?: number;
  /** Faults encountered by this process, in case they cannot be written to the store. */
  readonly met?: WorkResults;
  /** Channels to use instead of the workspace's channels. */
  readonly channels?: readonly Channel[];
}

/** Results of this process's attempts to process feeds and write outputs. */
interface WorkResults {
  readonly attempts: readonly Attempt[];
  /**
   * Faults that occurred while the store could not be written to. Such faults are kept in memory, because the disk
   * may also be unwritable.
   */
  unrecorded: StoreFaults;
}

type Unopened = Pick<Setup, "workspace" | "clock" | "worker">;
type Where = Unopened & Pick<Setup, "store">;

/** Pauses between attempts increase to one hour. An alert is dropped after two days. */
const giveUpAfter = 48 * hour;
const longestWait = hour;

/**
 * Milliseconds to wait for another sending process. Exceeds the lease duration, so that a lease left by a crash
 * expires first.
 */
const leasePatience = leaseTime + 10_000;

/** Milliseconds that `forget` waits for a sending process. Exceeds the longest time that a receiver may take. */
const forgetPatience = 90_000;

/** Keys of reported causes are forgotten after this many milliseconds. */
const remember = 400 * 24 * hour;

/** Plans and sends alerts. Never throws: a failed notification appears in `status` and does not affect decisions. */
export async function notifyPeople(where: Where, options: NotifyOptions): Promise<void> {
  const channels = options.channels ?? channelsOf(where.workspace, options.env);
  await planAlerts(where, { ...options, channels });
  await Promise.all(channels.map((channel) => sendAlerts(where, channel, options)));
}

/**
 * Queues due alerts for all channels without sending them. If the alerts cannot be queued, sends alerts about the
 * faults of this process immediately. Never throws.
 */
export async function planAlerts(where: Where, options: NotifyOptions): Promise<void> {
  if (where.workspace.notify === undefined) return;
  const { log, signal } = options;
  try {
    const lease = await waitForLease(where, leaseName, signal);
    if (lease === undefined) return;
    try {
      await planUnderLease(where, lease, options);
    } finally {
      await lease.release();
    }
  } catch (error) {
    log.error("alerts_failed", { reason: (error as Error).message });
    await notifyUnrecorded(where, options);
  }
}

/**
 * Each channel has its own lease, so a slow channel does not delay others. A failure ends the round for this channel.
 * Never throws.
 */
export async function sendAlerts(
  where: Where,
  channel: Channel,
  { log, signal }: Pick<NotifyOptions, "log" | "signal">,
): Promise<void> {
  const { workspace, store, clock } = where;
  if (workspace.notify === undefined) return;
  try {
    const lease = await waitForLease(where, leaseOf(channel.name), signal);
    if (lease === undefined) return;
    try {
      const end = clock.monotonic() + sendsFor;
      const tried = new Set<string>();
      while (!signal.aborted && clock.monotonic() < end) {
        const state = await readAlertState(store.db);
        const waiting = state?.pending.find(
          (one) => isDue(one, channel.name, clock.now()) && !tried.has(one.alert.id),
        );
        if (waiting === undefined) return;
        tried.add(waiting.alert.id);
        const delivered = await channel.deliver(waiting.alert, signal);
        logDelivery(log, channel.name, waiting.alert, delivered);
        await noteDelivery(where, waiting, channel.name, delivered);
        if (!delivered.ok) return;
      }
    } finally {
      await lease.release();
    }
  } catch (error) {
    log.error("alerts_failed", { reason: (error as Error).message });
  }
}

/** Milliseconds after which no more alerts are sent. The remaining alerts are sent in the next round. */
const sendsFor = 30_000;

const leaseOf = (channel: ChannelName): string => `${leaseName} ${channel}`;

function isDue(waiting: WaitingAlert, channel: ChannelName, now: Date): boolean {
  if (!waiting.channels.includes(channel)) return false;
  return waiting.next_try <= now.toISOString() || isClockBack(waiting, now);
}

/** Reads the state again, because other processes may have queued alerts in the meantime. */
async function noteDelivery(
  where: Where,
  waiting: WaitingAlert,
  channel: ChannelName,
  delivered: AlertDelivery,
): Promise<void> {
  const { store, clock } = where;
  // The result is recorded even while the process is stopping, because the alert would otherwise be sent twice.
  const lease = await waitForLease(where, leaseName, new AbortController().signal);
  if (lease === undefined) return;
  try {
    const state = await readAlertState(store.db);
    if (state !== undefined)
      await write(store, lease, afterAttempt(state, waiting, channel, delivered, clock.now()));
  } finally {
    await lease.release();
  }
}

/**
 * Reports that the store cannot be written to or opened. Each fault is reported once, provided that a file next to
 * the store can be written.
 */
export async function notifyUnrecorded(
  where: Unopened & Partial<Where>,
  { met, env, log, signal, patience = Infinity, ...options }: NotifyOptions,
): Promise<void> {
  const { workspace, clock } = where;
  if (met === undefined || workspace.notify?.on.has("failed") !== true) return;
  const known = { ...met.unrecorded, ...(await readStoreFaults(workspace.data)) };
  const now = clock.now();
  const due = new Map<string, Alert>();
  for (const fault of await attemptFaults(where, met.attempts.filter(isLasting))) {
    const { since, isReported } = known[fault.key] ?? { since: now.toISOString(), isReported: false };
    const isLate = now.getTime() - Date.parse(since) >= patience;
    if (!isReported && isLate) due.set(fault.key, faultAlert(newId(), { ...fault, since }, now));
    known[fault.key] = { where: fault.where, feeds: [...fault.feeds], since, isReported };
  }
  const sentKeys = new Set<string>();
  const sending = (options.channels ?? channelsOf(workspace, env)).map(async (channel) => {
    for (const [key, alert] of due) {
      const delivered = await channel.deliver(alert, signal);
      logDelivery(log, channel.name, alert, delivered);
      if (!delivered.ok) return;
      sentKeys.add(key);
    }
  });
  await Promise.all(sending);
  for (const key of sentKeys) known[key] = { ...(known[key] as StoreFaults[string]), isReported: true };
  met.unrecorded = known;
  await writeStoreFaults(workspace.data, known);
}

export function channelsOf(workspace: Workspace, env: NotifyOptions["env"]): readonly Channel[] {
  const { notify, root } = workspace;
  const channels: Channel[] = [];
  if (notify?.command !== undefined) {
    const { command, commandEnv: passEnv } = notify;
    channels.push(commandChannel({ command, passEnv, folder: root, env }));
  }
  if (notify?.webhook !== undefined) channels.push(webhookChannel(notify.webhook, { env, folder: root }));
  return channels;
}

/**
 * Runs `work` while no alerts are being sent, after removing these feeds' values from waiting alerts. Sending is
 * paused because a sender that had already read the old values would write them back. Throws `locked` if another
 * process keeps sending for longer than this process waits.
 */
export async function withAlertsPaused<T>(
  setup: Setup,
  feeds: readonly Feed[],
  work: () => Promise<T>,
): Promise<T> {
  const { store } = setup;
  const leases: Lease[] = [];
  try {
    // Senders take these leases in the same order, which prevents deadlocks.
    for (const name of [...channelNames.map(leaseOf), leaseName])
      leases.push(await takeLeaseInTime(setup, name, forgetPatience));
    const lease = leases.at(-1) as Lease;
    const state = await readAlertState(store.db);
    if (state !== undefined) {
      const names = new Set(feeds.map(({ name }) => name));
      const pending = state.pending.map((one) => ({ ...one, alert: withoutValues(one.alert, names) }));
      await write(store, lease, { ...state, pending });
    }
    return await work();
  } finally {
    for (const lease of leases.toReversed()) await lease.release();
  }
}

/** Throws `lease_lost` if another process has taken the lease. */
async function write(store: Where["store"], lease: Lease, state: AlertState): Promise<void> {
  await store.transaction(async (tx) => {
    await lease.check(tx);
    await writeAlertState(tx, state);
  });
}

async function planUnderLease(where: Where, lease: Lease, options: NotifyOptions): Promise<void> {
  const { workspace, store, clock } = where;
  const { db } = store;
  const channels = options.channels ?? channelsOf(workspace, options.env);
  const now = clock.now();
  const stored = await readAlertState(db);
  const unrecorded = await readStoreFaults(workspace.data);
  const before = withReported(
    stored ?? newAlertState(now),
    { ...options.met?.unrecorded, ...unrecorded },
    now,
  );
  const names = channels.map(({ name }) => name);
  const planned = await plan(where, before, names, options.patience ?? Infinity, now);
  if (JSON.stringify(planned) !== JSON.stringify(stored)) {
    await write(store, lease, planned);
  }
  if (options.met !== undefined) options.met.unrecorded = {};
  if (JSON.stringify(unrecorded) !== "{}") await writeStoreFaults(workspace.data, {});
}

/** Adds faults that were reported while the store could not be written to. */
function withReported(state: AlertState, unrecorded: StoreFaults, now: Date): AlertState {
  const reported = Object.entries(unrecorded).filter(([, { isReported }]) => isReported);
  if (reported.length === 0) return state;
  const faults = reported.map(([key, { where, feeds }]) => [key, { where, feeds }] as const);
  const notified = reported.map(([key]) => [`fault ${key}`, now.toISOString()] as const);
  return {
    ...state,
    faults: { ...Object.fromEntries(faults), ...state.faults },
    notified: { ...Object.fromEntries(notified), ...state.notified },
  };
}

/**
 * If more than this number of faults end at the same time, for example after a partner replaces several empty exports,
 * the faults share one alert.
 */
const endsApart = 3;

async function plan(
  { workspace, store }: Where,
  before: AlertState,
  channels: readonly ChannelName[],
  patience: number,
  now: Date,
): Promise<AlertState> {
  const wanted = workspace.notify?.on ?? new Set<AlertEvent>();
  const mayShowStaff = workspace.notify?.staffValues === true;
  const notified = new Map(
    Object.entries(before.notified).filter(([, at]) => now.getTime() - Date.parse(at) < remember),
  );
  const alerts: Alert[] = [];
  /** The key of each alert's cause, by alert ID. */
  const about = new Map<string, string>();
  /** The problem and the delivery of each alert about a feed or a fault, by alert ID. */
  const subjects = new Map<string, AlertSubject>();
  /** The channels to skip for an alert, by alert ID. */
  const unreported = new Map<string, ReadonlySet<ChannelName>>();
  const open: Record<string, string[]> = {};
  const faults: NonNullable<AlertState["faults"]> = {};

  const alertOnce = (key: string, event: AlertEvent, make: (id: string) => Alert): void => {
    if (notified.has(key)) return;
    notified.set(key, now.toISOString());
    if (!wanted.has(event)) return;
    const alert = make(newId());
    about.set(alert.id, key);
    alerts.push(alert);
  };
  /**
   * IDs of waiting alerts about faults that have ended. A channel that has not delivered such an alert delivers
   * neither the alert nor the message about the recovery.
   */
  const over = new Set<string>();
  const ends = new Map<string, { readonly undelivered: ReadonlySet<ChannelName>; readonly ended: Alert[] }>();
  const alertEnd = (key: string, alert: Alert): void => {
    const waiting = before.pending.filter((one) => one.about === key);
    for (const one of waiting) over.add(one.alert.id);
    const undelivered = new Set(waiting.flatMap((one) => one.channels));
    const alike = [...undelivered].toSorted().join(" ");
    const { ended } = ends.get(alike) ?? { ended: [] };
    ends.set(alike, { undelivered, ended: [...ended, alert] });
  };
  const lasting = await readFaults(store, workspace, now);
  for (const fault of lasting) {
    const isReported = before.faults?.[fault.key] !== undefined;
    if (!isReported && now.getTime() - Date.parse(fault.since) < patience) continue;
    faults[fault.key] = { where: fault.where, feeds: [...fault.feeds] };
    alertOnce(`fault ${fault.key}`, "failed", (id) => {
      subjects.set(id, { problem: faultProblem(fault), delivery: undefined });
      return faultAlert(id, fault, now);
    });
  }
  const kept = new Set(Object.values(faults).flatMap(({ feeds }) => feeds));
  for (const [key, ended] of Object.entries(before.faults ?? {})) {
    if (faults[key] !== undefined) continue;
    notified.delete(`fault ${key}`);
    // A feed that is still affected by another fault has not recovered, for example if a host responds again but
    // refuses the login.
    const feeds = ended.feeds.filter((feed) => !kept.has(feed));
    if (ended.feeds.length > 0 && feeds.length === 0) continue;
    if (wanted.has("recovered") && (wanted.has("failed") || wanted.size === 1))
      alertEnd(`fault ${key}`, faultOverAlert(newId(), { ...ended, feeds }, now));
  }
  for (const { undelivered, ended } of ends.values()) {
    if (channels.length > 0 && channels.every((name) => undelivered.has(name))) continue;
    for (const alert of ended.length > endsApart ? [faultsOverAlert(newId(), ended, now)] : ended) {
      unreported.set(alert.id, undelivered);
      alerts.push(alert);
    }
  }
  const failing = unprocessableFeeds(lasting);
  for (const found of await alertCauses(store.db, workspace.feeds, before.looked_at, now)) {
    const { feed } = found;
    const was = before.open[feed.name] ?? [];
    const isSilent = (cause: AlertCause): boolean =>
      cause.kind === "stale" && failing.has(feed.name) && !was.includes(cause.key);
    const causes = found.causes.filter((cause) => !isSilent(cause));
    const openKeys = causes.map(({ key }) => key);
    for (const cause of [...found.past, ...causes]) {
      alertOnce(cause.key, eventOf(cause), (id) => {
        subjects.set(id, cause);
        return causeAlert(id, feed, cause, mayShowStaff, now);
      });
    }
    // If a cause returns after it was fixed, it is reported again. Refused files never change, so they are reported
    // once.
    for (const key of was) if (!openKeys.includes(key) && !key.startsWith("refused ")) notified.delete(key);
    if (openKeys.length > 0) open[feed.name] = openKeys;
    else if (was.length > 0 && found.isWaiting) open[feed.name] = was;
    else if (was.length > 0 && wanted.has("recovered") && wasReported(was, found, wanted)) {
      alerts.push(recoveredAlert(newId(), found, now));
    }
  }
  for (const source of workspace.sources.keys()) {
    const keyOf = ({ name, reason }: NeverTaken) =>
      `never taken ${source} ${hash("sha256", `${name}\n${reason}`)}`;
    const fresh = (await readNeverTaken(store.db, source)).filter(
      (each) => isReportable(each, now) && !notified.has(keyOf(each)),
    );
    for (const each of fresh) notified.set(keyOf(each), now.toISOString());
    if (fresh.length > 0 && wanted.has("rejected")) alerts.push(neverTakenAlert(newId(), source, fresh, now));
  }
  for (const ending of await endingSoon(workspace, store.db, now)) {
    alertOnce(ending.key, "expiring", (id) => problemAlert(id, "expiring", endingProblem(ending), now));
  }
  const missing = await readMissingBytes(store.db);
  if (missing.length > 0) {
    const key = `missing bytes ${hash("sha256", missing.join(" "))}`;
    alertOnce(key, "failed", (id) => problemAlert(id, "failed", missingBytesProblem(missing), now));
  }
  const until = new Date(now.getTime() + giveUpAfter).toISOString();
  const fresh = digested(alerts, subjects, now).map((alert): WaitingAlert => ({
    alert,
    ...(about.has(alert.id) ? { about: about.get(alert.id) } : {}),
    channels: channels.filter((name) => unreported.get(alert.id)?.has(name) !== true),
    tries: 0,
    next_try: now.toISOString(),
    until,
  }));
  return {
    ...before,
    looked_at: latest(before, fresh, now),
    open,
    notified: Object.fromEntries(notified),
    faults,
    // Alerts are not kept for channels that were removed from the workspace.
    pending: [...before.pending.filter(({ alert }) => !over.has(alert.id)), ...fresh].flatMap((one) => {
      const left = one.channels.filter((name) => channels.includes(name));
      return left.length === 0 ? [] : [{ ...one, channels: left }];
    }),
  };
}

type AlertSubject = Pick<AlertCause, "problem" | "delivery">;

function digested(
  alerts: readonly Alert[],
  subjects: ReadonlyMap<string, AlertSubject>,
  now: Date,
): readonly Alert[] {
  const sent: Alert[] = [];
  for (const event of new Set(alerts.map((alert) => alert.event))) {
    const same = alerts.filter((alert) => alert.event === event);
    const ofFeeds = same.filter(({ feed }) => feed !== null);
    sent.push(...same.filter(({ feed }) => feed === null));
    const feeds = [...new Set(ofFeeds.map(({ feed }) => feed))];
    if (feeds.length > 1) {
      // The alerts of a feed are in order of arrival, but `problemList` expects its newest held delivery first.
      const newestFirst = feeds.flatMap((name) => ofFeeds.filter(({ feed }) => feed === name).toReversed());
      const found = (event === "held" ? newestFirst : ofFeeds).flatMap(({ id }) => subjects.get(id) ?? []);
      const guards = new Map(found.map(({ problem, delivery }) => [problem, delivery && heldBy(delivery)]));
      const problems = problemList([...guards.keys()], (one) => guards.get(one)?.toSorted() ?? []);
      sent.push(digest(newId(), ofFeeds, problems, now));
    } else sent.push(...ofFeeds);
  }
  return sent;
}

function newId(): string {
  return randomBytes(8).toString("hex");
}

/**
 * Returns the new `looked_at`. The time changes only if there are new alerts or an hour has passed, so that an idle
 * daemon rarely writes.
 */
function latest(before: AlertState, fresh: readonly WaitingAlert[], now: Date): string {
  const isOld = now.getTime() - Date.parse(before.looked_at) > hour;
  return fresh.length > 0 || isOld ? now.toISOString() : before.looked_at;
}

/** A recovery is sent only if the failure was reported, unless the workspace subscribes only to recoveries. */
function wasReported(
  keys: readonly string[],
  { feed }: FeedCauses,
  wanted: ReadonlySet<AlertEvent>,
): boolean {
  if (wanted.size === 1) return true;
  return keys.some((key) => {
    const kind = kinds.find((name) => key.startsWith(`${name} ${feed.name} `));
    return kind !== undefined && wanted.has(eventOf({ kind } as AlertCause));
  });
}

const kinds = ["held", "refused", "rows", "stale"] as const;

/** True if the next attempt is further away than the maximum wait, so the clock must have been set back. */
function isClockBack({ next_try }: WaitingAlert, now: Date): boolean {
  return Date.parse(next_try) - now.getTime() > longestWait;
}

function logDelivery(log: Log, channel: ChannelName, alert: Alert, delivered: AlertDelivery): void {
  const facts = { channel, event: alert.event, feed: alert.feed ?? undefined, alert: alert.id };
  if (delivered.ok) log.info("alert", facts);
  else log.error("alert_failed", { ...facts, reason: delivered.reason });
}

function afterAttempt(
  state: AlertState,
  { alert }: WaitingAlert,
  channel: ChannelName,
  delivered: AlertDelivery,
  now: Date,
): AlertState {
  const at = now.toISOString();
  const before = state.channels[channel] ?? { failures: 0, given_up: 0 };
  let givenUp = 0;
  const pending = state.pending.flatMap((one): WaitingAlert[] => {
    if (one.alert.id !== alert.id) return [one];
    const left = delivered.ok ? one.channels.filter((name) => name !== channel) : one.channels;
    if (left.length === 0) return [];
    if (!delivered.ok && one.until <= at) {
      givenUp += 1;
      return [];
    }
    const tries = one.tries + (delivered.ok ? 0 : 1);
    const pause = Math.min(longestWait, minute * 2 ** Math.min(tries, 10));
    const next_try = delivered.ok ? one.next_try : new Date(now.getTime() + pause).toISOString();
    return [{ ...one, channels: left, tries, next_try }];
  });
  const known = delivered.ok
    ? { delivered_at: at, failures: 0, given_up: 0 }
    : {
        ...before,
        failed_at: at,
        reason: delivered.reason,
        failures: before.failures + 1,
        given_up: before.given_up + givenUp,
      };
  return { ...state, pending, channels: { ...state.channels, [channel]: known } };
}

/**
 * Returns undefined if `signal` is aborted or another process holds the lease for too long. If the result is undefined,
 * the alerts are sent by the other process or in the next round.
 */
async function waitForLease(
  { store, clock }: Where,
  name: string,
  signal: AbortSignal,
): Promise<Lease | undefined> {
  const begun = clock.monotonic();
  while (!signal.aborted) {
    try {
      return await takeLease(store, name);
    } catch (error) {
      if (!(error instanceof LadingError) || error.code !== "locked") throw error;
      if (clock.monotonic() - begun > leasePatience) return undefined;
      await clock.sleep(250, signal);
    }
  }
  return undefined;
}

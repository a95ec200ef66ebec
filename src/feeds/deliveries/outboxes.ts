import { failure, LadingError } from "../../errors.js";
import type { Log } from "../../log.js";
import { countEntries, oldestIn, waitingStates, type State } from "../../outbox/entries.js";
import { sendInvoices, isDue } from "../../outbox/send.js";
import { withheldRows } from "../../outbox/join.js";
import { localFolder, type OutboxFolder } from "../../outbox/outbox-folder.js";
import { withSftpFolder } from "../../outbox/sftp-folder.js";
import { counted, firstOf } from "../../sentence.js";
import type { Queries } from "../../store/store.js";
import type { Outbox, WorkspaceAccount } from "../../workspace/workspace.js";
import { noteOutboxFaults } from "./faults.js";
import type { Setup } from "./setup.js";
import { isReachedBy } from "./workers.js";

/** This module sends waiting invoices to the FFS and records problems that need attention. */

export interface OutboxAccount {
  readonly account: WorkspaceAccount;
  readonly outbox: Outbox;
}

export function outboxAccounts({ workspace }: Pick<Setup, "workspace">): readonly OutboxAccount[] {
  return [...workspace.accounts.values()].flatMap((account) =>
    account.outbox === undefined ? [] : [{ account, outbox: account.outbox }],
  );
}

export async function withOutboxFolder<T>(
  { disk, hosts }: Pick<Setup, "disk" | "hosts">,
  { outbox: { location, unfinished } }: OutboxAccount,
  signal: AbortSignal,
  work: (target: OutboxFolder) => Promise<T>,
): Promise<T> {
  if ("folder" in location) return work(localFolder(disk, { ...location, own: unfinished }));
  return withSftpFolder({ host: hosts.host(location), settings: location, own: unfinished }, signal, work);
}

/**
 * Sends the invoices of accounts with an outbox that this machine can reach, and records problems. Returns the errors
 * that prevented sending.
 */
export async function sendAll(
  setup: Setup,
  signal: AbortSignal,
  accounts: readonly OutboxAccount[] = outboxAccounts(setup),
): Promise<readonly LadingError[]> {
  const near = accounts.filter(({ outbox }) => isReachedBy(setup.worker, outbox.workers));
  const errors = await Promise.all(
    near.map(async (one) => {
      const met = await sendOne(setup, one, signal);
      await noteOutbox(setup, one, met);
      return met;
    }),
  );
  return errors.flat();
}

async function sendOne(
  setup: Setup,
  one: OutboxAccount,
  signal: AbortSignal,
): Promise<readonly LadingError[]> {
  const { store } = setup;
  const { name } = one.account;
  // If nothing is due, no connection to the outbox is opened.
  const { acknowledgements } = one.outbox;
  if (!(await isDue(store.db, name, acknowledgements))) return [];
  try {
    return await withOutboxFolder(setup, one, signal, async (target) => {
      const { errors } = await sendInvoices({ store, target, account: name, signal, acknowledgements });
      return errors;
    });
  } catch (error) {
    if (error instanceof LadingError) return error.code === "lease_lost" ? [] : [error];
    throw error;
  }
}

/**
 * Records problems that need attention and removes resolved ones. `met` contains the errors that have just prevented
 * sending.
 */
export async function noteOutbox(
  setup: Setup,
  one: OutboxAccount,
  met: readonly LadingError[] = [],
): Promise<void> {
  const { store } = setup;
  const account = one.account.name;
  const twice = await withheldRows(store.db, account);
  const { doubtful, refused, waiting } = await outboxCounts(store.db, account);
  const oldest = (await oldestIn(store.db, account, waitingStates))?.posted;
  const isOld = oldest !== undefined && (await store.now(store.db)) - oldest > one.outbox.alertAfter;
  const needs = [...met];
  if (doubtful > 0)
    needs.push(failure("outbox_in_doubt", { account, invoices: counted(doubtful, "invoice") }));
  if (refused > 0) needs.push(failure("outbox_refused", { account, invoices: counted(refused, "invoice") }));
  const [invoices, rows] = [counted(twice.length, "invoice"), firstOf(twice)];
  if (twice.length > 0) needs.push(failure("outbox_entered_twice", { account, invoices, rows }));
  if (isOld) {
    const since = new Date(oldest).toISOString();
    needs.push(failure("outbox_waiting", { account, invoices: counted(waiting, "invoice"), since }));
  }
  await noteOutboxFaults(setup, account, needs);
}

/** Milliseconds between a daemon's checks for invoices to send, and between its checks for acknowledgments. */
const checkInterval = 2_000;
const acknowledgmentInterval = 60_000;

/**
 * Sends invoices while the daemon is running. Accounts are independent, so a slow server does not delay other
 * accounts. `signal` aborts work in progress. No new work starts after `until` is aborted.
 */
export async function keepSendingInvoices(
  setup: Setup,
  log: Log,
  signal: AbortSignal,
  until: AbortSignal,
): Promise<void> {
  await Promise.all(outboxAccounts(setup).map((one) => sendContinuously(one)));

  async function sendContinuously(one: OutboxAccount): Promise<void> {
    const account = one.account.name;
    let checkedAt = -Infinity;
    let failures = 0;
    let lastReason = "";
    while (!until.aborted) {
      const reason = await check().catch((error: Error) => error.message);
      if (reason !== undefined) {
        failures = reason === "" ? 0 : failures + 1;
        if (reason !== "" && reason !== lastReason) log.error("send_failed", { account, reason });
        lastReason = reason;
      }
      const pause =
        failures === 0 ? checkInterval : Math.min(60_000, checkInterval * 2 ** Math.min(failures, 6));
      await setup.clock.sleep(pause, until);
    }

    /** Returns the errors that prevented sending, as text, or "" if there were none. Undefined if no check was due. */
    async function check(): Promise<string | undefined> {
      const counts = await countEntries(setup.store.db, account);
      const hasNewEntries = counts.some(({ state }) => toSend.has(state));
      if (!hasNewEntries && setup.clock.monotonic() - checkedAt < acknowledgmentInterval) return undefined;
      const errors = await sendAll(setup, signal, [one]);
      checkedAt = setup.clock.monotonic();
      return errors.map(({ message }) => message).join(" ");
    }
  }
}

const toSend: ReadonlySet<State> = new Set<State>(["RECORDED", "WRITTEN", "SENDING"]);

export interface OutboxCounts {
  /** Number of invoices that are waiting to be sent or acknowledged. */
  readonly waiting: number;
  readonly doubtful: number;
  readonly refused: number;
  readonly imported: number;
}

export async function outboxCounts(db: Queries, account: string): Promise<OutboxCounts> {
  const counts = await countEntries(db, account);
  const count = (...wanted: readonly State[]) =>
    counts.filter(({ state }) => wanted.includes(state)).reduce((sum, each) => sum + each.count, 0);
  return {
    waiting: count(...waitingStates),
    doubtful: count("IN_DOUBT"),
    refused: count("REFUSED"),
    imported: count("IMPORTED"),
  };
}

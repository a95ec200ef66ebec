import { failure, type LadingError } from "../errors.js";
import type { Lease } from "../store/leases.js";
import type { Queries, Store } from "../store/store.js";
import { sendAttempts, ownName } from "./attempts.js";
import { isFileOf, move, type OutboxEntry, type Move, type State } from "./entries.js";
import { showDecided } from "./send.js";
import { freeKeys } from "./keys.js";
import type { OutboxFolder } from "./outbox-folder.js";

/**
 * People's decisions about invoices in the outbox. The caller holds the outbox's lease, so nothing is sent in the
 * meantime.
 */

interface Decision {
  readonly store: Store;
  readonly lease: Lease;
  /** Name of the person. */
  readonly by: string;
  readonly why: string;
}

/** Records that a person found the invoice in the FFS. */
export async function confirm(decision: Decision, entry: OutboxEntry): Promise<void> {
  refuseIf(entry, {
    RECORDED: "it has not been sent to the FFS yet",
    WRITTEN: "it has not been sent to the FFS yet",
    IMPORTED: "the FFS already has the invoice",
    WITHDRAWN: "it was withdrawn",
  });
  await decide(decision, entry, { to: "IMPORTED" });
}

/**
 * Queues an invoice to be sent again because the FFS does not have the invoice. The decision is refused while the
 * file from an earlier attempt is in the outbox folder.
 */
export async function resend(decision: Decision, entry: OutboxEntry, target: OutboxFolder): Promise<void> {
  refuseIf(entry, {
    RECORDED: "it is already waiting to be sent",
    WRITTEN: "it is already waiting to be sent",
    SENT: "its file is still in the outbox folder, and the FFS may still read it",
    IMPORTED: "the FFS has the invoice",
    WITHDRAWN: "it was withdrawn. The platform can post it again",
  });
  refuseExported(entry);
  const waiting = await waitingFile(decision.store.db, entry, target);
  if (waiting !== undefined)
    throw notPossible(
      entry,
      `its file ${waiting} is still in the outbox folder, and the FFS may still read it`,
    );
  await decide(decision, entry, { to: "RECORDED" });
}

/**
 * Withdraws an invoice and frees its number. `attested` is true if a person confirmed that the FFS does not have the
 * invoice and will not receive it.
 */
export async function withdraw(
  decision: Decision,
  entry: OutboxEntry,
  target: OutboxFolder,
  attested: boolean,
): Promise<void> {
  refuseIf(entry, {
    IMPORTED: "the FFS has the invoice. Cancel it in the FFS",
    WITHDRAWN: "it is already withdrawn",
  });
  refuseExported(entry);
  const { store } = decision;
  const attempts = await sendAttempts(store.db, entry.id);
  // Lading's own files are removed so that a suspended process that continues later cannot send them.
  for (const { id } of attempts) await target.remove(ownName(entry.account, id));
  const neverSent = !entry.history.some(({ state }) => state === "SENDING");
  const isSafe = (entry.state === "RECORDED" || entry.state === "WRITTEN") && neverSent;
  if (!isSafe && !attested) {
    const waiting = entry.state === "SENT" ? await waitingFile(store.db, entry, target) : undefined;
    const isBack =
      waiting !== undefined &&
      (await target.takeBack(waiting, `withdrawn-${entry.account}-${attempts.at(-1)?.id}`));
    if (!isBack)
      throw notPossible(
        entry,
        "the FFS may have the invoice. Check the FFS. If it does not have the invoice, add `--not-imported`",
      );
  }
  if (attested && (await waitingFile(store.db, entry, target)) !== undefined) {
    const reason =
      "its file is still in the outbox folder, and the FFS may still read it. Run `lading run`, and then withdraw the invoice without `--not-imported`";
    throw notPossible(entry, reason);
  }
  // The marker is updated first, because an older copy of the store would otherwise still send the invoice.
  if ((await target.names("own")) !== undefined) await showDecided(store, decision.lease, target);
  await decide(decision, entry, { to: "WITHDRAWN" }, (tx) => freeKeys(tx, entry.id));
}

function refuseExported(entry: OutboxEntry): void {
  if (entry.record === "") return;
  throw notPossible(
    entry,
    `the FFS exports the invoice as ${entry.record}. Correct it in the FFS, and then confirm it`,
  );
}

async function decide(
  { store, lease, by, why }: Decision,
  entry: OutboxEntry,
  how: Move,
  also?: (tx: Queries) => Promise<void>,
): Promise<void> {
  await store.transaction(async (tx) => {
    await lease.check(tx);
    if (!(await move(store, tx, entry, { ...how, by, why })))
      throw notPossible(entry, "it has just changed. Check its state again");
    await also?.(tx);
  });
}

/** Returns the name of the invoice's file if the file from any attempt is currently in the outbox folder. */
async function waitingFile(
  db: Queries,
  entry: OutboxEntry,
  target: OutboxFolder,
): Promise<string | undefined> {
  for (const { name } of await sendAttempts(db, entry.id)) {
    if (name !== null && isFileOf(entry, await target.read("final", name))) return name;
  }
  return undefined;
}

/**
 * Throws if the invoice's state rules out the decision. `reasons` contains the reason for each such state. No decision
 * is possible while an invoice is SENDING.
 */
function refuseIf(entry: OutboxEntry, reasons: Readonly<Partial<Record<State, string>>>): void {
  const sending = "it is being sent, or sending was interrupted. Run `lading run` first";
  const reason = { SENDING: sending, ...reasons }[entry.state];
  if (reason !== undefined) throw notPossible(entry, reason);
}

function notPossible({ id, state }: OutboxEntry, reason: string): LadingError {
  return failure("outbox_not_possible", { id, state, reason });
}

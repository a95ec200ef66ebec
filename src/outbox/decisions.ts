import { failure, type LadingError } from "../errors.js";
import type { Lease } from "../store/leases.js";
import type { Queries, Store } from "../store/store.js";
import { sendAttempts, ownName } from "./attempts.js";
import { isFileOf, move, type OutboxEntry, type Move, type State } from "./entries.js";
import { showDecided } from "./send.js";
import { freeKeys } from "./keys.js";
import type { OutboxFolder } from "./outbox-folder.js";

/** What a person decides about an invoice in the outbox. Whoever decides holds its lease, so that nobody sends it meanwhile. */

interface Deciding {
  readonly store: Store;
  readonly lease: Lease;
  /** Who decides, and why. */
  readonly by: string;
  readonly why: string;
}

/** The FFS has it: somebody looked there. */
export async function confirm(deciding: Deciding, entry: OutboxEntry): Promise<void> {
  refuseIf(entry, {
    RECORDED: "it was not sent to the FFS yet",
    WRITTEN: "it was not sent to the FFS yet",
    IMPORTED: "it is imported already",
    WITHDRAWN: "it was withdrawn",
  });
  await decide(deciding, entry, { to: "IMPORTED" });
}

/** It is sent once more: the FFS does not have it. A file of an earlier attempt must not lie there any more. */
export async function resend(deciding: Deciding, entry: OutboxEntry, target: OutboxFolder): Promise<void> {
  refuseIf(entry, {
    RECORDED: "it waits to be sent anyway",
    WRITTEN: "it waits to be sent anyway",
    SENT: "its file lies in the outbox folder still, and the FFS may take it",
    IMPORTED: "the FFS has it",
    WITHDRAWN: "it was withdrawn; the platform may post it again",
  });
  refuseExported(entry);
  const lying = await lyingFile(deciding.store.db, entry, target);
  if (lying !== undefined)
    throw notPossible(entry, `its file ${lying} lies in the outbox folder, and the FFS may take it`);
  await decide(deciding, entry, { to: "RECORDED" });
}

/**
 * It is taken back, and its number is free.
 *
 * @param attested a person says that the FFS does not have it and will not get it
 */
export async function withdraw(
  deciding: Deciding,
  entry: OutboxEntry,
  target: OutboxFolder,
  attested: boolean,
): Promise<void> {
  refuseIf(entry, {
    IMPORTED: "the FFS has it; it is to be cancelled there",
    WITHDRAWN: "it was withdrawn already",
  });
  refuseExported(entry);
  const { store } = deciding;
  const attempts = await sendAttempts(store.db, entry.id);
  // Nobody who stood still finds anything to send any more.
  for (const { id } of attempts) await target.remove(ownName(entry.account, id));
  const neverSent = !entry.history.some(({ state }) => state === "SENDING");
  const isSafe = (entry.state === "RECORDED" || entry.state === "WRITTEN") && neverSent;
  if (!isSafe && !attested) {
    const lying = entry.state === "SENT" ? await lyingFile(store.db, entry, target) : undefined;
    const isBack =
      lying !== undefined &&
      (await target.takeBack(lying, `withdrawn-${entry.account}-${attempts.at(-1)?.id}`));
    if (!isBack)
      throw notPossible(entry, "the FFS may have it; look there, and say `--not-imported` if it does not");
  }
  if (attested && (await lyingFile(store.db, entry, target)) !== undefined) {
    const reason =
      "its file lies in the outbox folder, and the FFS may take it; run `lading run`, then withdraw it without `--not-imported`";
    throw notPossible(entry, reason);
  }
  // An older store would send it as long as it waits there.
  if ((await target.names("own")) !== undefined) await showDecided(store, deciding.lease, target);
  await decide(deciding, entry, { to: "WITHDRAWN" }, (tx) => freeKeys(tx, entry.id));
}

function refuseExported(entry: OutboxEntry): void {
  if (entry.record === "") return;
  throw notPossible(entry, `the FFS exports it, as ${entry.record}: fix it there, and confirm it`);
}

async function decide(
  { store, lease, by, why }: Deciding,
  entry: OutboxEntry,
  how: Move,
  also?: (tx: Queries) => Promise<void>,
): Promise<void> {
  await store.transaction(async (tx) => {
    await lease.check(tx);
    if (!(await move(store, tx, entry, { ...how, by, why })))
      throw notPossible(entry, "it went on in this moment; look at it again");
    await also?.(tx);
  });
}

/** The file of an attempt that lies where the FFS takes it. */
async function lyingFile(db: Queries, entry: OutboxEntry, target: OutboxFolder): Promise<string | undefined> {
  for (const { name } of await sendAttempts(db, entry.id)) {
    if (name !== null && isFileOf(entry, await target.read("final", name))) return name;
  }
  return undefined;
}

/** @param reasons of the states in which it is not possible; in the middle of being sent it never is */
function refuseIf(entry: OutboxEntry, reasons: Readonly<Partial<Record<State, string>>>): void {
  const sending =
    "it is being sent at this moment, or somebody ended in the middle of that; run `lading run` first";
  const reason = { SENDING: sending, ...reasons }[entry.state];
  if (reason !== undefined) throw notPossible(entry, reason);
}

function notPossible({ id, state }: OutboxEntry, reason: string): LadingError {
  return failure("outbox_not_possible", { id, state, reason });
}

import { randomBytes } from "node:crypto";
import { failure, LadingError } from "../errors.js";
import { dropFact, readFact, writeFact } from "../store/facts.js";
import { takeLease, type Lease } from "../store/leases.js";
import type { Queries, Store } from "../store/store.js";
import {
  addAttempt,
  sendAttempts,
  isOver,
  ownName,
  reserveName,
  unknownAttempts,
  type SendAttempt,
} from "./attempts.js";
import {
  frozenFile,
  isFileOf,
  countEntries,
  storedEntries,
  move,
  type OutboxEntry,
  type Move,
  type State,
} from "./entries.js";
import { takeAcknowledgements, type Acknowledgements } from "./acknowledgements.js";
import type { OutboxFolder } from "./outbox-folder.js";

/**
 * This module sends each invoice to the FFS as one file, and never sends an invoice twice. The complete file is written
 * to a folder that the FFS does not read, and the state SENDING is committed before the rename to the final name. After
 * a crash, the next process determines the outcome based on the folders, or marks the invoice as in doubt.
 */

export interface SendContext {
  readonly store: Store;
  readonly target: OutboxFolder;
  readonly account: string;
  readonly signal: AbortSignal;
  /** Undefined if the FFS writes no responses. */
  readonly acknowledgements?: Acknowledgements | undefined;
}

export interface SendResult {
  readonly sent: number;
  readonly doubted: number;
  /** Errors with individual invoices or responses, which do not prevent other invoices from being sent. */
  readonly errors: readonly LadingError[];
}

export const leaseName = (account: string): string => `outbox ${account}`;

/** With acknowledgments, a pass always has work to do, because any invoice may have received a response. */
export async function isDue(
  db: Queries,
  account: string,
  acknowledgements: Acknowledgements | undefined,
): Promise<boolean> {
  return (
    acknowledgements !== undefined ||
    (await countEntries(db, account)).some(({ state }) => atWork.includes(state))
  );
}

const atWork: readonly State[] = ["RECORDED", "WRITTEN", "SENDING", "SENT"];

/** Makes one pass over an account's outbox. Does nothing while another process holds the lease of the outbox. */
export async function sendInvoices(context: SendContext): Promise<SendResult> {
  const { store, account } = context;
  const nothing = { sent: 0, doubted: 0, errors: [] };
  if (!(await isDue(store.db, account, context.acknowledgements))) return nothing;
  let lease: Lease;
  try {
    lease = await takeLease(store, leaseName(account));
  } catch (error) {
    if (error instanceof LadingError && error.code === "locked") return nothing;
    throw error;
  }
  try {
    return await pass(context, lease);
  } finally {
    await lease.release();
  }
}

async function pass(context: SendContext, lease: Lease): Promise<SendResult> {
  const { store, target, account, signal } = context;
  const errors: LadingError[] = [];
  const moved = new Map<State, number>();
  const transition = async (
    entry: OutboxEntry,
    how: Move,
    also?: (tx: Queries) => Promise<void>,
  ): Promise<OutboxEntry> => {
    await store.transaction(async (tx) => {
      await lease.check(tx);
      if (!(await move(store, tx, entry, how))) throw failure("lease_lost", { name: leaseName(account) });
      await also?.(tx);
    });
    moved.set(how.to, (moved.get(how.to) ?? 0) + 1);
    return { ...entry, state: how.to, attempt: how.attempt ?? entry.attempt };
  };

  const finalNames = await claimFolder(context, lease, transition);
  if (context.acknowledgements !== undefined) {
    const unknown = await takeAcknowledgements(
      store.db,
      target,
      account,
      context.acknowledgements,
      transition,
    );
    const names = `${unknown.slice(0, 5).join(", ")}${unknown.length > 5 ? ", ..." : ""}`;
    if (unknown.length > 0) errors.push(failure("outbox_unknown_acknowledgement", { account, names }));
  }
  for (const entry of await storedEntries(store.db, account, atWork)) {
    if (signal.aborted) break;
    try {
      await advance(entry);
    } catch (error) {
      if (!(error instanceof LadingError) || !singleInvoiceErrors.has(error.code)) throw error;
      errors.push(error);
    }
  }
  return { sent: moved.get("SENT") ?? 0, doubted: moved.get("IN_DOUBT") ?? 0, errors };

  async function advance(entry: OutboxEntry): Promise<void> {
    switch (entry.state) {
      case "RECORDED":
        return sendFile(await write(entry));
      case "WRITTEN":
        return sendFile(entry);
      case "SENDING":
        return recover(entry);
      case "SENT": {
        const { name, place: where } = await attemptOf(entry);
        if (name === null || finalNames.has(name)) return;
        if (where === target.key) await transition(entry, { to: "PICKED_UP", name });
        else
          await transition(entry, {
            to: "IN_DOUBT",
            name,
            why: movedReason("The file of the invoice was in", where),
          });
        return;
      }
      default:
    }
  }

  async function attemptOf({ id, attempt }: OutboxEntry): Promise<SendAttempt> {
    const found = (await sendAttempts(store.db, id)).findLast(({ n }) => n === attempt);
    if (found === undefined) throw new TypeError(`attempt ${attempt} of ${id} does not exist`);
    return found;
  }

  /**
   * Writes the file to Lading's own folder and records the attempt. Throws `outbox_old_owner` if the process of an
   * earlier attempt may still be running.
   */
  async function write(entry: OutboxEntry): Promise<OutboxEntry> {
    for (const older of await sendAttempts(store.db, entry.id)) {
      // The older file is removed so that a suspended process that continues the older attempt cannot send it.
      await target.remove(ownName(account, older.id));
      const { pid, host } = older.owner;
      if (!(await isOver(older, store)))
        throw failure("outbox_old_owner", { id: entry.id, pid: String(pid), host });
    }
    const id = randomBytes(12).toString("hex");
    const own = ownName(account, id);
    const bytes = await frozenFile(store.db, entry.id);
    try {
      await target.create(own, bytes);
      if (!isFileOf(entry, bytes) || !isFileOf(entry, await target.read("own", own)))
        throw failure("outbox_not_whole", { id: entry.id, place: target.key });
      const n = entry.attempt + 1;
      return await transition(entry, { to: "WRITTEN", attempt: n }, async (tx) => {
        await addAttempt(tx, { id, entry: entry.id, n, place: target.key, at: await store.now(tx) });
        await reserveName(tx, id, target.key, entry.fileName);
      });
    } catch (error) {
      await target.remove(own).catch(() => {});
      throw error;
    }
  }

  /**
   * Moves the file to the outbox folder, under its final name. Writes the file again first if it is missing or damaged,
   * or if the outbox folder has changed.
   */
  async function sendFile(entry: OutboxEntry): Promise<void> {
    const attempt = await attemptOf(entry);
    const own = ownName(account, attempt.id);
    const name = attempt.name ?? "";
    if (attempt.place !== target.key || !isFileOf(entry, await target.read("own", own))) {
      await target.remove(own);
      await sendFile(await write(await transition(entry, { to: "RECORDED", attempt: entry.attempt - 1 })));
      return;
    }
    await refuseTaken(entry, name);
    // The marker must exist before the file has its final name. Otherwise, an older copy of the store might not detect
    // this attempt.
    await leaveTrace(target, attempt.id);
    const sending = await transition(entry, { to: "SENDING", name });
    await target.send(own, name);
    await transition(sending, { to: "SENT", name });
  }

  async function refuseTaken(entry: OutboxEntry, name: string): Promise<void> {
    if ((await target.read("final", name)) === undefined) return;
    throw failure("outbox_name_taken", { id: entry.id, name, place: target.key });
  }

  /** Determines the outcome for an invoice if a crash interrupted sending. */
  async function recover(entry: OutboxEntry): Promise<void> {
    const attempt = await attemptOf(entry);
    const name = attempt.name ?? "";
    const own = ownName(account, attempt.id);
    const isHere = async () => isFileOf(entry, await target.read("final", name));
    const isSentAgain = async (): Promise<boolean> => {
      if (!target.isAtomic || !isFileOf(entry, await target.read("own", own))) return false;
      await refuseTaken(entry, name);
      await target.send(own, name);
      return true;
    };
    // A suspended process may have sent the file since the first check.
    if ((await isHere()) || (await isSentAgain()) || (await isHere())) {
      await transition(entry, { to: "SENT", name });
      return;
    }
    const here = target.isAtomic
      ? "Sending was interrupted, and the file is neither in Lading's folder nor in the outbox folder. The FFS may or may not have the file."
      : "Sending was interrupted, and the SFTP server does not rename files atomically. The FFS may or may not have the file.";
    const why =
      attempt.place === target.key ? here : movedReason("The invoice was being sent to", attempt.place);
    await transition(entry, { to: "IN_DOUBT", name, why });
  }
}

const movedReason = (so: string, where: string): string =>
  `${so} ${where}, which is no longer the outbox folder.`;

const singleInvoiceErrors = new Set<string>(["outbox_name_taken", "outbox_old_owner", "outbox_not_whole"]);

/**
 * Prefix of the name of the marker, an empty file. The rest of the name is the ID of the last attempt. A store that
 * does not contain this attempt is an older copy.
 */
const tracePrefix = "last-";
const markPrefix = "mark-";
export const markFact = (place: string): string => `outbox place ${place}`;
/**
 * Key of the fact that stores which account owns a marked folder. The mark is necessary because two paths can lead to
 * the same folder.
 */
const holderFact = (mark: string): string => `outbox mark ${mark}`;

type Transition = (entry: OutboxEntry, how: Move) => Promise<OutboxEntry>;

/**
 * Checks that the folder is the correct one. If a newer copy of this store has used the folder, marks all invoices
 * without a known outcome as in doubt. Returns the names in the outbox folder.
 */
async function claimFolder(
  { store, target, account }: SendContext,
  lease: Lease,
  transition: Transition,
): Promise<ReadonlySet<string>> {
  const finals = await target.names("final");
  if (finals === undefined) throw failure("outbox_no_folder", { account, place: target.key });
  const mark = (await readFact(store.db, markFact(target.key))) as string | undefined;
  let own = await target.names("own");
  if (mark === undefined) {
    await target.makeOwn();
    own = (await target.names("own")) ?? [];
    let found = own.find((name) => name.startsWith(markPrefix));
    if (found === undefined) {
      found = markPrefix + randomBytes(12).toString("hex");
      await target.create(found, new Uint8Array());
      own = [...own, found];
    }
    await writeFact(store.db, markFact(target.key), found);
  } else if (own?.includes(mark) !== true) {
    throw failure("outbox_not_mounted", { account, place: target.key });
  }
  for (const each of (own ?? []).filter((name) => name.startsWith(markPrefix))) {
    const holder = (await readFact(store.db, holderFact(each))) as string | undefined;
    if (holder !== undefined && holder !== account)
      throw failure("outbox_of_another", { account, place: target.key, other: holder });
    if (holder === undefined) await writeFact(store.db, holderFact(each), account);
  }
  const traces = (own ?? []).filter((name) => name.startsWith(tracePrefix));
  const unknown = await unknownAttempts(
    store.db,
    traces.map((name) => name.slice(tracePrefix.length)),
  );
  if (unknown.length > 0) {
    await doubtAll(store, account, transition);
    // A process with the other copy of the store must also detect that this copy exists.
    await showDecided(store, lease, target);
  }
  return new Set(finals);
}

/**
 * Leaves a new marker, so that a process with an older copy of this store detects that recent decisions are missing
 * from the copy.
 */
export async function showDecided(store: Store, lease: Lease, target: OutboxFolder): Promise<void> {
  const id = randomBytes(12).toString("hex");
  await store.transaction(async (tx) => {
    await lease.check(tx);
    await addAttempt(tx, { id, entry: "", n: 0, place: target.key, at: await store.now(tx) });
  });
  await leaveTrace(target, id);
}

async function leaveTrace(target: OutboxFolder, id: string): Promise<void> {
  const trace = tracePrefix + id;
  const names = (await target.names("own")) ?? [];
  if (!names.includes(trace)) await target.create(trace, new Uint8Array());
  for (const each of names) {
    if (each.startsWith(tracePrefix) && each !== trace) await target.remove(each);
  }
}

const older =
  "A newer copy of this store has used the outbox folder, so the state of this invoice is unknown.";

async function doubtAll(store: Store, account: string, transition: Transition): Promise<void> {
  for (const entry of await storedEntries(store.db, account, [...atWork, "PICKED_UP"])) {
    await transition(entry, { to: "IN_DOUBT", why: older });
  }
}

/**
 * Forgets the marker of an outbox folder that was intentionally emptied or replaced, so that the folder is accepted
 * again.
 */
export async function renewFolder({ db }: Store, target: OutboxFolder): Promise<void> {
  const mark = (await readFact(db, markFact(target.key))) as string | undefined;
  if (mark !== undefined) await dropFact(db, holderFact(mark));
  await dropFact(db, markFact(target.key));
}

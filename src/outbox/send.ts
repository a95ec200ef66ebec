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
  strangers,
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
 * Hands invoices over, one file each, so that the FFS never gets one twice: the file is made whole where the FFS does not
 * look; that it is about to get its final name is committed before it does; and whoever comes after a crash can tell from
 * what lies there what happened, or says that nobody can.
 */

export interface SendContext {
  readonly store: Store;
  readonly target: OutboxFolder;
  readonly account: string;
  readonly signal: AbortSignal;
  /** Where the FFS says what became of an invoice; undefined: nowhere. */
  readonly said?: Acknowledgements | undefined;
}

export interface SendResult {
  readonly sent: number;
  /** What came to be in doubt. */
  readonly doubted: number;
  /** Why it was not all that waits; undefined: it was. */
  readonly errors: readonly LadingError[];
}

/** Name of the lease for any work on an account's outbox. */
export const leaseName = (account: string): string => `outbox ${account}`;

/** Whether a pass has something to do. What the FFS says is heard at any time: it may be of what is done, or was never sent. */
export async function isDue(
  db: Queries,
  account: string,
  said: Acknowledgements | undefined,
): Promise<boolean> {
  return said !== undefined || (await countEntries(db, account)).some(({ state }) => atWork.includes(state));
}

const atWork: readonly State[] = ["RECORDED", "WRITTEN", "SENDING", "SENT"];

/** One pass over an account's outbox. Another process that is at it is left alone. */
export async function sendInvoices(around: SendContext): Promise<SendResult> {
  const { store, account } = around;
  const nothing = { sent: 0, doubted: 0, errors: [] };
  if (!(await isDue(store.db, account, around.said))) return nothing;
  let lease: Lease;
  try {
    lease = await takeLease(store, leaseName(account));
  } catch (error) {
    if (error instanceof LadingError && error.code === "locked") return nothing;
    throw error;
  }
  try {
    return await pass(around, lease);
  } finally {
    await lease.release();
  }
}

async function pass(around: SendContext, lease: Lease): Promise<SendResult> {
  const { store, target, account, signal } = around;
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

  const seen = await claimFolder(around, lease, transition);
  if (around.said !== undefined) {
    const unknown = await takeAcknowledgements(store.db, target, account, around.said, transition);
    const names = `${unknown.slice(0, 5).join(", ")}${unknown.length > 5 ? ", ..." : ""}`;
    if (unknown.length > 0)
      errors.push(
        failure("outbox_unknown_acknowledgement", { account, count: String(unknown.length), names }),
      );
  }
  for (const entry of await storedEntries(store.db, account, atWork)) {
    if (signal.aborted) break;
    try {
      await takeOn(entry);
    } catch (error) {
      // One that cannot go keeps no other, but for what keeps them all.
      if (!(error instanceof LadingError) || !ofOne.has(error.code)) throw error;
      errors.push(error);
    }
  }
  return { sent: moved.get("SENT") ?? 0, doubted: moved.get("IN_DOUBT") ?? 0, errors };

  async function takeOn(entry: OutboxEntry): Promise<void> {
    switch (entry.state) {
      case "RECORDED":
        return hand(await write(entry));
      case "WRITTEN":
        return hand(entry);
      case "SENDING":
        return recover(entry);
      case "SENT": {
        const { name, place: where } = await attemptOf(entry);
        if (name === null || seen.has(name)) return;
        if (where === target.key) await transition(entry, { to: "PICKED_UP", name });
        else await transition(entry, { to: "IN_DOUBT", name, why: elsewhere("It lay in", where) });
        return;
      }
      default:
    }
  }

  async function attemptOf({ id, attempt }: OutboxEntry): Promise<SendAttempt> {
    const found = (await sendAttempts(store.db, id)).findLast(({ n }) => n === attempt);
    if (found === undefined) throw new TypeError(`no attempt ${attempt} of ${id}`);
    return found;
  }

  /** Into our own folder, whole and durable. */
  async function write(entry: OutboxEntry): Promise<OutboxEntry> {
    for (const older of await sendAttempts(store.db, entry.id)) {
      // A suspended process that continues an older attempt must find no file to send.
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

  /** Under its final name. */
  async function hand(entry: OutboxEntry): Promise<void> {
    const attempt = await attemptOf(entry);
    const own = ownName(account, attempt.id);
    const name = attempt.name ?? "";
    if (attempt.place !== target.key || !isFileOf(entry, await target.read("own", own))) {
      await target.remove(own);
      await hand(await write(await transition(entry, { to: "RECORDED", attempt: entry.attempt - 1 })));
      return;
    }
    await refuseTaken(entry, name);
    // Before it can have its name, the folder says that this store was here.
    await leaveTrace(target, attempt.id);
    const sending = await transition(entry, { to: "SENDING", name });
    await target.send(own, name);
    await transition(sending, { to: "SENT", name });
  }

  async function refuseTaken(entry: OutboxEntry, name: string): Promise<void> {
    if ((await target.read("final", name)) === undefined) return;
    throw failure("outbox_name_taken", { id: entry.id, name, place: target.key });
  }

  /** What became of one that somebody was about to give its final name. */
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
    // A suspended process may have sent the file since the first look.
    if ((await isHere()) || (await isSentAgain()) || (await isHere())) {
      await transition(entry, { to: "SENT", name });
      return;
    }
    const here = target.isAtomic
      ? "Whoever sent it ended in the middle, and the file lies nowhere any more: the FFS may have taken it, or not."
      : "Whoever sent it ended in the middle, and this server does not rename in one step: the FFS may have the file, or not.";
    const why = attempt.place === target.key ? here : elsewhere("It was on its way to", attempt.place);
    await transition(entry, { to: "IN_DOUBT", name, why });
  }
}

const elsewhere = (so: string, where: string): string =>
  `${so} ${where}, which is not the outbox folder any more.`;

/** What keeps one invoice, and says nothing of the others. */
const ofOne = new Set<string>(["outbox_name_taken", "outbox_old_owner", "outbox_not_whole"]);

/** Before the id of the attempt that was begun last: a store that does not know it is an older one, or a copy. */
const traceBeginning = "last-";
const markBeginning = "mark-";
export const markFact = (place: string): string => `outbox place ${place}`;
/** Whose folder it is that has a mark: one folder can be reached by two paths. */
const holderFact = (mark: string): string => `outbox mark ${mark}`;

type Transition = (entry: OutboxEntry, how: Move) => Promise<OutboxEntry>;

/**
 * Makes sure that it is the right folder, and that this store is the one that was here last.
 *
 * @returns the names of the files that lie there for the FFS
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
    let found = own.find((name) => name.startsWith(markBeginning));
    if (found === undefined) {
      found = markBeginning + randomBytes(12).toString("hex");
      await target.create(found, new Uint8Array());
      own = [...own, found];
    }
    await writeFact(store.db, markFact(target.key), found);
  } else if (own?.includes(mark) !== true) {
    throw failure("outbox_not_mounted", { account, place: target.key });
  }
  for (const each of (own ?? []).filter((name) => name.startsWith(markBeginning))) {
    const holder = (await readFact(store.db, holderFact(each))) as string | undefined;
    if (holder !== undefined && holder !== account)
      throw failure("outbox_of_another", { account, place: target.key, other: holder });
    if (holder === undefined) await writeFact(store.db, holderFact(each), account);
  }
  const traces = (own ?? []).filter((name) => name.startsWith(traceBeginning));
  const others = await strangers(
    store.db,
    traces.map((name) => name.slice(traceBeginning.length)),
  );
  if (others.length > 0) {
    await doubtAll(store, account, transition);
    // So that the other one learns of us as well.
    await showDecided(store, lease, target);
  }
  return new Set(finals);
}

/** Lets every older store, and every copy of this one, know that something was decided since which it does not know of. */
export async function showDecided(store: Store, lease: Lease, target: OutboxFolder): Promise<void> {
  const id = randomBytes(12).toString("hex");
  await store.transaction(async (tx) => {
    await lease.check(tx);
    await addAttempt(tx, { id, entry: "", n: 0, place: target.key, at: await store.now(tx) });
  });
  await leaveTrace(target, id);
}

async function leaveTrace(target: OutboxFolder, id: string): Promise<void> {
  const trace = traceBeginning + id;
  const names = (await target.names("own")) ?? [];
  if (!names.includes(trace)) await target.create(trace, new Uint8Array());
  for (const each of names) {
    if (each.startsWith(traceBeginning) && each !== trace) await target.remove(each);
  }
}

const older =
  "This store is an older one than the one that sent last, or a copy of it: what that one did since is not known here.";

async function doubtAll(store: Store, account: string, transition: Transition): Promise<void> {
  for (const entry of await storedEntries(store.db, account, [...atWork, "PICKED_UP"])) {
    await transition(entry, { to: "IN_DOUBT", why: older });
  }
}

/** Lets an outbox folder that was emptied or replaced on purpose be taken for the right one. */
export async function renewFolder({ db }: Store, target: OutboxFolder): Promise<void> {
  const mark = (await readFact(db, markFact(target.key))) as string | undefined;
  if (mark !== undefined) await dropFact(db, holderFact(mark));
  await dropFact(db, markFact(target.key));
}

import { hash, randomBytes } from "node:crypto";
import { nextSecond } from "../store/horizons.js";
import { sql } from "../store/kysely.js";
import type { Queries, Store } from "../store/store.js";
import { noteAccruals, type SharedAccrual } from "./accruals.js";
import {
  freeKeys,
  holderOf,
  noteExported,
  nearNumbers,
  takeKeys,
  type KnownNumber,
  type Numbered,
} from "./keys.js";

/**
 * The outbox: invoices that the platform posted, and how far each is on its way to the FFS (`docs/http-api.md`). An invoice is
 * money: twice is worse than late, and unknown is said to be unknown.
 */

export const states = [
  /** It is ours to send. */
  "RECORDED",
  /** The file lies where the FFS does not look, whole and durable. */
  "WRITTEN",
  /** It is being given its final name: from here on the FFS may have it. */
  "SENDING",
  /** The file has its final name. */
  "SENT",
  /** The file is gone from there, which is not to be imported. */
  "PICKED_UP",
  /** Nobody can tell whether the FFS has it. */
  "IN_DOUBT",
  /** The FFS has it, and said so, or a person did. */
  "IMPORTED",
  /** The FFS refused it, and said so, or a person did. */
  "REFUSED",
  /** It was taken back before the FFS had it. */
  "WITHDRAWN",
] as const;
export type State = (typeof states)[number];

/** Those of which something is still to come. */
export const openStates: readonly State[] = states.filter(
  (state) => state !== "IMPORTED" && state !== "WITHDRAWN",
);

/** Where each state may lead. Whatever else is asked for is refused. */
const ways: Readonly<Record<State, readonly State[]>> = {
  RECORDED: ["WRITTEN", "IN_DOUBT", "IMPORTED", "WITHDRAWN"],
  WRITTEN: ["RECORDED", "SENDING", "IN_DOUBT", "IMPORTED", "WITHDRAWN"],
  SENDING: ["SENT", "IN_DOUBT", "IMPORTED", "REFUSED"],
  SENT: ["PICKED_UP", "IN_DOUBT", "IMPORTED", "REFUSED", "WITHDRAWN"],
  PICKED_UP: ["IN_DOUBT", "IMPORTED", "REFUSED", "RECORDED", "WITHDRAWN"],
  // Once more, for another reason that a person has to know.
  IN_DOUBT: ["IN_DOUBT", "IMPORTED", "REFUSED", "RECORDED", "WITHDRAWN"],
  // Only where the FFS says later that it refused it, or some of its lines.
  IMPORTED: ["IN_DOUBT"],
  REFUSED: ["RECORDED", "IN_DOUBT", "IMPORTED", "WITHDRAWN"],
  WITHDRAWN: [],
};

/** One step of what became of an invoice. */
interface Step {
  readonly state: State;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly attempt?: number;
  /** Final name of the file. */
  readonly name?: string;
  /** The attempt that the FFS says it imported. */
  readonly imported?: number;
  /** The row of the FFS that may be this invoice, and is not surely it. */
  readonly doubted?: string;
  /** A plain sentence: why, or what was said. */
  readonly why?: string;
  /** The same as a code and what it is about, such as `cancelled` or `several_rows R-17`: what is reported once is known by it. */
  readonly about?: string;
  /** Who decided it, where a person did. */
  readonly by?: string;
}

export interface OutboxEntry extends Numbered {
  readonly id: string;
  readonly state: State;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly posted: number;
  /** `yyyy-MM-dd`; empty when it was not said. */
  readonly day: string;
  readonly total: string;
  readonly currency: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly attempt: number;
  /** Id of the FFS's row that is this invoice; empty as long as none is known. */
  readonly record: string;
  readonly history: readonly Step[];
  /** Numbers of the creditor's other invoices that differ only in signs, capitals or zeros in front. */
  readonly near: readonly string[];
}

/** An invoice that may be recorded, checked and with the file that the FFS gets. */
export interface NewOutboxEntry extends Numbered {
  readonly id: string;
  /** The number as the layout writes it: cut, say, or in capitals. */
  readonly written: readonly string[];
  /** Ids of the accruals that its lines settle. */
  readonly accruals: readonly string[];
  readonly total: string;
  readonly currency: string;
  readonly day: string;
  /** The body as it was posted. */
  readonly invoice: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** An `external_id` of our own making: short enough for a reference field of an FFS, and nothing that one makes itself. */
export function newId(): string {
  const letters = "0123456789abcdefghjkmnpqrstvwxyz";
  return `lading-${[...randomBytes(16)].map((byte) => letters[byte & 31]).join("")}`;
}

export type Recorded =
  | {
      readonly isNew: true;
      /** As `Entry` has them. */
      readonly near: readonly string[];
      /** What other invoices settle, too. */
      readonly shared: readonly SharedAccrual[];
    }
  | { readonly isNew: false; readonly known: KnownNumber };

/** Records an invoice, unless the FFS has its number or will have it. Once this returns it is durable. */
export async function recordInvoice(store: Store, entry: NewOutboxEntry): Promise<Recorded> {
  const { written, accruals, fileName, bytes, ...facts } = entry;
  if (!/^[^./\\][^/\\]*$/.test(fileName))
    throw new TypeError("a file name that leads out of its folder, or hides");
  return store.transaction(async (tx) => {
    await noteExported(store, tx, entry.account);
    // Another server may have just the same in its hands: the database lets one of the two have the key.
    await takeKeys(tx, entry, [entry.number, ...written], entry.id);
    const known = await holderOf(tx, entry, [entry.number, ...written], entry.id);
    if (known !== undefined) {
      // Nothing of what was taken stays.
      await freeKeys(tx, entry.id);
      return { isNew: false, known } as const;
    }
    const now = await store.now(tx);
    const near = await nearNumbers(tx, entry);
    const shared = await noteAccruals(tx, entry, accruals, entry.id);
    await tx
      .insertInto("outbox")
      .values({
        ...facts,
        state: "RECORDED",
        since: now,
        posted: now,
        file_name: fileName,
        bytes,
        sha256: hash("sha256", bytes),
        attempt: 0,
        record: "",
        history: JSON.stringify([
          { state: "RECORDED", at: new Date(now).toISOString(), ...whyShared(shared) } satisfies Step,
        ]),
        near: near.length === 0 ? "" : JSON.stringify(near),
        second: await nextSecond(store, tx, entry.account),
      })
      .execute();
    return { isNew: true, near, shared } as const;
  });
}

function whyShared(shared: readonly SharedAccrual[]): Pick<Step, "why"> {
  if (shared.length === 0) return {};
  return {
    why: shared
      .map(({ accrual, invoices }) => `The accrual ${accrual} is settled by ${invoices.join(" and ")}.`)
      .join(" "),
  };
}

const columns = [
  "id",
  "account",
  "state",
  "since",
  "posted",
  "creditor",
  "number",
  "kind",
  "total",
  "currency",
  "day",
  "file_name",
  "sha256",
  "attempt",
  "record",
  "history",
  "near",
] as const;

type Row = Record<(typeof columns)[number], string | number>;

function entryOf(row: Row): OutboxEntry {
  const { file_name, history, near, ...rest } = row;
  return {
    ...rest,
    fileName: file_name,
    history: JSON.parse(String(history)) as Step[],
    near: near === "" ? [] : (JSON.parse(String(near)) as string[]),
  } as unknown as OutboxEntry;
}

/** Those of an account, the oldest first: no two of them have the same second. */
function entriesIn(db: Queries, account: string) {
  return db.selectFrom("outbox").select(columns).where("account", "=", account).orderBy("second");
}

/** Those of an account in some states, or all, the oldest first. */
export async function storedEntries(
  db: Queries,
  account: string,
  wanted?: readonly State[],
): Promise<readonly OutboxEntry[]> {
  const all = entriesIn(db, account);
  const rows = await (wanted === undefined ? all : all.where("state", "in", wanted)).execute();
  return rows.map(entryOf);
}

export async function readEntry(db: Queries, id: string): Promise<OutboxEntry | undefined> {
  const row = await entryNamed(db, id).executeTakeFirst();
  return row && entryOf(row);
}

/** The same, and it stays as it is until the transaction ends. */
export async function lockedEntry(tx: Queries, id: string): Promise<OutboxEntry | undefined> {
  const row = await entryNamed(tx, id).forUpdate().executeTakeFirst();
  return row && entryOf(row);
}

function entryNamed(db: Queries, id: string) {
  return db.selectFrom("outbox").select(columns).where("id", "=", id);
}

/** The oldest of an account of which something is still to come. */
export async function oldestOpen(db: Queries, account: string): Promise<OutboxEntry | undefined> {
  const open = entriesIn(db, account).where("state", "in", openStates);
  const row = await open.limit(1).executeTakeFirst();
  return row && entryOf(row);
}

/** Those of an account whose numbers are nearly those of others, as long as something of them is still to come. */
export async function nearlySame(db: Queries, account: string): Promise<readonly OutboxEntry[]> {
  const open = entriesIn(db, account).where("state", "in", openStates);
  return (await open.where("near", "<>", "").execute()).map(entryOf);
}

/** The file as it was frozen. */
export async function frozenFile(db: Queries, id: string): Promise<Uint8Array> {
  const own = db.selectFrom("outbox").select("bytes").where("id", "=", id);
  return (await own.executeTakeFirstOrThrow()).bytes;
}

/** Whether bytes are the file of an invoice, whole. */
export function isFileOf({ sha256 }: Pick<OutboxEntry, "sha256">, bytes: Uint8Array | undefined): boolean {
  return bytes !== undefined && hash("sha256", bytes) === sha256;
}

/** How many of an account stand where. */
export async function countEntries(
  db: Queries,
  account: string,
): Promise<readonly { readonly state: State; readonly count: number }[]> {
  const rows = await db
    .selectFrom("outbox")
    .select(["state", sql<number>`count(*)`.as("count")])
    .where("account", "=", account)
    .groupBy("state")
    .orderBy("state")
    .execute();
  return rows.map(({ state, ...rest }) => ({ state: state as State, ...rest }));
}

/** Adds to the history of an invoice, which stays where it is. */
export async function note(store: Store, id: string, why: string): Promise<void> {
  await store.transaction((tx) => noteIn(store, tx, id, { why }));
}

/** The same, in a transaction. */
export async function noteIn(
  store: Pick<Store, "now">,
  tx: Queries,
  id: string,
  facts: Pick<Step, "why" | "about" | "doubted">,
): Promise<void> {
  const entry = await lockedEntry(tx, id);
  if (entry === undefined) return;
  const at = new Date(await store.now(tx)).toISOString();
  const history = JSON.stringify([...entry.history, { state: entry.state, at, ...facts }]);
  await tx.updateTable("outbox").set({ history }).where("id", "=", id).execute();
}

export interface Move extends Omit<Step, "state" | "at"> {
  readonly to: State;
  readonly record?: string;
}

/**
 * Takes an invoice a step on, in a transaction. It stays what it is unless it is still in the state in which it was seen.
 *
 * @returns whether it was
 */
export async function move(
  store: Pick<Store, "now">,
  tx: Queries,
  { id, state, attempt: seen }: Pick<OutboxEntry, "id" | "state" | "attempt">,
  { to, attempt, record, ...facts }: Move,
): Promise<boolean> {
  if (!ways[state].includes(to)) throw new TypeError(`no way from ${state} to ${to}`);
  const entry = await lockedEntry(tx, id);
  if (entry?.state !== state || entry.attempt !== seen) return false;
  const now = await store.now(tx);
  const step: Step = {
    state: to,
    at: new Date(now).toISOString(),
    ...((attempt ?? seen) > 0 && { attempt: attempt ?? seen }),
    ...facts,
  };
  await tx
    .updateTable("outbox")
    .set({
      state: to,
      since: now,
      history: JSON.stringify([...entry.history, step]),
      ...(attempt !== undefined && { attempt }),
      ...(record !== undefined && { record }),
    })
    .where("id", "=", id)
    .execute();
  return true;
}

/** Those of which an older store may not know what became of them since. */
const doubtful: readonly State[] = ["RECORDED", "WRITTEN", "SENDING", "SENT", "PICKED_UP"];

/**
 * Puts every invoice in doubt that a restored store would send, or send again: what was sent, or taken
 * back, since it was kept is not known in it.
 *
 * @returns how many
 */
export async function doubtRestored(store: Store): Promise<number> {
  const rows = await store.db
    .selectFrom("outbox")
    .select(["id", "state", "attempt"])
    .where("state", "in", doubtful as State[])
    .execute();
  const why = "The store was restored from a backup: what was done since the backup is not known here.";
  for (const { id, state, attempt } of rows) {
    await store.transaction((tx) =>
      move(store, tx, { id, state: state as State, attempt }, { to: "IN_DOUBT", why }),
    );
  }
  return rows.length;
}

import { hash, randomBytes } from "node:crypto";
import { nextSecond } from "../store/horizons.js";
import { sql } from "../store/kysely.js";
import { outboxStates, type OutboxState as State } from "../store/states.js";
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
 * The outbox contains the invoices that the platform posted and their progress toward the FFS (`docs/http-api.md`).
 * An invoice is never sent twice. If it is unknown whether the FFS has received an invoice, the invoice is in doubt
 * and a person must decide.
 */

export type { State };

/** States of unfinished invoices. */
export const openStates: readonly State[] = outboxStates.filter(
  (state) => state !== "IMPORTED" && state !== "WITHDRAWN",
);

/** States of unfinished invoices that require no decision by a person. */
export const waitingStates: readonly State[] = openStates.filter(
  (state) => state !== "IN_DOUBT" && state !== "REFUSED",
);

const transitions: Readonly<Record<State, readonly State[]>> = {
  RECORDED: ["WRITTEN", "IN_DOUBT", "IMPORTED", "WITHDRAWN"],
  WRITTEN: ["RECORDED", "SENDING", "IN_DOUBT", "IMPORTED", "WITHDRAWN"],
  SENDING: ["SENT", "IN_DOUBT", "IMPORTED", "REFUSED"],
  SENT: ["PICKED_UP", "IN_DOUBT", "IMPORTED", "REFUSED", "WITHDRAWN"],
  PICKED_UP: ["IN_DOUBT", "IMPORTED", "REFUSED", "RECORDED", "WITHDRAWN"],
  // An invoice may become in doubt again for a different reason, which a person must see.
  IN_DOUBT: ["IN_DOUBT", "IMPORTED", "REFUSED", "RECORDED", "WITHDRAWN"],
  // Occurs only if the FFS later reports a refusal of the invoice or some of its lines, reports the import of another
  // attempt, or exports the invoice with a different total.
  IMPORTED: ["IN_DOUBT"],
  REFUSED: ["RECORDED", "IN_DOUBT", "IMPORTED", "WITHDRAWN"],
  WITHDRAWN: [],
};

/** An entry in the history of an invoice. */
interface Step {
  readonly state: State;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly attempt?: number;
  /** Final name of the file. */
  readonly name?: string;
  /** Number of the attempt that the FFS reported as imported. */
  readonly imported?: number;
  /** ID of an exported row that may be this invoice. */
  readonly doubted?: string;
  /** Reason, as a sentence for display. */
  readonly why?: string;
  /**
   * The reason as a code, with its subject if there is one, as in `cancelled` and `several_rows R-17`. Each reason is
   * reported once.
   */
  readonly about?: string;
  /** The person who decided. Undefined for automatic steps. */
  readonly by?: string;
}

export interface OutboxEntry extends Numbered {
  readonly id: string;
  readonly state: State;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly posted: number;
  /** `yyyy-MM-dd`. Empty if the invoice has no date. */
  readonly day: string;
  readonly total: string;
  readonly currency: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly attempt: number;
  /** ID of the exported row that is this invoice. Empty if unknown. */
  readonly record: string;
  readonly history: readonly Step[];
  /** The creditor's other invoice numbers that differ only in punctuation, case or leading zeros. */
  readonly near: readonly string[];
}

/** A validated invoice that is ready to be stored, with its file for the FFS. */
export interface NewOutboxEntry extends Numbered {
  readonly id: string;
  /** The invoice number as the layout writes it, which may be shortened or in uppercase. */
  readonly written: readonly string[];
  /** IDs of the accruals that the invoice lines settle. */
  readonly accruals: readonly string[];
  readonly total: string;
  readonly currency: string;
  readonly day: string;
  /** The posted invoice as JSON, with Lading's field names and the original digits of numbers. */
  readonly invoice: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** Creates an `external_id`. The ID is short enough for a reference field in an FFS, and no FFS uses its prefix. */
export function newId(): string {
  const letters = "0123456789abcdefghjkmnpqrstvwxyz";
  return `lading-${[...randomBytes(16)].map((byte) => letters[byte & 31]).join("")}`;
}

export type Recorded =
  | {
      readonly isNew: true;
      /** Similar numbers, as in `OutboxEntry.near`. */
      readonly near: readonly string[];
      /** Accruals that other invoices also settle. */
      readonly shared: readonly SharedAccrual[];
    }
  | { readonly isNew: false; readonly known: KnownNumber };

/**
 * Stores an invoice unless its number is already in use. The invoice is stored durably when this function returns.
 */
export async function recordInvoice(store: Store, entry: NewOutboxEntry): Promise<Recorded> {
  const { written, accruals, fileName, bytes, ...facts } = entry;
  if (!/^[^./\\][^/\\]*$/.test(fileName))
    throw new TypeError("the file name is hidden or points outside its folder");
  return store.transaction(async (tx) => {
    await noteExported(store, tx, entry.account);
    // If another server is storing the same invoice, the database lets only one of them reserve the invoice's numbers.
    await takeKeys(tx, entry, [entry.number, ...written], entry.id);
    const known = await holderOf(tx, entry, [entry.number, ...written], entry.id);
    if (known !== undefined) {
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
      .map(
        ({ accrual, invoices }) => `Several invoices settle accrual ${accrual}: ${invoices.join(" and ")}.`,
      )
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

function entriesIn(db: Queries, account: string) {
  return db.selectFrom("outbox").select(columns).where("account", "=", account).orderBy("second");
}

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

/** Like `readEntry`, but locks the entry until the transaction ends. */
export async function lockedEntry(tx: Queries, id: string): Promise<OutboxEntry | undefined> {
  const row = await entryNamed(tx, id).forUpdate().executeTakeFirst();
  return row && entryOf(row);
}

function entryNamed(db: Queries, id: string) {
  return db.selectFrom("outbox").select(columns).where("id", "=", id);
}

export async function oldestIn(
  db: Queries,
  account: string,
  states: readonly State[],
): Promise<OutboxEntry | undefined> {
  const row = await entriesIn(db, account).where("state", "in", states).limit(1).executeTakeFirst();
  return row && entryOf(row);
}

/** Returns an account's unfinished invoices whose numbers are almost the same as those of other invoices. */
export async function nearlySame(db: Queries, account: string): Promise<readonly OutboxEntry[]> {
  const open = entriesIn(db, account).where("state", "in", openStates);
  return (await open.where("near", "<>", "").execute()).map(entryOf);
}

/** Returns the file that was rendered when the invoice was received. */
export async function frozenFile(db: Queries, id: string): Promise<Uint8Array> {
  const own = db.selectFrom("outbox").select("bytes").where("id", "=", id);
  return (await own.executeTakeFirstOrThrow()).bytes;
}

export function isFileOf({ sha256 }: Pick<OutboxEntry, "sha256">, bytes: Uint8Array | undefined): boolean {
  return bytes !== undefined && hash("sha256", bytes) === sha256;
}

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
  return rows.map(({ state, ...rest }) => ({ state, ...rest }));
}

/** Adds a note to an invoice's history without changing its state. */
export async function note(store: Store, id: string, why: string): Promise<void> {
  await store.transaction((tx) => noteIn(store, tx, id, { why }));
}

/** Like `note`, within a transaction. */
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
 * Changes the state of an invoice within a transaction, provided that its state and attempt have not changed since
 * the caller read them. Returns true if the state was changed.
 */
export async function move(
  store: Pick<Store, "now">,
  tx: Queries,
  { id, state, attempt: expected }: Pick<OutboxEntry, "id" | "state" | "attempt">,
  { to, attempt, record, ...facts }: Move,
): Promise<boolean> {
  if (!transitions[state].includes(to))
    throw new TypeError(`an invoice cannot change from ${state} to ${to}`);
  const entry = await lockedEntry(tx, id);
  if (entry?.state !== state || entry.attempt !== expected) return false;
  const now = await store.now(tx);
  const step: Step = {
    state: to,
    at: new Date(now).toISOString(),
    ...((attempt ?? expected) > 0 && { attempt: attempt ?? expected }),
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

/** States that may be outdated in an older copy of the store. */
const doubtful: readonly State[] = ["RECORDED", "WRITTEN", "SENDING", "SENT", "PICKED_UP"];

/**
 * After a restore from a backup, marks as in doubt every invoice with a state that may be outdated, so that the invoice
 * is not sent twice. The backup does not show whether an invoice was sent or withdrawn after the backup was made.
 * Returns the number of invoices.
 */
export async function doubtRestored(store: Store): Promise<number> {
  const rows = await store.db
    .selectFrom("outbox")
    .select(["id", "state", "attempt"])
    .where("state", "in", doubtful)
    .execute();
  const why = "The store was restored from a backup, so events after the backup are unknown.";
  for (const { id, state, attempt } of rows) {
    await store.transaction((tx) => move(store, tx, { id, state, attempt }, { to: "IN_DOUBT", why }));
  }
  return rows.length;
}

import { isDeepStrictEqual } from "node:util";
import { putRow, storable } from "../../store/bulk.js";
import type { FaultKind } from "../../store/states.js";
import type { Queries, Store } from "../../store/store.js";
import type { NextStep } from "../../sentence.js";

/** The tables `faults`, `fault_files` and `fault_commands`. */

/** A fault of one feed. */
export interface StoredFault extends NextStep {
  readonly feed: string;
  readonly kind: FaultKind;
  /**
   * If `kind` is `output`, the name of the output. If `kind` is `file`, the incomplete batch, or empty for an empty
   * file. If `kind` is `events` or `outbox`, distinguishes a feed's faults, for example by error code. Otherwise empty.
   */
  readonly subject: string;
  /** Set if the fault prevents only one file from being read. */
  readonly isOfFile?: true | undefined;
  /** File names that occur in the sentence. */
  readonly files?: readonly string[] | undefined;
  /** ID of the affected invoice, if the fault affects only one invoice. */
  readonly invoice?: string | undefined;
  /** Identifies the fault. Does not change while the fault lasts. */
  readonly key: string;
  /** Code of the underlying error. */
  readonly code: string;
  /** Location of the fault, such as a host, a login, a source, a machine or the workspace. */
  readonly where: string;
  readonly sentence: string;
  /** ISO 8601 UTC. */
  readonly since: string;
  /**
   * The fault is hidden until this time, because it may be harmless. If the time is absent, the fault is shown
   * immediately, even if clocks differ.
   */
  readonly from?: string | undefined;
}

/** The columns that identify a fault in the store. */
export type FaultName = Pick<StoredFault, "feed" | "kind" | "subject">;

export function nameOf({ feed, kind, subject }: FaultName): string {
  return JSON.stringify([feed, kind, subject]);
}

/** Returns the recorded faults by name. */
export async function storedFaults(
  db: Queries,
  about?: Pick<StoredFault, "feed" | "kind">,
): Promise<ReadonlyMap<string, StoredFault>> {
  const found = db
    .selectFrom("faults")
    .selectAll()
    .$if(about !== undefined, (query) =>
      query.where("feed_name", "=", about?.feed ?? "").where("kind", "=", about?.kind ?? "feed"),
    );
  const faults = await found.orderBy("feed_name").orderBy("kind").orderBy("subject").execute();
  if (faults.length === 0) return new Map();
  const files = byFault(await db.selectFrom("fault_files").selectAll().orderBy("file").execute());
  const commands = byFault(await db.selectFrom("fault_commands").selectAll().orderBy("position").execute());
  return new Map(
    faults.map((row) => {
      const name = nameOf({ feed: row.feed_name, kind: row.kind, subject: row.subject });
      const own = files.get(name) ?? [];
      const fault: StoredFault = {
        feed: row.feed_name,
        kind: row.kind,
        subject: row.subject,
        key: row.cause,
        code: row.code,
        where: row.place,
        sentence: row.sentence,
        next: row.next_step,
        commands: (commands.get(name) ?? []).map(({ command }) => command),
        since: row.since,
        from: row.shown_from ?? undefined,
        invoice: row.invoice ?? undefined,
        ...(row.is_of_file === 1 && { isOfFile: true }),
        ...(own.length > 0 && { files: own.map(({ file }) => file) }),
      };
      return [name, fault];
    }),
  );
}

function byFault<T extends { feed_name: string; kind: FaultKind; subject: string }>(
  rows: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const grouped = new Map<string, T[]>();
  for (const row of rows) {
    const name = nameOf({ feed: row.feed_name, kind: row.kind, subject: row.subject });
    const group = grouped.get(name);
    if (group === undefined) grouped.set(name, [row]);
    else group.push(row);
  }
  return grouped;
}

/**
 * Records the current faults, and removes the other recorded faults that were checked. An unchanged fault keeps its
 * start time.
 */
export async function renew(
  store: Pick<Store, "db" | "transaction">,
  known: ReadonlyMap<string, StoredFault>,
  met: readonly StoredFault[],
  isChecked: (fault: StoredFault) => boolean = () => true,
): Promise<void> {
  for (const fault of met) {
    const before = known.get(nameOf(fault));
    const now = before?.key === fault.key ? { ...fault, since: before.since } : fault;
    if (before === undefined || !isDeepStrictEqual(rowsOf(now), rowsOf(before)))
      await store.transaction((tx) => write(tx, now));
  }
  const names = new Set(met.map(nameOf));
  for (const [name, fault] of known) {
    if (!names.has(name) && isChecked(fault)) await drop(store.db, fault);
  }
}

function rowsOf({ feed: feed_name, kind, subject, files = [], ...fault }: StoredFault) {
  const name = { feed_name, kind, subject };
  const row = {
    ...name,
    cause: storable(fault.key),
    code: fault.code,
    place: storable(fault.where),
    sentence: storable(fault.sentence),
    next_step: storable(fault.next),
    since: fault.since,
    shown_from: fault.from ?? null,
    invoice: fault.invoice ?? null,
    is_of_file: fault.isOfFile === true ? 1 : 0,
  };
  return {
    row,
    files: [...new Set(files.map(storable))].sort().map((file) => ({ ...name, file })),
    commands: fault.commands.map((command, position) => ({ ...name, position, command: storable(command) })),
  };
}

async function write(tx: Queries, fault: StoredFault): Promise<void> {
  const { row, files, commands } = rowsOf(fault);
  // Writing the row first locks it, so that concurrent writers of the same fault take turns.
  await putRow(tx, "faults", row);
  for (const table of ["fault_files", "fault_commands"] as const) {
    await tx
      .deleteFrom(table)
      .where("feed_name", "=", fault.feed)
      .where("kind", "=", fault.kind)
      .where("subject", "=", fault.subject)
      .execute();
  }
  if (files.length > 0) await tx.insertInto("fault_files").values(files).execute();
  if (commands.length > 0) await tx.insertInto("fault_commands").values(commands).execute();
}

async function drop(db: Queries, { feed, kind, subject }: FaultName): Promise<void> {
  await db
    .deleteFrom("faults")
    .where("feed_name", "=", feed)
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .execute();
}

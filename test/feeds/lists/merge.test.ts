import fc from "fast-check";
import { expect, test } from "vitest";
import { issue } from "../../../src/model/issues.js";
import { storedText, type Change, type ChangedRow, type Changes } from "../../../src/feeds/lists/changes.js";
import { StoredRow } from "../../../src/convert/accepted-rows.js";
import type {
  AcceptedRow,
  DeletedRow,
  OrderedRows,
  RejectedRecord,
} from "../../../src/convert/evaluation.js";
import {
  changedFields,
  contentHash,
  entriesOf,
  pieceOf,
  StoredEntry,
  type List,
  type RemovedNote,
} from "../../../src/feeds/lists/list.js";
import { asItIs, ListWriter } from "../../../src/feeds/lists/list-writer.js";
import { reconcile, type ReconcileSettings } from "../../../src/feeds/lists/reconcile.js";
import { restamp } from "../../../src/feeds/lists/restamp.js";
import { StoredLine } from "../../../src/formats/output/stored-line.js";
import { memorySpill } from "../../../src/convert/spill.js";
import { scratchSpill } from "../../../src/system/scratch.js";
import type { AnyRecord } from "../../../src/model/record-type.js";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Compares the merge of two ordered streams with a simple definition that looks up every id in maps. Batches
 * are cut at random, and stored entries go to memory or to a file.
 */

interface Delivery {
  readonly accepted: readonly AcceptedRow[];
  readonly rejected: readonly RejectedRecord[];
  readonly deleted: readonly DeletedRow[];
}

type ListEntry = Pick<StoredEntry, "record" | "notes">;

interface State {
  readonly entries: readonly ListEntry[];
  readonly removed: ReadonlyMap<string, RemovedNote>;
}

const second = (time: string): string => new Date(Date.parse(time) + 1_000).toISOString();
const later = (a: string, b: string): string => (b > a ? b : a);

function bytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** `docs/semantics.md` section 3, record by record. */
function simply(before: State, given: Delivery, settings: ReconcileSettings, now: Date) {
  const old = new Map(before.entries.map((entry) => [entry.record.external_id, entry]));
  const removed = new Map(before.removed);
  const entries: ListEntry[] = [];
  const changes: Change[] = [];
  const codes: string[] = [];
  const { part, delivery, missing, missingAfter, protectedIds } = settings;
  const isOverruled = (row: AcceptedRow): boolean =>
    given.deleted.some(({ id, line }) => id === row.record.external_id && line > row.line);
  const rows = new Map(
    given.accepted.filter((row) => !isOverruled(row)).map((row) => [row.record.external_id, row]),
  );
  const deleted = new Map(given.deleted.filter(({ id }) => !rows.has(id)).map((row) => [row.id, row]));
  const rejected = new Map(given.rejected.map((row) => [row.id, row]));
  const ids = [...new Set([...old.keys(), ...rows.keys()])].sort(bytes);
  for (const id of ids) {
    const was = old.get(id);
    const row = rows.get(id);
    const keep = (record: AnyRecord, notes: ListEntry["notes"]): void => void entries.push({ record, notes });
    const change = (kind: Change["kind"], after: AnyRecord | undefined, line?: number): void => {
      const fields =
        was === undefined || after === undefined || kind === "added" ? [] : changedFields(was.record, after);
      changes.push({ kind, id, fields, before: was?.record, after, line });
    };
    if (row !== undefined) {
      const isFuture = Date.parse(row.record.updated_at) > now.getTime() + 300_000;
      if (isFuture) codes.push("future_time");
      const supplied = isFuture ? "" : row.record.updated_at;
      const stamp = supplied === "" ? now.toISOString() : supplied;
      if (was === undefined) {
        const note = removed.get(id);
        removed.delete(id);
        const time = note === undefined ? stamp : later(stamp, second(note.updated_at));
        const record = { ...row.record, updated_at: time };
        keep(record, { supplied, part, missed: 0 });
        change(note === undefined ? "added" : "revived", record, row.line);
        continue;
      }
      const isChanged = changedFields(was.record, row.record).length > 0;
      const isOlder = supplied !== "" && supplied < was.notes.supplied;
      if (isChanged && isOlder) {
        codes.push("stale_record");
        keep(was.record, { supplied: was.notes.supplied, part, missed: 0 });
        continue;
      }
      const newest = supplied === "" || isOlder ? was.notes.supplied : supplied;
      const time = isChanged ? later(stamp, second(was.record.updated_at)) : was.record.updated_at;
      const record: AnyRecord = { ...row.record, updated_at: time };
      keep(record, { supplied: newest, part, missed: 0 });
      const isBack =
        was.notes.missed > 0 && was.record["is_active"] === false && record["is_active"] === true;
      if (isChanged) change(isBack ? "revived" : "changed", record, row.line);
      continue;
    }
    if (was === undefined) continue;
    const isActive = was.record["is_active"] === true;
    const inactive = {
      ...was.record,
      updated_at: later(now.toISOString(), second(was.record.updated_at)),
      is_active: false,
    };
    const leave = (missed: number, line?: number): void => {
      if (missing === "remove" && !protectedIds.has(id)) {
        removed.set(id, { id, updated_at: was.record.updated_at, hash: contentHash(was.record) });
        change("removed", undefined, line);
        return;
      }
      if (missing === "remove") codes.push("still_referred_to");
      keep(isActive ? inactive : was.record, { ...was.notes, missed: Math.min(missed, missingAfter) });
      if (isActive) change("deactivated", inactive, line);
    };
    const rejection = rejected.get(id);
    const deletion = deleted.get(id);
    if (deletion !== undefined) leave(missingAfter, deletion.line);
    else if (rejection !== undefined) {
      const isOff = rejection.isActive === false && isActive;
      keep(isOff ? inactive : was.record, { ...was.notes, part, missed: 0 });
      if (isOff) change("deactivated", inactive, rejection.line);
    } else if (delivery === "upsert" || was.notes.part !== part) keep(was.record, was.notes);
    else if (missing === "keep") keep(was.record, { ...was.notes, missed: 1 });
    else if (rejected.has(undefined)) {
      keep(
        was.record,
        isActive ? was.notes : { ...was.notes, missed: Math.min(was.notes.missed, missingAfter) },
      );
    } else if (was.notes.missed + 1 < missingAfter) {
      keep(was.record, { ...was.notes, missed: was.notes.missed + 1 });
    } else leave(was.notes.missed + 1);
  }
  return { entries, removed, changes, codes };
}

/** A list in pieces of these numbers of lines. */
function listIn({ entries, removed }: State, sizes: readonly number[]): List {
  const texts = entries.map(({ record, notes }) => ({
    record: JSON.stringify(record),
    notes: JSON.stringify({ id: record.external_id, ...notes }),
  }));
  return {
    count: entries.length,
    active: 0,
    removed,
    async *pieces() {
      for (let at = 0, i = 0; at < texts.length; i++) {
        const size = sizes[i % sizes.length] ?? 1;
        yield pieceOf(texts.slice(at, at + size));
        at += size;
      }
    },
  };
}

function storedLine(record: AnyRecord): StoredLine {
  const bytes = Buffer.from(JSON.stringify(record));
  return new StoredLine(bytes, 0, bytes.length);
}

/** @param asLines true: as the reading child sends them */
function rowsIn(rows: readonly AcceptedRow[], sizes: readonly number[], asLines: boolean): OrderedRows {
  const ordered = rows
    .map(({ line, record }) => (asLines ? new StoredRow(line, storedLine(record)) : { line, record }))
    .sort((a, b) => bytes(a.record.external_id, b.record.external_id));
  return {
    count: rows.length,
    async *batches() {
      for (let at = 0, i = 0; at < ordered.length; i++) {
        const size = sizes[i % sizes.length] ?? 1;
        yield ordered.slice(at, at + size);
        at += size;
      }
    },
  };
}

/** The entries of a list after the rows of its changes were written, as a publication writes them. */
async function written({ entries }: State, { rows, dropped }: Changes): Promise<ListEntry[]> {
  const texts = new Map(
    entries.map(({ record, notes }) => [record.external_id, JSON.stringify({ record, notes })]),
  );
  for (const piece of rows) {
    for (const [id, , , was, , now, notes] of JSON.parse(await storedText(piece)) as ChangedRow[]) {
      expect(texts.has(id)).toBe(was !== null);
      const { id: _, ...noted } = JSON.parse(notes ?? "{}") as Record<string, unknown>;
      expect(dropped.includes(id)).toBe(now === null);
      if (now === null) texts.delete(id);
      else texts.set(id, JSON.stringify({ record: JSON.parse(now) as AnyRecord, notes: noted }));
    }
  }
  const inOrder = [...texts].sort(([a], [b]) => bytes(a, b));
  return inOrder.map(([, text]) => JSON.parse(text) as ListEntry);
}

/** Entries as plain values. */
async function entriesIn(list: List): Promise<ListEntry[]> {
  return (await all<ListEntry>(entriesOf(list))).map(({ record, notes }) => ({ record, notes }));
}

async function all<T>(batches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const batch of batches) found.push(...batch);
  return found;
}

const idOf = fc.constantFrom("1", "10", 'a"\\', "a", "ä", "\uff5e", "\u{1f600}", '","updated_at":"');
const times = ["2026-02-01T00:00:00.000Z", "2026-02-02T00:00:00.000Z", "2027-01-01T00:00:00.000Z"] as const;
const row = fc.record({
  id: idOf,
  name: fc.constantFrom("A", "B", "\u2028\n"),
  supplied: fc.constantFrom("", ...times),
  active: fc.boolean(),
  line: fc.integer({ min: 1, max: 20 }),
});
const step = fc.record({
  rows: fc.uniqueArray(row, { selector: ({ id }) => id }),
  rejected: fc.uniqueArray(fc.record({ id: fc.option(idOf, { nil: undefined }), off: fc.boolean() }), {
    selector: ({ id }) => id,
    maxLength: 3,
  }),
  deleted: fc.uniqueArray(fc.record({ id: idOf, line: fc.integer({ min: 1, max: 20 }) }), {
    selector: ({ id }) => id,
    maxLength: 2,
  }),
  delivery: fc.constantFrom("full" as const, "upsert" as const),
  missing: fc.constantFrom("deactivate" as const, "remove" as const, "keep" as const),
  missingAfter: fc.integer({ min: 1, max: 3 }),
  part: fc.constantFrom("", "ham"),
  guarded: fc.subarray(["1", "a"]),
  hours: fc.integer({ min: -2, max: 40 }),
});
const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });

test("lists and deliveries in pieces give the same result as whole ones", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), sizes, fc.boolean(), async (steps, cuts, asLines) => {
      let state: State = { entries: [], removed: new Map() };
      let clock = Date.parse("2026-03-01T00:00:00.000Z");
      for (const { rows, rejected, deleted, guarded, hours, ...rest } of steps) {
        clock += hours * 3_600_000;
        const now = new Date(clock);
        const settings = { ...rest, protectedIds: new Set(guarded) };
        const accepted = rows.map(({ id, name, supplied, active, line }) => ({
          line,
          record: { external_id: id, updated_at: supplied, name, is_active: active },
        }));
        const taken = new Set<string | undefined>(rows.map(({ id }) => id));
        const given: Delivery = {
          accepted,
          deleted,
          rejected: rejected
            .filter(({ id }) => !taken.has(id))
            .map(({ id, off }) => ({ line: 30, id, isActive: off ? false : undefined, issues: [] })),
        };
        const expected = simply(state, given, settings, now);
        const result = await reconcile(
          listIn(state, cuts),
          { ...given, accepted: rowsIn(accepted, cuts, asLines) },
          settings,
          now,
          { spill: memorySpill(), line: asItIs, keepsLines: asLines },
        );
        const entries = await entriesIn(result.list);
        expect(entries).toEqual(expected.entries);
        expect(await written(state, result.changes)).toEqual(entries);
        expect(await all(result.changes.batches())).toEqual(expected.changes);
        expect(result.changes.count).toBe(expected.changes.length);
        expect(new Map(result.list.removed)).toEqual(expected.removed);
        expect(result.issues.map(({ code }) => code).sort()).toEqual([...expected.codes].sort());
        expect(result.isSame).toBe(
          JSON.stringify(entries) === JSON.stringify(state.entries) && expected.changes.length === 0,
        );
        state = { entries, removed: expected.removed };
      }
    }),
    { numRuns: 500 },
  );
});

test("an unchanged row is still checked if the clock is behind the time of its record", async () => {
  const record = { external_id: "1", updated_at: "2026-03-01T12:00:00.000Z", name: "A", is_active: true };
  const state: State = {
    entries: [{ record, notes: { supplied: record.updated_at, part: "", missed: 0 } }],
    removed: new Map(),
  };
  const settings = {
    delivery: "full" as const,
    missing: "deactivate" as const,
    missingAfter: 1,
    part: "",
    protectedIds: new Set<string>(),
  };
  const issuesAt = async (now: string) => {
    const accepted = rowsIn([{ line: 2, record }], [1], true);
    const drafting = { spill: memorySpill(), line: asItIs, keepsLines: true };
    const result = await reconcile(
      listIn(state, [1]),
      { accepted, rejected: [] },
      settings,
      new Date(now),
      drafting,
    );
    expect([await entriesIn(result.list), result.isSame]).toEqual([state.entries, true]);
    return result.issues.map(({ code }) => code);
  };
  expect(await issuesAt("2026-03-01T12:00:00.000Z")).toEqual([]);
  expect(await issuesAt("2026-03-01T11:00:00.000Z")).toEqual(["future_time"]);
});

test("an older list in pieces gets new times like a whole one", async () => {
  const records = fc.uniqueArray(row, { selector: ({ id }) => id });
  await fc.assert(
    fc.asyncProperty(records, records, sizes, async (before, wanted, cuts) => {
      const stateOf = (given: typeof before): State => ({
        entries: given
          .map(({ id, name, active }) => ({
            record: { external_id: id, updated_at: times[0], name, is_active: active },
            notes: { supplied: "", part: "", missed: 0 },
          }))
          .sort((a, b) => bytes(a.record.external_id, b.record.external_id)),
        removed: new Map(),
      });
      const [now_, old] = [stateOf(before), stateOf(wanted)];
      const now = new Date("2026-03-01T00:00:00.000Z");
      const result = await restamp(listIn(now_, cuts), listIn(old, [...cuts].reverse()), now);
      const present = new Map(now_.entries.map(({ record }) => [record.external_id, record]));
      const entries = await entriesIn(result.list);
      expect(entries).toEqual(
        old.entries.map(({ record, notes }) => {
          const current = present.get(record.external_id);
          const isSame = current !== undefined && changedFields(current, record).length === 0;
          return { record: isSame ? current : { ...record, updated_at: now.toISOString() }, notes };
        }),
      );
      expect(await written(now_, result.changes)).toEqual(entries);
      const kept = new Set(old.entries.map(({ record }) => record.external_id));
      expect([...result.list.removed.keys()]).toEqual([...present.keys()].filter((id) => !kept.has(id)));
    }),
    { numRuns: 200 },
  );
});

test("entries that do not fit into memory are stored in an unnamed file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lading-spill-"));
  let asked = 0;
  const spill = scratchSpill(async () => {
    asked += 1;
    return join(folder, "scratch");
  }, 10);
  try {
    const texts = ["12345", "67890", "more than fits", "x"];
    const pieces = await Promise.all(texts.map((text) => spill.append(Buffer.from(text))));
    const read = await Promise.all(pieces.map((piece) => piece.read(0, piece.size)));
    expect(read.map((each) => Buffer.from(each).toString())).toEqual(texts);
    expect(Buffer.from((await pieces[2]?.read(5, 4)) ?? []).toString()).toBe("than");
    expect(asked).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await spill.close();
    await rm(folder, { recursive: true });
  }
});

test("a long list and its changes are stored in pieces, and can be read repeatedly", async () => {
  const records = Array.from({ length: 15_000 }, (_, i) => ({
    line: i + 2,
    record: {
      external_id: String(i).padStart(6, "0"),
      updated_at: "",
      name: `N${i}`,
      is_active: i % 2 === 0,
    },
  }));
  const settings = {
    delivery: "full",
    missing: "deactivate",
    missingAfter: 1,
    part: "",
    protectedIds: new Set<string>(),
  } as const;
  let puts = 0;
  const memory = memorySpill();
  const spill = {
    append(bytes: Uint8Array) {
      puts += 1;
      return memory.append(bytes);
    },
  };
  const drafting = { spill, line: (record: AnyRecord) => `${JSON.stringify(record)}\n` };
  const rejected = [
    { line: 1, id: "x", isActive: undefined, issues: [issue("missing_value", {}, { field: "name" })] },
  ];
  const empty = listIn({ entries: [], removed: new Map() }, [1]);
  const rows = { accepted: rowsIn(records, [700], false), rejected };
  const { list, changes } = await reconcile(empty, rows, settings, new Date(0), drafting);
  expect(puts).toBeGreaterThan(4);
  expect(list).toMatchObject({ count: 15_000, active: 7_500 });
  for (let time = 0; time < 2; time++) {
    expect((await entriesIn(list)).map(({ record }) => record["name"])).toEqual(
      records.map(({ record }) => record.name),
    );
    expect((await all(changes.batches())).map(({ line }) => line)).toEqual(records.map(({ line }) => line));
  }
});

test("changes are limited by size, because a few jobs with their accruals are large", () => {
  const writer = new ListWriter({ spill: memorySpill(), line: asItIs });
  const record = { external_id: "J1", updated_at: "", number: "x".repeat(50_000) };
  const noted = Buffer.from('{"id":"J1"}');
  const old = new StoredEntry(storedLine(record), { bytes: noted, from: 0, end: noted.length });
  for (let i = 0; i < 30; i++) writer.drop(old, { kind: "removed" });
  expect(writer.isFull).toBe(true);
});

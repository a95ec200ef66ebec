import { join } from "node:path";
import { z } from "zod";
import { inChunks } from "../encode/chunks.js";
import type { AnyRecord } from "../records/record-type.js";
import type { Disk } from "../storage/disk.js";
import type { Delivered } from "./guard.js";
import type { ListEntry, ListState, RemovedNote } from "./list.js";
import type { Change } from "./reconcile.js";

/**
 * The private side of a publication: `notes.ndjson` (one line per record, in list order, then one per removed record),
 * `delivered.json` (the last delivery of each part, for the guard) and `changes.ndjson` (what this publication changed).
 */

const noteSchema = z.union([
  z.strictObject({ id: z.string(), supplied: z.string(), part: z.string(), missed: z.number() }),
  z.strictObject({ id: z.string(), removed: z.string(), hash: z.string() }),
]);

const deliveredSchema = z.record(
  z.string(),
  z.strictObject({
    rows: z.number(),
    headings: z.array(z.string()),
    reads: z.array(z.string()),
    blank: z.record(z.string(), z.number()),
    rejected: z.record(z.string(), z.string()),
    isEnded: z.boolean().optional(),
  }),
);

/** The last delivery of each part, by part. */
export type DeliveredParts = Readonly<Record<string, Delivered>>;

export function* notesText(list: ListState): Generator<string> {
  yield* inChunks(
    list.entries,
    ({ record, notes }) => `${JSON.stringify({ id: record.external_id, ...notes })}\n`,
  );
  yield* inChunks(
    list.removed.values(),
    ({ id, updated_at, hash }) => `${JSON.stringify({ id, removed: updated_at, hash })}\n`,
  );
}

export function deliveredText(parts: DeliveredParts): string {
  return `${JSON.stringify(parts, null, 1)}\n`;
}

/** A line of the change log. */
export interface LoggedChange {
  readonly at: string;
  readonly number: number;
  readonly kind: Change["kind"];
  readonly id: string;
  readonly fields: readonly string[];
  readonly before: AnyRecord | null;
  readonly after: AnyRecord | null;
  readonly file: string;
  readonly line: number | null;
}

export function changesText(
  changes: readonly Change[],
  of: Pick<LoggedChange, "at" | "number" | "file">,
): Generator<string> {
  return inChunks(changes, ({ kind, id, fields, before, after, line }) => {
    const logged: LoggedChange = {
      ...of,
      kind,
      id,
      fields,
      before: before ?? null,
      after: after ?? null,
      line: line ?? null,
    };
    return `${JSON.stringify(logged)}\n`;
  });
}

/** Reads the list of a publication that was verified. */
export async function readStoredList(
  disk: Disk,
  folder: string,
): Promise<{ readonly list: ListState; readonly delivered: DeliveredParts }> {
  const records = lines(await disk.readFile(join(folder, "list.ndjson")));
  const notes = lines(await disk.readFile(join(folder, "notes.ndjson"))).map((line) =>
    noteSchema.parse(JSON.parse(line)),
  );
  const entries: ListEntry[] = [];
  const removed = new Map<string, RemovedNote>();
  for (const [index, note] of notes.entries()) {
    if ("removed" in note) {
      removed.set(note.id, { id: note.id, updated_at: note.removed, hash: note.hash });
    } else {
      const { id: _, ...rest } = note;
      entries.push({ record: JSON.parse(records[index] ?? "null") as AnyRecord, notes: rest });
    }
  }
  const delivered = deliveredSchema.parse(
    JSON.parse((await disk.readFile(join(folder, "delivered.json"))).toString("utf8")),
  );
  return { list: { entries, removed }, delivered };
}

function lines(bytes: Buffer): string[] {
  return bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}

import { join } from "node:path";
import { z } from "zod";
import { inChunks, jsonLines } from "../encode/chunks.js";
import type { AnyRecord } from "../records/record-type.js";
import type { Disk } from "../storage/disk.js";
import type { Delivered } from "./guard.js";
import type { Change, Changes } from "./changes.js";
import type { List, RemovedNote } from "./list.js";
import type { Manifest } from "./manifest.js";

/**
 * The private side of a publication: `notes.ndjson` (one line per record, in list order, then one per removed record),
 * `delivered.json` (the last delivery of each part, for the guard) and `changes.ndjson` (what this publication changed).
 */

const deliveredSchema = z.record(
  z.string(),
  z.strictObject({
    rows: z.number(),
    headings: z.array(z.string()),
    reads: z.array(z.string()),
    blank: z.record(z.string(), z.number()),
    rejected: z.record(z.string(), z.string()),
    isEnded: z.boolean().optional(),
    leftOut: z.number().optional(),
  }),
);

/** The last delivery of each part, by part. */
export type DeliveredParts = Readonly<Record<string, Delivered>>;

export async function* notesText(list: List): AsyncGenerator<string | Uint8Array> {
  yield* list.notes();
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

export async function* changesText(
  changes: Changes,
  of: Pick<LoggedChange, "at" | "number" | "file">,
): AsyncGenerator<string> {
  for await (const batch of changes.batches()) {
    yield* inChunks(batch, ({ kind, id, fields, before, after, line }) => {
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
}

/** Opens the list of a publication that was verified. Its records are read when they are asked for. */
export async function openStoredList(
  disk: Disk,
  { folder, manifest }: { readonly folder: string; readonly manifest: Manifest },
): Promise<{ readonly list: List; readonly delivered: DeliveredParts }> {
  const records = join(folder, "list.ndjson");
  const notes = join(folder, "notes.ndjson");
  const { length, removed } = await readRemoved(disk, notes);
  const delivered = deliveredSchema.parse(
    JSON.parse((await disk.readFile(join(folder, "delivered.json"))).toString("utf8")),
  );
  const list: List = {
    count: manifest.counts.records,
    active: manifest.counts.active,
    removed,
    records: () => wholeLines(disk.read(records)),
    notes: () => wholeLines(disk.read(notes, length)),
  };
  return { list, delivered };
}

/** The notes of removed records, which stand behind those of records, and how many bytes those are. */
async function readRemoved(
  disk: Disk,
  path: string,
): Promise<{ readonly length: number; readonly removed: Map<string, RemovedNote> }> {
  const removed = new Map<string, RemovedNote>();
  let length = 0;
  for await (const piece of wholeLines(disk.read(path))) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const begin = removed.size > 0 ? 0 : beginOfRemoved(bytes);
    length += begin;
    if (begin === bytes.length) continue;
    for (const line of jsonLines(bytes.subarray(begin))) {
      const note = JSON.parse(line) as {
        readonly id: string;
        readonly removed: string;
        readonly hash: string;
      };
      removed.set(note.id, { id: note.id, updated_at: note.removed, hash: note.hash });
    }
  }
  return { length, removed };
}

/** Where the first note of a removed record begins in whole lines of notes; their length when there is none. */
function beginOfRemoved(lines: Buffer): number {
  const last = lines.lastIndexOf(feed, lines.length - 2) + 1;
  if (!isRemoved(lines.subarray(last))) return lines.length;
  let begin = 0;
  for (let end = lines.indexOf(feed); ; end = lines.indexOf(feed, begin)) {
    if (isRemoved(lines.subarray(begin, end))) return begin;
    begin = end + 1;
  }
}

function isRemoved(line: Buffer): boolean {
  return "removed" in (JSON.parse(line.toString("utf8")) as object);
}

const feed = 10;

/** Cuts what is read of a file behind line feeds. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(feed) + 1;
    if (end > 0) yield Buffer.concat([...rest.splice(0), chunk.subarray(0, end)]);
    if (end < chunk.length) rest.push(chunk.subarray(end));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

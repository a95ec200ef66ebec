import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import type { Disk } from "../storage/disk.js";
import { hasCode } from "../storage/durable.js";

/**
 * The journal of a feed: one line per transition (`docs/semantics.md` section 2), each with a checksum, only ever added to.
 *
 *     3f2a9c0d17e45b68 {"n":12,"at":"2026-03-01T04:00:12.345Z","state":"PUBLISHED","delivery":"9c1f...","number":41}
 *
 * A torn last line is what a crash leaves: readers skip it, the next writer cuts it off. A damaged line before the last
 * is named and skipped; the publications, not the journal, are the truth about the list.
 */

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What a decision depended on besides the bytes, each as a short text that changes when the input changes. */
const basisSchema = z.strictObject({
  mapping: z.string(),
  lists: z.string(),
  settings: z.string(),
  engine: z.string(),
  today: z.string(),
});
export type Basis = z.infer<typeof basisSchema>;

/** An arrival: where a file was seen and as what, so that the same file is known again without reading it. */
const arrivalSchema = z.strictObject({
  source: z.string(),
  name: z.string(),
  size: z.number(),
  modified: z.number(),
  identity: z.string(),
});
export type Arrival = z.infer<typeof arrivalSchema>;

const countsSchema = z.strictObject({
  read: z.number(),
  accepted: z.number(),
  rejected: z.number(),
  skipped: z.number(),
  folded: z.number(),
  stale: z.number(),
});
export type DeliveryCounts = z.infer<typeof countsSchema>;

const trippedSchema = z.strictObject({ rail: z.string(), sentence: z.string() });

const event = { n: z.number().int().min(1), at: z.iso.datetime({ precision: 3 }) };
const ofDelivery = { ...event, delivery: sha256 };

export const entrySchema = z.discriminatedUnion("state", [
  /** The bytes are durable in the spool. Written once for every arrival. */
  z.strictObject({
    ...ofDelivery,
    state: z.literal("RECEIVED"),
    arrival: arrivalSchema,
    part: z.string(),
    /** Orders deliveries: the sequence or date of the name where declared. */
    sequence: z.string(),
    amends: sha256.optional(),
  }),
  z.strictObject({ ...ofDelivery, state: z.literal("READ"), rows: z.number() }),
  z.strictObject({ ...ofDelivery, state: z.literal("VALIDATED"), counts: countsSchema }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("STAGED"),
    number: z.number(),
    counts: countsSchema,
    basis: basisSchema,
  }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("PUBLISHED"),
    number: z.number(),
    counts: countsSchema.optional(),
    basis: basisSchema.optional(),
  }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("UNCHANGED"),
    counts: countsSchema.optional(),
    basis: basisSchema.optional(),
  }),
  z.strictObject({ ...ofDelivery, state: z.literal("SUPERSEDED"), by: sha256 }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("REJECTED"),
    codes: z.array(z.string()),
    reason: z.string(),
    /** Set when a person rejected a held delivery. */
    by: z.string().optional(),
    counts: countsSchema.optional(),
    basis: basisSchema.optional(),
  }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("HELD"),
    rails: z.array(trippedSchema),
    change_set: z.string(),
    /** What it would change, in counts. */
    differences: z.record(z.string(), z.number()),
    counts: countsSchema.optional(),
    basis: basisSchema.optional(),
  }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("WAITING"),
    for: z.string(),
    basis: basisSchema.optional(),
  }),
  /** The reader was killed or crashed while reading; the second time quarantines. */
  z.strictObject({ ...ofDelivery, state: z.literal("CRASHED"), reason: z.string() }),
  z.strictObject({ ...ofDelivery, state: z.literal("QUARANTINED"), reason: z.string() }),
  /** The environment is at fault: it is decided again, however often that takes. Written once for the same reason. */
  z.strictObject({ ...ofDelivery, state: z.literal("RETRY"), reason: z.string() }),
  /** The source was taken care of: nothing is left to do for this arrival. */
  z.strictObject({ ...ofDelivery, state: z.literal("ACKED"), arrival: arrivalSchema }),
  z.strictObject({
    ...ofDelivery,
    state: z.literal("RELEASED"),
    change_set: z.string(),
    reason: z.string(),
    by: z.string(),
    rails: z.array(z.string()),
  }),
  /** A person put a decided delivery back in the queue, or the publication that it made was lost. */
  z.strictObject({
    ...ofDelivery,
    state: z.literal("REPLAYED"),
    reason: z.string(),
    by: z.string(),
    /** Number of the publication that does not verify any more. */
    lost: z.number().optional(),
  }),
  z.strictObject({
    ...event,
    state: z.literal("ROLLED_BACK"),
    to: z.number(),
    number: z.number(),
    reason: z.string(),
    by: z.string(),
  }),
  z.strictObject({ ...event, state: z.literal("RESUMED"), by: z.string() }),
  /** After a backup was restored: the list of then, with times that are newer than any that was served. */
  z.strictObject({
    ...event,
    state: z.literal("RESTAMPED"),
    number: z.number(),
    reason: z.string(),
    by: z.string(),
  }),
  /** A record was removed for good, and with it the bytes of these deliveries. Says nowhere which record. */
  z.strictObject({
    ...event,
    state: z.literal("FORGOTTEN"),
    deliveries: z.array(sha256),
    /** Number of the publication without the record, once it appeared. */
    number: z.number().optional(),
    reason: z.string(),
    by: z.string(),
  }),
]);

export type Entry = z.infer<typeof entrySchema>;
type WithoutStamp<E> = E extends unknown ? Omit<E, "n" | "at"> : never;
/** An entry before the journal numbers and stamps it. */
export type NewEntry = WithoutStamp<Entry>;

export interface JournalText {
  readonly entries: readonly Entry[];
  /** Length of the part that is whole lines, in bytes; what follows is a torn tail. */
  readonly wholeBytes: number;
  readonly torn: boolean;
  /** Line numbers, from 1, of damaged lines before the last. */
  readonly damaged: readonly number[];
}

/** Reads the text of a journal. Never fails: what is damaged is named. */
export function parseJournal(bytes: Uint8Array): JournalText {
  const entries: Entry[] = [];
  const damaged: number[] = [];
  let start = 0;
  let line = 0;
  let wholeBytes = 0;
  let lastIsBad = false;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let end = buffer.indexOf(10); end !== -1; end = buffer.indexOf(10, start)) {
    line += 1;
    if (lastIsBad) damaged.push(line - 1);
    const entry = parseLine(buffer.toString("utf8", start, end));
    lastIsBad = entry === undefined;
    if (entry !== undefined) entries.push(entry);
    start = end + 1;
    if (!lastIsBad) wholeBytes = start;
  }
  return { entries, wholeBytes, torn: wholeBytes < buffer.length, damaged };
}

function parseLine(line: string): Entry | undefined {
  const json = line.slice(17);
  if (line[16] !== " " || checksum(json) !== line.slice(0, 16)) return undefined;
  const parsed = entrySchema.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : undefined;
}

export function journalLine(entry: Entry): string {
  const json = JSON.stringify(entry);
  return `${checksum(json)} ${json}\n`;
}

function checksum(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** What a feed's journal says now, without its torn tail. An absent journal is an empty one. Never writes. */
export async function readJournal(disk: Disk, feedFolder: string): Promise<JournalText> {
  try {
    return parseJournal(await disk.readFile(join(feedFolder, "journal")));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return { entries: [], wholeBytes: 0, torn: false, damaged: [] };
    throw error;
  }
}

export interface Journal {
  readonly entries: readonly Entry[];
  /** Line numbers of damaged lines. */
  readonly damaged: readonly number[];
  /** Adds an entry. `durable`: it survives a power cut once this returns. */
  add(entry: NewEntry, durable: "durable" | "soon"): Promise<Entry>;
  close(): Promise<void>;
}

/** Opens a journal for writing; only the holder of the feed's lock may. Cuts a torn tail off. */
export async function openJournal(disk: Disk, feedFolder: string, now: () => Date): Promise<Journal> {
  const path = join(feedFolder, "journal");
  const { entries: before, wholeBytes, torn, damaged } = await readJournal(disk, feedFolder);
  const entries = [...before];
  const file = await disk.append(path);
  try {
    if (torn) {
      await file.truncate(wholeBytes);
      await file.sync();
    }
    if (wholeBytes === 0) await disk.syncFolder(feedFolder);
  } catch (error) {
    await file.close();
    throw error;
  }
  let broken: Error | undefined;
  return {
    entries,
    damaged,
    async add(added, durable) {
      // After a failed write or fsync nobody knows what the file holds; it is opened anew, which cuts what is torn.
      if (broken !== undefined) throw broken;
      const entry: Entry = { n: (entries.at(-1)?.n ?? 0) + 1, at: now().toISOString(), ...added };
      try {
        await file.write(Buffer.from(journalLine(entry)));
        if (durable === "durable") await file.sync();
      } catch (error) {
        broken = error as Error;
        throw error;
      }
      entries.push(entry);
      return entry;
    },
    close: () => file.close(),
  };
}

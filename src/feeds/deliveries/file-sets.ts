import { createHash } from "node:crypto";
import { z } from "zod";
import { failure, type LadingError } from "../../errors.js";
import { deliveryOf } from "../lists/feed-log.js";
import { arrivalKey } from "../lists/feed-state.js";
import { dropFact, readFact, writeFact } from "../../store/facts.js";
import type { FileSet } from "../../workspace/workspace.js";
import type { OpenFeed } from "./open-feed.js";
import { arrivalOf, isHere, type Batch, type ClaimedFile } from "./receive.js";

/**
 * This module combines separate files with the same `{batch}` into one delivery. Only files that have not been received
 * yet are combined. If a member is sent again, it starts a new batch and is never combined with older files.
 */

export interface IncompleteBatch {
  readonly batch: string;
  readonly source: string;
  /** Names of the files that have arrived. */
  readonly there: readonly string[];
  /** Names of the missing members. */
  readonly missing: readonly string[];
  /** Time when the batch's current files were first seen together, ISO 8601 UTC. */
  readonly since: string;
  /** Time from which the batch is reported, ISO 8601 UTC. */
  readonly alertFrom: string;
}

export function incompleteError({ batch, source, there, missing }: IncompleteBatch): LadingError {
  const names = { there: there.join(", "), missing: missing.join(", ") };
  return failure("incomplete_batch", { batch, source, ...names });
}

export interface Batches {
  readonly complete: readonly Batch[];
  readonly incomplete: readonly IncompleteBatch[];
  /** Stores when the current files of each incomplete batch were first seen together. */
  note(): Promise<void>;
}

/** Groups the files at a feed's sources into deliveries. */
export async function batchesOf(open: OpenFeed, seen: readonly ClaimedFile[]): Promise<Batches> {
  const { set } = open.feed;
  if (set === undefined)
    return { complete: seen.map((each) => [each]), incomplete: [], note: async () => undefined };
  const complete: Batch[] = [];
  const byBatch = new Map<string, ClaimedFile[]>();
  const many: ClaimedFile[] = [];
  for (const claimedFile of seen) {
    const { member } = claimedFile.parts;
    if (member === undefined) complete.push([claimedFile]);
    else if (!(await isNew(open, claimedFile))) continue;
    else if (member.kind === "many") many.push(claimedFile);
    else {
      const batch = batchOf(claimedFile);
      byBatch.set(batch, [...(byBatch.get(batch) ?? []), claimedFile]);
    }
  }
  complete.push(...together(many));
  const before = await readSince(open);
  const now = open.setup.clock.now();
  const since = new Map<string, Since>();
  const incomplete: IncompleteBatch[] = [];
  for (const [batch, unordered] of [...byBatch].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const files = inOrder(set, unordered);
    const marks = marksOf(files);
    const known = before.get(batch);
    const at = known?.files === marks ? known.since : now.toISOString();
    const missing = missingOf(set, files, now.getTime() - Date.parse(at));
    const [first, ...others] = files;
    if (first === undefined) continue;
    if (missing.length === 0) {
      complete.push([first, ...others]);
      continue;
    }
    since.set(batch, { files: marks, since: at });
    incomplete.push({
      batch: first.parts.batch,
      source: first.source,
      there: files.map(({ file }) => file.name),
      missing,
      since: at,
      alertFrom: new Date(Date.parse(at) + set.alertAfter).toISOString(),
    });
  }
  return { complete, incomplete, note: () => writeSince(open, before, since) };
}

/**
 * Limits for combining independent files into one delivery. Archives can be read only if they contain at most 1,000
 * files.
 */
const mostTogether = { files: 1_000, bytes: 32 * 1024 * 1024 };

function together(files: readonly ClaimedFile[]): readonly Batch[] {
  const order = ({ parts, file }: ClaimedFile): string => `${parts.part}/${parts.sequence}/${file.name}`;
  const batches: [ClaimedFile, ...ClaimedFile[]][] = [];
  let size = 0;
  for (const each of files.toSorted((a, b) => (order(a) < order(b) ? -1 : 1))) {
    const open = batches.at(-1);
    size += each.file.size;
    const isFull = open === undefined || open.length === mostTogether.files || size > mostTogether.bytes;
    if (!isFull && open[0].parts.part === each.parts.part) {
      open.push(each);
    } else {
      batches.push([each]);
      size = each.file.size;
    }
  }
  return batches;
}

/** True if the feed has not received the file yet or must fetch the file again. */
async function isNew(open: OpenFeed, claimedFile: ClaimedFile): Promise<boolean> {
  const known = await deliveryOf(open.setup.store.db, open.feed.name, arrivalOf(claimedFile));
  return known === undefined || !(await isHere(open, known));
}

/** Batches with the same name but a different sequence or part are separate. */
function batchOf({ parts }: ClaimedFile): string {
  return JSON.stringify([parts.batch, parts.sequence, parts.part]);
}

/**
 * Sorts the files by the order of their members in the workspace, so that the same files always result in the same
 * delivery.
 */
function inOrder({ members }: FileSet, files: readonly ClaimedFile[]): readonly ClaimedFile[] {
  const rank = ({ parts }: ClaimedFile): number => members.findIndex((each) => each === parts.member);
  return files.toSorted((a, b) => rank(a) - rank(b) || (a.file.name < b.file.name ? -1 : 1));
}

/**
 * Returns the names of the members that a batch is waiting for. `waited` is the number of milliseconds since the
 * batch's current files were first seen together.
 */
function missingOf({ members, optionalAfter }: FileSet, files: readonly ClaimedFile[], waited: number) {
  const there = new Set(files.map(({ parts }) => parts.member));
  const isWaitedFor = optionalAfter !== undefined && waited < optionalAfter;
  return members
    .filter((member) => !there.has(member) && (member.kind !== "optional" || isWaitedFor))
    .map(({ name }) => name);
}

/** The times are stored because each run is a separate process. */
const sinceSchema = z.object({
  /** Digest of the arrivals. */
  files: z.string(),
  since: z.string(),
});
type Since = z.infer<typeof sinceSchema>;

const factOf = ({ feed }: OpenFeed): string => `batches ${feed.name}`;

async function readSince(open: OpenFeed): Promise<ReadonlyMap<string, Since>> {
  const { data } = z
    .record(z.string(), sinceSchema)
    .safeParse(await readFact(open.setup.store.db, factOf(open)));
  return new Map(Object.entries(data ?? {}));
}

async function writeSince(
  open: OpenFeed,
  before: ReadonlyMap<string, Since>,
  now: ReadonlyMap<string, Since>,
): Promise<void> {
  const { db } = open.setup.store;
  if (JSON.stringify([...before]) === JSON.stringify([...now])) return;
  if (now.size === 0) await dropFact(db, factOf(open));
  else await writeFact(db, factOf(open), Object.fromEntries(now));
}

function marksOf(files: readonly ClaimedFile[]): string {
  const keys = files.map((each) => arrivalKey(arrivalOf(each)));
  return createHash("sha256").update(keys.join("\n")).digest("hex");
}

import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Disk } from "../storage/disk.js";
import { ensureFolder, exists, linkDurably, namesIn, writeNew } from "../storage/durable.js";
import { linesOf, sha256Of } from "../storage/lines.js";
import { publicationNumbers } from "./publish.js";
import { unsealed } from "./seal.js";
import type { LoggedChange } from "./stored-list.js";

/**
 * The change log of a feed: what every publication changed, record by record. It is written into the publication as
 * `changes.ndjson`, so it appears with it by the same rename and no crash loses or doubles an entry. Before retention
 * removes a publication, its part is kept as `changes/<number>-<beginning of its sha256>.ndjson`.
 */

const part = "changes.ndjson";
const kept = /^([1-9]\d{0,8})-([0-9a-f]{16})\.ndjson$/;

/** One part of the log: what one publication changed. */
interface LogPart {
  readonly number: number;
  readonly path: string;
  /** Beginning of the sha256 that its bytes must have; undefined when nothing says so any more. */
  readonly sha256: string | undefined;
}

/**
 * Keeps the part of a publication that is about to be removed.
 *
 * @param values `false`: the records before and after are left out, for values of people go with their publication
 * @param temporary a path in `tmp/` that only the holder of the feed's lock uses
 */
export async function keepChanges(
  disk: Disk,
  feedFolder: string,
  number: number,
  values: boolean,
  temporary: string,
): Promise<void> {
  const folder = join(feedFolder, "changes");
  const from = join(feedFolder, "pub", String(number), part);
  if (!(await exists(disk, from))) return;
  if ((await namesIn(disk, folder)).some((name) => name.startsWith(`${number}-`))) return;
  await ensureFolder(disk, folder);
  if (values) {
    await linkDurably(disk, from, join(folder, await keptName(number, from)));
    return;
  }
  await disk.remove(temporary);
  await writeNew(disk, temporary, withoutValues(from));
  await disk.rename(temporary, join(folder, await keptName(number, temporary)));
  await disk.syncFolder(folder);
}

async function keptName(number: number, path: string): Promise<string> {
  return `${number}-${(await sha256Of(path)).slice(0, 16)}.ndjson`;
}

async function* withoutValues(path: string): AsyncGenerator<string> {
  for await (const line of linesOf(path)) {
    const change = JSON.parse(line) as LoggedChange;
    yield `${JSON.stringify({ ...change, before: null, after: null })}\n`;
  }
}

/** The changes of one record, oldest first, and the numbers of publications whose part is damaged. */
export interface RecordHistory {
  readonly changes: readonly LoggedChange[];
  readonly damaged: readonly number[];
}

/** Reads the whole log for one record, line by line. */
export async function changesOf(disk: Disk, feedFolder: string, id: string): Promise<RecordHistory> {
  const sought = `"id":${JSON.stringify(id)}`;
  const changes: LoggedChange[] = [];
  const damaged: number[] = [];
  for (const { number, path, sha256 } of await logParts(disk, feedFolder)) {
    const hash = createHash("sha256");
    const found: string[] = [];
    for await (const line of linesOf(path, (bytes) => hash.update(bytes))) {
      if (line.includes(sought)) found.push(line);
    }
    if (sha256 === undefined || !hash.digest("hex").startsWith(sha256)) damaged.push(number);
    else changes.push(...found.map(parsed).filter((change) => change.id === id));
  }
  return { changes, damaged };
}

/**
 * Takes every line of a record out of the parts that outlived their publication.
 *
 * @returns how many parts held it
 */
export async function dropFromChanges(
  disk: Disk,
  feedFolder: string,
  id: string,
  temporary: string,
): Promise<number> {
  const folder = join(feedFolder, "changes");
  let dropped = 0;
  for (const name of await namesIn(disk, folder)) {
    const [, number = ""] = kept.exec(name) ?? [];
    const path = join(folder, name);
    if (number === "" || !(await holdsRecord(path, id))) continue;
    await disk.remove(temporary);
    await writeNew(disk, temporary, withoutRecord(path, id));
    await disk.rename(temporary, join(folder, await keptName(Number(number), temporary)));
    await disk.unlink(path);
    await disk.syncFolder(folder);
    dropped += 1;
  }
  return dropped;
}

async function holdsRecord(path: string, id: string): Promise<boolean> {
  const sought = JSON.stringify(id);
  for await (const line of linesOf(path)) if (line.includes(sought)) return true;
  return false;
}

async function* withoutRecord(path: string, id: string): AsyncGenerator<string> {
  const sought = JSON.stringify(id);
  for await (const line of linesOf(path)) if (!line.includes(sought)) yield `${line}\n`;
}

function parsed(line: string): LoggedChange {
  return JSON.parse(line) as LoggedChange;
}

/** All parts, oldest first: those of the publications that are there, and those that outlived theirs. */
export async function logParts(disk: Disk, feedFolder: string): Promise<readonly LogPart[]> {
  const parts = new Map<number, LogPart>();
  for (const name of await namesIn(disk, join(feedFolder, "changes"))) {
    const [, number = "", sha256] = kept.exec(name) ?? [];
    if (number === "") continue;
    parts.set(Number(number), { number: Number(number), path: join(feedFolder, "changes", name), sha256 });
  }
  for (const number of await publicationNumbers(disk, feedFolder)) {
    const folder = join(feedFolder, "pub", String(number));
    const path = join(folder, part);
    if (parts.has(number) || !(await exists(disk, path))) continue;
    parts.set(number, { number, path, sha256: await statedHash(disk, folder) });
  }
  return [...parts.values()].sort((a, b) => a.number - b.number);
}

async function statedHash(disk: Disk, folder: string): Promise<string | undefined> {
  const path = join(folder, "manifest.json");
  if (!(await exists(disk, path))) return undefined;
  const read = unsealed((await disk.readFile(path)).toString("utf8"));
  return "reason" in read ? undefined : read.manifest.files[part]?.sha256;
}

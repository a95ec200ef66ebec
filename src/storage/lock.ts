import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { failure } from "../errors.js";
import type { Disk } from "./disk.js";
import { hasCode, namesIn, writeNew } from "./durable.js";

/**
 * The lock of a feed: a file made exclusively that names its owner. It is taken over only from an owner that is provably
 * gone (same host; another boot, no such process, or another process under the same number), never because it is old.
 *
 * Two processes may find the same owner gone at the same moment. The one that makes `lock.after-<owner>`, exclusively
 * again, and still finds that owner in `lock`, takes over by renaming it to `lock`; so exactly one does.
 */

const ownerSchema = z.strictObject({
  id: z.uuid(),
  host: z.string(),
  boot: z.string(),
  pid: z.number().int(),
  /** Start time of the process in clock ticks since boot; tells a process from a later one with the same number. */
  started: z.string(),
});

export type Owner = z.infer<typeof ownerSchema>;

export interface Lock {
  /** Whether the lock is still ours; a person may have removed it while this process was stopped. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Takes the lock of a feed, or throws `locked`. */
export async function takeLock(disk: Disk, feedFolder: string, feed: string): Promise<Lock> {
  const path = join(feedFolder, "lock");
  const me: Owner = { id: randomUUID(), ...thisProcess() };
  for (let attempt = 0; attempt < 20; attempt++) {
    if (await createLock(disk, path, me)) return heldLock(disk, path, me);
    const owner = await readOwner(disk, path);
    if (owner === "absent") continue;
    if (owner === "unreadable" || !isGone(owner)) throw lockedBy(feed, owner);
    if (await takeOver(disk, path, owner, me, feed)) return heldLock(disk, path, me);
  }
  throw lockedBy(feed, "unreadable");
}

/** Appears whole or not at all: written under another name, then linked, which fails when the name exists. */
async function createLock(disk: Disk, path: string, owner: Owner): Promise<boolean> {
  const draft = `${path}.${owner.id}`;
  await writeNew(disk, draft, [JSON.stringify(owner)]);
  try {
    await disk.link(draft, path);
    return true;
  } catch (error) {
    // Whoever holds the lock may have taken the draft away, which looked torn while it was being written.
    if (hasCode(error, "EEXIST", "ENOENT")) return false;
    throw error;
  } finally {
    await disk.remove(draft);
  }
}

async function takeOver(disk: Disk, path: string, gone: Owner, me: Owner, feed: string): Promise<boolean> {
  const claim = `${path}.after-${gone.id}`;
  if (!(await createLock(disk, claim, me))) {
    const rival = await readOwner(disk, claim);
    if (rival === "absent") return false;
    if (rival === "unreadable" || !isGone(rival)) throw lockedBy(feed, rival);
    // The rival died while taking over. Whoever takes over from the rival may remove what it left.
    if (!(await takeOver(disk, claim, rival, me, feed))) return false;
  }
  const now = await readOwner(disk, path);
  if (typeof now === "string" || now.id !== gone.id) {
    await disk.remove(claim);
    return false;
  }
  await disk.rename(claim, path);
  return true;
}

function heldLock(disk: Disk, path: string, me: Owner): Lock {
  const isHeld = async () => {
    const owner = await readOwner(disk, path);
    return typeof owner !== "string" && owner.id === me.id;
  };
  return {
    isHeld,
    async release() {
      if (await isHeld()) await disk.unlink(path);
    },
  };
}

async function readOwner(disk: Disk, path: string): Promise<Owner | "absent" | "unreadable"> {
  try {
    const parsed = ownerSchema.safeParse(JSON.parse((await disk.readFile(path)).toString("utf8")));
    return parsed.success ? parsed.data : "unreadable";
  } catch (error) {
    if (hasCode(error, "ENOENT")) return "absent";
    if (error instanceof SyntaxError) return "unreadable";
    throw error;
  }
}

function lockedBy(feed: string, owner: Owner | string) {
  const known = typeof owner !== "string";
  return failure("locked", { feed, pid: known ? owner.pid : "?", host: known ? owner.host : "?" });
}

/** Whether an owner provably does not run any more. */
export function isGone(owner: Omit<Owner, "id">): boolean {
  const here = thisProcess();
  if (owner.host !== here.host) return false;
  if (owner.boot !== here.boot) return true;
  return startOf(owner.pid) !== owner.started;
}

let self: Omit<Owner, "id"> | undefined;

/** Identity of this process, as a lock names it; found out once, for it stays. */
export function thisProcess(): Omit<Owner, "id"> {
  self ??= { host: hostname(), boot: bootId(), pid: process.pid, started: startOf(process.pid) ?? "" };
  return self;
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

/** Field 22 of /proc/PID/stat; undefined when there is no such process, or only its remains. */
function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the name in brackets and may hold blanks and brackets itself.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Removes drafts and claims that processes left which no longer run. Only the holder of the lock does this. */
export async function dropAbandoned(disk: Disk, feedFolder: string): Promise<void> {
  for (const name of await namesIn(disk, feedFolder)) {
    if (!name.startsWith("lock.")) continue;
    const owner = await readOwner(disk, join(feedFolder, name));
    if (owner === "unreadable" || (typeof owner !== "string" && isGone(owner))) {
      await disk.remove(join(feedFolder, name));
    }
  }
}

/**
 * Removes what processes of other hosts left. Nothing here can tell whether those still run: only for a person who knows
 * that they do not.
 *
 * @returns the names of those hosts
 */
export async function dropLocksOfOtherHosts(disk: Disk, folder: string): Promise<readonly string[]> {
  const here = thisProcess().host;
  const hosts = new Set<string>();
  for (const name of await namesIn(disk, folder)) {
    if (name !== "lock" && !name.startsWith("lock.")) continue;
    const owner = await readOwner(disk, join(folder, name));
    if (typeof owner === "string" || owner.host === here) continue;
    await disk.remove(join(folder, name));
    hosts.add(owner.host);
  }
  return [...hosts];
}

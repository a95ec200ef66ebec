import { randomUUID } from "node:crypto";
import { open, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { failure } from "../errors.js";

/** The lock of the credentials: held for milliseconds by a command, so a second one waits a little for its turn. */

const patience = 5000;

export async function withLock(folder: string, work: () => Promise<void>): Promise<void> {
  const path = join(folder, "lock");
  const mark = randomUUID();
  const text = JSON.stringify({ host: hostname(), boot: await bootId(), pid: process.pid, mark });
  const start = process.hrtime.bigint();
  for (;;) {
    if (await create(path, text)) break;
    const owner = await ownerOf(path);
    if (owner !== undefined && (await isGone(owner))) {
      await rm(path, { force: true });
    } else if (Number(process.hrtime.bigint() - start) / 1e6 > patience) {
      throw failure("credentials_locked", { pid: owner?.pid ?? 0, host: owner?.host ?? "?", path });
    } else {
      await wait(20 + Math.random() * 30);
    }
  }
  try {
    await work();
  } finally {
    if ((await ownerOf(path))?.mark === mark) await rm(path, { force: true });
  }
}

interface Owner {
  readonly host: string;
  readonly boot: string;
  readonly pid: number;
  readonly mark: string;
}

async function create(path: string, text: string): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    throw failure("storage_failed", { path, reason: code ?? "error" }, error);
  }
}

async function ownerOf(path: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Owner;
  } catch {
    return undefined; // Gone again, or being written at this moment.
  }
}

/** Only an owner that is provably gone loses its lock: another boot of this machine, or no such process. */
async function isGone(owner: Owner): Promise<boolean> {
  if (owner.host !== hostname()) return false;
  if (owner.boot !== (await bootId())) return true;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

async function bootId(): Promise<string> {
  try {
    return (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
  } catch {
    return "";
  }
}

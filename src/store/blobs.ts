import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { Disk } from "../system/disk.js";
import { ensureFolder, exists, namesIn } from "../system/durable.js";
import { isGone, thisProcess } from "../system/process.js";
import { sql, type Kysely } from "./kysely.js";
import type { Schema } from "./schema.js";
import { day, hour } from "../model/time-spans.js";
import { failure, hasCode } from "../errors.js";

/** Delivered bytes, unchanged, by sha256. */
export interface Blobs {
  /** Stores bytes durably. */
  put(bytes: AsyncIterable<Uint8Array>): Promise<Blob>;
  /** Returns the path of a file with the bytes, or undefined if the bytes are not stored. */
  get(sha256: string): Promise<string | undefined>;
  /** In a transaction (`tx`), no other process can delete the blob until the transaction ends. */
  has(sha256: string, tx?: Kysely<Schema>): Promise<boolean>;
  delete(sha256: string, tx?: Kysely<Schema>): Promise<void>;
  /** Lists all blobs with the time at which each was last stored, in milliseconds since 1970. */
  list(): AsyncIterable<ListedBlob>;
  /** Milliseconds for which an unreferenced blob is kept, because a process may be about to reference it. */
  readonly grace: number;
  /** The cached copies in this machine's folder, if the blobs are stored in the database. */
  readonly copies?: Blobs;
}

export interface ListedBlob {
  readonly sha256: string;
  readonly at: number;
}

interface Blob {
  readonly sha256: string;
  readonly size: number;
}

/** Subfolders (`ab/abcdef...`) limit the number of files per folder. */
export function folderBlobs(disk: Disk, folder: string, tmp: string): Blobs {
  const folderOf = (sha256: string): string => join(folder, sha256.slice(0, 2));
  const pathOf = (sha256: string): string => join(folderOf(sha256), sha256);
  const remove = async (sha256: string): Promise<void> => {
    try {
      await disk.unlink(pathOf(sha256));
    } catch (error) {
      if (!hasCode(error, "ENOENT")) throw error;
      return;
    }
    // A deleted file must not reappear after a power failure.
    await disk.syncFolder(folderOf(sha256));
  };
  return {
    async put(bytes) {
      await ensureFolder(disk, tmp);
      await dropDrafts(disk, tmp);
      const draft = join(tmp, draftName());
      const hash = createHash("sha256");
      let size = 0;
      try {
        const file = await disk.create(draft);
        try {
          for await (const chunk of bytes) {
            hash.update(chunk);
            size += chunk.length;
            await file.write(chunk);
          }
          await file.sync();
        } finally {
          await file.close();
        }
        const sha256 = hash.digest("hex");
        await ensureFolder(disk, folderOf(sha256));
        await disk.rename(draft, pathOf(sha256));
        await disk.syncFolder(folderOf(sha256));
        return { sha256, size };
      } catch (error) {
        await disk.remove(draft).catch(() => {});
        throw error;
      }
    },
    async get(sha256) {
      return (await exists(disk, pathOf(sha256))) ? pathOf(sha256) : undefined;
    },
    has: (sha256) => exists(disk, pathOf(sha256)),
    // After a restore, an unreferenced blob may be the only copy of a file.
    grace: 7 * day,
    delete: remove,
    async *list() {
      for (const beginning of await namesIn(disk, folder)) {
        if (!/^[0-9a-f]{2}$/.test(beginning)) continue;
        for (const sha256 of await namesIn(disk, join(folder, beginning))) {
          const found = await disk.stat(join(folder, beginning, sha256)).catch(() => undefined);
          if (found !== undefined) yield { sha256, at: found.modified };
        }
      }
    },
  };
}

/**
 * The name identifies the writing process, so that other processes can check whether the file is still being written.
 */
export function draftName(): string {
  const { host, boot, namespace, pid, started } = thisProcess();
  return [
    "blob",
    encodeURIComponent(host),
    boot,
    namespace,
    pid,
    started,
    randomBytes(6).toString("hex"),
  ].join("~");
}

/** Deletes unfinished files left behind by processes that have exited. */
async function dropDrafts(disk: Disk, tmp: string): Promise<void> {
  for (const name of await namesIn(disk, tmp)) {
    const [kind, host = "", boot = "", namespace = "", pid, started = ""] = name.split("~");
    if (kind !== "blob") continue;
    const owner = { host: decodeURIComponent(host), boot, namespace, pid: Number(pid), started };
    if (isGone(owner)) await disk.remove(join(tmp, name));
  }
}

/** Number of bytes per row for a blob stored in a database. */
const pieceSize = 1024 * 1024;

/** Blobs in the database, for machines that share the database. Each machine caches copies in its own folder. */
export function databaseBlobs(db: Kysely<Schema>, copies: Blobs): Blobs {
  return {
    async put(bytes) {
      const blob = await copies.put(bytes);
      const path = await copies.get(blob.sha256);
      // The new time prevents the blob from being deleted as an old unreferenced blob.
      if (await this.has(blob.sha256)) {
        await db.updateTable("blobs").set({ at: Date.now() }).where("sha256", "=", blob.sha256).execute();
      } else if (path !== undefined) await writePieces(db, blob.sha256, path);
      return blob;
    },
    async get(sha256) {
      const copy = await copies.get(sha256);
      if (copy !== undefined) return copy;
      const first = await readPiece(db, sha256, 0);
      if (first === undefined) return undefined;
      await copies.put(piecesOf(db, sha256));
      return copies.get(sha256);
    },
    async has(sha256, tx) {
      if (tx !== undefined) await sql`select pg_advisory_xact_lock(hashtext(${sha256}))`.execute(tx);
      const found = (tx ?? db).selectFrom("blobs").select("piece").where("sha256", "=", sha256).limit(1);
      return (await found.executeTakeFirst()) !== undefined;
    },
    async delete(sha256, tx) {
      await (tx ?? db).deleteFrom("blobs").where("sha256", "=", sha256).execute();
      await copies.delete(sha256);
    },
    async *list() {
      yield* await db.selectFrom("blobs").select(["sha256", "at"]).where("piece", "=", 0).execute();
    },
    grace: copies.grace,
    // Data that another machine deleted, such as personal data, must soon be deleted on this machine too.
    copies: { ...copies, grace: hour },
  };
}

/**
 * Returns the path of a file after comparing its bytes with their hash. A damaged cached copy is replaced from the
 * database. Returns undefined if the bytes are not stored. Throws `store_damaged` if a damaged file cannot be replaced.
 */
export async function soundBlob(blobs: Blobs, sha256: string): Promise<string | undefined> {
  const path = await blobs.get(sha256);
  if (path === undefined) return undefined;
  const found = await hashOf(path);
  if (found === undefined || found === sha256) return found && path;
  await blobs.copies?.delete(sha256);
  const again = blobs.copies === undefined ? undefined : await blobs.get(sha256);
  if (again !== undefined) return again;
  const reason = `the delivered file ${sha256.slice(0, 12)} has changed since it was received`;
  throw failure("store_damaged", { path: "blobs", reason });
}

/** Returns the hash of a file in hex, or undefined if the file was deleted. */
async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
  return hash.digest("hex");
}

export async function writePieces(db: Kysely<Schema>, sha256: string, path: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    let piece = 0;
    const chunks = createReadStream(path, { highWaterMark: pieceSize }) as AsyncIterable<Buffer>;
    for await (const bytes of chunks) {
      // Another machine may be writing the same blob.
      await tx
        .insertInto("blobs")
        .values({ sha256, piece, bytes, at: Date.now() })
        .onConflict((conflict) => conflict.columns(["sha256", "piece"]).doNothing())
        .execute();
      piece += 1;
    }
  });
}

export async function* piecesOf(db: Kysely<Schema>, sha256: string): AsyncGenerator<Uint8Array> {
  for (let piece = 0; ; piece++) {
    const bytes = await readPiece(db, sha256, piece);
    if (bytes === undefined) return;
    yield bytes;
  }
}

async function readPiece(db: Kysely<Schema>, sha256: string, piece: number): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom("blobs")
    .select("bytes")
    .where("sha256", "=", sha256)
    .where("piece", "=", piece)
    .executeTakeFirst();
  return row?.bytes;
}

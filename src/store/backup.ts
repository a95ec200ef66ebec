import { open, rename, rm } from "node:fs/promises";
import { piecesOf, writePieces } from "./blobs.js";
import { Kysely, sql } from "./kysely.js";
import type { Schema } from "./schema.js";
import { sqliteDialect } from "./sqlite.js";
import type { Store } from "./store.js";

/** The store and its blobs as one file: a SQLite database of the same schema, with the blobs in their table. */

/** Writes a consistent copy while everything runs. The file appears whole or not at all. */
export async function backUp({ db, blobs }: Store, file: string): Promise<void> {
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  // It holds people's names; SQLite writes into an empty file and leaves its rights.
  await (await open(draft, "wx", 0o600)).close();
  await sql`vacuum into ${draft}`.execute(db);
  const copy = new Kysely<Schema>({ dialect: sqliteDialect(draft) });
  try {
    const kept = copy.selectFrom("deliveries").select("sha256").distinct().where("bytes", "=", "kept");
    for (const { sha256 } of await kept.execute()) {
      const path = await blobs.get(sha256);
      if (path !== undefined) await writePieces(copy, sha256, path);
      // Retention took it since the copy was made.
      else await copy.updateTable("deliveries").set({ bytes: "gone" }).where("sha256", "=", sha256).execute();
    }
    // One file, and nothing beside it.
    await sql`pragma journal_mode=delete`.execute(copy);
  } finally {
    await copy.destroy();
  }
  await rename(draft, file);
}

/** Takes the blobs out of a copied backup into their own place. Done again after a crash, it finishes what is left. */
export async function unpackBlobs({ db, blobs }: Store): Promise<void> {
  for (const { sha256 } of await db.selectFrom("blobs").select("sha256").distinct().execute()) {
    await blobs.put(piecesOf(db, sha256));
    await db.deleteFrom("blobs").where("sha256", "=", sha256).execute();
  }
}

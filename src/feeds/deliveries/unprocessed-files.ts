import { storable } from "../../store/bulk.js";
import { sql } from "../../store/kysely.js";
import type { UnprocessedKind } from "../../store/states.js";
import type { Queries } from "../../store/store.js";
import type { Setup } from "./setup.js";

/**
 * Files at sources that no feed has received. The files are recorded in the store, because the console and alerts do
 * not list the sources.
 */

export interface UnprocessedFile {
  readonly name: string;
  readonly reason: string;
  /** When the file was first noticed, ISO 8601 UTC. */
  readonly since: string;
}

/** Maximum number of files of each kind per source. */
export const mostUnprocessed = 1_000;

export interface Noting {
  readonly store: Setup["store"];
  readonly clock: Pick<Setup["clock"], "now">;
}

/**
 * Records the current files of a source and deletes those that no longer exist. Files that were already recorded with
 * the same reason keep their time. Returns the new files.
 */
export async function noteUnprocessed(
  { store, clock }: Noting,
  source: string,
  kind: UnprocessedKind,
  files: readonly Omit<UnprocessedFile, "since">[],
): Promise<readonly UnprocessedFile[]> {
  const stored = await readUnprocessed(store.db, source, kind);
  const known = new Map(stored.map((each) => [keyOf(each), each]));
  const since = clock.now().toISOString();
  const now = new Map<string, UnprocessedFile>();
  for (const { name, reason } of files) {
    if (now.size === mostUnprocessed) break;
    const file = { name: storable(name), reason: storable(reason), since };
    now.set(keyOf(file), known.get(keyOf(file)) ?? file);
  }
  const added = [...now].flatMap(([key, each]) => (known.has(key) ? [] : [each]));
  if (added.length === 0 && now.size === stored.length) return [];
  const rows = [...now.values()].map((file, place) => ({ source, kind, place, ...file }));
  await store.transaction(async (tx) => {
    // Several workers may have listed the source at the same time.
    if (store.engine === "postgres")
      await sql`select pg_advisory_xact_lock(hashtext(${`unprocessed ${kind} ${source}`}))`.execute(tx);
    await tx.deleteFrom("unprocessed_files").where("source", "=", source).where("kind", "=", kind).execute();
    if (rows.length > 0) await tx.insertInto("unprocessed_files").values(rows).execute();
  });
  return added;
}

/** Deletes the files of sources that no feed uses any longer. */
export async function dropOtherSources({ store: { db }, workspace }: Pick<Setup, "store" | "workspace">) {
  const used = new Set(workspace.feeds.flatMap(({ sources }) => sources));
  const stored = await db.selectFrom("unprocessed_files").select("source").distinct().execute();
  const others = stored.flatMap(({ source }) => (used.has(source) ? [] : [source]));
  if (others.length > 0) await db.deleteFrom("unprocessed_files").where("source", "in", others).execute();
}

export async function readUnprocessed(
  db: Queries,
  source: string,
  kind: UnprocessedKind,
): Promise<readonly UnprocessedFile[]> {
  return db
    .selectFrom("unprocessed_files")
    .select(["name", "reason", "since"])
    .where("source", "=", source)
    .where("kind", "=", kind)
    .orderBy("place")
    .execute();
}

function keyOf({ name, reason }: Pick<UnprocessedFile, "name" | "reason">): string {
  return JSON.stringify([name, reason]);
}

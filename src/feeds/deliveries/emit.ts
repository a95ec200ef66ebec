import { accountOfFeed } from "../../model/account.js";
import { servedColumns } from "../../model/record-type.js";
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { z } from "zod";
import { LadingError, failure } from "../../errors.js";
import { recordBytes } from "../lists/list.js";
import { feedId, feedNamed } from "../lists/feed-log.js";
import { currentList, readCurrent } from "../lists/publications.js";
import { pathsOf, writeToFolder } from "../../connectors/outputs/folder.js";
import { writeToSftp, type DeliveryMemory } from "../../connectors/outputs/sftp.js";
import type { SftpDirectory } from "../../connectors/sftp/settings.js";
import { putRow } from "../../store/bulk.js";
import { readFact, writeFact } from "../../store/facts.js";
import type { Selectable } from "../../store/kysely.js";
import type { Schema } from "../../store/schema.js";
import type { Queries } from "../../store/store.js";
import type { Feed, Output } from "../../workspace/workspace.js";
import { noteFaults, type Attempt } from "./faults.js";
import { takeLeaseInTime } from "./open-feed.js";
import type { Setup } from "./setup.js";
import { isReachedBy } from "./workers.js";

/**
 * Updates the files of the outputs that this machine may use, so that they match the current lists. Outputs are written
 * in parallel, so a slow server does not delay others. By default, the lists of all feeds are written. Returns the
 * errors that occurred. Publications are unaffected by these errors, and the next pass tries again.
 */
export async function emit(
  setup: Setup,
  signal: AbortSignal,
  feeds: readonly Feed[] = setup.workspace.feeds,
): Promise<readonly LadingError[]> {
  const outputs = setup.workspace.outputs.filter(({ workers }) => isReachedBy(setup.worker, workers));
  const emitting = outputs.map(async (output) => {
    const attempts: Attempt[] = [];
    for (const feed of feeds.filter(({ name }) => output.feeds.includes(name))) {
      const error = await emitOne(setup, output, feed, signal).then(
        () => undefined,
        (thrown: unknown) => outputFailure(thrown, output),
      );
      attempts.push({ feed, output, error });
    }
    return attempts;
  });
  const attempts = (await Promise.all(emitting)).flat();
  await noteFaults(setup, attempts);
  await dropRemovedOutputs(setup);
  return attempts.flatMap(({ error }) => error ?? []);
}

async function emitOne(
  setup: Setup,
  { name, location, formats, isStamped }: Output,
  feed: Feed,
  signal: AbortSignal,
): Promise<void> {
  const { store } = setup;
  const { db } = store;
  const current = await readCurrent(db, feed.name);
  const id = await feedId(db, feed.name);
  if (current === undefined || id === undefined) return;
  const account = accountOfFeed(feed.name);
  const { type } = feed;
  const output = `output ${name} ${feed.name}`;
  // Each machine may have its own folder at this path.
  const key = { output: name, feed: id, worker: "folder" in location ? setup.worker : "" };
  // The receiver removes files with a time in their names, so Lading does not check whether such files still exist.
  const paths =
    "folder" in location && !isStamped ? pathsOf({ folder: location.folder, account, type, formats }) : [];
  const contents = async (): Promise<string> => {
    const facts = JSON.stringify([location, formats, await factsOf(paths), isStamped]);
    return createHash("sha256").update(facts).digest("hex");
  };
  // The list is not read if nothing has changed, which is usually the case. Modified or removed files are still
  // detected.
  const written = await readWritten(db, key);
  if (written?.number === current.publication.number && written.contents === (await contents())) return;
  const none = { ...key, number: null, contents: "", written_at: null };
  if (written === undefined)
    await db
      .insertInto("outputs")
      .values(none)
      .onConflict((conflict) => conflict.doNothing())
      .execute();

  // Two machines must not write the same output at the same time.
  const lease = await takeLeaseInTime(setup, output, patience);
  try {
    const now = await readCurrent(db, feed.name);
    if (now === undefined) return;
    const current = await currentList(store, now.publication);
    const list = {
      columns: servedColumns(type, now.publication.columns),
      records: () => recordBytes(current),
    };
    const stamp = isStamped ? Math.floor(Date.parse(now.publication.published_at) / 1_000) : undefined;
    if ("folder" in location) await writeToFolder({ ...location, account, type, formats, stamp }, list);
    else {
      const { directory } = location;
      const target = { directory, account, type, formats, stamp, memory: memoryOf(db, output, location) };
      await writeToSftp(target, list, setup.hosts.host(location), signal);
    }
    await store.transaction(async (tx) => {
      await lease.check(tx);
      const written_at = setup.clock.now().toISOString();
      const { number } = now.publication;
      await putRow(tx, "outputs", { ...key, number, contents: await contents(), written_at });
    });
  } catch (error) {
    // If this process was suspended, it may have overwritten a newer list, so the next pass writes the output again.
    if (error instanceof LadingError && error.code === "lease_lost") await putRow(db, "outputs", none);
    throw error;
  } finally {
    await lease.release();
  }
}

type OutputKey = Pick<Selectable<Schema["outputs"]>, "output" | "feed" | "worker">;

async function readWritten(db: Queries, { output, feed, worker }: OutputKey) {
  return db
    .selectFrom("outputs")
    .select(["number", "contents"])
    .where("output", "=", output)
    .where("feed", "=", feed)
    .where("worker", "=", worker)
    .executeTakeFirst();
}

/** Deletes the rows of outputs that were removed from the workspace or no longer contain the feed. */
async function dropRemovedOutputs({ store: { db }, workspace }: Setup): Promise<void> {
  const rows = db
    .selectFrom("outputs")
    .innerJoin("feeds", "feeds.id", "outputs.feed")
    .select(["outputs.output", "outputs.feed", "feeds.name"])
    .distinct();
  for (const { output, feed, name } of await rows.execute().catch(() => [])) {
    if (workspace.outputs.some((each) => each.name === output && each.feeds.includes(name))) continue;
    await db.deleteFrom("outputs").where("output", "=", output).where("feed", "=", feed).execute();
  }
}

/** Returns the names of outputs that do not contain the feed's current list yet, on at least one machine. */
export async function outputsBehind({ store, workspace }: Setup, feed: Feed): Promise<readonly string[]> {
  const current = await readCurrent(store.db, feed.name);
  if (current === undefined) return [];
  const rows = await store.db
    .selectFrom("outputs")
    .select(["output", "number"])
    .where("feed", "=", feedNamed(store.db, feed.name))
    .execute();
  return workspace.outputs
    .filter(({ name, feeds }) => {
      const own = rows.filter(({ output }) => output === name);
      const isBehind = own.length === 0 || own.some(({ number }) => number !== current.publication.number);
      return feeds.includes(feed.name) && isBehind;
    })
    .map(({ name }) => name);
}

/** Milliseconds to wait while another machine is writing. */
const patience = 10_000;

/**
 * Returns the record of the files that were sent to a directory. If the output's directory has changed, for example to
 * a partner's new server, the record is empty, so all files are sent to the new directory.
 */
function memoryOf(
  db: Queries,
  output: string,
  { host, port, user, directory }: SftpDirectory,
): DeliveryMemory {
  const name = `${output} sent`;
  const to = `${user}@${host}:${port} ${directory}`;
  const files = z.record(z.string(), z.object({ sha256: z.string(), at: z.string() }));
  const schema = z.object({ to: z.literal(to), files });
  return {
    read: async () => schema.safeParse(await readFact(db, name)).data?.files ?? {},
    write: (delivered) => writeFact(db, name, { to, files: delivered }),
  };
}

/** Size in bytes and modification time in milliseconds of each file, or null if the file does not exist. */
async function factsOf(paths: readonly string[]): Promise<readonly (readonly [number, number] | null)[]> {
  return Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      return found === undefined ? null : ([found.size, found.mtimeMs] as const);
    }),
  );
}

function outputFailure(error: unknown, { location }: Output): LadingError {
  if (error instanceof LadingError) return error;
  const path = "folder" in location ? location.folder : location.directory;
  return failure("storage_failed", { path, reason: (error as Error).message }, error);
}

import { createHash, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { relative } from "node:path";
import { z } from "zod";
import { failure, LadingError } from "../../errors.js";
import { readFact, writeFact } from "../../store/facts.js";
import { ownedLeases, takeLease, type OwnedLease } from "../../store/leases.js";
import type { Store } from "../../store/store.js";
import { loadMapping } from "../../workspace/mapping-file.js";
import type { Workspace } from "../../workspace/workspace.js";
import { day } from "../../model/time-spans.js";
import type { Setup } from "./setup.js";

/**
 * The workers of a workspace: processes on several machines that share its feeds in one PostgreSQL database
 * (`docs/semantics.md` section 5). All workers must have the same workspace. Otherwise, they would repeat each other's
 * decisions endlessly. A worker pauses if its workspace was replaced.
 */

export interface Worker {
  /** Throws `superseded` if another worker activated a different workspace. */
  check(): Promise<void>;
  leave(): Promise<void>;
}

/** A running worker, as shown on all machines. */
export interface WorkerInfo extends Omit<WorkInProgress, "on"> {
  readonly worker: string;
  /** True if the worker's workspace is not the active one. */
  readonly paused: boolean;
}

export interface WorkInProgress {
  /** Name of the lease, such as the name of a feed, an output or a source. */
  readonly on: string;
  readonly host: string;
  readonly pid: number;
  readonly since: string;
}

const leadingSchema = z.strictObject({
  /** Revision of the active workspace. */
  revision: z.string(),
  since: z.string(),
  /** Name of the worker that activated this revision. */
  by: z.string(),
  /** Earlier active revisions, oldest first. */
  before: z.array(z.string()),
});

type Leading = z.infer<typeof leadingSchema>;

const factName = "workspace";

/** Maximum number of remembered revisions. */
const remembered = 100;

/**
 * Joins the workers of the workspace. An unknown workspace is treated as newer and becomes active. A replaced workspace
 * becomes active again only if the active workspace is the one that this worker used before its files changed. If
 * `takesOver` is true, this workspace is always activated. `known.revision` is the revision of the workspace and the
 * program, if it has already been computed. `known.after` is the revision that this worker used before its files
 * changed.
 */
export async function joinWorkers(
  setup: Setup,
  takesOver: boolean,
  known: { readonly revision?: string | undefined; readonly after?: string | undefined } = {},
): Promise<Worker> {
  const { store, worker } = setup;
  if (isAlone(setup)) return { check: async () => {}, leave: async () => {} };
  const revision = known.revision ?? (await revisionOf(setup.workspace, setup.engine));
  await enter(setup, revision, { takesOver, after: known.after }).catch((error: unknown) => {
    // The worker joins anyway, and the status lists the worker as paused.
    if ((error as { readonly code?: string }).code !== "superseded") throw error;
  });
  await forgetGone(store);
  const appear = () => takeLease(store, `${presenceName}${worker} ${randomUUID()}`, revision);
  let presence = await appear();
  return {
    async check() {
      try {
        await presence.check(store.db);
      } catch (error) {
        if (!(error instanceof LadingError && error.code === "lease_lost")) throw error;
        // The lease may be missing because a backup was restored in the meantime.
        await presence.release();
        presence = await appear();
      }
      await enter(setup, revision);
    },
    leave: () => presence.release(),
  };
}

/**
 * Checks the workspace before a decision that is made outside a worker, and activates the workspace if it is unknown.
 * Throws `superseded`.
 */
export async function enterWorkspace(setup: Setup): Promise<void> {
  if (!isAlone(setup)) await enter(setup, await revisionOf(setup.workspace, setup.engine));
}

/** Checks the workspace before a command that only reads. Throws `superseded`. */
export async function refuseReplaced(setup: Setup): Promise<void> {
  if (isAlone(setup)) return;
  const revision = await revisionOf(setup.workspace, setup.engine);
  const leading = await readLeading(setup.store.db);
  if (isReplaced(revision, leading)) throw superseded(leading);
}

/** With SQLite, the workspace in the folder is always active. */
function isAlone({ store }: Setup): boolean {
  return store.engine === "sqlite";
}

/** Activates the workspace with this revision if the revision is unknown or `may` permits it. Throws `superseded`. */
async function enter(
  { store, clock, worker: by }: Setup,
  revision: string,
  may: { readonly takesOver?: boolean; readonly after?: string | undefined } = {},
): Promise<void> {
  await store.transaction(async (tx) => {
    const now = await readLeading(tx);
    if (now?.revision === revision) return;
    if (isReplaced(revision, now) && may.takesOver !== true && now.revision !== may.after)
      throw superseded(now);
    const before = [...(now?.before ?? []), ...(now === undefined ? [] : [now.revision])];
    const kept = before.filter((each) => each !== revision).slice(-remembered);
    await writeFact(tx, factName, { revision, since: clock.now().toISOString(), by, before: kept });
  });
}

function isReplaced(revision: string, leading: Leading | undefined): leading is Leading {
  return leading !== undefined && leading.revision !== revision && leading.before.includes(revision);
}

function superseded({ by, since }: Leading): LadingError {
  return failure("superseded", { by, since });
}

const presenceName = "worker ";

export function workerName(env: Readonly<Record<string, string | undefined>>): string {
  return env["LADING_WORKER"] ?? hostname();
}

async function readLeading(db: Store["db"]): Promise<Leading | undefined> {
  const fact = await readFact(db, factName);
  return fact === undefined ? undefined : leadingSchema.parse(fact);
}

/** Deletes the leases of workers that crashed more than a day ago. */
async function forgetGone(store: Store): Promise<void> {
  const yesterday = (await store.now(store.db)) - day;
  await store.db
    .deleteFrom("leases")
    .where("name", "like", `${presenceName}%`)
    .where("deadline", "<", yesterday)
    .execute();
}

/**
 * Returns a hash of the loaded workspace, its mappings with their tables, and the program. Throws an error if a
 * mapping cannot be loaded.
 */
export async function revisionOf({ root, feeds, revision }: Workspace, engine: string): Promise<string> {
  const hash = createHash("sha256").update(engine).update(revision);
  const mappings = new Set(feeds.flatMap(({ mapping }) => mapping ?? []));
  for (const path of [...mappings].sort()) {
    const name = relative(root, path);
    hash.update(`\n${name} `).update((await loadMapping(path, name)).hash);
  }
  return hash.digest("hex").slice(0, 16);
}

export async function readWorkers(
  store: Pick<Store, "db" | "engine" | "now">,
): Promise<{ readonly workers: readonly WorkerInfo[]; readonly working: readonly WorkInProgress[] }> {
  const held = (await ownedLeases(store)).filter(({ isGone }) => !isGone);
  const leading = await readLeading(store.db);
  const isPresence = ({ name }: OwnedLease): boolean => name.startsWith(presenceName);
  return {
    workers: held.filter(isPresence).map(({ name, since, owner: { host, pid, about } }) => ({
      worker: name.slice(presenceName.length).replace(/ \S+$/, ""),
      host,
      pid,
      since,
      paused: about !== leading?.revision,
    })),
    working: held
      .filter((lease) => !isPresence(lease))
      .map(({ name, since, owner: { host, pid } }) => ({ on: name, host, pid, since })),
  };
}

/** True if this worker may use a source, output or outbox with this `workers` setting. */
export function isReachedBy(worker: string, workers: readonly string[] | undefined): boolean {
  return workers === undefined || workers.includes(worker);
}

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
 * The workers of a workspace: the processes of several machines that share its feeds on one PostgreSQL (`docs/semantics.md`
 * section 5). All must hold the same workspace, or they would decide everything again in turns: one whose workspace was
 * replaced pauses.
 */

export interface Worker {
  /** Throws `superseded` when another worker has gone on with another workspace. */
  check(): Promise<void>;
  leave(): Promise<void>;
}

/** A worker that lives, as everybody sees it. */
export interface SeenWorker extends Omit<SeenWork, "on"> {
  readonly worker: string;
  /** Whether it does nothing because its workspace is not the current one. */
  readonly paused: boolean;
}

/** What somebody works on now. */
export interface SeenWork {
  /** A feed, an output or a source. */
  readonly on: string;
  readonly host: string;
  readonly pid: number;
  readonly since: string;
}

const leadingSchema = z.strictObject({
  /** Of the workspace that counts. */
  revision: z.string(),
  since: z.string(),
  /** Which worker brought it. */
  by: z.string(),
  /** Revisions that counted before, the newest last. */
  before: z.array(z.string()),
});

type Leading = z.infer<typeof leadingSchema>;

const factName = "workspace";

/** Earlier revisions that are known again. */
const remembered = 100;

/**
 * Joins the workers of the workspace. A workspace that nobody has seen yet is taken for a newer one, and counts from now on;
 * one that was replaced does not come back by itself, but where it comes after the one that counts.
 *
 * @param takesOver whether this one counts, whatever it is
 * @param known the revision of its workspace and program, where that was read; and the one that this worker worked by before
 *   its files changed
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
    // It is seen as one that pauses.
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
        // A backup that was put back meanwhile knows nothing of it.
        await presence.release();
        presence = await appear();
      }
      await enter(setup, revision);
    },
    leave: () => presence.release(),
  };
}

/**
 * For who decides something about a feed without joining the workers: a workspace that nobody has seen yet counts from now on, too.
 *
 * @throws superseded
 */
export async function enterWorkspace(setup: Setup): Promise<void> {
  if (!isAlone(setup)) await enter(setup, await revisionOf(setup.workspace, setup.engine));
}

/** For who only looks at what would be decided. Throws `superseded`. */
export async function refuseReplaced(setup: Setup): Promise<void> {
  if (isAlone(setup)) return;
  const revision = await revisionOf(setup.workspace, setup.engine);
  const leading = await readLeading(setup.store.db);
  if (isReplaced(revision, leading)) throw superseded(leading);
}

/** On one machine the workspace is what stands in its folder. */
function isAlone({ store }: Setup): boolean {
  return store.engine === "sqlite";
}

/** Lets a workspace count that nobody has seen yet, or that may. Throws `superseded`. */
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

/** Name of this machine among those that share the workspace. */
export function workerName(env: Readonly<Record<string, string | undefined>>): string {
  return env["LADING_WORKER"] ?? hostname();
}

async function readLeading(db: Store["db"]): Promise<Leading | undefined> {
  const fact = await readFact(db, factName);
  return fact === undefined ? undefined : leadingSchema.parse(fact);
}

/** Workers that ended without a word leave their row. */
async function forgetGone(store: Store): Promise<void> {
  const yesterday = (await store.now(store.db)) - day;
  await store.db
    .deleteFrom("leases")
    .where("name", "like", `${presenceName}%`)
    .where("deadline", "<", yesterday)
    .execute();
}

/**
 * Hash of the workspace as it was loaded, of the mappings with their tables as they lie there, and of the program.
 *
 * @throws what is wrong with a mapping
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

/** Who is there, and who works on what, on all machines. */
export async function readWorkers(
  store: Pick<Store, "db" | "engine" | "now">,
): Promise<{ readonly workers: readonly SeenWorker[]; readonly working: readonly SeenWork[] }> {
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

/** Whether a source or an output with that setting is this worker's to work on. */
export function isReachedBy(worker: string, workers: readonly string[] | undefined): boolean {
  return workers === undefined || workers.includes(worker);
}

import { z } from "zod";
import { readFact, readFacts, writeFact } from "../../store/facts.js";
import type { Queries } from "../../store/store.js";

/**
 * State of each login at a host, kept between runs and shared by all machines, because wrong passwords of one machine lock the
 * account for all. It contains no secret.
 */

const instant = z.iso.datetime({ precision: 3 });

const hostStateSchema = z.strictObject({
  host: z.string(),
  port: z.number().int(),
  user: z.string(),
  /** Time of the last successful login. */
  last_contact: instant.optional(),
  last_listing: z
    .strictObject({ at: instant, directory: z.string(), files: z.number().int(), ignored: z.number().int() })
    .optional(),
  /** The last failure since the host last answered normally. */
  last_error: z
    .strictObject({
      at: instant,
      code: z.string(),
      message: z.string(),
      hint: z.string(),
      /** The directory that the failure is about; absent if it is about the host. */
      directory: z.string().optional(),
    })
    .optional(),
  /** Consecutive failures. */
  failures: z.number().int().min(0),
  /** The host is not contacted before this time. */
  next_try: instant.optional(),
  /** Negotiated algorithms that only `legacy_algorithms` permits. */
  weak_algorithms: z.array(z.string()).optional(),
});

export type HostState = z.infer<typeof hostStateSchema>;

export interface HostName {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/** Longest wait between attempts, in milliseconds. */
const longestWait = 15 * 60_000;
const firstWait = 30_000;
const firstCarefulWait = 5 * 60_000;

/** States of all logins that were ever tried. */
export async function readHostStates(db: Queries): Promise<HostState[]> {
  const states = [...(await readFacts(db, prefix)).values()];
  return states.flatMap((state) => hostStateSchema.safeParse(state).data ?? []);
}

export async function readHostState(db: Queries, name: HostName): Promise<HostState> {
  const { data } = hostStateSchema.safeParse(await readFact(db, factName(name)));
  return data ?? { host: name.host, port: name.port, user: name.user, failures: 0 };
}

export async function writeHostState(db: Queries, state: HostState): Promise<void> {
  await writeFact(db, factName(state), state);
}

/** The state without error and waiting, after a success or a fix. */
function cleared(state: HostState): HostState {
  const { last_error: _error, next_try: _until, ...rest } = state;
  return { ...rest, failures: 0 };
}

/** The state after a success in one directory. A problem with another directory of the host is kept. */
export function clearedFor(directory: string, state: HostState): HostState {
  const error = state.last_error;
  const isElsewhere = error?.directory !== undefined && error.directory !== directory;
  return isElsewhere ? { ...cleared(state), last_error: error } : cleared(state);
}

/** Ends the waiting of every login at a host after its key was pinned. */
export async function clearHost(db: Queries, host: string, port: number): Promise<void> {
  for (const state of await readHostStates(db)) {
    const same = state.host.toLowerCase() === host.toLowerCase() && state.port === port;
    if (same && state.last_error !== undefined) await writeHostState(db, cleared(state));
  }
}

/**
 * Milliseconds to wait after consecutive failures. The wait doubles up to the maximum, and a random factor (`chance`, 0 to 1)
 * shortens it by up to half. `careful` starts with a longer wait.
 */
export function waitAfter(failures: number, careful: boolean, chance: number): number {
  const first = careful ? firstCarefulWait : firstWait;
  const full = Math.min(longestWait, first * 2 ** Math.min(failures - 1, 20));
  return Math.round(full * (0.5 + chance / 2));
}

/** Time before which the host must not be contacted, or undefined. Ignores a time that is too far ahead after a clock jump. */
export function waitsUntil(state: HostState, now: number): Date | undefined {
  if (state.next_try === undefined) return undefined;
  const until = new Date(state.next_try);
  return until.getTime() > now && until.getTime() <= now + longestWait ? until : undefined;
}

const prefix = "host ";

function factName({ user, host, port }: HostName): string {
  return `${prefix}${user}@${host.toLowerCase()}:${port}`;
}

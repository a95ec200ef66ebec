import { z } from "zod";
import { readFact, readFacts, writeFact } from "../../store/facts.js";
import type { Queries } from "../../store/store.js";

/**
 * The state of each user account on a host. The state is kept between runs and shared by all machines, because wrong
 * passwords sent from one machine lock the partner's account for all machines. The state contains no secrets.
 */

const instant = z.iso.datetime({ precision: 3 });

const hostStateSchema = z.strictObject({
  host: z.string(),
  port: z.number().int(),
  user: z.string(),
  /** Time of the last successful login or listing. */
  last_contact: instant.optional(),
  last_listing: z
    .strictObject({ at: instant, directory: z.string(), files: z.number().int(), ignored: z.number().int() })
    .optional(),
  /** The most recent failure since the last success. */
  last_error: z
    .strictObject({
      at: instant,
      code: z.string(),
      message: z.string(),
      hint: z.string(),
      commands: z.array(z.string()),
      /** The directory in which the failure occurred. Absent if the failure concerns the whole host. */
      directory: z.string().optional(),
    })
    .optional(),
  /** Number of consecutive failures that caused a pause. */
  failures: z.number().int().min(0),
  /** The host is not contacted before this time. */
  next_try: instant.optional(),
  /** Negotiated algorithms that require `legacy_algorithms`. */
  weak_algorithms: z.array(z.string()).optional(),
});

export type HostState = z.infer<typeof hostStateSchema>;

export interface HostName {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/** Longest pause between attempts, in milliseconds. */
const longestWait = 15 * 60_000;
const firstWait = 30_000;
const firstCarefulWait = 5 * 60_000;

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

/** Returns the state without errors and pauses, for use after a success or a fix. */
function cleared(state: HostState): HostState {
  const { last_error: _error, next_try: _until, ...rest } = state;
  return { ...rest, failures: 0 };
}

/**
 * Returns the state after a success in one directory. Problems with other directories on the same host remain
 * recorded.
 */
export function clearedFor(directory: string, state: HostState): HostState {
  const error = state.last_error;
  const isElsewhere = error?.directory !== undefined && error.directory !== directory;
  return isElsewhere ? { ...cleared(state), last_error: error } : cleared(state);
}

/** Clears the errors and pauses of all logins to a host after the host's key has been pinned. */
export async function clearHost(db: Queries, host: string, port: number): Promise<void> {
  for (const state of await readHostStates(db)) {
    const same = state.host.toLowerCase() === host.toLowerCase() && state.port === port;
    if (same && state.last_error !== undefined) await writeHostState(db, cleared(state));
  }
}

/**
 * Returns the number of milliseconds to pause after consecutive failures. The pause doubles with each failure up to
 * the maximum, and a random factor (`chance`, 0 to 1) shortens it by up to half. If `careful` is true, the first
 * pause is longer.
 */
export function waitAfter(failures: number, careful: boolean, chance: number): number {
  const first = careful ? firstCarefulWait : firstWait;
  const full = Math.min(longestWait, first * 2 ** Math.min(failures - 1, 20));
  return Math.round(full * (0.5 + chance / 2));
}

/**
 * Returns the time before which the host must not be contacted, or undefined. Ignores a time more than `longestWait` in
 * the future, because a clock change can cause such a time.
 */
export function waitsUntil(state: HostState, now: number): Date | undefined {
  if (state.next_try === undefined) return undefined;
  const until = new Date(state.next_try);
  return until.getTime() > now && until.getTime() <= now + longestWait ? until : undefined;
}

const prefix = "host ";

function factName({ user, host, port }: HostName): string {
  return `${prefix}${user}@${host.toLowerCase()}:${port}`;
}

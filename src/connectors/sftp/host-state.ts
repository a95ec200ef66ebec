import { z } from "zod";
import { readFact, readFacts, writeFact } from "../../store/facts.js";
import type { Queries } from "../../store/store.js";

/**
 * What is known of each login at a host between runs, and by all machines: one that is locked by wrong passwords is locked for
 * all. It holds no secret.
 */

const instant = z.iso.datetime({ precision: 3 });

const hostStateSchema = z.strictObject({
  host: z.string(),
  port: z.number().int(),
  user: z.string(),
  /** When the host last let us in. */
  last_contact: instant.optional(),
  last_listing: z
    .strictObject({ at: instant, directory: z.string(), files: z.number().int(), ignored: z.number().int() })
    .optional(),
  /** The last failure since the host last answered as it should, in plain words. */
  last_error: z
    .strictObject({
      at: instant,
      code: z.string(),
      message: z.string(),
      hint: z.string(),
      /** The directory that it is about; absent when it is about the host. */
      directory: z.string().optional(),
    })
    .optional(),
  /** Failed tries in a row. */
  failures: z.number().int().min(0),
  /** Before this the host is left alone. */
  next_try: instant.optional(),
  /** Algorithms in use that only `legacy_algorithms` allows. */
  weak_algorithms: z.array(z.string()).optional(),
});

export type HostState = z.infer<typeof hostStateSchema>;

export interface HostName {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/** The longest wait between two tries. */
const longestWait = 15 * 60_000;
const firstWait = 30_000;
const firstCarefulWait = 5 * 60_000;

/** All logins that were ever tried. */
export async function readHostStates(db: Queries): Promise<HostState[]> {
  const states = [...(await readFacts(db, beginning)).values()];
  return states.flatMap((state) => hostStateSchema.safeParse(state).data ?? []);
}

export async function readHostState(db: Queries, name: HostName): Promise<HostState> {
  const { data } = hostStateSchema.safeParse(await readFact(db, factName(name)));
  return data ?? { host: name.host, port: name.port, user: name.user, failures: 0 };
}

export async function writeHostState(db: Queries, state: HostState): Promise<void> {
  await writeFact(db, factName(state), state);
}

/** The same without error and waiting: all is well again, or somebody fixed it. */
function forgiven(state: HostState): HostState {
  const { last_error: _error, next_try: _until, ...rest } = state;
  return { ...rest, failures: 0 };
}

/** The same after a success in a directory: what is wrong with another one of the same host stays known. */
export function forgivenFor(directory: string, state: HostState): HostState {
  const error = state.last_error;
  const isElsewhere = error?.directory !== undefined && error.directory !== directory;
  return isElsewhere ? { ...forgiven(state), last_error: error } : forgiven(state);
}

/** Ends the waiting of every login at a host, after its key was pinned. */
export async function forgiveHost(db: Queries, host: string, port: number): Promise<void> {
  for (const state of await readHostStates(db)) {
    const same = state.host.toLowerCase() === host.toLowerCase() && state.port === port;
    if (same && state.last_error !== undefined) await writeHostState(db, forgiven(state));
  }
}

/**
 * Milliseconds to wait after so many failures in a row: doubling up to the longest, each shortened to a half at most by
 * chance (between 0 and 1). `careful` begins with a longer wait.
 */
export function waitAfter(failures: number, careful: boolean, chance: number): number {
  const first = careful ? firstCarefulWait : firstWait;
  const full = Math.min(longestWait, first * 2 ** Math.min(failures - 1, 20));
  return Math.round(full * (0.5 + chance / 2));
}

/** Until when the host is to be left alone, or undefined. A time that cannot be ours (the clock jumped) does not count. */
export function waitsUntil(state: HostState, now: number): Date | undefined {
  if (state.next_try === undefined) return undefined;
  const until = new Date(state.next_try);
  return until.getTime() > now && until.getTime() <= now + longestWait ? until : undefined;
}

const beginning = "host ";

function factName({ user, host, port }: HostName): string {
  return `${beginning}${user}@${host.toLowerCase()}:${port}`;
}

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  parseKnownHosts,
  trustOf,
  type HostTrust,
  type KnownHostsLine,
} from "../../store/credentials/host-keys.js";
import { readSecret, type SecretContext } from "../../store/credentials/references.js";
import { failure, LadingError, type ErrorCode } from "../../errors.js";
import { connect, type Connection, type ConnectOptions, type Deadlines } from "./connection.js";
import type { Login as Secrets } from "./login.js";
import {
  forgivenFor,
  readHostState,
  waitAfter,
  waitsUntil,
  writeHostState,
  type HostState,
} from "./host-state.js";
import type { Queries } from "../../store/store.js";
import { concurrencyLimit, type ConcurrencyLimit } from "../sources/concurrency-limit.js";
import { remoteOn, type Remote } from "./remote.js";
import type { SftpDirectory } from "./settings.js";

/**
 * The hosts of a workspace: one connection for everything with the same login, one operation at a time on it, and only so
 * many hosts at work at once. Each host waits by itself after failures, so that a bad one delays no other and a wrong
 * password does not lock the partner's account.
 */

export interface HostsOptions extends SecretContext {
  /** Where what is known of hosts is kept. */
  readonly db: Queries;
  /** How many hosts are worked with at the same time. */
  readonly atOnce?: number;
  /** Told when a connection had to use algorithms that only `legacy_algorithms` allows. */
  readonly onWeak?: (host: string, algorithms: readonly string[]) => void;
  /** Between 0 and 1, for the length of waits. */
  readonly chance?: () => number;
}

export interface Hosts {
  /** The host of a place; places with the same login share it. */
  host(settings: SftpDirectory): Host;
  close(): Promise<void>;
}

export interface Host {
  /**
   * Gives the connection to one piece of work at a time, in a directory of the server; `sftp_waiting` while the host is left
   * alone.
   */
  take(directory: string, signal: AbortSignal): Promise<Taken>;
  /** The same for as long as the work takes. */
  use<T>(directory: string, signal: AbortSignal, work: (remote: Remote) => Promise<T>): Promise<T>;
  /** All went well in a directory: nothing is waited for any more. */
  recordContact(
    directory: string,
    listed?: { readonly files: number; readonly ignored: number },
  ): Promise<void>;
  /** Notes a failure for all who ask what is wrong with the host; in a directory, or of the host itself. */
  recordFailure(error: unknown, directory?: string): Promise<void>;
  close(): Promise<void>;
}

export interface Taken {
  readonly remote: Remote;
  /** Gives the connection back; with the error that the work ended in, if it did. */
  giveBack(error?: unknown): Promise<void>;
}

/** Which failures say that the host is to be left alone for a while. A refused wish of a sound connection is none. */
const leaveAlone: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "sftp_unknown_host",
  "sftp_refused",
  "sftp_unreachable",
  "sftp_timed_out",
  "sftp_too_slow",
  "sftp_lost",
  "sftp_no_more_connections",
  "sftp_not_ssh",
  "sftp_text_first",
  "sftp_wrong_host_key",
  "sftp_revoked_host_key",
  "sftp_login_failed",
  "sftp_second_proof",
  "sftp_password_expired",
  "sftp_no_sftp",
  "sftp_weak_algorithms",
]);

/** Whether a failure is the host's or the login's, so that no other directory of it is tried for now. */
export function isOfHost(error: LadingError): boolean {
  return leaveAlone.has(error.code);
}

/** Failures that may bring an account nearer to its lock, or mean an attack: tried again more seldom from the first. */
const careful: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "sftp_login_failed",
  "sftp_second_proof",
  "sftp_password_expired",
  "sftp_wrong_host_key",
  "sftp_revoked_host_key",
]);

/** That a file is not the one that was seen, that the host is left alone, or that the store fails, is no failure of the host. */
const noneOfHost: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "sftp_waiting",
  "arrival_changed",
  "store_unreachable",
  "store_damaged",
  "storage_failed",
]);

/** An unused connection is ended after this long. */
const keepFor = 10_000;

export function openHosts(options: HostsOptions): Hosts {
  const hosts = new Map<string, OpenHost>();
  const logins = new Map<string, Login>();
  const slots = concurrencyLimit(options.atOnce ?? 8);
  return {
    host(settings) {
      const { host, port, user, password, key, passphrase, hostKeys, knownHosts, legacyAlgorithms } =
        settings;
      const name = JSON.stringify([host.toLowerCase(), port, user]);
      const login = logins.get(name) ?? { turn: concurrencyLimit(1), hosts: [] };
      logins.set(name, login);
      const rest = [password, key, passphrase, hostKeys, knownHosts, legacyAlgorithms];
      const same = JSON.stringify([name, ...rest]);
      const known = hosts.get(same);
      if (known !== undefined) {
        known.allow(settings.deadlines);
        return known;
      }
      const opened = openHost(settings, options, slots, login);
      login.hosts.push(opened);
      hosts.set(same, opened);
      return opened;
    },
    async close() {
      await Promise.all([...hosts.values()].map((host) => host.close()));
    },
  };
}

/**
 * Everything with the same host, port and user. Many servers allow one connection per user, so settings that differ in
 * something else take turns as well.
 */
interface Login {
  readonly turn: ConcurrencyLimit;
  readonly hosts: OpenHost[];
}

interface OpenHost extends Host {
  /** Ends the idle connection. Call it only while holding the turn. */
  end(): Promise<void>;
  /** Extends the deadlines to the longest of all settings that share the connection. */
  allow(deadlines: Deadlines): void;
}

function openHost(
  stated: SftpDirectory,
  options: HostsOptions,
  slots: ConcurrencyLimit,
  login: Login,
): OpenHost {
  const { host, port, user } = stated;
  const { db } = options;
  const { turn } = login;
  const deadlines: { -readonly [K in keyof Deadlines]: Deadlines[K] } = { ...stated.deadlines };
  const settings: SftpDirectory = { ...stated, deadlines };
  let connection: Connection | undefined;
  let idle: NodeJS.Timeout | undefined;
  /** Directories in which work has succeeded since anything failed: nothing is to be forgiven there. */
  const well = new Set<string>();

  async function change(edit: (state: HostState) => HostState): Promise<void> {
    await writeHostState(db, edit(await readHostState(db, { host, port, user })));
  }

  async function open(signal: AbortSignal): Promise<Connection> {
    const state = await readHostState(db, { host, port, user });
    const until = waitsUntil(state, Date.now());
    if (until !== undefined) {
      const reason = state.last_error?.message ?? "";
      throw failure("sftp_waiting", { host, until: until.toISOString(), failures: state.failures, reason });
    }
    let weak: readonly string[] | undefined;
    const opened = await connectTo(settings, options, signal, {
      onWeak: (algorithms) => {
        weak = algorithms;
        options.onWeak?.(host, algorithms);
      },
    });
    await change(({ weak_algorithms: _old, next_try: _until, ...before }) => ({
      ...before,
      last_contact: new Date().toISOString(),
      ...(weak === undefined ? {} : { weak_algorithms: [...weak] }),
    }));
    return opened;
  }

  async function recordSuccess(directory: string): Promise<void> {
    if (well.has(directory)) return;
    const state = await readHostState(db, { host, port, user });
    if (state.last_error !== undefined) await writeHostState(db, forgivenFor(directory, state));
    well.add(directory);
  }

  async function recordFailure(error: unknown, directory?: string): Promise<void> {
    if (!(error instanceof LadingError) || noneOfHost.has(error.code)) return;
    well.clear();
    const { code, message, hint } = error;
    const about = directory === undefined || leaveAlone.has(code) ? {} : { directory };
    const now = Date.now();
    await change((before) => {
      const failures = leaveAlone.has(code) ? before.failures + 1 : before.failures;
      const wait = waitAfter(failures, careful.has(code), (options.chance ?? Math.random)());
      return {
        ...before,
        failures,
        last_error: { at: new Date(now).toISOString(), code, message, hint, ...about },
        ...(leaveAlone.has(code) ? { next_try: new Date(now + wait).toISOString() } : {}),
      };
    });
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = connection;
    connection = undefined;
    await ending?.close();
  }

  const own: OpenHost = {
    end,

    allow(more) {
      for (const name of ["connect", "request", "list", "idle", "grace", "end"] as const)
        deadlines[name] = Math.max(deadlines[name], more[name]);
      deadlines.slowest = Math.min(deadlines.slowest, more.slowest);
    },

    async take(directory, signal) {
      const leaveTurn = await turn.enter(signal);
      const leaveSlot = await slots.enter(signal).catch((error: unknown) => {
        leaveTurn();
        throw error;
      });
      const leave = (): void => {
        leaveSlot();
        leaveTurn();
      };
      try {
        clearTimeout(idle);
        if (connection?.usable !== true) {
          // Only the holder of the turn uses the connection of the login.
          await Promise.all(login.hosts.map((each) => each.end()));
          connection = await open(signal);
        }
      } catch (error) {
        try {
          await recordFailure(error);
        } finally {
          leave();
        }
        throw error;
      }
      const taken = connection;
      let given = false;
      return {
        remote: remoteOn(taken, signal),
        async giveBack(error) {
          if (given) return;
          given = true;
          try {
            if (error === undefined) await recordSuccess(directory);
            else await recordFailure(error, directory);
            if (!taken.usable) await end();
            else idle = setTimeout(() => void end(), keepFor).unref();
          } finally {
            leave();
          }
        },
      };
    },

    async use(directory, signal, work) {
      const taken = await own.take(directory, signal);
      try {
        const result = await work(taken.remote);
        await taken.giveBack();
        return result;
      } catch (error) {
        await taken.giveBack(error);
        throw error;
      }
    },

    recordContact(directory, listed) {
      const at = new Date().toISOString();
      return change((before) => ({
        ...forgivenFor(directory, before),
        last_contact: at,
        ...(listed && { last_listing: { at, directory, ...listed } }),
      }));
    },

    recordFailure,

    async close() {
      // Work that is still under way gets as long as the end itself; then its connection is cut.
      const patience = AbortSignal.timeout(settings.deadlines.end);
      const leave = await turn.enter(patience).catch(() => undefined);
      await end();
      leave?.();
    },
  };
  return own;
}

/** One connection for these settings, with their secrets and their trust read afresh. Used by `lading doctor` directly. */
export async function connectTo(
  settings: SftpDirectory,
  context: SecretContext,
  signal: AbortSignal,
  tell: Pick<ConnectOptions, "onStage" | "onWeak"> = {},
): Promise<Connection> {
  const { host, port, user, legacyAlgorithms, deadlines } = settings;
  const trust = await readTrust(settings, context.folder);
  const login = readLogin(settings, context);
  return connect({ host, port, user, legacyAlgorithms, deadlines, trust, login, ...tell }, signal);
}

/** Name of the workspace's own known_hosts file, to which `lading trust` writes. */
export const knownHostsFile = "known_hosts";

/** What the settings, their known_hosts files and the workspace's own say of the host. */
async function readTrust(
  settings: Pick<SftpDirectory, "host" | "port" | "hostKeys" | "knownHosts">,
  folder: string,
): Promise<HostTrust> {
  const lines: KnownHostsLine[] = [];
  for (const path of settings.knownHosts) {
    lines.push(...parseKnownHosts(await readNamed(resolve(folder, path), path)));
  }
  const own = await readFile(resolve(folder, knownHostsFile), "utf8").catch(absent);
  lines.push(...parseKnownHosts(own));
  return trustOf(settings.host, settings.port, settings.hostKeys, lines);
}

/** The secrets behind the references. Throws `secret_missing` or `secret_exposed`. */
export function readLogin(settings: SftpDirectory, context: SecretContext): Secrets {
  const secret = (reference: string | undefined): string | undefined =>
    reference === undefined ? undefined : readSecret(reference, context);
  return {
    password: secret(settings.password),
    privateKey: secret(settings.key),
    passphrase: secret(settings.passphrase),
  };
}

async function readNamed(path: string, named: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw failure("file_not_found", { path: named, near: "" }, error);
  }
}

function absent(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "";
  throw error;
}

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
  clearedFor,
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
 * This module manages the SFTP hosts that a workspace uses. Each login has one connection, each connection runs one
 * operation at a time, and the number of hosts in use at the same time is limited. Each host has its own pauses after
 * failures, so that a failing host does not delay others, and a wrong password does not lock the partner's account.
 */

export interface HostsOptions extends SecretContext {
  readonly db: Queries;
  /** Maximum number of hosts in use at the same time. */
  readonly atOnce?: number;
  /** Called if a connection uses algorithms that require `legacy_algorithms`. */
  readonly onWeak?: (host: string, algorithms: readonly string[]) => void;
  /** Returns a random number from 0 to 1 that affects the length of pauses. */
  readonly chance?: () => number;
}

export interface Hosts {
  /** Directories with the same server, user, secrets and trusted keys share one host object. */
  host(settings: SftpDirectory): Host;
  close(): Promise<void>;
}

export interface Host {
  /** Reserves the connection for work in one directory. Throws `sftp_waiting` during a pause. */
  reserve(directory: string, signal: AbortSignal): Promise<Reservation>;
  use<T>(directory: string, signal: AbortSignal, work: (remote: Remote) => Promise<T>): Promise<T>;
  /** Records a success in a directory and ends the pause. */
  recordContact(
    directory: string,
    listed?: { readonly files: number; readonly ignored: number },
  ): Promise<void>;
  /**
   * Records a failure that affects one directory or the host itself. The health check and `lading status` show the
   * failure.
   */
  recordFailure(error: unknown, directory?: string): Promise<void>;
  close(): Promise<void>;
}

export interface Reservation {
  readonly remote: Remote;
  /** If the work failed, `error` is the reason for the failure. */
  release(error?: unknown): Promise<void>;
}

/**
 * Failures after which Lading does not contact the host for a while. If the server refuses a request but the
 * connection works, there is no pause.
 */
const pausingErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
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
  "sftp_login_cut",
  "sftp_second_proof",
  "sftp_password_expired",
  "sftp_no_login_method",
  "sftp_no_sftp",
  "sftp_weak_algorithms",
]);

/**
 * True if the failure concerns the host or the login. After such a failure, the host's other directories are skipped
 * for the time being.
 */
export function isOfHost(error: LadingError): boolean {
  return pausingErrors.has(error.code);
}

/** Failures that may lock an account or indicate an attack. The first pause after these failures is longer. */
const carefulErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "sftp_login_failed",
  "sftp_login_cut",
  "sftp_second_proof",
  "sftp_password_expired",
  "sftp_wrong_host_key",
  "sftp_revoked_host_key",
]);

/** Errors that are not counted as failures of the host. */
const otherErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "sftp_waiting",
  "arrival_changed",
  "store_unreachable",
  "store_damaged",
  "storage_failed",
]);

/** Milliseconds after which an unused connection is closed. */
const idleLimit = 10_000;

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
 * All settings with the same host, port and user. Many servers permit only one connection per user, so directories
 * take turns even if their other settings differ.
 */
interface Login {
  readonly turn: ConcurrencyLimit;
  readonly hosts: OpenHost[];
}

interface OpenHost extends Host {
  /** Closes the idle connection. Only the current holder of the connection may call this. */
  end(): Promise<void>;
  /**
   * Extends each time limit to the longest, and reduces `slowest` to the lowest, among all settings that share the
   * connection.
   */
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
  /**
   * Directories with a success since the last failure. The recorded state of these directories does not need to be
   * updated.
   */
  const healthy = new Set<string>();

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
    if (healthy.has(directory)) return;
    const state = await readHostState(db, { host, port, user });
    if (state.last_error !== undefined) await writeHostState(db, clearedFor(directory, state));
    healthy.add(directory);
  }

  async function recordFailure(error: unknown, directory?: string): Promise<void> {
    if (!(error instanceof LadingError) || otherErrors.has(error.code)) return;
    healthy.clear();
    const { code, message, hint, commands } = error;
    const about = directory === undefined || pausingErrors.has(code) ? {} : { directory };
    const now = Date.now();
    await change((before) => {
      const failures = pausingErrors.has(code) ? before.failures + 1 : before.failures;
      const wait = waitAfter(failures, carefulErrors.has(code), (options.chance ?? Math.random)());
      return {
        ...before,
        failures,
        last_error: {
          at: new Date(now).toISOString(),
          code,
          message,
          hint,
          commands: [...commands],
          ...about,
        },
        ...(pausingErrors.has(code) ? { next_try: new Date(now + wait).toISOString() } : {}),
      };
    });
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = connection;
    connection = undefined;
    await ending?.close();
  }

  const openedHost: OpenHost = {
    end,

    allow(more) {
      for (const name of ["connect", "request", "list", "idle", "grace", "end"] as const)
        deadlines[name] = Math.max(deadlines[name], more[name]);
      deadlines.slowest = Math.min(deadlines.slowest, more.slowest);
    },

    async reserve(directory, signal) {
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
          // There is only one connection per login, so idle connections of the other settings are closed first.
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
      const reserved = connection;
      let released = false;
      return {
        remote: remoteOn(reserved, signal),
        async release(error) {
          if (released) return;
          released = true;
          try {
            if (error === undefined) await recordSuccess(directory);
            else await recordFailure(error, directory);
            if (!reserved.usable) await end();
            else idle = setTimeout(() => void end(), idleLimit).unref();
          } finally {
            leave();
          }
        },
      };
    },

    async use(directory, signal, work) {
      const reserved = await openedHost.reserve(directory, signal);
      try {
        const result = await work(reserved.remote);
        await reserved.release();
        return result;
      } catch (error) {
        await reserved.release(error);
        throw error;
      }
    },

    recordContact(directory, listed) {
      const at = new Date().toISOString();
      return change((before) => ({
        ...clearedFor(directory, before),
        last_contact: at,
        ...(listed && { last_listing: { at, directory, ...listed } }),
      }));
    },

    recordFailure,

    async close() {
      // Operations that are still running have this much time to finish before their connection is closed.
      const patience = AbortSignal.timeout(settings.deadlines.end);
      const leave = await turn.enter(patience).catch(() => undefined);
      await end();
      leave?.();
    },
  };
  return openedHost;
}

/** Reads the secrets and trusted keys again and opens a connection. `lading doctor` calls this function directly. */
export async function connectTo(
  settings: SftpDirectory,
  context: SecretContext,
  signal: AbortSignal,
  callbacks: Pick<ConnectOptions, "onStage" | "onWeak"> = {},
): Promise<Connection> {
  const { host, port, user, legacyAlgorithms, deadlines } = settings;
  const trust = await readTrust(settings, context.folder);
  const login = readLogin(settings, context);
  return connect({ host, port, user, legacyAlgorithms, deadlines, trust, login, ...callbacks }, signal);
}

/** Name of the workspace's known_hosts file, which `lading trust` writes. */
export const knownHostsFile = "known_hosts";

/**
 * Reads the trusted keys from the settings, from the known_hosts files specified in the settings, and from the
 * workspace's file.
 */
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

/** Throws `secret_missing`, `secret_unreadable` or `secret_exposed`. */
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

import { Socket } from "node:net";
import type { ConnectionOptions } from "node:tls";
import pg from "pg";
import { failure, hasCode, isSqlState, storeFailure, LadingError } from "../errors.js";
import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type SqlDialect,
  type TransactionSettings,
} from "./kysely.js";
import { tlsFailure } from "../system/tls-failure.js";
import { leaseTime } from "./lease-time.js";

/** This module connects Kysely to PostgreSQL. No session state is used, so transaction poolers work. */

/** The type ID of bigint. Bigint values are converted to numbers, because all of them are far below 2^53. */
const bigint = 20;

/** Maximum number of connections for each host in the URL. */
const connections = 10;

/** Milliseconds that a statement waits before Lading looks for a program that blocks the statement. */
const patience = 20_000;

/** Milliseconds to wait for a connection to close. A hung database never responds. */
const longestEnd = 2_000;

/**
 * `url` may list several hosts, as in libpq. The writable host is used, so a failover does not require a new URL.
 * Throws `wrong_database_url`, or `store_unreachable` for a certificate file without a certificate. The message omits
 * the URL, which may contain a password.
 */
export function postgresDialect(url: string): SqlDialect {
  const urls = hostsOf(withoutWarning(url));
  for (const each of urls) checkUrl(each);
  pg.types.setTypeParser(bigint, Number);
  const sockets = new Set<Socket>();
  const pools = urls.map((host, _, all) => poolOf(host, all.length > 1, sockets));
  /** The host that responded last. */
  let current = 0;
  const connect = async (): Promise<pg.PoolClient> => {
    let failed = new Error("the URL contains no host");
    for (const [turn] of pools.entries()) {
      const at = (current + turn) % pools.length;
      try {
        const client = await (pools[at] as pg.Pool).connect();
        current = at;
        return client;
      } catch (error) {
        failed = error as Error;
      }
    }
    return throwStoreError(failed, true);
  };
  const config = {
    pool: {
      async connect() {
        const client = await connect();
        let isLost = false;
        const url = urls[current] as string;
        return {
          // Kysely passes SQL and values. Cursors are not used.
          query: (sql: unknown, values?: unknown) =>
            unlessLocked(url, sql as string, client.query(sql as string, values as [])).catch(
              (error: Error) => {
                isLost ||= !isSqlState((error as { code?: string }).code ?? "");
                return throwStoreError(error);
              },
            ),
          // A connection is not reused if it failed or has not responded.
          release: () => client.release(isLost),
        } as never;
      },
      end: async () => {
        // The pool treats idle connections as closed as soon as it has sent the termination message, but the sockets
        // of these connections keep the process alive.
        setTimeout(() => {
          for (const socket of sockets) socket.destroy();
        }, longestEnd).unref();
        for (const pool of pools) await pool.end();
      },
    },
  };
  return Object.assign(new PostgresDialect(config), { createDriver: () => new BoundedDriver(config) });
}

/**
 * While waiting for the response to a statement, checks every 20 s whether another program's lock blocks the statement.
 * Locks held by other Lading processes are ignored, because `BoundedDriver` limits how long these processes are idle in
 * a transaction. Throws `store_unreachable`, with the name of the blocking program.
 */
async function unlessLocked<T>(url: string, statement: string, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const lockedOut = new Promise<never>((_, reject) => {
    const look = async (): Promise<void> => {
      const locked = await whoLocks(url, statement).catch(() => undefined);
      if (locked === undefined) timer?.refresh();
      else reject(locked);
    };
    timer = setTimeout(() => void look(), patience);
  });
  try {
    return await Promise.race([answer, lockedOut]);
  } finally {
    clearTimeout(timer);
    timer = undefined;
    answer.catch(() => {});
  }
}

/**
 * Sessions of other programs that block a statement, directly or through other waiting sessions. The query finds the
 * waiting session by its statement, because a pooler hides its process ID. Lading's own sessions are recognized by
 * their application name. Only the beginnings of statements are compared, because the database truncates statements.
 */
const holders = `with recursive waiting(pid) as (
    select pid from pg_stat_activity
    where datname = current_database() and usename = current_user
      and application_name = current_setting('application_name')
      and wait_event_type = 'Lock' and left(query, 500) = left($1, 500)
    union
    select unnest(pg_blocking_pids(pid)) from waiting
  )
  select pid, coalesce(nullif(application_name, ''), 'a program') as program, usename as user,
    host(client_addr) as address
  from waiting left join pg_stat_activity using (pid)
  where application_name is distinct from current_setting('application_name') and cardinality(pg_blocking_pids(pid)) = 0
  order by pid`;

interface Holder {
  /** ID of the blocking process, or 0 for a prepared transaction, which has no session. */
  readonly pid: number;
  readonly program: string;
  readonly user: string | null;
  readonly address: string | null;
}

/** Returns an error that lists the blocking programs, or undefined if no other program blocks the statement. */
async function whoLocks(url: string, statement: string): Promise<LadingError | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
    application_name: "lading",
  });
  // The query reports a broken connection, so this event is ignored.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Holder>(holders, [statement]);
    return rows.length === 0 ? undefined : lockedBy(rows);
  } finally {
    await client.end().catch(() => {});
  }
}

function lockedBy(all: readonly Holder[]): LadingError {
  const names = all.map(({ pid, program, user, address }) =>
    pid === 0
      ? "a prepared transaction"
      : `${program} of the user ${user}, process ${pid}${address === null ? "" : ` from ${address}`}`,
  );
  const ends = all.map(({ pid }) =>
    pid === 0
      ? "`rollback prepared` (`pg_prepared_xacts` lists the transaction)"
      : `\`select pg_terminate_backend(${pid})\``,
  );
  return failure("store_unreachable", {
    fault: "is locked by another program",
    reason: `for more than ${patience / 1_000} s, ${names.join("; ")} has held a lock that Lading needs`,
    next: `Let that program finish, or end its session in the database with ${ends.join(" and ")}`,
  });
}

/**
 * Limits idle time in transactions, so that a suspended process does not block other processes after its lease has
 * expired.
 */
class BoundedDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel }: TransactionSettings,
  ): Promise<void> {
    const begin = isolationLevel === undefined ? "begin" : `begin isolation level ${isolationLevel}`;
    const limit = `set local idle_in_transaction_session_timeout = ${leaseTime}`;
    await connection.executeQuery(CompiledQuery.raw(`${begin}; ${limit}`));
  }
}

const sslModes = ["disable", "no-verify", "prefer", "require", "verify-ca", "verify-full"];

/**
 * Checks a URL before the driver connects, because the driver accepts any `sslmode` and any file as a certificate.
 */
function checkUrl(url: string): void {
  const wrong = (reason: string, next: string): LadingError =>
    failure("wrong_database_url", { reason, next });
  if (!/^postgres(ql)?:\/\//.test(url))
    throw wrong(
      "it is not a URL that starts with postgresql://",
      "Write the URL as postgresql://USER:PASSWORD@HOST/DATABASE.",
    );
  const mode = /[?&]sslmode=([^&]*)/.exec(url)?.[1];
  if (mode !== undefined && !sslModes.includes(mode))
    throw wrong(
      `\`sslmode=${mode}\` is unknown`,
      "Use `sslmode=verify-full` for TLS, or `sslmode=disable` for none.",
    );
  let files: ConnectionOptions | boolean | undefined;
  try {
    files = new pg.Client(url).ssl as ConnectionOptions | boolean;
  } catch (error) {
    if (hasCode(error, "ERR_INVALID_URL"))
      throw wrong(
        "it is not a valid URL. In its user and password, write %2F for /, %3F for ? and %23 for #",
        "Write the URL as postgresql://USER:PASSWORD@HOST/DATABASE.",
      );
    const reason = (error as Error).message.replace(/^E[A-Z]+: /, "");
    throw wrong(
      reason,
      "Correct the path after `sslrootcert`, `sslcert` or `sslkey`. Each must be the path of a PEM file, and the user that runs Lading must be able to read this file.",
    );
  }
  if (typeof files !== "object") return;
  for (const [word, content] of [
    ["sslrootcert", files.ca],
    ["sslcert", files.cert],
  ] as const)
    if (typeof content === "string" && !/-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/.test(content))
      throw storeFailure(`the file of \`${word}\` contains no certificate`, "certificate files");
}

/**
 * Replaces `sslmode` values for which the driver verifies certificates but warns that it will no longer do so in the
 * future. With `verify-full`, certificates are verified without a warning.
 */
function withoutWarning(url: string): string {
  if (/[?&]uselibpqcompat=true/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g, "$1verify-full");
}

/** Splits a URL with several hosts, such as `postgresql://me@db1:5432,db2:5432/lading`. */
function hostsOf(url: string): readonly string[] {
  const [, before = "", hosts = "", after = ""] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  return hosts.split(",").map((host) => `${before}${host}${after}`);
}

/**
 * `isOneOfMany` is true if the URL lists several hosts, so the host may be a standby, which is refused. The pool adds
 * its open connections to `sockets`.
 */
function poolOf(connectionString: string, isOneOfMany: boolean, sockets: Set<Socket>): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    stream() {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once("close", () => sockets.delete(socket));
    },
    ...(isOneOfMany && { verify: refuseStandby }),
    max: connections,
    connectionTimeoutMillis: 10_000,
    // If the database never responds, for example because its machine was lost, the query eventually fails.
    query_timeout: 300_000,
    keepAlive: true,
    application_name: "lading",
  });
  // The next query on a broken connection reports the failure. An unhandled event would terminate the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  client
    .query<{ standby: boolean }>("select pg_is_in_recovery() as standby")
    .then(
      ({ rows }) => done(rows[0]?.standby === false ? undefined : new Error("it is a read-only standby")),
      done,
    );
}

/**
 * SQLSTATE classes for a database that is temporarily unavailable or refuses access. The classes cover connections,
 * logins, missing databases, read-only databases, resources, deadlocks, locks, shutdowns, and disk errors.
 */
const unable = new Set(["08", "25", "28", "3D", "40", "53", "55", "57", "58"]);

/** SQLSTATE codes for missing privileges or a missing schema. */
const noPrivilege = new Set(["42501", "3F000"]);

/** Matches the driver's message for a URL without the required password. The error has no code. */
const noPassword = /client password must be a string/;

/** Matches Node's codes for rejected certificates. */
const untrusted =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|HOSTNAME_MISMATCH|INVALID_CA|ERR_TLS_CERT_ALTNAME_\w+)$/;

/** Matches messages from servers and poolers that require TLS. There is no common code. */
const requiresTls = /no encryption|SSL off|\bSSL\b.*\brequired|connection is insecure/i;

/** Matches the driver's messages for a response that is not from PostgreSQL. These errors have no code. */
const notPostgres = /received invalid response|error establishing an SSL connection/;

function certificateFault(code: string, message: string): string | undefined {
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") return "certificate expired";
  if (/^(?:ERR_TLS_CERT_ALTNAME_\w+|HOSTNAME_MISMATCH)$/.test(code)) return "certificate of another host";
  if (untrusted.test(code)) return "certificate";
  if (/^ERR_OSSL_/.test(code)) return "certificate files";
  if (/does not support SSL connections/.test(message)) return "no TLS";
  if (/^(?:28000|08P01|XX000)$/.test(code) && requiresTls.test(message)) return "TLS required";
  if (code === "28000" && /client certificate/.test(message)) return "client certificate";
  return undefined;
}

/**
 * Throws the Lading error for an error from the driver. If PostgreSQL refused a statement for a reason other than
 * availability or access, such as a violated constraint, throws the driver's error unchanged. `isConnecting` is true if
 * no statement has been sent yet, so that the error was not caused by a statement.
 */
function throwStoreError(error: Error & { readonly code?: string }, isConnecting = false): never {
  if (error instanceof LadingError) throw error;
  const { code = "", message } = error;
  if (noPassword.test(message))
    throw storeFailure("it requires a password, but its URL has none", "28P01", error);
  const certificate = certificateFault(code, message);
  if (certificate !== undefined) throw storeFailure(message, certificate, error);
  const tls = tlsFailure(error);
  if (tls?.needsClientCertificate === true) throw storeFailure(tls.reason, "client certificate", error);
  if (tls !== undefined) throw storeFailure(tls.reason, "TLS", error);
  if (notPostgres.test(message)) throw storeFailure(message, "not PostgreSQL", error);
  const isTemporary = unable.has(code.slice(0, 2)) || noPrivilege.has(code);
  if (isSqlState(code) && !isTemporary && !isConnecting) throw error;
  throw storeFailure(message === "" ? code : message, code, error);
}

import { setMaxListeners } from "node:events";
import { once } from "node:events";
import { connect as dial, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type SftpClient from "ssh2-sftp-client";
import {
  familiesToAsk,
  fingerprint,
  hostKeyState,
  keyType,
  type HostKeyFamily,
  type HostTrust,
} from "../../store/credentials/host-keys.js";
import { failure, LadingError } from "../../errors.js";
import { algorithms, weakIn, type Negotiated } from "./algorithms.js";
import { loginOnce, openLogin, type Credentials, type Login } from "./login.js";
import { plain } from "./plain.js";
import { lastWords, refusalOf, type ServerTexts } from "./refusals.js";

/**
 * An SFTP connection on which every operation has a deadline. Lading owns the socket, so it can always close a
 * connection to a server that no longer responds. After any problem other than an ordinary error response such as "no
 * such file", the connection is destroyed and a new one is required.
 *
 * This is the only file that imports ssh2-sftp-client, which is loaded for the first connection.
 */

export type SftpCalls = Awaited<ReturnType<SftpClient["connect"]>>;

/** Time limits in milliseconds. Only `slowest` is a speed. */
export interface Deadlines {
  /**
   * Maximum time for the TCP connection, and separately for the steps from the greeting until the SFTP session is open.
   */
  readonly connect: number;
  /** Maximum time for one request and its response, such as stat, rename or remove. */
  readonly request: number;
  /** Maximum time without new names during a listing. */
  readonly list: number;
  /** Maximum time without data during a transfer. */
  readonly idle: number;
  /** Time for fetching a file, in addition to the time required at the speed `slowest`. */
  readonly grace: number;
  /** Time allowed for closing the session before the socket is closed. */
  readonly end: number;
  /** Minimum speed while a file is fetched, in bytes per second. */
  readonly slowest: number;
}

/** Connection progress, as shown by `lading doctor`. */
type Stage = "reached" | "key" | "login" | "sftp";

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly legacyAlgorithms: boolean;
  readonly deadlines: Deadlines;
}

export interface ConnectOptions extends Target {
  readonly trust: HostTrust;
  readonly login: Login;
  readonly onStage?: ((stage: Stage, detail: string) => void) | undefined;
  /** Called with the names of negotiated algorithms that require `legacy_algorithms`. */
  readonly onWeak?: ((names: readonly string[]) => void) | undefined;
}

/**
 * An error status from the server (SFTP version 3, section 7). The connection still works, but the server refused the
 * request.
 */
export class SftpStatus extends Error {
  override readonly name = "SftpStatus";
  readonly status: number;

  constructor(status: number, message: string) {
    super(plain(message));
    this.status = status;
  }
}

export const noSuchFileCode = 2;
export const permissionDenied = 3;

export interface Connection {
  readonly host: string;
  readonly deadlines: Deadlines;
  /**
   * False before SFTP is open and after any error other than `SftpStatus`. If false, a new connection is required.
   */
  readonly usable: boolean;
  /**
   * Sends a request without a deadline. Rejects when the connection ends. Callers await the result through `within`.
   */
  send<T>(ask: Operation<T>): Promise<T>;
  /**
   * Waits for `work` and closes the connection if the deadline passes. `doing` completes the phrase "while ..." in
   * error messages.
   */
  within<T>(patience: number | Patience, doing: string, signal: AbortSignal, work: Promise<T>): Promise<T>;
  /** Like `send`, but with the deadline for one request. */
  request<T>(doing: string, signal: AbortSignal, ask: Operation<T>): Promise<T>;
  /** Closes the session within its deadline and then closes the socket. */
  close(): Promise<void>;
}

/** A deadline that is extended whenever there is progress. */
interface Patience {
  /** Milliseconds left. */
  readonly left: () => number;
  /** The error to throw when no time is left. */
  readonly over: () => LadingError;
}

export type Operation<T> = (
  calls: SftpCalls,
  answer: (error: Error | null | undefined, value: T) => void,
) => void;

/**
 * Throws errors whose codes begin with `sftp_`. Verifies the host key before sending any credential. If the server has
 * several keys and presents one that is not pinned, Lading requests the others.
 */
export async function connect(options: ConnectOptions, signal: AbortSignal): Promise<Connection> {
  const credentials = await openLogin(options, options.login);
  const seen: string[] = [];
  for await (const attempt of attempts(options, credentials, signal)) {
    if ("connection" in attempt) return attempt.connection;
    if ("nothingInCommon" in attempt) {
      // If a key was refused earlier, there are no more keys to request. If no key was refused, the algorithms are
      // too weak.
      if (seen.length > 0) break;
      throw failure("sftp_weak_algorithms", { host: options.host, reason: attempt.nothingInCommon });
    }
    const key = attempt.refusedKey;
    seen.push(`${keyType(key)} ${fingerprint(key)}`);
    const verdict = hostKeyState(options.trust, key);
    if (verdict !== "wrong") throw keyError(options, verdict, seen);
  }
  throw keyError(options, "wrong", seen);
}

/**
 * Fetches a server's host keys, one for each key type. Sends nothing after the handshake. Throws if no key can be
 * fetched.
 */
export async function fetchHostKeys(target: Target, signal: AbortSignal): Promise<Buffer[]> {
  const keys: Buffer[] = [];
  const options: ConnectOptions = { ...target, trust: { pins: [], revoked: new Set() }, login: {} };
  for await (const attempt of attempts(options, { password: undefined, keys: [] }, signal)) {
    if ("refusedKey" in attempt) keys.push(attempt.refusedKey);
    else if ("nothingInCommon" in attempt && keys.length === 0) {
      throw failure("sftp_weak_algorithms", { host: target.host, reason: attempt.nothingInCommon });
    }
  }
  return keys;
}

type Attempt = { connection: Connection } | { refusedKey: Buffer } | { nothingInCommon: string };

/** After each rejected host key, requests a key of a different type. */
async function* attempts(
  options: ConnectOptions,
  credentials: Credentials,
  signal: AbortSignal,
): AsyncGenerator<Attempt> {
  let families = familiesToAsk(options.trust);
  for (;;) {
    const attempt = await tryConnect(options, credentials, families, signal);
    yield attempt;
    if (!("refusedKey" in attempt)) return;
    const others = families.filter((family) => family !== keyType(attempt.refusedKey));
    if (others.length === 0 || others.length === families.length) return;
    families = others;
  }
}

async function tryConnect(
  options: ConnectOptions,
  credentials: Credentials,
  families: readonly HostKeyFamily[],
  signal: AbortSignal,
): Promise<Attempt> {
  signal.throwIfAborted();
  const { default: Client } = await import("ssh2-sftp-client");
  const socket = await openSocket(options, signal);
  options.onStage?.("reached", `${socket.remoteAddress ?? options.host} port ${options.port}`);

  // Without these callbacks, the library prints to standard output.
  let firstError: Error | undefined;
  const client = new Client("lading", {
    error: (error) => {
      firstError ??= error instanceof Error ? error : new Error(String(error));
    },
    end: () => undefined,
    close: () => undefined,
  });
  const line = openLine(options, client, socket);

  let refusedKey: Buffer | undefined;
  let doing = "greeting";
  let refusal: LadingError | undefined;
  const weak: string[] = [];
  client.on("handshake", (negotiated: Negotiated) => {
    weak.splice(0, weak.length, ...weakIn(negotiated, isStrict(client)));
    if (weak.length === 0 || options.legacyAlgorithms) return;
    refusal = failure("sftp_weak_algorithms", { host: options.host, reason: weak.join(", ") });
    line.cut(refusal);
  });
  client.on("ready", () => {
    doing = "opening SFTP";
    options.onStage?.("login", options.user);
  });
  const login = loginOnce(
    options.user,
    credentials,
    (method) => (doing = `logging in (${method})`),
    () => line.cut(new Error("the server asks a question that Lading cannot answer")),
  );
  // A server may require the user to change the password, but a program cannot choose a new one.
  client.on("change password", () => {
    login.noteNewPassword();
    line.cut(new Error("the server requires a new password"));
  });
  const received: ServerTexts = { greeting: "", login: "", session: "" };
  client.on("banner", (text: string) => void (received.login += text.slice(0, maxText)));
  try {
    const opening = client.connect({
      sock: socket,
      username: options.user,
      // The library's own timeout is off, because Lading's deadline applies.
      readyTimeout: 0,
      keepaliveInterval: 15_000,
      keepaliveCountMax: 3,
      algorithms: algorithms(families, options.legacyAlgorithms) as never,
      hostVerifier: (key: Buffer) => {
        if (hostKeyState(options.trust, key) === "trusted") {
          doing = "preparing the login";
          options.onStage?.("key", `${keyType(key)} ${fingerprint(key)}`);
          return true;
        }
        refusedKey = Buffer.from(key);
        return false;
      },
      authHandler: login.next as never,
    });
    const recording = recordTexts(client, socket, received);
    const opened = opening.catch(async (error: Error) => {
      // If the server runs another program instead of SFTP, that program may exit before all of its output has arrived.
      if (/while establishing SFTP|session termination/.test(error.message))
        await Promise.race([recording.sessionOver, sleep(lastOutputWait)]);
      throw error;
    });
    const calls = await line.connection.within(options.deadlines.connect, () => doing, signal, opened);
    // Without a listener, protocol errors would terminate the process.
    calls.on("error", (error: Error) => line.cut(error));
    recording.stop();
    line.open(calls);
    weak.push(...login.weak());
    if (weak.length > 0) options.onWeak?.(weak);
    options.onStage?.("sftp", "");
    return { connection: line.connection };
  } catch (error) {
    line.cut(error as Error);
    if (refusedKey !== undefined) return { refusedKey };
    if (refusal !== undefined) throw refusal;
    if (signal.aborted) throw error;
    const { message, code } = (firstError ?? error) as NodeJS.ErrnoException;
    if (/no matching|no mutual/i.test(message)) return { nothingInCommon: plain(message) };
    const { host, port, user } = options;
    const failed = { host, port, user, doing, received, course: login, error: error as Error, message, code };
    const refusalError = refusalOf(failed);
    if (refusalError !== undefined) throw refusalError;
    if (error instanceof LadingError) throw error;
    throw failure("sftp_lost", { host, doing, reason: reasonOf(error as Error) }, error);
  }
}

/** Maximum number of characters kept from each server message. */
const maxText = 1000;

/** Milliseconds to wait for the remaining output of a session that has ended. */
const lastOutputWait = 1_000;

interface Recording {
  /** Resolves when the session or the connection is closed. */
  readonly sessionOver: Promise<void>;
  stop(): void;
}

/**
 * Records the text that the server sends before SFTP is open. The library does not expose the session's output, so
 * this function intercepts it.
 */
function recordTexts(client: SftpClient, socket: Socket, received: ServerTexts): Recording {
  const onData = (bytes: Buffer): void => {
    received.greeting = (received.greeting + bytes.toString("latin1")).slice(0, maxText);
    // The greeting ends with the line `SSH-...`. The protocol permits other lines before it.
    const begins = /^SSH-/m.exec(received.greeting);
    if (begins !== null) received.greeting = received.greeting.slice(0, begins.index + "SSH-".length);
    if (begins !== null || received.greeting.length === maxText) socket.off("data", onData);
  };
  socket.on("data", onData);

  type Handler = (protocol: unknown, channel: number, bytes: Buffer, ...rest: unknown[]) => void;
  const inside = client as unknown as {
    client?: { _protocol?: { _handlers?: Record<string, Handler | undefined> } };
  };
  const handlers = inside.client?._protocol?._handlers ?? {};
  const own = { ...handlers };
  for (const name of ["CHANNEL_DATA", "CHANNEL_EXTENDED_DATA"]) {
    handlers[name] = (protocol, channel, bytes, ...rest) => {
      // An SFTP packet begins with its length, so the first byte of a packet is zero.
      const isText = name === "CHANNEL_EXTENDED_DATA" || bytes[0] !== 0;
      if (isText) received.session = (received.session + bytes.toString("utf8")).slice(0, maxText);
      own[name]?.(protocol, channel, bytes, ...rest);
    };
  }
  const sessionOver = new Promise<void>((over) => {
    socket.once("close", () => over());
    handlers["CHANNEL_CLOSE"] = (...call) => {
      over();
      own["CHANNEL_CLOSE"]?.(...call);
    };
  });
  return {
    sessionOver,
    stop() {
      socket.off("data", onData);
      Object.assign(handlers, own);
    },
  };
}

/**
 * True if both sides use strict key exchange. The library does not expose this information, so the function reads the
 * library's internal state.
 */
function isStrict(client: SftpClient): boolean {
  const inside = client as unknown as { client?: { _protocol?: { _strictMode?: boolean } } };
  return inside.client?._protocol?._strictMode === true;
}

async function openSocket(options: Target, signal: AbortSignal): Promise<Socket> {
  const { host, port, deadlines } = options;
  const socket = dial({ host, port, noDelay: true });
  // Errors that occur on an abandoned socket must not terminate the process.
  socket.on("error", () => undefined);
  const late = { host, seconds: seconds(deadlines.connect), doing: "connecting" };
  const timer = setTimeout(() => socket.destroy(failure("sftp_timed_out", late)), deadlines.connect);
  try {
    await once(socket, "connect", { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    if (signal.aborted) throw asError(signal.reason);
    throw error instanceof LadingError ? error : socketError(options, error as NodeJS.ErrnoException);
  } finally {
    clearTimeout(timer);
  }
}

interface Line {
  readonly connection: ConnectionWithStep;
  open(calls: SftpCalls): void;
  cut(reason: Error): void;
}

/** The description of the current step can change while a call is waiting, but only this file may change it. */
interface ConnectionWithStep extends Connection {
  within<T>(
    patience: number | Patience,
    doing: string | (() => string),
    signal: AbortSignal,
    work: Promise<T>,
  ): Promise<T>;
}

/** Tracks pending requests and whether the connection still responds. */
function openLine(options: Target, client: SftpClient, socket: Socket): Line {
  const { host, deadlines } = options;
  const waiting = new Set<(reason: Error) => void>();
  let calls: SftpCalls | undefined;
  let lost: Error | undefined;

  function cut(reason: Error): void {
    lost ??= reason;
    socket.destroy();
    for (const reject of [...waiting]) reject(lost);
    waiting.clear();
  }
  socket.on("close", () => cut(new Error("the connection was closed")));
  socket.on("end", () => cut(new Error("the server ended the connection")));
  socket.on("error", (error) => cut(error));

  function fixed(milliseconds: number, doing: () => string): Patience {
    const end = performance.now() + milliseconds;
    return {
      left: () => Math.ceil(end - performance.now()),
      over: () => failure("sftp_timed_out", { host, seconds: seconds(milliseconds), doing: doing() }),
    };
  }

  const connection: ConnectionWithStep = {
    host,
    deadlines,
    get usable() {
      return calls !== undefined && lost === undefined;
    },

    send(ask) {
      return new Promise((resolve, reject) => {
        if (calls === undefined || lost !== undefined) {
          reject(lost ?? new Error("the connection is not open"));
          return;
        }
        waiting.add(reject);
        try {
          ask(calls, (error, value) => {
            waiting.delete(reject);
            if (!error) resolve(value);
            else reject(isStatus(error) ? new SftpStatus(error.code, error.message) : error);
          });
        } catch (error) {
          waiting.delete(reject);
          reject(asError(error));
        }
      });
    },

    async within(patience, doing, signal, work) {
      const words = typeof doing === "string" ? () => doing : doing;
      const { left, over } = typeof patience === "number" ? fixed(patience, words) : patience;
      // The work may fail after the deadline, when nothing is waiting for the result.
      work.catch(() => undefined);
      let timer: NodeJS.Timeout | undefined;
      let onAbort: (() => void) | undefined;
      try {
        return await Promise.race([
          work,
          new Promise<never>((_resolve, reject) => {
            const wait = (span: number): void => {
              timer = setTimeout(() => {
                const more = left();
                if (more > 0) wait(more);
                else reject(over());
              }, span);
            };
            wait(left());
            onAbort = () => reject(asError(signal.reason));
            if (signal.aborted) onAbort();
            else {
              // Calls on all connections share one abort signal, so the signal may have many listeners.
              setMaxListeners(0, signal);
              signal.addEventListener("abort", onAbort);
            }
          }),
        ]);
      } catch (error) {
        if (error instanceof SftpStatus) throw error;
        cut(error as Error);
        if (calls === undefined || error instanceof LadingError || signal.aborted) throw error;
        throw failure("sftp_lost", { host, doing: words(), reason: reasonOf(error as Error) }, error);
      } finally {
        clearTimeout(timer);
        if (onAbort) signal.removeEventListener("abort", onAbort);
      }
    },

    request(doing, signal, ask) {
      return connection.within(deadlines.request, doing, signal, connection.send(ask));
    },

    async close() {
      if (lost === undefined) {
        const ended = client.end().catch(() => undefined);
        await Promise.race([ended, sleep(deadlines.end, undefined, { ref: false })]);
      }
      cut(new Error("Lading closed the connection"));
    },
  };

  return { connection, cut, open: (opened) => (calls = opened) };
}

function keyError(options: ConnectOptions, verdict: string, seen: readonly string[]): LadingError {
  const { host, port } = options;
  const target = port === 22 ? host : `${host} --port ${port}`;
  const last = seen.at(-1) ?? "";
  if (verdict === "revoked") return failure("sftp_revoked_host_key", { host, seen: last });
  if (verdict === "unpinned") {
    return failure("sftp_no_pin", { host, seen: last, target, pin: last.split(" ")[1] ?? "" });
  }
  const expected = options.trust.pins
    .map((pin) => `${pin.type ?? ""} ${pin.fingerprint}`.trim())
    .join(" or ");
  return failure("sftp_wrong_host_key", { host, expected, seen: seen.join(", "), target });
}

function socketError(options: Target, error: NodeJS.ErrnoException): LadingError {
  const { host, port } = options;
  const code =
    "errors" in error ? ((error.errors as NodeJS.ErrnoException[])[0]?.code ?? error.code) : error.code;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "EAI_NODATA") {
    return failure("sftp_unknown_host", { host, reason: code }, error);
  }
  if (code === "ECONNREFUSED") return failure("sftp_refused", { host, port }, error);
  if (code === "ECONNRESET") {
    return failure(
      "sftp_no_more_connections",
      { host, reason: "the server closed the connection without a message" },
      error,
    );
  }
  return failure("sftp_unreachable", { host, port, reason: code ?? plain(error.message) }, error);
}

function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ECONNRESET") return "reset";
  return plain(lastWords(error.message));
}

function isStatus(error: Error): error is Error & { code: number } {
  const { code } = error as { code?: unknown };
  return typeof code === "number" && code >= 1 && code <= 8;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Converts milliseconds to seconds for display, rounded to tenths. */
export function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

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
import { lastWords, refusalOf, type Heard } from "./refusals.js";

/**
 * One SFTP connection, from the first byte to the last, and nothing on it without a deadline. The socket is our own, so
 * that a server which no longer answers can always be cut off; the library is asked only to speak the protocol. After
 * any trouble but a plain answer ("no such file") the connection is destroyed and a new one has to be made.
 *
 * The only file that imports ssh2-sftp-client. It is loaded when the first connection is made.
 */

/** The protocol's calls on an open connection. */
export type SftpCalls = Awaited<ReturnType<SftpClient["connect"]>>;

/** All in milliseconds but `slowest`. */
export interface Deadlines {
  /** From the first packet to a logged-in SFTP session. */
  readonly connect: number;
  /** One question and its answer: stat, rename, remove. */
  readonly request: number;
  /** A whole listing. */
  readonly list: number;
  /** Without a byte during a transfer. */
  readonly idle: number;
  /** A transfer may take this long before its speed is judged. */
  readonly grace: number;
  /** The polite end, before the socket is cut. */
  readonly end: number;
  /** Bytes a second below which a transfer is given up, once `grace` is over. */
  readonly slowest: number;
}

/** How far a connection has come; `lading doctor` shows them one by one. */
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
  /** Algorithms in use that only `legacy_algorithms` allows. */
  readonly onWeak?: ((names: readonly string[]) => void) | undefined;
}

/** An answer with a status of its own (SFTP version 3, section 7): the connection is sound, the wish was refused. */
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
  /** False once anything went wrong; then make a new one. */
  readonly usable: boolean;
  /** Asks without a deadline of its own; rejects when the connection ends. To be awaited through `within`. */
  send<T>(ask: Asked<T>): Promise<T>;
  /** Waits for `work` at most so long, else cuts the connection. `doing` completes the sentence "while ...". */
  within<T>(patience: number | Patience, doing: string, signal: AbortSignal, work: Promise<T>): Promise<T>;
  /** `send` within the deadline for one question. */
  request<T>(doing: string, signal: AbortSignal, ask: Asked<T>): Promise<T>;
  /** Ends politely, within its deadline, and cuts the socket in any case. */
  close(): Promise<void>;
}

/** A deadline that moves while there is progress. */
interface Patience {
  /** Milliseconds left, from now. */
  readonly left: () => number;
  /** What to throw when none are left. */
  readonly over: () => LadingError;
}

export type Asked<T> = (
  calls: SftpCalls,
  answer: (error: Error | null | undefined, value: T) => void,
) => void;

/**
 * Connects and logs in. Throws one of the `sftp_` errors. No credential leaves before the host key is right. A server
 * with several keys is asked again for the others when the one it shows is not the pinned one.
 */
export async function connect(options: ConnectOptions, signal: AbortSignal): Promise<Connection> {
  const credentials = await openLogin(options, options.login);
  const seen: string[] = [];
  for await (const attempt of attempts(options, credentials, signal)) {
    if ("connection" in attempt) return attempt.connection;
    if ("nothingInCommon" in attempt) {
      // After a refused key that is the end of the search, else weakness.
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
 * The host keys that a server shows, one for each family that it knows. Nothing is sent to it beyond the handshake.
 * Throws when it shows none.
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

/** One after the other: each time that a key is refused, a server is asked for another of its keys, as long as it has one. */
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

  // Without callbacks of its own the library prints to standard output.
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
  const login = loginOnce(options.user, credentials, (method) => (doing = `logging in (${method})`));
  // A server may ask for a new password; there is nobody to choose one.
  client.on("change password", () => {
    login.noteNewPassword();
    line.cut(new Error("it asks for a new password"));
  });
  const heard: Heard = { greeting: "", login: "", session: "" };
  client.on("banner", (text: string) => void (heard.login += text.slice(0, mostHeard)));
  try {
    const opening = client.connect({
      sock: socket,
      username: options.user,
      // Lading's own deadline is the only one.
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
    const ears = listen(client, socket, heard);
    const opened = opening.catch(async (error: Error) => {
      // What runs in the place of SFTP ends before all of its words have come.
      if (/while establishing SFTP|session termination/.test(error.message))
        await Promise.race([ears.sessionOver, sleep(lastWordsIn)]);
      throw error;
    });
    const calls = await line.connection.within(options.deadlines.connect, () => doing, signal, opened);
    // Errors of the protocol after the opening; without a listener they would end the process.
    calls.on("error", (error: Error) => line.cut(error));
    ears.stop();
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
    const failed = { host, port, user, doing, heard, course: login, error: error as Error, message, code };
    const said = refusalOf(failed);
    if (said !== undefined) throw said;
    if (error instanceof LadingError) throw error;
    throw failure("sftp_lost", { host, doing, reason: reasonOf(error as Error) }, error);
  }
}

/** Characters that are kept of what a server says in words. */
const mostHeard = 1000;

/** How long the last words of a session that has ended are waited for, in milliseconds. */
const lastWordsIn = 1_000;

interface Ears {
  /** Resolves when the session is closed, or the connection. */
  readonly sessionOver: Promise<void>;
  stop(): void;
}

/** Notes what the server says before SFTP is open. The library keeps the output of a session to itself, so it is read there. */
function listen(client: SftpClient, socket: Socket, heard: Heard): Ears {
  const onData = (bytes: Buffer): void => {
    heard.greeting = (heard.greeting + bytes.toString("latin1")).slice(0, mostHeard);
    // The server's own name ends the greeting; lines in front of it are allowed.
    const begins = /^SSH-/m.exec(heard.greeting);
    if (begins !== null) heard.greeting = heard.greeting.slice(0, begins.index + "SSH-".length);
    if (begins !== null || heard.greeting.length === mostHeard) socket.off("data", onData);
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
      // A packet of SFTP begins with its length, and so with a zero.
      const isText = name === "CHANNEL_EXTENDED_DATA" || bytes[0] !== 0;
      if (isText) heard.session = (heard.session + bytes.toString("utf8")).slice(0, mostHeard);
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

/** Whether both sides keep to strict key exchange. The library tells nobody, so it is read where it keeps it. */
function isStrict(client: SftpClient): boolean {
  const inside = client as unknown as { client?: { _protocol?: { _strictMode?: boolean } } };
  return inside.client?._protocol?._strictMode === true;
}

async function openSocket(options: Target, signal: AbortSignal): Promise<Socket> {
  const { host, port, deadlines } = options;
  const socket = dial({ host, port, noDelay: true });
  // Late errors of a socket that nobody waits for any more must not end the process.
  socket.on("error", () => undefined);
  const late = { host, seconds: seconds(deadlines.connect), doing: "being connected to" };
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
  readonly connection: WithDoing;
  open(calls: SftpCalls): void;
  cut(reason: Error): void;
}

/** Inside this file what is being done may still change while it is waited for. */
interface WithDoing extends Connection {
  within<T>(
    patience: number | Patience,
    doing: string | (() => string),
    signal: AbortSignal,
    work: Promise<T>,
  ): Promise<T>;
}

/** The state of a connection: what waits for an answer, and whether there can still be one. */
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
  socket.on("end", () => cut(new Error("the server hung up")));
  socket.on("error", (error) => cut(error));

  function fixed(milliseconds: number, doing: () => string): Patience {
    const end = performance.now() + milliseconds;
    return {
      left: () => Math.ceil(end - performance.now()),
      over: () => failure("sftp_timed_out", { host, seconds: seconds(milliseconds), doing: doing() }),
    };
  }

  const connection: WithDoing = {
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
      // The work may fail after the time is over, when nobody awaits it any more.
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
              // One signal stops the calls of all connections.
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
      cut(new Error("the connection was closed here"));
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
      { host, reason: "it closed the connection without a word" },
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

/** For people. */
export function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}

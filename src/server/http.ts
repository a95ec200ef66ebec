import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import { createServer as createHttpsServer, Server as HttpsServer } from "node:https";
import { Socket } from "node:net";
import type { Log } from "../log.js";
import { failure } from "../errors.js";
import {
  errorAnswers,
  errorBody,
  refusal,
  type Answer,
  type Body,
  type ErrorAnswerCode,
  type Request,
  type Route,
} from "./answer.js";
import { limitConnections, type Connections } from "./connections.js";
import type { KeyPair } from "./key-pair.js";
import { answerBytes, mayRepeat } from "./repeated-requests.js";

/** The HTTP wiring: routes on a port, with limits on everything that a client can send or hold. Fastify lives here only. */

export interface HttpOptions {
  readonly address: string;
  readonly port: number;
  readonly tls?: KeyPair | undefined;
  readonly behindProxy: boolean;
  readonly routes: readonly Route[];
  readonly connections: number;
  /** The slowest reader that is waited for; an answer also gets 30 s. */
  readonly slowestBytesPerSecond: number;
  /** Other time limits than the usual ones. */
  readonly limits?: Partial<HttpLimits>;
  /** Only requests that name one of these hosts are answered; undefined answers all. */
  readonly hosts?: readonly string[];
  readonly log: Log;
  /** Called for every answer: for metrics. */
  readonly answered?: (route: string, status: number, seconds: number) => void;
}

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  readonly openConnections: number;
  /** Serves new connections with another key pair; throws when it is none. Only of a server that has one. */
  takeKeyPair(this: void, pair: KeyPair): void;
  /** Stops listening, lets running answers end, and cuts what is left after `grace` milliseconds. */
  close(grace: number): Promise<void>;
}

export interface HttpLimits {
  readonly headerBytes: number;
  readonly bodyBytes: number;
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  /** For an answer, besides what its size takes at the slowest speed. */
  readonly answerMs: number;
  /** For a request that is on its way when the server stops. */
  readonly lastRequestMs: number;
  /** How often connections over their time are looked for; Node's own default would be longer than the limits. */
  readonly checkMs: number;
}

const leastTls = "TLSv1.2";

/** For a year, plain http to this name is never tried by a browser that saw it. A proxy that ends TLS decides for itself. */
const secureOnly = ["strict-transport-security", "max-age=31536000"] as const;

const usualLimits: HttpLimits = {
  headerBytes: 16 * 1024,
  bodyBytes: 8 * 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 30_000,
  answerMs: 30_000,
  lastRequestMs: 500,
  checkMs: 1_000,
};

export async function openHttp(options: HttpOptions): Promise<HttpServer> {
  const limits = { ...usualLimits, ...options.limits };
  const connections = limitConnections(options.connections);
  const answers = runningAnswers(options.slowestBytesPerSecond, limits);
  const logged = answerLog(options.log);
  let closing = false;
  const app = makeApp(options, limits, {
    broken: (error, socket) => {
      const code = answerBrokenRequest(error, socket, options.tls !== undefined);
      if (code === undefined) return;
      const [status] = errorAnswers[code];
      options.answered?.("other", status, 0);
      const address = socket.remoteAddress ?? "unknown";
      options.log.info("request", { route: "other", status, address, code, ms: 0 });
    },
    unroutable: (error, request, reply) =>
      handle("other", request, reply, () => refusal(codeOf(error.statusCode))),
  });
  app.server.on("connection", (socket: Socket) => connections.open(socket));
  // An expectation that nobody here knows changes no answer (RFC 9110 section 10.1.1); Node's own 417 would have no body.
  app.server.on("checkExpectation", (...asked) => app.server.emit("request", ...asked));
  // Called by Node when the server closes. It takes an answer that is written but not yet taken by its reader for done, and
  // would tear it; closeWithin ends the quiet connections instead.
  app.server.closeIdleConnections = () => {};

  const failed = (route: string, error: unknown): Answer => {
    const reason = error instanceof Error ? error.message : "unknown";
    options.log.error("request failed", { route, reason });
    return refusal("internal_error");
  };
  const decide = (route: string, asked: Request, answer: RouteAnswer): Answer | Promise<Answer> => {
    try {
      const given = answer(asked);
      return given instanceof Promise ? given.catch((error: unknown) => failed(route, error)) : given;
    } catch (error) {
      return failed(route, error);
    }
  };
  const told = (
    route: string,
    { method, address, connection }: Request,
    { status, facts }: Answer,
    start: number,
  ): void => {
    const seconds = (performance.now() - start) / 1000;
    options.answered?.(route, status, seconds);
    logged(connection, { method, route, status, address, facts }, seconds);
  };
  const bytesOf = answerBytes(options.tls && secureOnly, limits.keepAliveMs);
  /** What was decided for a repeated request that then had to go the usual way. */
  const decided = new WeakMap<Socket, Answer | Promise<Answer>>();
  // Lives as long as its connection, and holds no more than it needs.
  const answerAgain = (route: string, asked: Request, socket: Socket, answer: RouteAnswer) => (): boolean => {
    if (closing) return false;
    const start = performance.now();
    const given = decide(route, asked, answer);
    const bytes = given instanceof Promise ? undefined : bytesOf(given);
    if (given instanceof Promise || bytes === undefined) {
      decided.set(socket, given);
      return false;
    }
    socket.write(bytes);
    answers.watchRest(socket, bytes.length);
    told(route, asked, given, start);
    return true;
  };
  const handle = (
    route: string,
    { raw: request, body }: FastifyRequest,
    reply: FastifyReply,
    answer: RouteAnswer,
  ): void => {
    const start = performance.now();
    // From here on the raw answer is written, since the bytes are ready to send as they are.
    reply.hijack();
    const { socket } = request;
    const response = reply.raw;
    const asked = requestOf(request, body, options.behindProxy);
    const finish = (given: Answer): void => {
      if (given.proven === true) connections.prove(socket);
      send(response, given, closing, options.tls !== undefined);
      answers.watch(response, lengthOf(given.body));
      told(route, asked, given, start);
      if (isRepeatable(request, response, given))
        mayRepeat(request, response, answerAgain(route, asked, socket, answer));
    };
    const given =
      decided.get(socket) ?? strangerAnswer(request, options.hosts) ?? decide(route, asked, answer);
    decided.delete(socket);
    if (!(given instanceof Promise)) {
      finish(given);
      return;
    }
    answers.watch(response, 0);
    void given.then(finish);
  };

  for (const route of options.routes) {
    app.route({
      method: route.method === "GET" ? ["GET", "HEAD"] : [route.method],
      url: route.path,
      handler: (request, reply) => handle(route.path, request, reply, (asked) => route.answer(asked)),
    });
  }
  app.setNotFoundHandler((request, reply) =>
    handle("other", request, reply, (asked) => notFound(asked, options.routes)),
  );
  app.setErrorHandler((error: { statusCode?: number }, request, reply) =>
    handle("other", request, reply, () => refusal(codeOf(error.statusCode))),
  );

  await listen(app, options);
  const { port } = app.server.address() as { port: number };
  const host = options.address.includes(":") ? `[${options.address}]` : options.address;
  return {
    url: `${options.tls ? "https" : "http"}://${host}:${port}`,
    port,
    takeKeyPair(pair) {
      if (app.server instanceof HttpsServer) app.server.setSecureContext({ ...pair, minVersion: leastTls });
    },
    get openConnections() {
      return connections.count;
    },
    async close(grace) {
      closing = true;
      await closeWithin(app, connections, answers, grace, limits.lastRequestMs);
      answers.stop();
    },
  };
}

type RouteAnswer = Route["answer"];

/** What becomes of requests that no route sees. */
interface Misfits {
  /** Refused by Node's parser. */
  readonly broken: (error: NodeJS.ErrnoException, socket: Socket) => void;
  /** With a path that cannot be decoded. */
  readonly unroutable: (error: { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => void;
}

function makeApp({ tls }: HttpOptions, limits: HttpLimits, { broken, unroutable }: Misfits): FastifyInstance {
  const http = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    // Node would take the first of two Authorization or Host headers, and a proxy before it perhaps the other. Joined, they
    // are no credential and no host.
    joinDuplicateHeaders: true,
    // Node would refuse it with an empty body; `strangerAnswer` does it in the shape of all errors.
    requireHostHeader: false,
  };
  const app = fastify({
    serverFactory(router) {
      if (tls === undefined) return createServer(http, router);
      const https = { ...http, ...tls, minVersion: leastTls, handshakeTimeout: limits.headersMs } as const;
      return createHttpsServer(https, router);
    },
    logger: false,
    trustProxy: false,
    exposeHeadRoutes: false,
    bodyLimit: limits.bodyBytes,
    forceCloseConnections: false,
    return503OnClosing: false,
    clientErrorHandler: broken,
    frameworkErrors: unroutable,
  });
  // Every body is taken as text; a route judges its content type itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  return app;
}

function requestOf(request: IncomingMessage, body: unknown, behindProxy: boolean): Request {
  const { method = "", url = "" } = request;
  return {
    method,
    path: pathOf(url),
    headers: request.headers,
    address: addressOf(request, behindProxy),
    connection: request.socket,
    body: typeof body === "string" ? body : "",
  };
}

/** Of `/path?query`, and of `http://host/path`, which clients of a proxy write (RFC 9112 section 3.2.2). */
function pathOf(target: string): string {
  const path = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "");
  const query = path.indexOf("?");
  return query < 0 ? path : path.slice(0, query);
}

/** Only the entry that the proxy itself added, the last, is believed: a client can send all the others. */
function addressOf(request: IncomingMessage, behindProxy: boolean): string {
  const direct = request.socket.remoteAddress ?? "unknown";
  const forwarded = request.headers["x-forwarded-for"];
  if (!behindProxy || typeof forwarded !== "string") return direct;
  return withoutPort((forwarded.split(",").at(-1) ?? "").trim()).slice(0, 64) || direct;
}

/** Of `192.0.2.1:4711` and `[2001:db8::1]:4711`, as some proxies write it. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(address) ?? [];
  return bracketed ?? plain ?? address;
}

/** The refusal of a request that names two hosts or none (RFC 9112 section 3.2), or one that is not answered here. */
function strangerAnswer(
  { headers: { host }, httpVersion }: IncomingMessage,
  hosts: readonly string[] | undefined,
): Answer | undefined {
  if (host === undefined ? httpVersion === "1.1" : host.includes(",")) {
    return refusal("bad_request", { connection: "close" });
  }
  const isKnown = hosts === undefined || hosts.includes((host ?? "").replace(/:\d+$/, "").toLowerCase());
  return isKnown ? undefined : refusal("not_found");
}

function notFound(request: Request, routes: readonly Route[]): Answer {
  const methods = routes
    .filter((route) => route.path === request.path)
    .flatMap((route) => (route.method === "GET" ? ["GET", "HEAD"] : [route.method]));
  if (methods.length === 0) return refusal("not_found");
  return refusal("method_not_allowed", { allow: methods.join(", ") });
}

function codeOf(status: number | undefined): keyof typeof errorAnswers {
  if (status === 413) return "payload_too_large";
  if (status === 415) return "unsupported_media_type";
  return status !== undefined && status >= 400 && status < 500 ? "bad_request" : "internal_error";
}

function send(
  response: ServerResponse,
  { status, headers, body }: Answer,
  closing: boolean,
  isSecure: boolean,
): void {
  if (response.destroyed) return;
  if (closing) response.shouldKeepAlive = false;
  if (isSecure) response.setHeader(...secureOnly);
  // Node's types know no read-only list, and it only reads.
  response.writeHead(status, headers as OutgoingHttpHeaders | OutgoingHttpHeader[]);
  if (response.req.method === "HEAD" || body === undefined) response.end();
  else response.end(body);
}

/** The good answers to who proved who it is, on a connection that stays open. */
function isRepeatable(
  { method, headers }: IncomingMessage,
  { shouldKeepAlive }: ServerResponse,
  { status, proven }: Answer,
): boolean {
  const isGood = proven === true && (status === 200 || status === 304);
  return isGood && method === "GET" && shouldKeepAlive && headers.expect === undefined;
}

function lengthOf(body: Body | undefined): number {
  return body?.length ?? 0;
}

/**
 * Requests that Node's parser refused: no route ever sees them.
 *
 * @returns what was answered; undefined when nobody is there any more
 */
function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  isSecure: boolean,
): ErrorAnswerCode | undefined {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return undefined;
  }
  const code =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "headers_too_large"
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? "request_timeout"
        : "bad_request";
  const [status, message] = errorAnswers[code];
  const body = errorBody(code, message);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\ncache-control: no-store\r\n` +
      `${isSecure ? `${secureOnly.join(": ")}\r\n` : ""}connection: close\r\n\r\n${body}`,
    // The client may go on sending for ever.
    () => socket.destroy(),
  );
  return code;
}

interface LoggedAnswer {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly address: string;
  readonly facts: Answer["facts"];
}

/** A line for each answer. On one connection they mostly say the same but for the time, so that is made into text once. */
function answerLog(log: Log): (connection: object, answer: LoggedAnswer, seconds: number) => void {
  const last = new WeakMap<object, { readonly answer: LoggedAnswer; readonly log: Log }>();
  return (connection, answer, seconds) => {
    let known = last.get(connection);
    if (known === undefined || !saysTheSame(known.answer, answer)) {
      const { facts, ...others } = answer;
      known = { answer, log: log.with({ ...others, ...facts }) };
      last.set(connection, known);
    }
    known.log.info("request", { ms: Math.round(seconds * 1000) });
  };
}

function saysTheSame(one: LoggedAnswer, other: LoggedAnswer): boolean {
  return (
    one.method === other.method &&
    one.route === other.route &&
    one.status === other.status &&
    one.address === other.address &&
    one.facts === other.facts
  );
}

interface RunningAnswers {
  /** Follows an answer from its request on; called again when its length is known. */
  watch(response: ServerResponse, bytes: number): void;
  /** Follows what the system did not take at once of an answer that was written to a connection itself. */
  watchRest(socket: Socket, bytes: number): void;
  sockets(): Iterable<Socket>;
  stop(): void;
}

/**
 * Ends the connection of a reader that takes its answer too slowly. An idle time-out would not: it starts again with each
 * byte that trickles out.
 */
function runningAnswers(bytesPerSecond: number, limits: HttpLimits): RunningAnswers {
  const deadlines = new Map<ServerResponse | Socket, number>();
  const deadlineOf = (bytes: number) => performance.now() + limits.answerMs + (bytes / bytesPerSecond) * 1000;
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [answer, deadline] of deadlines) {
      if (now <= deadline && !isTaken(answer)) continue;
      deadlines.delete(answer);
      if (!isTaken(answer)) answer.destroy();
    }
  }, limits.checkMs);
  timer.unref();
  return {
    watch(response, bytes) {
      // Most answers are in the hands of the system at once; one without a socket waits its turn in a pipeline.
      const { socket, destroyed, writableEnded } = response;
      // What is left of the answer before it goes out with it, and has no time of its own any more.
      deadlines.delete(response.req.socket);
      if (destroyed || (writableEnded && socket?.writableLength === 0)) return;
      if (!deadlines.has(response)) response.once("close", () => deadlines.delete(response));
      deadlines.set(response, deadlineOf(bytes));
    },
    watchRest(socket, bytes) {
      if (!isTaken(socket)) deadlines.set(socket, deadlineOf(bytes));
    },
    sockets: () =>
      [...deadlines.keys()]
        .filter((answer) => !isTaken(answer))
        .map((answer) => (answer instanceof Socket ? answer : answer.req.socket)),
    stop: () => clearInterval(timer),
  };
}

/** An answer that Node sends says itself when it is over. */
function isTaken(answer: ServerResponse | Socket): boolean {
  return answer instanceof Socket && (answer.destroyed || answer.writableLength === 0);
}

async function listen(app: FastifyInstance, { address, port }: HttpOptions): Promise<void> {
  try {
    await app.listen({ host: address, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    await app.close();
    if (code === "EADDRINUSE") throw failure("port_in_use", { address, port }, error);
    throw failure("cannot_listen", { address, port, reason: code ?? "error" }, error);
  }
}

async function closeWithin(
  app: FastifyInstance,
  connections: Connections,
  answers: RunningAnswers,
  grace: number,
  lastRequestMs: number,
): Promise<void> {
  const cut = setTimeout(() => connections.closeAll(), grace);
  // A request may be on its way at this moment; after that, a connection without a running answer has nothing to wait for.
  const quiet = setInterval(() => connections.closeQuiet(answers.sockets()), Math.min(lastRequestMs, grace));
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    clearInterval(quiet);
  }
}

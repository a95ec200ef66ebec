import {
  fastify,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from "fastify";
import { STATUS_CODES, type ServerResponse } from "node:http";
import { Server as HttpsServer } from "node:https";
import type { Socket } from "node:net";
import type { Log } from "../log.js";
import { failure, LadingError } from "../errors.js";
import type { HttpAnswer, Request, Route } from "./answer.js";
import { errorAnswers, errorBody, refusal, type ErrorAnswerCode } from "./refusals.js";
import { limitConnections, type Connections } from "./connections.js";
import type { KeyPair } from "./key-pair.js";

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
  /** Answers by other routes, which have the same methods and paths. */
  takeRoutes(this: void, routes: readonly Route[]): void;
  /** Serves new connections with another key pair; throws when it is none. Only of a server that has one. */
  takeKeyPair(this: void, pair: KeyPair): void;
  /** Stops listening, lets running answers end, and cuts what is left after `grace` milliseconds. */
  close(grace: number): Promise<void>;
}

interface HttpLimits {
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

/** Forward secrecy and authenticated encryption only: TLS 1.2 has neither by itself. */
const tlsLimits = {
  minVersion: "TLSv1.2",
  ciphers:
    "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20",
} as const;

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

/** The route of requests that none of ours takes, in log and metrics. */
const otherRoute = "other";

export async function openHttp(options: HttpOptions): Promise<HttpServer> {
  const limits = { ...usualLimits, ...options.limits };
  const connections = limitConnections(options.connections);
  const answers = runningAnswers(options.slowestBytesPerSecond, limits);

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { status, headers = {}, body, proven, facts, undelivered }: HttpAnswer,
    { route = request.routeOptions.url ?? otherRoute, seconds = 0 } = {},
  ): FastifyReply => {
    if (proven === true) connections.prove(request.raw.socket);
    if (options.tls !== undefined) reply.header(...secureOnly);
    if (undelivered !== undefined) tellLost(reply.raw, undelivered);
    reply.code(status).headers(headers).send(body);
    answers.watch(reply.raw, Number(reply.getHeader("content-length") ?? 0));
    options.answered?.(route, status, seconds);
    const asked = { method: request.method, route, status, address: addressOf(request) };
    options.log.info("request", { ...asked, ...facts, ms: Math.round(seconds * 1000) });
    return reply;
  };
  const app = makeApp(options, limits, {
    /** Requests that Node's parser refused: no hook and no route ever sees them. */
    clientErrorHandler(error, socket) {
      const code = refuseBroken(error, socket, options.tls !== undefined);
      if (code === undefined) return;
      const [status] = errorAnswers[code];
      options.answered?.(otherRoute, status, 0);
      const address = socket.remoteAddress ?? "unknown";
      options.log.info("request", { route: otherRoute, status, address, code, ms: 0 });
    },
    /** A path that cannot be decoded. */
    frameworkErrors(error, request, reply) {
      void send(request, reply, refusal(codeOf(error.statusCode)), { route: otherRoute });
    },
  });
  app.server.on("connection", (socket: Socket) => connections.open(socket));
  // Called by Node when the server closes. It takes an answer that is written but not yet taken by its reader for done, and
  // would tear it; closeWithin ends the quiet connections instead.
  app.server.closeIdleConnections = () => {};

  app.addHook("onRequest", (request, reply, next) => {
    answers.watch(reply.raw, 0);
    const refused = refuseHost(request, options.hosts);
    if (refused === undefined) next();
    else void send(request, reply, refused, { route: otherRoute });
  });
  const keyOf = ({ method, path }: Route): string => `${method} ${path}`;
  const answering = new Map(options.routes.map((route) => [keyOf(route), route]));
  const methodsAt = new Map<string, string[]>();
  for (const route of options.routes) {
    const methods = route.method === "GET" ? ["GET", "HEAD"] : [route.method];
    methodsAt.set(route.path, [...(methodsAt.get(route.path) ?? []), ...methods]);
    app.route({
      method: methods,
      url: route.path,
      ...(route.bodyBytes !== undefined && { bodyLimit: route.bodyBytes }),
      ...(route.admit !== undefined && {
        async preParsing(request, reply, payload) {
          const refused = await answering.get(keyOf(route))?.admit?.(askedOf(request));
          if (refused === undefined) return payload;
          // What is still on its way is not read.
          reply.header("connection", "close");
          return send(request, reply, refused);
        },
      }),
      async handler(request, reply) {
        const start = performance.now();
        const given = await (answering.get(keyOf(route)) ?? route).answer(askedOf(request));
        return send(request, reply, given, { seconds: (performance.now() - start) / 1000 });
      },
    });
  }
  for (const [url, methods] of methodsAt) {
    app.route({
      method: app.supportedMethods.filter((other) => !methods.includes(other)),
      url,
      handler: (request, reply) =>
        send(request, reply, refusal("method_not_allowed", { allow: methods.join(", ") })),
    });
  }
  app.setNotFoundHandler((request, reply) => send(request, reply, refusal("not_found")));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const isPassing =
      error instanceof LadingError && error.recovery === "retry" && error.code !== "store_damaged";
    const code = isPassing ? "store_unavailable" : codeOf(error.statusCode);
    const route = request.routeOptions.url ?? otherRoute;
    if (isPassing || code === "internal_error")
      options.log.error("request failed", { route, reason: error.message });
    return send(request, reply, refusal(code, isPassing ? { "retry-after": 30 } : {}));
  });

  await listen(app, options);
  const { port } = app.server.address() as { port: number };
  const host = options.address.includes(":") ? `[${options.address}]` : options.address;
  return {
    url: `${options.tls ? "https" : "http"}://${host}:${port}`,
    port,
    takeRoutes(routes) {
      for (const route of routes) answering.set(keyOf(route), route);
    },
    takeKeyPair(pair) {
      if (app.server instanceof HttpsServer) app.server.setSecureContext({ ...pair, ...tlsLimits });
    },
    get openConnections() {
      return connections.count;
    },
    async close(grace) {
      await closeWithin(app, connections, answers, grace, limits.lastRequestMs);
      answers.stop();
    },
  };
}

function makeApp(
  { tls, behindProxy }: HttpOptions,
  limits: HttpLimits,
  handlers: Pick<FastifyServerOptions, "clientErrorHandler" | "frameworkErrors">,
): FastifyInstance {
  const http = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.checkMs,
    // Node would take the first of two Authorization or Host headers, and a proxy before it perhaps the other. Joined, they
    // are no credential and no host.
    joinDuplicateHeaders: true,
    // Node would refuse it with an empty body; `refuseHost` does it in the shape of all errors.
    requireHostHeader: false,
  };
  const settings: FastifyServerOptions = {
    ...handlers,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    bodyLimit: limits.bodyBytes,
    // Only the entry of X-Forwarded-For that the proxy itself added, the last, is believed: a client can send all the others.
    trustProxy: behindProxy ? (_address, hop) => hop === 0 : false,
    exposeHeadRoutes: false,
    // An id is as long as it is: whether there is such a one is told by the store.
    routerOptions: { maxParamLength: limits.headerBytes },
    return503OnClosing: false,
  };
  const https = { ...http, ...tls, ...tlsLimits, handshakeTimeout: limits.headersMs } as const;
  const app =
    tls === undefined
      ? fastify({ ...settings, http })
      : (fastify({ ...settings, https } as FastifyServerOptions) as FastifyInstance);
  // Every body is taken as text; a route judges its content type itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  return app;
}

function askedOf(request: FastifyRequest): Request {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return {
    headers: request.headers,
    address: addressOf(request),
    bytes,
    get body() {
      return bytes.toString("utf8");
    },
    path: request.params as Record<string, string>,
    query: /\?(.*)$/s.exec(request.raw.url ?? "")?.[1] ?? "",
  };
}

/** Tells when an answer does not reach its end: the client is gone, or goes before it is written. */
function tellLost(response: ServerResponse, undelivered: () => void): void {
  if (response.destroyed || response.req.socket.destroyed) undelivered();
  else
    response.once("close", () => {
      if (!response.writableFinished) undelivered();
    });
}

/** The client's, without the port of `192.0.2.1:4711` and `[2001:db8::1]:4711`, as some proxies write it. */
function addressOf({ ip, socket }: FastifyRequest): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(ip) ?? [];
  return (bracketed ?? plain ?? ip).slice(0, 64) || (socket.remoteAddress ?? "unknown");
}

/** The refusal of a request that names two hosts or none (RFC 9112 section 3.2), or one that is not answered here. */
function refuseHost(
  { headers: { host }, raw: { httpVersion } }: FastifyRequest,
  hosts: readonly string[] | undefined,
): HttpAnswer | undefined {
  if (host === undefined ? httpVersion === "1.1" : host.includes(",")) {
    return refusal("bad_request", { connection: "close" });
  }
  const isKnown = hosts === undefined || hosts.includes((host ?? "").replace(/:\d+$/, "").toLowerCase());
  return isKnown ? undefined : refusal("not_found");
}

function codeOf(status: number | undefined): ErrorAnswerCode {
  if (status === 413) return "payload_too_large";
  if (status === 415) return "unsupported_media_type";
  return status !== undefined && status >= 400 && status < 500 ? "bad_request" : "internal_error";
}

/**
 * Answers a request that could not be parsed.
 *
 * @returns what was answered; undefined when nobody is there any more
 */
function refuseBroken(
  error: NodeJS.ErrnoException,
  socket: Socket,
  isSecure: boolean,
): ErrorAnswerCode | undefined {
  // Nothing can be said where the handshake failed or never began.
  const isBeforeHttp = /^ERR_(?:TLS|SSL)_/.test(error.code ?? "");
  if (error.code === "ECONNRESET" || isBeforeHttp || !socket.writable) {
    socket.destroy();
    return undefined;
  }
  const code =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "headers_too_large"
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? "request_timeout"
        : "bad_request";
  const [status] = errorAnswers[code];
  const body = JSON.stringify(errorBody(code));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\ncache-control: no-store\r\n` +
      `${isSecure ? `${secureOnly.join(": ")}\r\n` : ""}connection: close\r\n\r\n${body}`,
    // The client may go on sending for ever.
    () => socket.destroy(),
  );
  return code;
}

interface RunningAnswers {
  /** Follows an answer from its request on; called again when its length is known. */
  watch(response: ServerResponse, bytes: number): void;
  sockets(): Iterable<Socket>;
  stop(): void;
}

/**
 * Ends the connection of a reader that takes its answer too slowly. An idle time-out would not: it starts again with each
 * byte that trickles out.
 */
function runningAnswers(bytesPerSecond: number, limits: HttpLimits): RunningAnswers {
  const deadlines = new Map<ServerResponse, number>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [response, deadline] of deadlines) {
      if (now <= deadline) continue;
      deadlines.delete(response);
      response.destroy();
    }
  }, limits.checkMs);
  timer.unref();
  return {
    watch(response, bytes) {
      if (response.destroyed || response.writableFinished) return;
      if (!deadlines.has(response)) response.once("close", () => deadlines.delete(response));
      deadlines.set(response, performance.now() + limits.answerMs + (bytes / bytesPerSecond) * 1000);
    },
    sockets: () => Array.from(deadlines.keys(), (response) => response.req.socket),
    stop: () => clearInterval(timer),
  };
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

import {
  fastify,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  type RouteOptions,
} from "fastify";
import { STATUS_CODES, type ServerResponse } from "node:http";
import { Server as HttpsServer } from "node:https";
import { Readable } from "node:stream";
import type { Socket } from "node:net";
import type { Log } from "../log.js";
import { failure, LadingError } from "../errors.js";
import type { HttpAnswer, Request, Route } from "./answer.js";
import { errorAnswers, errorBody, refusal, type ErrorAnswerCode } from "./refusals.js";
import { limitConnections, type Connections } from "./connections.js";
import type { KeyPair } from "./key-pair.js";

/**
 * An HTTP server that serves routes on a port, with limits on everything that a client can send or keep open. Only
 * this file uses Fastify.
 */

export interface HttpOptions {
  readonly address: string;
  readonly port: number;
  readonly tls?: KeyPair | undefined;
  readonly behindProxy: boolean;
  readonly routes: readonly Route[];
  readonly connections: number;
  /** Minimum speed at which a client must read a response. In addition, `answerMs` is allowed for each response. */
  readonly slowestBytesPerSecond: number;
  readonly limits?: Partial<HttpLimits>;
  /** Host names that are allowed in requests. Undefined if any name is allowed. */
  readonly hosts?: readonly string[];
  readonly log: Log;
  readonly answered?: (route: string, status: number, seconds: number) => void;
}

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  readonly openConnections: number;
  /** Replaces the routes with new ones that have the same methods and paths. */
  takeRoutes(this: void, routes: readonly Route[]): void;
  /** Uses a different key pair for new connections. Throws if the key pair is invalid. Has no effect without TLS. */
  takeKeyPair(this: void, pair: KeyPair): void;
  /**
   * Stops listening, lets responses in progress finish, and closes the remaining connections after `grace`
   * milliseconds.
   */
  close(grace: number): Promise<void>;
}

interface HttpLimits {
  readonly headerBytes: number;
  readonly bodyBytes: number;
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  /** Milliseconds allowed for a response, in addition to the time needed to send it at the minimum speed. */
  readonly answerMs: number;
  /** Time limit in milliseconds for requests that are still arriving when the server stops. */
  readonly lastRequestMs: number;
  /**
   * Milliseconds between checks for exceeded time limits. Node's default interval of 30 seconds is longer than some of
   * the time limits.
   */
  readonly checkMs: number;
}

/**
 * Allows only ciphers with forward secrecy and authenticated encryption, which TLS 1.2 by itself does not guarantee.
 */
const tlsLimits = {
  minVersion: "TLSv1.2",
  ciphers:
    "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20",
} as const;

/**
 * Makes browsers use only HTTPS for this host for a year. If a proxy terminates TLS, the proxy has to send this
 * header.
 */
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

/** Route name in the log and metrics for requests that match no route. */
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
    if (undelivered !== undefined) onUndelivered(reply.raw, undelivered);
    reply.code(status).headers(headers).send(body);
    answers.watch(reply.raw, Number(reply.getHeader("content-length") ?? 0));
    options.answered?.(route, status, seconds);
    const asked = { method: request.method, route, status, address: addressOf(request) };
    options.log.info("request", { ...asked, ...facts, ms: Math.round(seconds * 1000) });
    return reply;
  };
  const app = makeApp(options, limits, {
    /** Handles requests that Node's parser rejected. Such requests never reach a hook or route. */
    clientErrorHandler(error, socket) {
      const code = refuseBroken(error, socket, options.tls !== undefined);
      if (code === undefined) return;
      const [status] = errorAnswers[code];
      options.answered?.(otherRoute, status, 0);
      const address = socket.remoteAddress ?? "unknown";
      options.log.info("request", { route: otherRoute, status, address, code, ms: 0 });
    },
    /** Handles requests with paths that cannot be decoded. */
    frameworkErrors(error, request, reply) {
      void send(request, reply, refusal(codeOf(error.statusCode)), { route: otherRoute });
    },
  });
  app.server.on("connection", (socket: Socket) => connections.open(socket));
  // Node calls this function when the server closes. The original function would cut off responses that clients have
  // not read completely. `closeWithin` closes idle connections instead.
  app.server.closeIdleConnections = () => {};

  const streamed = new Set(
    options.routes.flatMap((route) => (route.isStreamed === true ? [route.path] : [])),
  );
  app.addHook("onRequest", (request, reply, next) => {
    // For a streamed body, the time limit is based on the minimum speed of a client.
    const isStreamed = streamed.has(request.routeOptions.url ?? "");
    answers.watch(reply.raw, isStreamed ? Number(request.headers["content-length"] ?? 0) : 0);
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
    const settings: RouteOptions = {
      method: methods,
      url: route.path,
      ...(route.bodyBytes !== undefined && { bodyLimit: route.bodyBytes }),
      ...(route.admit !== undefined && {
        async preParsing(request, reply, payload) {
          const refused = await answering.get(keyOf(route))?.admit?.(requestOf(request));
          if (refused === undefined) return payload;
          // The rest of the body is not read.
          reply.header("connection", "close");
          return send(request, reply, refused);
        },
      }),
      async handler(request, reply) {
        const watch = (): void => answers.watch(reply.raw, 0, route.answerMs);
        if (route.isStreamed === true) request.raw.once("end", watch);
        else watch();
        const start = performance.now();
        const given = await (answering.get(keyOf(route)) ?? route).answer(requestOf(request));
        return send(request, reply, given, { seconds: (performance.now() - start) / 1000 });
      },
    };
    if (route.isStreamed === true) {
      void app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
        scope.route(settings);
      });
    } else app.route(settings);
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
  { tls, behindProxy, routes }: HttpOptions,
  limits: HttpLimits,
  handlers: Pick<FastifyServerOptions, "clientErrorHandler" | "frameworkErrors">,
): FastifyInstance {
  const http = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.checkMs,
    // If there are two Authorization or Host headers, Node would use the first, and a proxy might use the second.
    // Joined values are invalid.
    joinDuplicateHeaders: true,
    // Node would reject a request without a Host header with an empty response. `refuseHost` uses the common error
    // format.
    requireHostHeader: false,
  };
  const settings: FastifyServerOptions = {
    ...handlers,
    // If any route has a streamed body, the response timer limits the time of every request instead.
    requestTimeout: routes.some(({ isStreamed }) => isStreamed) ? 0 : limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    bodyLimit: limits.bodyBytes,
    // Trusts only the last entry in X-Forwarded-For, which the proxy added. A client can forge the other entries.
    trustProxy: behindProxy ? (_address, hop) => hop === 0 : false,
    exposeHeadRoutes: false,
    // IDs may be long, so the router does not limit their length.
    routerOptions: { maxParamLength: limits.headerBytes },
    return503OnClosing: false,
  };
  const https = { ...http, ...tls, ...tlsLimits, handshakeTimeout: limits.headersMs } as const;
  const app =
    tls === undefined
      ? fastify({ ...settings, http })
      : (fastify({ ...settings, https } as FastifyServerOptions) as FastifyInstance);
  // All bodies are accepted as raw bytes. Each route checks the content type itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  return app;
}

function requestOf(request: FastifyRequest): Request {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return {
    ...(request.body instanceof Readable && { stream: request.body }),
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

function onUndelivered(response: ServerResponse, undelivered: () => void): void {
  if (response.destroyed || response.req.socket.destroyed) undelivered();
  else
    response.once("close", () => {
      if (!response.writableFinished) undelivered();
    });
}

/**
 * Returns the client's address without the port that some proxies add, as in `192.0.2.1:4711` and
 * `[2001:db8::1]:4711`.
 */
function addressOf({ ip, socket }: FastifyRequest): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(ip) ?? [];
  return (bracketed ?? plain ?? ip).slice(0, 64) || (socket.remoteAddress ?? "unknown");
}

/**
 * Returns the response that refuses a request with two hosts or, in HTTP/1.1, without a host (RFC 9112 section 3.2), or
 * with a host name that this server does not accept. Returns undefined for all other requests.
 */
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
 * Responds to a request that could not be parsed. Returns the code of the response, or undefined if no response can be
 * sent.
 */
function refuseBroken(
  error: NodeJS.ErrnoException,
  socket: Socket,
  isSecure: boolean,
): ErrorAnswerCode | undefined {
  // Without a completed TLS handshake, there is no way to respond.
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
    // The client might keep sending forever.
    () => socket.destroy(),
  );
  return code;
}

interface RunningAnswers {
  /** Starts the timer for a response, or updates the deadline when the length of the response is known. */
  watch(response: ServerResponse, bytes: number, answerMs?: number): void;
  sockets(): Iterable<Socket>;
  stop(): void;
}

/**
 * Closes the connection of a client that reads its response too slowly. An idle timeout would not help, because every
 * byte would restart the timeout.
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
    watch(response, bytes, answerMs = limits.answerMs) {
      if (response.destroyed || response.writableFinished) return;
      if (!deadlines.has(response)) response.once("close", () => deadlines.delete(response));
      deadlines.set(response, performance.now() + answerMs + (bytes / bytesPerSecond) * 1000);
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
  // Requests that are still arriving have `lastRequestMs` to arrive in full. After that, connections without a
  // response in progress are closed.
  const quiet = setInterval(() => connections.closeQuiet(answers.sockets()), Math.min(lastRequestMs, grace));
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
    clearInterval(quiet);
  }
}

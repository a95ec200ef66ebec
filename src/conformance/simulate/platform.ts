import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { dice } from "./dice.js";
import type { Entity } from "./invoices.js";
import { pathOf, pullFrom, type PartnerOptions, type Posted } from "./pulling.js";
import { visible } from "../../sentence.js";

/**
 * This module simulates the accounts-payable platform according to `docs/interface.md`. The simulator accepts
 * notifications, responds with the specified errors, supports all three sign-in methods, fetches changed records, and
 * posts invoices. The simulator shares no code with Lading's server, so a mistake in the server is not repeated in the
 * simulator.
 */

export interface PlatformOptions {
  readonly port: number;
  readonly credentials: {
    readonly token?: string | undefined;
    readonly apiKey?: string | undefined;
    readonly client?: { readonly id: string; readonly secret: string } | undefined;
  };
  /** The partner from which records are fetched. If omitted, no records are fetched. */
  readonly partner?: PartnerOptions | undefined;
  /** Runs with the same seed behave in the same way. */
  readonly seed?: number | undefined;
  /** Returns the disturbance for a request, given its 1-based number. */
  readonly disturb?: ((request: number) => Disturbance | undefined) | undefined;
  /** Lifetime of access tokens, in seconds. */
  readonly tokenTime?: number;
  /** Called with a line of text for each event. */
  readonly say?: ((line: string) => void) | undefined;
}

export type Disturbance =
  | { readonly status: 400 | 401 | 404 | 408 | 429 | 500 | 503; readonly retryAfter?: number }
  /** Milliseconds to wait before responding. */
  | { readonly delay: number }
  /** The notification is accepted, but the response is lost. */
  | { readonly drop: true };

interface TakenEvent {
  readonly entity_type: string;
  readonly external_id: string;
  readonly updated_at: string;
  readonly int_req_id: number;
}

export interface SimulatedPlatform {
  readonly url: string;
  readonly tokenUrl: string;
  /** Accepted notifications, in order of arrival. */
  readonly taken: readonly TakenEvent[];
  /**
   * Latest version of each entity. The key consists of the entity's type and ID, separated by a space. Numbers keep
   * their digits (`exact-json.ts`).
   */
  readonly entities: ReadonlyMap<string, Entity>;
  /** Invoices that the partner accepted (status 200) or already had (status 409). */
  readonly posted: readonly Posted[];
  /** The partner's deviations from the interface. */
  readonly oddities: readonly string[];
  /** Number of requests to `/events`. */
  requests(): number;
  /** Waits until all changes are fetched and all invoices for them are posted. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const mostBody = 65_536;

export async function simulatePlatform(options: PlatformOptions): Promise<SimulatedPlatform> {
  const { credentials, partner, disturb, tokenTime = 900, seed = 1 } = options;
  const taken: TakenEvent[] = [];
  const accessTokens = new Map<string, number>();
  const closing = new AbortController();
  // Control characters in text from other machines are replaced, because they could affect the terminal.
  const say = (line: string) => options.say?.(visible(line));
  let requests = 0;
  let requestIds = 0;

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(options.port, "127.0.0.1", done);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const puller = partner && pullFrom(partner, dice(seed), say, closing.signal);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (body === undefined) return send(response, 413, {});
    const path = (request.url ?? "").split("?")[0];
    if (path === "/oauth/token" && request.method === "POST") return giveToken(request, response, body);
    if (path !== "/events" || request.method !== "POST") return send(response, 404, {});
    requests += 1;
    const met = disturb?.(requests);
    if (met !== undefined && "delay" in met) await wait(met.delay, undefined, { signal: closing.signal });
    if (met !== undefined && "status" in met) {
      say(`event -> ${met.status}`);
      if (met.status === 400)
        return refuse(response, ++requestIds, [{ field: "external_id", message: "is not accepted" }]);
      if (met.retryAfter !== undefined) response.setHeader("retry-after", met.retryAfter);
      return met.status === 401 ? unauthorized(response) : send(response, met.status, {});
    }
    if (!isAuthorized(request)) {
      say("event -> 401");
      return unauthorized(response);
    }
    takeEvent(response, body, met !== undefined && "drop" in met);
  }

  function takeEvent(response: ServerResponse, body: string, drops: boolean): void {
    const int_req_id = ++requestIds;
    let event: unknown;
    try {
      event = JSON.parse(body);
    } catch {
      say(`event ${int_req_id} -> 400 invalid_json`);
      const error = {
        code: "invalid_json",
        message: "The body is not JSON.",
        details: [{ field: null, message: "is not JSON" }],
      };
      return send(response, 400, { int_req_id, error });
    }
    const details = issuesOf(event);
    if (details.length > 0) {
      say(
        `event ${int_req_id} -> 400 validation_error: ${details.map(({ field, message }) => `${field ?? "body"} ${message}`).join(", ")}`,
      );
      return refuse(response, int_req_id, details);
    }
    const notification = { ...(event as Omit<TakenEvent, "int_req_id">), int_req_id };
    taken.push(notification);
    say(
      `event ${int_req_id} ${notification.entity_type} ${notification.external_id} ${notification.updated_at} -> ${drops ? "accepted, response lost" : "200"}`,
    );
    puller?.pull(notification.entity_type, notification.external_id, notification.updated_at);
    if (drops) response.destroy();
    else send(response, 200, { int_req_id });
  }

  function giveToken(request: IncomingMessage, response: ServerResponse, body: string): void {
    const form = new URLSearchParams(body);
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    const [id, secret] =
      basic === undefined
        ? [form.get("client_id") ?? "", form.get("client_secret") ?? ""]
        : Buffer.from(basic, "base64").toString("utf8").split(":").map(decoded);
    response.setHeader("cache-control", "no-store");
    if (form.get("grant_type") !== "client_credentials")
      return send(response, 400, { error: "unsupported_grant_type" });
    const { client } = credentials;
    if (client === undefined || !same(id ?? "", client.id) || !same(secret ?? "", client.secret)) {
      say("token -> 401");
      response.setHeader("www-authenticate", 'Basic realm="platform"');
      return send(response, 401, { error: "invalid_client" });
    }
    const token = randomBytes(24).toString("base64url");
    accessTokens.set(token, Date.now() + tokenTime * 1000);
    say("token -> 200");
    send(response, 200, { access_token: token, token_type: "Bearer", expires_in: tokenTime });
  }

  function isAuthorized({ headers }: IncomingMessage): boolean {
    const authorization = headers.authorization ?? "";
    const key = headers["x-api-key"];
    if (credentials.token !== undefined && same(authorization, `Token token=${credentials.token}`))
      return true;
    if (credentials.apiKey !== undefined && typeof key === "string" && same(key, credentials.apiKey))
      return true;
    const bearer = /^Bearer (.+)$/.exec(authorization)?.[1];
    return bearer !== undefined && (accessTokens.get(bearer) ?? 0) > Date.now();
  }

  return {
    url,
    tokenUrl: `${url}/oauth/token`,
    taken,
    entities: puller?.entities ?? new Map(),
    posted: puller?.posted ?? [],
    oddities: puller?.oddities ?? [],
    requests: () => requests,
    settled: async () => puller?.settled(),
    close: () =>
      new Promise((done) => {
        closing.abort();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

interface EventIssue {
  readonly field: string | null;
  readonly message: string;
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

function issuesOf(event: unknown): readonly EventIssue[] {
  if (typeof event !== "object" || event === null || Array.isArray(event))
    return [{ field: null, message: "is not an object" }];
  const { entity_type, external_id, updated_at, ...others } = event as Record<string, unknown>;
  const issues: EventIssue[] = Object.keys(others).map((field) => ({ field, message: "is unknown" }));
  if (typeof entity_type !== "string" || !Object.hasOwn(pathOf, entity_type))
    issues.push({ field: "entity_type", message: "is not one of org, job, payables-invoice" });
  if (typeof external_id !== "string" || external_id === "")
    issues.push({ field: "external_id", message: "is not a string" });
  if (typeof updated_at !== "string" || !instant.test(updated_at) || Number.isNaN(Date.parse(updated_at)))
    issues.push({ field: "updated_at", message: "is not an ISO 8601 date-time" });
  return issues;
}

function refuse(response: ServerResponse, int_req_id: number, details: readonly EventIssue[]): void {
  const error = { code: "validation_error", message: "The notification is not valid.", details };
  send(response, 400, { int_req_id, error });
}

function unauthorized(response: ServerResponse): void {
  send(response, 401, { error: { code: "unauthorized", message: "No valid credentials." } });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > mostBody) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** Decodes one part of Basic credentials, which are form-encoded (RFC 6749 section 2.3.1). */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

function same(given: string, known: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(known)];
  return a.length === b.length && timingSafeEqual(a, b);
}

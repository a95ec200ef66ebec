import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/**
 * A partner's own implementation of the three lists, and of orgs if a twist states it. It is correct by
 * default and can be made wrong in many ways. It shares no code with Lading.
 */

type Entry = Record<string, unknown>;

export interface Answering {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}

/** How one answer differs from a correct one. `calls` counts the answers of a path with valid credentials. */
export interface Twist {
  /** Changes authentication: the answer to a request with missing, wrong or correct credentials. */
  readonly admit?: (
    credentials: "none" | "wrong" | "bearer" | "oauth",
    request: IncomingMessage,
  ) => boolean | number;
  readonly unauthorizedBody?: string;
  readonly unauthorized?: (answering: Answering, path: string) => void;
  readonly staff?: (entries: Entry[], calls: number) => unknown;
  readonly chargeCodes?: (entries: Entry[], calls: number) => unknown;
  readonly taxCodes?: (entries: Entry[], calls: number) => unknown;
  readonly answer?: (answering: Answering, path: string, credentials: string) => void;
  /** If present, orgs are offered for polling, and this is how an answer differs. */
  readonly orgs?: (
    answering: Answering,
    asked: { readonly id?: string; readonly query: URLSearchParams },
  ) => void;
  readonly token?: (answering: Answering, isRight: boolean, request: IncomingMessage) => void;
}

export const secrets = {
  bearer: "static-token-of-the-peer-0001",
  clientId: "platform",
  secret: "client+secret/of=peer",
};
const accessToken = "access-token-of-the-peer-42";

export async function peer(twist: Twist = {}): Promise<{ url: string; tokenUrl: string }> {
  const calls = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    if (path === "/token") void answerToken(request, response, twist);
    else send(response, answerList(request, path, twist, calls));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, tokenUrl: `${url}/token` };
}

function answerList(
  request: IncomingMessage,
  path: string,
  twist: Twist,
  calls: Map<string, number>,
): Answering {
  const credentials = credentialsOf(request);
  const usual = credentials === "bearer" || credentials === "oauth";
  const admitted = twist.admit?.(credentials, request) ?? usual;
  if (admitted !== true) {
    const refusal: Answering = {
      status: admitted === false ? 401 : admitted,
      headers: { "content-type": "application/json", "www-authenticate": "Bearer" },
      body: twist.unauthorizedBody ?? '{"error":{"code":"unauthorized","message":"no"}}',
    };
    twist.unauthorized?.(refusal, path);
    return refusal;
  }
  const polled = /^\/(?:orgs|jobs|payables-invoices)(?=\/|$)/.exec(path)?.[0];
  if (twist.orgs !== undefined && polled !== undefined)
    return answerPolled(request, path, polled, twist.orgs);
  const call = (calls.get(path) ?? 0) + 1;
  calls.set(path, call);
  const value = listOf(path, twist, call);
  const answering: Answering =
    value === undefined
      ? { status: 404, headers: {}, body: "" }
      : {
          status: 200,
          headers: { "content-type": "application/json; charset=utf-8" },
          body: JSON.stringify(value),
        };
  twist.answer?.(answering, path, credentials);
  return answering;
}

const orgs: readonly Entry[] = ["ORG/1 ö", "ORG2"].map((external_id, i) => ({
  external_id,
  updated_at: `2026-03-01T08:15:0${i}Z`,
  name: "Harbour Line",
  code: "HAR",
  is_active: true,
  is_creditor: true,
  is_debtor: false,
  country: "GB",
  ...(i === 0 ? {} : { days_to_pay: 30, payments_scheduling_rule: null, contacts: [] }),
}));

/** There are no jobs and invoices. */
function answerPolled(
  request: IncomingMessage,
  path: string,
  type: string,
  twist: NonNullable<Twist["orgs"]>,
): Answering {
  const records = type === "/orgs" ? orgs : [];
  const headers = { "content-type": "application/json" };
  const query = new URL(request.url ?? "", "http://peer").searchParams;
  const id = path === type ? undefined : decodeURIComponent(path.slice(type.length + 1));
  const [after, before] = [query.get("updated_after"), query.get("updated_before")];
  const isRight = (text: string | null): boolean =>
    text === null || (/T.*Z$/.test(text) && text.startsWith(dayOf(text)));
  const asked = { ...(id === undefined ? {} : { id }), query };
  let answering: Answering;
  if (id !== undefined) {
    const org = records.find((one) => one["external_id"] === id);
    answering = { status: org ? 200 : 404, headers, body: JSON.stringify(org ?? {}) };
  } else if (!isRight(after) || !isRight(before) || (before !== null && after === null)) {
    answering = { status: 400, headers, body: '{"error":{"code":"validation_error","message":"no"}}' };
  } else {
    const items = records
      .filter(({ updated_at: at }) => after === null || Date.parse(String(at)) >= Date.parse(after))
      .filter(({ updated_at: at }) => before === null || Date.parse(String(at)) < Date.parse(before))
      .map(({ external_id }) => ({ external_id }));
    answering = { status: 200, headers, body: JSON.stringify(items) };
  }
  if (type === "/orgs") twist(answering, asked);
  return answering;
}

/** The calendar day, or "" for an invalid one. */
function dayOf(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? "none" : new Date(time).toISOString().slice(0, 10);
}

function credentialsOf(request: IncomingMessage): "none" | "wrong" | "bearer" | "oauth" {
  const header = request.headers.authorization;
  if (header === undefined) return "none";
  if (header === `Bearer ${secrets.bearer}`) return "bearer";
  return header === `Bearer ${accessToken}` ? "oauth" : "wrong";
}

function listOf(path: string, twist: Twist, call: number): unknown {
  const at = "2026-03-01T08:15:00+01:00";
  if (path === "/staff") {
    const entries: Entry[] = ["Petra Vogel", "Jan Öberg", "Wu Li"].map((name, i) => ({
      external_id: `E${i}`,
      updated_at: at,
      name,
      email_address: `e${i}@example.com`,
      is_active: i !== 1,
    }));
    return twist.staff === undefined ? entries : twist.staff(entries, call);
  }
  if (path === "/charge-codes") {
    const entries: Entry[] = ["freight", "origin", "destination", "other"].map((type, i) => ({
      external_id: `C${i}`,
      updated_at: at,
      code: `00${i}`,
      description: type,
      charge_type: type,
      tax_code: { external_id: `T${i % 2}` },
      is_active: true,
    }));
    return twist.chargeCodes === undefined ? entries : twist.chargeCodes(entries, call);
  }
  if (path === "/tax-codes") {
    const entries: Entry[] = [
      { external_id: "T0" },
      { external_id: "T1", anything: [1, { x: null }], rate: "a lot" },
    ];
    return twist.taxCodes === undefined ? entries : twist.taxCodes(entries, call);
  }
  return undefined;
}

async function answerToken(request: IncomingMessage, response: ServerResponse, twist: Twist): Promise<void> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  const form = new URLSearchParams(text);
  const [, encoded] = (request.headers.authorization ?? "").split(" ");
  const [id = "", secret = ""] = Buffer.from(encoded ?? "", "base64")
    .toString()
    .split(":")
    .map((part) => decodeURIComponent(part));
  const isRight =
    form.get("grant_type") === "client_credentials" &&
    (form.get("client_id") ?? id) === secrets.clientId &&
    (form.get("client_secret") ?? secret) === secrets.secret;
  const answering: Answering = {
    status: isRight ? 200 : 401,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
    body: isRight
      ? JSON.stringify({ access_token: accessToken, token_type: "bearer" })
      : '{"error":"invalid_client"}',
  };
  twist.token?.(answering, isRight, request);
  send(response, answering);
}

function send(response: ServerResponse, { status, headers, body }: Answering): void {
  response.writeHead(status, headers);
  response.end(body);
}

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/**
 * A partner's own implementation of the ten endpoints, or of the seven with events, written from
 * `docs/interface.md` sections 4.2, 5 and 7 alone. It shares no code with Lading, is correct by default, and
 * can be made wrong.
 */

export type Fields = Record<string, unknown>;

export interface PartnerAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The received request, before it is answered. */
export interface PartnerRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  /** The number of the request, from 1. */
  readonly n: number;
}

export interface PartnerTwist {
  readonly polling?: boolean;
  /** Before processing: an answer to return instead. */
  readonly instead?: (asked: PartnerRequest) => PartnerAnswer | undefined;
  /** After processing: changes the answer. */
  readonly after?: (answer: PartnerAnswer, asked: PartnerRequest) => void;
}

export interface Partner {
  readonly url: string;
  readonly tokenUrl: string;
  readonly entities: Readonly<Record<EntityPath, Map<string, Fields>>>;
  /** Bodies of accepted invoices, unchanged. */
  readonly taken: readonly string[];
  readonly asked: readonly PartnerRequest[];
}

type EntityPath = "orgs" | "jobs" | "payables-invoices";

export const partnerSecrets = { token: "static-token-0001", id: "platform", secret: "s%cr+t of platform" };

const at = "2026-03-01T08:15:00.000Z";
const money = (total: string) => `{"currency":"EUR","pre_tax":${total},"tax":0.0,"total":${total}}`;

export async function partner({ polling = false, instead, after }: PartnerTwist = {}): Promise<Partner> {
  const org = (external_id: string): Fields => ({
    external_id,
    updated_at: at,
    name: "Ocean Line",
    code: external_id,
    is_active: true,
    is_creditor: true,
    is_debtor: false,
    country: "SG",
  });
  const entities = {
    orgs: new Map([org("OCE/1"), org("HAR")].map((each) => [String(each["external_id"]), each])),
    jobs: new Map<string, Fields>(),
    "payables-invoices": new Map<string, Fields>(),
  };
  // Texts, because the amounts have digits that a number would lose.
  const jobs = new Map([
    [
      "S1",
      `{"external_id":"S1","updated_at":"${at}","accruals":[` +
        [
          ["S1-1", "OCE/1", "12345678901234567.10"],
          ["S1-2", "OCE/1", "0.20"],
          ["S1-3", "HAR", "-5.0"],
        ]
          .map(
            ([id, creditor, total]) =>
              `{"external_id":"${id}","creditor":{"external_id":"${creditor}"},"charge_code":{"external_id":"C0"},` +
              `"tax_code":{"external_id":"T0"},"operator":null,"local_amount":${money(total ?? "")},"overseas_amount":${money(total ?? "")}}`,
          )
          .join(",") +
        "]}",
    ],
  ]);
  entities.jobs.set("S1", JSON.parse(jobs.get("S1") ?? "") as Fields);
  const lists: Record<string, readonly Fields[]> = {
    staff: [
      { external_id: "E0", updated_at: at, name: "Wu Li", email_address: "wu@example.com", is_active: true },
    ],
    "charge-codes": [
      {
        external_id: "C0",
        updated_at: at,
        code: "FRT",
        description: "Freight",
        charge_type: "freight",
        tax_code: { external_id: "T0" },
        is_active: true,
      },
    ],
    "tax-codes": [{ external_id: "T0" }],
  };
  const taken: string[] = [];
  const log: PartnerRequest[] = [];
  const accessTokens = new Set<string>();

  function answer(asked: PartnerRequest, authorization: string): PartnerAnswer {
    const { method, path, query, body } = asked;
    if (path === "/token") return tokenFor(authorization);
    const token = /^Bearer (.+)$/.exec(authorization)?.[1] ?? "";
    if (token !== partnerSecrets.token && !accessTokens.has(token)) return failed(401, "unauthorized");
    const [, first = "", id] = path.split("/");
    if (method === "POST" && path === "/payables-invoices") return take(body);
    if (id === undefined && lists[first] !== undefined) return good(lists[first]);
    if (!(first in entities)) return failed(404, "not_found");
    const type = first as EntityPath;
    if (id === undefined) return polling ? window(type, query) : failed(404, "not_found");
    const found = entities[type].get(decodeURIComponent(id));
    if (found === undefined) return failed(404, "not_found");
    return { ...good(found), body: jobs.get(String(found["external_id"])) ?? JSON.stringify(found) };
  }

  function tokenFor(authorization: string): PartnerAnswer {
    const pair = Buffer.from(authorization.replace("Basic ", ""), "base64").toString().split(":");
    const [id, secret] = pair.map((text) => decodeURIComponent(text.replaceAll("+", " ")));
    if (id !== partnerSecrets.id || secret !== partnerSecrets.secret) return failed(401, "invalid_client");
    const access_token = `access-${accessTokens.size}`;
    accessTokens.add(access_token);
    const answer = good({ access_token, token_type: "Bearer", expires_in: 600 });
    return { ...answer, headers: { ...answer.headers, "cache-control": "no-store" } };
  }

  function take(body: string): PartnerAnswer {
    let invoice: Fields;
    try {
      invoice = JSON.parse(body) as Fields;
    } catch {
      return failed(400, "invalid_json");
    }
    const creditor = (invoice["creditor"] as Fields | undefined)?.["external_id"];
    const number = invoice["invoice_number"];
    if (typeof number !== "string" || !entities.orgs.has(String(creditor)))
      return failed(400, "validation_error");
    const all = [...entities["payables-invoices"].values()];
    const isThere = all.some(
      (one) => one["invoice_number"] === number && (one["creditor"] as Fields)["external_id"] === creditor,
    );
    if (isThere) return failed(409, "duplicate_invoice");
    const external_id = `AP${all.length + 1}`;
    entities["payables-invoices"].set(external_id, {
      external_id,
      updated_at: at,
      status: "draft",
      creditor: { external_id: creditor },
      invoice_number: number,
    });
    taken.push(body);
    return good({ external_id, status: "draft" });
  }

  function window(type: EntityPath, query: URLSearchParams): PartnerAnswer {
    const [from, until] = [query.get("updated_after"), query.get("updated_before")];
    if (!isTime(from) || !isTime(until) || (until !== null && from === null))
      return failed(400, "validation_error");
    const items = [...entities[type].values()]
      .filter(({ updated_at: time }) => from === null || Date.parse(String(time)) >= Date.parse(from))
      .filter(({ updated_at: time }) => until === null || Date.parse(String(time)) < Date.parse(until))
      .map(({ external_id }) => ({ external_id }));
    return good({ data: items });
  }

  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://partner");
      const asked = {
        method: request.method ?? "",
        path: pathname,
        query: searchParams,
        body,
        n: log.length + 1,
      };
      log.push(asked);
      const answering = instead?.(asked) ?? answer(asked, request.headers.authorization ?? "");
      after?.(answering, asked);
      response.writeHead(answering.status, answering.headers).end(answering.body);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, tokenUrl: `${url}/token`, entities, taken, asked: log };
}

function good(value: unknown): PartnerAnswer {
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

export function failed(status: number, code: string): PartnerAnswer {
  return {
    status,
    headers: {
      "content-type": "application/json",
      ...(status === 401 && { "www-authenticate": "Bearer" }),
    },
    body: JSON.stringify({ error: { code, message: "no" } }),
  };
}

/** UTC, at least to the second, with a valid calendar day. */
function isTime(text: string | null): boolean {
  if (text === null) return true;
  const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text.slice(0, 10);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

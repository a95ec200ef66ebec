import type { IncomingHttpHeaders } from "node:http";
import type { WhyNot } from "./caller.js";

/** What passes between the HTTP wiring (http.ts) and what it serves. */

export interface Request {
  readonly headers: IncomingHttpHeaders;
  /** The client's address; behind a proxy, as the proxy wrote it. */
  readonly address: string;
  /** Body of a POST, as text; what is no UTF-8 is not told apart. */
  readonly body: string;
  /** The same as it came. */
  readonly bytes: Uint8Array;
  /** What stands in the path for `:NAME`, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** What stands behind the path, as it came. */
  readonly query: string;
}

export type AnswerHeaders = Readonly<Record<string, string | number>>;

export interface HttpAnswer {
  readonly status: number;
  readonly headers?: AnswerHeaders;
  /** Bytes are sent as they are, text in UTF-8, anything else as JSON. */
  readonly body?: Buffer | string | object;
  /** Whether the client proved who it is: such connections are kept before others when there are too many. */
  readonly proven?: boolean;
  /** For the log: the public id of the credential, a code of what was refused. */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** Called when the client is gone before it had the answer. */
  readonly undelivered?: () => void;
}

export interface Route {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The largest body, in bytes; a few KiB when omitted. */
  readonly bodyBytes?: number;
  /** Asked before the body is read: the refusal of whoever may not send one. */
  admit?(this: void, request: Request): Promise<HttpAnswer | undefined>;
  answer(request: Request): HttpAnswer | Promise<HttpAnswer>;
}

/** Codes of error bodies (`docs/interface.md` section 7: lower_snake), each with its status and sentence. */
export const errorAnswers = {
  bad_request: [400, "The request is not valid HTTP or its address cannot be read."],
  validation_error: [400, "A parameter of the request is not as it has to be."],
  unauthorized: [401, "The request carries no valid credentials."],
  not_found: [404, "There is nothing at this path."],
  no_such_list: [404, "The account of these credentials has no such list."],
  no_such_record: [404, "The account of these credentials has nothing of this id."],
  no_outbox: [404, "The account of these credentials takes no invoices."],
  invalid_json: [400, "The request body cannot be read as JSON."],
  duplicate_invoice: [409, "The system has an invoice of this creditor with this number, or will have it."],
  method_not_allowed: [405, "This path does not answer to that method."],
  request_timeout: [408, "The request did not arrive in time."],
  payload_too_large: [413, "The request body is too large."],
  unsupported_media_type: [415, "The request body has a content type that is not understood here."],
  headers_too_large: [431, "The address or the headers of the request are too large."],
  internal_error: [500, "The server failed. The reason is in its log."],
  not_published: [503, "This list has not been published yet."],
  issuer_unavailable: [503, "The issuer of access tokens cannot be asked for its keys at the moment."],
  store_unavailable: [503, "The server cannot ask its store at the moment."],
  shutting_down: [503, "The server is stopping."],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorAnswerCode = keyof typeof errorAnswers;

/** An error in the one shape that all of them have: `{"error":{"code","message"}}`. */
export function refusal(code: ErrorAnswerCode, headers: AnswerHeaders = {}): HttpAnswer {
  const [status] = errorAnswers[code];
  return {
    status,
    headers: { "cache-control": "no-store", ...headers },
    body: errorBody(code),
    facts: { code },
  };
}

/** A refusal whose reason only the log is told. */
export function because(why: WhyNot["why"], answer: HttpAnswer): HttpAnswer {
  return { ...answer, facts: { ...answer.facts, why } };
}

export function errorBody(code: ErrorAnswerCode): object {
  const [, message] = errorAnswers[code];
  return { error: { code, message } };
}

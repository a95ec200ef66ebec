import type { AnswerHeaders, HttpAnswer } from "./answer.js";
import type { WhyNot } from "./caller.js";

/** Error codes in snake case (`docs/interface.md` section 7), each with a status and a message. */
export const errorAnswers = {
  bad_request: [400, "The request is not valid HTTP, or its address cannot be decoded."],
  validation_error: [400, "A parameter or a field in the request is not valid."],
  unauthorized: [401, "The request has no valid credentials."],
  not_found: [404, "This path does not exist."],
  no_such_list: [404, "The account that these credentials belong to has no such list."],
  no_such_record: [404, "The account that these credentials belong to has no record with this ID."],
  no_outbox: [404, "The account that these credentials belong to does not accept invoices."],
  invalid_json: [400, "The request body is not valid JSON."],
  duplicate_invoice: [
    409,
    "The freight forwarding system already has, or will receive, an invoice with this number from this creditor.",
  ],
  method_not_allowed: [405, "This path does not support the method of the request."],
  request_timeout: [408, "The request did not arrive in time."],
  payload_too_large: [413, "The request body is too large."],
  unsupported_media_type: [415, "The content type of the request body is not supported."],
  headers_too_large: [431, "The address or the headers of the request are too large."],
  internal_error: [500, "The server encountered an error. See the server's log for the reason."],
  not_published: [503, "This list has not been published yet."],
  store_unavailable: [503, "The server cannot reach its store at the moment."],
  shutting_down: [503, "The server is stopping."],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorAnswerCode = keyof typeof errorAnswers;

/** An error response in the common format: `{"error":{"code","message"}}`. */
export function refusal(code: ErrorAnswerCode, headers: AnswerHeaders = {}): HttpAnswer {
  const [status] = errorAnswers[code];
  return {
    status,
    headers: { "cache-control": "no-store", ...headers },
    body: errorBody(code),
    facts: { code },
  };
}

export function because(why: WhyNot["why"], answer: HttpAnswer): HttpAnswer {
  return { ...answer, facts: { ...answer.facts, why } };
}

export function errorBody(code: ErrorAnswerCode): object {
  const [, message] = errorAnswers[code];
  return { error: { code, message } };
}

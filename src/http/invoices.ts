import type { Log } from "../log.js";
import type { Received } from "../outbox/receive.js";
import type { HttpAnswer, Request, Route } from "./answer.js";
import { errorAnswers, refusal } from "./refusals.js";
import { signedIn, type Authenticate } from "./authenticate.js";
import { entityHeaders } from "./records.js";

/** `POST /payables-invoices` (`docs/interface.md` section 4.2) accepts an approved invoice for the FFS. */

/** This interface keeps the server independent of the outbox. */
export interface Receiver {
  readonly accounts: ReadonlySet<string>;
  receive(account: string, body: Uint8Array): Promise<Received>;
  /** Records that the response was not delivered, which means that the platform may not have received the ID. */
  noteUndelivered(id: string): Promise<void>;
}

/** Maximum size of a body in bytes, which is enough for an invoice with ten thousand lines. */
const maxBodyBytes = 8 * 1024 * 1024;

export function invoiceRoute(
  receiver: Receiver,
  { authenticate, log }: { readonly authenticate: Authenticate; readonly log: Log },
): Route {
  return {
    method: "POST",
    path: "/payables-invoices",
    bodyBytes: maxBodyBytes,
    // Only signed-in clients may send a body of this size.
    async admit(request) {
      const caller = await authenticate(request);
      return "refused" in caller ? caller.refused : undefined;
    },
    answer: signedIn(authenticate, async (account, request) => {
      if (!receiver.accounts.has(account)) return refusal("no_outbox");
      if (!isJson(request)) return refusal("unsupported_media_type");
      return answerOf(await receiver.receive(account, request.bytes), account);
    }),
  };

  function answerOf(received: Received, account: string): HttpAnswer {
    switch (received.outcome) {
      case "recorded": {
        const { id, near, shared } = received;
        if (near > 0) {
          const next = `\`lading outbox show ${id}\` lists the similar numbers. Compare the invoices before the FFS posts more than one of them.`;
          log.warn("invoice_of_near_number", { account, invoice: id, near, next });
        }
        if (shared > 0) {
          const next = `\`lading outbox show ${id}\` lists the other invoices. Check whether the same invoice was posted under two numbers.`;
          log.warn("accrual_settled_twice", { account, invoice: id, accruals: shared, next });
        }
        return {
          status: 200,
          headers: entityHeaders,
          body: { external_id: id, status: "draft" },
          facts: { invoice: id },
          undelivered: () => {
            log.warn("answer_not_delivered", { account, invoice: id });
            receiver.noteUndelivered(id).catch(() => {});
          },
        };
      }
      case "duplicate": {
        const { id, from } = received.known;
        const message =
          from === "posted" ? "was already posted and has this ID" : "is already in the system with this ID";
        return refused("duplicate_invoice", [{ field: "invoice_number", message, external_id: id }]);
      }
      case "refused":
        return refused(received.code, received.issues);
    }
  }
}

function isJson({ headers }: Request): boolean {
  return /^application\/json(?:\s*;|\s*$)/i.test(headers["content-type"] ?? "");
}

function refused(
  code: "duplicate_invoice" | "invalid_json" | "validation_error",
  details: readonly object[],
): HttpAnswer {
  const [status] = errorAnswers[code];
  const message = code === "validation_error" ? "The invoice is not valid." : errorAnswers[code][1];
  return { ...refusal(code), status, body: { error: { code, message, details } } };
}

import { setTimeout as wait } from "node:timers/promises";
import { parseExact, writeExact } from "../simulate/exact-json.js";
import { invoicesOf, isEntity, type Invoice } from "../simulate/invoices.js";
import { jsonValue } from "./body.js";
import { hasStatus, type Reply } from "./client.js";
import type { ServedEntry } from "./entries.js";
import { errorCode, judgeRefusal } from "./refusals.js";
import { get, otherwise, type Session } from "./session.js";

/**
 * This module posts an invoice for accruals of a fetched job (`docs/interface.md` sections 2.5 and 4.2) and checks the
 * responses.
 */

const subject = "POST /payables-invoices";

export async function checkPosting(session: Session, token: string, jobs: readonly Buffer[]): Promise<void> {
  const { note, judge, options } = session;
  if (options.post !== true) {
    note(
      "post_taken",
      subject,
      "skipped",
      "not checked: with --post, Lading posts an invoice, which remains in the system",
    );
    return;
  }
  const invoice = jobs.map(invoiceFor).find((each) => each !== undefined);
  const body = invoice === undefined ? "{}" : writeExact(invoice);
  judgeRefusal(session, "no_credentials", subject, await post(session, body));
  await checkMalformed(session, token, invoice);
  if (invoice === undefined) {
    const reason = "no fetched job has an accrual with a creditor, a charge code and amounts";
    note("post_taken", subject, "skipped", `not checked: ${reason}; specify a job with --job`);
    return;
  }
  const id = judgeTaken(session, await post(session, body, token));
  if (id === undefined) return;
  const again = await post(session, body, token);
  if (hasStatus(again, 409)) {
    const isNamed = errorCode(again.body) === "duplicate_invoice";
    judge("post_repeated", subject, isNamed ? undefined : "the error code is not duplicate_invoice");
  } else note("post_repeated", subject, ...otherwise(again, session.base));
  await checkServed(session, token, id, invoice);
}

function post({ base, ask }: Session, body: string, token?: string): Promise<Reply> {
  const headers = {
    "content-type": "application/json",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return ask(`${base}/payables-invoices`, { method: "POST", headers, body });
}

/**
 * The invoice is for the first creditor with accruals that contain all values required for an invoice line. Returns
 * undefined if there is no such creditor.
 */
function invoiceFor(body: Buffer): Invoice | undefined {
  const job = parseExact(body.toString("utf8"));
  // Each run uses a new number, because the numbers from earlier runs are already in use.
  const number = () => `VERIFY-${Date.now().toString(36).toUpperCase()}`;
  return isEntity(job) ? invoicesOf(job, { number, today: new Date(), withAccruals: true })[0] : undefined;
}

async function checkMalformed(session: Session, token: string, invoice: Invoice | undefined): Promise<void> {
  const faults: string[] = [];
  const { invoice_number: _number, ...numberless } = invoice ?? {};
  for (const [what, body] of [
    ["a body that is not JSON", '{"creditor":'],
    ["an empty object", "{}"],
    ["an invoice without its number", writeExact(numberless)],
  ] as const) {
    const reply = await post(session, body, token);
    if (hasStatus(reply, 400)) continue;
    faults.push(`${what}: ${otherwise(reply, session.base)[1]}`);
  }
  session.judge("post_malformed", subject, faults.join("; ") || undefined);
}

/** Returns the invoice's ID, or undefined if the response does not contain an ID. */
function judgeTaken({ note, judge, base }: Session, reply: Reply): string | undefined {
  if (!hasStatus(reply, 200)) {
    note("post_taken", subject, ...otherwise(reply, base));
    return undefined;
  }
  const { external_id: id, status } = (jsonValue(reply.body) ?? {}) as ServedEntry;
  const wrong = [
    ...(typeof id === "string" && id.trim() !== "" ? [] : ["external_id is not a string"]),
    ...(status === "draft" || status === "posted" ? [] : ["status is neither draft nor posted"]),
  ];
  judge("post_taken", subject, wrong.join("; ") || undefined);
  return typeof id === "string" ? id : undefined;
}

/**
 * Checks that the posted invoice can be fetched. Tries a second time, because the invoice may become available after
 * a delay.
 */
async function checkServed(session: Session, token: string, id: string, invoice: Invoice): Promise<void> {
  const { note, judge, base, options } = session;
  const path = `/payables-invoices/${encodeURIComponent(id)}`;
  let reply = await get(session, path, token);
  if (hasStatus(reply, 404)) {
    await wait(options.pause, undefined, options.signal && { signal: options.signal });
    reply = await get(session, path, token);
  }
  if (hasStatus(reply, 404)) {
    note(
      "post_served",
      subject,
      "advice",
      "not yet served (404); the platform will request the invoice by this ID",
    );
    return;
  }
  if (!hasStatus(reply, 200)) {
    note("post_served", subject, ...otherwise(reply, base));
    return;
  }
  const served = (jsonValue(reply.body) ?? {}) as ServedEntry;
  const isSame =
    served["external_id"] === id &&
    served["invoice_number"] === invoice.invoice_number &&
    (served["creditor"] as ServedEntry | null | undefined)?.["external_id"] === invoice.creditor.external_id;
  const wrong = "its ID, number or creditor differs from the posted invoice";
  judge("post_served", subject, isSame ? undefined : wrong);
}

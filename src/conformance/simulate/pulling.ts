import { setTimeout as wait } from "node:timers/promises";
import { writeExact } from "./exact-json.js";
import { accrualsOf, invoicesOf, isEntity, type Entity, type Invoice } from "./invoices.js";
import { callPartner, type PartnerAnswer, type PartnerSignIn } from "./partner.js";

/**
 * Calls from the simulated platform to its partner. These calls fetch changed records and lists, and post approved
 * invoices (`docs/interface.md` sections 1 and 4.2). Calls run one at a time, in order.
 */

export interface PartnerOptions {
  readonly url: string;
  readonly signIn: PartnerSignIn;
  /** Milliseconds between polls. Undefined if changes arrive as events. */
  readonly poll?: number | undefined;
  /** Maximum number of invoices to post for accruals of fetched jobs. */
  readonly invoices?: number | undefined;
  /** Probabilities that an invoice has no accruals, that it is posted twice, and that a response is lost. */
  readonly withoutAccruals?: number | undefined;
  readonly repeat?: number | undefined;
  readonly lose?: number | undefined;
  /** Milliseconds by which the platform's clock is ahead. */
  readonly clock?: number | undefined;
}

export interface Posted {
  readonly invoice_number: string;
  /** ID in the partner's system. Undefined after status 409. */
  readonly external_id: string | undefined;
}

export interface Puller {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly posted: readonly Posted[];
  /** Deviations from the interface. */
  readonly oddities: readonly string[];
  pull(type: string, id: string, since: string): void;
  /** Increases the maximum number of invoices to post. */
  allow(invoices: number): void;
  settled(): Promise<void>;
}

export const pathOf: Readonly<Record<string, string>> = {
  org: "orgs",
  job: "jobs",
  "payables-invoice": "payables-invoices",
};

/** Maximum number of attempts per call, and the longest pause between attempts in milliseconds. */
const tries = 6;
const longestPause = 5_000;

export function pullFrom(
  partner: PartnerOptions,
  random: () => number,
  log: (line: string) => void,
  closing: AbortSignal,
): Puller {
  const { withoutAccruals = 0, repeat = 0, lose = 0, clock = 0 } = partner;
  const call = callPartner(partner.url, partner.signIn, closing);
  const entities = new Map<string, Entity>();
  const versions = new Map<string, number>();
  const invoiced = new Set<unknown>();
  const posted: Posted[] = [];
  const oddities: string[] = [];
  const now = () => new Date(Date.now() + clock);
  // The series is unique for each run, because invoice numbers from earlier runs are already in use.
  const series = now().getTime().toString(36).toUpperCase();
  let invoicesLeft = partner.invoices ?? 0;
  let numbers = 0;
  /** Lists that have not been received yet, perhaps because they have not been published. */
  let lists: readonly string[] = ["/staff", "/charge-codes", "/tax-codes"];
  let waiting = 0;
  let queue: Promise<unknown> = Promise.resolve();

  function enqueue(job: () => Promise<unknown>): void {
    waiting += 1;
    queue = queue
      .then(() => (closing.aborted ? undefined : job()))
      // Errors are ignored, because only an aborted wait causes an error.
      .catch(() => undefined)
      .finally(() => (waiting -= 1));
  }

  function reportDeviation(sentence: string): void {
    oddities.push(sentence);
    log(`! ${sentence}`);
  }

  async function once(what: string, attempt: () => Promise<PartnerAnswer>): Promise<PartnerAnswer> {
    const answer = await attempt();
    log(`  ${what} -> ${answer.status === 0 ? "no response" : answer.status}`);
    return answer;
  }

  async function retryWhileBusy(what: string, attempt: () => Promise<PartnerAnswer>): Promise<PartnerAnswer> {
    for (let n = 1; ; n++) {
      const answer = await once(what, attempt);
      if (!isAway(answer) || n === tries) return answer;
      await wait(Math.min(answer.retryAfter ?? 100 * 2 ** n, longestPause), undefined, { signal: closing });
    }
  }

  const get = (path: string) => retryWhileBusy(`GET ${path}`, () => call(path));

  /** Returns false if the request failed and should be repeated. `since` is the time in the notification. */
  async function pullOne(type: string, id: string, since?: string): Promise<boolean> {
    const path = `/${pathOf[type]}/${encodeURIComponent(id)}`;
    const { status, body } = await get(path);
    if (status !== 200) {
      if (status === 404 && since !== undefined)
        reportDeviation(`an event referred to ${path}, which does not exist`);
      return status === 404;
    }
    if (!isEntity(body) || body["external_id"] !== id || typeof body["updated_at"] !== "string") {
      reportDeviation(`${path} did not return the ${type} with that id and updated_at`);
      return true;
    }
    const at = Date.parse(body["updated_at"]);
    if (since !== undefined && at < Date.parse(since)) reportDeviation(`${path} is older than its event`);
    const key = `${type} ${id}`;
    // Versions are compared by time, so that an older version never replaces a newer one.
    if (at >= (versions.get(key) ?? at)) {
      versions.set(key, at);
      entities.set(key, body);
    }
    if (type === "job") await approve(body);
    return true;
  }

  /** Posts invoices for accruals that have no invoice yet. */
  async function approve(job: Entity): Promise<void> {
    if (invoicesLeft === 0) return;
    const accruals = accrualsOf(job).filter((each) => !invoiced.has(each["external_id"]));
    const made = invoicesOf(
      { ...job, accruals },
      {
        number: () => `SIM-${series}-${++numbers}`,
        today: now(),
        withAccruals: random() >= withoutAccruals,
      },
    ).slice(0, invoicesLeft);
    for (const { external_id } of accruals) invoiced.add(external_id);
    for (const invoice of made) {
      invoicesLeft -= 1;
      await post(invoice);
      if (random() >= repeat) continue;
      const { status } = await send(invoice);
      if (status !== 409)
        reportDeviation(`${invoice.invoice_number} was posted twice, and the second response was ${status}`);
    }
  }

  async function post(invoice: Invoice): Promise<void> {
    const { invoice_number } = invoice;
    const isLost = random() < lose;
    if (isLost) await call("/payables-invoices", { body: writeExact(invoice), patience: 20 });
    if (isLost) log(`  POST /payables-invoices ${invoice_number} -> response lost`);
    const { status, body } = await send(invoice);
    if (status === 409) {
      // After a lost response, status 409 is expected because the partner already has the invoice.
      if (!isLost) reportDeviation(`${invoice_number} is new, but the response was 409`);
      posted.push({ invoice_number, external_id: undefined });
      return;
    }
    if (status !== 200) return;
    const { external_id: id, status: state } = isEntity(body) ? body : {};
    if (typeof id !== "string" || (state !== "draft" && state !== "posted")) {
      reportDeviation(
        `${invoice_number} got status 200, but without an external_id or without the status draft or posted`,
      );
      return;
    }
    posted.push({ invoice_number, external_id: id });
    await pullOne("payables-invoice", id);
  }

  function send(invoice: Invoice): Promise<PartnerAnswer> {
    const body = writeExact(invoice);
    return retryWhileBusy(`POST /payables-invoices ${invoice.invoice_number}`, () =>
      call("/payables-invoices", { body }),
    );
  }

  /**
   * Requests each list that is still missing once per round or notification, because a partner has no lists before its
   * first export.
   */
  async function pullLists(): Promise<void> {
    const left: string[] = [];
    for (const path of lists) if (isAway(await once(`GET ${path}`, () => call(path)))) left.push(path);
    lists = left;
  }

  /**
   * Requests the changes since `after` and returns the start of the next time window. If a request fails, returns
   * `after`, so that the same changes are requested again.
   */
  async function poll(after: string): Promise<string> {
    const before = now().toISOString();
    if (Date.parse(before) <= Date.parse(after)) return after;
    const window = new URLSearchParams({ updated_after: after, updated_before: before });
    let isWhole = true;
    for (const [type, path] of Object.entries(pathOf)) {
      const { status, body } = await get(`/${path}?${window.toString()}`);
      const ids = idsIn(body);
      if (status !== 200 || ids === undefined) {
        if (status === 200) reportDeviation(`/${path} is not a list of objects with external_id`);
        isWhole = false;
      }
      for (const id of ids ?? []) if (!(await pullOne(type, id, "2000-01-01T00:00:00Z"))) isWhole = false;
    }
    return isWhole ? before : after;
  }

  const { poll: every } = partner;
  if (every === undefined) enqueue(pullLists);
  else {
    let after = "2000-01-01T00:00:00Z";
    const round = async () => {
      await pullLists();
      after = await poll(after);
    };
    enqueue(round);
    const timer = setInterval(() => waiting === 0 && enqueue(round), every);
    closing.addEventListener("abort", () => clearInterval(timer), { once: true });
  }

  return {
    entities,
    posted,
    oddities,
    pull(type, id, since) {
      if (every !== undefined) reportDeviation("a notification arrived, although the partner is polled");
      enqueue(pullLists);
      enqueue(() => pullOne(type, id, since));
    },
    allow: (invoices) => void (invoicesLeft += invoices),
    async settled() {
      while (waiting > 0) await queue;
    },
  };
}

/** True if a later attempt may succeed. */
function isAway({ status }: PartnerAnswer): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/**
 * Finds the IDs in a response. Returns undefined if there is no list of IDs. The interface does not define which
 * JSON structure surrounds the list.
 */
function idsIn(body: unknown): readonly string[] | undefined {
  const list: unknown = isEntity(body) ? Object.values(body).find((each) => Array.isArray(each)) : body;
  if (!Array.isArray(list)) return undefined;
  const ids = (list as unknown[]).map((item) => (isEntity(item) ? item["external_id"] : undefined));
  return ids.every((id) => typeof id === "string") ? ids : undefined;
}

import { setTimeout as wait } from "node:timers/promises";
import { writeExact } from "./exact-json.js";
import { accrualsOf, invoicesOf, isEntity, type Entity, type Invoice } from "./invoices.js";
import { callPartner, type PartnerAnswer, type PartnerSignIn } from "./partner.js";

/**
 * What the platform does at its partner: fetches what it was told of or what a window names, the lists, and posts the invoices that
 * were approved (`docs/interface.md` sections 1 and 4.2). One call at a time, in the order in which they became due.
 */

export interface PartnerOptions {
  readonly url: string;
  readonly signIn: PartnerSignIn;
  /** Milliseconds between two rounds of windows; without it the platform is told by events. */
  readonly poll?: number | undefined;
  /** How many invoices it posts at most, each for accruals of a job that it pulled. */
  readonly invoices?: number | undefined;
  /** Shares of 1: of invoices whose lines name no accruals, that are posted once more, and whose answer is not waited for. */
  readonly withoutAccruals?: number | undefined;
  readonly repeat?: number | undefined;
  readonly lose?: number | undefined;
  /** Milliseconds that the platform's clock is ahead. */
  readonly clock?: number | undefined;
}

export interface Posted {
  readonly invoice_number: string;
  /** What the partner calls it; undefined where its answer was lost. */
  readonly external_id: string | undefined;
}

export interface Puller {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly posted: readonly Posted[];
  /** What was not as the interface says. */
  readonly oddities: readonly string[];
  pull(type: string, id: string, since: string): void;
  /** So many more invoices may be posted. */
  allow(invoices: number): void;
  settled(): Promise<void>;
}

export const pathOf: Readonly<Record<string, string>> = {
  org: "orgs",
  job: "jobs",
  "payables-invoice": "payables-invoices",
};

/** How often something is tried that nobody refused, and how long a partner may hold up the others in between, in milliseconds. */
const tries = 6;
const longestPause = 5_000;

export function pullFrom(
  partner: PartnerOptions,
  random: () => number,
  tell: (line: string) => void,
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
  // Numbers of another day's run must be others.
  const series = now().getTime().toString(36).toUpperCase();
  let invoicesLeft = partner.invoices ?? 0;
  let numbers = 0;
  /** Those that were not answered yet: none may be published. */
  let lists: readonly string[] = ["/staff", "/charge-codes", "/tax-codes"];
  let waiting = 0;
  let queue: Promise<unknown> = Promise.resolve();

  function enqueue(job: () => Promise<unknown>): void {
    waiting += 1;
    queue = queue
      .then(() => (closing.aborted ? undefined : job()))
      // Only a wait that was ended throws.
      .catch(() => undefined)
      .finally(() => (waiting -= 1));
  }

  function odd(sentence: string): void {
    oddities.push(sentence);
    tell(`! ${sentence}`);
  }

  async function once(what: string, attempt: () => Promise<PartnerAnswer>): Promise<PartnerAnswer> {
    const answer = await attempt();
    tell(`  ${what} -> ${answer.status === 0 ? "no answer" : answer.status}`);
    return answer;
  }

  /** Waits for a server that is busy or away, but not without end: other accounts wait meanwhile. */
  async function patiently(what: string, attempt: () => Promise<PartnerAnswer>): Promise<PartnerAnswer> {
    for (let n = 1; ; n++) {
      const answer = await once(what, attempt);
      if (!isAway(answer) || n === tries) return answer;
      await wait(Math.min(answer.retryAfter ?? 100 * 2 ** n, longestPause), undefined, { signal: closing });
    }
  }

  const get = (path: string) => patiently(`GET ${path}`, () => call(path));

  /** @returns whether there is an answer to go on from; `since` is what was told of it */
  async function pullOne(type: string, id: string, since?: string): Promise<boolean> {
    const path = `/${pathOf[type]}/${encodeURIComponent(id)}`;
    const { status, body } = await get(path);
    if (status !== 200) {
      if (status === 404 && since !== undefined) odd(`an event named ${path}, which is not there`);
      return status === 404;
    }
    if (!isEntity(body) || body["external_id"] !== id || typeof body["updated_at"] !== "string") {
      odd(`${path} is no ${type} of that id with updated_at`);
      return true;
    }
    const at = Date.parse(body["updated_at"]);
    if (since !== undefined && at < Date.parse(since)) odd(`${path} is older than its event said`);
    const key = `${type} ${id}`;
    // Versions are distinguished by their time, and none goes back.
    if (at >= (versions.get(key) ?? at)) {
      versions.set(key, at);
      entities.set(key, body);
    }
    if (type === "job") await approve(body);
    return true;
  }

  /** Somebody at the platform approves an invoice for each accrual that was not invoiced yet. */
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
      if (status !== 409) odd(`${invoice.invoice_number} was posted twice and answered ${status}`);
    }
  }

  async function post(invoice: Invoice): Promise<void> {
    const { invoice_number } = invoice;
    const isLost = random() < lose;
    if (isLost) await call("/payables-invoices", { body: writeExact(invoice), patience: 20 });
    if (isLost) tell(`  POST /payables-invoices ${invoice_number} -> answer lost`);
    const { status, body } = await send(invoice);
    if (status === 409) {
      // After a lost answer that is good news: it is there.
      if (!isLost) odd(`${invoice_number} is new and was answered 409`);
      posted.push({ invoice_number, external_id: undefined });
      return;
    }
    if (status !== 200) return;
    const { external_id: id, status: state } = isEntity(body) ? body : {};
    if (typeof id !== "string" || (state !== "draft" && state !== "posted")) {
      odd(`${invoice_number} was answered 200 without an external_id and a status of draft or posted`);
      return;
    }
    posted.push({ invoice_number, external_id: id });
    await pullOne("payables-invoice", id);
  }

  function send(invoice: Invoice): Promise<PartnerAnswer> {
    const body = writeExact(invoice);
    return patiently(`POST /payables-invoices ${invoice.invoice_number}`, () =>
      call("/payables-invoices", { body }),
    );
  }

  /** Each is tried once, and again with the next round or notification: a partner has none before its first export. */
  async function pullLists(): Promise<void> {
    const left: string[] = [];
    for (const path of lists) if (isAway(await once(`GET ${path}`, () => call(path)))) left.push(path);
    lists = left;
  }

  /** Windows that touch; one that was not answered, or of which something could not be fetched, is asked for again. */
  async function poll(after: string): Promise<string> {
    const before = now().toISOString();
    if (Date.parse(before) <= Date.parse(after)) return after;
    const window = new URLSearchParams({ updated_after: after, updated_before: before });
    let isWhole = true;
    for (const [type, path] of Object.entries(pathOf)) {
      const { status, body } = await get(`/${path}?${window.toString()}`);
      const ids = idsIn(body);
      if (status !== 200 || ids === undefined) {
        if (status === 200) odd(`/${path} is no list of external_id`);
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
      if (every !== undefined) odd("a notification came, and the partner is polled: it is one or the other");
      enqueue(pullLists);
      enqueue(() => pullOne(type, id, since));
    },
    allow: (invoices) => void (invoicesLeft += invoices),
    async settled() {
      while (waiting > 0) await queue;
    },
  };
}

/** Whether it may answer otherwise later. */
function isAway({ status }: PartnerAnswer): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** The interface does not show how a list is wrapped. */
function idsIn(body: unknown): readonly string[] | undefined {
  const list: unknown = isEntity(body) ? Object.values(body).find((each) => Array.isArray(each)) : body;
  if (!Array.isArray(list)) return undefined;
  const ids = (list as unknown[]).map((item) => (isEntity(item) ? item["external_id"] : undefined));
  return ids.every((id) => typeof id === "string") ? ids : undefined;
}

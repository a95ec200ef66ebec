import type { Log } from "../log.js";
import { compareBytes } from "../model/order.js";
import type { RecordType } from "../model/record-type.js";
import { postedIds } from "../outbox/join.js";
import { postedBetween } from "../outbox/receive.js";
import { raiseHorizon } from "../store/horizons.js";
import type { Queries, Store } from "../store/store.js";
import type { HttpAnswer, Route } from "./answer.js";
import { errorAnswers, refusal } from "./refusals.js";
import { signedIn, type Authenticate } from "./authenticate.js";
import type { ServedAccount } from "./lists.js";
import { entityHeaders } from "./records.js";

/**
 * `GET /orgs` and similar paths (`docs/interface.md` section 4.2) return the IDs of records that became visible in a
 * time window.
 */

/** Bounds in whole seconds since 1970, like version times. `after` is inclusive, `before` exclusive. */
interface Window {
  readonly after: number | undefined;
  readonly before: number | undefined;
}

interface WindowContext {
  readonly authenticate: Authenticate;
  readonly db: Queries;
  readonly horizons: Store;
  readonly log: Log;
}

export function windowRoute(
  type: RecordType,
  accounts: readonly ServedAccount[],
  { authenticate, db, horizons, log }: WindowContext,
): Route {
  const served = new Map(accounts.map((account) => [account.name, account]));
  const warnedAt = new Map<string, number>();
  return {
    method: "GET",
    path: `/${type.plural}`,
    answer: signedIn(authenticate, (account, { query }) => answered(served.get(account), query)),
  };

  async function answered(account: ServedAccount | undefined, query: string): Promise<HttpAnswer> {
    const feed = account?.lists.get(type.plural);
    if (account?.sync !== "polling" || feed === undefined || feed === "none") return refusal("no_such_list");
    const window = windowOf(query);
    if (Array.isArray(window)) return invalid(window);
    const { now } = await raiseHorizon(horizons, account.name, window.before);
    warnAboutClock(account.name, window.after, now);
    const found = await idsIn(db, feed.name, window).execute();
    const items =
      type.name === "payables-invoice" ? await withPosted(db, account.name, found, window) : idsOf(found);
    const json = JSON.stringify(account.envelope === undefined ? items : { [account.envelope]: items });
    return { status: 200, headers: entityHeaders, body: Buffer.from(json), facts: { ids: items.length } };
  }

  /**
   * Warns, at most once an hour, if the platform's clock is ahead. If the clock is ahead, the platform requests a
   * time window before all changes in this window are visible and therefore misses some of them.
   */
  function warnAboutClock(account: string, after: number | undefined, now: number): void {
    if (after === undefined || after <= now || now - (warnedAt.get(account) ?? 0) < 3600) return;
    warnedAt.set(account, now);
    const next = "compare the clock of this machine, or of its database, with the platform's clock";
    log.warn("platform_clock_ahead", { account, seconds: after - now, next });
  }
}

interface VisibleRecord {
  readonly id: string;
  readonly second: number;
}

/**
 * Replaces the IDs of matched rows with the IDs of the posted invoices and adds posted invoices that have not been
 * exported yet.
 */
async function withPosted(
  db: Queries,
  account: string,
  exported: readonly VisibleRecord[],
  window: Window,
): Promise<readonly Item[]> {
  const ids = exported.map(({ id }) => id);
  const posted = await postedIds(db, account, ids);
  const known = exported.map(({ id, second }) => ({ id: posted.get(id) ?? id, second }));
  return idsOf([...known, ...(await postedBetween(db, account, window))].sort(bySecond));
}

function bySecond(a: VisibleRecord, b: VisibleRecord): number {
  return a.second - b.second || compareBytes(a.id, b.id);
}

interface Item {
  readonly external_id: string;
}

function idsOf(found: readonly VisibleRecord[]): readonly Item[] {
  return found.map(({ id }) => ({ external_id: id }));
}

/**
 * Selects the IDs of the records that became visible in a window, ordered by publication number, which is also the
 * chronological order. A cross join makes SQLite keep the join order. With an inner join, SQLite might read every
 * record in the feed.
 */
export function idsIn(db: Queries, name: string, { after, before }: Window) {
  const feed = db.selectFrom("feeds").select("id").where("name", "=", name);
  return db
    .selectFrom("stamps")
    .crossJoin("records")
    .select(["records.id", "stamps.second"])
    .where("stamps.feed", "=", feed)
    .whereRef("records.feed", "=", "stamps.feed")
    .whereRef("records.number", "=", "stamps.number")
    .$if(after !== undefined, (query) => query.where("second", ">=", after as number))
    .$if(before !== undefined, (query) => query.where("second", "<", before as number))
    .orderBy("stamps.number")
    .orderBy("records.id");
}

interface QueryIssue {
  readonly field: string;
  readonly message: string;
}

const utc = "a UTC datetime in ISO 8601, such as 2026-03-01T08:15:00Z";

function windowOf(query: string): Window | QueryIssue[] {
  const given = new URLSearchParams(query);
  const issues: QueryIssue[] = [];
  const bound = (field: string): number | undefined => {
    const [text, again] = given.getAll(field);
    if (text === undefined) return undefined;
    const second = again === undefined ? firstSecond(text) : undefined;
    if (second !== undefined) return second;
    const message = again !== undefined ? "occurs more than once" : formatProblem(text);
    issues.push({ field, message });
    return undefined;
  };
  const window = { after: bound("updated_after"), before: bound("updated_before") };
  if (given.has("updated_before") && !given.has("updated_after")) {
    issues.push({ field: "updated_after", message: "is required if updated_before is present" });
  }
  return issues.length > 0 ? issues : window;
}

function formatProblem(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `is a date without a time. It must be ${utc}` : `must be ${utc}`;
}

const datetime = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:Z|[+-]00:?00)$/i;

/**
 * Rounds a time up to a whole second. Returns undefined for an invalid time. Version times are whole seconds, so the
 * rounded window contains the same versions.
 */
function firstSecond(text: string): number | undefined {
  const [, day = "", minute = "", second = "00", fraction = ""] = datetime.exec(text) ?? [];
  const time = Date.parse(`${day}T${minute}:${second}Z`);
  // Rejects dates such as February 30, which would otherwise become a day in March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day) return undefined;
  return time / 1000 + (/[1-9]/.test(fraction) ? 1 : 0);
}

function invalid(issues: readonly QueryIssue[]): HttpAnswer {
  const [status, sentence] = errorAnswers.validation_error;
  const message = `${sentence} ${issues.map(({ field, message: each }) => `${field} ${each}.`).join(" ")}`;
  const error = { code: "validation_error", message, details: issues };
  return { ...refusal("validation_error"), status, body: { error } };
}

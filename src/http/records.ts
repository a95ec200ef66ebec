import { parseExactJson } from "../formats/json/exact.js";
import { exactText } from "../model/exact-json.js";
import { asServed } from "../model/fields.js";
import { namesOf, outward } from "../model/renames.js";
import { recordServedAs } from "../outbox/join.js";
import { postedInvoice } from "../outbox/receive.js";
import type { RecordType } from "../model/record-type.js";
import type { Queries } from "../store/store.js";
import type { HttpAnswer, Route } from "./answer.js";
import { refusal } from "./refusals.js";
import { signedIn, type Authenticate } from "./authenticate.js";
import type { ServedAccount } from "./lists.js";

/**
 * `GET /orgs/{external_id}` and similar paths (`docs/interface.md` section 4.2) return a single record of the caller's
 * account.
 */

/** Headers of responses that may change with each publication and must not be cached. */
export const entityHeaders = {
  "content-type": "application/json",
  vary: "Authorization",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

export function recordRoute(
  type: RecordType,
  accounts: readonly ServedAccount[],
  { authenticate, db }: { readonly authenticate: Authenticate; readonly db: Queries },
): Route {
  const isInvoice = type.name === "payables-invoice";
  const feeds = new Map(accounts.map(({ name, lists }) => [name, lists.get(type.plural)]));
  const taxed = new Set(accounts.flatMap(({ name, taxMode }) => (taxMode === "tax" ? [name] : [])));
  const names = new Map(accounts.map(({ name, rename }) => [name, namesOf(rename?.[type.name])]));
  return {
    method: "GET",
    path: `/${type.plural}/:external_id`,
    answer: signedIn(authenticate, async (account, { path }) => {
      const found = await answerFor(account, path["external_id"] ?? "");
      const renames = names.get(account);
      if (renames === undefined || !(found.body instanceof Buffer)) return found;
      const json = outward(parseExactJson(found.body.toString("utf8")), renames);
      return { ...found, body: Buffer.from(exactText(json)) };
    }),
  };

  async function answerFor(account: string, id: string): Promise<HttpAnswer> {
    // IDs never contain a NUL character, and PostgreSQL rejects queries that contain one.
    if (id.includes("\0")) return refusal("no_such_record");
    const feed = feeds.get(account);
    const found =
      feed === undefined || feed === "none"
        ? refusal("no_such_list")
        : await recordAnswer(db, feed.name, id, isInvoice ? await recordServedAs(db, account, id) : id);
    // A posted invoice can be fetched by its ID before the FFS has exported it.
    if (found.status === 200 || !isInvoice) return found;
    const posted = await postedInvoice(db, account, id, taxed.has(account));
    return posted === undefined ? found : { status: 200, headers: entityHeaders, body: Buffer.from(posted) };
  }
}

/** `row` is the ID of the record in the FFS, or undefined if no record is served with this `id`. */
async function recordAnswer(
  db: Queries,
  feed: string,
  id: string,
  row: string | undefined,
): Promise<HttpAnswer> {
  const found = await db
    .selectFrom("feeds")
    .leftJoin("records", (join) =>
      join.onRef("records.feed", "=", "feeds.id").on("records.id", "=", row ?? ""),
    )
    .leftJoin("stamps", (join) =>
      join.onRef("stamps.feed", "=", "records.feed").onRef("stamps.number", "=", "records.number"),
    )
    .select(["feeds.number", "records.record", "stamps.second"])
    .where("feeds.name", "=", feed)
    .executeTakeFirst();
  if (found === undefined || found.number === 0) return refusal("not_published", { "retry-after": 60 });
  const { record, second } = found;
  if (record === null || second === null) return refusal("no_such_record");
  return {
    status: 200,
    headers: entityHeaders,
    body: Buffer.from(asServed(asVisible(record, row ?? id, id, second))),
  };
}

/**
 * Replaces the ID and `updated_at` of a stored record. The new time is the time when this version became visible.
 * With the original time, a client that requests changes since its last request would miss versions that became
 * visible late. The JSON is edited as a string, so that numbers keep all their digits.
 */
function asVisible(record: string, row: string, id: string, second: number): string {
  const headOf = (its: string) => `{"external_id":${JSON.stringify(its)},"updated_at":"`;
  const time = new Date(second * 1000).toISOString();
  return headOf(id) + time + record.slice(headOf(row).length + time.length);
}

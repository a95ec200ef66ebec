import type { TaxMode } from "../model/account.js";
import type { RecordType } from "../model/record-type.js";
import type { Rename } from "../model/renames.js";
import type { Sync } from "../workspace/workspace.js";
import type { HttpAnswer, AnswerHeaders, Request, Route } from "./answer.js";
import { refusal } from "./refusals.js";
import { signedIn, type Authenticate } from "./authenticate.js";
import { encodingFor, namesEtag } from "./negotiate.js";
import type { FollowFeed, ServedFeed, ServedPublication } from "./publications.js";

/**
 * `GET /staff`, `GET /charge-codes`, `GET /tax-codes` (`docs/interface.md` section 4.2) return the caller's full
 * list.
 */

export interface ServedAccount {
  readonly name: string;
  /**
   * Key of the object that wraps the list, or undefined for a bare array. Used for a list without a feed and for lists
   * of changes. Other lists are already wrapped when they are stored.
   */
  readonly envelope: string | undefined;
  readonly taxMode?: TaxMode | undefined;
  /** How the platform detects changes. Time windows are served only with `polling`. */
  readonly sync?: Sync | undefined;
  /** Lists by path, without the leading slash. With `none`, the list is always empty. Other paths do not exist. */
  readonly lists: ReadonlyMap<string, ServedFeed | "none">;
  /** The platform's names for fields of records that are fetched individually. */
  readonly rename?: Rename;
}

interface ListContext {
  readonly authenticate: Authenticate;
  readonly now: () => Date;
  readonly follow: FollowFeed;
}

/** Value of Retry-After, in seconds, for a list that has not been published yet. */
const retryAfter = 60;

const usualHeaders = {
  "content-type": "application/json",
  vary: "Accept-Encoding, Authorization",
  "cache-control": "private, no-cache",
  "x-content-type-options": "nosniff",
};

export function listRoute(type: RecordType, accounts: readonly ServedAccount[], context: ListContext): Route {
  const lists = new Map(accounts.map((account) => [account.name, listOf(account, type.plural, context)]));
  return {
    method: "GET",
    path: `/${type.plural}`,
    answer: signedIn(
      context.authenticate,
      (account, request) => lists.get(account)?.(request) ?? refusal("no_such_list"),
    ),
  };
}

type List = (request: Request) => HttpAnswer | Promise<HttpAnswer>;

function listOf(account: ServedAccount, plural: string, { now, follow }: ListContext): List {
  const feed = account.lists.get(plural);
  if (feed === undefined) return () => refusal("no_such_list");
  if (feed === "none") return () => emptyList(account.envelope);
  const followed = follow(feed.name);
  const headersOf = listHeaders(feed);
  return async (request) => {
    const { value: publication, isLost } = await followed.get();
    if (publication === undefined) return refusal("not_published", { "retry-after": retryAfter });
    const headers = headersOf(publication, now());
    return publicationAnswer(request, publication, isLost ? { ...headers, "lading-stale": "true" } : headers);
  };
}

function emptyList(envelope: string | undefined): HttpAnswer {
  const body = Buffer.from(envelope === undefined ? "[]" : JSON.stringify({ [envelope]: [] }));
  return { status: 200, headers: usualHeaders, body };
}

async function publicationAnswer(
  request: Request,
  publication: ServedPublication,
  listed: AnswerHeaders,
): Promise<HttpAnswer> {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  const etag = publication.etag(encoding);
  const headers = { ...listed, etag };
  // If-Modified-Since is ignored, because two publications may have been created in the same second.
  if (namesEtag(request.headers["if-none-match"], etag)) return { status: 304, headers };
  return {
    status: 200,
    headers: encoding === "identity" ? headers : { ...headers, "content-encoding": encoding },
    body: await publication.body(encoding),
  };
}

/**
 * Returns a function that computes the headers at most once per second, because checking for staleness requires
 * calendar calculations.
 */
function listHeaders(feed: ServedFeed): (publication: ServedPublication, now: Date) => AnswerHeaders {
  let made: { of: ServedPublication; second: number; headers: AnswerHeaders } | undefined;
  return (publication, now) => {
    const second = Math.floor(now.getTime() / 1000);
    if (made?.of === publication && made.second === second) return made.headers;
    const { publication: facts, confirmedAt } = publication.current;
    const publishedAt = new Date(facts.published_at);
    const headers = {
      ...usualHeaders,
      // This time must not be later than the response (RFC 9110 section 8.8.2.1), so the header is omitted while the
      // clock is behind.
      ...(publishedAt <= now && { "last-modified": publishedAt.toUTCString() }),
      "lading-publication": facts.number,
      "lading-published": facts.published_at,
      "lading-confirmed": confirmedAt,
      "lading-stale": String(feed.isStale({ confirmedAt: new Date(confirmedAt), publishedAt }, now)),
    };
    made = { of: publication, second, headers };
    return headers;
  };
}

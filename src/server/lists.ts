import type { RecordType } from "../records/record-type.js";
import { refusal, type Answer, type Request, type Route } from "./answer.js";
import type { Authenticate } from "./authenticate.js";
import { encodingFor, namesEtag } from "./negotiate.js";
import { followFeed, type ServedFeed, type ServedPublication } from "./publications.js";

/** `GET /staff`, `GET /charge-codes`, `GET /tax-codes` (`interface.md` section 4.2): the list of whoever asks. */

export interface ServedAccount {
  readonly name: string;
  /** Key of the object that wraps the list; undefined serves the bare array. Matters only for a list without a feed. */
  readonly envelope: string | undefined;
  /** By the path without its slash. `none`: declared to have no entries. Absent: this list is not offered. */
  readonly lists: ReadonlyMap<string, ServedFeed | "none">;
}

/** Seconds after which a client should ask again for a list that is not there yet. */
const retryAfter = 60;

const listHeaders = {
  "content-type": "application/json",
  vary: "Accept-Encoding, Authorization",
  "cache-control": "private, no-cache",
  "x-content-type-options": "nosniff",
};

export function listRoute(
  type: RecordType,
  accounts: readonly ServedAccount[],
  authenticate: Authenticate,
  now: () => Date,
): Route {
  const answers = new Map(accounts.map((account) => [account.name, listOf(account, type.plural, now)]));
  return {
    method: "GET",
    path: `/${type.plural}`,
    async answer(request) {
      const caller = await authenticate(request);
      if ("refused" in caller) return caller.refused;
      const answer = (await answers.get(caller.account)?.(request)) ?? refusal("not_found");
      return { ...answer, proven: true, facts: { ...answer.facts, credential: caller.credential } };
    },
  };
}

function listOf(
  account: ServedAccount,
  plural: string,
  now: () => Date,
): (request: Request) => Answer | Promise<Answer> {
  const feed = account.lists.get(plural);
  if (feed === undefined) return () => refusal("not_found");
  if (feed === "none") return () => emptyList(account.envelope);
  const followed = followFeed(feed);
  return async (request) => {
    const publication = await followed.get();
    if (publication === undefined) return refusal("not_published", { "retry-after": retryAfter });
    return publicationAnswer(request, feed, publication, now());
  };
}

function emptyList(envelope: string | undefined): Answer {
  const body = envelope === undefined ? "[]" : JSON.stringify({ [envelope]: [] });
  return {
    status: 200,
    headers: { ...listHeaders, "content-length": Buffer.byteLength(body) },
    body,
  };
}

async function publicationAnswer(
  request: Request,
  feed: ServedFeed,
  publication: ServedPublication,
  now: Date,
): Promise<Answer> {
  let encoding = encodingFor(request.headers["accept-encoding"]);
  let bytes = await publication.bytes(encoding);
  if (bytes === undefined) {
    encoding = "identity";
    bytes = await publication.bytes(encoding);
    if (bytes === undefined) throw new Error(`publication of ${feed.name} has no served.json`);
  }
  const { manifest, confirmedAt } = publication.current;
  const times = { confirmedAt: new Date(confirmedAt), publishedAt: new Date(manifest.published_at) };
  const headers = {
    ...listHeaders,
    etag: bytes.etag,
    "last-modified": publication.lastModified,
    "lading-publication": manifest.number,
    "lading-published": manifest.published_at,
    "lading-confirmed": confirmedAt,
    "lading-stale": String(feed.isStale(times, now)),
  };
  // If-Modified-Since is not looked at: two publications may fall into one of its whole seconds.
  if (namesEtag(request.headers["if-none-match"], bytes.etag)) return { status: 304, headers };
  return {
    status: 200,
    headers: {
      ...headers,
      ...(encoding !== "identity" && { "content-encoding": encoding }),
      "content-length": bytes.body.length,
    },
    body: bytes.body,
  };
}

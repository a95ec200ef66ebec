import type { Log } from "../log.js";
import type { RecordType } from "../records/record-type.js";
import { refusal, type Answer, type ReadyHeaders, type Request, type Route } from "./answer.js";
import type { Authenticate, Refused } from "./authenticate.js";
import type { Caller } from "./caller.js";
import { encodingFor, namesEtag, type Encoding } from "./negotiate.js";
import { followFeed, type ServedBytes, type ServedFeed, type ServedPublication } from "./publications.js";

/** `GET /staff`, `GET /charge-codes`, `GET /tax-codes` (`docs/interface.md` section 4.2): the list of whoever asks. */

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
  log: Log,
): Route {
  const lists = new Map(accounts.map((account) => [account.name, listOf(account, type.plural, now, log)]));
  const answerTo = (request: Request, caller: Caller | Refused): Answer | Promise<Answer> => {
    if ("refused" in caller) return caller.refused;
    return lists.get(caller.account)?.(request, caller) ?? refusal("no_such_list");
  };
  return {
    method: "GET",
    path: `/${type.plural}`,
    // What is in memory is answered at once; only what has to be read again is waited for.
    answer(request) {
      const caller = authenticate(request);
      return caller instanceof Promise
        ? caller.then((found) => answerTo(request, found))
        : answerTo(request, caller);
    },
  };
}

type List = (request: Request, caller: Caller) => Answer | Promise<Answer>;

function listOf(account: ServedAccount, plural: string, now: () => Date, log: Log): List {
  const feed = account.lists.get(plural);
  if (feed === undefined) return (_request, caller) => ({ ...refusal("no_such_list"), ...provenBy(caller) });
  if (feed === "none") return (_request, caller) => ({ ...emptyList(account.envelope), ...provenBy(caller) });
  const followed = followFeed(feed, log);
  const answerTo = (
    request: Request,
    caller: Caller,
    publication: ServedPublication | undefined,
  ): Answer | Promise<Answer> => {
    if (publication !== undefined) return publicationAnswer(request, caller, feed, publication, now());
    return { ...refusal("not_published", { "retry-after": retryAfter }), ...provenBy(caller) };
  };
  return (request, caller) => {
    const publication = followed.get();
    return publication instanceof Promise
      ? publication.then((found) => answerTo(request, caller, found))
      : answerTo(request, caller, publication);
  };
}

function provenBy(caller: Caller): Pick<Answer, "proven" | "facts"> {
  return { proven: true, facts: caller };
}

function emptyList(envelope: string | undefined): Answer {
  const body = envelope === undefined ? "[]" : JSON.stringify({ [envelope]: [] });
  return {
    status: 200,
    headers: { ...listHeaders, "content-length": Buffer.byteLength(body) },
    body,
  };
}

function publicationAnswer(
  request: Request,
  caller: Caller,
  feed: ServedFeed,
  publication: ServedPublication,
  now: Date,
): Answer | Promise<Answer> {
  const encoding = encodingFor(request.headers["accept-encoding"]);
  const answerWith = (bytes: ServedBytes, sent: Encoding): Answer => {
    const headers = headersOf(feed, publication, bytes, sent, now);
    // If-Modified-Since is not looked at: two publications may fall into one of its whole seconds.
    if (namesEtag(request.headers["if-none-match"], bytes.etag)) {
      return { status: 304, headers: headers.notModified, proven: true, facts: caller };
    }
    return { status: 200, headers: headers.full, body: bytes.body, proven: true, facts: caller };
  };
  const bytes = publication.bytes(encoding);
  return bytes === undefined || bytes instanceof Promise
    ? readThen(publication, encoding, bytes, answerWith)
    : answerWith(bytes, encoding);
}

async function readThen(
  publication: ServedPublication,
  encoding: Encoding,
  reading: Promise<ServedBytes | undefined> | undefined,
  answerWith: (bytes: ServedBytes, sent: Encoding) => Answer,
): Promise<Answer> {
  const bytes = await reading;
  if (bytes !== undefined) return answerWith(bytes, encoding);
  // An encoding that the publication does not have: plain is always there.
  const plain = await publication.bytes("identity");
  if (plain === undefined)
    throw new Error(`a publication in ${publication.current.folder} has no served.json`);
  return answerWith(plain, "identity");
}

interface HeadersOfList {
  readonly full: ReadyHeaders;
  readonly notModified: ReadyHeaders;
}

/** Headers stay the same for a second: whether the list is stale changes no faster. */
const readyHeaders = new WeakMap<
  ServedBytes,
  { second: number; of: ServedPublication; headers: HeadersOfList }
>();

function headersOf(
  feed: ServedFeed,
  publication: ServedPublication,
  bytes: ServedBytes,
  encoding: Encoding,
  now: Date,
): HeadersOfList {
  const second = Math.floor(now.getTime() / 1000);
  const ready = readyHeaders.get(bytes);
  if (ready !== undefined && ready.second === second && ready.of === publication) return ready.headers;
  const { manifest, confirmedAt } = publication.current;
  const times = { confirmedAt: new Date(confirmedAt), publishedAt: new Date(manifest.published_at) };
  const notModified = Object.entries({
    ...listHeaders,
    etag: bytes.etag,
    "last-modified": publication.lastModified,
    "lading-publication": String(manifest.number),
    "lading-published": manifest.published_at,
    "lading-confirmed": confirmedAt,
    "lading-stale": String(feed.isStale(times, now)),
  }).flat();
  const full = [...notModified, "content-length", String(bytes.body.length)];
  if (encoding !== "identity") full.push("content-encoding", encoding);
  const headers = { full, notModified };
  readyHeaders.set(bytes, { second, of: publication, headers });
  return headers;
}

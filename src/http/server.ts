import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { failure, LadingError } from "../errors.js";
import type { Log } from "../log.js";
import { recordTypes } from "../model/record-types/index.js";
import { isLoopback } from "../connectors/safe-url.js";
import type { ServerSettings } from "../workspace/server-settings.js";
import { accessTokens as newAccessTokens } from "./access-tokens.js";
import { authenticator, type SignIn } from "./authenticate.js";
import { withinOpenFiles } from "./connections.js";
import { countFailedSignIns, type FailedSignIns } from "./failed-sign-ins.js";
import { openHttp, type HttpOptions, type HttpServer } from "./http.js";
import { followKeyPair, readKeyPair, warnOfExposure, type KeyPair } from "./key-pair.js";
import type { Queries, Store } from "../store/store.js";
import { followCredentials, type CredentialSource } from "./known-credentials.js";
import { invoiceRoute, type Receiver } from "./invoices.js";
import { listRoute, type ServedAccount } from "./lists.js";
import { countRequests } from "./metrics.js";
import { followFeeds, type FollowedFeeds } from "./publications.js";
import type { Route } from "./answer.js";
import { openapiRoute } from "./openapi.js";
import { healthRoutes } from "./health.js";
import { withToken } from "./operators-token.js";
import { recordRoute } from "./records.js";
import { openSessions, type Sessions } from "./sessions.js";
import type { StatusSource } from "../feeds/health/status.js";
import { tokenRoute } from "./token-endpoint.js";
import { windowRoute } from "./windows.js";

/**
 * The server: lists and records on one port, the operators' pages on another. It writes nothing but the access tokens that it
 * gives out, up to when windows were answered, and the invoices that it takes.
 */

export interface ServeOptions extends Served {
  readonly settings: ServerSettings;
  readonly db: Queries;
  /** What windows and access tokens are written to: where a write may have to wait, nobody who reads a list waits for it. */
  readonly horizons: Store;
  readonly log: Log;
  /** The secret behind `operators.token`. */
  readonly operatorsToken?: string | undefined;
  readonly now?: () => Date;
  /** How failed sign-ins wait; by the clock when omitted. */
  readonly pause?: SignIn["pause"];
  /** Milliseconds between two looks at the files of the certificate; 10 s when omitted. */
  readonly lookEvery?: number;
}

/** What is served, which another workspace changes. */
export interface Served {
  readonly accounts: readonly ServedAccount[];
  readonly status: StatusSource;
  /** Who takes invoices that the platform posts; without one there is no such endpoint. */
  readonly receiver?: Receiver;
  /** The pages for people on the operators' port. */
  readonly pages?: Pages;
}

/** Routes for people on the operators' port, which the console adds. */
export type Pages = (context: { readonly sessions: Sessions; readonly now: () => Date }) => readonly Route[];

export interface RunningServer {
  /** Another at every start; `/healthz` says it. */
  readonly id: string;
  /** Address of the lists, such as `http://127.0.0.1:8480`. */
  readonly url: string;
  readonly operatorsUrl: string;
  /** Serves that from the next request on. */
  take(this: void, served: Served): void;
  /** Stops within 10 s: running answers end, nothing new begins. */
  close(): Promise<void>;
}

/** Milliseconds that running answers have when the server stops; the whole stop takes at most 10 s. */
const grace = 8_000;

/** Starts both ports. Throws `port_in_use`, `operators_port_in_use`, `cannot_listen`, and `file_not_found` for a missing key or certificate. */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const { settings, log } = options;
  const now = options.now ?? (() => new Date());
  const id = randomUUID();
  const requests = countRequests();
  const keyPair = settings.tls && (await readKeyPair(settings.tls));
  if (settings.tls !== undefined) warnOfExposure(settings.tls.key, log);
  const wanted = settings.limits.connections;
  const connections = withinOpenFiles(wanted);
  if (connections < wanted) {
    log.warn("few_open_files", {
      connections,
      wanted,
      next: "raise the hard limit of open files, or lower server.limits.connections",
    });
  }
  const failures = countFailedSignIns(settings.limits.failures_per_minute);
  const credentials = await followCredentials(
    options.db,
    settings.without_store,
    log,
    options.horizons.version,
  );
  const feeds = followFeeds(options.db, settings.without_store, log, options.horizons.version);
  const publicRoutesOf = publicRoutes(options, credentials, feeds, failures, now);
  const lists = await openHttp({
    address: settings.address,
    port: settings.port,
    tls: keyPair,
    behindProxy: settings.behind_proxy,
    routes: publicRoutesOf(options),
    connections,
    slowestBytesPerSecond: settings.limits.slowest_bytes_per_second,
    log,
    answered: requests.answered,
  });
  const sessions = openSessions(credentials, countFailedSignIns(settings.limits.failures_per_minute), now);
  const operatorRoutesOf = ({ status, accounts, pages }: Served) => {
    const health = healthRoutes({
      id,
      status,
      accounts: accounts.map(({ name }) => name),
      requests,
      openConnections: () => lists.openConnections,
      now,
    });
    const routes = [...health, ...(pages?.({ sessions, now }) ?? [])];
    const { operatorsToken: token, pause = (ms) => setTimeout(ms) } = options;
    const failuresPerMinute = settings.limits.failures_per_minute;
    return token === undefined ? routes : withToken(routes, token, { failuresPerMinute, pause });
  };
  let operators: HttpServer;
  const { address, port } = settings.operators;
  // What stays on this machine needs no certificate of its own.
  const operatorsKeyPair = isLoopback(address) ? undefined : keyPair;
  try {
    operators = await openHttp({
      address,
      port,
      tls: operatorsKeyPair,
      behindProxy: false,
      routes: operatorRoutesOf(options),
      connections: 64,
      slowestBytesPerSecond: settings.limits.slowest_bytes_per_second,
      ...hostsOf(settings.operators),
      log,
    });
  } catch (error) {
    await lists.close(0);
    if (error instanceof LadingError && error.code === "port_in_use") {
      throw failure("operators_port_in_use", { address, port }, error);
    }
    throw error;
  }
  const takeKeyPair = (pair: KeyPair): void => {
    lists.takeKeyPair(pair);
    if (operatorsKeyPair !== undefined) operators.takeKeyPair(pair);
  };
  const stopFollowing =
    settings.tls === undefined || keyPair === undefined
      ? undefined
      : followKeyPair(settings.tls, keyPair, takeKeyPair, log, options.lookEvery ?? 10_000);
  const stopKeepingUp = keepingUp(credentials, () => feeds.keepUp());
  log.info("serving", { lists: lists.url, operators: operators.url });
  return {
    id,
    url: lists.url,
    operatorsUrl: operators.url,
    take(served) {
      lists.takeRoutes(publicRoutesOf(served));
      operators.takeRoutes(operatorRoutesOf(served));
    },
    async close() {
      stopFollowing?.();
      stopKeepingUp();
      await Promise.all([lists.close(grace), operators.close(grace)]);
      log.info("stopped");
    },
  };
}

/** How often what was read before is looked at though nobody asks, in milliseconds. */
const keptUpEvery = 1_000;

/**
 * When the store goes away, what several servers go on with is the same, and no older than that.
 *
 * @returns ends it
 */
function keepingUp(...works: readonly (() => Promise<unknown>)[]): () => void {
  const over = new AbortController();
  const keepUp = async (): Promise<void> => {
    for (;;) {
      await setTimeout(keptUpEvery, undefined, { ref: false, signal: over.signal });
      // What is wrong is told to whoever asks next.
      await Promise.allSettled(works.map((work) => work()));
    }
  };
  keepUp().catch(() => {});
  return () => over.abort();
}

/** Another site's name that points to this machine must not read these pages through a browser. */
function hostsOf({ address, hosts }: ServerSettings["operators"]): Pick<HttpOptions, "hosts"> {
  if (hosts === undefined && !isLoopback(address)) return {};
  const own = address.includes(":") ? `[${address}]` : address;
  return { hosts: ["127.0.0.1", "localhost", own, ...(hosts ?? [])] };
}

/** Caches of callers and lists are made once and outlive a change of what is served. */
function publicRoutes(
  { settings, db, horizons, log, pause = (ms) => setTimeout(ms) }: ServeOptions,
  credentials: CredentialSource,
  feeds: FollowedFeeds,
  failures: FailedSignIns,
  now: () => Date,
): (served: Served) => readonly Route[] {
  const accessTokens = settings.oauth ? newAccessTokens(db, horizons.db) : undefined;
  return ({ accounts, receiver }) => {
    const authenticate = authenticator({
      credentials,
      bearerTokens: settings.bearer_tokens,
      accessTokens,
      accounts: new Set(accounts.map((account) => account.name)),
      failures,
      now,
      pause,
    });
    const follow = feeds.take(
      accounts.flatMap(({ lists }) =>
        [...lists.values()].flatMap((feed) => (feed === "none" ? [] : feed.name)),
      ),
    );
    return [
      ...recordTypes.flatMap((type) =>
        type.served === "one by one"
          ? [
              windowRoute(type, accounts, { authenticate, db, horizons, log }),
              recordRoute(type, accounts, { authenticate, db }),
            ]
          : [listRoute(type, accounts, { authenticate, now, follow })],
      ),
      ...(receiver === undefined ? [] : [invoiceRoute(receiver, { authenticate, log })]),
      ...(accessTokens === undefined ? [] : [tokenRoute({ credentials, accessTokens, failures, now })]),
      openapiRoute(),
    ];
  };
}

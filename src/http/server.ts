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
 * The server, which provides lists and records on one port and the console on another. Apart from the console, the
 * server writes only access tokens, posted invoices, and the end of the last requested time window.
 */

export interface ServeOptions extends Served {
  readonly settings: ServerSettings;
  readonly db: Queries;
  /**
   * Separate store connection for writing windows and access tokens, so that a blocked write does not delay reads.
   */
  readonly horizons: Store;
  readonly log: Log;
  /** The secret to which `operators.token` refers. */
  readonly operatorsToken?: string | undefined;
  readonly now?: () => Date;
  /** Delays responses to failed sign-ins. */
  readonly pause?: SignIn["pause"];
  /** Milliseconds between checks of the certificate files. Default: 10 s. */
  readonly certificateInterval?: number;
}

/** The parts of a server that a changed workspace replaces. */
export interface Served {
  readonly accounts: readonly ServedAccount[];
  readonly status: StatusSource;
  /** Accepts invoices that the platform posts. If the receiver is omitted, the endpoint does not exist. */
  readonly receiver?: Receiver;
  /** The console. */
  readonly pages?: Pages;
}

/** Routes on the operators' port, provided by the console. */
export type Pages = (context: { readonly sessions: Sessions; readonly now: () => Date }) => readonly Route[];

export interface RunningServer {
  /** ID of this server process, which is new at every start. `/healthz` returns this ID. */
  readonly id: string;
  /** Address at which the lists are served, such as `http://127.0.0.1:8480`. */
  readonly url: string;
  readonly operatorsUrl: string;
  /** Replaces the served content, from the next request on. */
  take(this: void, served: Served): void;
  /** Stops within 10 s. Responses in progress are completed, and new requests are refused. */
  close(): Promise<void>;
}

/** Time in milliseconds for completing responses in progress when the server stops. */
const grace = 8_000;

/**
 * Opens both ports. Throws `port_in_use`, `operators_port_in_use`, `cannot_listen`, or the errors of `readKeyPair` and
 * of the store.
 */
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
      next: "increase the hard limit on open files, or decrease `connections` under `limits` in the workspace's `server`",
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
  // A loopback address does not need TLS.
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
      : followKeyPair(settings.tls, keyPair, takeKeyPair, log, options.certificateInterval ?? 10_000);
  const stopRefresh = refreshInBackground(
    credentials,
    () => feeds.keepUp(),
    () => sessions.endOld(),
  );
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
      stopRefresh();
      await Promise.all([lists.close(grace), operators.close(grace)]);
      log.info("stopped");
    },
  };
}

/** Milliseconds between background refreshes. */
const refreshInterval = 1_000;

/**
 * Refreshes cached values even without requests, so that all servers have the same values if the store becomes
 * unavailable. Returns a function that stops the refresh.
 */
function refreshInBackground(...works: readonly (() => Promise<unknown>)[]): () => void {
  const over = new AbortController();
  const keepUp = async (): Promise<void> => {
    for (;;) {
      await setTimeout(refreshInterval, undefined, { ref: false, signal: over.signal });
      // Errors are ignored here, because the next caller receives them.
      await Promise.allSettled(works.map((work) => work()));
    }
  };
  keepUp().catch(() => {});
  return () => over.abort();
}

/**
 * Restricts the host names on the operators' port, so that a website whose name resolves to this machine cannot read
 * the console through a browser. If other machines can reach the port, the names are restricted only if `hosts` is
 * set.
 */
function hostsOf({ address, hosts }: ServerSettings["operators"]): Pick<HttpOptions, "hosts"> {
  if (hosts === undefined && !isLoopback(address)) return {};
  const own = address.includes(":") ? `[${address}]` : address;
  return { hosts: ["127.0.0.1", "localhost", own, ...(hosts ?? [])] };
}

/** The caches of callers and lists are kept when the workspace changes. */
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

import type { HttpAnswer, Route } from "./answer.js";
import { metricsText, type RequestCounts } from "./metrics.js";
import type { StatusSource } from "./status.js";
import { statusPage, statusPagePolicy } from "./status-page.js";

/** The operators' port, which only this machine reaches: health, readiness, metrics, and the status page for people. */

export interface Operators {
  readonly status: StatusSource;
  /** Names of accounts. */
  readonly accounts: readonly string[];
  readonly requests: RequestCounts;
  readonly openConnections: () => number;
  readonly now: () => Date;
}

const runsOnPage = 40;

export function operatorRoutes({
  status,
  accounts,
  requests,
  openConnections,
  now,
}: Operators): readonly Route[] {
  return [
    { method: "GET", path: "/healthz", answer: () => json(200, { status: "ok" }) },
    {
      method: "GET",
      path: "/readyz",
      // About the server: that one account has no list yet takes nobody else out of a balancer.
      async answer() {
        await status.read();
        return json(200, { status: "ready" });
      },
    },
    ...accounts.map((account): Route => ({
      method: "GET",
      path: `/readyz/${account}`,
      async answer() {
        const feeds = (await status.read()).feeds.filter((feed) => feed.account === account);
        const unpublished = feeds.filter((feed) => feed.publication === undefined).map(({ feed }) => feed);
        const isReady = unpublished.length === 0;
        return json(isReady ? 200 : 503, { status: isReady ? "ready" : "not_ready", unpublished });
      },
    })),
    {
      method: "GET",
      path: "/metrics",
      async answer() {
        const text = metricsText(await status.read(1), requests, openConnections(), now());
        return page(text, "text/plain; version=0.0.4; charset=utf-8");
      },
    },
    {
      method: "GET",
      path: "/",
      async answer() {
        return page(statusPage(await status.read(runsOnPage), now()), "text/html; charset=utf-8", {
          "content-security-policy": statusPagePolicy,
          "referrer-policy": "no-referrer",
          "x-frame-options": "DENY",
        });
      },
    },
  ];
}

const pageHeaders = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

function json(status: number, body: object): HttpAnswer {
  return { status, headers: pageHeaders, body };
}

function page(body: string, type: string, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { status: 200, headers: { "content-type": type, ...pageHeaders, ...headers }, body };
}

import { statusOrWithout, type StatusSource } from "../feeds/health/status.js";
import type { HttpAnswer, Route } from "./answer.js";
import { metricsText, type RequestCounts } from "./metrics.js";
import { refusal } from "./refusals.js";

/** Health, readiness and metrics on the operators' port. */

export interface HealthOptions {
  /** The server's ID, by which callers can identify the server that is using the port. */
  readonly id: string;
  readonly status: StatusSource;
  readonly accounts: readonly string[];
  readonly requests: RequestCounts;
  readonly openConnections: () => number;
  readonly now: () => Date;
}

export function healthRoutes({
  id,
  status,
  accounts,
  requests,
  openConnections,
  now,
}: HealthOptions): readonly Route[] {
  return [
    { method: "GET", path: "/healthz", answer: () => json(200, { status: "ok", id }) },
    {
      method: "GET",
      path: "/readyz",
      // Reports the readiness of the server as a whole. An account without a list must not cause a load balancer to
      // remove the server.
      async answer() {
        await status.read();
        return json(200, { status: "ready" });
      },
    },
    {
      method: "GET",
      path: "/readyz/:account",
      async answer({ path: { account = "" } }) {
        if (!accounts.includes(account)) return refusal("not_found");
        const feeds = (await status.read()).feeds.filter((feed) => feed.account === account);
        const unpublished = feeds.filter((feed) => feed.publication === undefined).map(({ feed }) => feed);
        const isReady = unpublished.length === 0;
        return json(isReady ? 200 : 503, { status: isReady ? "ready" : "not_ready", unpublished });
      },
    },
    {
      method: "GET",
      path: "/metrics",
      async answer() {
        const { status: shown } = await statusOrWithout(status, 1);
        const text = metricsText(shown, requests, openConnections(), now());
        const type = "text/plain; version=0.0.4; charset=utf-8";
        return { status: 200, headers: { "content-type": type, ...noStore }, body: text };
      },
    },
  ];
}

const noStore = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

function json(status: number, body: object): HttpAnswer {
  return { status, headers: noStore, body };
}

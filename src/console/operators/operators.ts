import type { HttpAnswer, Route } from "../../http/answer.js";
import { refusal } from "../../http/refusals.js";
import { metricsText, type RequestCounts } from "../../http/metrics.js";
import type { StatusSource } from "../../feeds/health/status.js";
import { deskRoutes, type Desk } from "./desk.js";
import { pageAnswer } from "./page-frame.js";
import type { Sessions } from "./sessions.js";
import { statusPage } from "./status-page.js";

/** The operators' port, which only this machine reaches: health, readiness, metrics, and the status page for people. */

export interface Operators {
  /** Of the server, by which who reaches a port knows whose it is. */
  readonly id: string;
  readonly status: StatusSource;
  /** Names of accounts. */
  readonly accounts: readonly string[];
  readonly requests: RequestCounts;
  readonly openConnections: () => number;
  readonly now: () => Date;
  /** Where people decide, and who is signed in; without it the page only shows. */
  readonly desk?: { readonly desk: Desk; readonly sessions: Sessions } | undefined;
}

const runsOnPage = 40;

export function operatorRoutes({
  id,
  status,
  accounts,
  requests,
  openConnections,
  now,
  desk,
}: Operators): readonly Route[] {
  return [
    { method: "GET", path: "/healthz", answer: () => json(200, { status: "ok", id }) },
    {
      method: "GET",
      path: "/readyz",
      // About the server: that one account has no list yet takes nobody else out of a balancer.
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
        const text = metricsText(await status.read(1), requests, openConnections(), now());
        const type = "text/plain; version=0.0.4; charset=utf-8";
        return { status: 200, headers: { "content-type": type, ...pageHeaders }, body: text };
      },
    },
    {
      method: "GET",
      path: "/",
      async answer(request) {
        const operator = await desk?.sessions.operatorOf(request);
        const looker = { hasDesk: desk !== undefined, person: operator?.name };
        return pageAnswer(statusPage(await status.read(runsOnPage), now(), looker));
      },
    },
    ...(desk === undefined ? [] : deskRoutes(desk.desk, desk.sessions)),
  ];
}

const pageHeaders = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

function json(status: number, body: object): HttpAnswer {
  return { status, headers: pageHeaders, body };
}

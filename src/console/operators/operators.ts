import type { StatusSource } from "../../feeds/health/status.js";
import type { PagesOf } from "../../http/serve-workspace.js";
import type { Pages } from "../../http/server.js";
import type { DecisionService } from "../../feeds/decisions/decision-service.js";
import { deskRoutes, type Desk } from "./desk.js";
import { pageAnswer } from "./page-frame.js";
import { statusPage } from "./status-page.js";

/** The pages of the operators' port: the status page, and with a desk the pages where people decide. */

const runsOnPage = 40;

export function operatorPages(status: StatusSource, desk?: Desk): Pages {
  return ({ sessions, now }) => [
    {
      method: "GET",
      path: "/",
      async answer(request) {
        const operator = desk && (await sessions.operatorOf(request));
        const viewer = { hasDesk: desk !== undefined, person: operator?.name };
        return pageAnswer(statusPage(await status.read(runsOnPage), now(), viewer));
      },
    },
    ...(desk === undefined ? [] : deskRoutes(desk, sessions)),
  ];
}

/** The pages of a workspace, where `decisions` evaluates and decides deliveries. */
export function pagesWith(decisions: DecisionService): PagesOf {
  return ({ workspace, db, status }) =>
    operatorPages(status, { feeds: workspace.feeds.map(({ name }) => name), db, decisions });
}

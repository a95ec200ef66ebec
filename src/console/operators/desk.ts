import { differencesBetween, readCurrent } from "../../feeds/lists/publications.js";
import { documentNames, readDocument } from "../../feeds/lists/documents.js";
import { deliveriesOf, readLog } from "../../feeds/lists/feed-log.js";
import type { Queries } from "../../store/store.js";
import type { AnswerHeaders, HttpAnswer, Request, Route } from "../../http/answer.js";
import { refusal } from "../../http/refusals.js";
import type { DecisionService } from "../../feeds/decisions/decision-service.js";
import {
  deliveryPage,
  differencePage,
  feedPage,
  refusalText,
  signInPage,
  type PageOf,
} from "./desk-pages.js";
import { pageAnswer } from "./page-frame.js";
import { isForged, type Operator, type Sessions } from "../../http/sessions.js";

/** Where people decide: the pages of the operators' port that show records and histories, to those who are signed in. */

export interface Desk {
  /** Names of the feeds. */
  readonly feeds: readonly string[];
  readonly db: Queries;
  readonly decisions: DecisionService;
}

/** Differences on a page; whoever wants more takes `lading diff`. */
const mostDifferences = 500;
/** Entries of a history on a page, newest first. */
const mostEntries = 400;
/** Longer reasons are letters. */
const longestReason = 500;

export function deskRoutes({ feeds, db, decisions }: Desk, sessions: Sessions): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/sign-in",
      async answer(request) {
        const to = ownPath(new URLSearchParams(request.query).get("to"));
        const operator = await sessions.operatorOf(request);
        return operator === undefined ? pageAnswer(signInPage({ to })) : seeOther(to);
      },
    },
    {
      method: "POST",
      path: "/sign-in",
      async answer(request) {
        if (isForged(request)) return forged;
        const form = new URLSearchParams(request.body);
        const to = ownPath(form.get("to"));
        const signedIn = await sessions.signIn((form.get("access_key") ?? "").trim(), request);
        if ("operator" in signedIn) {
          const facts = { operator: signedIn.operator.credential };
          return { ...seeOther(to, signedIn.headers), facts };
        }
        const wait = signedIn.refused;
        const headers = wait === undefined ? {} : { "retry-after": wait };
        const status = wait === undefined ? 401 : 429;
        return {
          ...pageAnswer(signInPage({ to, isRefused: true, wait }), status, headers),
          facts: { why: "unknown" },
        };
      },
    },
    {
      method: "POST",
      path: "/sign-out",
      answer: (request) => (isForged(request) ? forged : seeOther("/", sessions.signOut(request))),
    },
    forOperators("GET", "", async ({ feed, operator }) => {
      const [log, current] = [await readLog(db, feed, mostEntries), await readCurrent(db, feed)];
      return pageAnswer(feedPage({ feed, operator, log, current, isWhole: log.length < mostEntries }));
    }),
    forOperators("GET", "/publications/:number", async ({ feed, operator, request }) => {
      const until = Number(request.path["number"]);
      const asked = new URLSearchParams(request.query).get("since");
      const after = asked === null || asked === "" ? until - 1 : Number(asked);
      if (!Number.isInteger(until) || !Number.isInteger(after) || after >= until) return refusal("not_found");
      const { count, differences } = await differencesBetween(db, feed, {
        after,
        until,
        most: mostDifferences,
      });
      return pageAnswer(differencePage({ feed, operator, after, until, count, differences }));
    }),
    forOperators("GET", "/deliveries/:delivery", async ({ feed, operator, request }) =>
      showDelivery({ feed, operator }, request.path["delivery"] ?? ""),
    ),
    forOperators("GET", "/deliveries/:delivery/:document", async ({ feed, request }) => {
      const delivery = await deliveryOf(feed, request.path["delivery"] ?? "");
      const name = request.path["document"] ?? "";
      if (delivery === undefined) return refusal("not_found");
      if (!(await documentNames(db, feed, delivery.sha256)).includes(name)) return refusal("not_found");
      return download(name, await readDocument(db, feed, delivery.sha256, name));
    }),
    forOperators("POST", "/deliveries/:delivery", async ({ feed, operator, request }) => {
      const sha256 = request.path["delivery"] ?? "";
      const form = new URLSearchParams(request.body);
      const verb = form.get("verb");
      const reason = (form.get("reason") ?? "").replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").trim();
      if (verb !== "release" && verb !== "reject") return refusal("bad_request");
      if (reason === "" || reason.length > longestReason) {
        const said =
          reason === ""
            ? "Say why: nobody understands a decision without a reason later."
            : `A reason has ${longestReason} characters at most.`;
        return showDelivery({ feed, operator }, sha256, said);
      }
      const order = { feed, delivery: sha256, reason, by: operator.name };
      const decided = await decisions.decide(
        verb === "release" ? { verb, ...order, changeSet: form.get("change_set") ?? "" } : { verb, ...order },
      );
      const facts = { operator: operator.credential, decided: verb };
      if ("isDone" in decided && decided.isDone) return { ...seeOther(`/feeds/${feed}`), facts };
      const why = "refused" in decided ? refusalText(decided) : decided.sentence;
      return { ...(await showDelivery({ feed, operator }, sha256, why)), facts };
    }),
  ];

  async function deliveryOf(feed: string, beginning: string) {
    if (!/^[0-9a-f]{12,64}$/.test(beginning)) return undefined;
    const [only, another] = await deliveriesOf(db, feed, { beginning });
    return another === undefined ? only : undefined;
  }

  /** @param said why nothing was decided */
  async function showDelivery(of: PageOf, beginning: string, said?: string): Promise<HttpAnswer> {
    const delivery = await deliveryOf(of.feed, beginning);
    if (delivery === undefined) return refusal("not_found");
    const documents = await documentNames(db, of.feed, delivery.sha256);
    const look = await decisions.look(of.feed, delivery.sha256);
    return pageAnswer(
      deliveryPage({ ...of, delivery, documents, look, said }),
      said === undefined ? 200 : 409,
    );
  }

  /** A page of a feed, for those who are signed in; others are led to where they can be. */
  function forOperators(
    method: Route["method"],
    path: string,
    answer: (asked: {
      readonly feed: string;
      readonly operator: Operator;
      readonly request: Request;
    }) => Promise<HttpAnswer>,
  ): Route {
    return {
      method,
      path: `/feeds/:account/:record${path}`,
      async answer(request) {
        if (method === "POST" && isForged(request)) return forged;
        const operator = await sessions.operatorOf(request);
        const { account, record, delivery } = request.path;
        const feed = `${account}/${record}`;
        if (operator === undefined) {
          const wanted = delivery === undefined ? `/feeds/${feed}` : `/feeds/${feed}/deliveries/${delivery}`;
          return seeOther(`/sign-in?to=${encodeURIComponent(wanted)}`);
        }
        if (!feeds.includes(feed)) return refusal("not_found");
        return { facts: { operator: operator.credential }, ...(await answer({ feed, operator, request })) };
      },
    };
  }
}

/** Where somebody wanted to go who had to sign in: on these pages, and nowhere else. */
function ownPath(to: string | null): string {
  return to !== null && /^\/feeds(?:\/[a-z0-9_-]+)+$/.test(to) ? to : "/";
}

const forged: HttpAnswer = {
  status: 403,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "This came from another page than the operators' own, and was not done.\n",
  facts: { why: "forged" },
};

function seeOther(location: string, headers: AnswerHeaders = {}): HttpAnswer {
  return { status: 303, headers: { location, "cache-control": "no-store", ...headers }, body: "" };
}

/** Handed over as a file: what partners wrote is never shown as a page. */
function download(name: string, text: string): HttpAnswer {
  const type = name.endsWith(".json") ? "application/json" : "text/csv; charset=utf-8";
  return {
    status: 200,
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
    body: text,
  };
}

import type { HttpAnswer, Request, Route } from "../../http/answer.js";
import type { PagesOf } from "../../http/serve-workspace.js";
import type { Pages } from "../../http/server.js";
import { isForged, type Operator, type Sessions } from "../../http/sessions.js";
import { json, refused } from "../api/answers.js";
import type { ApiRequest, ApiRoute } from "../api/route.js";
import { apiRoutes } from "../api/routes.js";
import type { ConsoleData } from "../api/feeds.js";
import { mappingRoutes } from "../api/mappings.js";
import type { Operations, Trials } from "../api/operations.js";
import type { Me } from "../api/views.js";
import { largest } from "../api/deliver.js";
import { pageFiles, pageHeaders, screens, type PageFile } from "../studio/page-files.js";

/**
 * The console on the operators' port. People sign in with an access key. Without a key, people see only the health of
 * feeds, and no file names.
 */

export type SharedData = Omit<ConsoleData, "now">;

/** `operations` evaluates deliveries and applies decisions. `trials` handles requests from people who try mappings. */
export function consoleWith(operations: Operations, trials: Trials): PagesOf {
  return (shown) => consolePages({ ...shown, operations }, trials);
}

export function consolePages(data: SharedData, trials: Trials): Pages {
  return ({ sessions, now }) => {
    sessions.onEnd((session) => void trials.end({ session }).catch(() => undefined));
    return routesOf(data, trials, sessions, now);
  };
}

function routesOf(data: SharedData, trials: Trials, sessions: Sessions, now: () => Date): readonly Route[] {
  return [
    ...screens.map((path): Route => ({
      method: "GET",
      path,
      answer: (request) => page(request, "/index.html"),
    })),
    {
      method: "GET",
      path: "/assets/:name",
      answer: (request) => page(request, `/assets/${request.path["name"] ?? ""}`),
    },
    ...signingIn(sessions),
    ...[...apiRoutes, ...mappingRoutes(trials)].map((route) => apiRoute(route, { ...data, now }, sessions)),
  ];
}

function apiRoute(
  { method, path, bodyBytes, isOpen, admit, answer }: ApiRoute,
  data: ConsoleData,
  sessions: Sessions,
): Route {
  const askedBy = async (request: Request): Promise<AskedBy | HttpAnswer> => {
    if (method === "POST" && isForgedRequest(request)) return forged;
    const operator = await sessions.operatorOf(request);
    if (operator === undefined && isOpen !== true) return signInFirst;
    const { headers, stream: file } = request;
    return {
      operator,
      person: operator?.name,
      path: request.path,
      query: new URLSearchParams(request.query),
      body: method === "POST" && admit === undefined ? parsed(request.body) : undefined,
      headers,
      file,
      isSignedIn: async () => (await sessions.operatorOf(request)) !== undefined,
    };
  };
  return {
    method,
    path,
    // The process that runs the feeds may have to read a large file before it can respond, so the time limit is long.
    ...(isOpen !== true && { answerMs: 10 * 60_000 }),
    ...(bodyBytes !== undefined && { bodyBytes }),
    ...(admit !== undefined && { isStreamed: true }),
    // The body is read only if the request was sent from the console's own page and, except for open routes, by a
    // signed-in person.
    ...(method === "POST" && {
      async admit(request: Request) {
        const asked = await askedBy(request);
        return "query" in asked ? admit?.(data, asked) : asked;
      },
    }),
    async answer(request) {
      const asked = await askedBy(request);
      return "query" in asked ? withFacts(await answer(data, asked), asked.operator) : asked;
    },
  };
}

interface AskedBy extends ApiRequest {
  readonly operator: Operator | undefined;
}

function withFacts(answer: HttpAnswer, operator: Operator | undefined): HttpAnswer {
  if (operator === undefined) return answer;
  return { ...answer, facts: { operator: operator.credential, ...answer.facts } };
}

function signingIn(sessions: Sessions): readonly Route[] {
  return [
    {
      method: "GET",
      path: "/api/me",
      async answer(request) {
        const operator = await sessions.operatorOf(request);
        return json({
          mode: "shared",
          ...(operator !== undefined && { person: operator.name }),
          hasWorkspace: true,
          largestUpload: largest,
        } satisfies Me);
      },
    },
    {
      method: "POST",
      path: "/api/sign-in",
      async answer(request) {
        if (isForgedRequest(request)) return forged;
        const { key } = (parsed(request.body) ?? {}) as { readonly key?: unknown };
        const signedIn = await sessions.signIn(typeof key === "string" ? key.trim() : "", request);
        if ("operator" in signedIn) {
          const { headers, operator } = signedIn;
          const answer = json({ person: operator.name });
          return withFacts({ ...answer, headers: { ...answer.headers, ...headers } }, operator);
        }
        const wait = signedIn.refused;
        const answer = refused(
          wait === undefined ? 401 : 429,
          "This access key is not valid. It may have been mistyped or revoked, or it may have expired.",
          wait === undefined ? "" : `Wait ${wait} s before the next attempt.`,
        );
        const headers = wait === undefined ? {} : { "retry-after": wait };
        return { ...answer, headers: { ...answer.headers, ...headers }, facts: { why: "unknown" } };
      },
    },
    {
      method: "POST",
      path: "/api/sign-out",
      answer(request) {
        if (isForgedRequest(request)) return forged;
        const answer = json({});
        return { ...answer, headers: { ...answer.headers, ...sessions.signOut(request) } };
      },
    },
  ];
}

/**
 * True if the request was forged by a different page. A form on a different page cannot set the `x-lading` header
 * without a preflight request, and no page can change the `Origin` header that a browser sends.
 */
function isForgedRequest(request: Request): boolean {
  return isForged(request) || request.headers["x-lading"] === undefined;
}

const forged: HttpAnswer = {
  ...refused(403, "This request came from another page and was rejected."),
  facts: { why: "forged" },
};

const signInFirst = refused(401, "Sign in first.");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

let files: Promise<ReadonlyMap<string, PageFile>> | undefined;

async function page(request: Request, path: string): Promise<HttpAnswer> {
  files ??= pageFiles().catch((error: unknown) => {
    files = undefined;
    throw error;
  });
  const file = (await files).get(path);
  if (file === undefined) return refused(404, "This page does not exist.");
  const isZipped = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  return {
    status: 200,
    headers: {
      ...pageHeaders,
      // With "no-referrer", browsers would not send the origin of a request.
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      "content-type": file.type,
      vary: "accept-encoding",
      ...(isZipped && { "content-encoding": "gzip" }),
    },
    body: isZipped ? file.zipped : file.bytes,
  };
}

import { z } from "zod";
import { checkDeliveryRoute, deliverRoute } from "./deliver.js";
import { feedAt } from "./feed-at.js";
import { attachment, badRequest, decided, json, notFound, refused } from "./answers.js";
import { reason } from "./reason.js";
import type { ApiRequest, ApiRoute } from "./route.js";
import { fileStream } from "./file-stream.js";
import { readDocument } from "../../feeds/lists/documents.js";
import type { DeliveryState } from "../../feeds/lists/feed-state.js";
import type { HttpAnswer } from "../../http/answer.js";
import type { Feed } from "../../workspace/workspace.js";
import { arrivalsPage } from "./arrivals.js";
import { deliveryNamed, deliveryView } from "./deliveries.js";
import { feedsView, feedView, sparksView, type ConsoleData } from "./feeds.js";
import { invoicesView } from "./invoices.js";
import type { Operations, Refused } from "./operations.js";
import { recordsPage } from "./records.js";
import { decisionsPage, runView } from "./runs.js";
import { changesPage, recordHistory, versionsPage } from "./versions.js";
import type { Done, RunsView } from "./views.js";

/**
 * Routes of the console's API. Before calling a route, the server rejects forged requests. Except for open routes,
 * the server also verifies that the user is signed in.
 */

const runsShown = 200;

const from = z.coerce.number().int().min(0).max(10_000_000).catch(0);
/** PostgreSQL cannot store or compare NUL characters. */
const withoutNul = (text: string): string => text.replaceAll("\0", "");
const search = z.string().max(200).transform(withoutNul).catch("");

const feedsQuery = z.object({
  search,
  health: z.enum(["all", "attention", "good"]).catch("all"),
  type: z.string().max(50).catch(""),
});
const recordsQuery = z.object({
  search,
  sort: z.string().max(100).catch("external_id"),
  isDescending: z.stringbool().catch(false),
  active: z.enum(["all", "active", "inactive"]).catch("all"),
  from,
});
const arrivalsQuery = z.object({ search, status: z.string().max(20).catch(""), from });
const invoicesQuery = z.object({
  search,
  state: z.enum(["all", "waiting", "refused", "done", "withdrawn"]).catch("all"),
  from,
});

const decideBody = z.strictObject({
  verb: z.enum(["release", "reject", "replay"]),
  changeSet: z.string().max(200),
  reason,
});
const rollBackBody = z.strictObject({ to: z.number().int().min(1), reason });
const reasonBody = z.strictObject({ reason });
const recordId = z
  .string()
  .min(1, "Enter an ID.")
  .max(255, "An ID can have at most 255 characters.")
  .refine((id) => id === withoutNul(id), "An ID cannot contain NUL characters.");
const personBody = z.strictObject({ id: recordId });
const forgetBody = z.strictObject({ id: recordId, reason });
const invoiceBody = z.strictObject({ action: z.enum(["confirm", "resend"]), reason });

export const apiRoutes: readonly ApiRoute[] = [
  {
    method: "GET",
    path: "/api/feeds",
    isOpen: true,
    answer: async (data, { query, person }) =>
      json(await feedsView(data, feedsQuery.parse(Object.fromEntries(query)), person !== undefined)),
  },
  {
    method: "GET",
    path: "/api/sparks/:account",
    answer: async (data, { path }) => json(await sparksView(data, path["account"] ?? "")),
  },
  {
    method: "GET",
    path: "/api/runs",
    async answer({ status }) {
      const { runs } = await status.read(runsShown);
      return json({ runs } satisfies RunsView);
    },
  },
  {
    method: "GET",
    path: "/api/runs/:run",
    async answer({ store }, { path }) {
      const run = await runView(store.db, withoutNul(path["run"] ?? ""));
      return run === undefined ? notFound() : json(run);
    },
  },
  {
    method: "GET",
    path: "/api/decisions",
    answer: async ({ store }, { query }) =>
      json(
        await decisionsPage(store, {
          search: query.get("search") ?? "",
          from: from.parse(query.get("from")),
        }),
      ),
  },
  {
    method: "GET",
    path: "/api/invoices",
    answer: async ({ workspace, store }, { query }) =>
      json(await invoicesView(workspace, store.db, invoicesQuery.parse(Object.fromEntries(query)))),
  },
  {
    method: "POST",
    path: "/api/invoices/:id",
    async answer({ operations }, { path, body, person = "" }) {
      const asked = invoiceBody.safeParse(body);
      if (!asked.success) return badRequest(asked.error);
      return decided(await operations.decideInvoice({ ...asked.data, id: path["id"] ?? "", by: person }));
    },
  },
  {
    method: "POST",
    path: "/api/events/:account/retry",
    answer: async ({ operations }, { path, person = "" }) =>
      decided(await operations.retryEvents({ account: path["account"] ?? "", by: person })),
  },
  {
    method: "GET",
    path: "/api/orders/:order",
    async answer({ operations }, { path }) {
      const late = await operations.later({ order: path["order"] ?? "" });
      return "refused" in late ? refused(404, late.refused) : json(late);
    },
  },
  ofFeed("GET", "", async (data, feed) => json(await feedView(data, feed))),
  ofFeed("GET", "/records", async ({ store }, feed, { query }) => {
    const page = await recordsPage(store, feed, recordsQuery.parse(Object.fromEntries(query)));
    return page === undefined ? json({ columns: [], rows: [], count: 0, from: 0, version: 0 }) : json(page);
  }),
  ofFeed("GET", "/record", async ({ store }, feed, { query }) =>
    json(await recordHistory(store.db, feed.name, withoutNul(query.get("id") ?? ""))),
  ),
  ofFeed("GET", "/deliveries", async ({ store }, feed, { query }) =>
    json(await arrivalsPage(store, feed.name, arrivalsQuery.parse(Object.fromEntries(query)))),
  ),
  ofFeed("GET", "/versions", async ({ store }, feed, { query }) =>
    json(await versionsPage(store.db, feed.name, from.parse(query.get("from")))),
  ),
  ofFeed("GET", "/changes", async ({ store }, feed, { query }) => {
    const version = Number(query.get("version"));
    if (!Number.isSafeInteger(version)) return notFound();
    return json(await changesPage(store.db, feed.name, { version, from: from.parse(query.get("from")) }));
  }),
  ofFeed("GET", "/list", async ({ operations }, feed, { query }) => {
    const format = z.enum(["csv", "xlsx", "json"]).safeParse(query.get("format"));
    if (!format.success) return notFound();
    return download(await operations.list({ feed: feed.name, format: format.data }), true);
  }),
  ofFeed("GET", "/rollback/preview", async ({ operations }, feed, { query }) => {
    const to = rollBackBody.shape.to.safeParse(Number(query.get("to")));
    if (!to.success) return notFound();
    const preview = await operations.previewRollBack({ feed: feed.name, to: to.data });
    return "refused" in preview ? refused(409, preview.refused) : json(preview);
  }),
  decisionOf("/rollback", rollBackBody, (operations, order) => operations.rollBack(order)),
  decisionOf("/resume", reasonBody, (operations, order) => operations.resume(order)),
  // The ID is not in the URL, because proxies may log URLs.
  ofFeed("POST", "/forget/preview", async ({ operations }, feed, { body }) => {
    const asked = personBody.safeParse(body);
    if (!asked.success) return badRequest(asked.error);
    const preview = await operations.previewForget({ ...asked.data, feed: feed.name });
    return "refused" in preview ? refused(409, preview.refused) : json(preview);
  }),
  decisionOf("/forget", forgetBody, (operations, order) => operations.forget(order)),
  deliverRoute,
  checkDeliveryRoute,
  ofDelivery("GET", "", async ({ store }, feed, delivery) =>
    json(await deliveryView(store.db, feed, delivery)),
  ),
  ofDelivery("GET", "/report", async ({ operations }, feed, { sha256 }) => {
    const report = await operations.delivery({ feed: feed.name, delivery: sha256 });
    return "refused" in report ? refused(409, report.refused) : json(report);
  }),
  ofDelivery("POST", "", async ({ operations }, feed, { sha256 }, { body, person = "" }) => {
    const asked = decideBody.safeParse(body);
    if (!asked.success) return badRequest(asked.error);
    const about = { feed: feed.name, delivery: sha256, by: person };
    return decided(await operations.decide({ ...asked.data, ...about }));
  }),
  ofDelivery("GET", "/original", async ({ operations }, feed, { sha256 }) =>
    download(await operations.original({ feed: feed.name, delivery: sha256 }), false),
  ),
  ofDelivery("GET", "/documents/:document", async ({ store: { db } }, feed, { sha256 }, { path }) => {
    const name = path["document"] ?? "";
    const text = await readDocument(db, feed.name, sha256, name);
    return text === "" ? notFound() : attachment(name, text);
  }),
];

function ofFeed(
  method: ApiRoute["method"],
  path: string,
  answer: (data: ConsoleData, feed: Feed, request: ApiRequest) => Promise<HttpAnswer>,
): ApiRoute {
  return {
    method,
    path: `/api/feeds/:account/:record${path}`,
    async answer(data, request) {
      const feed = feedAt(data, request);
      return feed === undefined ? notFound() : answer(data, feed, request);
    },
  };
}

/** A decision about a feed. */
function decisionOf<T extends object>(
  path: string,
  body: z.ZodType<T>,
  decide: (
    operations: Operations,
    order: T & { readonly feed: string; readonly by: string },
  ) => Promise<Done | Refused>,
): ApiRoute {
  return ofFeed("POST", path, async ({ operations }, feed, { body: sent, person = "" }) => {
    const asked = body.safeParse(sent);
    if (!asked.success) return badRequest(asked.error);
    return decided(await decide(operations, { ...asked.data, feed: feed.name, by: person }));
  });
}

function ofDelivery(
  method: ApiRoute["method"],
  path: string,
  answer: (
    data: ConsoleData,
    feed: Feed,
    delivery: DeliveryState,
    request: ApiRequest,
  ) => Promise<HttpAnswer>,
): ApiRoute {
  return ofFeed(method, `/deliveries/:delivery${path}`, async (data, feed, request) => {
    const delivery = await deliveryNamed(data.store.db, feed.name, request.path["delivery"] ?? "");
    return delivery === undefined ? notFound() : answer(data, feed, delivery, request);
  });
}

function download(
  file: { path: string; name: string; size: number } | Refused,
  isTemporary: boolean,
): HttpAnswer {
  if ("refused" in file) return refused(409, file.refused);
  return attachment(file.name, fileStream(file.path, isTemporary), file.size);
}

export function routeOf(
  method: string,
  path: string,
): { readonly route: ApiRoute; readonly path: Readonly<Record<string, string>> } | undefined {
  for (const route of apiRoutes) {
    if (route.method !== method) continue;
    const names: string[] = [];
    const pattern = route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
      names.push(name);
      return "([^/]+)";
    });
    const found = new RegExp(`^${pattern}$`).exec(path);
    if (found === null) continue;
    try {
      const parts = names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? "")] as const);
      return { route, path: Object.fromEntries(parts) };
    } catch {
      return undefined;
    }
  }
  return undefined;
}

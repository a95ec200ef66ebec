import { receivingFeeds, whyNotDelivered } from "../../feeds/decisions/deliver.js";
import { defaultLimits } from "../../formats/limits.js";
import type { HttpAnswer } from "../../http/answer.js";
import type { Feed } from "../../workspace/workspace.js";
import { badRequest, decided, json, notFound, refused } from "./answers.js";
import type { ConsoleData } from "./feeds.js";
import { feedAt } from "./feed-at.js";
import { reason } from "./reason.js";
import { z } from "zod";
import { fileName, receiveFile, whyTooLarge } from "./receive-file.js";
import type { DeliveryCheck } from "./views.js";
import { headerText, type ApiRequest, type ApiRoute } from "./route.js";

/**
 * Receives a file that a person uploads. The request body contains only the file. The name and the reason are in
 * custom headers, which a form on another page cannot send. The URL does not contain the name or the reason, because
 * URLs may be logged.
 */
export const deliverRoute: ApiRoute = {
  method: "POST",
  path: "/api/feeds/:account/:record/deliver",
  admit(data, request) {
    const wanted = wantedDelivery(data, request);
    return "feed" in wanted ? undefined : wanted;
  },
  async answer(data, request) {
    const wanted = wantedDelivery(data, request);
    if (!("feed" in wanted)) return wanted;
    const { person = "" } = request;
    return receiveFile(data, request, largest, async ({ upload, size }) => {
      const { feed, name, reason } = wanted;
      const order = { feed: feed.name, name, reason, by: person, upload, size };
      return decided(await data.operations.deliver(order));
    });
  },
};

/** Checks the name of a file before it is uploaded. The name is not in the URL, because URLs may be logged. */
export const checkDeliveryRoute: ApiRoute = {
  method: "POST",
  path: "/api/feeds/:account/:record/deliver/check",
  async answer(data, request) {
    const feed = feedAt(data, request);
    if (feed === undefined) return notFound();
    const asked = z.strictObject({ name: fileName }).safeParse(request.body);
    if (!asked.success) return badRequest(asked.error);
    const { name } = asked.data;
    const refusal = whyNotDelivered(feed, name);
    const feeds = refusal === undefined ? receivingFeeds(data.workspace, feed, name) : [];
    return json({
      ...(refusal !== undefined && { refusal }),
      feeds: feeds.map((each) => each.name),
    } satisfies DeliveryCheck);
  },
};

/** Maximum size of an upload in bytes, which is the same as the limit for reading a file. */
export const largest = defaultLimits.bytes;

const wantedHeaders = z.object({ name: fileName, reason });

interface WantedDelivery {
  readonly feed: Feed;
  readonly name: string;
  readonly reason: string;
}

function wantedDelivery(data: ConsoleData, request: ApiRequest): WantedDelivery | HttpAnswer {
  const { headers } = request;
  const feed = feedAt(data, request);
  if (feed === undefined) return notFound();
  const asked = wantedHeaders.safeParse({
    name: headerText(headers["x-lading-file"]),
    reason: headerText(headers["x-lading-reason"]),
  });
  if (!asked.success) return badRequest(asked.error);
  const refusal = whyNotDelivered(feed, asked.data.name);
  if (refusal !== undefined) return refused(409, refusal);
  return whyTooLarge(request, largest) ?? { feed, ...asked.data };
}

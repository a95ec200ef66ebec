import { fileSystemFailure } from "../../errors.js";
import { whyNotDelivered } from "../../feeds/decisions/deliver.js";
import { dropUpload, keepUpload } from "../../feeds/decisions/uploads.js";
import { defaultLimits } from "../../formats/limits.js";
import type { HttpAnswer } from "../../http/answer.js";
import type { Feed } from "../../workspace/workspace.js";
import { badRequest, decided, notFound, refused } from "./answers.js";
import type { ConsoleData } from "./feeds.js";
import { feedAt } from "./feed-at.js";
import { reason } from "./reason.js";
import { z } from "zod";
import type { ApiRequest, ApiRoute } from "./route.js";

/**
 * Receives a file from a person. The body is the file itself. Its name and the reason are in headers that no
 * form of another page can send, so that neither is in an address that is logged somewhere.
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
    const { file, person = "" } = request;
    if (file === undefined) return empty;
    if (uploading.has(person))
      return unread(429, "Another file of yours is still being sent.", "Wait for it.");
    if (uploading.size >= mostUploads)
      return unread(429, "Too many files are being sent.", "Try again later.");
    uploading.add(person);
    try {
      const kept = await keepUpload(data.workspace, file, largest).catch(notKept);
      if (kept === "too large") return tooLarge;
      if (!("upload" in kept)) return kept;
      const { upload, size } = kept;
      try {
        if (size === 0) return empty;
        const { feed, name, reason } = wanted;
        const order = { feed: feed.name, name, reason, by: person, upload, size };
        return decided(await data.operations.deliver(order));
      } finally {
        await dropUpload(data.workspace, upload);
      }
    } finally {
      uploading.delete(person);
    }
  },
};

/** The people whose files are arriving. Each has one at a time. */
const uploading = new Set<string>();
const mostUploads = 4;

/** Bytes of a file. The reader accepts no larger file either. */
export const largest = defaultLimits.bytes;

const fileName = z
  .string()
  .refine((name) => isFileName(name), "The name of the file is not valid. Rename the file.");

/** A valid file name without a folder, with any letters. */
function isFileName(name: string): boolean {
  return (
    name !== "" &&
    name !== "." &&
    name !== ".." &&
    Buffer.byteLength(name) <= 255 &&
    !/[\p{Cc}\p{Cf}\p{Cs}/\\]/u.test(name)
  );
}

const wantedHeaders = z.object({ name: fileName, reason });

interface WantedDelivery {
  readonly feed: Feed;
  readonly name: string;
  readonly reason: string;
}

/** What a person wants to deliver, or why that is refused. */
function wantedDelivery(data: ConsoleData, request: ApiRequest): WantedDelivery | HttpAnswer {
  const { headers } = request;
  const feed = feedAt(data, request);
  if (feed === undefined) return notFound();
  const asked = wantedHeaders.safeParse({
    name: decoded(headers["x-lading-file"]),
    reason: decoded(headers["x-lading-reason"]),
  });
  if (!asked.success) return badRequest(asked.error);
  const refusal = whyNotDelivered(feed, asked.data.name);
  if (refusal !== undefined) return refused(409, refusal);
  if (Number(headers["content-length"] ?? 0) > largest) return tooLarge;
  return { feed, ...asked.data };
}

/** Headers can only contain Latin letters, so the browser encodes them. */
function decoded(header: string | readonly string[] | undefined): string {
  try {
    return typeof header === "string" ? decodeURIComponent(header) : "";
  } catch {
    return "";
  }
}

/** The rest of the body is not read, so the connection is of no use. */
function unread(...args: Parameters<typeof refused>): HttpAnswer {
  const answer = refused(...args);
  return { ...answer, headers: { ...answer.headers, connection: "close" } };
}

const tooLarge = unread(
  413,
  `The file is larger than ${Math.round(largest / 1024 / 1024)} MB.`,
  "Ask the partner for smaller files, or put it into the source.",
);

const empty = refused(400, "The file is empty.", "Choose another file.");

function notKept(error: unknown): HttpAnswer {
  const failed = fileSystemFailure(error);
  if (failed !== undefined) return refused(507, failed.message, failed.hint);
  return refused(400, "The file did not arrive completely.", "Send it again.");
}

import type { z } from "zod";
import type { HttpAnswer } from "../../http/answer.js";
import type { Refused } from "./operations.js";
import type { ApiError, Done } from "./views.js";

const answerHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
} as const;

export function json(body: object, status = 200): HttpAnswer {
  return { status, headers: answerHeaders, body };
}

export function refused(status: number, message: string, hint = ""): HttpAnswer {
  return json({ message, hint } satisfies ApiError, status);
}

export function notFound(): HttpAnswer {
  return refused(404, "This item does not exist or was removed.", "Go back to Feeds.");
}

export function badRequest({ issues: [first] }: z.ZodError): HttpAnswer {
  return refused(400, first?.message ?? "The request is not valid.");
}

export function decided(done: Done | Refused): HttpAnswer {
  if ("refused" in done) return refused(409, done.refused);
  return { ...json(done, done.isDone ? 200 : 409), facts: { decided: done.isDone ? "done" : "nothing" } };
}

/** Sends a file from a partner as an attachment, so that browsers do not render it as a page. */
export function attachment(name: string, body: NonNullable<HttpAnswer["body"]>, size?: number): HttpAnswer {
  const type = name.endsWith(".json")
    ? "application/json"
    : name.endsWith(".csv")
      ? "text/csv; charset=utf-8"
      : "application/octet-stream";
  return {
    status: 200,
    headers: {
      ...answerHeaders,
      "content-type": type,
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      ...(size !== undefined && { "content-length": size }),
    },
    body,
  };
}

import { newDeadline, type Deadline } from "../../connectors/platform/deadline.js";
import { failureText } from "./failures.js";

/**
 * This module sends requests as the platform would, with limits on time and size. Redirects are never followed, because
 * they could leak credentials.
 */

/** The response, or the reason why no response was received. */
export type Reply = ReceivedAnswer | NoAnswer;

export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** Why the body is incomplete. If set, `body` is empty. */
  readonly broken?: string;
}

interface NoAnswer {
  readonly failed: string;
}

export function hasStatus(reply: Reply, ...statuses: readonly number[]): reply is ReceivedAnswer {
  return !("failed" in reply) && statuses.includes(reply.status);
}

export interface Call {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface CallLimits {
  /** Timeout for a response, in seconds. */
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
}

const mostMegabytes = 256;

/** Throws only if the request is aborted. */
export async function call(url: string, request: Call, limits: CallLimits): Promise<Reply> {
  const deadline = newDeadline(limits.seconds * 1000, limits.signal);
  try {
    return await answerTo(url, request, limits, deadline);
  } finally {
    deadline.end();
  }
}

async function answerTo(
  url: string,
  { method = "GET", headers = {}, body }: Call,
  { seconds, signal }: CallLimits,
  deadline: Deadline,
): Promise<Reply> {
  const why = (error: unknown) => {
    signal?.throwIfAborted();
    return failureText(error, seconds);
  };
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: { accept: "application/json", ...headers },
      redirect: "manual",
      signal: deadline.signal,
      ...(body !== undefined && { body }),
    });
  } catch (error) {
    return { failed: why(error) };
  }
  const head = { status: response.status, headers: response.headers };
  try {
    const whole = await wholeBody(response);
    if (whole !== undefined) return { ...head, body: whole };
    return { ...head, body: Buffer.alloc(0), broken: `the response is larger than ${mostMegabytes} MB` };
  } catch (error) {
    return { ...head, body: Buffer.alloc(0), broken: why(error) };
  }
}

/** Returns undefined if the body exceeds the limit. */
async function wholeBody(response: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body === null) return Buffer.alloc(0);
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > mostMegabytes * 1024 * 1024) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

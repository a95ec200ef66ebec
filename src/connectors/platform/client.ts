import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { failure } from "../../errors.js";
import type { SecretContext } from "../../store/credentials/references.js";
import type { PlatformSettings } from "./platform-settings.js";
import { keepAlive, post, type PostAnswer } from "./post.js";
import { signInToPlatform } from "./sign-in.js";

/** Client for the platform: `POST {platform_url}/events` (`docs/interface.md` section 4.1). */

export interface Platform {
  /** Throws `secret_missing`, `secret_unreadable` or `secret_exposed`. */
  notify(notification: Notification, signal: AbortSignal): Promise<SendOutcome>;
  close(): void;
}

/** A notification. The platform rejects notifications that contain additional fields. */
interface Notification {
  readonly entity_type: string;
  readonly external_id: string;
  readonly updated_at: string;
}

type SendOutcome =
  | {
      readonly outcome: "taken";
      /** The platform's request number. */ readonly int_req_id: string | undefined;
    }
  /** The notification is invalid, so another attempt would also fail. */
  | { readonly outcome: "refused"; readonly int_req_id: string | undefined; readonly error: EventError }
  | {
      readonly outcome: "unauthorized";
      readonly reason: string;
      /** True if signing in again would not solve the problem. */
      readonly isFinal: boolean;
    }
  /** This attempt failed, but a later attempt may succeed. */
  | {
      readonly outcome: "failed";
      readonly reason: string;
      /** The pause that the platform requests, in milliseconds. */
      readonly pause: number | undefined;
      /** True if the platform is unavailable. False if only this notification failed. */
      readonly isDown: boolean;
    };

/** The error format defined in `docs/interface.md` section 7. Missing strings are empty. */
interface EventError {
  readonly code: string;
  readonly message: string;
  readonly details: readonly { readonly field: string | null; readonly message: string }[];
}

/** Default deadline for a request, in milliseconds. */
const usualDeadline = 15_000;

/** Maximum number of bytes read from a response. */
const mostAnswer = 65_536;

/** Maximum number of characters kept from each string in a response. */
const mostText = 500;

export async function platform(
  settings: PlatformSettings,
  context: SecretContext,
  deadline = usualDeadline,
): Promise<Platform> {
  const url = new URL(`${settings.url.replace(/\/+$/, "")}/events`);
  const ca = settings.ca === undefined ? undefined : await authority(settings.ca, context.folder);
  const agent = keepAlive(url, ca);
  const session = signInToPlatform(settings, context, { ca, deadline });

  async function attempt(body: string, anew: boolean, signal: AbortSignal): Promise<SendOutcome> {
    const signed = await session.headers(anew, signal);
    if ("refused" in signed) return { outcome: "unauthorized", reason: signed.refused, isFinal: true };
    if ("failed" in signed)
      return { outcome: "failed", reason: signed.failed, pause: undefined, isDown: true };
    const headers = { "content-type": "application/json", accept: "application/json", ...signed.headers };
    const answer = await post(url, { headers, body, deadline, signal, agent, reads: mostAnswer });
    if ("failed" in answer)
      return { outcome: "failed", reason: answer.failed, pause: undefined, isDown: true };
    return outcomeOf(answer);
  }

  return {
    async notify({ entity_type, external_id, updated_at }, signal) {
      const body = JSON.stringify({ entity_type, external_id, updated_at });
      const answer = await attempt(body, false, signal);
      return answer.outcome === "unauthorized" && !answer.isFinal ? attempt(body, true, signal) : answer;
    },
    close: () => agent.destroy(),
  };
}

async function authority(path: string, folder: string): Promise<Buffer> {
  try {
    return await readFile(resolve(folder, path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw failure("file_not_found", { path, near: "" });
    throw failure("not_readable", { path });
  }
}

function outcomeOf({ status, headers, body }: PostAnswer): SendOutcome {
  if (status === 200) return { outcome: "taken", int_req_id: requestId(parsed(body)) };
  if (status === 400) {
    const answer = parsed(body);
    return { outcome: "refused", int_req_id: requestId(answer), error: eventError(answer) };
  }
  if (status === 401)
    return { outcome: "unauthorized", reason: "the platform responded with status 401", isFinal: false };
  const pause = retryAfter(headers["retry-after"]);
  return {
    outcome: "failed",
    reason: `the platform responded with status ${status}`,
    pause,
    isDown: status === 429 || status === 503,
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

function requestId(answer: unknown): string | undefined {
  const id = (answer as { readonly int_req_id?: unknown } | null | undefined)?.int_req_id;
  return Number.isInteger(id) ? String(id) : undefined;
}

function eventError(answer: unknown): EventError {
  const { error } = (answer ?? {}) as { readonly error?: Partial<Record<keyof EventError, unknown>> };
  const text = (value: unknown): string => (typeof value === "string" ? value.slice(0, mostText) : "");
  const details = Array.isArray(error?.details)
    ? (error.details as { field?: unknown; message?: unknown }[])
    : [];
  return {
    code: text(error?.code),
    message: text(error?.message),
    details: details.slice(0, 10).map((each) => ({
      field: typeof each?.field === "string" ? text(each.field) : null,
      message: text(each?.message),
    })),
  };
}

/**
 * Parses Retry-After, which contains seconds or a date (RFC 9110 section 10.2.3). Returns milliseconds, or undefined
 * if the header is missing, invalid or not in the future.
 */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = /^\d{1,6}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

import type { LateResult, Refused } from "../api/operations.js";
import type { ApiError, Done } from "../api/views.js";
import type { StudioError } from "../studio/messages.js";
import { useCallback, useEffect, useRef, useState } from "./library.js";
import { texts } from "./texts.js";

/** Requests to the console's server. */

export class ApiFailure extends Error {
  readonly error: StudioError;
  readonly status: number;

  constructor(status: number, error: StudioError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

/** Shows the sign-in screen. */
let onSignedOut: () => void = () => undefined;

export function watchSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers: { "x-lading": "studio", ...init.headers } });
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    throw new ApiFailure(0, texts.console.unreachable);
  }
  return dataIn<T>(answer);
}

/** Returns the data in a response. Throws the error that the response describes. */
export async function dataIn<T>(answer: Response): Promise<T> {
  if (answer.status === 401) onSignedOut();
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
  if (!isJson) {
    // A proxy in front of the server answers with pages.
    const isText = answer.headers.get("content-type")?.startsWith("text/plain") === true;
    const message = isText ? (await answer.text()).trim() : "";
    throw new ApiFailure(answer.status, { message: message || texts.console.failed, hint: "" });
  }
  const data: unknown = await answer.json();
  if (!answer.ok) {
    const error = data as Partial<StudioError> & { readonly sentence?: string };
    const message = error.message ?? error.sentence ?? texts.console.failed;
    throw new ApiFailure(answer.status, { hint: "", ...error, message });
  }
  return data as T;
}

export function get<T>(path: string): Promise<T> {
  return ask<T>(path);
}

export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return ask<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Sends a decision. If processing takes a long time, the result appears later on whichever screen is open. */
export async function sendDecision(path: string, body: unknown = {}): Promise<Done> {
  const done = await post<Done>(path, body);
  if (done.order !== undefined) void announceResult(done.order, feedIn(path));
  announceChange();
  return done;
}

const onChange = new Set<() => void>();

/** Calls the listener after each decision or upload on this page until the returned function is called. */
export function watchChanges(listener: () => void): () => void {
  onChange.add(listener);
  return () => onChange.delete(listener);
}

/** Calls all listeners of `watchChanges`. */
export function announceChange(): void {
  for (const listener of onChange) listener();
}

/** The feed in the path of a decision, or "" if the decision is not about a feed. */
function feedIn(path: string): string {
  return /^\/api\/feeds\/([^/]+\/[^/]+)/.exec(path)?.[1] ?? "";
}

export type Late = (Done | Refused) & {
  /** The feed that the decision was about, or "". */
  readonly feed: string;
};

const onLate = new Set<(late: Late) => void>();

/** Calls the listener with the result of each slow decision until the returned function is called. */
export function watchLate(listener: (late: Late) => void): () => void {
  onLate.add(listener);
  return () => onLate.delete(listener);
}

/** Milliseconds between two requests for a late result. */
const lateEvery = 3_000;

async function announceResult(order: string, feed: string): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, lateEvery));
    try {
      const { result } = await get<LateResult>(`/api/orders/${order}`);
      if (result === undefined) continue;
      announceChange();
      for (const listener of onLate) listener({ ...result, feed });
      return;
    } catch (error) {
      // After a restart, the server no longer has the decision's result. After a lost connection, another attempt may
      // succeed.
      if (error instanceof ApiFailure && error.status !== 0) return;
    }
  }
}

interface Upload {
  /** Called with the fraction of the file that was sent, from 0 to 1. */
  readonly onSent: (share: number) => void;
  /** Cancels the upload. */
  readonly signal?: AbortSignal;
}

/**
 * Uploads a file. `XMLHttpRequest` is used because `fetch` does not report upload progress. Rejects with `ApiFailure`
 * (status 0) if the connection fails.
 */
export function upload(
  path: string,
  file: File,
  headers: Readonly<Record<string, string>>,
  { onSent, signal }: Upload,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onSent(total === 0 ? 1 : loaded / total),
    );
    request.addEventListener("error", () => reject(new ApiFailure(0, texts.console.deliver.interrupted)));
    request.addEventListener("abort", () => reject(new DOMException("canceled", "AbortError")));
    request.addEventListener("load", () => {
      const type = request.getResponseHeader("content-type") ?? "";
      const { responseText, status } = request;
      resolve(new Response(responseText, { status, headers: { "content-type": type } }));
    });
    signal?.addEventListener("abort", () => request.abort());
    request.open("POST", path);
    const all = {
      "x-lading": "studio",
      "content-type": "application/octet-stream",
      // Browsers accept only Latin-1 characters in headers.
      "x-lading-file": encodeURIComponent(file.name),
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    request.send(file);
  });
}

/** Delivers a file to a feed. */
export async function deliverFile(feed: string, file: File, reason: string, options: Upload): Promise<Done> {
  const headers = { "x-lading-reason": encodeURIComponent(reason) };
  const done = await dataIn<Done>(await upload(`/api/feeds/${feed}/deliver`, file, headers, options));
  announceChange();
  return done;
}

export function failureOf(error: unknown): StudioError {
  return error instanceof ApiFailure ? error.error : { message: String(error), hint: "" };
}

export interface Loaded<T> {
  /** The latest data, which stays available while newer data is being loaded. */
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** Milliseconds between two polls. */
const refreshEvery = 15_000;

/**
 * Loads data from a path. If the path is undefined, nothing is loaded. If `isFollowed` is true, the path is polled
 * for changes. `body` is sent in a POST request, for queries that must not be in a URL.
 */
export function useLoaded<T>(path: string | undefined, isFollowed = false, body?: object): Loaded<T> {
  const asked = body && JSON.stringify(body);
  const [state, setState] = useState<Omit<Loaded<T>, "reload">>({
    data: undefined,
    error: undefined,
    isLoading: path !== undefined,
  });
  const latest = useRef(0);
  const reload = useCallback(() => {
    if (path === undefined) return;
    const number = ++latest.current;
    setState((before) => ({ ...before, isLoading: true }));
    (asked === undefined ? get<T>(path) : post<T>(path, body)).then(
      (data) => number === latest.current && setState({ data, error: undefined, isLoading: false }),
      (error: unknown) =>
        number === latest.current &&
        setState((before) => ({ ...before, error: failureOf(error), isLoading: false })),
    );
  }, [path, asked]);
  useEffect(reload, [reload]);
  useEffect(() => {
    if (!isFollowed) return undefined;
    const look = (): void => {
      if (!document.hidden) reload();
    };
    const timer = setInterval(look, refreshEvery);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [reload, isFollowed]);
  return { ...state, reload };
}

import * as oauth from "oauth4webapi";
import { readSecret, type SecretContext } from "../../store/credentials/references.js";
import type { PlatformSettings } from "./platform-settings.js";
import { post } from "./post.js";

/**
 * This module signs in to the platform in one of three ways (`docs/interface.md` section 5) and returns request
 * headers.
 */

type SignedIn =
  | { readonly headers: Readonly<Record<string, string>> }
  /** The platform refuses the credentials. */
  | { readonly refused: string }
  /** The token endpoint sent no valid response, so it is unknown whether the credentials are valid. */
  | { readonly failed: string };

export interface PlatformSignIn {
  /**
   * Returns the request headers for authentication, or the reason why they are not available. `anew` is true if the
   * platform refused the previous headers.
   */
  headers(anew: boolean, signal: AbortSignal): Promise<SignedIn>;
}

/**
 * An access token is replaced this many milliseconds before it expires, or after half of its lifetime, whichever is
 * later.
 */
const margin = 30_000;

/** Assumed lifetime of an access token in milliseconds, if the response does not specify a lifetime. */
const usualTime = 300_000;

/**
 * `headers` reads the secrets unless an access token can be reused, so `headers` may throw `secret_missing`,
 * `secret_unreadable` or `secret_exposed`.
 */
export function signInToPlatform(
  settings: PlatformSettings,
  context: SecretContext,
  { ca, deadline, now = Date.now }: { ca: Buffer | undefined; deadline: number; now?: () => number },
): PlatformSignIn {
  const { token, api_key, oauth: client } = settings;
  let held: { readonly headers: Readonly<Record<string, string>>; readonly until: number } | undefined;
  let asking: Promise<SignedIn> | undefined;

  async function ask(signal: AbortSignal): Promise<SignedIn> {
    if (token !== undefined)
      return { headers: { authorization: `Token token=${readSecret(token, context)}` } };
    if (api_key !== undefined) return { headers: { "x-api-key": readSecret(api_key, context) } };
    if (client === undefined) throw new TypeError("the workspace does not specify a sign-in method");
    const got = await accessToken(client, readSecret(client.client_secret, context), {
      ca,
      deadline,
      signal,
    });
    if (!("token" in got)) return got;
    const headers = { authorization: `Bearer ${got.token}` };
    held = { headers, until: now() + usableFor(got.seconds) };
    return { headers };
  }

  return {
    async headers(anew, signal) {
      if (anew) held = undefined;
      if (held !== undefined && now() < held.until) return held;
      // Concurrent requests share one token request.
      asking ??= ask(signal).finally(() => (asking = undefined));
      return asking;
    },
  };
}

/**
 * Returns the number of milliseconds for which an access token is used. Even a token that is valid for only a few
 * seconds is reused. Without reuse, every event would require a request for a new token. `seconds` is the lifetime from
 * the response. Undefined or 0 means that the response does not specify a lifetime.
 */
function usableFor(seconds: number | undefined): number {
  if (seconds === undefined || seconds <= 0) return usualTime;
  const lives = seconds * 1000;
  return lives - Math.min(margin, lives / 2);
}

async function accessToken(
  { token_url, client_id, credentials_in }: NonNullable<PlatformSettings["oauth"]>,
  secret: string,
  { ca, deadline, signal }: { ca: Buffer | undefined; deadline: number; signal: AbortSignal },
): Promise<
  | { readonly token: string; readonly seconds: number | undefined }
  | { readonly refused: string }
  | { readonly failed: string }
> {
  const server = { issuer: new URL(token_url).origin, token_endpoint: token_url };
  const client = { client_id };
  const how = credentials_in === "body" ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
  let failed = "";
  const options = {
    // The settings permit plain HTTP only for this machine.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (
      url: string,
      request: { headers: Record<string, string>; body: URLSearchParams },
    ): Promise<Response> => {
      const { headers, body } = request;
      const answer = await post(new URL(url), {
        headers,
        body: body.toString(),
        ca,
        deadline,
        signal,
        reads: 65_536,
      });
      if ("failed" in answer) {
        failed = answer.failed;
        throw new TypeError(failed);
      }
      const { status } = answer;
      const type = answer.headers["content-type"];
      return new Response(
        [204, 205, 304].includes(status) ? null : new Uint8Array(withoutOddLifetime(answer.body)),
        {
          status: status >= 200 && status < 600 ? status : 500,
          ...(type !== undefined && { headers: { "content-type": type } }),
        },
      );
    },
  };
  try {
    const response = await oauth.clientCredentialsGrantRequest(server, client, how, {}, options);
    const { status } = response;
    if (status === 401) return { refused: "the token endpoint rejected the client or its secret" };
    const got = await oauth
      .processClientCredentialsResponse(server, client, response)
      .catch((error: unknown) => {
        if (error instanceof oauth.ResponseBodyError) return { refused: refusalOf(error) };
        return { failed: `the token endpoint responded with status ${status}, but without an access token` };
      });
    if ("refused" in got || "failed" in got) return got as { refused: string } | { failed: string };
    return { token: got.access_token, seconds: got.expires_in };
  } catch (error) {
    if (failed !== "") return { failed: `the token endpoint cannot be used: ${failed}` };
    throw error;
  }
}

/** Removes an `expires_in` that is negative or not a number, such as null for "never". The token is still valid. */
function withoutOddLifetime(body: Buffer): Buffer {
  let answer: unknown;
  try {
    answer = JSON.parse(body.toString());
  } catch {
    return body;
  }
  if (typeof answer !== "object" || answer === null || !("expires_in" in answer)) return body;
  const { expires_in: seconds, ...rest } = answer;
  const isLifetime = seconds !== null && seconds !== "" && Number(seconds) >= 0;
  return isLifetime ? body : Buffer.from(JSON.stringify(rest));
}

/** Shows an error code only if it has the usual form, because any other text from a server may contain a secret. */
function refusalOf({ error }: oauth.ResponseBodyError): string {
  return /^[a-z_]{1,40}$/.test(error)
    ? `the token endpoint returned the error \`${error}\``
    : "the token endpoint rejected the client";
}

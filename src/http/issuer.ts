import { createRemoteJWKSet, customFetch, errors, jwtVerify, type FetchImplementation } from "jose";
import type { ServerSettings } from "../workspace/server-settings.js";
import type { Log } from "../log.js";
import type { Caller, WhyNot } from "./caller.js";

/**
 * An external issuer of access tokens: a JWT counts when the issuer's published key signed it with an accepted algorithm
 * and issuer, audience, times and, if configured, type are right. Keys come from the configured address only, whatever
 * a token's own header names.
 */
export interface Issuer {
  callerOf(token: string, now: Date): Promise<Caller | "unavailable" | WhyNot>;
}

type IssuerSettings = NonNullable<ServerSettings["issuer"]>;

/** Seconds that the issuer's clock and ours may differ. */
const clockTolerance = 30;

export function trustIssuer(settings: IssuerSettings, log: Log): Issuer {
  let toldAt = -Infinity;
  const tell = (error: unknown) => {
    if (error === resting || performance.now() - toldAt < rest) return;
    toldAt = performance.now();
    log.warn("issuer_unavailable", { jwks: settings.jwks, reason: reasonOf(error) });
  };
  const keys = createRemoteJWKSet(new URL(settings.jwks), {
    timeoutDuration: 5000,
    [customFetch]: restingAfterFailure(),
  });
  return {
    async callerOf(token, now) {
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer: settings.issuer,
          audience: settings.audience,
          algorithms: [...settings.algorithms],
          ...(settings.type !== undefined && { typ: settings.type }),
          requiredClaims: ["exp", settings.account_claim],
          clockTolerance,
          currentDate: now,
        });
        const claim = payload[settings.account_claim];
        if (typeof claim !== "string") return { why: "wrong_claim" };
        const account = settings.accounts === undefined ? claim : ownEntry(settings.accounts, claim);
        return account === undefined ? { why: "unknown_account" } : { account, credential: "issuer" };
      } catch (error) {
        if (isTokensFault(error)) return { why: whyNot(error) };
        tell(error);
        return "unavailable";
      }
    },
  };
}

/** Milliseconds that an issuer which failed is not asked again. */
const rest = 5000;

const resting = new Error("the issuer failed a moment ago");

/** Everybody can send tokens that make us ask for keys; an issuer in trouble must not be asked for each of them. */
function restingAfterFailure(): FetchImplementation {
  let failedAt = -Infinity;
  return async (url, options) => {
    if (performance.now() - failedAt < rest) throw resting;
    try {
      const response = await fetch(url, options);
      if (response.status !== 200) throw new Error(`it answered with ${response.status}`);
      return response;
    } catch (error) {
      failedAt = performance.now();
      throw error;
    }
  };
}

function ownEntry(accounts: Readonly<Record<string, string>>, claim: string): string | undefined {
  return Object.hasOwn(accounts, claim) ? accounts[claim] : undefined;
}

/** What is wrong with the token itself, against what keeps us from asking the issuer. */
function isTokensFault(error: unknown): error is errors.JOSEError {
  if (!(error instanceof errors.JOSEError)) return false;
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  return error.code !== "ERR_JOSE_GENERIC";
}

/** For the log: what failed, in a code or a few words; nothing of the token. */
function reasonOf(error: unknown): string {
  const { code, cause, message } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? code ?? message;
}

function whyNot(error: errors.JOSEError): WhyNot["why"] {
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "aud") return "wrong_audience";
    return error.claim === "iss" ? "wrong_issuer" : "wrong_claim";
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return "wrong_signature";
  return error instanceof errors.JWKSNoMatchingKey ? "unknown_key" : "malformed";
}

import { createHash, timingSafeEqual } from "node:crypto";
import type { HttpAnswer, Request, Route } from "./answer.js";
import { refusal } from "./refusals.js";
import { addressKey, countFailedSignIns } from "./failed-sign-ins.js";

/**
 * This module protects the operators' port with a token if other machines can reach it. Programs send the token as a
 * bearer token. Browsers send the token as the password, with any user name. Only `/healthz` and `/readyz` do not
 * require a token.
 */

const openPaths = new Set(["/healthz", "/readyz"]);

/** Delay of the error response in milliseconds after too many failures from an address. */
const refusalDelay = 2_000;

export function withToken(
  routes: readonly Route[],
  token: string,
  { failuresPerMinute, pause }: TokenLimits,
): readonly Route[] {
  const expected = digestOf(token);
  const failures = countFailedSignIns(failuresPerMinute);
  return routes.map((route) => {
    if (openPaths.has(route.path)) return route;
    const refused = async (request: Request): Promise<HttpAnswer | undefined> => {
      const given = givenToken(request);
      if (given !== undefined && timingSafeEqual(digestOf(given), expected)) return undefined;
      // A browser's first request contains no password, so a request without a password does not count as a failure.
      const isFailure = given !== undefined && failures.count([addressKey(request.address)]) !== undefined;
      if (isFailure) await pause(refusalDelay);
      return refusal("unauthorized", {
        "www-authenticate": 'Basic realm="lading operators", charset="UTF-8"',
      });
    };
    return {
      ...route,
      ...(route.admit !== undefined && {
        admit: async (request: Request) => (await refused(request)) ?? route.admit?.(request),
      }),
      answer: async (request) => (await refused(request)) ?? route.answer(request),
    };
  });
}

export interface TokenLimits {
  readonly failuresPerMinute: number;
  readonly pause: (ms: number) => Promise<unknown>;
}

function givenToken({ headers: { authorization = "" } }: Request): string | undefined {
  const [, scheme = "", given = ""] = /^(bearer|basic) +(\S+)$/i.exec(authorization.trim()) ?? [];
  if (scheme.toLowerCase() !== "basic") return given === "" ? undefined : given;
  const pair = Buffer.from(given, "base64").toString("utf8");
  return pair.slice(pair.indexOf(":") + 1);
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

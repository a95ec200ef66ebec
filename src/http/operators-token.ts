import { createHash, timingSafeEqual } from "node:crypto";
import type { Request, Route } from "./answer.js";
import { refusal } from "./refusals.js";
import { addressKey, countFailedSignIns } from "./failed-sign-ins.js";

/**
 * Where other machines reach the operators' port, its pages want a token: as a bearer token from machines, and as the password
 * that a browser asks for, whatever the name. Only whether the server lives and can serve is told to everybody.
 */

const openPaths = new Set(["/healthz", "/readyz"]);

/** As long as a refusal waits once an address has failed too often. */
const slowed = 2_000;

export function withToken(
  routes: readonly Route[],
  token: string,
  { failuresPerMinute, pause }: TokenLimits,
): readonly Route[] {
  const expected = digestOf(token);
  const failures = countFailedSignIns(failuresPerMinute);
  return routes.map((route) => {
    if (openPaths.has(route.path)) return route;
    return {
      ...route,
      async answer(request) {
        const given = givenToken(request);
        if (given !== undefined && timingSafeEqual(digestOf(given), expected)) return route.answer(request);
        // A browser that is asked for the password for the first time has failed at nothing.
        const isFailure = given !== undefined && failures.count([addressKey(request.address)]) !== undefined;
        if (isFailure) await pause(slowed);
        return refusal("unauthorized", {
          "www-authenticate": 'Basic realm="lading operators", charset="UTF-8"',
        });
      },
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

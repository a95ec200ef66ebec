import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/**
 * Grants access only to the person who started the studio. The printed URL contains a one-time token, which is
 * exchanged for a cookie. Host name and origin checks prevent other pages in the same browser from gaining access.
 */
export interface Door {
  /** Part of the printed URL. */
  readonly token: string;
  /** Returns undefined if the token is invalid, or if it has already been used and is not reusable. */
  exchange(token: string): string | undefined;
  refusal(request: IncomingMessage): Refusal | undefined;
}

interface Refusal {
  readonly status: 403 | 421;
  readonly reason: string;
}

/**
 * Creates the token and the cookie for a studio. If `isReusable` is true, the token stays valid until the studio
 * ends. The demonstration needs a reusable token because it prints the URL again.
 */
export function openDoor(hosts: () => readonly string[], cookieName: string, isReusable = false): Door {
  const token = randomBytes(24).toString("base64url");
  const session = randomBytes(32).toString("base64url");
  let isUsed = false;

  return {
    token,
    exchange(given) {
      if ((isUsed && !isReusable) || !isSame(given, token)) return undefined;
      isUsed = true;
      return `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`;
    },
    refusal(request) {
      const { host, origin } = request.headers;
      // Other host names are rejected because an attacker can make them point to this machine (DNS rebinding).
      if (host === undefined || !hosts().includes(host)) {
        return { status: 421, reason: "This address is not the studio's address." };
      }
      const site = request.headers["sec-fetch-site"];
      const isCrossOrigin = origin !== undefined && !hosts().some((own) => origin === `http://${own}`);
      // A link from a different page on this machine is allowed, because the linking page cannot read the studio's
      // page.
      const isLink =
        site === "same-site" &&
        request.method === "GET" &&
        request.headers["sec-fetch-mode"] === "navigate" &&
        request.headers["sec-fetch-dest"] === "document";
      if (isCrossOrigin || (site !== undefined && site !== "same-origin" && site !== "none" && !isLink)) {
        return { status: 403, reason: "Requests from other pages are not allowed." };
      }
      if (!isSame(cookieOf(request, cookieName) ?? "", session)) {
        return {
          status: 403,
          reason:
            "This window is not signed in. Open the address that `lading studio` printed. If you have already used this address, restart the studio to get a new one.",
        };
      }
      return undefined;
    },
  };
}

function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const cookies = (request.headers.cookie ?? "").split(/;\s*/);
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Compares two strings in constant time. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

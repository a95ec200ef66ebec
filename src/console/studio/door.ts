import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/**
 * Who may talk to the studio: the person who started it. The address that is printed holds a token that works once and
 * becomes a cookie; other pages in the same browser are kept out by the name of the host and the origin of requests.
 */
export interface Door {
  /** Part of the address that is printed. */
  readonly token: string;
  /** The cookie for a token, once; undefined when it is wrong or used up. */
  exchange(token: string): string | undefined;
  /** Why a request is not let in; undefined: it is. */
  refusal(request: IncomingMessage): Refusal | undefined;
}

interface Refusal {
  readonly status: 403 | 421;
  readonly reason: string;
}

export function openDoor(hosts: () => readonly string[], cookieName: string): Door {
  const token = randomBytes(24).toString("base64url");
  const session = randomBytes(32).toString("base64url");
  let isUsed = false;

  return {
    token,
    exchange(given) {
      if (isUsed || !isSame(given, token)) return undefined;
      isUsed = true;
      return `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`;
    },
    refusal(request) {
      const { host, origin } = request.headers;
      // A name that somebody else made point to this machine is not one of ours.
      if (host === undefined || !hosts().includes(host)) {
        return { status: 421, reason: "This address is not the one that the studio was opened under." };
      }
      const site = request.headers["sec-fetch-site"];
      const isCrossOrigin = origin !== undefined && !hosts().some((own) => origin === `http://${own}`);
      // A link on another page of this machine may lead here: the page that it opens shows nothing to the one it came from.
      const isLink =
        site === "same-site" &&
        request.method === "GET" &&
        request.headers["sec-fetch-mode"] === "navigate" &&
        request.headers["sec-fetch-dest"] === "document";
      if (isCrossOrigin || (site !== undefined && site !== "same-origin" && site !== "none" && !isLink)) {
        return { status: 403, reason: "Another page asked for this, which is not allowed." };
      }
      if (!isSame(cookieOf(request, cookieName) ?? "", session)) {
        return {
          status: 403,
          reason:
            "This window is not signed in. Open the address that `lading studio` printed; it works once. To sign in again, start it again.",
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

/** Compares in a time that does not depend on the content. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

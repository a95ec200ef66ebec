import { randomBytes } from "node:crypto";
import { digestOf } from "../credentials/secret.js";

/**
 * The access tokens that the token endpoint gave out: opaque, short-lived, kept as digests in memory only. A server that
 * starts again knows none of them, and its clients ask for new ones, as they do when one expires.
 */

export interface AccessToken {
  /** Id of the client secret that it was bought with: revoking that ends the token too. */
  readonly credential: string;
  readonly account: string;
  readonly expiresAt: number;
}

export interface AccessTokens {
  /** Makes a token; the text is given to the client and kept nowhere. */
  give(credential: string, account: string, now: Date): string;
  find(token: string, now: Date): AccessToken | undefined;
}

/** Seconds that an access token lives. */
export const lifetime = 15 * 60;

/** Live tokens of one client; a client that asks more often loses its oldest. */
const mostPerClient = 1000;

const form = /^ladingat_[A-Za-z0-9_-]{43}$/;

export function accessTokens(): AccessTokens {
  const byClient = new Map<string, Map<string, AccessToken>>();
  const byDigest = new Map<string, AccessToken>();
  return {
    give(credential, account, now) {
      const token = `ladingat_${randomBytes(32).toString("base64url")}`;
      const digest = digestOf(token);
      const given = { credential, account, expiresAt: now.getTime() + lifetime * 1000 };
      const own = byClient.get(credential) ?? new Map<string, AccessToken>();
      byClient.set(credential, own);
      own.set(digest, given);
      byDigest.set(digest, given);
      for (const [oldest, held] of own) {
        if (own.size <= mostPerClient && held.expiresAt > now.getTime()) break;
        own.delete(oldest);
        byDigest.delete(oldest);
      }
      return token;
    },
    find(token, now) {
      if (!form.test(token)) return undefined;
      // Finding by digest gives no timing hint: which digests are near says nothing about the token.
      const held = byDigest.get(digestOf(token));
      return held !== undefined && held.expiresAt > now.getTime() ? held : undefined;
    },
  };
}

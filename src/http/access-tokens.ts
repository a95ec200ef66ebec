import { randomBytes } from "node:crypto";
import { digestOf } from "../store/credentials/secret.js";
import type { Queries } from "../store/store.js";

/**
 * Access tokens from the token endpoint. Tokens are random and short-lived. Their digests are stored, so that every
 * server can verify tokens issued by other servers.
 */

interface AccessToken {
  /** ID of the client secret that was used to request the token. Revoking the secret also revokes the token. */
  readonly credential: string;
  readonly account: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export interface AccessTokens {
  give(credential: string, account: string, now: Date): Promise<string>;
  find(token: string, now: Date): Promise<AccessToken | undefined>;
}

/** Lifetime of an access token in seconds. */
export const lifetime = 15 * 60;

/**
 * Maximum number of active tokens per client secret. If more tokens are requested, the oldest token is deleted.
 * Servers that have already looked up the deleted token accept the token until it expires.
 */
const mostPerClient = 1000;

const form = /^ladingat_[A-Za-z0-9_-]{43}$/;

/** `writes` is a separate connection for write queries, so that a blocked write does not delay read queries. */
export function accessTokens(db: Queries, writes: Queries = db): AccessTokens {
  /** Tokens that this server has looked up, by digest. Tokens never change. */
  const known = new Map<string, AccessToken>();
  const forgetExpired = (now: number): void => {
    for (const [digest, { expires }] of known) if (expires <= now) known.delete(digest);
  };
  return {
    async give(credential, account, now) {
      const token = `ladingat_${randomBytes(32).toString("base64url")}`;
      const digest = digestOf(token);
      const expires = now.getTime() + lifetime * 1000;
      forgetExpired(now.getTime());
      await writes.transaction().execute(async (tx) => {
        await tx.deleteFrom("access_tokens").where("expires", "<=", now.getTime()).execute();
        await tx
          .deleteFrom("access_tokens")
          .where("digest", "in", (those) =>
            those
              .selectFrom("access_tokens")
              .select("digest")
              .where("credential", "=", credential)
              .orderBy("expires", "desc")
              .orderBy("digest")
              .limit(mostPerClient)
              .offset(mostPerClient - 1),
          )
          .execute();
        await tx.insertInto("access_tokens").values({ digest, credential, account, expires }).execute();
      });
      return token;
    },
    async find(token, now) {
      if (!form.test(token)) return undefined;
      // The duration of a lookup by digest reveals nothing about valid tokens, because similar tokens do not have
      // similar digests.
      const digest = digestOf(token);
      const held =
        known.get(digest) ??
        (await db
          .selectFrom("access_tokens")
          .select(["credential", "account", "expires"])
          .where("digest", "=", digest)
          .executeTakeFirst());
      if (held === undefined || held.expires <= now.getTime()) return undefined;
      known.set(digest, held);
      return held;
    },
  };
}

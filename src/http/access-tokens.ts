import { randomBytes } from "node:crypto";
import { digestOf } from "../store/credentials/secret.js";
import type { Queries } from "../store/store.js";

/**
 * The access tokens that the token endpoint gave out: opaque, short-lived, kept as digests in the store, so that every server
 * knows those of every other.
 */

interface AccessToken {
  /** Id of the client secret that it was bought with: revoking that ends the token too. */
  readonly credential: string;
  readonly account: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export interface AccessTokens {
  /** Makes a token; the text is given to the client and kept nowhere. */
  give(credential: string, account: string, now: Date): Promise<string>;
  find(token: string, now: Date): Promise<AccessToken | undefined>;
}

/** Seconds that an access token lives. */
export const lifetime = 15 * 60;

/** Live tokens of one client; a client that asks more often loses its oldest. */
const mostPerClient = 1000;

const form = /^ladingat_[A-Za-z0-9_-]{43}$/;

/** @param writes where a write may have to wait, so that nobody who reads waits for it */
export function accessTokens(db: Queries, writes: Queries = db): AccessTokens {
  /** Those that were asked for here, by digest: a token never changes. */
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
      // Finding by digest gives no timing hint: which digests are near says nothing about the token.
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

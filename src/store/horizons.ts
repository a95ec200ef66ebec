import { accountOfFeed } from "../model/account.js";
import { putRow } from "./bulk.js";
import type { Queries, Store } from "./store.js";

/**
 * This module determines when versions of records become visible. A platform requests the changes in a time window, and
 * its next window starts where the previous one ended. Therefore, nothing may become visible in a window for which a
 * response has already been sent, even if clocks differ. Each account has a row with its horizon, which is locked while
 * a request is processed or a list is published (`docs/http-api.md`).
 */

/** Maximum number of seconds by which a platform's clock may be ahead of the database's. */
const ahead = 300;

type StoreClock = Pick<Store, "now">;

/** The horizon and the database's clock, both in seconds since 1970. */
export interface Answered {
  readonly horizon: number;
  readonly now: number;
}

/**
 * Raises the horizon before a list of changes is read. After the commit, no change can become visible at or before the
 * returned horizon. The horizon is at least the current second, and usually at least the end of the window. `before` is
 * the exclusive end of the window, in seconds since 1970.
 */
export async function raiseHorizon(
  store: StoreClock & Pick<Store, "transaction">,
  account: string,
  before: number | undefined,
): Promise<Answered> {
  return store.transaction(async (tx) => {
    const { horizon: was, now } = await lockHorizon(store, tx, account);
    const reached = Math.max(was, now);
    // A window may end in the far future. The platform's clock may be ahead by at most `ahead`, so that is the limit.
    const wanted = before === undefined || before <= reached + ahead ? (before ?? now) : now + ahead;
    const horizon = Math.max(reached, wanted);
    await setHorizon(tx, account, horizon);
    return { horizon, now };
  });
}

/**
 * Determines when a publication becomes visible, as the last step of the publication: in a whole second after all
 * windows already served and all of the account's earlier publications. `feed` is the feed's ID in the store.
 */
export async function stampPublication(
  store: StoreClock,
  tx: Queries,
  { account, feed, number }: { readonly account: string; readonly feed: number; readonly number: number },
): Promise<void> {
  const second = await nextSecond(store, tx, account);
  await putRow(tx, "stamps", { feed, number, second });
}

/** Returns the second in which the transaction's changes to an account become visible. */
export async function nextSecond(store: StoreClock, tx: Queries, account: string): Promise<number> {
  const { horizon, now } = await lockHorizon(store, tx, account);
  const second = Math.max(now, horizon + 1);
  await setHorizon(tx, account, second);
  return second;
}

async function lockHorizon({ now }: StoreClock, tx: Queries, account: string): Promise<Answered> {
  // Inserts the row if necessary and locks it, so that two callers are serialized even if the row does not exist yet.
  const { second } = await tx
    .insertInto("horizons")
    .values({ account, second: 0 })
    .onConflict((conflict) => conflict.column("account").doUpdateSet({ account }))
    .returning("second")
    .executeTakeFirstOrThrow();
  return { horizon: second, now: Math.floor((await now(tx)) / 1000) };
}

async function setHorizon(tx: Queries, account: string, second: number): Promise<void> {
  await tx.updateTable("horizons").set({ second }).where("account", "=", account).execute();
}

/**
 * Raises the horizons past any window for which a response may have been sent, for a restore after the actual horizons
 * were lost.
 */
export async function passAllHorizons(store: Store): Promise<void> {
  const now = Math.floor((await store.now(store.db)) / 1000);
  for (const { account, second } of await store.db.selectFrom("horizons").selectAll().execute()) {
    await setHorizon(store.db, account, Math.max(second, now) + ahead);
  }
}

/**
 * In a restore, keeps the later of each account's two horizons (current store and backup), and makes the restored
 * lists visible after that horizon.
 */
export async function keepHorizons(store: Store, tx: Queries, restored: Queries): Promise<void> {
  for (const { account, second } of await restored.selectFrom("horizons").selectAll().execute()) {
    const { horizon } = await lockHorizon(store, tx, account);
    await setHorizon(tx, account, Math.max(horizon, second));
  }
  const current = await tx
    .selectFrom("feeds")
    .innerJoin("stamps", (join) =>
      join.onRef("stamps.feed", "=", "feeds.id").onRef("stamps.number", "=", "feeds.number"),
    )
    .select(["feeds.id", "feeds.name", "feeds.number"])
    .execute();
  for (const { id: feed, name, number } of current) {
    await stampPublication(store, tx, { account: accountOfFeed(name), feed, number });
  }
}

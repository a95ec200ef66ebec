import { accountOfFeed } from "../model/account.js";
import { putRow } from "./bulk.js";
import type { Queries, Store } from "./store.js";

/**
 * When a version of a record became visible. A platform asks for what changed in a window of time, and goes on where that
 * window ended; so nothing may become visible in a window that was answered, whatever the clocks say. One row per account
 * holds its horizon, and whoever answers and whoever publishes locks it (`docs/http-api.md`).
 */

/** How far a platform's clock may be ahead of the database's, in seconds. */
const ahead = 300;

type Clocked = Pick<Store, "now">;

/** What was answered, and when by the clock of the database: both in seconds since 1970. */
export interface Answered {
  readonly horizon: number;
  readonly now: number;
}

/**
 * Before a list is read: from its commit on, nothing becomes visible in this second or before, nor before the end of the
 * window, unless that lies so far ahead that it cannot be waited for.
 *
 * @param before the end of the window, in seconds since 1970, itself not in it
 */
export async function raiseHorizon(
  store: Clocked & Pick<Store, "transaction">,
  account: string,
  before: number | undefined,
): Promise<Answered> {
  return store.transaction(async (tx) => {
    const { horizon: was, now } = await lockHorizon(store, tx, account);
    const reached = Math.max(was, now);
    // A window that ends in the far future moves the horizon only as far as the clock.
    const wanted = before === undefined || before <= reached + ahead ? (before ?? now) : now + ahead;
    const horizon = Math.max(reached, wanted);
    await setHorizon(tx, account, horizon);
    return { horizon, now };
  });
}

/**
 * The last step of a publication: it becomes visible in a whole second, after all windows that were answered and after every
 * publication of the account before it. Until its commit no list is answered.
 *
 * @param feed its id in the store
 */
export async function stampPublication(
  store: Clocked,
  tx: Queries,
  { account, feed, number }: { readonly account: string; readonly feed: number; readonly number: number },
): Promise<void> {
  const second = await nextSecond(store, tx, account);
  await putRow(tx, "stamps", { feed, number, second });
}

/** In which second something of an account becomes visible with the transaction. */
export async function nextSecond(store: Clocked, tx: Queries, account: string): Promise<number> {
  const { horizon, now } = await lockHorizon(store, tx, account);
  const second = Math.max(now, horizon + 1);
  await setHorizon(tx, account, second);
  return second;
}

/** The horizon of an account, which stays as it is until the transaction ends. */
async function lockHorizon({ now }: Clocked, tx: Queries, account: string): Promise<Answered> {
  // Locks the row, also one that it makes: two that are the first take turns, too.
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
 * Where the horizons that were reached are not known any more: further than any window goes that may have been answered.
 */
export async function passAllHorizons(store: Store): Promise<void> {
  const now = Math.floor((await store.now(store.db)) / 1000);
  for (const { account, second } of await store.db.selectFrom("horizons").selectAll().execute()) {
    await setHorizon(store.db, account, Math.max(second, now) + ahead);
  }
}

/** Where a restored store takes the place of one that was asked until then: what it publishes anew comes after all of that. */
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

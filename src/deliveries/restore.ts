import { userInfo } from "node:os";
import { jsonLine } from "../encode/json-line.js";
import { restampAll } from "../lists/restamp.js";
import type { Store } from "../store/store.js";
import type { Feed } from "../workspace/workspace.js";
import { openFeed } from "./open-feed.js";
import { publishList } from "./publish-delivery.js";
import type { Setup } from "./setup.js";

/** How far the store of now has come, so that the restored one goes on from there. */
export interface Reached {
  /** Numbers of the current publications, by feed. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Tokens of the leases, by name. */
  readonly tokens: ReadonlyMap<string, number>;
}

/** What nobody has reached since a backup: it is added to numbers and tokens where the store of now cannot be read. */
const farAhead = 1_000;

export async function reachedBy({ db }: Store): Promise<Reached> {
  const feeds = await db.selectFrom("feeds").select(["name", "number"]).execute();
  const leases = await db.selectFrom("leases").select(["name", "token"]).execute();
  return {
    numbers: new Map(feeds.map(({ name, number }) => [name, number])),
    tokens: new Map(leases.map(({ name, token }) => [name, token])),
  };
}

/** Lets tokens grow on, so that nobody who held a lease before holds it now. */
export async function raiseTokens({ db }: Store, reached: Reached | undefined): Promise<void> {
  const rows = await db.selectFrom("leases").select(["name", "token"]).execute();
  const tokens = new Map(rows.map(({ name, token }) => [name, token]));
  for (const name of new Set([...tokens.keys(), ...(reached?.tokens.keys() ?? [])])) {
    const most = Math.max(tokens.get(name) ?? 0, reached?.tokens.get(name) ?? 0);
    const row = {
      name,
      owner: "",
      since: "",
      deadline: 0,
      token: most + (reached === undefined ? farAhead : 1),
    };
    await db
      .insertInto("leases")
      .values(row)
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
  }
}

/**
 * Publishes the restored list of a feed once more, with a number and with times that are newer than any that was served.
 * The delivery that it was made from is decided again by the next run.
 *
 * @returns the number; undefined when the feed has no list
 */
export async function restampFeed(
  setup: Setup,
  feed: Feed,
  reached: Reached | undefined,
  reason: string,
): Promise<number | undefined> {
  const open = await openFeed(setup, feed);
  try {
    const { current, list, delivered } = await open.published();
    if (current === undefined) return undefined;
    const { columns, source, mapping_sha256, number: was } = current.publication;
    const highest =
      reached === undefined ? was + farAhead : Math.max(was, reached.numbers.get(feed.name) ?? 0);
    const by = userInfo().username;
    return await publishList(open, {
      result: await restampAll(list, setup.clock.now(), { spill: open.scratch(), line: jsonLine(columns) }),
      columns,
      delivered,
      source,
      mappingHash: mapping_sha256,
      number: highest + 1,
      entries: (number) => [{ state: "RESTAMPED", number, reason, by }],
    });
  } finally {
    await open.close();
  }
}

import { accountOfFeed } from "../../model/account.js";
import { concurrencyLimit } from "../../connectors/sources/concurrency-limit.js";
import type { Feed } from "../../workspace/workspace.js";

/**
 * Groups feeds that must be processed one after another: feeds in one account, whose lists refer to each other, and
 * feeds that share a source and may therefore share a file. Groups are independent, so a slow server delays only its
 * own group.
 */
export function feedGroups(feeds: readonly Feed[]): readonly (readonly Feed[])[] {
  /** Union-find links between accounts and sources. */
  const next = new Map<string, string>();
  const groupOf = (tie: string): string => {
    let at = tie;
    for (let to = next.get(at); to !== undefined; to = next.get(at)) {
      next.set(at, next.get(to) ?? to);
      at = to;
    }
    return at;
  };
  const accountTie = ({ name }: Feed): string => `account ${accountOfFeed(name)}`;
  for (const feed of feeds) {
    for (const source of feed.sources) {
      const [own, other] = [groupOf(accountTie(feed)), groupOf(`source ${source}`)];
      if (own !== other) next.set(own, other);
    }
  }
  // Feeds and groups keep their order.
  const groups = new Map<string, Feed[]>();
  for (const feed of feeds) {
    const group = groupOf(accountTie(feed));
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [feed]);
    else known.push(feed);
  }
  return [...groups.values()];
}

/**
 * Maximum number of groups processed in parallel. The limit is high, because groups spend most of their time waiting
 * for servers.
 */
export const groupsAtOnce = 32;

/**
 * Processes all groups, a limited number at a time. Returns the results in the order of the groups. If a group fails,
 * all other groups are processed before the error is thrown.
 */
export async function eachGroup<T>(
  groups: readonly (readonly Feed[])[],
  atOnce: number,
  work: (group: readonly Feed[]) => Promise<T>,
): Promise<readonly T[]> {
  const slots = concurrencyLimit(atOnce);
  const ended = await Promise.allSettled(
    groups.map(async (group) => {
      const leave = await slots.enter();
      try {
        return await work(group);
      } finally {
        leave();
      }
    }),
  );
  return ended.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
}

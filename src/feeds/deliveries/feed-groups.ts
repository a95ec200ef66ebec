import { accountOfFeed } from "../../model/account.js";
import { concurrencyLimit } from "../../connectors/sources/concurrency-limit.js";
import type { Feed } from "../../workspace/workspace.js";

/**
 * Which feeds have to be worked on one after the other: those of one account, whose lists refer to each other, and those
 * that share a source, which may claim the same file. All others need not wait for each other, so a slow server delays
 * nobody but its own group.
 */
export function feedGroups(feeds: readonly Feed[]): readonly (readonly Feed[])[] {
  /** From tie to tie, to the one that stands for the group. */
  const next = new Map<string, string>();
  const groupOf = (tie: string): string => {
    let at = tie;
    for (let to = next.get(at); to !== undefined; to = next.get(at)) {
      // The way gets shorter each time it is gone.
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
  // The order in which the feeds came stays, within a group and between groups.
  const groups = new Map<string, Feed[]>();
  for (const feed of feeds) {
    const group = groupOf(accountTie(feed));
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [feed]);
    else known.push(feed);
  }
  return [...groups.values()];
}

/** How many groups are worked on at once. Most of the time of one goes by waiting for a server. */
export const groupsAtOnce = 32;

/**
 * Does the work of every group, so many at a time; the results in the order of the groups. When one fails, the others are
 * still finished.
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
